//! Results in every spelling (SPEC R-20, CASES T1, T2).

use crate::command::{
    BoardOrder, ColorsSaid, Command, OrderWords, Problem, ReportResult, ReportWords,
    TournamentWord, parse,
};
use crate::tournament::{ColorsPlayed, OwnResult, Verdict};
use crate::vocabulary::{BoardResult, Color, Outcome};

fn report(line: &str) -> ReportWords {
    match parse(line) {
        Ok(Command::Report { words, .. }) => words,
        other => panic!("{line:?} should be a report, and is {other:?}"),
    }
}

fn verdict(line: &str) -> (Verdict, String) {
    match parse(line) {
        Ok(Command::Direct(OrderWords::Board(
            _,
            BoardOrder::Result {
                verdict, reason, ..
            },
        ))) => (verdict, reason),
        other => panic!("{line:?} should be a ruling, and is {other:?}"),
    }
}

const DRAWS: [&str; 17] = [
    "1/2",
    "½-½",
    "1/2-1/2",
    "0.5-0.5",
    "0.5",
    "=",
    "1 / 2",
    "½",
    "½ – ½",
    "1/2 - 1/2",
    "1 / 2 - 1 / 2",
    "0,5-0,5",
    ".5",
    ".5-.5",
    "½:½",
    "0.5 — 0.5",
    "1⁄2",
];
const WHITE_WINS: [&str; 8] = [
    "1-0", "1:0", "1–0", "1—0", "1 - 0", "1 -0", "1 : 0", "1 − 0",
];
const BLACK_WINS: [&str; 8] = ["0-1", "0:1", "0–1", "0—1", "0 - 1", "0- 1", "0 : 1", "0‑1"];

#[test]
fn scores_in_every_spelling() {
    for (spellings, outcome) in [
        (DRAWS.as_slice(), Outcome::Draw),
        (WHITE_WINS.as_slice(), Outcome::WhiteWins),
        (BLACK_WINS.as_slice(), Outcome::BlackWins),
    ] {
        for spelling in spellings {
            let words = report(&format!("report {spelling}"));
            assert_eq!(words.result, ReportResult::Score(outcome), "{spelling}");
            assert_eq!(words.colors, ColorsSaid::Nothing, "{spelling}");

            let (ruled, reason) = verdict(&format!("result 2.1 {spelling} as both say"));
            assert_eq!(ruled.result, BoardResult::Played(outcome), "{spelling}");
            assert_eq!(reason, "as both say", "{spelling}");

            let named = report(&format!("report Rook|x {spelling} Pawn[y]"));
            let expected = ReportResult::Named {
                white: "Rook|x".to_owned(),
                black: "Pawn[y]".to_owned(),
                outcome,
            };
            assert_eq!(named.result, expected, "{spelling}");
            let named = report(&format!("report Rook|x - Pawn[y] {spelling}"));
            assert_eq!(named.result, expected, "{spelling}");
        }
    }
}

#[test]
fn results_in_words() {
    for (spellings, own) in [
        (["won", "win", "WON", "wins"].as_slice(), OwnResult::Won),
        (["lost", "loss", "lose", "Lost"].as_slice(), OwnResult::Lost),
        (
            ["draw", "Drew", "drawn", "tie", "tied"].as_slice(),
            OwnResult::Drew,
        ),
    ] {
        for spelling in spellings {
            let words = report(&format!("!report {spelling}"));
            assert_eq!(words.result, ReportResult::Own(own), "{spelling}");
        }
    }
    let (ruled, _) = verdict("result 1.1 draw agreed");
    assert_eq!(ruled.result, BoardResult::Played(Outcome::Draw));
    assert!(parse("result 1.1 won agreed").is_err());
}

#[test]
fn colours_may_be_named() {
    for (said, colors) in [
        ("swapped", ColorsSaid::Swapped),
        ("colours swapped", ColorsSaid::Swapped),
        ("Colors Swapped", ColorsSaid::Swapped),
        ("as black", ColorsSaid::Had(Color::Black)),
        ("with white", ColorsSaid::Had(Color::White)),
        ("as White", ColorsSaid::Had(Color::White)),
    ] {
        assert_eq!(report(&format!("report won {said}")).colors, colors);
        assert_eq!(report(&format!("report 1 - 0 {said}")).colors, colors);
        assert_eq!(report(&format!("report A 1-0 B {said}")).colors, colors);
    }
    for unclear in ["report won black", "report won as green", "report won as"] {
        assert!(parse(unclear).is_err(), "{unclear}");
    }
}

#[test]
fn names_may_stand_around() {
    let named = |white: &str, black: &str, outcome| ReportResult::Named {
        white: white.to_owned(),
        black: black.to_owned(),
        outcome,
    };
    // T1: the order of the names is kept as written; what it means is asked, not guessed.
    assert_eq!(
        report("!report Pawn[y] 1-0 Rook|x").result,
        named("Pawn[y]", "Rook|x", Outcome::WhiteWins)
    );
    assert_eq!(
        report("report Rook|x draw Pawn[y]").result,
        named("Rook|x", "Pawn[y]", Outcome::Draw)
    );
    assert_eq!(
        report("report Rook|x vs Pawn[y] 0-1").result,
        named("Rook|x", "Pawn[y]", Outcome::BlackWins)
    );
    // Nicks that are words of results themselves.
    assert_eq!(
        report("report Tie 1-0 Draw").result,
        named("Tie", "Draw", Outcome::WhiteWins)
    );
    match parse("report #2 A 1-0 B") {
        Ok(Command::Report { which, text, .. }) => {
            assert_eq!(which, Some(TournamentWord::Number(2)));
            assert_eq!(text, "report #2 A 1-0 B");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_clear_is_no_report() {
    for said in [
        "1",
        "0",
        "1 0",
        "10",
        "01",
        "1-1",
        "2-0",
        "0-0",
        "1-0f",
        "+-",
        "--",
        "-",
        "/",
        "f",
        "1/2-0",
        "1½",
        "1-0-1",
        "1 - 0 - 1",
        "won lost",
        "A beat B",
        "A won B",
        "A B 1-0",
        "white",
        "I think I won",
        "1-0 0-1",
        "won Pawn[y]",
        "1-O",
        "½-1",
        "0.5-1",
        "1/0",
    ] {
        let line = format!("report {said}");
        let misread = parse(&line).expect_err(&line);
        assert_eq!(
            misread.problem,
            Problem::UnreadableResult {
                written: said.to_owned()
            },
            "{line}"
        );
        assert_eq!(misread.at, "report ".len(), "{line}");
        assert_eq!(misread.spec.map(|spec| spec.word), Some("report"));
    }
}

#[test]
fn directors_also_forfeit() {
    let white = BoardResult::Forfeit {
        loser: Color::Black,
    };
    let black = BoardResult::Forfeit {
        loser: Color::White,
    };
    for (spelling, result) in [
        ("1-0f", white),
        ("1-0F", white),
        ("+-", white),
        ("+/-", white),
        ("1-0 forfeit", white),
        ("1:0 f", white),
        ("0-1f", black),
        ("-+", black),
        ("-/+", black),
        ("0-1 forfeit", black),
        ("0-0", BoardResult::DoubleForfeit),
        ("0:0", BoardResult::DoubleForfeit),
        ("--", BoardResult::DoubleForfeit),
        ("0-0f", BoardResult::DoubleForfeit),
        ("0-0 forfeit", BoardResult::DoubleForfeit),
    ] {
        let (ruled, reason) = verdict(&format!("result 2.1 {spelling} nobody came"));
        assert_eq!(ruled, Verdict::unplayed(result), "{spelling}");
        assert_eq!(reason, "nobody came", "{spelling}");
    }
    let (ruled, reason) = verdict("result 2.1 1-0 colours swapped - both agree");
    assert_eq!(ruled.colors, ColorsPlayed::Swapped);
    assert_eq!(ruled.result, BoardResult::Played(Outcome::WhiteWins));
    assert_eq!(reason, "- both agree");
    for bad in [
        "result 2.1 1-0",
        "result 2.1 1-0f swapped why",
        "result 2.1 1 - 0 - 1 why",
        "result 2.1 maybe why",
        "result 2 1-0 why",
        "result 0.1 1-0 why",
        "result",
        "result 2.1",
    ] {
        assert!(parse(bad).is_err(), "{bad}");
    }
}
