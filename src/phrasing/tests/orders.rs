//! Answers to directors, with the rules deciding what happens.

use super::fixture::*;
use crate::tournament::{Action, Consent, Order, Role, Setting, Verdict, Withdrawal};
use crate::vocabulary::{BoardNumber, BoardResult, ByeKind, EntryNumber, RoundNumber, Span};
use expect_test::expect;

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
            Boss> Aide is now an assistant of SPRING OPEN. I have not met this account before: make sure that it is registered with services and written like this.
            Boss> Rook|x is entered in SPRING OPEN, and by rule 9 players neither direct nor assist it. Appoint somebody else.
            Aide> That order is for a director, and you assist. Ask a director to give it.
            Boss> Aide is no longer an assistant of SPRING OPEN.
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
            Boss> Rook|x is out of SPRING OPEN (marked as deserted); games finished before stand. Their open board now: 1.2 Rook|x - Queenie 0-1 (forfeit). To take it back: reenter Rook|x.
            Boss> Rook|x is back in SPRING OPEN and is paired from the next round on.
            Boss> Nothing is changed yet: 1 board without a result and 1 of 5 rounds played so far. If you mean it, say the same order again with confirm at the end.
            Boss> SPRING OPEN is finished; the standings are in the channel.
        "#]],
    );
}
