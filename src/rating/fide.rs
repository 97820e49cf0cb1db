//! FIDE's rating system (Handbook B.02, in force since 1 March 2024): whole points, one table, one factor.
//!
//! A game counts for the difference between the points made and those expected of the difference in rating, which is cut
//! to 400 (B.02 8.3.1). The change is the sum over the period times the factor K, rounded half away from zero (8.3.4).
//! Where FIDE takes a player off the list below 1400, the points stay on that floor: a channel forgets nobody. Everybody
//! begins with the same points instead of FIDE's first rating, which takes opponents who are rated already (8.2).

use serde::{Deserialize, Serialize};

/// The greatest difference in rating that counts.
pub const DIFFERENCE_MAX: i32 = 400;
/// Who has reached this has the smallest factor for good.
const MASTERLY: u16 = 2400;
/// From so many games on a player is no newcomer to the factor.
const SETTLED_GAMES: u32 = 30;
/// Factor times games of a period stay below this.
const SWING_MAX: u32 = 700;

/// The greatest difference in rating at which the stronger player is expected to score .50, .51, ... .99 of a game; above
/// the last one it is the whole game (B.02 8.1.2).
pub(crate) const EXPECTED: [i32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// What FIDE leaves to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The points of somebody new.
    pub initial: u16,
    /// Nobody has fewer.
    pub floor: u16,
}

impl Default for Rules {
    /// New players begin a hundred above FIDE's floor.
    fn default() -> Rules {
        Rules {
            initial: 1500,
            floor: 1400,
        }
    }
}

/// A rating in FIDE's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elo {
    /// The points.
    pub points: u16,
    /// Whether it ever was 2400 or more: the factor is 10 from then on.
    pub was_masterly: bool,
}

impl Elo {
    /// A rating that was never higher.
    pub fn new(points: u16) -> Elo {
        Elo {
            points,
            was_masterly: points >= MASTERLY,
        }
    }

    /// The rating after a period: the opponents' points, with the half points made against each.
    pub(super) fn after(self, games_before: u32, games: &[(u16, u8)], rules: &Rules) -> Elo {
        let hundredths: i32 = games
            .iter()
            .map(|&(opponent, halves)| {
                let expected = expected_hundredths(self.points, opponent);
                i32::from(halves) * 50 - expected
            })
            .sum();
        let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
        let change = rounded(self.factor(games_before, count), hundredths);
        let points = (i32::from(self.points) + change).max(i32::from(rules.floor.min(self.points)));
        let points = u16::try_from(points).unwrap_or(u16::MAX);
        Elo {
            points,
            was_masterly: self.was_masterly || points >= MASTERLY,
        }
    }

    /// K: 40 for somebody new to the list until 30 games, 20 below 2400, 10 for good from there; smaller where the games
    /// of the period would count for more than 700 (B.02 8.3.3). Ages are not known here, so there are no juniors.
    pub fn factor(self, games_before: u32, games: u32) -> u32 {
        let factor = if games_before < SETTLED_GAMES {
            40
        } else if self.was_masterly {
            10
        } else {
            20
        };
        match SWING_MAX.checked_div(games) {
            Some(most) => factor.min(most),
            None => factor,
        }
    }
}

/// What is expected of a player in a game, in hundredths of it.
pub fn expected_hundredths(own: u16, opponent: u16) -> i32 {
    let difference = i32::from(own) - i32::from(opponent);
    let cut = difference.abs().min(DIFFERENCE_MAX);
    let step = EXPECTED.iter().position(|&most| cut <= most);
    let stronger = 50 + step.map_or(50, |step| i32::try_from(step).unwrap_or(50));
    if difference >= 0 {
        stronger
    } else {
        100 - stronger
    }
}

/// A factor times hundredths of a game, in points, rounded half away from zero.
fn rounded(factor: u32, hundredths: i32) -> i32 {
    let product = i64::from(factor) * i64::from(hundredths);
    let points = (product.abs() * 2 + 100) / 200;
    i32::try_from(points * product.signum()).unwrap_or(0)
}
