//! What it would cost a bracket if somebody had another opponent, or none: for explanations.
//!
//! The answer is looked for in the smallest graph that can give it: the bracket alone, with the next scoregroup, with
//! everybody below. A larger one takes longer with the cube of its vertices, and whoever asks waits for the answer.

#[cfg(test)]
mod tests;

use super::{Scope, Search, is_near};
use crate::pairing::swiss::bracket::{Bracket, Measure};
use crate::pairing::swiss::exact::Paired;
use crate::pairing::swiss::quick::Goers;

/// The most vertices of a graph that is solved for an explanation.
const VERTICES_MAX: usize = 600;

/// Something asked of a bracket beyond the rules, to see what it would cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pairing::swiss) enum Demand {
    /// These two meet.
    Meet(usize, usize),
    /// This member has no opponent in the bracket.
    Leave(usize),
}

/// What a demand costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pairing::swiss) enum Cost {
    /// No criterion suffers.
    Nothing,
    /// This is the first criterion that is kept less well.
    Suffers(Measure),
    /// The graph that would tell is too large.
    Unclear,
}

/// What a demand costs a bracket that was paired in the best way. `goers` are its members who could go down without any other
/// bracket noticing, where that is known.
pub(in crate::pairing::swiss) fn cost(
    bracket: &Bracket<'_>,
    paired: &Paired,
    goers: Option<&Goers>,
    demand: Demand,
) -> Cost {
    let alone = goers.and_then(|goers| alone(bracket, paired, goers, demand));
    let near = || alone.or_else(|| near(bracket, demand));
    near()
        .or_else(|| whole(bracket, demand))
        .unwrap_or(Cost::Unclear)
}

/// Within the bracket: if everybody has an opponent with the demand too, nobody outside is touched, and a candidate in which
/// somebody outside is would be worse still.
fn alone(bracket: &Bracket<'_>, paired: &Paired, goers: &Goers, demand: Demand) -> Option<Cost> {
    let goers = match goers {
        Goers::Nobody => None,
        Goers::Some(goers) => Some(goers.as_slice()),
    };
    let goes = |rank: usize| bracket.members.iter().position(|&other| other == rank);
    let as_thought = match (goers, paired.down.as_slice()) {
        (None, []) => true,
        (Some(goers), [down]) => goes(*down).is_some_and(|place| goers[place]),
        (None, [_, ..]) | (Some(_), [] | [_, _, ..]) => false,
    };
    if !as_thought {
        return None;
    }
    let bracket = bracket.alone(goers.is_some());
    let mut search = Search::alone(&bracket, goers).filter(Search::is_small)?;
    search.adopt(paired);
    let best = search.totals();
    search.demand(demand);
    search.solve(0, |_, _| [])?;
    let whole = !search.mate.contains(&None);
    whole.then(|| difference(&best, &search.totals()))
}

/// With the next scoregroup, where what is left over can be paired below in both cases.
fn near(bracket: &Bracket<'_>, demand: Demand) -> Option<Cost> {
    if !is_near(bracket) {
        return None;
    }
    let mut search = Search::new(bracket, Scope::Near).filter(Search::is_small)?;
    let mut totals = || {
        search.solve(0, |_, _| [])?;
        search.leaves_a_complete_rest().then(|| search.totals())
    };
    let best = totals()?;
    search.demand(demand);
    search.solve(0, |_, _| [])?;
    let complete = search.leaves_a_complete_rest();
    complete.then(|| difference(&best, &search.totals()))
}

fn whole(bracket: &Bracket<'_>, demand: Demand) -> Option<Cost> {
    let mut search = Search::new(bracket, Scope::Whole).filter(Search::is_small)?;
    search.solve(0, |_, _| [])?;
    if search.bye_decides() {
        search.measures = bracket.measures(true, true);
        search.solve(0, |_, _| [])?;
    }
    let best = search.totals();
    search.demand(demand);
    search.solve(0, |_, _| [])?;
    Some(difference(&best, &search.totals()))
}

fn difference(best: &[(Measure, i64)], other: &[(Measure, i64)]) -> Cost {
    let mut both = best.iter().zip(other);
    let differs = both.find(|(best, other)| best.1 != other.1);
    differs.map_or(Cost::Nothing, |(best, _)| Cost::Suffers(best.0))
}

impl Search<'_, '_> {
    fn is_small(&self) -> bool {
        self.ranks.len() <= VERTICES_MAX
    }

    /// Takes pairs that were found before; who goes down has the spare vertex of a bracket that stands alone.
    fn adopt(&mut self, paired: &Paired) {
        let place = |rank: usize| self.ranks.iter().position(|&other| other == rank);
        let mut mate = vec![None; self.ranks.len()];
        let spare = self.bracket.members.len();
        let down = paired.down.iter().map(|&rank| (place(rank), Some(spare)));
        let pairs = paired.pairs.iter().map(|&(a, b)| (place(a), place(b)));
        for (a, b) in pairs.chain(down) {
            if let (Some(a), Some(b)) = (a, b) {
                (mate[a], mate[b]) = (Some(b), Some(a));
            }
        }
        self.mate = mate;
    }

    fn demand(&mut self, demand: Demand) {
        let vertex = |rank: usize| self.ranks.iter().position(|&other| other == rank);
        let cut: Vec<(usize, usize)> = match demand {
            Demand::Meet(a, b) => {
                let two = [vertex(a), vertex(b)];
                let others = (0..self.ranks.len()).filter(|&c| !two.contains(&Some(c)));
                let pairs = others.flat_map(|c| two.into_iter().flatten().map(move |v| (v, c)));
                pairs.collect()
            }
            Demand::Leave(a) => {
                let members = 0..self.bracket.members.len();
                let cuts = members.filter_map(|c| Some((vertex(a)?, c)));
                cuts.filter(|(a, c)| a != c).collect()
            }
        };
        for (a, b) in cut {
            self.edges.cut(a, b);
        }
    }

    /// What the matching adds up to, measure by measure.
    fn totals(&self) -> Vec<(Measure, i64)> {
        let pairs: Vec<(usize, usize)> = (0..self.ranks.len())
            .filter_map(|a| self.mate[a].filter(|&b| a < b).map(|b| (a, b)))
            .collect();
        let total = |measure| {
            let values = pairs.iter().map(|&(a, b)| {
                let place = self.place(a, b);
                self.bracket
                    .value(measure, place, self.ranks[a], self.ranks[b])
            });
            values.sum()
        };
        let measures = self.measures.iter().map(|entry| entry.0);
        measures.map(|measure| (measure, total(measure))).collect()
    }
}
