//! One reading of a movetext, in one language: token by token against the position.

use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position};

use super::lex::{self, Kind, Lexed, Opened, Token};
use super::matching::{Fit, Legal, Sizes};
use super::numbering::{Numbering, Step};
use super::phrases::{self, Style};
use super::promotions::Pending;
use super::reasons;
use super::remarks;
use super::score::{Fault, Marker, Note, Reason};
use super::spelling::{self, Readings, Spelt};
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
    /// How many tokens were looked at, those looked at twice counted twice.
    pub(super) looked_at: usize,
}

/// What is known before the moves are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) tongue: &'a Tongue,
    /// The result the tags name.
    pub(super) tagged: Option<Marker>,
    pub(super) sizes: Sizes,
}

/// A text and its tokens. Words that were cut are joined in it.
#[derive(Debug, Clone)]
pub(super) struct Cut {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    pub(super) unclosed: Option<Opened>,
    pub(super) twice_opened: Vec<Opened>,
}

/// Everything that a token can change, but the moves and what else only grows.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) position: Chess,
    pub(super) numbering: Numbering,
    /// Dots stood where a half-move should be.
    pub(super) dots: bool,
    /// The token behind the last one that was read as a move.
    pub(super) read_to: usize,
    /// The first figures of a number that was cut at the end of its line.
    pub(super) begun_number: Option<u32>,
    /// A pawn's move whose piece may still follow.
    pub(super) pending: Option<Pending>,
    pub(super) style: Style,
}

/// A reading under way.
pub(super) struct Reading<'a> {
    pub(super) setting: Setting<'a>,
    pub(super) cut: &'a Cut,
    pub(super) state: State,
    pub(super) done: Attempt,
    pub(super) legal: Option<Legal>,
    /// The token each half-move was read from.
    pub(super) played_at: Vec<usize>,
    pub(super) steps: Vec<Step>,
}

/// The first words of a text, for an answer.
pub(super) fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars()
        .filter(|character| !character.is_control())
        .take(EXCERPT_CHARACTERS_MAX)
        .collect()
}

/// So many moves in words of their own show that a text parts them.
const MOVES_APART: usize = 8;

/// So many words of something left out are looked at for moves.
const WORDS_SEARCHED_MAX: usize = 64;

/// As much of a bad word as fits in an answer beside its explanation.
const EXCERPT_CHARACTERS_MAX: usize = 40;

impl Cut {
    pub(super) fn of(text: String) -> Cut {
        let lexed: Lexed = lex::movetext(text.as_bytes());
        Cut {
            text,
            tokens: lexed.tokens,
            unclosed: lexed.unclosed,
            twice_opened: lexed.twice_opened,
        }
    }

    /// The words of a token; none past the end.
    pub(super) fn word(&self, index: usize) -> &str {
        self.tokens
            .get(index)
            .map_or("", |token| &self.text[token.start..token.end])
    }

    pub(super) fn is_word(&self, index: usize) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| token.kind == Kind::Word)
    }

    /// How many tokens stand before the comment or variation that never ends.
    pub(super) fn whole(&self) -> usize {
        self.unclosed
            .map_or(self.tokens.len(), |unclosed| unclosed.tokens)
    }
}

impl<'a> Reading<'a> {
    pub(super) fn new(setting: Setting<'a>, start: &Chess, cut: &'a Cut) -> Reading<'a> {
        Reading {
            setting,
            cut,
            state: State {
                position: start.clone(),
                numbering: Numbering::default(),
                dots: false,
                read_to: 0,
                begun_number: None,
                pending: None,
                style: Style::default(),
            },
            done: Attempt::default(),
            legal: None,
            played_at: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The number of the half-move that is to be read.
    pub(super) fn ply(&self) -> usize {
        self.done.moves.len() + 1
    }

    pub(super) fn stop(&mut self, index: usize, text: &str, reason: Reason) {
        self.done.stopped = Some(index);
        self.done.fault = Some(Fault {
            ply: self.ply(),
            text: excerpt(text),
            reason,
        });
    }

    /// The readings of a word in the language at hand.
    pub(super) fn readings(&self, word: &str) -> Readings {
        spelling::readings(word, self.setting.tongue)
    }

    /// How a word fits the position.
    pub(super) fn fit(&mut self, readings: &Readings) -> Fit {
        let position = &self.state.position;
        self.legal
            .get_or_insert_with(|| Legal::of(position))
            .fit(readings, self.setting.sizes)
    }

    /// Whether a word is a legal move, or may be several.
    pub(super) fn fits(&mut self, word: &str) -> bool {
        let readings = self.readings(word);
        readings.any() && !matches!(self.fit(&readings), Fit::None(_))
    }

    /// Reads one token and says which is next.
    pub(super) fn token(&mut self, index: usize) -> usize {
        self.done.looked_at += 1;
        if self.state.pending.is_some() && self.names_piece(index) {
            return index + 1;
        }
        self.settle_queen(index);
        if self.done.fault.is_some() {
            return index;
        }
        match self.cut.tokens[index].kind {
            Kind::Number { value, dots } => self.number(index, (value, dots)),
            // A single point before a move is what is left of something else.
            Kind::Dots if self.cut.word(index) == "." && !self.glued_to(index).is_empty() => {
                let text = format!(".{}", self.glued_to(index));
                self.stop(index, &text, Reason::Unreadable);
            }
            Kind::Dots => self.state.dots = true,
            Kind::Result(marker) => self.result(index, marker),
            Kind::Odd => self.odd(index),
            Kind::Word => {
                let moves = self.done.moves.len();
                let next = self.word(index);
                if self.done.moves.len() > moves {
                    self.state.read_to = next;
                }
                return next;
            }
        }
        index + 1
    }

    fn result(&mut self, index: usize, marker: Marker) {
        match self.done.marker {
            Some(earlier) if earlier != marker => {
                self.stop(index, self.cut.word(index), Reason::AfterEnd);
            }
            Some(_) | None => self.done.marker = Some(marker),
        }
    }

    /// A bracket that is no tag pair, or markup. Moves in it cannot be left out.
    fn odd(&mut self, index: usize) {
        let cut = self.cut;
        let word = cut.word(index);
        let inside = word.trim_matches(['[', ']', '<', '>']).trim();
        if let Ok(value) = inside.parse() {
            self.number(index, (value, 1));
            return;
        }
        match word {
            ">" | "]" => {}
            "}" | ")" | "$" => self.stop(index, word, Reason::Unreadable),
            _ if remarks::is_time(inside) => {}
            _ if self.holds_a_move(inside) => self.stop(index, word, Reason::Unreadable),
            other => self.note_left_out(other),
        }
    }

    /// Whether some word of a text is a legal move here.
    pub(super) fn holds_a_move(&mut self, text: &str) -> bool {
        text.split_whitespace()
            .take(WORDS_SEARCHED_MAX)
            .any(|word| {
                let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
                let spelled = word.contains(|c: char| c.is_ascii_digit()) || word.contains("O-O");
                spelled && self.fits(word)
            })
    }

    /// Notes the first of the words that are no part of the game.
    pub(super) fn note_left_out(&mut self, words: &str) {
        let noted = |note: &Note| matches!(note, Note::LeftOut(_));
        if !self.done.notes.iter().any(noted) {
            self.done.notes.push(Note::LeftOut(excerpt(words)));
        }
    }

    fn word(&mut self, index: usize) -> usize {
        let cut = self.cut;
        let word = cut.word(index);
        let readings = self.readings(word);
        if let Some(next) = self.remark(index, &readings) {
            return next;
        }
        if self.done.marker.is_some() {
            if readings.any() {
                self.stop(index, word, Reason::AfterEnd);
            } else {
                self.note_left_out(word);
            }
            return index + 1;
        }
        if self.state.dots
            && self.done.moves.is_empty()
            && self.state.position.turn() == Color::White
        {
            self.stop(index, word, Reason::BlackFirst);
            return index;
        }
        self.state.dots = false;
        if self.is_double_loss(index, &readings) {
            self.done.marker = Some(Marker::BothLost);
            return index + 1;
        }
        if let Some(next) = phrases::read(self, index, &readings) {
            return next;
        }
        if self.done.fault.is_none() {
            return self.no_move(index, &readings);
        }
        index
    }

    /// A move that was found in the tokens from `index` on.
    pub(super) fn play(&mut self, index: usize, found: Move) {
        self.state.position.play_unchecked(found);
        self.legal = None;
        self.done.moves.push(found);
        self.played_at.push(index);
    }

    /// Whether a text that parts its moves would have two in one word here for the first time. They are as likely what
    /// is left of others.
    pub(super) fn is_glue_unusual(&self) -> bool {
        self.played_at.len() >= MOVES_APART
            && self.played_at.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Whether the number that follows counts the moves before it.
    pub(super) fn is_counted_on(&self, index: usize) -> bool {
        let next = self.cut.tokens.get(index).map(|token| token.kind);
        let counted = self.state.position.fullmoves().get();
        let white = self.state.position.turn() == Color::White;
        matches!(next, Some(Kind::Number { value, .. }) if white && value == counted)
    }

    pub(super) fn names(&self, moves: &[Move]) -> Vec<String> {
        moves
            .iter()
            .map(|each| San::from_move(&self.state.position, *each).to_string())
            .collect()
    }

    /// `0-0` where nobody can castle, or where the tags say so, and nothing follows: both lost.
    fn is_double_loss(&mut self, index: usize, readings: &Readings) -> bool {
        let word = self.cut.word(index).replace(char::is_whitespace, "");
        if word != "0-0" {
            return false;
        }
        let last = self.cut.tokens[index + 1..].iter().all(|token| {
            !matches!(
                token.kind,
                Kind::Word | Kind::Number { .. } | Kind::Result(_)
            )
        });
        last && (self.setting.tagged == Some(Marker::BothLost)
            || matches!(self.fit(readings), Fit::None(_)))
    }

    /// A word that fits no legal move: last words, or a fault.
    fn no_move(&mut self, index: usize, readings: &Readings) -> usize {
        let word = self.cut.word(index);
        let explained_by = match self.fit(readings) {
            Fit::None(spelt) => spelt,
            Fit::Move(_) | Fit::QueenAssumed(..) | Fit::Several(_) => readings.first(),
        };
        let reason = match explained_by {
            Some(Spelt::Null) => Reason::NullMove,
            Some(_) if phrases::parts_moves(self, readings) => Reason::Unreadable,
            Some(_) if spelling::is_descriptive(word) => Reason::Descriptive,
            Some(spelt) => Reason::Illegal(reasons::reason(&self.state.position, spelt)),
            None if spelling::is_descriptive(word) => Reason::Descriptive,
            None => {
                if let Some(end) = self.last_words(index) {
                    return end;
                }
                Reason::Unreadable
            }
        };
        let two_back = self.played_at.len().checked_sub(2);
        if two_back.is_some_and(|at| self.cut.word(self.played_at[at]) == word) {
            let ply = self.ply();
            self.done.notes.push(Note::SentTwice { ply });
        }
        self.stop(index, word, reason);
        index
    }
}
