//! Coming in and going out: registration, late entries, withdrawals (SPEC ).

use super::super::action::Actor;
use super::super::fact::Fact;
use super::super::refusal::Refusal;
use super::super::settings::Format;
use super::super::state::{
    BoardRef, BoardStatus, Entrance, Entry, EntryStatus, Ground, HandedOver, Phase, Round, Society,
    Tournament, Verdict, Withdrawal,
};
use super::rounds::redraw;
use super::{Decision, existing, in_phase, proved};
use crate::vocabulary::{
    Account, BoardResult, ByeKind, EntryNumber, RoundNumber, Timestamp, TournamentId,
};

/// The most entries a tournament takes: what a round's pairings can be told in and a laptop can pair at once.
pub const ENTRIES_MAX: usize = 2_000;

/// `register`. What is said before registration closes counts, even if the proof of identity took a moment, until players
/// see the first round.
pub fn register(
    society: &Society,
    id: TournamentId,
    actor: &Actor,
    (said_at, now): (Timestamp, Timestamp),
) -> Decision {
    let (account, name) = proved(actor)?;
    let tournament = existing(society, id)?;
    may_enter(society, tournament, account, name)?;
    match tournament.phase {
        Phase::Registration => Ok(vec![entry(
            tournament,
            account,
            name,
            Entrance::Registered,
            now,
        )]),
        Phase::Running if closed_between(tournament, said_at, now) => {
            let added = entry(tournament, account, name, Entrance::Registered, said_at);
            Ok(redraw(tournament, vec![added]))
        }
        Phase::Draft | Phase::Announced => Err(Refusal::RegistrationNotOpen {
            tournament: id,
            opens_at: tournament.settings.registration_opens,
        }),
        Phase::Running | Phase::Finished | Phase::Cancelled => {
            Err(Refusal::RegistrationOver { tournament: id })
        }
    }
}

/// Whether registration closed by the clock between two instants, and nobody was told since whom they meet.
fn closed_between(tournament: &Tournament, said_at: Timestamp, now: Timestamp) -> bool {
    let closes = tournament.settings.registration_closes;
    let closed = closes.is_some_and(|closes| said_at < closes && closes <= now);
    closed && tournament.takes_late_entries() && tournament.current_round().is_none()
}

pub fn preregister(
    society: &Society,
    id: TournamentId,
    actor: &Actor,
    (said_at, now): (Timestamp, Timestamp),
) -> Decision {
    let (account, name) = proved(actor)?;
    let tournament = existing(society, id)?;
    if tournament.phase != Phase::Announced {
        return register(society, id, actor, (said_at, now));
    }
    may_enter(society, tournament, account, name)?;
    Ok(vec![entry(
        tournament,
        account,
        name,
        Entrance::Preregistered,
        now,
    )])
}

fn may_enter(
    society: &Society,
    tournament: &Tournament,
    account: &Account,
    name: &str,
) -> Result<(), Refusal> {
    if let Some(entry) = tournament.entry_of(account) {
        return Err(match entry.status {
            EntryStatus::Active => Refusal::AlreadyEntered {
                tournament: tournament.id,
                entry: entry.number,
            },
            EntryStatus::Withdrawn(_) => Refusal::EnteredAndWithdrawn {
                tournament: tournament.id,
                entry: entry.number,
            },
        });
    }
    if society.role(account, tournament).is_some() {
        return Err(Refusal::OfficialsDoNotPlay {
            name: name.to_owned(),
            tournament: tournament.id,
        });
    }
    if tournament.entries.len() >= ENTRIES_MAX {
        return Err(Refusal::TournamentFull {
            tournament: tournament.id,
        });
    }
    Ok(())
}

fn entry(
    tournament: &Tournament,
    account: &Account,
    name: &str,
    how: Entrance,
    at: Timestamp,
) -> Fact {
    let number = u32::try_from(tournament.entries.len() + 1).expect("entries are limited");
    Fact::EntryAdded {
        tournament: tournament.id,
        entry: EntryNumber(number),
        account: account.clone(),
        name: name.to_owned(),
        how,
        at,
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
    }
}

/// A director admits somebody, before or after the start (SPEC R-7).
pub fn admit(
    society: &Society,
    id: TournamentId,
    account: &Account,
    name: &str,
    missed: ByeKind,
    now: Timestamp,
) -> Decision {
    let tournament = existing(society, id)?;
    in_phase(
        tournament,
        &[
            Phase::Draft,
            Phase::Announced,
            Phase::Registration,
            Phase::Running,
        ],
    )?;
    if tournament.phase == Phase::Running && !tournament.takes_late_entries() {
        return Err(Refusal::NoLateEntry { tournament: id });
    }
    may_enter(society, tournament, account, name)?;
    let first = tournament
        .rounds
        .iter()
        .filter(|round| round.is_public())
        .count()
        + 1;
    if tournament.phase == Phase::Running && first > usize::from(tournament.rounds_total()) {
        let rounds = tournament.rounds_total();
        return Err(Refusal::NoMoreRounds { rounds });
    }
    let first_round = RoundNumber(u16::try_from(first).expect("rounds are limited"));
    let mut added = entry(tournament, account, name, Entrance::Admitted, now);
    let Fact::EntryAdded {
        first_round: first,
        missed: worth,
        ..
    } = &mut added
    else {
        unreachable!("made just above")
    };
    (*first, *worth) = (first_round, missed);
    Ok(redraw(tournament, vec![added]))
}

pub fn withdraw_self(society: &Society, id: TournamentId, actor: &Actor) -> Decision {
    let (account, _) = proved(actor)?;
    let tournament = existing(society, id)?;
    let entry = tournament
        .entry_of(account)
        .ok_or(Refusal::NotEntered { tournament: id })?;
    remove(tournament, entry.number, Withdrawal::Announced, None)
}

/// Takes a player out: a finished game stays, an unplayed pairing goes to the opponent (SPEC R-9).
pub fn remove(
    tournament: &Tournament,
    number: EntryNumber,
    why: Withdrawal,
    reason: Option<String>,
) -> Decision {
    in_phase(
        tournament,
        &[
            Phase::Draft,
            Phase::Announced,
            Phase::Registration,
            Phase::Running,
        ],
    )?;
    let entry: &Entry = tournament.entry(number);
    if entry.status != EntryStatus::Active {
        return Err(Refusal::AlreadyWithdrawn {
            tournament: tournament.id,
            entry: number,
        });
    }
    let mut facts = vec![Fact::EntryWithdrawn {
        tournament: tournament.id,
        entry: number,
        why,
        reason,
    }];
    for round in tournament.rounds.iter().filter(|round| round.is_public()) {
        facts.extend(give_up_board(tournament, round, number));
    }
    Ok(redraw(tournament, facts))
}

/// What a withdrawal does to the player's board in a round.
pub(super) fn give_up_board(
    tournament: &Tournament,
    round: &Round,
    number: EntryNumber,
) -> Option<Fact> {
    let (board, color) = round.board_of(number)?;
    let forfeit = BoardResult::Forfeit { loser: color };
    let result = match &board.status {
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        // The drawn game stays with both; the one that decides is not played.
        | BoardStatus::WithDirector {
            cause: HandedOver::Drawn,
            ..
        } => forfeit,
        // What the cutoff would have given is no game: who goes, loses; a double loss stays one.
        BoardStatus::Provisional {
            verdict,
            ground: Ground::Cutoff,
        } => match verdict.result {
            BoardResult::Forfeit { loser } if loser == !color => BoardResult::DoubleForfeit,
            BoardResult::DoubleForfeit => BoardResult::DoubleForfeit,
            BoardResult::Forfeit { .. } | BoardResult::Played(_) => forfeit,
        },
        // Both withdraw while the round is played: a double loss. What is over stays.
        BoardStatus::Final {
            verdict,
            ground: Ground::Withdrawal,
        } if round.is_open() && verdict.result.points(color).halves() > 0 => {
            BoardResult::DoubleForfeit
        }
        BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => return None,
    };
    let at = BoardRef {
        tournament: tournament.id,
        round: round.number,
        board: board.number,
    };
    let status = BoardStatus::Final {
        verdict: Verdict::unplayed(result),
        ground: Ground::Withdrawal,
    };
    Some(Fact::BoardMoved { board: at, status })
}

/// Takes a player back in; what happened stays with them (SPEC R-9).
pub fn reenter(tournament: &Tournament, number: EntryNumber) -> Decision {
    in_phase(
        tournament,
        &[
            Phase::Draft,
            Phase::Announced,
            Phase::Registration,
            Phase::Running,
        ],
    )?;
    // Only a Swiss takes people who were out when the lots were drawn.
    let has_place =
        tournament.settings.format == Format::Swiss || tournament.order.place_of(number).is_some();
    match tournament.entry(number).status {
        EntryStatus::Active => Err(Refusal::NotWithdrawn {
            tournament: tournament.id,
            entry: number,
        }),
        EntryStatus::Withdrawn(_) if tournament.phase == Phase::Running && !has_place => {
            Err(Refusal::WrongPhase {
                tournament: tournament.id,
                phase: tournament.phase,
            })
        }
        EntryStatus::Withdrawn(_) => Ok(redraw(
            tournament,
            vec![Fact::EntryReentered {
                tournament: tournament.id,
                entry: number,
            }],
        )),
    }
}
