//! Who reads an answer.

use super::time::{Clock, zone_of};
use crate::ports::Place;
use crate::tournament::{Society, Tournament};
use crate::vocabulary::{Account, Color, Timestamp};
use chrono_tz::Tz;

/// Who reads a line, where and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Their account, where it is proved.
    pub account: Option<Account>,
    /// The zone they want times in.
    pub zone: Option<Tz>,
    /// Where they asked.
    pub place: Place,
    /// When.
    pub now: Timestamp,
}

impl Reader {
    /// A reader with the zone they chose.
    pub fn new(society: &Society, account: Option<Account>, place: Place, now: Timestamp) -> Reader {
        Reader {
            zone: account
                .as_ref()
                .and_then(|account| zone_of(society, account)),
            account,
            place,
            now,
        }
    }

    /// The clock of this reader in a tournament.
    pub(super) fn clock(&self, tournament: &Tournament) -> Clock {
        Clock::with_reader(tournament, self.zone)
    }

    /// Whether they direct or assist in a tournament.
    pub(super) fn is_official(&self, society: &Society, tournament: &Tournament) -> bool {
        self.account
            .as_ref()
            .is_some_and(|account| society.role(account, tournament).is_some())
    }

    /// The colour they have at a board, where they sit there.
    pub(super) fn color_at(
        &self,
        tournament: &Tournament,
        board: &crate::tournament::Board,
    ) -> Option<Color> {
        let entry = tournament.entry_of(self.account.as_ref()?)?;
        board.color_of(entry.number)
    }
}
