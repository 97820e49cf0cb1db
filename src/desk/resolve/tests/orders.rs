//! What directors order.

use super::*;
use crate::tournament::{ClockChange, Consent, Setting, Verdict, WallTime, Wanted, Withdrawal};
use crate::vocabulary::{BoardResult, Color, Outcome, Span};
use chrono_tz::Tz;

/// What Helper, who assists in the Winter Open only, orders.
fn ordered(line: &str) -> Result<Request, Refusal> {
    in_private(&society(), "Helper", line)
}

#[test]
fn the_life_of_a_tournament() {
    let society = society();
    let boss = |line| in_private(&society, "Boss", line);
    assert_eq!(
        boss("tournament new Autumn Cup"),
        order(Order::Create {
            settings: Box::new(Settings::new("Autumn Cup")),
            seed: 7
        })
    );
    assert_eq!(
        boss("tournament announce"),
        order(Order::Announce { tournament: SECRET })
    );
    assert_eq!(
        boss("tournament open"),
        order(Order::Open { tournament: SECRET })
    );
    assert_eq!(
        boss("tournament close"),
        order(Order::Start { tournament: SPRING })
    );
    assert_eq!(
        boss("tournament finish confirm"),
        order(Order::Finish {
            tournament: WINTER,
            consent: Consent::Confirmed
        })
    );
    // What cannot be taken back is not guessed.
    assert_eq!(
        boss("tournament cancel"),
        Err(Refusal::WhichTournament {
            candidates: vec![WINTER, SPRING, SECRET]
        })
    );
    assert_eq!(
        boss("tournament cancel secret"),
        order(Order::Cancel {
            tournament: SECRET,
            consent: Consent::NotGiven
        })
    );
}

#[test]
fn officials_direct_what_is_theirs() {
    assert_eq!(
        ordered("publish"),
        order(Order::Publish { tournament: WINTER })
    );
    assert_eq!(ordered("publish spring"), Err(Refusal::NotDirector));
    assert_eq!(
        ordered("publish secret"),
        Err(Refusal::UnknownTournament {
            written: "secret".to_owned()
        })
    );
    let nothing = in_private(&only(&[OLD]), "Boss", "publish");
    assert_eq!(
        nothing,
        Err(Refusal::NoTournament {
            wanted: Wanted::ToDirect
        })
    );
}

#[test]
fn the_operator_needs_no_office() {
    let society = society();
    let operator = |line| said(&society, Actor::Operator, Place::Channel, line);
    let board = at(WINTER, 1, 2);
    assert_eq!(operator("why 1.2"), ask(Query::Why(board)));
    assert_eq!(
        operator("publish"),
        order(Order::Publish { tournament: WINTER })
    );
    assert_eq!(operator("register"), Err(Refusal::NotIdentified));
}

#[test]
fn settings_of_time() {
    let set = |setting| {
        order(Order::Set {
            tournament: WINTER,
            setting,
        })
    };
    assert_eq!(ordered("tournament set rounds 7"), set(Setting::Rounds(7)));
    assert_eq!(
        ordered("tournament set registration_opens in 2h"),
        set(Setting::RegistrationOpens(Some(NOW + Span::from_hours(2))))
    );
    assert_eq!(
        ordered("tournament set registration_closes never"),
        set(Setting::RegistrationCloses(None))
    );
    let twice = ordered("tournament set registration_closes 2026-10-25 02:30 europe/berlin");
    match twice {
        Err(Refusal::ClockChange(ClockChange {
            zone,
            shown,
            earlier,
            later,
            ..
        })) => {
            assert_eq!((zone, shown), (Tz::Europe__Berlin, WallTime::Twice));
            assert_eq!(later - earlier, Span::from_hours(1));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn orders_about_players() {
    let tournament = WINTER;
    let remove = |why, reason: Option<&str>| Order::Remove {
        tournament,
        entry: EntryNumber(3),
        why,
        reason: reason.map(str::to_owned),
    };
    let cases = [
        ("withdraw Knight", remove(Withdrawal::Announced, None)),
        (
            "withdraw knight is ill",
            remove(Withdrawal::Announced, Some("is ill")),
        ),
        (
            "withdraw KNIGHT deserted",
            remove(Withdrawal::Deserted, None),
        ),
        (
            "expel Knight an engine",
            remove(Withdrawal::Expelled, Some("an engine")),
        ),
        (
            "admit King[z] half",
            Order::Admit {
                tournament,
                account: account("king[z]"),
                name: "King[z]".to_owned(),
                missed: ByeKind::HalfPoint,
            },
        ),
        (
            "reenter Knight",
            Order::Reenter {
                tournament,
                entry: EntryNumber(3),
            },
        ),
        (
            "present Knight",
            Order::MarkPresent {
                tournament,
                entry: EntryNumber(3),
            },
        ),
        (
            "excuse Knight power cut",
            Order::Excuse {
                tournament,
                entry: EntryNumber(3),
                reason: "power cut".to_owned(),
            },
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(ordered(line), order(expected), "{line}");
    }
}

#[test]
fn an_unknown_name_is_told_with_the_nearest() {
    for (line, written, nearest) in [
        ("pair Rook|x Pwan", "Pwan", Some("Pawn[y]")), // T23
        ("bye Knigth", "Knigth", Some("Knight")),
        ("swap Rook Bishop", "Rook", Some("Rook|x")),
        ("expel Xerxes", "Xerxes", None),
        ("present Zugzwang", "Zugzwang", None),
    ] {
        let refused = Err(Refusal::UnknownPlayer {
            written: written.to_owned(),
            nearest: nearest.map(str::to_owned),
            tournament: WINTER,
        });
        assert_eq!(ordered(line), refused, "{line}");
    }
}

#[test]
fn orders_about_the_draft() {
    let (tournament, consent) = (WINTER, Consent::Confirmed);
    let (rook, pawn) = (EntryNumber(1), EntryNumber(2));
    for (line, expected) in [
        (
            "pair anyway",
            Order::PairRound {
                tournament,
                consent,
            },
        ),
        (
            "pair Rook|x Pawn[y] confirm",
            Order::PairByHand {
                tournament,
                white: rook,
                black: pawn,
                consent,
            },
        ),
        (
            "swap Pawn[y] Rook|x confirm",
            Order::Swap {
                tournament,
                first: pawn,
                second: rook,
                consent,
            },
        ),
        (
            "bye Rook|x confirm",
            Order::GiveBye {
                tournament,
                entry: rook,
                kind: ByeKind::PairingAllocated,
                consent,
            },
        ),
        ("hold", Order::Hold { tournament }),
    ] {
        assert_eq!(ordered(line), order(expected), "{line}");
    }
    assert_eq!(ordered("preview"), ask(Query::Preview(WINTER)));
    assert_eq!(ordered("disputes"), ask(Query::Disputes(WINTER)));
    assert_eq!(ordered("preflight"), ask(Query::Preflight(WINTER)));
    assert_eq!(ordered("sweep"), ask(Query::Sweep(WINTER)));
}

#[test]
fn orders_about_boards() {
    let forfeit = BoardResult::Forfeit {
        loser: Color::Black,
    };
    assert_eq!(
        ordered("result 1.2 1-0f no word"),
        order(Order::Rule {
            board: at(WINTER, 1, 2),
            verdict: Verdict::unplayed(forfeit),
            reason: "no word".to_owned()
        })
    );
    let extend = |board: Option<u16>, by| {
        order(Order::Extend {
            tournament: WINTER,
            round: RoundNumber(1),
            board: board.map(BoardNumber),
            by,
            reason: "holiday".to_owned(),
        })
    };
    assert_eq!(
        ordered("extend 1 1d holiday"),
        extend(None, Span::from_days(1))
    );
    assert_eq!(
        ordered("extend 1.2 -2h holiday"),
        extend(Some(2), Span::from_hours(-2))
    );
    for (line, written) in [
        ("result 1.3 1-0 why", "1.3"),
        ("result 9.1 1-0 why", "9.1"),
        ("undo 1.7", "1.7"),
        ("extend 3 1d why", "3"),
        ("extend 1.9 1d why", "1.9"),
    ] {
        let refused = Err(Refusal::UnknownBoard {
            written: written.to_owned(),
        });
        assert_eq!(ordered(line), refused, "{line}");
    }
}

#[test]
fn undo_needs_its_board_unless_only_one_was_ruled() {
    let mut society = society();
    let undo = |society: &Society| in_private(society, "Helper", "undo");
    let which = |candidates: &[BoardRef]| {
        Err(Refusal::WhichBoard {
            tournament: WINTER,
            candidates: candidates.to_vec(),
        })
    };
    assert_eq!(undo(&society), which(&[]));
    let rule = |society: &mut Society, index: usize| {
        let winter = society.tournaments.get_mut(&WINTER).expect("it is there");
        let status = &mut winter.rounds[0].boards[index].status;
        *status = BoardStatus::Ruled {
            verdict: Verdict::unplayed(BoardResult::Played(Outcome::Draw)),
            by: "Boss".to_owned(),
            reason: "seen".to_owned(),
            before: Box::new(BoardStatus::Unplayed),
        };
    };
    rule(&mut society, 1);
    let board = at(WINTER, 1, 2);
    assert_eq!(undo(&society), order(Order::Undo { board }));
    rule(&mut society, 0);
    assert_eq!(undo(&society), which(&[at(WINTER, 1, 1), board]));
}

#[test]
fn offices() {
    let appoint = |tournament| {
        order(Order::AppointOfficial {
            tournament,
            account: account("Anna"),
            name: "Anna".to_owned(),
            role: Role::Assistant,
        })
    };
    let boss = |society: &Society, line: &str| in_private(society, "Boss", line);
    let line = "assistant add Anna";
    assert_eq!(boss(&only(&[WINTER, OLD]), line), appoint(Some(WINTER)));
    assert_eq!(boss(&only(&[OLD]), line), appoint(None));
    assert_eq!(
        boss(&society(), line),
        Err(Refusal::WhichTournament {
            candidates: vec![WINTER, SPRING, SECRET]
        })
    );
    assert_eq!(
        boss(&society(), "assistant add Anna everywhere"),
        appoint(None)
    );
    assert_eq!(
        boss(&society(), "assistant add Anna #2"),
        appoint(Some(SPRING))
    );

    let dismiss = |tournament, name: &str, role| {
        order(Order::DismissOfficial {
            tournament,
            account: account(name),
            name: name.to_owned(),
            role,
        })
    };
    assert_eq!(
        boss(&society(), "assistant remove Helper"),
        dismiss(Some(WINTER), "Helper", Role::Assistant)
    );
    assert_eq!(
        boss(&society(), "director remove Boss"),
        dismiss(None, "Boss", Role::Director)
    );
    assert_eq!(
        boss(&society(), "director remove Helper"),
        Err(Refusal::NotAnOfficial {
            name: "Helper".to_owned()
        })
    );
    assert_eq!(
        boss(&society(), "say Hello"),
        order(Order::Say {
            text: "Hello".to_owned()
        })
    );
}
