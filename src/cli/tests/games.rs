//! `verify`, on the fixtures and on streams that break.

use super::{chessmasters, piped};
use crate::cli::{Exit, Streams, call};
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games")
}

fn fixture(name: &str) -> String {
    folder().join(name).display().to_string()
}

fn cases() -> Vec<HashMap<String, String>> {
    let text = std::fs::read_to_string(folder().join("cases.tsv")).expect("there are cases");
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let head: Vec<String> = lines.next().expect("a head").collect();
    let rows = lines.map(|cells| head.iter().cloned().zip(cells).collect());
    rows.collect()
}

/// A number or `-`, as the fixtures write it.
fn number(value: &Value) -> String {
    value.as_u64().map_or("-".to_owned(), |n| n.to_string())
}

fn claims(object: &Value) -> String {
    let claims = object["claims"].as_array().expect("claims are a list");
    let turn = object["fen"].as_str().expect("a FEN").split(' ').nth(1);
    let each = claims.iter().map(|claim| {
        let by = claim["by"].as_str().expect("somebody claims");
        assert_eq!(turn, Some(&by[..1]), "who is to move claims");
        let kind = claim["kind"].as_str().expect("a claim has a kind");
        match claim["move"].as_str() {
            Some(san) => format!("{kind}:{san}"),
            None => kind.to_owned(),
        }
    });
    match each.collect::<Vec<_>>().join(",") {
        none if none.is_empty() => "-".to_owned(),
        some => some,
    }
}

/// The end as the fixtures name it.
fn status(object: &Value) -> String {
    let remark = |words: &str| {
        let notes = object["notes"].as_array().expect("notes are a list");
        notes
            .iter()
            .any(|note| note.as_str().is_some_and(|note| note.starts_with(words)))
    };
    match (object["end"].as_str(), object["dead_by"].as_str()) {
        (Some("checkmate"), None) => "mate".to_owned(),
        (Some("stalemate"), None) => "stalemate".to_owned(),
        (Some("dead"), Some(article)) => format!("dead-{article}"),
        (Some("none"), None) if remark("bishops on one colour") => {
            "insufficient-not-in-7.4".to_owned()
        }
        (Some("none"), None) => "open".to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_fixture_is_verified_as_its_row_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let of = |column: &str| case[column].as_str();
        if of("game") != "1" {
            continue;
        }
        let (_, out, err) = chessmasters(&["verify", "--json", &fixture(of("file"))]);
        assert_eq!(err, "", "{}", of("file"));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 1, "{}", of("file"));
        let object: Value = serde_json::from_str(lines[0]).expect("a line is an object");
        let agreement = match of("compare") {
            "agrees" => "agrees",
            compare if compare.starts_with("CONTRADICTS") => "contradicts",
            _ => "open",
        };
        let bare: String = object["bare"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|side| match side.as_str() {
                Some("white") => 'W',
                Some("black") => 'B',
                other => panic!("{other:?}"),
            })
            .collect();
        let said = [
            ("legal_plies", number(&object["plies"])),
            (
                "final_fen",
                object["fen"].as_str().expect("a FEN").to_owned(),
            ),
            ("end_status", status(&object)),
            ("first_over", number(&object["over_ply"])),
            ("first3", number(&object["first3"])),
            ("first50", number(&object["first50"])),
            ("claims", claims(&object)),
            (
                "bare",
                if bare.is_empty() {
                    "-".to_owned()
                } else {
                    bare
                },
            ),
            ("clock", number(&object["clock"])),
            ("rep_final", number(&object["repetitions"])),
            ("max_rep", number(&object["repetitions_max"])),
        ];
        let differing = said.iter().filter(|(column, said)| of(column) != said);
        wrong.extend(
            differing.map(|(column, said)| {
                format!("{} {column}: {said}, not {}", of("file"), of(column))
            }),
        );
        if object["agreement"] != agreement {
            wrong.push(format!("{}: {}", of("file"), object["agreement"]));
        }
        let clean = object["error"].is_null();
        match of("class") {
            "M" if !clean => wrong.push(format!("{}: {}", of("file"), object["error"])),
            "R" if clean => wrong.push(format!("{} passes as clean", of("file"))),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_line_says_what_matters() {
    for (name, exit, line) in [
        (
            "242-scholars-mate-reported-as-draw.pgn",
            1,
            "1. A - B: 7 plies; checkmate by White at ply 7 (7.1); 1/2-1/2 CONTRADICTS: checkmate by White at ply 7 (7.1), which is 1-0",
        ),
        (
            "250-leaves-king-in-check.pgn",
            1,
            "1. A - B: 7 plies; ERROR at 4... (ply 8) \"Kxf7??\": illegal: the game is over; checkmate by White at ply 7 (7.1); 1-0 agrees",
        ),
        (
            "224-seven-occurrences-played-on.pgn",
            0,
            "1. A - B: 59 plies; not over; claims 7.7b, 7.7a by Qg5+; 1/2-1/2 open: needs a claim that stands, or agreement (7.6); a position for the fifth time at ply 50",
        ),
        (
            "268-ambiguous-knights.pgn",
            1,
            "1. A - B: 8 plies; ERROR at 5. (ply 9) \"Nd2\": ambiguous: Nbd2 or Nfd2; not over; 1-0 open: needs resignation or time",
        ),
        (
            "218-bare-king-said-to-win.pgn",
            1,
            "1. A - B: 155 plies; not over; 1-0 CONTRADICTS: White has a bare king and cannot win (7.5)",
        ),
    ] {
        let (ended, out, err) = chessmasters(&["verify", &fixture(name)]);
        assert_eq!(
            (ended.code(), out.as_str()),
            (exit, format!("{line}\n").as_str())
        );
        let problem = format!("{}: 1 of 1 not sound\n", fixture(name));
        assert_eq!(err, if exit == 0 { String::new() } else { problem });
    }
}

/// A game that went on after the end, one that begins elsewhere, and one that is fine.
const THREE: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\
    [FEN \"8/8/8/8/8/5k2/3q4/4K3 w - - 99 70\"]\n\n70. Kxd2 Ke4 71. Kc3 Kd5 1/2-1/2\n\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[FEN \"8/8/3k4/8/8/3K4/3R4/8 w - - 99 120\"]\n\n120. Ra2 *\n\n\
    [White \"A\u{7}\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n";

#[test]
fn games_are_counted_and_read_from_stdin() {
    let (exit, out, err) = piped(&["verify", "-"], THREE.as_bytes());
    assert_eq!(
        (exit, err.as_str()),
        (Exit::CouldNot, "stdin: 2 of 3 not sound\n")
    );
    expect_test::expect![[r#"
        1. A - B: 4 plies; ERROR at the start "8/8/8/8/8/5k2/3q4/4K3 w - - 99 70": another start than 2.3; drawn with bare kings at ply 1 (7.4a); 1/2-1/2 agrees; 3 half-moves after the end, from 70...Ke4 on
        2. A - B: 1 plies; ERROR at the start "8/8/3k4/8/8/3K4/3R4/8 w - - 99 120": another start than 2.3; not over; * open: no result, and the moves make none
        3. A - B: 1 plies; not over; * open: no result, and the moves make none
    "#]]
    .assert_eq(&out);
}

#[test]
fn the_clock_of_a_fen_is_not_believed() {
    let (_, out, _) = piped(&["verify", "--json", "-"], THREE.as_bytes());
    let objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects[1]["fen"], "8/8/3k4/8/8/3K4/R7/8 b - - 100 120");
    assert_eq!(objects[1]["clock"], 1);
    assert_eq!(objects[1]["claims"], Value::Array(Vec::new()));
    assert_eq!(objects[0]["over_ply"], 1);
    assert_eq!(
        (&objects[2]["index"], &objects[2]["error"]),
        (&Value::from(3), &Value::Null)
    );
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let (exit, out, err) = chessmasters(&["verify", "no/such/file.pgn"]);
    assert_eq!((exit.code(), out.as_str()), (2, ""));
    assert!(
        err.starts_with("no/such/file.pgn: cannot be read: "),
        "{err}"
    );
    let (exit, out, err) = piped(&["verify", "-"], b"");
    assert_eq!((exit.code(), out.as_str()), (2, ""));
    assert_eq!(err, "stdin: there is no game in it\n");
}

/// A stream that gives a game and a half and then breaks.
struct Breaking(usize);

impl Read for Breaking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text =
            b"[Event \"A small one\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n\
            [Event \"And another\"]\n\n1. d4";
        let rest = text.get(self.0..).unwrap_or_default();
        if rest.is_empty() {
            return Err(io::Error::other("the disk is gone"));
        }
        // One byte at a time: a game is found wherever the pieces end.
        buffer[0] = rest[0];
        self.0 += 1;
        Ok(1)
    }
}

#[test]
fn what_came_before_a_stream_breaks_is_said() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: &mut Breaking(0),
        out: &mut out,
        err: &mut err,
    };
    let words = ["chessmasters", "verify", "-"].map(OsString::from);
    let exit = call(words, &mut streams);
    let out = String::from_utf8(out).expect("text");
    let err = String::from_utf8(err).expect("text");
    assert_eq!(exit.code(), 2);
    assert!(out.starts_with("1. A - B: 1 plies; not over;"), "{out}");
    assert_eq!(out.lines().count(), 1, "{out}");
    assert_eq!(err, "stdin: cannot be read: the disk is gone\n");
}
