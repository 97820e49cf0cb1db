//! Pairings and results of a round.

use super::super::pack::{LINE_MAX, counted, pack_after};
use super::super::words::{Seat, bye_items, round_items};
use super::Asked;
use crate::tournament::{BoardStatus, Phase, Round, RoundStage};
use crate::view;
use crate::vocabulary::RoundNumber;

/// The boards of a round, each with what it brought.
pub(super) fn pairings(asked: &Asked<'_>, wanted: Option<RoundNumber>) -> Vec<String> {
    let round = match public_round(asked, wanted) {
        Ok(round) => round,
        Err(line) => return vec![line],
    };
    let head = format!(
        "{}, round {}{}:",
        asked.name(),
        round.number,
        stage_words(asked, round)
    );
    pack_after(&head, &round_items(asked.tournament, round), ", ", LINE_MAX)
}

/// The boards of a round that brought something.
pub(super) fn results(asked: &Asked<'_>, wanted: Option<RoundNumber>) -> Vec<String> {
    let round = match public_round(asked, wanted) {
        Ok(round) => round,
        Err(line) => return vec![line],
    };
    let tournament = asked.tournament;
    let mut items: Vec<String> = round
        .boards
        .iter()
        .filter(|board| match board.status {
            BoardStatus::Unplayed | BoardStatus::MustPlay => false,
            BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => true,
        })
        .map(|board| {
            Seat {
                tournament,
                round,
                board,
            }
            .line()
        })
        .collect();
    items.extend(bye_items(tournament, round));
    let open = view::open_boards(round).count();
    let head = format!(
        "{}, results of round {}, {}:",
        asked.name(),
        round.number,
        if open == 0 {
            "all settled".to_owned()
        } else {
            format!("{} not settled", counted(open, "board"))
        }
    );
    if items.is_empty() {
        items.push(format!(
            "none yet. For the pairings, say {}pairings.",
            asked.mark()
        ));
    }
    pack_after(&head, &items, ", ", LINE_MAX)
}

fn stage_words(asked: &Asked<'_>, round: &Round) -> String {
    match round.stage {
        RoundStage::Published { deadline, .. } => {
            let apart = asked.tournament.settings.checkin_before_deadline;
            let deadline = round
                .last_timing(apart)
                .map_or(deadline, |(_, moved)| moved);
            format!(", deadline {}", asked.clock().short(deadline))
        }
        RoundStage::Closed { .. } => ", closed".to_owned(),
        RoundStage::Draft { .. } => String::new(),
    }
}

/// The round asked for, or the newest one players may see.
fn public_round<'a>(asked: &Asked<'a>, wanted: Option<RoundNumber>) -> Result<&'a Round, String> {
    let tournament = asked.tournament;
    let found = match wanted {
        Some(number) => tournament.round(number).filter(|round| round.is_public()),
        None => tournament.current_round(),
    };
    found.ok_or_else(|| match (wanted, tournament.current_round()) {
        (Some(number), Some(current)) => format!(
            "Round {number} of {} is not published. The newest one is round {}: say {}pairings.",
            asked.name(),
            current.number,
            asked.mark()
        ),
        (_, None) | (None, Some(_)) => no_round_yet(asked),
    })
}

/// When the first round comes.
pub(super) fn no_round_yet(asked: &Asked<'_>) -> String {
    let settings = &asked.tournament.settings;
    let when = match (asked.tournament.phase, settings.registration_closes) {
        (Phase::Draft | Phase::Announced | Phase::Registration, Some(at)) => format!(
            "Round 1 is paired when registration closes, {}.",
            asked.clock().full(at)
        ),
        (Phase::Draft | Phase::Announced | Phase::Registration, None) => {
            "Round 1 is paired when a director closes registration.".to_owned()
        }
        (Phase::Running, _) => "Round 1 is about to be published here.".to_owned(),
        (Phase::Finished | Phase::Cancelled, _) => "None was played.".to_owned(),
    };
    format!("{} has no round yet. {when}", asked.name())
}
