//! What a director decides by hand: results, their undoing, and more time (SPEC ).

use super::super::action::Actor;
use super::super::fact::{Fact, MoveGround};
use super::super::refusal::Refusal;
use super::super::schedule::has_passed;
use super::super::settings::Format;
use super::super::state::{
    Board, BoardRef, BoardStatus, EntryStatus, Ground, HandedOver, Phase, Round, RoundStage,
    Society, Tournament, Verdict,
};
use super::entering::give_up_board;
use super::rounds::{preview, redraw};
use super::{Decision, directed, in_phase};
use crate::vocabulary::{BoardNumber, Color, RoundNumber, Span, Timestamp};
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
    (verdict, reason): (Verdict, &str),
    actor: &Actor,
    now: Timestamp,
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
    let ruled = Fact::Ruled {
        board: at,
        verdict,
        by: actor.name().to_owned(),
        reason: reason.to_owned(),
    };
    let tournament = directed(society, at.tournament, actor)?;
    if board.status.settled() == Some(verdict) {
        return Ok(vec![ruled]);
    }
    Ok(with_consequences(society, tournament, vec![ruled], now))
}

/// Adds to facts that change a result what follows from them: a draft that rests on the old one would pair the wrong people,
/// and a tournament that is over was counted with it.
fn with_consequences(
    society: &Society,
    tournament: &Tournament,
    mut facts: Vec<Fact>,
    now: Timestamp,
) -> Vec<Fact> {
    match tournament.phase {
        Phase::Running if draws_on_results(tournament.settings.format) => redraw(tournament, facts),
        Phase::Finished => {
            let after = preview(tournament, &facts);
            facts.extend(society.recount(&after, now));
            facts
        }
        Phase::Running
        | Phase::Draft
        | Phase::Announced
        | Phase::Registration
        | Phase::Cancelled => facts,
    }
}

/// Whether who meets whom depends on what was played.
pub(super) fn draws_on_results(format: Format) -> bool {
    match format {
        Format::Swiss | Format::Knockout => true,
        Format::RoundRobin | Format::DoubleRoundRobin => false,
    }
}

/// `undo ROUND.BOARD`: the board stands again as before the last ruling. If that was without a result, its round is open
/// again, and one that is paired already and waits for its publishing is held until it is settled (SPEC R-23).
pub fn undo(society: &Society, at: BoardRef, actor: &Actor, now: Timestamp) -> Decision {
    let board = ruled_board(society, at, actor)?;
    let nothing = Refusal::NothingToUndo { board: at };
    let before = board.before_last_ruling().ok_or(nothing)?;
    let tournament = directed(society, at.tournament, actor)?;
    let mut facts = vec![Fact::RulingUndone { board: at }];
    if let Some(restored) = before.settled() {
        if board.status.settled() == Some(restored) {
            return Ok(facts);
        }
        return Ok(with_consequences(society, tournament, facts, now));
    }
    // Once all is over nobody and nothing would settle the board again.
    in_phase(tournament, &[Phase::Running])?;
    if let Some(draft) = tournament.draft_round()
        && draft.stage != (RoundStage::Draft { publish_at: None })
    {
        facts.push(Fact::RoundHeld {
            tournament: tournament.id,
            round: draft.number,
        });
    }
    let given_up = given_up_meanwhile(tournament, at, &facts);
    let after = preview(tournament, &facts);
    let restored = after
        .round(at.round)
        .and_then(|round| round.board(at.board));
    if !given_up.is_empty() {
        facts.extend(given_up);
    } else if restored.is_some_and(|board| is_overtaken(board, now)) {
        let cause = HandedOver::RulingUndone;
        let status = BoardStatus::WithDirector { since: now, cause };
        facts.push(Fact::BoardMoved { board: at, status });
    }
    Ok(facts)
}

/// What becomes of a board that these facts open again, and whose players withdrew while it was settled (SPEC R-9).
pub(super) fn given_up_meanwhile(
    tournament: &Tournament,
    at: BoardRef,
    opened: &[Fact],
) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for color in Color::BOTH {
        let so_far: Vec<Fact> = opened.iter().chain(&facts).cloned().collect();
        let after = preview(tournament, &so_far);
        let Some(round) = after.round(at.round) else {
            continue;
        };
        let player = round.board(at.board).map(|board| board.players[color]);
        let gone = player.filter(|player| after.entry(*player).status != EntryStatus::Active);
        facts.extend(gone.and_then(|player| give_up_board(&after, round, player)));
    }
    facts
}

/// Whether the clock would settle a board at once by who was there: while it was ruled, nobody had to be.
fn is_overtaken(board: &Board, now: Timestamp) -> bool {
    match board.status {
        BoardStatus::Unplayed if board.is_in_progress() => false,
        BoardStatus::Unplayed => has_passed(board.timing.cutoff, now),
        BoardStatus::MustPlay
        | BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } => has_passed(board.timing.deadline, now),
        BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => false,
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
    in_phase(tournament, &[Phase::Running])?;
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
        RoundStage::Closed { .. } => {
            return Err(Refusal::NothingOpen {
                round: round.number,
            });
        }
        RoundStage::Published { .. } => {}
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
        let waits = board.awaits_cutoff() || reopens(&board.status);
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
        if reopens(&board.status) && !has_passed(board.timing.cutoff + extension.by, now) {
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

/// Whether a board is settled by its cutoff only, so that a later cutoff opens it again.
fn reopens(status: &BoardStatus) -> bool {
    match status {
        BoardStatus::MustPlay
        | BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } => true,
        BoardStatus::Unplayed
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => false,
    }
}
