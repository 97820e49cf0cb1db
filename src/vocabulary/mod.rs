//! The field's words, as types: what every other module talks about.
//!
//! Nothing here knows a rule of a tournament; a type only refuses values that mean nothing.

mod account;
mod chess;
mod secret;
mod time;

pub use account::{Account, CaseMapping};
pub use chess::{
    BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, Points, RoundNumber,
    TournamentId,
};
pub use secret::Secret;
pub use time::{Span, SpanMisread, Timestamp, Weekday};

#[cfg(test)]
mod tests;
