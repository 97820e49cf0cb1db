//! Lines as they come over the wire: cutting bytes into lines here, lines into their parts by the irc crate.
//!
//! Nothing a server sends is an error here: what makes no sense is no line, and is ignored. The cutting stays our own: the crate's
//! codec keeps a line without an end in memory for ever (30 MB measured), and cuts nothing that is Latin-1.

use crate::ports::LineEnd;
use irc::proto::{Command, Message, Prefix};
use std::borrow::Cow;

/// The longest line kept. The protocol allows 512 bytes and 8191 of tags; a server that sends more has gone mad,
/// and remembering its bytes would let it fill the memory.
const LINE_MAX_BYTES: usize = 16 * 1024;

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
        user: &'a str,
        host: &'a str,
    },
}

impl<'a> Source<'a> {
    fn of(prefix: Option<&'a Prefix>) -> Source<'a> {
        match prefix {
            None => Source::Unnamed,
            Some(Prefix::ServerName(name)) => Source::Bare(name),
            // A server whose name has no dot comes as a nick alone, so a nick alone is no person.
            Some(Prefix::Nickname(nick, user, host)) => {
                if nick.is_empty() || user.is_empty() || host.is_empty() {
                    Source::Bare(nick)
                } else {
                    Source::Full { nick, user, host }
                }
            }
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
    pub(crate) fn mask(self) -> Option<String> {
        match self {
            Source::Unnamed | Source::Bare(_) => None,
            Source::Full { user, host, .. } => Some(format!("{user}@{host}")),
        }
    }
}

/// A line in its parts.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    message: Message,
    end: LineEnd,
}

/// As long as a line may be without its end; tags do not count.
const LINE_BYTES: usize = 510;

impl Line {
    /// Takes a line apart; nothing, where it is no message.
    pub(crate) fn parse(text: &str) -> Option<Line> {
        let text = text.trim_start_matches(' ');
        let message = text.parse().ok()?;
        let untagged = match text.strip_prefix('@') {
            Some(tagged) => tagged.split_once(' ').map_or("", |(_, rest)| rest),
            None => text,
        };
        let end = match untagged.len() < LINE_BYTES {
            true => LineEnd::Whole,
            false => LineEnd::MaybeCut,
        };
        Some(Line { message, end })
    }

    /// Whether all of it arrived.
    pub(crate) fn end(&self) -> LineEnd {
        self.end
    }

    /// Who it is from.
    pub(crate) fn source(&self) -> Source<'_> {
        Source::of(self.message.prefix.as_ref())
    }

    /// What it says.
    pub(crate) fn command(&self) -> &Command {
        &self.message.command
    }

    /// The value of a tag, the last one of that name; `Some("")` for a tag without one.
    pub(crate) fn tag(&self, key: &str) -> Option<&str> {
        let mut tags = self.message.tags.iter().flatten().rev();
        tags.find(|tag| tag.0 == key)
            .map(|tag| tag.1.as_deref().unwrap_or(""))
    }

    /// What a PING gave the server to send back, if this is that.
    pub(crate) fn pong(&self) -> Option<&str> {
        match &self.message.command {
            Command::PONG(_, Some(token)) | Command::PONG(token, None) => Some(token),
            _ => None,
        }
    }

    /// The numeric it is, if it is one. The crate has names for some, and gives the others as they came.
    pub(crate) fn numeric(&self) -> Option<Numeric<'_>> {
        let (number, params) = match &self.message.command {
            Command::Response(response, params) => (*response as u16, params),
            Command::Raw(name, params) if is_numeric(name) => (name.parse().ok()?, params),
            _ => return None,
        };
        Some(Numeric { number, params })
    }
}

fn is_numeric(name: &str) -> bool {
    name.len() == 3 && name.bytes().all(|b| b.is_ascii_digit())
}

/// A server's answer with its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numeric<'a> {
    pub(crate) number: u16,
    params: &'a [String],
}

impl<'a> Numeric<'a> {
    /// A parameter; the empty text where there are not so many.
    pub(crate) fn param(&self, index: usize) -> &'a str {
        self.params.get(index).map_or("", String::as_str)
    }

    /// All parameters.
    pub(crate) fn params(&self) -> impl Iterator<Item = &'a str> {
        self.params.iter().map(String::as_str)
    }

    /// The last parameter, where servers' words are.
    pub(crate) fn last(&self) -> &'a str {
        self.params.last().map_or("", String::as_str)
    }
}
