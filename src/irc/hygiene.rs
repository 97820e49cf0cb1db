//! Cleaning what people type before anything reads it (SPEC R-36).

use crate::ports::Place;
use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

/// A text without formatting codes, control and invisible characters, with single spaces.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\x03' => skip_color(&mut chars),
            '\x04' => skip_hex_color(&mut chars),
            // A space that is one only to the eye, or a tab, is a space.
            c if c.is_whitespace() => {
                if !plain.is_empty() && !plain.ends_with(' ') {
                    plain.push(' ');
                }
            }
            c if c.is_control() || is_invisible(c) => {}
            c => plain.push(c),
        }
    }
    if plain.ends_with(' ') {
        plain.pop();
    }
    Cow::Owned(plain)
}

/// The ordinary case, which needs no copy.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(|b| (0x20..0x7f).contains(b))
        && !bytes.windows(2).any(|pair| pair == b"  ")
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
}

/// Up to two digits, and after a comma up to two more; a comma without a digit behind it is text.
fn skip_color(chars: &mut Peekable<Chars<'_>>) {
    if skip_while(chars, 2, |c| c.is_ascii_digit()) == 0 {
        return;
    }
    let mut ahead = chars.clone();
    if ahead.next() == Some(',') && ahead.next().is_some_and(|c| c.is_ascii_digit()) {
        chars.next();
        skip_while(chars, 2, |c| c.is_ascii_digit());
    }
}

/// Six hexadecimal digits or none, and after a comma six more.
fn skip_hex_color(chars: &mut Peekable<Chars<'_>>) {
    let is_color = |chars: &Peekable<Chars<'_>>| {
        chars
            .clone()
            .take(6)
            .filter(char::is_ascii_hexdigit)
            .count()
            == 6
    };
    if !is_color(chars) {
        return;
    }
    skip_while(chars, 6, |c| c.is_ascii_hexdigit());
    let mut ahead = chars.clone();
    if ahead.next() == Some(',') && is_color(&ahead) {
        chars.next();
        skip_while(chars, 6, |c| c.is_ascii_hexdigit());
    }
}

fn skip_while(chars: &mut Peekable<Chars<'_>>, most: usize, test: impl Fn(char) -> bool) -> usize {
    let mut skipped = 0;
    while skipped < most && chars.next_if(|c| test(*c)).is_some() {
        skipped += 1;
    }
    skipped
}

/// Characters that show nothing: zero-width ones, direction marks, the soft hyphen, variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// The part of a line that is for the bot, or `None` when the line is not: `!word` or `Nick: word` in the
/// channel, anything in private. The text must be clean.
pub(crate) fn addressed<'a>(text: &'a str, place: Place, nick: &str) -> Option<&'a str> {
    if place == Place::Private {
        // The mark stays: while somebody sends a game, it tells orders from moves.
        let rest = text.strip_prefix('!').unwrap_or(text).trim_start();
        return (!rest.is_empty()).then_some(text);
    }
    if let Some(rest) = text.strip_prefix('!') {
        return rest
            .starts_with(|c: char| c.is_alphabetic())
            .then_some(rest);
    }
    let (name, rest) = (text.get(..nick.len())?, text.get(nick.len()..)?);
    if !name.eq_ignore_ascii_case(nick) || !rest.starts_with([':', ',']) {
        return None;
    }
    let rest = rest[1..].trim_start();
    let rest = rest.strip_prefix('!').unwrap_or(rest).trim_start();
    (!rest.is_empty()).then_some(rest)
}
