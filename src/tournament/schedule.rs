//! From a publishing to a deadline: wall clocks, weeks and daylight saving (SPEC R-13).

use super::settings::{Settings, WeeklyTime};
use crate::vocabulary::{Span, Timestamp};
use chrono::{DateTime, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;

/// How long after its nominal instant a cutoff or deadline still counts as not passed. Times are told to the
/// second, and exactly on the cutoff is in time (SPEC R-15): whatever is said within that second counts.
pub const LAST_SECOND: Span = Span::from_secs(1);

/// Whether an instant lies beyond a cutoff or deadline.
pub fn has_passed(limit: Timestamp, now: Timestamp) -> bool {
    now >= limit + LAST_SECOND
}

/// The deadline of a round published at this instant.
///
/// Where the tournament keeps a weekly time, it is the occurrence nearest to publishing plus the round's length that
/// still leaves room for the check-in; else the round's length on the wall clock: whole days keep the time
/// of day across a daylight-saving change, and rounds of an hour or more end on a full minute.
pub fn deadline(settings: &Settings, published_at: Timestamp) -> Timestamp {
    match settings.deadline_at {
        Some(weekly) => weekly_deadline(settings, weekly, published_at),
        None => {
            let deadline = on_wall_clock(settings.zone, published_at, settings.round_length);
            if settings.round_length < Span::from_hours(1) {
                deadline
            } else {
                at_full_minute(deadline)
            }
        }
    }
}

/// The first full minute from an instant on: nobody keeps an appointment by seconds.
fn at_full_minute(at: Timestamp) -> Timestamp {
    let minute = Span::from_minutes(1).as_ms();
    let over = at.as_ms().rem_euclid(minute);
    if over == 0 {
        at
    } else {
        at + Span::from_ms(minute - over)
    }
}

/// The cutoff of a round published at one instant with its deadline at another (DAL III). It never lies before the
/// publishing: a night that the clocks shorten leaves half of the round at least.
pub fn cutoff(settings: &Settings, published_at: Timestamp, deadline: Timestamp) -> Timestamp {
    let cutoff = deadline - settings.checkin_before_deadline;
    if cutoff > published_at {
        return cutoff;
    }
    published_at + Span::from_ms((deadline - published_at).as_ms() / 2)
}

fn weekly_deadline(settings: &Settings, weekly: WeeklyTime, published_at: Timestamp) -> Timestamp {
    let target = published_at + settings.round_length;
    let earliest = published_at + settings.checkin_before_deadline + Span::from_minutes(1);
    let around = target.to_utc().with_timezone(&settings.zone).date_naive();
    let occurrence = |days_off: i64| -> Option<Timestamp> {
        let day = around.checked_add_signed(chrono::TimeDelta::days(days_off))?;
        let at = NaiveTime::from_hms_opt(u32::from(weekly.hour), u32::from(weekly.minute), 0)?;
        let matches = chrono::Datelike::weekday(&day) == weekly.weekday.to_chrono();
        matches.then(|| instant(settings.zone, day.and_time(at)))
    };
    // Two weeks on: the nearest occurrence may be refused as too early, and then the one after it counts.
    (-7..=14)
        .filter_map(occurrence)
        .filter(|at| *at >= earliest)
        .min_by_key(|at| ((*at - target).as_ms().abs(), *at))
        .unwrap_or(target)
}

/// This long after an instant, with whole days counted on the wall clock of a zone.
fn on_wall_clock(zone: Tz, from: Timestamp, length: Span) -> Timestamp {
    let day_ms = Span::from_days(1).as_ms();
    let (days, rest) = (
        length.as_ms() / day_ms,
        Span::from_ms(length.as_ms() % day_ms),
    );
    let local: NaiveDateTime = from.to_utc().with_timezone(&zone).naive_local();
    let moved: Option<NaiveDate> = u64::try_from(days)
        .ok()
        .and_then(|days| local.date().checked_add_days(Days::new(days)));
    match moved {
        Some(date) if days > 0 => instant(zone, date.and_time(local.time())) + rest,
        Some(_) | None => from + length,
    }
}

/// The instant a wall clock shows this. Of two readings the later one counts, and a reading that the clock skips counts
/// as the moment it jumps: a deadline is never earlier than it says.
fn instant(zone: Tz, local: NaiveDateTime) -> Timestamp {
    let utc = |at: DateTime<Tz>| Timestamp::from(at.with_timezone(&Utc));
    match zone.from_local_datetime(&local) {
        LocalResult::Single(at) => utc(at),
        LocalResult::Ambiguous(_, later) => utc(later),
        LocalResult::None => (1..=8)
            .find_map(|quarters| {
                zone.from_local_datetime(&(local + chrono::TimeDelta::minutes(15 * quarters)))
                    .earliest()
            })
            .map_or_else(|| Timestamp::from(local.and_utc()), utc),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Weekday;

    fn at(text: &str) -> Timestamp {
        DateTime::parse_from_rfc3339(text)
            .expect(text)
            .with_timezone(&Utc)
            .into()
    }

    fn berlin_sundays() -> Settings {
        Settings {
            zone: chrono_tz::Europe::Berlin,
            deadline_at: Some(WeeklyTime {
                weekday: Weekday::Sunday,
                hour: 20,
                minute: 0,
            }),
            ..Settings::new("X")
        }
    }

    #[test]
    fn the_weekly_deadline_nearest_to_a_week_is_taken() {
        let settings = berlin_sundays();
        // Published on a Sunday evening just after the old deadline: the next Sunday, not the one after it.
        assert_eq!(
            deadline(&settings, at("2026-12-06T20:10:00+01:00")),
            at("2026-12-13T20:00:00+01:00")
        );
        assert_eq!(
            deadline(&settings, at("2026-12-09T12:00:00+01:00")),
            at("2026-12-13T20:00:00+01:00")
        );
        assert_eq!(
            deadline(&settings, at("2026-12-11T12:00:00+01:00")),
            at("2026-12-20T20:00:00+01:00")
        );
    }

    #[test]
    fn a_weekly_deadline_leaves_room_for_the_check_in() {
        let settings = Settings {
            round_length: Span::from_hours(3),
            ..berlin_sundays()
        };
        assert_eq!(
            deadline(&settings, at("2026-12-06T19:00:00+01:00")),
            at("2026-12-13T20:00:00+01:00")
        );
    }

    #[test]
    fn daylight_saving_moves_no_deadline_on_the_wall() {
        let settings = berlin_sundays();
        // Clocks in Berlin go back on 25 October 2026 at 3:00.
        assert_eq!(
            deadline(&settings, at("2026-10-18T20:10:00+02:00")),
            at("2026-10-25T20:00:00+01:00")
        );
        let by_length = Settings {
            deadline_at: None,
            ..settings
        };
        assert_eq!(
            deadline(&by_length, at("2026-10-20T18:00:00+02:00")),
            at("2026-10-27T18:00:00+01:00")
        );
        // A time of day that is skipped or doubled is never read as the earlier one.
        assert_eq!(
            deadline(&by_length, at("2026-10-18T02:30:00+02:00")),
            at("2026-10-25T02:30:00+01:00")
        );
        assert_eq!(
            deadline(&by_length, at("2026-03-22T02:30:00+01:00")),
            at("2026-03-29T03:00:00+02:00")
        );
    }

    #[test]
    fn short_rounds_are_counted_in_seconds() {
        let settings = Settings {
            round_length: Span::from_secs(30),
            ..Settings::new("X")
        };
        let published = at("2026-12-06T20:10:00Z");
        assert_eq!(
            deadline(&settings, published),
            published + Span::from_secs(30)
        );
    }

    #[test]
    fn a_cutoff_never_lies_before_the_publishing() {
        // The night of 28 March 2026 has 23 hours in Berlin.
        let settings = Settings {
            zone: chrono_tz::Europe::Berlin,
            round_length: Span::from_days(1),
            checkin_before_deadline: Span::from_minutes(23 * 60 + 30),
            ..Settings::new("X")
        };
        let published = at("2026-03-28T20:00:00+01:00");
        let ends = deadline(&settings, published);
        assert_eq!(ends, at("2026-03-29T20:00:00+02:00"));
        let checked_in = cutoff(&settings, published, ends);
        assert!(published < checked_in && checked_in < ends);
    }

    #[test]
    fn the_cutoff_itself_is_in_time() {
        let cutoff = at("2026-12-06T17:30:00Z");
        assert!(!has_passed(cutoff, cutoff));
        assert!(!has_passed(cutoff, cutoff + Span::from_ms(999)));
        assert!(has_passed(cutoff, cutoff + Span::from_secs(1)));
    }
}
