//! `chessmasters check FILE.trf`

use super::report::{no_pairing, read, rules, side, year};
use super::{Exit, Streams};
use crate::pairing::swiss::{self, Edition};
use crate::pairing::trf::Report;
use crate::pairing::{NoPairing, PlayerNumber, RoundPairing, Side};
use clap::Args;
use serde_json::{Value, json};
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
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Two numbers, the lower one first; the bye's other number is 0 and comes second.
type Couple = (PlayerNumber, PlayerNumber);

/// How a round of a report differs from the rules.
#[derive(Debug)]
enum Difference {
    /// Other pairs: those only the report has, and those only the rules give.
    Pairs {
        report: Vec<Couple>,
        rules: Vec<Couple>,
    },
    /// The same pair with the sides exchanged: the first one's side in the report.
    Sides { pair: Couple, report: Side },
    /// The rules give no pairing at all.
    None(NoPairing),
}

/// Pairs every round again.
pub(super) fn check(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let report = match read(&wishes.file, streams)? {
        Ok(report) => report,
        Err(exit) => return Ok(exit),
    };
    let rounds = report.rounds_paired();
    let mut differences = Vec::new();
    for round in 0..rounds {
        for difference in compare(&report, round, wishes.rules) {
            differences.push((round + 1, difference));
        }
    }
    if wishes.json {
        let listed: Vec<Value> = differences.iter().map(as_json).collect();
        let shown = json!({
            "rules": year(wishes.rules),
            "rounds": rounds,
            "differences": listed,
        });
        writeln!(streams.out, "{shown}")?;
    } else {
        for (round, difference) in &differences {
            writeln!(streams.out, "round {round}: {}", as_text(difference))?;
        }
        let noun = if rounds == 1 { "round" } else { "rounds" };
        match differences.len() {
            0 => writeln!(streams.out, "{rounds} {noun}: no differences")?,
            1 => writeln!(streams.out, "{rounds} {noun}: 1 difference")?,
            count => writeln!(streams.out, "{rounds} {noun}: {count} differences")?,
        }
    }
    Ok(if differences.is_empty() {
        Exit::Done
    } else {
        Exit::CouldNot
    })
}

/// What differs in one round, counted from 0.
fn compare(report: &Report, round: usize, rules: Edition) -> Vec<Difference> {
    let field = report.field_before(round);
    let due = match swiss::next_round(&field, rules) {
        Ok(due) => couples(&due),
        Err(cause) => return vec![Difference::None(cause)],
    };
    let stated = couples(&report.round(round));
    let only = |these: &BTreeMap<Couple, Side>, those: &BTreeMap<Couple, Side>| -> Vec<Couple> {
        let kept = these.keys().filter(|couple| !those.contains_key(couple));
        kept.copied().collect()
    };
    let (here, there) = (only(&stated, &due), only(&due, &stated));
    let mut differences = Vec::new();
    if !here.is_empty() || !there.is_empty() {
        differences.push(Difference::Pairs {
            report: here,
            rules: there,
        });
    }
    let turned = stated.iter().filter(|(pair, side)| {
        was_played(report, round, **pair) && due.get(pair).is_some_and(|due| due != *side)
    });
    differences.extend(turned.map(|(&pair, &report)| Difference::Sides { pair, report }));
    differences
}

/// Pairs with the first one's side, and the bye.
fn couples(round: &RoundPairing) -> BTreeMap<Couple, Side> {
    let pairs = round.pairs.iter().map(|pair| {
        if pair.white < pair.black {
            ((pair.white, pair.black), Side::White)
        } else {
            ((pair.black, pair.white), Side::Black)
        }
    });
    let bye = round.bye.map(|bye| ((bye, 0), Side::White));
    pairs.chain(bye).collect()
}

/// Whether two players played their game: the sides of one that was not played mean nothing.
fn was_played(report: &Report, round: usize, pair: Couple) -> bool {
    let entrant = report.entrants.iter().find(|e| e.number == pair.0);
    let cell = entrant.and_then(|entrant| entrant.cells.get(round));
    cell.is_some_and(|cell| cell.record().was_played())
}

fn couple_text(couple: &Couple) -> String {
    match couple {
        (player, 0) => format!("bye {player}"),
        (first, second) => format!("{first}-{second}"),
    }
}

fn as_text(difference: &Difference) -> String {
    let list = |couples: &[Couple]| {
        let words: Vec<String> = couples.iter().map(couple_text).collect();
        if words.is_empty() {
            "nothing more".to_owned()
        } else {
            words.join(", ")
        }
    };
    match difference {
        Difference::Pairs { report, rules } => {
            format!(
                "the report has {}; the rules give {}",
                list(report),
                list(rules)
            )
        }
        Difference::Sides { pair, report } => format!(
            "in {} the report gives {} {}; the rules give {}",
            couple_text(pair),
            pair.0,
            side(*report),
            side(report.other())
        ),
        Difference::None(cause) => format!("the rules give no pairing: {}", no_pairing(cause)),
    }
}

fn as_json((round, difference): &(usize, Difference)) -> Value {
    let list = |couples: &[Couple]| -> Vec<[PlayerNumber; 2]> {
        couples.iter().map(|&(a, b)| [a, b]).collect()
    };
    match difference {
        Difference::Pairs { report, rules } => json!({
            "round": round,
            "kind": "pairs",
            "report": list(report),
            "rules": list(rules),
        }),
        Difference::Sides { pair, report } => json!({
            "round": round,
            "kind": "sides",
            "pair": [pair.0, pair.1],
            "report": side(*report),
            "rules": side(report.other()),
        }),
        Difference::None(cause) => json!({
            "round": round,
            "kind": "no_pairing",
            "reason": no_pairing(cause),
        }),
    }
}
