//! Check-ins and games in progress (SPEC ).

use super::super::fact::Fact;
use super::super::refusal::Refusal;
use super::super::schedule::has_passed;
use super::super::state::{
    BoardRef, BoardStatus, CheckInBy, EntryStatus, Ground, HandedOver, Tournament,
};
use super::clock::cutoff_outcome;
use super::{Decision, Seat};
use crate::vocabulary::{Color, EntryNumber, Timestamp};

/// `present`: a player says to be here. It counts from when it was said, even if the proof of identity took a moment.
pub fn check_in(seat: &Seat<'_>, said_at: Timestamp) -> Decision {
    if let Some(check_in) = seat.board.check_ins[seat.color] {
        return Err(Refusal::AlreadyCheckedIn {
            board: seat.at,
            color: seat.color,
            at: check_in.at,
        });
    }
    let timing = seat.board.timing;
    let in_time = !has_passed(timing.cutoff, said_at);
    let fact = Fact::CheckedIn {
        board: seat.at,
        color: seat.color,
        at: said_at,
        by: CheckInBy::Player,
    };
    match &seat.board.status {
        BoardStatus::Unplayed if seat.board.is_in_progress() => {
            Err(Refusal::CheckInNotNeeded { board: seat.at })
        }
        BoardStatus::Unplayed => {
            let opens_at = timing.cutoff - seat.tournament.settings.checkin_window;
            if said_at < opens_at {
                return Err(Refusal::CheckInTooEarly {
                    board: seat.at,
                    opens_at,
                    cutoff: timing.cutoff,
                });
            }
            Ok(if in_time {
                vec![fact]
            } else {
                vec![late(seat, said_at)]
            })
        }
        // Said in time, heard after the cutoff was settled: the cutoff is settled anew with what is known now.
        BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } if in_time => {
            let mut board = seat.board.clone();
            board.check_ins[seat.color] = Some(super::super::CheckIn {
                at: said_at,
                by: CheckInBy::Player,
            });
            Ok(vec![
                fact,
                Fact::BoardMoved {
                    board: seat.at,
                    status: cutoff_outcome(&board, said_at),
                },
            ])
        }
        BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        }
        | BoardStatus::MustPlay => Ok(vec![late(seat, said_at)]),
        BoardStatus::Final { .. } | BoardStatus::Ruled { .. }
            if seat.entry().status != EntryStatus::Active =>
        {
            Err(Refusal::AlreadyWithdrawn {
                tournament: seat.tournament.id,
                entry: seat.entry().number,
            })
        }
        BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => Err(Refusal::CheckInNotNeeded { board: seat.at }),
    }
}

fn late(seat: &Seat<'_>, at: Timestamp) -> Fact {
    Fact::CheckInLate {
        board: seat.at,
        color: seat.color,
        at,
    }
}

/// `present NICK`: a director saw the player (SPEC R-19). After the cutoff it settles the cutoff anew.
pub fn mark_present(tournament: &Tournament, entry: EntryNumber, now: Timestamp) -> Decision {
    let seat = Seat::at(tournament, tournament.entry(entry))?;
    if let Some(check_in) = seat.board.check_ins[seat.color] {
        return Err(Refusal::AlreadyCheckedIn {
            board: seat.at,
            color: seat.color,
            at: check_in.at,
        });
    }
    let fact = Fact::CheckedIn {
        board: seat.at,
        color: seat.color,
        at: now,
        by: CheckInBy::Director,
    };
    match &seat.board.status {
        BoardStatus::Unplayed | BoardStatus::MustPlay => Ok(vec![fact]),
        BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } => {
            let mut board = seat.board.clone();
            board.check_ins[seat.color] = Some(super::super::CheckIn {
                at: now,
                by: CheckInBy::Director,
            });
            Ok(vec![
                fact,
                Fact::BoardMoved {
                    board: seat.at,
                    status: cutoff_outcome(&board, now),
                },
            ])
        }
        BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => Err(Refusal::CheckInNotNeeded { board: seat.at }),
    }
}

/// `excuse NICK`: the clock will not hold this player's absence against them; a director settles the board.
pub fn excuse(
    tournament: &Tournament,
    entry: EntryNumber,
    reason: &str,
    now: Timestamp,
) -> Decision {
    let seat = Seat::at(tournament, tournament.entry(entry))?;
    if let Some(verdict) = seat.board.status.settled() {
        return Err(Refusal::BoardSettled {
            board: seat.at,
            verdict,
        });
    }
    let excused = Fact::Excused {
        board: seat.at,
        color: seat.color,
        reason: reason.to_owned(),
    };
    Ok(std::iter::once(excused)
        .chain(excused_after_cutoff(&seat.board.status, seat.at, now))
        .collect())
}

/// What an excuse given after the cutoff does to the board: it goes to the director.
fn excused_after_cutoff(status: &BoardStatus, at: BoardRef, now: Timestamp) -> Option<Fact> {
    match status {
        BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } => {
            let status = BoardStatus::WithDirector {
                since: now,
                cause: HandedOver::Excused,
            };
            Some(Fact::BoardMoved { board: at, status })
        }
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => None,
    }
}

/// `playing`: the game is going on. Who says so is here, so it counts as a check-in where one is owed. As that, it counts from
/// when it was said: the cutoff is settled anew where it was settled before this was heard.
pub fn playing(seat: &Seat<'_>, said_at: Timestamp) -> Decision {
    refuse_settled(seat)?;
    if seat.board.playing[seat.color].is_some() {
        return Err(Refusal::AlreadyMarked { board: seat.at });
    }
    let mut facts = vec![Fact::PlayingMarked {
        board: seat.at,
        color: seat.color,
        at: said_at,
    }];
    let timing = seat.board.timing;
    let window_open = said_at >= timing.cutoff - seat.tournament.settings.checkin_window
        && !has_passed(timing.cutoff, said_at);
    let open = seat.board.status == BoardStatus::Unplayed || seat.board.status.is_from_cutoff();
    if !window_open || !open {
        return Ok(facts);
    }
    let mut board = seat.board.clone();
    board.playing[seat.color] = Some(said_at);
    if board.check_ins[seat.color].is_none() {
        let by = CheckInBy::Player;
        board.check_ins[seat.color] = Some(super::super::CheckIn { at: said_at, by });
        facts.push(Fact::CheckedIn {
            board: seat.at,
            color: seat.color,
            at: said_at,
            by,
        });
    }
    if board.status.is_from_cutoff() && board.status != BoardStatus::MustPlay {
        let status = if board.is_in_progress() {
            BoardStatus::Unplayed
        } else {
            cutoff_outcome(&board, said_at)
        };
        facts.push(Fact::BoardMoved {
            board: seat.at,
            status,
        });
    }
    Ok(facts)
}

/// `interrupted`: the connection between the players broke (DAL II.b).
pub fn interrupted(seat: &Seat<'_>, now: Timestamp) -> Decision {
    refuse_settled(seat)?;
    if seat.board.interrupted_at.is_some() {
        return Err(Refusal::AlreadyMarked { board: seat.at });
    }
    Ok(vec![Fact::GameInterrupted {
        board: seat.at,
        color: seat.color,
        at: now,
    }])
}

/// `resumed`: the game goes on.
pub fn resumed(seat: &Seat<'_>) -> Decision {
    refuse_settled(seat)?;
    if seat.board.interrupted_at.is_none() {
        return Err(Refusal::NotInterrupted { board: seat.at });
    }
    Ok(vec![Fact::GameResumed {
        board: seat.at,
        color: seat.color,
    }])
}

fn refuse_settled(seat: &Seat<'_>) -> Result<(), Refusal> {
    match (&seat.board.status, seat.board.status.settled()) {
        (BoardStatus::Ruled { verdict, by, .. }, _) => Err(Refusal::BoardRuled {
            board: seat.at,
            verdict: *verdict,
            by: by.clone(),
        }),
        (_, Some(verdict)) => Err(Refusal::BoardSettled {
            board: seat.at,
            verdict,
        }),
        (_, None) => Ok(()),
    }
}

/// Whether either player of a board was excused.
pub fn somebody_is_excused(excuses: &super::super::Sides<Option<String>>) -> bool {
    Color::BOTH
        .into_iter()
        .any(|color| excuses[color].is_some())
}
