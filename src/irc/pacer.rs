//! What may leave when: the server's flood clock, what is most urgent, and whose turn it is (SPEC R-37).

use super::options::{Limits, Pacing, TargetLimit};
use crate::ports::NoticeId;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How much further than ordinary lines the few of the bot's own business may run ahead of the clock: a join must not wait
/// for the registration lines to be paid, and the server still reads that far ahead.
const CONTROL_EXTRA: Duration = Duration::from_secs(4);

/// How urgent a line is, the most urgent first. What must leave at once (PONG, QUIT) never comes here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The bot's own business: its password, its nick, its channel.
    Control,
    /// Answers to directors.
    Director,
    /// Answers to others, and the questions who they are.
    Reply,
    /// Lines from the outbox.
    Durable,
    /// Questions nobody waits for.
    Background,
}

const CLASSES: usize = 5;

/// Whom to tell when a line is on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receipt {
    /// Nobody.
    None,
    /// The outbox row behind a line.
    Notice(NoticeId),
    /// The outbox row behind a memo.
    Memo(NoticeId),
    /// The question with this number.
    Whois(u32),
}

impl Receipt {
    /// Whether the line must not be lost.
    fn is_durable(self) -> bool {
        match self {
            Receipt::Notice(_) | Receipt::Memo(_) => true,
            Receipt::None | Receipt::Whois(_) => false,
        }
    }
}

/// A line on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parcel {
    /// The line without its end.
    pub(crate) text: String,
    /// How urgent it is.
    pub(crate) class: Class,
    /// The folded nick it goes to; empty for the channel and for services.
    pub(crate) whom: String,
    /// Whom to tell.
    pub(crate) receipt: Receipt,
}

/// The lines of one class: those for one person in their order, people in turn.
#[derive(Debug, Default)]
struct Lane {
    turns: VecDeque<VecDeque<Parcel>>,
}

impl Lane {
    fn push(&mut self, parcel: Parcel) {
        let mine = self
            .turns
            .iter_mut()
            .find(|turn| turn.front().is_some_and(|first| first.whom == parcel.whom));
        match mine {
            Some(turn) => turn.push_back(parcel),
            None => self.turns.push_back(VecDeque::from([parcel])),
        }
    }

    fn pop(&mut self, allowed: impl Fn(&str) -> bool) -> Option<Parcel> {
        let at = self
            .turns
            .iter()
            .position(|turn| turn.front().is_some_and(|first| allowed(&first.whom)))?;
        let mut turn = self.turns.remove(at)?;
        let parcel = turn.pop_front();
        if !turn.is_empty() {
            self.turns.push_back(turn);
        }
        parcel
    }
}

/// The queue of lines.
#[derive(Debug)]
pub(crate) struct Pacer {
    pacing: Pacing,
    target_limit: TargetLimit,
    lines_max: usize,
    bytes_max: usize,
    /// When the server's clock will have caught up with what was sent.
    paid_at: Instant,
    lanes: [Lane; CLASSES],
    lines: usize,
    bytes: usize,
    /// Who had a private line lately, and until when that counts.
    targets: Vec<(String, Instant)>,
    /// Replies dropped since the start, for the log.
    pub(crate) dropped: u64,
}

impl Pacer {
    /// An empty queue.
    pub(crate) fn new(
        pacing: Pacing,
        target_limit: TargetLimit,
        limits: &Limits,
        now: Instant,
    ) -> Pacer {
        Pacer {
            pacing,
            target_limit,
            lines_max: limits.lines,
            bytes_max: limits.bytes,
            paid_at: now,
            lanes: Default::default(),
            lines: 0,
            bytes: 0,
            targets: Vec::new(),
            dropped: 0,
        }
    }

    /// Takes a line in. A full queue drops answers, whose askers will ask again, and never what is durable.
    pub(crate) fn push(&mut self, parcel: Parcel) {
        let full = self.lines >= self.lines_max || self.bytes >= self.bytes_max;
        if full && parcel.class > Class::Control && !parcel.receipt.is_durable() {
            self.dropped += 1;
            log::warn!(
                "the send queue is full: {} lines dropped so far",
                self.dropped
            );
            return;
        }
        self.lines += 1;
        self.bytes += parcel.text.len();
        self.lanes[parcel.class as usize].push(parcel);
    }

    /// Counts a line that left without waiting here.
    pub(crate) fn account(&mut self, line_bytes: usize, now: Instant) {
        if let Pacing::Debt {
            line,
            bytes_per_second,
            ..
        } = self.pacing
        {
            let length = Duration::from_secs(1) * u32::try_from(line_bytes).unwrap_or(u32::MAX)
                / bytes_per_second.max(1);
            self.paid_at = self.paid_at.max(now) + line + length;
        }
    }

    /// The next line that may leave now.
    pub(crate) fn pop(&mut self, now: Instant) -> Option<Parcel> {
        if self.lines == 0 {
            return None;
        }
        self.targets.retain(|(_, until)| *until > now);
        for index in 0..CLASSES {
            if now < self.open_at(index) {
                break;
            }
            let (limit, targets) = (self.target_limit, &self.targets);
            if let Some(parcel) = self.lanes[index].pop(|whom| is_allowed(limit, targets, whom)) {
                self.lines -= 1;
                self.bytes -= parcel.text.len();
                self.account(parcel.text.len() + 2, now);
                self.note_target(&parcel.whom, now);
                return Some(parcel);
            }
        }
        None
    }

    /// Whether a durable line would be written at once.
    pub(crate) fn is_free(&self, now: Instant) -> bool {
        now >= self.open_at(Class::Durable as usize)
            && self.lanes[..=Class::Durable as usize]
                .iter()
                .all(|lane| lane.turns.is_empty())
    }

    /// When something may change by itself: when a waiting line may leave, or the queue is free again.
    pub(crate) fn next_time(&self, now: Instant) -> Option<Instant> {
        let first = (0..CLASSES).find(|index| !self.lanes[*index].turns.is_empty());
        let open_at = self.open_at(first.unwrap_or(Class::Durable as usize));
        if open_at > now {
            return Some(open_at);
        }
        // The clock is open, so what waits, waits for its turn among new people.
        first?;
        self.targets
            .iter()
            .map(|(_, until)| *until)
            .filter(|until| *until > now)
            .min()
    }

    /// Everything durable that never left, when a connection ends.
    pub(crate) fn unsent(&mut self) -> Vec<NoticeId> {
        let mut notices = Vec::new();
        for parcel in self
            .lanes
            .iter_mut()
            .flat_map(|lane| lane.turns.drain(..).flatten())
        {
            match parcel.receipt {
                Receipt::Notice(notice) | Receipt::Memo(notice) => notices.push(notice),
                Receipt::None | Receipt::Whois(_) => {}
            }
        }
        (self.lines, self.bytes) = (0, 0);
        notices
    }

    /// From when lines of a class may leave.
    fn open_at(&self, index: usize) -> Instant {
        match self.pacing {
            Pacing::Off => self.paid_at,
            Pacing::Debt { ahead, .. } if index == Class::Control as usize => {
                before(self.paid_at, ahead + CONTROL_EXTRA)
            }
            Pacing::Debt { ahead, .. } => before(self.paid_at, ahead),
        }
    }

    fn note_target(&mut self, whom: &str, now: Instant) {
        if let TargetLimit::On { window, .. } = self.target_limit
            && !whom.is_empty()
        {
            self.targets.retain(|(name, _)| name != whom);
            self.targets.push((whom.to_owned(), now + window));
        }
    }
}

/// Whether a private line to somebody would not be one new person too many.
fn is_allowed(limit: TargetLimit, targets: &[(String, Instant)], whom: &str) -> bool {
    match limit {
        TargetLimit::Off => true,
        TargetLimit::On { people, .. } => {
            whom.is_empty()
                || targets.len() < people
                || targets.iter().any(|(name, _)| name == whom)
        }
    }
}

/// An instant that much earlier; the monotonic clock may not reach back so far just after the machine's start.
fn before(at: Instant, by: Duration) -> Instant {
    at.checked_sub(by).unwrap_or(at)
}
