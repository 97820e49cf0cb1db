//! The table of a round robin, where a report has games that do not count in it.
//!
//! Who leaves before half of the games were played is out of the table: the games stay in the report for the ratings, and
//! nobody's points include them (C.05). TRF has no line for that; this program writes a comment, and reads it.

use super::Report;
use crate::pairing::{Field, PlayerNumber, RoundRecord};
use std::collections::BTreeSet;

/// How the comment begins, after its `###`.
const OUT: &str = "out of the table:";

/// The players that a comment says are out of the table; `None` for any other comment.
pub(super) fn read_out(text: &str) -> Option<BTreeSet<PlayerNumber>> {
    let numbers = text.strip_prefix(OUT)?.split_whitespace();
    let numbers: Result<BTreeSet<PlayerNumber>, _> = numbers.map(str::parse).collect();
    numbers.ok().filter(|numbers| !numbers.is_empty())
}

/// The line of the comment.
pub(super) fn write_out(numbers: &BTreeSet<PlayerNumber>) -> String {
    let list = numbers.iter().map(|number| format!(" {number}"));
    format!("### {OUT}{}", list.collect::<String>())
}

impl Report {
    /// The field after so many rounds as the table of a round robin counts it.
    pub fn table_after(&self, rounds: usize) -> Field {
        let mut field = self.field_before(rounds);
        let is_out = |number| self.out_of_table.contains(&number);
        for player in &mut field.players {
            for record in &mut player.rounds {
                let opponent = match *record {
                    RoundRecord::Game { opponent, .. } => Some(opponent),
                    RoundRecord::Forfeit { opponent, .. } => opponent,
                    RoundRecord::PairingBye
                    | RoundRecord::FullBye
                    | RoundRecord::HalfBye
                    | RoundRecord::Absent => None,
                };
                if is_out(player.number) || opponent.is_some_and(is_out) {
                    *record = RoundRecord::Absent;
                }
            }
        }
        field
    }
}
