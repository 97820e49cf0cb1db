//! Lines as they come over the wire: cutting bytes into lines, and lines into their parts.
//!
//! Nothing a server sends is an error here: what makes no sense has an empty command and is ignored.

use std::borrow::Cow;

/// The longest line kept. The protocol allows 512 bytes and 8191 of tags; a server that sends more has gone mad,
/// and remembering its bytes would let it fill the memory.
const LINE_MAX_BYTES: usize = 16 * 1024;

/// Parameters looked at; the protocol allows fifteen.
const PARAMS_MAX: usize = 15;

/// Cuts a stream of bytes into lines.
#[derive(Debug, Default)]
pub(crate) struct Framer {
    bytes: Vec<u8>,
    /// Where the next line begins.
    start: usize,
    /// Up to where no line end was found.
    scanned: usize,
    /// The rest of an over-long line is still coming.
    skipping: bool,
}

impl Framer {
    /// Where to read into.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        &mut self.bytes
    }

    /// The next whole line without its end; text that is no UTF-8 is read as Latin-1.
    pub(crate) fn next_line(&mut self) -> Option<Cow<'_, str>> {
        loop {
            let Some(offset) = self.bytes[self.scanned..].iter().position(|b| *b == b'\n') else {
                self.scanned = self.bytes.len();
                if self.scanned - self.start > LINE_MAX_BYTES {
                    self.skipping = true;
                }
                if self.skipping {
                    self.start = self.scanned;
                }
                return None;
            };
            let (from, end) = (self.start, self.scanned + offset);
            self.start = end + 1;
            self.scanned = end + 1;
            if std::mem::take(&mut self.skipping) || end - from > LINE_MAX_BYTES {
                log::warn!("an over-long line from the server was thrown away");
                continue;
            }
            let line = &self.bytes[from..end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            return Some(match std::str::from_utf8(line) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(line.iter().map(|b| char::from(*b)).collect()),
            });
        }
    }
}

/// Who a line is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'a> {
    /// Nobody named: the server itself.
    Unnamed,
    /// A name alone: a server, or a nick where the server leaves out the rest.
    Bare(&'a str),
    /// `nick!user@host`: a person or a service.
    Full {
        nick: &'a str,
        /// `user@host`.
        mask: &'a str,
    },
}

impl<'a> Source<'a> {
    fn parse(text: &'a str) -> Source<'a> {
        match text.split_once('!') {
            Some((nick, mask)) if !nick.is_empty() && mask.contains('@') => {
                Source::Full { nick, mask }
            }
            _ => Source::Bare(text),
        }
    }

    /// The name in front.
    pub(crate) fn name(self) -> &'a str {
        match self {
            Source::Unnamed => "",
            Source::Bare(name) => name,
            Source::Full { nick, .. } => nick,
        }
    }

    /// The `user@host` behind it, where it was sent.
    pub(crate) fn mask(self) -> Option<&'a str> {
        match self {
            Source::Unnamed | Source::Bare(_) => None,
            Source::Full { mask, .. } => Some(mask),
        }
    }
}

/// A line in its parts, borrowed from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    tags: &'a str,
    pub(crate) source: Source<'a>,
    pub(crate) command: &'a str,
    params: [&'a str; PARAMS_MAX],
    count: usize,
}

impl<'a> Line<'a> {
    /// Takes a line apart. The last parameter may hold spaces.
    pub(crate) fn parse(text: &'a str) -> Line<'a> {
        let mut rest = text.trim_start_matches(' ');
        let mut line = Line {
            tags: "",
            source: Source::Unnamed,
            command: "",
            params: [""; PARAMS_MAX],
            count: 0,
        };
        if let Some(tagged) = rest.strip_prefix('@') {
            (line.tags, rest) = cut(tagged);
        }
        if let Some(sourced) = rest.strip_prefix(':') {
            let (source, after) = cut(sourced);
            line.source = Source::parse(source);
            rest = after;
        }
        (line.command, rest) = cut(rest);
        while !rest.is_empty() && line.count < PARAMS_MAX {
            let param = match rest.strip_prefix(':') {
                Some(trailing) => {
                    rest = "";
                    trailing
                }
                None => {
                    let (param, after) = cut(rest);
                    rest = after;
                    param
                }
            };
            line.params[line.count] = param;
            line.count += 1;
        }
        line
    }

    /// A parameter; the empty text where there are not so many.
    pub(crate) fn param(&self, index: usize) -> &'a str {
        self.params().get(index).copied().unwrap_or("")
    }

    /// All parameters.
    pub(crate) fn params(&self) -> &[&'a str] {
        &self.params[..self.count]
    }

    /// The last parameter, where people's and servers' words are.
    pub(crate) fn last(&self) -> &'a str {
        self.params().last().copied().unwrap_or("")
    }

    /// The value of a tag; `Some("")` for a tag without one.
    pub(crate) fn tag(&self, key: &str) -> Option<Cow<'a, str>> {
        self.tags.split(';').find_map(|tag| {
            let (name, value) = tag.split_once('=').unwrap_or((tag, ""));
            (name == key).then(|| unescape(value))
        })
    }
}

/// The text up to the first space, and what follows the spaces.
fn cut(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, rest.trim_start_matches(' ')),
        None => (text, ""),
    }
}

/// Undoes the escapes of tag values.
fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(':') => plain.push(';'),
                Some('s') => plain.push(' '),
                Some('r') => plain.push('\r'),
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}
