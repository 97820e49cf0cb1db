//! The grammar of instants and zones. A time on the wall that does not exist, or exists twice, is never guessed.

use super::misread::{Expected, Misread, Problem, echo};
use super::model::Moment;
use super::nearest::nearest;
use super::words::Words;
use crate::tournament::{ClockChange, WallTime};
use crate::vocabulary::{Span, Timestamp};
use chrono::{DateTime, Datelike, Duration, LocalResult, NaiveDateTime, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};

/// The farthest a moment may be from now when it is written as a length: more is a slip of the finger.
pub const AFTER_MAX: Span = Span::from_days(366);

/// The years a date may be in: others are slips, and two digits are no year.
pub const YEARS: std::ops::RangeInclusive<i32> = 2000..=2199;

/// How far around a change of the clock its two sides are looked for; the longest change on record is a day.
const CHANGE_HOURS_MAX: i64 = 26;

/// How a time on the wall may be written.
const WALL_FORMS: [&str; 3] = ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M"];

/// Finds a zone by its IANA name, in any case and with spaces for underscores.
pub fn find_zone(written: &str) -> Option<Tz> {
    let name = zone_name(written);
    TZ_VARIANTS
        .iter()
        .copied()
        .find(|zone| zone.name().eq_ignore_ascii_case(&name))
}

/// The nearest zone to what was written, for the answer.
fn nearest_zone(written: &str) -> Option<String> {
    let name = zone_name(written).to_lowercase();
    let names = || TZ_VARIANTS.iter().map(|zone| zone.name());
    let city = |zone: &&str| {
        let city = zone.rsplit('/').next().unwrap_or(zone);
        city.eq_ignore_ascii_case(&name)
    };
    let by_city = names().find(city);
    by_city
        .or_else(|| nearest(&name, names()))
        .map(str::to_owned)
}

fn zone_name(written: &str) -> String {
    written.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Reads a zone: all that is left.
pub(super) fn read_zone(words: &mut Words<'_>) -> Result<Tz, Misread> {
    let written = words.joined();
    let expected = Expected::Zone;
    if written.is_empty() {
        return Err(words.misread(Problem::Missing { expected }));
    }
    let zone = find_zone(&written).ok_or_else(|| {
        words.misread(Problem::Unreadable {
            written: echo(&written),
            expected,
            nearest: nearest_zone(&written),
        })
    })?;
    words.skip(words.left().len());
    Ok(zone)
}

/// Reads a moment: all that is left; none for `never`.
pub(super) fn read_moment(words: &mut Words<'_>) -> Result<Option<Moment>, Misread> {
    let written = words.joined();
    let expected = Expected::Moment;
    if written.is_empty() {
        return Err(words.misread(Problem::Missing { expected }));
    }
    let moment = if written.eq_ignore_ascii_case("never") {
        Some(None)
    } else if words.peek().is_some_and(|word| word.is("in")) {
        read_after(words)?.map(Some)
    } else {
        read_instant(&written)
            .or_else(|| read_wall(&written))
            .map(Some)
    };
    let Some(moment) = moment else {
        return Err(words.misread(Problem::Unreadable {
            written: echo(&written),
            expected,
            nearest: None,
        }));
    };
    words.skip(words.left().len());
    Ok(moment)
}

/// `in 2h`
fn read_after(words: &Words<'_>) -> Result<Option<Moment>, Misread> {
    let [_, length] = words.left() else {
        return Ok(None);
    };
    let Ok(span) = Span::parse(length.text) else {
        return Err(words.unreadable(*length, Expected::Length));
    };
    if span < Span::ZERO || span > AFTER_MAX {
        return Err(words.misread_at(
            length.at,
            Problem::OutOfRange {
                written: echo(length.text),
                expected: Expected::Length,
                least: Span::ZERO.to_string(),
                most: AFTER_MAX.to_string(),
            },
        ));
    }
    Ok(Some(Moment::After(span)))
}

/// RFC 3339: `2026-12-06T20:00:00+01:00`
fn read_instant(written: &str) -> Option<Moment> {
    let at = DateTime::parse_from_rfc3339(written).ok()?;
    YEARS
        .contains(&at.year())
        .then(|| Moment::At(Timestamp::from_ms(at.timestamp_millis())))
}

/// `2026-12-06 20:00 [ZONE]`
fn read_wall(written: &str) -> Option<Moment> {
    let local_of = |text: &str| {
        WALL_FORMS
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
            .filter(|local| YEARS.contains(&local.year()))
    };
    let wall = |local, zone| Moment::Wall {
        local,
        zone,
        written: written.to_owned(),
    };
    if let Some(local) = local_of(written) {
        return Some(wall(local, None));
    }
    // The time ends at the second space, or at the first where a `T` joins date and time.
    written.match_indices(' ').find_map(|(at, _)| {
        let local = local_of(&written[..at])?;
        Some(wall(local, Some(find_zone(&written[at + 1..])?)))
    })
}

impl Moment {
    /// The instant that is meant, with the tournament's zone for times on its wall.
    ///
    /// # Errors
    /// [`ClockChange`] when the wall shows this time never, or twice; it carries the two instants it may mean.
    pub fn resolve(&self, now: Timestamp, own_zone: Tz) -> Result<Timestamp, ClockChange> {
        match self {
            Moment::At(at) => Ok(*at),
            Moment::After(span) => Ok(now + *span),
            Moment::Wall {
                local,
                zone,
                written,
            } => on_the_wall(*local, zone.unwrap_or(own_zone), written),
        }
    }
}

fn on_the_wall(local: NaiveDateTime, zone: Tz, written: &str) -> Result<Timestamp, ClockChange> {
    let instant = |at: DateTime<Tz>| Timestamp::from_ms(at.timestamp_millis());
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) => Ok(instant(at)),
        LocalResult::Ambiguous(one, other) => Err(ClockChange {
            written: written.to_owned(),
            zone,
            shown: WallTime::Twice,
            earlier: instant(one).min(instant(other)),
            later: instant(one).max(instant(other)),
        }),
        LocalResult::None => {
            let [earlier, later] = around_gap(local, zone);
            Err(ClockChange {
                written: written.to_owned(),
                zone,
                shown: WallTime::Never,
                earlier,
                later,
            })
        }
    }
}

/// The two instants a skipped time may mean: by the clock as it goes after the change, and as it went before.
fn around_gap(local: NaiveDateTime, zone: Tz) -> [Timestamp; 2] {
    let by_offset_of = |hours: i64| {
        let elsewhere = local + Duration::hours(hours);
        let shift = match zone.from_local_datetime(&elsewhere) {
            LocalResult::Single(at) => at.naive_utc() - elsewhere,
            LocalResult::Ambiguous(at, _) => at.naive_utc() - elsewhere,
            LocalResult::None => Duration::zero(),
        };
        Timestamp::from_ms((local + shift).and_utc().timestamp_millis())
    };
    let before = by_offset_of(-CHANGE_HOURS_MAX);
    let after = by_offset_of(CHANGE_HOURS_MAX);
    [before.min(after), before.max(after)]
}
