//! The FIDE Dutch Swiss system (C.04.3).
//!
//! [`next_round`] pairs the players of a [`Field`] who are available. The absolute criteria (no rematch, no second bye, no
//! two equal absolute colour preferences) are never broken: where they cannot be kept, the answer is a [`NoPairing`].

pub mod baku;
mod bracket;
mod colours;
mod completion;
mod exact;
mod explain;
mod halves;
#[cfg(test)]
mod letter;
mod quick;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::matching::{Graph, Matching};
use super::profile::{Profile, Scores};
use super::weighted::Budget;
use super::{Field, NoPairing, Pair, PlayerNumber, RoundPairing, Side};
use bracket::{Bracket, Bye};
pub use colours::ColourRule;
use colours::seat;
use completion::Completion;
use exact::Paired;
pub use explain::{CameDown, Criterion, Explanation, Why, explain, explain_round};

/// Which edition of the rules pairs a tournament; it stays the same for all its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Edition {
    /// The rules until 31 January 2026.
    Y2017,
    /// The rules in force since 1 February 2026.
    #[default]
    Y2026,
}

/// Pairs the next round.
pub fn next_round(field: &Field, edition: Edition) -> Result<RoundPairing, NoPairing> {
    let state = State::prepare(field, edition)?;
    let pairs = state.pair()?;
    Ok(state.round(&pairs))
}

/// The players to be paired, in rank order (article 1.2), and which pairs are legal.
struct State<'f> {
    field: &'f Field,
    edition: Edition,
    players: Vec<Profile>,
    /// Criteria C1 to C3 over ranks; with an odd number of players the bye is one more vertex.
    legal: Graph,
    /// The last round is to be paired and there are topscorers (article 1.8).
    topscorers_play: bool,
    /// What weighted matchings may still cost.
    budget: Budget,
}

/// What the weighted matchings of one round may cost: about three seconds. The hardest of 1,400 rounds of random tournaments of
/// up to 10,000 players took a twenty-fifth of it. States made to be hard take it all from 600 players on (two halves of
/// whom nobody may meet anybody of the other half) or from 1,000 on (eight legal opponents for each).
const PAIRING_BUDGET: u64 = 3_000_000_000;

impl<'f> State<'f> {
    fn prepare(field: &'f Field, edition: Edition) -> Result<State<'f>, NoPairing> {
        if let Some(fault) = field.fault() {
            return Err(NoPairing::Faulty(fault));
        }
        let played = field.rounds_played();
        if played >= usize::from(field.rounds_total) {
            return Err(NoPairing::RoundsAreOver);
        }
        let scores = Scores::of(field);
        let mut players: Vec<Profile> = field
            .players
            .iter()
            .filter(|player| player.available)
            .map(|player| Profile::new(player, field, &scores, edition))
            .collect();
        if players.len() < 2 {
            return Err(NoPairing::TooFewPlayers);
        }
        players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.number));
        let last_round = played + 1 == usize::from(field.rounds_total);
        let topscorer = |player: &Profile| last_round && player.score as usize > played;
        let legal = legal_pairs(&players, field, topscorer);
        Ok(State {
            field,
            edition,
            topscorers_play: players.iter().any(topscorer),
            players,
            legal,
            budget: Budget::new(PAIRING_BUDGET),
        })
    }

    /// Everybody's opponent as ranks; the bye is the rank after the last player.
    fn pair(&self) -> Result<Vec<(usize, usize)>, NoPairing> {
        let count = self.players.len();
        let mut pairs = Vec::new();
        let mut down = Vec::new();
        for (_, paired) in self.brackets()? {
            pairs.extend(paired.pairs);
            down = paired.down;
        }
        let odd = count % 2;
        assert_eq!(down.len(), odd, "a complete round leaves only the bye");
        pairs.extend(down.into_iter().map(|receiver| (receiver, count)));
        let legal = pairs.iter().all(|&(a, b)| self.legal.has(a, b));
        assert!(legal, "the absolute criteria are never broken");
        Ok(pairs)
    }

    /// The brackets from the top down, each with its pairs.
    fn brackets(&self) -> Result<Vec<(Bracket<'_>, Paired)>, NoPairing> {
        let bye = match (self.bye_score()?, self.edition) {
            (None, _) => Bye::Nobody,
            (Some(score), Edition::Y2026) => Bye::Score(score),
            (Some(_), Edition::Y2017) => Bye::Anybody,
        };
        let count = self.players.len();
        let mut brackets: Vec<(Bracket<'_>, Paired)> = Vec::new();
        let mut completion = Completion::new(self);
        let mut start = 0;
        while start < count {
            let end = self.group_end(start);
            let mut members = brackets
                .last()
                .map_or(Vec::new(), |last| last.1.down.clone());
            let moved = members.len();
            members.extend(start..end);
            let bracket = Bracket {
                state: self,
                members,
                moved,
                next: end..self.group_end(end),
                rest: self.group_end(end)..count,
                bye,
                collapsed: false,
            };
            match self.bracket(&bracket, &mut completion)? {
                Some(paired) => brackets.push((bracket, paired)),
                None => {
                    brackets.extend(self.collapse(bracket)?);
                    break;
                }
            }
            start = end;
        }
        Ok(brackets)
    }

    /// A bracket's pairs; `None` where by the rules of 2017 the field below has to collapse.
    fn bracket<'s>(
        &'s self,
        bracket: &Bracket<'s>,
        completion: &mut Completion<'s>,
    ) -> Result<Option<Paired>, NoPairing> {
        if let Some(paired) = quick::best(bracket, completion) {
            return Ok(Some(paired));
        }
        let last = bracket.next.is_empty() && bracket.rest.is_empty();
        let paired = match self.edition {
            Edition::Y2017 if !last => exact::best_near(bracket),
            Edition::Y2017 | Edition::Y2026 => exact::best(bracket),
        };
        let paired = paired.ok_or(NoPairing::TooEntangled)?;
        let completed = match self.edition {
            Edition::Y2026 => true,
            Edition::Y2017 => last || self.completes(&paired.down, bracket.next.start, bracket.bye),
        };
        Ok(completed.then_some(paired))
    }

    /// Whether some downfloaters and everybody from a rank on can be paired.
    fn completes(&self, down: &[usize], from: usize, bye: Bye) -> bool {
        let below = Bracket {
            state: self,
            members: Vec::new(),
            moved: 0,
            next: from..from,
            rest: from..self.players.len(),
            bye,
            collapsed: false,
        };
        below.completes(down)
    }

    /// The last two brackets of 2017 (its article A.9): the bracket whose downfloaters did not allow the round to be
    /// completed is paired again with completion first, then everybody below as one bracket.
    fn collapse<'s>(
        &'s self,
        bracket: Bracket<'s>,
    ) -> Result<[(Bracket<'s>, Paired); 2], NoPairing> {
        let (below, count) = (bracket.next.start, self.players.len());
        let penultimate = Bracket {
            next: below..below,
            rest: below..count,
            ..bracket
        };
        let paired = exact::best(&penultimate).ok_or(NoPairing::TooEntangled)?;
        let moved = paired.down.len();
        let mut members = paired.down.clone();
        members.extend(below..count);
        let last = Bracket {
            state: self,
            members,
            moved,
            next: count..count,
            rest: count..count,
            bye: penultimate.bye,
            collapsed: true,
        };
        let last_paired = exact::best(&last).ok_or(NoPairing::TooEntangled)?;
        Ok([(penultimate, paired), (last, last_paired)])
    }

    /// The end of the scoregroup that starts at a rank.
    fn group_end(&self, start: usize) -> usize {
        let Some(first) = self.players.get(start) else {
            return start;
        };
        let group = |player: &&Profile| player.score == first.score;
        start + self.players[start..].iter().take_while(group).count()
    }

    /// C4 and C5: whether the round can be completed at all, and the lowest score the bye can go to.
    fn bye_score(&self) -> Result<Option<u32>, NoPairing> {
        let Some(mut matching) = Matching::perfect(&self.legal) else {
            return Err(self.reason());
        };
        let count = self.players.len();
        if self.legal.size() == count {
            return Ok(None);
        }
        let receiver = (0..count)
            .rev()
            .find(|&player| matching.fix(player, count))
            .expect("a perfect matching gives the bye to somebody");
        Ok(Some(self.players[receiver].score))
    }

    /// Why no perfect matching exists, as far as one sentence can say it.
    fn reason(&self) -> NoPairing {
        let count = self.players.len();
        if self.legal.size() > count && self.legal.neighbours(count).next().is_none() {
            return NoPairing::NobodyMayHaveTheBye;
        }
        let stuck: Vec<PlayerNumber> = (0..count)
            .filter(|&player| self.legal.neighbours(player).next().is_none())
            .map(|player| self.players[player].number)
            .collect();
        if stuck.is_empty() {
            NoPairing::NoCompletePairing
        } else {
            NoPairing::NoOpponentLeft(stuck)
        }
    }

    /// Sides for the pairs, and the boards in order: the better player's score, the sum of scores, the better
    /// player's rank (C.04.2).
    fn round(&self, pairs: &[(usize, usize)]) -> RoundPairing {
        let count = self.players.len();
        let mut round = RoundPairing::default();
        let mut boards = Vec::new();
        for &(first, second) in pairs {
            let (upper, lower) = (first.min(second), first.max(second));
            if lower == count {
                round.bye = Some(self.players[upper].number);
                continue;
            }
            let (a, b) = (&self.players[upper], &self.players[lower]);
            let key = (a.score, a.score + b.score, std::cmp::Reverse(upper));
            let side = seat(a, b, self.field.initial_side).0;
            boards.push((key, Pair::with_side(a.number, b.number, side)));
        }
        boards.sort_by_key(|board| std::cmp::Reverse(board.0));
        round.pairs = boards.into_iter().map(|board| board.1).collect();
        round
    }
}

/// Criteria C1 to C3 as a graph over ranks; with an odd number of players the bye is one more vertex.
fn legal_pairs(players: &[Profile], field: &Field, topscorer: impl Fn(&Profile) -> bool) -> Graph {
    let count = players.len();
    let odd = count % 2 == 1;
    let mut legal = Graph::complete(count + usize::from(odd));
    let rank_of: BTreeMap<PlayerNumber, usize> = players
        .iter()
        .enumerate()
        .map(|(rank, player)| (player.number, rank))
        .collect();
    let of = |number: &PlayerNumber| rank_of.get(number).copied();
    for (rank, player) in players.iter().enumerate() {
        for other in player
            .met
            .iter()
            .filter_map(of)
            .filter(|&other| other != rank)
        {
            legal.cut(rank, other);
        }
        if odd && player.bye_barred {
            legal.cut(rank, count);
        }
    }
    for (a, b) in &field.forbidden {
        if let (Some(a), Some(b)) = (of(a), of(b))
            && a != b
        {
            legal.cut(a, b);
        }
    }
    for side in [Side::White, Side::Black] {
        // Topscorers may meet anybody, and anybody may meet them (C3).
        let absolute = |rank: &usize| {
            let player = &players[*rank];
            player.absolute() == Some(side) && !topscorer(player)
        };
        let due: Vec<usize> = (0..count).filter(absolute).collect();
        legal.separate(&due);
    }
    legal
}
