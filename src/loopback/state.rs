//! What the server knows: clients, channels, and which of them see each other.
//!
//! The state knows no sockets. A line for a client is appended to that client's unsent bytes, and its connection
//! is woken; everything for it goes out in one write.

use super::options::{CHANNEL_LENGTH_MAX, LINE_BYTES_MAX, Options, Traits, UNSENT_BYTES_MAX};
use super::services::Directory;
use super::transcript::Transcripts;
use super::wire::Message;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Which connection; never used twice by one server.
pub(super) type ClientId = u32;

/// Which of the two servers a client sits on. Until a split they see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Where everybody starts, and where services are.
    Hub,
    /// Where a split puts the clients it names.
    Leaf,
}

impl Side {
    /// The name of the server.
    pub fn server(self) -> &'static str {
        match self {
            Side::Hub => "hub.loopback",
            Side::Leaf => "leaf.loopback",
        }
    }

    /// The text of the QUITs seen from here when the other side goes.
    pub fn split_text(self) -> &'static str {
        match self {
            Side::Hub => "hub.loopback leaf.loopback",
            Side::Leaf => "leaf.loopback hub.loopback",
        }
    }
}

/// Whether a connection carries anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// It does.
    Alive,
    /// Nothing is read and nothing is written, and neither end is told.
    Dead,
}

/// How far a client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// NICK or USER is still missing.
    Arriving,
    /// The same, and CAP END is waited for.
    Negotiating,
    /// 001 has been sent.
    Registered,
}

/// What services know of who this is. The name is the account's, as it was registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Login {
    /// Nothing.
    Nobody,
    /// Logged in, under a nick that is not the account's: 330 without 307.
    Account(String),
    /// Logged in under the account's own nick: 307 and `+r`.
    Nick(String),
}

impl Login {
    /// The account's name.
    pub fn account(&self) -> Option<&str> {
        match self {
            Login::Nobody => None,
            Login::Account(name) | Login::Nick(name) => Some(name),
        }
    }
}

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// What is unsent is written first, with an ERROR line.
    Orderly,
    /// By a reset, without a word.
    Abrupt,
}

/// What is left to do for a connection whose client is gone.
pub(super) struct Departure {
    /// What is still to be written.
    pub last_words: Vec<u8>,
    /// How the socket is closed.
    pub closing: Closing,
}

/// One connected client.
pub(super) struct Client {
    pub nick: String,
    pub user: String,
    pub real: String,
    pub host: String,
    /// `nick!user@host`.
    pub source: String,
    pub stage: Stage,
    /// The password PASS gave.
    pub pass: Option<String>,
    pub capabilities: BTreeSet<&'static str>,
    pub login: Login,
    /// The user modes it set itself; `+r` is the login's.
    pub modes: BTreeSet<char>,
    pub away: Option<String>,
    /// The folded names of its channels.
    pub channels: BTreeSet<String>,
    pub side: Side,
    pub link: Link,
    pub signed_on_s: u64,
    pub active_at: Instant,
    /// Whom it lately wrote to in private, and when.
    pub targets: Vec<(String, Instant)>,
    unsent: Vec<u8>,
    wake: Arc<Notify>,
}

impl Client {
    /// Writes the prefix anew after a change of its parts.
    pub fn refresh_source(&mut self) {
        self.source = format!("{}!{}@{}", self.nick, self.user, self.host);
    }

    /// Whether it asked for a capability.
    pub fn has(&self, capability: &str) -> bool {
        self.capabilities.contains(capability)
    }

    /// Its user modes as `+ir`.
    pub fn mode_text(&self) -> String {
        let mut text: String = std::iter::once('+')
            .chain(self.modes.iter().copied())
            .collect();
        if matches!(self.login, Login::Nick(_)) {
            text.push('r');
        }
        text
    }

    /// Adds a line to what is unsent, with the account as a tag if one is given, and wakes the connection.
    pub fn push(&mut self, tag: Option<&str>, line: &[u8]) {
        if self.unsent.len() > UNSENT_BYTES_MAX + LINE_BYTES_MAX {
            return;
        }
        if self.unsent.is_empty() {
            self.wake.notify_one();
        }
        if let Some(account) = tag {
            self.unsent.extend_from_slice(b"@account=");
            self.unsent.extend_from_slice(account.as_bytes());
            self.unsent.push(b' ');
        }
        self.unsent.extend_from_slice(line);
        self.unsent.extend_from_slice(b"\r\n");
    }
}

/// What a member may do on a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranks {
    pub op: bool,
    pub halfop: bool,
    pub voice: bool,
}

impl Ranks {
    /// The signs before a nick: all of them, highest first, or only the highest.
    pub fn signs(self, multi_prefix: bool) -> String {
        let signs = [(self.op, '@'), (self.halfop, '%'), (self.voice, '+')];
        let held = signs
            .iter()
            .filter(|(held, _)| *held)
            .map(|(_, sign)| *sign);
        held.take(if multi_prefix { 3 } else { 1 }).collect()
    }

    /// The place a rank's mode letter stands for.
    pub fn slot(&mut self, letter: char) -> Option<&mut bool> {
        match letter {
            'o' => Some(&mut self.op),
            'h' => Some(&mut self.halfop),
            'v' => Some(&mut self.voice),
            _ => None,
        }
    }

    /// Whether channel modes and kicks are allowed.
    pub fn directs(self) -> bool {
        self.op || self.halfop
    }
}

/// One entry of a ban list.
pub(super) struct Ban {
    pub mask: String,
    pub by: String,
    pub at_s: u64,
}

/// One channel.
pub(super) struct Channel {
    /// As its first member wrote it.
    pub name: String,
    pub members: BTreeMap<ClientId, Ranks>,
    pub topic: Option<(String, String, u64)>,
    /// The modes without a parameter.
    pub flags: BTreeSet<char>,
    pub key: Option<String>,
    pub limit: Option<usize>,
    pub bans: Vec<Ban>,
    pub invited: BTreeSet<ClientId>,
    pub created_s: u64,
}

/// Everything the server knows.
pub(super) struct State {
    pub options: Options,
    pub traits: &'static Traits,
    pub clients: BTreeMap<ClientId, Client>,
    /// Folded nicks.
    pub nicks: HashMap<String, ClientId>,
    /// By folded name.
    pub channels: BTreeMap<String, Channel>,
    pub directory: Directory,
    pub transcripts: Transcripts,
    /// The whole server's connections; a client may be dead by itself too.
    pub link: Link,
    departed: HashMap<ClientId, Departure>,
    next_id: ClientId,
    started: Instant,
}

/// What a connection is to do next.
pub(super) enum Pull {
    /// Read and write.
    Talk,
    /// Do neither.
    Wait,
    /// Write what was handed out, then close.
    Leave(Closing),
}

impl State {
    /// A server without clients.
    pub fn new(options: Options) -> State {
        State {
            traits: options.style.traits(),
            options,
            clients: BTreeMap::new(),
            nicks: HashMap::new(),
            channels: BTreeMap::new(),
            directory: Directory::default(),
            transcripts: Transcripts::default(),
            link: Link::Alive,
            departed: HashMap::new(),
            next_id: 1,
            started: Instant::now(),
        }
    }

    /// What the server's clock shows, in seconds since 1970.
    pub fn now_s(&self) -> u64 {
        self.options.started_at_s + self.started.elapsed().as_secs()
    }

    /// A name under this network's case mapping.
    pub fn fold(&self, name: &str) -> String {
        self.options.casemapping.fold(name)
    }

    /// Takes a new connection in.
    pub fn arrive(&mut self, wake: Arc<Notify>) -> ClientId {
        let id = self.next_id;
        self.next_id += 1;
        let client = Client {
            nick: String::new(),
            user: String::new(),
            real: String::new(),
            host: self.options.host.clone(),
            source: String::new(),
            stage: Stage::Arriving,
            pass: None,
            capabilities: BTreeSet::new(),
            login: Login::Nobody,
            modes: BTreeSet::new(),
            away: None,
            channels: BTreeSet::new(),
            side: Side::Hub,
            link: Link::Alive,
            signed_on_s: self.now_s(),
            active_at: Instant::now(),
            targets: Vec::new(),
            unsent: Vec::new(),
            wake,
        };
        self.clients.insert(id, client);
        id
    }

    /// The client of a connection whose lines are being read; it exists for as long as they are.
    pub fn client(&self, id: ClientId) -> &Client {
        &self.clients[&id]
    }

    /// The same, to change.
    pub fn client_mut(&mut self, id: ClientId) -> &mut Client {
        self.clients
            .get_mut(&id)
            .expect("a client that speaks is connected")
    }

    /// Hands out what is to be written; the vector given must be empty.
    pub fn pull(&mut self, id: ClientId, into: &mut Vec<u8>) -> Pull {
        if let Some(client) = self.clients.get_mut(&id) {
            if client.link == Link::Dead || self.link == Link::Dead {
                return Pull::Wait;
            }
            if client.unsent.len() <= UNSENT_BYTES_MAX {
                std::mem::swap(&mut client.unsent, into);
                return Pull::Talk;
            }
            self.forget(id, "Max SendQ exceeded", Closing::Abrupt);
        }
        match self.departed.remove(&id) {
            Some(mut departure) => {
                std::mem::swap(&mut departure.last_words, into);
                Pull::Leave(departure.closing)
            }
            None => Pull::Leave(Closing::Orderly),
        }
    }

    /// Wakes every connection, after a change that concerns them all.
    pub fn wake_all(&self) {
        for client in self.clients.values() {
            client.wake.notify_one();
        }
    }

    /// Ends a client: the others see a QUIT with this text.
    pub fn forget(&mut self, id: ClientId, reason: &str, closing: Closing) {
        if !self.clients.contains_key(&id) {
            return;
        }
        let client = self.client(id);
        let line = Message::from(&client.source, format_args!("QUIT :{reason}"));
        let error = Message::bare(format_args!(
            "ERROR :Closing Link: {} ({reason})",
            client.host
        ));
        self.tell_peers(id, &line);
        match closing {
            Closing::Orderly => self.send(id, &error),
            Closing::Abrupt => {}
        }
        let client = self.clients.remove(&id).expect("looked up above");
        for key in &client.channels {
            self.drop_member(key, id);
        }
        for channel in self.channels.values_mut() {
            channel.invited.remove(&id);
        }
        let folded = self.fold(&client.nick);
        if self.nicks.get(&folded) == Some(&id) {
            self.nicks.remove(&folded);
        }
        let departure = Departure {
            last_words: client.unsent,
            closing,
        };
        self.departed.insert(id, departure);
        client.wake.notify_one();
    }

    /// Takes a member off a channel; an empty channel goes.
    pub fn drop_member(&mut self, key: &str, id: ClientId) {
        if let Some(client) = self.clients.get_mut(&id) {
            client.channels.remove(key);
        }
        if let Some(channel) = self.channels.get_mut(key) {
            channel.members.remove(&id);
            if channel.members.is_empty() {
                self.channels.remove(key);
            }
        }
    }

    /// The registered client of this nick that somebody on this side sees.
    pub fn find(&self, nick: &str, side: Side) -> Option<ClientId> {
        let id = self.find_anywhere(nick)?;
        (self.client(id).side == side).then_some(id)
    }

    /// The registered client of this nick, wherever it sits.
    pub fn find_anywhere(&self, nick: &str) -> Option<ClientId> {
        let id = *self.nicks.get(&self.fold(nick))?;
        (self.client(id).stage == Stage::Registered).then_some(id)
    }

    /// Whether this is the name of a channel here.
    pub fn is_channel_name(name: &str) -> bool {
        let odd = |c: char| c.is_control() || matches!(c, ' ' | ',' | ':' | '\u{fffd}');
        name.starts_with('#')
            && name.len() > 1
            && name.len() <= CHANNEL_LENGTH_MAX
            && !name.contains(odd)
    }
}
