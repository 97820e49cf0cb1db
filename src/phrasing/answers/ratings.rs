//! The rating list and its history.

use super::super::pack::{LINE_MAX, counted, pack_after};
use super::super::reader::Reader;
use crate::ports::Place;
use crate::rating::Strength;
use crate::tournament::{RatedPlayer, RatingPolicy, RatingStep, Society};
use crate::vocabulary::{Account, Points};
use std::cmp::Reverse;

/// The most tournaments of a history that are told.
const STEPS_MAX: usize = 10;

/// How many players a page of the list has: about as much as the channel is told at once.
const PAGE: usize = 60;

const NOT_RATED: &str = "Nobody is rated here.";

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

/// `ratings [page]`: players with equal points share a place.
pub(super) fn list(society: &Society, page: u16, reader: &Reader) -> Vec<String> {
    let Some(policy) = society.rating_policy else {
        return vec![NOT_RATED.to_owned()];
    };
    let mut players: Vec<&RatedPlayer> = society.ratings.values().collect();
    if players.is_empty() {
        return vec![
            "Nobody has a rating yet. They come when a tournament is finished.".to_owned(),
        ];
    }
    // The list is in the order of the accounts, which holds among equals.
    players.sort_by_key(|player| Reverse(player.rating.points()));
    let mark = match reader.place {
        Place::Channel => "!",
        Place::Private => "",
    };
    let pages = players.len().div_ceil(PAGE);
    let first = (usize::from(page) - 1) * PAGE;
    if first >= players.len() {
        let has = counted(pages, "page");
        return vec![format!(
            "The rating list has {has}. For the first one, say {mark}ratings."
        )];
    }
    let last = players.len().min(first + PAGE);
    let provisional = |player: &RatedPlayer| player.rating.is_provisional(policy.provisional_games);
    let points: Vec<u16> = players
        .iter()
        .map(|player| player.rating.points())
        .collect();
    let items: Vec<String> = (first..last)
        .map(|index| {
            let own = points[index];
            // Both come from one sorted list.
            let higher = points.partition_point(|other| *other > own);
            let equal = points.partition_point(|other| *other >= own) - higher;
            let shared = if equal > 1 { "=" } else { "." };
            let unsure = if provisional(players[index]) { "?" } else { "" };
            format!(
                "{}{shared} {} {own}{unsure}",
                higher + 1,
                players[index].name
            )
        })
        .collect();
    let legend = if players[first..last]
        .iter()
        .any(|player| provisional(player))
    {
        format!(" (? after fewer than {} games)", policy.provisional_games)
    } else {
        String::new()
    };
    let head = format!(
        "Rating list, {} to {last} of {}{legend}:",
        first + 1,
        players.len()
    );
    let mut lines = pack_after(&head, &items, ", ", LINE_MAX);
    if let (Some(line), true) = (lines.last_mut(), last < players.len()) {
        line.push_str(&format!(" - for the next, say {mark}ratings {}.", page + 1));
    }
    lines
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
        return Err(NOT_RATED.to_owned());
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
