//! Points, tie-breaks (FIDE C.07) and places, shared where nothing separates two players.
//!
//! A [`Contest`] is read, nothing is changed; every number is exact (half and quarter points, means as fractions). Pairings
//! are not known here, only the rounds that were.

mod direct;
mod performance;
mod scores;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_brute;
mod tie_break;
mod value;

pub use tie_break::TieBreak;
pub use value::Value;

use crate::pairing::{Player, PlayerNumber};
use scores::Table;

/// Which edition of C.07 counts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Edition {
    /// The rules of August 2024.
    Y2024,
    /// The rules in force since 1 March 2026.
    #[default]
    Y2026,
}

/// What kind of tournament is counted: some tie-breaks treat rounds without play differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum System {
    /// A Swiss system.
    #[default]
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
}

/// What the standings are counted from.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The players with their rounds so far, in any order.
    pub players: &'a [Player],
    /// How many rounds count: those played so far, or all of them at the end.
    pub rounds: u16,
    /// Swiss or round robin.
    pub system: System,
    /// What the pairing-allocated bye is worth in half points.
    pub pairing_bye_halves: u8,
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The player.
    pub number: PlayerNumber,
    /// The place, from 1. Players that nothing separates have the same place, and the places after them are left out.
    pub place: u32,
    /// Whether somebody else has the same place.
    pub shared: bool,
    /// The points, in half points, without virtual ones.
    pub halves: u32,
    /// The tie-breaks, in the order asked for.
    pub tie_breaks: Vec<Value>,
}

/// The standings: by points, then by each tie-break in turn; players still level share a place and stand in the order
/// of their numbers.
pub fn standings(contest: &Contest<'_>, tie_breaks: &[TieBreak], edition: Edition) -> Vec<Row> {
    let table = Table::new(contest, edition);
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by_key(|&player| {
        (
            std::cmp::Reverse(table.points(player)),
            table.number(player),
        )
    });
    let mut groups = split(order, |&a, &b| table.points(a) == table.points(b));
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); table.len()];
    for &tie_break in tie_breaks {
        groups = groups
            .into_iter()
            .flat_map(|group| separate(&table, tie_break, group, &mut values))
            .collect();
    }
    let mut rows = Vec::with_capacity(table.len());
    for group in groups {
        let place = u32::try_from(rows.len() + 1).unwrap_or(u32::MAX);
        let shared = group.len() > 1;
        for player in group {
            rows.push(Row {
                number: table.number(player),
                place,
                shared,
                halves: table.points(player),
                tie_breaks: std::mem::take(&mut values[player]),
            });
        }
    }
    rows
}

/// Splits one group of level players by one tie-break, and notes each player's value.
fn separate(
    table: &Table<'_>,
    tie_break: TieBreak,
    mut group: Vec<usize>,
    values: &mut [Vec<Value>],
) -> Vec<Vec<usize>> {
    if tie_break == TieBreak::DirectEncounter {
        let among = direct::Among::of(table, &group);
        for &player in &group {
            values[player].push(among.points(player));
        }
        return direct::split(table, group);
    }
    for &player in &group {
        values[player].push(tie_break.value(table, player));
    }
    let value = |player: &usize| values[*player].last().copied();
    group.sort_by(|a, b| {
        let by_value = value(b).cmp(&value(a));
        by_value.then(table.number(*a).cmp(&table.number(*b)))
    });
    split(group, |a, b| value(a) == value(b))
}

/// Cuts a sorted list into runs of level players.
fn split(order: Vec<usize>, level: impl Fn(&usize, &usize) -> bool) -> Vec<Vec<usize>> {
    order.chunk_by(level).map(<[usize]>::to_vec).collect()
}
