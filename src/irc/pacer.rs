//! What may leave when: the server's flood clock, what is most urgent, and whose turn it is (SPEC R-37).

use super::barrier::Barrier;
use super::echo::Echoes;
use super::options::{Limits, Pacing, TargetLimit};
use crate::ports::NoticeId;
use irc::proto::Command;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

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

/// How many answers leave for each durable line, where both wait.
const ANSWERS_PER_DURABLE: u32 = 2;

const CLASSES: usize = 5;

/// The longest line a server takes: with room for it, any line can leave.
const LONG_LINE: usize = 512;

/// Lines of the bot's own business that wait at once; registration takes a handful.
const CONTROL_MAX: usize = 64;

/// Answers remembered after they left.
const LEFT_MAX: usize = 64;

/// How long the server may take to throw one away.
const LEFT_FOR: Duration = Duration::from_secs(60);

/// How often an answer that the server threw away is sent again.
const REFUSALS_MAX: u8 = 2;

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
    /// The PING behind lines: what is refused before its answer is one of those before it.
    Ping,
}

impl Receipt {
    /// Whether the line must not be lost.
    pub(crate) fn is_durable(self) -> bool {
        match self {
            Receipt::Notice(_) | Receipt::Memo(_) => true,
            Receipt::None | Receipt::Whois(_) | Receipt::Ping => false,
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
    /// How often the server has thrown it away.
    pub(crate) refusals: u8,
}

impl Parcel {
    /// A line to the channel, to services or to the server, of which nobody needs to hear.
    pub(crate) fn new(class: Class, text: String) -> Parcel {
        Parcel {
            text,
            class,
            whom: String::new(),
            receipt: Receipt::None,
            refusals: 0,
        }
    }

    /// The same line to a person, by folded nick.
    pub(crate) fn to(self, whom: String) -> Parcel {
        Parcel { whom, ..self }
    }

    /// The same line with somebody to tell.
    pub(crate) fn with(self, receipt: Receipt) -> Parcel {
        Parcel { receipt, ..self }
    }

    /// Its length on the wire.
    fn wire_bytes(&self) -> usize {
        self.text.len() + 2
    }

    /// Whether it is somebody's answer, which they can ask for again.
    fn is_answer(&self) -> bool {
        match self.class {
            Class::Director | Class::Reply => self.receipt == Receipt::None,
            Class::Control | Class::Durable | Class::Background => false,
        }
    }
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

    /// The next line of whoever is allowed one.
    fn next(&self, allowed: impl Fn(&str) -> bool) -> Option<usize> {
        let mut turns = self.turns.iter();
        turns.position(|turn| turn.front().is_some_and(|first| allowed(&first.whom)))
    }

    fn front(&self, at: usize) -> Option<&Parcel> {
        self.turns.get(at).and_then(VecDeque::front)
    }

    fn pop(&mut self, at: usize) -> Option<Parcel> {
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
    /// Until when the server takes no private lines to new people.
    held_until: Option<Instant>,
    /// Answers that left lately, for the server may yet throw them away.
    left: VecDeque<(Parcel, Instant)>,
    barrier: Barrier,
    echoes: Echoes,
    /// Answers that left since the last durable line did.
    answers_in_a_row: u32,
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
            held_until: None,
            left: VecDeque::new(),
            barrier: Barrier::default(),
            echoes: Echoes::new(limits.echo),
            answers_in_a_row: 0,
            dropped: 0,
        }
    }

    /// Takes a line in. A full queue drops answers, whose askers will ask again, and never what is durable.
    pub(crate) fn push(&mut self, parcel: Parcel, now: Instant) {
        let full = self.lines >= self.lines_max || self.bytes >= self.bytes_max;
        if full && parcel.class > Class::Control && !parcel.receipt.is_durable() {
            self.dropped += 1;
            log::warn!(
                "the send queue is full: {} lines dropped so far",
                self.dropped
            );
            return;
        }
        if parcel.class == Class::Control && self.is_superfluous(&parcel) {
            return;
        }
        if parcel.is_answer() && self.echoes.is_echo(&parcel.whom, &parcel.text, now) {
            return;
        }
        self.enqueue(parcel);
    }

    /// Whether a line of the bot's own business waits already, or far too many do: a server that says the same thing again and
    /// again must not fill the memory with the answers.
    fn is_superfluous(&self, parcel: &Parcel) -> bool {
        let waiting = || self.lanes[Class::Control as usize].turns.iter().flatten();
        waiting().any(|other| other.text == parcel.text) || waiting().count() >= CONTROL_MAX
    }

    fn enqueue(&mut self, parcel: Parcel) {
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
            // A server that takes long to read has more to do than its own rules say.
            let cost = (line + length) * if self.barrier.is_slow(now) { 2 } else { 1 };
            self.paid_at = self.paid_at.max(now) + cost;
        }
    }

    /// The next line that may leave now.
    pub(crate) fn pop(&mut self, now: Instant) -> Option<Parcel> {
        self.targets.retain(|(_, until)| *until > now);
        self.held_until = self.held_until.filter(|until| *until > now);
        for index in self.turns() {
            if now < self.open_at(index) {
                break;
            }
            let Some(at) = self.lanes[index].next(|whom| self.is_allowed(whom)) else {
                continue;
            };
            let bytes = self.lanes[index].front(at).map_or(0, Parcel::wire_bytes);
            if !self.barrier.has_room(bytes, self.pacing) {
                break;
            }
            let parcel = self.lanes[index].pop(at)?;
            self.lines -= 1;
            self.bytes -= parcel.text.len();
            self.account(bytes, now);
            self.note_departure(&parcel, now);
            return Some(parcel);
        }
        self.question(now)
    }

    /// The classes, whose turn it is first: the most urgent, but every third line is a durable one where one waits. At DALnet's
    /// pace eight answers take half a minute, and a round's pairings must not wait for the talk to end.
    fn turns(&self) -> [usize; CLASSES] {
        let [control, director, reply, durable, background] = [
            Class::Control,
            Class::Director,
            Class::Reply,
            Class::Durable,
            Class::Background,
        ]
        .map(|class| class as usize);
        if self.answers_in_a_row < ANSWERS_PER_DURABLE {
            [control, director, reply, durable, background]
        } else {
            [control, durable, director, reply, background]
        }
    }

    /// Asks the server whether it has read what it was sent: before more can be sent, or when it costs nothing.
    fn question(&mut self, now: Instant) -> Option<Parcel> {
        if now < self.question_at()? {
            return None;
        }
        let token = self.barrier.ask(now)?;
        let ping = String::from(&Command::PING(token, None));
        let parcel = Parcel::new(Class::Control, ping).with(Receipt::Ping);
        self.account_spare(parcel.wire_bytes(), now);
        Some(parcel)
    }

    /// Counts a line that the server allows beyond what is used here: on a paid clock it costs nothing, so that an answer right
    /// behind it does not wait.
    pub(crate) fn account_spare(&mut self, line_bytes: usize, now: Instant) {
        if self.paid_at > now {
            self.account(line_bytes, now);
        }
    }

    /// When the server is to be asked, if it is.
    fn question_at(&self) -> Option<Instant> {
        if self.barrier.asked_at().is_some() {
            None
        } else if !self.barrier.has_room(LONG_LINE, self.pacing) {
            Some(self.open_at(Class::Durable as usize))
        } else if self.lines == 0 && self.barrier.has_doubts() {
            Some(self.paid_at)
        } else {
            None
        }
    }

    /// The server answered; the durable lines it has read.
    pub(crate) fn answered(&mut self, token: &str, now: Instant) -> Vec<Receipt> {
        self.barrier.answered(token, now)
    }

    /// Since when the server owes an answer.
    pub(crate) fn asked_at(&self) -> Option<Instant> {
        self.barrier.asked_at()
    }

    /// The server throws away private lines to new people until then, and this person is one of them.
    pub(crate) fn hold_people(&mut self, whom: &str, until: Instant) {
        self.targets.retain(|(name, _)| name != whom);
        self.held_until = self.held_until.max(Some(until));
    }

    /// The server threw away the oldest answer to this person that it may have: it is sent again, twice at most.
    pub(crate) fn resend(&mut self, whom: &str, now: Instant) {
        self.left
            .retain(|(_, at)| now.saturating_duration_since(*at) < LEFT_FOR);
        let lost = self.left.iter().position(|(parcel, _)| parcel.whom == whom);
        let Some((mut parcel, _)) = lost.and_then(|at| self.left.remove(at)) else {
            return;
        };
        parcel.refusals += 1;
        if parcel.refusals <= REFUSALS_MAX && self.lines < self.lines_max {
            self.enqueue(parcel);
        }
    }

    /// Whether a durable line would be written at once.
    pub(crate) fn is_free(&self, now: Instant) -> bool {
        now >= self.open_at(Class::Durable as usize)
            && self.barrier.has_room(LONG_LINE, self.pacing)
            && self.lanes[..=Class::Durable as usize]
                .iter()
                .all(|lane| lane.turns.is_empty())
    }

    /// Whether the next line should be a durable one though answers wait, and none is here.
    pub(crate) fn owes_durable(&self) -> bool {
        self.answers_in_a_row >= ANSWERS_PER_DURABLE
            && self.barrier.has_room(LONG_LINE, self.pacing)
            && self.lanes[Class::Durable as usize].turns.is_empty()
    }

    /// When something may change by itself: when a waiting line may leave, the queue is free again, or the server is asked.
    pub(crate) fn next_time(&self, now: Instant) -> Option<Instant> {
        let first = (0..CLASSES).find(|index| !self.lanes[*index].turns.is_empty());
        let open_at = self.open_at(first.unwrap_or(Class::Durable as usize));
        // What waits though the clock is open, waits for its turn among new people.
        let targets = self.targets.iter().map(|(_, until)| *until);
        let waiting = targets
            .chain(self.held_until)
            .filter(|_| first.is_some())
            .chain([open_at])
            .chain(self.question_at());
        waiting.filter(|at| *at > now).min()
    }

    /// The durable lines of which it is not known whether they were read, when a connection ends.
    pub(crate) fn doubtful(&mut self) -> Vec<NoticeId> {
        self.barrier.doubtful()
    }

    /// How many lines wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lines
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
                Receipt::None | Receipt::Whois(_) | Receipt::Ping => {}
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
                // A join must not wait for the registration lines to be paid: with two thirds more, the server still reads
                // that far ahead (bahamut: ten seconds, where others run six).
                before(self.paid_at, ahead + ahead * 2 / 3)
            }
            Pacing::Debt { ahead, .. } => before(self.paid_at, ahead),
        }
    }

    fn note_departure(&mut self, parcel: &Parcel, now: Instant) {
        self.barrier.note(parcel.wire_bytes(), parcel.receipt);
        match parcel.class {
            Class::Director | Class::Reply => self.answers_in_a_row += 1,
            Class::Durable => self.answers_in_a_row = 0,
            Class::Control | Class::Background => {}
        }
        if parcel.whom.is_empty() {
            return;
        }
        if let TargetLimit::On { window, .. } = self.target_limit {
            self.targets.retain(|(name, _)| *name != parcel.whom);
            self.targets.push((parcel.whom.clone(), now + window));
        }
        if parcel.is_answer() {
            if self.left.len() >= LEFT_MAX {
                self.left.pop_front();
            }
            self.left.push_back((parcel.clone(), now));
        }
    }

    /// Whether a private line to somebody would not be one new person too many.
    fn is_allowed(&self, whom: &str) -> bool {
        if whom.is_empty() || self.targets.iter().any(|(name, _)| name == whom) {
            return true;
        }
        if self.held_until.is_some() {
            return false;
        }
        match self.target_limit {
            TargetLimit::Off => true,
            TargetLimit::On { people, .. } => self.targets.len() < people,
        }
    }
}

/// An instant that much earlier; the monotonic clock may not reach back so far just after the machine's start.
fn before(at: Instant, by: Duration) -> Instant {
    at.checked_sub(by).unwrap_or(at)
}
