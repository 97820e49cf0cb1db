//! The tie-breaks again, straight from the definitions and as slow as they read, over random tournaments.
//!
//! Points here are half points, products quarter points. Nothing of the module is used but the values it is held against.

mod made;

use super::*;
use crate::pairing::{RoundRecord, Side};
use made::{round_robin, swiss};
use std::collections::BTreeMap;

/// A tournament as a map from the number to the rounds, all of the same length.
#[derive(Clone)]
struct Crosstable {
    rounds: BTreeMap<PlayerNumber, Vec<RoundRecord>>,
    ratings: BTreeMap<PlayerNumber, u16>,
    edition: Edition,
    system: System,
}

fn worth(round: &RoundRecord) -> i64 {
    match round {
        RoundRecord::Game { halves, .. } | RoundRecord::Forfeit { halves, .. } => {
            i64::from(*halves)
        }
        RoundRecord::PairingBye | RoundRecord::FullBye => 2,
        RoundRecord::HalfBye => 1,
        RoundRecord::Absent => 0,
    }
}

/// A half or zero bye, or one's own forfeit (16.1.2).
fn is_voluntary(round: &RoundRecord) -> bool {
    let own_forfeit = matches!(round, RoundRecord::Forfeit { halves: 0, .. });
    own_forfeit || matches!(round, RoundRecord::HalfBye | RoundRecord::Absent)
}

impl Crosstable {
    fn by_schedule(&self) -> bool {
        (self.system, self.edition) == (System::RoundRobin, Edition::Y2026)
    }

    fn length(&self) -> usize {
        self.rounds.values().map(Vec::len).max().unwrap_or(0)
    }

    fn points(&self, player: PlayerNumber) -> i64 {
        self.rounds[&player].iter().map(worth).sum()
    }

    /// The opponent of a round that counts as a game.
    fn opponent(&self, round: &RoundRecord) -> Option<PlayerNumber> {
        match *round {
            RoundRecord::Game { opponent, .. } => Some(opponent),
            RoundRecord::Forfeit { opponent, .. } if self.by_schedule() => opponent,
            _ => None,
        }
    }

    /// 16.3: a requested bye that no round follows in which the player was there counts as a draw.
    fn for_opponents(&self, player: PlayerNumber) -> i64 {
        let rounds = &self.rounds[&player];
        let mut sum = 0;
        for (index, round) in rounds.iter().enumerate() {
            let came_back = rounds[index..].iter().any(|later| !is_voluntary(later));
            let requested = matches!(round, RoundRecord::HalfBye | RoundRecord::Absent);
            sum += match requested && !came_back && !self.by_schedule() {
                true => 1,
                false => worth(round),
            };
        }
        sum
    }

    /// Each round's opponent's score, real or dummy, what was made of it, and whether it is voluntary.
    fn elements(&self, player: PlayerNumber) -> Vec<(i64, i64, bool)> {
        let own = self.points(player);
        let mut elements = Vec::new();
        for round in &self.rounds[&player] {
            if let Some(opponent) = self.opponent(round) {
                elements.push((self.for_opponents(opponent), worth(round), false));
            } else if !self.by_schedule() {
                let cap = match (self.edition, round) {
                    (Edition::Y2024, _) => own,
                    (
                        Edition::Y2026,
                        RoundRecord::Forfeit {
                            opponent: Some(o), ..
                        },
                    ) => self.for_opponents(*o),
                    (Edition::Y2026, _) => self.length() as i64,
                };
                elements.push((own.min(cap), worth(round), is_voluntary(round)));
            }
        }
        elements
    }

    fn buchholz(&self, player: PlayerNumber) -> i64 {
        self.elements(player).iter().map(|element| element.0).sum()
    }

    /// 14.4 with 16.5.2: two low ones, voluntary rounds before others, then two high ones.
    fn median_2(&self, player: PlayerNumber) -> i64 {
        let mut left = self.elements(player);
        for _ in 0..2 {
            let voluntary = left.iter().any(|element| element.2);
            let low = left.iter().filter(|e| e.2 == voluntary).map(|e| e.0).min();
            if let Some(at) = left
                .iter()
                .position(|e| e.2 == voluntary && Some(e.0) == low)
            {
                left.remove(at);
            }
        }
        for _ in 0..2 {
            let high = left.iter().map(|element| element.0).max();
            if let Some(at) = left.iter().position(|element| Some(element.0) == high) {
                left.remove(at);
            }
        }
        left.iter().map(|element| element.0).sum()
    }

    /// 8.3: the tournament in which everybody who was paired in the last round drew, and its Buchholz.
    fn fore_buchholz(&self, player: PlayerNumber) -> i64 {
        let mut drawn = self.clone();
        for rounds in drawn.rounds.values_mut() {
            let opponent = match rounds.last() {
                Some(RoundRecord::Game { opponent, .. }) => Some(*opponent),
                Some(RoundRecord::Forfeit { opponent, .. }) => *opponent,
                _ => None,
            };
            if let (Some(opponent), Some(last)) = (opponent, rounds.last_mut()) {
                *last = RoundRecord::Game {
                    opponent,
                    side: Side::Black,
                    halves: 1,
                };
            }
        }
        drawn.buchholz(player)
    }

    /// The opponents over the board, with what was made against each.
    fn over_the_board(&self, player: PlayerNumber) -> Vec<(PlayerNumber, i64)> {
        let rounds = self.rounds[&player].iter();
        let played = rounds.filter_map(|round| match *round {
            RoundRecord::Game {
                opponent, halves, ..
            } => Some((opponent, i64::from(halves))),
            _ => None,
        });
        played.collect()
    }

    /// 8.2, as a sum and a count of half points.
    fn opponents_buchholz(&self, player: PlayerNumber) -> (i64, i64) {
        let games = self.over_the_board(player);
        let sum = games.iter().map(|game| self.buchholz(game.0)).sum();
        (sum, games.len() as i64)
    }

    /// 9.2: what everybody could have won is a game with everybody else who stayed in the table, or all rounds of a Swiss.
    fn koya(&self, player: PlayerNumber) -> i64 {
        let scheduled = |player: &PlayerNumber| {
            let rounds = self.rounds[player].iter();
            let named = rounds.filter(|round| match round {
                RoundRecord::Game { .. } => true,
                RoundRecord::Forfeit { opponent, .. } => opponent.is_some(),
                _ => false,
            });
            named.count()
        };
        let possible = match self.system {
            System::Swiss => self.length(),
            System::RoundRobin => self.rounds.keys().map(scheduled).max().unwrap_or(0),
        };
        let mut sum = 0;
        for round in &self.rounds[&player] {
            if let Some(opponent) = self.opponent(round)
                && self.points(opponent) * 2 >= 2 * possible as i64
            {
                sum += worth(round);
            }
        }
        sum
    }

    /// 10.1: the mean, half a point rounded up.
    fn mean_rating(&self, player: PlayerNumber) -> i64 {
        let games = self.over_the_board(player);
        let ratings: Vec<i64> = games
            .iter()
            .filter_map(|game| self.ratings.get(&game.0))
            .map(|rating| i64::from(*rating))
            .collect();
        let (sum, count) = (ratings.iter().sum::<i64>(), ratings.len() as i64);
        // The whole number of which the mean lies less than a half above, or up to a half below.
        let rounded = (0..4_000).find(|whole| 2 * sum < (2 * whole + 1) * count);
        rounded.unwrap_or(0)
    }

    /// 10.2: the mean and what the share of points is worth by the table of B.02.
    fn performance(&self, player: PlayerNumber) -> i64 {
        let games = self.over_the_board(player);
        let rated: Vec<i64> = games
            .iter()
            .filter(|game| self.ratings.contains_key(&game.0))
            .map(|game| game.1)
            .collect();
        if rated.is_empty() {
            return 0;
        }
        let (made, most) = (rated.iter().sum::<i64>(), 2 * rated.len() as i64);
        let percent = (0..=100).find(|percent| 200 * made < (2 * percent + 1) * most);
        self.mean_rating(player) + worth_of(percent.expect("a share is at most the whole"))
    }
}

/// The rating difference of a percentage, typed off the table of B.02 once more, as text.
fn worth_of(percent: i64) -> i64 {
    const TABLE: &str = "0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 \
                         220 230 240 251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 800";
    let mut words = TABLE.split_whitespace();
    let place = usize::try_from((percent - 50).abs()).expect("at most 50");
    let difference: i64 = words
        .nth(place)
        .expect("it is listed")
        .parse()
        .expect("a number");
    if percent < 50 {
        -difference
    } else {
        difference
    }
}

/// 6.3 by trying out: whoever has more than everybody else, and is alone with it, in every way the missing games may end.
fn always_first(table: &Crosstable, group: &[PlayerNumber]) -> Option<PlayerNumber> {
    let mut base: BTreeMap<PlayerNumber, i64> = BTreeMap::new();
    let mut missing = Vec::new();
    for (index, &a) in group.iter().enumerate() {
        for &b in &group[index + 1..] {
            let against = |own: PlayerNumber, other: PlayerNumber| -> Vec<i64> {
                let rounds = table.rounds[&own].iter();
                let met = rounds.filter(|round| table.opponent(round) == Some(other));
                met.map(worth).collect()
            };
            let (ours, theirs) = (against(a, b), against(b, a));
            if ours.is_empty() {
                missing.push((a, b));
                continue;
            }
            // Several games count as their mean (6.1.2); 840 is a multiple of all counts that come up.
            let mean = |games: &[i64]| games.iter().sum::<i64>() * 840 / games.len() as i64;
            *base.entry(a).or_default() += mean(&ours);
            *base.entry(b).or_default() += mean(&theirs);
        }
    }
    let ways = 3usize.pow(u32::try_from(missing.len()).expect("few"));
    let first_in = |way: usize| {
        let mut scores: BTreeMap<PlayerNumber, i64> = BTreeMap::new();
        for &player in group {
            scores.insert(player, base.get(&player).copied().unwrap_or(0));
        }
        let mut way = way;
        for &(a, b) in &missing {
            *scores.entry(a).or_default() += (way % 3) as i64 * 840;
            *scores.entry(b).or_default() += (2 - way % 3) as i64 * 840;
            way /= 3;
        }
        let top = scores.values().max().copied();
        let mut best = scores.iter().filter(|score| Some(*score.1) == top);
        let first = best.next().map(|score| *score.0);
        first.filter(|_| best.next().is_none())
    };
    let first = first_in(0)?;
    (0..ways)
        .all(|way| first_in(way) == Some(first))
        .then_some(first)
}

/// The direct encounter: level players in the order of article 6, each part with those who stay level.
fn encounter(table: &Crosstable, group: &[PlayerNumber]) -> Vec<Vec<PlayerNumber>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    let games = |own: PlayerNumber, other: PlayerNumber| -> Vec<i64> {
        let rounds = table.rounds[&own].iter();
        let met = rounds.filter(|round| table.opponent(round) == Some(other));
        met.map(worth).collect()
    };
    let others = |own: PlayerNumber| group.iter().copied().filter(move |&other| other != own);
    let all_met = group
        .iter()
        .all(|&own| others(own).all(|other| !games(own, other).is_empty()));
    if !all_met && table.system == System::Swiss {
        let Some(first) = always_first(table, group) else {
            return vec![group.to_vec()];
        };
        let rest: Vec<PlayerNumber> = others(first).collect();
        // The rest is looked at again by itself; it never was whole, or it is now.
        let mut parts = vec![vec![first]];
        parts.extend(encounter(table, &rest));
        return parts;
    }
    let score = |own: PlayerNumber| -> i64 {
        let means = others(own).map(|other| {
            let games = games(own, other);
            games.iter().sum::<i64>() * 840 / (games.len() as i64).max(1)
        });
        means.sum()
    };
    let mut by_score: BTreeMap<i64, Vec<PlayerNumber>> = BTreeMap::new();
    for &own in group {
        by_score.entry(-score(own)).or_default().push(own);
    }
    if by_score.len() == 1 {
        return vec![group.to_vec()];
    }
    let parts = by_score.values().flat_map(|part| encounter(table, part));
    parts.collect()
}

/// Values that must be the same, in words for a failure.
fn compare(table: &Crosstable, what: &str) -> usize {
    let players: Vec<Player> = table
        .rounds
        .iter()
        .map(|(number, rounds)| Player {
            rounds: rounds.clone(),
            ..Player::new(*number, table.ratings.get(number).copied())
        })
        .collect();
    let contest = Contest {
        players: &players,
        rounds: u16::try_from(table.length()).expect("few rounds"),
        system: table.system,
        pairing_bye_halves: 2,
    };
    let list = [
        TieBreak::ForeBuchholz,
        TieBreak::Koya,
        TieBreak::AverageOpponentsBuchholz,
        TieBreak::AverageRating,
        TieBreak::Performance,
        TieBreak::BuchholzMedian2,
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
    ];
    for row in standings(&contest, &list, table.edition) {
        let player = row.number;
        let (sum, count) = table.opponents_buchholz(player);
        let products = table.elements(player).into_iter().map(|e| e.0 * e.1);
        let expected = [
            Value::halves(table.fore_buchholz(player)),
            Value::halves(table.koya(player)),
            Value::fraction(sum, 2 * count.max(1)),
            Value::whole(table.mean_rating(player)),
            Value::whole(table.performance(player)),
            Value::halves(table.median_2(player)),
            Value::halves(table.buchholz(player)),
            Value::quarters(products.sum()),
        ];
        for ((tie_break, got), expected) in list.iter().zip(&row.tie_breaks).zip(expected) {
            assert_eq!(*got, expected, "{what}: {tie_break:?} of {player}");
        }
    }
    let rows = standings(&contest, &[TieBreak::DirectEncounter], table.edition);
    let mut place = 1;
    for level in rows.chunk_by(|a, b| a.halves == b.halves) {
        let mut group: Vec<PlayerNumber> = level.iter().map(|row| row.number).collect();
        group.sort_unstable();
        // Trying everything out gets long where many are level: 3^10 ways for five who never met.
        if group.len() > 5 {
            place += group.len() as u32;
            continue;
        }
        for part in encounter(table, &group) {
            for number in &part {
                let row = level.iter().find(|row| row.number == *number);
                let got = row.map(|row| row.place);
                assert_eq!(got, Some(place), "{what}: {number} of {group:?}");
            }
            place += part.len() as u32;
        }
    }
    table.rounds.len()
}

#[test]
fn swiss_tournaments_count_as_the_definitions_say() {
    let mut players = 0;
    for seed in 1..=240 {
        for edition in [Edition::Y2024, Edition::Y2026] {
            let table = swiss(seed, edition).expect("a small number of players");
            players += compare(&table, &format!("Swiss {seed}, {edition:?}"));
        }
    }
    assert!(players > 5_000, "{players}");
}

#[test]
fn round_robins_count_as_the_definitions_say() {
    for seed in 1..=200 {
        for edition in [Edition::Y2024, Edition::Y2026] {
            compare(
                &round_robin(seed, edition),
                &format!("round robin {seed}, {edition:?}"),
            );
        }
    }
}

#[test]
fn the_two_tables_of_ratings_fit_each_other() {
    // A difference that a percentage is worth is one at which that percentage is expected (B.02 8.1.1 and 8.1.2).
    for percent in 50..=100 {
        let difference = i32::try_from(worth_of(percent)).expect("small");
        let expected = crate::rating::fide::EXPECTED
            .iter()
            .position(|most| difference <= *most)
            .map_or(100, |place| 50 + place as i64);
        assert_eq!(expected, percent, "{difference}");
    }
}
