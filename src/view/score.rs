//! Points and places from the state.

use super::tie_breaks::{EntryTies, TieBreaks};
use crate::tournament::{
    BoardStatus, Entry, EntryStatus, LastStage, Round, Sitting, Tournament, Withdrawal,
};
use crate::vocabulary::{EntryNumber, Points};

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

/// Whether a player's results are in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// They are.
    Counted,
    /// The player left a round robin before half of the games were played.
    TakenOut,
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
    /// What became of the results of somebody who left a round robin.
    pub results: Results,
    /// The tie-breaks in the tournament's order, as written.
    pub tie_breaks: Vec<String>,
}

/// A player's points: settled boards, byes of published rounds, and the rounds missed before a late entry.
pub fn points(tournament: &Tournament, entry: EntryNumber) -> Points {
    score(tournament, entry).points
}

/// A player's points, and what is still open beside them.
pub fn score(tournament: &Tournament, entry: EntryNumber) -> Score {
    let mut total = Score {
        points: Points::ZERO,
        pending: Pending::Nothing,
    };
    let rounds = tournament.rounds.iter().filter(|round| round.is_public());
    for round in rounds.filter(|round| tournament.counts_in_table(entry, round)) {
        count_round(&mut total, tournament, round, entry);
    }
    total
}

fn count_round(total: &mut Score, tournament: &Tournament, round: &Round, entry: EntryNumber) {
    let (board, color) = match tournament.sitting(entry, round) {
        Sitting::Board(board, color) => (board, color),
        Sitting::Bye(kind) => {
            total.points += kind.points();
            return;
        }
        Sitting::Out => return,
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

/// The standings now, best first: in a knockout with a game for the third place, who plays the final and who won that game;
/// then points, then the tournament's tie-breaks, then the entry number.
///
/// Points count every settled board. Tie-breaks compare whole rounds, so that a round in play does not shift them board by
/// board: they are counted over the rounds in which every board is settled.
pub fn standings(tournament: &Tournament) -> Vec<StandingsRow> {
    let tie_breaks = TieBreaks::of(tournament);
    let mut scored: Vec<Scored<'_>> = tournament
        .entries
        .iter()
        .map(|entry| Scored {
            stage: tournament.last_stage(entry.number),
            score: score(tournament, entry.number),
            ties: tie_breaks.of_entry(entry.number),
            entry,
        })
        .collect();
    scored.sort_by(|a, b| {
        b.key()
            .cmp(&a.key())
            .then(a.entry.number.cmp(&b.entry.number))
    });
    let mut rows: Vec<StandingsRow> = Vec::with_capacity(scored.len());
    for (index, line) in scored.iter().enumerate() {
        let as_before = index > 0 && scored[index - 1].key() == line.key();
        let as_after = scored
            .get(index + 1)
            .is_some_and(|next| next.key() == line.key());
        let place = match rows.last() {
            Some(before) if as_before => before.place,
            Some(_) | None => u32::try_from(index + 1).unwrap_or(u32::MAX),
        };
        rows.push(StandingsRow {
            place,
            shared: as_before || as_after,
            entry: line.entry.number,
            name: line.entry.name.clone(),
            points: line.score.points,
            pending: line.score.pending,
            withdrawn: match line.entry.status {
                EntryStatus::Active => None,
                EntryStatus::Withdrawn(why) => Some(why),
            },
            results: if tournament.is_taken_out(line.entry.number) {
                Results::TakenOut
            } else {
                Results::Counted
            },
            tie_breaks: line.ties.values.iter().map(ToString::to_string).collect(),
        });
    }
    rows
}

/// An entry with what decides its place.
struct Scored<'a> {
    stage: LastStage,
    score: Score,
    ties: EntryTies,
    entry: &'a Entry,
}

impl Scored<'_> {
    /// What is compared, the greater the better.
    fn key(&self) -> (LastStage, Points, &EntryTies) {
        (self.stage, self.score.points, &self.ties)
    }
}
