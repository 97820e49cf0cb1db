//! The pairings of the reference engine, from the fixtures.

use super::swiss::{self, Edition};
use super::trf::{self, Report};
use super::*;
use std::path::PathBuf;

fn fixtures(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/pairing")
        .join(folder)
}

/// The names of a folder's reports, without the ending, in order.
fn names(folder: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(fixtures(folder))
        .expect("the fixtures are in the repository")
        .filter_map(|entry| {
            let name = entry.expect("a readable folder").file_name();
            Some(name.to_str()?.strip_suffix(".trf")?.to_owned())
        })
        .collect();
    names.sort();
    names
}

fn report(folder: &str, name: &str) -> Report {
    let path = fixtures(folder).join(format!("{name}.trf"));
    let bytes = std::fs::read(&path).expect("a readable fixture");
    let (report, warnings) = trf::read(&bytes).expect("a fixture is a report");
    assert_eq!(warnings, [], "{name}");
    report
}

/// White and black by board; the bye's opponent is 0.
fn expected(folder: &str, name: &str) -> Vec<(u32, u32)> {
    let path = fixtures(folder).join(format!("{name}.pairs"));
    let text = std::fs::read_to_string(path).expect("a fixture has its pairs");
    text.lines()
        .skip(1)
        .filter_map(|line| line.split_once(' '))
        .map(|(white, black)| {
            let number = |text: &str| text.trim().parse().expect("a number");
            (number(white), number(black))
        })
        .collect()
}

fn boards(round: &RoundPairing) -> Vec<(u32, u32)> {
    let pairs = round.pairs.iter().map(|pair| (pair.white, pair.black));
    pairs.chain(round.bye.map(|bye| (bye, 0))).collect()
}

/// Pairs without their sides and boards.
fn unsided(boards: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = boards.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

#[derive(Default)]
struct Tally {
    states: usize,
    wrong_pairs: Vec<String>,
    wrong_boards: Vec<String>,
    boards: usize,
}

fn compare(tally: &mut Tally, name: &str, field: &Field, expected: &[(u32, u32)], sides: bool) {
    tally.states += 1;
    let got = match swiss::next_round(field, Edition::Y2026) {
        Ok(round) => boards(&round),
        Err(reason) => {
            tally.wrong_pairs.push(format!("{name}: {reason:?}"));
            return;
        }
    };
    tally.boards += got.len();
    if unsided(&got) != unsided(expected) {
        tally.wrong_pairs.push(name.to_owned());
    } else if sides && got != expected {
        tally.wrong_boards.push(name.to_owned());
    }
}

#[test]
fn next_rounds_are_the_references() {
    let mut tally = Tally::default();
    for name in names("next-round") {
        let field = report("next-round", &name).field();
        let expected = expected("next-round", &name);
        compare(&mut tally, &name, &field, &expected, true);
    }
    assert_eq!(tally.states, 477);
    assert_eq!(tally.wrong_pairs, [""; 0]);
    // Article 5.2.5 speaks of the pairing number; the reference counts only those who ever took part. In this state
    // player 11 has not, so the sides of round one differ from there on.
    assert_eq!(tally.wrong_boards, ["n60_5_5018_r1"]);
}

#[test]
fn complete_tournaments_are_paired_again() {
    let mut tally = Tally::default();
    let all = names("complete");
    assert_eq!(all.len(), 21);
    for name in all {
        let report = report("complete", &name);
        for round in 0..report.rounds_paired() {
            let expected = boards(&report.round(round));
            let field = report.field_before(round);
            let name = format!("{name} round {}", round + 1);
            compare(&mut tally, &name, &field, &expected, false);
        }
    }
    assert_eq!(tally.wrong_pairs, [""; 0]);
}

#[test]
fn large_fields_are_the_references() {
    let players_max = if cfg!(debug_assertions) { 500 } else { 2000 };
    let mut tally = Tally::default();
    for name in names("large") {
        let field = report("large", &name).field();
        if field.players.len() <= players_max {
            compare(&mut tally, &name, &field, &expected("large", &name), true);
        }
    }
    assert_eq!(tally.states, if cfg!(debug_assertions) { 10 } else { 13 });
    assert_eq!(tally.wrong_pairs, [""; 0]);
    // As above: somebody is away from the start, and the reference counts on without them.
    let apart = tally.wrong_boards.iter().all(|name| name.ends_with("_r1"));
    assert!(apart, "{:?}", tally.wrong_boards);
}
