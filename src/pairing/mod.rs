//! Who meets whom: Swiss, round robin and knockout pairings, from the players' rounds so far.
//!
//! A [`Field`] holds everything a pairing depends on: each [`Player`]'s rounds, who is to be paired next, the lot for
//! colours and the pairs that must not happen. Every function here is pure: the same field gives the same pairing.
//!
//! This module uses nothing but the standard library and knows nothing of this program: no accounts, no clock, no
//! chance. Scores are counted in half points.

mod assignment;
pub mod berger;
pub mod knockout;
mod matching;
mod profile;
pub mod rehearsal;
mod risk;
pub mod swiss;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_conformance;
#[cfg(test)]
mod tests_matching;
pub mod trf;
mod weight;
mod weighted;

pub use risk::{Risk, check};

/// A player's pairing number (FIDE's TPN): 1 for the strongest, up to the number of players.
pub type PlayerNumber = u32;

/// The most players a field may hold: who may meet whom takes a bit for every two of them, 50 MB at this number.
pub const PLAYERS_MAX: usize = 20_000;

/// The side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// What one round was for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundRecord {
    /// A game was played over the board: it counts for colours and for having met (C.04.2).
    Game {
        /// The other player.
        opponent: PlayerNumber,
        /// This player's side.
        side: Side,
        /// What the game gave this player, in half points: 0, 1 or 2.
        halves: u8,
    },
    /// Won or lost without play: no colour, and the two may meet again.
    Forfeit {
        /// The scheduled opponent, where known.
        opponent: Option<PlayerNumber>,
        /// 2 for the forfeit win, 0 for the forfeit loss.
        halves: u8,
    },
    /// The odd one out got the pairing-allocated bye (TRF `U`).
    PairingBye,
    /// A full point given without play (TRF `F`).
    FullBye,
    /// Half a point given without play (TRF `H`).
    HalfBye,
    /// Not there: nothing (TRF `Z`).
    Absent,
}

impl RoundRecord {
    /// What the round gave, in half points; the pairing-allocated bye is worth what the field says.
    pub fn halves(self, pairing_bye_halves: u8) -> u32 {
        match self {
            RoundRecord::Game { halves, .. } | RoundRecord::Forfeit { halves, .. } => {
                u32::from(halves)
            }
            RoundRecord::PairingBye => u32::from(pairing_bye_halves),
            RoundRecord::FullBye => 2,
            RoundRecord::HalfBye => 1,
            RoundRecord::Absent => 0,
        }
    }

    /// Whether a game was played over the board.
    pub fn was_played(self) -> bool {
        match self {
            RoundRecord::Game { .. } => true,
            RoundRecord::Forfeit { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => false,
        }
    }
}

/// One player of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The pairing number.
    pub number: PlayerNumber,
    /// The rating, where there is one. Pairings go by number; only tie-breaks read this.
    pub rating: Option<u16>,
    /// The rounds so far, the first one first. A shorter list than others' means absence at its end.
    pub rounds: Vec<RoundRecord>,
    /// Whether the player is to be paired in the next round.
    pub available: bool,
    /// Virtual half points for pairing each round, round 1 first (Baku acceleration, C.04.7); past its end there are none.
    pub acceleration: Vec<u8>,
}

impl Player {
    /// A player at the start of a tournament, ready to be paired.
    pub fn new(number: PlayerNumber, rating: Option<u16>) -> Player {
        Player {
            number,
            rating,
            rounds: Vec::new(),
            available: true,
            acceleration: Vec::new(),
        }
    }
}

/// Everything a pairing depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The players, in any order, each pairing number once.
    pub players: Vec<Player>,
    /// How many rounds the tournament has.
    pub rounds_total: u16,
    /// The side the lot gave to the odd pairing numbers (C.04.3 article 5.1).
    pub initial_side: Side,
    /// Pairs that must not be made, whatever the rules would allow.
    pub forbidden: Vec<(PlayerNumber, PlayerNumber)>,
    /// What the pairing-allocated bye is worth in half points: a win, unless the tournament's rules say otherwise.
    pub pairing_bye_halves: u8,
}

impl Field {
    /// A field with the usual rules: a bye is worth a win, nobody is kept apart.
    pub fn new(players: Vec<Player>, rounds_total: u16, initial_side: Side) -> Field {
        Field {
            players,
            rounds_total,
            initial_side,
            forbidden: Vec::new(),
            pairing_bye_halves: 2,
        }
    }

    /// How many rounds are behind the field: the longest list of rounds.
    pub fn rounds_played(&self) -> usize {
        self.players
            .iter()
            .map(|player| player.rounds.len())
            .max()
            .unwrap_or(0)
    }

    /// The player with this number.
    pub fn player(&self, number: PlayerNumber) -> Option<&Player> {
        self.players.iter().find(|player| player.number == number)
    }
}

/// Two players at one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// Who has white.
    pub white: PlayerNumber,
    /// Who has black.
    pub black: PlayerNumber,
}

impl Pair {
    /// A pair in which the first player has the given side.
    pub fn with_side(first: PlayerNumber, second: PlayerNumber, side: Side) -> Pair {
        match side {
            Side::White => Pair {
                white: first,
                black: second,
            },
            Side::Black => Pair {
                white: second,
                black: first,
            },
        }
    }
}

/// A whole round.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RoundPairing {
    /// The pairs in board order.
    pub pairs: Vec<Pair>,
    /// Who sits out.
    pub bye: Option<PlayerNumber>,
}

/// Why there is no pairing of the next round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPairing {
    /// Fewer than two players are to be paired.
    TooFewPlayers,
    /// All rounds have been played.
    RoundsAreOver,
    /// The number of players is odd and everybody already had a bye or a win without play (C.04.1 article 4).
    NobodyMayHaveTheBye,
    /// These players have no legal opponent left, nor may they have the bye.
    NoOpponentLeft(Vec<PlayerNumber>),
    /// Everybody has somebody, but not all at once: no set of legal pairs covers the field.
    NoCompletePairing,
    /// A bracket is too large and too entangled to be paired exactly within a few seconds. This takes six hundred players and more
    /// most of whom may not meet; the director pairs by hand.
    TooEntangled,
    /// The field contradicts itself.
    Faulty(FieldFault),
}

/// How a field can contradict itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFault {
    /// More players than [`PLAYERS_MAX`].
    TooManyPlayers,
    /// Two players have this number.
    NumberTwice(PlayerNumber),
    /// A pairing number is 0.
    NumberZero,
}

impl Field {
    /// Whether the field holds together: numbers from 1, each once, not too many.
    pub fn fault(&self) -> Option<FieldFault> {
        if self.players.len() > PLAYERS_MAX {
            return Some(FieldFault::TooManyPlayers);
        }
        let mut numbers: Vec<PlayerNumber> = self.players.iter().map(|p| p.number).collect();
        numbers.sort_unstable();
        if numbers.first() == Some(&0) {
            return Some(FieldFault::NumberZero);
        }
        numbers
            .windows(2)
            .find(|two| two[0] == two[1])
            .map(|two| FieldFault::NumberTwice(two[0]))
    }
}
