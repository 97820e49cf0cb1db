//! Deciding: from the state, an action, its actor and an instant to facts or a refusal. Pure.
//!
//! Each function emits the direct facts only. What follows from them by the clock (a round that closes, the next one that
//! is paired) falls due at once and is decided in its turn.

mod absence;
mod checkin;
mod clock;
mod editing;
mod entering;
mod gamescores;
mod life;
mod officials;
mod reports;
mod rounds;
mod rulings;
mod sent_moves;

pub use clock::cutoff_outcome;
pub use gamescores::{judgement, verdict_of};

use super::action::{Action, Actor, Order};
use super::fact::Fact;
use super::refusal::Refusal;
use super::state::{Board, BoardRef, Entry, Phase, Role, Round, Society, Tournament};
use crate::vocabulary::{Account, Color, Timestamp, TournamentId};

/// What a decision brings.
pub type Decision = Result<Vec<Fact>, Refusal>;

/// Decides. The state is as it was before; the facts have to be applied to it in order.
///
/// # Errors
/// A [`Refusal`] when the rules do not allow the action now; nothing has happened then.
pub fn decide(society: &Society, action: &Action, actor: &Actor, now: Timestamp) -> Decision {
    match action {
        Action::Register {
            tournament,
            said_at,
        } => entering::register(society, *tournament, actor, (*said_at, now)),
        Action::Preregister {
            tournament,
            said_at,
        } => entering::preregister(society, *tournament, actor, (*said_at, now)),
        Action::Withdraw { tournament } => entering::withdraw_self(society, *tournament, actor),
        Action::CheckIn {
            tournament,
            said_at,
        } => checkin::check_in(&Seat::of(society, *tournament, actor)?, *said_at),
        Action::Report {
            tournament,
            claim,
            text,
            said_at,
        } => {
            let facts = reports::report(society, *tournament, actor, claim, text, (*said_at, now))?;
            Ok(gamescores::against_results(society, facts))
        }
        Action::Confirm {
            tournament,
            said_at,
        } => {
            let facts = reports::confirm(society, *tournament, actor, (*said_at, now))?;
            Ok(gamescores::against_results(society, facts))
        }
        Action::Explain { tournament, text } => {
            reports::explain(society, *tournament, actor, text, now)
        }
        Action::MarkPlaying {
            tournament,
            said_at,
        } => {
            let seat = Seat::meant(society, *tournament, actor, *said_at, |_, _| true)?;
            checkin::playing(&seat, *said_at)
        }
        Action::Interrupt { tournament } => {
            checkin::interrupted(&Seat::of(society, *tournament, actor)?, now)
        }
        Action::Resume { tournament } => checkin::resumed(&Seat::of(society, *tournament, actor)?),
        Action::ChooseZone { zone } => {
            let (account, _) = proved(actor)?;
            Ok(vec![Fact::ZoneChosen {
                account: account.clone(),
                zone: *zone,
            }])
        }
        Action::Score(action) => gamescores::decide(society, action, actor, now),
        Action::Direct(order) => direct(society, order, actor, now),
        Action::Due(due) => Ok(clock::fall_due(society, *due, now)),
        Action::LoseSight { since, scope } => Ok(absence::lose(society, *since, scope)),
        Action::RegainSight { scope } => Ok(absence::regain(society, scope, now)),
        Action::Appoint { directors } => Ok(officials::appoint_configured(society, directors)),
        Action::UseRatings { policy } => {
            let new = *policy != society.rating_policy;
            Ok(Vec::from_iter(
                new.then_some(Fact::RatingsChosen { policy: *policy }),
            ))
        }
    }
}

fn direct(society: &Society, order: &Order, actor: &Actor, now: Timestamp) -> Decision {
    match order {
        Order::Create { settings, seed } => life::create(society, settings, *seed, actor),
        Order::Set {
            tournament,
            setting,
        } => life::set(directed(society, *tournament, actor)?, setting, now),
        Order::Announce { tournament } => life::announce(directed(society, *tournament, actor)?),
        Order::Open { tournament } => life::open(directed(society, *tournament, actor)?, now),
        Order::Start { tournament } => life::start(society, directed(society, *tournament, actor)?),
        Order::Finish {
            tournament,
            consent,
        } => life::finish(
            society,
            directed_by_director(society, *tournament, actor)?,
            *consent,
            now,
        ),
        Order::Cancel {
            tournament,
            consent,
        } => life::cancel(directed_by_director(society, *tournament, actor)?, *consent),
        Order::Admit {
            tournament,
            account,
            name,
            missed,
        } => {
            directed(society, *tournament, actor)?;
            entering::admit(society, *tournament, account, name, *missed, now)
        }
        Order::Remove {
            tournament,
            entry,
            why,
            reason,
        } => entering::remove(
            directed(society, *tournament, actor)?,
            *entry,
            *why,
            reason.clone(),
        ),
        Order::Reenter { tournament, entry } => {
            entering::reenter(directed(society, *tournament, actor)?, *entry)
        }
        Order::PairRound {
            tournament,
            consent,
        } => rounds::pair(directed(society, *tournament, actor)?, *consent, now),
        Order::PairByHand {
            tournament,
            white,
            black,
            consent,
        } => editing::pair_by_hand(
            directed(society, *tournament, actor)?,
            *white,
            *black,
            *consent,
        ),
        Order::Swap {
            tournament,
            first,
            second,
            consent,
        } => editing::swap(
            directed(society, *tournament, actor)?,
            *first,
            *second,
            *consent,
        ),
        Order::GiveBye {
            tournament,
            entry,
            kind,
            consent,
        } => editing::give_bye(
            directed(society, *tournament, actor)?,
            *entry,
            *kind,
            *consent,
            now,
        ),
        Order::Publish { tournament } => {
            rounds::publish(directed(society, *tournament, actor)?, now)
        }
        Order::Hold { tournament } => rounds::hold(directed(society, *tournament, actor)?),
        Order::Rule {
            board,
            verdict,
            reason,
        } => {
            let facts = rulings::rule(society, *board, (*verdict, reason), actor, now)?;
            Ok(gamescores::against_results(society, facts))
        }
        Order::Undo { board } => rulings::undo(society, *board, actor, now),
        Order::MarkPresent { tournament, entry } => {
            checkin::mark_present(directed(society, *tournament, actor)?, *entry, now)
        }
        Order::Excuse {
            tournament,
            entry,
            reason,
        } => checkin::excuse(directed(society, *tournament, actor)?, *entry, reason, now),
        Order::Extend {
            tournament,
            round,
            board,
            by,
            reason,
        } => {
            let extension = rulings::Extension {
                round: *round,
                board: *board,
                by: *by,
                reason,
            };
            rulings::extend(
                directed(society, *tournament, actor)?,
                &extension,
                actor,
                now,
            )
        }
        Order::Say { text } => {
            officials::require_any_office(society, actor)?;
            Ok(vec![Fact::Said { text: text.clone() }])
        }
        Order::AppointOfficial {
            tournament,
            account,
            name,
            role,
        } => officials::appoint(society, *tournament, account, name, *role, actor),
        Order::DismissOfficial {
            tournament,
            account,
            name,
            role,
        } => officials::dismiss(society, *tournament, account, name, *role, actor),
    }
}

/// The account of somebody who proved who they are (SPEC R-1).
fn proved(actor: &Actor) -> Result<(&Account, &str), Refusal> {
    match actor {
        Actor::Account { account, name } => Ok((account, name)),
        Actor::Stranger { .. } => Err(Refusal::NotIdentified),
        Actor::Unchecked { .. } => Err(Refusal::CannotCheck),
        Actor::Clock | Actor::Operator => unreachable!("only people play"),
    }
}

/// What somebody may do in a tournament; the operator may do what a director may.
fn office(society: &Society, tournament: &Tournament, actor: &Actor) -> Result<Role, Refusal> {
    match actor {
        Actor::Operator => Ok(Role::Director),
        Actor::Clock => unreachable!("the clock gives no orders"),
        Actor::Account { .. } | Actor::Stranger { .. } | Actor::Unchecked { .. } => {
            let (account, _) = proved(actor)?;
            society
                .role(account, tournament)
                .ok_or(Refusal::NotDirector)
        }
    }
}

fn existing(society: &Society, id: TournamentId) -> Result<&Tournament, Refusal> {
    society
        .tournament(id)
        .ok_or_else(|| Refusal::UnknownTournament {
            written: format!("#{id}"),
        })
}

/// A tournament, for an order that assistants may give too.
fn directed<'a>(
    society: &'a Society,
    id: TournamentId,
    actor: &Actor,
) -> Result<&'a Tournament, Refusal> {
    let tournament = existing(society, id)?;
    office(society, tournament, actor)?;
    Ok(tournament)
}

/// A tournament, for an order that only directors give.
fn directed_by_director<'a>(
    society: &'a Society,
    id: TournamentId,
    actor: &Actor,
) -> Result<&'a Tournament, Refusal> {
    let tournament = existing(society, id)?;
    match office(society, tournament, actor)? {
        Role::Director => Ok(tournament),
        Role::Assistant => Err(Refusal::AssistantMayNot),
    }
}

fn in_phase(tournament: &Tournament, phases: &[Phase]) -> Result<(), Refusal> {
    if phases.contains(&tournament.phase) {
        return Ok(());
    }
    Err(Refusal::WrongPhase {
        tournament: tournament.id,
        phase: tournament.phase,
    })
}

/// A tournament and the entry of somebody who proved who they are.
fn entered<'a>(
    society: &'a Society,
    id: TournamentId,
    actor: &Actor,
) -> Result<(&'a Tournament, &'a Entry), Refusal> {
    let (account, _) = proved(actor)?;
    let tournament = existing(society, id)?;
    let entry = tournament.entry_of(account);
    Ok((
        tournament,
        entry.ok_or(Refusal::NotEntered { tournament: id })?,
    ))
}

/// A player's seat: their entry and the board they sit at now.
struct Seat<'a> {
    tournament: &'a Tournament,
    board: &'a Board,
    color: Color,
    at: BoardRef,
}

impl<'a> Seat<'a> {
    /// The seat of somebody who proved who they are.
    fn of(society: &'a Society, id: TournamentId, actor: &Actor) -> Result<Seat<'a>, Refusal> {
        let (tournament, entry) = entered(society, id, actor)?;
        Seat::at(tournament, entry)
    }

    /// The seat that somebody means who said something at an instant, and what they said fits some boards better.
    fn meant(
        society: &'a Society,
        id: TournamentId,
        actor: &Actor,
        said_at: Timestamp,
        fits: impl Fn(&Board, Color) -> bool,
    ) -> Result<Seat<'a>, Refusal> {
        let (tournament, entry) = entered(society, id, actor)?;
        let board = tournament.board_meant(entry.number, said_at, fits);
        Seat::found(tournament, entry, board)
    }

    /// Who sits there.
    fn entry(&self) -> &'a Entry {
        self.tournament.entry(self.board.players[self.color])
    }

    /// The seat of an entry.
    fn at(tournament: &'a Tournament, entry: &Entry) -> Result<Seat<'a>, Refusal> {
        Seat::found(tournament, entry, tournament.board_of(entry.number))
    }

    fn found(
        tournament: &'a Tournament,
        entry: &Entry,
        board: Option<(&'a Round, &'a Board, Color)>,
    ) -> Result<Seat<'a>, Refusal> {
        in_phase(tournament, &[Phase::Running])?;
        let (round, board, color) = board.ok_or_else(|| {
            let round = tournament.current_round();
            let bye = round.is_some_and(|round| round.bye_of(entry.number).is_some());
            Refusal::NoBoard {
                tournament: tournament.id,
                round: round.map(|round| round.number),
                bye,
            }
        })?;
        let at = BoardRef {
            tournament: tournament.id,
            round: round.number,
            board: board.number,
        };
        Ok(Seat {
            tournament,
            board,
            color,
            at,
        })
    }
}
