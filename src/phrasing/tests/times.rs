//! Zones and packed lines.

use super::fixture::*;
use crate::phrasing::pack;
use crate::phrasing::time::{Clock, from_now};
use chrono_tz::Tz;

#[test]
fn every_time_carries_its_zone() {
    let society = running();
    let tournament = society.tournament(SPRING).unwrap();
    let clock = Clock::of(tournament);
    assert_eq!(
        clock.full(deadline()),
        "Sun 6 Dec 2026 20:00 CET (Europe/Berlin)"
    );
    assert_eq!(
        clock.short(deadline()),
        "Sun 6 Dec 20:00 CET (Europe/Berlin)"
    );
    assert_eq!(clock.brief(deadline()), "Sun 20:00 CET");
    let london = Clock::with_reader(tournament, Some(Tz::Europe__London));
    assert_eq!(
        london.full(deadline()),
        "Sun 6 Dec 2026 20:00 CET (19:00 Europe/London)"
    );
    assert_eq!(london.brief(deadline()), "Sun 20:00 CET (19:00 GMT)");
    let tokyo = Clock::with_reader(tournament, Some(Tz::Asia__Tokyo));
    assert_eq!(
        tokyo.short(deadline()),
        "Sun 6 Dec 20:00 CET (Mon 04:00 Asia/Tokyo)"
    );
    // The same wall clock needs no second time.
    let paris = Clock::with_reader(tournament, Some(Tz::Europe__Paris));
    assert_eq!(
        paris.short(deadline()),
        "Sun 6 Dec 20:00 CET (Europe/Berlin)"
    );
    let anywhere = Clock::anywhere(Some(Tz::Europe__Berlin));
    assert_eq!(
        anywhere.full(deadline()),
        "Sun 6 Dec 2026 19:00 UTC (20:00 Europe/Berlin)"
    );
    // Zones without letters are named.
    let istanbul = Clock::anywhere(Some(Tz::Europe__Istanbul));
    assert_eq!(
        istanbul.brief(deadline()),
        "Sun 19:00 UTC (22:00 Europe/Istanbul)"
    );
}

#[test]
fn seconds_are_shown_where_they_matter() {
    let clock = Clock::anywhere(None);
    assert_eq!(clock.brief(december(6, 17, 30, 15)), "Sun 17:30:15 UTC");
    assert_eq!(
        clock.to_the_second(december(6, 17, 30, 0)),
        "Sun 17:30:00 UTC"
    );
}

#[test]
fn distances_are_coarse() {
    let now = december(5, 12, 0, 0);
    assert_eq!(from_now(now, now), "now");
    assert_eq!(from_now(now, december(5, 14, 30, 20)), "in 2h30m");
    assert_eq!(from_now(now, december(8, 13, 1, 0)), "in 3d1h");
    assert_eq!(from_now(now, december(5, 11, 59, 30)), "30s ago");
}

#[test]
fn lines_are_filled_and_not_overfilled() {
    let items: Vec<String> = (1..=9).map(|n| n.to_string().repeat(4)).collect();
    let lines = pack(&items, ", ", 16);
    assert_eq!(
        lines,
        ["1111, 2222, 3333", "4444, 5555, 6666", "7777, 8888, 9999"]
    );
    // Bytes are counted, and what fits no line gets its own.
    let wide = ["\u{e9}".repeat(8), "a".to_owned(), "b".repeat(40)];
    assert_eq!(pack(&wide, ", ", 16).len(), 3);
    assert!(pack(&[], ", ", 16).is_empty());
}
