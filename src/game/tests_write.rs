//! Games and positions as text, and back.

use super::stored::{Spoilt, from_text, to_text};
use super::tests_support::{Taste, chance_game, score, set_up};
use super::*;
use crate::vocabulary::{Color, Outcome};

fn tag(name: &str, value: &str) -> Tag {
    Tag {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

#[test]
fn pgn_has_its_tags_in_order() {
    let played = score(Start::Initial, "f3 e5 g4 Qh4#");
    let tags = [
        tag("White", "O'Neil, \"Al\""),
        tag("Annotator", "a\\b\n[c]"),
        tag("Result", "1-0"),
        tag("Date", ""),
        tag("PlyCount", "99"),
        tag("9lives", "no"),
        tag("bad name", "no"),
        tag("Annotator", "second"),
        tag("FEN", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ];
    let text = pgn(&played, &tags, Marker::Decided(Outcome::BlackWins), None);
    expect_test::expect![[r#"
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "O'Neil, \"Al\""]
        [Black "?"]
        [Result "0-1"]
        [Annotator "a\\b [c]"]

        1. f3 e5 2. g4 Qh4# 0-1

    "#]]
    .assert_eq(&text);
}

#[test]
fn a_set_up_start_is_written_with_its_position() {
    let start = set_up("4k3/8/8/8/8/8/4p3/4K2R b K - 3 57");
    let played = score(start, "Kd7 Kxe2 Ke6");
    let text = pgn(&played, &[tag("Zeit", "x")], Marker::BothLost, None);
    expect_test::expect![[r#"
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4p3/4K2R b K - 3 57"]
        [Zeit "x"]

        57... Kd7 58. Kxe2 Ke6 {both lost} *

    "#]]
    .assert_eq(&text);
}

#[test]
fn a_game_without_moves_is_its_result() {
    let text = pgn(&score(Start::Initial, ""), &[], Marker::Unfinished, None);
    assert!(text.ends_with("[Result \"*\"]\n\n*\n\n"), "{text}");
}

#[test]
fn a_tag_fits_its_line() {
    let played = score(Start::Initial, "e4");
    let long = [
        tag("Event", &"\u{e9}\"".repeat(200)),
        tag("Black", &"\\".repeat(300)),
    ];
    let text = pgn(&played, &long, Marker::Unfinished, None);
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines[..7] {
        assert!(line.len() <= 254, "{} bytes", line.len());
        // An escape that is cut in two would take the closing quote with it.
        let value = line.strip_suffix("\"]").expect("a tag is closed");
        let escapes = value.len() - value.trim_end_matches('\\').len();
        assert!(escapes.is_multiple_of(2), "{line}");
    }
    assert!(lines[0].len() > 250 && lines[5].len() > 250);
}

#[test]
fn a_comment_stands_before_the_result() {
    let played = score(Start::Initial, "e4 e5 Nf3");
    let comment = format!(
        "it {{stops}} there, \"{}\",\u{7} and\tso on [Event \"x\"] %escaped ;rest {}",
        "Bxc7 ".repeat(12),
        "\u{fc}".repeat(150)
    );
    let text = pgn(&played, &[], Marker::BothLost, Some(&comment));
    expect_test::expect![[r#"
        1. e4 e5 2. Nf3 {it (stops) there, "Bxc7 Bxc7 Bxc7 Bxc7 Bxc7 Bxc7 Bxc7 Bxc7
        Bxc7 Bxc7 Bxc7 Bxc7 ", and so on [Event "x"] %escaped ;rest
        üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü}
        {both lost} *

    "#]]
    .assert_eq(text.split_once("\n\n").expect("tags and moves").1);
    // No line begins as a tag or an escaped line does, wherever it breaks.
    for words in 0..40 {
        let comment = format!("{}[a %b [c %d", "word ".repeat(words));
        let text = pgn(&played, &[], Marker::Unfinished, Some(&comment));
        let moves = text.split_once("\n\n").expect("tags and moves").1;
        assert!(
            !moves.lines().any(|line| line.starts_with(['[', '%'])),
            "{moves}"
        );
        let read = scores(text.as_bytes(), GAME_BYTES_MAX);
        assert_eq!((read.len(), read[0].moves.len()), (1, 3), "{moves}");
    }
    let bare = pgn(&played, &[], Marker::Unfinished, Some(" \u{7} "));
    assert!(bare.ends_with("1. e4 e5 2. Nf3 *\n\n"), "{bare}");
}

#[test]
fn what_is_written_is_read_again() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 7 31",
    ];
    for seed in 0..60 {
        let mut start = set_up(starts[seed as usize % 2]);
        if seed % 2 == 0 {
            start = Start::Initial;
        }
        let taste = [Taste::Any, Taste::Captures][seed as usize / 2 % 2];
        let played = chance_game(start, seed, taste, 150);
        let result = Marker::Decided([Outcome::WhiteWins, Outcome::Draw][seed as usize % 2]);
        let text = pgn(&played, &[tag("Site", "a \\ b")], result, None);
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            assert!(line.len() < 80 && line == line.trim(), "{line:?}");
        }
        let read = scores(text.as_bytes(), GAME_BYTES_MAX);
        assert_eq!(read.len(), 1);
        assert_eq!((&read[0].fault, &read[0].notes), (&None, &Vec::new()));
        assert_eq!(read[0].start, played.start);
        assert_eq!(read[0].moves, played.moves);
        assert_eq!(read[0].marker, Some(result));
        assert_eq!(read[0].tags[1], tag("Site", "a \\ b"));

        let kept = to_text(&played.moves);
        assert_eq!(from_text(&played.start, &kept), Ok(played.moves.clone()));

        let lines = short_lines(&played, Some(result), 60);
        assert!(lines.iter().all(|line| line.len() <= 60), "{lines:#?}");
        if played.start == Start::Initial {
            let read = scores(lines.join("\n").as_bytes(), GAME_BYTES_MAX);
            assert_eq!(read[0].moves, played.moves);
        }
    }
}

#[test]
fn lines_for_irc_keep_both_moves_of_a_number() {
    let played = score(Start::Initial, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    let lines = short_lines(&played, Some(Marker::Decided(Outcome::Draw)), 24);
    assert_eq!(
        lines,
        ["1.e4 e5 2.Nf3 Nc6", "3.Bb5 a6 4.Ba4 Nf6 5.O-O", "1/2-1/2"]
    );
    let black = score(set_up("4k3/8/8/8/8/8/8/4K2R b K - 3 57"), "Kd7 O-O Kc6");
    assert_eq!(short_lines(&black, None, 400), ["57...Kd7 58.O-O Kc6"]);
    assert_eq!(short_lines(&score(Start::Initial, ""), None, 400), [""; 0]);
}

#[test]
fn kept_moves_are_checked_when_they_come_back() {
    let castled = score(Start::Initial, "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    let kept = to_text(&castled.moves);
    assert_eq!(kept, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    let spoilt = |text: &str| from_text(&Start::Initial, text).expect_err("it is spoilt");
    for (text, ply, word) in [
        ("e2e4 e7e5 e1g1", 3, "e1g1"),
        ("e2e4 0000", 2, "0000"),
        ("e2e4 e7e5 Ng1f3", 3, "Ng1f3"),
        (&kept.replace("e1g1", "e1h1"), 7, "e1h1"),
        ("e2e4q", 1, "e2e4q"),
        ("e2e4 \u{ff45}7e5", 2, "\u{ff45}7e5"),
    ] {
        let expected = Spoilt {
            ply,
            text: word.to_owned(),
        };
        assert_eq!(spoilt(text), expected, "{text}");
    }
    assert_eq!(from_text(&Start::Initial, ""), Ok(Vec::new()));
}

#[test]
fn a_board_is_shown_at_any_ply() {
    let played = score(Start::Initial, "e4 d5 Bb5+ c6");
    let diagram = Diagram::after(&played, 3).expect("three plies were played");
    expect_test::expect![[r#"
        8 r n b q k b n r
        7 p p p . p p p p
        6 . . . . . . . .
        5 . B . p . . . .
        4 . . . . P . . .
        3 . . . . . . . .
        2 P P P P . P P P
        1 R N B Q K . N R
        + a b c d e f g h"#]]
    .assert_eq(&diagram.lines(Color::White).join("\n"));
    expect_test::expect![[r#"
        1 R N . K Q B N R
        2 P P P . P P P P
        3 . . . . . . . .
        4 . . . P . . . .
        5 . . . . p . B .
        6 . . . . . . . .
        7 p p p p . p p p
        8 r n b k q b n r
        + h g f e d c b a"#]]
    .assert_eq(&diagram.lines(Color::Black).join("\n"));
    assert_eq!(diagram.last.as_deref(), Some("2.Bb5+"));
    assert_eq!(
        diagram.line(),
        "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2 (Black to move, in check)"
    );
    let last = Diagram::after(&played, 4).expect("four plies were played");
    assert_eq!(last.last.as_deref(), Some("2...c6"));
    assert_eq!((last.check, last.turn), (Check::None, Color::White));
    assert_eq!(Diagram::after(&played, 5), None);
    let first = Diagram::after(&played, 0).expect("every game has a start");
    assert_eq!(first.last, None);
    let mate = score(Start::Initial, "f3 e5 g4 Qh4#");
    let mate = Diagram::after(&mate, 4).expect("four plies were played");
    assert!(mate.line().ends_with("(White to move, checkmate)"));
}

#[test]
fn two_scores_of_a_game_are_compared() {
    let first = score(Start::Initial, "e4 e5 Nf3 Nc6 Bb5");
    let same = score(set_up(&first_fen()), "e4 e5 Nf3 Nc6 Bb5");
    assert_eq!(compare(&first, &same), Comparison::Same);
    let short = score(Start::Initial, "e4 e5 Nf3");
    let shorter = |which| Comparison::Shorter {
        which,
        plies: 3,
        next: "Nc6".to_owned(),
    };
    assert_eq!(compare(&short, &first), shorter(Which::First));
    assert_eq!(compare(&first, &short), shorter(Which::Second));
    let other = score(Start::Initial, "e4 e5 Nf3 d6 Bb5+");
    let Comparison::Part {
        ply,
        number,
        first: one,
        second: two,
    } = compare(&first, &other)
    else {
        panic!("they differ");
    };
    assert_eq!((ply, number.to_string().as_str()), (4, "2..."));
    assert_eq!((one.as_str(), two.as_str()), ("Nc6", "d6"));
    let odds = score(
        set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"),
        "e4",
    );
    assert_eq!(compare(&first, &odds), Comparison::Starts);
}

fn first_fen() -> String {
    Course::new(&Start::Initial, Terms::default())
        .finish()
        .fen()
}

#[test]
fn move_numbers_are_those_of_the_sheet() {
    let number = |start: &Start, ply| MoveNumber::of(start, ply).to_string();
    let plain: Vec<String> = (1..=4).map(|ply| number(&Start::Initial, ply)).collect();
    assert_eq!(plain, ["1.", "1...", "2.", "2..."]);
    let black = set_up("4k3/8/8/8/8/8/8/4K2R b K - 3 57");
    let late: Vec<String> = (1..=4).map(|ply| number(&black, ply)).collect();
    assert_eq!(late, ["57...", "58.", "58...", "59."]);
    assert_eq!(numbered(&black, 2, "O-O"), "58.O-O");
}

#[test]
fn the_facts_of_a_position() {
    let facts = Facts::of_fen("4k3/pp6/8/8/8/2B5/1Q2RB2/4K3 b - - 4 30").expect("a position");
    assert_eq!(
        facts.material(Color::White).to_string(),
        "queen, rook, 2 bishops (dark)"
    );
    assert_eq!(facts.material(Color::White).points(), 20);
    assert_eq!(facts.material(Color::Black).to_string(), "2 pawns");
    assert_eq!(facts.bare, Bare::Nobody);
    assert_eq!(
        (facts.diagram.turn, facts.diagram.check),
        (Color::Black, Check::Given)
    );
    assert_eq!(
        (facts.diagram.end, facts.dead, facts.remark),
        (None, None, None)
    );
    assert_eq!((facts.legal_moves, facts.clock), (4, 4));
    assert_eq!(facts.oddities, []);

    let dead = Facts::of_fen("8/8/8/8/8/1k1b4/8/K7 w - - 0 1").expect("a position");
    assert_eq!(dead.diagram.end, Some(End::Stalemate));
    assert_eq!(dead.dead, Some(Dead::OneMinor));
    assert_eq!(dead.white.to_string(), "bare king");
    assert_eq!(dead.black.to_string(), "bishop (light)");

    let played = score(Start::Initial, "e4 d5 exd5 Nf6");
    let last = Facts::of_final(&Findings::of(&played, Terms::default()));
    assert_eq!((last.white.points(), last.black.points()), (39, 38));
    assert_eq!((last.clock, last.legal_moves), (1, 30));
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    use BadFen::*;
    for (fen, bad) in [
        ("", Unreadable(FenField::Board)),
        ("8/8/8/8/8/8/8/8 w - - 0 1", NoKing),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", NoKing),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", TwoKings),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", PawnOnBackRank),
        ("7k/8/8/8/8/8/8/QK6 w - - 0 1", OpponentInCheck),
        ("7k/9/8/8/8/8/8/QK6 w - - 0 1", Unreadable(FenField::Board)),
        ("7k/8/8/8/8/8/8/QK6 x - - 0 1", Unreadable(FenField::Turn)),
        (
            "7k/8/8/8/8/8/8/QK6 b Z - 0 1",
            Unreadable(FenField::Castling),
        ),
        (
            "7k/8/8/8/8/8/8/QK6 b - e9 0 1",
            Unreadable(FenField::EnPassant),
        ),
        ("7k/8/8/8/8/8/8/QK6 b - - x 1", Unreadable(FenField::Clock)),
        ("7k/8/8/8/8/8/8/QK6 b - - 0 x", Unreadable(FenField::Number)),
        (
            "7k/8/8/8/8/8/8/QK6[Qq] b - - 0 1",
            Unreadable(FenField::Board),
        ),
        (
            "7k/8/8/8/8/8/8/QK6 b - - 3+3 0 1",
            Unreadable(FenField::TooMany),
        ),
    ] {
        assert_eq!(Facts::of_fen(fen), Err(bad), "{fen}");
    }
    for (fen, oddity, cleaned) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            Oddity::CastlingRight,
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            Oddity::EnPassant,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
            Oddity::TooManyMen,
            "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
            Oddity::ImpossibleCheck,
            "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
        ),
    ] {
        let facts = Facts::of_fen(fen).expect("a position all the same");
        assert_eq!(facts.oddities, [oddity], "{fen}");
        assert_eq!(facts.diagram.fen, cleaned);
    }
}

#[test]
fn a_result_is_read_as_it_was_written() {
    for result in [
        Marker::Decided(Outcome::WhiteWins),
        Marker::Decided(Outcome::Draw),
        Marker::Decided(Outcome::BlackWins),
        Marker::BothLost,
        Marker::Unfinished,
    ] {
        assert_eq!(marker(token(result)), Some(result));
    }
    assert_eq!((marker("O-O"), marker("")), (None, None));
}

#[test]
fn positions_are_for_engines_where_a_game_can_bring_them_and_goes_on() {
    for (fen, wanted) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", ForEngine::Sound),
        ("4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1", ForEngine::Sound),
        (
            "4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1",
            ForEngine::Stray,
        ),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", ForEngine::Stray),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ForEngine::Over),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ForEngine::Over),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", ForEngine::Over),
        // A position that is drawn by other codes only goes on here.
        ("8/8/8/4k3/8/8/8/2NNK3 w - - 0 1", ForEngine::Sound),
    ] {
        let facts = Facts::of_fen(fen).expect("a position");
        assert_eq!(facts.for_engine(), wanted, "{fen}");
    }
}

#[test]
fn an_engines_line_is_told_as_far_as_it_can_be_played() {
    const CASTLES: &str = "r3k2r/8/8/8/8/8/4P3/4K3 b kq - 3 31";
    const PROMOTES: &str = "3r3k/2P5/8/8/5pP1/8/8/4K3 b - g3 0 9";
    for (fen, line, plies, told) in [
        (
            CASTLES,
            "e8g8 e1d1 a8a1 d1c2",
            12,
            "31...O-O 32.Kd1 Ra1+ 33.Kc2",
        ),
        // Some engines write castling as the king taking the rook.
        (CASTLES, "e8a8 e2e4", 12, "31...O-O-O 32.e4"),
        (CASTLES, "e8g8 e1d1 a8a1 d1c2", 2, "31...O-O 32.Kd1"),
        (CASTLES, "e8g8 e1e2 e1d1", 12, "31...O-O"),
        (CASTLES, "e2e4", 12, ""),
        (CASTLES, "", 12, ""),
        (CASTLES, "castles", 12, ""),
        (
            PROMOTES,
            "f4g3 c7d8q h8h7 0000",
            12,
            "9...fxg3 10.cxd8=Q+ Kh7",
        ),
        (PROMOTES, "f4g3 c7c8n", 12, "9...fxg3 10.c8=N"),
        ("8/8/8/8 w", "e2e4", 12, ""),
    ] {
        let moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(engine_line(fen, &moves, plies), told, "{fen}: {line}");
    }
}

#[test]
fn a_report_is_the_tag_unless_it_has_no_result() {
    let decided = |outcome| Some(Marker::Decided(outcome));
    for (result, after, report) in [
        (
            "1-0",
            decided(Outcome::Draw),
            Report::Result(Outcome::WhiteWins),
        ),
        ("*", decided(Outcome::Draw), Report::Result(Outcome::Draw)),
        (
            "?",
            decided(Outcome::BlackWins),
            Report::Result(Outcome::BlackWins),
        ),
        ("0-0", None, Report::BothLost),
        ("*", None, Report::Nothing),
    ] {
        let mut played = score(Start::Initial, "e4");
        played.tags.push(tag("Result", result));
        played.marker = after;
        assert_eq!(Report::of(&played), report, "{result}");
    }
}
