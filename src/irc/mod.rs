//! The adapter between an IRC network and the desk.
//!
//! It knows servers, services, nicks and lines; it does not know what a tournament is. To the desk it says who is on
//! the channel, who they are by their services account, and what they said to the bot; from the desk it takes lines and memos,
//! and says what became of those that must not be lost ([`ports`](crate::ports)).
//!
//! | file | what it is for |
//! | --- | --- |
//! | `options` | everything an operator can choose |
//! | `supervisor`, `backoff` | connection after connection: which server, and when |
//! | `stream`, `link` | one connection: the socket, and the loop over it |
//! | `inbox` | the way to the desk, which is never waited for |
//! | `line` | bytes into lines, lines into parts |
//! | `session` | what lines and time mean: a state machine without socket or clock |
//! | `members`, `identity` | who is there, and questions who they are |
//! | `split` | netsplits |
//! | `hygiene`, `paste` | cleaning what comes in; telling a game that is pasted from talk |
//! | `splitting`, `pacer` | fitting what goes out into lines, and into the server's patience |
//! | `barrier`, `echo` | what the server has read for certain; what need not be said twice |
//! | `dialect` | how services are spoken to, as data |
//! | `rehearsal` | a connection without socket and clock, for tests and fuzzing |

mod backoff;
mod barrier;
mod dialect;
mod echo;
mod hygiene;
mod identity;
mod inbox;
mod line;
mod link;
mod members;
mod options;
mod pacer;
mod paste;
pub mod rehearsal;
mod session;
mod split;
mod splitting;
mod stream;
mod supervisor;

#[cfg(test)]
mod tests;

pub use dialect::Dialect;
pub use options::{
    Backoff, Limits, Options, Pacing, Sasl, Server, TargetLimit, Timeouts, Tls, Verb,
};

use crate::ports::{Event, Outgoing};
use std::sync::Arc;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::task::{JoinError, JoinHandle};

/// Lines the desk may hand over before the adapter has taken them.
const WISHES_MAX: usize = 1_024;

/// A line the adapter could not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many wait already; the line is given back.
    Full(Outgoing),
    /// The adapter has ended; the line is given back.
    Ended(Outgoing),
}

/// The desk's hold on the adapter.
#[derive(Debug)]
pub struct Handle {
    wishes: mpsc::Sender<Outgoing>,
    task: JoinHandle<()>,
}

impl Handle {
    /// Hands a line over, without waiting.
    ///
    /// # Errors
    /// [`Refused`], with the line, when the adapter has no room or has ended.
    pub fn send(&self, outgoing: Outgoing) -> Result<(), Refused> {
        self.wishes.try_send(outgoing).map_err(|error| match error {
            TrySendError::Full(outgoing) => Refused::Full(outgoing),
            TrySendError::Closed(outgoing) => Refused::Ended(outgoing),
        })
    }

    /// A sender for the same queue, for a desk that keeps its own.
    pub fn sender(&self) -> mpsc::Sender<Outgoing> {
        self.wishes.clone()
    }

    /// Waits until the adapter has left the network, after [`Outgoing::Quit`].
    ///
    /// # Errors
    /// When its task panicked.
    pub async fn finished(self) -> Result<(), JoinError> {
        let Handle { wishes, task } = self;
        drop(wishes);
        task.await
    }
}

/// Starts the adapter on the present runtime. It connects, and connects again, until the desk says quit or ends.
///
/// # Panics
/// Outside a tokio runtime, or without a server in the options.
pub fn start(options: Options, events: mpsc::Sender<Event>) -> Handle {
    assert!(
        !options.servers.is_empty(),
        "the options name at least one server"
    );
    let (wishes, wanted) = mpsc::channel(WISHES_MAX);
    let inbox = inbox::Inbox::new(events);
    let task = tokio::spawn(supervisor::run(Arc::new(options), inbox, wanted));
    Handle { wishes, task }
}
