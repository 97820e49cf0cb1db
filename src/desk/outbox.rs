//! The notices that wait for their way: which goes next, and what became of it (SPEC R-33).
//!
//! This is the memory of the outbox; the rows are the store's. A channel line is never said twice: one that was handed over
//! before a crash counts as said. A personal notice is never lost: one in that moment is given again, once.

use super::room::{Reach, Room, Whereabouts};
use crate::ports::{
    Delivery, Notice, NoticeId, NoticeKind, NoticeState, Outgoing, Recipient, Route, Target,
    Urgency,
};
use crate::store::{StoredNotice, Way};
use crate::vocabulary::{Account, Span, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// How long a notice waits for somebody whose nick is here and whose identity is still being asked for.
const RECOGNITION_WAIT: Span = Span::from_secs(30);

/// How often a notice is handed over before it is given up: each try is a memo that may have arrived all the same.
const ATTEMPTS_MAX: u32 = 5;

/// How long after a line was written the server may still say that it did not take it (bahamut's 439 and its like).
const SECOND_THOUGHTS: Span = Span::from_secs(60);

/// How many notices wait for one person. A season's worth fits; what lies beyond is somebody reporting to and fro.
const WAITING_PER_PERSON_MAX: usize = 50;

/// The longest memo in bytes: DALnet takes 255 characters.
const MEMO_BYTES_MAX: usize = 250;

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
    attempts: u32,
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
}

/// Which of the waiting notices goes first. Where a server allows a line every few seconds, a round's pairings take minutes
/// to reach each player, and a cutoff that fell meanwhile must not wait for the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    /// Everybody hears it.
    Channel,
    /// A director has to look at something.
    Director,
    /// All else.
    Ordinary,
}

impl Rank {
    const ALL: [Rank; 3] = [Rank::Channel, Rank::Director, Rank::Ordinary];
}

impl Waiting {
    fn rank(&self) -> Rank {
        match (&self.notice.recipient, self.notice.kind) {
            (Recipient::Channel, _) => Rank::Channel,
            (Recipient::Person { .. }, NoticeKind::Director) => Rank::Director,
            (
                Recipient::Person { .. },
                NoticeKind::Announcement
                | NoticeKind::Pairing
                | NoticeKind::Reminder
                | NoticeKind::Result,
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
                memos: Memos::Open,
            };
            match (&row.state, &waiting.notice.recipient) {
                (NoticeState::Sending, Recipient::Channel) => {
                    let detail = Some("in doubt after a restart: not said again".to_owned());
                    marks.push(Mark {
                        id: row.id,
                        state: NoticeState::Sent,
                        way: None,
                        detail,
                    });
                }
                (NoticeState::Sending, Recipient::Person { .. }) => {
                    let detail = Some("in doubt after a restart: given again".to_owned());
                    marks.push(Mark {
                        id: row.id,
                        state: NoticeState::Queued { not_before: now },
                        way: None,
                        detail,
                    });
                    outbox.keep_waiting(row.id, waiting);
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
    /// are free: nobody would say so again.
    pub fn reread(&mut self, rows: Vec<StoredNotice>, free: BTreeSet<Route>, now: Timestamp) {
        let with_network: BTreeSet<NoticeId> = rows
            .iter()
            .filter(|row| row.state == NoticeState::Sending)
            .map(|row| row.id)
            .collect();
        let (fresh, _) = Outbox::restored(rows, now);
        let Outbox {
            handed, written, ..
        } = std::mem::replace(self, fresh);
        self.handed = handed;
        self.handed.retain(|id, _| with_network.contains(id));
        self.written = written;
        for id in self.handed.keys().copied().collect::<Vec<_>>() {
            self.take_waiting(id);
        }
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
        Some(Mark {
            id,
            state: NoticeState::Failed,
            way: None,
            detail: Some(format!(
                "more than {WAITING_PER_PERSON_MAX} wait for this person: the newer ones count"
            )),
        })
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

    /// Drops what is of no use any more.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Mark> {
        let over = |waiting: &Waiting| waiting.notice.useful_until.is_some_and(|until| until < now);
        let ids: Vec<NoticeId> = self
            .waiting
            .iter()
            .filter(|(_, waiting)| over(waiting))
            .map(|(id, _)| *id)
            .collect();
        ids.into_iter()
            .map(|id| {
                self.take_waiting(id);
                Mark {
                    id,
                    state: NoticeState::Expired,
                    way: None,
                    detail: None,
                }
            })
            .collect()
    }

    /// The next notice a free way can take, as a mark for the store and a line for the network.
    pub fn hand_over(&mut self, room: &Room, now: Timestamp) -> Option<(Mark, Outgoing)> {
        if self.ready.is_empty() || room.whereabouts() == Whereabouts::Elsewhere {
            return None;
        }
        let first_of = |rank: Rank| {
            self.waiting
                .iter()
                .filter(|(_, waiting)| waiting.not_before <= now && waiting.rank() == rank)
                .find_map(|(id, waiting)| Some((*id, self.path(waiting, room, now)?)))
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
        };
        let way = path.way();
        let outgoing = path.outgoing(id, &waiting.notice.text);
        self.handed.insert(id, (waiting, way));
        Some((mark, outgoing))
    }

    fn path(&self, waiting: &Waiting, room: &Room, now: Timestamp) -> Option<Path> {
        let path = match &waiting.notice.recipient {
            Recipient::Channel => Path::Channel,
            Recipient::Person { account, name } => match room.reach(account, name) {
                Reach::Here { nick } => Path::Private { nick },
                Reach::PerhapsHere if now < waiting.queued_at + RECOGNITION_WAIT => return None,
                Reach::PerhapsHere | Reach::Away => match waiting.memos {
                    Memos::Open => Path::Memo { name: name.clone() },
                    Memos::Refused => return None,
                },
            },
        };
        self.ready.contains(&path.route()).then_some(path)
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
        let mark = |state, detail: Option<String>| {
            Some(Mark {
                id,
                state,
                way: Some(way),
                detail,
            })
        };
        match (delivery, way) {
            (Delivery::Written, _) => {
                self.written
                    .retain(|_, written| now - written.at < SECOND_THOUGHTS);
                let written = Written {
                    waiting,
                    way,
                    at: now,
                };
                self.written.insert(id, written);
                mark(NoticeState::Sent, None)
            }
            (Delivery::Confirmed, _) => mark(NoticeState::Sent, None),
            // A line to the channel in doubt is not said again.
            (Delivery::Unknown, Way::Channel) => mark(
                NoticeState::Sent,
                Some("in doubt: the connection broke".to_owned()),
            ),
            (Delivery::TryLater { after }, _) => {
                waiting.not_before = now + *after;
                // Waiting for a limit is no attempt that may have arrived.
                waiting.attempts -= 1;
                let not_before = waiting.not_before;
                self.keep_waiting(id, waiting);
                mark(
                    NoticeState::Queued { not_before },
                    Some("asked to try later".to_owned()),
                )
            }
            (Delivery::Unknown, Way::Memo | Way::Private) if waiting.attempts < 2 => {
                self.keep_waiting(id, waiting);
                mark(
                    NoticeState::Queued { not_before: now },
                    Some("no answer: given again once".to_owned()),
                )
            }
            (Delivery::Unknown, Way::Memo | Way::Private) => {
                mark(NoticeState::Failed, Some("no answer, twice".to_owned()))
            }
            (Delivery::Failed { reason }, Way::Memo) if waiting.attempts < ATTEMPTS_MAX => {
                waiting.memos = Memos::Refused;
                self.keep_waiting(id, waiting);
                let detail = Some(format!("waits until seen: {reason}"));
                mark(NoticeState::Queued { not_before: now }, detail)
            }
            // Whoever was here is not any more: the next way is found anew.
            (Delivery::Failed { reason }, Way::Private) if waiting.attempts < ATTEMPTS_MAX => {
                self.keep_waiting(id, waiting);
                mark(
                    NoticeState::Queued { not_before: now },
                    Some(reason.clone()),
                )
            }
            (Delivery::Failed { reason }, _) => mark(NoticeState::Failed, Some(reason.clone())),
        }
    }
}

/// The way a notice is about to go.
enum Path {
    Channel,
    Private { nick: String },
    Memo { name: String },
}

impl Path {
    fn route(&self) -> Route {
        match self {
            Path::Channel | Path::Private { .. } => Route::Line,
            Path::Memo { .. } => Route::Memo,
        }
    }

    fn way(&self) -> Way {
        match self {
            Path::Channel => Way::Channel,
            Path::Private { .. } => Way::Private,
            Path::Memo { .. } => Way::Memo,
        }
    }

    fn outgoing(self, id: NoticeId, text: &str) -> Outgoing {
        let line = |target| Outgoing::Line {
            target,
            text: text.to_owned(),
            urgency: Urgency::Durable,
            notice: Some(id),
        };
        match self {
            Path::Channel => line(Target::Channel),
            Path::Private { nick } => line(Target::Nick(nick)),
            Path::Memo { name } => Outgoing::Memo {
                name,
                text: shorten(text),
                notice: id,
            },
        }
    }
}

/// A text as a memo takes it: whole, or cut at a word with three dots.
fn shorten(text: &str) -> String {
    if text.len() <= MEMO_BYTES_MAX {
        return text.to_owned();
    }
    let room = MEMO_BYTES_MAX - 3;
    let cut = text
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at <= room)
        .last()
        .unwrap_or(0);
    let at = text[..cut].rfind(' ').unwrap_or(cut);
    format!("{}...", &text[..at])
}
