//! The moves of a game: reading what people send, and what the laws say of it.
//!
//! A [`Gamescore`] is what one text says: tags, moves, a result, and the first thing that was wrong
//! with it. [`scores`] makes it from bytes, however they are written. Nothing here knows a tournament,
//! a player's account or a result that was reported.
//!
//! The text is read by code of this project and not by pgn-reader's visitor, since that drops every
//! token it does not know without a call-back: a game would get shorter and still pass as clean.

mod attempt;
mod decode;
mod glued;
mod layouts;
mod lex;
mod matching;
mod read;
mod reasons;
mod score;
mod source;
mod spelling;
mod tags;
mod tongues;

pub use source::{GAME_BYTES_MAX, Games, Next, scores};

pub use score::{Fault, Gamescore, Impossible, Marker, NotThisGame, Note, Reason, Start, Tag};
