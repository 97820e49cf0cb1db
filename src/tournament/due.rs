//! What falls due when: a view of the state, never a stored timer.

use super::state::{BoardRef, Reminder};
use crate::vocabulary::{RoundNumber, TournamentId};

/// Something the clock has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// Registration opens.
    OpenRegistration(TournamentId),
    /// Registration closes and the first round is paired.
    CloseRegistration(TournamentId),
    /// A reminder about boards of a round.
    Remind(TournamentId, RoundNumber, Reminder),
    /// The cutoff of a board has passed.
    Cutoff(BoardRef),
    /// The deadline of a board has passed.
    Deadline(BoardRef),
    /// Every board has its result: the round closes.
    CloseRound(TournamentId, RoundNumber),
    /// The next round is paired.
    PairRound(TournamentId),
    /// A paired round is published.
    PublishRound(TournamentId, RoundNumber),
    /// Directors are reminded of boards that wait for them.
    RemindDirectors(TournamentId, RoundNumber),
    /// The last round is over.
    Finish(TournamentId),
}
