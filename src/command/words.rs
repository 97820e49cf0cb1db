//! A line as a row of words, read from left to right.

use super::misread::{Expected, Misread, Problem, echo};
use super::model::{BoardWord, TournamentWord};
use super::table::Spec;
use crate::tournament::Consent;
use crate::vocabulary::{BoardNumber, RoundNumber};

/// The longest text people may give: with who says it and about what, it must fit a line of IRC.
pub const TEXT_BYTES_MAX: usize = 300;

/// The longest nick that is read; networks allow 30 or so.
pub const NICK_BYTES_MAX: usize = 64;

/// The highest round or board number that is read; beyond it somebody slipped.
pub const NUMBER_MAX: u16 = 9_999;

/// A word and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    /// Where it starts in the line, in bytes.
    pub(super) at: usize,
    /// The word.
    pub(super) text: &'t str,
}

impl Word<'_> {
    /// Whether it is this word, in any case.
    pub(super) fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it is one of these words, in any case.
    pub(super) fn is_one_of(self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// A line being read.
#[derive(Debug)]
pub(super) struct Words<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
    next: usize,
    tournament: Option<TournamentWord>,
    /// The command being read, for [`Misread`].
    pub(super) spec: Option<&'static Spec>,
}

impl<'t> Words<'t> {
    /// Splits a line; a `!` in front is accepted.
    pub(super) fn of(text: &'t str) -> Words<'t> {
        let body = text.trim_start_matches(|c: char| c == '!' || c.is_whitespace());
        let start = text.len() - body.len();
        let mut words = Vec::new();
        let mut word_at = None;
        for (at, c) in body.char_indices() {
            match (c.is_whitespace(), word_at) {
                (true, Some(from)) => {
                    words.push(Word {
                        at: start + from,
                        text: &body[from..at],
                    });
                    word_at = None;
                }
                (false, None) => word_at = Some(at),
                (true, None) | (false, Some(_)) => {}
            }
        }
        if let Some(from) = word_at {
            words.push(Word {
                at: start + from,
                text: &body[from..],
            });
        }
        Words {
            text,
            words,
            next: 0,
            tournament: None,
            spec: None,
        }
    }

    /// The next word, left where it is.
    pub(super) fn peek(&self) -> Option<Word<'t>> {
        self.words.get(self.next).copied()
    }

    /// The next word.
    pub(super) fn take(&mut self) -> Option<Word<'t>> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Skips this many words.
    pub(super) fn skip(&mut self, count: usize) {
        self.next = (self.next + count).min(self.words.len());
    }

    /// The next word, where it is one of these.
    pub(super) fn take_one_of(&mut self, words: &[&str]) -> Option<Word<'t>> {
        let word = self.peek().filter(|word| word.is_one_of(words))?;
        self.next += 1;
        Some(word)
    }

    /// The words that are left.
    pub(super) fn left(&self) -> &[Word<'t>] {
        &self.words[self.next.min(self.words.len())..]
    }

    /// The whole line with one space between its words, for the journal.
    pub(super) fn line(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text).collect();
        words
            .join(" ")
            .chars()
            .filter(|c| !c.is_control())
            .collect()
    }

    /// The line from the next word on.
    pub(super) fn left_text(&self) -> &'t str {
        match self.peek() {
            Some(word) => self.text[word.at..].trim_end(),
            None => "",
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// A misreading at the next word.
    pub(super) fn misread(&self, problem: Problem) -> Misread {
        let at = self
            .peek()
            .map_or(self.text.trim_end().len(), |word| word.at);
        self.misread_at(at, problem)
    }

    /// A misreading at a place.
    pub(super) fn misread_at(&self, at: usize, problem: Problem) -> Misread {
        Misread {
            at,
            problem,
            spec: self.spec,
        }
    }

    /// A misreading of a word.
    pub(super) fn unreadable(&self, word: Word<'_>, expected: Expected) -> Misread {
        self.misread_at(
            word.at,
            Problem::Unreadable {
                written: echo(word.text),
                expected,
                nearest: None,
            },
        )
    }

    /// The next word; there must be one.
    pub(super) fn need(&mut self, expected: Expected) -> Result<Word<'t>, Misread> {
        self.take()
            .ok_or_else(|| self.misread(Problem::Missing { expected }))
    }

    /// Nothing more may follow.
    pub(super) fn end(&self) -> Result<(), Misread> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.misread(Problem::TooMuch {
                written: echo(self.left_text()),
            })),
        }
    }

    /// A nick.
    pub(super) fn nick(&mut self) -> Result<String, Misread> {
        self.hash_here()?;
        let word = self.need(Expected::Nick)?;
        if is_nick(word.text) {
            Ok(word.text.to_owned())
        } else {
            Err(self.unreadable(word, Expected::Nick))
        }
    }

    /// `ROUND.BOARD`.
    pub(super) fn board(&mut self) -> Result<BoardWord, Misread> {
        self.hash_here()?;
        let word = self.need(Expected::Board)?;
        read_board(word.text).ok_or_else(|| self.unreadable(word, Expected::Board))
    }

    /// `ROUND.BOARD`, where the next word looks like one.
    pub(super) fn board_or_none(&mut self) -> Option<BoardWord> {
        let board = read_board(self.peek()?.text)?;
        self.next += 1;
        Some(board)
    }

    /// A text that must be there: all that is left.
    pub(super) fn text(&mut self, expected: Expected) -> Result<String, Misread> {
        match self.text_or_none(expected)? {
            Some(text) => Ok(text),
            None => Err(self.misread(Problem::Missing { expected })),
        }
    }

    /// A text: all that is left, where something is.
    pub(super) fn text_or_none(&mut self, expected: Expected) -> Result<Option<String>, Misread> {
        self.text_within(expected, TEXT_BYTES_MAX)
    }

    /// A text of at most this many bytes, where something is left.
    pub(super) fn text_within(
        &mut self,
        expected: Expected,
        bytes_max: usize,
    ) -> Result<Option<String>, Misread> {
        let clean: String = self
            .left_text()
            .chars()
            .filter(|c| !c.is_control())
            .collect();
        let text = clean.trim();
        if text.len() > bytes_max {
            return Err(self.misread(Problem::TooLong {
                expected,
                bytes_max,
            }));
        }
        if text.is_empty() {
            return Ok(None);
        }
        self.next = self.words.len();
        Ok(Some(text.to_owned()))
    }

    /// Takes `#N` where it is the next word.
    pub(super) fn hash_here(&mut self) -> Result<(), Misread> {
        while let Some(number) = self.peek().and_then(|word| read_hash(word.text)) {
            let at = self.next;
            self.note_tournament(at, number)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Takes `#N` out of all that is left.
    pub(super) fn hashes(&mut self) -> Result<(), Misread> {
        let mut kept = self.words[..self.next].to_vec();
        for at in self.next..self.words.len() {
            match read_hash(self.words[at].text) {
                Some(number) => self.note_tournament(at, number)?,
                None => kept.push(self.words[at]),
            }
        }
        self.words = kept;
        Ok(())
    }

    fn note_tournament(&mut self, at: usize, number: u32) -> Result<(), Misread> {
        let word = TournamentWord::Number(number);
        if self.tournament.as_ref().is_some_and(|known| *known != word) {
            let place = self.words[at];
            let written = echo(place.text);
            return Err(self.misread_at(place.at, Problem::TooMuch { written }));
        }
        self.tournament = Some(word);
        Ok(())
    }

    /// The tournament read so far; nothing more may follow.
    pub(super) fn tournament_at_end(&mut self) -> Result<Option<TournamentWord>, Misread> {
        self.hashes()?;
        self.end()?;
        Ok(self.tournament.take())
    }

    /// The tournament read so far, for commands that end in a text.
    pub(super) fn tournament(&mut self) -> Option<TournamentWord> {
        self.tournament.take()
    }

    /// The tournament: `#N` anywhere in what is left, or all that is left as its name.
    pub(super) fn tournament_by_name(&mut self) -> Result<Option<TournamentWord>, Misread> {
        self.hashes()?;
        if self.tournament.is_some() {
            return self.tournament_at_end();
        }
        if self.is_done() {
            return Ok(None);
        }
        let name = self.joined();
        self.next = self.words.len();
        Ok(Some(TournamentWord::Name(name)))
    }

    /// The words that are left, with one space between them.
    pub(super) fn joined(&self) -> String {
        let words: Vec<&str> = self.left().iter().map(|word| word.text).collect();
        words.join(" ")
    }

    /// Takes `confirm` or `anyway` from the end.
    pub(super) fn consent(&mut self) -> Consent {
        let said = self
            .left()
            .last()
            .is_some_and(|word| word.is_one_of(&["confirm", "anyway"]));
        if said {
            self.words.pop();
            Consent::Confirmed
        } else {
            Consent::NotGiven
        }
    }
}

/// Whether a word can be somebody's nick: what IRC allows, and letters beyond ASCII where a network does.
pub(super) fn is_nick(word: &str) -> bool {
    word.len() <= NICK_BYTES_MAX
        && !word.is_empty()
        && !word.starts_with('-')
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || "[]\\`_^{|}-".contains(c))
}

/// Reads a number from 1 to [`NUMBER_MAX`], digits only.
pub(super) fn read_number(word: &str) -> Option<u16> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let number = word.parse::<u16>().ok()?;
    (plain && (1..=NUMBER_MAX).contains(&number)).then_some(number)
}

fn read_board(word: &str) -> Option<BoardWord> {
    let (round, board) = word.split_once('.')?;
    Some(BoardWord {
        round: RoundNumber(read_number(round)?),
        board: BoardNumber(read_number(board)?),
    })
}

fn read_hash(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('#')?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}
