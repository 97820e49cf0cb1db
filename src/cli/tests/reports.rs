//! `pair`, `check`, `standings` and `generate`, on the fixtures and on nonsense.

use super::{chessmasters, piped};
use crate::cli::Exit;
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// The reports of a folder, in order.
fn reports(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(fixture(folder)).expect("the fixtures are in the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "trf"))
        .collect();
    paths.sort();
    paths
}

/// What the program prints to stdout where all goes well.
fn printed(arguments: &[&str], input: &[u8]) -> String {
    let (exit, out, err) = piped(arguments, input);
    assert_eq!(
        (exit, err.as_str()),
        (Exit::Done, ""),
        "{arguments:?}: {out}"
    );
    out
}

fn json(arguments: &[&str], input: &[u8]) -> Value {
    serde_json::from_str(&printed(arguments, input)).expect("JSON is printed")
}

fn generated(players: u32, rounds: u16, seed: u64, more: &[&str]) -> String {
    let (players, rounds, seed) = (players.to_string(), rounds.to_string(), seed.to_string());
    let mut arguments = vec!["generate", "--players", &players, "--rounds", &rounds];
    arguments.extend(["--seed", &seed]);
    arguments.extend(more);
    let (exit, out, _) = chessmasters(&arguments);
    assert_eq!(exit, Exit::Done);
    out
}

/// Splitmix, for nonsense that is the same on every run.
fn dice(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from((mixed ^ (mixed >> 27)) >> 33).expect("31 bits")
}

#[test]
fn pairs_are_printed_as_the_fixtures_have_them() {
    for path in reports("pairing/next-round").iter().step_by(9) {
        let expected = fs::read_to_string(path.with_extension("pairs")).expect("its pairs");
        let shown = path.display().to_string();
        if !shown.contains("n60_5_5018_r1") {
            assert_eq!(printed(&["pair", &shown], b""), expected, "{shown}");
        }
    }
}

#[test]
fn any_ending_of_lines_and_a_pipe_will_do() {
    let path = &reports("pairing/next-round")[5];
    let text = fs::read_to_string(path).expect("a fixture is text");
    let expected = printed(&["pair", &path.display().to_string()], b"");
    for ending in ["\n", "\r\n", "\r"] {
        let bytes = text.replace("\r\n", "\n").replace(['\r', '\n'], ending);
        assert_eq!(printed(&["pair", "-"], bytes.as_bytes()), expected);
    }
}

#[test]
fn every_pair_is_explained_in_board_order() {
    for path in reports("pairing/next-round").iter().step_by(40) {
        let shown = path.display().to_string();
        let out = printed(&["pair", &shown, "--explain"], b"");
        let (pairs, reasons) = out.split_once("\n\n").expect("pairs, then reasons");
        let pairs: Vec<&str> = pairs.lines().skip(1).collect();
        assert_eq!(pairs.len(), reasons.lines().count(), "{shown}");
        for (pair, reason) in pairs.iter().zip(reasons.lines()) {
            let (first, second) = pair.split_once(' ').expect("two numbers");
            let starts = match second {
                "0" => reason.starts_with(&format!("{first} has the bye at ")),
                _ => {
                    reason.starts_with(&format!("{first} meets {second} at "))
                        || reason.starts_with(&format!("{second} meets {first} at "))
                }
            };
            assert!(starts, "{pair}: {reason}");
        }
    }
}

#[test]
fn pairs_for_machines_are_the_same_pairs() {
    let report = generated(11, 5, 7, &["--played", "3"]);
    let text = printed(&["pair", "-"], report.as_bytes());
    let value = json(&["pair", "-", "--json", "--explain"], report.as_bytes());
    assert_eq!(value["round"], 4);
    assert_eq!(value["rules"], 2026);
    let pairs = value["pairs"].as_array().expect("a list");
    let bye = value["bye"].as_u64().map(|bye| format!("{bye} 0"));
    let lines: Vec<String> = pairs
        .iter()
        .map(|pair| {
            assert!(pair["why"].is_string(), "{pair}");
            format!("{} {}", pair["white"], pair["black"])
        })
        .chain(bye)
        .collect();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), lines);
}

#[test]
fn a_report_without_its_number_of_rounds_is_paired_with_a_warning() {
    let report = generated(8, 5, 3, &["--played", "1"]);
    let silent: Vec<&str> = report
        .lines()
        .filter(|line| !line.starts_with("XXR"))
        .collect();
    let (exit, out, err) = piped(&["pair", "-"], silent.join("\n").as_bytes());
    assert_eq!(
        (exit, out),
        (Exit::Done, printed(&["pair", "-"], report.as_bytes()))
    );
    assert!(err.contains("how many rounds"), "{err}");
}

#[test]
fn where_no_pairing_exists_the_reason_is_told() {
    let over = generated(8, 3, 3, &[]);
    let (exit, out, err) = piped(&["pair", "-"], over.as_bytes());
    assert_eq!((exit, out.as_str()), (Exit::CouldNot, ""));
    assert_eq!(
        err,
        "the next round cannot be paired: all rounds have been played\n"
    );
    let alone = b"XXR 3\n001    1\n";
    let (exit, _, err) = piped(&["pair", "-"], alone);
    assert_eq!(exit, Exit::CouldNot);
    assert!(err.contains("fewer than two players"), "{err}");
}

#[test]
fn complete_tournaments_have_no_differences() {
    for path in reports("pairing/complete") {
        let out = printed(&["check", &path.display().to_string()], b"");
        assert!(out.ends_with("rounds: no differences\n"), "{out}");
    }
}

#[test]
fn differences_are_printed_and_end_with_1() {
    let report = generated(4, 1, 1, &["--byes", "0", "--late", "0", "--forfeits", "0"]);
    assert_eq!(
        printed(&["check", "-"], report.as_bytes()),
        "1 round: no differences\n"
    );
    let other = "XXR 1\nXXC white1\n001    1\n001    2\n001    3\n001    4\n"
        .replace("001    1", &format!("{:<91}   2 w 1", "001    1"))
        .replace("001    2", &format!("{:<91}   1 b 0", "001    2"))
        .replace("001    3", &format!("{:<91}   4 w 1", "001    3"))
        .replace("001    4", &format!("{:<91}   3 b 0", "001    4"));
    let (exit, out, err) = piped(&["check", "-"], other.as_bytes());
    assert_eq!((exit.code(), err.as_str()), (1, ""));
    assert_eq!(
        out,
        "round 1: the report has 1-2, 3-4; the rules give 1-3, 2-4\n1 round: 1 difference\n"
    );
    let turned = report
        .replace(" w ", " x ")
        .replace(" b ", " w ")
        .replace(" x ", " b ")
        .replace("XXC", "###");
    let lot = if report.contains("XXC white1") {
        "XXC white1"
    } else {
        "XXC black1"
    };
    let turned = format!("{lot}\n{turned}");
    let (exit, out, _) = piped(&["check", "-"], turned.as_bytes());
    assert_eq!(exit, Exit::CouldNot);
    assert!(out.contains("round 1: in 1-3 the report gives 1 "), "{out}");
    let (exit, out, _) = piped(&["check", "-", "--json"], turned.as_bytes());
    assert_eq!(exit, Exit::CouldNot);
    let value: Value = serde_json::from_str(&out).expect("JSON is printed");
    assert_eq!(value["rounds"], 1);
    assert_eq!(value["differences"][0]["kind"], "sides");
}

#[test]
fn random_tournaments_are_paired_again_alike() {
    for seed in 1..=24 {
        let players = 5 + u32::try_from(seed).expect("small");
        let more = [
            "--byes",
            "8",
            "--forfeits",
            "8",
            "--withdrawals",
            "2",
            "--late",
            "5",
        ];
        let report = generated(players, 7, seed, &more);
        assert_eq!(
            report,
            generated(players, 7, seed, &more),
            "the seed decides"
        );
        let out = printed(&["check", "-"], report.as_bytes());
        assert!(out.ends_with(": no differences\n"), "{seed}: {out}");
        let as_26 = generated(
            players,
            7,
            seed,
            &[&more[..], &["--dialect", "trf26"]].concat(),
        );
        assert_eq!(printed(&["check", "-"], as_26.as_bytes()), out);
        let values = json(&["standings", "-", "--json"], report.as_bytes());
        assert_eq!(
            values,
            json(&["standings", "-", "--json"], as_26.as_bytes())
        );
    }
}

/// A case of the fixture as a report.
fn case_report(case: &Value) -> String {
    let mut report = format!("XXR {}\n", case["rounds"]);
    for number in 1..=case["players"].as_u64().expect("a number") {
        write!(report, "{:<89}", format!("001 {number:>4}")).expect("a string takes all");
        let rounds = case["games"][number.to_string()].as_array();
        for round in rounds.expect("a list of rounds") {
            let letter = match (round[0].as_str(), round[3].as_f64()) {
                (Some("PAB"), _) => "U",
                (Some("HB"), _) => "H",
                (Some("ZB"), _) => "Z",
                (Some("FW"), _) => "+",
                (Some("FL"), _) => "-",
                (Some("P"), Some(1.0)) => "1",
                (Some("P"), Some(0.5)) => "=",
                (Some("P"), Some(0.0)) => "0",
                (kind, made) => panic!("{kind:?} {made:?}"),
            };
            let side = round[2].as_str().expect("a side");
            let opponent = round[1].as_u64();
            let opponent = opponent.map_or("0000".to_owned(), |number| format!("{number:>4}"));
            write!(report, "  {opponent} {side} {letter}").expect("a string takes all");
        }
        report.push('\n');
    }
    report
}

#[test]
fn standings_for_machines_are_the_fixtures() {
    let text = fs::read_to_string(fixture("tiebreaks/tiebreaks.json")).expect("the fixture");
    let fixture: Value = serde_json::from_str(&text).expect("the fixture is JSON");
    let mut compared = 0;
    for case in fixture["cases"].as_array().expect("cases") {
        let report = case_report(case);
        for year in ["2024", "2026"] {
            let call = ["standings", "-", "--json", "--edition", year];
            let (exit, out, _) = piped(&call, report.as_bytes());
            assert_eq!(exit, Exit::Done);
            let got: Value = serde_json::from_str(&out).expect("JSON is printed");
            let expected = case["expected"][year].as_object().expect("by number");
            for (number, values) in expected {
                let values = values.as_object().expect("by code");
                for (code, value) in values.iter().filter(|(code, _)| *code != "ADJ") {
                    let got = &got[number][code];
                    assert_eq!(got.as_f64(), value.as_f64(), "{year} {number} {code}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn standings_for_people_are_a_table() {
    let report = generated(
        6,
        3,
        5,
        &["--byes", "0", "--late", "0", "--withdrawals", "0"],
    );
    let out = printed(
        &["standings", "-", "--tiebreaks", "BH,sb"],
        report.as_bytes(),
    );
    let mut lines = out.lines();
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    assert_eq!(head, ["place", "no", "name", "PTS", "BH", "SB"]);
    assert_eq!(lines.clone().count(), 6);
    assert!(
        lines.all(|line| line.split_whitespace().count() == 6),
        "{out}"
    );
}

#[test]
fn points_that_do_not_add_up_are_told() {
    let report = generated(6, 3, 5, &["--byes", "0", "--late", "0"]);
    let line = report.lines().find(|line| line.starts_with("001    1"));
    let line = line.expect("player 1");
    let wrong = report.replace(line, &format!("{} 9.5{}", &line[..80], &line[84..]));
    let (exit, _, err) = piped(&["standings", "-"], wrong.as_bytes());
    assert_eq!(exit, Exit::Done);
    assert!(err.contains("the report gives 1 9.5 points"), "{err}");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (input, place) in [
        (&b""[..], "stdin:1:1: "),
        (b"\0\xff\xfe", "stdin:1:1: "),
        (b"012 x\r\n001    x\r\n", "stdin:2:5: "),
        (b"001    1\r001    1\r", "stdin:2:5: "),
    ] {
        for command in ["pair", "check", "standings"] {
            let (exit, out, err) = piped(&[command, "-"], input);
            assert_eq!((exit.code(), out.as_str()), (2, ""), "{command}");
            assert!(err.starts_with(place), "{command}: {err}");
        }
    }
    let (exit, _, err) = chessmasters(&["pair", "no/such/file.trf"]);
    assert_eq!(exit, Exit::CouldNot);
    assert!(
        err.starts_with("no/such/file.trf: cannot be read: "),
        "{err}"
    );
    for wrong in [
        &["pair", "-", "--rules", "2015"][..],
        &["standings", "-", "--tiebreaks", "BH,nonsense"],
        &["standings", "-", "--edition", "1999"],
        &["generate", "--players", "1", "--rounds", "5"],
        &[
            "generate",
            "--players",
            "9",
            "--rounds",
            "5",
            "--byes",
            "101",
        ],
        &[
            "generate",
            "--players",
            "9",
            "--rounds",
            "5",
            "--byes",
            "1.25",
        ],
    ] {
        assert_eq!(chessmasters(wrong).0, Exit::Wrong, "{wrong:?}");
    }
}

#[test]
fn opponents_who_do_not_name_each_other_are_told() {
    let odd = |first: &str, second: &str| {
        let numbers = ["001    1", "001    2", "001    3"];
        let [one, two, three] = numbers.map(|number| format!("{number:<91}"));
        format!("XXR 3\n{one}{first}\n{two}{second}\n{three}0000 - U\n")
    };
    let forfeits = odd("   2 w +", "0000 - Z");
    let (exit, _, err) = piped(&["standings", "-"], forfeits.as_bytes());
    assert_eq!(exit, Exit::Done);
    assert!(
        err.contains("stdin:2:92: warning: round 1: 1 names 2 as opponent, but 2 does not name 1"),
        "{err}"
    );
    let games = odd("   2 w 1", "   3 b 0");
    let (exit, _, err) = piped(&["pair", "-"], games.as_bytes());
    assert_eq!(exit, Exit::Wrong);
    assert!(
        err.contains("stdin:2:92: expected an opponent whose line names this player in this round"),
        "{err}"
    );
}

#[test]
fn nonsense_never_panics() {
    let mut state = 1;
    let sound: Vec<Vec<u8>> = (1..=4)
        .map(|seed| generated(9, 4, seed, &["--byes", "10"]).into_bytes())
        .collect();
    for turn in 0..400 {
        let mut bytes = sound[turn % sound.len()].clone();
        for _ in 0..=dice(&mut state) % 6 {
            let place = dice(&mut state) % bytes.len();
            match dice(&mut state) % 4 {
                0 => bytes[place] = b"0123456789 wb-+=HUZF\n\r.XX\xe4"[dice(&mut state) % 26],
                1 => bytes.truncate(place.max(1)),
                2 => bytes.insert(place, b"019 \n"[dice(&mut state) % 5]),
                _ => {
                    let end = (place + dice(&mut state) % 12).min(bytes.len());
                    bytes.drain(place..end);
                    bytes.push(b'\n');
                }
            }
        }
        for command in ["pair", "check", "standings"] {
            let (exit, out, _) = piped(&[command, "-", "--json"], &bytes);
            match exit {
                Exit::Done => assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}"),
                Exit::CouldNot | Exit::Wrong => {}
            }
        }
    }
}
