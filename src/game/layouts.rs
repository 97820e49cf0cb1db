//! Texts that are no PGN, turned into plain movetext: server listings and logs, program files, numeric notation.
//!
//! A layout is told by its own marks, never guessed from the moves; nothing that looks like a move is left out of it.

use super::decode;
use super::lex::{self, Kind};
use super::spelling;
use super::tongues;
use super::web::{self, Letter};
use super::words;
use std::fmt::Write as _;

/// A movetext made readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) text: String,
    /// The layout, when it is none of PGN's.
    pub(super) layout: Option<&'static str>,
}

/// A layout's name, and how its moves are taken out of a text, if it is one.
type Layout = (&'static str, fn(&str) -> Option<String>);

/// Cleans a movetext of what chat programs, web pages and word processors put into it, and takes
/// the moves out of a layout that is not movetext.
pub(super) fn plain(body: &[u8]) -> Plain {
    let text = cleaned(&decode::text(body));
    let layouts: [Layout; 4] = [
        ("a server's style 12 log", style_12),
        ("a program's list of moves", computed_list),
        ("a server's list of moves", server_listing),
        ("numeric notation", numeric),
    ];
    layouts
        .iter()
        .find_map(|(name, read)| Some((*name, read(&text)?)))
        .map_or_else(
            || Plain {
                text: text.clone(),
                layout: None,
            },
            |(name, moves)| Plain {
                text: moves,
                layout: Some(name),
            },
        )
}

/// Without markup, entities and invisible letters; odd blanks become blanks, odd line ends line feeds, and letters that
/// only look different the letters they are.
pub(super) fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        // Most of a text is as it should be.
        let plain = rest
            .bytes()
            .take_while(|byte| {
                matches!(byte, b' '..=b'~' | b'\n') && *byte != b'<' && *byte != b'&'
            })
            .count();
        clean.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(character) = rest.chars().next() else {
            return clean;
        };
        let mut length = character.len_utf8();
        match character {
            '<' => match web::markup(rest) {
                Some((markup, stands_for)) => {
                    length = markup;
                    clean.push_str(stands_for);
                }
                None => clean.push(character),
            },
            '&' => match web::entity(rest) {
                Some((entity, letter)) => {
                    length = entity;
                    match letter {
                        Letter::One(letter) => clean_letter(letter, &mut clean),
                        Letter::Several(letters) => clean.push_str(letters),
                    }
                }
                None => clean.push(character),
            },
            '\r' => {
                length += usize::from(rest[1..].starts_with('\n'));
                clean.push('\n');
            }
            _ => clean_letter(character, &mut clean),
        }
        rest = &rest[length..];
    }
}

/// A letter as standard notation writes it.
fn clean_letter(character: char, clean: &mut String) {
    match character {
        '\n' => clean.push('\n'),
        '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' => {}
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => {}
        '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
        _ if character.is_whitespace() => clean.push(' '),
        '½' => clean.push_str("1/2"),
        '–' | '—' | '‐' | '‑' | '−' | '‒' | '―' | '⁃' | '﹣' => clean.push('-'),
        '×' | '✕' | '✗' | '⨯' => clean.push('x'),
        '…' => clean.push_str("..."),
        '⁄' | '∕' => clean.push('/'),
        '⁺' => clean.push('+'),
        '♔' | '♚' => clean.push('K'),
        '♕' | '♛' => clean.push('Q'),
        '♖' | '♜' => clean.push('R'),
        '♗' | '♝' => clean.push('B'),
        '♘' | '♞' => clean.push('N'),
        // A pawn's figure needs no letter, and a variation selector is nothing to see.
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
        // Letters as wide as Chinese ones.
        '！'..='～' => clean.extend(char::from_u32(u32::from(character) - 0xfee0)),
        _ => clean.push(character),
    }
}

/// The lines of an internet chess server's style 12: each shows the position after a move, and the
/// move in its 29th field.
fn style_12(text: &str) -> Option<String> {
    let mut moves: Vec<(u32, bool, &str)> = Vec::new();
    let mut seen = false;
    for line in text.lines() {
        let Some((_, fields)) = line.split_once("<12>") else {
            continue;
        };
        seen = true;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let (Some(to_move), Some(number), Some(pretty)) =
            (fields.get(8), fields.get(25), fields.get(28))
        else {
            continue;
        };
        let Ok(next) = number.parse::<u32>() else {
            continue;
        };
        if *pretty == "none" {
            continue;
        }
        // The number is the next move's; White's is shown while Black is to move.
        let white = *to_move == "B";
        let this = (if white { next } else { next.saturating_sub(1) }, !white);
        // A position that is shown again, or after a move was taken back, stands for all that followed it.
        while moves.last().is_some_and(|last| (last.0, last.1) >= this) {
            moves.pop();
        }
        moves.push((this.0, this.1, pretty));
    }
    let mut plain = String::new();
    for (number, black, pretty) in moves {
        let dots = if black { "..." } else { "." };
        let _ = writeln!(plain, "{number}{dots} {pretty}");
    }
    let ends = text
        .lines()
        .filter_map(|line| line.split_whitespace().last());
    if let Some(result) = ends
        .rev()
        .find(|word| words::marker(word.as_bytes()).is_some())
    {
        plain.push_str(result);
    }
    seen.then_some(plain)
}

/// The file that GNU Chess for Windows writes: two moves a line, four numbers after each; or its
/// review window's lines, `12-w`, move, numbers.
fn computed_list(text: &str) -> Option<String> {
    let mut moves = String::new();
    let mut lines = 0;
    let mut others = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let found: Vec<&str> = fields
            .iter()
            .filter(|field| is_from_to(field))
            .copied()
            .collect();
        let numbers = fields
            .iter()
            .filter(|field| field.parse::<i64>().is_ok())
            .count();
        let labels: Vec<String> = fields.iter().filter_map(|field| label(field)).collect();
        let is_list = !found.is_empty()
            && numbers >= 2 * found.len()
            && found.len() + numbers + labels.len() == fields.len()
            && labels.len() <= 1;
        if is_list {
            lines += 1;
            moves.extend(labels);
            for each in found {
                moves.push_str(each);
                moves.push(' ');
            }
            moves.push('\n');
        } else {
            let heading = fields.iter().all(|field| {
                ["score", "depth", "nodes", "time", "move"].contains(&field.to_lowercase().as_str())
            });
            if !heading {
                others += 1;
                moves.push_str(line);
                moves.push('\n');
            }
        }
    }
    (lines >= 1 && others <= 1).then_some(moves)
}

/// The number of a half-move, `12-w`, as movetext has it.
fn label(field: &str) -> Option<String> {
    let (number, side) = field.split_once('-')?;
    let number: u32 = number.parse().ok()?;
    match side {
        "w" => Some(format!("{number}. ")),
        "b" => Some(format!("{number}... ")),
        _ => None,
    }
}

fn is_from_to(field: &str) -> bool {
    let letters = field.as_bytes();
    let square = |at: usize| {
        letters
            .get(at)
            .is_some_and(|file| (b'a'..=b'h').contains(file))
            && letters
                .get(at + 1)
                .is_some_and(|rank| (b'1'..=b'8').contains(rank))
    };
    square(0) && square(2) && matches!(letters.len(), 4 | 5)
}

/// A server's answer to "moves": headings, a ruled line, then numbered moves with times. What stands above the line
/// must hold no moves.
fn server_listing(text: &str) -> Option<String> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let rule = line.trim();
        if rule.starts_with("----") && rule.chars().all(|c| c == '-' || c == ' ') {
            let listed = &text[at + line.len()..];
            let first = listed.lines().find(|line| !line.trim().is_empty())?;
            let numbered = first.trim_start().starts_with(|c: char| c.is_ascii_digit());
            return (numbered && holds_moves(first)).then(|| listed.to_owned());
        }
        if holds_moves(line) {
            return None;
        }
        at += line.len();
    }
    None
}

/// Whether a number with a move behind it stands in a line, or nothing but moves.
pub(super) fn holds_moves(line: &str) -> bool {
    let lexed = lex::movetext(line.as_bytes());
    let spelled = |token: &lex::Token| {
        token.kind == Kind::Word
            && spelling::readings(&line[token.start..token.end], &tongues::ENGLISH).any()
    };
    let numbered = lexed.tokens.windows(2).any(|pair| {
        matches!(pair[0].kind, Kind::Number { dots, .. } if dots > 0) && spelled(&pair[1])
    });
    let words = || lexed.tokens.iter().filter(|token| token.kind == Kind::Word);
    numbered || (words().next().is_some() && words().all(spelled))
}

/// Numeric notation of correspondence play: `1. 5254 5755`, squares by two figures each, and a fifth for what a pawn
/// becomes.
fn numeric(text: &str) -> Option<String> {
    let mut moves = String::new();
    let mut found = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let written = word.trim_end();
        let after_number = match written.split_once('.') {
            Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => rest,
            Some(_) | None => written,
        };
        let figures = after_number.trim_end_matches(['+', '#', '!', '?', ',', ';']);
        match squares(&figures.replace('-', "")) {
            Some(squares) => {
                found += 1;
                moves.push_str(&written[..written.len() - after_number.len()]);
                moves.push(' ');
                moves.push_str(&squares);
            }
            // A word of another notation: this is none.
            None if spelling::readings(written, &tongues::ENGLISH).any() => return None,
            None => moves.push_str(written),
        }
        moves.push_str(&word[written.len()..]);
    }
    (found >= 2).then_some(moves)
}

/// `5254` as `e2e4`.
fn squares(figures: &str) -> Option<String> {
    let digits = figures.as_bytes();
    if !matches!(digits.len(), 4 | 5)
        || !digits[..4]
            .iter()
            .all(|digit| (b'1'..=b'8').contains(digit))
    {
        return None;
    }
    let file = |digit: u8| char::from(b'a' + digit - b'1');
    let mut squares: String = [0, 2]
        .iter()
        .flat_map(|at| [file(digits[*at]), char::from(digits[at + 1])])
        .collect();
    match digits.get(4) {
        None => {}
        Some(b'1') => squares.push('q'),
        Some(b'2') => squares.push('r'),
        Some(b'3') => squares.push('b'),
        Some(b'4') => squares.push('n'),
        Some(_) => return None,
    }
    Some(squares)
}
