//! What a director has to know of a position before adjudicating it. The ruling is the director's alone.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, ByRole, CastlingMode, Chess, Color as Side, FromSetup, Position, PositionError,
    PositionErrorKinds,
};

use super::course::Findings;
use super::diagram::Diagram;
use super::ending::{Bare, Dead, Remark};
use crate::vocabulary::Color;

/// A position, with all that can be counted in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The board, whose move it is, check, and the end where this is one.
    pub diagram: Diagram,
    /// The point of 7.4 that holds, also where the position is stalemate as well.
    pub dead: Option<Dead>,
    /// Who has only the king.
    pub bare: Bare,
    /// What other codes would say.
    pub remark: Option<Remark>,
    /// What White has.
    pub white: Material,
    /// What Black has.
    pub black: Material,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// The quiet plies that the FEN, or the moves, give.
    pub clock: u32,
    /// What is odd about the position without making it useless.
    pub oddities: Vec<Oddity>,
}

impl Facts {
    /// The facts of a position someone wrote down.
    pub fn of_fen(text: &str) -> Result<Facts, BadFen> {
        let (position, oddities) = position_of_fen(text)?;
        let clock = position.halfmoves();
        Ok(Facts::of(&position, clock, oddities))
    }

    /// The facts of the final position of a game.
    pub fn of_final(findings: &Findings) -> Facts {
        Facts::of(findings.position(), findings.clock, Vec::new())
    }

    fn of(position: &Chess, clock: u32, oddities: Vec<Oddity>) -> Facts {
        let board = position.board();
        Facts {
            diagram: Diagram::of(position, None),
            dead: Dead::of(board),
            bare: Bare::of(board),
            remark: Remark::of(position),
            white: Material::of(position, Side::White),
            black: Material::of(position, Side::Black),
            legal_moves: position.legal_moves().len(),
            clock,
            oddities,
        }
    }

    /// Whether an engine can say anything of it. Some engines crash on positions that no game can bring, so they are spared those.
    pub fn for_engine(&self) -> ForEngine {
        let stray = |oddity: &Oddity| match oddity {
            Oddity::TooManyMen | Oddity::ImpossibleCheck => true,
            // What is odd about these was left out of the position.
            Oddity::CastlingRight | Oddity::EnPassant => false,
        };
        if self.diagram.end.is_some() {
            ForEngine::Over
        } else if self.oddities.iter().any(stray) {
            ForEngine::Stray
        } else {
            ForEngine::Sound
        }
    }

    /// What this side has.
    pub fn material(&self, side: Color) -> Material {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Whether a position is one for an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForEngine {
    /// It is.
    Sound,
    /// The game is over: there is nothing to look for.
    Over,
    /// No game can bring it.
    Stray,
}

/// The men of one side, its king left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Material {
    /// Queens.
    pub queens: u8,
    /// Rooks.
    pub rooks: u8,
    /// Bishops on light squares.
    pub light_bishops: u8,
    /// Bishops on dark squares.
    pub dark_bishops: u8,
    /// Knights.
    pub knights: u8,
    /// Pawns.
    pub pawns: u8,
}

impl Material {
    fn of(position: &Chess, side: Side) -> Material {
        let board = position.board();
        let men: ByRole<u8> = board.material_side(side);
        let light = board.bishops() & board.by_color(side) & Bitboard::LIGHT_SQUARES;
        // At most 32 bishops stand on light squares.
        let light = light.count() as u8;
        Material {
            queens: men.queen,
            rooks: men.rook,
            light_bishops: light,
            dark_bishops: men.bishop - light,
            knights: men.knight,
            pawns: men.pawn,
        }
    }

    /// The usual count: nine for a queen, five for a rook, three for a bishop or knight, one for a pawn.
    pub fn points(self) -> u32 {
        let minors = self.light_bishops + self.dark_bishops + self.knights;
        9 * u32::from(self.queens)
            + 5 * u32::from(self.rooks)
            + 3 * u32::from(minors)
            + u32::from(self.pawns)
    }
}

impl fmt::Display for Material {
    /// `queen, 2 rooks, bishop (light), 5 pawns`, or `bare king`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.queens, "queen", ""),
            (self.rooks, "rook", ""),
            (self.light_bishops, "bishop", " (light)"),
            (self.dark_bishops, "bishop", " (dark)"),
            (self.knights, "knight", ""),
            (self.pawns, "pawn", ""),
        ];
        let words: Vec<String> = names
            .into_iter()
            .filter_map(|(count, name, on)| match count {
                0 => None,
                1 => Some(format!("{name}{on}")),
                several => Some(format!("{several} {name}s{on}")),
            })
            .collect();
        if words.is_empty() {
            f.write_str("bare king")
        } else {
            f.write_str(&words.join(", "))
        }
    }
}

/// Something about a FEN that does not fit, and was put right or let pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// It gives a right to castle that king and rook cannot have; the right was dropped.
    CastlingRight,
    /// It gives a capture in passing where no pawn has just made a double step; it was dropped.
    EnPassant,
    /// There are more men than a game can bring.
    TooManyMen,
    /// The king is attacked in a way that no move can have brought about.
    ImpossibleCheck,
}

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadFen {
    /// A field cannot be read.
    Unreadable(FenField),
    /// A side has no king.
    NoKing,
    /// A side has more than one king.
    TwoKings,
    /// A pawn stands on the first or the last rank.
    PawnOnBackRank,
    /// The side that is not to move stands in check: its king could be taken.
    OpponentInCheck,
}

/// A field of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FenField {
    /// The men on the board.
    Board,
    /// Whose move it is.
    Turn,
    /// The rights to castle.
    Castling,
    /// The square of a capture in passing.
    EnPassant,
    /// The quiet plies.
    Clock,
    /// The number of the move.
    Number,
    /// There are more fields than six.
    TooMany,
}

/// The position a FEN describes, as far as it is one.
pub(super) fn position_of_fen(text: &str) -> Result<(Chess, Vec<Oddity>), BadFen> {
    let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(|error| {
        BadFen::Unreadable(match error {
            ParseFenError::InvalidFen
            | ParseFenError::InvalidBoard
            | ParseFenError::InvalidPocket => FenField::Board,
            ParseFenError::InvalidTurn => FenField::Turn,
            ParseFenError::InvalidCastling => FenField::Castling,
            ParseFenError::InvalidEpSquare => FenField::EnPassant,
            ParseFenError::InvalidHalfmoveClock => FenField::Clock,
            ParseFenError::InvalidFullmoves => FenField::Number,
            ParseFenError::InvalidRemainingChecks => FenField::TooMany,
        })
    })?;
    let setup = fen.into_setup();
    // Men in hand and counted checks belong to other games.
    if setup.pockets.is_some() || setup.promoted.any() {
        return Err(BadFen::Unreadable(FenField::Board));
    }
    if setup.remaining_checks.is_some() {
        return Err(BadFen::Unreadable(FenField::TooMany));
    }
    let set_up = Chess::from_setup(setup, CastlingMode::Standard);
    let kinds = set_up
        .as_ref()
        .map_or_else(|error| error.kinds(), |_| PositionErrorKinds::empty());
    for (kind, bad) in [
        (PositionErrorKinds::EMPTY_BOARD, BadFen::NoKing),
        (PositionErrorKinds::MISSING_KING, BadFen::NoKing),
        (PositionErrorKinds::TOO_MANY_KINGS, BadFen::TwoKings),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            BadFen::PawnOnBackRank,
        ),
        (PositionErrorKinds::OPPOSITE_CHECK, BadFen::OpponentInCheck),
    ] {
        if kinds.contains(kind) {
            return Err(bad);
        }
    }
    let oddities = [
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            Oddity::CastlingRight,
        ),
        (PositionErrorKinds::INVALID_EP_SQUARE, Oddity::EnPassant),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, Oddity::TooManyMen),
        (
            PositionErrorKinds::IMPOSSIBLE_CHECK,
            Oddity::ImpossibleCheck,
        ),
    ];
    let oddities: Vec<Oddity> = oddities
        .into_iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, oddity)| oddity)
        .collect();
    // Every kind of error is named above; one more would be a board that is none.
    match despite_oddities(set_up) {
        Some(position) => Ok((position, oddities)),
        None => Err(BadFen::Unreadable(FenField::Board)),
    }
}

/// The position of a set-up in which nothing is wrong but what an [`Oddity`] names.
pub(super) fn despite_oddities(set_up: Result<Chess, PositionError<Chess>>) -> Option<Chess> {
    set_up
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
