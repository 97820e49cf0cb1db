//! The half-way rule of round robins: what counts of somebody who left (C.05).
//!
//! Who leaves before half of the games were played is taken out of the table: the games count for ratings and for
//! nothing else, and nobody has a point for those that were not played. Later, the games stand and the others are forfeits.
//! It follows from who is in, so that a player who comes back has all of it back.

use super::drawing::cycles_of;
use super::questions::Sitting;
use super::state::{EntryStatus, Round, Tournament};
use crate::pairing::{Field, RoundRecord, berger};
use crate::vocabulary::{ByeKind, EntryNumber, RoundNumber};

impl Tournament {
    /// Whether a player's results are out of the table.
    pub fn is_taken_out(&self, player: EntryNumber) -> bool {
        let left = match self.entry(player).status {
            EntryStatus::Active => false,
            // Who left before the draw never was in the table.
            EntryStatus::Withdrawn(_) => self.order.place_of(player).is_some(),
        };
        let Some(cycles) = cycles_of(self.settings.format).filter(|_| left) else {
            return false;
        };
        let others = u16::try_from(self.order.len().saturating_sub(1)).unwrap_or(u16::MAX);
        let scheduled = match cycles {
            berger::Cycles::Single => others,
            berger::Cycles::Double => others.saturating_mul(2),
        };
        let played = self.rounds.iter().filter(|round| {
            let board = round.board_of(player).map(|(board, _)| board);
            let verdict = board.and_then(|board| board.status.settled());
            verdict.is_some_and(|verdict| verdict.result.was_played())
        });
        let played = u16::try_from(played.count()).expect("rounds are limited");
        berger::after_withdrawal(played, scheduled) == berger::AfterWithdrawal::Removed
    }

    /// Whether what a player has in a round counts in the table.
    pub fn counts_in_table(&self, player: EntryNumber, round: &Round) -> bool {
        let Some(cycles) = cycles_of(self.settings.format) else {
            return true;
        };
        if self.is_taken_out(player) {
            return false;
        }
        match self.sitting(player, round) {
            Sitting::Board(board, color) => !self.is_taken_out(board.players[!color]),
            // A point for an opponent who is gone: it goes with the opponent. So does one's own absence from the game.
            Sitting::Bye(ByeKind::FullPoint) | Sitting::Out => self
                .opponent_in_table(player, round.number, cycles)
                .is_none_or(|opponent| !self.is_taken_out(opponent)),
            Sitting::Bye(ByeKind::PairingAllocated | ByeKind::HalfPoint | ByeKind::ZeroPoint) => {
                true
            }
        }
    }

    fn opponent_in_table(
        &self,
        player: EntryNumber,
        round: RoundNumber,
        cycles: berger::Cycles,
    ) -> Option<EntryNumber> {
        // Who left before the draw has no place in the table.
        self.order.place_of(player)?;
        let players = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        // Who left before the draw has no place in the table.
        self.order.place_of(player)?;
        let own = self.number_of(player);
        let table = berger::round(players, round.0, cycles);
        let pair = table
            .pairs
            .iter()
            .find(|pair| pair.white == own || pair.black == own)?;
        let other = if pair.white == own {
            pair.black
        } else {
            pair.white
        };
        Some(self.entry_at(other))
    }

    /// The forfeit that a round was where the scheduled opponent, or the player, had left: won by who was there, lost by who
    /// was not (C.05). Such a pair has no board.
    fn forfeit_in_table(&self, player: EntryNumber, round: &Round) -> Option<RoundRecord> {
        let cycles = cycles_of(self.settings.format)?;
        let own = self.sitting(player, round);
        if let Sitting::Board(..) = own {
            return None;
        }
        let opponent = self.opponent_in_table(player, round.number, cycles)?;
        let halves = match (own, self.sitting(opponent, round)) {
            (Sitting::Bye(ByeKind::FullPoint), Sitting::Out) => 2,
            (Sitting::Out, Sitting::Bye(ByeKind::FullPoint) | Sitting::Out) => 0,
            (Sitting::Board(..) | Sitting::Bye(_) | Sitting::Out, _) => return None,
        };
        Some(RoundRecord::Forfeit {
            opponent: Some(self.number_of(opponent)),
            halves,
        })
    }

    /// The field of a round with everything that happened in it, the games of those included who are out of the table: they
    /// count for ratings, so that a report has them.
    pub fn field_of_report(&self, round: RoundNumber) -> Field {
        let mut field = self.field(round, &[]);
        for player in &mut field.players {
            let entry = self.entry_at(player.number);
            for (record, round) in player.rounds.iter_mut().zip(&self.rounds) {
                if let Some(forfeit) = self.forfeit_in_table(entry, round) {
                    *record = forfeit;
                }
            }
        }
        field
    }

    /// The field of a round as the table counts it.
    pub fn field_of_table(&self, round: RoundNumber) -> Field {
        let mut field = self.field_of_report(round);
        for player in &mut field.players {
            let entry = self.entry_at(player.number);
            for (record, round) in player.rounds.iter_mut().zip(&self.rounds) {
                if !self.counts_in_table(entry, round) {
                    *record = RoundRecord::Absent;
                }
            }
        }
        field
    }
}
