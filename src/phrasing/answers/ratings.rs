//! The rating list and its history.

use super::super::pack::counted;
use super::super::reader::Reader;
use crate::rating::Strength;
use crate::tournament::{RatedPlayer, RatingPolicy, RatingStep, Society};
use crate::vocabulary::{Account, Points};

/// The most tournaments of a history that are told.
const STEPS_MAX: usize = 10;

/// `rating [nick]`
pub(super) fn rating(
    society: &Society,
    account: &Account,
    name: &str,
    reader: &Reader,
) -> Vec<String> {
    let (policy, player) = match found(society, account, name, reader) {
        Ok(found) => found,
        Err(line) => return vec![line],
    };
    let own = reader.account.as_ref() == Some(account);
    let whose = if own {
        "Your rating".to_owned()
    } else {
        format!("{}'s rating", player.name)
    };
    let sure = match &player.rating.strength {
        Strength::Elo(_) => String::new(),
        Strength::Glicko(glicko) => format!(" (deviation {})", glicko.deviation()),
    };
    let provisional = if player.rating.is_provisional(policy.provisional_games) {
        format!(
            "; it is provisional until there are {}",
            policy.provisional_games
        )
    } else {
        String::new()
    };
    let points = player.rating.points();
    let higher = society.ratings.values();
    let higher = higher.filter(|other| other.rating.points() > points);
    vec![format!(
        "{whose} is {points}{sure} after {}, no. {} of {} on the list{provisional}.",
        counted(games(player), "game"),
        higher.count() + 1,
        society.ratings.len()
    )]
}

/// `history [nick]`
pub(super) fn history(
    society: &Society,
    account: &Account,
    name: &str,
    reader: &Reader,
) -> Vec<String> {
    let (_, player) = match found(society, account, name, reader) {
        Ok(found) => found,
        Err(line) => return vec![line],
    };
    let mut lines = vec![format!(
        "{}: {} after {}, {}{}",
        player.name,
        player.rating.points(),
        counted(games(player), "game"),
        counted(player.steps.len(), "tournament"),
        if player.steps.len() > STEPS_MAX {
            format!(", the last {STEPS_MAX}:")
        } else {
            ":".to_owned()
        }
    )];
    let newest = player.steps.iter().rev().take(STEPS_MAX);
    lines.extend(newest.map(|step| step_line(society, step, reader)));
    lines
}

fn step_line(society: &Society, step: &RatingStep, reader: &Reader) -> String {
    let tournament = society.tournament(step.tournament);
    let (event, day) = match tournament {
        Some(tournament) => {
            let clock = reader.clock(tournament);
            (tournament.settings.name.clone(), clock.full(step.at))
        }
        None => (format!("tournament {}", step.tournament), String::new()),
    };
    let change = i32::from(step.after) - i32::from(step.before);
    format!(
        "{event}, {day}: {} from {}, {} to {} ({change:+})",
        Points::from_halves(step.halves),
        counted(usize::try_from(step.games).unwrap_or(usize::MAX), "game"),
        step.before,
        step.after
    )
}

fn games(player: &RatedPlayer) -> usize {
    usize::try_from(player.rating.games).unwrap_or(usize::MAX)
}

/// Somebody on the list, or what to say where there is nobody.
fn found<'a>(
    society: &'a Society,
    account: &Account,
    name: &str,
    reader: &Reader,
) -> Result<(RatingPolicy, &'a RatedPlayer), String> {
    let Some(policy) = society.rating_policy else {
        return Err("Nobody is rated here.".to_owned());
    };
    match society.ratings.get(account) {
        Some(player) => Ok((policy, player)),
        None if reader.account.as_ref() == Some(account) => Err(
            "You have no rating yet. It comes when a tournament you played in is finished."
                .to_owned(),
        ),
        None => Err(format!(
            "{name} has no rating. It comes when a tournament they played in is finished."
        )),
    }
}
