//! From a report to the field of a round, and from a field to a report.

use super::{AnnouncedBye, Apart, Cell, Code, Dialect, Entrant, Report, VirtualPoints};
use crate::pairing::{Field, Pair, Player, PlayerNumber, RoundPairing, RoundRecord, Side};
use std::collections::{BTreeMap, BTreeSet};

impl Report {
    /// How many rounds were paired. Byes written after them were asked for in rounds to come.
    pub fn rounds_paired(&self) -> usize {
        self.entrants
            .iter()
            .filter_map(|entrant| entrant.cells.iter().rposition(Cell::was_paired))
            .map(|last| last + 1)
            .max()
            .unwrap_or(0)
    }

    /// How many rounds the standings count. Byes written after the last round that was paired are requests for rounds to
    /// come, unless every player has something there, or the points that the report states have them in: then those
    /// rounds are over, and nobody met.
    pub fn rounds_counted(&self) -> usize {
        let written = self.entrants.iter().map(|e| e.cells.len()).max();
        let filled = self.entrants.iter().map(|entrant| {
            let last = entrant.cells.iter().rposition(|c| c.code != Code::Blank);
            last.map_or(0, |last| last + 1)
        });
        let over = self.rounds_paired().max(filled.min().unwrap_or(0));
        let states = |rounds: usize| {
            self.entrants.iter().all(|entrant| {
                let cells = entrant.cells.iter().take(rounds);
                let worth = self.pairing_bye_halves.unwrap_or(2);
                let sum = cells.map(|cell| cell.record().halves(worth)).sum();
                entrant.halves == Some(sum)
            })
        };
        let counted = (over..=written.unwrap_or(over)).find(|&rounds| states(rounds));
        counted.unwrap_or(over)
    }

    /// The field of the next round.
    pub fn field(&self) -> Field {
        self.field_before(self.rounds_paired())
    }

    /// The field as it was after so many rounds, to be paired (again).
    pub fn field_before(&self, rounds: usize) -> Field {
        let round = u16::try_from(rounds + 1).unwrap_or(u16::MAX);
        let mut acceleration: BTreeMap<PlayerNumber, Vec<u8>> = BTreeMap::new();
        for points in &self.virtual_points {
            let list = acceleration.entry(points.number).or_default();
            let index = usize::from(points.round).saturating_sub(1);
            if list.len() <= index {
                list.resize(index + 1, 0);
            }
            list[index] = points.halves;
        }
        let latest = rounds == self.rounds_paired();
        let away: BTreeSet<PlayerNumber> = self
            .byes
            .iter()
            .filter(|bye| bye.round.map_or(latest, |number| number == round))
            .map(|bye| bye.number)
            .collect();
        let players = self
            .entrants
            .iter()
            .map(|entrant| {
                let mut records: Vec<RoundRecord> = entrant
                    .cells
                    .iter()
                    .take(rounds)
                    .map(Cell::record)
                    .collect();
                records.resize(rounds, RoundRecord::Absent);
                let next = entrant.cells.get(rounds);
                let present = match next {
                    Some(cell) => cell.was_paired() || (latest && cell.code == Code::Blank),
                    None => latest,
                };
                Player {
                    number: entrant.number,
                    rating: entrant.rating,
                    rounds: records,
                    available: present && !away.contains(&entrant.number),
                    acceleration: acceleration.remove(&entrant.number).unwrap_or_default(),
                }
            })
            .collect();
        let mut field = Field::new(
            players,
            self.rounds_total.unwrap_or_else(|| self.rounds_guess()),
            self.initial_side
                .or_else(|| self.side_of_round_one())
                .unwrap_or(Side::White),
        );
        field.pairing_bye_halves = self.pairing_bye_halves.unwrap_or(2);
        field.forbidden = self.forbidden_in(round);
        field
    }

    /// Without a stated number, the tournament is taken to have one more round than were paired, if it is not over.
    fn rounds_guess(&self) -> u16 {
        let written = self.entrants.iter().map(|e| e.cells.len()).max();
        u16::try_from(written.unwrap_or(0).max(1)).unwrap_or(u16::MAX)
    }

    fn forbidden_in(&self, round: u16) -> Vec<(PlayerNumber, PlayerNumber)> {
        let mut pairs = Vec::new();
        for apart in &self.apart {
            let holds = apart
                .rounds
                .is_none_or(|(first, last)| (first..=last).contains(&round));
            if holds {
                for (index, &a) in apart.numbers.iter().enumerate() {
                    pairs.extend(apart.numbers[index + 1..].iter().map(|&b| (a, b)));
                }
            }
        }
        pairs
    }

    /// The lot, seen from the first board of round one: the lower number has the initial side if it is odd.
    pub fn side_of_round_one(&self) -> Option<Side> {
        self.entrants
            .iter()
            .filter_map(|entrant| {
                let cell = entrant.cells.first()?;
                let opponent = cell.opponent?;
                let side = cell.side?;
                (entrant.number < opponent).then_some((entrant.number, side))
            })
            .min_by_key(|first| first.0)
            .map(
                |(number, side)| {
                    if number % 2 == 1 { side } else { side.other() }
                },
            )
    }

    /// A round as the report has it: pairs in order of the entrants, played or not, and the bye.
    pub fn round(&self, round: usize) -> RoundPairing {
        let mut pairing = RoundPairing::default();
        for entrant in &self.entrants {
            let Some(cell) = entrant.cells.get(round) else {
                continue;
            };
            match (cell.opponent, cell.code) {
                (Some(opponent), _) if entrant.number < opponent => {
                    let side = cell.side.unwrap_or(Side::White);
                    let pair = Pair::with_side(entrant.number, opponent, side);
                    pairing.pairs.push(pair);
                }
                (None, Code::PairingBye) => pairing.bye = Some(entrant.number),
                (Some(_) | None, _) => {}
            }
        }
        pairing
    }

    /// A report of a field: numbers, ratings and rounds; names are the caller's to fill in.
    pub fn of(field: &Field, dialect: Dialect) -> Report {
        let played = field.rounds_played();
        let entrants = field.players.iter().map(|player| Entrant {
            number: player.number,
            rating: player.rating,
            halves: Some(
                player
                    .rounds
                    .iter()
                    .map(|round| round.halves(field.pairing_bye_halves))
                    .sum(),
            ),
            cells: (0..played)
                .map(|round| match player.rounds.get(round) {
                    Some(record) => forfeit_sided(Cell::from_record(*record), player.number),
                    None => Cell::alone(Code::Absent),
                })
                .collect(),
            ..Entrant::default()
        });
        let virtual_points = field.players.iter().flat_map(|player| {
            let points = player.acceleration.iter().zip(1u16..);
            points
                .filter(|(halves, _)| **halves > 0)
                .map(|(&halves, round)| VirtualPoints {
                    number: player.number,
                    round,
                    halves,
                })
        });
        let away = field.players.iter().filter(|player| !player.available);
        Report {
            dialect,
            lines: Vec::new(),
            rounds_total: Some(field.rounds_total),
            initial_side: Some(field.initial_side),
            virtual_points: virtual_points.collect(),
            byes: away
                .map(|player| AnnouncedBye {
                    number: player.number,
                    round: match dialect {
                        Dialect::Trf16 => None,
                        Dialect::Trf26 => u16::try_from(played + 1).ok(),
                    },
                    code: Code::Absent,
                })
                .collect(),
            apart: field
                .forbidden
                .iter()
                .map(|&(a, b)| Apart {
                    rounds: None,
                    numbers: vec![a, b],
                })
                .collect(),
            pairing_bye_halves: Some(field.pairing_bye_halves).filter(|halves| *halves != 2),
            entrants: entrants.collect(),
            out_of_table: BTreeSet::new(),
        }
    }
}

/// Some readers refuse a forfeit without sides: they count for nothing, and the lower number is given white.
fn forfeit_sided(cell: Cell, number: PlayerNumber) -> Cell {
    let lower = cell.opponent.map(|opponent| number < opponent);
    let side = lower.map(|lower| if lower { Side::White } else { Side::Black });
    Cell {
        side: cell.side.or(side),
        ..cell
    }
}
