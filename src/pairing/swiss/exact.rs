//! A bracket's best candidate by weighted matchings: slow, and right for every bracket.
//!
//! The criteria are stacked into one number for each pair (article 2); a heaviest matching reaches the best of them all.
//! Among all such matchings the first one in the order of articles 3 and 4 is found by more matchings, each with a tail
//! below the criteria that prefers what comes earlier: which players moved down are paired, their opponents, the
//! exchanges in the remainder, its opponents. A tail holds as many decisions as the number is wide; what is decided
//! is fixed and leaves the graph.

pub(super) mod asked;

use super::bracket::{Bracket, Bye, Measure, Place};
use crate::pairing::matching::Graph;
use crate::pairing::weight::{Weight, Wide};
use crate::pairing::weighted::heaviest;

/// The most vertices a graph may have. What it costs is bounded by the budget of the round; this bounds the memory. Fields of
/// any size stay below it, since their brackets are settled by counting.
pub(super) const VERTICES_MAX: usize = 1_000;
/// How many members are asked at once whether they are exchanged: a bit for each below the criteria, so that it all fits four
/// words in most brackets.
const EXCHANGES_AT_ONCE: usize = 128;
/// The most bits the criteria of a bracket may need, so that a tail of one bit for each vertex still fits.
const BITS_MAX: u32 = 2_900;

/// A bracket's pairs, and who goes down, as ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paired {
    pub pairs: Vec<(usize, usize)>,
    pub down: Vec<usize>,
}

/// How much of the field the graph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The bracket and the next scoregroup; what is left over must be completed by somebody else's check.
    Near,
    /// Everybody down to the bye: completion (C4) is the first measure.
    Whole,
}

/// Whether the bracket and the next scoregroup may be looked at without what lies below: neither has the bye.
fn is_near(bracket: &Bracket<'_>) -> bool {
    let bye_is_far = match bracket.bye {
        Bye::Nobody => true,
        Bye::Score(score) => bracket
            .next
            .clone()
            .all(|r| bracket.player(r).score > score),
        Bye::Anybody => false,
    };
    !bracket.rest.is_empty() && !bracket.next.is_empty() && bye_is_far
}

/// The best candidate of a bracket from which the round can be completed (C4).
///
/// `None` where the bracket is too large for this module.
pub(super) fn best(bracket: &Bracket<'_>) -> Option<Paired> {
    if is_near(bracket) {
        let mut search = Search::new(bracket, Scope::Near)?;
        search.run()?;
        if search.leaves_a_complete_rest() {
            return Some(search.paired());
        }
    }
    let mut search = Search::new(bracket, Scope::Whole)?;
    search.run()?;
    Some(search.paired())
}

/// The best candidate of a bracket that is not the last, whether the round can then be completed or not (2017).
pub(super) fn best_near(bracket: &Bracket<'_>) -> Option<Paired> {
    let mut search = Search::new(bracket, Scope::Near)?;
    search.run()?;
    Some(search.paired())
}

/// The best candidate in which everybody is paired, or, of an odd bracket, everybody but one of the given places; `None`
/// if there is none. What lies below is not looked at.
pub(super) fn best_alone(bracket: &Bracket<'_>, goers: Option<&[bool]>) -> Option<Paired> {
    let alone = bracket.alone(goers.is_some());
    let mut search = Search::alone(&alone, goers)?;
    search.solve(0, |_, _| [])?;
    if search.mate.contains(&None) {
        return None;
    }
    search.choose()?;
    Some(search.paired())
}

/// A part of a tail: a value, and how far up in the tail it stands.
type Part = (i64, u32);

struct Search<'b, 's> {
    bracket: &'b Bracket<'s>,
    scope: Scope,
    /// Vertices: the bracket's members, the next scoregroup, and in the whole scope the rest and the bye.
    ranks: Vec<usize>,
    edges: Graph,
    measures: Vec<(Measure, u64)>,
    mate: Vec<Option<usize>>,
    /// Vertices whose pair is decided.
    done: Vec<bool>,
}

fn bits(value: u64) -> u32 {
    u64::BITS - value.leading_zeros()
}

impl<'b, 's> Search<'b, 's> {
    fn new(bracket: &'b Bracket<'s>, scope: Scope) -> Option<Search<'b, 's>> {
        let mut ranks = bracket.members.clone();
        ranks.extend(bracket.next.clone());
        if scope == Scope::Whole {
            ranks.extend(bracket.rest.clone());
            if bracket.bye != Bye::Nobody {
                ranks.push(bracket.state.players.len());
            }
        }
        let measures = bracket.measures(scope == Scope::Whole, true);
        let base: u32 = measures.iter().map(|entry| bits(entry.1)).sum();
        if ranks.len() > VERTICES_MAX || base > BITS_MAX {
            return None;
        }
        let mut edges = Graph::new(ranks.len());
        for (a, &upper) in ranks.iter().enumerate() {
            for (b, &lower) in ranks.iter().enumerate().skip(a + 1) {
                if b >= bracket.moved && bracket.may_meet(upper, lower) {
                    edges.connect(a, b);
                }
            }
        }
        Some(Search {
            bracket,
            scope,
            mate: vec![None; ranks.len()],
            done: vec![false; ranks.len()],
            ranks,
            edges,
            measures: bracket.measures(scope == Scope::Whole, false),
        })
    }

    /// A search of a bracket that stands alone; where it is odd, one of the goers has no opponent.
    fn alone(alone: &'b Bracket<'s>, goers: Option<&[bool]>) -> Option<Search<'b, 's>> {
        let mut search = Search::new(alone, Scope::Whole)?;
        let spare = alone.members.len();
        for (a, &goes) in goers.into_iter().flatten().enumerate() {
            if goes {
                search.edges.connect(a, spare);
            } else {
                search.edges.cut(a, spare);
            }
        }
        Some(search)
    }

    /// Everything below is `None` where the budget of the round does not suffice.
    fn run(&mut self) -> Option<()> {
        self.solve(0, |_, _| [])?;
        if self.bye_decides() {
            self.measures = self.bracket.measures(self.scope == Scope::Whole, true);
            self.solve(0, |_, _| [])?;
        }
        self.choose()
    }

    /// The first of the best candidates, from any of them.
    fn choose(&mut self) -> Option<()> {
        self.choose_moved()?;
        let moved: Vec<usize> = (0..self.bracket.moved)
            .filter(|&a| self.is_paired(a))
            .collect();
        let residents: Vec<usize> = (self.bracket.moved..self.bracket.members.len()).collect();
        self.choose_opponents(&moved, &residents)?;
        let remainder: Vec<usize> = residents.into_iter().filter(|&a| !self.done[a]).collect();
        let upper = self.choose_exchanges(&remainder)?;
        self.choose_opponents(&upper, &remainder)
    }

    /// C9 applies when the bracket's only downfloater gets the bye: in the bracket of the bye's own score. Of several
    /// players who came down from there the reference takes the order of the bracket, not C9, and so does this.
    fn bye_decides(&self) -> bool {
        let members = self.bracket.members.len();
        let paired = (0..members).filter(|&a| self.is_paired(a)).count();
        self.bracket.bye == Bye::Score(self.bracket.score()) && paired + 1 == members
    }

    /// Whether a member has an opponent in the bracket.
    fn is_paired(&self, a: usize) -> bool {
        self.mate[a].is_some_and(|b| b < self.bracket.members.len())
    }

    fn place(&self, a: usize, b: usize) -> Place {
        let members = self.bracket.members.len();
        let next = members + self.bracket.next.len();
        if b < members {
            if a < self.bracket.moved {
                Place::Moved
            } else {
                Place::Residents
            }
        } else if b < next {
            Place::Next
        } else {
            Place::Below
        }
    }

    /// Solves for the undecided vertices, with a tail of the given width.
    fn solve<const P: usize>(
        &mut self,
        tail: u32,
        parts: impl Fn(usize, usize) -> [Part; P],
    ) -> Option<()> {
        let base: u32 = self.measures.iter().map(|entry| bits(entry.1)).sum();
        // The matching doubles weights and sums two duals: three more bits, and one for the sign.
        match base + tail + 4 {
            0..=128 => self.solve_in::<i128, P>(tail, parts),
            129..=256 => self.solve_in::<Wide<4>, P>(tail, parts),
            257..=512 => self.solve_in::<Wide<8>, P>(tail, parts),
            513..=1024 => self.solve_in::<Wide<16>, P>(tail, parts),
            1025..=2048 => self.solve_in::<Wide<32>, P>(tail, parts),
            2049..=4096 => self.solve_in::<Wide<64>, P>(tail, parts),
            wider => unreachable!("{wider} bits were refused at the start"),
        }
    }

    fn solve_in<W: Weight, const P: usize>(
        &mut self,
        tail: u32,
        parts: impl Fn(usize, usize) -> [Part; P],
    ) -> Option<()> {
        let alive: Vec<usize> = (0..self.ranks.len()).filter(|&a| !self.done[a]).collect();
        let weight = |x: usize, y: usize| {
            let (a, b) = (alive[x], alive[y]);
            if !self.edges.has(a, b) {
                return W::ZERO;
            }
            let place = self.place(a, b);
            let (upper, lower) = (self.ranks[a], self.ranks[b]);
            let mut shift = tail;
            let mut sum = W::ZERO;
            for &(measure, range) in self.measures.iter().rev() {
                let value = self.bracket.value(measure, place, upper, lower);
                if value != 0 {
                    sum = sum.plus(W::shifted(value, shift));
                }
                shift += bits(range);
            }
            if place == Place::Moved || place == Place::Residents {
                for (value, shift) in parts(a, b) {
                    sum = sum.plus(W::shifted(value, shift));
                }
            }
            sum
        };
        let mates = heaviest(alive.len(), weight, &self.bracket.state.budget)?;
        for (x, mate) in mates.into_iter().enumerate() {
            self.mate[alive[x]] = mate.map(|y| alive[y]);
        }
        Some(())
    }

    /// Which of the players moved down are paired: the first ones by BSN (article 4.4).
    fn choose_moved(&mut self) -> Option<()> {
        let moved = self.bracket.moved;
        let paired = (0..moved).filter(|&a| self.is_paired(a)).count();
        if paired == 0 || paired == moved {
            return Some(());
        }
        // As many decisions at a time as fit well into one number.
        for first in (0..moved).step_by(48) {
            let end = moved.min(first + 48);
            self.solve(48, |a, _| {
                let inside = (first..end).contains(&a);
                [(
                    i64::from(inside),
                    if inside { (end - 1 - a) as u32 } else { 0 },
                )]
            })?;
            for a in first..end {
                let paired = self.is_paired(a);
                for b in 0..self.ranks.len() {
                    if (b < self.bracket.members.len()) != paired {
                        self.edges.cut(a, b);
                    }
                }
            }
        }
        Some(())
    }

    /// The opponents of some members in turn, each as early among `others` as can be (article 4.2).
    fn choose_opponents(&mut self, members: &[usize], others: &[usize]) -> Option<()> {
        let count = others.len() as i64;
        let place_of = self.places(others);
        let width = bits(others.len() as u64).max(1);
        let block = (64 / width).max(4) as usize;
        let mut index = 0;
        while index < members.len() {
            let a = members[index];
            let first = others
                .iter()
                .copied()
                .find(|&b| !self.done[b] && self.edges.has(a, b));
            if first == self.mate[a] {
                self.decide(a);
                index += 1;
                continue;
            }
            let chosen = &members[index..members.len().min(index + block)];
            self.solve(width * block as u32, |a, b| {
                let turn = chosen.iter().position(|&c| c == a);
                match (turn, place_of[b]) {
                    (Some(turn), Some(place)) => {
                        let shift = width * (chosen.len() - 1 - turn) as u32;
                        [(count - place as i64, shift)]
                    }
                    (Some(_) | None, None) | (None, Some(_)) => [(0, 0)],
                }
            })?;
            for &a in chosen {
                self.decide(a);
            }
            index += chosen.len();
        }
        Some(())
    }

    /// For every vertex its place in a list.
    fn places(&self, list: &[usize]) -> Vec<Option<usize>> {
        let mut places = vec![None; self.ranks.len()];
        for (place, &a) in list.iter().enumerate() {
            places[a] = Some(place);
        }
        places
    }

    fn decide(&mut self, a: usize) {
        let b = self.mate[a].expect("a member to be paired has an opponent");
        (self.done[a], self.done[b]) = (true, true);
    }

    /// Which residents of the remainder are the upper ones of its pairs (article 4.3): the first ones, but for the
    /// fewest exchanges, with the smallest difference of BSNs, the lowest ones going and the highest ones coming.
    fn choose_exchanges(&mut self, remainder: &[usize]) -> Option<Vec<usize>> {
        let count = remainder.len();
        let pairs = remainder.iter().filter(|&&a| self.is_paired(a)).count() / 2;
        let place_of = self.places(remainder);
        let (high, low) = (bits(pairs as u64), bits((count * pairs) as u64));
        self.solve(high + low, |a, _| match place_of[a] {
            Some(index) => [(i64::from(index < pairs), low), (-(index as i64), 0)],
            None => [(0, 0); 2],
        })?;
        let sum = self.upper(remainder).into_iter();
        let sum = sum.filter_map(|a| place_of[a]).sum::<usize>();
        // Without exchanges the upper ones are 0..pairs; all that are exchanged lie within the difference of the sums.
        let difference = sum - pairs * pairs.saturating_sub(1) / 2;
        let first = pairs.saturating_sub(difference);
        let end = count.min(pairs + difference);
        // The lowest one that may go is asked about first, then the highest one that may come.
        let asked: Vec<usize> = (first..pairs).rev().chain(pairs..end).collect();
        for block in asked.chunks(EXCHANGES_AT_ONCE) {
            let width = block.len() as u32;
            let mut turns = vec![None; count];
            for (turn, &index) in block.iter().enumerate() {
                turns[index] = Some(width - 1 - turn as u32);
            }
            self.solve(high + low + width, |a, _| match place_of[a] {
                Some(index) => {
                    let goes_with = if index < pairs { -1 } else { 1 };
                    [
                        (i64::from(index < pairs), low + width),
                        (-(index as i64), width),
                        turns[index].map_or((0, 0), |turn| (goes_with, turn)),
                    ]
                }
                None => [(0, 0); 3],
            })?;
            for &index in block {
                self.keep_half(remainder, index);
            }
        }
        let upper = self.upper(remainder);
        self.keep_upper(remainder, &upper);
        Some(upper)
    }

    /// Leaves a member of the remainder the half it is in now: an upper one only opponents after it, any other only those
    /// before it, and what is not in the bracket.
    fn keep_half(&mut self, remainder: &[usize], index: usize) {
        let a = remainder[index];
        let is_upper = self.is_paired(a) && self.mate[a] > Some(a);
        let others = if is_upper {
            &remainder[..index]
        } else {
            &remainder[index + 1..]
        };
        for &b in others {
            self.edges.cut(a, b);
        }
        if is_upper {
            for b in self.bracket.members.len()..self.ranks.len() {
                self.edges.cut(a, b);
            }
        }
    }

    /// The members of the remainder whose opponent comes after them.
    fn upper(&self, remainder: &[usize]) -> Vec<usize> {
        let upper = |&a: &usize| self.is_paired(a) && self.mate[a] > Some(a);
        remainder.iter().copied().filter(upper).collect()
    }

    /// Leaves the remainder only pairs of an upper and a lower one, and the upper ones nothing else.
    fn keep_upper(&mut self, remainder: &[usize], upper: &[usize]) {
        let mut is_upper = vec![false; self.ranks.len()];
        for &a in upper {
            is_upper[a] = true;
        }
        for (index, &a) in remainder.iter().enumerate() {
            for &b in &remainder[index + 1..] {
                if !is_upper[a] || is_upper[b] {
                    self.edges.cut(a, b);
                }
            }
            if is_upper[a] {
                for b in self.bracket.members.len()..self.ranks.len() {
                    self.edges.cut(a, b);
                }
            }
        }
    }

    /// In the near scope: whether those the matching left over, and all below, can be paired (C4).
    fn leaves_a_complete_rest(&self) -> bool {
        let left = (0..self.ranks.len()).filter(|&a| self.mate[a].is_none());
        let left: Vec<usize> = left.map(|a| self.ranks[a]).collect();
        self.bracket.completes(&left)
    }

    fn paired(&self) -> Paired {
        let members = self.bracket.members.len();
        let (mut pairs, mut down) = (Vec::new(), Vec::new());
        for a in 0..members {
            match self.mate[a] {
                Some(b) if b < members => {
                    if a < b {
                        pairs.push((self.ranks[a], self.ranks[b]));
                    }
                }
                Some(_) | None => down.push(self.ranks[a]),
            }
        }
        Paired { pairs, down }
    }
}
