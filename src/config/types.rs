//! What comes out of a settings file, with the defaults of everything that may be left out.

use super::problem::Problem;
use crate::rating::{System, fide, glicko};
use crate::tournament::{RatingPolicy, Settings};
use crate::vocabulary::{Secret, Span};
use log::LevelFilter;
use std::path::PathBuf;

/// All that an operator chooses.
#[derive(Clone, Debug)]
pub struct Config {
    /// `[irc]`: the network, and how to behave there.
    pub irc: Irc,
    /// `[services]`: what the network's services call things, where they differ from the preset.
    pub services: ServicesWords,
    /// `[bot]`: the bot itself.
    pub bot: Bot,
    /// `[ratings]`: how players are rated.
    pub ratings: Ratings,
    /// `[engine]`: a chess engine for directors.
    pub engine: Engine,
    /// `[defaults]`: what a new tournament starts from; its name is empty.
    pub defaults: Settings,
    /// What is doubtful in the file, though it can be used.
    pub warnings: Vec<Problem>,
}

/// `[irc]`
#[derive(Clone, Debug)]
pub struct Irc {
    /// The servers of the network, tried in turn; at least one.
    pub servers: Vec<Server>,
    /// More certificates to trust, as PEM, for a network that vouches for itself.
    pub tls_ca_file: Option<PathBuf>,
    /// The password of the server itself.
    pub server_password: Option<Secret>,
    /// The bot's nick.
    pub nick: String,
    /// The name before the `@` of the bot's address.
    pub username: String,
    /// The real name that WHOIS shows.
    pub realname: String,
    /// The channel.
    pub channel: String,
    /// Its key, where it has one.
    pub channel_key: Option<Secret>,
    /// Whose services the network has.
    pub services: Services,
    /// The password of the bot's nick with services.
    pub password: Option<Secret>,
    /// When the password is given by SASL.
    pub sasl: Sasl,
    /// How fast lines may leave.
    pub pacing: Pacing,
    /// To how many different people private lines may go within 45 seconds; 0 for no limit.
    pub private_targets: u32,
    /// How lines to the channel are said.
    pub channel_verb: Verb,
    /// How lines to one person are said.
    pub private_verb: Verb,
    /// The least pause between two connections.
    pub reconnect_min: Span,
    /// The longest pause between two connections after ordinary failures.
    pub reconnect_max: Span,
    /// How many commands one person may give in a minute; 0 for no limit.
    pub command_limit: u32,
    /// The pause between two memos.
    pub memo_gap: Span,
}

/// A server of the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whether the connection is encrypted.
    pub tls: Tls,
}

/// Whether a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// Plain TCP.
    Off,
    /// TLS from the first byte.
    On,
}

/// Whose services a network has: their commands and their wording differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Services {
    /// DALnet's own.
    Dalnet,
    /// Anope.
    Anope,
    /// Atheme.
    Atheme,
    /// None: nobody can prove who they are, and there are no memos.
    None,
}

/// When the bot's password is given by SASL, where the server offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sasl {
    /// Never: services get it by their command.
    Off,
    /// On encrypted connections.
    Tls,
    /// On every connection.
    Always,
}

/// The verb a line is said with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// As people talk.
    Privmsg,
    /// As some networks want it of bots.
    Notice,
}

/// `[services]`: what is set replaces the word of the preset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServicesWords {
    /// The command that gives the password.
    pub identify: Option<String>,
    /// The commands that free the bot's nick.
    pub regain: Option<Vec<String>>,
    /// The command that gives up services' hold on it.
    pub release: Option<String>,
    /// The command that leaves a memo.
    pub memo: Option<String>,
    /// The nick of the service for nicks.
    pub nick_service: Option<String>,
    /// The nick of the service for memos.
    pub memo_service: Option<String>,
    /// The `user@host` of services.
    pub services_mask: Option<String>,
    /// Answers that mean the password is of no use.
    pub login_refused: Option<Vec<String>>,
    /// Answers that mean a memo was taken.
    pub memo_sent: Option<Vec<String>>,
    /// Answers that mean it never will be.
    pub memo_refused: Option<Vec<String>>,
    /// Answers that mean it may be later.
    pub memo_later: Option<Vec<String>>,
}

/// How fast lines may leave, by the kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    /// As DALnet's server counts: a burst of about five lines, then one every two seconds, longer ones slower.
    Bahamut,
    /// A burst of a few, then one line every two seconds whatever its length, as InspIRCd counts.
    Strict,
    /// As fast as the server takes them: for a server that trusts the bot.
    Off,
}

/// `[bot]`
#[derive(Clone, Debug)]
pub struct Bot {
    /// The file everything is kept in.
    pub database: PathBuf,
    /// The accounts that direct from the first day on, as their owners write them.
    pub directors: Vec<String>,
    /// How often the bot notes that it is alive; an absence after a crash is known to this precision.
    pub heartbeat: Span,
    /// How much is logged.
    pub log: LevelFilter,
}

/// `[engine]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The program, where there is one; without a slash it is looked for where programs are.
    pub program: Option<PathBuf>,
    /// How long it looks at a position.
    pub time: Span,
}

/// `[ratings]`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratings {
    /// The system, or none.
    pub system: RatingSystem,
    /// The points of somebody new.
    pub initial: u16,
    /// The fewest points, in FIDE's system.
    pub floor: u16,
    /// With fewer games than this a rating is marked as provisional.
    pub provisional_games: u32,
}

/// How ratings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingSystem {
    /// FIDE's.
    Fide,
    /// Glicko-2.
    Glicko2,
    /// Not at all.
    Off,
}

impl Ratings {
    /// What the rules need to know.
    pub fn policy(&self) -> Option<RatingPolicy> {
        let initial = self.initial;
        let system = match self.system {
            RatingSystem::Fide => System::Fide(fide::Rules {
                initial,
                floor: self.floor,
            }),
            RatingSystem::Glicko2 => System::Glicko2(glicko::Rules {
                initial,
                ..glicko::Rules::default()
            }),
            RatingSystem::Off => return None,
        };
        Some(RatingPolicy {
            system,
            provisional_games: self.provisional_games,
        })
    }
}

impl Default for Ratings {
    fn default() -> Ratings {
        let fide::Rules { initial, floor } = fide::Rules::default();
        Ratings {
            system: RatingSystem::Fide,
            initial,
            floor,
            provisional_games: 10,
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            program: None,
            time: Span::from_secs(5),
        }
    }
}

impl Default for Irc {
    /// The defaults; what has none is empty, and [`read`](super::read) insists on it.
    fn default() -> Irc {
        Irc {
            servers: Vec::new(),
            tls_ca_file: None,
            server_password: None,
            nick: String::new(),
            username: "chess".to_owned(),
            realname: "Chess tournament director".to_owned(),
            channel: String::new(),
            channel_key: None,
            services: Services::Dalnet,
            password: None,
            sasl: Sasl::Tls,
            pacing: Pacing::Bahamut,
            private_targets: 4,
            channel_verb: Verb::Privmsg,
            private_verb: Verb::Privmsg,
            reconnect_min: Span::from_secs(30),
            reconnect_max: Span::from_minutes(10),
            command_limit: 12,
            memo_gap: Span::from_secs(4),
        }
    }
}

impl Default for Bot {
    fn default() -> Bot {
        Bot {
            database: PathBuf::from("chessmasters.db"),
            directors: Vec::new(),
            heartbeat: Span::from_secs(30),
            log: LevelFilter::Info,
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            irc: Irc::default(),
            services: ServicesWords::default(),
            bot: Bot::default(),
            ratings: Ratings::default(),
            engine: Engine::default(),
            defaults: Settings::new(""),
            warnings: Vec::new(),
        }
    }
}
