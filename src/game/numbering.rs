//! Move numbers. The moves decide and the numbers are hints, but they show what is lost: a half-move, a line, the
//! beginning.

use super::attempt::Reading;
use super::lex::{Kind, OnLine};
use super::score::{Note, Reason};
use shakmaty::{Chess, Color, Position};

/// What a number says where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// It counts, or says nothing.
    Right,
    /// It does not count.
    Off,
    /// Black's move stands first.
    BlackFirst,
    /// A half-move is missing before it.
    HalfMoveMissing,
    /// The moves before it are missing.
    BeginsLater,
}

/// The numbers read so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Numbering {
    /// How far the numbers are ahead of the moves.
    ahead: i64,
    /// A number was read.
    any: bool,
    /// Some number did not count half-moves.
    not_plies: bool,
    /// Black's moves have numbers of their own, written like White's.
    halves: bool,
    /// A number of White's had one dot or none.
    plain: bool,
}

/// A number of White's: where it stands, and how far it is ahead of the moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) ply: usize,
    pub(super) value: u32,
    ahead: i64,
    /// The token that is the number.
    pub(super) token: usize,
}

impl Numbering {
    /// Takes a number that stands before the half-move `ply`.
    fn take(&mut self, (value, dots): (u32, usize), position: &Chess, ply: usize) -> Said {
        let plies = value as usize == ply && !self.not_plies;
        self.not_plies |= value as usize != ply;
        let counted = i64::from(position.fullmoves().get());
        let begins = !self.any;
        self.any = true;
        if begins && ply == 1 && *position != Chess::default() {
            // A position that was set up may count from anywhere.
            self.ahead = i64::from(value) - counted;
        }
        let expected = counted + self.ahead;
        let value = i64::from(value);
        match position.turn() {
            Color::White => {
                if ply == 1 && dots > 1 {
                    return Said::BlackFirst;
                }
                if ply == 1 && value > expected {
                    return Said::BeginsLater;
                }
                if dots > 2 && value == expected && self.plain {
                    return Said::HalfMoveMissing;
                }
                self.plain |= dots <= 1;
                self.ahead = value - counted;
            }
            Color::Black if dots <= 1 && !plies => {
                if value > expected && !(begins && dots == 0) {
                    return Said::HalfMoveMissing;
                }
                self.halves |= value == expected;
            }
            Color::Black => {}
        }
        if value == expected || plies {
            if plies {
                self.ahead = 0;
            }
            Said::Right
        } else {
            Said::Off
        }
    }

    /// How a number of White's that was just taken is remembered.
    fn step(&self, value: u32, ply: usize, token: usize) -> Step {
        Step {
            ply,
            value,
            ahead: if self.not_plies { self.ahead } else { 0 },
            token,
        }
    }
}

/// A number's move is looked for among so many tokens.
const TOKENS_AHEAD: usize = 16;

/// So many moves at once are skipped by no slip of a pen, and make a line.
const LOST_MOVES_MIN: i64 = 3;

/// The number from which on moves are missing: the numbers leap there, and go on from where they leapt to.
pub(super) fn leap(steps: &[Step]) -> Option<Step> {
    let far = |from: &Step, to: &Step| to.ahead - from.ahead >= LOST_MOVES_MIN;
    steps.windows(2).enumerate().find_map(|(index, pair)| {
        let [before, after] = pair else {
            return None;
        };
        // One number that is wrong by itself is a slip.
        let earlier = index.checked_sub(1).is_none_or(|at| far(&steps[at], after));
        let stays = steps.get(index + 2).is_none_or(|next| far(before, next));
        (far(before, after) && earlier && stays).then_some(*after)
    })
}

/// The number at which moves stand a second time: it was there before, with the same word behind it.
pub(super) fn again(steps: &[Step], same: impl Fn(&Step, &Step) -> bool) -> Option<Step> {
    steps.windows(2).enumerate().find_map(|(index, pair)| {
        if pair[1].ahead >= pair[0].ahead {
            return None;
        }
        let earlier = steps[..=index]
            .iter()
            .rev()
            .find(|step| step.value == pair[1].value)?;
        same(earlier, &pair[1]).then_some(pair[1])
    })
}

impl Reading<'_> {
    /// Takes the number that stands at a token.
    pub(super) fn number(&mut self, index: usize, (value, dots): (u32, usize)) {
        let cut = self.cut;
        if self.is_torn(index) || dots == 0 && self.is_no_move_number(index, value) {
            let text = format!("{}{}", cut.word(index), self.glued_to(index));
            self.stop(index, &text, Reason::Unreadable);
            return;
        }
        let near = index + 1..(index + TOKENS_AHEAD).min(cut.tokens.len());
        let next = near.into_iter().find(|next| cut.is_word(*next));
        let next_word = next.map_or("", |next| cut.word(next));
        let value = self.state.begun_number.take().map_or(value, |begun| {
            let digits = cut.word(index).trim_end_matches('.').len();
            let begun = u32::try_from(digits)
                .ok()
                .and_then(|digits| 10u32.checked_pow(digits))
                .map_or(0, |power| begun.saturating_mul(power));
            begun.saturating_add(value)
        });
        if dots == 0 && self.is_first_half(index) {
            self.state.begun_number = Some(value);
            return;
        }
        if self.done.marker.is_some() {
            if !next_word.is_empty() && self.readings(next_word).any() {
                self.stop(index, next_word, Reason::AfterEnd);
            }
            return;
        }
        let ply = self.ply();
        let last = self.steps.last();
        if last.is_some_and(|last| last.ply == ply && last.value != value && dots > 0) {
            // Two numbers, and no move between.
            self.stop(
                index,
                &format!("{} {next_word}", cut.word(index)),
                Reason::OutOfStep,
            );
            return;
        }
        if self.state.dots && dots <= 1 && self.state.position.turn() == Color::Black {
            if !next_word.is_empty() {
                self.stop(index, next_word, Reason::MissingHalfMove);
            }
            return;
        }
        let turn = self.state.position.turn();
        let said = self
            .state
            .numbering
            .take((value, dots), &self.state.position, ply);
        let reason = match said {
            Said::Right => None,
            Said::Off => {
                self.note_numbers_off();
                None
            }
            Said::BlackFirst => Some(Reason::BlackFirst),
            Said::HalfMoveMissing => Some(Reason::MissingHalfMove),
            Said::BeginsLater => Some(Reason::OutOfStep),
        };
        if let Some(reason) = reason
            && !next_word.is_empty()
        {
            self.stop(index, next_word, reason);
            return;
        }
        if turn == Color::White && (dots > 0 || said == Said::Right) {
            let step = self.state.numbering.step(value, ply, index);
            self.steps.push(step);
        }
        self.state.dots = false;
    }

    fn note_numbers_off(&mut self) {
        let noted = |note: &Note| matches!(note, Note::NumbersOff { .. });
        if !self.done.notes.iter().any(noted) {
            let ply = self.ply();
            self.done.notes.push(Note::NumbersOff { ply });
        }
    }

    /// Numeric notation, `5254 5755`: a figure after a figure, or one of four digits that counts
    /// nothing.
    fn is_no_move_number(&self, index: usize, value: u32) -> bool {
        // A figure that was read as part of a move, "exd 5", is no number.
        let unread = index
            .checked_sub(1)
            .filter(|before| *before >= self.state.read_to);
        let after_number = unread.is_some_and(|before| {
            let number = matches!(self.cut.tokens[before].kind, Kind::Number { .. });
            number && self.cut.tokens[index].line == OnLine::Later
        });
        let counted = self.state.position.fullmoves().get();
        let far = value >= 1000 && value > counted + 50;
        // Glued to a move and not its number, it is what is left of something else.
        let glued = value != counted && !self.glued_to(index).is_empty();
        after_number || far || glued
    }

    /// Whether a dash behind a number is what is left of a move: 28.-d4, where other numbers have none.
    fn is_torn(&self, index: usize) -> bool {
        let dashed = |index: usize| self.cut.word(index).ends_with('-');
        let first = self.steps.first();
        dashed(index) && first.is_some_and(|first| !dashed(first.token))
    }

    /// The word that follows a token without a blank.
    pub(super) fn glued_to(&self, index: usize) -> &str {
        let tokens = &self.cut.tokens;
        match tokens.get(index + 1) {
            Some(next) if next.start == tokens[index].end && next.kind == Kind::Word => {
                self.cut.word(index + 1)
            }
            Some(_) | None => "",
        }
    }

    /// Whether a number is the beginning of one that was cut at the end of its line: `1` of `14.`
    fn is_first_half(&self, index: usize) -> bool {
        let Some(next) = self.cut.tokens.get(index + 1) else {
            return false;
        };
        let digits = |index: usize| self.cut.word(index).trim_end_matches('.');
        let whole = format!("{}{}", digits(index), digits(index + 1));
        let counts = |value: usize| {
            value == self.ply() || value == self.state.position.fullmoves().get() as usize
        };
        matches!(next.kind, Kind::Number { .. })
            && next.line == OnLine::First
            && whole.parse().is_ok_and(counts)
    }
}
