//! The moves of a game: reading what people send, and what the laws say of it.
//!
//! A [`Gamescore`] is what one text says: tags, moves, a result, and the first thing that was wrong
//! with it. [`scores`] makes it from bytes, however they are written. A [`Course`] walks its moves and
//! finds what the laws say at each; [`judge`] holds a result against that. Nothing here knows a tournament,
//! a player's account or a result that was reported.
//!
//! The text is read by code of this project and not by pgn-reader's visitor, since that drops every
//! token it does not know without a call-back: a game would get shorter and still pass as clean.

mod attempt;
mod chat;
mod closing;
mod controls;
mod course;
mod cuts;
mod decode;
mod diagram;
mod differ;
mod dress;
mod ending;
mod facts;
mod gaps;
mod glued;
mod judgement;
mod key;
mod layouts;
mod lex;
mod matching;
mod notation;
mod numbering;
mod pgn;
mod phrases;
mod progress;
mod promotions;
mod prose;
mod read;
mod reasons;
mod remarks;
mod score;
mod short;
mod source;
mod spelling;
pub mod stored;
mod tags;
mod tolerant;
mod tongues;
mod trimming;
mod web;
mod words;

#[cfg(test)]
mod tests_claims;
#[cfg(test)]
mod tests_course;
#[cfg(test)]
mod tests_gaps;
#[cfg(test)]
mod tests_laws;
#[cfg(test)]
mod tests_support;
#[cfg(test)]
mod tests_write;

pub use course::{Claim, Course, Findings, Firsts, Ground, Over, StartClock, Terms};
pub use diagram::{Check, Diagram};
pub use differ::{Comparison, Which, compare};
pub use ending::{Bare, Dead, End, Remark};
pub use facts::{BadFen, Facts, FenField, ForEngine, Material, Oddity};
pub use gaps::Gap;
pub use judgement::{Contradiction, Judgement, Open, Report, judge};
pub use notation::{MoveNumber, numbered, sans, start_fen};
pub use pgn::pgn;
pub use read::start_of;
pub use score::{
    Fault, Gamescore, Impossible, Marker, MovePlace, NotThisGame, Note, Reason, Start, Tag,
};
pub use shakmaty::Role;
pub use short::{engine_line, marker, short_lines, token};
pub use source::{GAME_BYTES_MAX, Games, Next, looks_like_moves, may_be_moves, scores};
