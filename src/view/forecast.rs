//! What the clock would do to a round as it stands.

use crate::tournament::{Board, BoardStatus, Round, cutoff_outcome};
use crate::vocabulary::BoardResult;

/// What the cutoff would make of a board now (SPEC R-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// Both are here: they must play.
    MustPlay,
    /// A provisional result for who is here.
    Provisional(BoardResult),
    /// Somebody is excused: a director decides.
    WithDirector,
    /// The game is going on: the clock leaves it alone.
    InProgress,
}

/// What the cutoff would do to every board it still concerns.
pub fn sweep(round: &Round) -> Vec<(&Board, Foreseen)> {
    round
        .boards
        .iter()
        .filter(|board| board.status == BoardStatus::Unplayed)
        .map(|board| (board, foresee(board)))
        .collect()
}

fn foresee(board: &Board) -> Foreseen {
    if board.is_in_progress() {
        return Foreseen::InProgress;
    }
    match cutoff_outcome(board, board.timing.cutoff) {
        BoardStatus::MustPlay => Foreseen::MustPlay,
        BoardStatus::WithDirector { .. } => Foreseen::WithDirector,
        BoardStatus::Provisional { verdict, .. } => Foreseen::Provisional(verdict.result),
        BoardStatus::Unplayed
        | BoardStatus::Disputed { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => unreachable!("the cutoff leaves nothing else behind"),
    }
}

/// The boards of a round that have no settled result yet.
pub fn open_boards(round: &Round) -> impl Iterator<Item = &Board> {
    round
        .boards
        .iter()
        .filter(|board| board.status.settled().is_none())
}
