//! The command line: what the program is asked for, and how it ends.
//!
//! Answers go to stdout, problems to stderr. The exit codes are an interface ([`Exit`]): 0 done, 1 could not,
//! 2 the call or the input is wrong. A command is a variant of `Command`, a line in `answer`, and a function in a file of its
//! own that takes what clap read and two places to write to. This module knows no rule of anything.

mod backup;
mod check;
mod check_config;
pub mod demo;
mod export;
mod generate;
mod log_lines;
mod pair;
mod report;
mod run;
mod standings;
mod verify;

#[cfg(test)]
mod tests;

use crate::config::{self, Config, LoadError, Severity};
use crate::vocabulary::Span;
use clap::{Parser, Subcommand};
use demo::{After, Wishes};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Directs chess tournaments on IRC.
#[derive(Debug, Parser)]
#[command(name = "chessmasters", version, arg_required_else_help = true)]
struct Call {
    #[command(subcommand)]
    command: Command,
}

/// What there is to be done.
#[derive(Debug, Subcommand)]
enum Command {
    /// Join the channel and direct tournaments, until SIGINT or SIGTERM
    Run {
        /// The settings file
        #[arg(long, default_value = "chessmasters.toml")]
        config: PathBuf,
    },
    /// Check a settings file: every problem is listed with its line and column; an engine named there is started
    CheckConfig {
        /// The settings file
        file: PathBuf,
    },
    /// Pair the next round of a report (TRF) and print the pairs: their number, then white and black, a bye as "5 0"
    Pair(pair::Wishes),
    /// Pair every round of a report (TRF) again and print what differs; ends with 1 where something does
    Check(check::Wishes),
    /// Print the standings of a report (TRF)
    Standings(standings::Wishes),
    /// Hold every game of a file (PGN) against the laws; ends with 1 where one is not sound
    Verify(verify::Wishes),
    /// Make a random tournament, paired by the rules, and print it as a report (TRF)
    Generate(generate::Wishes),
    /// Print a tournament of the bot as a report (TRF), while the bot may run
    Export(export::Wishes),
    /// Copy the database to a new file, while the bot may run on it
    Backup {
        /// The settings file, which names the database
        #[arg(long, default_value = "chessmasters.toml")]
        config: PathBuf,
        /// The file to write; it must not be there yet
        to: PathBuf,
    },
    /// Play a tournament out on this machine, with a server, players and a director of its own
    Demo {
        /// The port of its server on 127.0.0.1; the next free one is taken if this one is not [default: 16667]
        #[arg(long)]
        port: Option<u16>,
        /// How long a week lasts, as 30s or 2m
        #[arg(long, default_value = "30s", value_parser = week)]
        week: Span,
        /// Keep server and bot running after the end, until Ctrl-C
        #[arg(long)]
        stay: bool,
    },
}

/// Reads the length of the demo's week.
fn week(text: &str) -> Result<Span, String> {
    let length = Span::parse(text).map_err(|misread| misread.to_string())?;
    if (demo::WEEK_MIN..=demo::WEEK_MAX).contains(&length) {
        Ok(length)
    } else {
        Err(format!(
            "the week of the demo lasts {} to {}",
            demo::WEEK_MIN,
            demo::WEEK_MAX
        ))
    }
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what it was asked for.
    Done,
    /// It could not.
    CouldNot,
    /// The call or the input is wrong.
    Wrong,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::CouldNot => 1,
            Exit::Wrong => 2,
        }
    }
}

/// What a command reads from and writes to.
pub struct Streams<'a> {
    /// For a file called `-`.
    pub input: &'a mut dyn Read,
    /// For what was asked for.
    pub out: &'a mut dyn Write,
    /// For problems.
    pub err: &'a mut dyn Write,
}

/// The whole program, on the arguments and streams of this process.
pub fn main() -> ExitCode {
    log_lines::start();
    let mut streams = Streams {
        input: &mut io::stdin(),
        out: &mut io::stdout(),
        err: &mut io::stderr(),
    };
    ExitCode::from(call(std::env::args_os(), &mut streams).code())
}

/// The whole program, on these arguments (the first one is its name) and streams.
pub fn call(arguments: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> Exit {
    let written = match Call::try_parse_from(arguments) {
        Ok(call) => answer(call.command, streams),
        Err(refused) => explain(&refused, streams),
    };
    // Whoever read the answer is gone, as with `| head`: it was not delivered, and there is nobody to tell.
    written.unwrap_or(Exit::CouldNot)
}

fn answer(command: Command, streams: &mut Streams<'_>) -> io::Result<Exit> {
    match command {
        Command::Run { config } => run::run(&config, streams),
        Command::CheckConfig { file } => check_config::check(&file, streams),
        Command::Pair(wishes) => pair::pair(&wishes, streams),
        Command::Check(wishes) => check::check(&wishes, streams),
        Command::Standings(wishes) => standings::standings(&wishes, streams),
        Command::Verify(wishes) => verify::verify(&wishes, streams),
        Command::Generate(wishes) => generate::generate(&wishes, streams),
        Command::Export(wishes) => export::export(&wishes, streams),
        Command::Backup { config, to } => backup::copy(&config, &to, streams),
        Command::Demo { port, week, stay } => {
            let after = if stay { After::Stay } else { After::Leave };
            demo::show(&Wishes { port, week, after }, streams)
        }
    }
}

/// What clap says of a call: help and version are answers, everything else is a problem.
fn explain(refused: &clap::Error, streams: &mut Streams<'_>) -> io::Result<Exit> {
    if refused.use_stderr() {
        write!(streams.err, "{}", refused.render())?;
        Ok(Exit::Wrong)
    } else {
        write!(streams.out, "{}", refused.render())?;
        Ok(Exit::Done)
    }
}

/// Reads the settings for any command that needs them; problems and warnings go to stderr, and where there are no
/// settings to be had, the exit to take comes back.
fn settings(file: &Path, streams: &mut Streams<'_>) -> io::Result<Result<Config, Exit>> {
    let shown = file.display();
    match config::load(file) {
        Ok(config) => {
            for warning in &config.warnings {
                writeln!(streams.err, "{shown}:{warning}")?;
            }
            Ok(Ok(config))
        }
        Err(LoadError::Unreadable(cause)) => {
            writeln!(streams.err, "{shown}: cannot be read: {cause}")?;
            Ok(Err(Exit::CouldNot))
        }
        Err(LoadError::Wrong(problems)) => {
            for problem in &problems {
                writeln!(streams.err, "{shown}:{problem}")?;
            }
            let errors = problems.iter().filter(|p| p.severity == Severity::Error);
            let (count, noun) = match errors.count() {
                1 => (1, "problem"),
                several => (several, "problems"),
            };
            writeln!(streams.err, "{shown}: {count} {noun}")?;
            Ok(Err(Exit::Wrong))
        }
    }
}
