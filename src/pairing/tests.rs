//! Pairings against the tables, and properties every pairing has.

use super::berger::{self, Cycles};
use super::knockout::{self, Slot};
use super::swiss::{self, Edition};
use super::*;

fn pairs(text: &str) -> Vec<Pair> {
    text.split_whitespace()
        .map(|pair| {
            let (white, black) = pair.split_once('-').expect("a pair is written a-b");
            Pair {
                white: white.parse().expect("a number"),
                black: black.parse().expect("a number"),
            }
        })
        .collect()
}

#[test]
fn berger_tables_are_the_printed_ones() {
    for (players, table) in [
        (4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1"),
        (
            6,
            "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
        ),
        (
            8,
            "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | \
             3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
        ),
    ] {
        for (index, row) in table.split('|').enumerate() {
            let round = u16::try_from(index + 1).expect("few rounds");
            let got = berger::round(players, round, Cycles::Single);
            assert_eq!(got.pairs, pairs(row), "{players} players, round {round}");
            assert_eq!(got.bye, None);
        }
    }
}

#[test]
fn berger_pairs_everybody_once_with_fair_sides() {
    for players in 2..=41u32 {
        for cycles in [Cycles::Single, Cycles::Double] {
            let mut met = std::collections::BTreeMap::new();
            let mut whites = vec![0i32; players as usize + 1];
            let mut games = vec![0i32; players as usize + 1];
            let mut byes = vec![0u32; players as usize + 1];
            for round in 1..=berger::rounds(players, cycles) {
                let round = berger::round(players, round, cycles);
                for pair in &round.pairs {
                    *met.entry((pair.white, pair.black)).or_insert(0) += 1;
                    whites[pair.white as usize] += 1;
                    games[pair.white as usize] += 1;
                    games[pair.black as usize] += 1;
                }
                byes[round.bye.unwrap_or(0) as usize] += 1;
            }
            for a in 1..=players {
                for b in a + 1..=players {
                    let there = met.get(&(a, b)).copied().unwrap_or(0);
                    let back = met.get(&(b, a)).copied().unwrap_or(0);
                    match cycles {
                        Cycles::Single => assert_eq!(there + back, 1, "{players}: {a}-{b}"),
                        Cycles::Double => assert_eq!((there, back), (1, 1), "{players}: {a}-{b}"),
                    }
                }
                let blacks = games[a as usize] - whites[a as usize];
                assert!((whites[a as usize] - blacks).abs() <= 1, "{players}: {a}");
            }
        }
    }
}

#[test]
fn a_double_round_robin_never_gives_a_side_three_times_running_at_the_turn() {
    for players in (4..=20u32).step_by(2) {
        let cycle = berger::rounds(players, Cycles::Single);
        for player in 1..=players {
            let sides: Vec<bool> = (cycle - 1..=cycle + 2)
                .map(|round| {
                    berger::round(players, round, Cycles::Double)
                        .pairs
                        .iter()
                        .any(|pair| pair.white == player)
                })
                .collect();
            for three in sides.windows(3) {
                assert!(
                    three.iter().any(|white| *white != three[0]),
                    "{players} players: {player} has {sides:?} at the turn"
                );
            }
        }
    }
}

#[test]
fn brackets_are_the_customary_ones() {
    for (players, seeds) in [
        (8, "1-8 4-5 2-7 3-6"),
        (16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
    ] {
        let got: Vec<(u32, u32)> = knockout::first_round(players, Side::White)
            .into_iter()
            .map(|slot| match slot {
                Slot::Pair(pair) => (pair.white.min(pair.black), pair.white.max(pair.black)),
                Slot::Through(seed) => panic!("{seed} goes through in a full bracket"),
            })
            .collect();
        let expected: Vec<(u32, u32)> = pairs(seeds).iter().map(|p| (p.white, p.black)).collect();
        assert_eq!(got, expected);
    }
}

#[test]
fn a_knockout_ends_with_one_winner_after_its_rounds() {
    for players in 2..=70u32 {
        let winner = |slot: &Slot| match *slot {
            Slot::Pair(pair) => pair.white.min(pair.black),
            Slot::Through(seed) => seed,
        };
        let first = knockout::first_round(players, Side::White);
        let through = first
            .iter()
            .filter(|slot| matches!(slot, Slot::Through(_)))
            .count();
        let size = 1usize << knockout::rounds(players);
        assert_eq!(through, size - players as usize, "byes of {players}");
        let mut winners: Vec<u32> = first.iter().map(winner).collect();
        for _ in 1..knockout::rounds(players) {
            let round = knockout::next_round(&winners, Side::White);
            winners = round.iter().map(winner).collect();
        }
        assert_eq!(winners, [1]);
    }
}

/// A small deterministic sequence for making results; tests only.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

#[test]
fn swiss_rounds_are_legal_and_only_fail_when_nothing_is_legal() {
    for players in 2..=24u32 {
        let rounds = 9u16;
        let list = (1..=players).map(|n| Player::new(n, None)).collect();
        let mut field = Field::new(list, rounds, Side::White);
        let mut dice = Dice(u64::from(players));
        for round in 1..=rounds {
            let pairing = match swiss::next_round(&field, Edition::Y2026) {
                Ok(pairing) => pairing,
                Err(reason) => {
                    assert!(
                        u32::from(round) * 2 > players,
                        "{players}, {round}: {reason:?}"
                    );
                    break;
                }
            };
            let risks: Vec<Risk> = check(&field, &pairing)
                .into_iter()
                .filter(|risk| match risk {
                    Risk::ThirdRunning(..) | Risk::SideTooOften(..) => round < rounds,
                    Risk::UnknownPlayer(_)
                    | Risk::SeatedTwice(_)
                    | Risk::NotAvailable(_)
                    | Risk::LeftOut(_)
                    | Risk::Rematch(_)
                    | Risk::Forbidden(_)
                    | Risk::SecondBye(_) => true,
                })
                .collect();
            assert_eq!(risks, [], "{players} players, round {round}");
            play(&mut field, &pairing, &mut dice);
        }
    }
}

/// Gives every board a result, one in ten of them without play.
fn play(field: &mut Field, pairing: &RoundPairing, dice: &mut Dice) {
    for pair in &pairing.pairs {
        let forfeit = dice.roll(10) == 0;
        let white_halves = match (forfeit, dice.roll(3)) {
            (true, roll) => roll.min(1) * 2,
            (false, roll) => roll,
        };
        let white_halves = u8::try_from(white_halves).expect("at most 2");
        for (number, opponent, side, halves) in [
            (pair.white, pair.black, Side::White, white_halves),
            (pair.black, pair.white, Side::Black, 2 - white_halves),
        ] {
            let record = if forfeit {
                RoundRecord::Forfeit {
                    opponent: Some(opponent),
                    halves,
                }
            } else {
                RoundRecord::Game {
                    opponent,
                    side,
                    halves,
                }
            };
            record_of(field, number, record);
        }
    }
    if let Some(number) = pairing.bye {
        record_of(field, number, RoundRecord::PairingBye);
    }
}

fn record_of(field: &mut Field, number: PlayerNumber, record: RoundRecord) {
    let player = field
        .players
        .iter_mut()
        .find(|player| player.number == number)
        .expect("a paired player is in the field");
    player.rounds.push(record);
}

#[test]
fn risks_see_a_game_in_either_player_and_only_the_side_had_too_often() {
    let mut players: Vec<Player> = (1..=2).map(|n| Player::new(n, None)).collect();
    let black = |opponent| RoundRecord::Game {
        opponent,
        side: Side::Black,
        halves: 1,
    };
    players[1].rounds = vec![black(1), black(7), black(8)];
    let field = Field::new(players, 9, Side::White);
    let risks = |white, black| {
        let pairs = vec![Pair { white, black }];
        check(&field, &RoundPairing { pairs, bye: None })
    };
    let meeting = |white, black| Risk::Rematch(Pair { white, black });
    assert_eq!(risks(2, 1), [meeting(2, 1)]);
    assert_eq!(
        risks(1, 2),
        [
            meeting(1, 2),
            Risk::ThirdRunning(2, Side::Black),
            Risk::SideTooOften(2, Side::Black)
        ]
    );
}
