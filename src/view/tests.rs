//! Points and places, and what the clock would do.

mod archived;
mod exported;
mod third_place;

use super::*;
use crate::tournament::{
    BoardStatus, Bye, CheckInBy, Entrance, Fact, Ground, PairedBy, Pairing, Settings, Society,
    Tournament, Verdict,
};
use crate::vocabulary::{
    BoardNumber, BoardResult, ByeKind, CaseMapping, Color, Outcome, Points, Timestamp,
};

const ID: TournamentId = TournamentId(1);
const AT: Timestamp = Timestamp::from_ms(1_000);

fn entered(number: u32, first_round: u16) -> Fact {
    let name = format!("P{number}");
    Fact::EntryAdded {
        tournament: ID,
        entry: EntryNumber(number),
        account: Account::new(&name, CaseMapping::Ascii),
        name,
        how: Entrance::Registered,
        at: AT,
        first_round: RoundNumber(first_round),
        missed: ByeKind::HalfPoint,
    }
}

fn round(number: u16, pairs: &[(u32, u32)], bye: u32) -> [Fact; 2] {
    let paired = Fact::RoundPaired {
        tournament: ID,
        round: RoundNumber(number),
        pairs: pairs
            .iter()
            .map(|(white, black)| Pairing {
                white: EntryNumber(*white),
                black: EntryNumber(*black),
            })
            .collect(),
        byes: vec![Bye {
            player: EntryNumber(bye),
            kind: ByeKind::PairingAllocated,
        }],
        publish_at: None,
        by: PairedBy::System,
    };
    let published = Fact::RoundPublished {
        tournament: ID,
        round: RoundNumber(number),
        at: AT,
        cutoff: Timestamp::from_ms(2_000),
        deadline: Timestamp::from_ms(3_000),
    };
    [paired, published]
}

fn at(board: u16) -> BoardRef {
    BoardRef {
        tournament: ID,
        round: RoundNumber(1),
        board: BoardNumber(board),
    }
}

/// Five players, P6 enters late; round 1 is 1-2, 3-4, bye for 5; these facts follow.
fn after(facts: &[Fact]) -> Tournament {
    let mut society = Society::default();
    society.apply(&Fact::TournamentCreated {
        tournament: ID,
        seed: 1,
        settings: Box::new(Settings::new("T")),
    });
    (1..=5).for_each(|number| society.apply(&entered(number, 1)));
    society.apply(&entered(6, 2));
    for fact in round(1, &[(1, 2), (3, 4)], 5).iter().chain(facts) {
        society.apply(fact);
    }
    society.tournament(ID).expect("it was made above").clone()
}

fn verdict(result: BoardResult) -> Verdict {
    Verdict::unplayed(result)
}

#[test]
fn points_count_what_is_settled_and_mark_the_rest() {
    let tournament = after(&[
        Fact::BoardMoved {
            board: at(1),
            status: BoardStatus::Final {
                verdict: verdict(BoardResult::Played(Outcome::Draw)),
                ground: Ground::BothReports,
            },
        },
        Fact::BoardMoved {
            board: at(2),
            status: BoardStatus::Provisional {
                verdict: verdict(BoardResult::Forfeit {
                    loser: Color::Black,
                }),
                ground: Ground::Cutoff,
            },
        },
    ]);
    let rows = standings(&tournament);
    let shown: Vec<(u32, bool, &str, String)> = rows
        .iter()
        .map(|row| {
            (
                row.place,
                row.shared,
                row.name.as_str(),
                row.points.to_string(),
            )
        })
        .collect();
    let expected = [
        (1, false, "P5", "1"),
        (2, true, "P1", "0.5"),
        (2, true, "P2", "0.5"),
        // A late entry: half a point for the round missed.
        (2, true, "P6", "0.5"),
        (5, true, "P3", "0"),
        (5, true, "P4", "0"),
    ]
    .map(|(place, shared, name, points)| (place, shared, name, points.to_owned()));
    assert_eq!(shown, expected);
    assert_eq!(rows[4].pending, Pending::Provisional(Points::ONE));
    assert_eq!(rows[5].pending, Pending::Provisional(Points::ZERO));
    assert_eq!(points(&tournament, EntryNumber(5)), Points::ONE);
}

#[test]
fn a_disputed_board_is_marked_for_both() {
    let tournament = after(&[Fact::BoardMoved {
        board: at(1),
        status: BoardStatus::Disputed { since: AT },
    }]);
    for player in [1, 2] {
        let score = score(&tournament, EntryNumber(player));
        assert_eq!(score.pending, Pending::Disputed);
        assert_eq!(score.points, Points::ZERO);
    }
}

#[test]
fn a_round_nobody_sees_gives_no_points() {
    let [paired, _] = round(2, &[(1, 3), (2, 5)], 4);
    let tournament = after(&[paired]);
    assert_eq!(points(&tournament, EntryNumber(4)), Points::ZERO);
}

#[test]
fn the_sweep_foresees_each_case() {
    let here = |board: u16, color: Color| Fact::CheckedIn {
        board: at(board),
        color,
        at: AT,
        by: CheckInBy::Player,
    };
    let excused = |board: u16| Fact::Excused {
        board: at(board),
        color: Color::Black,
        reason: "ill".to_owned(),
    };
    let foreseen = |facts: &[Fact]| {
        let tournament = after(facts);
        let round = tournament.current_round().expect("it is published").clone();
        sweep(&round).first().map(|(_, foreseen)| *foreseen)
    };
    let forfeit = |loser| Some(Foreseen::Provisional(BoardResult::Forfeit { loser }));
    let nobody = Some(Foreseen::Provisional(BoardResult::DoubleForfeit));
    assert_eq!(foreseen(&[]), nobody);
    assert_eq!(foreseen(&[here(1, Color::White)]), forfeit(Color::Black));
    assert_eq!(foreseen(&[here(1, Color::Black)]), forfeit(Color::White));
    let both = [here(1, Color::White), here(1, Color::Black)];
    assert_eq!(foreseen(&both), Some(Foreseen::MustPlay));
    assert_eq!(foreseen(&[excused(1)]), Some(Foreseen::WithDirector));
    assert_eq!(
        foreseen(&[both[0].clone(), both[1].clone(), excused(1)]),
        Some(Foreseen::MustPlay)
    );
    let playing = Color::BOTH.map(|color| Fact::PlayingMarked {
        board: at(1),
        color,
        at: AT,
    });
    assert_eq!(foreseen(&playing), Some(Foreseen::InProgress));
}
