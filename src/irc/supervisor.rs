//! Connection after connection: which server, and when.

use super::backoff::{History, Reached};
use super::inbox::{Condition, Inbox};
use super::link::{self, Report};
use super::options::{Options, Server};
use super::session::Ending;
use super::stream;
use crate::ports::{Delivery, Event, Outgoing};
use crate::vocabulary::Span;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Runs until the desk says QUIT or ends.
pub(super) async fn run(
    options: Arc<Options>,
    mut inbox: Inbox,
    mut wishes: mpsc::Receiver<Outgoing>,
) {
    let mut history = History::default();
    for server in options.servers.iter().cycle() {
        log::info!("connecting to {}:{}", server.host, server.port);
        let attempt = attempt(server, &options, &mut inbox, &mut wishes).await;
        let Some((ending, reached)) = attempt else {
            return;
        };
        if ending == Ending::Quit {
            return;
        }
        let pause = history.pause(&ending, reached, &options.backoff, chance());
        log::warn!(
            "{}; next connection in {} s",
            link::describe(&ending),
            pause.as_secs()
        );
        if wait(pause, &mut inbox, &mut wishes).await == Wait::Quit {
            return;
        }
    }
}

/// One connection from beginning to end; `None` when the desk ended before it came about.
async fn attempt(
    server: &Server,
    options: &Arc<Options>,
    inbox: &mut Inbox,
    wishes: &mut mpsc::Receiver<Outgoing>,
) -> Option<(Ending, Reached)> {
    let connecting = tokio::time::timeout(options.timeouts.connect, stream::connect(server));
    tokio::pin!(connecting);
    let connected = loop {
        tokio::select! {
            connected = &mut connecting => break connected,
            wish = wishes.recv() => {
                if put_off(wish, inbox) == Wait::Quit {
                    return None;
                }
            }
            () = inbox.deliver(), if inbox.is_waiting() => {}
        }
    };
    let connection = match connected {
        Ok(Ok(connection)) => connection,
        Ok(Err(error)) => {
            let reason = error.to_string();
            return Some((Ending::Unreachable { reason }, Reached::Nothing));
        }
        Err(_elapsed) => {
            let reason = "it takes too long".to_owned();
            return Some((Ending::Unreachable { reason }, Reached::Nothing));
        }
    };
    let Report {
        ending,
        welcomed_at,
    } = link::run(connection, Arc::clone(options), inbox, wishes).await;
    let reached = match welcomed_at {
        Some(at) => Reached::Welcome {
            lasted: Instant::now().duration_since(at),
        },
        None => Reached::Connection,
    };
    Some((ending, reached))
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    Continue,
    Quit,
}

/// Waits, and gives the desk its durable lines back meanwhile.
async fn wait(pause: Duration, inbox: &mut Inbox, wishes: &mut mpsc::Receiver<Outgoing>) -> Wait {
    let sleep = tokio::time::sleep(pause);
    tokio::pin!(sleep);
    loop {
        if inbox.condition() == Condition::Closed {
            return Wait::Quit;
        }
        tokio::select! {
            () = &mut sleep => return Wait::Continue,
            wish = wishes.recv() => {
                if put_off(wish, inbox) == Wait::Quit {
                    return Wait::Quit;
                }
            }
            () = inbox.deliver(), if inbox.is_waiting() => {}
        }
    }
}

/// There is no connection: replies have nobody to go to, and durable lines come back.
fn put_off(wish: Option<Outgoing>, inbox: &mut Inbox) -> Wait {
    let notice = match wish {
        None | Some(Outgoing::Quit { .. }) => return Wait::Quit,
        Some(Outgoing::Line { notice, .. }) => notice,
        Some(Outgoing::Memo { notice, .. }) => Some(notice),
    };
    if let Some(notice) = notice {
        let after = Span::from_secs(30);
        let delivery = Delivery::TryLater { after };
        let talk = inbox.push(Event::Handled { notice, delivery });
        assert!(talk.is_none(), "only talk is given back");
    }
    Wait::Continue
}

/// A number from 0 to 1 that differs between bots and between times: the keys the standard library draws for its hash maps.
fn chance() -> f64 {
    let drawn = RandomState::new().build_hasher().finish();
    f64::from(u32::try_from(drawn >> 32).unwrap_or(0)) / f64::from(u32::MAX)
}
