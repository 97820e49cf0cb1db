//! Lines that are no command: where reading stops, and what is said about it.

use crate::command::{COMMANDS, Expected, Misread, Problem, TEXT_BYTES_MAX, parse};

fn misread(line: &str) -> Misread {
    parse(line).expect_err(line)
}

#[test]
fn nothing_and_nonsense() {
    for line in ["", " ", "!", " ! ! "] {
        assert_eq!(misread(line).problem, Problem::Nothing, "{line:?}");
    }
    assert_eq!(
        misread("!standngs 2").problem,
        Problem::UnknownCommand {
            written: "standngs".to_owned(),
            nearest: Some("standings")
        }
    );
    assert_eq!(
        misread("tournament anounce").problem,
        Problem::UnknownCommand {
            written: "tournament anounce".to_owned(),
            nearest: Some("tournament announce")
        }
    );
    assert_eq!(
        misread("tournament").problem,
        Problem::Missing {
            expected: Expected::TournamentOrder
        }
    );
}

#[test]
fn the_place_is_told() {
    for (line, at) in [
        ("  !xyzzy", 3),
        ("me too", 3),
        ("pair Anna", 9),
        ("pair Anna B@ris", 10),
        ("  extend 2.1 soon why", 13),
        ("result 2.1 1-0", 14),
        ("bye Anna quarter", 9),
        ("info #1 #2", 8),
    ] {
        assert_eq!(misread(line).at, at, "{line}: {:?}", misread(line));
    }
}

#[test]
fn what_is_missing_is_named() {
    for (line, expected) in [
        ("explain", Expected::Text),
        ("explain #2", Expected::Text),
        ("say   ", Expected::Text),
        ("tz", Expected::Zone),
        ("report", Expected::Result),
        ("report #2", Expected::Result),
        ("tournament new", Expected::Name),
        ("tournament set", Expected::SettingKey),
        ("director", Expected::OfficialOrder),
        ("export", Expected::ExportForm),
        ("director add", Expected::Nick),
        ("admit", Expected::Nick),
        ("expel", Expected::Nick),
        ("reenter #1", Expected::Nick),
        ("pair Anna", Expected::Nick),
        ("pair Anna confirm", Expected::Nick),
        ("bye confirm", Expected::Nick),
        ("excuse Anna", Expected::Reason),
        ("result 2.1 1-0", Expected::Reason),
        ("extend 2.1 1d", Expected::Reason),
        ("extend 2.1", Expected::Length),
        ("extend", Expected::Round),
    ] {
        assert_eq!(
            misread(line).problem,
            Problem::Missing { expected },
            "{line}"
        );
    }
}

#[test]
fn more_than_a_command_takes_is_refused() {
    for line in [
        "me too",
        "ratings 2 3",
        "tournaments now",
        "pair Anna Boris Carla",
        "swap Anna Boris Carla",
        "info #1 winter",
        "director add Anna everywhere else",
        "register #1 #2",
    ] {
        let problem = misread(line).problem;
        assert!(
            matches!(problem, Problem::TooMuch { .. }),
            "{line}: {problem:?}"
        );
    }
}

#[test]
fn texts_and_nicks_have_bounds() {
    let text = "é".repeat(TEXT_BYTES_MAX / 2);
    assert!(parse(&format!("say {text}")).is_ok());
    let problem = misread(&format!("say {text}x")).problem;
    assert_eq!(
        problem,
        Problem::TooLong {
            expected: Expected::Text,
            bytes_max: TEXT_BYTES_MAX
        }
    );
    for nick in ["a,b", "a@b", "-x", "#chess", "a*", &"x".repeat(65)] {
        assert!(parse(&format!("admit {nick}")).is_err(), "{nick}");
    }
    for nick in ["Rook|x", "Pawn[y]", "`a^", "_\\{}", "Zoë"] {
        assert!(parse(&format!("admit {nick}")).is_ok(), "{nick}");
    }
    for line in ["extend 2 100d why", "extend 2 -100d why"] {
        assert!(matches!(misread(line).problem, Problem::OutOfRange { .. }));
    }
}

/// A small generator of numbers, so that the test is the same every time.
fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).expect("31 bits fit")
}

#[test]
fn no_line_whatever_makes_it_fall() {
    let pieces = [
        "1-0",
        "½",
        "½-½",
        "#1",
        "#",
        "#99999999999",
        "2.3",
        "0.0",
        "65536.1",
        "-",
        "–",
        "=",
        "\0",
        "\u{3}4",
        "é",
        "👑",
        "confirm",
        "anyway",
        "half",
        "in",
        "2h",
        "-2h",
        "99999999999d",
        "2026-10-25",
        "02:30",
        "T",
        "Europe/Berlin",
        "never",
        "none",
        "rounds",
        "name",
        "zone",
        "tie_breaks",
        ",",
        ",,",
        "sunday",
        "20:00",
        "deadline_at",
        "registration_opens",
        "Anna",
        "as",
        "black",
        "swapped",
        "f",
        "+",
        "everywhere",
        "!",
        "\u{a0}",
        "\u{2028}",
        "x",
        "",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for round in 0..8_000 {
        let spec = &COMMANDS[random(&mut state) % COMMANDS.len()];
        let mut line = spec.word.to_owned();
        for _ in 0..random(&mut state) % 6 {
            line.push_str([" ", "  ", ""][random(&mut state) % 3]);
            line.push_str(pieces[random(&mut state) % pieces.len()]);
        }
        check(&line);
        if round % 4 == 0 {
            let bytes: Vec<u8> = (0..random(&mut state) % 80)
                .map(|_| u8::try_from(random(&mut state) % 256).expect("a byte"))
                .collect();
            check(&String::from_utf8_lossy(&bytes));
        }
    }
    check(&"#1 ".repeat(50_000));
    check(&format!("report {}", "1 - ".repeat(50_000)));
    check(&"x".repeat(200_000));
}

fn check(line: &str) {
    if let Err(misread) = parse(line) {
        assert!(misread.at <= line.len(), "{line:?}");
        assert!(line.is_char_boundary(misread.at), "{line:?}");
    }
    let _either = crate::command::wants_identity(line);
}
