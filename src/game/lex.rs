//! Where one game of a text begins and ends, and the tokens of its movetext.
//!
//! This is the grammar of PGN as people write it: tag pairs glued to moves, blank lines anywhere,
//! comments with tag pairs inside, variations to any depth (skipped, without recursion). The single
//! tokens are cut in `words`. Nothing here knows a position: a word is a word until somebody
//! matches it.

use super::gaps;
use super::score::{Marker, Tag};
use super::tags;
use super::words;

/// A piece of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Byte offsets in the text that was lexed.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: OnLine,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move, or anything else that is written without a blank.
    Word,
    /// A move number and how many dots follow it.
    Number { value: u32, dots: usize },
    /// Dots without a number: a half-move that is not given.
    Dots,
    /// A result.
    Result(Marker),
    /// A bracket that is no tag pair, or markup.
    Odd,
}

/// Where a token stands in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnLine {
    First,
    Later,
}

/// One game as it stands in a text.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    pub(super) tags: Vec<Tag>,
    pub(super) tokens: Vec<Token>,
    /// The movetext: from after the last tag pair to the end of the game.
    pub(super) body: std::ops::Range<usize>,
    /// Where a comment or variation begins that never ends, and after how many tokens.
    pub(super) unclosed: Option<Opened>,
    /// Comments that hold another opening brace: their own closing brace may have been lost, and
    /// moves with it.
    pub(super) twice_opened: Vec<Opened>,
    /// Whether a semicolon begins a comment somewhere.
    pub(super) semicolons: Semicolons,
    /// Whether all tokens were kept.
    pub(super) kept: Kept,
    /// Where the next game begins.
    pub(super) next: usize,
}

/// Whether all tokens of a game were kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kept {
    #[default]
    All,
    /// There are more than any game has: the first ones.
    TheFirst,
}

/// The longest game that is possible has a tenth of this, numbers included. Memory is bounded by it.
const TOKENS_MAX: usize = 400_000;

/// Where a comment or variation is opened.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opened {
    /// Offset of the brace or parenthesis.
    pub(super) at: usize,
    /// Where what it is suspected to have swallowed ends.
    pub(super) until: usize,
    /// How many tokens stand before it.
    pub(super) tokens: usize,
}

/// Whether the text holds rest-of-line comments: people also part moves with semicolons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Semicolons {
    #[default]
    None,
    Some,
}

/// No program writes so many tags; those beyond are passed over.
const TAGS_MAX: usize = 256;

/// More suspicious comments than this are not remembered: the first decides.
const TWICE_OPENED_MAX: usize = 64;

/// What lexing found.
#[derive(Debug)]
pub(super) enum Found {
    Game(Lexed),
    /// The text ends before it is clear where the game does.
    NeedMore,
    /// Nothing but blanks is left.
    Nothing,
}

/// Whether more text may follow the one at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    MayFollow,
    IsAll,
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    rest: Rest,
    line: OnLine,
    /// A blank line was passed since the last token.
    gap: bool,
    lexed: Lexed,
}

/// Why lexing stops early.
enum Stop {
    NeedMore,
}

/// Finds the game that begins at `from`.
pub(super) fn game(text: &[u8], from: usize, rest: Rest) -> Found {
    let mut lexer = Lexer {
        text,
        at: from,
        rest,
        line: OnLine::First,
        gap: false,
        lexed: Lexed::default(),
    };
    match lexer.whole_game() {
        Err(Stop::NeedMore) => Found::NeedMore,
        Ok(()) if lexer.lexed.is_nothing() => Found::Nothing,
        Ok(()) => {
            lexer.lexed.next = lexer.at;
            lexer.lexed.body.end = lexer.at;
            Found::Game(lexer.lexed)
        }
    }
}

/// The tokens of a movetext that is known to be one game's: no tag pair is looked for.
pub(super) fn movetext(text: &[u8]) -> Lexed {
    match game(text, 0, Rest::IsAll) {
        Found::Game(mut lexed) => {
            let mut from = lexed.next;
            while let Found::Game(more) = game(text, from, Rest::IsAll) {
                if more.next == from {
                    break;
                }
                from = more.next;
                let before = lexed.tokens.len();
                let moved = |opened: Opened| Opened {
                    tokens: opened.tokens + before,
                    ..opened
                };
                lexed
                    .twice_opened
                    .extend(more.twice_opened.into_iter().map(moved));
                lexed.unclosed = lexed.unclosed.or(more.unclosed.map(moved));
                lexed.tokens.extend(more.tokens);
                if more.semicolons == Semicolons::Some {
                    lexed.semicolons = Semicolons::Some;
                }
            }
            lexed
        }
        Found::NeedMore | Found::Nothing => Lexed::default(),
    }
}

impl Lexed {
    fn is_nothing(&self) -> bool {
        self.tags.is_empty() && self.tokens.is_empty() && self.unclosed.is_none()
    }

    /// Whether a token other than markup was read, so that a tag pair begins another game. Signs that are left of a
    /// damaged tag pair are no movetext.
    fn has_movetext(&self, text: &[u8]) -> bool {
        self.tokens.iter().any(|token| match token.kind {
            Kind::Odd => false,
            Kind::Word => text[token.start..token.end]
                .iter()
                .any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80),
            Kind::Number { .. } | Kind::Dots | Kind::Result(_) => true,
        })
    }

    fn has_tag(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name)
    }
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// The end of the text is in sight: an error where more may come.
    fn end(&self) -> Result<(), Stop> {
        match self.rest {
            Rest::MayFollow => Err(Stop::NeedMore),
            Rest::IsAll => Ok(()),
        }
    }

    fn whole_game(&mut self) -> Result<(), Stop> {
        self.lexed.body.start = self.at;
        loop {
            self.blanks();
            let Some(byte) = self.peek(0) else {
                return self.end();
            };
            match byte {
                b'{' => self.comment()?,
                b'(' => self.variation()?,
                b'[' => match tags::tag(&self.text[self.at..], self.rest) {
                    tags::Bracket::NeedMore => return Err(Stop::NeedMore),
                    tags::Bracket::NoTag { length } => self.push(Kind::Odd, length),
                    tags::Bracket::Tag { tag, length } => {
                        if self.begins_another_game(&tag) {
                            return Ok(());
                        }
                        self.take_tag(tag, length);
                    }
                },
                b'<' => match markup(&self.text[self.at..]) {
                    Some(length) => self.push(Kind::Odd, length),
                    None => self.token()?,
                },
                b'$' if self.peek(1).is_some_and(|byte| byte.is_ascii_digit()) => self.nag(),
                b'$' => self.push(Kind::Odd, 1),
                b'}' | b')' | b']' | b'>' => self.push(Kind::Odd, 1),
                _ => self.token()?,
            }
            if let Some(ended) = self.ended_by_result()? {
                return Ok(ended);
            }
        }
    }

    /// Passes blanks, escaped lines and rest-of-line comments; notes line starts and blank lines.
    fn blanks(&mut self) {
        let mut column_0 = self.at == 0 || is_line_end(self.text[self.at - 1]);
        let mut line_ends = 0;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' | b'\r' => {
                    self.line = OnLine::First;
                    column_0 = true;
                    self.at += if self.text[self.at..].starts_with(b"\r\n") {
                        2
                    } else {
                        1
                    };
                    line_ends += 1;
                    self.gap |= line_ends > 1;
                }
                byte if gaps::is_blank(byte) => {
                    column_0 = false;
                    self.at += 1;
                }
                b'%' if column_0 => self.pass_line(),
                b';' => {
                    self.lexed.semicolons = Semicolons::Some;
                    self.pass_line();
                }
                0xef if self.text[self.at..].starts_with(b"\xef\xbb\xbf") => self.at += 3,
                _ => return,
            }
        }
    }

    fn pass_line(&mut self) {
        while self.peek(0).is_some_and(|byte| !is_line_end(byte)) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let line = std::mem::replace(&mut self.line, OnLine::Later);
        self.gap = false;
        if self.lexed.tokens.len() < TOKENS_MAX {
            self.lexed.tokens.push(Token {
                kind,
                start: self.at,
                end: self.at + length,
                line,
            });
        } else {
            self.lexed.kept = Kept::TheFirst;
        }
        self.at += length;
    }

    fn nag(&mut self) {
        self.at += 1;
        while self.peek(0).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.line = OnLine::Later;
    }

    /// A token that `words` knows how to cut.
    fn token(&mut self) -> Result<(), Stop> {
        let rest = &self.text[self.at..];
        if rest.len() < words::LOOK_AHEAD {
            self.end()?;
        }
        let (kind, length) = words::next(rest);
        if length >= rest.len() {
            self.end()?;
        }
        self.push(kind, length);
        Ok(())
    }

    /// A comment in braces, which do not nest. One that never ends is taken as one line's.
    fn comment(&mut self) -> Result<(), Stop> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.iter().position(|byte| *byte == b'}') else {
            return self.unclosed(self.at);
        };
        if self.awaits_piece() && words::is_piece_alone(&rest[1..length]) {
            self.push(Kind::Word, length + 1);
            return Ok(());
        }
        self.note_inner_brace(self.at, length);
        self.at += length + 1;
        self.line = OnLine::Later;
        Ok(())
    }

    /// Whether the last word may be a pawn's move to the last rank, whose piece is named in what follows.
    fn awaits_piece(&self) -> bool {
        let last = self.lexed.tokens.last();
        let word = last.filter(|token| token.kind == Kind::Word);
        word.is_some_and(|word| words::ends_on_last_rank(&self.text[word.start..word.end]))
    }

    /// Remembers a comment of this length that holds another opening brace.
    fn note_inner_brace(&mut self, opened: usize, length: usize) {
        let inside = &self.text[opened + 1..opened + length];
        let Some(inner) = inside.iter().position(|byte| *byte == b'{') else {
            return;
        };
        if self.lexed.twice_opened.len() < TWICE_OPENED_MAX {
            self.lexed.twice_opened.push(Opened {
                at: opened,
                until: opened + 1 + inner,
                tokens: self.lexed.tokens.len(),
            });
        }
    }

    /// A variation is passed over; only its braces and parentheses matter.
    fn variation(&mut self) -> Result<(), Stop> {
        let opened = self.at;
        if self.awaits_piece()
            && let Some(length) = words::piece_in_parentheses(&self.text[opened..])
        {
            self.push(Kind::Word, length);
            return Ok(());
        }
        let mut depth = 0usize;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        self.line = OnLine::Later;
                        return Ok(());
                    }
                }
                b'{' => match self.text[self.at..].iter().position(|byte| *byte == b'}') {
                    Some(length) => self.at += length,
                    None => return self.unclosed(self.at),
                },
                b';' => self.pass_line(),
                b'[' if is_line_end(self.text[self.at - 1]) => {
                    match tags::tag(&self.text[self.at..], self.rest) {
                        tags::Bracket::NeedMore => return Err(Stop::NeedMore),
                        tags::Bracket::NoTag { .. } => {}
                        tags::Bracket::Tag { .. } => return self.unclosed(opened),
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        self.unclosed(opened)
    }

    /// The text is cut inside a comment or variation: the next game begins at the next Event tag.
    fn unclosed(&mut self, opened: usize) -> Result<(), Stop> {
        self.end()?;
        self.lexed.unclosed.get_or_insert(Opened {
            at: opened,
            until: self.text.len(),
            tokens: self.lexed.tokens.len(),
        });
        let rest = &self.text[opened..];
        self.at = opened + next_event(rest).unwrap_or(rest.len());
        Ok(())
    }

    fn begins_another_game(&self, tag: &Tag) -> bool {
        // A line that stands twice begins nothing.
        let again = self.lexed.tags.last() == Some(tag) && !self.gap;
        self.lexed.has_movetext(self.text)
            || self.lexed.unclosed.is_some()
            || (self.lexed.has_tag(&tag.name) && !again && (self.gap || tag.name == "Event"))
    }

    fn take_tag(&mut self, tag: Tag, length: usize) {
        if self.lexed.tags.len() < TAGS_MAX && !self.lexed.has_tag(&tag.name) {
            self.lexed.tags.push(tag);
        }
        self.at += length;
        self.line = OnLine::Later;
        self.gap = false;
        self.lexed.body.start = self.at;
    }

    /// After a result: whether the game ends here. It goes on, and is at fault for it, when moves
    /// follow that are no new game.
    fn ended_by_result(&mut self) -> Result<Option<()>, Stop> {
        let Some(Token {
            kind: Kind::Result(_),
            ..
        }) = self.lexed.tokens.last()
        else {
            return Ok(None);
        };
        self.blanks();
        while self.peek(0) == Some(b'{') {
            self.comment()?;
            self.blanks();
        }
        let Some(byte) = self.peek(0) else {
            self.end()?;
            return Ok(Some(()));
        };
        if self.text.len() - self.at < 3 {
            self.end()?;
        }
        let first_number = byte == b'1' && self.peek(1) == Some(b'.') && self.peek(2) != Some(b'.');
        Ok((self.gap || first_number).then_some(()))
    }
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Where the next line begins that is an Event tag: games begin so, whatever stands before.
pub(super) fn next_event(text: &[u8]) -> Option<usize> {
    const EVENT: &[u8] = b"[Event ";
    text.windows(EVENT.len() + 1)
        .position(|window| is_line_end(window[0]) && window[1..] == *EVENT)
        .map(|found| found + 1)
}

/// The length of a piece of markup, `<br />` or a nick in angle brackets, at the start of the text.
fn markup(text: &[u8]) -> Option<usize> {
    let first = text.get(1)?;
    if !first.is_ascii_alphabetic() && !b"/!@+%~&".contains(first) {
        return None;
    }
    let end = text[1..]
        .iter()
        .take(MARKUP_BYTES_MAX)
        .take_while(|byte| !matches!(byte, b'<' | b'\n'))
        .position(|byte| *byte == b'>')?;
    Some(end + 2)
}

/// Longer text between angle brackets is not taken for markup.
const MARKUP_BYTES_MAX: usize = 200;
