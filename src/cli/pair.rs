//! `chessmasters pair FILE.trf`

use super::report::{exit_without_pairing, no_pairing, read, rules, year};
use super::{Exit, Streams};
use crate::pairing::swiss::{self, Edition, Explanation};
use crate::pairing::trf::Report;
use crate::pairing::{Field, NoPairing, PlayerNumber, RoundPairing};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// The report; - is stdin
    file: PathBuf,
    /// The edition of the FIDE (Dutch) Swiss rules: 2026 or 2017
    #[arg(long, default_value = "2026", value_parser = rules)]
    rules: Edition,
    /// Say of every pair, and of the bye, why it came about
    #[arg(long)]
    explain: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Pairs the next round.
pub(super) fn pair(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let report = match read(&wishes.file, streams)? {
        Ok(report) => report,
        Err(exit) => return Ok(exit),
    };
    let (field, guessed) = field(&report);
    if guessed {
        writeln!(
            streams.err,
            "warning: the report does not say how many rounds there are (XXR or 142), so the next one is not taken for the last"
        )?;
    }
    let paired = swiss::next_round(&field, wishes.rules).and_then(|round| {
        let reasons = if wishes.explain {
            reasons(&field, wishes.rules)?
        } else {
            BTreeMap::new()
        };
        Ok((round, reasons))
    });
    match paired {
        Ok((round, reasons)) if wishes.json => {
            let number = field.rounds_played() + 1;
            as_json(number, wishes.rules, &round, &reasons, streams)?;
        }
        Ok((round, reasons)) => as_text(&round, &reasons, streams)?,
        Err(cause) => {
            let reason = no_pairing(&cause);
            writeln!(streams.err, "the next round cannot be paired: {reason}")?;
            return Ok(exit_without_pairing(&cause));
        }
    }
    Ok(Exit::Done)
}

/// The field of the next round. Where the report does not say how many rounds there are, there is one more after it:
/// the last round has rules of its own (article 1.8), and it takes somebody to say that it is the last.
fn field(report: &Report) -> (Field, bool) {
    let mut field = report.field();
    let guessed = report.rounds_total.is_none();
    if guessed {
        field.rounds_total = u16::try_from(field.rounds_played() + 2).unwrap_or(u16::MAX);
    }
    (field, guessed)
}

/// Why every pair and the bye came about, by the higher ranked player.
fn reasons(
    field: &Field,
    rules: Edition,
) -> Result<BTreeMap<PlayerNumber, Explanation>, NoPairing> {
    let explained = swiss::explain_round(field, rules)?;
    Ok(explained
        .into_iter()
        .map(|explanation| (explanation.higher, explanation))
        .collect())
}

/// The reason of one pair; the bye's second player is nobody.
fn reason_of(
    reasons: &BTreeMap<PlayerNumber, Explanation>,
    pair: (PlayerNumber, Option<PlayerNumber>),
) -> Option<&Explanation> {
    let by_second = || reasons.get(&pair.1?);
    let of_pair = |explanation: &&Explanation| match pair.1 {
        Some(second) => explanation.lower == Some(second) || explanation.lower == Some(pair.0),
        None => explanation.lower.is_none(),
    };
    reasons
        .get(&pair.0)
        .filter(of_pair)
        .or_else(|| by_second().filter(of_pair))
}

/// The number of pairs, the bye among them; the pairs; then, where asked for, a sentence for each.
fn as_text(
    round: &RoundPairing,
    reasons: &BTreeMap<PlayerNumber, Explanation>,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    let boards = round
        .pairs
        .iter()
        .map(|pair| (pair.white, Some(pair.black)));
    let boards: Vec<_> = boards.chain(round.bye.map(|bye| (bye, None))).collect();
    writeln!(streams.out, "{}", boards.len())?;
    for (first, second) in &boards {
        writeln!(streams.out, "{first} {}", second.unwrap_or(0))?;
    }
    if !reasons.is_empty() {
        writeln!(streams.out)?;
    }
    for board in boards {
        if let Some(explanation) = reason_of(reasons, board) {
            writeln!(streams.out, "{explanation}")?;
        }
    }
    Ok(())
}

fn as_json(
    number: usize,
    rules: Edition,
    round: &RoundPairing,
    reasons: &BTreeMap<PlayerNumber, Explanation>,
    streams: &mut Streams<'_>,
) -> io::Result<()> {
    let why = |pair| reason_of(reasons, pair).map(ToString::to_string);
    let pairs: Vec<_> = (1..)
        .zip(&round.pairs)
        .map(|(board, pair): (u32, _)| {
            let mut shown = json!({"board": board, "white": pair.white, "black": pair.black});
            if let Some(why) = why((pair.white, Some(pair.black))) {
                shown["why"] = json!(why);
            }
            shown
        })
        .collect();
    let mut shown = json!({
        "round": number,
        "rules": year(rules),
        "pairs": pairs,
        "bye": round.bye,
    });
    if let Some(why) = round.bye.and_then(|bye| why((bye, None))) {
        shown["bye_why"] = json!(why);
    }
    writeln!(streams.out, "{shown}")
}
