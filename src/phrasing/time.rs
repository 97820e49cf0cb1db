//! Instants in words: every time carries its zone, and the reader's own zone where it is known (SPEC R-13).

use crate::tournament::{Society, Tournament};
use crate::vocabulary::{Account, Span, Timestamp};
use chrono::{DateTime, Datelike, Offset, Timelike};
use chrono_tz::Tz;

/// The zones times are shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    home: Tz,
    reader: Option<Tz>,
}

impl Clock {
    /// For everybody: the tournament's zone alone.
    pub(super) fn of(tournament: &Tournament) -> Clock {
        Clock::with_reader(tournament, None)
    }

    /// For a reader with this zone.
    pub(super) fn with_reader(tournament: &Tournament, reader: Option<Tz>) -> Clock {
        Clock {
            home: tournament.settings.zone,
            reader,
        }
    }

    /// For this account, with the zone it chose.
    pub(super) fn for_account(
        society: &Society,
        tournament: &Tournament,
        account: &Account,
    ) -> Clock {
        Clock::with_reader(tournament, zone_of(society, account))
    }

    /// For a reader where no tournament is at hand.
    pub(super) fn anywhere(reader: Option<Tz>) -> Clock {
        Clock {
            home: Tz::UTC,
            reader,
        }
    }

    /// `Sun 6 Dec 2026 20:00 CET (Europe/Berlin)`, or with the reader's `(19:00 Europe/London)`.
    pub(super) fn full(self, at: Timestamp) -> String {
        let local = self.local(at);
        format!(
            "{} {}",
            local.format("%a %-d %b %Y"),
            self.time_and_zone(at, Seconds::WhereAny)
        )
    }

    /// As [`Clock::full`], without the year.
    pub(super) fn short(self, at: Timestamp) -> String {
        let local = self.local(at);
        format!(
            "{} {}",
            local.format("%a %-d %b"),
            self.time_and_zone(at, Seconds::WhereAny)
        )
    }

    /// `Sun 17:30 CET`, with the reader's `(16:30 GMT)`: for a second time in a sentence, or a memo.
    pub(super) fn brief(self, at: Timestamp) -> String {
        self.brief_with(at, Seconds::WhereAny)
    }

    /// `Sun 17:29:59 CET`: when somebody said something, to the second (CASES T11).
    pub(super) fn to_the_second(self, at: Timestamp) -> String {
        self.brief_with(at, Seconds::Always)
    }

    /// `4 Dec 2026 13:00:00 CET`, for rows of the journal.
    pub(super) fn stamp(self, at: Timestamp) -> String {
        let local = self.local(at);
        format!(
            "{} {}",
            local.format("%-d %b %Y"),
            self.brief_with(at, Seconds::Always)
                .split_once(' ')
                .map_or_else(String::new, |(_, time)| time.to_owned())
        )
    }

    fn brief_with(self, at: Timestamp, seconds: Seconds) -> String {
        let local = self.local(at);
        let own = match self.reader_differs(at) {
            Some(reader) => format!(
                " ({}{} {})",
                day_where_it_differs(&local, &reader),
                wall_time(&reader, seconds),
                letters_or_name(&reader)
            ),
            None => String::new(),
        };
        let time = wall_time(&local, seconds);
        format!(
            "{} {time} {}{own}",
            local.format("%a"),
            letters_or_name(&local)
        )
    }

    fn time_and_zone(self, at: Timestamp, seconds: Seconds) -> String {
        let local = self.local(at);
        let time = wall_time(&local, seconds);
        let letters = letters_or_name(&local);
        match self.reader_differs(at) {
            Some(reader) => format!(
                "{time} {letters} ({}{} {})",
                day_where_it_differs(&local, &reader),
                wall_time(&reader, seconds),
                reader.timezone().name()
            ),
            None if letters == self.home.name() => format!("{time} {letters}"),
            None => format!("{time} {letters} ({})", self.home.name()),
        }
    }

    fn local(self, at: Timestamp) -> DateTime<Tz> {
        at.to_utc().with_timezone(&self.home)
    }

    /// The reader's own wall clock, where it shows something else.
    fn reader_differs(self, at: Timestamp) -> Option<DateTime<Tz>> {
        let reader = at.to_utc().with_timezone(&self.reader?);
        let differs = reader.offset().fix() != self.local(at).offset().fix();
        differs.then_some(reader)
    }
}

/// Whether seconds are shown.
#[derive(Clone, Copy)]
enum Seconds {
    /// Only where the instant is not on a full minute: rounds may last seconds.
    WhereAny,
    /// Always.
    Always,
}

fn wall_time(local: &DateTime<Tz>, seconds: Seconds) -> String {
    let shown = match seconds {
        Seconds::Always => true,
        Seconds::WhereAny => local.second() != 0,
    };
    let form = if shown { "%H:%M:%S" } else { "%H:%M" };
    local.format(form).to_string()
}

/// `CET`, or the zone's name where it has no letters of its own.
fn letters_or_name(local: &DateTime<Tz>) -> String {
    let letters = local.format("%Z").to_string();
    if letters.starts_with(|c: char| c.is_ascii_alphabetic()) {
        letters
    } else {
        local.timezone().name().to_owned()
    }
}

fn day_where_it_differs(home: &DateTime<Tz>, reader: &DateTime<Tz>) -> String {
    if home.ordinal() == reader.ordinal() {
        String::new()
    } else {
        format!("{} ", reader.format("%a"))
    }
}

/// The zone an account chose.
pub(super) fn zone_of(society: &Society, account: &Account) -> Option<Tz> {
    society.people.get(account).and_then(|person| person.zone)
}

/// `in 3h20m`, `3h20m ago`, `now`: no finer than a reader needs.
pub(super) fn from_now(now: Timestamp, at: Timestamp) -> String {
    let ahead_ms = (at - now).as_ms();
    let length = coarse(Span::from_ms(ahead_ms.abs()));
    if ahead_ms.abs() < 1_000 {
        "now".to_owned()
    } else if ahead_ms > 0 {
        format!("in {length}")
    } else {
        format!("{length} ago")
    }
}

/// A length cut to its two largest units: `6d2h`, `2h30m`, `4m10s`.
pub(super) fn coarse(span: Span) -> Span {
    const MINUTE_MS: i64 = 60_000;
    const HOUR_MS: i64 = 60 * MINUTE_MS;
    const DAY_MS: i64 = 24 * HOUR_MS;
    let ms = span.as_ms();
    let unit_ms = match ms.abs() {
        DAY_MS.. => HOUR_MS,
        HOUR_MS.. => MINUTE_MS,
        _ => 1_000,
    };
    Span::from_ms(ms - ms % unit_ms)
}
