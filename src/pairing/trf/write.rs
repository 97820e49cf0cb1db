//! Writing a report. What is written reads back equal.

use super::cells::points;
use super::table::write_out;
use super::{Apart, Cell, Code, Dialect, Entrant, Report};
use crate::pairing::Side;
use std::fmt::Write;

/// The report as text, with lines ending in LF.
pub fn write(report: &Report) -> String {
    let mut text = String::new();
    for line in &report.lines {
        let plain = format!("{} {}", line.code, line.text);
        push(&mut text, plain.trim_end());
    }
    match report.dialect {
        Dialect::Trf16 => headers_16(&mut text, report),
        Dialect::Trf26 => headers_26(&mut text, report),
    }
    if !report.out_of_table.is_empty() {
        push(&mut text, &write_out(&report.out_of_table));
    }
    for entrant in &report.entrants {
        push(&mut text, &entrant_line(entrant));
    }
    text
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// The numbers of a list, each in its columns.
fn list<T: std::fmt::Display>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().fold(String::new(), |mut text, number| {
        write!(text, " {number:>4}").expect("writing to a string does not fail");
        text
    })
}

fn headers_16(text: &mut String, report: &Report) {
    if let Some(rounds) = report.rounds_total {
        push(text, &format!("XXR {rounds}"));
    }
    match report.initial_side {
        Some(Side::White) => push(text, "XXC white1"),
        Some(Side::Black) => push(text, "XXC black1"),
        None => {}
    }
    if let Some(halves) = report.pairing_bye_halves {
        push(text, &format!("BBU {:>4}", points(u32::from(halves))));
    }
    let mut rest = report.virtual_points.as_slice();
    while let Some(first) = rest.first() {
        // One line holds a player's rounds in ascending order.
        let ends = rest
            .windows(2)
            .position(|two| two[1].number != first.number || two[1].round <= two[0].round);
        let (line, after) = rest.split_at(ends.map_or(rest.len(), |end| end + 1));
        let last = line.last().map_or(0, |points| points.round);
        let cells: Vec<String> = (1..=last)
            .map(|round| {
                let here = line.iter().find(|points| points.round == round);
                points(here.map_or(0, |points| u32::from(points.halves)))
            })
            .collect();
        push(text, &format!("XXA {:>4}{}", first.number, list(cells)));
        rest = after;
    }
    for bye in report.byes.iter().filter(|bye| bye.round.is_none()) {
        push(text, &format!("XXZ{}", list([bye.number])));
    }
    for bye in &report.byes {
        if let Some(round) = bye.round {
            let letter = bye.code.letter();
            push(
                text,
                &format!("240 {letter} {round:>3}{}", list([bye.number])),
            );
        }
    }
    for apart in &report.apart {
        apart_line(text, apart);
    }
}

fn headers_26(text: &mut String, report: &Report) {
    if let Some(rounds) = report.rounds_total {
        push(text, &format!("142 {rounds}"));
    }
    match report.initial_side {
        Some(Side::White) => push(text, "152 W"),
        Some(Side::Black) => push(text, "152 B"),
        None => {}
    }
    if let Some(halves) = report.pairing_bye_halves {
        push(text, &format!("162  P{:>4}", points(u32::from(halves))));
    }
    for bye in &report.byes {
        match bye.round {
            Some(round) => push(
                text,
                &format!("240 {} {round:>3}{}", bye.code.letter(), list([bye.number])),
            ),
            None => push(text, &format!("XXZ{}", list([bye.number]))),
        }
    }
    for virtual_points in &report.virtual_points {
        push(
            text,
            &format!(
                "250      {:>4} {round:>3} {round:>3} {number:>4} {number:>4}",
                points(u32::from(virtual_points.halves)),
                round = virtual_points.round,
                number = virtual_points.number,
            ),
        );
    }
    for apart in &report.apart {
        apart_line(text, apart);
    }
}

fn apart_line(text: &mut String, apart: &Apart) {
    let numbers = list(apart.numbers.iter());
    match apart.rounds {
        None => push(text, &format!("XXP{numbers}")),
        Some((first, last)) => push(text, &format!("260 {first:>3} {last:>3}{numbers}")),
    }
}

fn entrant_line(entrant: &Entrant) -> String {
    let rating = entrant.rating.map(|rating| rating.to_string());
    // A hundred points and more fit into their four columns only without a half; what does not fit is left out.
    let halves = entrant.halves.map(points).map(|text| match text.len() {
        0..=4 => text,
        5.. => text.strip_suffix(".0").unwrap_or_default().to_owned(),
    });
    let rank = entrant.rank.map(|rank| rank.to_string());
    let mut line = format!(
        "001 {:>4} {}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}",
        entrant.number,
        entrant.sex.unwrap_or(' '),
        entrant.title,
        entrant.name,
        rating.unwrap_or_default(),
        entrant.federation,
        entrant.fide_id,
        entrant.birth,
        halves.unwrap_or_default(),
        rank.unwrap_or_default(),
    );
    for cell in &entrant.cells {
        line.push_str(&cell_text(cell));
    }
    line.trim_end().to_owned()
}

/// Two blanks, the opponent, the side, the result.
fn cell_text(cell: &Cell) -> String {
    if cell.code == Code::Blank && cell.opponent.is_none() {
        return "          ".to_owned();
    }
    let opponent = match cell.opponent {
        Some(number) => format!("{number:>4}"),
        None => "0000".to_owned(),
    };
    let side = match cell.side {
        Some(Side::White) => 'w',
        Some(Side::Black) => 'b',
        None => '-',
    };
    format!("  {opponent} {side} {}", cell.code.letter())
}
