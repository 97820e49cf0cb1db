//! Whether what lies below a bracket can still be paired (C4), mostly by counting.
//!
//! If everybody of an even group may meet at least half of the group, a complete pairing exists (Dirac). Where that is
//! not so, a matching decides.

use super::State;
use super::bracket::{Bracket, Bye};
use crate::pairing::matching::{Graph, Matching};
use std::collections::BTreeMap;
use std::ops::Range;

/// Answers about one round, remembered.
pub(super) struct Completion<'s> {
    state: &'s State<'s>,
    /// For the start of a range up to the last player, with the bye or without: whether it can be paired.
    known: BTreeMap<(usize, bool), bool>,
}

/// A range of ranks, with one more player and without another.
#[derive(Clone, Copy)]
struct Group<'r> {
    range: &'r Range<usize>,
    with: Option<usize>,
    without: Option<usize>,
}

impl Group<'_> {
    fn members(&self) -> impl Iterator<Item = usize> + '_ {
        let inside = self
            .range
            .clone()
            .filter(|rank| Some(*rank) != self.without);
        self.with.into_iter().chain(inside)
    }
}

impl<'s> Completion<'s> {
    pub fn new(state: &'s State<'s>) -> Completion<'s> {
        Completion {
            state,
            known: BTreeMap::new(),
        }
    }

    /// Whether everybody below a bracket can be paired, with the bye still to be given unless it is given here.
    pub fn below(&mut self, bracket: &Bracket<'_>, bye_here: bool) -> bool {
        let bye = if bye_here { Bye::Nobody } else { bracket.bye };
        self.from(bracket.next.start, bye)
    }

    fn from(&mut self, start: usize, bye: Bye) -> bool {
        let key = (start, bye != Bye::Nobody);
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let answer = self.pairs_up(start..self.state.players.len(), None, bye);
        self.known.insert(key, answer);
        answer
    }

    /// Whether a range and one more player can be paired, one of the range with the bye.
    fn pairs_up(&self, range: Range<usize>, with: Option<usize>, bye: Bye) -> bool {
        let state = self.state;
        let mut receivers = match bye {
            Bye::Nobody => {
                return self.perfect(Group {
                    range: &range,
                    with,
                    without: None,
                });
            }
            Bye::Score(score) => range
                .clone()
                .rev()
                .filter(|&rank| {
                    state.players[rank].score == score && !state.players[rank].bye_barred
                })
                .collect::<Vec<usize>>(),
            Bye::Anybody => range
                .clone()
                .rev()
                .filter(|&rank| !state.players[rank].bye_barred)
                .collect(),
        };
        let may = |rank: &usize| bye == Bye::Anybody && !state.players[*rank].bye_barred;
        receivers.extend(with.filter(may));
        receivers.into_iter().any(|receiver| {
            self.perfect(Group {
                range: &range,
                with: with.filter(|&rank| rank != receiver),
                // The receiver may be the one from outside, who was never counted among the range.
                without: Some(receiver).filter(|rank| range.contains(rank)),
            })
        })
    }

    /// Whether a group has a complete pairing.
    fn perfect(&self, group: Group<'_>) -> bool {
        let legal = &self.state.legal;
        let size = group.members().count();
        if size % 2 == 1 {
            return false;
        }
        let counted = group.members().all(|rank| {
            let inside = legal.degree_in(rank, group.range);
            let with = group.with.is_some_and(|other| legal.has(rank, other));
            let without = group.without.is_some_and(|other| legal.has(rank, other));
            2 * (inside + usize::from(with) - usize::from(without)) >= size
        });
        if counted {
            return true;
        }
        let members: Vec<usize> = group.members().collect();
        let mut graph = Graph::new(size);
        for (a, &upper) in members.iter().enumerate() {
            for (b, &lower) in members.iter().enumerate().skip(a + 1) {
                if legal.has(upper, lower) {
                    graph.connect(a, b);
                }
            }
        }
        Matching::perfect(&graph).is_some()
    }

    /// Whether with this downfloater the next bracket has as many pairs as can be, the downfloater in one of them, and
    /// the rest can be completed (C8, C4). `None` if it is not seen quickly.
    pub fn next_is_served(&mut self, bracket: &Bracket<'_>, down: usize) -> Option<bool> {
        let next = &bracket.next;
        let bye_goes_next = match bracket.bye {
            Bye::Nobody => false,
            Bye::Score(score) => score >= self.state.players[next.start].score,
            Bye::Anybody => bracket.rest.is_empty(),
        };
        if bye_goes_next {
            return self.next_gets_the_bye(bracket, down);
        }
        if self.state.legal.degree_in(down, next) == 0 {
            return Some(false);
        }
        if next.len() % 2 == 1 {
            let all = Group {
                range: next,
                with: Some(down),
                without: None,
            };
            let served = self.perfect(all) && self.from(bracket.rest.start, bracket.bye);
            return served.then_some(true);
        }
        // One of the next scoregroup goes on; one of its last few will do.
        let goes_on = next.clone().rev().take(8).find(|&rank| {
            let group = Group {
                range: next,
                with: Some(down),
                without: Some(rank),
            };
            self.perfect(group) && self.pairs_up(bracket.rest.clone(), Some(rank), bracket.bye)
        });
        goes_on.map(|_| true)
    }

    /// The same where one of the next scoregroup gets the bye.
    fn next_gets_the_bye(&mut self, bracket: &Bracket<'_>, down: usize) -> Option<bool> {
        let next = &bracket.next;
        let bye = self.state.players.len();
        if next.len() % 2 == 1 || !self.from(bracket.rest.start, Bye::Nobody) {
            return None;
        }
        let mut receivers = next
            .clone()
            .rev()
            .filter(|&rank| bracket.may_meet(rank, bye));
        let served = receivers.any(|rank| {
            self.perfect(Group {
                range: next,
                with: Some(down),
                without: Some(rank),
            })
        });
        served.then_some(true)
    }
}
