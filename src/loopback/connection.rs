//! One client's socket: bytes in, whole lines to the state; unsent bytes out, in one write.
//!
//! Keeps the time of one connection (PING, the price of lines) and knows no commands.

use super::options::{FloodLimit, LINE_BYTES_MAX, UNREAD_BYTES_MAX};
use super::state::{ClientId, Closing, Link, Pull, Stage, State};
use super::wire::Message;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};

/// How much is read at once.
const CHUNK_BYTES: usize = 16 * 1024;
/// How long the last words may take to be written.
const FAREWELL: Duration = Duration::from_secs(2);

/// The state as connections and the handle share it. It is never held across an await.
pub(super) type Shared = Arc<Mutex<State>>;

/// Takes the lock.
pub(super) fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared
        .lock()
        .expect("the server's state was left half changed by a panic")
}

/// The bytes and the times of one connection.
struct Session {
    id: ClientId,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    written: usize,
    /// The time that the lines so far have paid for.
    paid_until: Instant,
    heard_at: Instant,
    pinged: bool,
    /// Whether the link was dead at the last turn.
    held_up: bool,
    flood: Option<FloodLimit>,
    ping_interval: Duration,
}

/// Serves one connection until either end closes it.
pub(super) async fn serve(mut stream: TcpStream, shared: Shared) {
    if let Err(error) = stream.set_nodelay(true) {
        log::debug!("loopback: cannot set TCP_NODELAY: {error}");
    }
    let wake = Arc::new(Notify::new());
    let mut session = {
        let mut state = lock(&shared);
        Session {
            id: state.arrive(wake.clone()),
            incoming: Vec::with_capacity(CHUNK_BYTES),
            outgoing: Vec::new(),
            written: 0,
            paid_until: Instant::now(),
            heard_at: Instant::now(),
            pinged: false,
            held_up: false,
            flood: state.options.flood_limit,
            ping_interval: state.options.ping_interval,
        }
    };
    let closing = match session.talk(&mut stream, &shared, &wake).await {
        Ok(closing) => closing,
        Err(error) => {
            let mut state = lock(&shared);
            state.forget(session.id, &format!("Read error: {error}"), Closing::Abrupt);
            // The socket is broken: what was left to write has nowhere to go.
            let _ = state.pull(session.id, &mut Vec::new());
            return;
        }
    };
    session.close(stream, closing).await;
}

impl Session {
    /// Reads and writes until the state says to leave.
    async fn talk(
        &mut self,
        stream: &mut TcpStream,
        shared: &Shared,
        wake: &Notify,
    ) -> io::Result<Closing> {
        let (mut reader, mut writer) = stream.split();
        loop {
            let now = Instant::now();
            let (alive, resume) = match self.turn(shared, now) {
                Turn::Leave(closing) => return Ok(closing),
                Turn::Wait => (false, None),
                Turn::Talk { resume } => (true, resume),
            };
            let silence = self.heard_at + self.ping_interval;
            let timer = resume.map_or(silence, |at| at.min(silence));
            self.incoming.reserve(CHUNK_BYTES);
            tokio::select! {
                () = wake.notified() => {}
                read = reader.read_buf(&mut self.incoming), if alive => {
                    if read? == 0 {
                        lock(shared).forget(self.id, "Connection closed", Closing::Orderly);
                    } else {
                        self.heard_at = Instant::now();
                        self.pinged = false;
                    }
                }
                wrote = writer.write(&self.outgoing[self.written..]), if alive && self.written < self.outgoing.len() => {
                    self.written += wrote?;
                }
                () = sleep_until(timer), if alive => {}
            }
        }
    }

    /// One turn under the lock: the clock, the lines that came, and what is to be written.
    fn turn(&mut self, shared: &Shared, now: Instant) -> Turn {
        let mut state = lock(shared);
        let link = state
            .clients
            .get(&self.id)
            .map(|client| (client.link, state.link));
        match link {
            Some((Link::Dead, _) | (_, Link::Dead)) => {
                self.held_up = true;
                return Turn::Wait;
            }
            // A link that comes back has not been silent by its client's fault.
            Some((Link::Alive, Link::Alive)) if self.held_up => {
                self.held_up = false;
                self.pinged = false;
                self.heard_at = now;
            }
            Some((Link::Alive, Link::Alive)) | None => {}
        }
        self.keep_time(&mut state, now);
        let resume = self.take_lines(&mut state, now);
        if self.written == self.outgoing.len() {
            self.outgoing.clear();
            self.written = 0;
            match state.pull(self.id, &mut self.outgoing) {
                Pull::Talk => Turn::Talk { resume },
                Pull::Wait => Turn::Wait,
                Pull::Leave(closing) => Turn::Leave(closing),
            }
        } else if state.clients.contains_key(&self.id) {
            Turn::Talk { resume }
        } else {
            let mut last_words = Vec::new();
            let pulled = state.pull(self.id, &mut last_words);
            self.outgoing.extend_from_slice(&last_words);
            match pulled {
                Pull::Leave(closing) => Turn::Leave(closing),
                Pull::Talk | Pull::Wait => unreachable!("a client that is gone only leaves"),
            }
        }
    }

    /// Asks a silent client whether it is there, and drops it when it does not answer.
    fn keep_time(&mut self, state: &mut State, now: Instant) {
        if now < self.heard_at + self.ping_interval {
            return;
        }
        let Some(client) = state.clients.get(&self.id) else {
            return;
        };
        if self.pinged || client.stage != Stage::Registered {
            let reason = format!("Ping timeout: {} seconds", self.ping_interval.as_secs());
            state.forget(self.id, &reason, Closing::Orderly);
            return;
        }
        let server = client.side.server();
        state.send(self.id, &Message::bare(format_args!("PING :{server}")));
        self.pinged = true;
        self.heard_at = now;
    }

    /// Gives the state every whole line that is paid for; says when the next one is, if some had to wait.
    fn take_lines(&mut self, state: &mut State, now: Instant) -> Option<Instant> {
        let mut taken = 0;
        let mut resume = None;
        while state.clients.contains_key(&self.id) {
            let rest = &self.incoming[taken..];
            let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
                break;
            };
            if let Some(flood) = self.flood {
                self.paid_until = self.paid_until.max(now);
                if self.paid_until - now >= flood.ahead_max {
                    resume = Some(self.paid_until - flood.ahead_max);
                    break;
                }
                let bytes = u32::try_from(length).unwrap_or(u32::MAX);
                self.paid_until +=
                    flood.per_line + flood.per_byte * bytes.min(LINE_BYTES_MAX as u32);
            }
            let line = &rest[..length];
            state.handle(self.id, line.strip_suffix(b"\r").unwrap_or(line));
            taken += length + 1;
        }
        self.incoming.drain(..taken);
        let unread = self.incoming.len();
        match self.flood {
            Some(flood) if unread > flood.unread_bytes_max => {
                state.forget(self.id, "Excess Flood", Closing::Orderly)
            }
            // With a price on lines the limit above is the smaller one; without it nothing whole is left unread.
            Some(_) => {}
            None if unread > UNREAD_BYTES_MAX => {
                state.forget(self.id, "RecvQ exceeded", Closing::Orderly)
            }
            None => {}
        }
        resume
    }

    /// Writes what is left and hears the client out: closing over unread bytes would reset the connection and lose
    /// the last words on their way.
    async fn say_farewell(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.write_all(&self.outgoing[self.written..]).await?;
        stream.shutdown().await?;
        let mut unheard = [0; 1024];
        while stream.read(&mut unheard).await? > 0 {}
        Ok(())
    }

    /// Writes the last words and closes the socket in the way that was asked for.
    async fn close(self, mut stream: TcpStream, closing: Closing) {
        match closing {
            Closing::Orderly => {
                // The other end may be gone already, or never read: neither is this server's concern.
                let _ = timeout(FAREWELL, self.say_farewell(&mut stream)).await;
            }
            Closing::Abrupt => {
                if let Err(error) = stream.set_zero_linger() {
                    log::debug!("loopback: cannot close by a reset: {error}");
                }
            }
        }
    }
}

/// What one turn came to.
enum Turn {
    /// Read and write; lines that had to wait are due at the instant given.
    Talk { resume: Option<Instant> },
    /// Do neither until woken.
    Wait,
    /// Close.
    Leave(Closing),
}
