//! The flood clock, ranks, turns and limits of what goes out.

use crate::irc::options::{Limits, Pacing, TargetLimit};
use crate::irc::pacer::{Class, Pacer, Parcel, Receipt};
use crate::ports::NoticeId;
use std::time::{Duration, Instant};

fn parcel(class: Class, whom: &str, text: &str) -> Parcel {
    Parcel {
        text: text.to_owned(),
        class,
        whom: whom.to_owned(),
        receipt: Receipt::None,
    }
}

fn pacer(pacing: Pacing, target_limit: TargetLimit, now: Instant) -> Pacer {
    Pacer::new(pacing, target_limit, &Limits::default(), now)
}

#[test]
fn never_further_ahead_than_the_server_reads() {
    let start = Instant::now();
    let mut pacer = pacer(Pacing::default(), TargetLimit::Off, start);
    for n in 0..20 {
        pacer.push(parcel(
            Class::Reply,
            "",
            &format!("{n} {}", "x".repeat(n * 20)),
        ));
    }
    // The server's own reckoning, as bahamut does it: nothing may come more than ten seconds ahead of it.
    let (mut since, mut sent, mut now) = (start, 0, start);
    while sent < 20 {
        while let Some(parcel) = pacer.pop(now) {
            assert!(since.saturating_duration_since(now) < Duration::from_secs(10));
            let cost = 2.0 + (parcel.text.len() + 2) as f64 / 120.0;
            since = since.max(now) + Duration::from_secs_f64(cost);
            sent += 1;
        }
        if sent == 3 {
            assert_eq!(now, start, "a short burst leaves at once");
        }
        now = pacer
            .next_time(now)
            .unwrap_or(now + Duration::from_millis(1))
            .max(now);
    }
    assert!(now < start + Duration::from_secs(75));
}

#[test]
fn the_urgent_first_and_people_in_turn() {
    let now = Instant::now();
    let mut pacer = pacer(Pacing::Off, TargetLimit::Off, now);
    for (class, whom, text) in [
        (Class::Durable, "", "news"),
        (Class::Reply, "a", "a1"),
        (Class::Reply, "a", "a2"),
        (Class::Reply, "a", "a3"),
        (Class::Reply, "b", "b1"),
        (Class::Director, "d", "d1"),
        (Class::Control, "", "JOIN"),
    ] {
        pacer.push(parcel(class, whom, text));
    }
    assert!(!pacer.is_free(now));
    let order: Vec<String> = std::iter::from_fn(|| pacer.pop(now))
        .map(|p| p.text)
        .collect();
    assert_eq!(order, ["JOIN", "d1", "a1", "b1", "a2", "a3", "news"]);
    assert!(pacer.is_free(now));
}

#[test]
fn overflow_drops_replies_and_nothing_else() {
    let now = Instant::now();
    let mut pacer = pacer(Pacing::Off, TargetLimit::Off, now);
    for n in 0..500 {
        pacer.push(parcel(Class::Reply, "a", "reply"));
        pacer.push(Parcel {
            receipt: Receipt::Notice(NoticeId(n)),
            ..parcel(Class::Durable, "", "durable")
        });
    }
    assert_eq!(pacer.dropped, 400);
    assert_eq!(pacer.unsent().len(), 500);
}

#[test]
fn few_new_people_at_a_time() {
    let now = Instant::now();
    let limit = TargetLimit::On {
        people: 4,
        window: Duration::from_secs(45),
    };
    let mut pacer = pacer(Pacing::Off, limit, now);
    for whom in ["a", "b", "c", "d", "e", "a", ""] {
        pacer.push(parcel(Class::Reply, whom, whom));
    }
    let order: Vec<String> = std::iter::from_fn(|| pacer.pop(now))
        .map(|p| p.text)
        .collect();
    // The fifth waits; those already written to, and the channel, do not.
    assert_eq!(order, ["a", "b", "c", "d", "", "a"]);
    let later = pacer.next_time(now).expect("somebody waits");
    assert_eq!(later, now + Duration::from_secs(45));
    assert_eq!(pacer.pop(later).map(|p| p.text).as_deref(), Some("e"));
}
