//! Tournaments that never took place: random results from a seed, for tests, benches and trying things out.

use super::swiss::{self, Edition};
use super::{Field, NoPairing, Pair, Player, PlayerNumber, RoundPairing, RoundRecord, Side};

/// What a rehearsal is like. The shares are in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many players there are, late ones included.
    pub players: u32,
    /// How many rounds.
    pub rounds: u16,
    /// Where all chance comes from.
    pub seed: u64,
    /// The rules.
    pub edition: Edition,
    /// Games that are not played: one side does not appear.
    pub forfeits: u64,
    /// Players who ask for a bye in a round: half of these bring half a point, some nothing, a few a whole one.
    pub byes: u64,
    /// Players who leave for good after a round.
    pub withdrawals: u64,
    /// Players who come one to three rounds late.
    pub late: u64,
}

impl Plan {
    /// A plan with a little of everything.
    pub fn new(players: u32, rounds: u16, seed: u64) -> Plan {
        Plan {
            players,
            rounds,
            seed,
            edition: Edition::default(),
            forfeits: 20,
            byes: 30,
            withdrawals: 10,
            late: 10,
        }
    }
}

/// A tournament on its way.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    /// The field before the next round.
    pub field: Field,
    plan: Plan,
    dice: Dice,
    /// In which round, from 0, each player first appears, and after which one is gone.
    stays: Vec<std::ops::Range<usize>>,
    /// The byes asked for in the next round.
    asked: Vec<Option<RoundRecord>>,
}

/// Steele and Vigna's splitmix: a fixed sequence for every seed.
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound that is small against 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn happens(&mut self, thousandths: u64) -> bool {
        self.below(1000) < thousandths
    }
}

impl Rehearsal {
    /// The tournament before its first round.
    pub fn new(plan: Plan) -> Rehearsal {
        let mut dice = Dice(plan.seed);
        let mut ratings: Vec<u16> = (0..plan.players)
            .map(|_| 1000 + u16::try_from(dice.below(1600)).unwrap_or(0))
            .collect();
        ratings.sort_unstable_by(|a, b| b.cmp(a));
        let players = (1..).zip(&ratings);
        let players = players.map(|(number, &rating)| Player::new(number, Some(rating)));
        let initial = if dice.happens(500) {
            Side::White
        } else {
            Side::Black
        };
        let field = Field::new(players.collect(), plan.rounds, initial);
        let rounds = usize::from(plan.rounds);
        let stays = (0..plan.players).map(|_| {
            let first = if dice.happens(plan.late) {
                1 + dice.below(3)
            } else {
                0
            };
            let first = usize::try_from(first).unwrap_or(0).min(rounds);
            let last = (first..rounds).find(|_| dice.happens(plan.withdrawals));
            first..last.map_or(rounds, |round| round + 1)
        });
        let stays = stays.collect();
        let mut rehearsal = Rehearsal {
            asked: vec![None; field.players.len()],
            field,
            plan,
            dice,
            stays,
        };
        rehearsal.call_the_roll();
        rehearsal
    }

    /// Pairs the next round, plays it, and takes the requests for the one after it.
    pub fn play(&mut self) -> Result<RoundPairing, NoPairing> {
        let round = swiss::next_round(&self.field, self.plan.edition)?;
        self.record(&round);
        Ok(round)
    }

    /// Plays a round that somebody else paired.
    pub fn record(&mut self, round: &RoundPairing) {
        let mut records: Vec<Option<RoundRecord>> = vec![None; self.field.players.len()];
        for &pair in &round.pairs {
            let [white, black] = self.game(pair);
            records[index(pair.white)] = Some(white);
            records[index(pair.black)] = Some(black);
        }
        if let Some(number) = round.bye {
            records[index(number)] = Some(RoundRecord::PairingBye);
        }
        let asked = std::mem::take(&mut self.asked);
        let players = self.field.players.iter_mut();
        for ((player, record), asked) in players.zip(records).zip(asked) {
            let record = record.or(asked).unwrap_or(RoundRecord::Absent);
            player.rounds.push(record);
        }
        self.call_the_roll();
    }

    /// Who is there for the next round.
    fn call_the_roll(&mut self) {
        let round = self.field.rounds_played();
        let mut asked = Vec::with_capacity(self.field.players.len());
        for (player, stays) in self.field.players.iter_mut().zip(&self.stays) {
            let bye = if self.dice.happens(self.plan.byes) {
                Some(match self.dice.below(10) {
                    0..=4 => RoundRecord::HalfBye,
                    5..=8 => RoundRecord::Absent,
                    _ => RoundRecord::FullBye,
                })
            } else {
                None
            };
            let there = stays.contains(&round);
            player.available = there && bye.is_none();
            asked.push(bye.filter(|_| there));
        }
        self.asked = asked;
    }

    /// What a game brings both: the stronger side wins more often, a third of the games is drawn.
    fn game(&mut self, pair: Pair) -> [RoundRecord; 2] {
        let forfeit = self.dice.happens(self.plan.forfeits);
        let rating = |number| {
            let player = self.field.player(number);
            i64::from(player.and_then(|player| player.rating).unwrap_or(1000))
        };
        let lead = (rating(pair.white) - rating(pair.black)).clamp(-600, 600);
        let roll = i64::try_from(self.dice.below(1200)).unwrap_or(0) - 600;
        let white_halves = match roll + 200 {
            shifted if forfeit => u8::from(shifted % 2 == 0) * 2,
            shifted if shifted < lead => 2,
            shifted if shifted < lead + 400 => 1,
            _ => 0,
        };
        let of = |opponent: PlayerNumber, side, halves| {
            if forfeit {
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
            }
        };
        [
            of(pair.black, Side::White, white_halves),
            of(pair.white, Side::Black, 2 - white_halves),
        ]
    }
}

/// Players of a rehearsal stand in the order of their numbers.
fn index(number: PlayerNumber) -> usize {
    number as usize - 1
}
