//! Ratings: how strong a player is by the games played so far (DAL I.a: the channel's rating).
//!
//! A rating period is a list of [`Game`]s; [`period`] takes the ratings before it and gives everybody's [`Change`]. All
//! games of a period count by the ratings before it, so their order does not matter. Only games over the board are given
//! to it: forfeits and byes never count (SPEC R-24). Two systems are known:
//!
//! * [`fide`]: FIDE's rating regulations (B.02, in force since 1 March 2024), in whole numbers;
//! * [`glicko`]: Mark Glickman's Glicko-2 ("Example of the Glicko-2 system", 2022), which also knows how sure it is.
//!
//! Nothing here knows tournaments, people or the clock.

pub mod fide;
pub mod glicko;
#[cfg(test)]
mod tests;

use fide::Elo;
use glicko::Glicko;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A game over the board between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<P> {
    /// One of the two.
    pub first: P,
    /// The other one.
    pub second: P,
    /// What it brought the first one, in half points: 0, 1 or 2. The second one has the rest.
    pub first_halves: u8,
}

/// How ratings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum System {
    /// FIDE's.
    Fide(fide::Rules),
    /// Glicko-2.
    Glicko2(glicko::Rules),
}

impl System {
    /// What somebody has who never played.
    pub fn initial(&self) -> Rating {
        Rating {
            strength: match self {
                System::Fide(rules) => Strength::Elo(Elo::new(rules.initial)),
                System::Glicko2(rules) => Strength::Glicko(rules.initial()),
            },
            games: 0,
        }
    }
}

/// A strength as a system counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "system", rename_all = "snake_case")]
pub enum Strength {
    /// In FIDE's points.
    Elo(Elo),
    /// In Glicko's, with how sure they are.
    Glicko(Glicko),
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// The strength.
    pub strength: Strength,
    /// From how many games.
    pub games: u32,
}

impl Rating {
    /// The points, rounded, as people compare them.
    pub fn points(&self) -> u16 {
        match &self.strength {
            Strength::Elo(elo) => elo.points,
            Strength::Glicko(glicko) => glicko.points(),
        }
    }

    /// Whether it rests on so few games that it is marked.
    pub fn is_provisional(&self, games_wanted: u32) -> bool {
        self.games < games_wanted
    }

    /// In FIDE's points; a Glicko rating keeps its number where the system was changed.
    fn elo(&self) -> Elo {
        match &self.strength {
            Strength::Elo(elo) => *elo,
            Strength::Glicko(glicko) => Elo::new(glicko.points()),
        }
    }

    /// In Glicko's terms; points of FIDE's keep their number and are as unsure as a new player's.
    fn glicko(&self, rules: &glicko::Rules) -> Glicko {
        match &self.strength {
            Strength::Elo(elo) => Glicko {
                rating_milli: i64::from(elo.points) * 1000,
                ..rules.initial()
            },
            Strength::Glicko(glicko) => *glicko,
        }
    }
}

/// What a period did to a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
    /// How many games of the period counted.
    pub games: u32,
    /// The half points made in them.
    pub halves: u32,
}

/// Counts a period. Who is in the games and not on the list begins with the system's initial rating. Everybody who played
/// is in the answer; in Glicko-2 also who did not, because their rating grows less sure.
pub fn period<P: Ord + Clone>(
    system: &System,
    list: &BTreeMap<P, Rating>,
    games: &[Game<P>],
) -> BTreeMap<P, Change> {
    let before = |player: &P| list.get(player).copied().unwrap_or(system.initial());
    let mut met: BTreeMap<P, Vec<(Rating, u8)>> = BTreeMap::new();
    for game in games {
        assert!(game.first_halves <= 2, "a game brings two half points");
        let (first, second) = (game.first.clone(), game.second.clone());
        let (of_first, of_second) = (before(&first), before(&second));
        let halves = game.first_halves;
        met.entry(first).or_default().push((of_second, halves));
        met.entry(second).or_default().push((of_first, 2 - halves));
    }
    match system {
        System::Fide(_) => {}
        System::Glicko2(_) => {
            for player in list.keys() {
                met.entry(player.clone()).or_default();
            }
        }
    }
    met.into_iter()
        .map(|(player, met)| {
            let change = change(system, before(&player), &met);
            (player, change)
        })
        .collect()
}

/// One player's change: `met` are the opponents' ratings with the half points made against them.
fn change(system: &System, before: Rating, met: &[(Rating, u8)]) -> Change {
    let games = u32::try_from(met.len()).unwrap_or(u32::MAX);
    let strength = match system {
        System::Fide(rules) => {
            let games: Vec<_> = met
                .iter()
                .map(|(opponent, halves)| (opponent.points(), *halves))
                .collect();
            Strength::Elo(before.elo().after(before.games, &games, rules))
        }
        System::Glicko2(rules) => {
            let games: Vec<_> = met
                .iter()
                .map(|(opponent, halves)| (opponent.glicko(rules), *halves))
                .collect();
            Strength::Glicko(before.glicko(rules).after(&games, rules))
        }
    };
    Change {
        before,
        after: Rating {
            strength,
            games: before.games.saturating_add(games),
        },
        games,
        halves: met.iter().map(|(_, halves)| u32::from(*halves)).sum(),
    }
}
