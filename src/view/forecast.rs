//! What the clock would do to a round as it stands.

use crate::tournament::{Board, BoardStatus, Round};
use crate::vocabulary::{BoardResult, Color};

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
    let excused = board.excuses.white.is_some() || board.excuses.black.is_some();
    match (
        board.check_ins.white.is_some(),
        board.check_ins.black.is_some(),
    ) {
        (true, true) => Foreseen::MustPlay,
        (true, false) | (false, true) | (false, false) if excused => Foreseen::WithDirector,
        (true, false) => Foreseen::Provisional(BoardResult::Forfeit {
            loser: Color::Black,
        }),
        (false, true) => Foreseen::Provisional(BoardResult::Forfeit {
            loser: Color::White,
        }),
        (false, false) => Foreseen::Provisional(BoardResult::DoubleForfeit),
    }
}

/// The boards of a round that have no settled result yet.
pub fn open_boards(round: &Round) -> impl Iterator<Item = &Board> {
    round
        .boards
        .iter()
        .filter(|board| board.status.settled().is_none())
}
