//! What the tests of this module share: fixtures, games made from words, and games of chance.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use shakmaty::san::San;
use shakmaty::{Chess, Move, Position};

use super::facts::position_of_fen;
use super::{Gamescore, Start};

/// The folder of the fixtures.
pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games")
}

/// A row of a fixture table, by the names of its columns.
pub(super) struct Row(HashMap<String, String>);

impl Row {
    pub(super) fn get(&self, column: &str) -> &str {
        let cell = self.0.get(column).map(String::as_str);
        cell.unwrap_or_else(|| panic!("the table has no column {column}"))
    }
}

/// The rows of a fixture table.
pub(super) fn table(file: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(file).expect("the table can be read");
    let mut lines = text.lines();
    let head: Vec<&str> = lines
        .next()
        .expect("a table has a head")
        .split('\t')
        .collect();
    lines
        .map(|line| {
            let cells = line.split('\t').map(str::to_owned);
            Row(head
                .iter()
                .map(|name| (*name).to_owned())
                .zip(cells)
                .collect())
        })
        .collect()
}

/// A start from a FEN; the initial position where it is none.
pub(super) fn set_up(fen: &str) -> Start {
    let (position, _) = position_of_fen(fen).unwrap_or_else(|bad| panic!("{fen}: {bad:?}"));
    Start::Setup(Box::new(position))
}

/// A move in strict standard notation, if it is legal.
pub(super) fn read_san(position: &Chess, word: &str) -> Option<Move> {
    let plain = word.trim_end_matches(['+', '#']);
    San::from_ascii(plain.as_bytes())
        .ok()?
        .to_move(position)
        .ok()
}

/// Moves, and nothing else.
fn bare_score(start: Start, moves: Vec<Move>) -> Gamescore {
    Gamescore {
        tags: Vec::new(),
        start,
        moves,
        marker: None,
        fault: None,
        notes: Vec::new(),
    }
}

/// A score of these moves, in strict standard notation.
pub(super) fn score(start: Start, words: &str) -> Gamescore {
    let mut position = start.position();
    let mut moves = Vec::new();
    for word in words.split_whitespace() {
        let played = read_san(&position, word).unwrap_or_else(|| panic!("{word} is no move"));
        position.play_unchecked(played);
        moves.push(played);
    }
    bare_score(start, moves)
}

/// Numbers that look random and are the same every time.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below this one.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// How a game of chance chooses its moves, seven times of eight.
#[derive(Clone, Copy, Debug)]
pub(super) enum Taste {
    /// Any legal move.
    Any,
    /// The side's last move back, else a move that takes nothing and moves no pawn: positions come again.
    Back,
    /// Captures, where there are some: the board becomes empty.
    Captures,
}

impl Taste {
    fn likes(self, candidate: Move, own_last: Option<&Move>) -> bool {
        match self {
            Taste::Any => true,
            Taste::Back => own_last.map_or(!candidate.is_zeroing(), |last| {
                candidate.from() == Some(last.to()) && Some(candidate.to()) == last.from()
            }),
            Taste::Captures => candidate.is_capture(),
        }
    }
}

/// A legal game of at most this many plies; it stops where no move is left.
pub(super) fn chance_game(start: Start, seed: u64, taste: Taste, plies: usize) -> Gamescore {
    let mut chance = Chance::new(seed);
    let mut position = start.position();
    let mut moves: Vec<Move> = Vec::new();
    while moves.len() < plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let own_last = moves.len().checked_sub(2).map(|at| &moves[at]);
        let liked = legal.iter().filter(|m| taste.likes(**m, own_last));
        let liked: Vec<Move> = liked.copied().collect();
        let pick = if liked.is_empty() || chance.below(8) == 0 {
            legal[chance.below(legal.len())]
        } else {
            liked[chance.below(liked.len())]
        };
        position.play_unchecked(pick);
        moves.push(pick);
    }
    bare_score(start, moves)
}
