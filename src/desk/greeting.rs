//! Who comes in and owes a check-in is told so, in private (SPEC R-15).
//!
//! It is read off what is kept, after a turn: nothing is written for it, and nothing is lost where writing fails.

use super::Desk;
use crate::phrasing;
use crate::ports::{Outgoing, Person, Target, Urgency};
use crate::tournament::{BoardRef, Tournament, has_passed};
use crate::vocabulary::{Account, Color, Span, Timestamp};

/// How often somebody who comes in is told of a check-in they owe; a flapping connection must not be flooded.
const GREETING_PAUSE: Span = Span::from_minutes(10);

impl Desk {
    /// The lines for these people, who came in.
    pub(super) fn greet(&mut self, came: &[Person], now: Timestamp) -> Vec<Outgoing> {
        came.iter()
            .flat_map(|person| self.greet_one(person, now))
            .collect()
    }

    fn greet_one(&mut self, person: &Person, now: Timestamp) -> Vec<Outgoing> {
        let Some(account) = person.identity.account() else {
            return Vec::new();
        };
        let recently = |at: &Timestamp| now - *at < GREETING_PAUSE;
        if self.memory.greeted.get(account).is_some_and(recently) {
            return Vec::new();
        }
        let line = |text| Outgoing::Line {
            target: Target::Nick(person.nick.clone()),
            text,
            urgency: Urgency::Reply,
            notice: None,
        };
        let owed: Vec<Outgoing> = self
            .society
            .tournaments
            .values()
            .filter_map(|tournament| owed_check_in(tournament, account, now))
            .filter_map(|(at, color)| phrasing::owed_check_in(&self.society, at, color))
            .map(line)
            .collect();
        if !owed.is_empty() {
            self.memory.greeted.insert(account.clone(), now);
        }
        owed
    }
}

/// The side of a board at which an account owes a check-in just now, if it does.
fn owed_check_in(
    tournament: &Tournament,
    account: &Account,
    now: Timestamp,
) -> Option<(BoardRef, Color)> {
    if !tournament.is_live() {
        return None;
    }
    let entry = tournament.entry_of(account)?;
    let (round, board, color) = tournament.board_of(entry.number)?;
    let opens = board.timing.cutoff - tournament.settings.checkin_window;
    let owes = board.awaits_cutoff() && board.check_ins[color].is_none();
    let open = now >= opens && !has_passed(board.timing.cutoff, now);
    let at = BoardRef {
        tournament: tournament.id,
        round: round.number,
        board: board.number,
    };
    (owes && open).then_some((at, color))
}
