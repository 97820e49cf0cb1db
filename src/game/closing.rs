//! The end of a reading: what was cut off, and what the numbers tell.

use super::attempt::{Attempt, Reading};
use super::lex::Kind;
use super::numbering::{self, Step};
use super::score::{Note, Reason};

impl Reading<'_> {
    /// The end of the text, or of what can be read of it: what was cut off, and what the numbers tell.
    pub(super) fn finish(mut self) -> Attempt {
        let whole = self.cut.whole();
        if self.done.fault.is_none() {
            if self.done.marker.is_none() {
                self.doubt_queen();
            }
            self.settle_queen(whole.saturating_sub(1));
        }
        if self.done.fault.is_none() && self.done.marker.is_none() {
            self.look_for_a_cut(whole);
        }
        if let (Some(unclosed), None) = (self.cut.unclosed, &self.done.fault) {
            let opened = self.cut.text.get(unclosed.at..).unwrap_or_default();
            self.stop(whole, opened, Reason::Truncated);
        }
        self.look_at_numbers();
        self.done
    }

    /// A text that ends in a number, or in half a move, was cut there.
    fn look_for_a_cut(&mut self, whole: usize) {
        let cut = self.cut;
        let behind = self.played_at.last().map_or(0, |last| last + 1);
        let begun = (behind..whole).find(|index| match cut.tokens[*index].kind {
            Kind::Number { .. } | Kind::Dots => true,
            // An N may be a novelty, or all that is left of a knight's move.
            Kind::Word => {
                cut.word(*index).chars().all(char::is_alphabetic) && cut.word(*index).len() == 1
            }
            Kind::Result(_) | Kind::Odd => false,
        });
        if let Some(begun) = begun {
            self.stop(begun, cut.word(begun), Reason::Truncated);
            return;
        }
        let Some((last, others)) = self.played_at.split_last() else {
            return;
        };
        let usual = others.iter().any(|at| is_rankless(cut.word(*at)));
        let last = *last;
        if is_rankless(cut.word(last)) && !usual {
            self.done.moves.pop();
            self.played_at.pop();
            self.stop(last, cut.word(last), Reason::Truncated);
        }
    }

    /// Numbers that leap, or come again with their moves, show what the moves alone do not: that some are lost, or stand
    /// twice.
    fn look_at_numbers(&mut self) {
        let cut = self.cut;
        let same = |earlier: &Step, later: &Step| {
            let word = |step: &Step| cut.word(step.token + 1);
            !word(earlier).is_empty() && word(earlier) == word(later)
        };
        let leap = numbering::leap(&self.steps);
        let again = numbering::again(&self.steps, same);
        let first = [leap, again]
            .into_iter()
            .flatten()
            .min_by_key(|step| step.ply);
        if let Some(step) = first
            && self.done.moves.len() >= step.ply
        {
            self.done.moves.truncate(step.ply - 1);
            self.played_at.truncate(step.ply - 1);
            if again.is_some_and(|again| again.ply == step.ply) {
                self.done.notes.push(Note::SentTwice { ply: step.ply });
            }
            let number = cut.word(step.token);
            let text = format!("{number} {}", cut.word(step.token + 1));
            self.stop(step.token, &text, Reason::OutOfStep);
        }
    }
}

/// `exd`: a capture that may have been cut.
fn is_rankless(word: &str) -> bool {
    !word.contains(|c: char| c.is_ascii_digit())
        && word.starts_with(|c: char| c.is_ascii_lowercase() && c != 'o')
}
