//! The ways people and programs write moves, one row each: what it changes in a text of standard notation.

use super::writer::Dialect;

/// One way of writing, and what the reader owes it.
pub(super) struct Habit {
    /// Two habits of one group cannot go together.
    pub(super) group: Group,
    pub(super) name: &'static str,
    pub(super) owed: Owed,
    pub(super) take_up: fn(&mut Dialect),
}

/// What a habit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    Number,
    Form,
    Capture,
    Pawn,
    Castling,
    Promotion,
    Check,
    Passing,
    Letters,
    Praise,
    Aside,
    Between,
    Lines,
    Head,
    Tail,
    Carrier,
    Bytes,
}

/// What the reader must make of a habit that is the only one in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owed {
    /// The very moves, without a fault.
    Reading,
    /// The very moves, or a fault at a half-move before which all is right: letters that may mean two things.
    NoOtherGame,
}


macro_rules! habits {
    ($($group:ident $owed:ident $name:literal: $change:expr;)*) => {
        /// The habits of this file.
        pub(super) const HABITS: &[Habit] = &[
            $(Habit { group: Group::$group, name: $name, owed: Owed::$owed, take_up: $change },)*
        ];
    };
}

/// A number before each of White's half-moves.
macro_rules! numbered {
    ($format:literal) => {
        |d| {
            d.number = |half| match half % 2 {
                0 => format!($format, half / 2 + 1),
                _ => String::new(),
            }
        }
    };
    ($white:literal, $black:literal) => {
        |d| {
            d.number = |half| match half % 2 {
                0 => format!($white, half / 2 + 1),
                _ => format!($black, half / 2 + 1),
            }
        }
    };
}

macro_rules! letters {
    ($king:literal $queen:literal $rook:literal $bishop:literal $knight:literal) => {
        |d| {
            d.letter = |role, _| match role {
                Role::King => $king,
                Role::Queen => $queen,
                Role::Rook => $rook,
                Role::Bishop => $bishop,
                Role::Knight => $knight,
                Role::Pawn => "",
            }
        }
    };
}

/// Something after every third half-move.
macro_rules! now_and_then {
    ($text:literal) => {
        |d| {
            d.aside = |half| match half % 3 {
                0 => $text.to_owned(),
                _ => String::new(),
            }
        }
    };
}

macro_rules! each_line {
    ($change:expr) => {
        |d| {
            d.carrier = |text| {
                let lines = text.lines().map($change);
                lines.collect::<Vec<String>>().join("\n") + "\n"
            }
        }
    };
}

mod moves;
mod texts;

/// Every habit.
pub(super) fn all() -> Vec<&'static Habit> {
    moves::HABITS.iter().chain(texts::HABITS).collect()
}
