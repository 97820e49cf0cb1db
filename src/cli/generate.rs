//! `chessmasters generate`

use super::report::{no_pairing, rules};
use super::{Exit, Streams};
use crate::pairing::rehearsal::{Plan, Rehearsal};
use crate::pairing::swiss::Edition;
use crate::pairing::trf::{self, Dialect, Line, Report};
use clap::Args;
use std::io;

/// The most players of a random tournament: a start number has four columns.
const PLAYERS_MAX: i64 = 9_999;
/// The most rounds of a random tournament.
const ROUNDS_MAX: i64 = 99;

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// How many players there are, 2 to 9999
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=PLAYERS_MAX))]
    players: u32,
    /// How many rounds there are, 1 to 99
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=ROUNDS_MAX))]
    rounds: u16,
    /// Where all chance comes from: the same seed makes the same tournament
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop before the end, so that the round after this many can be paired
    #[arg(long)]
    played: Option<u16>,
    /// The edition of the FIDE (Dutch) Swiss rules: 2026 or 2017
    #[arg(long, default_value = "2026", value_parser = rules)]
    rules: Edition,
    /// How many of a hundred players ask for a bye in a round, as 3 or 2.5
    #[arg(long, default_value = "3", value_parser = share)]
    byes: u64,
    /// How many of a hundred games are not played
    #[arg(long, default_value = "2", value_parser = share)]
    forfeits: u64,
    /// How many of a hundred players leave for good after a round
    #[arg(long, default_value = "1", value_parser = share)]
    withdrawals: u64,
    /// How many of a hundred players come late
    #[arg(long, default_value = "1", value_parser = share)]
    late: u64,
    /// The form of the report: trf16 or trf26
    #[arg(long, default_value = "trf16", value_parser = dialect)]
    dialect: Dialect,
}

/// Per cent with at most one decimal, in thousandths.
fn share(text: &str) -> Result<u64, String> {
    let misread = || "a share is a number from 0 to 100 with at most one decimal".to_owned();
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, most: usize| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<u64>().ok();
        number.filter(|_| plain && text.len() <= most)
    };
    let whole = digits(whole, 3).ok_or_else(misread)?;
    let tenth = digits(tenth, 1).ok_or_else(misread)?;
    Some(whole * 10 + tenth)
        .filter(|share| *share <= 1000)
        .ok_or_else(misread)
}

pub(super) fn dialect(text: &str) -> Result<Dialect, String> {
    match text {
        "trf16" => Ok(Dialect::Trf16),
        "trf26" => Ok(Dialect::Trf26),
        _ => Err("the forms are trf16 and trf26".to_owned()),
    }
}

/// Plays a random tournament. Where a round cannot be paired any more, the tournament ends before it, and that is said.
pub(super) fn generate(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut rehearsal = Rehearsal::new(Plan {
        players: wishes.players,
        rounds: wishes.rounds,
        seed: wishes.seed,
        edition: wishes.rules,
        forfeits: wishes.forfeits,
        byes: wishes.byes,
        withdrawals: wishes.withdrawals,
        late: wishes.late,
    });
    let rounds = wishes.played.unwrap_or(wishes.rounds).min(wishes.rounds);
    for round in 1..=rounds {
        if let Err(cause) = rehearsal.play() {
            writeln!(
                streams.err,
                "round {round} cannot be paired ({}), so the tournament ends before it",
                no_pairing(&cause)
            )?;
            break;
        }
    }
    let mut report = Report::of(&rehearsal.field, wishes.dialect);
    if rehearsal.field.rounds_played() >= usize::from(wishes.rounds) {
        // There is no next round to be away from.
        report.byes.clear();
    }
    name(&mut report, wishes);
    write!(streams.out, "{}", trf::write(&report))?;
    Ok(Exit::Done)
}

/// Headers and names: some readers want both.
fn name(report: &mut Report, wishes: &Wishes) {
    let Wishes {
        players,
        rounds,
        seed,
        ..
    } = wishes;
    let line = |code: &str, text: String| Line {
        code: code.to_owned(),
        text,
    };
    report.lines = vec![
        line(
            "012",
            format!("Random tournament {players} players {rounds} rounds seed {seed}"),
        ),
        line("062", players.to_string()),
        line("092", "Individual: Swiss-System".to_owned()),
    ];
    for entrant in &mut report.entrants {
        entrant.name = format!("Player{:04}", entrant.number);
    }
}
