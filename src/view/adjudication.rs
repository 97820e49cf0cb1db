//! The position a director adjudicates.

use crate::game::{BadFen, Facts, Findings, Terms};
use crate::tournament::{BoardRef, BoardScores, Society};

/// What there is to adjudicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Adjudicated {
    /// A position, and what can be counted in it.
    Position(Box<Facts>),
    /// The director's own FEN is none.
    BadFen(BadFen),
    /// Nobody has sent the moves of this game.
    NoMoves,
}

/// The position of a FEN, or else the last one of the moves that were sent.
pub fn adjudicated(society: &Society, at: BoardRef, fen: Option<&str>) -> Adjudicated {
    let facts = match fen {
        Some(fen) => match Facts::of_fen(fen) {
            Ok(facts) => facts,
            Err(bad) => return Adjudicated::BadFen(bad),
        },
        None => {
            let scores = society.gamescores.boards.get(&at);
            let Some((_, _, score)) = scores.and_then(BoardScores::best) else {
                return Adjudicated::NoMoves;
            };
            Facts::of_final(&Findings::of(&score.gamescore(), Terms::default()))
        }
    };
    Adjudicated::Position(Box::new(facts))
}
