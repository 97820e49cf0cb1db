//! A small raw IRC client: lines out, lines in, and barriers instead of sleeps.
//!
//! It answers PING by itself and understands nothing else.

use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// How long an expected line may take; only a failing test ever waits this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// One connection.
pub struct Raw {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    barriers: u32,
    /// Every line that came, for the message of a failed expectation.
    log: Vec<String>,
}

impl Raw {
    /// Connects and says nothing.
    pub async fn connect(addr: SocketAddr) -> Raw {
        let stream = TcpStream::connect(addr).await.expect("the server listens");
        stream
            .set_nodelay(true)
            .expect("a TCP socket takes TCP_NODELAY");
        let (reader, writer) = stream.into_split();
        Raw {
            reader: BufReader::new(reader),
            writer,
            barriers: 0,
            log: Vec::new(),
        }
    }

    /// Connects and registers under a nick, up to the end of the message of the day.
    pub async fn join_network(addr: SocketAddr, nick: &str) -> Raw {
        Raw::join_with_capabilities(addr, nick, "").await
    }

    /// The same, asking for capabilities first; none asks nothing.
    pub async fn join_with_capabilities(addr: SocketAddr, nick: &str, capabilities: &str) -> Raw {
        let mut client = Raw::connect(addr).await;
        if !capabilities.is_empty() {
            client.send(&format!("CAP REQ :{capabilities}")).await;
        }
        client.send(&format!("NICK {nick}")).await;
        let user = nick.to_ascii_lowercase();
        client
            .send(&format!("USER {user} 0 * :{nick} the player"))
            .await;
        if !capabilities.is_empty() {
            client.expect(" ACK :").await;
            client.send("CAP END").await;
        }
        client
            .expect_line(|line| line.contains(" 376 ") || line.contains(" 422 "))
            .await;
        client
    }

    /// Registers the nick with services, which identifies it.
    pub async fn register_nick(&mut self, password: &str) {
        self.send(&format!("NICKSERV REGISTER {password} nobody@example.org"))
            .await;
        self.expect(":+r").await;
    }

    /// Sends one line.
    pub async fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\r\n").as_bytes()).await;
    }

    /// Sends bytes as they are.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer
            .write_all(bytes)
            .await
            .expect("the connection is open");
    }

    /// The next line without CR and LF; `None` is the end of the connection. PINGs are answered and not shown.
    pub async fn next(&mut self) -> Option<String> {
        loop {
            let mut bytes = Vec::new();
            let read = timeout(PATIENCE, self.reader.read_until(b'\n', &mut bytes)).await;
            let read = read.unwrap_or_else(|_| {
                panic!("no line came; the last ones: {:#?}", self.last_lines())
            });
            // A reset is an end too.
            if read.unwrap_or(0) == 0 {
                return None;
            }
            let line = String::from_utf8_lossy(&bytes)
                .trim_end_matches(['\r', '\n'])
                .to_owned();
            match line.strip_prefix("PING ") {
                // The server may have closed in the meantime; the next read will tell.
                Some(token) => drop(
                    self.writer
                        .write_all(format!("PONG {token}\r\n").as_bytes())
                        .await,
                ),
                None => {
                    self.log.push(line.clone());
                    return Some(line);
                }
            }
        }
    }

    /// The first line that fits, passing over others.
    pub async fn expect_line(&mut self, fits: impl Fn(&str) -> bool) -> String {
        loop {
            match self.next().await {
                Some(line) if fits(&line) => return line,
                Some(_) => {}
                None => panic!(
                    "the connection ended; the last lines: {:#?}",
                    self.last_lines()
                ),
            }
        }
    }

    /// The first line with this text in it.
    pub async fn expect(&mut self, text: &str) -> String {
        self.expect_line(|line| line.contains(text)).await
    }

    /// All the lines up to the end of the connection.
    pub async fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next().await {
            lines.push(line);
        }
        lines
    }

    /// Everything that was on the way: the lines before the answer to a PING sent now.
    pub async fn barrier(&mut self) -> Vec<String> {
        self.barriers += 1;
        let token = format!("barrier-{}", self.barriers);
        self.send(&format!("PING {token}")).await;
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next().await else {
                panic!(
                    "the connection ended before {token}; the last lines: {:#?}",
                    self.last_lines()
                );
            };
            if line.contains(" PONG ") && line.ends_with(&token) {
                return lines;
            }
            lines.push(line);
        }
    }

    /// Sends one line and takes everything it brought.
    pub async fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line).await;
        self.barrier().await
    }

    fn last_lines(&self) -> &[String] {
        &self.log[self.log.len().saturating_sub(12)..]
    }
}
