//! The part of the story in which players are rated.

use super::story::{CUP, account, instant};
use crate::rating::{Rating, Strength, System, fide::Elo, fide::Rules, glicko::Glicko};
use crate::tournament::{Fact, RatingChange, RatingCorrection, RatingPolicy, RatingStep};

fn elo(points: u16, games: u32) -> Rating {
    Rating {
        strength: Strength::Elo(Elo::new(points)),
        games,
    }
}

/// Two are rated, one of them twice; a third grows less sure without a game; the system is chosen, dropped and chosen again.
pub fn ratings() -> Vec<Fact> {
    let policy = Some(RatingPolicy {
        system: System::Fide(Rules::default()),
        provisional_games: 7,
    });
    let change = |name: &str, [before, after]: [Rating; 2], halves| RatingChange {
        account: account(name),
        name: name.to_owned(),
        before,
        after,
        games: after.games - before.games,
        halves,
    };
    let unsure = |deviation_milli| Rating {
        strength: Strength::Glicko(Glicko {
            rating_milli: 1_487_600,
            deviation_milli,
            volatility_nano: 60_000_001,
        }),
        games: 4,
    };
    let computed = |at, changes| Fact::RatingsComputed {
        tournament: CUP,
        at: instant(at),
        changes,
    };
    let step = |at, after| RatingStep {
        tournament: CUP,
        at: instant(at),
        before: 1500,
        after,
        games: 1,
        halves: 2,
    };
    let corrected =
        |name: &str, before, rating, (kept, new): (u32, Option<RatingStep>)| RatingCorrection {
            account: account(name),
            name: name.to_owned(),
            before,
            rating,
            kept,
            steps: new.into_iter().collect(),
        };
    vec![
        Fact::RatingsChosen { policy },
        computed(
            91,
            vec![
                change("Rook|x", [elo(1500, 0), elo(1520, 3)], 5),
                change("Queen", [elo(2399, 40), elo(2401, 41)], 1),
            ],
        ),
        Fact::RatingsChosen { policy: None },
        Fact::RatingsChosen { policy },
        computed(
            92,
            vec![
                change("ROOK|X", [elo(1520, 3), elo(1480, 5)], 0),
                change("Idle", [unsure(200_000), unsure(201_500)], 0),
            ],
        ),
        // A ruling on the first period: one has another second step, one is off the list, and one comes onto it.
        Fact::RatingsRecounted {
            tournament: CUP,
            at: instant(93),
            corrections: vec![
                corrected(
                    "Rook|X",
                    Some(1480),
                    Some(elo(1476, 5)),
                    (1, Some(step(92, 1476))),
                ),
                corrected("Queen", Some(2401), None, (0, None)),
                corrected(
                    "Knight",
                    None,
                    Some(elo(1510, 1)),
                    (0, Some(step(91, 1510))),
                ),
            ],
        },
    ]
}
