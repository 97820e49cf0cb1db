//! A spelling against the legal moves of a position: one, none or several.

use shakmaty::{CastlingSide, Chess, Move, MoveList, Position, Role, Square};

use super::spelling::{Capitals, Link, Other, Pattern, Promotion, Readings, Spelt};

/// How a word fits a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fit {
    /// One legal move.
    Move(Move),
    /// One pawn's move to the last rank, to be exchanged for a queen since no piece is named.
    QueenAssumed(Move, Named),
    /// Several legal moves.
    Several(Vec<Move>),
    /// None; the reading to explain it by.
    None(Option<Spelt>),
}

/// Whether a mark stands where the piece's name is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Nowhere,
    /// `e8=`: the name was there, and is lost unless it follows.
    CutOff,
}

/// What the letters' sizes say in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) pieces: SmallPieces,
    pub(super) squares: Squares,
}

impl Sizes {
    /// As standard notation has them.
    pub(super) const STANDARD: Sizes = Sizes {
        pieces: SmallPieces::Unseen,
        squares: Squares::Small,
    };
}

/// Whether the files are named in small letters somewhere in the text. Where they are, a capital one within a word is
/// none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Squares {
    Small,
    Capital,
}

/// Whether small letters are known to stand for pieces in this text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SmallPieces {
    Unseen,
    Seen,
}

/// The legal moves of a position, to hold several words against.
pub(super) struct Legal(MoveList);

impl Legal {
    pub(super) fn of(position: &Chess) -> Legal {
        Legal(position.legal_moves())
    }

    /// Finds the legal move a word means. Letter sizes decide while they can be believed.
    pub(super) fn fit(&self, readings: &Readings, sizes: Sizes) -> Fit {
        let small_squares = sizes.squares == Squares::Small;
        if small_squares && readings.capitals == Capitals::Throughout {
            return Fit::None(None);
        }
        let small_pieces = sizes.pieces == SmallPieces::Seen;
        let mut found = readings.as_written.map(|spelt| self.moves(spelt));
        let (believable, sizes_say_nothing) = match readings.other {
            Other::LargeAsFile => (!small_squares, readings.capitals == Capitals::Throughout),
            Other::SmallAsPiece => (true, small_pieces),
            Other::SmallFileAsPiece => (small_pieces, small_pieces),
        };
        let none_yet = found.as_ref().is_none_or(Vec::is_empty);
        if let Some(other) = readings.other_size
            && (none_yet || sizes_say_nothing)
            && believable
        {
            let found = found.get_or_insert_default();
            for candidate in self.moves(other) {
                if !found.contains(&candidate) {
                    found.push(candidate);
                }
            }
        }
        let explained_by = readings
            .as_written
            .or(readings.other_size.filter(|_| believable));
        settle(found.unwrap_or_default(), explained_by)
    }

    /// The legal moves that a spelling covers. A capture mark may be missing; where one stands, something is taken.
    fn moves(&self, spelt: Spelt) -> Vec<Move> {
        let pattern = match spelt {
            Spelt::Null => return Vec::new(),
            Spelt::Castling(side) => {
                let legal = self.0.iter();
                return legal
                    .filter(|each| each.castling_side() == Some(side))
                    .copied()
                    .collect();
            }
            Spelt::Move(pattern) => pattern,
        };
        let mut all: Vec<Move> = Vec::new();
        all.extend(self.0.iter().filter(|each| covers(&pattern, each)));
        if pattern.link == Link::Takes {
            all.retain(|each| each.is_capture());
        }
        if pattern.is_capture_alone() {
            // A piece's letter may be lost.
            let others = self.0.iter().filter(|each| {
                each.is_capture() && Some(each.to()) == pattern.to() && each.role() != Role::Pawn
            });
            all.extend(others);
        }
        all
    }
}

/// One move is it; the four promotions of one pawn are the queen's; more are a question.
fn settle(found: Vec<Move>, explain: Option<Spelt>) -> Fit {
    let [first, ..] = found.as_slice() else {
        return Fit::None(explain);
    };
    if found.len() == 1 {
        return Fit::Move(*first);
    }
    let one_pawn = found
        .iter()
        .all(|each| each.is_promotion() && each.from() == first.from() && each.to() == first.to());
    let queen = found
        .iter()
        .find(|each| each.promotion() == Some(Role::Queen));
    let named = match explain {
        Some(Spelt::Move(
            Pattern {
                promotion: Promotion::Cut,
                ..
            }
            | Pattern { to_rank: None, .. },
        )) => Named::CutOff,
        Some(Spelt::Move(_) | Spelt::Castling(_) | Spelt::Null) | None => Named::Nowhere,
    };
    match (one_pawn, queen) {
        (true, Some(queen)) => Fit::QueenAssumed(*queen, named),
        (true, None) | (false, _) => Fit::Several(found),
    }
}

fn covers(pattern: &Pattern, each: &Move) -> bool {
    let Some(from) = each.from() else {
        return false;
    };
    if let Move::Castle { king, rook } = each {
        return covers_castling(pattern, *king, *rook);
    }
    let to = each.to();
    to.file() == pattern.to_file
        && pattern.to_rank.is_none_or(|rank| rank == to.rank())
        && pattern.role.is_none_or(|role| role == each.role())
        && pattern.from_file.is_none_or(|file| file == from.file())
        && pattern.from_rank.is_none_or(|rank| rank == from.rank())
        && pawn_agrees(pattern, each)
        && match pattern.promotion {
            Promotion::Unsaid | Promotion::Cut => true,
            Promotion::To(role) => each.promotion() == Some(role),
        }
}

/// Castling by the king's two squares, or by the squares of king and rook.
fn covers_castling(pattern: &Pattern, king: Square, rook: Square) -> bool {
    let side = CastlingSide::from_king_side(king < rook);
    let target = Square::from_coords(side.king_to_file(), king.rank());
    pattern.role.is_none_or(|role| role == Role::King)
        && pattern.from() == Some(king)
        && (pattern.to() == Some(target) || (pattern.role.is_none() && pattern.to() == Some(rook)))
        && !matches!(pattern.promotion, Promotion::To(_))
}

/// A pawn's capture is written with its file or a mark: a bare square is a step forward.
fn pawn_agrees(pattern: &Pattern, each: &Move) -> bool {
    each.role() != Role::Pawn
        || pattern.from().is_some()
        || each.is_capture() == pattern.takes_by_letters()
}
