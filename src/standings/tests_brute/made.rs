//! Tournaments to count, by lot.

use super::Crosstable;
use crate::lots::Lots;
use crate::pairing::berger::{self, Cycles};
use crate::pairing::rehearsal::{Plan, Rehearsal};
use crate::pairing::{PlayerNumber, RoundRecord, Side};
use crate::standings::{Edition, System};
use std::collections::BTreeMap;

/// The first rounds of a Swiss with much that is not played.
pub(super) fn swiss(seed: u64, edition: Edition) -> Option<Crosstable> {
    let plan = Plan {
        forfeits: 100 * (seed % 3),
        byes: 60 * (seed % 4),
        withdrawals: 40 * (seed % 3),
        late: 100 * (seed % 2),
        ..Plan::new(
            4 + u32::try_from(seed % 23).ok()?,
            3 + (seed % 7) as u16,
            seed,
        )
    };
    let mut rehearsal = Rehearsal::new(plan);
    for _ in 0..plan.rounds {
        if rehearsal.play().is_err() {
            break;
        }
    }
    let players = &rehearsal.field.players;
    // One in five has no rating.
    let rated = players.iter().filter(|player| player.number % 5 != 2);
    Some(Crosstable {
        rounds: players
            .iter()
            .map(|p| (p.number, p.rounds.clone()))
            .collect(),
        ratings: rated.filter_map(|p| Some((p.number, p.rating?))).collect(),
        edition,
        system: System::Swiss,
    })
}

/// A round robin with forfeits, and somebody who never came.
pub(super) fn round_robin(seed: u64, edition: Edition) -> Crosstable {
    let mut lots = Lots::new(seed);
    let players = 3 + u32::try_from(seed % 9).expect("few");
    let cycles = if seed.is_multiple_of(5) {
        Cycles::Double
    } else {
        Cycles::Single
    };
    let gone = if seed.is_multiple_of(4) {
        1 + u32::try_from(lots.below(u64::from(players))).expect("few")
    } else {
        0
    };
    let mut rounds: BTreeMap<PlayerNumber, Vec<RoundRecord>> =
        (1..=players).map(|number| (number, Vec::new())).collect();
    for round in 1..=berger::rounds(players, cycles) {
        for pair in &berger::round(players, round, cycles).pairs {
            if [pair.white, pair.black].contains(&gone) {
                continue;
            }
            let halves = u8::try_from(lots.below(3)).expect("small");
            let forfeited = lots.below(8) == 0;
            let double = lots.below(4) == 0;
            for (own, opponent, side, halves) in [
                (pair.white, pair.black, Side::White, halves),
                (pair.black, pair.white, Side::Black, 2 - halves),
            ] {
                let record = match (forfeited, double) {
                    (false, _) => RoundRecord::Game {
                        opponent,
                        side,
                        halves,
                    },
                    (true, true) => RoundRecord::Forfeit {
                        opponent: Some(opponent),
                        halves: 0,
                    },
                    (true, false) => RoundRecord::Forfeit {
                        opponent: Some(opponent),
                        halves: if side == Side::White { 2 } else { 0 },
                    },
                };
                rounds.get_mut(&own).expect("a player").push(record);
            }
        }
        for list in rounds.values_mut() {
            list.resize(usize::from(round), RoundRecord::Absent);
        }
    }
    let ratings =
        (1..=players).map(|n| (n, 1_400 + u16::try_from(lots.below(900)).expect("small")));
    Crosstable {
        rounds,
        ratings: ratings.collect(),
        edition,
        system: System::RoundRobin,
    }
}
