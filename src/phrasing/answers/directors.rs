//! What directors ask before they act.

use super::super::pack::{LINE_MAX, counted, pack_after};
use super::super::rounds::draft_lines;
use super::super::time::from_now;
use super::super::words::{Seat, score};
use super::Asked;
use crate::tournament::{BoardStatus, HandedOver, Round, Tournament};
use crate::view::{self, Foreseen};
use crate::vocabulary::{BoardResult, Color};

/// The draft round.
pub(super) fn preview(asked: &Asked<'_>) -> Vec<String> {
    match asked.tournament.draft_round() {
        Some(round) => draft_lines(asked.tournament, round, asked.clock()),
        None => vec![format!(
            "{} has no paired round that waits. To pair the next one, say pair.",
            asked.name()
        )],
    }
}

/// Every board that waits for a director, with both sides.
pub(super) fn disputes(asked: &Asked<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for seat in open_seats(asked.tournament) {
        let (since, what) = match &seat.board.status {
            BoardStatus::Disputed { since } => (*since, "disputed"),
            BoardStatus::WithDirector {
                since,
                cause: HandedOver::InProgress,
            } => (*since, "in progress at the deadline"),
            BoardStatus::WithDirector {
                since,
                cause: HandedOver::Excused,
            } => (*since, "a player is excused"),
            BoardStatus::WithDirector {
                since,
                cause: HandedOver::RulingUndone,
            } => (*since, "ruling taken back"),
            BoardStatus::WithDirector {
                since,
                cause: HandedOver::Drawn,
            } => (*since, "drawn and to be played on"),
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => continue,
        };
        let mut line = format!(
            "{} {}, {what} since {}, {}: {}.",
            seat.code(),
            seat.pairing(),
            asked.clock().short(since),
            from_now(asked.reader.now, since),
            seat.claims()
        );
        for color in Color::BOTH {
            if let Some(text) = &seat.board.explanations[color] {
                line.push_str(&format!(" {} explains: {text}.", seat.name(color)));
            }
            if let Some(text) = &seat.board.excuses[color] {
                line.push_str(&format!(" {} is excused: {text}.", seat.name(color)));
            }
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return vec![format!("Nothing in {} waits for a director.", asked.name())];
    }
    lines.push("To decide one: result ROUND.BOARD RESULT reason.".to_owned());
    lines
}

fn open_seats<'a>(tournament: &'a Tournament) -> impl Iterator<Item = Seat<'a>> {
    tournament
        .rounds
        .iter()
        .filter(|round| round.is_public())
        .flat_map(move |round| {
            view::open_boards(round).map(move |board| Seat {
                tournament,
                round,
                board,
            })
        })
}

/// What is missing before the round can close.
pub(super) fn preflight(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    let items: Vec<String> = open_seats(tournament)
        .map(|seat| format!("{}{}", seat.coded_line(), missing(seat)))
        .collect();
    if items.is_empty() {
        return vec![all_settled(asked)];
    }
    let head = format!(
        "{}, {} without a settled result:",
        asked.name(),
        counted(items.len(), "board")
    );
    pack_after(&head, &items, "; ", LINE_MAX)
}

/// What one open board needs.
fn missing(seat: Seat<'_>) -> String {
    match &seat.board.status {
        BoardStatus::Unplayed | BoardStatus::MustPlay => ", no report".to_owned(),
        BoardStatus::Provisional { .. } => {
            let silent: Vec<&str> = Color::BOTH
                .into_iter()
                .filter(|color| seat.board.reports[*color].is_none())
                .map(|color| seat.name(color))
                .collect();
            format!(", no report by {}", silent.join(" and "))
        }
        BoardStatus::WithDirector {
            cause: HandedOver::Drawn,
            ..
        } => ", needs another game or your ruling".to_owned(),
        BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector {
            cause: HandedOver::InProgress | HandedOver::Excused | HandedOver::RulingUndone,
            ..
        } => ", needs your ruling".to_owned(),
        BoardStatus::Final { .. } | BoardStatus::Ruled { .. } => String::new(),
    }
}

fn all_settled(asked: &Asked<'_>) -> String {
    match (
        asked.tournament.current_round(),
        asked.tournament.draft_round(),
    ) {
        (_, Some(draft)) => format!(
            "All published rounds of {} are settled; round {} is paired and waits: say publish.",
            asked.name(),
            draft.number
        ),
        (Some(round), None) if round.is_open() => {
            let deadline = round.deadline().map_or_else(String::new, |at| {
                format!(", deadline {}", asked.clock().short(at))
            });
            format!(
                "Every board of round {} of {} is settled{deadline}. Nothing is missing.",
                round.number,
                asked.name()
            )
        }
        (Some(round), None) => format!(
            "Round {} of {} is closed. Nothing is missing.",
            round.number,
            asked.name()
        ),
        (None, None) => format!("{} has no round yet.", asked.name()),
    }
}

/// What the cutoff would do if it were now.
pub(super) fn sweep(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    let items: Vec<String> = tournament
        .rounds
        .iter()
        .filter(|round| round.is_public())
        .flat_map(|round| sweep_items(asked, round))
        .collect();
    if items.is_empty() {
        return vec![format!(
            "The cutoff would change nothing in {}: no unplayed board waits for it.",
            asked.name()
        )];
    }
    let head = format!("{}, if the cutoff were now:", asked.name());
    pack_after(&head, &items, "; ", LINE_MAX)
}

fn sweep_items(asked: &Asked<'_>, round: &Round) -> Vec<String> {
    let tournament = asked.tournament;
    let clock = asked.clock();
    view::sweep(round)
        .into_iter()
        .map(|(board, foreseen)| {
            let seat = Seat {
                tournament,
                round,
                board,
            };
            let outcome = match foreseen {
                Foreseen::MustPlay => "both must play".to_owned(),
                Foreseen::Provisional(BoardResult::DoubleForfeit) => {
                    "0-0, a double forfeit, nobody is present".to_owned()
                }
                Foreseen::Provisional(result) => format!(
                    "{} by forfeit ({}, {})",
                    score(result),
                    seat.seen(Color::White, clock),
                    seat.seen(Color::Black, clock)
                ),
                Foreseen::WithDirector => "to you, a player is excused".to_owned(),
                Foreseen::InProgress => "untouched, it is in progress".to_owned(),
            };
            format!(
                "{} {}: {outcome}, cutoff {}",
                seat.code(),
                seat.pairing(),
                clock.brief(board.timing.cutoff)
            )
        })
        .collect()
}
