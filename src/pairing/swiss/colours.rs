//! Who gets which side (C.04.3 article 5.2).

use crate::pairing::Side;
use crate::pairing::profile::{Profile, Strength};

/// The rule of article 5.2 that decided a pair's sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourRule {
    /// 5.2.1: both get what they prefer.
    BothPreferences,
    /// 5.2.2: the stronger preference.
    Stronger,
    /// 5.2.3: the sides alternate from the latest round in which the two had different ones.
    Alternation,
    /// 5.2.4: the higher ranked player's preference.
    HigherRanked,
    /// 5.2.5: the lot and the higher ranked player's pairing number.
    Number,
}

/// The side of the higher ranked of two players, and the rule that gave it.
pub(super) fn seat(higher: &Profile, lower: &Profile, initial: Side) -> (Side, ColourRule) {
    match (higher.preference, lower.preference) {
        (Some(a), Some(b)) if a.side != b.side => return (a.side, ColourRule::BothPreferences),
        (Some(a), None) => return (a.side, ColourRule::BothPreferences),
        (None, Some(b)) => return (b.side.other(), ColourRule::BothPreferences),
        (Some(a), Some(b)) => {
            let both_absolute = a.strength == Strength::Absolute && a.strength == b.strength;
            let wider = if both_absolute {
                higher.difference.abs().cmp(&lower.difference.abs())
            } else {
                std::cmp::Ordering::Equal
            };
            match a.strength.cmp(&b.strength).then(wider) {
                std::cmp::Ordering::Greater => return (a.side, ColourRule::Stronger),
                std::cmp::Ordering::Less => return (b.side.other(), ColourRule::Stronger),
                std::cmp::Ordering::Equal => {}
            }
            if let Some(side) = alternate(&higher.sides, &lower.sides) {
                return (side, ColourRule::Alternation);
            }
            return (a.side, ColourRule::HigherRanked);
        }
        (None, None) => {}
    }
    let side = if higher.number % 2 == 1 {
        initial
    } else {
        initial.other()
    };
    (side, ColourRule::Number)
}

/// The higher ranked player's side, where the histories differ: the other one than at the latest difference, counted
/// back over the games played.
fn alternate(higher: &[Side], lower: &[Side]) -> Option<Side> {
    higher
        .iter()
        .rev()
        .zip(lower.iter().rev())
        .find(|(a, b)| a != b)
        .map(|(a, _)| a.other())
}
