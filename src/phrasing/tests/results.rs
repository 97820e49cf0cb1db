//! What nobody asked for: the week, the cutoff, results.

use super::fixture::*;
use crate::tournament::{
    Actor, BoardStatus, CheckInBy, ColorsPlayed, Fact, Ground, HandedOver, Reminder, Usefulness,
    Verdict,
};
use crate::vocabulary::{BoardNumber, BoardResult, Color, Outcome, RoundNumber};
use expect_test::expect;

#[test]
fn the_week_is_told() {
    let boss = person("Boss");
    let rook = person("Rook|x");
    let remind = |reminder: Reminder, usefulness: Usefulness| Fact::Reminded {
        tournament: SPRING,
        round: RoundNumber(1),
        boards: vec![BoardNumber(1)],
        reminder,
        usefulness,
    };
    let mut checked_in = running();
    checked_in.apply(&present(1, Color::White, december(6, 16, 0, 0)));
    check_notices(
        checked_in,
        &[remind(Reminder::OneHour, Usefulness::Send)],
        &Actor::Clock,
        expect![[r#"
            Pawn[y]: SPRING OPEN round 1: the cutoff is Sun 6 Dec 17:30 CET (Europe/Berlin) and you are not checked in. Say !present in the channel before it, or report your game against Rook|x.
        "#]],
    );
    for reminder in [Reminder::TwoDays, Reminder::OneDay, Reminder::WindowOpen] {
        let facts = [remind(reminder, Usefulness::Send)];
        let text = told(&mut running(), &facts, &Actor::Clock);
        assert_eq!(text.lines().count(), 2, "{reminder:?}: {text}");
    }
    check_notices(
        running(),
        &[remind(Reminder::OneHour, Usefulness::Skip)],
        &Actor::Clock,
        expect![[""]],
    );
    check_notices(
        running(),
        &[present(1, Color::White, december(6, 16, 0, 0))],
        &rook,
        expect![[""]],
    );
    let marked = Fact::CheckedIn {
        board: board(1),
        color: Color::White,
        at: december(6, 16, 0, 0),
        by: CheckInBy::Director,
    };
    check_notices(
        running(),
        &[marked],
        &boss,
        expect![[r#"
            Rook|x: A director marked you present at Sun 17:00:00 CET for round 1, board 1 of SPRING OPEN. You need not say !present.
        "#]],
    );
    let late = Fact::CheckInLate {
        board: board(1),
        color: Color::Black,
        at: december(6, 16, 30, 1),
    };
    check_notices(
        running(),
        &[late],
        &person("Pawn[y]"),
        expect![[r#"
        Boss: Pawn[y] said present at Sun 17:30:01 CET, after the cutoff of Sun 17:30:00 CET (round 1, board 1 of SPRING OPEN). It does not count. To overrule: result 1.1 RESULT reason, or extend 1.1 DURATION reason.
    "#]],
    );
    let excused = Fact::Excused {
        board: board(1),
        color: Color::White,
        reason: "ill".to_owned(),
    };
    check_notices(
        running(),
        &[excused],
        &boss,
        expect![[r#"
        Rook|x: A director excused you for round 1, board 1 of SPRING OPEN (ill). The cutoff does not count against you; a director decides the board.
        Pawn[y]: Rook|x is excused for round 1, board 1 of SPRING OPEN (ill). A director decides the board; play if you can agree a time.
    "#]],
    );
    let playing = |color: Color| Fact::PlayingMarked {
        board: board(1),
        color,
        at: december(6, 16, 0, 0),
    };
    check_notices(
        running(),
        &[playing(Color::White)],
        &rook,
        expect![[r#"
        Pawn[y]: Rook|x says your game is going on (round 1, board 1 of SPRING OPEN). Say !playing too, and the clock will not settle it.
    "#]],
    );
    check_notices(
        running(),
        &[playing(Color::White), playing(Color::Black)],
        &rook,
        expect![[""]],
    );
    let interrupted = Fact::GameInterrupted {
        board: board(1),
        color: Color::White,
        at: december(6, 16, 0, 0),
    };
    check_notices(
        running(),
        &[interrupted],
        &rook,
        expect![[r#"
        Pawn[y]: Rook|x says your game was interrupted (round 1, board 1 of SPRING OPEN). Save the position before anything else, connect again, and say !resumed once you both go on.
        Boss: Rook|x reports an interruption at Sun 17:00:00 CET: round 1, board 1 of SPRING OPEN, Rook|x - Pawn[y]. Deadline Sun 6 Dec 20:00 CET (Europe/Berlin); extend 1.1 DURATION reason gives more time.
    "#]],
    );
    check_notices(
        running(),
        &[Fact::GameResumed {
            board: board(1),
            color: Color::White,
        }],
        &rook,
        expect![[r#"
            Pawn[y]: Rook|x says your game goes on (round 1, board 1 of SPRING OPEN). If it does not, say !interrupted.
        "#]],
    );
}

#[test]
fn the_cutoff_is_told_in_few_lines() {
    let mut society = running();
    apply(
        &mut society,
        &[
            present(1, Color::White, december(6, 16, 10, 5)),
            present(2, Color::White, december(6, 16, 29, 59)),
            present(2, Color::Black, december(6, 16, 12, 0)),
        ],
    );
    let facts = [
        moved(
            1,
            by_cutoff(BoardResult::Forfeit {
                loser: Color::Black,
            }),
        ),
        moved(2, BoardStatus::MustPlay),
    ];
    check_notices(
        society,
        &facts,
        &Actor::Clock,
        expect![[r#"
            #: SPRING OPEN, round 1: the cutoff Sun 6 Dec 17:30 CET (Europe/Berlin) has passed, and check-ins decide what was not played (rules III; provisional until the deadline). 1. Rook|x - Pawn[y] 1-0 (forfeit, provisional): Rook|x present Sun 17:10:05 CET, Pawn[y] not present; 2. Zed present Sun 17:29:59 CET, Queenie present Sun 17:12:00 CET: Zed and Queenie, you must play now and report by Sun 20:00 CET
            Rook|x: You were checked in by the cutoff and Pawn[y] was not (SPRING OPEN round 1): 1-0 by forfeit for now, a win for you. If you played or still play, both report by Sun 6 Dec 20:00 CET (Europe/Berlin); else it is final then.
            Pawn[y]: Rook|x was checked in by the cutoff and you were not (SPRING OPEN round 1): 1-0 by forfeit for now, no point for you. If you played or still play, both report by Sun 6 Dec 20:00 CET (Europe/Berlin); else it is final then.
            Zed: You and Queenie were both present (SPRING OPEN round 1), so you must play now. Report by Sun 6 Dec 20:00 CET (Europe/Berlin) with !report won, lost or drew.
            Queenie: You and Zed were both present (SPRING OPEN round 1), so you must play now. Report by Sun 6 Dec 20:00 CET (Europe/Berlin) with !report won, lost or drew.
        "#]],
    );
    check_notices(
        running(),
        &[moved(1, by_cutoff(BoardResult::DoubleForfeit))],
        &Actor::Clock,
        expect![[r#"
            #: SPRING OPEN, round 1: the cutoff Sun 6 Dec 17:30 CET (Europe/Berlin) has passed, and check-ins decide what was not played (rules III; provisional until the deadline). 1. Rook|x - Pawn[y] 0-0 (double forfeit, provisional): Rook|x not present, Pawn[y] not present
            Rook|x: Neither you nor Pawn[y] was checked in by the cutoff (SPRING OPEN round 1): 0-0, a double forfeit for now, no point for you. If you played or still play, both report by Sun 6 Dec 20:00 CET (Europe/Berlin); else it is final then.
            Pawn[y]: Neither you nor Rook|x was checked in by the cutoff (SPRING OPEN round 1): 0-0, a double forfeit for now, no point for you. If you played or still play, both report by Sun 6 Dec 20:00 CET (Europe/Berlin); else it is final then.
        "#]],
    );
    // The last word on a board counts where the bot catches up.
    let catching_up = [
        moved(1, by_cutoff(BoardResult::DoubleForfeit)),
        moved(1, settled(BoardResult::DoubleForfeit, Ground::Cutoff)),
        moved(2, settled(BoardResult::DoubleForfeit, Ground::NoReport)),
    ];
    check_notices(
        running(),
        &catching_up,
        &Actor::Clock,
        expect![[r#"
            #: SPRING OPEN, round 1, final: 1. Rook|x - Pawn[y] 0-0 (double forfeit, by the cutoff); 2. Zed - Queenie 0-0 (double forfeit, no report by the deadline)
            Rook|x: Final: your game against Pawn[y] (SPRING OPEN round 1) is 0-0, a double forfeit (by the cutoff), no point for you. If that is wrong, ask a director.
            Pawn[y]: Final: your game against Rook|x (SPRING OPEN round 1) is 0-0, a double forfeit (by the cutoff), no point for you. If that is wrong, ask a director.
            Zed: Final: your game against Queenie (SPRING OPEN round 1) is 0-0, a double forfeit (no report by the deadline), no point for you. If that is wrong, ask a director.
            Queenie: Final: your game against Zed (SPRING OPEN round 1) is 0-0, a double forfeit (no report by the deadline), no point for you. If that is wrong, ask a director.
        "#]],
    );
}

#[test]
fn results_are_told() {
    let rook = person("Rook|x");
    let white_wins = report(1, Color::White, Outcome::WhiteWins, ColorsPlayed::AsPaired);
    let single = BoardStatus::Provisional {
        verdict: Verdict::unplayed(BoardResult::Played(Outcome::WhiteWins)),
        ground: Ground::SingleReport(Color::White),
    };
    check_notices(
        running(),
        &[white_wins.clone(), moved(1, single)],
        &rook,
        expect![[r#"
            Pawn[y]: Rook|x reports SPRING OPEN round 1, Rook|x (white) - Pawn[y] (black) 1-0. Right? Say !confirm. Wrong? Say !report won, lost or drew. Without a word from you it is final Sun 20:00 CET.
        "#]],
    );
    let both = settled(BoardResult::Played(Outcome::WhiteWins), Ground::BothReports);
    check_notices(
        running(),
        &[moved(1, both)],
        &rook,
        expect![[r#"
            #: SPRING OPEN, round 1, final: 1. Rook|x - Pawn[y] 1-0 (both reported)
            Pawn[y]: Final: your game against Rook|x (SPRING OPEN round 1) is 1-0 (both reported), no point for you. If that is wrong, ask a director.
        "#]],
    );
    let mut one = running();
    one.apply(&white_wins);
    let black_wins = report(1, Color::Black, Outcome::BlackWins, ColorsPlayed::AsPaired);
    let disputed = moved(
        1,
        BoardStatus::Disputed {
            since: december(5, 12, 0, 0),
        },
    );
    let mut two = one.clone();
    check_notices(
        one,
        &[black_wins.clone(), disputed.clone()],
        &person("Pawn[y]"),
        expect![[r#"
            Rook|x: It is not clear what your game in SPRING OPEN round 1 brought: Rook|x says 1-0, Pawn[y] says 0-1. Tell the director what happened with !explain TEXT; if your own report was a slip, say !report again.
            Boss: SPRING OPEN: 1.1 Rook|x - Pawn[y] is disputed: Rook|x says 1-0, Pawn[y] says 0-1. You decide with: result 1.1 RESULT reason.
        "#]],
    );
    apply(&mut two, &[black_wins, disputed]);
    let draw = report(1, Color::Black, Outcome::Draw, ColorsPlayed::Swapped);
    check_notices(
        two.clone(),
        &[draw],
        &person("Pawn[y]"),
        expect![[r#"
        Rook|x: Pawn[y] now reports round 1, board 1 of SPRING OPEN: Pawn[y] (white) - Rook|x (black) 1/2-1/2, colours swapped. If that is right, say !confirm; if not, !explain TEXT.
        Boss: Pawn[y] now reports round 1, board 1 of SPRING OPEN: Pawn[y] (white) - Rook|x (black) 1/2-1/2, colours swapped. To decide: result 1.1 RESULT reason.
    "#]],
    );
    let explained = Fact::Explained {
        board: board(1),
        color: Color::White,
        text: "he left in move 12".to_owned(),
    };
    check_notices(
        two.clone(),
        &[explained],
        &rook,
        expect![[r#"
        Boss: Rook|x explains round 1, board 1 of SPRING OPEN (Rook|x says 1-0, Pawn[y] says 0-1): he left in move 12
    "#]],
    );
    let again = Fact::DirectorsReminded {
        tournament: SPRING,
        round: RoundNumber(1),
        boards: vec![BoardNumber(1)],
        at: december(6, 12, 0, 0),
    };
    check_notices(
        two.clone(),
        &[again],
        &Actor::Clock,
        expect![[r#"
        Boss: SPRING OPEN waits for you: 1.1 Rook|x - Pawn[y] (disputed). Say disputes for what was said, then result ROUND.BOARD RESULT reason.
    "#]],
    );
    let ruled = Fact::Ruled {
        board: board(1),
        verdict: Verdict {
            result: BoardResult::Played(Outcome::WhiteWins),
            colors: ColorsPlayed::Swapped,
        },
        by: "Boss".to_owned(),
        reason: "the gamescore shows mate".to_owned(),
    };
    let undone = Fact::RulingUndone { board: board(1) };
    check_notices(
        two.clone(),
        std::slice::from_ref(&ruled),
        &person("Boss"),
        expect![[r#"
            #: Ruling by Boss: round 1, board 1 of SPRING OPEN, Rook|x - Pawn[y], 1-0 with the colours swapped. Reason: the gamescore shows mate
            Rook|x: Boss ruled your game against Pawn[y] (SPRING OPEN round 1): 1-0 with the colours swapped, a win for you. Reason: the gamescore shows mate
            Pawn[y]: Boss ruled your game against Rook|x (SPRING OPEN round 1): 1-0 with the colours swapped, no point for you. Reason: the gamescore shows mate
        "#]],
    );
    two.apply(&ruled);
    check_notices(
        two,
        &[undone],
        &person("Boss"),
        expect![[r#"
            #: The ruling on round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) is taken back. The board stands as before: disputed.
            Rook|x: The ruling on your game against Pawn[y] (SPRING OPEN round 1) is taken back. The board stands as before: disputed.
            Pawn[y]: The ruling on your game against Rook|x (SPRING OPEN round 1) is taken back. The board stands as before: disputed.
        "#]],
    );
    for cause in [HandedOver::InProgress, HandedOver::Excused] {
        let handed = moved(
            1,
            BoardStatus::WithDirector {
                since: deadline(),
                cause,
            },
        );
        let text = told(&mut running(), &[handed], &Actor::Clock);
        assert_eq!(text.lines().count(), 3, "{text}");
    }
    let open = told(
        &mut running(),
        &[moved(1, BoardStatus::Unplayed)],
        &Actor::Clock,
    );
    assert_eq!(open.lines().count(), 3, "{open}");
}
