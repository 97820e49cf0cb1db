//! Tie-breaks of a tournament, from the standings module.

use crate::standings::{Contest, Edition, Row, System, TieBreak, Value, standings};
use crate::tournament::{Format, Round, Tournament};
use crate::vocabulary::{EntryNumber, RoundNumber};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The tie-breaks of every entry, over the rounds in which every board is settled.
pub(super) struct TieBreaks {
    by_entry: BTreeMap<EntryNumber, EntryTies>,
}

/// One entry's tie-breaks.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryTies {
    /// In the tournament's order.
    pub(super) values: Vec<Value>,
    place: Place,
}

/// The place the standings module gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Nothing was played yet.
    #[default]
    None,
    /// Everything is counted: it decides among equal points. The direct encounter settles groups of equals in a way
    /// its value alone does not show.
    Decisive(u32),
    /// A round is in play, whose points are not in it: it decides only where all values are equal.
    Tentative(u32),
}

/// As they are ordered: two who share a place may differ in the value of a direct encounter that settled nothing.
impl PartialEq for EntryTies {
    fn eq(&self, other: &EntryTies) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for EntryTies {}

impl PartialOrd for EntryTies {
    fn partial_cmp(&self, other: &EntryTies) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EntryTies {
    /// The better is the greater.
    fn cmp(&self, other: &EntryTies) -> Ordering {
        match (self.place, other.place) {
            (Place::Decisive(own), Place::Decisive(theirs)) => theirs.cmp(&own),
            (Place::Tentative(own), Place::Tentative(theirs)) => {
                self.values.cmp(&other.values).then(theirs.cmp(&own))
            }
            (Place::None | Place::Decisive(_) | Place::Tentative(_), _) => {
                self.values.cmp(&other.values)
            }
        }
    }
}

impl TieBreaks {
    /// Counts them.
    pub(super) fn of(tournament: &Tournament) -> TieBreaks {
        let rounds = complete_rounds(tournament);
        let complete = usize::from(rounds);
        let codes = tournament.settings.tie_breaks.iter();
        let chosen: Vec<TieBreak> = codes.filter_map(|code| TieBreak::from_code(code)).collect();
        let field = tournament.field_of_table(RoundNumber(rounds + 1));
        let contest = Contest {
            players: &field.players,
            rounds,
            system: match tournament.settings.format {
                Format::Swiss | Format::Knockout => System::Swiss,
                Format::RoundRobin | Format::DoubleRoundRobin => System::RoundRobin,
            },
            pairing_bye_halves: field.pairing_bye_halves,
        };
        let rows = standings(&contest, &chosen, Edition::Y2026);
        let public = tournament
            .rounds
            .iter()
            .filter(|round| round.is_public())
            .count();
        let place = |place: u32| match complete {
            0 => Place::None,
            _ if complete == public => Place::Decisive(place),
            _ => Place::Tentative(place),
        };
        let ties = |row: Row| {
            let ties = EntryTies {
                // Before the first whole round they are all nothing, and nothing is said of them.
                values: if rounds == 0 {
                    Vec::new()
                } else {
                    row.tie_breaks
                },
                place: place(row.place),
            };
            (tournament.entry_at(row.number), ties)
        };
        TieBreaks {
            by_entry: rows.into_iter().map(ties).collect(),
        }
    }

    /// One entry's; who was never drawn has none.
    pub(super) fn of_entry(&self, entry: EntryNumber) -> EntryTies {
        self.by_entry.get(&entry).cloned().unwrap_or_default()
    }
}

/// The rounds from the first one on in which every board is settled.
pub(super) fn complete_rounds(tournament: &Tournament) -> u16 {
    let rounds = tournament.rounds.iter();
    let complete = rounds.take_while(|round| is_complete(round)).count();
    u16::try_from(complete).expect("rounds are limited")
}

fn is_complete(round: &Round) -> bool {
    round.is_public()
        && round
            .boards
            .iter()
            .all(|board| board.status.settled().is_some())
}
