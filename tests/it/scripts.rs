//! Scripts: whole tournaments as dialogue, one story a file, against the real desk and SQLite with a fake clock.
//!
//! A line of a script is one of these:
//!
//! ```text
//! # a comment
//! @ 2026-12-06 17:30:00        the clock moves to this instant (UTC)
//! @ +2h30m                     the clock moves on
//! > Rook: !report won          Rook, identified, says this in the channel
//! > Boss (pm): pair            Boss says this to the bot in private
//! > Rook~: !register           the nick Rook, not identified; Rook? if services do not answer
//! < # text ... more            the bot says this in the channel; " ... " stands for anything
//! < Rook text                  the bot says this to Rook in private
//! < memo Rook text             the bot leaves Rook a memo
//! <! # text                    the bot does not say this in the channel since the last step
//! ! crash, ! start, ! restart  the process dies; starts and enters its channel; both at once
//! ! disconnect, ! enter        the bot is off its channel; is back
//! ! split A B, ! minority A B  a netsplit takes these; with the bot on the small side
//! ! heal A B, ! join A, ! part A, ! nick A B, ! full A
//! = 1.2 final 1-0              board 2 of round 1 of the newest tournament stands so
//! ```
//!
//! After every step the memory, the tables and the journal are compared.

use crate::support::stage::{Heard, Proof, Stage};
use chessmasters::ports::{Place, SplitSide};
use chessmasters::tournament::{BoardStatus, Verdict};
use chessmasters::vocabulary::{
    BoardNumber, BoardResult, Color, Outcome, RoundNumber, Span, Timestamp,
};
use chrono::NaiveDateTime;
use std::path::{Path, PathBuf};

struct Run {
    stage: Stage,
    /// What was said since the last step and not expected yet.
    fresh: usize,
}

#[test]
fn every_script_plays_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/scripts");
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the scripts are there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    scripts.sort();
    assert!(!scripts.is_empty(), "there are scripts");
    let mut failures = Vec::new();
    for script in &scripts {
        let text = std::fs::read_to_string(script).expect("a script can be read");
        if let Err(failure) =
            std::panic::catch_unwind(|| play(&text)).unwrap_or_else(|_| Err("panicked".to_owned()))
        {
            failures.push(format!(
                "{}: {failure}",
                script.file_name().expect("a name").to_string_lossy()
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} scripts fail:\n{}",
        failures.len(),
        scripts.len(),
        failures.join("\n")
    );
}

fn play(text: &str) -> Result<(), String> {
    let start = Timestamp::from_ms(1_796_083_200_000); // 2026-12-01 00:00 UTC
    let mut run = Run {
        stage: Stage::new(start, &["Boss"]),
        fresh: 0,
    };
    for (number, line) in (1..).zip(text.lines()) {
        run.line(line.trim()).map_err(|problem| {
            let heard: Vec<String> = run.stage.heard[run.fresh..]
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

impl Run {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let Some((mark, rest)) = line.split_once(' ') else {
            return if line.is_empty() || line == "#" {
                Ok(())
            } else {
                Err("not a line of a script".to_owned())
            };
        };
        match mark {
            "#" => Ok(()),
            "<" => self.expect(rest),
            "<!" => self.expect_not(rest),
            "=" => self.board(rest),
            "@" | ">" | "!" => {
                if std::env::var_os("SCRIPT_SHOW").is_some() {
                    self.stage.heard[self.fresh..]
                        .iter()
                        .for_each(|heard| println!("    {heard:?}"));
                    println!("{line}");
                }
                self.fresh = self.stage.heard.len();
                match mark {
                    "@" => self.time(rest)?,
                    ">" => self.said(rest)?,
                    _ => self.fault(rest)?,
                }
                if self.is_running() {
                    self.stage.check_folds();
                }
                Ok(())
            }
            _ => Err("not a line of a script".to_owned()),
        }
    }

    fn is_running(&self) -> bool {
        self.stage.is_running()
    }

    fn time(&mut self, text: &str) -> Result<(), String> {
        let at = if let Some(span) = text.strip_prefix('+') {
            self.stage.now + Span::parse(span).map_err(|misread| misread.to_string())?
        } else {
            let at = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S")
                .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M"));
            Timestamp::from(at.map_err(|error| error.to_string())?.and_utc())
        };
        self.stage.advance_to(at);
        Ok(())
    }

    fn said(&mut self, text: &str) -> Result<(), String> {
        let (who, words) = text.split_once(": ").ok_or("who says what?")?;
        let (who, place) = match who.strip_suffix(" (pm)") {
            Some(who) => (who, Place::Private),
            None => (who, Place::Channel),
        };
        let (nick, proof) = match (who.strip_suffix('~'), who.strip_suffix('?')) {
            (Some(nick), _) => (nick, Proof::Stranger),
            (None, Some(nick)) => (nick, Proof::Unchecked),
            (None, None) => (who, Proof::Identified),
        };
        self.stage.say(nick, proof, place, words);
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
            ["disconnect"] => self.stage.disconnect(),
            ["enter"] => self.stage.enter(),
            ["split", nicks @ ..] => self.stage.split(nicks, SplitSide::Majority),
            ["minority", nicks @ ..] => self.stage.split(nicks, SplitSide::Minority),
            ["heal", nicks @ ..] => self.stage.heal(nicks),
            ["join", nick] => self.stage.join(nick, Some(nick)),
            ["part", nick] => self.stage.part(nick),
            ["nick", from, to] => self.stage.rename(from, to),
            ["full", nick] => self.stage.fill_box(nick),
            _ => return Err("not a fault".to_owned()),
        }
        Ok(())
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let found = self.stage.heard[self.fresh..]
            .iter()
            .position(|heard| matches(heard, wanted));
        let at = found.ok_or("was not said")?;
        self.stage.heard.remove(self.fresh + at);
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

    fn board(&mut self, text: &str) -> Result<(), String> {
        let (board, wanted) = text.split_once(' ').ok_or("which board stands how?")?;
        let (round, number) = board.split_once('.').ok_or("a board is ROUND.BOARD")?;
        let round = RoundNumber(round.parse().map_err(|_| "a round is a number")?);
        let number = BoardNumber(number.parse().map_err(|_| "a board is a number")?);
        let tournament = self
            .stage
            .society()
            .tournaments
            .values()
            .next_back()
            .ok_or("there is no tournament")?;
        let board = tournament
            .round(round)
            .and_then(|round| round.board(number))
            .ok_or("there is no such board")?;
        let stands = standing(&board.status);
        if stands == wanted {
            Ok(())
        } else {
            Err(format!("it stands: {stands}"))
        }
    }
}

/// Where a board stands, in the words of scripts.
fn standing(status: &BoardStatus) -> String {
    match status {
        BoardStatus::Unplayed => "unplayed".to_owned(),
        BoardStatus::MustPlay => "must play".to_owned(),
        BoardStatus::Provisional { verdict, .. } => format!("provisional {}", result(verdict)),
        BoardStatus::Disputed { .. } => "disputed".to_owned(),
        BoardStatus::WithDirector { .. } => "with director".to_owned(),
        BoardStatus::Final { verdict, .. } => format!("final {}", result(verdict)),
        BoardStatus::Ruled { verdict, .. } => format!("ruled {}", result(verdict)),
    }
}

fn result(verdict: &Verdict) -> &'static str {
    match verdict.result {
        BoardResult::Played(Outcome::WhiteWins) => "1-0",
        BoardResult::Played(Outcome::BlackWins) => "0-1",
        BoardResult::Played(Outcome::Draw) => "1/2",
        BoardResult::Forfeit {
            loser: Color::Black,
        } => "+-",
        BoardResult::Forfeit {
            loser: Color::White,
        } => "-+",
        BoardResult::DoubleForfeit => "--",
    }
}

/// Whether something heard is what a script says, where " ... " stands for anything.
fn matches(heard: &Heard, wanted: &str) -> bool {
    let text = match (heard, wanted.split_once(' ')) {
        (Heard::Channel(text), Some(("#", wanted))) => (text, wanted),
        (Heard::Memo(name, text), Some(("memo", rest))) => match rest.split_once(' ') {
            Some((wanted_name, wanted)) if wanted_name == name => (text, wanted),
            _ => return false,
        },
        (Heard::Private(nick, text), Some((wanted_nick, wanted))) if wanted_nick == nick => {
            (text, wanted)
        }
        _ => return false,
    };
    let (said, wanted) = (text.0.to_lowercase(), text.1.to_lowercase());
    let mut rest = said.as_str();
    wanted.split(" ... ").all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}
