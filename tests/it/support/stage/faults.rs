//! What goes wrong on the stage, or comes from elsewhere: splits, dead links, full memo boxes, an engine's answers.

use super::{CASEMAPPING, Stage, person};
use chessmasters::ports::{Departure, EngineTrouble, Evaluation, Event, SplitSide};
use chessmasters::vocabulary::Span;

impl Stage {
    /// A netsplit takes these.
    pub fn split(&mut self, nicks: &[&str], side: SplitSide) {
        for nick in nicks {
            self.event(Event::Departed {
                nick: (*nick).to_owned(),
                departure: Departure::Split,
            });
        }
        self.event(Event::SplitBegan {
            side,
            missing: nicks.len(),
        });
    }

    /// They come back.
    pub fn heal(&mut self, nicks: &[&str]) {
        for nick in nicks {
            let account = self.people.get(*nick).cloned().flatten();
            self.event(Event::Arrived(person(nick, account.as_deref())));
        }
        self.event(Event::SplitEnded);
    }

    /// The bot loses its connection and does not know why.
    pub fn disconnect(&mut self) {
        self.unanswered.clear();
        let silent_for = self
            .dead_since
            .take()
            .map_or(Span::ZERO, |at| self.now - at);
        self.event(Event::Lost {
            reason: "connection reset".to_owned(),
            silent_for,
        });
    }

    /// The link dies, and nobody notices.
    pub fn deafen(&mut self) {
        self.dead_since = Some(self.now);
    }

    /// The engine answers its oldest question.
    ///
    /// # Errors
    /// Where it was asked nothing.
    pub fn advise(&mut self, answer: Result<Evaluation, EngineTrouble>) -> Result<(), String> {
        let question = self.questions.pop_front().ok_or("it was asked nothing")?.id;
        self.event(Event::Evaluated { question, answer });
        Ok(())
    }

    /// Somebody's memo box is full from now on.
    pub fn fill_box(&mut self, name: &str) {
        self.full_boxes.insert(CASEMAPPING.fold(name));
    }

    /// Everybody deletes their old memos.
    pub fn empty_boxes(&mut self) {
        self.full_boxes.clear();
    }

    /// Somebody read their memos.
    pub fn empty_box(&mut self, name: &str) {
        self.full_boxes.remove(&CASEMAPPING.fold(name));
    }
}
