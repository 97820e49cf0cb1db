//! Every command, alias and argument.

use crate::command::{
    BoardOrder, BoardWord, Command, DraftOrder, Office, OfficeChange, OrderWords, PlayerOrder,
    TournamentWord, Which, parse,
};
use crate::tournament::{Consent, Role, Verdict};
use crate::view::ExportForm;
use crate::vocabulary::{BoardNumber, BoardResult, ByeKind, Color, Outcome, RoundNumber, Span};
use chrono_tz::Tz;

fn hash(number: u32) -> Which {
    Some(TournamentWord::Number(number))
}

fn called(name: &str) -> Which {
    Some(TournamentWord::Name(name.to_owned()))
}

fn board(round: u16, board: u16) -> BoardWord {
    BoardWord {
        round: RoundNumber(round),
        board: BoardNumber(board),
    }
}

fn check_orders(cases: Vec<(&str, OrderWords)>) {
    for (line, order) in cases {
        assert_eq!(parse(line), Ok(Command::Direct(order)), "{line}");
    }
}

fn check(cases: Vec<(&str, Command)>) {
    for (line, command) in cases {
        assert_eq!(parse(line), Ok(command), "{line}");
    }
}

fn withdraw(named: Option<&str>, deserted: bool, reason: Option<&str>, which: Which) -> Command {
    Command::Withdraw {
        named: named.map(str::to_owned),
        deserted,
        reason: reason.map(str::to_owned),
        which,
    }
}

fn present(named: Option<&str>, which: Which) -> Command {
    Command::Present {
        named: named.map(str::to_owned),
        which,
    }
}

#[test]
fn what_players_say() {
    check(vec![
        ("help", Command::Help(None)),
        ("help report", Command::Help(Some("report".to_owned()))),
        (
            "help !Tournament set",
            Command::Help(Some("Tournament set".to_owned())),
        ),
        ("bracket #2", Command::Bracket(hash(2))),
        ("ratings", Command::Ratings(None)),
        ("RATINGS 12", Command::Ratings(Some(12))),
        ("tournaments", Command::Tournaments),
        ("lt", Command::Tournaments),
        ("info", Command::Info(None)),
        ("info #2", Command::Info(hash(2))),
        ("info 2", Command::Info(called("2"))),
        ("info winter  open", Command::Info(called("winter open"))),
        ("register", Command::Register(None)),
        ("join #1", Command::Register(hash(1))),
        ("preregister", Command::Preregister(None)),
        ("withdraw", withdraw(None, false, None, None)),
        ("drop #3", withdraw(None, false, None, hash(3))),
        ("dropout", withdraw(None, false, None, None)),
        ("players", Command::Players(None)),
        ("who", Command::Players(None)),
        ("lp winter", Command::Players(called("winter"))),
        ("pairings", Command::Pairings(None, None)),
        ("pairings 2", Command::Pairings(None, Some(RoundNumber(2)))),
        (
            "pairings #1 2",
            Command::Pairings(hash(1), Some(RoundNumber(2))),
        ),
        (
            "pairings 2 winter",
            Command::Pairings(called("winter"), Some(RoundNumber(2))),
        ),
        ("pairings winter", Command::Pairings(called("winter"), None)),
        ("opponent", Command::Opponent(None)),
        ("pairing", Command::Opponent(None)),
        ("results 3", Command::Results(None, Some(RoundNumber(3)))),
        ("standings", Command::Standings(None)),
        ("grid", Command::Standings(None)),
        ("rank #4", Command::Standings(hash(4))),
        ("confirm", Command::Confirm(None)),
        (
            "explain #2 he left,  then came back",
            Command::Explain {
                text: "he left,  then came back".to_owned(),
                which: hash(2),
            },
        ),
        (
            "explain game #2 was mine",
            Command::Explain {
                text: "game #2 was mine".to_owned(),
                which: None,
            },
        ),
        ("present", present(None, None)),
        ("here", present(None, None)),
        ("when", Command::When(None)),
        ("deadline", Command::When(None)),
        ("me", Command::Me),
        ("status", Command::Me),
        ("tz europe/berlin", Command::Zone(Tz::Europe__Berlin)),
        ("tz America/new york", Command::Zone(Tz::America__New_York)),
        ("playing", Command::Playing(None)),
        ("interrupted", Command::Interrupted(None)),
        ("resumed #1", Command::Resumed(hash(1))),
        ("why", Command::Why(None, None)),
        ("why 2.3", Command::Why(None, Some(board(2, 3)))),
    ]);
}

#[test]
fn case_spaces_and_the_mark_in_front_do_not_matter() {
    for line in [
        "!standings",
        "STANDINGS",
        "  !StandIngs  ",
        "! standings",
        "\tstandings\u{a0}",
    ] {
        assert_eq!(parse(line), Ok(Command::Standings(None)), "{line:?}");
    }
    assert_eq!(
        parse("!PAIR   Anna\t Boris   CONFIRM "),
        Ok(Command::Direct(OrderWords::Draft {
            order: DraftOrder::Pair {
                white: "Anna".to_owned(),
                black: "Boris".to_owned(),
            },
            consent: Consent::Confirmed,
            which: None,
        }))
    );
}

#[test]
fn the_life_of_a_tournament() {
    let name = "Winter Open".to_owned();
    check_orders(vec![
        ("tournament new Winter   Open", OrderWords::New { name }),
        (
            "tournament new Open #7",
            OrderWords::New {
                name: "Open #7".to_owned(),
            },
        ),
        ("tournament announce", OrderWords::Announce(None)),
        ("Tournament  Open #2", OrderWords::Open(hash(2))),
        ("tournament close", OrderWords::Start(None)),
        (
            "tournament start winter",
            OrderWords::Start(called("winter")),
        ),
        (
            "tournament finish",
            OrderWords::Finish(None, Consent::NotGiven),
        ),
        (
            "tournament finish #2 confirm",
            OrderWords::Finish(hash(2), Consent::Confirmed),
        ),
        (
            "tournament cancel winter anyway",
            OrderWords::Cancel(called("winter"), Consent::Confirmed),
        ),
    ]);
}

#[test]
fn orders_about_players() {
    let anna = |order, which| OrderWords::Player {
        name: "Anna".to_owned(),
        order,
        which,
    };
    let admit = |missed| PlayerOrder::Admit { missed };
    let expel = |reason: Option<&str>| PlayerOrder::Expel {
        reason: reason.map(str::to_owned),
    };
    let (half, zero) = (ByeKind::HalfPoint, ByeKind::ZeroPoint);
    check_orders(vec![
        ("admit Anna", anna(admit(zero), None)),
        ("admit Anna half", anna(admit(half), None)),
        ("admit #2 Anna half", anna(admit(half), hash(2))),
        ("admit Anna HALF #2", anna(admit(half), hash(2))),
        ("expel Anna", anna(expel(None), None)),
        ("expel Anna an engine", anna(expel(Some("an engine")), None)),
        (
            "expel Anna #2 an engine",
            anna(expel(Some("an engine")), hash(2)),
        ),
        ("reenter Anna #1", anna(PlayerOrder::Reenter, hash(1))),
        (
            "excuse Anna power cut",
            anna(
                PlayerOrder::Excuse {
                    reason: "power cut".to_owned(),
                },
                None,
            ),
        ),
    ]);
}

#[test]
fn words_that_players_and_directors_share() {
    check(vec![
        ("withdraw Anna", withdraw(Some("Anna"), false, None, None)),
        (
            "withdraw Anna deserted",
            withdraw(Some("Anna"), true, None, None),
        ),
        (
            "withdraw Anna #2 deserted no word for weeks",
            withdraw(Some("Anna"), true, Some("no word for weeks"), hash(2)),
        ),
        (
            "withdraw Anna is ill",
            withdraw(Some("Anna"), false, Some("is ill"), None),
        ),
        ("present Anna", present(Some("Anna"), None)),
        ("present #1 Anna", present(Some("Anna"), hash(1))),
    ]);
}

#[test]
fn orders_about_the_draft() {
    let draft = |order, consent, which| OrderWords::Draft {
        order,
        consent,
        which,
    };
    let bye = |kind| DraftOrder::Bye {
        player: "Anna".to_owned(),
        kind,
    };
    let (plain, agreed) = (Consent::NotGiven, Consent::Confirmed);
    check_orders(vec![
        ("preview", OrderWords::Preview(None)),
        ("pair", draft(DraftOrder::PairRound, plain, None)),
        ("pair anyway", draft(DraftOrder::PairRound, agreed, None)),
        ("pair confirm", draft(DraftOrder::PairRound, agreed, None)),
        ("pair Rook|x Pawn[y] #2", {
            let order = DraftOrder::Pair {
                white: "Rook|x".to_owned(),
                black: "Pawn[y]".to_owned(),
            };
            draft(order, plain, hash(2))
        }),
        ("swap A B confirm", {
            let order = DraftOrder::Swap {
                first: "A".to_owned(),
                second: "B".to_owned(),
            };
            draft(order, agreed, None)
        }),
        (
            "bye Anna",
            draft(bye(ByeKind::PairingAllocated), plain, None),
        ),
        (
            "bye Anna half confirm",
            draft(bye(ByeKind::HalfPoint), agreed, None),
        ),
        ("bye Anna full", draft(bye(ByeKind::FullPoint), plain, None)),
        ("bye Anna zero", draft(bye(ByeKind::ZeroPoint), plain, None)),
        ("publish", OrderWords::Publish(None)),
        ("hold #2", OrderWords::Hold(hash(2))),
    ]);
}

#[test]
fn orders_about_boards() {
    let extend = |board: Option<u16>, by, which| {
        let order = BoardOrder::Extend {
            round: RoundNumber(2),
            board: board.map(BoardNumber),
            by,
            reason: "both asked".to_owned(),
        };
        OrderWords::Board(which, order)
    };
    let rule = |result, reason: &str, which| {
        let order = BoardOrder::Result {
            board: board(2, 3),
            verdict: Verdict::unplayed(result),
            reason: reason.to_owned(),
        };
        OrderWords::Board(which, order)
    };
    let played = BoardResult::Played(Outcome::WhiteWins);
    let forfeit = BoardResult::Forfeit {
        loser: Color::White,
    };
    check_orders(vec![
        (
            "result 2.3 1-0 #1 by mail",
            rule(played, "by mail", hash(1)),
        ),
        (
            "result 2.3 0-1 forfeit no show",
            rule(forfeit, "no show", None),
        ),
        ("undo", OrderWords::Board(None, BoardOrder::Undo(None))),
        (
            "undo 2.3 winter",
            OrderWords::Board(called("winter"), BoardOrder::Undo(Some(board(2, 3)))),
        ),
        ("disputes", OrderWords::Disputes(None)),
        ("preflight", OrderWords::Preflight(None)),
        ("export trf", OrderWords::Export(None, ExportForm::Trf)),
        (
            "EXPORT  trf #2",
            OrderWords::Export(Some(TournamentWord::Number(2)), ExportForm::Trf),
        ),
        ("sweep #2", OrderWords::Sweep(hash(2))),
        (
            "extend 2 1d both asked",
            extend(None, Span::from_days(1), None),
        ),
        (
            "extend 2.3 1d12h both asked",
            extend(Some(3), Span::from_hours(36), None),
        ),
        (
            "extend #4 2.3 -2h both asked",
            extend(Some(3), Span::from_hours(-2), hash(4)),
        ),
    ]);
}

#[test]
fn orders_about_the_society() {
    let official = |change, role, office| OrderWords::Official {
        change,
        role,
        name: "Anna".to_owned(),
        office,
    };
    let (appoint, dismiss) = (OfficeChange::Appoint, OfficeChange::Dismiss);
    check_orders(vec![
        ("say Round #2 is out", {
            let text = "Round #2 is out".to_owned();
            OrderWords::Say { text }
        }),
        (
            "director add Anna",
            official(appoint, Role::Director, Office::Of(None)),
        ),
        (
            "assistant add Anna #2",
            official(appoint, Role::Assistant, Office::Of(hash(2))),
        ),
        (
            "director remove Anna everywhere",
            official(dismiss, Role::Director, Office::Everywhere),
        ),
        (
            "assistant remove Anna winter",
            official(dismiss, Role::Assistant, Office::Of(called("winter"))),
        ),
    ]);
}
