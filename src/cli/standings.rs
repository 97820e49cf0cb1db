//! `chessmasters standings FILE.trf`

use super::report::read;
use super::{Exit, Streams};
use crate::pairing::trf::Report;
use crate::standings::{Contest, Edition, Row, System, TieBreak, standings as count};
use clap::Args;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

/// What tells equal points apart where nobody says otherwise: as a new tournament of the bot has it.
const USUAL: [TieBreak; 5] = [
    TieBreak::BuchholzCut1,
    TieBreak::Buchholz,
    TieBreak::SonnebornBerger,
    TieBreak::DirectEncounter,
    TieBreak::Won,
];

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// The report; - is stdin
    file: PathBuf,
    /// The tie-breaks in their order, by FIDE's codes, as BHC1,BH,SB [default: BHC1,BH,SB,DE,WON; with --json all]
    #[arg(long, value_delimiter = ',', value_parser = tie_break)]
    tiebreaks: Vec<TieBreak>,
    /// The edition of the tie-break rules (C.07): 2026 or 2024
    #[arg(long, default_value = "2026", value_parser = edition)]
    edition: Edition,
    /// Count it as a round robin: some tie-breaks treat forfeits as games, and who left early is out of the table
    #[arg(long)]
    round_robin: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

fn tie_break(code: &str) -> Result<TieBreak, String> {
    TieBreak::from_code(code.trim()).ok_or_else(|| {
        let codes: Vec<&str> = TieBreak::ALL.iter().map(|known| known.code()).collect();
        format!("the tie-breaks are {}", codes.join(", "))
    })
}

fn edition(text: &str) -> Result<Edition, String> {
    match text {
        "2026" => Ok(Edition::Y2026),
        "2024" => Ok(Edition::Y2024),
        _ => Err("the editions are 2026 and 2024".to_owned()),
    }
}

/// Counts the standings over the rounds that are over.
pub(super) fn standings(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let report = match read(&wishes.file, streams)? {
        Ok(report) => report,
        Err(exit) => return Ok(exit),
    };
    let tie_breaks = chosen(wishes);
    let rounds = report.rounds_counted();
    let field = if wishes.round_robin {
        report.table_after(rounds)
    } else {
        report.field_before(rounds)
    };
    let contest = Contest {
        players: &field.players,
        rounds: u16::try_from(rounds).unwrap_or(u16::MAX),
        system: if wishes.round_robin {
            System::RoundRobin
        } else {
            System::Swiss
        },
        pairing_bye_halves: field.pairing_bye_halves,
    };
    for tie_break in tie_breaks.iter().filter(|code| !code.suits(contest.system)) {
        if wishes.tiebreaks.contains(tie_break) {
            let code = tie_break.code();
            writeln!(
                streams.err,
                "warning: {code} does not suit a round robin (C.07 of 2026)"
            )?;
        }
    }
    let rows = count(&contest, &tie_breaks, wishes.edition);
    compare_points(&report, &rows, streams)?;
    if wishes.json {
        writeln!(streams.out, "{}", as_json(&rows, &tie_breaks))?;
    } else {
        write!(streams.out, "{}", as_text(&report, &rows, &tie_breaks))?;
    }
    Ok(Exit::Done)
}

/// What was asked for; else the usual ones, which in JSON are followed by all others: machines choose later.
fn chosen(wishes: &Wishes) -> Vec<TieBreak> {
    let mut chosen = wishes.tiebreaks.clone();
    if chosen.is_empty() {
        chosen.extend(USUAL);
        if wishes.json {
            let others = TieBreak::ALL.iter().filter(|code| !USUAL.contains(code));
            chosen.extend(others);
        }
    }
    chosen
}

/// Tells where a report states other points than its rounds bring.
fn compare_points(report: &Report, rows: &[Row], streams: &mut Streams<'_>) -> io::Result<()> {
    let stated = |number| {
        let entrant = report.entrants.iter().find(|e| e.number == number);
        entrant.and_then(|entrant| entrant.halves)
    };
    for row in rows {
        if let Some(halves) = stated(row.number).filter(|halves| *halves != row.halves) {
            writeln!(
                streams.err,
                "warning: the report gives {} {} points, its rounds bring {}",
                row.number,
                points(halves),
                points(row.halves)
            )?;
        }
    }
    Ok(())
}

/// Half points as a decimal number.
fn points(halves: u32) -> String {
    let half = if halves % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", halves / 2)
}

/// One object: each start number with its place, its points and its tie-breaks by their codes. The numbers are exact
/// (means have two decimals), so they are written here and never pass through a float.
fn as_json(rows: &[Row], tie_breaks: &[TieBreak]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| row.number);
    let players: Vec<String> = rows
        .iter()
        .map(|row| {
            let mut fields = format!(
                "\"place\":{},\"shared\":{},\"PTS\":{}",
                row.place,
                row.shared,
                points(row.halves)
            );
            for (tie_break, value) in tie_breaks.iter().zip(&row.tie_breaks) {
                write!(fields, ",\"{}\":{value}", tie_break.code())
                    .expect("writing to a string does not fail");
            }
            format!("\"{}\":{{{fields}}}", row.number)
        })
        .collect();
    format!("{{{}}}", players.join(","))
}

/// A table: the place (with `=` where it is shared), the number, the name, the points and the tie-breaks.
fn as_text(report: &Report, rows: &[Row], tie_breaks: &[TieBreak]) -> String {
    let mut head = vec!["place".to_owned(), "no".to_owned(), "name".to_owned()];
    head.push("PTS".to_owned());
    head.extend(tie_breaks.iter().map(|code| code.code().to_owned()));
    let mut table = vec![head];
    for row in rows {
        let entrant = report.entrants.iter().find(|e| e.number == row.number);
        let name = entrant.map_or("", |entrant| entrant.name.as_str());
        let shared = if row.shared { "=" } else { "" };
        let mut cells = vec![format!("{}{shared}", row.place), row.number.to_string()];
        // Names come from a file: what could move a terminal's cursor does not get through.
        cells.push(name.chars().filter(|letter| !letter.is_control()).collect());
        cells.push(points(row.halves));
        cells.extend(row.tie_breaks.iter().map(ToString::to_string));
        table.push(cells);
    }
    let width = |column: usize| {
        let widths = table.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table[0].len()).map(width).collect();
    let mut text = String::new();
    for row in &table {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells
            .map(|(column, (cell, &width))| match column {
                2 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}
