//! Drawn boards of a knockout that were settled before further games were known.

use super::state::Entrance;
use super::*;
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, EntryNumber, Outcome, RoundNumber,
    Timestamp, TournamentId,
};

const CUP: TournamentId = TournamentId(1);
const FIRST: RoundNumber = RoundNumber(1);

fn at(ms: i64) -> Timestamp {
    Timestamp::from_ms(ms)
}

/// A knockout of four whose first round is closed with a draw, so that the second could not be paired.
fn stuck(format: Format) -> Society {
    let mut settings = Settings::new("Cup");
    settings.format = format;
    let board = |number| BoardRef {
        tournament: CUP,
        round: FIRST,
        board: BoardNumber(number),
    };
    let settled = |number, outcome| Fact::BoardMoved {
        board: board(number),
        status: BoardStatus::Final {
            verdict: Verdict {
                result: BoardResult::Played(outcome),
                colors: ColorsPlayed::AsPaired,
            },
            ground: Ground::BothReports,
        },
    };
    let mut facts = vec![Fact::TournamentCreated {
        tournament: CUP,
        seed: 1,
        settings: Box::new(settings),
    }];
    facts.extend((1..=4).map(|number| Fact::EntryAdded {
        tournament: CUP,
        entry: EntryNumber(number),
        account: Account::new(&format!("P{number}"), CaseMapping::Ascii),
        name: format!("P{number}"),
        how: Entrance::Registered,
        at: at(0),
        first_round: FIRST,
        missed: ByeKind::ZeroPoint,
    }));
    let pair = |white, black| Pairing {
        white: EntryNumber(white),
        black: EntryNumber(black),
    };
    facts.extend([
        Fact::LotsDrawn {
            tournament: CUP,
            order: (1..=4).map(EntryNumber).collect(),
        },
        Fact::PhaseChanged {
            tournament: CUP,
            from: Phase::Registration,
            phase: Phase::Running,
        },
        Fact::RoundPaired {
            tournament: CUP,
            round: FIRST,
            pairs: vec![pair(1, 4), pair(3, 2)],
            byes: Vec::new(),
            publish_at: None,
            by: PairedBy::System,
        },
        Fact::RoundPublished {
            tournament: CUP,
            round: FIRST,
            at: at(1),
            cutoff: at(2),
            deadline: at(3),
        },
        settled(1, Outcome::Draw),
        settled(2, Outcome::BlackWins),
        Fact::RoundClosed {
            tournament: CUP,
            round: FIRST,
            at: at(4),
        },
        Fact::PairingImpossible {
            tournament: CUP,
            round: RoundNumber(2),
            cause: CannotDraw::NoWinner {
                round: FIRST,
                board: BoardNumber(1),
            },
        },
    ]);
    let mut society = Society::default();
    facts.iter().for_each(|fact| society.apply(fact));
    society
}

#[test]
fn a_knockout_that_stood_still_over_a_draw_goes_on_with_another_game() {
    let mut society = stuck(Format::Knockout);
    let (moment, due) = society.next_due().expect("the draw waits for a game");
    assert_eq!(due, Due::FurtherGames(CUP, FIRST));
    assert!(moment <= at(4));
    let facts = decide(&society, &Action::Due(due), &Actor::Clock, at(5)).expect("the clock may");
    facts.iter().for_each(|fact| society.apply(fact));
    let round = society.tournament(CUP).and_then(|cup| cup.round(FIRST));
    let round = round.expect("it is there");
    assert!(round.is_open());
    let waiting: Vec<bool> = round
        .boards
        .iter()
        .map(Board::awaits_further_game)
        .collect();
    assert_eq!(waiting, [true, false]);
    let due = society.next_due().map(|(_, due)| due);
    assert_eq!(due, Some(Due::RemindDirectors(CUP, FIRST)));
}

#[test]
fn elsewhere_a_draw_is_a_result() {
    let due = stuck(Format::Swiss).next_due();
    assert!(!matches!(due, Some((_, Due::FurtherGames(..)))), "{due:?}");
}
