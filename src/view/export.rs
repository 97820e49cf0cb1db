//! A tournament as a report (TRF), which other programs read.
//!
//! The report has the rounds in which every board is settled, like the tie-breaks of the standings: read again it gives the
//! same standings, and the next round's pairing is the bot's. Players are numbered as they were drawn; who left before the
//! draw is not in it. The pairing-allocated bye is `U`, and `F` only a full point that a director gave: readers would
//! give its receiver a second one.
//!
//! Who left a round robin before half of the games were played has the games in the report, since they are rated; the points
//! of everybody are those of the table, in which they do not count (C.05).

use super::score::standings;
use super::tie_breaks::complete_rounds;
use crate::pairing::trf::{Dialect, Line, Report};
use crate::tournament::{Format, RoundStage, Tournament};
use crate::vocabulary::{RoundNumber, Timestamp};

/// The longest name a report holds: its columns 15 to 47.
const NAME_MAX: usize = 33;

/// The report of a tournament.
pub fn report(tournament: &Tournament, dialect: Dialect) -> Report {
    let rounds = complete_rounds(tournament);
    let field = tournament.field_of_report(RoundNumber(rounds + 1));
    let counted = tournament.field_of_table(RoundNumber(rounds + 1));
    let mut report = Report::of(&field, dialect);
    if rounds >= field.rounds_total || !tournament.is_live() {
        // There is no next round to be away from.
        report.byes.clear();
    }
    let out = tournament.order.iter().copied();
    report.out_of_table = out
        .filter(|entry| tournament.is_taken_out(*entry))
        .map(|entry| tournament.number_of(entry))
        .collect();
    let rows = standings(tournament);
    for entrant in &mut report.entrants {
        let entry = tournament.entry_at(entrant.number);
        entrant.halves = counted.player(entrant.number).map(|player| {
            let worth = field.pairing_bye_halves;
            player.rounds.iter().map(|round| round.halves(worth)).sum()
        });
        entrant.name = printable(tournament.name_of(entry))
            .chars()
            .take(NAME_MAX)
            .collect();
        entrant.rank = rows
            .iter()
            .find(|row| row.entry == entry)
            .map(|row| row.place);
    }
    report.lines = lines(tournament, usize::from(rounds), dialect);
    report
}

/// Names and dates at the top.
fn lines(tournament: &Tournament, rounds: usize, dialect: Dialect) -> Vec<Line> {
    let settings = &tournament.settings;
    let mut lines = Vec::new();
    let mut line = |code: &str, text: String| {
        if !text.is_empty() {
            let code = code.to_owned();
            lines.push(Line { code, text });
        }
    };
    let day = |at: Timestamp| {
        let local = at.to_utc().with_timezone(&settings.zone);
        local.format("%Y/%m/%d").to_string()
    };
    let published = tournament
        .rounds
        .iter()
        .take(rounds)
        .filter_map(|round| match round.stage {
            RoundStage::Draft { .. } => None,
            RoundStage::Published { at, deadline } => Some((at, deadline)),
            RoundStage::Closed {
                published_at, at, ..
            } => Some((published_at, at)),
        });
    let dates: Vec<(Timestamp, Timestamp)> = published.collect();
    line("012", printable(&settings.name));
    line(
        "042",
        dates.first().map_or_else(String::new, |first| day(first.0)),
    );
    line(
        "052",
        dates.last().map_or_else(String::new, |last| day(last.1)),
    );
    line("062", tournament.order.len().to_string());
    line("092", kind(settings.format).to_owned());
    line("122", printable(&settings.time_control));
    match dialect {
        Dialect::Trf16 => {}
        Dialect::Trf26 => line("202", settings.tie_breaks.join(" ")),
    }
    lines
}

fn kind(format: Format) -> &'static str {
    match format {
        Format::Swiss => "Individual: Swiss-System (Dutch)",
        Format::RoundRobin => "Individual: Round-Robin",
        Format::DoubleRoundRobin => "Individual: Double Round-Robin",
        Format::Knockout => "Individual: Knockout",
    }
}

/// Without what would end a line or move a cursor.
fn printable(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_control());
    kept.collect::<String>().trim().to_owned()
}
