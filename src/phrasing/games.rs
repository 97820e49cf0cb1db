//! Words about games: what the moves say, and what is wrong with them.

use crate::game::{
    Claim, Contradiction, Dead, End, Fault, Findings, Ground, Impossible, Judgement, NotThisGame,
    Over, Reason, Role, Terms,
};
use crate::tournament::Tournament;
use crate::vocabulary::Color;

use super::words::outcome_score;

/// `99 half-moves`, `1 half-move`.
pub(super) fn half_moves(plies: usize) -> String {
    match plies {
        1 => "1 half-move".to_owned(),
        _ => format!("{plies} half-moves"),
    }
}

/// Where something stands: `move 12 of Black`. Games here begin with White's first move.
pub(super) fn place(ply: usize) -> String {
    let mover = if ply % 2 == 1 {
        Color::White
    } else {
        Color::Black
    };
    format!("move {} of {}", ply.div_ceil(2), side(mover))
}

/// `from move 12 of Black on`: where something begins.
pub(super) fn from(ply: usize) -> String {
    format!("from {} on", place(ply))
}

/// `after move 12 of Black`: what comes before a half-move.
pub(super) fn after(ply: usize) -> String {
    match ply {
        0 | 1 => "before the first move".to_owned(),
        _ => format!("after {}", place(ply - 1)),
    }
}

/// What is wrong with a gamescore: the place, the word, and why.
pub fn fault(fault: &Fault) -> String {
    let why = reason(&fault.reason);
    match (fault.ply, fault.text.is_empty()) {
        (0, _) => why,
        (ply, true) => format!("{}: {why}", place(ply)),
        (ply, false) => format!("{}, \"{}\": {why}", place(ply), fault.text),
    }
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Illegal(impossible) => self::impossible(*impossible),
        Reason::Ambiguous(moves) => format!("it may be {}; say which", either(moves)),
        Reason::Unreadable => "that is no move I can read".to_owned(),
        Reason::Descriptive => {
            "that is descriptive notation; I read squares, as in e4, Nf3 or e2-e4".to_owned()
        }
        Reason::NullMove => "that is no move of a game".to_owned(),
        Reason::BlackFirst => "Black's move stands first, and White begins (rules 3.1)".to_owned(),
        Reason::MissingHalfMove => "a move of Black is missing before it".to_owned(),
        Reason::OutOfStep => {
            "by the numbers, moves are missing before it, or stand twice".to_owned()
        }
        Reason::AfterEnd => "there are moves after the result".to_owned(),
        Reason::Truncated => "the text is cut off there".to_owned(),
        Reason::NoMoves => "there are no moves".to_owned(),
        Reason::NotThisGame(why) => match why {
            NotThisGame::OtherStart => {
                "it begins from another position than a game does (rules 2.3)".to_owned()
            }
            NotThisGame::BadStart => "its FEN tag is no position".to_owned(),
            NotThisGame::Variant => "it is a game by other rules than these".to_owned(),
        },
        Reason::TooLong => "it is too long for a game".to_owned(),
    }
}

fn either(moves: &[String]) -> String {
    match moves.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "several moves".to_owned(),
    }
}

fn impossible(impossible: Impossible) -> String {
    match impossible {
        Impossible::NoSuchPiece(role) => format!("there is no such {}", role_word(role)),
        Impossible::CannotReach(role) => format!("no {} can get there", role_word(role)),
        Impossible::Blocked(role) => {
            format!("something stands in the way of the {}", role_word(role))
        }
        Impossible::NothingToTake => "there is nothing to take".to_owned(),
        Impossible::OwnMan => "a man of the same side stands there".to_owned(),
        Impossible::KingInCheck => "it would leave the king in check (rules 6.1)".to_owned(),
        Impossible::CastlingOutOfCheck => {
            "castling is not possible out of check (rules 5.1)".to_owned()
        }
        Impossible::CastlingThroughCheck => {
            "the king would pass or reach an attacked square (rules 5.1)".to_owned()
        }
        Impossible::CastlingBlocked => {
            "something stands between king and rook (rules 5.1)".to_owned()
        }
        Impossible::CastlingRightLost => {
            "king or rook has moved before, or is not there (rules 5.1)".to_owned()
        }
        Impossible::EnPassant => {
            "taking in passing is possible only at once after the double step (rules 5.6)"
                .to_owned()
        }
        Impossible::Promotion => {
            "a pawn becomes a queen, rook, bishop or knight, and only on the last rank (rules 5.6)"
                .to_owned()
        }
        Impossible::GameOver => "the game is over before it".to_owned(),
    }
}

/// `knight`
pub fn role_word(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// How a game was over by the laws.
pub(super) fn over(over: Over) -> String {
    format!("over at {}: {}", place(over.ply), end(over.end))
}

/// An end by the laws, with the result it makes.
pub(super) fn end(end: End) -> String {
    let how = match end {
        End::Checkmate { winner } => format!("{} gave mate", side(winner)),
        End::Stalemate => "stalemate".to_owned(),
        End::Dead(dead) => format!(
            "{} (rules {})",
            match dead {
                Dead::KingsOnly => "king against king",
                Dead::OneMinor => "king and one minor piece against king",
                Dead::BishopsOfOneColor => "kings and a bishop each on squares of one colour",
            },
            dead.article()
        ),
    };
    format!("{how}, {}", outcome_score(end.outcome()))
}

/// What is said behind a result of how the moves go with it, where it is said before how they end.
pub(super) fn agreement(judged: Judgement) -> String {
    match judged {
        Judgement::Agrees(_) => ", which the moves bear out".to_owned(),
        Judgement::Contradicts(Contradiction::Ended(_)) => {
            ", which cannot be by these moves".to_owned()
        }
        Judgement::Contradicts(
            why @ (Contradiction::BareWinner(_)
            | Contradiction::BareOnTime(_)
            | Contradiction::NobodyBare),
        ) => format!(", which cannot be: {}", contradiction(why)),
        Judgement::Open(_) => String::new(),
    }
}

/// Why a result cannot be right if the moves are.
pub(super) fn contradiction(why: Contradiction) -> String {
    match why {
        Contradiction::Ended(end) => format!("by the moves the game was {}", over(end)),
        Contradiction::BareWinner(winner) => {
            format!(
                "{} has only the king and cannot have won (rules 7.5)",
                side(winner)
            )
        }
        Contradiction::BareOnTime(bare) => format!(
            "{} has only the king, so the other side's time makes it a draw (rules 7.5)",
            side(bare)
        ),
        Contradiction::NobodyBare => {
            "neither king is bare, so whoever overstepped the time has lost".to_owned()
        }
    }
}

/// What the side to move may claim, where it may claim anything.
pub(super) fn claims(findings: &Findings) -> Option<String> {
    let claims: Vec<String> = findings.claims.iter().map(claim).collect();
    let by = findings.claims.first()?.by;
    Some(format!(
        "{} may claim a draw: {}.",
        side(by),
        claims.join("; ")
    ))
}

fn claim(claim: &Claim) -> String {
    match &claim.ground {
        Ground::About(san) => {
            format!("by announcing {san}, which brings a position for the third time (rules 7.7)")
        }
        Ground::Third => "the position is there for the third time (rules 7.7)".to_owned(),
        Ground::Quiet => {
            "enough moves of each side without a capture or a pawn's move (rules 7.9)".to_owned()
        }
    }
}

/// `White` or `Black`.
pub fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What the director of a tournament announced about the laws.
pub(super) fn terms(tournament: &Tournament) -> Terms {
    Terms {
        quiet_moves: u32::from(tournament.settings.quiet_moves),
        ..Terms::default()
    }
}
