//! Texts whose lines were cut inside a word: where a reading stops at the beginning or end of a line, it is tried with
//! the two words joined, and goes on from there when more can be read.

use std::borrow::Cow;

use shakmaty::Chess;

use super::attempt::{Attempt, Cut, Reading, Setting};
use super::lex::{self, OnLine, Opened, Token};
use super::progress::Checkpoint;
use super::score::Reason;

/// A text's lines that were cut inside a word are joined at most this often.
const JOINS_MAX: usize = 64;

/// Trying a joint takes as long as reading so many words, beside those it reads.
const JOIN_WORK: usize = 8;

/// How many tokens behind a joint are looked at.
const TOKENS_TRIED: usize = 8;

/// Reads a text as moves from a position, as far as they go. `words_max` bounds the work.
pub(super) fn read(setting: Setting<'_>, start: &Chess, text: &Cut, words_max: usize) -> Attempt {
    let mut text = Cow::Borrowed(text);
    let mut progress = Reading::new(setting, start, &text).into_progress();
    let mut index = 0;
    let mut joins = 0;
    loop {
        let mut reading = Reading::resume(setting, &text, progress);
        let checkpoints = run(&mut reading, index, words_max);
        let joint = (joins < JOINS_MAX)
            .then(|| best(&mut reading, &checkpoints))
            .flatten();
        let Some(checkpoint) = joint else {
            return reading.finish();
        };
        joins += 1;
        index = checkpoint.index;
        reading.restore(checkpoint);
        progress = reading.into_progress();
        text.to_mut().join(index);
    }
}

/// Reads on from a token to the end or to a fault; gives back where the last words at line ends stood.
fn run(reading: &mut Reading<'_>, from: usize, words_max: usize) -> [Option<Checkpoint>; 2] {
    let cut = reading.cut;
    let whole = cut.whole();
    let mut opened = cut
        .twice_opened
        .iter()
        .skip_while(|opened| opened.tokens < from)
        .peekable();
    let mut checkpoints = [None, None];
    let mut index = from;
    loop {
        while let Some(comment) = opened.next_if(|opened| opened.tokens <= index) {
            look_into(reading, index, comment);
        }
        if index >= whole || reading.done.fault.is_some() {
            return checkpoints;
        }
        if reading.done.looked_at >= words_max {
            reading.stop(index, cut.word(index), Reason::TooLong);
            return checkpoints;
        }
        if cut.begins_line(index + 1) {
            checkpoints.swap(0, 1);
            checkpoints[1] = Some(reading.checkpoint(index));
        }
        index = reading.token(index);
    }
}

/// A comment that holds another opening brace may have lost its closing one, and swallowed moves.
fn look_into(reading: &mut Reading<'_>, index: usize, comment: &Opened) {
    let text = &reading.cut.text;
    let inside = text.get(comment.at + 1..comment.until).unwrap_or_default();
    if reading.done.fault.is_none() && reading.done.marker.is_none() && reading.holds_a_move(inside)
    {
        let opened = text.get(comment.at..).unwrap_or_default();
        reading.stop(index, opened, Reason::Truncated);
    }
}

/// The place from which more can be read when the word there is joined with the next, if there is one.
fn best<'c>(
    reading: &mut Reading<'_>,
    checkpoints: &'c [Option<Checkpoint>; 2],
) -> Option<&'c Checkpoint> {
    let stopped = reading.done.stopped?;
    let mut best: Option<(usize, &Checkpoint)> = None;
    for checkpoint in checkpoints.iter().flatten() {
        if checkpoint.index != stopped && checkpoint.index + 1 != stopped {
            continue;
        }
        let Some(part) = reading.cut.part(checkpoint.index) else {
            continue;
        };
        let before_fork = reading.done.looked_at;
        let mut fork = reading.fork(&part, checkpoint);
        run(&mut fork, 0, usize::MAX);
        reading.done.looked_at += fork.done.looked_at.saturating_sub(before_fork) + JOIN_WORK;
        let moves = fork.done.moves.len();
        let before = reading.done.moves.len();
        let gained = moves > before || (fork.done.fault.is_none() && moves == before);
        if gained && best.is_none_or(|(most, _)| moves > most) {
            best = Some((moves, checkpoint));
        }
    }
    best.map(|(_, checkpoint)| checkpoint)
}

impl Cut {
    pub(super) fn begins_line(&self, index: usize) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| token.line == OnLine::First)
    }

    /// The two words at a line's end, joined, and some more; `None` where something stands between them.
    fn part(&self, first: usize) -> Option<Cut> {
        let (before, after) = (self.tokens.get(first)?, self.tokens.get(first + 1)?);
        let between = &self.text[before.end..after.start];
        if !between.chars().all(char::is_whitespace) {
            return None;
        }
        let end = (first + 2 + TOKENS_TRIED).min(self.whole()).max(first + 2);
        let tokens = &self.tokens[first..end];
        let from = before.start;
        let to = tokens.last()?.end;
        let mut part = Cut {
            text: self.text[from..to].to_owned(),
            tokens: tokens
                .iter()
                .map(|token| token.moved(-(from as isize)))
                .collect(),
            unclosed: None,
            twice_opened: Vec::new(),
        };
        part.join(0);
        Some(part)
    }

    /// Joins the word with the next one, in their places: all that follows stays where it is.
    fn join(&mut self, first: usize) {
        let (before, after) = (self.tokens[first], self.tokens[first + 1]);
        let joined = format!("{}{}", self.word(first), self.word(first + 1));
        let padding = after.end - before.start - joined.len();
        let padded = format!("{}{joined}", " ".repeat(padding));
        self.text.replace_range(before.start..after.end, &padded);
        let lexed = lex::movetext(joined.as_bytes());
        let start = before.start + padding;
        let mut tokens: Vec<Token> = lexed
            .tokens
            .iter()
            .map(|token| token.moved(start as isize))
            .collect();
        if let Some(token) = tokens.first_mut() {
            token.line = before.line;
        }
        let count = tokens.len();
        self.tokens.splice(first..first + 2, tokens);
        let later = |opened: &mut Opened| {
            if opened.tokens > first {
                opened.tokens = (opened.tokens + count).saturating_sub(2);
            }
        };
        self.unclosed.iter_mut().for_each(later);
        self.twice_opened.iter_mut().for_each(later);
    }
}

impl Token {
    fn moved(self, by: isize) -> Token {
        Token {
            start: self.start.saturating_add_signed(by),
            end: self.end.saturating_add_signed(by),
            ..self
        }
    }
}
