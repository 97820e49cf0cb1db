//! The week's small events: check-ins, excuses, games going on, reminders.

use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, listed, pack_after};
use super::time::Clock;
use super::words::{Seat, color_word, sentence};
use crate::ports::NoticeKind;
use crate::tournament::{Board, BoardRef, CheckInBy, Reminder, Society, Usefulness};
use crate::vocabulary::{BoardNumber, Color, RoundNumber, Timestamp, TournamentId};

/// Somebody is here: the reply says so, except where a director said it for them.
pub(super) fn checked_in(
    notices: &mut Notices<'_>,
    at: BoardRef,
    color: Color,
    (said_at, by): (Timestamp, CheckInBy),
) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    match by {
        CheckInBy::Player => {}
        CheckInBy::Director => notices.player(
            seat.tournament,
            seat.entry(color),
            Topic::until(NoticeKind::Result, seat.board.timing.deadline),
            |clock| {
                format!(
                    "A director marked you present at {} for {}. You need not say !present.",
                    clock.to_the_second(said_at),
                    seat.label()
                )
            },
        ),
    }
}

/// Somebody was here too late: directors may overrule (CASES T11).
pub(super) fn check_in_late(
    notices: &mut Notices<'_>,
    at: BoardRef,
    color: Color,
    said_at: Timestamp,
) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    notices.directors(seat.tournament, None, |clock| {
        format!(
            "{} said present at {}, after the cutoff of {} ({}). It does not count. To overrule: result {} RESULT reason, or extend {} DURATION reason.",
            seat.name(color),
            clock.to_the_second(said_at),
            clock.to_the_second(seat.board.timing.cutoff),
            seat.label(),
            seat.code(),
            seat.code(),
        )
    });
}

/// A director excused a player: both hear it.
pub(super) fn excused(notices: &mut Notices<'_>, at: BoardRef, color: Color, reason: &str) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let topic = Topic::lasting(NoticeKind::Result);
    notices.both(seat, topic, |reader, _| {
        if reader == color {
            format!(
                "A director excused you for {} ({reason}). The cutoff does not count against you; a director decides the board.",
                seat.label()
            )
        } else {
            format!(
                "{} is excused for {} ({reason}). A director decides the board; play if you can agree a time.",
                seat.name(color),
                seat.label()
            )
        }
    });
}

/// One of the two says the game is going on: the other is asked to say the same (SPEC R-18).
pub(super) fn playing_marked(notices: &mut Notices<'_>, at: BoardRef, color: Color) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    if seat.board.is_in_progress() {
        return;
    }
    notices.player(
        seat.tournament,
        seat.entry(!color),
        Topic::until(NoticeKind::Result, seat.board.timing.deadline),
        |_| {
            format!(
                "{} says your game is going on ({}). Say !playing too, and the clock will not settle it.",
                seat.name(color),
                seat.label()
            )
        },
    );
}

/// The connection between two players broke: the directors and the other one hear it (SPEC R-18).
pub(super) fn game_interrupted(
    notices: &mut Notices<'_>,
    board: BoardRef,
    color: Color,
    at: Timestamp,
) {
    let Some(seat) = Seat::find(notices.society, board) else {
        return;
    };
    let topic = Topic::until(NoticeKind::Result, seat.board.timing.deadline);
    notices.player(seat.tournament, seat.entry(!color), topic, |_| {
        format!(
            "{} says your game was interrupted ({}). Save the position before anything else, connect again, and say !resumed once you both go on.",
            seat.name(color),
            seat.label()
        )
    });
    notices.directors(seat.tournament, None, |clock| {
        format!(
            "{} reports an interruption at {}: {}, {}. Deadline {}; extend {} DURATION reason gives more time.",
            seat.name(color),
            clock.to_the_second(at),
            seat.label(),
            seat.pairing(),
            clock.short(seat.board.timing.deadline),
            seat.code(),
        )
    });
}

/// The game goes on: the other one hears it.
pub(super) fn game_resumed(notices: &mut Notices<'_>, at: BoardRef, color: Color) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    notices.player(
        seat.tournament,
        seat.entry(!color),
        Topic::until(NoticeKind::Result, seat.board.timing.deadline),
        |_| {
            format!(
                "{} says your game goes on ({}). If it does not, say !interrupted.",
                seat.name(color),
                seat.label()
            )
        },
    );
}

/// Which boards of a round something is about.
pub(super) struct Boards<'a> {
    pub(super) tournament: TournamentId,
    pub(super) round: RoundNumber,
    pub(super) boards: &'a [BoardNumber],
}

impl Boards<'_> {
    /// The boards that are there.
    pub(super) fn seats<'s>(&self, society: &'s crate::tournament::Society) -> Vec<Seat<'s>> {
        self.boards
            .iter()
            .filter_map(|board| {
                Seat::find(
                    society,
                    BoardRef {
                        tournament: self.tournament,
                        round: self.round,
                        board: *board,
                    },
                )
            })
            .collect()
    }
}

/// A reminder fell due: each player who needs it gets it.
pub(super) fn reminded(
    notices: &mut Notices<'_>,
    boards: &Boards<'_>,
    reminder: Reminder,
    usefulness: Usefulness,
) {
    match usefulness {
        Usefulness::Skip => return,
        Usefulness::Send => {}
    }
    for seat in boards.seats(notices.society) {
        if !seat.board.awaits_cutoff() {
            continue;
        }
        let topic = Topic::until(NoticeKind::Reminder, seat.board.timing.cutoff);
        for color in Color::BOTH {
            if !needs_reminder(seat.board, color) {
                continue;
            }
            notices.player(seat.tournament, seat.entry(color), topic, |clock| {
                let timing = seat.board.timing;
                let cutoff = clock.short(timing.cutoff);
                let deadline = clock.short(timing.deadline);
                let other = seat.name(!color);
                let round = format!("{} round {}", seat.event(), seat.round.number);
                match reminder {
                    Reminder::TwoDays => format!(
                        "{round}: your game as {} against {other} is not played yet. Agree a time; play and report by {deadline}. Not played by {}? Say !present in the channel before that.",
                        color_word(color),
                        clock.brief(timing.cutoff)
                    ),
                    Reminder::OneDay => format!(
                        "{round}, one day left: your game against {other} is still open. Play and report by {deadline}. Not played by {}? Say !present in the channel before that.",
                        clock.brief(timing.cutoff)
                    ),
                    Reminder::WindowOpen => format!(
                        "{round}: check-in is open. If you have not played {other} by then, say !present in the channel by {cutoff}. Without it you lose the point."
                    ),
                    Reminder::OneHour => format!(
                        "{round}: the cutoff is {cutoff} and you are not checked in. Say !present in the channel before it, or report your game against {other}."
                    ),
                }
            });
        }
    }
}

/// Whether a player of an open board still owes a check-in.
fn needs_reminder(board: &Board, color: Color) -> bool {
    board.check_ins[color].is_none() && board.excuses[color].is_none()
}

/// Boards still wait for a director.
pub(super) fn directors_reminded(notices: &mut Notices<'_>, boards: &Boards<'_>) {
    let seats = boards.seats(notices.society);
    let Some(tournament) = notices.society.tournament(boards.tournament) else {
        return;
    };
    let items: Vec<String> = seats.iter().map(|seat| seat.coded_line()).collect();
    notices.directors(tournament, None, |_| {
        let head = format!("{} waits for you:", tournament.settings.name);
        let tail = "Say disputes for what was said, then result ROUND.BOARD RESULT reason.";
        let whole = format!("{head} {}. {tail}", listed(&items));
        if whole.len() <= LINE_MAX {
            whole
        } else {
            let first = pack_after(&head, &items, ", ", LINE_MAX - tail.len() - 40)
                .into_iter()
                .next()
                .unwrap_or_default();
            format!("{first}, and more ({} boards). {tail}", items.len())
        }
    });
}

/// To somebody who comes in and owes a check-in (SPEC R-15).
pub fn owed_check_in(society: &Society, at: BoardRef, color: Color) -> Option<String> {
    let seat = Seat::find(society, at)?;
    let account = &seat.tournament.entry(seat.entry(color)).account;
    let clock = Clock::for_account(society, seat.tournament, account);
    Some(format!(
        "{}: you have not played {} and are not checked in. Say !present in the channel by {}, or report your game.",
        sentence(&seat.label()),
        seat.name(!color),
        clock.full(seat.board.timing.cutoff)
    ))
}
