//! Answers to who acted, with the rules deciding what happens.

use super::fixture::*;
use crate::phrasing::reply;
use crate::tournament::{
    Action, Actor, BoardStatus, Claim, ColorsPlayed, Fact, OwnResult, Phase, Verdict,
};
use crate::vocabulary::{BoardResult, Color, Outcome, Timestamp};
use chrono_tz::Tz;
use expect_test::expect;

fn own(result: OwnResult) -> Action {
    Action::Report {
        tournament: SPRING,
        claim: Claim::Own {
            result,
            colors: ColorsPlayed::AsPaired,
        },
        text: "report".to_owned(),
        said_at: december(4, 12, 0, 0),
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
        said_at: december(4, 12, 0, 0),
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
    let register = Action::Register {
        tournament: SPRING,
        said_at: now,
    };
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
            New> You were in SPRING OPEN as no. 6 and left it. A director takes players back with reenter; ask one.
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
            (
                "Pawn[y]",
                Action::Confirm {
                    tournament: SPRING,
                    said_at: friday,
                },
                friday,
            ),
            ("Pawn[y]", own(OwnResult::Won), friday),
            (
                "Zed",
                Action::Confirm {
                    tournament: SPRING,
                    said_at: friday,
                },
                friday,
            ),
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
            (
                "Zed",
                Action::MarkPlaying {
                    tournament: SPRING,
                    said_at: in_time,
                },
                in_time,
            ),
            (
                "Queenie",
                Action::MarkPlaying {
                    tournament: SPRING,
                    said_at: in_time,
                },
                in_time,
            ),
            ("Queenie", present_at(in_time), in_time),
            ("Queenie", Action::Resume { tournament: SPRING }, late),
            ("Queenie", Action::Interrupt { tournament: SPRING }, late),
            ("Queenie", Action::Resume { tournament: SPRING }, late),
        ],
        expect![[r#"
            Rook|x> It is too early to check in for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Say !present again from Sat 5 Dec 17:30 CET (Europe/Berlin), in 1d4h, to Sun 17:30 CET, or play before.
            Rook|x> You are present for round 1, board 1 of SPRING OPEN, since Sun 17:29:59 CET. Pawn[y] is not checked in yet. At the cutoff, Sun 17:30 CET, who is checked in decides; if you play before, !report it.
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

#[test]
fn what_was_so_already_is_said() {
    let society = running();
    let rook = person("Rook|x");
    let actions = [
        Action::Register {
            tournament: SPRING,
            said_at: deadline(),
        },
        Action::Withdraw { tournament: SPRING },
        Action::CheckIn {
            tournament: SPRING,
            said_at: deadline(),
        },
        own(OwnResult::Won),
        Action::Confirm {
            tournament: SPRING,
            said_at: deadline(),
        },
        Action::Explain {
            tournament: SPRING,
            text: String::new(),
        },
        Action::MarkPlaying {
            tournament: SPRING,
            said_at: deadline(),
        },
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
        &Action::Confirm {
            tournament: SPRING,
            said_at: deadline(),
        },
        &facts,
        &person("Pawn[y]"),
    );
    expect![[r#"
        Noted: round 1, board 1 of SPRING OPEN, Pawn[y] (white) - Rook|x (black) 0-1, colours swapped. Rook|x says the same, so it is final.
    "#]].assert_eq(&lines(&said));
    let phase = Fact::PhaseChanged {
        from: Phase::Announced,
        tournament: SPRING,
        phase: Phase::Finished,
    };
    society.apply(&phase);
}
