//! Tournament reports.

use super::field;
use chessmasters::pairing::trf::{self, Dialect, Report};

/// The most rounds of a report that are paired again, and the most players such a report has: enough for every rule,
/// and few enough for many reports a second.
const ROUNDS_MAX: usize = 12;
const PLAYERS_MAX: usize = 60;

/// Any bytes are a report or an error with a place; a report is written so that it reads back equal, and what can be
/// done with one is done.
pub fn trf(data: &[u8]) {
    let (report, warnings) = match trf::read(data) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.line > 0 && error.column > 0, "{error}");
            return;
        }
    };
    for warning in &warnings {
        assert!(warning.line > 0 && warning.column > 0, "{warning}");
    }
    reads_back(&report);
    let counted = report.rounds_counted();
    field::stands(&report.field_before(counted));
    let rounds = report.rounds_paired();
    if report.entrants.len() > PLAYERS_MAX {
        return;
    }
    for round in (0..=rounds).take(ROUNDS_MAX) {
        let stated = report.round(round);
        let field = report.field_before(round);
        field::pairs(&field);
        field::differs(&field, &stated);
    }
}

/// What is written reads back equal, and writing that gives the same text.
fn reads_back(report: &Report) {
    let text = trf::write(report);
    match trf::read(text.as_bytes()) {
        Ok((mut again, _)) => {
            // The form shows only where there is something that the two write differently.
            again.dialect = report.dialect;
            assert_eq!(again, *report, "{text}");
            assert_eq!(trf::write(&again), text);
        }
        Err(error) => panic!("what was written is not readable: {error}\n{text}"),
    }
    for dialect in [Dialect::Trf16, Dialect::Trf26] {
        let made = Report::of(&report.field(), dialect);
        let text = trf::write(&made);
        let again = trf::read(text.as_bytes());
        assert_eq!(again.expect("a report of a field").0.field(), made.field());
    }
}
