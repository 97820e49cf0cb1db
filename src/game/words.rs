//! One token of movetext, cut by its letters alone: a number, a result, dots, or a word.
//!
//! People write `1.e4`, `1 e4`, `1) e4`, `1: e4`, `1-e4`, `1e4`, `#1 e4`, `1 . e4`; castle with blanks, `O - O`; and
//! end with `1 - 0`. Times and evaluations, `0:05` and `0.35`, are words and no numbers.

use super::lex::Kind;
use super::score::Marker;
use crate::vocabulary::Outcome;

/// No token but a long word needs more bytes than this to be told from another.
pub(super) const LOOK_AHEAD: usize = 24;

/// More digits than this are no move number.
const NUMBER_DIGITS_MAX: usize = 6;

/// The token at the start of the text, and its length in bytes; never 0 for a text that is not empty.
pub(super) fn next(text: &[u8]) -> (Kind, usize) {
    match text.first() {
        Some(b'0'..=b'9') => number_or_word(text, 0),
        Some(b'#') if text.get(1).is_some_and(u8::is_ascii_digit) => number_or_word(text, 1),
        Some(b'.') => (Kind::Dots, run(text, |byte| byte == b'.')),
        _ => word(text),
    }
}

/// The result a word spells, in the ways people write one.
pub(super) fn marker(word: &[u8]) -> Option<Marker> {
    let mut plain = [0; 8];
    let mut length = 0;
    let mut rest = word;
    while let Some(first) = rest.first() {
        let (written, bytes): (&[u8], usize) = match rest {
            [b' ' | b'\t' | b'\r' | b'\n', ..] => (b"", 1),
            [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => (b"-", 3),
            [0xc2, 0xbd, ..] => (b"1/2", 2),
            [0x96 | 0x97, ..] => (b"-", 1),
            [0xbd, ..] => (b"1/2", 1),
            _ => (std::slice::from_ref(first), 1),
        };
        plain
            .get_mut(length..length + written.len())?
            .copy_from_slice(written);
        length += written.len();
        rest = &rest[bytes..];
    }
    let plain = &plain[..length];
    Some(match plain.strip_suffix(b".").unwrap_or(plain) {
        b"1-0" | b"1:0" | b"1-O" | b"1-o" => Marker::Decided(Outcome::WhiteWins),
        b"0-1" | b"0:1" | b"O-1" | b"o-1" => Marker::Decided(Outcome::BlackWins),
        b"1/2-1/2" | b"1/2" | b"1/2:1/2" | b"0.5-0.5" | b"0,5-0,5" | b"=-=" => {
            Marker::Decided(Outcome::Draw)
        }
        b"*" => Marker::Unfinished,
        _ => return None,
    })
}

/// How long a piece's name in parentheses is, with them: `(Q)` after a pawn's move names what it becomes.
pub(super) fn piece_in_parentheses(text: &[u8]) -> Option<usize> {
    let end = text
        .iter()
        .take(PIECE_BYTES_MAX + 4)
        .position(|byte| *byte == b')')?;
    is_piece_alone(&text[1..end]).then_some(end + 1)
}

/// Whether a word is a pawn's move that ends in a square of the first or last rank, or in a sign behind one.
pub(super) fn ends_on_last_rank(word: &[u8]) -> bool {
    if !matches!(word.first(), Some(b'a'..=b'h' | b'P')) {
        return false;
    }
    let signs = run_back(word, |byte| b"=/+#-".contains(&byte));
    matches!(&word[..word.len() - signs], [.., file, b'1' | b'8'] if file.is_ascii_alphabetic())
}

fn run_back(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    text.iter().rev().take_while(|byte| test(**byte)).count()
}

/// `knight` is the longest name.
const PIECE_BYTES_MAX: usize = 6;

/// Whether what stands in braces or parentheses is one letter or the name of a piece.
pub(super) fn is_piece_alone(inside: &[u8]) -> bool {
    let name = inside.trim_ascii();
    let letters = std::str::from_utf8(name).unwrap_or_default();
    // Some languages take two letters: Кр.
    let short = match letters.chars().count() {
        1 => true,
        2 => !letters.is_ascii(),
        _ => false,
    };
    (short && letters.chars().all(char::is_alphabetic))
        || [&b"queen"[..], b"rook", b"bishop", b"knight"]
            .iter()
            .any(|piece| name.eq_ignore_ascii_case(piece))
}

/// How many bytes at the start satisfy the test.
fn run(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    text.iter().take_while(|byte| test(**byte)).count()
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a byte stands between words.
fn is_space(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'\r' | b'\n' | 0x0b | 0x0c)
}

/// Whether a byte ends a word.
fn ends_word(byte: u8) -> bool {
    is_space(byte) || b"{}()[]<$".contains(&byte)
}

/// A number with its dots, a result, castling with zeros, or a word that begins with a digit; `before` bytes of the
/// number's mark stand before the digits.
fn number_or_word(text: &[u8], before: usize) -> (Kind, usize) {
    if let Some(apart) = apart(text) {
        return apart;
    }
    let digits = &text[before..];
    let digits = &digits[..run(digits, |byte| byte.is_ascii_digit())];
    let end = before + digits.len();
    let rest = &text[end..];
    let zeros = digits.iter().all(|digit| *digit == b'0');
    // Castling without dashes.
    if zeros && matches!(digits.len(), 2 | 3) && rest.first() != Some(&b'.') {
        return word(text);
    }
    let number = |dots: usize, after: usize| {
        let value = digits.iter().fold(0u32, |value, digit| {
            value
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'))
        });
        (Kind::Number { value, dots }, end + after)
    };
    match rest {
        [b'.', digit @ b'0'..=b'9', ..] if zeros || *digit != b'0' => word(text),
        [b'.', ..] => {
            let dots = run(rest, |byte| byte == b'.');
            let dash = rest.get(dots) == Some(&b'-') && begins_move(&rest[dots + 1..]);
            number(dots, dots + usize::from(dash))
        }
        [b')', ..] => number(1, 1),
        [b',' | b':' | b'-', after @ ..]
            if after.first().is_some_and(|byte| is_space(*byte)) || begins_move(after) =>
        {
            number(1, 1)
        }
        [b'-', b'0', b'-', b'0', ..] if !zeros => number(1, 1),
        [next, ..] if is_blank(*next) => {
            let blanks = run(rest, is_blank);
            match run(&rest[blanks..], |byte| byte == b'.') {
                dots if dots > 0 && blanks < LOOK_AHEAD / 2 => number(dots, blanks + dots),
                _ => number(0, 0),
            }
        }
        [] => number(0, 0),
        [b'{' | b'(' | b'[' | b'<' | b';' | b'$' | b'*', ..] => number(0, 0),
        [next, ..] if is_space(*next) => number(0, 0),
        // A number glued to its move, 1e4.
        rest if begins_move(rest) && digits.len() <= NUMBER_DIGITS_MAX => number(0, 0),
        _ => word(text),
    }
}

/// Whether a text begins with a letter, as a move does. A single O is a zero: `1-O`.
fn begins_move(text: &[u8]) -> bool {
    match text {
        [b'O' | b'o', b'O' | b'o', ..] => true,
        [
            b'O' | b'o',
            b'-' | b'_' | b'.' | b'/' | b'~',
            b'O' | b'o',
            ..,
        ] => true,
        // Estonian has a piece of this letter.
        [b'O', b'a'..=b'h' | b'x', ..] => true,
        [b'O' | b'o', ..] => false,
        // The first byte of a letter of Europe beyond ASCII.
        [byte, ..] => byte.is_ascii_alphabetic() || (0xc3..=0xd1).contains(byte),
        [] => false,
    }
}

fn word(text: &[u8]) -> (Kind, usize) {
    if let Some(apart) = apart(text) {
        return apart;
    }
    // The semicolon of an entity, &nbsp; begins no comment.
    let mut entity = false;
    let mut length = run(text, |byte| !ends_word(byte) && byte != b';');
    while text.get(length) == Some(&b';') {
        entity = entity || text[..length].contains(&b'&');
        if !entity {
            break;
        }
        length += 1;
        length += run(&text[length..], |byte| !ends_word(byte) && byte != b';');
    }
    // A promotion's piece in parentheses belongs to its move: e8(Q).
    if length >= 2
        && text.get(length) == Some(&b'(')
        && let Some(piece) = piece_in_parentheses(&text[length..])
    {
        length += piece;
        length += run(&text[length..], |byte| b"+#!?".contains(&byte));
    }
    let length = length.max(1);
    match marker(&text[..length]) {
        Some(marker) => (Kind::Result(marker), length),
        None => (Kind::Word, without_result(&text[..length])),
    }
}

/// The length of a word without the result that is glued to it: `Qb7#1-0`, `Kf8*`.
fn without_result(word: &[u8]) -> usize {
    let results: [&[u8]; 4] = [b"1/2-1/2", b"1-0", b"0-1", b"*"];
    let glued = results.iter().find_map(|result| word.strip_suffix(*result));
    let ends_move = |before: &&[u8]| {
        before.len() >= 2
            && matches!(
                before.last(),
                Some(b'1'..=b'8' | b'#' | b'+' | b'!' | b'?' | b'Q' | b'O')
            )
            && before.iter().any(u8::is_ascii_alphabetic)
    };
    // Stars on both sides of a word make it bold.
    let bold = word.starts_with(b"*");
    let glued = glued.filter(|before| !bold && ends_move(before));
    glued.map_or(word.len(), <[u8]>::len)
}

/// Castling or a result that is written with blanks around its dashes.
fn apart(text: &[u8]) -> Option<(Kind, usize)> {
    let first = text.first()?;
    if !matches!(first, b'O' | b'o' | b'0' | b'1') {
        return None;
    }
    let half = |text: &[u8]| match text {
        [b'1', b'/', b'2', ..] => Some(3),
        [b'O' | b'o' | b'0' | b'1', ..] => Some(1),
        _ => None,
    };
    let mut end = half(text)?;
    let mut parts = 1;
    while let Some(length) = dash(&text[end..])
        && let Some(next) = half(&text[end + length..])
        && parts < 3
    {
        end += length + next;
        parts += 1;
    }
    let whole = text
        .get(end)
        .is_none_or(|byte| ends_word(*byte) || b".,;+#!?".contains(byte));
    let written = &text[..end];
    if !whole || parts < 2 || !written.iter().any(|byte| is_space(*byte)) {
        return None;
    }
    if let Some(marker) = marker(written) {
        return Some((Kind::Result(marker), end));
    }
    let castles = written
        .iter()
        .all(|byte| is_space(*byte) || b"Oo0-".contains(byte));
    castles.then(|| {
        (
            Kind::Word,
            end + run(&text[end..], |byte| b"+#!?".contains(&byte)),
        )
    })
}

/// The length of a dash with blanks around it.
fn dash(text: &[u8]) -> Option<usize> {
    let before = run(text, is_space);
    if before > 2 || text.get(before) != Some(&b'-') {
        return None;
    }
    let after = run(&text[before + 1..], is_space);
    (after <= 2).then_some(before + 1 + after)
}
