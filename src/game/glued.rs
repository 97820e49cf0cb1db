//! Several moves written as one word, `e4e5`, `e4/e5` or `Nf3Nc6`, or a whole game without a blank.

use shakmaty::{Chess, Move, Position};

use super::matching::{Fit, Legal, Sizes};
use super::phrases::Style;
use super::spelling;
use super::tongues::Tongue;
use super::trimming::{self, Novelty};

/// How a word divides into several moves.
pub(super) enum Division {
    None,
    One(Vec<Move>),
    /// In more than one way; the first moves of the ways.
    Several(Vec<Move>),
}

/// What a dash in the word may stand between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dashes {
    PartMoves,
    PartSquares,
}

/// Divides `e4e5` and `Nf3Nc6` into moves, when that is possible in exactly one way; and says how much work it was.
pub(super) fn moves(
    position: &Chess,
    word: &str,
    tongue: &Tongue,
    dashes: Dashes,
    (sizes, style): (Sizes, Style),
) -> (Division, usize) {
    let mut search = Search {
        tongue,
        dashes,
        sizes,
        style,
        so_far: Vec::new(),
        ways: Vec::new(),
        steps: 0,
    };
    search.divide(position, word);
    let division = match search.ways.as_slice() {
        [] => Division::None,
        [first, ..] if search.ways.iter().all(|way| way == first) => Division::One(first.clone()),
        ways => {
            let mut firsts: Vec<Move> = Vec::new();
            for first in ways.iter().filter_map(|way| way.first()) {
                if !firsts.contains(first) {
                    firsts.push(*first);
                }
            }
            Division::Several(firsts)
        }
    };
    (division, search.steps / STEPS_A_WORD)
}

/// Enough for a whole game written without a blank; hostile words cost no more.
const GLUED_STEPS_MAX: usize = 4_000;
/// So many steps take about as long as reading a word.
const STEPS_A_WORD: usize = 4;
/// The longest single move, `Qa1xb2=Q!?+-`, is shorter.
const MOVE_BYTES_MAX: usize = 12;
/// A whole game in one word is longer than any that a person writes.
const GLUED_MOVES_MAX: usize = 200;
/// More ways than this are not told apart.
const WAYS_MAX: usize = 8;
/// What stands between two moves.
const SEPARATORS: &[char] = &[',', ';', '/', '|', '_', '&', '\u{b7}', '\u{2022}'];

struct Search<'a> {
    tongue: &'a Tongue,
    dashes: Dashes,
    sizes: Sizes,
    style: Style,
    so_far: Vec<Move>,
    ways: Vec<Vec<Move>>,
    steps: usize,
}

impl Search<'_> {
    fn divide(&mut self, position: &Chess, word: &str) {
        let word = without_number(word);
        if word.is_empty() {
            if self.so_far.len() >= 2 {
                self.ways.push(self.so_far.clone());
            }
            return;
        }
        if self.so_far.len() >= GLUED_MOVES_MAX || self.ways.len() > WAYS_MAX {
            return;
        }
        let legal = Legal::of(position);
        let ends = word
            .char_indices()
            .map(|(at, character)| at + character.len_utf8())
            .take(MOVE_BYTES_MAX)
            .filter(|end| *end >= 2 || *end == word.len());
        for end in ends {
            if self.steps == GLUED_STEPS_MAX {
                return;
            }
            self.steps += 1;
            let (first, rest) = word.split_at(end);
            let Some(rest) = self.after(rest) else {
                continue;
            };
            if !is_whole(first) {
                continue;
            }
            let readings = spelling::readings(first, self.tongue);
            if !readings.any() || self.style.is_short(&readings) {
                continue;
            }
            let found = match legal.fit(&readings, self.sizes) {
                Fit::Move(found) => found,
                Fit::QueenAssumed(..) | Fit::Several(_) | Fit::None(_) => continue,
            };
            let mut after = position.clone();
            after.play_unchecked(found);
            self.so_far.push(found);
            self.divide(&after, rest);
            self.so_far.pop();
        }
    }

    /// What follows a move, without what parts the two. `None` where it goes on with the same move: a comment sign, or
    /// a promotion's mark, belongs to the move before it.
    fn after<'w>(&self, rest: &'w str) -> Option<&'w str> {
        let separated = rest.strip_prefix(SEPARATORS).or_else(|| {
            rest.strip_prefix('-')
                .filter(|_| self.dashes == Dashes::PartMoves)
        });
        if let Some(rest) = separated {
            return Some(rest);
        }
        let goes_on = ['=', '(', '+', '#', '!', '?', '-', 'x', ':', '.'];
        (!rest.starts_with(goes_on)).then_some(rest)
    }
}

/// A move that ends in a square, a piece, castling or a sign: `exf` is no whole move inside a longer word.
fn is_whole(first: &str) -> bool {
    (first.contains(|c: char| ('1'..='8').contains(&c)) || first.starts_with(['O', 'o', '0']))
        && !first.starts_with(|c: char| ('1'..='9').contains(&c))
        && !first.ends_with(['x', '-', '=', '(', '/', ',', '_', '|'])
        // The N of a novelty is the next move's knight here.
        && trimming::core(first).novelty == Novelty::Unsaid
}

/// The word without a move number before it: `12.` or `12...`; a bare figure is none.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(after) if rest.len() < word.len() => after.trim_start_matches('.'),
        Some(_) | None => word,
    }
}
