//! How a board takes rulings, their undoing, and the drawn games of a knockout.

use super::settings::Format;
use super::state::{Board, BoardStatus, HandedOver, Report, Sides, Tournament, Verdict};
use crate::vocabulary::{BoardResult, Outcome, Timestamp};
use serde::{Deserialize, Serialize};

/// How many rulings on one board can be taken back one after the other: a nested status must stay small enough to be
/// written and read.
pub const RULINGS_MAX: usize = 16;

/// How many drawn games of one pairing are remembered: more than any two will play; older ones are in the journal.
pub const DRAWN_MAX: usize = 16;

/// A game of a knockout that was drawn and had to be followed by another, with all that was said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnGame {
    /// When the next one began.
    pub until: Timestamp,
    /// Where the board stood: settled, as drawn.
    pub status: BoardStatus,
    /// What the two reported.
    pub reports: Sides<Option<Report>>,
    /// Since when they said that it was going on.
    pub playing: Sides<Option<Timestamp>>,
    /// Since when it was interrupted.
    pub interrupted_at: Option<Timestamp>,
    /// What they explained.
    pub explanations: Sides<Option<String>>,
}

impl Tournament {
    /// Whether a board ended drawn although somebody has to win it: in a knockout one of the two goes on (SPEC R-10).
    pub fn lacks_winner(&self, board: &Board) -> bool {
        match self.settings.format {
            Format::Knockout => board.status.is_drawn(),
            Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin => false,
        }
    }
}

impl BoardStatus {
    /// Whether the board is settled as a draw.
    pub fn is_drawn(&self) -> bool {
        let draw = BoardResult::Played(Outcome::Draw);
        self.settled().is_some_and(|verdict| verdict.result == draw)
    }

    /// Where the board stood below the ruling that settles it; `None` where none does.
    pub fn below_ruling(&self) -> Option<&BoardStatus> {
        match self {
            BoardStatus::Ruled { before, .. } => Some(before),
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. } => None,
        }
    }
}

impl Board {
    /// Whether a game of a knockout was drawn, and nothing is known yet of the one that follows.
    pub fn awaits_further_game(&self) -> bool {
        match self.status {
            BoardStatus::WithDirector {
                cause: HandedOver::Drawn,
                ..
            } => true,
            BoardStatus::WithDirector {
                cause: HandedOver::InProgress | HandedOver::Excused | HandedOver::RulingUndone,
                ..
            }
            | BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => false,
        }
    }

    /// Where the board stood before the ruling that `undo` takes back, where there is one: that ruling stands, or it made a
    /// game drawn and nothing has settled the board since.
    pub fn before_last_ruling(&self) -> Option<&BoardStatus> {
        match &self.status {
            BoardStatus::Ruled { before, .. } => Some(before),
            BoardStatus::Final { .. } => None,
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. } => self.drawn.last()?.status.below_ruling(),
        }
    }

    /// Settles the board by a director's word; where it stood stays below that.
    pub(super) fn rule(&mut self, verdict: Verdict, by: &str, reason: &str) {
        let standing = std::mem::replace(&mut self.status, BoardStatus::Unplayed);
        self.status = BoardStatus::Ruled {
            verdict,
            by: by.to_owned(),
            reason: reason.to_owned(),
            before: Box::new(latest_rulings(standing, RULINGS_MAX - 1)),
        };
    }

    /// The board stands as before the last ruling. Where that was about the game before, what was said of that one is back.
    pub(super) fn undo_ruling(&mut self) {
        let Some(before) = self.before_last_ruling().cloned() else {
            panic!("only a ruling is taken back")
        };
        if self.status.below_ruling().is_none() {
            let game = self.drawn.pop().expect("the ruling was about a drawn game");
            self.reports = game.reports;
            self.playing = game.playing;
            self.interrupted_at = game.interrupted_at;
            self.explanations = game.explanations;
        }
        self.status = before;
    }

    /// The game is put away as drawn, and the board waits for the next one. The clock does not settle that: the times of
    /// the round are over by then, and no new ones are set for two people.
    pub(super) fn begin_further_game(&mut self, at: Timestamp) {
        assert!(
            self.status.is_drawn(),
            "only a drawn game is followed by another"
        );
        let waiting = BoardStatus::WithDirector {
            since: at,
            cause: HandedOver::Drawn,
        };
        self.drawn.push(DrawnGame {
            until: at,
            status: std::mem::replace(&mut self.status, waiting),
            reports: std::mem::take(&mut self.reports),
            playing: std::mem::take(&mut self.playing),
            interrupted_at: self.interrupted_at.take(),
            explanations: std::mem::take(&mut self.explanations),
        });
        let surplus = self.drawn.len().saturating_sub(DRAWN_MAX);
        self.drawn.drain(..surplus);
    }
}

/// A status with only its latest rulings on top of each other; what is older is in the journal.
fn latest_rulings(status: BoardStatus, most: usize) -> BoardStatus {
    match status {
        BoardStatus::Ruled { before, .. } if most == 0 => latest_rulings(*before, 0),
        BoardStatus::Ruled {
            verdict,
            by,
            reason,
            before,
        } => BoardStatus::Ruled {
            verdict,
            by,
            reason,
            before: Box::new(latest_rulings(*before, most - 1)),
        },
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. } => status,
    }
}
