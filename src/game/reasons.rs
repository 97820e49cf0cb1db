//! Why a move that is written is not possible in the position.

use shakmaty::attacks;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Piece, Position, Rank, Role, Square};

use super::score::Impossible;
use super::spelling::{Link, Pattern, Promotion, Spelt};

/// The reason, in the order in which a person would look: is the game over, is there such a piece,
/// can it get there, and what would become of the king.
pub(super) fn reason(position: &Chess, spelt: Spelt) -> Impossible {
    if position.legal_moves().is_empty() {
        return Impossible::GameOver;
    }
    match spelt {
        Spelt::Null => Impossible::NoSuchPiece(Role::King),
        Spelt::Castling(side) => castling(position, side),
        Spelt::Move(pattern) => a_move(position, &pattern),
    }
}

fn castling(position: &Chess, side: CastlingSide) -> Impossible {
    let turn = position.turn();
    if !position.castles().has(turn, side) {
        return Impossible::CastlingRightLost;
    }
    if position.is_check() {
        return Impossible::CastlingOutOfCheck;
    }
    let path = position.castles().path(turn, side);
    if (path & position.board().occupied()).any() {
        return Impossible::CastlingBlocked;
    }
    Impossible::CastlingThroughCheck
}

fn a_move(position: &Chess, pattern: &Pattern) -> Impossible {
    let board = position.board();
    let role = match (pattern.role, pattern.from()) {
        (Some(role), _) => role,
        (None, Some(from)) => match board.piece_at(from) {
            Some(piece) if piece.color == position.turn() => piece.role,
            Some(_) | None => return Impossible::NoSuchPiece(Role::Pawn),
        },
        (None, None) => Role::Pawn,
    };
    let ours = position.our(role) & origin(pattern);
    if ours.is_empty() {
        return Impossible::NoSuchPiece(role);
    }
    let Some(to) = pattern.to() else {
        return Impossible::CannotReach(role);
    };
    if position.us().contains(to) {
        return Impossible::OwnMan;
    }
    if role == Role::Pawn {
        return a_pawns_move(position, pattern, ours, to);
    }
    if is_promotion_said(pattern) {
        return Impossible::Promotion;
    }
    let occupied = board.occupied();
    let piece = Piece {
        color: position.turn(),
        role,
    };
    let reaches = |from: Square| attacks::attacks(from, piece, occupied).contains(to);
    let would = |from: Square| attacks::attacks(from, piece, Bitboard::EMPTY).contains(to);
    let takes_nothing = pattern.link == Link::Takes && !occupied.contains(to);
    if ours.into_iter().any(reaches) && takes_nothing {
        Impossible::NothingToTake
    } else if ours.into_iter().any(reaches) {
        Impossible::KingInCheck
    } else if ours.into_iter().any(would) {
        Impossible::Blocked(role)
    } else {
        Impossible::CannotReach(role)
    }
}

fn is_promotion_said(pattern: &Pattern) -> bool {
    match pattern.promotion {
        Promotion::Unsaid | Promotion::Cut => false,
        Promotion::To(_) => true,
    }
}

/// The squares the piece may stand on, by what is written.
fn origin(pattern: &Pattern) -> Bitboard {
    let file = pattern.from_file.map_or(Bitboard::FULL, Bitboard::from);
    let rank = pattern.from_rank.map_or(Bitboard::FULL, Bitboard::from);
    file & rank
}

fn a_pawns_move(position: &Chess, pattern: &Pattern, ours: Bitboard, to: Square) -> Impossible {
    let turn = position.turn();
    let last = turn.relative_rank(Rank::Eighth);
    let bad_piece = match pattern.promotion {
        Promotion::Unsaid | Promotion::Cut => false,
        Promotion::To(role) => role == Role::King || role == Role::Pawn || to.rank() != last,
    };
    let takes = pattern.takes_by_letters();
    let pushers = ours & Bitboard::from(pattern.to_file);
    let takers = ours & attacks::pawn_attacks(!turn, to);
    let candidates = if takes { takers } else { pushers };
    if candidates.is_empty() {
        return Impossible::CannotReach(Role::Pawn);
    }
    if bad_piece {
        return Impossible::Promotion;
    }
    if takes {
        return if position.them().contains(to) {
            Impossible::KingInCheck
        } else {
            Impossible::EnPassant
        };
    }
    push_reason(position, turn, candidates, to)
}

fn push_reason(position: &Chess, turn: Color, pushers: Bitboard, to: Square) -> Impossible {
    let occupied = position.board().occupied();
    let forward = turn.fold_wb(-8, 8);
    let one_back = to.offset(forward);
    let two_back = one_back.and_then(|square| square.offset(forward));
    let stands = |square: Option<Square>| square.is_some_and(|square| pushers.contains(square));
    let free = |square: Option<Square>| square.is_some_and(|square| !occupied.contains(square));
    let from_home =
        two_back.is_some_and(|square| square.rank() == turn.relative_rank(Rank::Second));
    if stands(one_back) {
        if occupied.contains(to) {
            Impossible::Blocked(Role::Pawn)
        } else {
            Impossible::KingInCheck
        }
    } else if stands(two_back) && from_home {
        if free(one_back) && free(Some(to)) {
            Impossible::KingInCheck
        } else {
            Impossible::Blocked(Role::Pawn)
        }
    } else {
        Impossible::CannotReach(Role::Pawn)
    }
}
