//! Instants and lengths of time. Time is always an argument: nothing here reads a clock.

use chrono::{DateTime, TimeZone, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// An instant: milliseconds since 1970-01-01 00:00 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The instant this many milliseconds after the epoch.
    pub const fn from_ms(at_ms: i64) -> Timestamp {
        Timestamp(at_ms)
    }

    /// Milliseconds since the epoch.
    pub const fn as_ms(self) -> i64 {
        self.0
    }

    /// The same instant for calendar work.
    pub fn to_utc(self) -> DateTime<Utc> {
        Utc.timestamp_millis_opt(self.0)
            .single()
            .unwrap_or(if self.0 < 0 {
                DateTime::<Utc>::MIN_UTC
            } else {
                DateTime::<Utc>::MAX_UTC
            })
    }
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(at: DateTime<Utc>) -> Timestamp {
        Timestamp(at.timestamp_millis())
    }
}

impl Add<Span> for Timestamp {
    type Output = Timestamp;
    fn add(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Timestamp {
    type Output = Timestamp;
    fn sub(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_sub(span.0))
    }
}

impl Sub for Timestamp {
    type Output = Span;
    fn sub(self, earlier: Timestamp) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

/// A length of time in milliseconds, which may be negative; people write `90s`, `2h30m`, `7d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(i64);

/// Why a text is no length of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanMisread {
    /// What was written.
    pub text: String,
}

impl fmt::Display for SpanMisread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a length of time: write it like 90s, 45m, 2h30m or 7d",
            self.text
        )
    }
}

impl std::error::Error for SpanMisread {}

/// The units a length is written in, largest first, with their milliseconds.
const UNITS: [(char, i64); 5] = [
    ('w', 604_800_000),
    ('d', 86_400_000),
    ('h', 3_600_000),
    ('m', 60_000),
    ('s', 1_000),
];

/// The longest length a person may write: ten years. Beyond it sums of instants lose their meaning.
const SPAN_MAX_MS: i64 = 3_660 * 86_400_000;

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// This many milliseconds.
    pub const fn from_ms(ms: i64) -> Span {
        Span(ms)
    }

    /// This many seconds.
    pub const fn from_secs(seconds: i64) -> Span {
        Span(seconds * 1_000)
    }

    /// This many minutes.
    pub const fn from_minutes(minutes: i64) -> Span {
        Span(minutes * 60_000)
    }

    /// This many hours.
    pub const fn from_hours(hours: i64) -> Span {
        Span(hours * 3_600_000)
    }

    /// This many days of 24 hours.
    pub const fn from_days(days: i64) -> Span {
        Span(days * 86_400_000)
    }

    /// The length in milliseconds.
    pub const fn as_ms(self) -> i64 {
        self.0
    }

    /// Reads `90s`, `2h30m`, `7d`, `-15m`: numbers with their units, largest unit first, none twice.
    ///
    /// # Errors
    /// [`SpanMisread`] when the text is anything else, or longer than ten years.
    pub fn parse(text: &str) -> Result<Span, SpanMisread> {
        let misread = || SpanMisread {
            text: text.to_owned(),
        };
        let (negative, body) = match text.trim().strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.trim()),
        };
        let mut total_ms: i64 = 0;
        let mut units_left = UNITS.as_slice();
        let mut digits = String::new();
        for c in body.chars() {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            let place = units_left
                .iter()
                .position(|(unit, _)| *unit == c.to_ascii_lowercase())
                .ok_or_else(misread)?;
            let number: i64 = digits.parse().map_err(|_| misread())?;
            let part_ms = number
                .checked_mul(units_left[place].1)
                .ok_or_else(misread)?;
            total_ms = total_ms.checked_add(part_ms).ok_or_else(misread)?;
            units_left = &units_left[place + 1..];
            digits.clear();
        }
        if !digits.is_empty() || body.is_empty() || total_ms > SPAN_MAX_MS {
            return Err(misread());
        }
        Ok(Span(if negative { -total_ms } else { total_ms }))
    }
}

impl fmt::Display for Span {
    /// The shortest writing that reads back as the same length, to the second: `2h30m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let mut rest_ms = self.0.abs();
        if rest_ms < 1_000 {
            return f.write_str("0s");
        }
        for (unit, unit_ms) in &UNITS[1..] {
            let number = rest_ms / unit_ms;
            rest_ms %= unit_ms;
            if number > 0 {
                write!(f, "{number}{unit}")?;
            }
        }
        Ok(())
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

impl Neg for Span {
    type Output = Span;
    fn neg(self) -> Span {
        Span(self.0.saturating_neg())
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Span, D::Error> {
        let text = String::deserialize(deserializer)?;
        Span::parse(&text).map_err(serde::de::Error::custom)
    }
}

/// A day of the week, Monday first as in ISO 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    /// Monday.
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

impl Weekday {
    /// Monday to Sunday.
    pub const ALL: [Weekday; 7] = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];

    /// Reads an English name or its first three letters, in any case.
    pub fn parse(text: &str) -> Option<Weekday> {
        let wanted = text.to_ascii_lowercase();
        Weekday::ALL.into_iter().find(|day| {
            let name = day.name().to_ascii_lowercase();
            name == wanted || name[..3] == wanted
        })
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        match self {
            Weekday::Monday => "Monday",
            Weekday::Tuesday => "Tuesday",
            Weekday::Wednesday => "Wednesday",
            Weekday::Thursday => "Thursday",
            Weekday::Friday => "Friday",
            Weekday::Saturday => "Saturday",
            Weekday::Sunday => "Sunday",
        }
    }

    /// The same day for calendar work.
    pub fn to_chrono(self) -> chrono::Weekday {
        match self {
            Weekday::Monday => chrono::Weekday::Mon,
            Weekday::Tuesday => chrono::Weekday::Tue,
            Weekday::Wednesday => chrono::Weekday::Wed,
            Weekday::Thursday => chrono::Weekday::Thu,
            Weekday::Friday => chrono::Weekday::Fri,
            Weekday::Saturday => chrono::Weekday::Sat,
            Weekday::Sunday => chrono::Weekday::Sun,
        }
    }
}
