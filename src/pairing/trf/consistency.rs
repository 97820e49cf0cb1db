//! Whether the lines of a report agree: who played whom stands in two of them.
//!
//! A game that one of two players does not know of cannot be paired around, since nobody can say who has met whom; it
//! is an error. A forfeit that only one knows of changes nothing for pairing, and is told.

use super::{Cell, Code, Entrant, Error, Report, Warning};
use crate::pairing::{PlayerNumber, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Entrants by number.
type Entrants<'r> = BTreeMap<PlayerNumber, &'r Entrant>;

/// The column in which the cell of a round, counted from 0, begins.
pub(super) fn column_of(round: usize) -> usize {
    92 + 10 * round
}

/// Every opponent is a player of the report, a game stands in both players' lines, and no round has two
/// pairing-allocated byes. `stands_on` has the line of each entrant.
pub(super) fn check(report: &Report, stands_on: &[usize]) -> Result<Vec<Warning>, Error> {
    let entrants: Entrants<'_> = report.entrants.iter().map(|e| (e.number, e)).collect();
    let mut byes = BTreeSet::new();
    let mut warnings = Vec::new();
    for (entrant, &line) in report.entrants.iter().zip(stands_on) {
        for (round, cell) in entrant.cells.iter().enumerate() {
            let mut warn = |what: String| {
                warnings.push(Warning {
                    line,
                    column: column_of(round),
                    what,
                });
            };
            match agrees(&entrants, entrant.number, round, cell) {
                Agreement::Full => {}
                Agreement::Warned(what) => warn(what),
                Agreement::Broken {
                    column,
                    expected,
                    found,
                } => {
                    return Err(Error {
                        line,
                        column,
                        expected,
                        found,
                    });
                }
            }
            if cell.code == Code::PairingBye && !byes.insert(round) {
                warn(format!(
                    "round {} has two pairing-allocated byes",
                    round + 1
                ));
            }
        }
    }
    Ok(warnings)
}

/// How a cell goes with the opponent's.
enum Agreement {
    Full,
    Warned(String),
    Broken {
        column: usize,
        expected: &'static str,
        found: String,
    },
}

fn agrees(entrants: &Entrants<'_>, own: PlayerNumber, round: usize, cell: &Cell) -> Agreement {
    let Some(opponent) = cell.opponent else {
        return Agreement::Full;
    };
    let Some(other) = entrants.get(&opponent) else {
        return Agreement::Broken {
            column: column_of(round),
            expected: "the number of a player of this report",
            found: opponent.to_string(),
        };
    };
    let theirs = other.cells.get(round).copied();
    let back = theirs.filter(|theirs| theirs.opponent == Some(own));
    let number = round + 1;
    match (cell.record().was_played(), back) {
        (true, Some(back)) if !back.record().was_played() => Agreement::Broken {
            column: column_of(round) + 7,
            expected: "what the opponent's line has: no game",
            found: cell.code.letter().to_string(),
        },
        (true, Some(back)) if back.side == cell.side => Agreement::Broken {
            column: column_of(round) + 5,
            expected: "the side that the opponent's line leaves",
            found: letter(cell.side),
        },
        (true, None) => Agreement::Broken {
            column: column_of(round),
            expected: "an opponent whose line names this player in this round",
            found: opponent.to_string(),
        },
        // A forfeit against a game is told where the game is.
        (_, Some(back)) if own < opponent && halves(cell) + halves(&back) > 2 => Agreement::Warned(
            format!("round {number}: {own} and {opponent} have more than a point together"),
        ),
        (_, Some(_)) => Agreement::Full,
        (false, None) => Agreement::Warned(format!(
            "round {number}: {own} names {opponent} as opponent, but {opponent} does not name {own}"
        )),
    }
}

fn halves(cell: &Cell) -> u32 {
    cell.record().halves(2)
}

fn letter(side: Option<Side>) -> String {
    match side {
        Some(Side::White) => "w".to_owned(),
        Some(Side::Black) => "b".to_owned(),
        None => "-".to_owned(),
    }
}
