//! Answers to who acted, with the rules deciding what happens.

use super::fixture::*;
use crate::phrasing::reply;
use crate::tournament::{
    Action, Actor, BoardStatus, Claim, ColorsPlayed, Consent, Fact, Order, OwnResult, Phase, Role,
    Setting, Society, Verdict, Withdrawal,
};
use crate::vocabulary::{
    BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, RoundNumber, Span, Timestamp,
};
use chrono_tz::Tz;
use expect_test::{Expect, expect};

/// Says several things one after another and checks all the answers.
fn dialogue(society: &mut Society, steps: &[(&str, Action, Timestamp)], expected: Expect) {
    let text: String = steps
        .iter()
        .map(|(name, action, now)| format!("{name}> {}", act(society, name, action, *now)))
        .collect();
    expected.assert_eq(&text);
}

fn own(result: OwnResult) -> Action {
    Action::Report {
        tournament: SPRING,
        claim: Claim::Own {
            result,
            colors: ColorsPlayed::AsPaired,
        },
        text: "report".to_owned(),
    }
}

fn named(white: &str, black: &str, outcome: Outcome) -> Action {
    Action::Report {
        tournament: SPRING,
        claim: Claim::Named {
            white: white.to_owned(),
            black: black.to_owned(),
            outcome,
            accounts: (account(white), account(black)),
        },
        text: "report".to_owned(),
    }
}

fn present_at(said_at: Timestamp) -> Action {
    Action::CheckIn {
        tournament: SPRING,
        said_at,
    }
}

#[test]
fn entering_and_leaving() {
    let mut society = with_players(&PLAYERS);
    let now = december(1, 19, 0, 0);
    let register = Action::Register { tournament: SPRING };
    dialogue(
        &mut society,
        &[
            ("New", register.clone(), now),
            ("nEW", register.clone(), now),
            ("Boss", register.clone(), now),
            (
                "New",
                Action::ChooseZone {
                    zone: Tz::Asia__Tokyo,
                },
                now,
            ),
            ("New", Action::Withdraw { tournament: SPRING }, now),
            ("New", register, now),
        ],
        expect![[r#"
            New> You are in SPRING OPEN, no. 6. Round 1 is paired when registration closes, Tue 1 Dec 2026 21:00 CET (Europe/Berlin). If you cannot play after all, say !withdraw.
            nEW> You are already registered in SPRING OPEN (no. 6). There is nothing more to do; !me shows your page.
            Boss> You direct or assist in SPRING OPEN, and by rule 9 officials do not play in it. Ask a director to end the office first (director remove, assistant remove).
            New> From now on I give you times in Asia/Tokyo too.
            New> You have withdrawn from SPRING OPEN, no. 6. Games you finished stand. To come back, ask a director.
            New> You were in SPRING OPEN as no. 6 and withdrew. A director takes players back with reenter; ask one.
        "#]],
    );
}

#[test]
fn reporting() {
    let friday = december(4, 20, 0, 0);
    let mut society = running();
    dialogue(
        &mut society,
        &[
            (
                "Rook|x",
                named("Pawn[y]", "Rook|x", Outcome::WhiteWins),
                friday,
            ),
            (
                "Rook|x",
                named("Rook|x", "Rook|x", Outcome::WhiteWins),
                friday,
            ),
            (
                "Kibitz",
                named("Rook|x", "Pawn[y]", Outcome::WhiteWins),
                friday,
            ),
            (
                "Zed",
                named("Rook|x", "Pawn[y]", Outcome::WhiteWins),
                friday,
            ),
            ("Rook|x", own(OwnResult::Won), friday),
            ("Rook|x", own(OwnResult::Won), friday),
            ("Pawn[y]", own(OwnResult::Won), friday),
            (
                "Pawn[y]",
                Action::Explain {
                    tournament: SPRING,
                    text: "mate".to_owned(),
                },
                friday,
            ),
            ("Pawn[y]", Action::Confirm { tournament: SPRING }, friday),
            ("Pawn[y]", own(OwnResult::Won), friday),
            ("Zed", Action::Confirm { tournament: SPRING }, friday),
            ("Odd", own(OwnResult::Won), friday),
        ],
        expect![[r#"
            Rook|x> You had white in round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Did you lose (0-1)? Then say !report lost. Were the colours swapped? Then say !report lost swapped. Neither? Say !report won.
            Rook|x> You named the same player twice. Yours is round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]): say !report won, lost or drew.
            Kibitz> Only the two players of a game and directors report it; nothing is changed. Say !results to see what stands.
            Zed> That is not your game, and only its two players and directors report it. Yours is round 1, board 2 of SPRING OPEN: Zed - Queenie. Say !report won, lost or drew.
            Rook|x> Noted: round 1, board 1 of SPRING OPEN, Rook|x (white) - Pawn[y] (black) 1-0. It is provisional: Pawn[y] is asked to confirm, and without an objection it is final Sun 6 Dec 20:00 CET (Europe/Berlin). Wrong? Say !report lost or !report drew first.
            Rook|x> You reported 1-0 for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) before, and that is noted. To change it, !report the right result.
            Pawn[y]> Noted: round 1, board 1 of SPRING OPEN, Rook|x (white) - Pawn[y] (black) 0-1. That does not fit what is known (Rook|x says 1-0, Pawn[y] says 0-1), so it is disputed and a director decides. Tell them what happened with !explain TEXT, or !report again if you slipped.
            Pawn[y]> Your words on round 1, board 1 of SPRING OPEN go to the directors, who decide. You may add more with !explain TEXT.
            Pawn[y]> Noted: round 1, board 1 of SPRING OPEN, Rook|x (white) - Pawn[y] (black) 1-0. Rook|x says the same, so it is final.
            Pawn[y]> Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) is final: 1-0. Your report is noted and changes nothing; ask a director if that is wrong.
            Zed> Queenie has not reported round 1, board 2 of SPRING OPEN (Zed - Queenie) yet, so there is nothing to confirm. Say !report won, lost or drew yourself.
            Odd> You have a bye in round 1 of SPRING OPEN: there is nothing to play, report or check in for. The next round names your opponent.
        "#]],
    );
}

#[test]
fn checking_in() {
    let mut society = running();
    let in_time = december(6, 16, 29, 59);
    let late = december(6, 16, 30, 1);
    dialogue(
        &mut society,
        &[
            (
                "Rook|x",
                present_at(december(4, 12, 0, 0)),
                december(4, 12, 0, 0),
            ),
            ("Rook|x", present_at(in_time), in_time),
            ("Rook|x", present_at(in_time), in_time),
            ("Pawn[y]", present_at(late), late),
            ("Zed", Action::MarkPlaying { tournament: SPRING }, in_time),
            (
                "Queenie",
                Action::MarkPlaying { tournament: SPRING },
                in_time,
            ),
            ("Queenie", present_at(in_time), in_time),
            ("Queenie", Action::Resume { tournament: SPRING }, late),
            ("Queenie", Action::Interrupt { tournament: SPRING }, late),
            ("Queenie", Action::Resume { tournament: SPRING }, late),
        ],
        expect![[r#"
            Rook|x> It is too early to check in for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Say !present again from Sat 5 Dec 17:30 CET (Europe/Berlin) (in 1d4h) to Sun 17:30 CET, or play before.
            Rook|x> You are present for round 1, board 1 of SPRING OPEN, since Sun 17:29:59 CET. Pawn[y] is not checked in yet. If you play before then, !report it; at the cutoff Sun 17:30 CET who is here decides.
            Rook|x> You are checked in already for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]), since Sun 17:29:59 CET. It holds over nick changes, quits and splits.
            Pawn[y]> You are late: you said it at Sun 17:30:01 CET, and the cutoff for round 1, board 1 of SPRING OPEN was Sun 17:30:00 CET. It does not count; the director is told and may overrule. If you still play, both report.
            Zed> Noted for round 1, board 2 of SPRING OPEN, you with white. Once Queenie says !playing too, the clock leaves this board alone.
            Queenie> You and Zed are playing (round 1, board 2 of SPRING OPEN). The clock leaves this board alone; !report when you are done.
            Queenie> You are checked in already for round 1, board 2 of SPRING OPEN (Zed - Queenie), since Sun 17:29:59 CET. It holds over nick changes, quits and splits.
            Queenie> Round 1, board 2 of SPRING OPEN (Zed - Queenie) is not marked as interrupted. If you are playing, say !playing; if the connection broke, !interrupted.
            Queenie> Noted for round 1, board 2 of SPRING OPEN, and the directors are told. You and Zed both save the position first; then the host closes and hosts again, opens the saved game, and you wait until both boards match. Say !resumed when you go on.
            Queenie> Noted: round 1, board 2 of SPRING OPEN goes on. !report the result by Sun 6 Dec 20:00 CET (Europe/Berlin).
        "#]],
    );
}

fn direct(order: Order) -> Action {
    Action::Direct(order)
}

#[test]
fn directing_a_life() {
    let now = december(1, 12, 0, 0);
    let mut society = with_players(&[]);
    let rook = || {
        (
            "Boss",
            direct(Order::Admit {
                tournament: SPRING,
                account: account("Rook|x"),
                name: "Rook|x".to_owned(),
                missed: ByeKind::ZeroPoint,
            }),
            now,
        )
    };
    dialogue(
        &mut society,
        &[
            (
                "Boss",
                direct(Order::Create {
                    settings: Box::new(settings()),
                    seed: 1,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Set {
                    tournament: SPRING,
                    setting: Setting::Rounds(7),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Set {
                    tournament: SPRING,
                    setting: Setting::Rounds(7),
                }),
                now,
            ),
            ("Boss", direct(Order::Start { tournament: SPRING }), now),
            rook(),
            rook(),
            (
                "Boss",
                direct(Order::AppointOfficial {
                    tournament: Some(SPRING),
                    account: account("Aide"),
                    name: "Aide".to_owned(),
                    role: Role::Assistant,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::AppointOfficial {
                    tournament: Some(SPRING),
                    account: account("Rook|x"),
                    name: "Rook|x".to_owned(),
                    role: Role::Assistant,
                }),
                now,
            ),
            (
                "Aide",
                direct(Order::Cancel {
                    tournament: SPRING,
                    consent: Consent::NotGiven,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::DismissOfficial {
                    tournament: Some(SPRING),
                    account: account("Aide"),
                    name: "Aide".to_owned(),
                    role: Role::Assistant,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Say {
                    text: "Welcome".to_owned(),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Cancel {
                    tournament: SPRING,
                    consent: Consent::NotGiven,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Cancel {
                    tournament: SPRING,
                    consent: Consent::Confirmed,
                }),
                now,
            ),
            ("Boss", direct(Order::Start { tournament: SPRING }), now),
        ],
        expect![[r#"
            Boss> SPRING OPEN is tournament 2, a draft that only directors see. Next: tournament set registration_opens, registration_closes, round_length, deadline_at, zone; then tournament announce.
            Boss> SPRING OPEN now has 7 rounds.
            Boss> SPRING OPEN already has 7 rounds.
            Boss> SPRING OPEN has 0 players, too few to start. Wait for more, or say admit NICK.
            Boss> Rook|x is in SPRING OPEN, no. 1, and is told.
            Boss> Rook|x is already registered in SPRING OPEN (no. 1).
            Boss> Aide is now assistant of SPRING OPEN.
            Boss> Rook|x is entered in SPRING OPEN, and by rule 9 players neither direct nor assist it. Appoint somebody else.
            Aide> That order is for a director, and you assist. Ask a director to give it.
            Boss> Aide is no longer assistant of SPRING OPEN.
            Boss> Said in the channel.
            Boss> Nothing is changed yet: it cannot be taken back. If you mean it, say the same order again with confirm at the end.
            Boss> SPRING OPEN is cancelled; its players are told.
            Boss> SPRING OPEN is cancelled, so that cannot be done now. For others, say !tournaments.
        "#]],
    );
}

#[test]
fn directing_a_round() {
    let now = december(1, 20, 1, 0);
    let mut society = drafted();
    let spring = SPRING;
    dialogue(
        &mut society,
        &[
            (
                "Boss",
                direct(Order::PairRound {
                    tournament: spring,
                    consent: Consent::NotGiven,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Swap {
                    tournament: spring,
                    first: EntryNumber(1),
                    second: EntryNumber(3),
                    consent: Consent::NotGiven,
                }),
                now,
            ),
            ("Boss", direct(Order::Hold { tournament: spring }), now),
            ("Boss", direct(Order::Hold { tournament: spring }), now),
            ("Boss", direct(Order::Publish { tournament: spring }), now),
            ("Boss", direct(Order::Publish { tournament: spring }), now),
            (
                "Boss",
                direct(Order::MarkPresent {
                    tournament: spring,
                    entry: EntryNumber(1),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Excuse {
                    tournament: spring,
                    entry: EntryNumber(2),
                    reason: "ill".to_owned(),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Extend {
                    tournament: spring,
                    round: RoundNumber(1),
                    board: Some(BoardNumber(1)),
                    by: Span::from_hours(24),
                    reason: "power cut".to_owned(),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Rule {
                    board: board(1),
                    verdict: Verdict::unplayed(BoardResult::DoubleForfeit),
                    reason: "nobody came".to_owned(),
                }),
                now,
            ),
            ("Boss", direct(Order::Undo { board: board(1) }), now),
            ("Boss", direct(Order::Undo { board: board(1) }), now),
            (
                "Boss",
                direct(Order::Remove {
                    tournament: spring,
                    entry: EntryNumber(1),
                    why: Withdrawal::Deserted,
                    reason: None,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Reenter {
                    tournament: spring,
                    entry: EntryNumber(1),
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Finish {
                    tournament: spring,
                    consent: Consent::NotGiven,
                }),
                now,
            ),
            (
                "Boss",
                direct(Order::Finish {
                    tournament: spring,
                    consent: Consent::Confirmed,
                }),
                now,
            ),
        ],
        expect![[r#"
            Boss> Round 1 already has pairings that wait to be published. Say preview to see them, then swap, pair W B, bye or publish.
            Boss> Draft of round 1 of SPRING OPEN. It is published Tue 1 Dec 21:10 CET (Europe/Berlin). To change it: preview, swap A B, pair W B, bye NICK, hold, publish.
            1. Zed - Pawn[y], 2. Rook|x - Queenie, Odd: bye (1 point)
            Boss> Round 1 of SPRING OPEN is held. It goes out when you say publish.
            Boss> Round 1 of SPRING OPEN is held already. It goes out when you say publish.
            Boss> Round 1 of SPRING OPEN is published with 2 boards; the channel and each player are told. Deadline Tue 8 Dec 2026 21:01 CET (Europe/Berlin).
            Boss> SPRING OPEN has no paired round that waits. To pair the next one, say pair.
            Boss> Rook|x is marked present for round 1, board 2 of SPRING OPEN since Tue 21:01:00 CET.
            Boss> Pawn[y] is excused for round 1, board 1 of SPRING OPEN: the clock leaves the board to you. To settle it: result 1.1 RESULT reason.
            Boss> SPRING OPEN, round 1, board 1: moved by 1d; cutoff Wed 9 Dec 18:31 CET (Europe/Berlin), deadline Wed 9 Dec 21:01 CET (Europe/Berlin). The channel and the players are told.
            Boss> Ruled: round 1, board 1 of SPRING OPEN, Zed - Pawn[y], 0-0, a double forfeit. Both players are told. To take it back: undo 1.1.
            Boss> The last ruling on round 1, board 1 of SPRING OPEN (Zed - Pawn[y]) is taken back. The board is open again.
            Boss> Round 1, board 1 of SPRING OPEN (Zed - Pawn[y]) has no ruling to take back. To rule, say result ROUND.BOARD RESULT reason.
            Boss> Rook|x is marked as deserted from SPRING OPEN; games finished before stand. Their open board now: 1.2 Rook|x - Queenie 0-1 (forfeit). To take it back: reenter Rook|x.
            Boss> Rook|x is back in SPRING OPEN and is paired from the next round on.
            Boss> Nothing is changed yet: 1 board without a result. If you mean it, say the same order again with confirm at the end.
            Boss> SPRING OPEN is finished; the standings are in the channel.
        "#]],
    );
}

#[test]
fn what_was_so_already_is_said() {
    let society = running();
    let rook = person("Rook|x");
    let actions = [
        Action::Register { tournament: SPRING },
        Action::Withdraw { tournament: SPRING },
        Action::CheckIn {
            tournament: SPRING,
            said_at: deadline(),
        },
        own(OwnResult::Won),
        Action::Confirm { tournament: SPRING },
        Action::Explain {
            tournament: SPRING,
            text: String::new(),
        },
        Action::MarkPlaying { tournament: SPRING },
        Action::Interrupt { tournament: SPRING },
        Action::Resume { tournament: SPRING },
    ];
    for action in actions {
        let said = lines(&reply(&society, &action, &[], &rook));
        assert!(!said.is_empty(), "{action:?}");
        // Somebody unknown to the tournament gets a line too.
        assert!(!lines(&reply(&society, &action, &[], &person("Kibitz"))).is_empty());
    }
    let silent = Action::Due(crate::tournament::Due::Finish(SPRING));
    assert!(reply(&society, &silent, &[], &Actor::Clock).is_empty());
}

#[test]
fn a_confirmed_game_with_swapped_colours_names_white_as_it_was() {
    let mut society = running();
    let swapped = report(1, Color::White, Outcome::WhiteWins, ColorsPlayed::Swapped);
    apply(&mut society, &[swapped, moved(1, BoardStatus::Unplayed)]);
    let facts = [
        report(1, Color::Black, Outcome::WhiteWins, ColorsPlayed::Swapped),
        moved(
            1,
            BoardStatus::Final {
                verdict: Verdict {
                    result: BoardResult::Played(Outcome::WhiteWins),
                    colors: ColorsPlayed::Swapped,
                },
                ground: crate::tournament::Ground::BothReports,
            },
        ),
    ];
    apply(&mut society, &facts);
    let said = reply(
        &society,
        &Action::Confirm { tournament: SPRING },
        &facts,
        &person("Pawn[y]"),
    );
    expect![[r#"
        Noted: round 1, board 1 of SPRING OPEN, Pawn[y] (white) - Rook|x (black) 0-1, colours swapped. Rook|x says the same, so it is final.
    "#]].assert_eq(&lines(&said));
    let phase = Fact::PhaseChanged {
        tournament: SPRING,
        phase: Phase::Finished,
    };
    society.apply(&phase);
}
