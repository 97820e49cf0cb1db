//! Rounds, boards, colours, results and points.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Not};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number!(
    /// A tournament's number in this society, from 1, never used twice.
    TournamentId(u32)
);
number!(
    /// A player's number within one tournament, from 1 in the order of entering, never used twice.
    EntryNumber(u32)
);
number!(
    /// A round's number within its tournament, from 1.
    RoundNumber(u16)
);
number!(
    /// A board's number within its round, from 1.
    BoardNumber(u16)
);

impl RoundNumber {
    /// The round after this one.
    pub fn next(self) -> RoundNumber {
        RoundNumber(self.0 + 1)
    }
}

/// The colour of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Moves first (DAL 3.1).
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// White, then black.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// How a game that was played ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// 1-0.
    WhiteWins,
    /// ½-½.
    Draw,
    /// 0-1.
    BlackWins,
}

impl Outcome {
    /// The outcome in which this colour won.
    pub fn win_of(winner: Color) -> Outcome {
        match winner {
            Color::White => Outcome::WhiteWins,
            Color::Black => Outcome::BlackWins,
        }
    }

    /// Who won, where somebody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw => None,
        }
    }

    /// The same game seen with the colours exchanged.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::WhiteWins => Outcome::BlackWins,
            Outcome::BlackWins => Outcome::WhiteWins,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

/// What a board brought: a game, or what stands in for one.
///
/// Forfeits are unplayed games: no rating changes, and the two may meet again (SPEC R-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardResult {
    /// A game was played.
    Played(Outcome),
    /// Nothing was played: this colour loses, the other gets a point.
    Forfeit {
        /// The colour that loses.
        loser: Color,
    },
    /// Nothing was played: both lose.
    DoubleForfeit,
}

impl BoardResult {
    /// What this result gives to the player of one colour (DAL 9: 1, ½, 0).
    pub fn points(self, color: Color) -> Points {
        match self {
            BoardResult::Played(Outcome::Draw) => Points::HALF,
            BoardResult::Played(outcome) if outcome.winner() == Some(color) => Points::ONE,
            BoardResult::Forfeit { loser } if loser != color => Points::ONE,
            BoardResult::Played(_) | BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => {
                Points::ZERO
            }
        }
    }

    /// Whether a game was played.
    pub fn was_played(self) -> bool {
        match self {
            BoardResult::Played(_) => true,
            BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => false,
        }
    }
}

/// Why a player has no opponent in a round. TRF's letters are U, F, H and Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// The odd one out: a point, nobody twice (SPEC R-10).
    PairingAllocated,
    /// A point given by the director.
    FullPoint,
    /// Half a point, asked for or given for a round missed (SPEC R-7).
    HalfPoint,
    /// Not there: nothing.
    ZeroPoint,
}

impl ByeKind {
    /// What the bye is worth.
    pub fn points(self) -> Points {
        match self {
            ByeKind::PairingAllocated | ByeKind::FullPoint => Points::ONE,
            ByeKind::HalfPoint => Points::HALF,
            ByeKind::ZeroPoint => Points::ZERO,
        }
    }
}

/// A score, counted in half points so that no fraction is ever stored.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Points(u32);

impl Points {
    /// Nothing.
    pub const ZERO: Points = Points(0);
    /// Half a point.
    pub const HALF: Points = Points(1);
    /// A point.
    pub const ONE: Points = Points(2);

    /// This many half points.
    pub fn from_halves(halves: u32) -> Points {
        Points(halves)
    }

    /// The number of half points.
    pub fn halves(self) -> u32 {
        self.0
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(iter: I) -> Points {
        iter.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// `2`, `2.5`: plain ASCII, as lines on IRC need it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_multiple_of(2) {
            write!(f, "{}", self.0 / 2)
        } else {
            write!(f, "{}.5", self.0 / 2)
        }
    }
}
