//! One connection: a single loop over the socket, the desk's wishes, and time. It waits for nothing else, so that the server's
//! PING is always answered.

use super::inbox::{Condition, Inbox};
use super::line::{Framer, Line};
use super::options::Options;
use super::pacer::{Pacer, Receipt};
use super::session::{Effect, Ending, Queue, Session};
use super::stream::{Connection, Duplex};
use crate::ports::Outgoing;
use crate::vocabulary::Span;
use irc::proto::Command;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt, ReadHalf, WriteHalf};
use tokio::sync::mpsc;

/// Bytes handed to the socket at once; lines beyond wait in the pacer, where they keep their rank.
const WIRE_BYTES: usize = 64 * 1024;

/// Bytes the socket may refuse before the server counts as dead.
const STUCK_BYTES: usize = 1024 * 1024;

/// The longest line of the protocol, without its end.
const LINE_BYTES: usize = 510;

/// Bytes read at once.
const READ_BYTES: usize = 16 * 1024;

/// Wishes of the desk taken in one turn.
const WISHES: usize = 64;

/// How long the server may take to close after QUIT.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long nothing is read while what was read is still being worked off. Longer would keep the server's PING waiting.
const BREATH: Duration = Duration::from_secs(5);

/// How often the desk hears that the server is alive, at most.
const ALIVE_PAUSE: Duration = Duration::from_secs(1);

/// How long the loop sleeps when nothing is due.
const SLEEP_MAX: Duration = Duration::from_secs(60);

/// What the server is asked to send back when it was silent for long.
const ALIVE: &str = "alive";

/// How a connection went.
pub(super) struct Report {
    pub(super) ending: Ending,
    pub(super) welcomed_at: Option<Instant>,
}

/// Whether the server is known to be alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pulse {
    /// Heard of then.
    Heard { at: Instant },
    /// Asked, and must answer by then.
    Asked { until: Instant },
}

/// What was written and may not be on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    /// Nothing.
    Gone,
    /// Something.
    Kept,
}

/// Whether the socket is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intake {
    /// It is.
    Open,
    /// The desk or the socket is behind since then, and is given time.
    Held { since: Instant },
    /// It was given time, and is still behind: talk will be dropped rather than the server's PING left unanswered.
    Forced,
}

/// Whether the connection is being closed.
#[derive(Debug)]
enum Life {
    /// It is not.
    Running,
    /// QUIT is sent; the server closes, or time is up.
    Leaving { until: Instant },
    /// It is over.
    Over(Ending),
}

struct Link<'a> {
    options: Arc<Options>,
    session: Session,
    pacer: Pacer,
    inbox: &'a mut Inbox,
    reader: ReadHalf<Box<dyn Duplex>>,
    writer: WriteHalf<Box<dyn Duplex>>,
    framer: Framer,
    /// Bytes on their way to the socket.
    wire: Vec<u8>,
    /// Whether the socket may keep bytes back, as TLS does, until it is flushed.
    tail: Tail,
    /// Whom to tell when all of them are gone.
    receipts: Vec<Receipt>,
    pulse: Pulse,
    /// When anything was last heard from the server.
    heard_at: Instant,
    /// When the desk last heard of that.
    alive_told_at: Option<Instant>,
    intake: Intake,
    life: Life,
    welcomed_at: Option<Instant>,
    effects: Vec<Effect>,
}

/// Runs a connection until it ends.
pub(super) async fn run(
    connection: Connection,
    options: Arc<Options>,
    inbox: &mut Inbox,
    wishes: &mut mpsc::Receiver<Outgoing>,
) -> Report {
    let now = Instant::now();
    let (reader, writer) = tokio::io::split(connection.stream);
    let link = Link {
        session: Session::new(Arc::clone(&options), connection.privacy, now),
        pacer: Pacer::new(options.pacing, options.target_limit, &options.limits, now),
        inbox,
        reader,
        writer,
        framer: Framer::default(),
        wire: Vec::new(),
        tail: Tail::Gone,
        receipts: Vec::new(),
        pulse: Pulse::Heard { at: now },
        heard_at: now,
        alive_told_at: None,
        intake: Intake::Open,
        life: Life::Running,
        welcomed_at: None,
        effects: Vec::new(),
        options,
    };
    link.run(wishes).await
}

impl Link<'_> {
    async fn run(mut self, wishes: &mut mpsc::Receiver<Outgoing>) -> Report {
        let mut batch: Vec<Outgoing> = Vec::with_capacity(WISHES);
        loop {
            let now = Instant::now();
            let sleep_until = self.turn(now);
            if let Life::Over(_) = self.life {
                break;
            }
            tokio::select! {
                biased;
                written = write_some(&mut self.writer, &self.wire), if !self.wire.is_empty() || self.tail == Tail::Kept => {
                    self.on_written(written);
                }
                read = read_some(&mut self.reader, &mut self.framer), if !matches!(self.intake, Intake::Held { .. }) => {
                    self.on_read(read);
                }
                count = wishes.recv_many(&mut batch, WISHES), if matches!(self.life, Life::Running) => {
                    if count == 0 {
                        batch.push(Outgoing::Quit { text: String::new() });
                    }
                    let now = Instant::now();
                    for wish in batch.drain(..) {
                        self.session.on_outgoing(wish, now);
                    }
                }
                () = self.inbox.deliver(), if self.inbox.is_waiting() => {}
                () = tokio::time::sleep_until(sleep_until.into()) => {}
            }
        }
        self.close()
    }

    /// Does everything that can be done without waiting, and says when time brings something next.
    fn turn(&mut self, now: Instant) -> Instant {
        if self.session.next_time().is_some_and(|at| now >= at) {
            self.session.on_time(now);
        }
        self.apply(now);
        self.fill_wire(now);
        let queue = if self.wire.is_empty() && self.pacer.is_free(now) {
            Queue::Free
        } else if self.pacer.owes_durable() {
            Queue::Owing
        } else {
            Queue::Busy
        };
        self.session.on_turn(queue, now);
        self.apply(now);
        self.fill_wire(now);
        self.watch(now);
        self.intake = self.next_intake(now);
        match self.inbox.condition() {
            Condition::Open => {}
            Condition::Overfull => self.end(Ending::Overwhelmed),
            Condition::Closed => self.end(Ending::Quit),
        }
        let watch_at = match (&self.life, self.pulse) {
            (Life::Leaving { until }, _) => *until,
            (Life::Running | Life::Over(_), Pulse::Heard { at }) => at + self.options.timeouts.idle,
            (Life::Running | Life::Over(_), Pulse::Asked { until }) => until,
        };
        let breath_at = match self.intake {
            Intake::Held { since } => Some(since + BREATH),
            Intake::Open | Intake::Forced => None,
        };
        [
            Some(watch_at),
            breath_at,
            self.session.next_time(),
            self.pacer.next_time(now),
            self.pacer
                .asked_at()
                .map(|at| at + self.options.timeouts.pong * 2),
        ]
        .into_iter()
        .flatten()
        .fold(now + SLEEP_MAX, Instant::min)
    }

    fn next_intake(&self, now: Instant) -> Intake {
        if !self.inbox.is_behind() && self.wire.len() < WIRE_BYTES {
            return Intake::Open;
        }
        match self.intake {
            Intake::Open => Intake::Held { since: now },
            Intake::Held { since } if now >= since + BREATH => Intake::Forced,
            held @ (Intake::Held { .. } | Intake::Forced) => held,
        }
    }

    /// Puts the session's effects where they belong.
    fn apply(&mut self, now: Instant) {
        let mut effects = std::mem::take(&mut self.effects);
        effects.extend(self.session.effects());
        for effect in effects.drain(..) {
            match effect {
                Effect::AtOnce(line) => {
                    self.pacer.account(line.len() + 2, now);
                    self.put(&line);
                }
                Effect::Send(parcel) => self.pacer.push(parcel, now),
                Effect::HoldPeople { whom, until } => self.pacer.hold_people(&whom, until),
                Effect::Resend { whom } => self.pacer.resend(&whom, now),
                Effect::Tell(event) => {
                    if let Some(said) = self.inbox.push(event) {
                        self.session.on_dropped(&said, now);
                    }
                }
                Effect::End(Ending::Quit) => {
                    self.life = Life::Leaving {
                        until: now + FAREWELL,
                    };
                }
                Effect::End(ending) => self.end(ending),
            }
        }
        self.effects = effects;
        if self.welcomed_at.is_none() && self.session.is_welcome() {
            self.welcomed_at = Some(now);
        }
    }

    fn fill_wire(&mut self, now: Instant) {
        // After QUIT the server reads nothing more.
        if !matches!(self.life, Life::Running) {
            return;
        }
        while self.wire.len() < WIRE_BYTES {
            let Some(parcel) = self.pacer.pop(now) else {
                break;
            };
            self.put(&parcel.text);
            match parcel.receipt {
                // The pacer knows better when a durable line has arrived.
                Receipt::Notice(notice) => self.session.on_left(notice),
                Receipt::None | Receipt::Memo(_) => {}
                Receipt::Ping => self.session.on_written(Receipt::Ping, now),
                receipt @ Receipt::Whois(_) => self.receipts.push(receipt),
            }
        }
    }

    fn put(&mut self, line: &str) {
        self.wire.extend_from_slice(gated(line).as_bytes());
        self.wire.extend_from_slice(b"\r\n");
    }

    fn on_written(&mut self, written: io::Result<usize>) {
        match written {
            Ok(0) => self.tail = Tail::Gone,
            Ok(count) => {
                self.wire.drain(..count);
                self.tail = Tail::Kept;
            }
            Err(error) => self.end(broken(&error)),
        }
        if self.wire.is_empty() {
            let now = Instant::now();
            for receipt in self.receipts.drain(..) {
                self.session.on_written(receipt, now);
            }
        }
    }

    fn on_read(&mut self, read: io::Result<usize>) {
        let now = Instant::now();
        match read {
            Ok(0) => self.end(Ending::Broken {
                reason: "the server closed the connection".to_owned(),
            }),
            Ok(_) => {
                self.pulse = Pulse::Heard { at: now };
                self.heard_at = now;
                while let Some(text) = self.framer.next_line() {
                    let Some(line) = Line::parse(&text) else {
                        continue;
                    };
                    self.session.on_line(&line, now);
                    // Whatever the server had to say of the lines before the PING, it has said before the PONG.
                    for receipt in line
                        .pong()
                        .map_or(Vec::new(), |token| self.pacer.answered(token, now))
                    {
                        self.session.on_written(receipt, now);
                    }
                }
                self.tell_alive(now);
            }
            Err(error) => self.end(broken(&error)),
        }
    }

    /// What was read is told first: only then is it true that everything was heard until now.
    fn tell_alive(&mut self, now: Instant) {
        self.apply(now);
        let lately = |at| now.duration_since(at) < ALIVE_PAUSE;
        if self.session.is_entered() && !self.alive_told_at.is_some_and(lately) {
            self.alive_told_at = Some(now);
            self.session.tell_alive();
            self.apply(now);
        }
    }

    /// Notices a server that is there no more without having said so.
    fn watch(&mut self, now: Instant) {
        match (&self.life, self.pulse) {
            (Life::Leaving { until }, _) if now >= *until => self.end(Ending::Quit),
            (Life::Running, Pulse::Heard { at }) if now >= at + self.options.timeouts.idle => {
                let ping = String::from(&Command::PING(ALIVE.to_owned(), None));
                self.put(&ping);
                self.pacer.account_spare(ping.len() + 2, now);
                self.pulse = Pulse::Asked {
                    until: now + self.options.timeouts.pong,
                };
            }
            (Life::Running, Pulse::Asked { until }) if now >= until => {
                self.end(Ending::Silent { what: "PING" });
            }
            (Life::Running | Life::Leaving { .. } | Life::Over(_), _) => {}
        }
        let patience = self.options.timeouts.pong * 2;
        if self.pacer.asked_at().is_some_and(|at| now >= at + patience) {
            // It talks, and does not read: half a connection is none.
            self.end(Ending::Silent { what: "our lines" });
        }
        if self.wire.len() > STUCK_BYTES {
            self.end(Ending::Silent { what: "our lines" });
        }
    }

    /// The first reason counts; and after QUIT, any end is the one that was wanted.
    fn end(&mut self, ending: Ending) {
        match self.life {
            Life::Running => self.life = Life::Over(ending),
            Life::Leaving { .. } => self.life = Life::Over(Ending::Quit),
            Life::Over(_) => {}
        }
    }

    /// Accounts for every durable line, and tells the desk that it is alone.
    fn close(mut self) -> Report {
        let now = Instant::now();
        for notice in self.pacer.doubtful() {
            self.session.on_doubtful(notice);
        }
        for notice in self.pacer.unsent() {
            self.session.on_unsent(notice);
        }
        let ending = match self.life {
            Life::Over(ending) => ending,
            Life::Running | Life::Leaving { .. } => Ending::Quit,
        };
        self.life = Life::Over(ending.clone());
        let silent_for = span(now.duration_since(self.heard_at));
        self.session.on_closed(&describe(&ending), silent_for);
        self.apply(now);
        Report {
            ending,
            welcomed_at: self.welcomed_at,
        }
    }
}

/// A line as it goes onto the wire. Nothing that came from people or from the server may end it early, and what is longer than
/// a line can be is cut as a server would cut it. What makes lines sees to both, and this is the last gate.
pub(super) fn gated(line: &str) -> String {
    let mut text = line.replace(['\r', '\n', '\0'], "");
    text.truncate(text.floor_char_boundary(LINE_BYTES));
    text
}

fn span(duration: Duration) -> Span {
    Span::from_ms(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}

fn broken(error: &io::Error) -> Ending {
    Ending::Broken {
        reason: error.to_string(),
    }
}

/// An end in words, for the log.
pub(super) fn describe(ending: &Ending) -> String {
    match ending {
        Ending::Quit => "asked to leave".to_owned(),
        Ending::Broken { reason } => format!("the connection broke: {reason}"),
        Ending::Expelled { words } => format!("the server said: {words}"),
        Ending::Silent { what } => format!("the server gave no answer to {what}"),
        Ending::Unreachable { reason } => format!("no connection: {reason}"),
        Ending::Overwhelmed => "more happened than could be kept".to_owned(),
    }
}

/// Writes what the socket takes, or flushes where there is nothing left to write; then the count is 0.
async fn write_some(writer: &mut WriteHalf<Box<dyn Duplex>>, bytes: &[u8]) -> io::Result<usize> {
    if bytes.is_empty() {
        writer.flush().await?;
        return Ok(0);
    }
    match writer.write(bytes).await? {
        0 => Err(io::ErrorKind::WriteZero.into()),
        count => Ok(count),
    }
}

async fn read_some(
    reader: &mut ReadHalf<Box<dyn Duplex>>,
    framer: &mut Framer,
) -> io::Result<usize> {
    let buffer = framer.buffer();
    buffer.reserve(READ_BYTES);
    reader.read_buf(buffer).await
}
