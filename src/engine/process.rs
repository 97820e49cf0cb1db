//! The engine as a process: started, spoken to, heard, ended.
//!
//! It is a program of somebody else's, and the machine is the bot's: so it gets none of the bot's environment (passwords may
//! be in it) but where programs are found, limits to its memory and its time on the processor, and a process group of its own, which
//! is killed as a whole, so that what a wrapper started does not stay behind.

use super::Options;
use super::lines::{Heard, Lines};
use super::uci::Order;
use crate::ports::EngineTrouble;
use rustix::process::{Pid, Signal, kill_process_group};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, timeout, timeout_at};

/// How much memory an engine may take beside its own file. Stockfish 15.1 takes 104 MiB with one thread and the table it is given.
const MEMORY_BYTES_MAX: u64 = 512 * 1024 * 1024;

/// How much longer than it is asked to look an engine may compute, starting included. It ends one that outlives the bot.
const PROCESSOR_SLACK: Duration = Duration::from_secs(30);

/// How long a killed process may take until the system says that it is gone.
const REAPING: Duration = Duration::from_secs(5);

/// An engine that runs. It is killed where it is dropped.
#[derive(Debug)]
pub(super) struct Engine {
    child: Child,
    /// Its process group, until it is known to be gone.
    group: Option<Pid>,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    /// Starts the program.
    ///
    /// # Errors
    /// [`EngineTrouble::NotStarted`] with the cause.
    pub(super) fn start(options: &Options) -> Result<Engine, EngineTrouble> {
        let mut command = Command::new(&options.program);
        command.env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| EngineTrouble::NotStarted {
            cause: error.to_string(),
        })?;
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        if let Some(pid) = group {
            confine(pid, options.time + PROCESSOR_SLACK);
        }
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = output.expect("its output was asked for");
        Ok(Engine {
            child,
            group,
            input,
            lines: Lines::new(BufReader::new(output)),
        })
    }

    /// Says something to it.
    ///
    /// # Errors
    /// [`EngineTrouble::Ended`] where it does not listen any more, [`EngineTrouble::Silent`] where it does not read.
    pub(super) async fn say(
        &mut self,
        order: &Order<'_>,
        deadline: Instant,
    ) -> Result<(), EngineTrouble> {
        let input = self.input.as_mut().ok_or(EngineTrouble::Ended)?;
        match timeout_at(deadline, input.write_all(order.line().as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                log::debug!("the engine takes no orders: {error}");
                Err(EngineTrouble::Ended)
            }
            Err(_elapsed) => Err(EngineTrouble::Silent),
        }
    }

    /// The next line it says.
    ///
    /// # Errors
    /// Where there is none: it ended, says nothing until then, or says too much.
    pub(super) async fn hear(&mut self, deadline: Instant) -> Result<String, EngineTrouble> {
        match timeout_at(deadline, self.lines.next()).await {
            Ok(Ok(Heard::Line(line))) => Ok(line),
            Ok(Ok(Heard::End)) => Err(EngineTrouble::Ended),
            Ok(Ok(Heard::Flood)) => Err(EngineTrouble::Floods),
            Ok(Err(error)) => {
                log::warn!("what the engine says cannot be read: {error}");
                Err(EngineTrouble::Ended)
            }
            Err(_elapsed) => Err(EngineTrouble::Silent),
        }
    }

    /// Asks it to end, gives it this long, and ends it.
    pub(super) async fn dismiss(mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        if self.say(&Order::Quit, deadline).await.is_ok() {
            // An end of its input is a request to end too.
            self.input = None;
            while self.hear(deadline).await.is_ok() {}
        }
        self.kill().await;
    }

    /// Ends it, and waits until it is gone.
    pub(super) async fn kill(mut self) {
        self.kill_group();
        match timeout(REAPING, self.child.wait()).await {
            Ok(Ok(_status)) => {}
            Ok(Err(error)) => log::warn!("nobody knows what became of the engine: {error}"),
            // The runtime buries it later.
            Err(_elapsed) => log::warn!("the engine was killed and is not gone after {REAPING:?}"),
        }
    }

    /// Kills the group. Until the process has been waited for, nobody else can have its number.
    fn kill_group(&mut self) {
        let Some(group) = self.group.take() else {
            return;
        };
        if let Err(error) = kill_process_group(group, Signal::KILL) {
            log::warn!("the engine cannot be killed: {error}");
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill_group();
    }
}

/// Sets limits to a process that has just begun. Where that fails, it runs without them, and its deadlines stay.
#[cfg(target_os = "linux")]
fn confine(pid: Pid, processor: Duration) {
    use rustix::process::{Resource, Rlimit, prlimit};
    for (resource, most) in [
        (Resource::Data, MEMORY_BYTES_MAX),
        (Resource::Cpu, processor.as_secs()),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        if let Err(error) = prlimit(Some(pid), resource, limit) {
            log::debug!("the engine runs without a limit of {resource:?}: {error}");
        }
    }
}

/// Other systems have no way to do this from outside.
#[cfg(not(target_os = "linux"))]
fn confine(_pid: Pid, _processor: Duration) {}
