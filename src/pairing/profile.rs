//! What the rules read from a player's rounds: score, colours, floats, byes (C.04.3 article 1).

use super::swiss::Edition;
use super::{Field, Player, PlayerNumber, RoundRecord, Side};
use std::collections::BTreeMap;

/// How strongly a player is due a side (article 1.7), weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Strength {
    Mild,
    Strong,
    Absolute,
}

/// The side a player is due and how strongly; `None` before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Preference {
    pub side: Side,
    pub strength: Strength,
}

/// What a past round made of a player (article 1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Float {
    Up,
    Down,
    Level,
}

/// Everybody's score before each round, the virtual points of that round included; the last entry is for the next one.
#[derive(Clone, Debug)]
pub(super) struct Scores(BTreeMap<PlayerNumber, Vec<u32>>);

impl Scores {
    pub fn of(field: &Field) -> Scores {
        let rounds = field.rounds_played();
        let scores = field.players.iter().map(|player| {
            let mut real = 0;
            let before = (0..=rounds).map(|round| {
                let extra = player.acceleration.get(round).copied().unwrap_or(0);
                let score = real + u32::from(extra);
                if let Some(record) = player.rounds.get(round) {
                    real += record.halves(field.pairing_bye_halves);
                }
                score
            });
            (player.number, before.collect())
        });
        Scores(scores.collect())
    }

    /// A player's score before a round, counted from 0.
    fn before(&self, number: PlayerNumber, round: usize) -> Option<u32> {
        self.0.get(&number)?.get(round).copied()
    }

    /// How a round floated a player.
    fn float(&self, player: &Player, round: usize, field: &Field, edition: Edition) -> Float {
        let record = player.rounds.get(round).copied();
        let record = record.unwrap_or(RoundRecord::Absent);
        if let RoundRecord::Game { opponent, .. } = record {
            let own = self.before(player.number, round);
            return match own.cmp(&self.before(opponent, round)) {
                std::cmp::Ordering::Less => Float::Up,
                std::cmp::Ordering::Equal => Float::Level,
                std::cmp::Ordering::Greater => Float::Down,
            };
        }
        // Until 2026 any round without a game was a downfloat; now only one that brought more than a loss is (article 1.4).
        match edition {
            Edition::Y2017 => Float::Down,
            Edition::Y2026 if record.halves(field.pairing_bye_halves) > 0 => Float::Down,
            Edition::Y2026 => Float::Level,
        }
    }
}

/// One player as the pairing rules see them before the next round.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    pub number: PlayerNumber,
    /// Half points, the acceleration of the next round included.
    pub score: u32,
    /// The sides of the games played, oldest first; unplayed rounds leave no gap.
    pub sides: Vec<Side>,
    /// Games with white minus games with black.
    pub difference: i32,
    pub preference: Option<Preference>,
    /// Everybody met over the board, sorted.
    pub met: Vec<PlayerNumber>,
    /// Barred from the pairing-allocated bye (C.04.1 article 4).
    pub bye_barred: bool,
    /// How the last round and the one before it floated the player.
    pub floats: [Float; 2],
    /// Rounds without a game.
    pub unplayed: u32,
}

/// A preference from the sides had so far.
pub(super) fn preference(sides: &[Side]) -> Option<Preference> {
    let last = *sides.last()?;
    let difference = difference(sides);
    let twice_running = sides.len() >= 2 && sides[sides.len() - 2] == last;
    let strength = if difference.abs() > 1 || twice_running {
        Strength::Absolute
    } else if difference != 0 {
        Strength::Strong
    } else {
        Strength::Mild
    };
    // Wider than one, the difference decides; at one or none, twice the same side running asks for the other.
    let side = if difference.abs() > 1 || (difference != 0 && !twice_running) {
        if difference > 0 {
            Side::Black
        } else {
            Side::White
        }
    } else {
        last.other()
    };
    Some(Preference { side, strength })
}

pub(super) fn difference(sides: &[Side]) -> i32 {
    sides
        .iter()
        .map(|side| match side {
            Side::White => 1,
            Side::Black => -1,
        })
        .sum()
}

/// The sides of the games a player played, oldest first.
pub(super) fn sides_of(player: &Player) -> Vec<Side> {
    player
        .rounds
        .iter()
        .filter_map(|round| match round {
            RoundRecord::Game { side, .. } => Some(*side),
            RoundRecord::Forfeit { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => None,
        })
        .collect()
}

/// Whether a player may not have the pairing-allocated bye: one who had it, or any other win without play
/// (C.04.1 article 4).
pub(super) fn bye_barred(player: &Player) -> bool {
    player.rounds.iter().any(|round| match round {
        RoundRecord::PairingBye | RoundRecord::FullBye => true,
        RoundRecord::Forfeit { halves, .. } => *halves >= 2,
        RoundRecord::Game { .. } | RoundRecord::HalfBye | RoundRecord::Absent => false,
    })
}

fn bars_2017(round: &RoundRecord) -> bool {
    match round {
        RoundRecord::PairingBye => true,
        RoundRecord::Forfeit { halves, .. } => *halves >= 2,
        RoundRecord::FullBye
        | RoundRecord::Game { .. }
        | RoundRecord::HalfBye
        | RoundRecord::Absent => false,
    }
}

impl Profile {
    /// Reads a player's rounds.
    pub fn new(player: &Player, field: &Field, scores: &Scores, edition: Edition) -> Profile {
        let played = field.rounds_played();
        let sides = sides_of(player);
        let mut met: Vec<PlayerNumber> = player
            .rounds
            .iter()
            .filter_map(|round| match round {
                RoundRecord::Game { opponent, .. } => Some(*opponent),
                RoundRecord::Forfeit { .. }
                | RoundRecord::PairingBye
                | RoundRecord::FullBye
                | RoundRecord::HalfBye
                | RoundRecord::Absent => None,
            })
            .collect();
        met.sort_unstable();
        let float = |back: usize| match played.checked_sub(back) {
            Some(round) => scores.float(player, round, field, edition),
            None => Float::Level,
        };
        let score = scores.before(player.number, played).unwrap_or(0);
        let unplayed = played - sides.len().min(played);
        Profile {
            number: player.number,
            score,
            difference: difference(&sides),
            preference: preference(&sides),
            sides,
            met,
            bye_barred: match edition {
                // Until 2026 a full point given by the arbiter did not bar.
                Edition::Y2017 => player.rounds.iter().any(bars_2017),
                Edition::Y2026 => bye_barred(player),
            },
            floats: [float(1), float(2)],
            unplayed: u32::try_from(unplayed).unwrap_or(u32::MAX),
        }
    }

    /// The side this player must have, if the preference is absolute.
    pub fn absolute(&self) -> Option<Side> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.side)
    }
}
