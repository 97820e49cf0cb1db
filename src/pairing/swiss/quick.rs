//! A bracket's best candidate without matchings, where it can be proved.
//!
//! Counting sides and floats gives a bound that no candidate can beat: everybody moved down is paired, at most one resident
//! goes down, no more preferences are denied than the majority forces, nobody floats again. Candidates are then tried
//! in the order of articles 3 and 4, and a branch is left only when counting shows that it cannot reach the bound. The
//! first candidate that reaches it is therefore the best one and the earliest of the best. Where none is found within a
//! bounded number of steps, this module says nothing and the exact one answers.

use super::bracket::{Bracket, Bye, same_preference, strong_denied};
use super::completion::Completion;
use super::exact::Paired;
use crate::pairing::Side;
use crate::pairing::profile::{Float, Profile, Strength};

/// How many players of a group are due each side, at least strongly or only mildly.
#[derive(Clone, Copy, Debug, Default)]
struct Claims {
    all: usize,
    /// By side: white, black.
    mild: [usize; 2],
    strong: [usize; 2],
}

impl Claims {
    fn of(player: &Profile) -> Claims {
        let mut claims = Claims {
            all: 1,
            ..Claims::default()
        };
        if let Some(preference) = player.preference {
            let list = if preference.strength == Strength::Mild {
                &mut claims.mild
            } else {
                &mut claims.strong
            };
            list[preference.side as usize] = 1;
        }
        claims
    }

    fn add(&mut self, other: Claims) {
        self.all += other.all;
        for side in 0..2 {
            self.mild[side] += other.mild[side];
            self.strong[side] += other.strong[side];
        }
    }

    fn remove(&mut self, other: Claims) {
        self.all -= other.all;
        for side in 0..2 {
            self.mild[side] -= other.mild[side];
            self.strong[side] -= other.strong[side];
        }
    }

    fn due(&self, side: usize) -> usize {
        self.mild[side] + self.strong[side]
    }

    /// Fewest preferences denied when all but an odd one are paired, whoever meets whom.
    fn denied(&self) -> usize {
        let pairs = self.all / 2;
        pairs - pairs.min(self.all - self.due(0).max(self.due(1)))
    }

    /// Fewest preferences, and strong ones, denied when everybody here meets somebody of another group that has as many or
    /// one more.
    fn denied_against(&self, other: &Claims) -> Denied {
        let spare = other.all - self.all;
        let mut least = Denied::default();
        for side in 0..2 {
            // These can be content with anybody of the other group but those due the same side.
            let content = other.all - other.due(side);
            let strongly = content + other.mild[side];
            least.any = least.any.max(self.due(side).saturating_sub(content));
            let here = self.strong[side].saturating_sub(strongly);
            let back = self.all - self.strong[side];
            let there = other.strong[side].saturating_sub(spare + back);
            least.strong = least.strong.max(here).max(there);
        }
        least
    }
}

/// Preferences denied (C12), and strong ones (C13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Denied {
    any: usize,
    strong: usize,
}

impl Denied {
    fn of(a: &Profile, b: &Profile) -> Denied {
        Denied {
            any: usize::from(same_preference(a, b)),
            strong: usize::from(strong_denied(a, b)),
        }
    }

    fn plus(self, other: Denied) -> Denied {
        Denied {
            any: self.any + other.any,
            strong: self.strong + other.strong,
        }
    }

    fn within(self, bound: Denied) -> bool {
        self.any <= bound.any && self.strong <= bound.strong
    }
}

/// The best candidate, if counting proves it.
pub(super) fn best<'s>(bracket: &Bracket<'s>, completion: &mut Completion<'s>) -> Option<Paired> {
    if bracket.collapsed {
        return None;
    }
    let mut attempt = Attempt::new(bracket, completion)?;
    let mut pairs = attempt.pair_moved()?;
    let (rest, down) = attempt.pair_remainder(&pairs)?;
    pairs.extend(rest);
    Some(Paired {
        pairs,
        down: down.into_iter().collect(),
    })
}

struct Attempt<'b, 's, 'c> {
    bracket: &'b Bracket<'s>,
    completion: &'c mut Completion<'s>,
    claims: Vec<Claims>,
    bound: Denied,
    used: Denied,
    /// Which members may go down, by place; nobody where the bracket is even.
    may_go: Vec<bool>,
    /// Steps left before giving up.
    steps: usize,
}

impl<'b, 's, 'c> Attempt<'b, 's, 'c> {
    /// The bounds of a bracket, if it is one of those that can be proved.
    fn new(
        bracket: &'b Bracket<'s>,
        completion: &'c mut Completion<'s>,
    ) -> Option<Attempt<'b, 's, 'c>> {
        let members = &bracket.members;
        let odd = members.len() % 2 == 1;
        if 2 * bracket.moved > members.len() {
            return None;
        }
        let claims: Vec<Claims> = members
            .iter()
            .map(|&rank| Claims::of(bracket.player(rank)))
            .collect();
        let mut all = Claims::default();
        claims.iter().for_each(|&one| all.add(one));
        let any = all.denied();
        let majority = usize::from(all.due(1) > all.due(0));
        let bound = Denied {
            any,
            strong: any.saturating_sub(all.mild[majority]),
        };
        let bye_here = match bracket.bye {
            Bye::Nobody => false,
            Bye::Score(score) if score > bracket.score() => return None,
            Bye::Score(score) => score == bracket.score(),
            Bye::Anybody => bracket.next.is_empty(),
        };
        if bye_here != (odd && (bye_here || bracket.next.is_empty())) {
            return None;
        }
        let mut attempt = Attempt {
            bracket,
            completion,
            claims,
            bound,
            used: Denied::default(),
            may_go: vec![false; members.len()],
            steps: 64 * members.len() + 4096,
        };
        if odd {
            attempt.choose_who_may_go(all, bye_here)?;
        }
        if (!odd || bye_here) && !attempt.completion.below(bracket, bye_here) {
            return None;
        }
        Some(attempt)
    }

    /// Those who may go down without any criterion suffering: by sides (C12), then by the bye (C9), then by earlier
    /// floats (C14, C16).
    fn choose_who_may_go(&mut self, all: Claims, bye_here: bool) -> Option<()> {
        let bracket = self.bracket;
        let bye = bracket.state.players.len();
        let mut fit: Vec<usize> = (bracket.moved..bracket.members.len())
            .filter(|&place| !bye_here || bracket.may_meet(bracket.members[place], bye))
            .collect();
        let player = |place: usize| bracket.player(bracket.members[place]);
        if bye_here && bracket.bye != Bye::Anybody {
            let fewest = fit.iter().map(|&place| player(place).unplayed).min()?;
            fit.retain(|&place| player(place).unplayed == fewest);
        }
        fit.retain(|&place| {
            let mut rest = all;
            rest.remove(self.claims[place]);
            rest.denied() == self.bound.any
        });
        let floats = |place: usize| player(place).floats.map(|float| float == Float::Down);
        let fewest = fit.iter().map(|&place| floats(place)).min()?;
        for place in fit {
            self.may_go[place] = floats(place) == fewest;
        }
        Some(())
    }

    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    /// C1 to C3, and no pair of two who must have the same side (C10, C11).
    fn fits(&self, a: usize, b: usize) -> bool {
        let (upper, lower) = (self.bracket.members[a], self.bracket.members[b]);
        if !self.bracket.state.legal.has(upper, lower) {
            return false;
        }
        let (a, b) = (self.bracket.player(upper), self.bracket.player(lower));
        a.absolute().is_none() || a.absolute() != b.absolute()
    }

    /// The players moved down, each with the first resident that leaves the bound within reach (C15, C17: one who did not
    /// float up lately).
    fn pair_moved(&mut self) -> Option<Vec<(usize, usize)>> {
        let (moved, count) = (self.bracket.moved, self.bracket.members.len());
        let mut left = Claims::default();
        self.claims.iter().for_each(|&one| left.add(one));
        let mut taken = vec![false; count];
        let mut may_go = self.may_go.iter().filter(|&&may| may).count();
        let odd = count % 2 == 1;
        let mut chosen: Vec<(usize, Denied)> = Vec::new();
        let mut next = moved;
        while chosen.len() < moved {
            self.step()?;
            let a = chosen.len();
            let found = (next..count).find(|&b| {
                let resident = self.bracket.player(self.bracket.members[b]);
                if taken[b] || resident.floats.contains(&Float::Up) || !self.fits(a, b) {
                    return false;
                }
                let mover = self.bracket.player(self.bracket.members[a]);
                let mut rest = left;
                rest.remove(self.claims[a]);
                rest.remove(self.claims[b]);
                let used = self.used.plus(Denied::of(mover, resident));
                let forced = Denied {
                    any: rest.denied(),
                    strong: 0,
                };
                let last_to_go = odd && may_go == usize::from(self.may_go[b]);
                used.plus(forced).within(self.bound) && !last_to_go
            });
            match found {
                Some(b) => {
                    let pair = (self.bracket.members[a], self.bracket.members[b]);
                    let (x, y) = (self.bracket.player(pair.0), self.bracket.player(pair.1));
                    chosen.push((b, self.used));
                    self.used = self.used.plus(Denied::of(x, y));
                    left.remove(self.claims[a]);
                    left.remove(self.claims[b]);
                    may_go -= usize::from(self.may_go[b]);
                    taken[b] = true;
                    next = moved;
                }
                None => {
                    // Back to the one before, with the next resident.
                    let (b, used) = chosen.pop()?;
                    self.used = used;
                    left.add(self.claims[chosen.len()]);
                    left.add(self.claims[b]);
                    may_go += usize::from(self.may_go[b]);
                    taken[b] = false;
                    next = b + 1;
                }
            }
        }
        let members = &self.bracket.members;
        let pairs = chosen.iter().enumerate();
        Some(pairs.map(|(a, &(b, _))| (members[a], members[b])).collect())
    }

    /// The remainder, upper half against lower half without exchanges.
    fn pair_remainder(
        &mut self,
        moved_pairs: &[(usize, usize)],
    ) -> Option<(Vec<(usize, usize)>, Option<usize>)> {
        let members = &self.bracket.members;
        let mut taken = vec![false; members.len()];
        for (place, rank) in members.iter().enumerate() {
            taken[place] = moved_pairs.iter().any(|pair| pair.1 == *rank);
        }
        let remainder: Vec<usize> = (self.bracket.moved..members.len())
            .filter(|&place| !taken[place])
            .collect();
        let (upper, lower) = remainder.split_at(remainder.len() / 2);
        let mut halves = Halves::new(self, upper, lower);
        halves.search()?;
        let chosen = halves.chosen.iter().zip(upper);
        let pairs = chosen
            .map(|(&(place, _), &a)| (members[a], members[lower[place]]))
            .collect();
        let down = halves.free.first().map(|place| members[lower[place]]);
        Some((pairs, down))
    }

    /// Whether the bracket below is served as well as can be if this member goes down (C8); `None` if that is not clear.
    fn serves_below(&mut self, place: usize) -> Option<bool> {
        if self.bracket.bye == Bye::Score(self.bracket.score()) || self.bracket.next.is_empty() {
            return Some(true);
        }
        let rank = self.bracket.members[place];
        self.completion.next_is_served(self.bracket, rank)
    }
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
        let sum = |group: &[usize], claims: &[Claims]| {
            group.iter().fold(Claims::default(), |mut sum, &place| {
                sum.add(claims[place]);
                sum
            })
        };
        Halves {
            free: Free::new(lower.len()),
            chosen: Vec::with_capacity(upper.len()),
            upper_left: sum(upper, &attempt.claims),
            lower_left: sum(lower, &attempt.claims),
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
        let members = &self.attempt.bracket.members;
        let (x, y) = (
            self.attempt.bracket.player(members[a]),
            self.attempt.bracket.player(members[b]),
        );
        let (mut upper, mut lower) = (self.upper_left, self.lower_left);
        upper.remove(self.attempt.claims[a]);
        lower.remove(self.attempt.claims[b]);
        let used = self.attempt.used.plus(Denied::of(x, y));
        used.plus(upper.denied_against(&lower))
            .within(self.attempt.bound)
    }

    fn choose(&mut self, place: usize) {
        let (a, b) = (self.upper[self.chosen.len()], self.lower[place]);
        let members = &self.attempt.bracket.members;
        let denied = Denied::of(
            self.attempt.bracket.player(members[a]),
            self.attempt.bracket.player(members[b]),
        );
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

/// White is counted first.
const _: () = assert!(Side::White as usize == 0 && Side::Black as usize == 1);
