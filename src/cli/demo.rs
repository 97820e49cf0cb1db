//! `demo`: a tournament played out on this machine, for somebody who wants to see before they read.
//!
//! It starts the loopback server, the bot by the same code as `run` does, and people over real connections: eight
//! players and a director, who know nothing but what the bot says. A week lasts half a minute.
//!
//! | file | what is there |
//! | --- | --- |
//! | `story` | what happens, in its order |
//! | `part` | playing somebody: hearing, planning, acting |
//! | `player`, `director` | their minds |
//! | `words` | the bot's sentences, as far as these people understand them |
//! | `client` | their connection |
//! | `stage` | what is printed |
//! | `pace` | how long the week is |

mod client;
mod director;
mod pace;
mod part;
mod player;
mod stage;
mod story;
mod words;

pub use pace::{WEEK_MAX, WEEK_MIN};

use super::{Exit, Streams, run};
use crate::config::{self, Config};
use crate::loopback::{self, Loopback};
use crate::store::Store;
use crate::system;
use crate::vocabulary::Span;
use anyhow::Context;
use pace::Pace;
use stage::{Narrator, Show, Shows};
use std::io;
use std::path::Path;
use story::Scene;
use tokio::sync::watch;

/// The settings that the demo's bot runs with, but for the length of the week: the example's.
const SETTINGS: &str = include_str!("../../config.example.toml");

/// How many ports are tried.
const PORTS_TRIED: u16 = 100;

/// The director.
const BOSS: &str = "Boss";

/// The director's password with services.
const BOSS_PASSWORD: &str = "boss-password";

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wishes {
    /// The port to begin with; none is the settings'.
    pub(super) port: Option<u16>,
    /// How long a week lasts.
    pub(super) week: Span,
    /// What happens after the end.
    pub(super) after: After,
}

/// What happens after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Everybody goes home.
    Leave,
    /// Server and bot stay until they are asked to stop.
    Stay,
}

/// `chessmasters demo`
pub(super) fn show(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    // What happens is seen in the channel; only trouble needs further lines.
    log::set_max_level(log::LevelFilter::Warn);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let ended = runtime.block_on(perform(wishes, streams));
    runtime.shutdown_background();
    match ended {
        Ok(()) => Ok(Exit::Done),
        Err(error) => {
            writeln!(streams.err, "{error:#}")?;
            Ok(Exit::CouldNot)
        }
    }
}

/// A server on which everybody the demo needs is registered: the bot of `config.example.toml` and its director among them.
/// The ports after the given one are tried too.
///
/// # Errors
/// When none of them is free.
pub fn open_server(port: u16) -> io::Result<Loopback> {
    let at_s = u64::try_from(system::now().as_ms() / 1_000).unwrap_or_default();
    let mut tried = Err(io::ErrorKind::AddrInUse.into());
    for port in (port..=u16::MAX).take(usize::from(PORTS_TRIED)) {
        tried = Loopback::start(loopback::Options {
            port,
            network: "Demo".to_owned(),
            started_at_s: at_s,
            ..loopback::Options::default()
        });
        match &tried {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Ok(_) | Err(_) => break,
        }
    }
    let server = tried?;
    let config = example();
    let password = config.irc.password.as_ref();
    server.register_nick(
        &config.irc.nick,
        password.map_or("", |secret| secret.reveal()),
    );
    server.register_nick(BOSS, BOSS_PASSWORD);
    for member in player::PLAYERS {
        server.register_nick(member.nick, &player_password(member.nick));
    }
    Ok(server)
}

fn player_password(nick: &str) -> String {
    format!("{}-password", nick.to_ascii_lowercase())
}

/// The example's settings.
fn example() -> Config {
    let nothing = |_: &Path| Err(io::ErrorKind::NotFound.into());
    config::read(SETTINGS, &|_| None, &nothing).expect("a test reads the example")
}

/// The demo's settings: the example's, at the demo's pace and for a server that has no limits.
fn settings(server: &Loopback, pace: Pace) -> Config {
    let mut config = example();
    config.irc.servers[0].port = server.addr().port();
    config.irc.pacing = config::Pacing::Off;
    config.irc.private_targets = 0;
    config.irc.command_limit = 0;
    pace.shrink(&mut config.defaults);
    config
}

/// Runs everything side by side until the story is over, or until a signal comes.
async fn perform(wishes: &Wishes, streams: &mut Streams<'_>) -> anyhow::Result<()> {
    let signal = run::stop_signal()?;
    tokio::pin!(signal);
    let pace = Pace::new(wishes.week);
    let wanted = wishes.port.unwrap_or(example().irc.servers[0].port);
    let server = open_server(wanted).context("no port is free for the demo's server")?;
    let config = settings(&server, pace);
    greet(wanted, &server, &config, pace, streams)?;

    let (shows, mut shown) = Shows::new();
    let mut transcript = server.transcript(&config.irc.channel);
    let (stop_bot, mut bot_stopped) = watch::channel(false);
    let (stop_people, people_stopped) = watch::channel(false);
    let store = Store::open(Path::new(":memory:"), system::now())?;
    let directing = run::direct(&config, None, store, asked_to_stop(&mut bot_stopped));
    tokio::pin!(directing);
    let playing = story::play(Scene {
        server: server.clone(),
        bot: config.irc.nick.clone(),
        channel: config.irc.channel.clone(),
        pace,
        shows,
        stop: people_stopped,
    });
    tokio::pin!(playing);
    let mut audience = Audience {
        narrator: Narrator::default(),
        streams,
    };
    let mut ended = None;
    let mut interrupted = false;
    let directed = loop {
        tokio::select! {
            biased;
            () = &mut signal, if !interrupted => {
                interrupted = true;
                audience.see(&Show::Note("Stopped.".to_owned()))?;
                stop_bot.send_replace(true);
            }
            Some(show) = shown.recv() => audience.see(&show)?,
            // A transcript that was read too slowly has a gap, and goes on.
            line = transcript.recv() => {
                if let Some(show) = line.ok().and_then(|line| Show::of_line(&line)) {
                    audience.see(&show)?;
                }
            }
            outcome = &mut playing, if ended.is_none() && !interrupted => {
                match (&outcome, wishes.after) {
                    (Ok(closing), After::Stay) => {
                        closing.iter().try_for_each(|show| audience.see(show))?;
                        audience.see(&Show::Note(invitation(&config)))?;
                    }
                    (Ok(_), After::Leave) | (Err(_), _) => drop(stop_bot.send_replace(true)),
                }
                ended = Some(outcome);
            }
            directed = &mut directing => break directed,
        }
    };
    if let (Some(Ok(closing)), After::Leave) = (&ended, wishes.after) {
        closing.iter().try_for_each(|show| audience.see(show))?;
    }
    stop_people.send_replace(true);
    server.shutdown().await;
    directed?;
    ended.map_or(Ok(()), |outcome| outcome.map(drop))
}

/// Who looks on: everything is printed at once.
struct Audience<'s, 'w> {
    narrator: Narrator,
    streams: &'s mut Streams<'w>,
}

impl Audience<'_, '_> {
    /// Prints it, with the explanation it needs.
    fn see(&mut self, show: &Show) -> io::Result<()> {
        if let Some(note) = self.narrator.note(show) {
            writeln!(self.streams.out, "{}", note.line())?;
        }
        writeln!(self.streams.out, "{}", show.line())?;
        self.streams.out.flush()
    }
}

/// Completes when everybody is to leave.
async fn asked_to_stop(stopped: &mut watch::Receiver<bool>) {
    // The sender lives as long as anybody listens; if it were gone, stopping would be right too.
    stopped.wait_for(|stop| *stop).await.ok();
}

/// What there is to see, and how to join.
fn greet(
    wanted: u16,
    server: &Loopback,
    config: &Config,
    pace: Pace,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    let port = server.addr().port();
    let Config { irc, defaults, .. } = config;
    let out = &mut streams.out;
    if wanted != port && wanted != 0 {
        writeln!(
            out,
            "Port {wanted} is taken, so the server listens on {port}.\n"
        )?;
    }
    writeln!(
        out,
        "A tournament of {} rounds on an IRC server inside this program. A week lasts {} here: the check-in\n\
         opens {} after a round is published, its cutoff is {} before the deadline.\n\n\
         You can join with any IRC client while it goes on:\n\n\
         \x20 server   127.0.0.1, port {port}, without TLS\n\
         \x20 channel  {}\n\
         \x20 nick     any; to take part it must be registered:  /msg NickServ REGISTER PASSWORD\n\n\
         Say !help in the channel, or !register: the director admits who comes late. Ctrl-C ends the demo.\n",
        director::ROUNDS,
        pace.week(),
        pace.week() - defaults.checkin_before_deadline - defaults.checkin_window,
        defaults.checkin_before_deadline,
        irc.channel,
    )?;
    out.flush()
}

/// What can be done after the end.
fn invitation(config: &Config) -> String {
    format!(
        "Server, bot and players stay until Ctrl-C. {BOSS} has gone home, so you can direct a tournament yourself:\n\n\
         \x20 /nick {BOSS}\n\
         \x20 /msg NickServ IDENTIFY {BOSS_PASSWORD}\n\
         \x20 /msg {bot} tournament new My Cup\n\
         \x20 /msg {bot} tournament open\n\n\
         The players come and register, and /msg {bot} tournament close begins the first week.\n\
         /msg {bot} help lists what else a director can say.\n",
        bot = config.irc.nick
    )
}
