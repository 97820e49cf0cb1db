//! What a director decides by hand: results, their undoing, and more time (SPEC ).

use super::super::action::Actor;
use super::super::fact::{Fact, MoveGround};
use super::super::refusal::Refusal;
use super::super::schedule::has_passed;
use super::super::state::{
    Board, BoardRef, BoardStatus, HandedOver, Round, RoundStage, Society, Tournament, Verdict,
};
use super::{Decision, directed};
use crate::vocabulary::{BoardNumber, RoundNumber, Span, Timestamp};
use std::collections::BTreeMap;

fn written(at: BoardRef) -> String {
    format!("{}.{}", at.round, at.board)
}

/// The board of a published round, for a director.
fn ruled_board<'a>(
    society: &'a Society,
    at: BoardRef,
    actor: &Actor,
) -> Result<&'a Board, Refusal> {
    let tournament = directed(society, at.tournament, actor)?;
    let unknown = || Refusal::UnknownBoard {
        written: written(at),
    };
    let round = tournament.round(at.round).ok_or_else(unknown)?;
    if !round.is_public() {
        return Err(Refusal::NotPublished { round: at.round });
    }
    round.board(at.board).ok_or_else(unknown)
}

/// `result ROUND.BOARD RESULT reason`
pub fn rule(
    society: &Society,
    at: BoardRef,
    verdict: Verdict,
    reason: &str,
    actor: &Actor,
) -> Decision {
    let board = ruled_board(society, at, actor)?;
    if let BoardStatus::Ruled {
        verdict: standing,
        reason: given,
        ..
    } = &board.status
        && *standing == verdict
        && given == reason
    {
        return Ok(Vec::new());
    }
    Ok(vec![Fact::Ruled {
        board: at,
        verdict,
        by: actor.name().to_owned(),
        reason: reason.to_owned(),
    }])
}

/// `undo ROUND.BOARD`: the board stands again as before the last ruling. Where the clock would settle it in the same moment,
/// it waits for a director instead: while the ruling stood, nobody had to check in or could report.
pub fn undo(society: &Society, at: BoardRef, actor: &Actor, now: Timestamp) -> Decision {
    let board = ruled_board(society, at, actor)?;
    match &board.status {
        BoardStatus::Ruled { before, .. } => {
            let restored = Board {
                status: before.as_ref().clone(),
                ..board.clone()
            };
            let due = [restored.cutoff_due(), restored.deadline_due()];
            let mut facts = vec![Fact::RulingUndone { board: at }];
            if due.into_iter().flatten().any(|due| due <= now) {
                let status = BoardStatus::WithDirector {
                    since: now,
                    cause: HandedOver::RulingUndone,
                };
                facts.push(Fact::BoardMoved { board: at, status });
            }
            Ok(facts)
        }
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. } => Err(Refusal::NothingToUndo { board: at }),
    }
}

/// More time, or less, for a round or one board of it.
pub struct Extension<'a> {
    /// Which round.
    pub round: RoundNumber,
    /// Which board; none means all that are open.
    pub board: Option<BoardNumber>,
    /// By how much.
    pub by: Span,
    /// Why.
    pub reason: &'a str,
}

/// `extend`: cutoff and deadline move together. Where the cutoff was settled already and the new one lies ahead, the
/// board is open again.
pub fn extend(
    tournament: &Tournament,
    extension: &Extension<'_>,
    actor: &Actor,
    now: Timestamp,
) -> Decision {
    let unknown = || Refusal::UnknownBoard {
        written: extension.round.to_string(),
    };
    let round = tournament.round(extension.round).ok_or_else(unknown)?;
    match round.stage {
        RoundStage::Draft { .. } => {
            return Err(Refusal::NotPublished {
                round: round.number,
            });
        }
        // A closed round has nothing open but what an undone ruling left.
        RoundStage::Published { .. } | RoundStage::Closed { .. } => {}
    }
    let boards = chosen(round, extension)?;
    let ground = MoveGround::Director {
        by: actor.name().to_owned(),
        reason: extension.reason.to_owned(),
    };
    let mut facts = Vec::new();
    let mut groups: BTreeMap<(Timestamp, Timestamp), Vec<BoardNumber>> = BTreeMap::new();
    for board in &boards {
        let moved = (
            board.timing.cutoff + extension.by,
            board.timing.deadline + extension.by,
        );
        let waits = board.awaits_cutoff() || board.status.is_from_cutoff();
        if waits && extension.by < Span::ZERO && has_passed(moved.0, now) {
            return Err(Refusal::CutoffInPast { cutoff: moved.0 });
        }
        if has_passed(moved.1, now) {
            return Err(Refusal::MomentInPast { at: moved.1 });
        }
        groups.entry(moved).or_default().push(board.number);
    }
    for ((cutoff, deadline), boards) in groups {
        let ground = ground.clone();
        let (tournament, round) = (tournament.id, round.number);
        facts.push(Fact::TimingMoved {
            tournament,
            round,
            boards,
            cutoff,
            deadline,
            at: now,
            ground,
        });
    }
    for board in boards {
        if board.status.is_from_cutoff() && !has_passed(board.timing.cutoff + extension.by, now) {
            let at = BoardRef {
                tournament: tournament.id,
                round: round.number,
                board: board.number,
            };
            facts.push(Fact::BoardMoved {
                board: at,
                status: BoardStatus::Unplayed,
            });
        }
    }
    Ok(facts)
}

/// The boards an extension is about: those without a result, or the one named.
fn chosen<'a>(round: &'a Round, extension: &Extension<'_>) -> Result<Vec<&'a Board>, Refusal> {
    let nothing = Refusal::NothingOpen {
        round: round.number,
    };
    let open = |board: &&Board| board.status.settled().is_none();
    let boards: Vec<&Board> = match extension.board {
        None => round.boards.iter().filter(open).collect(),
        Some(number) => {
            let written = format!("{}.{number}", round.number);
            let board = round
                .board(number)
                .ok_or(Refusal::UnknownBoard { written })?;
            Some(board).into_iter().filter(open).collect()
        }
    };
    if boards.is_empty() {
        Err(nothing)
    } else {
        Ok(boards)
    }
}
