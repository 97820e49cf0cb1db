//! What nobody asked for: lives, people, rounds.

use super::fixture::*;
use crate::phrasing::notices;
use crate::tournament::{
    Actor, AttemptCause, BoardStatus, CannotDraw, Fact, Ground, MoveGround, Phase, Role, Setting,
    Withdrawal,
};
use crate::vocabulary::{
    BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, RoundNumber,
};
use chrono_tz::Tz;
use expect_test::expect;

fn phase(phase: Phase) -> Fact {
    Fact::PhaseChanged {
        from: Phase::Announced,
        tournament: SPRING,
        phase,
    }
}

#[test]
fn a_life_is_told() {
    let boss = person("Boss");
    check_notices(
        with_players(&[]),
        &[phase(Phase::Announced)],
        &boss,
        expect![[r#"
            #: SPRING OPEN is announced: Swiss, 5 rounds, 60 minutes each. Registration opens Tue 1 Dec 2026 19:00 CET (Europe/Berlin) and closes Tue 1 Dec 2026 21:00 CET (Europe/Berlin). To be in before that, say !preregister; nothing more is needed then.
        "#]],
    );
    check_notices(
        with_players(&PLAYERS),
        &[phase(Phase::Registration)],
        &Actor::Clock,
        expect![[r#"
            #: Registration for SPRING OPEN is open until Tue 1 Dec 2026 21:00 CET (Europe/Berlin). Swiss, 5 rounds, 60 minutes each. To play, identify to services and say !register; who preregistered is in already (5 players so far).
        "#]],
    );
    check_notices(
        with_players(&PLAYERS),
        &[phase(Phase::Running)],
        &Actor::Clock,
        expect![[r#"
            #: Registration for SPRING OPEN is closed with 5 players. Round 1 is paired now; its pairings are published here.
        "#]],
    );
    check_notices(
        running(),
        &[phase(Phase::Finished)],
        &Actor::Clock,
        expect![[r#"
            #: SPRING OPEN is over. Final standings: 1. Odd 1, 2= Rook|x 0, 2= Pawn[y] 0, 2= Zed 0, 2= Queenie 0
        "#]],
    );
    check_notices(
        with_players(&PLAYERS[..2]),
        &[phase(Phase::Cancelled)],
        &boss,
        expect![[r#"
            #: SPRING OPEN is cancelled. Games of it need no report any more.
            Rook|x: SPRING OPEN, in which you are entered, is cancelled. You need do nothing more.
            Pawn[y]: SPRING OPEN, in which you are entered, is cancelled. You need do nothing more.
        "#]],
    );
    check_notices(
        with_players(&PLAYERS[..1]),
        &[Fact::RegistrationStalled { tournament: SPRING }],
        &Actor::Clock,
        expect![[r#"
            Boss: Registration for SPRING OPEN should close, but 1 player cannot make a round. It stays open. Say tournament start once there are enough, or tournament cancel.
        "#]],
    );
    let closes = Setting::RegistrationCloses(Some(december(2, 20, 0, 0)));
    check_notices(
        with_players(&[]),
        &[Fact::SettingChanged {
            tournament: SPRING,
            setting: closes,
        }],
        &boss,
        expect![[r#"
            #: New times for SPRING OPEN: Registration is open and closes Wed 2 Dec 2026 21:00 CET (Europe/Berlin).
        "#]],
    );
}

#[test]
fn people_come_and_go() {
    let boss = person("Boss");
    let late = Fact::EntryAdded {
        tournament: SPRING,
        entry: EntryNumber(6),
        account: account("Late"),
        name: "Late".to_owned(),
        how: crate::tournament::Entrance::Admitted,
        at: december(7, 12, 0, 0),
        first_round: RoundNumber(2),
        missed: ByeKind::HalfPoint,
    };
    check_notices(
        running(),
        &[late],
        &boss,
        expect![[r#"
            Late: A director entered you in SPRING OPEN, no. 6. Play starts with round 2 of 5; each round missed counts as a half-point bye (0.5 points). Say me for your page, or withdraw if you cannot play.
        "#]],
    );
    let withdrawn = Fact::EntryWithdrawn {
        tournament: SPRING,
        entry: EntryNumber(1),
        why: Withdrawal::Announced,
        reason: None,
    };
    let forfeit = moved(
        1,
        settled(
            BoardResult::Forfeit {
                loser: Color::White,
            },
            Ground::Withdrawal,
        ),
    );
    check_notices(
        running(),
        &[withdrawn.clone(), forfeit],
        &person("Rook|x"),
        expect![[r#"
            #: Rook|x withdrew, and is not paired in SPRING OPEN any more.
            #: SPRING OPEN, round 1, final: 1. Rook|x - Pawn[y] 0-1 (forfeit, withdrawal)
            Pawn[y]: Final: your game against Rook|x (SPRING OPEN round 1) is 0-1 by forfeit (withdrawal), a win for you. If that is wrong, ask a director.
        "#]],
    );
    let mut reported = running();
    apply(
        &mut reported,
        &[moved(
            1,
            BoardStatus::Disputed {
                since: december(4, 12, 0, 0),
            },
        )],
    );
    let expelled = Fact::EntryWithdrawn {
        tournament: SPRING,
        entry: EntryNumber(1),
        why: Withdrawal::Expelled,
        reason: Some("engine use".to_owned()),
    };
    check_notices(
        reported,
        &[expelled],
        &boss,
        expect![[r#"
        #: Rook|x was put out by a director, and is not paired in SPRING OPEN any more: engine use.
        Rook|x: You are out of SPRING OPEN: engine use. Finished games stand. To come back, ask a director.
        Pawn[y]: Rook|x left the tournament. What was reported of round 1, board 1 of SPRING OPEN stands; ask a director if anything is open.
    "#]],
    );
    check_notices(
        drafted(),
        std::slice::from_ref(&withdrawn),
        &person("Rook|x"),
        expect![[r#"
            #: Rook|x withdrew, and is not paired in SPRING OPEN any more.
        "#]],
    );
    let mut out = running();
    out.apply(&withdrawn);
    let back = Fact::EntryReentered {
        tournament: SPRING,
        entry: EntryNumber(1),
    };
    check_notices(
        out,
        &[back],
        &boss,
        expect![[r#"
        Rook|x: You are back in SPRING OPEN, no. 1, with all you had before. You are paired from the next round on.
    "#]],
    );
    let appointed = Fact::OfficialAppointed {
        tournament: Some(SPRING),
        account: account("Aide"),
        name: "Aide".to_owned(),
        role: Role::Assistant,
    };
    let dismissed = Fact::OfficialDismissed {
        tournament: Some(SPRING),
        account: account("Aide"),
    };
    check_notices(
        running(),
        &[appointed, dismissed],
        &boss,
        expect![[r#"
        Aide: You are now an assistant of SPRING OPEN. Orders are given to me in private: say help there. Who directs or assists does not play in it.
        aide: You no longer direct or assist in SPRING OPEN.
    "#]],
    );
}

#[test]
fn rounds_are_told() {
    check_notices(
        with_players(&PLAYERS),
        &[phase(Phase::Running), paired(1, &[(1, 2), (3, 4)], Some(5))],
        &Actor::Clock,
        expect![[r#"
            #: Registration for SPRING OPEN is closed with 5 players. Round 1 is paired now; its pairings are published here.
            Boss: Round 1 of SPRING OPEN is paired: 1. Rook|x - Pawn[y], 2. Zed - Queenie, Odd: bye (1 point). It is published Tue 1 Dec 21:10 CET (Europe/Berlin). To change it: preview, swap A B, pair W B, bye NICK, hold, publish.
        "#]],
    );
    check_notices(
        drafted(),
        &[Fact::RoundHeld {
            tournament: SPRING,
            round: RoundNumber(1),
        }],
        &person("Aide"),
        expect![[r#"
            Boss: Aide holds round 1 of SPRING OPEN back. It goes out when a director says publish.
        "#]],
    );
    let cause = CannotDraw::NoOpponentLeft {
        players: vec![EntryNumber(1), EntryNumber(2)],
    };
    check_notices(
        running(),
        &[Fact::PairingImpossible {
            tournament: SPRING,
            round: RoundNumber(2),
            cause,
        }],
        &Actor::Clock,
        expect![[r#"
            #: Round 2 of SPRING OPEN cannot be paired as it is; the directors decide how it goes on.
            Boss: Round 2 of SPRING OPEN cannot be paired by the rules: no opponent is left for Rook|x and Pawn[y]. Admit or reenter players, or end with tournament finish.
        "#]],
    );
    let mut society = drafted();
    society.apply(&Fact::ZoneChosen {
        account: account("Zed"),
        zone: Tz::America__New_York,
    });
    check_notices(
        society,
        &[published()],
        &Actor::Clock,
        expect![[r#"
            #: SPRING OPEN, round 1 of 5: play and report by Sun 6 Dec 2026 20:00 CET (Europe/Berlin). Who has not played by Sun 17:30 CET says !present here before then. The pairings, white first: 1. Rook|x - Pawn[y], 2. Zed - Queenie, Odd: bye (1 point)
            Rook|x: SPRING OPEN round 1: you have white against Pawn[y] (board 1). Play by Sun 6 Dec 20:00 CET (Europe/Berlin), then !report won, lost or drew. Not played by Sun 17:30 CET? Say !present in the channel before that.
            Pawn[y]: SPRING OPEN round 1: you have black against Rook|x (board 1). Play by Sun 6 Dec 20:00 CET (Europe/Berlin), then !report won, lost or drew. Not played by Sun 17:30 CET? Say !present in the channel before that.
            Zed: SPRING OPEN round 1: you have white against Queenie (board 2). Play by Sun 6 Dec 20:00 CET (14:00 America/New_York), then !report won, lost or drew. Not played by Sun 17:30 CET (11:30 EST)? Say !present in the channel before that.
            Queenie: SPRING OPEN round 1: you have black against Zed (board 2). Play by Sun 6 Dec 20:00 CET (Europe/Berlin), then !report won, lost or drew. Not played by Sun 17:30 CET? Say !present in the channel before that.
            Odd: Round 1 of SPRING OPEN: you have a bye (1 point). You need not play, report or check in this round.
        "#]],
    );
    let mut over = running();
    apply(
        &mut over,
        &[
            moved(
                1,
                settled(BoardResult::Played(Outcome::Draw), Ground::BothReports),
            ),
            moved(2, settled(BoardResult::DoubleForfeit, Ground::Cutoff)),
        ],
    );
    let closed = Fact::RoundClosed {
        tournament: SPRING,
        round: RoundNumber(1),
        at: december(6, 19, 0, 1),
    };
    check_notices(
        over,
        &[closed],
        &Actor::Clock,
        expect![[r#"
            #: Round 1 of SPRING OPEN is over. Round 2 is paired now and published here in about 10m. Standings: 1. Odd 1, 2= Rook|x 0.5, 2= Pawn[y] 0.5, 4= Zed 0, 4= Queenie 0
        "#]],
    );
}

#[test]
fn moved_times_are_told() {
    let moved_by = |boards: &[u16], ground: MoveGround| Fact::TimingMoved {
        tournament: SPRING,
        round: RoundNumber(1),
        boards: boards.iter().map(|board| BoardNumber(*board)).collect(),
        cutoff: december(7, 16, 30, 0),
        deadline: december(7, 19, 0, 0),
        at: december(6, 12, 0, 0),
        ground,
    };
    let by_boss = MoveGround::Director {
        by: "Boss".to_owned(),
        reason: "power cut".to_owned(),
    };
    check_notices(
        running(),
        &[moved_by(&[1], by_boss)],
        &person("Boss"),
        expect![[r#"
            #: SPRING OPEN, round 1, board 1: new times by Boss (power cut): check in by Mon 7 Dec 17:30 CET (Europe/Berlin), play and report by Mon 20:00 CET.
            Rook|x: Your game against Pawn[y] (round 1, board 1 of SPRING OPEN) has new times: check in by Mon 7 Dec 17:30 CET (Europe/Berlin), play and report by Mon 20:00 CET. Reason given by Boss: power cut
            Pawn[y]: Your game against Rook|x (round 1, board 1 of SPRING OPEN) has new times: check in by Mon 7 Dec 17:30 CET (Europe/Berlin), play and report by Mon 20:00 CET. Reason given by Boss: power cut
        "#]],
    );
    let absence = MoveGround::Absence {
        from: december(6, 16, 0, 0),
        until: december(6, 20, 10, 0),
    };
    check_notices(
        running(),
        &[moved_by(&[1, 2], absence)],
        &Actor::Clock,
        expect![[r#"
            #: I could not see everybody from Sun 6 Dec 17:00 CET (Europe/Berlin) to Sun 21:10 CET, and nobody loses by that. SPRING OPEN, round 1: check in by Mon 7 Dec 17:30 CET (Europe/Berlin), play and report by Mon 20:00 CET.
            Boss: I was away from Sun 6 Dec 17:00 CET (Europe/Berlin) to Sun 21:10 CET; SPRING OPEN, round 1: check in by Mon 7 Dec 17:30 CET (Europe/Berlin), play and report by Mon 20:00 CET. To overrule, say extend 1 DURATION reason; a negative one shortens.
        "#]],
    );
}

#[test]
fn what_needs_no_telling_is_not_told() {
    let scope = crate::tournament::AbsenceScope::Everybody;
    let facts = [
        Fact::LotsDrawn {
            tournament: SPRING,
            order: vec![EntryNumber(1)],
        },
        Fact::ZoneChosen {
            account: account("Zed"),
            zone: Tz::UTC,
        },
        Fact::BotLeft {
            since: december(5, 12, 0, 0),
            scope: scope.clone(),
        },
        Fact::BotReturned {
            at: december(5, 13, 0, 0),
            scope,
        },
        Fact::AttemptRefused {
            board: None,
            text: "report a 1-0 b".to_owned(),
            cause: AttemptCause::NotYourGame,
        },
    ];
    assert_eq!(told(&mut running(), &facts, &Actor::Clock), "");
    let said = [Fact::Said {
        text: "Welcome, all".to_owned(),
    }];
    assert_eq!(
        told(&mut running(), &said, &person("Boss")),
        "#: Welcome, all\n"
    );
}

#[test]
fn pairings_of_two_hundred_fit_their_lines() {
    let names: Vec<String> = (0..200)
        .map(|n| format!("Player-with-long-name-{n:03}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut society = with_players(&names);
    let pairs: Vec<(u32, u32)> = (0..100).map(|n| (2 * n + 1, 2 * n + 2)).collect();
    let facts = [phase(Phase::Running), paired(1, &pairs, None), published()];
    apply(&mut society, &facts);
    let told = notices(&society, &facts[2..], &Actor::Clock);
    let channel: Vec<&str> = told
        .iter()
        .filter(|notice| notice.recipient == crate::ports::Recipient::Channel)
        .map(|notice| notice.text.as_str())
        .collect();
    assert!(channel.iter().all(|line| line.len() <= 400));
    assert!(channel.len() <= 18, "{} lines", channel.len());
    assert_eq!(told.len() - channel.len(), 200);
}
