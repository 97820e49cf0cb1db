//! The real program as a process of its own, with a folder of its own: started, killed, asked to stop.

use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long the program may take to end.
const ENDING: Duration = Duration::from_secs(10);

/// What differs between the bots of these tests.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Where it connects.
    pub port: u16,
    /// Its nick.
    pub nick: String,
    /// Its password with services; none on a network without.
    pub password: Option<String>,
    /// Its channel.
    pub channel: String,
    /// `anope`, `atheme`, `dalnet` or `none`.
    pub services: &'static str,
    /// `bahamut` or `off`.
    pub pacing: &'static str,
    /// How many commands somebody may give in a minute.
    pub command_limit: u32,
    /// The director's account.
    pub director: String,
    /// How much it logs.
    pub log: &'static str,
    /// Lines of the section `defaults`.
    pub defaults: String,
}

/// The program and its folder. It is killed when this goes.
pub struct Bot {
    folder: TempDir,
    child: Option<Child>,
}

impl Bot {
    /// Writes the settings; starts nothing.
    pub fn new(wanted: &Wanted) -> Bot {
        let folder = TempDir::new().expect("a folder");
        let password = match &wanted.password {
            Some(password) => format!("password = \"{password}\"\n"),
            None => String::new(),
        };
        let text = format!(
            "[irc]\nservers = [\"127.0.0.1:{}\"]\nnick = \"{}\"\nchannel = \"{}\"\nservices = \"{}\"\n{password}\
             pacing = \"{}\"\nprivate_targets = 0\nreconnect_min = \"1s\"\nreconnect_max = \"2s\"\ncommand_limit = {}\n\
             memo_gap = \"1s\"\n[bot]\ndatabase = \"wire.db\"\ndirectors = [\"{}\"]\nheartbeat = \"1s\"\nlog = \"{}\"\n\
             [defaults]\n{}\n",
            wanted.port,
            wanted.nick,
            wanted.channel,
            wanted.services,
            wanted.pacing,
            wanted.command_limit,
            wanted.director,
            wanted.log,
            wanted.defaults
        );
        fs::write(folder.path().join("bot.toml"), text).expect("the settings are written");
        Bot {
            folder,
            child: None,
        }
    }

    /// The settings file.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("bot.toml")
    }

    /// Starts the program.
    pub fn start(&mut self) {
        assert!(self.child.is_none(), "it runs already");
        let log = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.log_path())
            .expect("the log");
        let child = Command::new(env!("CARGO_BIN_EXE_chessmasters"))
            .args(["run", "--config"])
            .arg(self.config())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        self.child = Some(child);
    }

    /// Runs the program a second time on the same settings, to its end.
    pub fn run_beside(&self) -> Output {
        Command::new(env!("CARGO_BIN_EXE_chessmasters"))
            .args(["run", "--config"])
            .arg(self.config())
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        let mut child = self.child.take().expect("it runs");
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }

    /// Sends a signal by name: `TERM`, `INT`.
    pub fn signal(&self, name: &str) {
        signal(self.pid(), name);
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Waits for its end.
    pub fn ended(&mut self) -> ExitStatus {
        let mut child = self.child.take().expect("it runs");
        let until = Instant::now() + ENDING;
        loop {
            if let Some(status) = child.try_wait().expect("it can be waited for") {
                return status;
            }
            if Instant::now() > until {
                child.kill().expect("it can be killed");
                panic!("the program did not end in {ENDING:?}: {}", self.log());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What it logged, all starts together.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log.txt")
    }

    /// Its database, to look at.
    pub fn database(&self) -> Connection {
        let path = self.folder.path().join("wire.db");
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .expect("the database is there");
        database.busy_timeout(ENDING).expect("a pragma");
        database
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself; then there is nothing to kill.
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            let last = &lines[lines.len().saturating_sub(25)..];
            eprintln!("the bot's last lines:\n{}", last.join("\n"));
        }
    }
}

/// Sends a signal to a process that this test started.
pub fn signal(pid: u32, name: &str) {
    let status = Command::new("/bin/sh")
        .args(["-c", &format!("kill -{name} {pid}")])
        .status()
        .expect("there is a shell");
    assert!(status.success(), "kill -{name} {pid}");
}
