//! What is said of the rating list without being asked.

use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, counted, pack_after};
use crate::ports::NoticeKind;
use crate::tournament::{RatingChange, RatingCorrection};
use crate::vocabulary::TournamentId;

/// A finished tournament was counted.
pub(super) fn computed(notices: &mut Notices<'_>, id: TournamentId, changes: &[RatingChange]) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let played = changes.iter().filter(|change| change.games > 0).count();
    if played == 0 {
        return;
    }
    let text = format!(
        "Ratings after {}: {} counted. For yours, say !rating; for how it came about, !history.",
        tournament.settings.name,
        counted(played, "player")
    );
    notices.channel(Topic::lasting(NoticeKind::Announcement), text);
}

/// The most players of a recount that are named.
const NAMED_MAX: usize = 12;

/// A ruling changed a tournament that was counted already.
pub(super) fn recounted(
    notices: &mut Notices<'_>,
    id: TournamentId,
    corrections: &[RatingCorrection],
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    // Nobody is told of ratings that are not in use.
    if notices.society.rating_policy.is_none() {
        return;
    }
    let mut items: Vec<String> = corrections.iter().filter_map(new_points).collect();
    let more = items.len().saturating_sub(NAMED_MAX);
    items.truncate(NAMED_MAX);
    if more > 0 {
        items.push(format!("and {more} more"));
    }
    if items.is_empty() {
        items.push("nobody's points change.".to_owned());
    }
    let head = format!(
        "Ratings are counted again after a ruling in {}:",
        tournament.settings.name
    );
    let lines = pack_after(&head, &items, ", ", LINE_MAX);
    notices.channel_lines(Topic::lasting(NoticeKind::Announcement), lines);
}

/// `Rook 1520 to 1500`, where the points change.
fn new_points(correction: &RatingCorrection) -> Option<String> {
    let name = &correction.name;
    let now = correction.rating.map(|rating| rating.points());
    match (correction.before, now) {
        (before, now) if before == now => None,
        (Some(before), Some(now)) => Some(format!("{name} {before} to {now}")),
        (None, Some(now)) => Some(format!("{name} is new with {now}")),
        (_, None) => Some(format!("{name} is off the list")),
    }
}
