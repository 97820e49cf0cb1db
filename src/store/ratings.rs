//! The rating list's rows: written from the state, and read back.

use super::columns::{Query, each_row};
use super::error::StoreError;
use super::rows::{Rows, json};
use crate::tournament::{
    RatedPlayer, RatingChange, RatingCorrection, RatingPeriod, RatingStep, Society,
};
use crate::vocabulary::{Account, TournamentId};
use rusqlite::{Connection, params};

const POLICY_DELETE: &str = "DELETE FROM rating_policy";
const POLICY_INSERT: &str = "INSERT INTO rating_policy (id, policy_json) VALUES (1, ?1)";
const RATING_PUT: &str = "INSERT INTO rating (account, name, rating_json) VALUES (?1, ?2, ?3)
    ON CONFLICT (account) DO UPDATE SET name = excluded.name, rating_json = excluded.rating_json";
const STEP_PUT: &str = "INSERT OR REPLACE INTO rating_step
    (account, number, tournament, at_ms, before, after, games, halves)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

const PERIOD_PUT: &str = "INSERT OR REPLACE INTO rating_period
    (number, tournament, at_ms, policy_json) VALUES (?1, ?2, ?3, ?4)";
const STEPS_DELETE: &str = "DELETE FROM rating_step WHERE account = ?1 AND number > ?2";
const RATING_DELETE: &str = "DELETE FROM rating WHERE account = ?1";

const POLICY: Query = Query {
    table: "rating_policy",
    keys: 1,
    sql: "SELECT id, policy_json FROM rating_policy",
};
const RATINGS: Query = Query {
    table: "rating",
    keys: 1,
    sql: "SELECT account, name, rating_json FROM rating",
};
const STEPS: Query = Query {
    table: "rating_step",
    keys: 2,
    sql: "SELECT account, number, tournament, at_ms, before, after, games, halves
        FROM rating_step ORDER BY account, number",
};

const PERIODS: Query = Query {
    table: "rating_period",
    keys: 1,
    sql: "SELECT number, tournament, at_ms, policy_json FROM rating_period ORDER BY number",
};

impl Rows<'_> {
    /// How players are rated.
    pub(super) fn rating_policy(&self) -> Result<(), StoreError> {
        self.run(POLICY_DELETE, [])?;
        match &self.state.rating_policy {
            Some(policy) => {
                let policy = json(serde_json::to_string(policy));
                self.run(POLICY_INSERT, params![policy])
            }
            None => Ok(()),
        }
    }

    /// The period that was counted last, and the ratings it changed, each with its newest step.
    pub(super) fn ratings(&self, changes: &[RatingChange]) -> Result<(), StoreError> {
        if let Some((number, period)) = (1_u32..).zip(&self.state.rating_periods).last() {
            let RatingPeriod {
                tournament,
                at,
                policy,
            } = period;
            let policy = json(serde_json::to_string(policy));
            self.run(
                PERIOD_PUT,
                params![number, tournament.0, at.as_ms(), policy],
            )?;
        }
        for change in changes {
            let steps = self.rating(&change.account)?;
            let newest = (1_u32..).zip(steps).last();
            if let Some((number, step)) = newest.filter(|_| change.games > 0) {
                self.rating_step(&change.account, number, step)?;
            }
        }
        Ok(())
    }

    /// The ratings that a recount changed, each with the steps that are others now.
    pub(super) fn recounted(&self, corrections: &[RatingCorrection]) -> Result<(), StoreError> {
        for correction in corrections {
            let account = &correction.account;
            self.run(STEPS_DELETE, params![account.as_str(), correction.kept])?;
            if correction.rating.is_none() {
                self.run(RATING_DELETE, params![account.as_str()])?;
                continue;
            }
            let steps = self.rating(account)?;
            for (number, step) in (1_u32..).zip(steps).skip(correction.kept as usize) {
                self.rating_step(account, number, step)?;
            }
        }
        Ok(())
    }

    /// A rating; gives the steps that led there.
    fn rating(&self, account: &Account) -> Result<&[RatingStep], StoreError> {
        let Some(RatedPlayer {
            name,
            rating,
            steps,
        }) = self.state.ratings.get(account)
        else {
            return Err(StoreError::NotInState {
                what: format!("the rating of {account}"),
            });
        };
        let rating = json(serde_json::to_string(rating));
        self.run(RATING_PUT, params![account.as_str(), name, rating])?;
        Ok(steps)
    }

    fn rating_step(
        &self,
        account: &Account,
        number: u32,
        step: &RatingStep,
    ) -> Result<(), StoreError> {
        let RatingStep {
            tournament,
            at,
            before,
            after,
            games,
            halves,
        } = step;
        let row = params![
            account.as_str(),
            number,
            tournament.0,
            at.as_ms(),
            before,
            after,
            games,
            halves
        ];
        self.run(STEP_PUT, row)
    }
}

/// Reads the list into the state.
pub(super) fn load(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &POLICY, [], |columns| {
        let _id: u32 = columns.take()?;
        society.rating_policy = Some(columns.read(|text| serde_json::from_str(text))?);
        Ok(())
    })?;
    each_row(connection, &PERIODS, [], |columns| {
        let number = columns.place()?;
        super::load::expect_next(columns, number, society.rating_periods.len())?;
        let tournament = TournamentId(columns.take()?);
        if !society.tournaments.contains_key(&tournament) {
            return Err(columns.corrupt_row("its tournament is not there"));
        }
        society.rating_periods.push(RatingPeriod {
            tournament,
            at: columns.instant()?,
            policy: columns.read(|text| serde_json::from_str(text))?,
        });
        Ok(())
    })?;
    each_row(connection, &RATINGS, [], |columns| {
        let account = Account::from_folded(columns.take()?);
        let player = RatedPlayer {
            name: columns.take()?,
            rating: columns.read(|text| serde_json::from_str(text))?,
            steps: Vec::new(),
        };
        society.ratings.insert(account, player);
        Ok(())
    })?;
    each_row(connection, &STEPS, [], |columns| {
        let account = Account::from_folded(columns.take()?);
        let number = columns.place()?;
        let Some(player) = society.ratings.get_mut(&account) else {
            return Err(columns.corrupt_row("its rating is not there"));
        };
        super::load::expect_next(columns, number, player.steps.len())?;
        player.steps.push(RatingStep {
            tournament: TournamentId(columns.take()?),
            at: columns.instant()?,
            before: columns.take()?,
            after: columns.take()?,
            games: columns.take()?,
            halves: columns.take()?,
        });
        Ok(())
    })
}
