//! A homogeneous remainder whose halves are given: each of the upper half meets one of the lower half (articles 3.2, 4.2).

use super::quick::{Attempt, Claims, Denied};
use crate::pairing::assignment::{Assignment, NEVER};

/// The opponents of the upper half in its order, and who is left over, as places among the bracket's members.
pub(super) type Found = (Vec<usize>, Option<usize>);

/// What came of looking for a candidate that reaches the bound.
pub(super) enum Outcome {
    Found(Found),
    /// There is none with these halves.
    Impossible,
    /// That could not be seen with the steps allowed.
    Unclear,
}

/// The first candidate of two halves that reaches the bound.
pub(super) fn fold(attempt: &mut Attempt<'_, '_, '_>, upper: &[usize], lower: &[usize]) -> Outcome {
    let before = attempt.used;
    let forced = attempt.sum(upper).denied_against(&attempt.sum(lower));
    if !before.plus(forced).within(attempt.bound) {
        return Outcome::Impossible;
    }
    attempt.renew_steps();
    match Halves::new(attempt, upper, lower).search() {
        Outcome::Unclear => {}
        outcome @ (Outcome::Found(_) | Outcome::Impossible) => return outcome,
    }
    attempt.used = before;
    let outcome = assigned(attempt, upper, lower);
    attempt.used = before;
    outcome
}

/// By the cheapest assignment of the two halves, one pair after another fixed as early as the bound allows.
fn assigned(attempt: &mut Attempt<'_, '_, '_>, upper: &[usize], lower: &[usize]) -> Outcome {
    let size = lower.len();
    // One preference weighs more than all strong ones together.
    let scale = i64::try_from(size).unwrap_or(i64::MAX) + 1;
    let price = |denied: Denied| {
        let count = |denied: usize| i64::try_from(denied).unwrap_or(i64::MAX);
        count(denied.any) * scale + count(denied.strong)
    };
    let budget = price(attempt.bound) - price(attempt.used);
    let mut barred = vec![false; size];
    // Each round excludes one who may not go down after all.
    for _ in 0..8 {
        let cost = |a: usize, b: usize| match upper.get(a) {
            Some(&place) if attempt.fits(place, lower[b]) => {
                u32::try_from(price(attempt.denied(place, lower[b]))).unwrap_or(NEVER)
            }
            None if attempt.may_go[lower[b]] && !barred[b] => 0,
            Some(_) | None => NEVER,
        };
        let assignment = Assignment::new(size, cost);
        let Some(mut assignment) = assignment.filter(|found| found.total() <= budget) else {
            return Outcome::Impossible;
        };
        let mut free = Free::new(size);
        for a in 0..upper.len() {
            let mut next = free.first();
            while let Some(b) = next.filter(|&b| !assignment.fix(a, b, budget)) {
                next = free.after(b);
            }
            free.take(next.expect("an assignment within the budget gives every row a column"));
        }
        let order = (0..upper.len())
            .map(|a| lower[assignment.column(a)])
            .collect();
        let Some(spare) = free.first() else {
            return Outcome::Found((order, None));
        };
        match attempt.serves_below(lower[spare]) {
            Some(true) => return Outcome::Found((order, Some(lower[spare]))),
            Some(false) => barred[spare] = true,
            None => return Outcome::Unclear,
        }
    }
    Outcome::Unclear
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

    fn search(&mut self) -> Outcome {
        let end = self.lower.len();
        let mut place = self.free.next[end];
        loop {
            if self.chosen.len() == self.upper.len() {
                let spare = self.free.first().map(|place| self.lower[place]);
                match spare.map_or(Some(true), |spare| self.attempt.serves_below(spare)) {
                    Some(true) => return Outcome::Found((self.order(), spare)),
                    Some(false) => place = end,
                    None => return Outcome::Unclear,
                }
            }
            while place != end && !self.reaches(place) {
                if self.attempt.step().is_none() {
                    return Outcome::Unclear;
                }
                place = self.free.next[place];
            }
            if place != end {
                self.choose(place);
                place = self.free.next[end];
                continue;
            }
            match self.undo() {
                Some(last) => place = self.free.next[last],
                None => return Outcome::Impossible,
            }
            if self.attempt.step().is_none() {
                return Outcome::Unclear;
            }
        }
    }

    /// The opponents of the upper half.
    fn order(&self) -> Vec<usize> {
        let places = self.chosen.iter().map(|&(place, _)| self.lower[place]);
        places.collect()
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
