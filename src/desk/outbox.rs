//! The notices that wait for their way: which goes next, and what became of it (SPEC R-33).
//!
//! This is the memory of the outbox; the rows are the store's. A channel line is never said twice: one that was handed over
//! before a crash counts as said. A personal notice is never lost: one in that moment is given again, once.

mod path;

use super::room::{Reach, Room, Whereabouts};
use crate::ports::{
    Delivery, Notice, NoticeId, NoticeKind, NoticeState, Outgoing, Recipient, Route,
};
use crate::store::{Attempt, StoredNotice, Way};
use crate::vocabulary::{Account, Span, Timestamp};
use path::Path;
use std::collections::{BTreeMap, BTreeSet};

/// How long a notice waits for somebody whose nick is here and whose identity is still being asked for.
const RECOGNITION_WAIT: Span = Span::from_secs(30);

/// How often a notice is handed over without an answer before it is given up: each time may have reached its reader.
const DOUBTS_MAX: u32 = 2;

/// How often a private line to somebody who seems to be here is refused before a memo is tried.
const REFUSALS_MAX: u32 = 3;

/// How long a private line that was refused waits: the room may not know yet that its reader has left.
const REFUSAL_WAIT: Span = Span::from_secs(10);

/// How long after a line was written the server may still say that it did not take it (bahamut's 439 and its like).
const SECOND_THOUGHTS: Span = Span::from_secs(60);

/// Of how many such lines that is remembered: the adapter knows of the last few dozen, too.
const WRITTEN_MAX: usize = 64;

/// How many notices wait for one person. A season's worth fits; what lies beyond is somebody reporting to and fro.
const WAITING_PER_PERSON_MAX: usize = 50;

/// Whether services would take a memo for this notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memos {
    /// As far as is known.
    Open,
    /// They refused: it waits until its recipient is seen.
    Refused,
}

/// A notice on its way.
#[derive(Clone, Debug)]
struct Waiting {
    notice: Notice,
    queued_at: Timestamp,
    not_before: Timestamp,
    /// How often it was handed over and may have arrived.
    attempts: u32,
    /// How often a private line was refused.
    refusals: u32,
    memos: Memos,
}

/// A change of a row, for the store to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which row.
    pub id: NoticeId,
    /// How far it is.
    pub state: NoticeState,
    /// Which way it goes.
    pub way: Option<Way>,
    /// Why.
    pub detail: Option<String>,
    /// What it says of the last handing over.
    pub attempt: Attempt,
}

impl Mark {
    /// A mark for something the network said nothing about.
    fn silent(id: NoticeId, state: NoticeState, detail: Option<String>) -> Mark {
        Mark {
            id,
            state,
            way: None,
            detail,
            attempt: Attempt::MayHaveArrived,
        }
    }
}

/// Which of the waiting notices goes first. Where a server allows a line every few seconds, a round's pairings take minutes
/// to reach each player; a cutoff that fell meanwhile, or a report to confirm, must not wait for the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// Everybody hears it.
    Channel,
    /// A director has to look at something.
    Director,
    /// What a report or a ruling means to somebody, who may have to answer it.
    Result,
    /// What the channel has heard, or hears, as well.
    Ordinary,
}

impl Rank {
    const ALL: [Rank; 4] = [Rank::Channel, Rank::Director, Rank::Result, Rank::Ordinary];
}

impl Waiting {
    fn rank(&self) -> Rank {
        match (&self.notice.recipient, self.notice.kind) {
            (Recipient::Channel, _) => Rank::Channel,
            (Recipient::Person { .. }, NoticeKind::Director) => Rank::Director,
            (Recipient::Person { .. }, NoticeKind::Result) => Rank::Result,
            (
                Recipient::Person { .. },
                NoticeKind::Announcement | NoticeKind::Pairing | NoticeKind::Reminder,
            ) => Rank::Ordinary,
        }
    }
}

/// All that waits.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: BTreeMap<NoticeId, Waiting>,
    /// Those of each person, oldest first.
    of_person: BTreeMap<Account, BTreeSet<NoticeId>>,
    handed: BTreeMap<NoticeId, (Waiting, Way)>,
    /// Written a moment ago: the server may still refuse them.
    written: BTreeMap<NoticeId, Written>,
    ready: BTreeSet<Route>,
    /// Marks that could not be written.
    unwritten: Vec<Mark>,
}

/// A line that was written.
#[derive(Debug)]
struct Written {
    waiting: Waiting,
    way: Way,
    at: Timestamp,
}

impl Outbox {
    /// What the store still had at start, and the marks that settle what a crash left in doubt.
    pub fn restored(rows: Vec<StoredNotice>, now: Timestamp) -> (Outbox, Vec<Mark>) {
        let mut outbox = Outbox::default();
        let mut marks = Vec::new();
        for row in rows {
            let waiting = Waiting {
                notice: row.notice,
                queued_at: row.created_at,
                not_before: now,
                attempts: row.attempts,
                refusals: 0,
                memos: Memos::Open,
            };
            match (&row.state, &waiting.notice.recipient) {
                (NoticeState::Sending, Recipient::Channel) => {
                    let detail = Some("in doubt after a restart: not said again".to_owned());
                    marks.push(Mark::silent(row.id, NoticeState::Sent, detail));
                }
                (NoticeState::Sending, Recipient::Person { .. }) if row.attempts < DOUBTS_MAX => {
                    let queued = NoticeState::Queued { not_before: now };
                    let detail = Some("in doubt after a restart: given again".to_owned());
                    marks.push(Mark::silent(row.id, queued, detail));
                    outbox.keep_waiting(row.id, waiting);
                }
                (NoticeState::Sending, Recipient::Person { .. }) => {
                    let detail = Some("no answer, twice".to_owned());
                    marks.push(Mark::silent(row.id, NoticeState::Failed, detail));
                }
                (NoticeState::Queued { not_before }, _) => {
                    outbox.keep_waiting(
                        row.id,
                        Waiting {
                            not_before: *not_before,
                            ..waiting
                        },
                    );
                }
                (NoticeState::Sent | NoticeState::Failed | NoticeState::Expired, _) => {}
            }
        }
        (outbox, marks)
    }

    /// What the store has after a commit that failed. What is with the network stays there, and the ways that were free
    /// are free: nobody would say so again. What the network answered meanwhile is lost, and in doubt.
    pub fn reread(&mut self, rows: Vec<StoredNotice>, free: BTreeSet<Route>, now: Timestamp) {
        let before = std::mem::take(self);
        let is_handed = |row: &StoredNotice| {
            row.state == NoticeState::Sending && before.handed.contains_key(&row.id)
        };
        let (with_network, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_handed);
        let (restored, marks) = Outbox::restored(others, now);
        *self = restored;
        self.unwritten = marks;
        self.handed = before.handed;
        self.handed
            .retain(|id, _| with_network.iter().any(|row| row.id == *id));
        self.written = before.written;
        self.written.retain(|id, _| !self.waiting.contains_key(id));
        self.ready = free;
    }

    /// The ways that are free.
    pub fn free_ways(&self) -> BTreeSet<Route> {
        self.ready.clone()
    }

    /// A new notice. Where too many wait for one person already, their oldest one gives way.
    pub fn add(&mut self, id: NoticeId, notice: Notice, now: Timestamp) -> Option<Mark> {
        let crowded_out = match &notice.recipient {
            Recipient::Channel => None,
            Recipient::Person { account, .. } => self.crowded_out(account),
        };
        let waiting = Waiting {
            notice,
            queued_at: now,
            not_before: now,
            attempts: 0,
            refusals: 0,
            memos: Memos::Open,
        };
        self.keep_waiting(id, waiting);
        crowded_out
    }

    /// The oldest notice of somebody for whom as many wait as may.
    fn crowded_out(&mut self, account: &Account) -> Option<Mark> {
        let of_person = self.of_person.get(account)?;
        if of_person.len() < WAITING_PER_PERSON_MAX {
            return None;
        }
        let id = *of_person.first()?;
        self.take_waiting(id);
        let detail = format!(
            "more than {WAITING_PER_PERSON_MAX} wait for this person: the newer ones count"
        );
        Some(Mark::silent(id, NoticeState::Failed, Some(detail)))
    }

    fn keep_waiting(&mut self, id: NoticeId, waiting: Waiting) {
        if let Recipient::Person { account, .. } = &waiting.notice.recipient {
            self.of_person
                .entry(account.clone())
                .or_default()
                .insert(id);
        }
        self.waiting.insert(id, waiting);
    }

    fn take_waiting(&mut self, id: NoticeId) -> Option<Waiting> {
        let waiting = self.waiting.remove(&id)?;
        if let Recipient::Person { account, .. } = &waiting.notice.recipient
            && let Some(ids) = self.of_person.get_mut(account)
        {
            ids.remove(&id);
            if ids.is_empty() {
                self.of_person.remove(account);
            }
        }
        Some(waiting)
    }

    /// A way is free.
    pub fn ready(&mut self, route: Route) {
        self.ready.insert(route);
    }

    /// No way is free. What was handed over is still the adapter's to account for: after a kick its answers are on their way, and
    /// a connection that ended gives back each line with what is known of it.
    pub fn lost(&mut self) {
        self.ready.clear();
    }

    /// A new connection: whatever is still handed over, nobody will account for any more.
    pub fn connected(&mut self, now: Timestamp) -> Vec<Mark> {
        self.ready.clear();
        let handed: Vec<NoticeId> = self.handed.keys().copied().collect();
        handed
            .into_iter()
            .filter_map(|id| self.settle(id, &Delivery::Unknown, now))
            .collect()
    }

    /// When something that waits for its time can be tried again.
    pub fn next_try(&self, now: Timestamp) -> Option<Timestamp> {
        if self.ready.is_empty() {
            return None;
        }
        let later = |waiting: &Waiting| (waiting.not_before > now).then_some(waiting.not_before);
        self.waiting.values().filter_map(later).min()
    }

    /// How many notices wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Drops what is of no use any more, and gives the marks for it.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Mark> {
        let over = |waiting: &Waiting| waiting.notice.useful_until.is_some_and(|until| until < now);
        let ids: Vec<NoticeId> = self
            .waiting
            .iter()
            .filter(|(_, waiting)| over(waiting))
            .map(|(id, _)| *id)
            .collect();
        let mut marks = std::mem::take(&mut self.unwritten);
        marks.extend(ids.into_iter().map(|id| {
            self.take_waiting(id);
            Mark::silent(id, NoticeState::Expired, None)
        }));
        marks
    }

    /// The next notice a free way can take, as a mark for the store and a line for the network.
    pub fn hand_over(&mut self, room: &Room, now: Timestamp) -> Option<(Mark, Outgoing)> {
        if self.ready.is_empty() || room.whereabouts() == Whereabouts::Elsewhere {
            return None;
        }
        let mut free = self.free_ways();
        // Memos go through the same narrow line: what the whole channel waits for goes before them.
        if self.channel_is_served(now) {
            free.remove(&Route::Memo);
        }
        let free_path = |waiting: &Waiting| {
            path_of(waiting, room, now).filter(|path| free.contains(&path.route()))
        };
        let first_of = |rank: Rank| {
            self.waiting
                .iter()
                .filter(|(_, waiting)| waiting.not_before <= now && waiting.rank() == rank)
                .find_map(|(id, waiting)| Some((*id, free_path(waiting)?)))
        };
        let (id, path) = Rank::ALL.into_iter().find_map(first_of)?;
        let mut waiting = self.take_waiting(id).expect("it was found there");
        waiting.attempts += 1;
        self.ready.remove(&path.route());
        let mark = Mark {
            id,
            state: NoticeState::Sending,
            way: Some(path.way()),
            detail: None,
            attempt: Attempt::MayHaveArrived,
        };
        let way = path.way();
        let outgoing = path.outgoing(id, &waiting.notice.text);
        self.handed.insert(id, (waiting, way));
        Some((mark, outgoing))
    }

    /// Whether lines for the channel wait, or one is on its way.
    fn channel_is_served(&self, now: Timestamp) -> bool {
        let waits = |waiting: &Waiting| {
            waiting.notice.recipient == Recipient::Channel && waiting.not_before <= now
        };
        let on_its_way = |(_, way): &(Waiting, Way)| *way == Way::Channel;
        self.waiting.values().any(waits) || self.handed.values().any(on_its_way)
    }

    /// What became of a notice that was handed over.
    pub fn settle(&mut self, id: NoticeId, delivery: &Delivery, now: Timestamp) -> Option<Mark> {
        let (mut waiting, way) = match self.handed.remove(&id) {
            Some(handed) => handed,
            None => {
                let written = self.written.remove(&id)?;
                (written.waiting, written.way)
            }
        };
        let (detail, attempt) = match delivery {
            Delivery::Written | Delivery::Confirmed => (None, Attempt::MayHaveArrived),
            Delivery::Unknown => (Some("no answer".to_owned()), Attempt::MayHaveArrived),
            Delivery::TryLater { .. } => {
                (Some("asked to try later".to_owned()), Attempt::DidNotArrive)
            }
            Delivery::Failed { reason } => (Some(reason.clone()), Attempt::DidNotArrive),
        };
        match attempt {
            Attempt::MayHaveArrived => {}
            Attempt::DidNotArrive => waiting.attempts = waiting.attempts.saturating_sub(1),
        }
        let state = match (delivery, way) {
            (Delivery::Written | Delivery::Confirmed, _) => NoticeState::Sent,
            // A line to the channel in doubt is not said again.
            (Delivery::Unknown, Way::Channel) => NoticeState::Sent,
            (Delivery::Unknown, Way::Memo | Way::Private) => {
                again((waiting.attempts < DOUBTS_MAX).then_some(now))
            }
            (Delivery::TryLater { after }, _) => again(Some(now + *after)),
            (Delivery::Failed { .. }, Way::Channel) => NoticeState::Failed,
            (Delivery::Failed { .. }, Way::Memo) => {
                // It waits until its reader is seen, if private lines reach them.
                waiting.memos = Memos::Refused;
                again((waiting.refusals < REFUSALS_MAX).then_some(now))
            }
            (Delivery::Failed { .. }, Way::Private) => {
                // Whoever was here may not be any more: the next way is found anew.
                waiting.refusals += 1;
                let hope = waiting.refusals < REFUSALS_MAX || waiting.memos == Memos::Open;
                again(hope.then_some(now + REFUSAL_WAIT))
            }
        };
        if let NoticeState::Queued { not_before } = state {
            waiting.not_before = not_before;
            self.keep_waiting(id, waiting);
        } else if *delivery == Delivery::Written {
            self.written
                .retain(|_, written| now - written.at < SECOND_THOUGHTS);
            let at = now;
            self.written.insert(id, Written { waiting, way, at });
            if self.written.len() > WRITTEN_MAX {
                self.written.pop_first();
            }
        }
        Some(Mark {
            id,
            state,
            way: Some(way),
            detail,
            attempt,
        })
    }
}

/// The way a notice would go now, be it free or not; `None` while it waits for its reader.
fn path_of(waiting: &Waiting, room: &Room, now: Timestamp) -> Option<Path> {
    match &waiting.notice.recipient {
        Recipient::Channel => Some(Path::Channel),
        Recipient::Person { account, name } => match room.reach(account, name) {
            Reach::Here { nick } if waiting.refusals < REFUSALS_MAX => Some(Path::Private { nick }),
            Reach::PerhapsHere if now < waiting.queued_at + RECOGNITION_WAIT => None,
            Reach::Here { .. } | Reach::PerhapsHere | Reach::Away => match waiting.memos {
                Memos::Open => Some(Path::Memo { name: name.clone() }),
                Memos::Refused => None,
            },
        },
    }
}

/// Where a notice stands that did not go through: waiting again from this moment on, or given up.
fn again(not_before: Option<Timestamp>) -> NoticeState {
    match not_before {
        Some(not_before) => NoticeState::Queued { not_before },
        None => NoticeState::Failed,
    }
}
