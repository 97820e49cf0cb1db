//! Lines as bytes: taking one apart, putting one together, and cutting it where real servers cut.
//!
//! Text is relayed as the bytes that came, valid UTF-8 or not; names are strings. What a line means is not known here.

use super::options::LINE_BYTES_MAX;
use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// The most parameters a line can have (RFC 1459, 2.3).
const PARAMS_MAX: usize = 15;

/// One line from a client, taken apart. Tags and a prefix, if it sent any, are dropped.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// The command in capitals.
    pub verb: String,
    /// What follows the command, as it came.
    rest: &'a [u8],
    params: Vec<&'a [u8]>,
}

impl<'a> Line<'a> {
    /// Takes a line without its CR and LF apart; `None` is an empty one.
    pub fn parse(bytes: &'a [u8]) -> Option<Line<'a>> {
        let mut rest = bytes;
        for mark in [b'@', b':'] {
            rest = rest.trim_ascii_start();
            if rest.first() == Some(&mark) {
                rest = split_word(rest).1;
            }
        }
        // The tags have a room of their own; only what follows them counts against the line.
        rest = &rest[..rest.len().min(LINE_BYTES_MAX - 2)];
        let (verb, mut rest) = split_word(rest);
        if verb.is_empty() {
            return None;
        }
        let whole = rest;
        let mut params = Vec::new();
        while !rest.is_empty() && params.len() < PARAMS_MAX {
            if rest[0] == b':' || params.len() == PARAMS_MAX - 1 {
                params.push(rest.strip_prefix(b":").unwrap_or(rest));
                break;
            }
            let (word, after) = split_word(rest);
            if !word.is_empty() {
                params.push(word);
            }
            rest = after;
        }
        Some(Line {
            verb: String::from_utf8_lossy(verb).to_ascii_uppercase(),
            rest: whole,
            params,
        })
    }

    /// How many parameters there are.
    pub fn len(&self) -> usize {
        self.params.len()
    }

    /// A parameter as the bytes that came; empty where there is none.
    pub fn bytes(&self, index: usize) -> &'a [u8] {
        self.params.get(index).copied().unwrap_or_default()
    }

    /// A parameter as a name; empty where there is none, and no valid name where it is no UTF-8.
    pub fn word(&self, index: usize) -> &'a str {
        std::str::from_utf8(self.bytes(index)).unwrap_or("\u{fffd}")
    }

    /// A parameter as text that this server keeps, such as a topic.
    pub fn text(&self, index: usize) -> Cow<'a, str> {
        String::from_utf8_lossy(self.bytes(index))
    }

    /// All that follows the command as one text, spaces kept; only the colon that marks a last parameter goes.
    pub fn tail(&self) -> Vec<u8> {
        let mark = if self.rest.starts_with(b":") {
            Some(0)
        } else {
            let found = self.rest.windows(2).position(|pair| pair == b" :");
            found.map(|space| space + 1)
        };
        match mark {
            Some(at) => [&self.rest[..at], &self.rest[at + 1..]].concat(),
            None => self.rest.to_vec(),
        }
    }
}

/// The bytes up to the first space, and what follows the spaces there.
fn split_word(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == b' ') {
        Some(at) => {
            let after = &bytes[at..];
            let skipped = after.iter().take_while(|byte| **byte == b' ').count();
            (&bytes[..at], &after[skipped..])
        }
        None => (bytes, &[]),
    }
}

/// One line to clients, put together once and copied to each of them.
#[derive(Clone, Debug)]
pub(super) struct Message(Vec<u8>);

impl Message {
    /// A line from a source: a server's name or a full `nick!user@host`.
    pub fn from(source: &str, rest: fmt::Arguments<'_>) -> Message {
        let mut text = String::with_capacity(128);
        write!(text, ":{source} {rest}").expect("writing to a string cannot fail");
        Message(text.into_bytes())
    }

    /// A line without a source.
    pub fn bare(rest: fmt::Arguments<'_>) -> Message {
        Message(rest.to_string().into_bytes())
    }

    /// The same line with bytes added at its end.
    pub fn with(mut self, bytes: &[u8]) -> Message {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The line as it goes on the wire, without CR and LF: cut on the byte, as real servers do.
    pub fn cut(&self) -> &[u8] {
        &self.0[..self.0.len().min(LINE_BYTES_MAX - 2)]
    }
}

/// The text at most so many bytes long, ending at a character.
pub(super) fn clip(text: &str, bytes_max: usize) -> &str {
    let mut end = text.len().min(bytes_max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether a name fits a mask with `*` and `?`; both are expected to be folded.
pub(super) fn mask_fits(mask: &str, name: &str) -> bool {
    let (mask, name) = (mask.as_bytes(), name.as_bytes());
    let (mut m, mut n) = (0, 0);
    // Where the last star stood, and how far into the name it has reached.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match mask.get(m) {
            Some(b'*') => {
                star = Some((m, n));
                m += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[n] => {
                m += 1;
                n += 1;
            }
            Some(_) | None => match star {
                Some((at, reached)) => {
                    star = Some((at, reached + 1));
                    m = at + 1;
                    n = reached + 1;
                }
                None => return false,
            },
        }
    }
    mask[m..].iter().all(|byte| *byte == b'*')
}
