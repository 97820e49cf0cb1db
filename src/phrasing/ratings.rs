//! What is said of the rating list without being asked.

use super::notices::{Notices, Topic};
use super::pack::counted;
use crate::ports::NoticeKind;
use crate::tournament::RatingChange;
use crate::vocabulary::TournamentId;

/// A finished tournament was counted.
pub(super) fn computed(notices: &mut Notices<'_>, id: TournamentId, changes: &[RatingChange]) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let played = changes.iter().filter(|change| change.games > 0).count();
    let text = format!(
        "Ratings after {}: {} counted. For yours, say !rating; for how it came about, !history.",
        tournament.settings.name,
        counted(played, "player")
    );
    notices.channel(Topic::lasting(NoticeKind::Announcement), text);
}
