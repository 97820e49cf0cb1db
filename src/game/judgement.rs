//! A result that was reported, held against what the moves say.
//!
//! This judges nobody: a contradiction is for the director, and changes no result by itself.

use super::course::{Findings, Over};
use super::score::{Gamescore, Marker};
use crate::vocabulary::{Color, Outcome};

/// What was reported of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// No result, or `*`.
    Nothing,
    /// A result, with nothing said of how it came about.
    Result(Outcome),
    /// A result because somebody overstepped the time.
    OnTime(Outcome),
    /// Both lost (DAL 7.10).
    BothLost,
}

impl From<Marker> for Report {
    fn from(marker: Marker) -> Report {
        match marker {
            Marker::Decided(outcome) => Report::Result(outcome),
            Marker::BothLost => Report::BothLost,
            Marker::Unfinished => Report::Nothing,
        }
    }
}

impl Report {
    /// The result a gamescore names: that of its Result tag; that after the moves where the tag has none.
    pub fn of(score: &Gamescore) -> Report {
        match score.tagged_result() {
            Some(Marker::Unfinished) | None => score.marker.map_or(Report::Nothing, Report::from),
            Some(named) => named.into(),
        }
    }
}

/// How a report and the moves of a game go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// The game was over by the laws, and this is its result.
    Agrees(Over),
    /// Both cannot be right.
    Contradicts(Contradiction),
    /// The moves cannot tell.
    Open(Open),
}

/// Why a report cannot be right if the moves are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The game was over with another result.
    Ended(Over),
    /// The winner has a bare king and so cannot have won (DAL 7.5).
    BareWinner(Color),
    /// The opponent of a bare king overstepped the time: that is a draw (DAL 7.5).
    BareOnTime(Color),
    /// A draw by time, and neither king is bare: whoever overstepped has lost.
    NobodyBare,
}

impl Contradiction {
    /// The result it would have to be, where the laws name one. A bare king that is said to have won may have been
    /// resigned to: what comes of that is the director's to say.
    pub fn must_be(self) -> Option<Outcome> {
        match self {
            Contradiction::Ended(over) => Some(over.end.outcome()),
            Contradiction::BareOnTime(_) => Some(Outcome::Draw),
            Contradiction::BareWinner(_) | Contradiction::NobodyBare => None,
        }
    }
}

/// What would have to be known besides the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Open {
    /// No result was reported, and the moves make none.
    NoResult,
    /// No result was reported, although the game was over.
    ResultMissing(Over),
    /// Somebody resigned or overstepped the time (DAL 7.2).
    ResignationOrTime,
    /// The players agreed (DAL 7.6).
    Agreement,
    /// A draw by one of the claims that stand at the end, or by agreement.
    Claim,
    /// The opponent of this bare king overstepped the time (DAL 7.5).
    TimeAgainstBare(Color),
    /// The director took the game from both.
    Ruling,
}

/// Holds a report against the moves. An end by the laws counts from its ply on, whatever was played after it.
pub fn judge(findings: &Findings, report: Report) -> Judgement {
    match (report, findings.over) {
        (Report::Nothing, None) => Judgement::Open(Open::NoResult),
        (Report::Nothing, Some(over)) => Judgement::Open(Open::ResultMissing(over)),
        (Report::BothLost, None) => Judgement::Open(Open::Ruling),
        (Report::BothLost, Some(over)) => Judgement::Contradicts(Contradiction::Ended(over)),
        (Report::Result(outcome) | Report::OnTime(outcome), Some(over)) => {
            if over.end.outcome() == outcome {
                Judgement::Agrees(over)
            } else {
                Judgement::Contradicts(Contradiction::Ended(over))
            }
        }
        (Report::Result(outcome), None) => without_end(findings, outcome),
        (Report::OnTime(outcome), None) => on_time(findings, outcome),
    }
}

fn without_end(findings: &Findings, outcome: Outcome) -> Judgement {
    match outcome.winner() {
        Some(winner) if findings.bare.includes(winner) => {
            Judgement::Contradicts(Contradiction::BareWinner(winner))
        }
        Some(_) => Judgement::Open(Open::ResignationOrTime),
        None if findings.claims.is_empty() => Judgement::Open(Open::Agreement),
        None => Judgement::Open(Open::Claim),
    }
}

fn on_time(findings: &Findings, outcome: Outcome) -> Judgement {
    let bare = |side: &Color| findings.bare.includes(*side);
    match outcome.winner() {
        Some(winner) if bare(&winner) => Judgement::Contradicts(Contradiction::BareOnTime(winner)),
        Some(_) => Judgement::Open(Open::ResignationOrTime),
        None => Color::BOTH
            .into_iter()
            .find(bare)
            .map_or(Judgement::Contradicts(Contradiction::NobodyBare), |side| {
                Judgement::Open(Open::TimeAgainstBare(side))
            }),
    }
}
