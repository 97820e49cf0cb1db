//! Counting the rating list again after a ruling on a tournament that was counted already.
//!
//! Every period is counted again in order, by the rules that held for it and from the games as they stand now, since later
//! periods build on earlier ones. The difference is a fact of its own; what was counted before stays in the journal.

use super::fact::Fact;
use super::ratings::{RatedPlayer, RatingList, RatingStep};
use super::state::{Society, Tournament};
use crate::rating::Rating;
use crate::vocabulary::{Account, Timestamp};
use serde::{Deserialize, Serialize};

/// What changes for one player when the list is counted again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingCorrection {
    /// Who.
    pub account: Account,
    /// As its owner writes it.
    pub name: String,
    /// The points so far; none for somebody who was not on the list.
    pub before: Option<u16>,
    /// The rating now; none for somebody who has no game left and leaves the list.
    pub rating: Option<Rating>,
    /// How many of the steps that led there, from the oldest on, stay as they were.
    pub kept: u32,
    /// The steps after those.
    pub steps: Vec<RatingStep>,
}

impl Society {
    /// The list as all periods give it with the games as they stand now, this tournament standing for itself.
    pub fn recounted(&self, corrected: &Tournament) -> RatingList {
        let mut list = RatingList::default();
        for period in &self.rating_periods {
            let tournament = if period.tournament == corrected.id {
                corrected
            } else {
                self.tournament(period.tournament)
                    .expect("what was counted is there")
            };
            let changes = list.count(&period.policy.system, tournament);
            list.take(period.tournament, period.at, &changes);
        }
        list
    }

    /// What a changed game of a tournament that was counted changes in the list.
    pub(super) fn recount(&self, corrected: &Tournament, at: Timestamp) -> Option<Fact> {
        let counted = |period: &super::RatingPeriod| period.tournament == corrected.id;
        if !self.rating_periods.iter().any(counted) {
            return None;
        }
        let now = self.recounted(corrected);
        let corrections: Vec<RatingCorrection> = self
            .ratings
            .keys()
            .chain(
                now.keys()
                    .filter(|account| !self.ratings.contains_key(*account)),
            )
            .filter_map(|account| correction(account, self.ratings.get(account), now.get(account)))
            .collect();
        (!corrections.is_empty()).then_some(Fact::RatingsRecounted {
            tournament: corrected.id,
            at,
            corrections,
        })
    }
}

impl RatingList {
    /// Takes over what a recount changed.
    pub(super) fn correct(&mut self, corrections: &[RatingCorrection]) {
        for correction in corrections {
            let Some(rating) = correction.rating else {
                self.remove(&correction.account);
                continue;
            };
            let player = self
                .entry(correction.account.clone())
                .or_insert_with(|| RatedPlayer {
                    name: correction.name.clone(),
                    rating,
                    steps: Vec::new(),
                });
            player.name = correction.name.clone();
            player.rating = rating;
            player.steps.truncate(correction.kept as usize);
            player.steps.extend_from_slice(&correction.steps);
        }
    }
}

/// The difference for one player, where there is one.
fn correction(
    account: &Account,
    before: Option<&RatedPlayer>,
    now: Option<&RatedPlayer>,
) -> Option<RatingCorrection> {
    if before == now {
        return None;
    }
    let name = now.or(before).map(|player| player.name.clone())?;
    let old = before.map_or(&[][..], |player| &player.steps);
    let new = now.map_or(&[][..], |player| &player.steps);
    let kept = old.iter().zip(new).take_while(|(old, new)| old == new);
    let kept = kept.count();
    Some(RatingCorrection {
        account: account.clone(),
        name,
        before: before.map(|player| player.rating.points()),
        rating: now.map(|player| player.rating),
        kept: u32::try_from(kept).expect("nobody plays that many tournaments"),
        steps: new[kept..].to_vec(),
    })
}
