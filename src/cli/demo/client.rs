//! A small IRC client: enough to identify, join a channel, speak and hear.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// How long the server may take to let somebody in, or to let them go.
const PATIENCE: Duration = Duration::from_secs(5);

/// What somebody does on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Says something in the channel.
    Say(String),
    /// Tells the bot something in private.
    Tell(String),
    /// Leaves the network with these words.
    Leave(String),
}

/// What a line from the server says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Somebody said something in a channel.
    Channel { from: String, text: String },
    /// Somebody said something to this client alone.
    Private { from: String, text: String },
    /// Somebody joined.
    Joined { nick: String },
    /// Somebody left the network or the channel.
    Gone { nick: String, text: String },
    /// Anything else: the command or numeric.
    Other { command: String },
}

/// Reads a line without its end; no line of a server is unreadable, there is always [`Heard::Other`].
pub fn read(line: &str) -> Heard {
    let (source, rest) = match line.strip_prefix(':') {
        Some(rest) => rest.split_once(' ').unwrap_or((rest, "")),
        None => ("", line),
    };
    let nick = source.split('!').next().unwrap_or_default().to_owned();
    let (middle, trailing) = rest.split_once(" :").unwrap_or((rest, ""));
    let mut words = middle.split(' ');
    let command = words.next().unwrap_or_default().to_owned();
    let target = words.next().unwrap_or_default();
    let text = trailing.to_owned();
    match command.as_str() {
        "PRIVMSG" if target.starts_with('#') => Heard::Channel { from: nick, text },
        "PRIVMSG" => Heard::Private { from: nick, text },
        "JOIN" => Heard::Joined { nick },
        "QUIT" => Heard::Gone {
            nick,
            // A quit without a reason may have its text as a plain word.
            text: if text.is_empty() {
                target.to_owned()
            } else {
                text
            },
        },
        "PART" => Heard::Gone { nick, text },
        _ => Heard::Other { command },
    }
}

/// Whom to be, and where.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The server.
    pub addr: SocketAddr,
    /// The nick, which is registered.
    pub nick: String,
    /// Its password with services.
    pub password: String,
    /// The channel.
    pub channel: String,
    /// The bot's nick.
    pub bot: String,
}

/// A connection of somebody who has joined the channel.
pub struct Client {
    lines: Lines<BufReader<OwnedReadHalf>>,
    writer: OwnedWriteHalf,
    ticket: Ticket,
}

impl Client {
    /// Connects, identifies and joins the channel.
    pub async fn enter(ticket: Ticket) -> io::Result<Client> {
        let stream = TcpStream::connect(ticket.addr).await?;
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let mut client = Client {
            lines: BufReader::new(reader).lines(),
            writer,
            ticket,
        };
        let entered = tokio::time::timeout(PATIENCE, client.register()).await;
        entered.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        Ok(client)
    }

    async fn register(&mut self) -> io::Result<()> {
        let Ticket {
            nick,
            password,
            channel,
            ..
        } = self.ticket.clone();
        let user = nick.to_ascii_lowercase();
        self.send(&format!("NICK {nick}")).await?;
        self.send(&format!("USER {user} 0 * :{nick}")).await?;
        self.pass("001").await?;
        self.send(&format!("PRIVMSG NickServ :IDENTIFY {password}"))
            .await?;
        self.pass("900").await?;
        self.send(&format!("JOIN {channel}")).await?;
        self.pass("366").await
    }

    /// Passes over lines up to the first one of this kind.
    async fn pass(&mut self, wanted: &str) -> io::Result<()> {
        loop {
            match self.hear().await? {
                Some(Heard::Other { command }) if command == wanted => return Ok(()),
                Some(_) => {}
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    /// The nick this client took.
    pub fn nick(&self) -> &str {
        &self.ticket.nick
    }

    /// The bot's nick.
    pub fn bot(&self) -> &str {
        &self.ticket.bot
    }

    /// The next line; `None` is the end of the connection. Nothing is lost when this is dropped half way.
    pub async fn hear(&mut self) -> io::Result<Option<Heard>> {
        loop {
            let Some(line) = self.lines.next_line().await? else {
                return Ok(None);
            };
            match line.strip_prefix("PING ") {
                Some(token) => {
                    let answer = format!("PONG {token}");
                    self.send(&answer).await?;
                }
                None => return Ok(Some(read(&line))),
            }
        }
    }

    /// Does it.
    pub async fn act(&mut self, deed: &Deed) -> io::Result<()> {
        let line = match deed {
            Deed::Say(text) => format!("PRIVMSG {} :{text}", self.ticket.channel),
            Deed::Tell(text) => format!("PRIVMSG {} :{text}", self.ticket.bot),
            Deed::Leave(text) => format!("QUIT :{text}"),
        };
        self.send(&line).await
    }

    /// Leaves, and waits until the server has let go.
    pub async fn leave(mut self) -> io::Result<()> {
        self.act(&Deed::Leave("the demo ends".to_owned())).await?;
        let gone = async {
            while self.hear().await?.is_some() {}
            io::Result::Ok(())
        };
        tokio::time::timeout(PATIENCE, gone).await.unwrap_or(Ok(()))
    }

    async fn send(&mut self, line: &str) -> io::Result<()> {
        self.writer
            .write_all(format!("{line}\r\n").as_bytes())
            .await
    }
}
