//! Everything about the connection that an operator can choose.

use super::dialect::Dialect;
use crate::vocabulary::Secret;
use std::path::PathBuf;
use std::time::Duration;

/// How a connection is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tls {
    /// Plain TCP.
    Off,
    /// TLS; the server's certificate must be vouched for by the system's roots or by the given file.
    On {
        /// More certificates to trust, as PEM: for a network with its own authority or a self-signed one.
        ca_file: Option<PathBuf>,
    },
}

/// A server of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How to talk to it.
    pub tls: Tls,
}

/// How fast lines may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    /// As fast as the server takes them: for servers that trust the bot.
    Off,
    /// As bahamut counts: each line costs a fixed time and some more for its length, and the server reads only
    /// so far ahead of that clock.
    Debt {
        /// What a line costs whatever its length.
        line: Duration,
        /// How many bytes cost another second.
        bytes_per_second: u32,
        /// How far ahead of the clock lines may run; less than what the server allows (bahamut: 10 s).
        ahead: Duration,
    },
}

impl Default for Pacing {
    fn default() -> Pacing {
        Pacing::Debt {
            line: Duration::from_secs(2),
            bytes_per_second: 120,
            ahead: Duration::from_secs(6),
        }
    }
}

/// The limit some servers put on how many different people get private lines (bahamut's 439).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetLimit {
    /// The server has none.
    Off,
    /// At most this many people within the window.
    On {
        /// How many; bahamut allows five, one is left for answers by hand.
        people: usize,
        /// How long each one counts.
        window: Duration,
    },
}

/// When the bot's password is given by SASL, where the server offers it; else services get it by their command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sasl {
    /// Never.
    Off,
    /// On connections that others cannot read.
    OverTls,
    /// On every connection. Services' command would show the password just as well on a plain one, and SASL has the bot
    /// identified before it is welcome.
    Always,
}

/// The verb a line is said with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `PRIVMSG`, which nobody's settings hide.
    Privmsg,
    /// `NOTICE`, as bots do on some networks; a channel may refuse it silently.
    Notice,
}

/// How long things may take, and how long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// TCP and TLS together.
    pub connect: Duration,
    /// From the connection to the server's welcome.
    pub welcome: Duration,
    /// Services' answer to the bot's password, before it joins without.
    pub login: Duration,
    /// Silence after which the server is asked whether it is there.
    pub idle: Duration,
    /// How long it may take to answer that.
    pub pong: Duration,
    /// The answer to a question who somebody is.
    pub whois: Duration,
    /// How long such an answer holds where the server does not tell of changes.
    pub identity: Duration,
    /// The answer of the memo service.
    pub memo: Duration,
    /// Between two memos.
    pub memo_gap: Duration,
    /// After a kick.
    pub rejoin: Duration,
    /// After another kick soon after.
    pub rejoin_again: Duration,
    /// How long those lost in a netsplit are waited for.
    pub split: Duration,
    /// How long no more quits must come before a netsplit is told of as one.
    pub split_settle: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts {
            connect: seconds(15),
            welcome: seconds(60),
            login: seconds(15),
            idle: seconds(60),
            pong: seconds(30),
            whois: seconds(15),
            identity: seconds(120),
            memo: seconds(30),
            memo_gap: seconds(4),
            rejoin: seconds(30),
            rejoin_again: seconds(600),
            split: seconds(600),
            split_settle: seconds(1),
        }
    }
}

/// How long to stay away from a network that let the bot go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    /// The least pause between two connections.
    pub floor: Duration,
    /// The most after ordinary failures.
    pub cap: Duration,
    /// The least after a reset before the welcome: that is how bahamut shows a throttle.
    pub throttled: Duration,
    /// After a ban or an explicit throttle; four times that from the second one on.
    pub banned: Duration,
    /// How long a connection must last to forget earlier failures.
    pub settled: Duration,
}

impl Default for Backoff {
    fn default() -> Backoff {
        let seconds = Duration::from_secs;
        Backoff {
            floor: seconds(30),
            cap: seconds(600),
            throttled: seconds(130),
            banned: seconds(900),
            settled: seconds(300),
        }
    }
}

/// What one person, and what the queues, may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Commands one nick may give in a minute; 0 for no limit.
    pub commands_per_minute: u32,
    /// Lines of a game that one nick may paste in a minute, where commands are limited.
    pub moves_per_minute: u32,
    /// Their bytes.
    pub moves_bytes_per_minute: usize,
    /// How long somebody above one of these is not heard.
    pub deaf: Duration,
    /// What they are told once; empty for nothing.
    pub deaf_words: String,
    /// How long the same answer to the same person is not said again right after itself; zero for always saying it.
    pub echo: Duration,
    /// What somebody is told whose line was dropped because too many waited; empty for nothing.
    pub busy_words: String,
    /// The same where the line was one of a game that they paste.
    pub lost_moves_words: String,
    /// Lines that may wait to be sent before replies are dropped.
    pub lines: usize,
    /// Their bytes.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            commands_per_minute: 12,
            moves_per_minute: 200,
            moves_bytes_per_minute: 64 * 1024,
            deaf: Duration::from_secs(300),
            deaf_words: String::new(),
            echo: Duration::from_secs(10),
            busy_words: String::new(),
            lost_moves_words: String::new(),
            lines: 200,
            bytes: 64 * 1024,
        }
    }
}

/// The whole of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The servers, tried in turn; at least one.
    pub servers: Vec<Server>,
    /// The password of the server itself, where it wants one.
    pub server_password: Option<Secret>,
    /// The bot's nick.
    pub nick: String,
    /// The user name shown before the host.
    pub username: String,
    /// The real name shown in WHOIS.
    pub realname: String,
    /// The channel.
    pub channel: String,
    /// Its key.
    pub channel_key: Option<Secret>,
    /// The password of the bot's nick with services.
    pub nickserv_password: Option<Secret>,
    /// When to give it by SASL.
    pub sasl: Sasl,
    /// How services are spoken to.
    pub dialect: Dialect,
    /// How fast lines may leave.
    pub pacing: Pacing,
    /// How many people may get private lines.
    pub target_limit: TargetLimit,
    /// How lines to the channel are said.
    pub channel_verb: Verb,
    /// How lines to one person are said.
    pub private_verb: Verb,
    /// The longest text in one line, in bytes, where the 512 of the protocol would allow more.
    pub text_max_bytes: usize,
    /// How long things may take.
    pub timeouts: Timeouts,
    /// How long to stay away.
    pub backoff: Backoff,
    /// What one person may do.
    pub limits: Limits,
    /// Whether a line's answer depends on who says it; those that do not are not held up by a WHOIS.
    pub wants_identity: fn(&str) -> bool,
    /// What CTCP VERSION is answered with; empty for no answer.
    pub version: String,
}

impl Options {
    /// Options for one server, with everything else as it is by default.
    pub fn new(server: Server, nick: &str, channel: &str) -> Options {
        Options {
            servers: vec![server],
            server_password: None,
            nick: nick.to_owned(),
            username: "chess".to_owned(),
            realname: nick.to_owned(),
            channel: channel.to_owned(),
            channel_key: None,
            nickserv_password: None,
            sasl: Sasl::OverTls,
            dialect: Dialect::none(),
            pacing: Pacing::default(),
            target_limit: TargetLimit::Off,
            channel_verb: Verb::Privmsg,
            private_verb: Verb::Privmsg,
            text_max_bytes: 400,
            timeouts: Timeouts::default(),
            backoff: Backoff::default(),
            limits: Limits::default(),
            wants_identity: |_| true,
            version: String::new(),
        }
    }
}
