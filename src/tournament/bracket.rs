//! Drawing a round of a knockout: who goes on, who meets whom, and who plays for the third place.

use super::drawing::{CannotDraw, Drawn};
use super::settings::{Format, ThirdPlace};
use super::state::{Board, Bye, EntryStatus, Round, Tournament};
use crate::pairing::{PlayerNumber, Side, knockout};
use crate::vocabulary::{
    BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Points, RoundNumber,
};
use std::collections::BTreeMap;

/// How far a player came in the last round of a knockout with a game for the third place, the better the greater.
///
/// Points alone do not tell: a win for the third place is worth as much as the one that leads to the final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LastStage {
    /// Not so far, or there is no such round.
    Elsewhere,
    /// Won the game for the third place, or had nobody to play it with.
    WonThirdPlace,
    /// Plays the final, or lost it.
    InFinal,
    /// Won the final.
    WonFinal,
}

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
        self.draw_third_place(round, side, &mut drawn);
        Ok(drawn)
    }

    /// In the last round, the losers of the semi-finals meet, where the director wants it so. One who is out, or lost by a
    /// double forfeit, leaves the third place to the other one without a game.
    fn draw_third_place(&self, round: RoundNumber, side: Side, drawn: &mut Drawn) {
        let Some(semifinals) = self.semifinals_before(round) else {
            return;
        };
        let loser = |board: &Board| {
            let winner = winner(semifinals, board).ok().flatten()?;
            Some(board.players[!winner])
        };
        let losers = semifinals.boards.iter().filter_map(loser);
        let losers: Vec<EntryNumber> = losers.filter(|player| self.is_in(*player)).collect();
        match losers.as_slice() {
            [] => {}
            [alone] => self.go_through(*alone, drawn),
            [first, second, ..] => {
                let numbers = [self.number_of(*first), self.number_of(*second)];
                // The sides go on alternating from the final's board.
                let side = if drawn.pairs.is_empty() {
                    side
                } else {
                    side.other()
                };
                let pair = knockout::third_place(numbers, side);
                drawn.pairs.push(self.pairing_of(&pair));
            }
        }
    }

    /// The round before this one, where this one is the last and its losers play for the third place.
    fn semifinals_before(&self, round: RoundNumber) -> Option<&Round> {
        let played = match (self.settings.format, self.settings.third_place) {
            (Format::Knockout, ThirdPlace::Played) => round.0 == self.rounds_total(),
            (Format::Knockout, ThirdPlace::NotPlayed)
            | (Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin, _) => false,
        };
        let before = RoundNumber(round.0.checked_sub(1).filter(|_| played)?);
        self.round(before)
    }

    /// The board of a round at which the third place is played for.
    ///
    /// The final stands before it. Where there is one board only, it tells by its players which of the two it is; where
    /// there are two, by their order, so that a director may still change who plays which.
    pub fn third_place_board(&self, round: &Round) -> Option<BoardNumber> {
        let semifinals = self.semifinals_before(round.number)?;
        let last = round.boards.iter().last()?;
        let both_lost = Color::BOTH
            .into_iter()
            .all(|color| lost(semifinals, last.players[color]));
        (round.boards.len() > 1 || both_lost).then_some(last.number)
    }

    /// Whether a player has the third place of a round without a game.
    pub fn has_third_place_bye(&self, round: &Round, player: EntryNumber) -> bool {
        let semifinals = self.semifinals_before(round.number);
        let lost = semifinals.is_some_and(|semifinals| lost(semifinals, player));
        lost && round.bye_of(player).is_some()
    }

    /// How far a player came in a last round that has a game for the third place.
    pub fn last_stage(&self, player: EntryNumber) -> LastStage {
        let round = self.rounds.last().filter(|round| round.is_public());
        let Some(round) = round.filter(|round| self.semifinals_before(round.number).is_some())
        else {
            return LastStage::Elsewhere;
        };
        if let Some((board, color)) = round.board_of(player) {
            let verdict = board.status.settled();
            let won = verdict.is_some_and(|verdict| verdict.result.points(color) == Points::ONE);
            let for_third_place = self.third_place_board(round) == Some(board.number);
            return match (for_third_place, won) {
                (true, false) => LastStage::Elsewhere,
                (true, true) => LastStage::WonThirdPlace,
                (false, false) => LastStage::InFinal,
                (false, true) => LastStage::WonFinal,
            };
        }
        match round.bye_of(player) {
            Some(_) if self.has_third_place_bye(round, player) => LastStage::WonThirdPlace,
            Some(_) => LastStage::WonFinal,
            None => LastStage::Elsewhere,
        }
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

/// Whether a player is out after a round of a knockout; nobody goes on from a double forfeit.
fn lost(round: &Round, player: EntryNumber) -> bool {
    let seat = round.board_of(player);
    seat.is_some_and(|(board, color)| match winner(round, board) {
        Ok(winner) => winner != Some(color),
        Err(_) => false,
    })
}
