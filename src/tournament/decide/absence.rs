//! The bot's own absence never costs a player (SPEC R-17).
//!
//! While it is away no cutoff and no deadline is settled; when it is back, each board whose last stretch lost too much, or
//! whose moment passed meanwhile, gets that time back. A link can be dead for a while before that is noticed: what a cutoff
//! settled in that while, it settled without having heard anybody, and the board is opened again.

use super::super::fact::{Fact, MoveGround};
use super::super::schedule::has_passed;
use super::super::state::{
    Absence, AbsenceScope, Board, BoardRef, BoardStatus, Ground, Phase, Round, Society, Tournament,
};
use super::clock::close_later;
use super::gamescores;
use crate::vocabulary::{Account, BoardNumber, Color, Span, Timestamp};
use std::collections::BTreeMap;

/// The bot lost sight of people. Once is enough: what is open already is not opened twice.
pub fn lose(society: &Society, since: Timestamp, scope: &AbsenceScope) -> Vec<Fact> {
    let open = society
        .absences
        .iter()
        .any(|absence| absence.until.is_none() && absence.scope == *scope);
    if open {
        return Vec::new();
    }
    let mut facts = vec![Fact::BotLeft {
        since,
        scope: scope.clone(),
    }];
    facts.extend(gamescores::unheard(society, since, scope));
    facts
}

/// The bot sees them again: what was lost is given back.
pub fn regain(society: &Society, scope: &AbsenceScope, now: Timestamp) -> Vec<Fact> {
    let Some(since) = society
        .absences
        .iter()
        .filter(|absence| absence.until.is_none() && absence.scope == *scope)
        .map(|absence| absence.from)
        .min()
    else {
        return Vec::new();
    };
    let mut facts = vec![Fact::BotReturned {
        at: now,
        scope: scope.clone(),
    }];
    let ended = Ended {
        society,
        scope,
        since,
        now,
    };
    for tournament in society.tournaments.values() {
        match tournament.phase {
            Phase::Registration => facts.extend(ended.registration(tournament)),
            Phase::Running => {
                for round in tournament.rounds.iter().filter(|round| round.is_public()) {
                    facts.extend(ended.round(tournament, round));
                }
            }
            Phase::Draft | Phase::Announced | Phase::Finished | Phase::Cancelled => {}
        }
    }
    facts
}

/// An absence that ends now.
struct Ended<'a> {
    society: &'a Society,
    scope: &'a AbsenceScope,
    since: Timestamp,
    now: Timestamp,
}

impl Ended<'_> {
    /// Registration that should have closed while nobody could register closes later.
    fn registration(&self, tournament: &Tournament) -> Option<Fact> {
        let closes = tournament.settings.registration_closes?;
        if *self.scope != AbsenceScope::Everybody {
            return None;
        }
        // Only this absence counts: an earlier one has moved the closing already.
        let from = (closes - tournament.settings.absence_stretch).max(self.since);
        let lost = (closes.min(self.now) - from).max(Span::ZERO);
        let moved = self.moved(tournament, closes, lost)?;
        Some(close_later(tournament, moved))
    }

    /// The new timings of a round's boards, those alike together.
    fn round(&self, tournament: &Tournament, round: &Round) -> Vec<Fact> {
        let mut groups: BTreeMap<(Timestamp, Timestamp), Vec<BoardNumber>> = BTreeMap::new();
        let mut reopened = Vec::new();
        for board in &round.boards {
            let Some(moved) = self.board(tournament, board) else {
                continue;
            };
            groups.entry(moved).or_default().push(board.number);
            if self.was_settled_unheard(board) {
                let at = BoardRef {
                    tournament: tournament.id,
                    round: round.number,
                    board: board.number,
                };
                reopened.push(Fact::BoardMoved {
                    board: at,
                    status: BoardStatus::Unplayed,
                });
            }
        }
        let ground = MoveGround::Absence {
            from: self.since,
            until: self.now,
        };
        let moved = |((cutoff, deadline), boards)| Fact::TimingMoved {
            tournament: tournament.id,
            round: round.number,
            boards,
            cutoff,
            deadline,
            at: self.now,
            ground: ground.clone(),
        };
        groups.into_iter().map(moved).chain(reopened).collect()
    }

    /// Whether a cutoff settled this board after the bot could hear nobody any more.
    fn was_settled_unheard(&self, board: &Board) -> bool {
        board.status.is_from_cutoff() && !has_passed(board.timing.cutoff, self.since)
    }

    /// Cutoff and deadline of a board after the absence, where they move.
    fn board(&self, tournament: &Tournament, board: &Board) -> Option<(Timestamp, Timestamp)> {
        let players =
            Color::BOTH.map(|color| tournament.entry(board.players[color]).account.clone());
        if !players.iter().any(|account| self.scope.covers(account)) {
            return None;
        }
        let timing = board.timing;
        let lost =
            |limit| self.lost_before(tournament, limit, timing.absences_counted_to, &players);
        let by_cutoff = || {
            let cutoff = self.moved(tournament, timing.cutoff, lost(timing.cutoff))?;
            let apart = tournament.settings.checkin_before_deadline;
            Some((cutoff, timing.deadline.max(cutoff + apart)))
        };
        match &board.status {
            BoardStatus::Unplayed if !board.is_in_progress() => by_cutoff(),
            BoardStatus::MustPlay
            | BoardStatus::Provisional {
                ground: Ground::Cutoff,
                ..
            } if self.was_settled_unheard(board) => by_cutoff(),
            // The cutoff is settled and nothing is reported: a game played meanwhile could not be.
            BoardStatus::MustPlay
            | BoardStatus::Provisional {
                ground: Ground::Cutoff,
                ..
            } => {
                let deadline = self.moved(tournament, timing.deadline, lost(timing.deadline))?;
                Some((timing.cutoff, deadline))
            }
            // A report made so late that its opponent could hardly answer before the bot was gone waits for the answer.
            BoardStatus::Provisional {
                ground: Ground::SingleReport(color),
                ..
            } if self.came_late(tournament, board, *color) => {
                let deadline = self.moved(tournament, timing.deadline, lost(timing.deadline))?;
                Some((timing.cutoff, deadline))
            }
            // Any other report had its time: it becomes final at its deadline.
            BoardStatus::Unplayed
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => None,
        }
    }

    /// Whether a report came within the last stretch before its deadline.
    fn came_late(&self, tournament: &Tournament, board: &Board, color: Color) -> bool {
        let stretch_began = board.timing.deadline - tournament.settings.absence_stretch;
        board.reports[color].is_some_and(|report| report.at >= stretch_began)
    }

    /// The later of the old limit and the return, plus what was lost: if too much was, or the limit passed meanwhile.
    fn moved(&self, tournament: &Tournament, limit: Timestamp, lost: Span) -> Option<Timestamp> {
        let passed = has_passed(limit, self.now) && !has_passed(limit, self.since);
        let too_much = lost > tournament.settings.absence_grace && !has_passed(limit, self.since);
        (passed || too_much).then(|| limit.max(self.now) + lost)
    }

    /// How much of the last stretch before a limit the bot was out of sight of these people, all told.
    fn lost_before(
        &self,
        tournament: &Tournament,
        limit: Timestamp,
        counted_to: Timestamp,
        players: &[Account],
    ) -> Span {
        let from = (limit - tournament.settings.absence_stretch).max(counted_to);
        let until = limit.min(self.now);
        let concerns = |absence: &&Absence| match &absence.scope {
            AbsenceScope::Everybody => true,
            AbsenceScope::Accounts(accounts) => {
                players.iter().any(|player| accounts.contains(player))
            }
        };
        let mut stretches: Vec<(Timestamp, Timestamp)> = self
            .society
            .absences
            .iter()
            .filter(concerns)
            .map(|absence| {
                (
                    absence.from.max(from),
                    absence.until.unwrap_or(self.now).min(until),
                )
            })
            .filter(|(begin, end)| begin < end)
            .collect();
        stretches.sort();
        let mut lost = Span::ZERO;
        let mut covered_to = from;
        for (begin, end) in stretches {
            let begin = begin.max(covered_to);
            if begin < end {
                lost = lost + (end - begin);
                covered_to = end;
            }
        }
        lost
    }
}
