//! How a loopback server behaves: its names, its limits, and the manners of the server it stands in for.
//!
//! A [`Style`] is a row of data, not a branch: whatever two kinds of server do differently is a field of
//! [`Traits`], so that a further kind is a further row.

use crate::vocabulary::CaseMapping;
use std::time::Duration;

/// The longest line on the wire with its CR and LF (RFC 1459, 2.3).
pub const LINE_BYTES_MAX: usize = 512;
/// What a client may have sent without a newline before it is taken for broken or hostile.
pub const UNREAD_BYTES_MAX: usize = 8 * 1024;
/// What may wait to be written to one client that does not read.
pub const UNSENT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// The longest nick, as on DALnet.
pub const NICK_LENGTH_MAX: usize = 30;
/// The longest channel name, as on DALnet.
pub const CHANNEL_LENGTH_MAX: usize = 32;
/// The longest user name, as on DALnet.
pub const USER_LENGTH_MAX: usize = 10;
/// The longest topic, kick reason and away text, as on DALnet.
pub const TEXT_LENGTH_MAX: usize = 307;
/// How many lines of a channel wait for a slow reader of its transcript.
pub const TRANSCRIPT_LINES_MAX: usize = 4096;

/// The kind of server this one stands in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// Capabilities, account names in WHOIS (330) and in JOIN; the way of InspIRCd with Anope.
    #[default]
    Modern,
    /// No answer to CAP, identity only as WHOIS 307 and user mode `+r`; the way of DALnet's bahamut.
    Plain,
}

/// When the `-r` that a nick change brings is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModeLoss {
    /// Before the NICK line, under the old nick.
    BeforeNick,
    /// After the NICK line, under the new nick.
    AfterNick,
}

/// What remains of an identification when its owner takes another nick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoginScope {
    /// The account stays; only the mark on the nick goes.
    Account,
    /// Nothing: identity belongs to the nick.
    Nick,
}

/// How 318 ends the answers to a WHOIS about several nicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhoisEnd {
    /// One 318 for each nick asked about.
    Each,
    /// One 318, naming only the first.
    First,
}

/// How a JOIN writes the channel's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JoinEcho {
    /// As the channel was first written.
    Stored,
    /// As this joiner typed it.
    Typed,
}

/// What NickServ's GHOST does beyond ending the other connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ghost {
    /// It also gives the nick to the one who asked, identified (Anope 2.0).
    AlsoRenames,
    /// Nothing: the one who asked takes the nick by NICK.
    OnlyKills,
}

/// Whether accounts are told: in WHOIS (330), WHOX, and to their owner (900).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accounts {
    /// They are.
    Shown,
    /// Only the mark on a nick is (307).
    Hidden,
}

/// Everything in which the styles differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// What CAP LS offers; empty means that CAP is met with silence.
    pub capabilities: &'static [&'static str],
    /// Whether accounts are told.
    pub accounts: Accounts,
    /// Where `-r` stands at a nick change.
    pub mode_loss: ModeLoss,
    /// What an identification belongs to.
    pub login_scope: LoginScope,
    /// How WHOIS ends.
    pub whois_end: WhoisEnd,
    /// The words of 307.
    pub registered_words: &'static str,
    /// How JOIN writes the channel.
    pub join_echo: JoinEcho,
    /// What GHOST does.
    pub ghost: Ghost,
    /// The numeric, and its words, for a message to services that are away.
    pub services_away: (u16, &'static str),
    /// Further ISUPPORT tokens.
    pub isupport: &'static str,
}

const MODERN: Traits = Traits {
    capabilities: &[
        "account-notify",
        "account-tag",
        "extended-join",
        "message-tags",
        "multi-prefix",
    ],
    accounts: Accounts::Shown,
    mode_loss: ModeLoss::AfterNick,
    login_scope: LoginScope::Account,
    whois_end: WhoisEnd::Each,
    registered_words: "is a registered nick",
    join_echo: JoinEcho::Stored,
    ghost: Ghost::AlsoRenames,
    services_away: (401, "No such nick"),
    isupport: "LINELEN=512 MAXTARGETS=20 WHOX",
};

const PLAIN: Traits = Traits {
    capabilities: &[],
    accounts: Accounts::Hidden,
    mode_loss: ModeLoss::BeforeNick,
    login_scope: LoginScope::Nick,
    whois_end: WhoisEnd::First,
    registered_words: "has identified for this nick",
    join_echo: JoinEcho::Typed,
    ghost: Ghost::OnlyKills,
    services_away: (440, "Services are currently down. Please try again later."),
    isupport: "TARGMAX=KICK:4,NOTICE:20,PRIVMSG:20,WHOIS:",
};

impl Style {
    /// This style's row.
    pub(super) fn traits(self) -> &'static Traits {
        match self {
            Style::Modern => &MODERN,
            Style::Plain => &PLAIN,
        }
    }
}

/// How many different people one client may write to in private, and for how long each one counts (numeric 439).
#[derive(Clone, Copy, Debug)]
pub struct TargetLimit {
    /// So many people at a time.
    pub targets_max: usize,
    /// So long does each of them count.
    pub window: Duration,
}

impl TargetLimit {
    /// Five people in 45 seconds, as bahamut has it for a client that has just come.
    pub const DALNET: TargetLimit = TargetLimit {
        targets_max: 5,
        window: Duration::from_secs(45),
    };
}

/// The price of lines: each costs time, and a client that is too far ahead waits.
#[derive(Clone, Copy, Debug)]
pub struct FloodLimit {
    /// What each line costs.
    pub per_line: Duration,
    /// What each byte of it costs beside that.
    pub per_byte: Duration,
    /// So far ahead of the clock are lines still read.
    pub ahead_max: Duration,
    /// More bytes than these waiting unread are an Excess Flood.
    pub unread_bytes_max: usize,
}

impl FloodLimit {
    /// Two seconds and a 120th of a second per byte, ten seconds ahead, 2560 bytes: measured on bahamut 2.2.4.
    pub const DALNET: FloodLimit = FloodLimit {
        per_line: Duration::from_secs(2),
        per_byte: Duration::from_nanos(1_000_000_000 / 120),
        ahead_max: Duration::from_secs(10),
        unread_bytes_max: 2560,
    };
}

/// Whether `PRIVMSG NickServ` without a server name reaches services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ServicesByNick {
    /// It does.
    #[default]
    Reached,
    /// It is refused with 487, as on DALnet.
    Refused,
}

/// The settings of one loopback server; the defaults are a friendly modern network with no limits on speed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// The kind of server.
    pub style: Style,
    /// The name of the network in 001 and 005.
    pub network: String,
    /// How nicks and channel names fold.
    pub casemapping: CaseMapping,
    /// What PASS must say; `None` asks for nothing.
    pub password: Option<String>,
    /// The host in every client's prefix; a long one makes the room for text small.
    pub host: String,
    /// The lines of the message of the day; none of them gives 422.
    pub motd: Vec<String>,
    /// A client silent for this long is sent a PING, and after as long again it is dropped.
    pub ping_interval: Duration,
    /// What the server's clock shows when it starts, in seconds since 1970: it reads no clock of its own.
    pub started_at_s: u64,
    /// How many memos one nick can keep.
    pub memos_max: usize,
    /// The limit on private targets; `None` is no limit.
    pub target_limit: Option<TargetLimit>,
    /// The price of lines; `None` lets everybody talk as fast as they can.
    pub flood_limit: Option<FloodLimit>,
    /// Whether services may be addressed by nick alone.
    pub services_by_nick: ServicesByNick,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 0,
            style: Style::Modern,
            network: "Loopback".to_owned(),
            casemapping: CaseMapping::Ascii,
            password: None,
            host: "127.0.0.1".to_owned(),
            motd: vec!["A small server on this machine only.".to_owned()],
            ping_interval: Duration::from_secs(90),
            // The first instant of 2026; any other would do.
            started_at_s: 1_767_225_600,
            memos_max: 20,
            target_limit: None,
            flood_limit: None,
            services_by_nick: ServicesByNick::Reached,
        }
    }
}

impl Options {
    /// A server with everything that makes DALnet hard: the plain style, its limits, services by full address only.
    pub fn dalnet() -> Options {
        Options {
            style: Style::Plain,
            network: "DALnet".to_owned(),
            target_limit: Some(TargetLimit::DALNET),
            flood_limit: Some(FloodLimit::DALNET),
            services_by_nick: ServicesByNick::Refused,
            ..Options::default()
        }
    }
}
