//! What is done with arbitrary bytes, one function for each place where bytes from outside come in. A function returns, or
//! it panics, and then the bytes have found a mistake.
//!
//! cargo-fuzz calls them with bytes that reach new code; an ordinary test (`tests/it/fuzz.rs`) calls them with seeded
//! mutations of the fixtures, so that they hold where there is no cargo-fuzz too.

mod command;
mod field;
mod irc_line;
mod pgn;
mod trf;

pub use command::command;
pub use field::field;
pub use irc_line::irc_line;
pub use pgn::pgn;
pub use trf::trf;
