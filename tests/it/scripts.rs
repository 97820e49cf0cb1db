//! Scripts: whole tournaments as dialogue, one story a file, against the real desk and SQLite with a fake clock.
//!
//! A line of a script is one of these:
//!
//! ```text
//! # a comment
//! start 2027-03-20 12:00       first line: the clock starts here (UTC) and not on 2026-12-01 00:00
//! include four-players         the lines of parts/four-players.txt are played here
//! @ 2026-12-06 17:30:00        the clock moves to this instant (UTC)
//! @ +2h30m                     the clock moves on
//! > Rook: !report won          Rook, identified, says this in the channel
//! > Boss (pm): pair            Boss says this to the bot in private
//! > Rook (paste): 1. e4 e5     Rook says this in private, and it is heard as a line of a game
//! > Rook (pm, lost): end       what Rook said right before this was not heard; "cut": this may not be all of it
//! > Rook (8s ago): !present    it was said 8 seconds ago: the check of the identity took so long
//! > Rook~: !register           the nick Rook, not identified; Rook? if services do not answer
//! < # text ... more            the bot says this in the channel; " ... " stands for anything
//! < Rook text                  the bot says this to Rook in private
//! < memo Rook text             the bot leaves Rook a memo
//! <! # text                    the bot does not say this in the channel since the last step
//! <! Rook, <! #, <! memo Rook  the bot says nothing (more) there since the last step
//! <.                           everything said since the last step was expected above
//! ! crash, ! start, ! restart  the process dies; starts and enters its channel; both at once
//! ! disconnect, ! enter        the bot is off its channel; is back
//! ! deaf                       the link dies, and nobody notices until the disconnect
//! ! split A B, ! minority A B  a netsplit takes these; with the bot on the small side
//! ! heal A B, ! join A, ! part A, ! nick A B, ! full A, ! empty A
//! ! engine 5s                  from the next start on there is an engine, which looks at a position for 5 seconds
//! ! advice cp 35 18 e2e4 e7e5  it answers its oldest question: hundredths of a pawn for the side to move, depth, line
//! ! advice mate -2 9 e8e7      it is mated in two; silent, gone: it has no answer
//! = asked FEN                  the engine's oldest question that it has not answered; nothing: there is none
//! = 1.2 final 1-0              board 2 of round 1 of the newest tournament stands so; "#1 1.2 ..." of tournament 1
//! = phase running              where the newest tournament stands in its life
//! = round 1 Ada-Bob Cyd+       who meets whom, white first, in board order; then the byes: full +, half =, none -
//! = points Ada 1.5             settled points in the newest tournament
//! = journal Eve pair ... Not   some row of the journal reads so: who, line, fact; " ... " as above
//! ```
//!
//! Texts are compared without regard to case. After every step the memory, the tables and the journal are compared.
//! `SCRIPT_SHOW=1` prints what is said; `SCRIPT=07` plays only scripts whose names hold that.

mod engine;
mod stands;

use crate::support::stage::{Heard, Proof, Stage};
use chessmasters::ports::{Before, Hearing, LineEnd, Manner, Place, SplitSide};
use chessmasters::vocabulary::{Span, Timestamp};
use chrono::NaiveDateTime;
use std::path::{Path, PathBuf};

/// Where the clock stands when a script does not say: 2026-12-01 00:00 UTC, a Tuesday.
const START: Timestamp = Timestamp::from_ms(1_796_083_200_000);

struct Run {
    stage: Stage,
    /// What was said since the last step and not expected yet.
    fresh: usize,
}

#[test]
fn every_script_plays_as_written() {
    let wanted = std::env::var("SCRIPT").unwrap_or_default();
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the scripts are there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .filter(|path| name_of(path).contains(&wanted))
        .collect();
    scripts.sort();
    assert!(!scripts.is_empty(), "there are scripts");
    let failures: Vec<String> = scripts.iter().filter_map(|path| failure(path)).collect();
    assert!(
        failures.is_empty(),
        "{} of {} scripts fail:\n{}",
        failures.len(),
        scripts.len(),
        failures.join("\n")
    );
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/scripts")
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().expect("a script has a name");
    name.to_string_lossy().into_owned()
}

/// How a script fails, where it does.
fn failure(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("a script can be read");
    let played = std::panic::catch_unwind(|| play(&text));
    let failure = played
        .unwrap_or_else(|_| Err("panicked".to_owned()))
        .err()?;
    Some(format!("{}: {failure}", name_of(path)))
}

fn play(text: &str) -> Result<(), String> {
    let first = text.lines().find(|line| !line.starts_with('#'));
    let start = match first.and_then(|line| line.strip_prefix("start ")) {
        Some(at) => instant(at)?,
        None => START,
    };
    let mut run = Run {
        stage: Stage::new(start, &["Boss"]),
        fresh: 0,
    };
    run.lines(text)
}

/// How something is said, without how it is heard.
fn heard_how(how: &str) -> (&str, Hearing) {
    let (how, flaw) = how.split_once(", ").unwrap_or((how, ""));
    let hearing = Hearing {
        manner: match how {
            "paste" => Manner::Moves,
            _ => Manner::Talk,
        },
        before: match flaw {
            "lost" => Before::Lost,
            _ => Before::Heard,
        },
        end: match flaw {
            "cut" => LineEnd::MaybeCut,
            _ => LineEnd::Whole,
        },
    };
    (how, hearing)
}

fn instant(text: &str) -> Result<Timestamp, String> {
    let at = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S")
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M"));
    Ok(Timestamp::from(
        at.map_err(|error| format!("{text}: {error}"))?.and_utc(),
    ))
}

impl Run {
    fn lines(&mut self, text: &str) -> Result<(), String> {
        for (number, line) in (1..).zip(text.lines()) {
            self.line(line.trim()).map_err(|problem| {
                let heard: Vec<String> = self.stage.heard[self.fresh..]
                    .iter()
                    .map(|heard| format!("    {heard:?}"))
                    .collect();
                format!(
                    "line {number}: {line}\n  {problem}\n  heard since the last step:\n{}",
                    heard.join("\n")
                )
            })?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "" | "#" | "start" => Ok(()),
            "include" => self.include(rest),
            "<" => self.expect(rest),
            "<!" => self.expect_not(rest),
            "<." => self.expect_nothing(),
            "=" => stands::check(&self.stage, rest),
            "@" | ">" | "!" => {
                self.show(line);
                self.fresh = self.stage.heard.len();
                match mark {
                    "@" => self.time(rest)?,
                    ">" => self.said(rest)?,
                    _ => self.fault(rest)?,
                }
                if self.stage.is_running() {
                    self.stage.check_folds();
                }
                Ok(())
            }
            _ => Err("not a line of a script".to_owned()),
        }
    }

    fn show(&self, line: &str) {
        if std::env::var_os("SCRIPT_SHOW").is_some() {
            self.stage.heard[self.fresh..]
                .iter()
                .for_each(|heard| println!("    {heard:?}"));
            println!("{line}");
        }
    }

    fn include(&mut self, name: &str) -> Result<(), String> {
        let path = folder().join("parts").join(format!("{name}.txt"));
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        self.lines(&text)
    }

    fn time(&mut self, text: &str) -> Result<(), String> {
        let at = match text.strip_prefix('+') {
            Some(span) => {
                self.stage.now + Span::parse(span).map_err(|misread| misread.to_string())?
            }
            None => instant(text)?,
        };
        self.stage.advance_to(at);
        Ok(())
    }

    fn said(&mut self, text: &str) -> Result<(), String> {
        let (who, words) = text.split_once(": ").ok_or("who says what?")?;
        let (who, how) = match who.split_once(" (") {
            Some((who, how)) => (who, how.trim_end_matches(')')),
            None => (who, ""),
        };
        let (how, hearing) = heard_how(how);
        self.stage.hearing = hearing;
        let (place, waited) = match how.strip_suffix(" ago") {
            _ if how == "pm" || how == "paste" => (Place::Private, Span::ZERO),
            Some(span) => {
                let waited = Span::parse(span).map_err(|misread| misread.to_string())?;
                (Place::Channel, waited)
            }
            None if how.is_empty() => (Place::Channel, Span::ZERO),
            None => return Err("said how?".to_owned()),
        };
        let (nick, proof) = match (who.strip_suffix('~'), who.strip_suffix('?')) {
            (Some(nick), _) => (nick, Proof::Stranger),
            (None, Some(nick)) => (nick, Proof::Unchecked),
            (None, None) => (who, Proof::Identified),
        };
        self.stage.say_late(nick, proof, place, words, waited);
        Ok(())
    }

    fn fault(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["crash"] => self.stage.crash(),
            ["start"] => {
                self.stage.open();
                self.stage.enter();
            }
            ["restart"] => {
                self.stage.crash();
                self.stage.open();
                self.stage.enter();
            }
            ["deaf"] => self.stage.deafen(),
            ["disconnect"] => self.stage.disconnect(),
            ["enter"] => self.stage.enter(),
            ["split", nicks @ ..] => self.stage.split(nicks, SplitSide::Majority),
            ["minority", nicks @ ..] => self.stage.split(nicks, SplitSide::Minority),
            ["heal", nicks @ ..] => self.stage.heal(nicks),
            ["join", nick] => self.stage.join(nick, Some(nick)),
            ["part", nick] => self.stage.part(nick),
            ["nick", from, to] => self.stage.rename(from, to),
            ["full", nick] => self.stage.fill_box(nick),
            ["empty", nick] => self.stage.empty_box(nick),
            ["engine", time] => {
                let time = Span::parse(time).map_err(|misread| misread.to_string())?;
                self.stage.engine = Some(time);
            }
            ["advice", words @ ..] => {
                let answer = engine::answer(words)?;
                self.stage.advise(answer)?;
            }
            _ => return Err("not a fault".to_owned()),
        }
        Ok(())
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let found = self.stage.heard[self.fresh..]
            .iter()
            .position(|heard| matches(heard, wanted));
        let at = found.ok_or("was not said")?;
        let heard = self.stage.heard.remove(self.fresh + at);
        if std::env::var_os("SCRIPT_SHOW").is_some() {
            println!("    {heard:?}");
        }
        Ok(())
    }

    fn expect_not(&mut self, unwanted: &str) -> Result<(), String> {
        match self.stage.heard[self.fresh..]
            .iter()
            .find(|heard| matches(heard, unwanted))
        {
            Some(heard) => Err(format!("was said: {heard:?}")),
            None => Ok(()),
        }
    }

    fn expect_nothing(&mut self) -> Result<(), String> {
        if self.stage.heard.len() == self.fresh {
            return Ok(());
        }
        Err("more was said".to_owned())
    }
}

/// Whether something heard is what a script says, where " ... " stands for anything; without a text, whatever is said there.
fn matches(heard: &Heard, wanted: &str) -> bool {
    let (to, text) = match heard {
        Heard::Channel(text) => ("#".to_owned(), text),
        Heard::Private(nick, text) => (nick.clone(), text),
        Heard::Memo(name, text) => (format!("memo {name}"), text),
    };
    let Some(wanted) = wanted.strip_prefix(&to) else {
        return false;
    };
    if !(wanted.is_empty() || wanted.starts_with(' ')) {
        return false;
    }
    holds(text, wanted)
}

/// Whether a text has these parts, in this order.
fn holds(text: &str, wanted: &str) -> bool {
    let (text, wanted) = (text.to_lowercase(), wanted.to_lowercase());
    let mut rest = text.as_str();
    wanted
        .split(" ... ")
        .map(str::trim)
        .all(|part| match rest.find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
}
