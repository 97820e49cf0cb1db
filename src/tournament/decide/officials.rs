//! Directors and assistants (SPEC R-4): who they are, and that they do not play.

use super::super::action::Actor;
use super::super::fact::Fact;
use super::super::refusal::Refusal;
use super::super::state::{Role, Society, Tournament};
use super::{Decision, directed_by_director, proved};
use crate::vocabulary::{Account, TournamentId};

/// Takes over the directors the config names; one who plays somewhere is left out (DAL 9).
pub fn appoint_configured(society: &Society, directors: &[(Account, String)]) -> Vec<Fact> {
    directors
        .iter()
        .filter(|(account, _)| {
            let known = society
                .officials
                .get(account)
                .is_some_and(|official| official.role == Role::Director);
            !known && playing_in(society, account, None).is_none()
        })
        .map(|(account, name)| Fact::OfficialAppointed {
            tournament: None,
            account: account.clone(),
            name: name.clone(),
            role: Role::Director,
        })
        .collect()
}

/// The live tournament an account is entered in, among those an office would cover.
fn playing_in<'a>(
    society: &'a Society,
    account: &Account,
    tournament: Option<TournamentId>,
) -> Option<&'a Tournament> {
    let covered =
        |other: &&Tournament| other.is_live() && tournament.is_none_or(|id| id == other.id);
    society
        .tournaments
        .values()
        .filter(covered)
        .find(|other| other.entry_of(account).is_some())
}

/// Whether the actor holds any office at all; orders that concern no tournament need one.
pub fn require_any_office(society: &Society, actor: &Actor) -> Result<(), Refusal> {
    if *actor == Actor::Operator {
        return Ok(());
    }
    let (account, _) = proved(actor)?;
    if society.holds_office(account) {
        Ok(())
    } else {
        Err(Refusal::NotDirector)
    }
}

/// Whether the actor may appoint and dismiss for this tournament, or for all.
fn require_appointing(
    society: &Society,
    tournament: Option<TournamentId>,
    actor: &Actor,
) -> Result<(), Refusal> {
    if let Some(id) = tournament {
        return directed_by_director(society, id, actor).map(|_| ());
    }
    if *actor == Actor::Operator {
        return Ok(());
    }
    let (account, _) = proved(actor)?;
    match society.officials.get(account).map(|official| official.role) {
        Some(Role::Director) => Ok(()),
        Some(Role::Assistant) => Err(Refusal::AssistantMayNot),
        None => Err(Refusal::NotDirector),
    }
}

pub fn appoint(
    society: &Society,
    tournament: Option<TournamentId>,
    account: &Account,
    name: &str,
    role: Role,
    actor: &Actor,
) -> Decision {
    require_appointing(society, tournament, actor)?;
    if let Some(playing) = playing_in(society, account, tournament) {
        return Err(Refusal::PlayersDoNotDirect {
            name: name.to_owned(),
            tournament: playing.id,
        });
    }
    let officials = match tournament.and_then(|id| society.tournament(id)) {
        Some(tournament) => &tournament.officials,
        None => &society.officials,
    };
    if officials
        .get(account)
        .is_some_and(|official| official.role == role)
    {
        return Ok(Vec::new());
    }
    if role == Role::Assistant && tournament.is_none() && is_last_director(society, account) {
        return Err(Refusal::LastDirector);
    }
    Ok(vec![Fact::OfficialAppointed {
        tournament,
        account: account.clone(),
        name: name.to_owned(),
        role,
    }])
}

pub fn dismiss(
    society: &Society,
    tournament: Option<TournamentId>,
    account: &Account,
    name: &str,
    role: Role,
    actor: &Actor,
) -> Decision {
    require_appointing(society, tournament, actor)?;
    let officials = match tournament.and_then(|id| society.tournament(id)) {
        Some(tournament) => &tournament.officials,
        None => &society.officials,
    };
    if officials
        .get(account)
        .is_none_or(|official| official.role != role)
    {
        return Err(Refusal::NotAnOfficial {
            name: name.to_owned(),
        });
    }
    if tournament.is_none() && is_last_director(society, account) {
        return Err(Refusal::LastDirector);
    }
    Ok(vec![Fact::OfficialDismissed {
        tournament,
        account: account.clone(),
    }])
}

/// Whether the society would be left without a director if this one were none any more.
fn is_last_director(society: &Society, account: &Account) -> bool {
    let mut directors = society
        .officials
        .iter()
        .filter(|(_, official)| official.role == Role::Director);
    directors.next().is_some_and(|(last, _)| last == account) && directors.next().is_none()
}
