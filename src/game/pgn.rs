//! A game as PGN, in the export format other programs read without a complaint.

use super::notation::{MoveNumber, sans, start_fen};
use super::score::{Gamescore, Marker, Tag};
use super::short::token;
use crate::vocabulary::Color;

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

/// The longest word of a comment: with its braces it fits a line of [`TAG_LINE_MAX`].
const WORD_BYTES_MAX: usize = 200;

/// Writes a game with these tags, and this result whatever the tags say, with a comment before it where there is something to
/// say of the whole game. Its tags of the score are not read: most callers know better who played.
pub fn pgn(score: &Gamescore, tags: &[Tag], result: Marker, comment: Option<&str>) -> String {
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
    for token in tokens(score, result, comment) {
        // Moves are plain ASCII, so a byte is a column; in a comment it is no less than one.
        // A line that begins as an escaped one or as a tag does would be taken for that by some readers, in a comment too.
        let columns = match token.starts_with(['%', '[']) {
            true => TAG_LINE_MAX,
            false => COLUMNS,
        };
        if column > 0 && column + 1 + token.len() >= columns {
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
        Marker::Decided(_) | Marker::Unfinished => token(result),
        Marker::BothLost => token(Marker::Unfinished),
    }
}

/// Numbers, moves, comments and the result, each a word.
fn tokens(score: &Gamescore, result: Marker, comment: Option<&str>) -> Vec<String> {
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
    tokens.extend(comment.into_iter().flat_map(comment_words));
    match result {
        Marker::BothLost => tokens.extend(comment_words("both lost")),
        Marker::Decided(_) | Marker::Unfinished => {}
    }
    tokens.push(result_token(result).to_owned());
    tokens
}

/// A comment in its braces, word by word; nothing, where there is nothing to read in it.
///
/// Braces cannot be escaped, so they become parentheses.
fn comment_words(comment: &str) -> Vec<String> {
    let plain: String = comment
        .chars()
        .map(|letter| match letter {
            '{' => '(',
            '}' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    let mut words: Vec<String> = plain
        .split_whitespace()
        .map(|word| cut(word, WORD_BYTES_MAX).to_owned())
        .collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// The beginning of a text, of this many bytes at most.
fn cut(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}
