//! The rules by their letter, for small fields: every candidate of articles 3 and 4 in its order, every criterion of
//! article 2 counted as it is written. Slow on purpose and independent of the engine's matchings, to test it.

use super::colours::seat;
use super::{Edition, State};
use crate::pairing::Side;
use crate::pairing::profile::{Float, Preference, Profile, Strength};
use crate::pairing::rehearsal::{Plan, Rehearsal};
use std::cmp::Reverse;

type Pairs = Vec<(usize, usize)>;

/// A small field; the bye is the rank after the last player.
struct Letter<'s> {
    state: &'s State<'s>,
    bye_score: Option<u32>,
    last_round: bool,
}

/// What article 2 says of one candidate, in its order; less is better.
type Quality = Vec<Vec<i64>>;

impl Letter<'_> {
    fn player(&self, rank: usize) -> &Profile {
        &self.state.players[rank]
    }

    fn bye(&self) -> usize {
        self.state.players.len()
    }

    /// C1 to C3, and for the bye C2 and C5.
    fn legal(&self, a: usize, b: usize) -> bool {
        if b == self.bye() {
            return self.state.legal.has(a, b) && Some(self.player(a).score) == self.bye_score;
        }
        self.state.legal.has(a, b)
    }

    /// C4 by trying everything; two of the `apart` may not be paired with each other.
    fn completes(&self, players: &[usize], apart: &[usize]) -> bool {
        let Some((&first, others)) = players.split_first() else {
            return true;
        };
        others.iter().any(|&other| {
            let both = apart.contains(&first) && apart.contains(&other);
            let rest: Vec<usize> = others.iter().copied().filter(|&p| p != other).collect();
            !both && self.legal(first, other) && self.completes(&rest, apart)
        })
    }

    /// Everybody below some downfloaters, and the bye.
    fn below(&self, down: &[usize], from: usize) -> Vec<usize> {
        let mut players = down.to_vec();
        players.extend(from..self.bye());
        if self.bye_score.is_some() {
            players.push(self.bye());
        }
        players
    }

    /// C8: what the downfloaters allow the next bracket: the fewest and then the lowest scores left over there.
    fn next_bracket(&self, down: &[usize], next: &[usize], from: usize) -> Vec<i64> {
        let mut best: Option<(usize, Vec<u32>)> = None;
        self.leftovers(down, next, &mut Vec::new(), &mut |left: &[usize]| {
            if !self.completes(&self.below(left, from), left) {
                return;
            }
            let mut scores: Vec<u32> = left.iter().map(|&p| self.player(p).score).collect();
            scores.sort_unstable_by_key(|&score| Reverse(score));
            let this = (left.len(), scores);
            if best.as_ref().is_none_or(|known| this < *known) {
                best = Some(this);
            }
        });
        let (count, scores) =
            best.expect("a completable candidate leaves the next bracket something");
        let scores = scores.into_iter().map(i64::from);
        std::iter::once(count as i64).chain(scores).collect()
    }

    /// All ways to leave players of a bracket unpaired.
    fn leftovers(
        &self,
        moved: &[usize],
        residents: &[usize],
        left: &mut Vec<usize>,
        visit: &mut dyn FnMut(&[usize]),
    ) {
        let (first, rest_moved, rest) = match (moved.split_first(), residents.split_first()) {
            (Some((&first, rest)), _) => (first, rest, residents),
            (None, Some((&first, rest))) => (first, moved, rest),
            (None, None) => return visit(left),
        };
        left.push(first);
        self.leftovers(rest_moved, rest, left, visit);
        left.pop();
        for &other in rest.iter().filter(|&&other| self.legal(first, other)) {
            let rest: Vec<usize> = rest.iter().copied().filter(|&p| p != other).collect();
            self.leftovers(rest_moved, &rest, left, visit);
        }
    }

    /// The first best candidate of a bracket.
    fn bracket(&self, moved: &[usize], residents: &[usize], next: &[usize]) -> (Pairs, Vec<usize>) {
        let next_from = residents.last().map_or(0, |&last| last + 1);
        let rest_from = next_from + next.len();
        let mut best: Option<(Quality, Pairs, Vec<usize>)> = None;
        let all = moved.len() + residents.len();
        // MaxPairs and M1 are the most that can be: candidates with fewer are worse by C6 and C7.
        for pairs in (0..=all / 2).rev() {
            for paired in (0..=moved.len().min(pairs)).rev() {
                for candidate in self.candidates(moved, residents, pairs, paired) {
                    let down: Vec<usize> = moved
                        .iter()
                        .chain(residents)
                        .copied()
                        .filter(|p| !candidate.iter().any(|&(a, b)| a == *p || b == *p))
                        .collect();
                    if !self.completes(&self.below(&down, next_from), &down) {
                        continue;
                    }
                    let next = self.next_bracket(&down, next, rest_from);
                    let quality = self.quality(moved, residents, &candidate, &down, next);
                    if best.as_ref().is_none_or(|known| quality < known.0) {
                        best = Some((quality, candidate, down));
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        let (_, pairs, down) = best.expect("a round that can be completed has a candidate");
        (pairs, down)
    }

    /// Articles 3.6, 3.7 and 4: all legal candidates with so many pairs, so many of them with players moved down.
    fn candidates(
        &self,
        moved: &[usize],
        residents: &[usize],
        pairs: usize,
        paired: usize,
    ) -> Vec<Pairs> {
        let mut all = Vec::new();
        for upper in subsets(moved, paired) {
            for lower in arrangements(residents, paired) {
                let head: Pairs = upper.iter().copied().zip(lower.iter().copied()).collect();
                if !head.iter().all(|&(a, b)| self.legal(a, b)) {
                    continue;
                }
                let remainder: Vec<usize> = residents
                    .iter()
                    .copied()
                    .filter(|p| !lower.contains(p))
                    .collect();
                for tail in self.homogeneous(&remainder, pairs - paired) {
                    let mut candidate = head.clone();
                    candidate.extend(tail);
                    all.push(candidate);
                }
            }
        }
        all
    }

    /// Article 4.2 and 4.3: transpositions, after each exchange.
    fn homogeneous(&self, players: &[usize], pairs: usize) -> Vec<Pairs> {
        if players.len() < 2 * pairs {
            return Vec::new();
        }
        let (first, second) = players.split_at(pairs);
        let mut exchanges = Vec::new();
        for size in 0..=pairs.min(second.len()) {
            for leave in subsets(first, size) {
                for enter in subsets(second, size) {
                    exchanges.push((leave.clone(), enter));
                }
            }
        }
        let bsn = |player: &usize| players.iter().position(|p| p == player).unwrap_or(0);
        exchanges.sort_by_key(|(leave, enter)| {
            let sum = |group: &[usize]| group.iter().map(bsn).sum::<usize>();
            let mut going: Vec<usize> = leave.iter().map(bsn).collect();
            going.sort_unstable_by_key(|&place| Reverse(place));
            let coming: Vec<usize> = enter.iter().map(bsn).collect();
            (leave.len(), sum(enter) - sum(leave), Reverse(going), coming)
        });
        let mut all = Vec::new();
        for (leave, enter) in exchanges {
            let is_upper =
                |p: &usize| (first.contains(p) && !leave.contains(p)) || enter.contains(p);
            let upper: Vec<usize> = players.iter().copied().filter(|p| is_upper(p)).collect();
            let lower: Vec<usize> = players.iter().copied().filter(|p| !is_upper(p)).collect();
            for order in arrangements(&lower, pairs) {
                let candidate: Pairs = upper.iter().copied().zip(order).collect();
                if candidate
                    .iter()
                    .all(|&(a, b)| self.legal(a.min(b), a.max(b)))
                {
                    all.push(candidate);
                }
            }
        }
        all
    }

    /// Article 2 from C6 on.
    fn quality(
        &self,
        moved: &[usize],
        residents: &[usize],
        pairs: &Pairs,
        down: &[usize],
        next: Vec<i64>,
    ) -> Quality {
        let score = |rank: usize| i64::from(self.player(rank).score);
        let floated = |rank: usize, back: usize, float| self.player(rank).floats[back] == float;
        let mut scores: Vec<i64> = down.iter().map(|&p| score(p)).collect();
        scores.sort_unstable_by_key(|&score| Reverse(score));
        let mut quality = vec![vec![down.len() as i64], scores, next];
        let resident_score = score(residents[0]);
        // C9, read as the reference reads it: in the bracket of the bye's own score, not where one who came down gets it.
        quality.push(match down {
            [only] if self.bye_score == Some(self.player(residents[0]).score) => {
                vec![i64::from(self.player(*only).unplayed)]
            }
            _ => vec![],
        });
        // C10 to C13
        let mut colours = [0i64; 4];
        for &(a, b) in pairs {
            for (broken, add) in colours.iter_mut().zip(self.colours(a.min(b), a.max(b))) {
                *broken += add;
            }
        }
        quality.extend(colours.map(|broken| vec![broken]));
        // C14 to C17
        let count = |list: Vec<usize>| vec![list.len() as i64];
        for back in [0, 1] {
            let again = down.iter().copied();
            let again = again.filter(|p| residents.contains(p) && floated(*p, back, Float::Down));
            quality.push(count(again.collect()));
            let up = pairs.iter().filter(|pair| moved.contains(&pair.0));
            let up = up
                .map(|pair| pair.1)
                .filter(|&p| floated(p, back, Float::Up));
            quality.push(count(up.collect()));
        }
        // C18 to C21; a player moved down who stays unpaired differs by a point more than one who is paired.
        for back in [0, 1] {
            let again = moved
                .iter()
                .copied()
                .filter(|&p| floated(p, back, Float::Down));
            let mut again: Vec<i64> = again
                .map(|p| score(p) - resident_score + 2 * i64::from(down.contains(&p)))
                .collect();
            again.sort_unstable_by_key(|&difference| Reverse(difference));
            quality.push(again);
            let up = pairs.iter().filter(|pair| moved.contains(&pair.0));
            let mut up: Vec<i64> = up
                .filter(|pair| floated(pair.1, back, Float::Up))
                .map(|pair| score(pair.0) - resident_score)
                .collect();
            up.sort_unstable_by_key(|&difference| Reverse(difference));
            quality.push(up);
        }
        quality
    }

    /// C10 to C13 for one pair, by the sides it would get.
    fn colours(&self, a: usize, b: usize) -> [i64; 4] {
        let (higher, lower) = (self.player(a), self.player(b));
        let side = seat(higher, lower, Side::White).0;
        let mut broken = [0; 4];
        for (player, side) in [(higher, side), (lower, side.other())] {
            let mut sides = player.sides.clone();
            sides.push(side);
            if self.last_round && self.state.topscorers_play {
                let sum: i32 = sides
                    .iter()
                    .map(|s| if *s == Side::White { 1 } else { -1 })
                    .sum();
                broken[0] += i64::from(sum.abs() > 2);
                let run = sides.len() >= 3 && sides[sides.len() - 3..].iter().all(|s| *s == side);
                broken[1] += i64::from(run);
            }
            if let Some(Preference {
                side: due,
                strength,
            }) = player.preference
            {
                broken[2] += i64::from(due != side);
                broken[3] += i64::from(due != side && strength == Strength::Strong);
            }
        }
        broken
    }

    /// The whole round.
    fn round(&self) -> Pairs {
        let count = self.state.players.len();
        let (mut pairs, mut down, mut start) = (Vec::new(), Vec::new(), 0);
        while start < count {
            let end = self.state.group_end(start);
            let residents: Vec<usize> = (start..end).collect();
            let next: Vec<usize> = (end..self.state.group_end(end)).collect();
            let (new, left) = self.bracket(&down, &residents, &next);
            pairs.extend(new);
            (down, start) = (left, end);
        }
        pairs.extend(down.iter().map(|&p| (p, count)));
        pairs
    }
}

/// Subsets of a size in lexicographic order.
fn subsets(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in items.iter().enumerate() {
        for mut rest in subsets(&items[index + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Ordered selections of a size in lexicographic order.
fn arrangements(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in items {
        let others: Vec<usize> = items.iter().copied().filter(|&p| p != first).collect();
        for mut rest in arrangements(&others, size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

fn sorted(pairs: &Pairs) -> Pairs {
    let mut pairs: Pairs = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

#[test]
fn small_fields_are_paired_by_the_letter() {
    let mut compared = 0;
    let tournaments = if cfg!(debug_assertions) { 60 } else { 1500 };
    for seed in 0..tournaments {
        let players = 4 + u32::try_from(seed % 5).expect("small");
        let mut plan = Plan::new(players, 3 + u16::try_from(seed % 4).expect("small"), seed);
        plan.byes = [0, 100, 250][usize::try_from(seed % 3).expect("small")];
        plan.forfeits = 100;
        let mut rehearsal = Rehearsal::new(plan);
        for round in 0..plan.rounds {
            let field = rehearsal.field.clone();
            let Ok(state) = State::prepare(&field, Edition::Y2026) else {
                break;
            };
            let Ok(engine) = state.pair() else {
                break;
            };
            let letter = Letter {
                state: &state,
                bye_score: state.bye_score().expect("a round that was paired"),
                last_round: round + 1 == plan.rounds,
            };
            assert_eq!(
                sorted(&engine),
                sorted(&letter.round()),
                "{plan:?}, {round}"
            );
            compared += 1;
            if rehearsal.play().is_err() {
                break;
            }
        }
    }
    assert!(
        compared > tournaments,
        "only {compared} rounds were compared"
    );
}
