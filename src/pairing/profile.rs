//! What the rules read from a player's rounds: score, colours, floats, byes (C.04.3 article 1).

use super::{Field, Player, PlayerNumber, RoundRecord, Side};

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

impl Profile {
    /// Reads a player's rounds; `next` is the round to be paired, counted from 0.
    pub fn new(player: &Player, field: &Field, next: usize) -> Profile {
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
        let real: u32 = player
            .rounds
            .iter()
            .map(|round| round.halves(field.pairing_bye_halves))
            .sum();
        let virtual_halves = player.acceleration.get(next).copied().unwrap_or(0);
        Profile {
            number: player.number,
            score: real + u32::from(virtual_halves),
            difference: difference(&sides),
            preference: preference(&sides),
            sides,
            met,
            bye_barred: bye_barred(player),
        }
    }

    /// The side this player must have, if the preference is absolute.
    pub fn absolute(&self) -> Option<Side> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.side)
    }
}
