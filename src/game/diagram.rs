//! A position as a board in plain text.

use shakmaty::{Chess, File, Position, Rank, Square};

use super::ending::{End, color, end_of};
use super::notation::{fen, numbered, san_and_play};
use super::score::Gamescore;
use crate::vocabulary::Color;

/// A position that can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The position as FEN.
    pub fen: String,
    /// Who is to move.
    pub turn: Color,
    /// Whether the side to move is in check.
    pub check: Check,
    /// The end, where this is one.
    pub end: Option<End>,
    /// The move that led here, with its number.
    pub last: Option<String>,
    /// From White's side: the eighth rank first, each from the a-file on; upper case is White, a dot an empty square.
    squares: [[char; 8]; 8],
}

/// Whether a king is in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// It is.
    Given,
    /// It is not.
    None,
}

impl Diagram {
    /// The position after this many plies of a game, if it had so many.
    pub fn after(score: &Gamescore, ply: usize) -> Option<Diagram> {
        let mut position = score.start.position();
        let Some((last, before)) = score.moves.get(..ply)?.split_last() else {
            return Some(Diagram::of(&position, None));
        };
        for played in before {
            position.play_unchecked(*played);
        }
        let san = san_and_play(&mut position, *last);
        Some(Diagram::of(
            &position,
            Some(numbered(&score.start, ply, &san)),
        ))
    }

    /// A position, and the move that led to it where one did.
    pub(super) fn of(position: &Chess, last: Option<String>) -> Diagram {
        let at = |rank: Rank, file: File| {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            piece.map_or('.', |piece| piece.char())
        };
        let mut squares = [['.'; 8]; 8];
        for (row, rank) in squares.iter_mut().zip(Rank::ALL.into_iter().rev()) {
            for (cell, file) in row.iter_mut().zip(File::ALL) {
                *cell = at(rank, file);
            }
        }
        Diagram {
            fen: fen(position),
            turn: color(position.turn()),
            check: if position.is_check() {
                Check::Given
            } else {
                Check::None
            },
            end: end_of(position),
            last,
            squares,
        }
    }

    /// Nine lines: the ranks with their numbers, then the letters of the files, as this side sees the board.
    pub fn lines(&self, seen_by: Color) -> Vec<String> {
        let mut files: Vec<char> = ('a'..='h').collect();
        let mut ranks: Vec<(char, Vec<char>)> = ('1'..='8')
            .rev()
            .zip(self.squares.iter().map(|row| row.to_vec()))
            .collect();
        match seen_by {
            Color::White => {}
            Color::Black => {
                files.reverse();
                ranks.reverse();
                for (_, row) in &mut ranks {
                    row.reverse();
                }
            }
        }
        let line = |head: char, cells: &[char]| {
            let cells = cells.iter().flat_map(|cell| [' ', *cell]);
            [head].into_iter().chain(cells).collect::<String>()
        };
        let mut lines: Vec<String> = ranks.iter().map(|(rank, row)| line(*rank, row)).collect();
        // A blank would be lost where lines are trimmed, and the letters with it.
        lines.push(line('+', &files));
        lines
    }

    /// One line: FEN, whose move it is, and check or the end.
    pub fn line(&self) -> String {
        let turn = match self.turn {
            Color::White => "White",
            Color::Black => "Black",
        };
        let state = match (self.end, self.check) {
            (Some(End::Checkmate { .. }), _) => ", checkmate",
            (Some(End::Stalemate), _) => ", stalemate",
            (Some(End::Dead(_)), _) => ", drawn",
            (None, Check::Given) => ", in check",
            (None, Check::None) => "",
        };
        format!("{} ({turn} to move{state})", self.fen)
    }
}
