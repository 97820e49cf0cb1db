//! Reports read, written, and refused.

use super::*;
use crate::pairing::{Field, Player, RoundRecord};

const SMALL: &str = "\
012 A small open
032 LAT
XXR 5
XXC black1
XXZ 3
XXP 1 4
XXA    1  1.0  0.5
001    1 m GM Tal, Mihails                      2705 LAT    11600000 1936/11/09  1.5    1     2 w 1  0000 - H
001    2 w    Ābele, Zane                       1800 LAT                         0.0    4     1 b 0     3 w -
001    3      Nobody                                                             1.0    2  0000 - U     2 b +
001    4      Late                              1500                             1.0    3  0000 - Z  0000 - F
";

fn read_text(text: &str) -> (Report, Vec<Warning>) {
    read(text.as_bytes()).expect("a readable report")
}

fn refuse(text: &str) -> String {
    read(text.as_bytes())
        .expect_err("a report with a mistake")
        .to_string()
}

#[test]
fn a_report_is_read_by_its_columns() {
    let (report, warnings) = read_text(SMALL);
    assert_eq!(warnings, []);
    assert_eq!(report.dialect, Dialect::Trf16);
    assert_eq!(report.rounds_total, Some(5));
    assert_eq!(report.initial_side, Some(Side::Black));
    let tal = &report.entrants[0];
    assert_eq!(
        (tal.name.as_str(), tal.title.as_str()),
        ("Tal, Mihails", "GM")
    );
    assert_eq!((tal.rating, tal.federation.as_str()), (Some(2705), "LAT"));
    assert_eq!((tal.halves, tal.rank), (Some(3), Some(1)));
    assert_eq!(report.entrants[1].name, "Ābele, Zane");
    let field = report.field();
    assert_eq!(field.forbidden, [(1, 4)]);
    assert_eq!(field.players[0].acceleration, [2, 1]);
    let available: Vec<bool> = field.players.iter().map(|p| p.available).collect();
    assert_eq!(available, [true, true, false, true]);
    assert_eq!(
        field.players[2].rounds,
        [
            RoundRecord::PairingBye,
            RoundRecord::Forfeit {
                opponent: Some(2),
                halves: 2
            }
        ]
    );
    assert_eq!(
        field.players[3].rounds,
        [RoundRecord::Absent, RoundRecord::FullBye]
    );
}

#[test]
fn all_line_ends_are_the_same() {
    let (report, _) = read_text(SMALL);
    for end in ["\r\n", "\r"] {
        assert_eq!(read_text(&SMALL.replace('\n', end)).0, report);
    }
}

#[test]
fn what_is_written_reads_back_equal() {
    let (mut report, _) = read_text(SMALL);
    assert_eq!(read_text(&write(&report)).0, report);
    report.dialect = Dialect::Trf26;
    report.byes.push(AnnouncedBye {
        number: 4,
        round: Some(3),
        code: Code::HalfBye,
    });
    report.apart.push(Apart {
        rounds: Some((2, 4)),
        numbers: vec![2, 3],
    });
    report.pairing_bye_halves = Some(1);
    assert_eq!(read_text(&write(&report)).0, report);
}

#[test]
fn a_field_survives_its_report() {
    let game = |opponent, side, halves| RoundRecord::Game {
        opponent,
        side,
        halves,
    };
    let mut players: Vec<Player> = (1..=5).map(|n| Player::new(n, Some(2000))).collect();
    players[0].rounds = vec![game(2, Side::White, 2), RoundRecord::HalfBye];
    players[1].rounds = vec![game(1, Side::Black, 0), RoundRecord::PairingBye];
    players[2].rounds = vec![game(4, Side::Black, 1), game(5, Side::White, 0)];
    players[3].rounds = vec![game(3, Side::White, 1), RoundRecord::Absent];
    players[4].rounds = vec![RoundRecord::FullBye, game(3, Side::Black, 2)];
    players[3].available = false;
    players[0].acceleration = vec![2, 2, 1];
    let mut field = Field::new(players, 7, Side::Black);
    field.forbidden = vec![(1, 5)];
    field.pairing_bye_halves = 1;
    for dialect in [Dialect::Trf16, Dialect::Trf26] {
        let text = write(&Report::of(&field, dialect));
        assert_eq!(read_text(&text).0.field(), field, "{text}");
    }
}

#[test]
fn trf26_headers_are_read() {
    let (report, warnings) = read_text(
        "### made by hand\n142 9\n152 B\n162  W 1.0    D 0.5    P 0.5\n\
         240 H   2    1    2\n250       1.0   1   3    1    2\n260   1   2    1    2\n\
         001    1      A\n001    2      B\n",
    );
    assert_eq!(warnings, []);
    assert_eq!(report.dialect, Dialect::Trf26);
    assert_eq!(report.rounds_total, Some(9));
    assert_eq!(report.initial_side, Some(Side::Black));
    assert_eq!(report.pairing_bye_halves, Some(1));
    assert_eq!(report.byes.len(), 2);
    assert_eq!(report.virtual_points.len(), 6);
    assert_eq!(report.apart[0].rounds, Some((1, 2)));
    assert_eq!(report.field().forbidden, [(1, 2)]);
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let head = "001    1      A                                                                             ";
    for (text, expected) in [
        (
            "001    x",
            "line 1, column 5: expected a starting number, found \"x\"",
        ),
        (
            "001    1\n001    1",
            "line 2, column 5: expected a starting number not used before, found \"1\"",
        ),
        (
            "XXR many",
            "line 1, column 5: expected a number of rounds up to 400, found \"many\"",
        ),
        (
            "XXC green1",
            "line 1, column 5: expected white1, black1 or rank, found \"green1\"",
        ),
        (
            "240 U   1    1",
            "line 1, column 5: expected F, H or Z, found \"U\"",
        ),
    ] {
        assert_eq!(refuse(text), expected);
    }
    let head = &head[..91];
    for (cell, expected) in [
        (
            "   2 w 1",
            "expected the number of a player of this report, found \"2\"",
        ),
        ("   1 w 1", "expected another player's number, found \"1\""),
        ("   2 x 1", "column 97: expected w, b or -, found \"x\""),
        (
            "   2 w ?",
            "column 99: expected a result: 1 0 = W D L + - F H U Z, found \"?\"",
        ),
        (
            "0000 w 1",
            "column 92: expected an opponent for a game, found \"0000\"",
        ),
        (
            "   2 - 1",
            "column 97: expected w or b for a game, found \"-\"",
        ),
        (
            "   2 - U",
            "column 92: expected 0000 with a bye, found \"2\"",
        ),
    ] {
        let message = refuse(&format!("{head}{cell}"));
        assert!(message.ends_with(expected), "{cell:?}: {message}");
    }
}

/// Two players and one round, as the two lines have it.
fn two(first: &str, second: &str) -> String {
    format!(
        "001    1{:83}{first}\n001    2{:83}{second}\n001    3\n",
        "", ""
    )
}

#[test]
fn a_game_that_one_of_two_does_not_know_of_is_refused() {
    for (first, second, expected) in [
        (
            "   2 w 1",
            "",
            "line 1, column 92: expected an opponent whose line names this player in this round, found \"2\"",
        ),
        (
            "0000 - H",
            "   1 b 0",
            "line 2, column 92: expected an opponent whose line names this player in this round, found \"1\"",
        ),
        (
            "   2 w 1",
            "   3 b 0",
            "line 1, column 92: expected an opponent whose line names this player in this round, found \"2\"",
        ),
        (
            "   2 w 1",
            "   1 w 0",
            "line 1, column 97: expected the side that the opponent's line leaves, found \"w\"",
        ),
        (
            "   2 w 1",
            "   1 b -",
            "line 1, column 99: expected what the opponent's line has: no game, found \"1\"",
        ),
        (
            "   2 w +",
            "   1 b 0",
            "line 2, column 99: expected what the opponent's line has: no game, found \"0\"",
        ),
    ] {
        assert_eq!(refuse(&two(first, second)), expected);
    }
}

#[test]
fn what_two_lines_tell_differently_without_harm_is_told_with_its_place() {
    for (first, second, expected) in [
        ("   2 w =", "   1 b 0", None),
        ("   2 w 0", "   1 b 0", None),
        ("   2 w +", "   1 w -", None),
        (
            "   2 w 1",
            "   1 b =",
            Some("line 1, column 92: round 1: 1 and 2 have more than a point together"),
        ),
        (
            "0000 - Z",
            "   1 b +",
            Some("line 2, column 92: round 1: 2 names 1 as opponent, but 1 does not name 2"),
        ),
    ] {
        let warnings = read_text(&two(first, second)).1;
        let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(told, expected, "{first} against {second}");
    }
}

#[test]
fn a_shifted_line_is_not_read_as_another_one() {
    let shifted = two(" 0000 - H", "0000 - Z");
    assert_eq!(
        refuse(&shifted),
        "line 1, column 96: expected a blank, found \"0\""
    );
    let rating = format!("001    1      Name{:32}1455\n", "");
    let told = read_text(&rating).1;
    assert_eq!(
        told.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 1, column 53: this column should be blank: the line may be shifted"]
    );
}

#[test]
fn points_of_a_hundred_and_more_keep_their_columns() {
    let mut report = read_text(SMALL).0;
    report.entrants[0].halves = Some(250);
    report.entrants[1].halves = Some(251);
    let again = read_text(&write(&report)).0;
    let halves: Vec<Option<u32>> = again.entrants.iter().map(|e| e.halves).collect();
    assert_eq!(halves[..2], [Some(250), None]);
}

#[test]
fn long_reports_do_not_fill_the_memory() {
    let lines = "###\n".repeat(300_001);
    assert!(refuse(&lines).starts_with("line 300001, column 1: expected at most 300000 lines"));
    let wide = format!("XXZ{}", " 1".repeat(60_000));
    assert!(refuse(&wide).starts_with("line 1, column 120001: expected a line of at most"));
    let byes = format!("XXZ{}\n", " 1".repeat(50_000)).repeat(5);
    assert!(refuse(&byes).starts_with("line 5, column 1: expected at most 200000 byes"));
    let bytes = vec![b' '; BYTES_MAX + 1];
    assert!(read(&bytes).is_err());
}

#[test]
fn short_lines_do_not_fill_the_memory() {
    let spans = "250       1.0   1 999    1 9999\n".repeat(3);
    assert!(refuse(&spans).contains("fewer rounds and players"));
    assert!(refuse(&format!("XXP{}", " 1".repeat(3_000))).contains("two million pairs"));
    let wide = format!("XXA    1{}", "  1.0".repeat(2_000));
    assert!(refuse(&wide).contains("fewer rounds and players"));
}

#[test]
fn unknown_codes_are_kept_with_a_warning() {
    let (report, warnings) = read_text("QQQ what is this\n001    1      A\n");
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].line, 1);
    assert_eq!(report.lines[0].text, "what is this");
    assert_eq!(read_text(&write(&report)).0, report);
}

#[test]
fn any_bytes_are_an_answer() {
    let mut dice = crate::pairing::tests::Dice(3);
    for _ in 0..2_000 {
        let mut bytes = SMALL.as_bytes().to_vec();
        for _ in 0..=dice.roll(6) {
            let at = usize::try_from(dice.roll(bytes.len() as u64)).expect("small");
            bytes[at] = u8::try_from(dice.roll(256)).expect("a byte");
        }
        if let Ok((report, _)) = read(&bytes) {
            let again = read(write(&report).as_bytes()).expect("what is written is readable");
            assert_eq!(again.0.entrants.len(), report.entrants.len());
            let _ = crate::pairing::swiss::next_round(&report.field(), Default::default());
        }
    }
}

#[test]
fn the_fixtures_read_back_equal() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pairing");
    for part in ["complete", "next-round"] {
        for entry in std::fs::read_dir(folder.join(part)).expect("the fixtures") {
            let path = entry.expect("a readable folder").path();
            if path.extension().is_some_and(|ending| ending == "trf") {
                let bytes = std::fs::read(&path).expect("a readable fixture");
                let (report, warnings) = read(&bytes).expect("a fixture is a report");
                assert_eq!(warnings, []);
                assert_eq!(read_text(&write(&report)).0, report, "{path:?}");
            }
        }
    }
}
