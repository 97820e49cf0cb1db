//! A game as PGN, in the export format other programs read without a complaint.

use super::notation::{MoveNumber, sans, start_fen};
use super::score::{Gamescore, Marker, Tag};
use crate::vocabulary::{Color, Outcome};

/// The tags every game has, in their order, with what stands for an unknown value.
const SEVEN: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that say what the game itself says: they are written from it and not copied.
const OWN: [&str; 3] = ["SetUp", "FEN", "PlyCount"];

/// The longest line of moves, as the format wants it.
const COLUMNS: usize = 80;

/// The longest line of a tag: readers need not take more than 255 characters with the end of the line.
const TAG_LINE_MAX: usize = 254;

/// Writes a game with these tags, and this result whatever the tags say. Its tags of the score are not read: most
/// callers know better who played.
pub fn pgn(score: &Gamescore, tags: &[Tag], result: Marker) -> String {
    let mut text = String::new();
    for (name, unknown) in SEVEN {
        let given = tags
            .iter()
            .find(|tag| tag.name == name && !tag.value.is_empty());
        let value = match name {
            "Result" => result_token(result),
            _ => given.map_or(unknown, |tag| tag.value.as_str()),
        };
        tag_line(&mut text, name, value);
    }
    if let Some(fen) = start_fen(&score.start) {
        tag_line(&mut text, "SetUp", "1");
        tag_line(&mut text, "FEN", &fen);
    }
    let mut others: Vec<&Tag> = tags.iter().filter(|tag| is_other(tag)).collect();
    others.sort_by(|a, b| a.name.cmp(&b.name));
    others.dedup_by(|later, first| later.name == first.name);
    for tag in others {
        tag_line(&mut text, &tag.name, &tag.value);
    }
    text.push('\n');
    let mut column = 0;
    for token in tokens(score, result) {
        // Moves are plain ASCII, so a byte is a column.
        if column > 0 && column + 1 + token.len() >= COLUMNS {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&token);
        column += token.len();
    }
    text.push_str("\n\n");
    text
}

/// Whether a tag is written after the seven: its name has to be one the format knows, a letter and then letters, digits
/// and underscores.
fn is_other(tag: &Tag) -> bool {
    let own = SEVEN.iter().map(|(name, _)| *name).chain(OWN);
    let letter = tag.name.starts_with(|c: char| c.is_ascii_alphabetic());
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let fits = tag.name.len() < TAG_LINE_MAX / 2;
    letter && fits && tag.name.chars().all(word) && !own.into_iter().any(|name| name == tag.name)
}

fn tag_line(text: &mut String, name: &str, value: &str) {
    let mut left = TAG_LINE_MAX - name.len() - "[ \"\"]".len();
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in value.chars() {
        // What would end the line or move a cursor becomes a blank.
        let letter = if letter.is_control() { ' ' } else { letter };
        let escaped = matches!(letter, '"' | '\\');
        let Some(rest) = left.checked_sub(letter.len_utf8() + usize::from(escaped)) else {
            break;
        };
        left = rest;
        if escaped {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push_str("\"]\n");
}

/// The result as the format writes it. It has no word for a game both lost: that is no result with a comment.
fn result_token(result: Marker) -> &'static str {
    match result {
        Marker::Decided(Outcome::WhiteWins) => "1-0",
        Marker::Decided(Outcome::Draw) => "1/2-1/2",
        Marker::Decided(Outcome::BlackWins) => "0-1",
        Marker::BothLost | Marker::Unfinished => "*",
    }
}

/// Numbers, moves and the result, each a word.
fn tokens(score: &Gamescore, result: Marker) -> Vec<String> {
    let mut tokens = Vec::new();
    for (index, san) in sans(&score.start, &score.moves).into_iter().enumerate() {
        let number = MoveNumber::of(&score.start, index + 1);
        match number.side {
            Color::White => tokens.push(number.to_string()),
            Color::Black if index == 0 => tokens.push(number.to_string()),
            Color::Black => {}
        }
        tokens.push(san);
    }
    match result {
        Marker::BothLost => tokens.extend(["{both", "lost}"].map(str::to_owned)),
        Marker::Decided(_) | Marker::Unfinished => {}
    }
    tokens.push(result_token(result).to_owned());
    tokens
}
