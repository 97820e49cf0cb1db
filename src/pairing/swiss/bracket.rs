//! One bracket (article 1.3) and what its pairs are measured by (article 2).

use super::State;
use crate::pairing::matching::{Graph, Matching};
use crate::pairing::profile::{Float, Profile, Strength};
use std::ops::Range;

/// Who may get the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bye {
    /// The number of players is even.
    Nobody,
    /// Only players with the lowest possible score (C5 of 2026).
    Score(u32),
    /// Whoever is not barred (2017).
    Anybody,
}

/// A bracket: the players moved down and one scoregroup, with what lies below it. Players are ranks in the state; the
/// bye is the rank after the last player.
pub(super) struct Bracket<'s> {
    pub state: &'s State<'s>,
    /// The players moved down, then the residents, each in rank order. Their place here is their BSN (article 4.1).
    pub members: Vec<usize>,
    /// How many were moved down.
    pub moved: usize,
    /// The next scoregroup.
    pub next: Range<usize>,
    /// The ranks after the next scoregroup, without the bye.
    pub rest: Range<usize>,
    /// Who may get the bye.
    pub bye: Bye,
    /// The residents have different scores: the collapsed last bracket of 2017 (its article A.9).
    pub collapsed: bool,
}

/// What a pair is to a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A pair of the bracket: a player moved down and a resident.
    Moved,
    /// A pair of the bracket: two residents.
    Residents,
    /// A pair of the next bracket.
    Next,
    /// Elsewhere; it matters only for completing the round.
    Below,
}

/// One number by which candidates are compared; greater is better. In the order of the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// C4: everybody has an opponent, or the bye.
    Complete,
    /// C6: pairs.
    Pairs,
    /// C7: paired players moved down from this score.
    MovedPaired(u32),
    /// C7 in a collapsed bracket: pairs and downfloaters with this score difference, as few as can be (A.8 of 2017).
    Difference(u32),
    /// C8: pairs of the next bracket.
    NextPairs,
    /// C8: downfloaters of this score paired in the next bracket.
    NextPaired(u32),
    /// C9: the bye to a player with few unplayed rounds.
    ByeUnplayed,
    /// C10, C11: topscorers and their opponents with a side too often, or three times running.
    TopDifference,
    TopThird,
    /// C12, C13: preferences, and strong ones.
    Preferences,
    StrongPreferences,
    /// C14 (back 0) and C16 (back 1): residents who floated down and are not to do so again.
    DownAgain(usize),
    /// C15 and C17: residents who floated up.
    UpAgain(usize),
    /// C18 and C20: players moved down who floated down, by their score.
    MovedAgain(usize, u32),
    /// C18 and C20 in a collapsed bracket, by the score difference.
    DownAgainBy(usize, u32),
    /// C19 and C21: the scores of the opponents of residents who floated up.
    UpAgainFrom(usize, u32),
}

impl<'s> Bracket<'s> {
    pub fn player(&self, rank: usize) -> &'s Profile {
        &self.state.players[rank]
    }

    /// Criteria C1 to C3, with the bye only for those with the score it goes to (C5).
    pub fn may_meet(&self, upper: usize, lower: usize) -> bool {
        self.state.legal.has(upper, lower)
            && match self.bye {
                Bye::Score(score) if lower == self.state.players.len() => {
                    self.player(upper).score == score
                }
                Bye::Nobody | Bye::Score(_) | Bye::Anybody => true,
            }
    }

    /// Whether some players left over and everybody below the next scoregroup can be paired, one of them with the bye
    /// if it is still to be given (C4).
    pub fn completes(&self, left: &[usize]) -> bool {
        let mut ranks = left.to_vec();
        ranks.extend(self.rest.clone());
        if self.bye != Bye::Nobody {
            ranks.push(self.state.players.len());
        }
        let mut graph = Graph::new(ranks.len());
        for (a, &upper) in ranks.iter().enumerate() {
            for (b, &lower) in ranks.iter().enumerate().skip(a + 1) {
                let both_left = upper < self.next.start && lower < self.next.start;
                if !both_left && self.may_meet(upper, lower) {
                    graph.connect(a, b);
                }
            }
        }
        Matching::perfect(&graph).is_some()
    }

    /// The same bracket without anything below; where it is odd, one member has the spare place of the bye.
    pub fn alone(&self, odd: bool) -> Bracket<'s> {
        Bracket {
            state: self.state,
            members: self.members.clone(),
            moved: self.moved,
            next: 0..0,
            rest: 0..0,
            bye: if odd { Bye::Anybody } else { Bye::Nobody },
            collapsed: false,
        }
    }

    fn residents(&self) -> &[usize] {
        &self.members[self.moved..]
    }

    /// The residents' score.
    pub fn score(&self) -> u32 {
        self.player(self.members[self.moved]).score
    }

    /// What a downfloater's score differs by from one point less than the lowest score of the bracket (A.8 of 2017).
    fn float_difference(&self, player: &Profile) -> u32 {
        let lowest = self
            .members
            .last()
            .map_or(0, |&rank| self.player(rank).score);
        player.score - lowest + 2
    }

    /// All score differences of a collapsed bracket, greatest first.
    fn differences(&self) -> Vec<u32> {
        if !self.collapsed {
            return Vec::new();
        }
        let top = self
            .members
            .iter()
            .map(|&rank| self.player(rank).score)
            .max();
        let lowest = self
            .members
            .iter()
            .map(|&rank| self.player(rank).score)
            .min();
        (1..=top.unwrap_or(0) - lowest.unwrap_or(0) + 2)
            .rev()
            .collect()
    }

    /// The scores of the players moved down, highest first.
    fn levels(&self) -> Vec<u32> {
        let mut levels: Vec<u32> = self.members[..self.moved]
            .iter()
            .map(|&rank| self.player(rank).score)
            .collect();
        levels.dedup();
        levels
    }

    /// How many of some players have something.
    fn count(&self, players: &[usize], has: impl Fn(&Profile) -> bool) -> u64 {
        players
            .iter()
            .filter(|&&rank| has(self.player(rank)))
            .count() as u64
    }

    /// The measures that can differ between candidates, in order, each with the greatest difference it can make.
    pub fn measures(&self, whole: bool, bye_decides: bool) -> Vec<(Measure, u64)> {
        let (all, pairs) = (self.members.len() as u64, self.members.len() as u64 / 2);
        let moved = &self.members[..self.moved];
        let levels = self.levels();
        let at = |score: u32| move |player: &Profile| player.score == score;
        let mut list = Vec::new();
        if whole {
            let players = all + (self.next.len() + self.rest.len()) as u64 + 1;
            list.push((Measure::Complete, players / 2));
        }
        list.push((Measure::Pairs, pairs));
        let differences = self.differences();
        for &score in levels.iter().filter(|_| !self.collapsed) {
            list.push((Measure::MovedPaired(score), self.count(moved, at(score))));
        }
        list.extend(
            differences
                .iter()
                .map(|&d| (Measure::Difference(d), 2 * all)),
        );
        if !self.next.is_empty() {
            list.push((Measure::NextPairs, (all + self.next.len() as u64) / 2));
            for &score in levels.iter().chain([&self.score()]) {
                let count = self.count(&self.members, at(score));
                list.push((Measure::NextPaired(score), count));
            }
        }
        if bye_decides {
            let residents = self.residents().iter();
            let unplayed = residents.map(|&rank| u64::from(self.player(rank).unplayed));
            list.push((Measure::ByeUnplayed, unplayed.sum()));
        }
        if self.state.topscorers_play {
            list.push((Measure::TopDifference, pairs));
            list.push((Measure::TopThird, pairs));
        }
        list.push((Measure::Preferences, pairs));
        list.push((Measure::StrongPreferences, pairs));
        for back in [0, 1] {
            let down = self.count(self.residents(), |player| {
                player.floats[back] == Float::Down
            });
            list.push((Measure::DownAgain(back), down));
            list.push((Measure::UpAgain(back), self.upfloated(back)));
        }
        if self.collapsed {
            for back in [0, 1] {
                let down = |&d: &u32| (Measure::DownAgainBy(back, d), 2 * all);
                list.extend(differences.iter().map(down));
                let up = |&d: &u32| (Measure::UpAgainFrom(back, d), pairs);
                list.extend(differences.iter().map(up));
            }
            return list;
        }
        for back in [0, 1] {
            for &score in &levels {
                let again =
                    |player: &Profile| player.score == score && player.floats[back] == Float::Down;
                list.push((Measure::MovedAgain(back, score), self.count(moved, again)));
            }
            for &score in &levels {
                let most = self.count(moved, at(score)).min(self.upfloated(back));
                list.push((Measure::UpAgainFrom(back, score), most));
            }
        }
        list.retain(|entry| entry.1 > 0);
        list
    }

    /// How many residents floated up and could meet somebody moved down.
    fn upfloated(&self, back: usize) -> u64 {
        let up = self.count(self.residents(), |player| player.floats[back] == Float::Up);
        if self.collapsed {
            up
        } else {
            up.min(self.moved as u64)
        }
    }

    /// What a pair adds to a measure; `upper` ranks above `lower`.
    pub fn value(&self, measure: Measure, place: Place, upper: usize, lower: usize) -> i64 {
        match (measure, place) {
            (Measure::Complete, _) => return 1,
            (Measure::NextPairs, Place::Next) => return 1,
            (Measure::NextPaired(score), Place::Next) => {
                let member = upper < self.next.start && self.player(upper).score == score;
                return i64::from(member);
            }
            (_, Place::Next | Place::Below) => return 0,
            (_, Place::Moved | Place::Residents) => {}
        }
        let (a, b) = (self.player(upper), self.player(lower));
        let moved = place == Place::Moved;
        let floats = a.score > b.score;
        let down = |player: &Profile, back: usize| i64::from(player.floats[back] == Float::Down);
        let up = |back: usize| floats && b.floats[back] == Float::Up;
        match measure {
            Measure::Complete | Measure::NextPairs | Measure::NextPaired(_) => 0,
            Measure::Pairs => 1,
            Measure::MovedPaired(score) => i64::from(moved && a.score == score),
            Measure::Difference(difference) => {
                let floated = |player| i64::from(self.float_difference(player) == difference);
                floated(a) + floated(b) - i64::from(a.score - b.score == difference)
            }
            Measure::ByeUnplayed => {
                let upper = if moved { 0 } else { i64::from(a.unplayed) };
                upper + i64::from(b.unplayed)
            }
            Measure::TopDifference => -i64::from(both_too_often(a, b)),
            Measure::TopThird => -i64::from(third_running(a, b)),
            Measure::Preferences => -i64::from(same_preference(a, b)),
            Measure::StrongPreferences => -i64::from(strong_denied(a, b)),
            Measure::DownAgain(back) => down(b, back) + if floats { 0 } else { down(a, back) },
            Measure::UpAgain(back) => -i64::from(up(back)),
            Measure::MovedAgain(back, score) => {
                i64::from(moved && a.score == score) * down(a, back)
            }
            Measure::DownAgainBy(back, difference) => {
                let spared = |player| {
                    i64::from(self.float_difference(player) == difference) * down(player, back)
                };
                let made = i64::from(floats && a.score - b.score == difference) * down(a, back);
                spared(a) + spared(b) - made
            }
            Measure::UpAgainFrom(back, difference) if self.collapsed => {
                -i64::from(up(back) && self.float_difference(a) == difference)
            }
            Measure::UpAgainFrom(back, score) => -i64::from(up(back) && a.score == score),
        }
    }
}

/// C12: both prefer the same side, so one of them is denied it.
pub(super) fn same_preference(a: &Profile, b: &Profile) -> bool {
    match (a.preference, b.preference) {
        (Some(a), Some(b)) => a.side == b.side,
        (Some(_) | None, None) | (None, Some(_)) => false,
    }
}

fn is_absolute(player: &Profile) -> bool {
    player.absolute().is_some()
}

/// C13: a strong preference is denied: both have at least a strong one for the same side, and not both an absolute one.
pub(super) fn strong_denied(a: &Profile, b: &Profile) -> bool {
    let at_least_strong = |player: &Profile| {
        player
            .preference
            .is_some_and(|preference| preference.strength >= Strength::Strong)
    };
    same_preference(a, b)
        && at_least_strong(a)
        && at_least_strong(b)
        && !(is_absolute(a) && is_absolute(b))
}

/// C10: both have had the same side too often already; one will have it three times more often.
fn both_too_often(a: &Profile, b: &Profile) -> bool {
    same_preference(a, b) && a.difference.abs() > 1 && b.difference.abs() > 1
}

/// C11: both must have the same side, and the one who will not get it had the other one twice running.
fn third_running(a: &Profile, b: &Profile) -> bool {
    if !same_preference(a, b) || !is_absolute(a) || !is_absolute(b) {
        return false;
    }
    let twice = |player: &Profile| {
        let sides = &player.sides;
        sides.len() >= 2 && sides[sides.len() - 1] == sides[sides.len() - 2]
    };
    match a.difference.abs().cmp(&b.difference.abs()) {
        std::cmp::Ordering::Less => twice(a),
        std::cmp::Ordering::Greater => twice(b),
        std::cmp::Ordering::Equal => twice(a) && twice(b),
    }
}
