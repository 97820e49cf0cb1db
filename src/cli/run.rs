//! `run`: connects the store, the desk and the network, and keeps them going until it is asked to stop.

use super::{Exit, Streams, settings};
use crate::config::{self, Config};
use crate::desk::{self, Adapters, Desk, Ended};
use crate::ports::Event;
use crate::store::Store;
use crate::vocabulary::Span;
use crate::{command, engine, irc, phrasing, system};
use anyhow::Context;
use std::future::Future;
use std::io;
use std::path::Path;
use std::time::Duration;
use tokio::sync::mpsc;

/// The most events that wait for the desk. A burst of a thousand commands fits; a desk that is further behind has
/// worse troubles, and the adapter then drops chat and keeps what matters.
const EVENTS_MAX: usize = 4_096;

/// How long the network may take to let the bot go, and the system to end an engine.
const FAREWELL: Duration = Duration::from_secs(5);

/// The bounds within which the heartbeat says after how much silence the server is asked whether it is there.
const IDLE_MIN: Duration = Duration::from_secs(10);
const IDLE_MAX: Duration = Duration::from_secs(60);

/// How long to wait before the adapter is started anew, should it ever end by itself.
const RESTART_PAUSE: Duration = Duration::from_secs(30);

/// `chessmasters run --config FILE`
pub fn run(file: &Path, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let config = match settings(file, streams)? {
        Ok(config) => config,
        Err(exit) => return Ok(exit),
    };
    log::set_max_level(config.bot.log);
    if let Err(error) = serve(&config, file) {
        writeln!(streams.err, "{error:#}")?;
        return Ok(Exit::CouldNot);
    }
    Ok(Exit::Done)
}

/// Opens the database and directs until a signal comes.
fn serve(config: &Config, file: &Path) -> anyhow::Result<()> {
    let path = &config.bot.database;
    let store = Store::open(path, system::now())
        .with_context(|| format!("the database {} cannot be used", path.display()))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the runtime cannot be started")?;
    let ended = runtime.block_on(async {
        let stop = stop_signal()?;
        direct(config, Some(file), store, stop).await
    });
    // Tasks that are still connecting need not be waited for.
    runtime.shutdown_background();
    ended
}

/// Completes when the operator asks the program to stop: SIGINT or SIGTERM.
///
/// # Errors
/// When the signals cannot be listened to.
pub(super) fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be listened to")?;
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be listened to")?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Directs until `stop` completes: then the bot says farewell and leaves. `file` is where the settings come from, where they
/// come from a file.
///
/// # Errors
/// When the store fails for good.
pub(super) async fn direct(
    config: &Config,
    file: Option<&Path>,
    store: Store,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let options = desk::Options {
        directors: config.bot.directors.clone(),
        defaults: config.defaults.clone(),
        ratings: config.ratings.policy(),
        settings_file: file.map(|file| {
            // Where the current folder is gone, the name as given is the best there is.
            let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
            whole.display().to_string()
        }),
        engine: config.engine.program.as_ref().map(|_| config.engine.time),
        heartbeat: config.bot.heartbeat,
        seeds: Box::new(system::seed),
    };
    let mut desk =
        Desk::open(store, options, system::now()).context("the database cannot be read")?;
    let (events, mut arriving) = mpsc::channel(EVENTS_MAX);
    let mut network = irc::start(adapter_options(config), events.clone());
    let engine = engine_options(config).map(|options| engine::start(options, events.clone()));
    tokio::pin!(stop);
    let mut stopping = false;
    loop {
        let adapters = Adapters {
            network: network.sender(),
            engine: engine.as_ref().map(engine::Handle::sender),
        };
        let running = desk::run(&mut desk, &mut arriving, &adapters, system::now);
        tokio::pin!(running);
        let ended = loop {
            tokio::select! {
                ended = &mut running => break ended.context("the database failed")?,
                () = &mut stop, if !stopping => {
                    stopping = true;
                    // A full queue is not waited for: the signal would be lost if its reader were gone.
                    events.try_send(Event::Stop).context("the desk does not answer")?;
                }
            }
        };
        match ended {
            Ended::Stopped | Ended::NoMoreEvents => break,
            Ended::NetworkGone if stopping => break,
            Ended::NetworkGone => {
                log::error!(
                    "the IRC adapter ended by itself; it is started anew in {RESTART_PAUSE:?}"
                );
                tokio::select! {
                    () = &mut stop => break,
                    () = tokio::time::sleep(RESTART_PAUSE) => {}
                }
                network = irc::start(adapter_options(config), events.clone());
            }
        }
    }
    tokio::join!(
        within_farewell("the server did not let go", network.finished()),
        async {
            if let Some(engine) = engine {
                within_farewell("the engine did not end", engine.finished()).await;
            }
        },
    );
    Ok(())
}

/// Waits for something to come to its end, but not for long.
async fn within_farewell<E>(trouble: &str, ending: impl Future<Output = Result<(), E>>) {
    match tokio::time::timeout(FAREWELL, ending).await {
        // A task that panicked has said so, and is over.
        Ok(Ok(()) | Err(_)) => {}
        Err(_elapsed) => log::warn!("{trouble} within {FAREWELL:?}"),
    }
}

/// The settings of the engine in its own words, where there is one.
pub(super) fn engine_options(config: &Config) -> Option<engine::Options> {
    let program = config.engine.program.clone()?;
    Some(engine::Options {
        program,
        time: duration(config.engine.time),
        patience: engine::Patience::default(),
    })
}

fn duration(span: Span) -> Duration {
    Duration::from_millis(span.as_ms().max(0).unsigned_abs())
}

/// The settings in the adapter's own words.
fn adapter_options(config: &Config) -> irc::Options {
    let settings = &config.irc;
    let first = server(&settings.servers[0], settings);
    let mut options = irc::Options::new(first, &settings.nick, &settings.channel);
    options.servers = settings
        .servers
        .iter()
        .map(|one| server(one, settings))
        .collect();
    options.server_password = settings.server_password.clone();
    options.username = settings.username.clone();
    options.realname = settings.realname.clone();
    options.channel_key = settings.channel_key.clone();
    options.nickserv_password = settings.password.clone();
    options.dialect = match settings.services {
        config::Services::Dalnet => irc::Dialect::dalnet(),
        config::Services::Anope => irc::Dialect::anope(),
        config::Services::Atheme => irc::Dialect::atheme(),
        config::Services::None => irc::Dialect::none(),
    };
    reword(&mut options.dialect, &config.services);
    options.sasl = match settings.sasl {
        config::Sasl::Off => irc::Sasl::Off,
        config::Sasl::Tls => irc::Sasl::OverTls,
        config::Sasl::Always => irc::Sasl::Always,
    };
    options.channel_verb = verb(settings.channel_verb);
    options.private_verb = verb(settings.private_verb);
    options.pacing = pacing(settings.pacing);
    options.target_limit = match usize::try_from(settings.private_targets) {
        Ok(0) | Err(_) => irc::TargetLimit::Off,
        Ok(people) => irc::TargetLimit::On {
            people,
            window: Duration::from_secs(45),
        },
    };
    options.timeouts.memo_gap = duration(settings.memo_gap);
    // After a crash the absence counts from when the server was last heard: on a quiet channel, its answer to this.
    options.timeouts.idle = duration(config.bot.heartbeat).clamp(IDLE_MIN, IDLE_MAX);
    options.backoff.floor = duration(settings.reconnect_min);
    options.backoff.cap = duration(settings.reconnect_max);
    options.limits.commands_per_minute = settings.command_limit;
    options.limits.deaf_words = phrasing::TOO_MANY_COMMANDS.to_owned();
    options.limits.busy_words = phrasing::BUSY.to_owned();
    options.limits.lost_moves_words = phrasing::LOST_MOVES.to_owned();
    if settings.command_limit == 0 {
        // Who may say as much as they like, is answered each time.
        options.limits.echo = Duration::ZERO;
    }
    options.wants_identity = command::wants_identity;
    options.version = concat!("chessmasters ", env!("CARGO_PKG_VERSION")).to_owned();
    options
}

/// What the operator says of the network's services in place of the preset.
fn reword(dialect: &mut irc::Dialect, words: &config::ServicesWords) {
    fn set<T: Clone>(place: &mut T, word: &Option<T>) {
        if let Some(word) = word {
            place.clone_from(word);
        }
    }
    set(&mut dialect.identify, &words.identify);
    set(&mut dialect.regain, &words.regain);
    set(&mut dialect.release, &words.release);
    set(&mut dialect.memo, &words.memo);
    set(&mut dialect.nick_service, &words.nick_service);
    set(&mut dialect.memo_service, &words.memo_service);
    set(&mut dialect.services_mask, &words.services_mask);
    set(&mut dialect.login_refused, &words.login_refused);
    set(&mut dialect.memo_sent, &words.memo_sent);
    set(&mut dialect.memo_refused, &words.memo_refused);
    set(&mut dialect.memo_later, &words.memo_later);
}

fn verb(verb: config::Verb) -> irc::Verb {
    match verb {
        config::Verb::Privmsg => irc::Verb::Privmsg,
        config::Verb::Notice => irc::Verb::Notice,
    }
}

fn server(server: &config::Server, settings: &config::Irc) -> irc::Server {
    let tls = match server.tls {
        config::Tls::Off => irc::Tls::Off,
        config::Tls::On => irc::Tls::On {
            ca_file: settings.tls_ca_file.clone(),
        },
    };
    irc::Server {
        host: server.host.clone(),
        port: server.port,
        tls,
    }
}

fn pacing(pacing: config::Pacing) -> irc::Pacing {
    match pacing {
        config::Pacing::Bahamut => irc::Pacing::default(),
        // Lines are counted and not bytes, as InspIRCd does it at its strictest.
        config::Pacing::Strict => irc::Pacing::Debt {
            line: Duration::from_secs(2),
            bytes_per_second: u32::MAX,
            ahead: Duration::from_secs(6),
        },
        config::Pacing::Off => irc::Pacing::Off,
    }
}
