//! Reading what people type: the grammar, and nothing of its meaning.
//!
//! [`parse`] turns a line into a [`Command`] with raw arguments, or says where and why it could not
//! ([`Misread`]). One table, [`COMMANDS`], is the source for parsing, help, suggestions and the README. Names are not
//! looked up here, nothing is known of tournaments, and no clock is read: that is the desk's part.
//!
//! Case and doubled spaces do not matter. Only a command written in full is run; a near one is suggested.

mod directors;
mod laws;
mod misread;
mod model;
mod nearest;
mod orders;
mod players;
mod results;
mod scores;
mod settings;
mod table;
mod time;
mod words;

pub use misread::{Expected, Misread, Problem};
pub use model::{
    BoardOrder, BoardWord, ColorsSaid, Command, DraftOrder, GameWords, Moment, Office,
    OfficeChange, OrderWords, PlayerOrder, ReportResult, ReportWords, SettingWords, TournamentWord,
    Which,
};
pub use nearest::nearest;
pub use orders::EXTENSION_MAX;
pub use scores::moves_of_own_game;
pub use settings::{
    LENGTH_LEAST, LENGTH_MAX, ROUND_LENGTH_MAX, SETTING_KEYS, TIE_BREAK_CODES,
    TIME_CONTROL_BYTES_MAX,
};
pub use table::{COMMANDS, Proof, Spec, Where, Who, find, group, nearest_command};
pub use time::{AFTER_MAX, YEARS, find_zone};
pub use words::{NICK_BYTES_MAX, NUMBER_MAX, TEXT_BYTES_MAX};

/// Reads a line; a `!` in front of it is accepted.
///
/// # Errors
/// [`Misread`] when it is no command, or not written as its command is.
pub fn parse(text: &str) -> Result<Command, Misread> {
    let mut words = words::Words::of(text);
    let spec = table::look_up(&mut words)?;
    words.spec = Some(spec);
    let command = match spec.read {
        table::Reader::Plain(read) => read(&mut words)?,
        table::Reader::Order(read) => Command::Direct(read(&mut words)?),
    };
    words.end()?;
    Ok(command)
}

/// Whether it matters for a line who says it: then that is found out before the line is acted on.
///
/// What anybody may ask, and what cannot be read, needs no such question to services.
pub fn wants_identity(text: &str) -> bool {
    let mut words = words::Words::of(text);
    match table::look_up(&mut words) {
        Ok(spec) => spec.proof == Proof::Needed,
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests;
