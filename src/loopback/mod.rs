//! A small IRC server on 127.0.0.1, with NickServ and MemoServ, inside the process.
//!
//! It lets the demo run on a machine with nothing but this program, and the tests stage what real networks do
//! seldom or never on demand: splits, resets, dead links, forced renames, services that are away, full memo boxes,
//! and a server with DALnet's manners. It knows nothing of the bot or of chess, keeps nothing on disk, reads no
//! clock of the machine, and listens nowhere but on the loopback address.
//!
//! [`Loopback::start`] gives a handle; its methods take effect at once and can be called from any thread. A fault is
//! seen on the wire as the clients of a real network see it, so a test waits for the line, or for the answer to a
//! PING sent afterwards, and never sleeps.
//!
//! Where it is simpler than a network: one register of nicks and channels serves both sides of a split (a nick that
//! is out of sight is still taken, modes changed on one side hold on the other), there are no operators, and
//! services keep no ChanServ.

mod channels;
mod connection;
mod delivery;
mod faults;
mod memoserv;
mod messages;
mod modes;
mod options;
mod queries;
mod registration;
mod services;
mod state;
mod transcript;
mod wire;

#[cfg(test)]
mod tests;

pub use memoserv::{Memo, MemoState};
pub use options::{
    CHANNEL_LENGTH_MAX, FloodLimit, LINE_BYTES_MAX, NICK_LENGTH_MAX, Options, ServicesByNick,
    Style, TEXT_LENGTH_MAX, TRANSCRIPT_LINES_MAX, TargetLimit, UNREAD_BYTES_MAX, UNSENT_BYTES_MAX,
    USER_LENGTH_MAX,
};
pub use services::Services;

use connection::{Shared, lock, serve};
use state::{Closing, State};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::watch;

/// How long the listener rests when the machine refuses it a further socket.
const ACCEPT_REST: Duration = Duration::from_millis(50);

/// What happens to a new connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// It is served.
    Open,
    /// It is reset without a word, as by a server that throttles reconnects.
    Shut,
}

/// A running server. Clones are handles of the same one; it ends with the last of them, or at [`Loopback::shutdown`].
#[derive(Clone)]
pub struct Loopback {
    shared: Shared,
    addr: SocketAddr,
    running: Arc<Running>,
}

/// What the listener's task and the handles share beside the state.
struct Running {
    /// Whether new connections are reset.
    shut: Arc<AtomicBool>,
    /// Told to stop; its receiver goes when the listener's socket has been closed.
    stop: watch::Sender<bool>,
    shared: Shared,
}

impl Drop for Running {
    fn drop(&mut self) {
        end(&self.stop, &self.shared);
    }
}

/// Stops listening and sends everybody away.
fn end(stop: &watch::Sender<bool>, shared: &Shared) {
    stop.send_replace(true);
    // Reached while a panic unwinds too: a state left half changed is then of no more use to anybody.
    if let Ok(mut state) = shared.lock() {
        let everybody: Vec<_> = state.clients.keys().copied().collect();
        for id in everybody {
            state.forget(id, "Server shutting down", Closing::Orderly);
        }
    }
}

impl Loopback {
    /// Starts a server on the runtime this is called from.
    ///
    /// # Errors
    ///
    /// When the port is taken, or when there is no tokio runtime to run on.
    pub fn start(options: Options) -> io::Result<Loopback> {
        let runtime = tokio::runtime::Handle::try_current().map_err(io::Error::other)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))?;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let addr = listener.local_addr()?;
        let shared = Arc::new(Mutex::new(State::new(options)));
        let shut = Arc::new(AtomicBool::new(false));
        let (stop, stopped) = watch::channel(false);
        runtime.spawn(listen(listener, shared.clone(), shut.clone(), stopped));
        let running = Running {
            shut,
            stop,
            shared: shared.clone(),
        };
        Ok(Loopback {
            shared,
            addr,
            running: Arc::new(running),
        })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Sends everybody away and stops listening; the port is free when this returns.
    pub async fn shutdown(&self) {
        end(&self.running.stop, &self.shared);
        self.running.stop.closed().await;
    }

    /// Opens or shuts the door to new connections; those that are there stay.
    pub fn door(&self, door: Door) {
        self.running
            .shut
            .store(door == Door::Shut, Ordering::SeqCst);
    }
}

/// Takes connections until told to stop.
async fn listen(
    listener: tokio::net::TcpListener,
    shared: Shared,
    shut: Arc<AtomicBool>,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stopped| *stopped) => break,
        };
        match accepted {
            Ok((stream, _)) if shut.load(Ordering::SeqCst) => {
                if let Err(error) = stream.set_zero_linger() {
                    log::debug!("loopback: cannot close by a reset: {error}");
                }
            }
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, shared.clone()));
            }
            Err(error) => {
                log::warn!("loopback: cannot accept a connection: {error}");
                tokio::time::sleep(ACCEPT_REST).await;
            }
        }
    }
    // The socket goes before the receiver, whose end `shutdown` waits for.
    drop(listener);
    drop(stopped);
}
