//! Drawing a round of a knockout: who goes on, and who meets whom.

use super::drawing::{CannotDraw, Drawn};
use super::state::{Board, Bye, EntryStatus, Round, Tournament};
use crate::pairing::{PlayerNumber, knockout};
use crate::vocabulary::{BoardNumber, BoardResult, ByeKind, Color, EntryNumber, RoundNumber};
use std::collections::BTreeMap;

impl Tournament {
    pub(super) fn draw_knockout(
        &self,
        round: RoundNumber,
        fixed: &[Bye],
    ) -> Result<Drawn, CannotDraw> {
        // A bye would leave an opponent without a game, and the bracket with one place too many.
        if !fixed.is_empty() {
            return Err(CannotDraw::NoCompletePairing);
        }
        let players = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let side = self.initial_side();
        let mut slots = knockout::first_round(players, side);
        for earlier in &self.rounds[..usize::from(round.0) - 1] {
            slots = knockout::next_round(&self.advancing(earlier, &slots)?, side);
        }
        let mut drawn = Drawn {
            pairs: Vec::new(),
            byes: Vec::new(),
        };
        for slot in slots {
            match slot {
                knockout::Slot::Through(number) => {
                    self.go_through(self.entry_at(number), &mut drawn)
                }
                knockout::Slot::Pair(pair) => {
                    let pairing = self.pairing_of(&pair);
                    match (self.is_in(pairing.white), self.is_in(pairing.black)) {
                        (true, true) => drawn.pairs.push(pairing),
                        (true, false) => self.go_through(pairing.white, &mut drawn),
                        (false, true) => self.go_through(pairing.black, &mut drawn),
                        (false, false) => {}
                    }
                }
            }
        }
        Ok(drawn)
    }

    fn is_in(&self, player: EntryNumber) -> bool {
        self.entry(player).status == EntryStatus::Active
    }

    /// Somebody goes to the next round of a knockout without a game, unless they are out.
    fn go_through(&self, player: EntryNumber, drawn: &mut Drawn) {
        if self.is_in(player) {
            drawn.byes.push(Bye {
                player,
                kind: ByeKind::PairingAllocated,
            });
        }
    }

    /// Who goes on from a round, in the order of the bracket: nobody after a double forfeit, an error after a draw.
    ///
    /// The round is taken as it was played, since a director may have changed what was drawn; `slots` only say in
    /// which order its boards and byes stand in the bracket.
    fn advancing(
        &self,
        round: &Round,
        slots: &[knockout::Slot],
    ) -> Result<Vec<PlayerNumber>, CannotDraw> {
        let mut places: BTreeMap<EntryNumber, usize> = BTreeMap::new();
        for (place, slot) in slots.iter().enumerate() {
            match slot {
                knockout::Slot::Through(number) => {
                    places.insert(self.entry_at(*number), place);
                }
                knockout::Slot::Pair(pair) => {
                    places.insert(self.entry_at(pair.white), place);
                    places.insert(self.entry_at(pair.black), place);
                }
            }
        }
        let place = |player: EntryNumber| places.get(&player).copied().unwrap_or(usize::MAX);
        let mut going: Vec<(usize, BoardNumber, EntryNumber)> = Vec::new();
        for board in &round.boards {
            if let Some(color) = winner(round, board)? {
                let first = place(board.players.white).min(place(board.players.black));
                going.push((first, board.number, board.players[color]));
            }
        }
        let byes = round.byes.iter();
        going.extend(byes.map(|bye| (place(bye.player), BoardNumber(0), bye.player)));
        going.sort();
        let numbers = going
            .into_iter()
            .map(|(_, _, player)| self.number_of(player));
        Ok(numbers.collect())
    }
}

/// Who goes on from a board of a knockout.
fn winner(round: &Round, board: &Board) -> Result<Option<Color>, CannotDraw> {
    let no_winner = CannotDraw::NoWinner {
        round: round.number,
        board: board.number,
    };
    let verdict = board.status.settled().ok_or(no_winner.clone())?;
    match verdict.result {
        BoardResult::Played(outcome) => Ok(Some(outcome.winner().ok_or(no_winner)?)),
        BoardResult::Forfeit { loser } => Ok(Some(!loser)),
        BoardResult::DoubleForfeit => Ok(None),
    }
}
