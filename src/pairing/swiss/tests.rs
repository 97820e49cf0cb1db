//! Refusals, acceleration, explanations.

use super::*;
use crate::pairing::rehearsal::{Plan, Rehearsal};
use crate::pairing::{FieldFault, Player, RoundRecord, Side};

fn fresh(players: u32, rounds: u16) -> Field {
    let list = (1..=players).map(|number| Player::new(number, None));
    Field::new(list.collect(), rounds, Side::White)
}

fn game(opponent: u32, side: Side, halves: u8) -> RoundRecord {
    RoundRecord::Game {
        opponent,
        side,
        halves,
    }
}

#[test]
fn what_cannot_be_paired_is_refused_with_the_reason() {
    let round = |field: &Field| next_round(field, Edition::Y2026);
    assert_eq!(round(&fresh(1, 5)), Err(NoPairing::TooFewPlayers));
    assert_eq!(round(&fresh(4, 0)), Err(NoPairing::RoundsAreOver));
    let mut twice = fresh(4, 5);
    twice.players[1].number = 1;
    let fault = FieldFault::NumberTwice(1);
    assert_eq!(round(&twice), Err(NoPairing::Faulty(fault)));
    let mut field = fresh(3, 5);
    for player in &mut field.players {
        player.rounds = vec![RoundRecord::FullBye];
    }
    assert_eq!(round(&field), Err(NoPairing::NobodyMayHaveTheBye));
    let mut field = fresh(4, 5);
    field.forbidden = vec![(1, 2), (3, 1), (1, 4)];
    assert_eq!(round(&field), Err(NoPairing::NoOpponentLeft(vec![1])));
    // Three who may only meet the fourth.
    field.forbidden = vec![(1, 2), (2, 3), (1, 3)];
    assert_eq!(round(&field), Err(NoPairing::NoCompletePairing));
}

#[test]
fn acceleration_is_the_handbooks() {
    // Nine rounds, 161 players: 82 accelerated, a point in rounds 1 to 3, half a point in 4 and 5.
    assert_eq!(baku::virtual_halves(82, 161, 9), [2, 2, 2, 1, 1]);
    assert_eq!(baku::virtual_halves(83, 161, 9), [0u8; 0]);
    let mut field = fresh(8, 5);
    baku::accelerate(&mut field);
    let round = next_round(&field, Edition::Y2026).expect("a first round");
    let pairs: Vec<(u32, u32)> = round.pairs.iter().map(|p| (p.white, p.black)).collect();
    assert_eq!(pairs, [(1, 3), (4, 2), (5, 7), (8, 6)]);
}

#[test]
fn first_rounds_are_explained_by_order_and_lot() {
    let field = fresh(5, 5);
    for number in 1..=4 {
        let reason = explain(&field, Edition::Y2026, number).expect("a first round");
        let reason = reason.expect("somebody who is paired");
        assert_eq!(
            (reason.why, reason.colour),
            (Why::Order, Some(ColourRule::Number))
        );
    }
    let bye = explain(&field, Edition::Y2026, 5).expect("a first round");
    assert_eq!(
        bye.map(|bye| bye.to_string()).as_deref(),
        Some("5 has the bye at 0.0 points: so it comes by the order of the bracket.")
    );
    assert_eq!(explain(&field, Edition::Y2026, 6), Ok(None));
}

#[test]
fn a_rematch_and_a_colour_are_named() {
    use Side::{Black, White};
    let mut field = fresh(4, 5);
    field.players[0].rounds = vec![game(3, White, 1)];
    field.players[1].rounds = vec![game(4, Black, 1)];
    field.players[2].rounds = vec![game(1, Black, 1)];
    field.players[3].rounds = vec![game(2, White, 1)];
    let reason = |number| {
        let reason = explain(&field, Edition::Y2026, number).expect("a round");
        reason.expect("somebody who is paired")
    };
    // All have half a point; 1 and 3 have met, 1 and 4 are both due black.
    assert_eq!(reason(1).lower, Some(2));
    assert_eq!(reason(1).why, Why::MetBefore(3));
    assert_eq!(reason(1).colour, Some(ColourRule::BothPreferences));
}

#[test]
fn every_round_of_a_rehearsal_is_explained() {
    for edition in [Edition::Y2017, Edition::Y2026] {
        let mut plan = Plan::new(19, 7, 4);
        plan.edition = edition;
        let mut rehearsal = Rehearsal::new(plan);
        for _ in 0..plan.rounds {
            let field = rehearsal.field.clone();
            let round = rehearsal.play().expect("a round");
            for pair in round.pairs {
                for number in [pair.white, pair.black] {
                    let reason = explain(&field, edition, number).expect("a round");
                    let reason = reason.expect("somebody who is paired");
                    let both = [Some(reason.higher), reason.lower];
                    assert!(both.contains(&Some(pair.white)) && both.contains(&Some(pair.black)));
                    assert!(reason.to_string().ends_with('.'));
                }
            }
        }
    }
}

/// The pairs of a bracket in one order.
fn sorted(paired: &Paired) -> (Vec<(usize, usize)>, Vec<usize>) {
    let pairs = paired.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b)));
    let mut pairs: Vec<(usize, usize)> = pairs.collect();
    pairs.sort_unstable();
    (pairs, paired.down.clone())
}

#[test]
fn every_bracket_is_the_exact_ones() {
    let (tournaments, largest) = if cfg!(debug_assertions) {
        (24, 60)
    } else {
        (400, 90)
    };
    let mut compared = 0;
    for seed in 0..tournaments {
        let players = 8 + u32::try_from(seed * 13 % (largest - 8)).expect("small");
        let mut plan = Plan::new(players, 9, seed);
        plan.byes = [0, 40, 150][usize::try_from(seed % 3).expect("small")];
        let mut rehearsal = Rehearsal::new(plan);
        for round in 0..plan.rounds {
            let field = rehearsal.field.clone();
            let state = State::prepare(&field, Edition::Y2026).expect("players");
            let Ok(brackets) = state.brackets() else {
                break;
            };
            for (bracket, paired) in &brackets {
                let exact = exact::best(bracket).expect("a small bracket");
                assert_eq!(sorted(paired), sorted(&exact), "{plan:?}, round {round}");
                compared += 1;
            }
            rehearsal.play().expect("a round that has its brackets");
        }
    }
    assert!(compared > 20 * tournaments);
}

#[test]
fn hostile_fields_are_paired_or_refused() {
    let game = |opponent, side| game(opponent, side, 1);
    for players in [60u32, 61, 200] {
        // Everybody has half a point and is due the same side.
        let mut field = fresh(players, 9);
        for player in &mut field.players {
            let neighbour = if player.number % 2 == 1 {
                player.number + 1
            } else {
                player.number - 1
            };
            player.rounds = vec![game(neighbour, Side::White)];
        }
        assert!(
            next_round(&field, Edition::Y2026).is_ok(),
            "{players} due black"
        );
        // Everybody must have black: nobody may meet anybody.
        for player in &mut field.players {
            player
                .rounds
                .push(game(1 + (player.number + 1) % players, Side::White));
        }
        assert!(matches!(
            next_round(&field, Edition::Y2026),
            Err(NoPairing::NoOpponentLeft(_) | NoPairing::NoCompletePairing)
        ));
    }
    // The upper half may not meet the lower half: as many exchanges as there can be.
    let mut field = fresh(80, 9);
    field.forbidden = (1..=40)
        .flat_map(|a| (41..=80).map(move |b| (a, b)))
        .collect();
    let round = next_round(&field, Edition::Y2026).expect("two halves");
    assert!(
        round
            .pairs
            .iter()
            .all(|pair| (pair.white <= 40) == (pair.black <= 40))
    );
}

#[test]
fn a_round_that_costs_too_much_is_given_up() {
    // Two halves of 20 of whom nobody may meet anybody of the other half: all pairs are exchanges.
    let players = (1..=40).map(|number| Player::new(number, None)).collect();
    let mut field = Field::new(players, 5, Side::White);
    field.forbidden = (1..=20)
        .flat_map(|a| (21..=40).map(move |b| (a, b)))
        .collect();
    let state = State::prepare(&field, Edition::Y2026).expect("a sound field");
    state.budget.renew(100_000);
    assert_eq!(state.pair(), Err(NoPairing::TooEntangled));
    state.budget.renew(super::PAIRING_BUDGET);
    let pairs = state.pair().expect("it costs a few million");
    assert!(pairs.iter().all(|pair| (pair.0 < 20) == (pair.1 < 20)));
    assert!(state.budget.left() > super::PAIRING_BUDGET - 50_000_000);
}
