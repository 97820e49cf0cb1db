//! A homogeneous remainder without exchanges: each of the upper half meets one of the lower half (articles 3.2, 4.2).

use super::quick::{Attempt, Claims, Denied};
use crate::pairing::matching::{Graph, Matching};

/// The opponents of the upper half in its order, and who is left over, as places among the bracket's members.
type Found = (Vec<usize>, Option<usize>);

/// By trying transpositions in their order, leaving a branch when the bound is out of reach.
pub(super) fn search(
    attempt: &mut Attempt<'_, '_, '_>,
    upper: &[usize],
    lower: &[usize],
) -> Option<Found> {
    let mut halves = Halves::new(attempt, upper, lower);
    halves.search()?;
    let order = halves.chosen.iter().map(|&(place, _)| lower[place]);
    let spare = halves.free.first().map(|place| lower[place]);
    Some((order.collect(), spare))
}

/// By a matching of the two halves, one pair after another fixed as early as can be. While no preference needs to be
/// denied this decides every step; otherwise a dead end gives up.
pub(super) fn matched(
    attempt: &mut Attempt<'_, '_, '_>,
    upper: &[usize],
    lower: &[usize],
) -> Option<Found> {
    let odd = lower.len() > upper.len();
    let (first, size) = (
        upper.len() + usize::from(odd),
        upper.len() + usize::from(odd) + lower.len(),
    );
    let nothing_denied = attempt.bound.any == attempt.used.any;
    let mut graph = Graph::new(size);
    for (b, &place) in lower.iter().enumerate() {
        for (a, &other) in upper.iter().enumerate() {
            let denied = nothing_denied && attempt.denied(other, place).any > 0;
            if !denied && attempt.fits(other, place) {
                graph.connect(a, first + b);
            }
        }
        if odd && attempt.may_go[place] {
            graph.connect(upper.len(), first + b);
        }
    }
    let start = attempt.used;
    // Each round excludes one who may not go down after all.
    for _ in 0..8 {
        attempt.used = start;
        let mates = fix_in_order(attempt, &graph, upper, lower)?;
        let spare = odd.then(|| mates[upper.len()]);
        let served = match spare {
            Some(b) => attempt.serves_below(lower[b])?,
            None => true,
        };
        if served {
            let order = mates[..upper.len()].iter().map(|&b| lower[b]).collect();
            return Some((order, spare.map(|b| lower[b])));
        }
        graph.cut(upper.len(), first + spare?);
    }
    None
}

/// The places in the lower half that the upper half, and the spare place, are matched to.
fn fix_in_order(
    attempt: &mut Attempt<'_, '_, '_>,
    graph: &Graph,
    upper: &[usize],
    lower: &[usize],
) -> Option<Vec<usize>> {
    let odd = lower.len() > upper.len();
    let first = upper.len() + usize::from(odd);
    let mut matching = Matching::maximum(graph);
    if !matching.is_perfect() {
        return None;
    }
    let (mut upper_left, mut lower_left) = (attempt.sum(upper), attempt.sum(lower));
    let mut free = Free::new(lower.len());
    let mut mates = Vec::with_capacity(first);
    for (a, &place) in upper.iter().enumerate() {
        upper_left.remove(attempt.claims[place]);
        let mut next = free.first();
        let found = loop {
            let b = next?;
            let mut rest = lower_left;
            rest.remove(attempt.claims[lower[b]]);
            let used = attempt.used.plus(attempt.denied(place, lower[b]));
            let reached = used
                .plus(upper_left.denied_against(&rest))
                .within(attempt.bound);
            if reached && matching.fix(a, first + b) {
                break b;
            }
            next = free.after(b);
        };
        attempt.used = attempt.used.plus(attempt.denied(place, lower[found]));
        lower_left.remove(attempt.claims[lower[found]]);
        free.take(found);
        mates.push(found);
    }
    mates.extend(free.first());
    Some(mates)
}

/// The places not yet taken, in order, as a list that can be mended.
struct Free {
    next: Vec<usize>,
    before: Vec<usize>,
}

impl Free {
    fn new(count: usize) -> Free {
        // Place `count` is before the first and after the last.
        let next = (0..=count).map(|place| if place == count { 0 } else { place + 1 });
        let before = (0..=count).map(|place| if place == 0 { count } else { place - 1 });
        Free {
            next: next.collect(),
            before: before.collect(),
        }
    }

    fn end(&self) -> usize {
        self.next.len() - 1
    }

    fn first(&self) -> Option<usize> {
        Some(self.next[self.end()]).filter(|&place| place != self.end() && self.end() > 0)
    }

    fn after(&self, place: usize) -> Option<usize> {
        Some(self.next[place]).filter(|&place| place != self.end())
    }

    fn take(&mut self, place: usize) {
        let (before, next) = (self.before[place], self.next[place]);
        self.next[before] = next;
        self.before[next] = before;
    }

    /// Undoes the latest `take` that is not yet undone.
    fn put_back(&mut self, place: usize) {
        let (before, next) = (self.before[place], self.next[place]);
        self.next[before] = place;
        self.before[next] = place;
    }
}

/// The search through the transpositions of the lower half (article 4.2).
struct Halves<'x, 'b, 's, 'c> {
    attempt: &'x mut Attempt<'b, 's, 'c>,
    upper: &'x [usize],
    lower: &'x [usize],
    free: Free,
    /// For each upper one the place of the opponent in the lower half, and what was denied before.
    chosen: Vec<(usize, Denied)>,
    upper_left: Claims,
    lower_left: Claims,
    may_go: usize,
}

impl<'x, 'b, 's, 'c> Halves<'x, 'b, 's, 'c> {
    fn new(
        attempt: &'x mut Attempt<'b, 's, 'c>,
        upper: &'x [usize],
        lower: &'x [usize],
    ) -> Halves<'x, 'b, 's, 'c> {
        Halves {
            free: Free::new(lower.len()),
            chosen: Vec::with_capacity(upper.len()),
            upper_left: attempt.sum(upper),
            lower_left: attempt.sum(lower),
            may_go: lower.iter().filter(|&&place| attempt.may_go[place]).count(),
            attempt,
            upper,
            lower,
        }
    }

    fn search(&mut self) -> Option<()> {
        let end = self.lower.len();
        let mut from = self.free.first();
        loop {
            if self.chosen.len() == self.upper.len() {
                let served = match self.free.first() {
                    Some(place) => self.attempt.serves_below(self.lower[place])?,
                    None => true,
                };
                if served {
                    return Some(());
                }
                from = Some(self.undo()?).map(|place| self.free.next[place]);
                from = from.filter(|&place| place != end);
                continue;
            }
            let mut found = None;
            let mut place = from.unwrap_or(end);
            while place != end {
                self.attempt.step()?;
                if self.reaches(place) {
                    found = Some(place);
                    break;
                }
                place = self.free.next[place];
            }
            match found {
                Some(place) => {
                    self.choose(place);
                    from = self.free.first();
                }
                None => {
                    let place = self.undo()?;
                    from = Some(self.free.next[place]).filter(|&place| place != end);
                }
            }
        }
    }

    /// Whether the next upper one may meet this lower one with the bound still in reach.
    fn reaches(&self, place: usize) -> bool {
        let (a, b) = (self.upper[self.chosen.len()], self.lower[place]);
        let odd = self.lower.len() > self.upper.len();
        if odd && self.may_go == usize::from(self.attempt.may_go[b]) {
            return false;
        }
        if !self.attempt.fits(a, b) {
            return false;
        }
        let (mut upper, mut lower) = (self.upper_left, self.lower_left);
        upper.remove(self.attempt.claims[a]);
        lower.remove(self.attempt.claims[b]);
        let used = self.attempt.used.plus(self.attempt.denied(a, b));
        used.plus(upper.denied_against(&lower))
            .within(self.attempt.bound)
    }

    fn choose(&mut self, place: usize) {
        let (a, b) = (self.upper[self.chosen.len()], self.lower[place]);
        let denied = self.attempt.denied(a, b);
        self.chosen.push((place, self.attempt.used));
        self.attempt.used = self.attempt.used.plus(denied);
        self.upper_left.remove(self.attempt.claims[a]);
        self.lower_left.remove(self.attempt.claims[b]);
        self.may_go -= usize::from(self.attempt.may_go[b]);
        self.free.take(place);
    }

    /// Takes the latest choice back; `None` if there is none.
    fn undo(&mut self) -> Option<usize> {
        let (place, used) = self.chosen.pop()?;
        let (a, b) = (self.upper[self.chosen.len()], self.lower[place]);
        self.attempt.used = used;
        self.upper_left.add(self.attempt.claims[a]);
        self.lower_left.add(self.attempt.claims[b]);
        self.may_go += usize::from(self.attempt.may_go[b]);
        self.free.put_back(place);
        Some(place)
    }
}
