//! What a gamescore says: tags, moves, result, and the first thing that is wrong with it.

use shakmaty::{Chess, Move, Position, Role};

use super::gaps::Gap;
use super::read;
use crate::vocabulary::{Color, Outcome};

/// A gamescore as it was sent.
///
/// The moves are legal one after the other from the start. Where the text stops making sense, the
/// moves end and [`fault`](Gamescore::fault) says where and why: a score with a fault is never a
/// whole game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gamescore {
    /// The tag pairs, in the order of the text; a name occurs once (the first one counts).
    pub tags: Vec<Tag>,
    /// The position the moves begin from.
    pub start: Start,
    /// The legal moves read, from the start.
    pub moves: Vec<Move>,
    /// The result as it stands after the moves.
    pub marker: Option<Marker>,
    /// What is wrong, and from which ply on.
    pub fault: Option<Fault>,
    /// What was read otherwise than written, or is odd without being wrong.
    pub notes: Vec<Note>,
}

impl Gamescore {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        read::tag(&self.tags, name)
    }

    /// The result that the Result tag names.
    pub fn tagged_result(&self) -> Option<Marker> {
        read::tagged_result(&self.tags)
    }

    /// Why this is no game from the initial position by these laws (DAL 2.3, 3.1), if it is none.
    /// Its moves were read all the same.
    pub fn objection(&self) -> Option<NotThisGame> {
        const STANDARD: &[&str] = &["", "standard", "chess", "normal", "from position", "?", "-"];
        let variant = self.tag("Variant").unwrap_or_default().to_lowercase();
        if !STANDARD.contains(&variant.trim()) {
            return Some(NotThisGame::Variant);
        }
        match self.start {
            Start::Initial => None,
            Start::Setup(_) => Some(NotThisGame::OtherStart),
        }
    }

    /// How many half-moves lead to a place, if the game gets there.
    pub fn plies_to(&self, place: MovePlace) -> Option<usize> {
        let start = self.start.position();
        let blacks = usize::from(start.turn() == shakmaty::Color::Black);
        let first = usize::try_from(start.fullmoves().get()).ok()?;
        let after = |number: u16, half: usize| {
            let moves = usize::from(number).checked_sub(first)?;
            (2 * moves + half).checked_sub(blacks)
        };
        let last = self.moves.len();
        let plies = match place {
            MovePlace::Whole(number) => {
                let whole = after(number, 2)?;
                if whole == last + 1 { last } else { whole }
            }
            MovePlace::After(Color::White, number) => after(number, 1)?,
            MovePlace::After(Color::Black, number) => after(number, 2)?,
        };
        (plies <= last).then_some(plies)
    }

    /// What is wrong with this as a tournament's game: that it is none, or the first fault in it.
    pub fn trouble(&self) -> Option<Fault> {
        let objection = self.objection().map(|objection| Fault {
            ply: 0,
            text: match objection {
                NotThisGame::Variant => self.tag("Variant").unwrap_or_default().to_owned(),
                NotThisGame::OtherStart | NotThisGame::BadStart => {
                    self.tag("FEN").unwrap_or_default().to_owned()
                }
            },
            reason: Reason::NotThisGame(objection),
        });
        objection.or_else(|| self.fault.clone())
    }
}

/// A place in a game, by the number of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovePlace {
    /// After this move of both, or White's where the game ends with it.
    Whole(u16),
    /// After this player's move of this number.
    After(Color, u16),
}

/// A tag pair, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name as written.
    pub name: String,
    /// The value without its quotes and escapes.
    pub value: String,
}

/// The position a game begins from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Start {
    /// The initial position of DAL 2.3; also when a FEN tag spells just that.
    #[default]
    Initial,
    /// A position set up by a FEN tag: odds, an adjudication, a variant.
    Setup(Box<Chess>),
}

impl Start {
    /// The position, ready to be played from.
    pub fn position(&self) -> Chess {
        match self {
            Start::Initial => Chess::default(),
            Start::Setup(position) => (**position).clone(),
        }
    }
}

/// The result that ends the movetext, or that a Result tag names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// 1-0, 1/2-1/2 or 0-1.
    Decided(Outcome),
    /// 0-0: both lost (DAL III, 7.10). PGN has no such result.
    BothLost,
    /// `*`: no result.
    Unfinished,
}

/// The first thing that is wrong with a gamescore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The number of the half-move that could not be read, from 1; 0 when the start is at fault.
    pub ply: usize,
    /// The words of the text at fault, as sent, cut to a line's length.
    pub text: String,
    /// Why.
    pub reason: Reason,
}

/// Why a gamescore stops being readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A move of chess that is not possible here.
    Illegal(Impossible),
    /// More than one move is written this way; these are they, in standard notation.
    Ambiguous(Vec<String>),
    /// No move at all: descriptive notation, prose, a cut word.
    Unreadable,
    /// Descriptive notation, `P-K4`: not read here.
    Descriptive,
    /// A null move, `--` or `Z0`: no move of a game.
    NullMove,
    /// Black's move stands first (DAL 3.1).
    BlackFirst,
    /// Dots stand where a half-move is missing, or the numbers skip one.
    MissingHalfMove,
    /// By the move numbers, moves are missing before it, or stand twice.
    OutOfStep,
    /// Moves stand after the result.
    AfterEnd,
    /// A comment or a variation is opened and never closed; the text was cut.
    Truncated,
    /// It holds no moves although it claims to be a game.
    NoMoves,
    /// It is not a game this society plays.
    NotThisGame(NotThisGame),
    /// It is longer than the limit.
    TooLong,
}

/// Why a game is none that could be played here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotThisGame {
    /// It begins from another position than the initial one (DAL 2.3).
    OtherStart,
    /// Its FEN tag is no position at all.
    BadStart,
    /// Its Variant tag names another game.
    Variant,
}

/// Why a move is not possible in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// The side to move has no such piece.
    NoSuchPiece(Role),
    /// No such piece can reach the square in one move.
    CannotReach(Role),
    /// Something stands between.
    Blocked(Role),
    /// A man of the same side stands there.
    OwnMan,
    /// A capture is written, and nothing stands there.
    NothingToTake,
    /// It would leave the king in check, or put it there (DAL 6.1).
    KingInCheck,
    /// Castling: the king stands in check.
    CastlingOutOfCheck,
    /// Castling: the king would pass or reach an attacked square.
    CastlingThroughCheck,
    /// Castling: something stands between king and rook.
    CastlingBlocked,
    /// Castling: king or rook has moved, or is not there.
    CastlingRightLost,
    /// A capture in passing that is not possible, or comes too late (DAL 5.6c).
    EnPassant,
    /// A pawn would be exchanged elsewhere than on the last rank, or for a king or pawn.
    Promotion,
    /// The game is over: the king is mated, or stalemated.
    GameOver,
}

/// What was read otherwise than written, or is odd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The pawn of this ply was taken to become a queen, since no piece was named (DAL 5.6d).
    QueenAssumed {
        /// The half-move, from 1.
        ply: usize,
    },
    /// The pieces are named in this language.
    Language(&'static str),
    /// The Result tag and the result after the moves differ.
    TagAndMarkerDiffer {
        /// What the tag says.
        tag: Marker,
        /// What stands after the moves.
        marker: Marker,
    },
    /// The move numbers do not count; the moves decided.
    NumbersOff {
        /// The half-move before which the first wrong number stands.
        ply: usize,
    },
    /// The word at this ply is the one of two half-moves before: a line may have been sent twice.
    SentTwice {
        /// The half-move, from 1.
        ply: usize,
    },
    /// Words that are no part of the game were left out.
    LeftOut(String),
    /// The text names another number of moves by its PlyCount tag.
    PlyCountDiffers(usize),
    /// The text was read by a layout of its own.
    Layout(&'static str),
    /// Something may be missing in the text, and nothing behind it shows that no move is.
    Gap {
        /// The half-move before which it is missing, from 1.
        ply: usize,
        /// What is known of it.
        gap: Gap,
    },
}
