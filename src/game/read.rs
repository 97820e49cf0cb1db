//! A game as it stands in a text into a [`Gamescore`]: first by the letter of the standard, which
//! is fast and reads nearly everything; where a word does not fit, by every way people write.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position};

use super::attempt;
use super::facts::despite_oddities;
use super::lex::{Kept, Kind, Lexed, Semicolons, Token};
use super::score::{Fault, Gamescore, Marker, Note, Reason, Start, Tag};
use super::tolerant::{self, Effort};
use super::words;

/// Reads one game that was lexed from `text`.
pub(super) fn score(text: &[u8], lexed: Lexed, effort: &mut Effort) -> Gamescore {
    let mut score = Gamescore {
        tags: lexed.tags.clone(),
        start: Start::Initial,
        moves: Vec::new(),
        marker: None,
        fault: None,
        notes: Vec::new(),
    };
    match start(&score.tags) {
        Ok(start) => score.start = start,
        Err(fault) => {
            score.fault = Some(fault);
            return score;
        }
    }
    if lexed.kept == Kept::TheFirst {
        score.fault = Some(Fault {
            ply: 0,
            text: attempt::excerpt(String::from_utf8_lossy(first_line(text, &lexed)).trim()),
            reason: Reason::TooLong,
        });
        return score;
    }
    let position = score.start.position();
    if let Some((moves, marker)) = by_the_letter(text, &lexed, position.clone()) {
        score.moves = moves;
        score.marker = marker;
    } else {
        tolerant::read((text, &lexed), &position, &mut score, effort);
    }
    conclude(&mut score);
    score
}

/// The beginning of the movetext.
fn first_line<'t>(text: &'t [u8], lexed: &Lexed) -> &'t [u8] {
    let body = text.get(lexed.body.clone()).unwrap_or_default();
    &body[..body.len().min(EXCERPT_BYTES)]
}

/// Enough for an excerpt.
const EXCERPT_BYTES: usize = 200;

/// The value of a tag.
pub(super) fn tag<'t>(tags: &'t [Tag], name: &str) -> Option<&'t str> {
    tags.iter()
        .find(|tag| tag.name.eq_ignore_ascii_case(name))
        .map(|tag| tag.value.as_str())
}

/// The result that the tags name.
pub(super) fn tagged_result(tags: &[Tag]) -> Option<Marker> {
    result(tag(tags, "Result")?)
}

/// The result a text spells, in the ways people write one.
fn result(text: &str) -> Option<Marker> {
    let plain = text
        .trim()
        .replace(['\u{2010}', '\u{2011}', '–', '—', '−'], "-")
        .replace('½', "1/2");
    match plain.as_str() {
        "0-0" | "0:0" => Some(Marker::BothLost),
        plain => words::marker(plain.as_bytes()),
    }
}

/// The position the tags set up. What can be put right in a FEN is: rights that are none, an e.p.
/// square that is none; a position in which somebody cannot be to move is not one.
fn start(tags: &[Tag]) -> Result<Start, Fault> {
    let Some(fen) = tag(tags, "FEN")
        .map(str::trim)
        .filter(|fen| !fen.is_empty())
    else {
        return Ok(Start::Initial);
    };
    start_of(fen).ok_or_else(|| Fault {
        ply: 0,
        text: attempt::excerpt(fen),
        reason: Reason::NotThisGame(super::score::NotThisGame::BadStart),
    })
}

/// The start that a FEN describes, if it is a position of chess.
pub fn start_of(fen: &str) -> Option<Start> {
    let position = position_of(fen)?;
    Some(if position == Chess::default() {
        Start::Initial
    } else {
        Start::Setup(Box::new(position))
    })
}

/// The position that a FEN describes, if it is one of chess.
fn position_of(fen: &str) -> Option<Chess> {
    let setup = Fen::from_ascii(fen.as_bytes()).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    despite_oddities(Chess::from_setup(setup, mode))
}

/// Reads movetext in which every word is a move in standard notation. `None` at the first that is
/// not: the way people write is tried then.
fn by_the_letter(
    text: &[u8],
    lexed: &Lexed,
    mut position: Chess,
) -> Option<(Vec<Move>, Option<Marker>)> {
    if lexed.unclosed.is_some()
        || !lexed.twice_opened.is_empty()
        || lexed.semicolons == Semicolons::Some
    {
        return None;
    }
    if matches!(
        lexed.tokens.last(),
        Some(Token {
            kind: Kind::Number { .. },
            ..
        })
    ) {
        return None;
    }
    let mut moves = Vec::with_capacity(lexed.tokens.len());
    let mut marker = None;
    for token in &lexed.tokens {
        if marker.is_some() {
            return None;
        }
        match token.kind {
            Kind::Number { value, dots } => check_number(&position, value, dots)?,
            Kind::Result(result) => marker = Some(result),
            Kind::Dots | Kind::Odd => return None,
            Kind::Word => {
                let word = &text[token.start..token.end];
                let found = standard(&position, word)?;
                position.play_unchecked(found);
                moves.push(found);
            }
        }
    }
    Some((moves, marker))
}

/// Numbers that do not count are looked at by the tolerant reader.
fn check_number(position: &Chess, value: u32, dots: usize) -> Option<()> {
    let doubtful = position.turn().is_white() && dots > 1;
    (value == position.fullmoves().get() && !doubtful).then_some(())
}

/// The legal move that a word in standard notation means.
fn standard(position: &Chess, word: &[u8]) -> Option<Move> {
    let end = word
        .iter()
        .rposition(|byte| !b"+#!?".contains(byte))
        .map_or(0, |last| last + 1);
    // Castling with zeros is standard in all but the letter; "0-0" alone may be a result.
    let san = match &word[..end] {
        b"0-0-0" => San::Castle(shakmaty::CastlingSide::QueenSide),
        b"0-0" => return None,
        word => San::from_ascii(word).ok()?,
    };
    san.to_move(position).ok()
}

/// What the whole of tags, moves and result says beside the moves.
fn conclude(score: &mut Gamescore) {
    if let (Some(tag), Some(marker)) = (tagged_result(&score.tags), score.marker)
        && tag != marker
    {
        score.notes.push(Note::TagAndMarkerDiffer { tag, marker });
    }
    if let Some(count) = tag(&score.tags, "PlyCount").and_then(|count| count.trim().parse().ok())
        && count != score.moves.len()
    {
        score.notes.push(Note::PlyCountDiffers(count));
    }
    let claims_nothing = score.marker.is_none() || score.tags.is_empty();
    if score.fault.is_none() && score.moves.is_empty() && claims_nothing {
        score.fault = Some(Fault {
            ply: 1,
            text: String::new(),
            reason: Reason::NoMoves,
        });
    }
}
