//! A spelling against the legal moves of a position: one, none or several.

use shakmaty::{CastlingSide, Chess, Move, MoveList, Position, Role};

use super::spelling::{Capitals, Captures, Pattern, Promotion, Readings, Spelt};

/// How a word fits a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fit {
    /// One legal move.
    Move(Move),
    /// One pawn's move, to be exchanged for a queen since nothing is said.
    QueenAssumed(Move),
    /// Several legal moves.
    Several(Vec<Move>),
    /// None; the reading to explain it by.
    None(Option<Spelt>),
}

/// Whether small letters are known to stand for pieces in this text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SmallPieces {
    Unseen,
    Seen,
}

/// Finds the legal move a word means. Letter sizes decide while they can be believed.
pub(super) fn fit(position: &Chess, readings: &Readings, small: SmallPieces) -> Fit {
    let legal = position.legal_moves();
    let written = readings.as_written.map(|spelt| moves(&legal, spelt));
    let other = readings.other_size.map(|spelt| moves(&legal, spelt));
    let first_is_small = matches!(
        readings.other_size,
        Some(Spelt::Move(Pattern { role: Some(role), .. })) if role != Role::Pawn
    );
    let sizes_say_nothing = match readings.capitals {
        Capitals::Throughout => true,
        Capitals::Usual => first_is_small && small == SmallPieces::Seen,
    };
    let mut found = written.unwrap_or_default();
    if found.is_empty() || sizes_say_nothing {
        for candidate in other.unwrap_or_default() {
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
    }
    settle(found, readings.as_written.or(readings.other_size))
}

/// One move is it; the four promotions of one pawn are the queen's; more are a question.
fn settle(found: Vec<Move>, explain: Option<Spelt>) -> Fit {
    match found.as_slice() {
        [] => Fit::None(explain),
        [only] if !only.is_promotion() => Fit::Move(*only),
        [first, ..] => {
            let one_pawn = found.iter().all(|each| {
                each.is_promotion() && each.from() == first.from() && each.to() == first.to()
            });
            let queen = found
                .iter()
                .find(|each| each.promotion() == Some(Role::Queen));
            match (one_pawn, found.len(), queen) {
                (true, 1, _) => Fit::Move(*first),
                (true, _, Some(queen)) => Fit::QueenAssumed(*queen),
                _ => Fit::Several(found),
            }
        }
    }
}

/// The legal moves that a spelling covers. A wrong capture mark is forgiven when nothing fits it.
fn moves(legal: &MoveList, spelt: Spelt) -> Vec<Move> {
    match spelt {
        Spelt::Null => Vec::new(),
        Spelt::Castling(side) => legal
            .iter()
            .filter(|each| each.castling_side() == Some(side))
            .copied()
            .collect(),
        Spelt::Move(pattern) => {
            let all: Vec<Move> = legal
                .iter()
                .filter(|each| covers(&pattern, each))
                .copied()
                .collect();
            let marked = pattern.captures == Captures::Marked;
            let exact: Vec<Move> = all
                .iter()
                .filter(|each| each.is_capture() == marked)
                .copied()
                .collect();
            if marked && !exact.is_empty() {
                exact
            } else {
                all
            }
        }
    }
}

fn covers(pattern: &Pattern, each: &Move) -> bool {
    if let Move::Castle { king, rook } = each {
        let side = CastlingSide::from_king_side(king < rook);
        let target = shakmaty::Square::from_coords(side.king_to_file(), king.rank());
        return pattern.role.is_none_or(|role| role == Role::King)
            && pattern.from() == Some(*king)
            && (pattern.to() == Some(target)
                || (pattern.role.is_none() && pattern.to() == Some(*rook)))
            && pattern.promotion == Promotion::Unsaid;
    }
    let Some(from) = each.from() else {
        return false;
    };
    let to = each.to();
    pattern.role.is_none_or(|role| role == each.role())
        && to.file() == pattern.to_file
        && pattern.to_rank.is_none_or(|rank| rank == to.rank())
        && pattern.from_file.is_none_or(|file| file == from.file())
        && pattern.from_rank.is_none_or(|rank| rank == from.rank())
        && pawn_agrees(pattern, each)
        && match pattern.promotion {
            Promotion::Unsaid => true,
            Promotion::To(role) => each.promotion() == Some(role),
        }
}

/// A pawn's capture is written with its file or a mark: a bare square is a step forward.
fn pawn_agrees(pattern: &Pattern, each: &Move) -> bool {
    if each.role() != Role::Pawn || pattern.from().is_some() {
        return true;
    }
    let told = pattern.captures == Captures::Marked
        || pattern
            .from_file
            .is_some_and(|file| file != pattern.to_file);
    each.is_capture() == told
}
