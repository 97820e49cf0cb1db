//! Where a board stands, as it is shown behind a pairing: the score, and its marks in brackets.

use super::words::score;
use crate::tournament::{Board, BoardStatus, ColorsPlayed, HandedOver, Verdict};
use crate::vocabulary::BoardResult;

/// Where a board stands, as it is shown behind a pairing: `1-0 (forfeit, provisional)`, or nothing.
pub(super) fn standing(board: &Board) -> String {
    match &board.status {
        BoardStatus::Unplayed if board.interrupted_at.is_some() => "(interrupted)".to_owned(),
        BoardStatus::Unplayed if board.is_in_progress() => "(in progress)".to_owned(),
        BoardStatus::Unplayed => String::new(),
        BoardStatus::MustPlay => "(must play)".to_owned(),
        BoardStatus::Provisional { verdict, .. } => marked_at(board, *verdict, Some("provisional")),
        BoardStatus::Disputed { .. } => "(disputed)".to_owned(),
        BoardStatus::WithDirector {
            cause: HandedOver::Drawn,
            ..
        } => match board.drawn.len() {
            0 | 1 => "(drawn, they play on)".to_owned(),
            games => format!("({games} draws, they play on)"),
        },
        BoardStatus::WithDirector {
            cause: HandedOver::InProgress | HandedOver::Excused | HandedOver::RulingUndone,
            ..
        } => "(with the director)".to_owned(),
        BoardStatus::Final { verdict, .. } => marked_at(board, *verdict, None),
        BoardStatus::Ruled { verdict, .. } => marked_at(board, *verdict, Some("ruled")),
    }
}

/// Where a board stands, without brackets around a mark that stands alone; empty where nothing is known.
pub(super) fn standing_words(board: &Board) -> String {
    let note = standing(board);
    match note
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(mark) => mark.to_owned(),
        None => note,
    }
}

/// Whether a director decided who goes on after drawn games, with no game that did.
pub(super) fn is_decision(board: &Board) -> bool {
    let ruled = match board.status {
        BoardStatus::Ruled { .. } => true,
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. } => false,
    };
    ruled && !board.drawn.is_empty()
}

/// A verdict on a board with its marks in brackets, the drawn games before it included.
pub(super) fn marked_at(board: &Board, verdict: Verdict, extra: Option<&str>) -> String {
    let draws = match board.drawn.len() {
        0 => None,
        1 => Some("after a draw".to_owned()),
        games => Some(format!("after {games} draws")),
    };
    let kind = match kind(verdict.result) {
        Some(_) if is_decision(board) && verdict.result != BoardResult::DoubleForfeit => {
            Some("decision")
        }
        kind => kind,
    };
    with_marks(verdict, [kind, draws.as_deref(), extra])
}

/// A verdict with its marks in brackets.
pub(super) fn marked(verdict: Verdict, extra: Option<&str>) -> String {
    with_marks(verdict, [kind(verdict.result), None, extra])
}

/// What a result is where it is no game.
fn kind(result: BoardResult) -> Option<&'static str> {
    match result {
        BoardResult::Played(_) => None,
        BoardResult::Forfeit { .. } => Some("forfeit"),
        BoardResult::DoubleForfeit => Some("double forfeit"),
    }
}

fn with_marks(verdict: Verdict, [kind, draws, extra]: [Option<&str>; 3]) -> String {
    let swapped = match verdict.colors {
        ColorsPlayed::AsPaired => None,
        ColorsPlayed::Swapped => Some("colours swapped"),
    };
    let marks: Vec<&str> = [kind, swapped, draws, extra]
        .into_iter()
        .flatten()
        .collect();
    let score = score(verdict.result);
    if marks.is_empty() {
        score.to_owned()
    } else {
        format!("{score} ({})", marks.join(", "))
    }
}
