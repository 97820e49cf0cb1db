//! The direct encounter (article 6): only the games among the players who are level count.

use super::System;
use super::scores::Table;
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Level players, and the games among them. A player has few games and may have many equals, so it is the games that are
/// looked through.
pub(super) struct Among<'a, 't> {
    table: &'a Table<'t>,
    group: BTreeSet<usize>,
}

impl<'a, 't> Among<'a, 't> {
    pub(super) fn of(table: &'a Table<'t>, group: &[usize]) -> Among<'a, 't> {
        Among {
            table,
            group: group.iter().copied().collect(),
        }
    }

    /// The points a player made against the others of the group; several games against one count as their mean.
    pub(super) fn points(&self, player: usize) -> Value {
        self.met(player)
            .values()
            .map(|games| Value::fraction(games.halves, 2 * games.count))
            .fold(Value::ZERO, Value::plus)
    }

    /// How many of the others a player has not met.
    fn missing(&self, player: usize) -> i64 {
        let others = self.group.len() - 1;
        i64::try_from(others - self.met(player).len()).unwrap_or(i64::MAX)
    }

    /// A player's games against the others, by opponent.
    fn met(&self, player: usize) -> BTreeMap<usize, Games> {
        let mut met: BTreeMap<usize, Games> = BTreeMap::new();
        for game in self.table.games(player) {
            if game.opponent != player && self.group.contains(&game.opponent) {
                let games = met.entry(game.opponent).or_default();
                games.count += 1;
                games.halves += game.halves;
            }
        }
        met
    }
}

/// The games between two.
#[derive(Clone, Copy, Default)]
struct Games {
    count: i64,
    halves: i64,
}

/// Splits a group of level players as far as their own games go. A part that got smaller is looked at again by itself.
pub(super) fn split(table: &Table<'_>, mut group: Vec<usize>) -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    while group.len() > 1 {
        let among = Among::of(table, &group);
        let scores: Vec<(usize, Value, i64)> = group
            .iter()
            .map(|&player| (player, among.points(player), among.missing(player)))
            .collect();
        if scores.iter().all(|score| score.2 == 0) || table.system() == System::RoundRobin {
            parts.extend(split_by_points(table, scores));
            return parts;
        }
        // Not all have met: one who is alone on top whatever the missing games would bring is first (article 6.2).
        let Some(first) = alone_on_top(&scores) else {
            break;
        };
        group.retain(|&player| player != first);
        parts.push(vec![first]);
    }
    parts.push(group);
    parts
}

/// Who has more than anybody else could still reach.
fn alone_on_top(scores: &[(usize, Value, i64)]) -> Option<usize> {
    let first = scores.iter().max_by_key(|score| score.1)?;
    scores
        .iter()
        .filter(|other| other.0 != first.0)
        .all(|other| other.1.plus(Value::whole(other.2)) < first.1)
        .then_some(first.0)
}

fn split_by_points(table: &Table<'_>, mut scores: Vec<(usize, Value, i64)>) -> Vec<Vec<usize>> {
    scores.sort_by(|a, b| {
        b.1.cmp(&a.1)
            .then(table.number(a.0).cmp(&table.number(b.0)))
    });
    let all = scores.len();
    scores
        .chunk_by(|a, b| a.1 == b.1)
        .flat_map(|part| {
            let part: Vec<usize> = part.iter().map(|score| score.0).collect();
            if part.len() == all {
                vec![part]
            } else {
                split(table, part)
            }
        })
        .collect()
}
