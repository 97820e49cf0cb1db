//! Games of a knockout after drawn ones: one of the two has to go on.

use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, pack_after};
use super::results::ground_note;
use super::words::{Seat, marked};
use crate::ports::NoticeKind;
use crate::tournament::{BoardRef, BoardStatus, Fact};

/// Boards are played on. All of one round in this event are told at once; those that are decided in the same breath, since
/// one of the two has left, are told as that.
pub(super) fn further_game(notices: &mut Notices<'_>, at: BoardRef) {
    let society = notices.society;
    let begun: Vec<BoardRef> = notices
        .facts
        .iter()
        .filter_map(|fact| {
            let Fact::FurtherGame { board, .. } = fact else {
                return None;
            };
            let here = (board.tournament, board.round) == (at.tournament, at.round);
            here.then_some(*board)
        })
        .collect();
    if begun.first() != Some(&at) {
        return;
    }
    let seats = begun.into_iter().filter_map(|at| Seat::find(society, at));
    let seats: Vec<Seat<'_>> = seats
        .filter(|seat| seat.board.awaits_further_game())
        .collect();
    let Some(first) = seats.first() else {
        return;
    };
    let items: Vec<String> = seats
        .iter()
        .map(|seat| format!("{} {}", seat.numbered(), how_drawn(*seat)))
        .collect();
    let head = format!(
        "{}, round {}, drawn, so they play another game until one has won:",
        first.event(),
        at.round
    );
    let lines = pack_after(&head, &items, "; ", LINE_MAX);
    notices.channel_lines(Topic::lasting(NoticeKind::Announcement), lines);
    for seat in &seats {
        notices.both(*seat, Topic::lasting(NoticeKind::Result), |color, _| {
            to_player(*seat, seat.name(!color))
        });
    }
    let text = to_directors(&seats);
    notices.directors(first.tournament, None, |_| text.clone());
}

/// `1/2-1/2 (both reported)`: the last drawn game.
fn how_drawn(seat: Seat<'_>) -> String {
    match seat.board.drawn.last().map(|game| &game.status) {
        Some(BoardStatus::Final { verdict, ground }) => {
            marked(*verdict, Some(&ground_note(seat, *ground)))
        }
        Some(BoardStatus::Ruled { verdict, by, .. }) => {
            marked(*verdict, Some(&format!("ruled by {by}")))
        }
        Some(
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. },
        )
        | None => "drawn".to_owned(),
    }
}

/// What one of the two is asked for.
pub(super) fn to_player(seat: Seat<'_>, other: &str) -> String {
    format!(
        "Your game against {other} ({}) is drawn, and one of you has to win. Play another one with the colours exchanged, and both !report won, lost or drew. If you cannot, a director decides.",
        seat.game()
    )
}

fn to_directors(seats: &[Seat<'_>]) -> String {
    let place = |seat: &Seat<'_>| format!("{} {}", seat.code(), seat.pairing());
    let event = seats.first().map_or("", |seat| seat.event());
    match seats {
        [only] => format!(
            "{event}: {} is drawn. They play on and report. To enter a game, or to decide: result {} RESULT reason, with 1-0 for {}; 1-0f or 0-1f decides without a game.",
            place(only),
            only.code(),
            only.name(crate::vocabulary::Color::White)
        ),
        [] | [_, _, ..] => {
            let items: Vec<String> = seats.iter().map(place).collect();
            let head = format!("{event}, drawn:");
            let list = pack_after(&head, &items, ", ", LINE_MAX).join(", ");
            format!(
                "{list}. They play on and report. To enter a game, or to decide: result ROUND.BOARD RESULT reason, by the pairing; 1-0f or 0-1f decides without a game."
            )
        }
    }
}
