//! What a position says by itself: whether the game is over, and what a side has left.

use shakmaty::{Bitboard, Board, Chess, Position, Role, attacks};

use crate::vocabulary::{Color, Outcome};

/// How a game is over by the laws alone, without a claim and without anybody's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The side to move is in check and cannot move (DAL 7.1).
    Checkmate {
        /// Who gave mate.
        winner: Color,
    },
    /// No legal move, and no check either (DAL 7.3).
    Stalemate,
    /// One of the endings the laws list (DAL 7.4).
    Dead(Dead),
}

impl End {
    /// The result it makes.
    pub fn outcome(self) -> Outcome {
        match self {
            End::Checkmate { winner } => Outcome::win_of(winner),
            End::Stalemate | End::Dead(_) => Outcome::Draw,
        }
    }

    /// The article that says so.
    pub fn article(self) -> &'static str {
        match self {
            End::Checkmate { .. } => "7.1",
            End::Stalemate => "7.3",
            End::Dead(dead) => dead.article(),
        }
    }
}

/// The endings in which the game is drawn as soon as they arise (DAL 7.4): these three, and no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dead {
    /// King against king.
    KingsOnly,
    /// King against king and a bishop or a knight.
    OneMinor,
    /// A bishop on each side and nothing else beside the kings, both on squares of one colour.
    BishopsOfOneColor,
}

impl Dead {
    /// The point of the article.
    pub fn article(self) -> &'static str {
        match self {
            Dead::KingsOnly => "7.4a",
            Dead::OneMinor => "7.4b",
            Dead::BishopsOfOneColor => "7.4c",
        }
    }

    pub(super) fn of(board: &Board) -> Option<Dead> {
        let minors = board.bishops() | board.knights();
        match board.occupied().count() {
            2 => Some(Dead::KingsOnly),
            3 if minors.any() => Some(Dead::OneMinor),
            4 if board.bishops().count() == 2
                && (board.bishops() & board.white()).count() == 1
                && on_one_color(board.bishops()) =>
            {
                Some(Dead::BishopsOfOneColor)
            }
            _ => None,
        }
    }
}

/// What other codes of chess end or call drawn. Under these laws the game goes on, so this is only worth a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// Nothing but kings and bishops, all on squares of one colour: no mate is possible, but 7.4 does not list it.
    BishopsOfOneColor,
    /// Two knights against a bare king: mate is possible but cannot be forced.
    TwoKnights,
    /// Nothing but kings and pawns, no pawn can ever move and no king can get at one: no mate is possible.
    LockedPawns,
}

impl Remark {
    pub(super) fn of(position: &Chess) -> Option<Remark> {
        let board = position.board();
        let men = board.occupied() & !board.kings();
        if Dead::of(board).is_some() || men.is_empty() {
            None
        } else if men == board.bishops() {
            on_one_color(men).then_some(Remark::BishopsOfOneColor)
        } else if men == board.knights() {
            let one_side = men & board.white() == men || men & board.black() == men;
            (men.count() == 2 && one_side).then_some(Remark::TwoKnights)
        } else if men == board.pawns() {
            pawns_are_locked(position).then_some(Remark::LockedPawns)
        } else {
            None
        }
    }
}

/// Who has nothing but the king (DAL 7.5): such a player cannot win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bare {
    /// Both sides have men.
    Nobody,
    /// This side has only its king.
    Only(Color),
    /// Both sides have only their kings.
    Both,
}

impl Bare {
    pub(super) fn of(board: &Board) -> Bare {
        let white = board.white().count() == 1;
        match (white, board.black().count() == 1) {
            (false, false) => Bare::Nobody,
            (true, false) => Bare::Only(Color::White),
            (false, true) => Bare::Only(Color::Black),
            (true, true) => Bare::Both,
        }
    }

    /// Whether this side is bare.
    pub fn includes(self, side: Color) -> bool {
        match self {
            Bare::Nobody => false,
            Bare::Only(bare) => bare == side,
            Bare::Both => true,
        }
    }
}

/// The colour in this project's words.
pub(super) fn color(color: shakmaty::Color) -> Color {
    match color {
        shakmaty::Color::White => Color::White,
        shakmaty::Color::Black => Color::Black,
    }
}

/// The end that this position is. Stalemate comes first where 7.4 holds as well: see [`Dead::of`] for that.
pub(super) fn end_of(position: &Chess) -> Option<End> {
    match mobility(position) {
        Mobility::Checkmate => Some(End::Checkmate {
            winner: color(!position.turn()),
        }),
        Mobility::Stalemate => Some(End::Stalemate),
        Mobility::Free => Dead::of(position.board()).map(End::Dead),
    }
}

/// Whether the side to move can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mobility {
    /// It can.
    Free,
    /// It cannot, in check.
    Checkmate,
    /// It cannot, not in check.
    Stalemate,
}

/// All legal moves are only made where no man is found that surely has one: this is asked after every half-move.
pub(super) fn mobility(position: &Chess) -> Mobility {
    let check = position.is_check();
    let free = if check {
        king_can_step(position)
    } else {
        a_man_is_free(position) || king_can_step(position)
    };
    if free || !position.legal_moves().is_empty() {
        Mobility::Free
    } else if check {
        Mobility::Checkmate
    } else {
        Mobility::Stalemate
    }
}

/// Whether a man that is surely not pinned has a move, the king not being in check. Every man the king sees is left out,
/// since only such a man can be pinned.
fn a_man_is_free(position: &Chess) -> bool {
    let board = position.board();
    let (us, occupied) = (position.us(), board.occupied());
    let seen = king(position).map_or(Bitboard::EMPTY, |king| {
        attacks::queen_attacks(king, occupied)
    });
    let loose = us & !seen & !board.kings();
    let pawns = loose & board.pawns();
    let ahead = match position.turn() {
        shakmaty::Color::White => pawns.shift(8),
        shakmaty::Color::Black => pawns.shift(-8),
    };
    if (ahead & !occupied).any() {
        return true;
    }
    let mut pieces = (loose & !pawns).into_iter();
    pieces.any(|from| (board.attacks_from(from) & !us).any())
}

/// Whether the king can go to a square that is not attacked.
fn king_can_step(position: &Chess) -> bool {
    let Some(king) = king(position) else {
        return false;
    };
    let board = position.board();
    // The king does not hide the square behind it from a rook.
    let without = board.occupied().without(king);
    let mut steps = (attacks::king_attacks(king) & !position.us()).into_iter();
    steps.any(|to| board.attacks_to(to, !position.turn(), without).is_empty())
}

fn king(position: &Chess) -> Option<shakmaty::Square> {
    position.board().king_of(position.turn())
}

fn on_one_color(men: Bitboard) -> bool {
    (men & Bitboard::DARK_SQUARES).is_empty() || (men & Bitboard::LIGHT_SQUARES).is_empty()
}

/// Whether nothing but the kings can ever move, and neither of them can ever take a pawn. It may say no where a longer
/// proof would say yes; when it says yes, that is so.
fn pawns_are_locked(position: &Chess) -> bool {
    let board = position.board();
    let pawns = board.pawns();
    let (white, black) = (pawns & board.white(), pawns & board.black());
    // Each pawn stands before another pawn, so the last of them cannot move, nor the one behind it.
    let blocked = white.shift(8).is_subset(pawns) && black.shift(-8).is_subset(pawns);
    if !blocked || position.legal_ep_square().is_some() {
        return false;
    }
    let covered = |pawns: Bitboard, color: shakmaty::Color| {
        pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| {
            all | attacks::pawn_attacks(color, pawn)
        })
    };
    let by_white = covered(white, shakmaty::Color::White);
    let by_black = covered(black, shakmaty::Color::Black);
    if (by_white & black).any() || (by_black & white).any() {
        return false;
    }
    let white_king = board.by_piece(Role::King.of(shakmaty::Color::White));
    let black_king = board.by_piece(Role::King.of(shakmaty::Color::Black));
    // Where a king could ever get to if the other one did not stand in its way.
    (flood(white_king, !white & !by_black) & black).is_empty()
        && (flood(black_king, !black & !by_white) & white).is_empty()
}

/// All squares a king can walk to over these.
fn flood(king: Bitboard, allowed: Bitboard) -> Bitboard {
    let mut reached = king;
    loop {
        let next = reached.into_iter().fold(reached, |all, square| {
            all | (attacks::king_attacks(square) & allowed)
        });
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
