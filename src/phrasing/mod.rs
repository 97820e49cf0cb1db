//! Every sentence the bot says.
//!
//! Phrasing invents no rules: it has the state after the facts, the facts, and who caused them, and puts them into words.
//! [`notices`] are the durable ones nobody asked for, [`reply`] answers who acted, [`refusal`] says why not and what to do
//! instead, and [`answer`] answers questions. Nothing here knows how a line travels.
//!
//! Sentences address the reader as "you", name the next step, are plain ASCII, and carry a zone with every time. A line for
//! the channel is packed up to 400 bytes; a private notice aims at 240, so that it fits a memo.

mod advice;
mod answers;
mod archive;
mod causes;
mod checkins;
mod export;
mod further;
mod games;
mod gamescores;
mod help;
mod history;
mod laws;
mod life;
mod marks;
mod misread;
mod notices;
mod orders;
mod outcomes;
mod pack;
mod people;
mod ratings;
mod reader;
mod refusals;
mod replies;
mod results;
mod rounds;
mod settings;
mod tell;
mod time;
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use advice::{ENGINE_SPARED, LookedAt, advice, engine_busy, engine_looks};
pub use answers::{Answer, answer};
pub use archive::comment as comment_on;
pub use checkins::owed_check_in;
pub use export::export;
pub use games::{role_word, side};
pub use help::{HelpEntry, help};
pub use history::{HistoryLine, history};
pub use misread::misread;
pub use pack::pack;
pub use reader::Reader;
pub use refusals::refusal;
pub use replies::reply;
pub use why::why_bye;

use crate::ports::Notice;
use crate::tournament::{Actor, Fact, Society};
use notices::Notices;

/// Said when something could not be written to the disk, and so has not happened.
pub const NOT_KEPT: &str =
    "I could not write that down, so nothing has changed. Please try again in a minute.";

/// The last words before the program ends.
pub const FAREWELL: &str = "Back soon; nothing is lost";

/// Said once to somebody who gives more commands than the limit, before they are not heard for a while.
pub const TOO_MANY_COMMANDS: &str = "That was too much at once. I do not listen to you for five minutes; everything so far is kept.";

/// Said once in a while to somebody whose line was dropped because too many waited.
pub const BUSY: &str = "Too many people talk to me at this moment, and I did not read your last line. Please say it again in a minute.";

/// The same where the line was one of a game that they paste: saying it again would put it in the wrong place.
pub const LOST_MOVES: &str = "More reaches me at this moment than I can read, and lines of your game are lost. In a minute, say discard and send it again from the start.";

/// The durable notices these facts cause, in the order in which they should be said. `society` is the state after all of
/// them. Who caused them is answered by [`reply`] and gets no notice.
pub fn notices(society: &Society, facts: &[Fact], actor: &Actor) -> Vec<Notice> {
    let mut notices = Notices::new(society, facts, actor);
    for fact in facts {
        tell::tell(&mut notices, fact);
    }
    notices.into_list()
}
