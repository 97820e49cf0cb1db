//! Single games and positions: remarks, moves after the end, claims and reports.

use super::tests_support::{read_san, score, set_up};
use super::*;
use crate::vocabulary::{Color, Outcome};

#[test]
fn what_other_codes_end_is_only_a_remark() {
    let cases = [
        (
            "B3k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            Some(Remark::BishopsOfOneColor),
        ),
        ("7k/8/8/2B5/2B5/3K4/8/8 w - - 0 1", None),
        (
            "5K2/8/2b5/1B6/8/k7/6b1/8 w - - 0 1",
            Some(Remark::BishopsOfOneColor),
        ),
        ("8/8/8/4k3/5b2/3K4/8/5B2 w - - 0 1", None),
        ("8/8/8/3k4/8/3K1NN1/8/8 w - - 0 1", Some(Remark::TwoKnights)),
        ("8/8/4K3/8/1n6/8/5k1N/8 w - - 0 1", None),
        (
            "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1",
            Some(Remark::LockedPawns),
        ),
        ("k7/8/8/p1p1p3/P1P1P3/8/8/K7 w - - 0 1", None),
        ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", None),
    ];
    for (fen, remark) in cases {
        let findings = Course::new(&set_up(fen), Terms::default()).finish();
        assert_eq!(findings.remark, remark, "{fen}");
        if remark.is_some() {
            assert_eq!(findings.over, None, "{fen}");
        }
    }
}

#[test]
fn moves_after_the_end_are_counted_and_mean_nothing() {
    // King takes queen on the first ply; then the kings walk until the position is there for the fourth time.
    let words = "Kxd2 Ke4 Kc3 Kd5 Kd2 Ke4 Kc3 Kd5 Kd2 Ke4 Kc3 Kd5 Kd2 Ke4";
    let played = score(set_up("8/8/8/8/8/5k2/3q4/4K3 w - - 0 1"), words);
    let findings = Findings::of(&played, Terms::default());
    assert_eq!(
        findings.over,
        Some(Over {
            ply: 1,
            end: End::Dead(Dead::KingsOnly)
        })
    );
    assert_eq!((findings.void_plies(), findings.times_max), (13, 4));
    assert_eq!(
        (findings.claims.len(), findings.first),
        (0, Firsts::default())
    );
    let verdicts = [
        (Report::Result(Outcome::Draw), true),
        (Report::OnTime(Outcome::WhiteWins), false),
        (Report::Result(Outcome::BlackWins), false),
    ];
    for (report, agrees) in verdicts {
        let verdict = judge(&findings, report);
        assert_eq!(
            matches!(verdict, Judgement::Agrees(_)),
            agrees,
            "{report:?}"
        );
    }
}

#[test]
fn only_positions_that_can_come_again_are_remembered() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let words = format!("{} e4 Nc6 Ng1", shuffle.repeat(3) + "Nf3 Nf6");
    let played = score(Start::Initial, &words);
    let mut course = Course::new(&Start::Initial, Terms::default());
    let mut remembered = Vec::new();
    for each in played.moves {
        course.push(each);
        remembered.push(course.remembered());
    }
    // Four positions however often they come; one after the pawn's move.
    assert_eq!(remembered[..5], [2, 3, 4, 4, 4]);
    assert_eq!(remembered[11..], [4, 4, 4, 1, 2, 3]);
}

#[test]
fn the_organisers_may_ask_for_more_quiet_moves() {
    let start = set_up("8/8/3k4/8/8/3K4/3R4/8 w - - 0 1");
    let rook = "Ra2 Kd7 Ra1 Kd6 Rb1 Kd7 Rb2 Kd6 Rc2 Kd7 Rc1 Kd6 Rd1 Kd7 Rd2 Kd6 ";
    let played = score(start, &rook.repeat(10));
    let claims = |quiet_moves| {
        let terms = Terms {
            quiet_moves,
            ..Terms::default()
        };
        let findings = Findings::of(&played, terms);
        assert_eq!(findings.clock, 160);
        let quiet = findings
            .claims
            .iter()
            .find(|claim| claim.ground == Ground::Quiet);
        (
            findings.first.fifty,
            quiet.map(|claim| (claim.by, claim.from_ply)),
        )
    };
    assert_eq!(claims(50), (Some(100), Some((Color::White, 100))));
    assert_eq!(claims(75), (Some(150), Some((Color::White, 150))));
    assert_eq!(claims(80), (Some(160), Some((Color::White, 160))));
    assert_eq!(claims(100), (None, None));
}

#[test]
fn the_clock_of_a_start_counts_only_where_it_is_to() {
    let played = score(set_up("8/8/3k4/8/8/3K4/3R4/8 w - - 99 120"), "Ra2");
    let claims = |start_clock| {
        let terms = Terms {
            start_clock,
            ..Terms::default()
        };
        let findings = Findings::of(&played, terms);
        (findings.clock, findings.claims.len())
    };
    assert_eq!(claims(StartClock::AsInFen), (100, 1));
    assert_eq!(claims(StartClock::FromZero), (1, 0));
}

#[test]
fn a_claim_says_since_when_it_is_there() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let played = score(Start::Initial, &shuffle.repeat(4));
    let findings = Findings::of(&played, Terms::default());
    assert_eq!((findings.times, findings.first.third), (5, Some(8)));
    assert_eq!(findings.first.fifth, Some(16));
    let claim = |ground, from_ply| Claim {
        ground,
        by: Color::White,
        from_ply,
    };
    assert_eq!(
        findings.claims,
        [
            claim(Ground::Third, 8),
            claim(Ground::About("Nf3".to_owned()), 16)
        ]
    );
}

#[test]
fn reports_are_held_against_the_moves() {
    let of = |fen: &str| Course::new(&set_up(fen), Terms::default()).finish();
    let bare = of("8/8/8/8/5k1p/6p1/6r1/3K4 b - - 1 78");
    let two = of("8/8/3qk3/8/8/8/3NK3/8 b - - 0 1");
    let mate = of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let over = mate.over.expect("it is mate");
    let cases = [
        (
            &bare,
            Report::OnTime(Outcome::WhiteWins),
            Judgement::Contradicts(Contradiction::BareOnTime(Color::White)),
        ),
        (
            &bare,
            Report::Result(Outcome::WhiteWins),
            Judgement::Contradicts(Contradiction::BareWinner(Color::White)),
        ),
        (
            &bare,
            Report::OnTime(Outcome::BlackWins),
            Judgement::Open(Open::ResignationOrTime),
        ),
        (
            &bare,
            Report::OnTime(Outcome::Draw),
            Judgement::Open(Open::TimeAgainstBare(Color::White)),
        ),
        (
            &bare,
            Report::Result(Outcome::Draw),
            Judgement::Open(Open::Agreement),
        ),
        (
            &two,
            Report::OnTime(Outcome::WhiteWins),
            Judgement::Open(Open::ResignationOrTime),
        ),
        (
            &two,
            Report::OnTime(Outcome::Draw),
            Judgement::Contradicts(Contradiction::NobodyBare),
        ),
        (&two, Report::BothLost, Judgement::Open(Open::Ruling)),
        (&two, Report::Nothing, Judgement::Open(Open::NoResult)),
        (
            &mate,
            Report::Nothing,
            Judgement::Open(Open::ResultMissing(over)),
        ),
        (
            &mate,
            Report::BothLost,
            Judgement::Contradicts(Contradiction::Ended(over)),
        ),
        (
            &mate,
            Report::Result(Outcome::Draw),
            Judgement::Contradicts(Contradiction::Ended(over)),
        ),
        (
            &mate,
            Report::Result(Outcome::BlackWins),
            Judgement::Agrees(over),
        ),
    ];
    for (findings, report, verdict) in cases {
        assert_eq!(judge(findings, report), verdict, "{report:?}");
    }
    assert_eq!(
        Contradiction::Ended(over).must_be(),
        Some(Outcome::BlackWins)
    );
    assert_eq!(
        Contradiction::BareOnTime(Color::White).must_be(),
        Some(Outcome::Draw)
    );
    assert_eq!(Contradiction::BareWinner(Color::White).must_be(), None);
    assert_eq!(read_san(mate.position(), "Kf2"), None);
}
