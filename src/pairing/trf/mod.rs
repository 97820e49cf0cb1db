//! Tournament reports: FIDE's TRF16 with the XX extensions, and TRF26.
//!
//! [`read`] takes the bytes of a report, [`write()`] makes one, and [`Report::field_before`] turns it into the field of any
//! round. What a report holds and this module does not understand is kept as a plain line and answered with a
//! [`Warning`]; what it cannot read at all, or what two lines tell differently of one game, is an [`Error`] naming the
//! line, the column and what was expected there.

mod cells;
mod consistency;
mod field;
mod read;
mod table;
#[cfg(test)]
mod tests;
mod write;

pub use read::{BYTES_MAX, read};
pub use write::write;

use super::{PlayerNumber, Side};
use std::collections::BTreeSet;
use std::fmt;

/// Which form a report is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// TRF16, with `XXR`, `XXC`, `XXZ`, `XXP` and `XXA` for what it lacks.
    Trf16,
    /// TRF26: lines `142`, `152`, `240`, `250` and `260`.
    #[default]
    Trf26,
}

/// One round of one player, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The opponent's number.
    pub opponent: Option<PlayerNumber>,
    /// The side, also where nothing was played on it.
    pub side: Option<Side>,
    /// The result.
    pub code: Code,
}

/// The result of a round, by TRF's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// `1`: won.
    Win,
    /// `=`: drawn.
    Draw,
    /// `0`: lost.
    Loss,
    /// `W`: won, not rated.
    UnratedWin,
    /// `D`: drawn, not rated.
    UnratedDraw,
    /// `L`: lost, not rated.
    UnratedLoss,
    /// `+`: won by forfeit.
    ForfeitWin,
    /// `-`: lost by forfeit.
    ForfeitLoss,
    /// `F`: a full point without play.
    FullBye,
    /// `H`: half a point without play.
    HalfBye,
    /// `U`: the pairing-allocated bye.
    PairingBye,
    /// `Z`: absent.
    Absent,
    /// Nothing is written: the same as absent.
    Blank,
}

/// One `001` line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Entrant {
    /// The starting number.
    pub number: PlayerNumber,
    /// `m` or `w`.
    pub sex: Option<char>,
    /// The title, as written.
    pub title: String,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: Option<u16>,
    /// The federation.
    pub federation: String,
    /// FIDE's number for the player.
    pub fide_id: String,
    /// The date of birth, as written.
    pub birth: String,
    /// The points the report states, in half points.
    pub halves: Option<u32>,
    /// The rank the report states.
    pub rank: Option<u32>,
    /// The rounds.
    pub cells: Vec<Cell>,
}

/// Points added for pairing only, in one round for one player (`XXA`, `250`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VirtualPoints {
    /// The player.
    pub number: PlayerNumber,
    /// The round, from 1.
    pub round: u16,
    /// Half points.
    pub halves: u8,
}

/// A bye announced for a round (`240`; `XXZ` for the next one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnnouncedBye {
    /// The player.
    pub number: PlayerNumber,
    /// The round, from 1; `None` is the next one to be paired.
    pub round: Option<u16>,
    /// Full, half or no points.
    pub code: Code,
}

/// Players who must not meet each other (`XXP`, `260`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The rounds this holds for, from 1; `None` is all of them.
    pub rounds: Option<(u16, u16)>,
    /// The players.
    pub numbers: Vec<PlayerNumber>,
}

/// A line that is kept as it stands: a code of three characters and the text after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The code, `012` for the name and so on; `###` for a comment.
    pub code: String,
    /// The text, without the space after the code.
    pub text: String,
}

/// A whole report.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Report {
    /// The form it was, or will be, written in.
    pub dialect: Dialect,
    /// Everything that is not read further, in order: name, place, dates, arbiters, standings lists, comments.
    pub lines: Vec<Line>,
    /// The players, in order of the report.
    pub entrants: Vec<Entrant>,
    /// How many rounds the tournament has.
    pub rounds_total: Option<u16>,
    /// The lot for colours.
    pub initial_side: Option<Side>,
    /// Virtual points.
    pub virtual_points: Vec<VirtualPoints>,
    /// Byes announced.
    pub byes: Vec<AnnouncedBye>,
    /// Who must not meet.
    pub apart: Vec<Apart>,
    /// What the pairing-allocated bye is worth in half points, where the report says so.
    pub pairing_bye_halves: Option<u8>,
    /// Who left a round robin too early to count in its table.
    pub out_of_table: BTreeSet<PlayerNumber>,
}

/// Something a report says that has no effect here, or that two lines of it say differently without harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; the first one where the whole line is meant.
    pub column: usize,
    /// What is not understood, or does not agree.
    pub what: String,
}

/// Why a report cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: expected {}, found {:?}",
            self.line, self.column, self.expected, self.found
        )
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}
