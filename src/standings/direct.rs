//! The direct encounter (article 6): only the games among the players who are level count.

use super::System;
use super::scores::Table;
use super::value::Value;

/// The points a player made against the others of the group; several games against one count as their mean.
pub(super) fn points(table: &Table<'_>, player: usize, group: &[usize]) -> Value {
    group
        .iter()
        .filter_map(|&other| against(table, player, other))
        .fold(Value::ZERO, Value::plus)
}

/// The mean of the games between two, in points; `None` if they have not met.
fn against(table: &Table<'_>, player: usize, other: usize) -> Option<Value> {
    let games: Vec<i64> = table
        .games(player)
        .filter(|game| game.opponent == other && player != other)
        .map(|game| game.halves)
        .collect();
    let count = i64::try_from(games.len()).unwrap_or(i64::MAX);
    (count > 0).then(|| Value::fraction(games.iter().sum(), 2 * count))
}

/// Splits a group of level players as far as their own games go. A part that got smaller is looked at again by itself.
pub(super) fn split(table: &Table<'_>, mut group: Vec<usize>) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group];
    }
    let opponents = group.len() - 1;
    let missing = |player: usize| {
        let met = group
            .iter()
            .filter(|&&other| against(table, player, other).is_some());
        i64::try_from(opponents - met.count()).unwrap_or(i64::MAX)
    };
    let scores: Vec<(usize, Value, i64)> = group
        .iter()
        .map(|&player| (player, points(table, player, &group), missing(player)))
        .collect();
    if scores.iter().all(|score| score.2 == 0) || table.system() == System::RoundRobin {
        return split_by_points(table, scores);
    }
    // Not all have met: one who is alone on top whatever the missing games would bring is first (article 6.2).
    let on_top = scores.iter().find(|first| {
        scores
            .iter()
            .filter(|other| other.0 != first.0)
            .all(|other| other.1.plus(Value::whole(other.2)) < first.1)
    });
    match on_top {
        None => vec![group],
        Some(&(first, _, _)) => {
            group.retain(|&player| player != first);
            let mut parts = vec![vec![first]];
            parts.extend(split(table, group));
            parts
        }
    }
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
