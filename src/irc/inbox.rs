//! The way to the desk: a bounded queue that the connection never waits for.
//!
//! A connection that waited would not answer the server's PING. What does not fit is kept here; talk is dropped when too much
//! of it is kept, and who came and went never is: rather than lose that, the connection begins anew.

use crate::ports::{Before, Event, Said};
use crate::vocabulary::Account;
use std::collections::{BTreeSet, VecDeque};
use tokio::sync::mpsc::{self, error::TrySendError};

/// Lines of talk kept while the desk is busy.
const TALK_MAX: usize = 2_048;

/// Events kept, above which the desk counts as behind.
const BEHIND: usize = 256;

/// Events of all kinds kept.
const KEPT_MAX: usize = 20_000;

/// How the way to the desk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Open, or filled for a moment.
    Open,
    /// More is kept than is reasonable.
    Overfull,
    /// The desk has ended.
    Closed,
}

/// Events on their way to the desk.
pub(super) struct Inbox {
    sender: mpsc::Sender<Event>,
    kept: VecDeque<Event>,
    condition: Condition,
    dropped: u64,
    losses: Losses,
}

/// People whose losses are remembered one by one.
const LOSERS_MAX: usize = 1_000;

/// Who has lost a line and was not heard since. What is theirs is known by their account, or else by their nick.
#[derive(Debug)]
enum Losses {
    /// These.
    People(BTreeSet<String>),
    /// More than are remembered: anybody may have.
    Anybody,
}

impl Losses {
    fn note(&mut self, said: &Said) {
        match self {
            Losses::People(people) if people.len() < LOSERS_MAX => {
                people.extend(names(said).map(str::to_owned));
            }
            Losses::People(_) => *self = Losses::Anybody,
            Losses::Anybody => {}
        }
    }

    /// Somebody is heard: whether they lost a line before.
    fn settle(&mut self, said: &Said) -> Before {
        let lost = match self {
            Losses::People(people) => {
                // Both names, since the account may have become known only now.
                let found = names(said).filter(|name| people.remove(*name));
                found.count() > 0
            }
            Losses::Anybody => true,
        };
        if lost {
            Before::Lost
        } else {
            said.hearing.before
        }
    }
}

/// The nick and the account of who said something.
fn names(said: &Said) -> impl Iterator<Item = &str> {
    let account = said.person.identity.account().map(Account::as_str);
    [said.person.nick.as_str()].into_iter().chain(account)
}

impl Inbox {
    pub(super) fn new(sender: mpsc::Sender<Event>) -> Inbox {
        Inbox {
            sender,
            kept: VecDeque::new(),
            condition: Condition::Open,
            dropped: 0,
            losses: Losses::People(BTreeSet::new()),
        }
    }

    pub(super) fn condition(&self) -> Condition {
        self.condition
    }

    pub(super) fn is_waiting(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Whether the desk should be given time before more is read.
    pub(super) fn is_behind(&self) -> bool {
        self.kept.len() > BEHIND
    }

    /// Hands an event over, or keeps it in its order. Talk that is too much is given back.
    pub(super) fn push(&mut self, mut event: Event) -> Option<Said> {
        let has_room = self.kept.len() < TALK_MAX;
        if let (Event::Said(said), true) = (&mut event, has_room) {
            said.hearing.before = self.losses.settle(said);
        }
        if self.kept.is_empty() {
            match self.sender.try_send(event) {
                Ok(()) => {}
                Err(TrySendError::Full(event)) => self.kept.push_back(event),
                Err(TrySendError::Closed(_)) => self.condition = Condition::Closed,
            }
            return None;
        }
        match event {
            Event::Said(said) if !has_room => {
                self.dropped += 1;
                self.losses.note(&said);
                if self.dropped.is_power_of_two() {
                    log::warn!("the desk is behind: {} lines dropped so far", self.dropped);
                }
                return Some(said);
            }
            // It says nothing that the next one does not say.
            Event::Alive => return None,
            kept => self.kept.push_back(kept),
        }
        if self.kept.len() > KEPT_MAX {
            self.condition = Condition::Overfull;
        }
        None
    }

    /// Waits for room and hands over all that fits.
    pub(super) async fn deliver(&mut self) {
        match self.sender.reserve().await {
            Ok(permit) => {
                if let Some(event) = self.kept.pop_front() {
                    permit.send(event);
                }
            }
            Err(_closed) => {
                self.condition = Condition::Closed;
                self.kept.clear();
            }
        }
        while let Some(event) = self.kept.pop_front() {
            match self.sender.try_send(event) {
                Ok(()) => {}
                Err(TrySendError::Full(event)) => {
                    self.kept.push_front(event);
                    break;
                }
                Err(TrySendError::Closed(_)) => self.condition = Condition::Closed,
            }
        }
        if self.condition == Condition::Overfull && self.kept.len() < KEPT_MAX {
            self.condition = Condition::Open;
        }
    }
}
