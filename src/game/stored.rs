//! The form in which a game's moves are kept: from-to squares with a letter for a promotion, one blank between.
//!
//! Whoever reads them back checks every move: a row of a database can be changed by hand.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

use super::score::Start;

/// The moves as text: `e2e4 e7e5 e1g1 a7a8q`. Castling is the king's two squares, as only games by the laws are kept.
pub fn to_text(moves: &[Move]) -> String {
    let words: Vec<String> = moves
        .iter()
        .map(|played| UciMove::from_standard(*played).to_string())
        .collect();
    words.join(" ")
}

/// A text that is not the moves of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoilt {
    /// The half-move that is wrong, from 1.
    pub ply: usize,
    /// What stands there.
    pub text: String,
}

/// The moves from their text.
pub fn from_text(start: &Start, text: &str) -> Result<Vec<Move>, Spoilt> {
    match sound_part(start, text) {
        (moves, None) => Ok(moves),
        (_, Some(spoilt)) => Err(spoilt),
    }
}

/// The moves from their text, up to the first word that is none, and that word.
pub fn sound_part(start: &Start, text: &str) -> (Vec<Move>, Option<Spoilt>) {
    let mut position = start.position();
    let mut moves = Vec::new();
    for written in text.split_ascii_whitespace() {
        let read = UciMove::from_ascii(written.as_bytes());
        // Castling has two spellings, of which only one is kept.
        let legal = read
            .ok()
            .and_then(|uci| uci.to_move(&position).ok())
            .filter(|played| UciMove::from_standard(*played).to_string() == written);
        let Some(played) = legal else {
            let spoilt = Spoilt {
                ply: moves.len() + 1,
                text: written.to_owned(),
            };
            return (moves, Some(spoilt));
        };
        position.play_unchecked(played);
        moves.push(played);
    }
    (moves, None)
}
