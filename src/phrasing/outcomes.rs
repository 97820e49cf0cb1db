//! Outcomes in private: what a board's new state means to its two players and to the directors.

use super::further::to_player;
use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, pack_after};
use super::results::{ground_note, won_words};
use super::time::Clock;
use super::words::{Seat, score, standing_words, verdict as verdict_words};
use crate::ports::NoticeKind;
use crate::tournament::{Board, BoardStatus, Fact, Ground, HandedOver, Tournament, Verdict};
use crate::vocabulary::{BoardResult, Color};

/// Each of the two hears what it means to them, and what to do.
pub(super) fn tell_players(notices: &mut Notices<'_>, seat: Seat<'_>, status: &BoardStatus) {
    let deadline = seat.board.timing.deadline;
    let lasting = Topic::lasting(NoticeKind::Result);
    let until_deadline = Topic::until(NoticeKind::Result, deadline);
    match status {
        // Another game follows, and the two hear so in the same breath.
        BoardStatus::Final { .. } if seat.is_played_on() => {}
        // Whoever gave the board more time said by when.
        BoardStatus::Unplayed if is_moved(notices, seat) => {}
        BoardStatus::Unplayed => notices.both(seat, until_deadline, |color, clock| {
            format!(
                "Your game against {} ({}) is open again. Play and report by {}, or say !present in the channel by {}.",
                seat.name(!color),
                seat.game(),
                clock.short(deadline),
                clock.brief(seat.board.timing.cutoff)
            )
        }),
        BoardStatus::MustPlay => notices.both(seat, until_deadline, |color, clock| {
            format!(
                "You and {} were both present ({}), so you must play now. Report by {} with !report won, lost or drew.",
                seat.name(!color),
                seat.game(),
                clock.short(deadline)
            )
        }),
        BoardStatus::Provisional {
            verdict,
            ground: Ground::SingleReport(reporter),
        } => ask_to_confirm(notices, seat, *verdict, *reporter),
        BoardStatus::Provisional {
            verdict,
            ground: Ground::BothReports | Ground::Cutoff | Ground::NoReport | Ground::Withdrawal,
        } => notices.both(seat, until_deadline, |color, clock| {
            provisional_words(seat, *verdict, color, clock)
        }),
        BoardStatus::Disputed { .. } => notices.both(seat, lasting, |_, _| dispute_words(seat)),
        BoardStatus::WithDirector { cause, .. } => notices.both(seat, lasting, |color, _| {
            handed_over_words(seat, *cause, color)
        }),
        BoardStatus::Final { verdict, ground } => notices.both(seat, lasting, |color, _| {
            format!(
                "Final: your game against {} ({}) is {} ({}){}. If that is wrong, ask a director.",
                seat.name(!color),
                seat.game(),
                verdict_words(*verdict),
                ground_note(seat, *ground),
                won_words(verdict.result, color)
            )
        }),
        BoardStatus::Ruled { verdict, by, .. } => notices.both(seat, lasting, |color, _| {
            format!(
                "{by} ruled your game against {} ({}): {}{}.",
                seat.name(!color),
                seat.game(),
                verdict_words(*verdict),
                won_words(verdict.result, color)
            )
        }),
    }
}

/// Whether the board's times move in the same breath.
fn is_moved(notices: &Notices<'_>, seat: Seat<'_>) -> bool {
    notices.facts.iter().any(|fact| {
        matches!(fact, Fact::TimingMoved { tournament, round, boards, .. }
            if (*tournament, *round) == (seat.tournament.id, seat.round.number)
                && boards.contains(&seat.board.number))
    })
}

/// One report alone: the other one may confirm or contest it (SPEC R-21).
fn ask_to_confirm(notices: &mut Notices<'_>, seat: Seat<'_>, verdict: Verdict, reporter: Color) {
    let echo = match verdict.result {
        BoardResult::Played(outcome) => seat.echo(outcome, verdict.colors),
        BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => {
            format!("{} {}", seat.pairing(), score(verdict.result))
        }
    };
    notices.player(
        seat.tournament,
        seat.entry(!reporter),
        // Even after the deadline they should know what was said of their game.
        Topic::lasting(NoticeKind::Result),
        |clock| {
            format!(
                "{} reports {}, {echo}. Right? Say !confirm. Wrong? Say !report won, lost or drew. Without a word from you it is final {}.",
                seat.name(reporter),
                seat.game(),
                clock.brief(seat.board.timing.deadline)
            )
        },
    );
}

/// What the cutoff gave, to one of the two.
fn provisional_words(seat: Seat<'_>, verdict: Verdict, color: Color, clock: Clock) -> String {
    let other = seat.name(!color);
    let why = match verdict.result {
        BoardResult::DoubleForfeit => {
            format!("Neither you nor {other} was checked in by the cutoff")
        }
        BoardResult::Forfeit { loser } if loser == color => {
            format!("{other} was checked in by the cutoff and you were not")
        }
        BoardResult::Forfeit { .. } => {
            format!("You were checked in by the cutoff and {other} was not")
        }
        BoardResult::Played(_) => format!("Your game against {other} is reported"),
    };
    format!(
        "{why} ({}): {} for now{}. If you played or still play, both report by {}; else it is final then.",
        seat.game(),
        verdict_words(verdict),
        won_words(verdict.result, color),
        clock.short(seat.board.timing.deadline)
    )
}

/// What both are asked when it is not clear what a game brought.
fn dispute_words(seat: Seat<'_>) -> String {
    format!(
        "It is not clear what your game in {} brought: {}. Tell the director what happened with !explain TEXT; if your own report was a slip, say !report again.",
        seat.game(),
        seat.claims()
    )
}

fn handed_over_words(seat: Seat<'_>, cause: HandedOver, color: Color) -> String {
    let other = seat.name(!color);
    match cause {
        HandedOver::InProgress => format!(
            "The deadline came while you and {other} were playing ({}). Finish, then both report; a director is told and decides.",
            seat.game()
        ),
        HandedOver::Excused => format!(
            "Your game against {other} ({}) is not decided by the cutoff, since a player is excused. A director decides; report if you play it.",
            seat.game()
        ),
        HandedOver::Drawn => to_player(seat, other),
        HandedOver::RulingUndone => format!(
            "The ruling on your game against {other} ({}) is taken back, and a director decides it anew. If you played, both report.",
            seat.game()
        ),
    }
}

/// Where a board stands, as a sentence of its own.
pub(super) fn stands_words(board: &Board) -> String {
    if let BoardStatus::WithDirector {
        cause: HandedOver::RulingUndone,
        ..
    } = board.status
    {
        return "Its time is over, so a director decides it anew.".to_owned();
    }
    let note = standing_words(board);
    if note.is_empty() {
        "The board is open again.".to_owned()
    } else {
        format!("The board stands as before: {note}.")
    }
}

/// The directors hear of boards that need them, once, all in one notice.
pub(super) fn tell_directors(
    notices: &mut Notices<'_>,
    tournament: &Tournament,
    seats: &[(Seat<'_>, &BoardStatus)],
) {
    let mut items: Vec<String> = Vec::new();
    for (seat, status) in seats {
        let place = format!("{} {}", seat.code(), seat.pairing());
        match status {
            BoardStatus::Disputed { .. } => {
                items.push(format!("{place} is disputed: {}", seat.claims()));
            }
            BoardStatus::WithDirector {
                cause: HandedOver::InProgress,
                ..
            } => items.push(format!("{place} was still being played at the deadline")),
            BoardStatus::WithDirector {
                cause: HandedOver::Excused,
                ..
            } => items.push(format!("{place}: a player is excused")),
            BoardStatus::WithDirector {
                cause: HandedOver::RulingUndone,
                ..
            } => items.push(format!(
                "{place}: the ruling is taken back, and its time is over"
            )),
            BoardStatus::WithDirector {
                cause: HandedOver::Drawn,
                ..
            } => items.push(format!("{place} is drawn, and played on")),
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => {}
        }
    }
    let Some((first, _)) = seats.first() else {
        return;
    };
    if items.is_empty() {
        return;
    }
    let code = if items.len() == 1 {
        seats
            .iter()
            .find(|(_, status)| needs_director(status))
            .map_or_else(|| first.code(), |(seat, _)| seat.code())
    } else {
        "ROUND.BOARD".to_owned()
    };
    let tail = format!("You decide with: result {code} RESULT reason.");
    let head = format!("{}:", tournament.settings.name);
    let mut text = pack_after(&head, &items, "; ", LINE_MAX).join("; ");
    text.push_str(&format!(". {tail}"));
    notices.directors(tournament, None, |_| text.clone());
}

fn needs_director(status: &BoardStatus) -> bool {
    match status {
        BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. } => true,
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => false,
    }
}
