//! Why a player got this opponent, this side, or the bye.

use super::bracket::{Bracket, Bye, Measure};
use super::colours::{ColourRule, seat};
use super::completion::Completion;
use super::exact::Paired;
use super::exact::asked::{Cost, Demand, cost};
use super::quick::{Goers, clear_goers};
use super::{Edition, State};
use crate::pairing::{Field, NoPairing, Pair, PlayerNumber};
use std::collections::BTreeSet;
use std::fmt;

/// What the matchings of one explanation may cost: somebody waits for the answer, and the desk with them. It is a sixth of a
/// second at most.
const EXPLAINING_BUDGET: u64 = 150_000_000;

/// One player's round, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The higher ranked one of the pair, or who has the bye.
    pub higher: PlayerNumber,
    /// The lower ranked one; nobody with the bye.
    pub lower: Option<PlayerNumber>,
    /// The two with their sides; none with the bye.
    pub pair: Option<Pair>,
    /// The score of the bracket they were paired in, in half points.
    pub bracket_halves: u32,
    /// Where the higher ranked one came down from, and why.
    pub came_down: Option<CameDown>,
    /// Why these two, or why this one has the bye.
    pub why: Why,
    /// The rule that gave the sides (article 5.2).
    pub colour: Option<ColourRule>,
}

/// A player went down a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CameDown {
    /// From this score, in half points.
    pub from_halves: u32,
    /// For this reason, in the bracket of that score.
    pub why: Why,
}

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The order of the bracket: the upper half meets the lower half, the last one is left over.
    Order,
    /// In order it would have been another player, but the two have met before (C1).
    MetBefore(PlayerNumber),
    /// In order it would have been another player, but both must have the same side (C3).
    SameSideDue(PlayerNumber),
    /// In order it would have been another player, but the director keeps the two apart.
    KeptApart(PlayerNumber),
    /// In order it would have been another player, but that one was needed by somebody higher.
    Needed {
        /// Who would have been in order.
        wanted: PlayerNumber,
        /// Whose opponent that player is.
        by: PlayerNumber,
    },
    /// In order it would have been another player, but then a criterion would be kept less well.
    Worse {
        /// Who would have been in order.
        wanted: PlayerNumber,
        /// What would suffer.
        criterion: Criterion,
    },
    /// In order it would have been another player, but the criteria put others together. Which of them decided is not worked
    /// out in so large a bracket.
    Weighed(PlayerNumber),
    /// More pairs were not possible in the bracket (C6), or the players below need somebody (C4).
    NoMorePairs,
}

/// The criteria of article 2 that can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Criterion {
    /// C4: the round must be completed.
    Completion,
    /// C5: the bye goes to the lowest score it can.
    ByeScore,
    /// C6: as many pairs as possible.
    Pairs,
    /// C7: those left over have low scores.
    DownfloaterScores,
    /// C8: the next bracket can be paired well.
    NextBracket,
    /// C9: the bye goes to somebody with few unplayed rounds.
    ByeUnplayed,
    /// C10: topscorers' colour differences.
    TopDifference,
    /// C11: topscorers do not get a side three times running.
    TopThird,
    /// C12: colour preferences.
    Preferences,
    /// C13: strong colour preferences.
    StrongPreferences,
    /// C14, C16: nobody floats down again.
    DownAgain,
    /// C15, C17: nobody floats up again.
    UpAgain,
    /// C18 to C21: those who must float again do so by little.
    FloatDifferences,
}

impl Criterion {
    fn of(measure: Measure) -> Criterion {
        match measure {
            Measure::Complete => Criterion::Completion,
            Measure::Pairs => Criterion::Pairs,
            Measure::MovedPaired(_) | Measure::Difference(_) => Criterion::DownfloaterScores,
            Measure::NextPairs | Measure::NextPaired(_) => Criterion::NextBracket,
            Measure::ByeUnplayed => Criterion::ByeUnplayed,
            Measure::TopDifference => Criterion::TopDifference,
            Measure::TopThird => Criterion::TopThird,
            Measure::Preferences => Criterion::Preferences,
            Measure::StrongPreferences => Criterion::StrongPreferences,
            Measure::DownAgain(_) => Criterion::DownAgain,
            Measure::UpAgain(_) => Criterion::UpAgain,
            Measure::MovedAgain(..) | Measure::DownAgainBy(..) | Measure::UpAgainFrom(..) => {
                Criterion::FloatDifferences
            }
        }
    }
}

/// Why a player has this opponent and side, or the bye, in the next round; `None` for somebody who is not paired.
pub fn explain(
    field: &Field,
    edition: Edition,
    number: PlayerNumber,
) -> Result<Option<Explanation>, NoPairing> {
    let state = State::prepare(field, edition)?;
    let brackets = state.brackets()?;
    let rank = state.players.iter().position(|p| p.number == number);
    let mut completion = Completion::new(&state);
    Ok(rank.map(|rank| explained(&state, &brackets, &mut completion, rank)))
}

/// The whole next round, explained: one for each pair and one for the bye, from the highest ranked player down.
pub fn explain_round(field: &Field, edition: Edition) -> Result<Vec<Explanation>, NoPairing> {
    let state = State::prepare(field, edition)?;
    let brackets = state.brackets()?;
    let lower: BTreeSet<usize> = brackets
        .iter()
        .flat_map(|(_, paired)| paired.pairs.iter().map(|pair| pair.1))
        .collect();
    let higher = (0..state.players.len()).filter(|rank| !lower.contains(rank));
    let mut completion = Completion::new(&state);
    Ok(higher
        .map(|rank| explained(&state, &brackets, &mut completion, rank))
        .collect())
}

fn explained<'s>(
    state: &'s State<'s>,
    brackets: &[(Bracket<'s>, Paired)],
    completion: &mut Completion<'s>,
    rank: usize,
) -> Explanation {
    state.budget.renew(EXPLAINING_BUDGET);
    let place = brackets.iter().position(|(_, paired)| {
        let mut pairs = paired.pairs.iter();
        pairs.any(|&(a, b)| a == rank || b == rank)
    });
    let (place, higher, lower) = match place {
        Some(place) => {
            let mut pairs = brackets[place].1.pairs.iter();
            let pair = pairs.find(|&&(a, b)| a == rank || b == rank);
            let &(a, b) = pair.expect("the bracket has the player's pair");
            (place, a, Some(b))
        }
        None => (brackets.len() - 1, rank, None),
    };
    let number = |rank: usize| state.players[rank].number;
    let seated = lower.map(|lower| {
        let (a, b) = (&state.players[higher], &state.players[lower]);
        let (side, rule) = seat(a, b, state.field.initial_side);
        (Pair::with_side(a.number, b.number, side), rule)
    });
    let left = brackets[..place]
        .iter()
        .rev()
        .find(|(_, paired)| paired.down.contains(&higher));
    let came_down = left
        .filter(|_| lower.is_some())
        .map(|(bracket, paired)| CameDown {
            from_halves: state.players[higher].score,
            why: why_down(bracket, paired, completion, higher),
        });
    let (bracket, paired) = &brackets[place];
    let why = match lower {
        Some(lower) => why_pair(bracket, paired, completion, (higher, lower)),
        None => why_bye(brackets, completion, higher),
    };
    Explanation {
        higher: number(higher),
        lower: lower.map(number),
        pair: seated.map(|seated| seated.0),
        bracket_halves: match lower {
            Some(_) => bracket.score(),
            None => state.players[higher].score,
        },
        came_down,
        why,
        colour: seated.map(|seated| seated.1),
    }
}

/// What it would cost a bracket if something else were demanded of it.
fn costs<'s>(
    bracket: &Bracket<'s>,
    paired: &Paired,
    completion: &mut Completion<'s>,
    demand: Demand,
) -> Cost {
    let goers: Option<Goers> = clear_goers(bracket, completion);
    cost(bracket, paired, goers.as_ref(), demand)
}

/// Who the upper one of a pair would meet if nothing stood in the way: players moved down meet the first residents, the
/// rest is folded in the middle (article 3.2).
fn in_order(bracket: &Bracket<'_>, paired: &Paired, upper: usize) -> Option<usize> {
    let (moved, residents) = bracket.members.split_at(bracket.moved);
    let has_pair = |rank: &usize| paired.pairs.iter().any(|&(a, b)| a == *rank || b == *rank);
    let up: Vec<usize> = moved.iter().copied().filter(has_pair).collect();
    if let Some(place) = up.iter().position(|&rank| rank == upper) {
        return residents.get(place).copied();
    }
    let taken = |rank: &usize| {
        paired
            .pairs
            .iter()
            .any(|&(a, b)| b == *rank && up.contains(&a))
    };
    let remainder: Vec<usize> = residents.iter().copied().filter(|r| !taken(r)).collect();
    let pairs = paired.pairs.len() - up.len();
    let place = remainder.iter().position(|&rank| rank == upper)?;
    // An exchange made the upper one of a pair out of somebody in the lower half: in order that one meets the upper half.
    let other = if place < pairs {
        place + pairs
    } else {
        place - pairs
    };
    remainder.get(other).copied().filter(|_| place < 2 * pairs)
}

fn why_pair<'s>(
    bracket: &Bracket<'s>,
    paired: &Paired,
    completion: &mut Completion<'s>,
    (upper, lower): (usize, usize),
) -> Why {
    let number = |rank: usize| bracket.player(rank).number;
    let Some(wanted) = in_order(bracket, paired, upper) else {
        return Why::NoMorePairs;
    };
    if wanted == lower {
        return Why::Order;
    }
    let (a, b) = (bracket.player(upper), bracket.player(wanted));
    if !bracket.state.legal.has(upper, wanted) {
        return if a.met.binary_search(&b.number).is_ok() {
            Why::MetBefore(b.number)
        } else if a.absolute().is_some() && a.absolute() == b.absolute() {
            Why::SameSideDue(b.number)
        } else {
            Why::KeptApart(b.number)
        };
    }
    let owner = paired.pairs.iter().find_map(|&(a, b)| match () {
        () if b == wanted => Some(a),
        () if a == wanted => Some(b),
        () => None,
    });
    if let Some(owner) = owner.filter(|&owner| owner < upper) {
        return Why::Needed {
            wanted: number(wanted),
            by: number(owner),
        };
    }
    match costs(bracket, paired, completion, Demand::Meet(upper, wanted)) {
        Cost::Suffers(measure) => Why::Worse {
            wanted: number(wanted),
            criterion: Criterion::of(measure),
        },
        Cost::Unclear => Why::Weighed(number(wanted)),
        Cost::Nothing => match owner {
            Some(owner) => Why::Needed {
                wanted: number(wanted),
                by: number(owner),
            },
            None => Why::Order,
        },
    }
}

/// Why a member of a bracket went down.
fn why_down<'s>(
    bracket: &Bracket<'s>,
    paired: &Paired,
    completion: &mut Completion<'s>,
    down: usize,
) -> Why {
    if paired.down.len() > bracket.members.len() % 2 {
        return Why::NoMorePairs;
    }
    let last = bracket.members.last().filter(|&&last| last != down);
    let Some(&last) = last else {
        return Why::Order;
    };
    let wanted = bracket.player(last).number;
    match costs(bracket, paired, completion, Demand::Leave(last)) {
        Cost::Suffers(measure) => Why::Worse {
            wanted,
            criterion: Criterion::of(measure),
        },
        Cost::Unclear => Why::Weighed(wanted),
        Cost::Nothing => Why::Order,
    }
}

/// Why a player has the bye: among the lowest who may have it, by the bracket of that score.
fn why_bye<'s>(
    brackets: &[(Bracket<'s>, Paired)],
    completion: &mut Completion<'s>,
    receiver: usize,
) -> Why {
    let home = brackets
        .iter()
        .find(|(bracket, _)| bracket.members.contains(&receiver));
    let Some((bracket, paired)) = home else {
        return Why::Order;
    };
    let state = bracket.state;
    let lowest = state
        .players
        .last()
        .map(|player| (player.score, player.number));
    match (bracket.bye, lowest) {
        // The bye's score is above the lowest: nobody lower may have it, or the others could not be paired.
        (Bye::Score(score), Some((lowest, number))) if lowest < score => Why::Worse {
            wanted: number,
            criterion: Criterion::ByeScore,
        },
        (Bye::Nobody | Bye::Anybody | Bye::Score(_), _) => {
            why_down(bracket, paired, completion, receiver)
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Criterion::Completion => "the round could not be completed (C4)",
            Criterion::ByeScore => "a player below may not have the bye or is needed (C2, C4, C5)",
            Criterion::Pairs => "the bracket would have fewer pairs (C6)",
            Criterion::DownfloaterScores => "a player with a higher score would go down (C7)",
            Criterion::NextBracket => "the next bracket would be paired worse (C8)",
            Criterion::ByeUnplayed => "the bye would go to somebody who played less (C9)",
            Criterion::TopDifference => "a topscorer would have one side too often (C10)",
            Criterion::TopThird => "a topscorer would have a side three times running (C11)",
            Criterion::Preferences => "more players would be denied the side they are due (C12)",
            Criterion::StrongPreferences => {
                "more players would be denied a strong claim to a side (C13)"
            }
            Criterion::DownAgain => "somebody would go down again so soon (C14, C16)",
            Criterion::UpAgain => "somebody would meet a higher score again so soon (C15, C17)",
            Criterion::FloatDifferences => "a repeated float would be wider (C18 to C21)",
        })
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Order => f.write_str("so it comes by the order of the bracket"),
            Why::MetBefore(wanted) => write!(f, "{wanted} was next in order, but they have met"),
            Why::SameSideDue(wanted) => {
                write!(
                    f,
                    "{wanted} was next in order, but both must have the same side"
                )
            }
            Why::KeptApart(wanted) => {
                write!(f, "{wanted} was next in order, but the two are kept apart")
            }
            Why::Needed { wanted, by } => write!(f, "{wanted} was next in order, but meets {by}"),
            Why::Worse { wanted, criterion } => {
                write!(f, "{wanted} was next in order, but then {criterion}")
            }
            Why::Weighed(wanted) => write!(
                f,
                "{wanted} was next in order, but the criteria of the bracket put others together"
            ),
            Why::NoMorePairs => f.write_str("the bracket had no opponent left for everybody"),
        }
    }
}

impl fmt::Display for ColourRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ColourRule::BothPreferences => "both get the side they are due (5.2.1)",
            ColourRule::Stronger => "the stronger claim decides the sides (5.2.2)",
            ColourRule::Alternation => "the sides alternate from when they last differed (5.2.3)",
            ColourRule::HigherRanked => "the higher ranked one gets the side due (5.2.4)",
            ColourRule::Number => "the lot and the higher ranked one's number decide (5.2.5)",
        })
    }
}

/// One sentence with pairing numbers, for lists and logs.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |halves: u32| format!("{}.{}", halves / 2, halves % 2 * 5);
        let bracket = points(self.bracket_halves);
        match self.lower {
            Some(lower) => write!(f, "{} meets {lower} at {bracket} points", self.higher)?,
            None => write!(f, "{} has the bye at {bracket} points", self.higher)?,
        }
        if let Some(came_down) = self.came_down {
            let from = points(came_down.from_halves);
            write!(f, ", coming down from {from} ({})", came_down.why)?;
        }
        write!(f, ": {}", self.why)?;
        match self.colour {
            Some(colour) => write!(f, "; {colour}."),
            None => f.write_str("."),
        }
    }
}
