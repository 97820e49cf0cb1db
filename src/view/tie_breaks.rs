//! The one place where tie-breaks come into the standings.

use crate::tournament::Tournament;
use crate::vocabulary::EntryNumber;

/// One tie-break of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TieBreakValue {
    /// What is compared: more is better.
    pub(super) rank: i64,
    /// What is shown.
    pub(super) shown: String,
}

/// A player's tie-breaks in the order of `tournament.settings.tie_breaks`. Points alone count so far: without values
/// here, equal points share a place.
pub(super) fn tie_breaks(_tournament: &Tournament, _entry: EntryNumber) -> Vec<TieBreakValue> {
    Vec::new()
}
