//! The FIDE Dutch Swiss system (C.04.3).
//!
//! [`next_round`] pairs the players of a [`Field`] who are available. The absolute criteria (no rematch, no second bye, no
//! two equal absolute colour preferences) are never broken: where they cannot be kept, the answer is a [`NoPairing`].

mod colours;

use super::matching::{Graph, Matching};
use super::profile::Profile;
use super::{Field, NoPairing, Pair, PlayerNumber, RoundPairing};
use colours::seat;

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
    if let Some(fault) = field.fault() {
        return Err(NoPairing::Faulty(fault));
    }
    let state = State::new(field, edition)?;
    let matching = state.pair()?;
    Ok(state.round(&matching))
}

/// The players to be paired, in rank order (article 1.2), and which pairs are legal.
struct State<'f> {
    field: &'f Field,
    players: Vec<Profile>,
    legal: Graph,
}

impl<'f> State<'f> {
    fn new(field: &'f Field, _edition: Edition) -> Result<State<'f>, NoPairing> {
        let played = field.rounds_played();
        if played >= usize::from(field.rounds_total) {
            return Err(NoPairing::RoundsAreOver);
        }
        let mut players: Vec<Profile> = field
            .players
            .iter()
            .filter(|player| player.available)
            .map(|player| Profile::new(player, field, played))
            .collect();
        if players.len() < 2 {
            return Err(NoPairing::TooFewPlayers);
        }
        players.sort_by_key(|player| (std::cmp::Reverse(player.score), player.number));
        let last_round = played + 1 == usize::from(field.rounds_total);
        let legal = legal_pairs(&players, field, last_round, played);
        Ok(State {
            field,
            players,
            legal,
        })
    }

    /// The mate of every player, by rank; the bye is the vertex after the last player.
    fn pair(&self) -> Result<Vec<(usize, usize)>, NoPairing> {
        let mut matching = Matching::maximum(&self.legal);
        if !matching.is_perfect() {
            return Err(self.reason());
        }
        let count = self.players.len();
        let bye = count;
        let mut taken = vec![false; self.legal.size()];
        let mut pairs = Vec::new();
        if self.legal.size() > count {
            let receiver = (0..count)
                .rev()
                .find(|&player| matching.fix(player, bye))
                .expect("a perfect matching gives the bye to somebody");
            taken[receiver] = true;
            pairs.push((receiver, bye));
        }
        for player in 0..count {
            if taken[player] {
                continue;
            }
            taken[player] = true;
            let opponent = self
                .wishes(player, &taken)
                .into_iter()
                .find(|&opponent| matching.fix(player, opponent))
                .expect("a perfect matching gives everybody an opponent");
            taken[opponent] = true;
            pairs.push((player, opponent));
        }
        Ok(pairs)
    }

    /// Opponents in order of preference: the own score first, from its middle on; then the next scores from their top.
    fn wishes(&self, player: usize, taken: &[bool]) -> Vec<usize> {
        let score = self.players[player].score;
        let free = |&other: &usize| other > player && !taken[other];
        let same: Vec<usize> = (0..self.players.len())
            .filter(free)
            .filter(|&other| self.players[other].score == score)
            .collect();
        let lower = (0..self.players.len())
            .filter(free)
            .filter(|&other| self.players[other].score < score);
        let middle = same.len() / 2;
        let (first, second) = same.split_at(middle);
        second
            .iter()
            .chain(first.iter().rev())
            .copied()
            .chain(lower)
            .collect()
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
fn legal_pairs(players: &[Profile], field: &Field, last_round: bool, played: usize) -> Graph {
    let count = players.len();
    let odd = count % 2 == 1;
    let mut legal = Graph::new(count + usize::from(odd));
    let mut forbidden: Vec<(PlayerNumber, PlayerNumber)> = field
        .forbidden
        .iter()
        .flat_map(|&(a, b)| [(a, b), (b, a)])
        .collect();
    forbidden.sort_unstable();
    // A topscorer has more than half of what the rounds before the last could bring (article 1.8).
    let topscorer = |player: &Profile| {
        last_round && u64::from(player.score) > u64::try_from(played).unwrap_or(0)
    };
    for (rank, a) in players.iter().enumerate() {
        for (other, b) in players.iter().enumerate().skip(rank + 1) {
            let met = a.met.binary_search(&b.number).is_ok();
            let apart = forbidden.binary_search(&(a.number, b.number)).is_ok();
            let same_absolute = a.absolute().is_some() && a.absolute() == b.absolute();
            let excused = topscorer(a) || topscorer(b);
            if !met && !apart && (!same_absolute || excused) {
                legal.connect(rank, other);
            }
        }
        if odd && !a.bye_barred {
            legal.connect(rank, count);
        }
    }
    legal
}
