//! A game as it stands in a text into a [`Gamescore`]: first by the letter of the standard, which
//! is fast and reads nearly everything; where a word does not fit, by every way people write.

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, PositionError};

use super::attempt::{self, Attempt, Setting};
use super::gaps;
use super::layouts;
use super::lex::{self, Kind, Lexed, OnLine, Token};
use super::score::{Fault, Gamescore, Marker, Note, Reason, Start, Tag};
use super::tongues;

/// Reads one game that was lexed from `text`.
pub(super) fn score(text: &[u8], lexed: Lexed) -> Gamescore {
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
    let position = score.start.position();
    if let Some((moves, marker)) = by_the_letter(text, &lexed, position.clone()) {
        score.moves = moves;
        score.marker = marker;
        score.notes.extend(numbers_off(&lexed, &score));
    } else {
        tolerantly(text, &lexed, &position, &mut score);
    }
    conclude(&mut score);
    score
}

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
        plain => lex::marker(plain.as_bytes()),
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
pub(super) fn position_of(fen: &str) -> Option<Chess> {
    let setup = Fen::from_ascii(fen.as_bytes()).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Reads movetext in which every word is a move in standard notation. `None` at the first that is
/// not: the way people write is tried then.
fn by_the_letter(
    text: &[u8],
    lexed: &Lexed,
    mut position: Chess,
) -> Option<(Vec<Move>, Option<Marker>)> {
    if lexed.unclosed.is_some() {
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

/// Numbers that put the turn in doubt are looked at by the tolerant reader.
fn check_number(position: &Chess, value: u32, dots: usize) -> Option<()> {
    let expected = position.fullmoves().get();
    if dots == 0 && value != expected {
        return None;
    }
    let doubtful = match position.turn() {
        shakmaty::Color::White => dots > 1,
        shakmaty::Color::Black => value == expected + 1 && dots <= 1,
    };
    (!doubtful).then_some(())
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

/// Notes the first move number that does not count.
fn numbers_off(lexed: &Lexed, score: &Gamescore) -> Option<Note> {
    if score.start != Start::Initial {
        return None;
    }
    let mut ply: usize = 1;
    for token in &lexed.tokens {
        match token.kind {
            Kind::Number { value, .. } if value as usize != ply.div_ceil(2) => {
                return Some(Note::NumbersOff { ply });
            }
            Kind::Word => ply += 1,
            Kind::Number { .. } | Kind::Dots | Kind::Result(_) | Kind::Odd => {}
        }
    }
    None
}

/// How many words all readings of one text may look at together: a text of the largest size that
/// fits nothing is answered in well under a second.
const WORDS_LOOKED_AT_MAX: usize = 400_000;

/// A text's lines that were cut inside a word are joined at most this often.
const JOINS_MAX: usize = 64;

/// Reads the movetext as people write it: in standard letters, then in other languages' letters.
fn tolerantly(text: &[u8], lexed: &Lexed, position: &Chess, score: &mut Gamescore) {
    let plain = layouts::plain(&gaps::without_marks(&text[lexed.body.clone()]));
    let tagged = tagged_result(&score.tags);
    let mut budget = WORDS_LOOKED_AT_MAX;
    let mut read = |tongue| with_joins(&plain.text, position, tongue, tagged, &mut budget);
    let english = read(&tongues::ENGLISH);
    let mut chosen = english;
    if let Some(fault) = &chosen.fault
        && may_be_foreign(fault)
    {
        let foreign: Vec<(&'static str, Attempt)> = tongues::OTHERS
            .iter()
            .map(|tongue| (tongue.name, read(tongue)))
            .collect();
        chosen = choose(chosen, foreign);
    }
    score.moves = chosen.moves;
    score.marker = chosen.marker;
    score.fault = chosen.fault;
    score.notes.extend(chosen.notes);
    score.notes.extend(plain.layout.map(Note::Layout));
    score.notes.extend(plain.left_out.map(Note::LeftOut));
}

/// Whether other letters could make sense of it: a text that is cut, or goes on after its end, is
/// so in every language.
fn may_be_foreign(fault: &Fault) -> bool {
    match &fault.reason {
        Reason::Illegal(_) | Reason::Ambiguous(_) | Reason::Unreadable => true,
        Reason::Descriptive
        | Reason::NullMove
        | Reason::BlackFirst
        | Reason::MissingHalfMove
        | Reason::AfterEnd
        | Reason::Truncated
        | Reason::NoMoves
        | Reason::NotThisGame(_)
        | Reason::TooLong => false,
    }
}

/// Of several languages that read the whole text, all must find the same moves. Where none does,
/// the one that gets furthest explains the fault, and English where it is no shorter.
fn choose(english: Attempt, foreign: Vec<(&'static str, Attempt)>) -> Attempt {
    let whole: Vec<&(&'static str, Attempt)> = foreign
        .iter()
        .filter(|(_, attempt)| attempt.fault.is_none() && !attempt.moves.is_empty())
        .collect();
    if let Some((name, first)) = whole.first() {
        if whole.iter().all(|(_, other)| other.moves == first.moves) {
            return noted(first.clone(), name);
        }
        return english;
    }
    let mut best = english;
    for (name, attempt) in foreign {
        if attempt.moves.len() > best.moves.len() {
            best = noted(attempt, name);
        }
    }
    best
}

fn noted(mut attempt: Attempt, name: &'static str) -> Attempt {
    attempt
        .notes
        .retain(|note| !matches!(note, Note::Language(_)));
    attempt.notes.push(Note::Language(name));
    attempt
}

/// Reads the text, and where it stops at a line's end or start, reads it again with the two lines
/// joined: programs cut long pastes inside words.
fn with_joins(
    text: &str,
    position: &Chess,
    tongue: &tongues::Tongue,
    tagged: Option<Marker>,
    budget: &mut usize,
) -> Attempt {
    let mut text = text.to_owned();
    let mut best = one(&text, position, tongue, tagged, budget);
    for _ in 0..JOINS_MAX {
        let Some(stopped) = best.0.stopped else {
            break;
        };
        let mut better = None;
        for joined in joined_at(&text, &best.1.tokens, stopped) {
            let next = one(&joined, position, tongue, tagged, budget);
            let gained = next.0.moves.len() > best.0.moves.len()
                || (next.0.fault.is_none() && next.0.moves.len() == best.0.moves.len());
            if gained
                && better
                    .as_ref()
                    .is_none_or(|(_, old): &(String, (Attempt, Lexed))| {
                        next.0.moves.len() > old.0.moves.len()
                    })
            {
                better = Some((joined, next));
            }
        }
        let Some((joined, next)) = better else {
            break;
        };
        text = joined;
        best = next;
    }
    best.0
}

fn one(
    text: &str,
    position: &Chess,
    tongue: &tongues::Tongue,
    tagged: Option<Marker>,
    budget: &mut usize,
) -> (Attempt, Lexed) {
    let lexed = attempt::tokens(text);
    if *budget < lexed.tokens.len() {
        let spent = Attempt {
            fault: Some(Fault {
                ply: 1,
                text: attempt::excerpt(text),
                reason: Reason::Unreadable,
            }),
            ..Attempt::default()
        };
        return (spent, lexed);
    }
    *budget -= lexed.tokens.len();
    let setting = Setting {
        text,
        tongue,
        tagged,
    };
    (attempt::attempt(setting, position, &lexed), lexed)
}

/// The text with the line break before, or after, the token taken out, where there is one.
fn joined_at(text: &str, tokens: &[Token], stopped: usize) -> Vec<String> {
    let mut joined = Vec::new();
    for second in [stopped, stopped + 1] {
        let Some(token) = tokens.get(second) else {
            continue;
        };
        if token.line != OnLine::First || second == 0 {
            continue;
        }
        let end = tokens[second - 1].end;
        let between = &text[end..token.start];
        if between.chars().all(char::is_whitespace) {
            joined.push(format!("{}{}", &text[..end], &text[token.start..]));
        }
    }
    joined
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
    if score.fault.is_none() && score.moves.is_empty() && score.tags.is_empty() {
        score.fault = Some(Fault {
            ply: 1,
            text: String::new(),
            reason: Reason::NoMoves,
        });
    }
}
