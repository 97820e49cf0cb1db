//! One reading of a movetext, in one language: token by token against the position.

use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position};

use super::glued;
use super::lex::{self, Kind, Lexed, OnLine, Token};
use super::matching::{self, Fit, SmallPieces};
use super::reasons;
use super::score::{Fault, Marker, Note, Reason};
use super::spelling::{self, Spelt};
use super::tongues::Tongue;

/// What one reading came to.
#[derive(Debug, Clone, Default)]
pub(super) struct Attempt {
    pub(super) moves: Vec<Move>,
    pub(super) marker: Option<Marker>,
    pub(super) fault: Option<Fault>,
    pub(super) notes: Vec<Note>,
    /// The token at fault.
    pub(super) stopped: Option<usize>,
}

/// What is known before the moves are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) text: &'a str,
    pub(super) tongue: &'a Tongue,
    /// The result the tags name.
    pub(super) tagged: Option<Marker>,
}

struct Reading<'a> {
    setting: Setting<'a>,
    tokens: &'a [Token],
    position: Chess,
    small: SmallPieces,
    done: Attempt,
    /// Every number so far counts half-moves and not moves.
    counts_plies: bool,
    numbered: bool,
    /// Dots stood where a half-move should be.
    dots: bool,
    /// The words of the moves, to tell a line that was sent twice.
    words: Vec<&'a str>,
}

/// Reads the tokens as moves from a position, as far as they go.
pub(super) fn attempt(setting: Setting<'_>, start: &Chess, lexed: &Lexed) -> Attempt {
    let mut reading = Reading {
        setting,
        tokens: &lexed.tokens,
        position: start.clone(),
        small: small_pieces(setting, &lexed.tokens),
        done: Attempt::default(),
        counts_plies: true,
        numbered: false,
        dots: false,
        words: Vec::new(),
    };
    let whole = lexed
        .unclosed
        .map_or(lexed.tokens.len(), |unclosed| unclosed.tokens);
    let mut index = 0;
    while index < whole && reading.done.fault.is_none() {
        index = reading.token(index);
    }
    reading.look_for_a_cut(whole);
    if let (Some(unclosed), None) = (lexed.unclosed, &reading.done.fault) {
        let opened = setting.text.get(unclosed.at..).unwrap_or_default();
        reading.done.fault = Some(Fault {
            ply: reading.done.moves.len() + 1,
            text: excerpt(opened),
            reason: Reason::Truncated,
        });
    }
    reading.done
}

/// The first words of a text, for an answer.
pub(super) fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars()
        .filter(|character| !character.is_control())
        .take(EXCERPT_CHARACTERS_MAX)
        .collect()
}

/// As much of a bad word as fits in an answer beside its explanation.
const EXCERPT_CHARACTERS_MAX: usize = 40;

/// Small letters stand for pieces when some word makes sense in no other way.
fn small_pieces(setting: Setting<'_>, tokens: &[Token]) -> SmallPieces {
    let seen = tokens.iter().any(|token| {
        let word = &setting.text[token.start..token.end];
        let readings = spelling::readings(word, setting.tongue);
        token.kind == Kind::Word
            && readings.as_written.is_none()
            && readings.other_size.is_some()
            && word.starts_with(char::is_lowercase)
    });
    if seen {
        SmallPieces::Seen
    } else {
        SmallPieces::Unseen
    }
}

/// Words that end a game when nothing but words follows.
const LAST_WORDS: &[&str] = &[
    "resigns",
    "resigned",
    "resign",
    "draw",
    "drawn",
    "remis",
    "agreed",
    "mate",
    "checkmate",
    "matt",
    "mat",
    "stalemate",
    "pat",
    "wins",
    "won",
    "flag",
    "time",
    "gg",
    "forfeits",
    "aufgegeben",
    "gibt",
    "abandonne",
    "abandona",
    "rinde",
];

impl<'a> Reading<'a> {
    fn word_of(&self, index: usize) -> &'a str {
        let token = self.tokens[index];
        &self.setting.text[token.start..token.end]
    }

    fn ply(&self) -> usize {
        self.done.moves.len() + 1
    }

    fn stop(&mut self, index: usize, text: &str, reason: Reason) {
        self.done.stopped = Some(index);
        self.done.fault = Some(Fault {
            ply: self.ply(),
            text: excerpt(text),
            reason,
        });
    }

    /// A text that ends in a number, or in half a move, was cut there.
    fn look_for_a_cut(&mut self, whole: usize) {
        let Some(last) = whole.checked_sub(1) else {
            return;
        };
        if self.done.fault.is_some() || self.done.marker.is_some() {
            return;
        }
        let word = self.word_of(last);
        let cut = match self.tokens[last].kind {
            Kind::Number { .. } => true,
            Kind::Word => {
                let rankless =
                    !word.contains(|c: char| c.is_ascii_digit()) && word.contains(['x', ':']);
                word.ends_with(['-', '=', '(', '/', 'x']) || rankless
            }
            Kind::Dots | Kind::Result(_) | Kind::Odd => false,
        };
        if cut {
            self.stop(last, word, Reason::Truncated);
        }
    }

    fn note_once(&mut self, note: Note) {
        let kind = std::mem::discriminant(&note);
        if !self
            .done
            .notes
            .iter()
            .any(|old| std::mem::discriminant(old) == kind)
        {
            self.done.notes.push(note);
        }
    }

    /// Reads one token and says which is next.
    fn token(&mut self, index: usize) -> usize {
        match self.tokens[index].kind {
            Kind::Number { value, dots } => self.number(index, value, dots),
            Kind::Dots => self.dots = true,
            Kind::Result(marker) => self.result(index, marker),
            Kind::Odd => self.odd(index),
            Kind::Word => return self.word(index),
        }
        index + 1
    }

    fn result(&mut self, index: usize, marker: Marker) {
        match self.done.marker {
            Some(earlier) if earlier != marker => {
                self.stop(index, self.word_of(index), Reason::AfterEnd);
            }
            Some(_) | None => self.done.marker = Some(marker),
        }
    }

    fn odd(&mut self, index: usize) {
        match self.word_of(index) {
            ">" | "]" => {}
            "}" | ")" => self.stop(index, self.word_of(index), Reason::Unreadable),
            other => self.note_once(Note::LeftOut(excerpt(other))),
        }
    }

    /// Move numbers are hints: the moves decide. Only one mistake in them is certain to mean a
    /// half-move is missing: the next number while it is Black's turn.
    fn number(&mut self, index: usize, value: u32, dots: usize) {
        let expected = self.position.fullmoves().get();
        let turn = self.position.turn();
        if dots == 0 && self.is_no_move_number(index, value) {
            self.stop(index, self.word_of(index), Reason::Unreadable);
            return;
        }
        let per_ply = value as usize == self.ply();
        self.counts_plies &= per_ply;
        let next_word = self.tokens[index + 1..]
            .iter()
            .position(|token| token.kind == Kind::Word)
            .map_or("", |found| self.word_of(index + 1 + found));
        if self.done.marker.is_some() {
            if !next_word.is_empty() && spelling::readings(next_word, self.setting.tongue).any() {
                self.stop(index, next_word, Reason::AfterEnd);
            }
            return;
        }
        let follows_one = self.numbered && value == expected + 1 && dots <= 1;
        if turn == Color::Black && (follows_one && !self.counts_plies || self.dots && dots <= 1) {
            if !next_word.is_empty() {
                self.stop(index, next_word, Reason::MissingHalfMove);
            }
            return;
        }
        if turn == Color::White && dots > 1 && self.done.moves.is_empty() && !next_word.is_empty() {
            self.stop(index, next_word, Reason::BlackFirst);
            return;
        }
        if value != expected && !self.counts_plies && self.is_from_first_move() {
            self.note_once(Note::NumbersOff { ply: self.ply() });
        }
        self.numbered = true;
        self.dots = false;
    }

    /// Numeric notation, `5254 5755`: a figure after a figure, or one of four digits that counts
    /// nothing.
    fn is_no_move_number(&self, index: usize, value: u32) -> bool {
        let after_number = index.checked_sub(1).is_some_and(|before| {
            let before = self.tokens[before];
            matches!(before.kind, Kind::Number { .. }) && self.tokens[index].line == OnLine::Later
        });
        let far = value >= 1000 && value > self.position.fullmoves().get() + 50;
        after_number || far
    }

    /// A position that was set up may count from anywhere.
    fn is_from_first_move(&self) -> bool {
        self.position.fullmoves().get() as usize <= self.done.moves.len() / 2 + 2
    }

    fn word(&mut self, index: usize) -> usize {
        let word = self.word_of(index);
        let readings = spelling::readings(word, self.setting.tongue);
        if !readings.any() && self.is_remark(index, word) {
            return index + 1;
        }
        if self.done.marker.is_some() {
            if readings.any() {
                self.stop(index, word, Reason::AfterEnd);
            } else {
                self.note_once(Note::LeftOut(excerpt(word)));
            }
            return index + 1;
        }
        if self.dots && self.done.moves.is_empty() && self.position.turn() == Color::White {
            self.stop(index, word, Reason::BlackFirst);
            return index;
        }
        self.dots = false;
        if self.is_double_loss(index, &readings) {
            self.done.marker = Some(Marker::BothLost);
            return index + 1;
        }
        match matching::fit(&self.position, &readings, self.small) {
            Fit::Move(found) => self.play(word, found),
            Fit::QueenAssumed(found) => {
                let ply = self.ply();
                self.done.notes.push(Note::QueenAssumed { ply });
                self.play(word, found);
            }
            Fit::Several(found) => {
                let names = self.names(&found);
                self.stop(index, word, Reason::Ambiguous(names));
            }
            Fit::None(spelt) => return self.no_move(index, word, spelt),
        }
        index + 1
    }

    fn play(&mut self, word: &'a str, found: Move) {
        self.position.play_unchecked(found);
        self.done.moves.push(found);
        self.words.push(word);
    }

    fn names(&self, moves: &[Move]) -> Vec<String> {
        moves
            .iter()
            .map(|each| San::from_move(&self.position, *each).to_string())
            .collect()
    }

    /// `0-0` where nobody can castle, or where the tags say so, and nothing follows: both lost.
    fn is_double_loss(&self, index: usize, readings: &spelling::Readings) -> bool {
        let last = self.tokens[index + 1..].iter().all(|token| {
            !matches!(
                token.kind,
                Kind::Word | Kind::Number { .. } | Kind::Result(_)
            )
        });
        let legal = matching::fit(&self.position, readings, self.small);
        self.word_of(index) == "0-0"
            && last
            && (self.setting.tagged == Some(Marker::BothLost) || matches!(legal, Fit::None(_)))
    }

    /// Signs and abbreviations that stand apart from the move they comment on.
    fn is_remark(&self, index: usize, word: &str) -> bool {
        if word == "--" {
            return false;
        }
        let signs = word
            .chars()
            .all(|sign| "+#!?=-/±∓⩲⩱∞□†‡.,;:~*|\"'²³→↑⇄△∆⊕⌓N".contains(sign));
        let abbreviation = matches!(
            word.trim_end_matches(['.', '+', '#', '!', '?'])
                .to_ascii_lowercase()
                .as_str(),
            "e.p"
                | "ep"
                | "ch"
                | "mate"
                | "check"
                | "checkmate"
                | "tn"
                | "n"
                | "d"
                | "dis"
                | "dbl"
                | "#"
        );
        (signs || (abbreviation && !self.done.moves.is_empty()))
            && !self.begins_cut_move(index, word)
    }

    /// Whether a letter at a line's end and the next line's first word are one move that was cut.
    fn begins_cut_move(&self, index: usize, word: &str) -> bool {
        let Some(next) = self.tokens.get(index + 1) else {
            return false;
        };
        let joined = format!("{word}{}", self.word_of(index + 1));
        next.line == OnLine::First
            && word.chars().any(char::is_alphabetic)
            && !matches!(
                matching::fit(
                    &self.position,
                    &spelling::readings(&joined, self.setting.tongue),
                    self.small
                ),
                Fit::None(_)
            )
    }

    /// A word that fits no legal move: several moves written as one, last words, or a fault.
    fn no_move(&mut self, index: usize, word: &'a str, spelt: Option<Spelt>) -> usize {
        match glued::moves(&self.position, word, self.setting.tongue) {
            glued::Division::One(moves) => {
                for each in moves {
                    self.play(word, each);
                }
                return index + 1;
            }
            glued::Division::Several(first) => {
                let names = self.names(&first);
                self.stop(index, word, Reason::Ambiguous(names));
                return index;
            }
            glued::Division::None => {}
        }
        let reason = match spelt {
            Some(Spelt::Null) => Reason::NullMove,
            Some(_) if spelling::is_descriptive(word) => Reason::Descriptive,
            Some(spelt) => Reason::Illegal(reasons::reason(&self.position, spelt)),
            None if spelling::is_descriptive(word) => Reason::Descriptive,
            None => {
                if let Some(end) = self.last_words(index) {
                    return end;
                }
                Reason::Unreadable
            }
        };
        let two_back = self.words.len().checked_sub(2).map(|at| self.words[at]);
        if two_back == Some(word) && self.words.last().is_some() {
            let ply = self.ply();
            self.done.notes.push(Note::SentTwice { ply });
        }
        self.stop(index, word, reason);
        index
    }

    /// "White resigns": when no word from here on looks like a move, and one of them is known to
    /// end games, they are no part of the moves.
    fn last_words(&mut self, index: usize) -> Option<usize> {
        let mut known = false;
        let mut end = index;
        while let Some(token) = self.tokens.get(end) {
            match token.kind {
                Kind::Word => {
                    let word = self.word_of(end);
                    if spelling::readings(word, self.setting.tongue).any() {
                        return None;
                    }
                    let plain = word
                        .trim_matches(|c: char| !c.is_alphanumeric())
                        .to_lowercase();
                    known |= LAST_WORDS.contains(&plain.as_str());
                }
                Kind::Result(_) => break,
                Kind::Number { .. } => return None,
                Kind::Dots | Kind::Odd => {}
            }
            end += 1;
        }
        if !known || self.done.moves.is_empty() {
            return None;
        }
        let from = self.tokens[index].start;
        let to = self.tokens[end - 1].end;
        self.note_once(Note::LeftOut(excerpt(&self.setting.text[from..to])));
        Some(end)
    }
}

/// The tokens of a text, for another attempt at it.
pub(super) fn tokens(text: &str) -> Lexed {
    lex::movetext(text.as_bytes())
}
