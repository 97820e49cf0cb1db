//! Several moves written as one word, `e4e5` or `Nf3Nc6`, or a whole game without a blank.

use shakmaty::{Chess, Move, Position};

use super::matching::{self, Fit, SmallPieces};
use super::spelling;
use super::tongues::Tongue;

/// How a word divides into several moves.
pub(super) enum Division {
    None,
    One(Vec<Move>),
    /// In more than one way; the first moves of the ways.
    Several(Vec<Move>),
}

/// Divides `e4e5` and `Nf3Nc6` into moves, when that is possible in exactly one way.
pub(super) fn moves(position: &Chess, word: &str, tongue: &Tongue) -> Division {
    let mut ways = Vec::new();
    let mut steps = GLUED_STEPS_MAX;
    divide(
        position,
        word,
        tongue,
        &mut Vec::new(),
        &mut ways,
        &mut steps,
    );
    match ways.as_slice() {
        [] => Division::None,
        [only] => Division::One(only.clone()),
        [first, ..] if ways.iter().all(|way| way == first) => Division::One(first.clone()),
        _ => {
            let mut firsts: Vec<Move> = Vec::new();
            for first in ways.iter().filter_map(|way| way.first()) {
                if !firsts.contains(first) {
                    firsts.push(*first);
                }
            }
            Division::Several(firsts)
        }
    }
}

/// Enough for a whole game written without a blank; hostile words cost no more.
const GLUED_STEPS_MAX: usize = 4_000;
/// The longest single move, `Qa1xb2=Q!?+-`, is shorter.
const MOVE_BYTES_MAX: usize = 12;
/// A whole game in one word is longer than any that a person writes.
const GLUED_MOVES_MAX: usize = 200;

fn divide(
    position: &Chess,
    word: &str,
    tongue: &Tongue,
    so_far: &mut Vec<Move>,
    ways: &mut Vec<Vec<Move>>,
    steps: &mut usize,
) {
    let word = without_number(word);
    if word.is_empty() {
        if so_far.len() >= 2 {
            ways.push(so_far.clone());
        }
        return;
    }
    if so_far.len() >= GLUED_MOVES_MAX || ways.len() > 8 {
        return;
    }
    let ends = word
        .char_indices()
        .map(|(at, character)| at + character.len_utf8())
        .take(MOVE_BYTES_MAX)
        .filter(|end| *end >= 2 || *end == word.len());
    for end in ends {
        if *steps == 0 {
            return;
        }
        *steps -= 1;
        let (first, rest) = word.split_at(end);
        let begins_mid_move =
            rest.starts_with(['=', '(', '/', '+', '#', '!', '?', '-', 'x', ':', '.']);
        // A comment sign, or a promotion's mark, belongs to the move before it.
        if begins_mid_move || first.ends_with(['x', '-', '=', '(']) {
            continue;
        }
        let readings = spelling::readings(first, tongue);
        let found = match matching::fit(position, &readings, SmallPieces::Unseen) {
            Fit::Move(found) => found,
            Fit::QueenAssumed(_) | Fit::Several(_) | Fit::None(_) => continue,
        };
        if !is_whole(first) {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(found);
        so_far.push(found);
        divide(&after, rest, tongue, so_far, ways, steps);
        so_far.pop();
    }
}

/// `exf` is no whole move inside a longer word.
fn is_whole(first: &str) -> bool {
    first.contains(|c: char| ('1'..='8').contains(&c)) || first.starts_with(['O', 'o', '0'])
}

/// The word without a move number before it: `12.` or `12...`; a bare figure is none.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(after) if rest.len() < word.len() => after.trim_start_matches('.'),
        Some(_) | None => word,
    }
}
