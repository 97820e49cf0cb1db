//! The only place that reads the wall clock and draws chance.
//!
//! Everybody else gets both as arguments (DESIGN: time is an argument, chance is an argument), which is what
//! lets the tests live through a year in a second and repeat any draw.

use crate::vocabulary::Timestamp;
use chrono::Utc;

/// The instant it is now, by the clock of this machine; it can jump, in both directions.
pub fn now() -> Timestamp {
    Timestamp::from(Utc::now())
}

/// A seed for lots that nobody can foresee; it is recorded where it is used.
///
/// # Panics
/// When the operating system has no random numbers to give: then lots would not be fair, and nothing here can mend it.
pub fn seed() -> u64 {
    getrandom::u64().expect("the operating system gives random numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_in_this_century_and_seeds_differ() {
        assert!(
            now() > Timestamp::from_ms(1_700_000_000_000),
            "the clock of this machine is years behind"
        );
        assert_ne!(seed(), seed());
    }
}
