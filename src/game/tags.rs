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

/// Something else in brackets is looked at this far.
const BRACKET_BYTES_MAX: usize = 200;

/// Reads the bracket at the start of the text.
pub(super) fn tag(text: &[u8], rest: Rest) -> Bracket {
    if rest == Rest::MayFollow && text.len() < NAME_BYTES_MAX + BRACKET_BYTES_MAX {
        return Bracket::NeedMore;
    }
    match beginning(text) {
        Some(beginning) => {
            let line_end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            if line_end.is_none() && rest == Rest::MayFollow {
                return Bracket::NeedMore;
            }
            let line = &text[..line_end.unwrap_or(text.len())];
            match value(line, &beginning) {
                Some((tag, length)) => Bracket::Tag { tag, length },
                None => Bracket::NoTag { length: 1 },
            }
        }
        None => Bracket::NoTag {
            length: text
                .iter()
                .take(BRACKET_BYTES_MAX)
                .skip(1)
                .take_while(|byte| !matches!(byte, b'\n' | b'\r' | b'['))
                .position(|byte| *byte == b']')
                .map_or(1, |end| end + 2),
        },
    }
}

/// A bracket and a name, and how the value is marked.
struct Beginning {
    name: std::ops::Range<usize>,
    quote: Quote,
    /// Where the value begins.
    value: usize,
}

/// What stands around a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    Double,
    /// An apostrophe, which may stand in the value too.
    Single,
    /// Nothing: only after a name that every program knows.
    None,
}

/// Names that are tags also where the value has no quotation marks.
const KNOWN: &[&str] = &[
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO",
];

fn beginning(text: &[u8]) -> Option<Beginning> {
    let mut at = 1;
    at += blanks(&text[at..]);
    let name = text[at..]
        .iter()
        .take(NAME_BYTES_MAX + 1)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_?+#=:-".contains(byte))
        .count();
    if name == 0 || name > NAME_BYTES_MAX || !text[at].is_ascii_alphabetic() {
        return None;
    }
    let name = at..at + name;
    let after = name.end + blanks(&text[name.end..]);
    let (quote, width) = match quote(&text[after..]) {
        Some(width) => (Quote::Double, width),
        None => match &text[after..] {
            [b'\'' | b'`' | 0x91 | 0x92, ..] => (Quote::Single, 1),
            [0xe2, 0x80, 0x98..=0x9b, ..] => (Quote::Single, 3),
            _ if after > name.end && is_known(&text[name.clone()]) => (Quote::None, 0),
            _ => return None,
        },
    };
    Some(Beginning {
        name,
        quote,
        value: after + width,
    })
}

fn is_known(name: &[u8]) -> bool {
    KNOWN.iter().any(|known| known.as_bytes() == name)
}

/// The tag pair of a line, and how long it is.
fn value(line: &[u8], beginning: &Beginning) -> Option<(Tag, usize)> {
    let rest = &line[beginning.value..];
    let (end, length) = match beginning.quote {
        Quote::Double => closing(rest),
        Quote::Single | Quote::None => {
            let end = rest.iter().position(|byte| *byte == b']')?;
            (end, end + 1)
        }
    };
    let mut value = decode::text(&rest[..end]);
    if beginning.quote == Quote::Single {
        let trimmed = value
            .trim_end()
            .trim_end_matches(['\'', '`', '‘', '’', '‛']);
        value.truncate(trimmed.len());
    }
    let tag = Tag {
        name: String::from_utf8_lossy(&line[beginning.name.clone()]).into_owned(),
        value: unescaped(&value),
    };
    Some((tag, beginning.value + length))
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
/// backslash. Where the bracket is missing, the value ends at the last quotation mark, where that is missing too, at the
/// first bracket, and else with the line: what stands behind may be moves.
fn closing(text: &[u8]) -> (usize, usize) {
    let mut marked = None;
    let mut last = None;
    let mut backslashes = 0;
    let mut at = 0;
    while at < text.len() {
        let Some(width) = quote(&text[at..]) else {
            backslashes = if text[at] == b'\\' {
                backslashes + 1
            } else {
                0
            };
            at += 1;
            continue;
        };
        let after = at + width + blanks(&text[at + width..]);
        last = Some((at, at + width));
        if text.get(after) == Some(&b']') {
            if backslashes % 2 == 0 {
                return if goes_on(&text[after + 1..]) {
                    whole_line(text)
                } else {
                    (at, after + 1)
                };
            }
            marked = marked.or(Some((at, after + 1)));
        }
        backslashes = 0;
        at += width;
    }
    marked
        .or(last)
        .unwrap_or_else(|| match text.iter().position(|byte| *byte == b']') {
            Some(bracket) => (bracket, bracket + 1),
            None => (text.trim_ascii_end().len(), text.len()),
        })
}

/// Whether what stands behind a tag pair is the rest of its value: the line ends in another quotation mark and bracket,
/// and no other tag pair begins it.
fn goes_on(behind: &[u8]) -> bool {
    let behind = behind.trim_ascii();
    behind.ends_with(b"\"]") && !(behind.starts_with(b"[") && beginning(behind).is_some())
}

/// Where the value ends that takes up the line.
fn whole_line(text: &[u8]) -> (usize, usize) {
    let value = text.trim_ascii_end();
    (value.len() - 2, value.len())
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
