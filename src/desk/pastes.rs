//! Lines of games that are not taken: who sent them, for a moment.
//!
//! A paste of a hundred lines that is refused is refused a hundred times; once is enough to be told so.

use crate::tournament::Refusal;
use crate::vocabulary::{Span, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// A line later than this after the last one that was refused is the beginning of something else.
const PAUSE: Span = Span::from_secs(20);

/// People remembered at once. Beyond that they are told more often.
const PEOPLE_MAX: usize = 1_000;

/// Who pastes moves that are not taken.
#[derive(Debug, Default)]
pub(super) struct Pastes {
    /// What was last told to a nick, and when a line of theirs was last refused.
    refused: BTreeMap<String, (Option<Refusal>, Timestamp)>,
    /// Nicks of whom a line was lost after it was heard: services could not say who they are, or it could not be written
    /// down. They may be in the middle of a game.
    lost: BTreeSet<String>,
}

/// Whether somebody knows that what they paste is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// They were told a moment ago.
    Already,
    /// They are to be told.
    NotYet,
}

impl Pastes {
    /// A line of a paste is not taken: for this reason, or because it cannot be read. Another reason is news.
    pub(super) fn refuse(&mut self, nick: &str, why: Option<&Refusal>, now: Timestamp) -> Told {
        self.refused.retain(|_, (_, at)| now < *at + PAUSE);
        let told = match self.refused.get_mut(nick) {
            Some((before, at)) if why.is_none() || before.as_ref() == why => {
                *at = now;
                Told::Already
            }
            Some(_) | None => Told::NotYet,
        };
        if told == Told::NotYet
            && (self.refused.len() < PEOPLE_MAX || self.refused.contains_key(nick))
        {
            self.refused.insert(nick.to_owned(), (why.cloned(), now));
        }
        told
    }

    /// What was to be said since this moment was not.
    pub(super) fn forget_since(&mut self, now: Timestamp) {
        self.refused.retain(|_, (_, at)| *at < now);
    }

    /// A line of somebody's is lost.
    pub(super) fn note_loss(&mut self, nick: &str) {
        if self.lost.len() >= PEOPLE_MAX {
            self.lost.pop_first();
        }
        self.lost.insert(nick.to_owned());
    }

    /// Somebody is heard whose lines can be taken: whether one was lost before.
    pub(super) fn take_loss(&mut self, nick: &str) -> bool {
        self.lost.remove(nick)
    }

    /// A loss goes with whoever had it.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        if self.lost.remove(from) {
            self.note_loss(to);
        }
    }
}
