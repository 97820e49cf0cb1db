//! DALnet's rules, in force on the channel: every article of them, in the bot's own words.

mod board;
mod game;
mod week;

use super::law::Law;

/// The parts of the document, in its order.
pub(super) const PARTS: [&[Law]; 5] = [
    &week::WEEK,
    &board::BOARD,
    &board::MOVES,
    &game::ENDINGS,
    &game::CONDUCT,
];

/// The chapters that have no text of their own.
pub(super) const CHAPTERS: [(&str, &str); 8] = [
    ("1", "the board"),
    ("2", "the pieces"),
    ("3", "who moves"),
    ("4", "moves in general"),
    ("5", "how each piece moves"),
    ("6", "check"),
    ("7", "how a game ends"),
    ("8", "conduct"),
];
