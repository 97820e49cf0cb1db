//! The networks the bot is tried on: real servers with real services, as Debian has them, and the project's own.

use super::bot::signal;
use chessmasters::loopback::{Loopback, Options};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// How many ports in a row a network of two servers takes.
const PORTS: u16 = 10;
/// Below the ports the system gives to outgoing connections.
const FIRST_PORT: u16 = 20_000;
const LAST_PORT: u16 = 32_000;

/// A network of real servers, started for one test and stopped with it.
pub struct Network {
    folder: TempDir,
    /// The first port.
    pub base: u16,
}

impl Network {
    /// Two InspIRCd servers with services.
    ///
    /// # Panics
    /// When they cannot be started: a test that needs a network does not pass without one.
    pub fn inspircd(services: &str, more: &[(&str, &str)]) -> Network {
        let network = Network::at(free_ports(PORTS));
        let base = network.base.to_string();
        let mut settings = vec![("BASE", base.as_str()), ("SERVICES", services)];
        settings.extend_from_slice(more);
        network.script("start.sh", &settings);
        network
    }

    /// One ngIRCd.
    pub fn ngircd() -> Network {
        let network = Network::at(free_ports(1));
        let port = network.base.to_string();
        network.script("ngircd.sh", &[("PORT", &port)]);
        network
    }

    fn at(base: u16) -> Network {
        let folder = TempDir::new().expect("a folder");
        // The servers run as a user who has to reach it.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("its mode");
        Network { folder, base }
    }

    /// An address of the network: 0 is the hub without limits, 1 the strict one, 5 the leaf.
    pub fn addr(&self, offset: u16) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.base + offset))
    }

    /// What an operator does: `squit`, `connect`, `kill` …
    pub fn operate(&self, words: &[&str]) {
        let output = Command::new("python3")
            .arg(scripts().join("ircctl.py"))
            .args(["--port", &self.base.to_string()])
            .args(words)
            .output()
            .expect("python3 is there");
        assert!(
            output.status.success(),
            "ircctl {words:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Sends a signal to one of its processes: `hub`, `leaf`, `anope`, `atheme`, `ngircd`.
    pub fn signal(&self, process: &str, name: &str) {
        let file = self.folder.path().join(format!("{process}.runpid"));
        let pid = fs::read_to_string(&file).expect("it was started");
        signal(pid.trim().parse().expect("a process id"), name);
    }

    /// Starts the one ngIRCd again, after its end.
    pub fn start_ngircd_again(&self) {
        let port = self.base.to_string();
        self.script("ngircd.sh", &[("PORT", &port)]);
    }

    fn script(&self, name: &str, settings: &[(&str, &str)]) {
        let output = Command::new(scripts().join(name))
            .env("RUNDIR", self.folder.path())
            .envs(settings.iter().copied())
            .output()
            .expect("tests/ircd is there");
        assert!(
            output.status.success(),
            "tests/ircd/{name} failed (tests/packages.sh installs what it needs): {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let stopped = Command::new(scripts().join("stop.sh"))
            .env("RUNDIR", self.folder.path())
            .output();
        match stopped {
            Ok(output) if output.status.success() => {}
            // Reached while a test fails, too: a second panic would hide the first.
            other => eprintln!("tests/ircd/stop.sh: {other:?}"),
        }
    }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ircd")
}

/// The first of so many ports in a row that nobody listens on.
fn free_ports(count: u16) -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let spread = u16::try_from(std::process::id() % 1_100).expect("it is small");
    for _ in 0..1_000 {
        let step = spread.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed) * 7) % 1_100;
        let base = FIRST_PORT + step * PORTS;
        let free = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
        if base + count < LAST_PORT && (base..base + count).all(free) {
            return base;
        }
    }
    panic!("no {count} free ports in a row");
}

/// The project's own server, on a thread of its own.
pub struct Staged {
    /// Its handle.
    pub server: Loopback,
    stop: Option<oneshot::Sender<()>>,
}

impl Staged {
    /// Starts one.
    pub fn start(options: Options) -> Staged {
        let (started, starting) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let server = Loopback::start(options).expect("a free port");
                started.send(server).expect("somebody waits for it");
                // Either way it is over.
                let _ = stopped.await;
            });
        });
        Staged {
            server: starting.recv().expect("it starts"),
            stop: Some(stop),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // Its thread may have ended with the test.
            let _ = stop.send(());
        }
    }
}
