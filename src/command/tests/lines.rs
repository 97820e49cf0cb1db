//! Every command, alias and argument.

use crate::command::{BoardWord, Command, Office, PairWords, TournamentWord, Which, parse};
use crate::tournament::{ColorsPlayed, Consent, Role, Verdict};
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
        Ok(Command::Pair {
            names: Some(PairWords {
                white: "Anna".to_owned(),
                black: "Boris".to_owned()
            }),
            consent: Consent::Confirmed,
            which: None
        })
    );
}

#[test]
fn the_life_of_a_tournament() {
    let name = "Winter Open".to_owned();
    check(vec![
        ("tournament new Winter   Open", Command::New { name }),
        (
            "tournament new Open #7",
            Command::New {
                name: "Open #7".to_owned(),
            },
        ),
        ("tournament announce", Command::Announce(None)),
        ("Tournament  Open #2", Command::Open(hash(2))),
        ("tournament close", Command::Start(None)),
        ("tournament start winter", Command::Start(called("winter"))),
        (
            "tournament finish",
            Command::Finish(None, Consent::NotGiven),
        ),
        (
            "tournament finish #2 confirm",
            Command::Finish(hash(2), Consent::Confirmed),
        ),
        (
            "tournament cancel winter anyway",
            Command::Cancel(called("winter"), Consent::Confirmed),
        ),
    ]);
}

#[test]
fn orders_about_players() {
    let anna = || "Anna".to_owned();
    let admit = |missed, which| Command::Admit {
        player: anna(),
        missed,
        which,
    };
    let expel = |reason: Option<&str>, which| Command::Expel {
        player: anna(),
        reason: reason.map(str::to_owned),
        which,
    };
    check(vec![
        ("admit Anna", admit(ByeKind::ZeroPoint, None)),
        ("admit Anna half", admit(ByeKind::HalfPoint, None)),
        ("admit #2 Anna half", admit(ByeKind::HalfPoint, hash(2))),
        ("admit Anna HALF #2", admit(ByeKind::HalfPoint, hash(2))),
        ("expel Anna", expel(None, None)),
        ("expel Anna an engine", expel(Some("an engine"), None)),
        ("expel Anna #2 an engine", expel(Some("an engine"), hash(2))),
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
        (
            "reenter Anna #1",
            Command::Reenter {
                player: anna(),
                which: hash(1),
            },
        ),
        ("present Anna", present(Some("Anna"), None)),
        ("present #1 Anna", present(Some("Anna"), hash(1))),
        (
            "excuse Anna power cut",
            Command::Excuse {
                player: anna(),
                reason: "power cut".to_owned(),
                which: None,
            },
        ),
    ]);
}

#[test]
fn orders_about_the_draft() {
    let pair = |consent| Command::Pair {
        names: None,
        consent,
        which: None,
    };
    let bye = |kind, consent| Command::Bye {
        player: "Anna".to_owned(),
        kind,
        consent,
        which: None,
    };
    check(vec![
        ("preview", Command::Preview(None)),
        ("pair", pair(Consent::NotGiven)),
        ("pair anyway", pair(Consent::Confirmed)),
        ("pair confirm", pair(Consent::Confirmed)),
        (
            "pair Rook|x Pawn[y] #2",
            Command::Pair {
                names: Some(PairWords {
                    white: "Rook|x".to_owned(),
                    black: "Pawn[y]".to_owned(),
                }),
                consent: Consent::NotGiven,
                which: hash(2),
            },
        ),
        (
            "swap A B confirm",
            Command::Swap {
                first: "A".to_owned(),
                second: "B".to_owned(),
                consent: Consent::Confirmed,
                which: None,
            },
        ),
        (
            "bye Anna",
            bye(ByeKind::PairingAllocated, Consent::NotGiven),
        ),
        (
            "bye Anna half confirm",
            bye(ByeKind::HalfPoint, Consent::Confirmed),
        ),
        ("bye Anna full", bye(ByeKind::FullPoint, Consent::NotGiven)),
        ("bye Anna zero", bye(ByeKind::ZeroPoint, Consent::NotGiven)),
        ("publish", Command::Publish(None)),
        ("hold #2", Command::Hold(hash(2))),
    ]);
}

#[test]
fn orders_about_boards() {
    let extend = |board: Option<u16>, by, which| Command::Extend {
        round: RoundNumber(2),
        board: board.map(BoardNumber),
        by,
        reason: "both asked".to_owned(),
        which,
    };
    check(vec![
        (
            "result 2.3 1-0 #1 by mail",
            Command::Result {
                board: board(2, 3),
                verdict: Verdict {
                    result: BoardResult::Played(Outcome::WhiteWins),
                    colors: ColorsPlayed::AsPaired,
                },
                reason: "by mail".to_owned(),
                which: hash(1),
            },
        ),
        (
            "result 2.3 0-1 forfeit no show",
            Command::Result {
                board: board(2, 3),
                verdict: Verdict::unplayed(BoardResult::Forfeit {
                    loser: Color::White,
                }),
                reason: "no show".to_owned(),
                which: None,
            },
        ),
        ("undo", Command::Undo(None, None)),
        ("undo 2.3 winter", {
            Command::Undo(called("winter"), Some(board(2, 3)))
        }),
        ("disputes", Command::Disputes(None)),
        ("preflight", Command::Preflight(None)),
        ("sweep #2", Command::Sweep(hash(2))),
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
    let name = || "Anna".to_owned();
    check(vec![
        (
            "say Round #2 is out",
            Command::Say {
                text: "Round #2 is out".to_owned(),
            },
        ),
        (
            "director add Anna",
            Command::Appoint {
                role: Role::Director,
                name: name(),
                office: Office::Of(None),
            },
        ),
        (
            "assistant add Anna #2",
            Command::Appoint {
                role: Role::Assistant,
                name: name(),
                office: Office::Of(hash(2)),
            },
        ),
        (
            "director remove Anna everywhere",
            Command::Dismiss {
                role: Role::Director,
                name: name(),
                office: Office::Everywhere,
            },
        ),
        (
            "assistant remove Anna winter",
            Command::Dismiss {
                role: Role::Assistant,
                name: name(),
                office: Office::Of(called("winter")),
            },
        ),
    ]);
}
