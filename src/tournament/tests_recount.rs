//! A ruling on a tournament that is over gives the ratings that its result would have given from the start.

use super::state::Entrance;
use super::*;
use crate::rating::{System, fide, glicko};
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Timestamp, TournamentId,
};

const FIRST: RoundNumber = RoundNumber(1);

fn at(ms: i64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

fn board(tournament: u32) -> BoardRef {
    BoardRef {
        tournament: TournamentId(tournament),
        round: FIRST,
        board: BoardNumber(1),
    }
}

fn policy(system: System) -> Option<RatingPolicy> {
    Some(RatingPolicy {
        system,
        provisional_games: 10,
    })
}

fn systems() -> [System; 2] {
    [
        System::Fide(fide::Rules::default()),
        System::Glicko2(glicko::Rules::default()),
    ]
}

/// The operator's or the clock's doing.
fn act(society: &mut Society, action: &Action, ms: i64) -> Vec<Fact> {
    let facts = decide(society, action, &Actor::Operator, at(ms)).expect("it may be done");
    facts.iter().for_each(|fact| society.apply(fact));
    facts
}

fn rule(society: &mut Society, tournament: u32, result: BoardResult, ms: i64) -> Vec<Fact> {
    let order = Order::Rule {
        board: board(tournament),
        verdict: Verdict::unplayed(result),
        reason: "seen late".to_owned(),
    };
    act(society, &Action::Direct(order), ms)
}

fn undo(society: &mut Society, tournament: u32, ms: i64) -> Vec<Fact> {
    let order = Order::Undo {
        board: board(tournament),
    };
    act(society, &Action::Direct(order), ms)
}

/// A tournament of two that is played and finished.
fn play(society: &mut Society, number: u32, [white, black]: [&str; 2], result: BoardResult) {
    let tournament = TournamentId(number);
    let entered = |number, name: &str| Fact::EntryAdded {
        tournament,
        entry: EntryNumber(number),
        account: account(name),
        name: name.to_owned(),
        how: Entrance::Registered,
        at: at(0),
        first_round: FIRST,
        missed: ByeKind::ZeroPoint,
    };
    let facts = [
        Fact::TournamentCreated {
            tournament,
            seed: 1,
            settings: Box::new(Settings::new("Cup")),
        },
        entered(1, white),
        entered(2, black),
        Fact::LotsDrawn {
            tournament,
            order: vec![EntryNumber(1), EntryNumber(2)],
        },
        Fact::PhaseChanged {
            tournament,
            from: Phase::Registration,
            phase: Phase::Running,
        },
        Fact::RoundPaired {
            tournament,
            round: FIRST,
            pairs: vec![Pairing {
                white: EntryNumber(1),
                black: EntryNumber(2),
            }],
            byes: Vec::new(),
            publish_at: None,
            by: PairedBy::System,
        },
        Fact::RoundPublished {
            tournament,
            round: FIRST,
            at: at(1),
            cutoff: at(2),
            deadline: at(3),
        },
        Fact::BoardMoved {
            board: board(number),
            status: BoardStatus::Final {
                verdict: Verdict::unplayed(result),
                ground: Ground::BothReports,
            },
        },
    ];
    facts.iter().for_each(|fact| society.apply(fact));
    let finish = Order::Finish {
        tournament,
        consent: Consent::Confirmed,
    };
    act(society, &Action::Direct(finish), i64::from(number) * 100);
}

/// Four tournaments, the first with this result; the way ratings are counted changes before the last.
fn season(first: BoardResult, [system, last]: [System; 2]) -> Society {
    let mut society = Society::default();
    let white_wins = BoardResult::Played(Outcome::WhiteWins);
    let choose = |system| Action::UseRatings {
        policy: policy(system),
    };
    act(&mut society, &choose(system), 0);
    play(&mut society, 1, ["Ada", "Bob"], first);
    play(&mut society, 2, ["Bob", "Cyd"], white_wins);
    play(
        &mut society,
        3,
        ["Cyd", "Ada"],
        BoardResult::Played(Outcome::Draw),
    );
    act(&mut society, &choose(last), 350);
    play(&mut society, 4, ["Dan", "Ada"], white_wins);
    society
}

#[test]
fn a_ruling_after_the_end_counts_as_if_it_had_been_so() {
    let results = [
        BoardResult::Played(Outcome::WhiteWins),
        BoardResult::Played(Outcome::Draw),
        BoardResult::Played(Outcome::BlackWins),
        BoardResult::Forfeit {
            loser: Color::White,
        },
        BoardResult::DoubleForfeit,
    ];
    let [fide, glicko] = systems();
    let mut recounts = 0;
    for used in [[fide, fide], [glicko, glicko], [fide, glicko]] {
        for played in results {
            for ruled in results {
                let mut society = season(played, used);
                let before = society.clone();
                let facts = rule(&mut society, 1, ruled, 1_000);
                let wanted = season(ruled, used);
                assert_eq!(society.ratings, wanted.ratings, "{played:?} {ruled:?}");
                let recounted = facts
                    .iter()
                    .any(|fact| matches!(fact, Fact::RatingsRecounted { .. }));
                assert_eq!(recounted, before.ratings != wanted.ratings);
                recounts += u32::from(recounted);
                undo(&mut society, 1, 2_000);
                assert_eq!(society.ratings, before.ratings, "{played:?} {ruled:?}");
            }
        }
    }
    assert!(recounts > 40, "{recounts}");
}

#[test]
fn a_game_that_a_ruling_makes_is_counted_in_its_turn() {
    let [fide, _] = systems();
    let mut society = season(BoardResult::DoubleForfeit, [fide, fide]);
    let steps = |society: &Society| society.ratings[&account("Bob")].steps.len();
    assert_eq!(steps(&society), 1);
    rule(
        &mut society,
        1,
        BoardResult::Played(Outcome::BlackWins),
        1_000,
    );
    assert_eq!(steps(&society), 2);
    let step = society.ratings[&account("Bob")].steps[0];
    assert_eq!((step.tournament, step.at), (TournamentId(1), at(100)));
}

#[test]
fn what_was_never_counted_is_not_counted_by_a_ruling() {
    let mut society = Society::default();
    let white_wins = BoardResult::Played(Outcome::WhiteWins);
    play(&mut society, 1, ["Ada", "Bob"], white_wins);
    let [fide, _] = systems();
    act(
        &mut society,
        &Action::UseRatings {
            policy: policy(fide),
        },
        200,
    );
    let facts = rule(&mut society, 1, BoardResult::Played(Outcome::Draw), 300);
    assert_eq!(facts.len(), 1, "{facts:?}");
    assert!(society.ratings.is_empty());
}
