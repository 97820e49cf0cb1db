//! A bracket's best candidate without matchings, where it can be proved.
//!
//! Counting sides and floats gives a bound that no candidate can beat: everybody moved down is paired, at most one resident
//! goes down, no more preferences are denied than the majority forces, nobody floats again. Candidates are then tried
//! in the order of articles 3 and 4, and a branch is left only when counting shows that it cannot reach the bound. The
//! first candidate that reaches it is therefore the best one and the earliest of the best. Where none is found within a
//! bounded number of steps, this module says nothing and the exact one answers.

use super::bracket::{Bracket, Bye, same_preference, strong_denied};
use super::completion::Completion;
use super::exact::{self, Paired};
use super::halves::{self, Outcome};
use crate::pairing::Side;
use crate::pairing::profile::{Float, Profile, Strength};

/// How many players of a group are due each side, at least strongly or only mildly.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Claims {
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

    pub fn add(&mut self, other: Claims) {
        self.all += other.all;
        for side in 0..2 {
            self.mild[side] += other.mild[side];
            self.strong[side] += other.strong[side];
        }
    }

    pub fn remove(&mut self, other: Claims) {
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
    pub fn denied_against(&self, other: &Claims) -> Denied {
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
pub(super) struct Denied {
    pub any: usize,
    pub strong: usize,
}

impl Denied {
    pub fn of(a: &Profile, b: &Profile) -> Denied {
        Denied {
            any: usize::from(same_preference(a, b)),
            strong: usize::from(strong_denied(a, b)),
        }
    }

    pub fn plus(self, other: Denied) -> Denied {
        Denied {
            any: self.any + other.any,
            strong: self.strong + other.strong,
        }
    }

    pub fn within(self, bound: Denied) -> bool {
        self.any <= bound.any && self.strong <= bound.strong
    }
}

/// How many exchanges are looked into before giving up.
const EXCHANGES_MAX: usize = 32;

/// Pairs as ranks.
type Pairs = Vec<(usize, usize)>;

/// What a bracket looks like if everybody finds an opponent but, in an odd one, a resident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    odd: bool,
    /// The odd one gets the bye.
    bye_here: bool,
}

impl Shape {
    /// The shape, if nobody below needs more than that, and the round can then be completed.
    fn of<'s>(bracket: &Bracket<'s>, completion: &mut Completion<'s>) -> Option<Shape> {
        let odd = bracket.members.len() % 2 == 1;
        if bracket.collapsed || 2 * bracket.moved > bracket.members.len() {
            return None;
        }
        let bye_here = match bracket.bye {
            Bye::Nobody => false,
            Bye::Score(score) if score > bracket.score() => return None,
            Bye::Score(score) => score == bracket.score(),
            Bye::Anybody => bracket.next.is_empty(),
        };
        if odd != (bye_here || (odd && !bracket.next.is_empty())) {
            return None;
        }
        let completed = (odd && !bye_here) || completion.below(bracket, bye_here);
        completed.then_some(Shape { odd, bye_here })
    }
}

/// The best candidate, if counting proves it; or else by a matching of the bracket alone, where what lies below does not
/// depend on it.
pub(super) fn best<'s>(bracket: &Bracket<'s>, completion: &mut Completion<'s>) -> Option<Paired> {
    let shape = Shape::of(bracket, completion)?;
    if let Some(paired) = counted(bracket, completion, shape) {
        return Some(paired);
    }
    let goers = goers(bracket, completion, shape)?;
    exact::best_alone(bracket, shape.odd.then_some(goers.as_slice()))
}

/// Who may go down from a bracket without the bye or the next bracket suffering.
pub(super) enum Goers {
    /// The bracket is even: everybody has an opponent.
    Nobody,
    /// One of these, by place.
    Some(Vec<bool>),
}

/// The goers of a bracket from which nobody below needs more than that; `None` where that is not clear.
pub(super) fn clear_goers<'s>(
    bracket: &Bracket<'s>,
    completion: &mut Completion<'s>,
) -> Option<Goers> {
    let shape = Shape::of(bracket, completion)?;
    let goers = goers(bracket, completion, shape)?;
    Some(if shape.odd {
        Goers::Some(goers)
    } else {
        Goers::Nobody
    })
}

fn counted<'s>(
    bracket: &Bracket<'s>,
    completion: &mut Completion<'s>,
    shape: Shape,
) -> Option<Paired> {
    let mut attempt = Attempt::new(bracket, completion, shape)?;
    attempt.renew_steps();
    let mut pairs = attempt.pair_moved()?;
    let (rest, down) = attempt.pair_remainder(&pairs)?;
    pairs.extend(rest);
    Some(Paired {
        pairs,
        down: down.into_iter().collect(),
    })
}

/// Which members may go down without the bye (C5, C9) or the next bracket (C8) suffering, by place; `None` if that is not
/// clear for somebody.
fn goers<'s>(
    bracket: &Bracket<'s>,
    completion: &mut Completion<'s>,
    shape: Shape,
) -> Option<Vec<bool>> {
    let mut goers = vec![false; bracket.members.len()];
    if !shape.odd {
        return Some(goers);
    }
    if shape.bye_here {
        for place in receivers(bracket) {
            goers[place] = true;
        }
        return Some(goers);
    }
    for (place, &rank) in bracket.members.iter().enumerate().skip(bracket.moved) {
        goers[place] = completion.next_is_served(bracket, rank)?;
    }
    Some(goers)
}

/// The residents who may have the bye, with the fewest unplayed rounds of them where that counts (C9).
fn receivers(bracket: &Bracket<'_>) -> Vec<usize> {
    let bye = bracket.state.players.len();
    let mut fit: Vec<usize> = (bracket.moved..bracket.members.len())
        .filter(|&place| bracket.may_meet(bracket.members[place], bye))
        .collect();
    if bracket.bye != Bye::Anybody {
        let unplayed = |place: usize| bracket.player(bracket.members[place]).unplayed;
        let fewest = fit.iter().map(|&place| unplayed(place)).min();
        fit.retain(|&place| Some(unplayed(place)) == fewest);
    }
    fit
}

pub(super) struct Attempt<'b, 's, 'c> {
    pub bracket: &'b Bracket<'s>,
    completion: &'c mut Completion<'s>,
    pub claims: Vec<Claims>,
    pub bound: Denied,
    pub used: Denied,
    /// Which members may go down, by place; nobody where the bracket is even.
    pub may_go: Vec<bool>,
    /// Steps left before giving up.
    steps: usize,
}

impl<'b, 's, 'c> Attempt<'b, 's, 'c> {
    /// The bounds of a bracket.
    fn new(
        bracket: &'b Bracket<'s>,
        completion: &'c mut Completion<'s>,
        shape: Shape,
    ) -> Option<Attempt<'b, 's, 'c>> {
        let members = &bracket.members;
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
        let mut attempt = Attempt {
            bracket,
            completion,
            claims,
            bound,
            used: Denied::default(),
            may_go: vec![false; members.len()],
            steps: 0,
        };
        if shape.odd {
            attempt.choose_who_may_go(all, shape)?;
        }
        Some(attempt)
    }

    /// Those who may go down without any criterion suffering: by sides (C12), then by the bye (C9), then by earlier
    /// floats (C14, C16).
    fn choose_who_may_go(&mut self, all: Claims, shape: Shape) -> Option<()> {
        let bracket = self.bracket;
        let mut fit: Vec<usize> = if shape.bye_here {
            receivers(bracket)
        } else {
            (bracket.moved..bracket.members.len()).collect()
        };
        let player = |place: usize| bracket.player(bracket.members[place]);
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

    /// A new allowance of steps.
    pub fn renew_steps(&mut self) {
        self.steps = 16 * self.bracket.members.len() + 1024;
    }

    pub fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    /// What a pair denies.
    pub fn denied(&self, a: usize, b: usize) -> Denied {
        let members = &self.bracket.members;
        let (a, b) = (members[a], members[b]);
        Denied::of(self.bracket.player(a), self.bracket.player(b))
    }

    /// The claims of some members together.
    pub fn sum(&self, places: &[usize]) -> Claims {
        places.iter().fold(Claims::default(), |mut sum, &place| {
            sum.add(self.claims[place]);
            sum
        })
    }

    /// C1 to C3, and no pair of two who must have the same side (C10, C11).
    pub fn fits(&self, a: usize, b: usize) -> bool {
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
    fn pair_remainder(&mut self, moved_pairs: &[(usize, usize)]) -> Option<(Pairs, Option<usize>)> {
        let bracket = self.bracket;
        let members = &bracket.members;
        let mut taken = vec![false; members.len()];
        for (place, rank) in members.iter().enumerate() {
            taken[place] = moved_pairs.iter().any(|pair| pair.1 == *rank);
        }
        let remainder: Vec<usize> = (self.bracket.moved..members.len())
            .filter(|&place| !taken[place])
            .collect();
        let half = remainder.len() / 2;
        let found = match halves::fold(self, &remainder[..half], &remainder[half..]) {
            Outcome::Found(found) => Some((remainder[..half].to_vec(), found)),
            Outcome::Impossible => self.exchange(&remainder, half),
            Outcome::Unclear => None,
        };
        let (upper, (order, spare)) = found?;
        let pairs = order.iter().zip(&upper);
        let pairs = pairs.map(|(&b, &a)| (members[a], members[b])).collect();
        Some((pairs, spare.map(|place| members[place])))
    }

    /// One exchange (article 4.3): the smallest difference of BSNs first, of these the lowest one going.
    fn exchange(
        &mut self,
        remainder: &[usize],
        half: usize,
    ) -> Option<(Vec<usize>, halves::Found)> {
        let (upper, lower) = (self.sum(&remainder[..half]), self.sum(&remainder[half..]));
        let mut tries = EXCHANGES_MAX;
        for difference in 1..remainder.len() {
            for going in (half.saturating_sub(difference)..half).rev() {
                let Some(&comes) = remainder.get(going + difference) else {
                    continue;
                };
                let goes = remainder[going];
                let (mut first, mut second) = (upper, lower);
                first.remove(self.claims[goes]);
                first.add(self.claims[comes]);
                second.remove(self.claims[comes]);
                second.add(self.claims[goes]);
                let forced = self.used.plus(first.denied_against(&second));
                if !forced.within(self.bound) {
                    continue;
                }
                tries = tries.checked_sub(1)?;
                let is_upper =
                    |place: &usize| (*place < remainder[half] && *place != goes) || *place == comes;
                let (first, second): (Vec<usize>, Vec<usize>) =
                    remainder.iter().partition(|place| is_upper(place));
                match halves::fold(self, &first, &second) {
                    Outcome::Found(found) => return Some((first, found)),
                    Outcome::Impossible => {}
                    Outcome::Unclear => return None,
                }
            }
        }
        None
    }

    /// Whether the bracket below is served as well as can be if this member goes down (C8); `None` if that is not clear.
    pub fn serves_below(&mut self, place: usize) -> Option<bool> {
        if self.bracket.bye == Bye::Score(self.bracket.score()) || self.bracket.next.is_empty() {
            return Some(true);
        }
        let rank = self.bracket.members[place];
        self.completion.next_is_served(self.bracket, rank)
    }
}

/// White is counted first.
const _: () = assert!(Side::White as usize == 0 && Side::Black as usize == 1);
