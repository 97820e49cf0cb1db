//! Knockout brackets: who meets whom when the loser leaves.
//!
//! No FIDE law fixes the bracket; this is the customary one, in which the two top seeds can meet only in the final.
//! Tie-break games are the event's own rules and not known here.

use super::{Pair, PlayerNumber, Side};

/// One place of the bracket in one round, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Two players meet.
    Pair(Pair),
    /// A seed goes through without a game.
    Through(PlayerNumber),
}

/// How many rounds a knockout of so many players takes.
pub fn rounds(players: u32) -> u16 {
    if players < 2 {
        return 0;
    }
    u16::try_from(u32::BITS - (players - 1).leading_zeros()).unwrap_or(u16::MAX)
}

/// The seeds from top to bottom of a bracket of the given number of rounds: each seed `s` among `m` splits into
/// `s` and `2m + 1 - s`.
fn seeds(rounds: u16) -> Vec<PlayerNumber> {
    let mut order = vec![1];
    for _ in 0..rounds {
        let sum = u32::try_from(order.len()).unwrap_or(u32::MAX) * 2 + 1;
        order = order.iter().flat_map(|&s| [s, sum - s]).collect();
    }
    order
}

/// The first round: seed 1 at the top; where the bracket has more places than players, the top seeds go through.
///
/// On the first board the better seed has `initial_side`, then the sides alternate down the bracket.
pub fn first_round(players: u32, initial_side: Side) -> Vec<Slot> {
    if players < 2 {
        return (1..=players).map(Slot::Through).collect();
    }
    let mut side = initial_side;
    seeds(rounds(players))
        .chunks_exact(2)
        .map(|two| {
            if two[1] > players {
                return Slot::Through(two[0]);
            }
            let pair = Pair::with_side(two[0], two[1], side);
            side = side.other();
            Slot::Pair(pair)
        })
        .collect()
}

/// A later round, from the winners of the round before in bracket order. A last winner without a neighbour goes through.
///
/// The smaller number is the better seed and has `initial_side` on the first board, alternating down the bracket.
pub fn next_round(winners: &[PlayerNumber], initial_side: Side) -> Vec<Slot> {
    let mut side = initial_side;
    winners
        .chunks(2)
        .map(|two| match *two {
            [first, second] => {
                let pair = Pair::with_side(first.min(second), first.max(second), side);
                side = side.other();
                Slot::Pair(pair)
            }
            [alone] => Slot::Through(alone),
            [] | [_, _, ..] => unreachable!("chunks of two hold one or two"),
        })
        .collect()
}

/// The game for the third place: the two who lost the semifinals, the better seed with `side`.
pub fn third_place(losers: [PlayerNumber; 2], side: Side) -> Pair {
    Pair::with_side(losers[0].min(losers[1]), losers[0].max(losers[1]), side)
}
