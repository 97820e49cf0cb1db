//! A checked game as one line for people.

use super::Checked;
use super::words::{claims, notes, over, reason, why};
use crate::game::{Fault, Gamescore, Judgement, MoveNumber, token};

/// `1. Anderssen - Kieseritzky: 45 plies; checkmate by White at ply 45 (7.1); 1-0 agrees`
pub(super) fn line(game: &Checked) -> String {
    let (score, findings) = (&game.score, &game.findings);
    let player = |name: &str| {
        score
            .tag(name)
            .filter(|name| !name.is_empty())
            .unwrap_or("?")
    };
    let mut parts = vec![format!(
        "{}. {} - {}: {} plies",
        game.index,
        player("White"),
        player("Black"),
        findings.plies
    )];
    parts.extend(score.trouble().map(|fault| error(score, &fault)));
    parts.push(findings.over.map_or("not over".to_owned(), over));
    if !findings.claims.is_empty() {
        parts.push(format!("claims {}", claims(findings)));
    }
    parts.push(agreement(game));
    parts.extend(notes(game));
    // Words of the file stand here: what could move a terminal's cursor does not get through.
    let line = parts.join("; ");
    line.chars().filter(|letter| !letter.is_control()).collect()
}

/// The place, the words and the reason.
fn error(score: &Gamescore, fault: &Fault) -> String {
    let place = match fault.ply {
        0 => "the start".to_owned(),
        ply => format!("{} (ply {ply})", MoveNumber::of(&score.start, ply)),
    };
    let words = match fault.text.as_str() {
        "" => String::new(),
        text => format!(" \"{text}\""),
    };
    format!("ERROR at {place}{words}: {}", reason(fault))
}

/// The result, and how it goes with the moves.
fn agreement(game: &Checked) -> String {
    let why = why(game.verdict);
    let result = game.score.tagged_result().or(game.score.marker);
    let result = result.map_or("no result", token);
    match game.verdict {
        Judgement::Agrees(_) => format!("{result} agrees"),
        Judgement::Contradicts(_) => format!("{result} CONTRADICTS: {why}"),
        Judgement::Open(_) => format!("{result} open: {why}"),
    }
}
