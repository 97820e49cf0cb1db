//! Drawing a round: from a tournament's rounds so far to the pairing module and back.

use super::fact::Pairing;
use super::questions::Sitting;
use super::refusal::Risk;
use super::settings::{Acceleration, Format, Rules};
use super::state::{
    Board, BoardStatus, Bye, ColorsPlayed, EntryStatus, Round, Tournament, Verdict,
};
use crate::lots;
use crate::pairing::{
    self, Field, NoPairing, Player, PlayerNumber, RoundPairing, RoundRecord, Side, berger,
    knockout, swiss, swiss::baku,
};
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, RoundNumber,
};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A round as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// White and black, in board order.
    pub pairs: Vec<Pairing>,
    /// Who has no opponent.
    pub byes: Vec<Bye>,
}

/// Why a round cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum CannotDraw {
    /// Fewer than two players are to be paired.
    TooFewPlayers,
    /// All rounds were played.
    RoundsAreOver,
    /// Everybody had a bye already, and the number is odd.
    NobodyMayHaveTheBye,
    /// These have met everybody they could meet.
    NoOpponentLeft {
        /// Who.
        players: Vec<EntryNumber>,
    },
    /// No set of legal pairs covers everybody.
    NoCompletePairing,
    /// Too many players may not meet each other to find the right pairing in a reasonable time.
    TooEntangled,
    /// A knockout board has no winner yet.
    NoWinner {
        /// Which round.
        round: RoundNumber,
        /// Which board.
        board: BoardNumber,
    },
}

impl Tournament {
    /// How many rounds there are in all, once the order is drawn; before that, by who is in now.
    pub fn rounds_total(&self) -> u16 {
        let players = if self.order.is_empty() {
            self.active_entries().count()
        } else {
            self.order.len()
        };
        let players = u32::try_from(players).unwrap_or(u32::MAX);
        match self.settings.format {
            Format::Swiss => self.settings.rounds,
            Format::RoundRobin => berger::rounds(players, berger::Cycles::Single),
            Format::DoubleRoundRobin => berger::rounds(players, berger::Cycles::Double),
            Format::Knockout => knockout::rounds(players),
        }
    }

    /// Draws the order of pairing: by rating, the highest first (FIDE C.04.2), and by the tournament's seed among equals
    /// and those without one, who come last.
    pub fn draw_order(&self, rating: impl Fn(&Account) -> Option<u16>) -> Vec<EntryNumber> {
        let mut order: Vec<EntryNumber> = self.active_entries().map(|entry| entry.number).collect();
        lots::Lots::new(self.seed).shuffle(&mut order);
        order.sort_by_key(|number| Reverse(rating(&self.entry(*number).account)));
        order
    }

    /// Draws a round. `fixed` are byes a director gave beforehand; those players are left out.
    ///
    /// # Errors
    /// [`CannotDraw`] when no legal round exists, or a knockout game has no winner.
    pub fn draw_round(&self, round: RoundNumber, fixed: &[Bye]) -> Result<Drawn, CannotDraw> {
        let mut drawn = match self.settings.format {
            Format::Swiss => self.draw_swiss(round, fixed)?,
            Format::RoundRobin => self.draw_berger(round, berger::Cycles::Single, fixed),
            Format::DoubleRoundRobin => self.draw_berger(round, berger::Cycles::Double, fixed),
            Format::Knockout => self.draw_knockout(round, fixed)?,
        };
        drawn.byes.extend_from_slice(fixed);
        Ok(drawn)
    }

    fn draw_swiss(&self, round: RoundNumber, fixed: &[Bye]) -> Result<Drawn, CannotDraw> {
        let field = self.field(round, fixed);
        let pairing =
            swiss::next_round(&field, self.edition()).map_err(|cause| self.cannot_draw(cause))?;
        let pairs = pairing
            .pairs
            .iter()
            .map(|pair| self.pairing_of(pair))
            .collect();
        let bye = pairing.bye.map(|number| Bye {
            player: self.entry_at(number),
            kind: ByeKind::PairingAllocated,
        });
        Ok(Drawn {
            pairs,
            byes: bye.into_iter().collect(),
        })
    }

    fn draw_berger(&self, round: RoundNumber, cycles: berger::Cycles, fixed: &[Bye]) -> Drawn {
        let players = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        let table = berger::round(players, round.0, cycles);
        let is_in = |player: EntryNumber| {
            self.entry(player).status == EntryStatus::Active
                && fixed.iter().all(|bye| bye.player != player)
        };
        let mut drawn = Drawn {
            pairs: Vec::new(),
            byes: Vec::new(),
        };
        for pair in &table.pairs {
            let pairing = self.pairing_of(pair);
            match (is_in(pairing.white), is_in(pairing.black)) {
                (true, true) => drawn.pairs.push(pairing),
                // The scheduled opponent is gone: a point, as a forfeit win gives it (SPEC R-9).
                (true, false) => drawn.byes.push(Bye {
                    player: pairing.white,
                    kind: ByeKind::FullPoint,
                }),
                (false, true) => drawn.byes.push(Bye {
                    player: pairing.black,
                    kind: ByeKind::FullPoint,
                }),
                (false, false) => {}
            }
        }
        // In a round robin the odd one out simply has no game: everybody has that once, and it is worth nothing.
        let out = table
            .bye
            .map(|number| self.entry_at(number))
            .filter(|player| is_in(*player));
        drawn.byes.extend(out.map(|player| Bye {
            player,
            kind: ByeKind::ZeroPoint,
        }));
        drawn
    }

    /// Everything the pairing of a round depends on, in the pairing module's words.
    pub fn field(&self, round: RoundNumber, fixed: &[Bye]) -> Field {
        let mut players: Vec<Player> = self
            .order
            .iter()
            .map(|entry| self.player(*entry, round, fixed))
            .collect();
        self.accelerate(&mut players);
        Field::new(players, self.rounds_total(), self.initial_side())
    }

    /// The edition of the Swiss rules, in the pairing module's words.
    pub fn edition(&self) -> swiss::Edition {
        match self.settings.rules {
            Rules::Y2017 => swiss::Edition::Y2017,
            Rules::Y2026 => swiss::Edition::Y2026,
        }
    }

    /// Gives the virtual points. Who was drawn at the start makes the upper half: late entries change nothing.
    fn accelerate(&self, players: &mut [Player]) {
        match (self.settings.format, self.settings.acceleration) {
            (Format::Swiss, Acceleration::Baku) => {}
            (Format::Swiss, Acceleration::None)
            | (Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout, _) => return,
        }
        let first = |entry: &&EntryNumber| self.entry(**entry).first_round == RoundNumber(1);
        let drawn = self.order.iter().filter(first).count();
        let drawn = u32::try_from(drawn).expect("entries are few");
        for player in players {
            player.acceleration = baku::virtual_halves(player.number, drawn, self.rounds_total());
        }
    }

    fn player(&self, number: EntryNumber, round: RoundNumber, fixed: &[Bye]) -> Player {
        let entry = self.entry(number);
        let earlier = &self.rounds[..(usize::from(round.0) - 1).min(self.rounds.len())];
        let mut player = Player::new(self.number_of(number), entry.rating);
        player.rounds = earlier
            .iter()
            .map(|played| self.record(number, played))
            .collect();
        player.available = entry.status == EntryStatus::Active
            && entry.first_round <= round
            && fixed.iter().all(|bye| bye.player != number);
        player
    }

    /// What one round was for one player, as far as it is settled; what is still open counts as drawn, which is how
    /// an adjourned game is paired (FIDE C.04.2).
    fn record(&self, number: EntryNumber, round: &Round) -> RoundRecord {
        match self.sitting(number, round) {
            Sitting::Board(board, color) => self.board_record(board, color),
            Sitting::Bye(kind) => bye_record(kind),
            Sitting::Out => RoundRecord::Absent,
        }
    }

    fn board_record(&self, board: &Board, color: Color) -> RoundRecord {
        let opponent = self.number_of(board.players[!color]);
        let drawn = Verdict {
            result: BoardResult::Played(Outcome::Draw),
            colors: ColorsPlayed::AsPaired,
        };
        let verdict = match &board.status {
            BoardStatus::Final { verdict, .. }
            | BoardStatus::Ruled { verdict, .. }
            | BoardStatus::Provisional { verdict, .. } => *verdict,
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. } => drawn,
        };
        let halves = u8::try_from(verdict.result.points(color).halves())
            .expect("a board is worth at most two halves");
        if !verdict.result.was_played() {
            return RoundRecord::Forfeit {
                opponent: Some(opponent),
                halves,
            };
        }
        let played = match verdict.colors {
            ColorsPlayed::AsPaired => color,
            ColorsPlayed::Swapped => !color,
        };
        RoundRecord::Game {
            opponent,
            side: side_of(played),
            halves,
        }
    }

    /// What a pairing made by hand would break (SPEC R-12).
    pub fn risks(&self, round: RoundNumber, drawn: &Drawn) -> Vec<Risk> {
        let pair = |p: &Pairing| pairing::Pair {
            white: self.number_of(p.white),
            black: self.number_of(p.black),
        };
        let mut byes = drawn
            .byes
            .iter()
            .filter(|bye| bye.kind == ByeKind::PairingAllocated)
            .map(|bye| self.number_of(bye.player));
        let made = RoundPairing {
            pairs: drawn.pairs.iter().map(pair).collect(),
            bye: byes.next(),
        };
        let field = self.field(round, &[]);
        let mut risks = pairing::check(&field, &made);
        // A director may have given one beside the one the system gives.
        for number in byes {
            let alone = RoundPairing {
                pairs: Vec::new(),
                bye: Some(number),
            };
            risks.extend(pairing::check(&field, &alone));
        }
        risks
            .into_iter()
            .filter_map(|risk| self.risk(risk))
            .collect()
    }

    fn risk(&self, risk: pairing::Risk) -> Option<Risk> {
        match risk {
            pairing::Risk::Rematch(pair) => {
                let (first, second) = (self.entry_at(pair.white), self.entry_at(pair.black));
                let met = |round: &&Round| {
                    round
                        .board_of(first)
                        .is_some_and(|(board, color)| board.players[!color] == second)
                };
                let round = self
                    .rounds
                    .iter()
                    .find(met)
                    .map_or(RoundNumber(1), |round| round.number);
                Some(Risk::Rematch {
                    first,
                    second,
                    round,
                })
            }
            pairing::Risk::SecondBye(player) => Some(Risk::SecondBye {
                player: self.entry_at(player),
            }),
            pairing::Risk::ThirdRunning(player, side) => {
                let color = if side == Side::White {
                    Color::White
                } else {
                    Color::Black
                };
                Some(Risk::ThirdColor {
                    player: self.entry_at(player),
                    color,
                })
            }
            // Seats are exchanged as a whole, so nobody is doubled, missing or unknown; there are no forbidden pairs, and
            // a colour difference of three implies nothing a director has to confirm.
            pairing::Risk::UnknownPlayer(_)
            | pairing::Risk::SeatedTwice(_)
            | pairing::Risk::NotAvailable(_)
            | pairing::Risk::LeftOut(_)
            | pairing::Risk::Forbidden(_)
            | pairing::Risk::SideTooOften(..) => None,
        }
    }

    fn cannot_draw(&self, cause: NoPairing) -> CannotDraw {
        match cause {
            NoPairing::TooFewPlayers => CannotDraw::TooFewPlayers,
            NoPairing::RoundsAreOver => CannotDraw::RoundsAreOver,
            NoPairing::NobodyMayHaveTheBye => CannotDraw::NobodyMayHaveTheBye,
            NoPairing::NoOpponentLeft(numbers) => CannotDraw::NoOpponentLeft {
                players: numbers
                    .into_iter()
                    .map(|number| self.entry_at(number))
                    .collect(),
            },
            NoPairing::NoCompletePairing => CannotDraw::NoCompletePairing,
            NoPairing::TooEntangled => CannotDraw::TooEntangled,
            NoPairing::Faulty(fault) => panic!("every entry has one pairing number: {fault:?}"),
        }
    }

    /// Whether everybody who is in needs a seat in every round: in a knockout only those who are still in the bracket do.
    pub fn needs_seat(&self) -> bool {
        match self.settings.format {
            Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin => true,
            Format::Knockout => false,
        }
    }

    /// The colour the lot gives to the first board.
    pub(super) fn initial_side(&self) -> Side {
        if lots::Lots::new(self.seed ^ COLOR_LOT).coin() {
            Side::White
        } else {
            Side::Black
        }
    }

    /// The pairing number of an entry: its place in the drawn order, from 1.
    pub fn number_of(&self, entry: EntryNumber) -> PlayerNumber {
        let place = self
            .order
            .place_of(entry)
            .expect("every paired player was drawn");
        PlayerNumber::try_from(place + 1).expect("entries are few")
    }

    /// The entry behind a pairing number.
    pub fn entry_at(&self, number: PlayerNumber) -> EntryNumber {
        self.order[number as usize - 1]
    }

    pub(super) fn pairing_of(&self, pair: &pairing::Pair) -> Pairing {
        Pairing {
            white: self.entry_at(pair.white),
            black: self.entry_at(pair.black),
        }
    }
}

/// How often everybody meets everybody, where they do.
pub(super) fn cycles_of(format: Format) -> Option<berger::Cycles> {
    match format {
        Format::RoundRobin => Some(berger::Cycles::Single),
        Format::DoubleRoundRobin => Some(berger::Cycles::Double),
        Format::Swiss | Format::Knockout => None,
    }
}

/// Sets the lot for colours apart from the lot for the order, which comes from the same seed.
const COLOR_LOT: u64 = 0x0c01_0125;

fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

fn bye_record(kind: ByeKind) -> RoundRecord {
    match kind {
        ByeKind::PairingAllocated => RoundRecord::PairingBye,
        ByeKind::FullPoint => RoundRecord::FullBye,
        ByeKind::HalfPoint => RoundRecord::HalfBye,
        ByeKind::ZeroPoint => RoundRecord::Absent,
    }
}
