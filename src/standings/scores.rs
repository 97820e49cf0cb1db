//! The table the tie-breaks read: each player's rounds, points, and what rounds without play count for (article 16).

use super::{Contest, Edition, System};
use crate::pairing::{PlayerNumber, RoundRecord, Side};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// What one round adds to Buchholz and Sonneborn-Berger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contribution {
    /// The opponent's score, or the dummy's, in half points.
    pub score: i64,
    /// What the round brought, in half points.
    pub made: i64,
    /// The round was left unplayed by choice: a requested bye or the player's own forfeit (article 16.2).
    pub voluntary: bool,
}

impl Contribution {
    /// Score times result, in quarter points.
    pub fn product(&self) -> i64 {
        self.score * self.made
    }
}

/// A round that counts as a game between two players of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub opponent: usize,
    pub halves: i64,
    /// Over the board; a forfeit is a meeting only in a round robin (article 15.2).
    pub played: bool,
}

/// A contest with its sums.
#[derive(Clone, Debug)]
pub(super) struct Table<'a> {
    contest: Contest<'a>,
    edition: Edition,
    index: BTreeMap<PlayerNumber, usize>,
    rounds: Vec<Vec<RoundRecord>>,
    points: Vec<u32>,
    /// Each player's score as opponents count it (article 16.3).
    adjusted: Vec<i64>,
    games_most: i64,
    /// Everybody's Buchholz, which opponents' tie-breaks ask for again and again. Made when first asked for.
    buchholz: OnceCell<Vec<i64>>,
    /// Made when first asked for.
    last_round_drawn: OnceCell<Box<Table<'a>>>,
}

impl<'a> Table<'a> {
    pub fn new(contest: &Contest<'a>, edition: Edition) -> Table<'a> {
        let count = usize::from(contest.rounds);
        let rounds = contest
            .players
            .iter()
            .map(|player| {
                let mut rounds = player.rounds.clone();
                rounds.resize(count, RoundRecord::Absent);
                rounds
            })
            .collect();
        Table::from_rounds(*contest, edition, rounds)
    }

    fn from_rounds(
        contest: Contest<'a>,
        edition: Edition,
        rounds: Vec<Vec<RoundRecord>>,
    ) -> Table<'a> {
        let players = contest.players.iter().enumerate();
        let mut table = Table {
            contest,
            edition,
            index: players.map(|(index, p)| (p.number, index)).collect(),
            points: Vec::new(),
            adjusted: Vec::new(),
            games_most: 0,
            buchholz: OnceCell::new(),
            last_round_drawn: OnceCell::new(),
            rounds,
        };
        table.points = table
            .rounds
            .iter()
            .map(|rounds| {
                rounds
                    .iter()
                    .map(|round| round.halves(contest.pairing_bye_halves))
                    .sum()
            })
            .collect();
        table.adjusted = (0..table.len())
            .map(|player| table.seen_by_opponents(player))
            .collect();
        table.games_most = match contest.system {
            System::Swiss => i64::from(contest.rounds),
            System::RoundRobin => table.most_scheduled(),
        };
        table
    }

    /// The same table with the last round's pairs drawn, for Fore Buchholz (article 8.3): as it stands once that round is
    /// paired, when nobody knows yet which of its games will be forfeited.
    pub fn last_round_drawn(&self) -> &Table<'a> {
        self.last_round_drawn
            .get_or_init(|| Box::new(self.with_last_round_drawn()))
    }

    fn with_last_round_drawn(&self) -> Table<'a> {
        let mut rounds = self.rounds.clone();
        for last in rounds.iter_mut().filter_map(|rounds| rounds.last_mut()) {
            let (opponent, side) = match *last {
                RoundRecord::Game { opponent, side, .. } => (opponent, side),
                RoundRecord::Forfeit {
                    opponent: Some(opponent),
                    ..
                } => (opponent, Side::White),
                RoundRecord::Forfeit { opponent: None, .. }
                | RoundRecord::PairingBye
                | RoundRecord::FullBye
                | RoundRecord::HalfBye
                | RoundRecord::Absent => continue,
            };
            if self.index.contains_key(&opponent) {
                *last = RoundRecord::Game {
                    opponent,
                    side,
                    halves: 1,
                };
            }
        }
        Table::from_rounds(self.contest, self.edition, rounds)
    }

    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    pub fn number(&self, player: usize) -> PlayerNumber {
        self.contest.players[player].number
    }

    pub fn rating(&self, player: usize) -> Option<u16> {
        self.contest.players[player].rating
    }

    pub fn points(&self, player: usize) -> u32 {
        self.points[player]
    }

    pub fn rounds(&self, player: usize) -> &[RoundRecord] {
        &self.rounds[player]
    }

    pub fn rounds_count(&self) -> i64 {
        i64::from(self.contest.rounds)
    }

    /// The most games anybody could win. In a round robin of an odd number everybody is free once in each cycle, and nobody
    /// has a game with a player who is out of the table.
    pub fn games_most(&self) -> i64 {
        self.games_most
    }

    /// The most games that anybody's rounds name an opponent for.
    fn most_scheduled(&self) -> i64 {
        let scheduled = |round: &&RoundRecord| match round {
            RoundRecord::Game { .. } => true,
            RoundRecord::Forfeit { opponent, .. } => opponent.is_some(),
            RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => false,
        };
        let counts = self.rounds.iter().map(|rounds| {
            let games = rounds.iter().filter(scheduled).count();
            i64::try_from(games).unwrap_or(i64::MAX)
        });
        counts.max().unwrap_or(0)
    }

    pub fn system(&self) -> System {
        self.contest.system
    }

    pub fn halves(&self, round: RoundRecord) -> i64 {
        i64::from(round.halves(self.contest.pairing_bye_halves))
    }

    /// The score a player's opponents count: in a Swiss a requested bye after which nothing was played by choice is a draw
    /// (article 16.3).
    fn seen_by_opponents(&self, player: usize) -> i64 {
        if self.goes_by_schedule() {
            return i64::from(self.points[player]);
        }
        let to_the_end = self.rounds[player]
            .iter()
            .rev()
            .take_while(|round| self.is_voluntary(round));
        let raised: i64 = to_the_end
            .map(|round| i64::from(matches!(round, RoundRecord::Absent)))
            .sum();
        i64::from(self.points[player]) + raised
    }

    /// Whether a round was left unplayed by choice: a requested bye (half a point or nothing) or a forfeit loss
    /// (article 16.2).
    pub fn is_voluntary(&self, round: &RoundRecord) -> bool {
        match round {
            RoundRecord::HalfBye | RoundRecord::Absent => true,
            RoundRecord::Forfeit { halves, .. } => *halves < 2,
            RoundRecord::Game { .. } | RoundRecord::PairingBye | RoundRecord::FullBye => false,
        }
    }

    /// The side a game was won with over the board.
    pub fn won_as(&self, round: &RoundRecord) -> Option<Side> {
        match round {
            RoundRecord::Game { halves, side, .. } => (*halves >= 2).then_some(*side),
            RoundRecord::Forfeit { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => None,
        }
    }

    pub fn played_black(&self, round: &RoundRecord) -> bool {
        match round {
            RoundRecord::Game { side, .. } => *side == Side::Black,
            RoundRecord::Forfeit { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => false,
        }
    }

    /// Whether all pairs were known beforehand, so that a forfeit stands in the table like a game (article 15.2, since
    /// 2026) and nobody has a dummy opponent (article 16 is for Swiss systems): who is free in a round simply has no game.
    fn goes_by_schedule(&self) -> bool {
        self.contest.system == System::RoundRobin && self.edition == Edition::Y2026
    }

    /// The round as a game against somebody of the table.
    fn meeting(&self, round: &RoundRecord) -> Option<Meeting> {
        let (opponent, halves, played) = match *round {
            RoundRecord::Game {
                opponent, halves, ..
            } => (opponent, halves, true),
            RoundRecord::Forfeit { opponent, halves } if self.goes_by_schedule() => {
                (opponent?, halves, false)
            }
            RoundRecord::Forfeit { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => return None,
        };
        Some(Meeting {
            opponent: *self.index.get(&opponent)?,
            halves: i64::from(halves),
            played,
        })
    }

    /// The player's games, in order.
    pub fn games(&self, player: usize) -> impl Iterator<Item = Meeting> + '_ {
        self.rounds[player]
            .iter()
            .filter_map(|round| self.meeting(round))
    }

    /// The sum of the opponents' scores, without cuts, in half points (article 8.1).
    pub fn buchholz(&self, player: usize) -> i64 {
        let all = self.buchholz.get_or_init(|| {
            let sum = |player| self.contributions(player).iter().map(|one| one.score).sum();
            (0..self.len()).map(sum).collect()
        });
        all[player]
    }

    /// What each round adds for this player.
    pub fn contributions(&self, player: usize) -> Vec<Contribution> {
        self.rounds[player]
            .iter()
            .filter_map(|round| match self.meeting(round) {
                Some(game) => Some(Contribution {
                    score: self.adjusted[game.opponent],
                    made: game.halves,
                    voluntary: false,
                }),
                None if self.goes_by_schedule() => None,
                None => Some(Contribution {
                    score: self.dummy(player, round),
                    made: self.halves(*round),
                    voluntary: self.is_voluntary(round),
                }),
            })
            .collect()
    }

    /// The score of the dummy opponent of a round without play: the player's own, since 2026 not above the scheduled
    /// opponent's score, or else not above a draw in every round (article 16.4).
    fn dummy(&self, player: usize, round: &RoundRecord) -> i64 {
        let own = i64::from(self.points[player]);
        let scheduled = match round {
            RoundRecord::Forfeit { opponent, .. } => {
                opponent.and_then(|number| self.index.get(&number))
            }
            RoundRecord::Game { .. }
            | RoundRecord::PairingBye
            | RoundRecord::FullBye
            | RoundRecord::HalfBye
            | RoundRecord::Absent => None,
        };
        match (self.edition, scheduled) {
            (Edition::Y2024, _) => own,
            (Edition::Y2026, Some(&opponent)) => own.min(self.adjusted[opponent]),
            (Edition::Y2026, None) => own.min(self.rounds_count()),
        }
    }

    /// The score opponents count, for tests.
    #[cfg(test)]
    pub fn adjusted(&self, player: usize) -> i64 {
        self.adjusted[player]
    }
}
