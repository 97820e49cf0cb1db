//! The rules: what may happen in a tournament, what follows from it, and what falls due when.
//!
//! [`decide`] is a pure function from the state, an action, its actor and an instant to facts or a
//! refusal; [`Society::apply`] folds a fact into the state and cannot fail; [`Society::next_due`] says what the clock
//! has to do and when. Nothing here does IO, reads a clock, draws a chance or writes a sentence for people.

mod action;
mod apply;
mod bracket;
mod decide;
mod drawing;
mod due;
mod fact;
mod gamescores;
mod half_way;
mod indexed;
mod questions;
mod ratings;
mod reasons;
mod recount;
mod refusal;
mod schedule;
mod settings;
mod settling;
mod sides;
mod state;
#[cfg(test)]
mod tests_drawn;
#[cfg(test)]
mod tests_recount;

pub use action::{Action, Actor, Claim, Consent, Order, OwnResult, ScoreAction};
pub use bracket::LastStage;
pub use decide::{Decision, cutoff_outcome, decide, judgement, verdict_of};
pub use drawing::{CannotDraw, Drawn};
pub use due::Due;
pub use fact::{AttemptCause, Fact, MoveGround, PairedBy, Pairing, Usefulness};
pub use gamescores::{
    Asked, BoardScores, Draft, GameNumber, Gamescores, KeptFault, KeptScore, Names, Remarks,
    SCORE_BYTES_MAX, ScoreFact, Sender,
};
pub use indexed::{Boards, DrawnOrder, Entries};
pub use questions::Sitting;
pub use ratings::{RatedPlayer, RatingChange, RatingList, RatingPeriod, RatingPolicy, RatingStep};
pub use reasons::PairingReason;
pub use recount::RatingCorrection;
pub use refusal::{ClockChange, MovesRead, Refusal, Risk, ScoreRefusal, WallTime, Wanted};
pub use schedule::{LAST_SECOND, has_passed};
pub use settings::{
    Acceleration, Format, NAME_LENGTH_MAX, NextRound, Pace, QUIET_MOVES_MAX, QUIET_MOVES_MIN,
    ROUNDS_MAX, Rules, Setting, Settings, SettingsProblem, ThirdPlace, WeeklyTime,
};
pub use settling::DrawnGame;
pub use state::{
    Absence, AbsenceScope, Board, BoardRef, BoardStatus, Bye, CheckIn, CheckInBy, ColorsPlayed,
    Entrance, Entry, EntryStatus, Ground, HandedOver, Official, PersonRecord, Phase, Reminder,
    Report, Role, Round, RoundStage, Sides, Society, Timing, Tournament, Verdict, Withdrawal,
};
