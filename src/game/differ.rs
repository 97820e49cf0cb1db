//! Two scores of one game: the same, or where they part.

use shakmaty::Position;

use super::notation::{MoveNumber, san_and_play};
use super::score::{Gamescore, Start};

/// How two scores of one game compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The same moves.
    Same,
    /// They begin from different positions.
    Starts,
    /// One of them is the beginning of the other.
    Shorter {
        /// Which one is shorter.
        which: Which,
        /// The plies they have in common.
        plies: usize,
        /// The first move that only the longer one has.
        next: String,
    },
    /// They part.
    Part {
        /// The first ply at which they differ, from 1.
        ply: usize,
        /// The move's number, `12.` or `12...`.
        number: MoveNumber,
        /// The move of the first one.
        first: String,
        /// The move of the second one.
        second: String,
    },
}

/// One of two scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

/// Compares the moves of two scores. Tags, results and faults are not looked at.
pub fn compare(first: &Gamescore, second: &Gamescore) -> Comparison {
    if !same_start(&first.start, &second.start) {
        return Comparison::Starts;
    }
    let pairs = first.moves.iter().zip(&second.moves);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let next = |score: &Gamescore| {
        let mut position = score.start.position();
        for played in &score.moves[..common] {
            position.play_unchecked(*played);
        }
        let played = score.moves.get(common)?;
        Some(san_and_play(&mut position, *played))
    };
    let shorter = |which, next| Comparison::Shorter {
        which,
        plies: common,
        next,
    };
    match (next(first), next(second)) {
        (None, None) => Comparison::Same,
        (None, Some(next)) => shorter(Which::First, next),
        (Some(next), None) => shorter(Which::Second, next),
        (Some(a), Some(b)) => Comparison::Part {
            ply: common + 1,
            number: MoveNumber::of(&first.start, common + 1),
            first: a,
            second: b,
        },
    }
}

/// Whether two games begin alike: from the same position, whatever the counters of a FEN say.
fn same_start(first: &Start, second: &Start) -> bool {
    first.position() == second.position()
}
