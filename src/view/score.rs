//! Points and places from the state.

use super::tie_breaks::{TieBreakValue, tie_breaks};
use crate::tournament::{BoardStatus, Entry, EntryStatus, Round, Tournament, Withdrawal};
use crate::vocabulary::{EntryNumber, Points};
use std::cmp::Reverse;

/// What a player has, and what may still come of boards that are not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// From settled boards, byes and rounds missed before a late entry.
    pub points: Points,
    /// What else stands open.
    pub pending: Pending,
}

/// What of a player's score is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Nothing.
    Nothing,
    /// These points come on top if nobody objects.
    Provisional(Points),
    /// A board is disputed.
    Disputed,
}

/// A player's line in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsRow {
    /// The place, from 1; equal scores have the same one.
    pub place: u32,
    /// Whether others have the same place.
    pub shared: bool,
    /// The entry.
    pub entry: EntryNumber,
    /// The name as its owner writes it.
    pub name: String,
    /// Points of settled boards and byes.
    pub points: Points,
    /// What is not settled yet.
    pub pending: Pending,
    /// Whether, and how, the player left.
    pub withdrawn: Option<Withdrawal>,
    /// The tie-breaks in the tournament's order, as written.
    pub tie_breaks: Vec<String>,
}

/// A player's points: settled boards, byes of published rounds, and the rounds missed before a late entry.
pub fn points(tournament: &Tournament, entry: EntryNumber) -> Points {
    score(tournament, entry).points
}

/// A player's points, and what is still open beside them.
pub fn score(tournament: &Tournament, entry: EntryNumber) -> Score {
    let entry = tournament.entry(entry);
    let mut total = Score {
        points: Points::ZERO,
        pending: Pending::Nothing,
    };
    for round in tournament.rounds.iter().filter(|round| round.is_public()) {
        count_round(&mut total, round, entry);
    }
    total
}

fn count_round(total: &mut Score, round: &Round, entry: &Entry) {
    if let Some(bye) = round.bye_of(entry.number) {
        total.points += bye.kind.points();
        return;
    }
    let Some((board, color)) = round.board_of(entry.number) else {
        if round.number < entry.first_round {
            total.points += entry.missed.points();
        }
        return;
    };
    match &board.status {
        BoardStatus::Final { verdict, .. } | BoardStatus::Ruled { verdict, .. } => {
            total.points += verdict.result.points(color);
        }
        BoardStatus::Provisional { verdict, .. } => {
            total.pending = total.pending.and_provisional(verdict.result.points(color));
        }
        BoardStatus::Disputed { .. } => total.pending = Pending::Disputed,
        BoardStatus::Unplayed | BoardStatus::MustPlay | BoardStatus::WithDirector { .. } => {}
    }
}

impl Pending {
    fn and_provisional(self, points: Points) -> Pending {
        match self {
            Pending::Nothing => Pending::Provisional(points),
            Pending::Provisional(before) => Pending::Provisional(before + points),
            Pending::Disputed => Pending::Disputed,
        }
    }
}

/// The standings now, best first: points, then the tournament's tie-breaks, then the entry number.
pub fn standings(tournament: &Tournament) -> Vec<StandingsRow> {
    let mut scored: Vec<(Score, Vec<TieBreakValue>, &Entry)> = tournament
        .entries
        .iter()
        .map(|entry| {
            (
                score(tournament, entry.number),
                tie_breaks(tournament, entry.number),
                entry,
            )
        })
        .collect();
    scored.sort_by_key(|(score, ties, entry)| {
        let ties: Vec<i64> = ties.iter().map(|tie| tie.rank).collect();
        (Reverse(score.points), Reverse(ties), entry.number)
    });
    let same = |a: &(Score, Vec<TieBreakValue>, &Entry),
                b: &(Score, Vec<TieBreakValue>, &Entry)| {
        a.0.points == b.0.points && a.1 == b.1
    };
    let mut rows: Vec<StandingsRow> = Vec::with_capacity(scored.len());
    for (index, line) in scored.iter().enumerate() {
        let as_before = index > 0 && same(&scored[index - 1], line);
        let as_after = index + 1 < scored.len() && same(&scored[index + 1], line);
        let place = match rows.last() {
            Some(before) if as_before => before.place,
            Some(_) | None => u32::try_from(index + 1).unwrap_or(u32::MAX),
        };
        let (score, ties, entry) = line;
        rows.push(StandingsRow {
            place,
            shared: as_before || as_after,
            entry: entry.number,
            name: entry.name.clone(),
            points: score.points,
            pending: score.pending,
            withdrawn: match entry.status {
                EntryStatus::Active => None,
                EntryStatus::Withdrawn(why) => Some(why),
            },
            tie_breaks: ties.iter().map(|tie| tie.shown.clone()).collect(),
        });
    }
    rows
}
