//! The demo's clock: how long its week is, and every other length in proportion.

use crate::tournament::Settings;
use crate::vocabulary::Span;
use std::time::Duration;

/// The shortest week: below it a cutoff, a deadline and a split no longer come one after the other.
pub const WEEK_MIN: Span = Span::from_secs(6);

/// The longest: nobody watches for longer.
pub const WEEK_MAX: Span = Span::from_minutes(60);

/// How long a round lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    week: Span,
}

impl Pace {
    /// The pace of a week of this length.
    pub fn new(week: Span) -> Pace {
        Pace { week }
    }

    /// How long the week is.
    pub fn week(self) -> Span {
        self.week
    }

    /// So many thousandths of the week.
    pub fn part(self, permille: u32) -> Duration {
        let ms = u64::try_from(self.week.as_ms()).unwrap_or_default();
        Duration::from_millis(ms * u64::from(permille) / 1_000)
    }

    /// A part of the week in whole seconds, as settings are written.
    fn share(self, parts: i64) -> Span {
        Span::from_secs(self.week.as_ms() / parts / 1_000)
    }

    /// How long before the deadline the check-in is due.
    pub fn checkin_before_deadline(self) -> Span {
        self.share(6)
    }

    /// How long check-ins are taken.
    pub fn checkin_window(self) -> Span {
        self.share(3)
    }

    /// Shrinks everything that is made for a real week.
    pub fn shrink(self, settings: &mut Settings) {
        settings.round_length = self.week;
        settings.checkin_before_deadline = self.checkin_before_deadline();
        settings.checkin_window = self.checkin_window();
        settings.absence_stretch = self.checkin_window();
        settings.absence_grace = self.share(30);
        settings.publish_pause = self.share(12).max(Span::from_secs(1));
        settings.dispute_reminder = self.week;
    }

    /// How long the network is split: longer than the bot takes to see that it is.
    pub fn split(self) -> Duration {
        self.part(200).max(Duration::from_secs(2))
    }

    /// How long the whole demo may take before something must be wrong with it.
    pub fn patience(self) -> Duration {
        self.part(8_000) + Duration::from_secs(60)
    }
}
