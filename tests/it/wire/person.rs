//! Somebody on IRC: a raw socket, and a thread that listens to it and answers PING.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long an expected line may take; the slowest bot sends a line in four seconds and may have twenty before it.
pub const PATIENCE: Duration = Duration::from_secs(100);

/// What somebody heard.
#[derive(Default)]
struct Heard {
    lines: Mutex<Lines>,
    grown: Condvar,
}

#[derive(Default)]
struct Lines {
    list: Vec<String>,
    ended: bool,
}

/// One connection under one nick.
pub struct Person {
    /// The nick it came with.
    pub nick: String,
    socket: TcpStream,
    heard: Arc<Heard>,
    /// Lines before this one were looked at.
    seen: usize,
}

impl Person {
    /// Comes to a network, and is welcome.
    pub fn come(addr: SocketAddr, nick: &str) -> Person {
        let socket = TcpStream::connect(addr).expect("the server listens");
        // Small lines must not wait for each other.
        socket.set_nodelay(true).expect("TCP_NODELAY");
        let heard = Arc::new(Heard::default());
        let (reader, ear) = (
            socket.try_clone().expect("a second handle"),
            Arc::clone(&heard),
        );
        std::thread::spawn(move || listen(reader, &ear));
        let mut person = Person {
            nick: nick.to_owned(),
            socket,
            heard,
            seen: 0,
        };
        person.send(&format!("NICK {nick}"));
        person.send(&format!(
            "USER {} 0 * :{nick} the player",
            nick.to_lowercase()
        ));
        person.wait("the welcome", |line| {
            line.contains(" 376 ") || line.contains(" 422 ")
        });
        person
    }

    /// Registers the nick with services, and is identified by that.
    pub fn register(&mut self, password: &str) {
        self.send(&format!(
            "NICKSERV REGISTER {password} {}@example.org",
            self.nick.to_lowercase()
        ));
        self.wait_identified();
    }

    /// Identifies to services.
    pub fn identify(&mut self, password: &str) {
        self.send(&format!("NICKSERV IDENTIFY {password}"));
        self.wait_identified();
    }

    fn wait_identified(&mut self) {
        self.wait("an identification", |line| {
            line.contains(" 900 ") || (line.contains(" MODE ") && line.contains("+r"))
        });
    }

    /// Goes to a channel, and is there.
    pub fn join(&mut self, channel: &str) {
        self.send(&format!("JOIN {channel}"));
        self.wait("the channel", |line| line.contains(" 366 "));
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\r\n").as_bytes());
    }

    /// Sends bytes in one write.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        self.socket
            .write_all(bytes)
            .expect("the connection is open");
    }

    /// The next line that fits, passing over others.
    #[track_caller]
    pub fn wait(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        match self.wait_within(PATIENCE, fits) {
            Some(line) => line,
            None => panic!(
                "{} waited in vain for {what}; the last lines: {:#?}",
                self.nick,
                self.last_lines()
            ),
        }
    }

    /// The next line with all these texts.
    #[track_caller]
    pub fn expect(&mut self, texts: &[&str]) -> String {
        self.wait(&format!("{texts:?}"), |line| {
            texts.iter().all(|text| line.contains(text))
        })
    }

    /// The next line that fits, if one comes within this time.
    pub fn wait_within(
        &mut self,
        patience: Duration,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let until = Instant::now() + patience;
        let mut lines = lock(&self.heard.lines);
        loop {
            while let Some(line) = lines.list.get(self.seen) {
                self.seen += 1;
                if fits(line) {
                    return Some(line.clone());
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || lines.ended {
                return None;
            }
            lines = self
                .heard
                .grown
                .wait_timeout(lines, left)
                .expect("no listener panics")
                .0;
        }
    }

    /// A line with all these texts came some time, or comes yet.
    #[track_caller]
    pub fn was_told(&self, texts: &[&str]) {
        let until = Instant::now() + PATIENCE;
        let fits = |line: &String| texts.iter().all(|text| line.contains(text));
        while !self.everything().iter().any(fits) {
            assert!(
                Instant::now() < until,
                "{} was not told {texts:?}: {:#?}",
                self.nick,
                self.last_lines()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Everything heard so far.
    pub fn everything(&self) -> Vec<String> {
        lock(&self.heard.lines).list.clone()
    }

    /// Looks only at lines that come from now on.
    pub fn forget(&mut self) {
        self.seen = lock(&self.heard.lines).list.len();
    }

    fn last_lines(&self) -> Vec<String> {
        let lines = lock(&self.heard.lines);
        lines.list[lines.list.len().saturating_sub(15)..].to_vec()
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        // The server may have closed it already.
        let _ = self.socket.write_all(b"QUIT :done\r\n");
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

fn lock(lines: &Mutex<Lines>) -> MutexGuard<'_, Lines> {
    lines.lock().expect("no listener panics")
}

fn listen(socket: TcpStream, heard: &Heard) {
    let mut answers = socket.try_clone().expect("a second handle");
    let mut reader = BufReader::new(socket);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // A reset is an end too.
        if reader.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes)
            .trim_end_matches(['\r', '\n'])
            .to_owned();
        match line.strip_prefix("PING ") {
            // If the connection has ended meanwhile, the next read will tell.
            Some(token) => drop(answers.write_all(format!("PONG {token}\r\n").as_bytes())),
            None => {
                lock(&heard.lines).list.push(line);
                heard.grown.notify_all();
            }
        }
    }
    lock(&heard.lines).ended = true;
    heard.grown.notify_all();
}
