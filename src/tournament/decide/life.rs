//! A tournament's life: creating, setting, announcing, opening, starting, finishing, cancelling (SPEC 2).

use super::super::action::{Actor, Consent};
use super::super::fact::Fact;
use super::super::refusal::{Refusal, Risk};
use super::super::settings::{Pace, Setting, Settings, SettingsProblem};
use super::super::state::{Phase, Role, RoundStage, Society, Tournament};
use super::{Decision, in_phase, proved};
use crate::vocabulary::Timestamp;

/// Only society-wide directors create tournaments: nobody directs one that is not there yet.
pub fn create(society: &Society, settings: &Settings, seed: u64, actor: &Actor) -> Decision {
    if *actor != Actor::Operator {
        let (account, _) = proved(actor)?;
        match society.officials.get(account).map(|official| official.role) {
            Some(Role::Director) => {}
            Some(Role::Assistant) => return Err(Refusal::AssistantMayNot),
            None => return Err(Refusal::NotDirector),
        }
    }
    check(settings)?;
    let tournament = society.next_tournament_id();
    Ok(vec![Fact::TournamentCreated {
        tournament,
        seed,
        settings: Box::new(settings.clone()),
    }])
}

fn check(settings: &Settings) -> Result<(), Refusal> {
    settings
        .problem()
        .map_or(Ok(()), |problem| Err(Refusal::Settings { problem }))
}

/// When a setting can still change.
enum Changeable {
    /// Until the first round is paired: it decides who meets whom, or what was promised to those who entered.
    BeforeStart,
    /// While the tournament lives. Lengths of rounds count from the next publishing, everything else at once.
    Always,
}

fn changeable(setting: &Setting) -> Changeable {
    match setting {
        Setting::Format(_)
        | Setting::Rules(_)
        | Setting::Acceleration(_)
        | Setting::ThirdPlace(_)
        | Setting::RegistrationOpens(_)
        | Setting::RegistrationCloses(_) => Changeable::BeforeStart,
        Setting::Name(_)
        | Setting::Rounds(_)
        | Setting::Zone(_)
        | Setting::RoundLength(_)
        | Setting::DeadlineAt(_)
        | Setting::CheckinBeforeDeadline(_)
        | Setting::CheckinWindow(_)
        | Setting::AbsenceGrace(_)
        | Setting::AbsenceStretch(_)
        | Setting::Pairing(_)
        | Setting::PublishPause(_)
        | Setting::NextRound(_)
        | Setting::DisputeReminder(_)
        | Setting::TieBreaks(_)
        | Setting::TimeControl(_)
        | Setting::QuietMoves(_) => Changeable::Always,
    }
}

pub fn set(tournament: &Tournament, setting: &Setting, now: Timestamp) -> Decision {
    let fixed = Refusal::SettingFixed {
        tournament: tournament.id,
        phase: tournament.phase,
    };
    let still = match changeable(setting) {
        Changeable::BeforeStart => tournament.phase < Phase::Running,
        Changeable::Always => tournament.is_live(),
    };
    if !still {
        return Err(fixed);
    }
    match setting {
        Setting::Rounds(rounds) if usize::from(*rounds) < tournament.rounds.len() => {
            return Err(fixed);
        }
        Setting::RegistrationCloses(Some(at)) | Setting::RegistrationOpens(Some(at))
            if *at <= now =>
        {
            return Err(Refusal::MomentInPast { at: *at });
        }
        _ => {}
    }
    let mut changed = tournament.settings.clone();
    changed.apply(setting);
    match (tournament.phase, changed.problem()) {
        (_, None) => {}
        // There is an order in which the two can always be set, so this need not wait for the announcement.
        (_, Some(problem @ SettingsProblem::ThirdPlaceWithoutKnockout)) => {
            return Err(Refusal::Settings { problem });
        }
        // A draft may be inconsistent while its director works on it; nobody but directors sees it until it is announced.
        (Phase::Draft, _) => {}
        // Once registration is open it does not matter any more when it should have opened.
        (Phase::Registration | Phase::Running, Some(SettingsProblem::ClosesBeforeOpening)) => {}
        (_, Some(problem)) => return Err(Refusal::Settings { problem }),
    }
    if changed == tournament.settings {
        return Ok(Vec::new());
    }
    let mut facts = vec![Fact::SettingChanged {
        tournament: tournament.id,
        setting: setting.clone(),
    }];
    facts.extend(held_by_hand(tournament, setting));
    Ok(facts)
}

/// A draft that the clock would publish is held when pairing becomes the director's own business.
fn held_by_hand(tournament: &Tournament, setting: &Setting) -> Option<Fact> {
    let by_hand = *setting == Setting::Pairing(Pace::Manual);
    let draft = tournament.draft_round().filter(|_| by_hand)?;
    let by_clock = draft.stage != (RoundStage::Draft { publish_at: None });
    by_clock.then_some(Fact::RoundHeld {
        tournament: tournament.id,
        round: draft.number,
    })
}

fn to(tournament: &Tournament, phase: Phase) -> Fact {
    Fact::PhaseChanged {
        tournament: tournament.id,
        from: tournament.phase,
        phase,
    }
}

pub fn announce(tournament: &Tournament) -> Decision {
    in_phase(tournament, &[Phase::Draft])?;
    check(&tournament.settings)?;
    Ok(vec![to(tournament, Phase::Announced)])
}

/// Opens registration now. A closing time that has passed would close it in the same moment, so it is dropped.
pub fn open(tournament: &Tournament, now: Timestamp) -> Decision {
    in_phase(tournament, &[Phase::Draft, Phase::Announced])?;
    check(&tournament.settings)?;
    let mut facts = vec![to(tournament, Phase::Registration)];
    if tournament
        .settings
        .registration_closes
        .is_some_and(|closes| closes <= now)
    {
        let setting = Setting::RegistrationCloses(None);
        facts.push(Fact::SettingChanged {
            tournament: tournament.id,
            setting,
        });
    }
    Ok(facts)
}

/// Closes registration and starts; the first round is then paired by the clock, or by a director.
pub fn start(society: &Society, tournament: &Tournament) -> Decision {
    in_phase(tournament, &[Phase::Announced, Phase::Registration])?;
    let active = tournament.active_entries().count();
    if active < PLAYERS_MIN {
        return Err(Refusal::TooFewPlayers {
            tournament: tournament.id,
            active,
        });
    }
    Ok(started(society, tournament))
}

/// The fewest players a tournament can start with.
pub const PLAYERS_MIN: usize = 2;

/// What starting means: the order is drawn and play begins.
pub fn started(society: &Society, tournament: &Tournament) -> Vec<Fact> {
    vec![
        Fact::LotsDrawn {
            tournament: tournament.id,
            order: tournament.draw_order(|account| society.rating_points(account)),
        },
        to(tournament, Phase::Running),
    ]
}

pub fn finish(
    society: &Society,
    tournament: &Tournament,
    consent: Consent,
    now: Timestamp,
) -> Decision {
    in_phase(tournament, &[Phase::Running])?;
    let public = || tournament.rounds.iter().filter(|round| round.is_public());
    let boards = public().flat_map(|round| &round.boards);
    let count = boards
        .filter(|board| board.status.settled().is_none())
        .count();
    let (played, rounds) = (public().count(), tournament.rounds_total());
    let mut risks = Vec::new();
    if count > 0 {
        risks.push(Risk::OpenBoards { count });
    }
    if played < usize::from(rounds) {
        risks.push(Risk::RoundsLeft { played, rounds });
    }
    if !risks.is_empty() && consent == Consent::NotGiven {
        return Err(Refusal::NeedsConfirmation {
            risks,
            tournament: tournament.id,
        });
    }
    Ok(finished(society, tournament, now))
}

/// What finishing means: it is over, and it counts for the rating list.
pub fn finished(society: &Society, tournament: &Tournament, now: Timestamp) -> Vec<Fact> {
    let over = to(tournament, Phase::Finished);
    std::iter::once(over)
        .chain(society.rate(tournament, now))
        .collect()
}

pub fn cancel(tournament: &Tournament, consent: Consent) -> Decision {
    in_phase(
        tournament,
        &[
            Phase::Draft,
            Phase::Announced,
            Phase::Registration,
            Phase::Running,
        ],
    )?;
    match consent {
        Consent::Confirmed => Ok(vec![to(tournament, Phase::Cancelled)]),
        Consent::NotGiven => Err(Refusal::NeedsConfirmation {
            risks: vec![Risk::Irrevocable],
            tournament: tournament.id,
        }),
    }
}
