//! The society's rating list (DAL I.a, SPEC R-24): a finished tournament is one rating period.
//!
//! Counted are the games that were played and settled, with the ratings before the tournament finished; forfeits and byes are
//! no games. What came out is a fact. Where a ruling changes a game after that, what has to change in the list is another one
//! (`recount`).

use super::fact::Fact;
use super::state::{Society, Tournament};
use crate::rating::{Game, Rating, System, period};
use crate::vocabulary::{Account, BoardResult, Color, EntryNumber, Timestamp, TournamentId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// How the operator wants players rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingPolicy {
    /// How ratings are counted.
    pub system: System,
    /// With fewer games than this a rating is marked as provisional.
    pub provisional_games: u32,
}

/// A period that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPeriod {
    /// Which tournament.
    pub tournament: TournamentId,
    /// When it was counted.
    pub at: Timestamp,
    /// How players were rated then.
    pub policy: RatingPolicy,
}

/// A player on the rating list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedPlayer {
    /// The account as its owner writes it.
    pub name: String,
    /// The rating now.
    pub rating: Rating,
    /// What each tournament made of it, oldest first.
    pub steps: Vec<RatingStep>,
}

/// What one tournament made of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingStep {
    /// Which tournament.
    pub tournament: TournamentId,
    /// When it was counted.
    pub at: Timestamp,
    /// The points before it.
    pub before: u16,
    /// The points after it.
    pub after: u16,
    /// How many games counted.
    pub games: u32,
    /// The half points made in them.
    pub halves: u32,
}

/// One player's part of a counted period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingChange {
    /// Who.
    pub account: Account,
    /// As its owner writes it.
    pub name: String,
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
    /// How many games counted; none where a rating only grew less sure.
    pub games: u32,
    /// The half points made in them.
    pub halves: u32,
}

impl Society {
    /// The points of somebody on the list, while ratings are in use.
    pub fn rating_points(&self, account: &Account) -> Option<u16> {
        self.rating_policy?;
        Some(self.ratings.get(account)?.rating.points())
    }

    /// Counts a tournament that finishes: nothing where ratings are not in use. One without games is counted too, since a
    /// ruling may still make one.
    pub fn rate(&self, tournament: &Tournament, at: Timestamp) -> Option<Fact> {
        let policy = self.rating_policy?;
        Some(Fact::RatingsComputed {
            tournament: tournament.id,
            at,
            changes: self.ratings.count(&policy.system, tournament),
        })
    }

    /// Takes over what was counted.
    pub(super) fn take_ratings(
        &mut self,
        tournament: TournamentId,
        at: Timestamp,
        changes: &[RatingChange],
    ) {
        self.ratings.take(tournament, at, changes);
        // Nothing is counted while ratings are not in use.
        if let Some(policy) = self.rating_policy {
            self.rating_periods.push(RatingPeriod {
                tournament,
                at,
                policy,
            });
        }
    }

    /// Notes everybody's rating with their entry: at the draw, and for who comes after it.
    pub(super) fn note_ratings(&mut self, id: TournamentId, only: Option<EntryNumber>) {
        let points: Vec<(EntryNumber, Option<u16>)> = self.tournaments[&id]
            .entries
            .iter()
            .filter(|entry| only.is_none_or(|number| number == entry.number))
            .map(|entry| (entry.number, self.rating_points(&entry.account)))
            .collect();
        let tournament = self
            .tournaments
            .get_mut(&id)
            .expect("a fact names a tournament that exists");
        for (number, points) in points {
            *tournament.entries.rating_mut(number) = points;
        }
    }
}

/// Everybody who is rated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingList {
    players: BTreeMap<Account, RatedPlayer>,
}

impl Deref for RatingList {
    type Target = BTreeMap<Account, RatedPlayer>;
    fn deref(&self) -> &BTreeMap<Account, RatedPlayer> {
        &self.players
    }
}

impl DerefMut for RatingList {
    fn deref_mut(&mut self) -> &mut BTreeMap<Account, RatedPlayer> {
        &mut self.players
    }
}

impl RatingList {
    /// What a tournament makes of these ratings; nothing where no game of it was played.
    pub(super) fn count(&self, system: &System, tournament: &Tournament) -> Vec<RatingChange> {
        let games = played_games(tournament);
        if games.is_empty() {
            return Vec::new();
        }
        let before: BTreeMap<Account, Rating> = self
            .players
            .iter()
            .map(|(account, player)| (account.clone(), player.rating))
            .collect();
        period(system, &before, &games)
            .into_iter()
            .map(|(account, change)| RatingChange {
                name: self.name_for(tournament, &account),
                account,
                before: change.before,
                after: change.after,
                games: change.games,
                halves: change.halves,
            })
            .collect()
    }

    fn name_for(&self, tournament: &Tournament, account: &Account) -> String {
        let entry = tournament.entry_of(account).map(|entry| &entry.name);
        let listed = self.players.get(account).map(|player| &player.name);
        let name = entry.or(listed);
        name.cloned().unwrap_or_else(|| account.to_string())
    }

    /// Takes over what was counted.
    pub(super) fn take(
        &mut self,
        tournament: TournamentId,
        at: Timestamp,
        changes: &[RatingChange],
    ) {
        for change in changes {
            let player = self
                .players
                .entry(change.account.clone())
                .or_insert_with(|| RatedPlayer {
                    name: change.name.clone(),
                    rating: change.before,
                    steps: Vec::new(),
                });
            player.name = change.name.clone();
            player.rating = change.after;
            if change.games > 0 {
                player.steps.push(RatingStep {
                    tournament,
                    at,
                    before: change.before.points(),
                    after: change.after.points(),
                    games: change.games,
                    halves: change.halves,
                });
            }
        }
    }
}

/// The games over the board in the rounds that players saw.
fn played_games(tournament: &Tournament) -> Vec<Game<Account>> {
    let rounds = tournament.rounds.iter().filter(|round| round.is_public());
    let boards = rounds.flat_map(|round| &round.boards);
    // In a knockout a pairing may have had games that were drawn before the one that decided it.
    let games = boards.flat_map(|board| {
        let drawn = board.drawn.iter().map(|game| &game.status);
        drawn
            .chain([&board.status])
            .map(move |status| (board, status))
    });
    games
        .filter_map(|(board, status)| {
            let outcome = match status.settled()?.result {
                BoardResult::Played(outcome) => outcome,
                BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => return None,
            };
            let account = |color: Color| tournament.entry(board.players[color]).account.clone();
            Some(Game {
                first: account(Color::White),
                second: account(Color::Black),
                first_halves: match outcome.winner() {
                    Some(Color::White) => 2,
                    None => 1,
                    Some(Color::Black) => 0,
                },
            })
        })
        .collect()
}
