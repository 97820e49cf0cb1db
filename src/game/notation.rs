//! Moves and positions as text.

use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::ending::{Mobility, mobility};
use super::score::Start;
use crate::vocabulary::Color;

/// A move in standard notation with its mark of check or mate; the move is played.
pub(super) fn san_and_play(position: &mut Chess, played: Move) -> String {
    let mut text = San::from_move(position, played).to_string();
    position.play_unchecked(played);
    if position.is_check() {
        text.push(match mobility(position) {
            Mobility::Checkmate => '#',
            Mobility::Free | Mobility::Stalemate => '+',
        });
    }
    text
}

/// The moves in standard notation, from the start on.
pub fn sans(start: &Start, moves: &[Move]) -> Vec<String> {
    let mut position = start.position();
    let each = moves.iter().map(|m| san_and_play(&mut position, *m));
    each.collect()
}

/// FEN; the square of a capture in passing only where one is legal.
pub(super) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The start as FEN, where it is not the initial position.
pub fn start_fen(start: &Start) -> Option<String> {
    match start {
        Start::Initial => None,
        Start::Setup(position) => Some(fen(position)),
    }
}

/// Which move of the game a ply belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number, as score sheets count.
    pub number: u64,
    /// Who makes it.
    pub side: Color,
}

impl MoveNumber {
    /// The move that is this ply, counted from 1.
    pub fn of(start: &Start, ply: usize) -> MoveNumber {
        let (first, black_first) = match start {
            Start::Initial => (1, 0),
            Start::Setup(position) => (
                u64::from(u32::from(position.fullmoves())),
                u64::from(position.turn().is_black()),
            ),
        };
        let halves = ply as u64 + black_first;
        MoveNumber {
            number: first + halves.saturating_sub(1) / 2,
            side: if halves.is_multiple_of(2) {
                Color::Black
            } else {
                Color::White
            },
        }
    }
}

impl std::fmt::Display for MoveNumber {
    /// `12.` or `12...`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = match self.side {
            Color::White => ".",
            Color::Black => "...",
        };
        write!(f, "{}{dots}", self.number)
    }
}

/// A move with its number: `12...Nf6`.
pub fn numbered(start: &Start, ply: usize, san: &str) -> String {
    let mut text = MoveNumber::of(start, ply).to_string();
    write!(text, "{san}").expect("writing to a string does not fail");
    text
}
