//! Why somebody was paired as they were: the pairing module's explanation, found again from the rounds before.
//!
//! Nothing of this is stored: a round's pairing follows from the rounds before it. Where it does not any more, because a
//! director changed the round by hand or an earlier result was changed since, that is the answer.

use super::drawing::cycles_of;
use super::fact::{PairedBy, Pairing};
use super::settings::Format;
use super::state::{Round, Tournament};
use crate::pairing::{Field, Pair, Side, berger, swiss};
use crate::vocabulary::{ByeKind, EntryNumber};

/// Why two meet, or somebody has a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairingReason {
    /// The Swiss system says so, for this reason; its numbers are pairing numbers.
    Swiss(swiss::Explanation),
    /// The table of a round robin has it so.
    Table,
    /// The bracket of a knockout has it so.
    Bracket,
    /// They lost the semi-finals of a knockout: this is about the third place.
    ThirdPlace,
    /// A director paired by hand.
    Hand,
    /// The system paired it by results that were changed since.
    ChangedSince,
    /// A bye that no system gives: a director gave it, or the opponent of the table is gone.
    Given,
}

impl Tournament {
    /// Why a player has this opponent and colour, or this bye, in a round. `by` says how the round got its last form.
    pub fn pairing_reason(
        &self,
        round: &Round,
        player: EntryNumber,
        by: PairedBy,
    ) -> PairingReason {
        let otherwise = match by {
            PairedBy::System => PairingReason::ChangedSince,
            PairedBy::Hand => PairingReason::Hand,
        };
        let pairing = round.board_of(player).map(|(board, _)| Pairing {
            white: board.players.white,
            black: board.players.black,
        });
        let bye = round.bye_of(player).map(|bye| bye.kind);
        match self.settings.format {
            Format::Swiss => match (pairing, bye) {
                (Some(_), _) | (None, Some(ByeKind::PairingAllocated)) => self
                    .swiss_reason(round, player, pairing)
                    .map_or(otherwise, PairingReason::Swiss),
                (
                    None,
                    Some(ByeKind::FullPoint | ByeKind::HalfPoint | ByeKind::ZeroPoint) | None,
                ) => PairingReason::Given,
            },
            Format::RoundRobin | Format::DoubleRoundRobin => match (pairing, bye) {
                (Some(pairing), _) if self.is_of_table(round, pairing) => PairingReason::Table,
                (Some(_), _) => otherwise,
                (None, Some(ByeKind::ZeroPoint)) => PairingReason::Table,
                (
                    None,
                    Some(ByeKind::FullPoint | ByeKind::HalfPoint | ByeKind::PairingAllocated)
                    | None,
                ) => PairingReason::Given,
            },
            Format::Knockout => match by {
                PairedBy::System if self.is_about_third_place(round, player) => {
                    PairingReason::ThirdPlace
                }
                PairedBy::System => PairingReason::Bracket,
                PairedBy::Hand => PairingReason::Hand,
            },
        }
    }

    /// Whether a player's board or bye in a round is about the third place of a knockout.
    fn is_about_third_place(&self, round: &Round, player: EntryNumber) -> bool {
        match round.board_of(player) {
            Some((board, _)) => self.third_place_board(round) == Some(board.number),
            None => self.has_third_place_bye(round, player),
        }
    }

    /// The system's explanation, where it still gives what was paired.
    fn swiss_reason(
        &self,
        round: &Round,
        player: EntryNumber,
        pairing: Option<Pairing>,
    ) -> Option<swiss::Explanation> {
        let field = self.field_as_paired(round);
        let found = swiss::explain(&field, self.edition(), self.number_of(player)).ok()??;
        let made = pairing.map(|pairing| self.pair_of(pairing));
        (found.pair == made).then_some(found)
    }

    /// The field as it was before a round: who was in is seen from who was paired.
    fn field_as_paired(&self, round: &Round) -> Field {
        let mut field = self.field(round.number, &[]);
        for player in &mut field.players {
            let entry = self.entry_at(player.number);
            let bye = round.bye_of(entry).map(|bye| bye.kind);
            player.available =
                round.board_of(entry).is_some() || bye == Some(ByeKind::PairingAllocated);
        }
        field
    }

    fn is_of_table(&self, round: &Round, pairing: Pairing) -> bool {
        let Some(cycles) = cycles_of(self.settings.format) else {
            return false;
        };
        let players = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let table = berger::round(players, round.number.0, cycles);
        table.pairs.contains(&self.pair_of(pairing))
    }

    fn pair_of(&self, pairing: Pairing) -> Pair {
        Pair::with_side(
            self.number_of(pairing.white),
            self.number_of(pairing.black),
            Side::White,
        )
    }
}
