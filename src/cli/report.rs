//! Tournament reports (TRF) on the command line: read from a file or from stdin, with what is wrong with them told.

use super::{Exit, Streams};
use crate::pairing::trf::{self, Report};
use crate::pairing::{FieldFault, NoPairing, Side, swiss};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most warnings that are told of one report: a file that is no report at all has one for every line.
const WARNINGS_MAX: usize = 20;

/// Reads a report; `-` is stdin. Problems and warnings go to stderr, and where there is no report to be had, the exit to
/// take comes back.
pub(super) fn read(file: &Path, streams: &mut Streams<'_>) -> io::Result<Result<Report, Exit>> {
    let (shown, bytes) = if file.as_os_str() == "-" {
        ("stdin".to_owned(), bytes(&mut *streams.input))
    } else {
        let opened = File::open(file);
        (
            file.display().to_string(),
            opened.and_then(|mut file| bytes(&mut file)),
        )
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(cause) => {
            writeln!(streams.err, "{shown}: cannot be read: {cause}")?;
            return Ok(Err(Exit::CouldNot));
        }
    };
    let (report, warnings) = match trf::read(&bytes) {
        Ok(read) => read,
        Err(error) => {
            writeln!(
                streams.err,
                "{shown}:{}:{}: expected {}, found {:?}",
                error.line, error.column, error.expected, error.found
            )?;
            return Ok(Err(Exit::Wrong));
        }
    };
    if report.entrants.is_empty() {
        writeln!(
            streams.err,
            "{shown}:1:1: expected a report with players, found no line that begins with 001"
        )?;
        return Ok(Err(Exit::Wrong));
    }
    let warnings = warnings.iter().map(|warning| {
        format!(
            "{shown}:{}:{}: warning: {}",
            warning.line, warning.column, warning.what
        )
    });
    let warnings: Vec<String> = warnings.collect();
    for warning in warnings.iter().take(WARNINGS_MAX) {
        writeln!(streams.err, "{warning}")?;
    }
    if let Some(more) = warnings.len().checked_sub(WARNINGS_MAX + 1) {
        writeln!(streams.err, "{shown}: and {} more warnings", more + 1)?;
    }
    Ok(Ok(report))
}

/// All bytes, up to one more than a report may have: the reader of reports says what is wrong with that.
fn bytes(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source
        .take(trf::BYTES_MAX as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why there is no pairing, in a sentence with pairing numbers.
pub(super) fn no_pairing(cause: &NoPairing) -> String {
    match cause {
        NoPairing::TooFewPlayers => "fewer than two players are to be paired".to_owned(),
        NoPairing::RoundsAreOver => "all rounds have been played".to_owned(),
        NoPairing::NobodyMayHaveTheBye => {
            "the number of players is odd, and nobody may have the bye (C2)".to_owned()
        }
        NoPairing::NoOpponentLeft(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!(
                "no legal opponent is left for {} (C1 to C3)",
                numbers.join(", ")
            )
        }
        NoPairing::NoCompletePairing => {
            "no set of legal pairs covers everybody (C1 to C4)".to_owned()
        }
        NoPairing::TooEntangled => {
            "a bracket is too large and too entangled to be paired exactly in a reasonable time"
                .to_owned()
        }
        NoPairing::Faulty(FieldFault::TooManyPlayers) => "there are too many players".to_owned(),
        NoPairing::Faulty(FieldFault::NumberTwice(number)) => {
            format!("the number {number} is used twice")
        }
        NoPairing::Faulty(FieldFault::NumberZero) => "a player has the number 0".to_owned(),
    }
}

/// How the program ends where there is no pairing.
pub(super) fn exit_without_pairing(cause: &NoPairing) -> Exit {
    match cause {
        NoPairing::Faulty(_) => Exit::Wrong,
        NoPairing::TooFewPlayers
        | NoPairing::RoundsAreOver
        | NoPairing::NobodyMayHaveTheBye
        | NoPairing::NoOpponentLeft(_)
        | NoPairing::NoCompletePairing
        | NoPairing::TooEntangled => Exit::CouldNot,
    }
}

/// Reads an edition of the pairing rules.
pub(super) fn rules(text: &str) -> Result<swiss::Edition, String> {
    match text {
        "2026" => Ok(swiss::Edition::Y2026),
        "2017" => Ok(swiss::Edition::Y2017),
        _ => Err("the rules are those of 2026 or of 2017".to_owned()),
    }
}

/// The year of an edition.
pub(super) fn year(rules: swiss::Edition) -> u16 {
    match rules {
        swiss::Edition::Y2026 => 2026,
        swiss::Edition::Y2017 => 2017,
    }
}

/// The side in a word.
pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
