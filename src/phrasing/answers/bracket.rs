//! The bracket of a knockout, round by round.

use super::super::pack::{LINE_MAX, pack_after};
use super::super::words::{format_word, round_items};
use super::Asked;
use super::boards::no_round_yet;
use crate::tournament::{Format, Tournament};
use crate::vocabulary::RoundNumber;

/// Every published round, the newest first: in the channel only a few lines are said, and who is still in stands in those.
pub(super) fn bracket(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    match tournament.settings.format {
        Format::Knockout => {}
        format @ (Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin) => {
            return vec![format!(
                "{} is a {} and has no bracket. For who plays whom, say {mark}pairings; for the points, {mark}standings.",
                asked.name(),
                format_word(format),
                mark = asked.mark()
            )];
        }
    }
    let rounds = tournament.rounds.iter().rev();
    let lines: Vec<String> = rounds
        .filter(|round| round.is_public())
        .flat_map(|round| {
            let head = format!("{}:", stage(tournament, round.number));
            pack_after(&head, &round_items(tournament, round), ", ", LINE_MAX)
        })
        .collect();
    if lines.is_empty() {
        return vec![no_round_yet(asked)];
    }
    lines
}

/// What a round of a knockout is called: `Cup, semi-finals`.
fn stage(tournament: &Tournament, number: RoundNumber) -> String {
    let event = &tournament.settings.name;
    match tournament.rounds_total().saturating_sub(number.0) {
        0 => format!("{event}, final"),
        1 => format!("{event}, semi-finals"),
        2 => format!("{event}, quarter-finals"),
        _ => format!("{event}, round {number}"),
    }
}
