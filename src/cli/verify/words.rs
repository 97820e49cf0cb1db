//! What is said of a checked game, in words.

use crate::game::{
    Contradiction, Dead, End, Fault, Findings, Gap, Ground, Impossible, Judgement, Marker,
    MoveNumber, NotThisGame, Note, Open, Over, Reason, Remark, Start, numbered, sans, token,
};
use crate::phrasing::{role_word, side};
use crate::vocabulary::Outcome;

use super::Checked;

pub(super) fn result(outcome: Outcome) -> &'static str {
    token(Marker::Decided(outcome))
}

/// `checkmate by White at ply 7 (7.1)`
pub(super) fn over(over: Over) -> String {
    let how = match over.end {
        End::Checkmate { winner } => format!("checkmate by {}", side(winner)),
        End::Stalemate => "stalemate".to_owned(),
        End::Dead(Dead::KingsOnly) => "drawn with bare kings".to_owned(),
        End::Dead(Dead::OneMinor) => "drawn with king and minor piece against king".to_owned(),
        End::Dead(Dead::BishopsOfOneColor) => "drawn with bishops on one colour".to_owned(),
    };
    format!("{how} at ply {} ({})", over.ply, over.end.article())
}

/// Why the result is right, wrong or open.
pub(super) fn why(verdict: Judgement) -> String {
    match verdict {
        Judgement::Agrees(end) => over(end),
        Judgement::Contradicts(Contradiction::Ended(end)) => {
            format!("{}, which is {}", over(end), result(end.end.outcome()))
        }
        Judgement::Contradicts(Contradiction::BareWinner(winner)) => {
            format!("{} has a bare king and cannot win (7.5)", side(winner))
        }
        Judgement::Contradicts(Contradiction::BareOnTime(bare)) => {
            format!("{} has a bare king, so time makes a draw (7.5)", side(bare))
        }
        Judgement::Contradicts(Contradiction::NobodyBare) => {
            "neither king is bare, so time makes no draw (7.5)".to_owned()
        }
        Judgement::Open(Open::NoResult) => "no result, and the moves make none".to_owned(),
        Judgement::Open(Open::ResultMissing(end)) => format!(
            "no result, though it is {}: {}",
            result(end.end.outcome()),
            over(end)
        ),
        Judgement::Open(Open::ResignationOrTime) => "needs resignation or time".to_owned(),
        Judgement::Open(Open::Agreement) => "needs agreement (7.6)".to_owned(),
        Judgement::Open(Open::Claim) => "needs a claim that stands, or agreement (7.6)".to_owned(),
        Judgement::Open(Open::TimeAgainstBare(bare)) => {
            format!(
                "needs time overstepped against {}'s bare king (7.5)",
                side(bare)
            )
        }
        Judgement::Open(Open::Ruling) => "needs a ruling that both lost (7.10)".to_owned(),
    }
}

/// `7.7b, 7.7a by Nf3`
pub(super) fn claims(findings: &Findings) -> String {
    let each = findings.claims.iter().map(|claim| match &claim.ground {
        Ground::About(san) => format!("{} by {san}", claim.ground.article()),
        Ground::Third | Ground::Quiet => claim.ground.article().to_owned(),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Everything worth a word that is neither an error nor part of the verdict.
pub(super) fn notes(game: &Checked) -> Vec<String> {
    let mut notes: Vec<String> = game
        .score
        .notes
        .iter()
        .map(|note| self::note(&game.score.start, note))
        .collect();
    let findings = &game.findings;
    if let Some(end) = findings.over
        && findings.void_plies() > 0
    {
        let sans = sans(&game.score.start, &game.score.moves);
        notes.push(format!(
            "{} half-moves after the end, from {} on",
            findings.void_plies(),
            numbered(&game.score.start, end.ply + 1, &sans[end.ply])
        ));
    }
    if let Some(ply) = findings.first.fifth {
        notes.push(format!("a position for the fifth time at ply {ply}"));
    }
    if let Some(ply) = findings.first.seventy_five {
        notes.push(format!("75 quiet moves of each side at ply {ply}"));
    }
    notes.extend(findings.remark.map(|remark| {
        match remark {
            Remark::BishopsOfOneColor => "bishops on one colour only: no mate is possible",
            Remark::TwoKnights => "two knights: mate cannot be forced",
            Remark::LockedPawns => "locked pawns: no mate is possible",
        }
        .to_owned()
    }));
    notes
}

fn note(start: &Start, note: &Note) -> String {
    let number = |ply: &usize| MoveNumber::of(start, *ply);
    match note {
        Note::QueenAssumed { ply } => format!("taken as a queen at {}", number(ply)),
        Note::Language(name) => format!("pieces named in {name}"),
        Note::TagAndMarkerDiffer { tag, marker } => format!(
            "the tag says {}, the moves end with {}",
            token(*tag),
            token(*marker)
        ),
        Note::NumbersOff { ply } => format!("the numbers do not count from {}", number(ply)),
        Note::SentTwice { ply } => format!("perhaps sent twice from {}", number(ply)),
        Note::LeftOut(words) => format!("left out: {words}"),
        Note::PlyCountDiffers(count) => format!("PlyCount says {count}"),
        Note::Gap { ply, gap } => match gap {
            Gap::Lost => format!("something is lost before {}", number(ply)),
            Gap::Unheard | Gap::Cut => {
                format!("something may be lost before {}", number(ply))
            }
        },
        Note::Layout(name) => format!("read as {name}"),
    }
}

/// Why a text stops being a game.
pub(super) fn reason(fault: &Fault) -> String {
    match &fault.reason {
        Reason::Illegal(why) => format!("illegal: {}", impossible(*why)),
        Reason::Ambiguous(moves) => format!("ambiguous: {}", moves.join(" or ")),
        Reason::Unreadable => "no move that can be read".to_owned(),
        Reason::Descriptive => "descriptive notation".to_owned(),
        Reason::NullMove => "a null move".to_owned(),
        Reason::BlackFirst => "Black moves first (3.1)".to_owned(),
        Reason::MissingHalfMove => "a half-move is missing".to_owned(),
        Reason::OutOfStep => "by the numbers, moves are missing or stand twice".to_owned(),
        Reason::AfterEnd => "moves after the result".to_owned(),
        Reason::Truncated => "the text is cut off".to_owned(),
        Reason::NoMoves => "no moves".to_owned(),
        Reason::NotThisGame(NotThisGame::OtherStart) => "another start than 2.3".to_owned(),
        Reason::NotThisGame(NotThisGame::BadStart) => "the FEN is no position".to_owned(),
        Reason::NotThisGame(NotThisGame::Variant) => "another variant".to_owned(),
        Reason::TooLong => "too long for a game".to_owned(),
    }
}

fn impossible(why: Impossible) -> String {
    match why {
        Impossible::NoSuchPiece(role) => format!("there is no such {}", role_word(role)),
        Impossible::CannotReach(role) => format!("no {} can get there", role_word(role)),
        Impossible::Blocked(role) => format!("something stands before the {}", role_word(role)),
        Impossible::NothingToTake => "nothing to take".to_owned(),
        Impossible::OwnMan => "a man of the same side stands there".to_owned(),
        Impossible::KingInCheck => "the king would be in check (6.1)".to_owned(),
        Impossible::CastlingOutOfCheck => "castling out of check (5.1)".to_owned(),
        Impossible::CastlingThroughCheck => "castling through check (5.1)".to_owned(),
        Impossible::CastlingBlocked => "castling over a man (5.1)".to_owned(),
        Impossible::CastlingRightLost => "no right to castle (5.1)".to_owned(),
        Impossible::EnPassant => "no capture in passing (5.6c)".to_owned(),
        Impossible::Promotion => "no such promotion (5.6d)".to_owned(),
        Impossible::GameOver => "the game is over".to_owned(),
    }
}
