//! One tag pair, `[Name "value"]`, as people and programs write it.
//!
//! Values hold brackets, escaped and unescaped quotes, and backslashes before the closing quote;
//! word processors make curly quotes of straight ones.

use super::decode;
use super::lex::Rest;
use super::score::Tag;

/// What a bracket turned out to be.
pub(super) enum Bracket {
    Tag {
        tag: Tag,
        length: usize,
    },
    /// A bracket with something else, this many bytes long.
    NoTag {
        length: usize,
    },
    NeedMore,
}

/// A tag's name longer than this is none.
const NAME_BYTES_MAX: usize = 255;

/// Reads the bracket at the start of the text.
pub(super) fn tag(text: &[u8], rest: Rest) -> Bracket {
    let line_end = text
        .iter()
        .position(|byte| *byte == b'\n' || *byte == b'\r');
    if line_end.is_none() && rest == Rest::MayFollow {
        return Bracket::NeedMore;
    }
    let line = &text[..line_end.unwrap_or(text.len())];
    match read(line) {
        Some((tag, length)) => Bracket::Tag { tag, length },
        None => Bracket::NoTag {
            length: line
                .iter()
                .position(|byte| *byte == b']')
                .map_or(1, |end| end + 1),
        },
    }
}

fn read(line: &[u8]) -> Option<(Tag, usize)> {
    let mut at = 1;
    at += blanks(&line[at..]);
    let name = line[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_?+#=:-".contains(byte))
        .count();
    if name == 0 || name > NAME_BYTES_MAX || !line[at].is_ascii_alphabetic() {
        return None;
    }
    let named = at..at + name;
    at += name;
    at += blanks(&line[at..]);
    at += quote(&line[at..])?;
    let (end, length) = closing(&line[at..]);
    let tag = Tag {
        name: String::from_utf8_lossy(&line[named]).into_owned(),
        value: unescaped(&decode::text(&line[at..at + end])),
    };
    Some((tag, at + length))
}

fn blanks(text: &[u8]) -> usize {
    text.iter()
        .take_while(|byte| **byte == b' ' || **byte == b'\t')
        .count()
}

/// The length of the quotation mark at the start of the text, straight or curly.
fn quote(text: &[u8]) -> Option<usize> {
    match text {
        [b'"', ..] => Some(1),
        [0xe2, 0x80, 0x9c..=0x9f, ..] => Some(3),
        [0xc2, 0xab | 0xbb, ..] => Some(2),
        [0x93 | 0x94, ..] => Some(1),
        _ => None,
    }
}

/// Where the value ends, and how long value, quote and bracket are together.
///
/// The value ends at the first quotation mark before a closing bracket that no backslash stands
/// before; where there is none, a marked one will do, since some programs end a value in a
/// backslash; and where the bracket is missing too, at the end of the line.
fn closing(text: &[u8]) -> (usize, usize) {
    let mut marked = None;
    for at in 0..text.len() {
        let Some(width) = quote(&text[at..]) else {
            continue;
        };
        let after = at + width + blanks(&text[at + width..]);
        if text.get(after) != Some(&b']') {
            continue;
        }
        if backslashes_before(text, at).is_multiple_of(2) {
            return (at, after + 1);
        }
        marked = marked.or(Some((at, after + 1)));
    }
    marked.unwrap_or_else(|| {
        let value = text.trim_ascii_end();
        let value = value.strip_suffix(b"]").unwrap_or(value);
        let value = value.strip_suffix(b"\"").unwrap_or(value);
        (value.len(), text.len())
    })
}

fn backslashes_before(text: &[u8], at: usize) -> usize {
    text[..at]
        .iter()
        .rev()
        .take_while(|byte| **byte == b'\\')
        .count()
}

/// The value without the backslashes that stand before a quotation mark or a backslash.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(next @ ('"' | '\\'))) => {
                plain.push(*next);
                characters.next();
            }
            _ => plain.push(character),
        }
    }
    plain
}
