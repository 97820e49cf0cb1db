//! The flood clock, ranks, turns and limits of what goes out.

use crate::irc::options::{Limits, Pacing, TargetLimit};
use crate::irc::pacer::{Class, Pacer, Parcel, Receipt};
use crate::ports::NoticeId;
use std::time::{Duration, Instant};

fn parcel(class: Class, whom: &str, text: &str) -> Parcel {
    Parcel::new(class, text.to_owned()).to(whom.to_owned())
}

fn pacer(pacing: Pacing, target_limit: TargetLimit, now: Instant) -> Pacer {
    Pacer::new(pacing, target_limit, &Limits::default(), now)
}

#[test]
fn never_further_ahead_than_the_server_reads() {
    let start = Instant::now();
    let mut pacer = pacer(Pacing::default(), TargetLimit::Off, start);
    for n in 0..20 {
        pacer.push(
            parcel(Class::Reply, "", &format!("{n} {}", "x".repeat(n * 20))),
            start,
        );
    }
    // The server's own reckoning, as bahamut does it: nothing may come more than ten seconds ahead of it.
    let (mut since, mut sent, mut now) = (start, 0, start);
    while sent < 20 {
        while let Some(parcel) = pacer.pop(now) {
            assert!(since.saturating_duration_since(now) < Duration::from_secs(10));
            let cost = 2.0 + (parcel.text.len() + 2) as f64 / 120.0;
            since = since.max(now) + Duration::from_secs_f64(cost);
            match token(&parcel) {
                Some(token) => assert!(pacer.answered(token, now).is_empty()),
                None => sent += 1,
            }
        }
        if sent == 3 {
            assert_eq!(now, start, "a short burst leaves at once");
        }
        now = pacer
            .next_time(now)
            .expect("more waits, so something comes");
    }
    assert!(now < start + Duration::from_secs(90));
}

/// What a PING of the pacer's own wants to have back.
fn token(parcel: &Parcel) -> Option<&str> {
    parcel.text.strip_prefix("PING ")
}

#[test]
fn no_more_than_the_server_has_read() {
    let start = Instant::now();
    for length in [10, 290, 450] {
        let mut pacer = pacer(Pacing::default(), TargetLimit::Off, start);
        for n in 0..40 {
            let text = format!("{n} {}", "x".repeat(length));
            pacer.push(parcel(Class::Reply, "", &text), start);
        }
        let (mut lines, mut bytes, mut asked) = (0, 0, None);
        // Nothing is answered, however long it takes.
        for second in 0..600 {
            while let Some(parcel) = pacer.pop(start + Duration::from_secs(second)) {
                match token(&parcel) {
                    Some(token) => asked = Some(token.to_owned()),
                    None => (lines, bytes) = (lines + 1, bytes + parcel.text.len() + 2),
                }
            }
        }
        assert!(lines <= 5 && bytes <= 1_500, "{lines} lines, {bytes} bytes");
        assert!(lines == 5 || bytes > 1_000, "{lines} lines, {bytes} bytes");
        let now = start + Duration::from_secs(600);
        assert!(pacer.pop(now).is_none());
        assert!(
            pacer.answered("read-99", now).is_empty(),
            "not what was asked"
        );
        assert!(pacer.pop(now).is_none());
        pacer.answered(&asked.expect("the server was asked"), now);
        assert!(pacer.pop(now).is_some());
    }
}

#[test]
fn a_server_that_is_slow_to_read_is_sent_half_as_much() {
    let start = Instant::now();
    let after = |lag: Duration| {
        let mut pacer = pacer(Pacing::default(), TargetLimit::Off, start);
        let mut now = start;
        for n in 0..5 {
            pacer.push(parcel(Class::Reply, "", &format!("line {n}")), now);
        }
        let mut question = None;
        while question.is_none() {
            while let Some(parcel) = pacer.pop(now) {
                question = token(&parcel).map(str::to_owned).or(question);
            }
            now = pacer.next_time(now).unwrap_or(now);
        }
        now += lag;
        pacer.answered(&question.expect("asked"), now);
        now += Duration::from_secs(60);
        for n in 0..6 {
            pacer.push(parcel(Class::Reply, "", &format!("more {n}")), now);
        }
        std::iter::from_fn(|| pacer.pop(now)).count()
    };
    assert_eq!(after(Duration::from_millis(100)), 3);
    assert_eq!(after(Duration::from_secs(6)), 2);
}

#[test]
fn durable_lines_are_confirmed_where_it_costs_nothing() {
    let start = Instant::now();
    let mut pacer = pacer(Pacing::default(), TargetLimit::Off, start);
    let news = parcel(Class::Durable, "", "news").with(Receipt::Notice(NoticeId(1)));
    pacer.push(news, start);
    assert_eq!(pacer.pop(start).map(|p| p.text).as_deref(), Some("news"));
    assert!(
        pacer.pop(start).is_none(),
        "the clock of the server is not paid yet"
    );
    let paid = pacer.next_time(start).expect("it will be asked");
    let question = pacer.pop(paid).expect("now it is asked");
    assert!(pacer.doubtful() == [NoticeId(1)], "until it answers");
    assert!(token(&question).is_some());
}

#[test]
fn what_was_said_a_moment_ago_is_not_said_again() {
    let now = Instant::now();
    let mut pacer = pacer(Pacing::Off, TargetLimit::Off, now);
    let mut say = |whom: &str, text: &str, after: u64| {
        let now = now + Duration::from_secs(after);
        pacer.push(parcel(Class::Reply, whom, text), now);
        pacer.pop(now).is_some()
    };
    assert!(say("al", "PRIVMSG Al :You are in.", 0));
    assert!(!say("al", "PRIVMSG Al :You are in.", 1));
    // Whoever has heard something else since needs it again, and so does anybody else, and later.
    assert!(say("al", "PRIVMSG Al :You are out.", 2));
    assert!(say("al", "PRIVMSG Al :You are in.", 3));
    assert!(say("bo", "PRIVMSG Bo :You are in.", 3));
    assert!(say("", "PRIVMSG #chess :Al: You are in.", 3));
    assert!(say("", "PRIVMSG #chess :Bo: You are in.", 3));
    assert!(!say("", "PRIVMSG #chess :Al: You are in.", 4));
    assert!(say("al", "PRIVMSG Al :You are in.", 14));
    let mut pacer = self::pacer(Pacing::Off, TargetLimit::Off, now);
    for n in 0..3 {
        let news = parcel(Class::Durable, "", "PRIVMSG #chess :news");
        pacer.push(news.with(Receipt::Notice(NoticeId(n))), now);
    }
    let said = std::iter::from_fn(|| pacer.pop(now));
    assert_eq!(
        said.filter(|p| p.text.ends_with("news")).count(),
        3,
        "durable lines are each their own"
    );
}

#[test]
fn answers_the_server_threw_away_are_sent_again() {
    let start = Instant::now();
    let limit = TargetLimit::On {
        people: 4,
        window: Duration::from_secs(45),
    };
    let mut pacer = pacer(Pacing::Off, limit, start);
    for text in ["one", "two"] {
        pacer.push(parcel(Class::Reply, "al", text), start);
    }
    let sent = |pacer: &mut Pacer, now| -> Vec<String> {
        std::iter::from_fn(|| pacer.pop(now))
            .map(|p| p.text)
            .collect()
    };
    let mut now = start;
    for _ in 0..3 {
        assert_eq!(sent(&mut pacer, now), ["one", "two"]);
        // 439, for each of them.
        let until = now + Duration::from_secs(44);
        for _ in 0..2 {
            pacer.hold_people("al", until);
            pacer.resend("al", now);
        }
        assert!(pacer.pop(now).is_none());
        now = until;
    }
    assert!(sent(&mut pacer, now).is_empty(), "given up");
    pacer.hold_people("al", now + Duration::from_secs(44));
    pacer.push(parcel(Class::Reply, "bo", "other new people wait"), now);
    assert!(pacer.pop(now).is_none());
    assert_eq!(pacer.next_time(now), Some(now + Duration::from_secs(44)));
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
        pacer.push(parcel(class, whom, text), now);
    }
    assert!(!pacer.is_free(now));
    let order: Vec<String> = std::iter::from_fn(|| pacer.pop(now))
        .map(|p| p.text)
        .collect();
    assert_eq!(order, ["JOIN", "d1", "a1", "news", "b1", "a2", "a3"]);
    assert!(pacer.is_free(now));
}

/// Talk without end does not keep a round's pairings back.
#[test]
fn every_third_line_is_a_durable_one_where_one_waits() {
    let now = Instant::now();
    let mut pacer = pacer(Pacing::Off, TargetLimit::Off, now);
    for n in 0..6 {
        pacer.push(parcel(Class::Reply, "a", &format!("reply {n}")), now);
    }
    let mut order = Vec::new();
    let mut news = 0;
    while let Some(parcel) = pacer.pop(now) {
        order.push(parcel.text);
        if pacer.owes_durable() && news < 2 {
            news += 1;
            pacer.push(parcel_of_news(news), now);
        }
    }
    let expected = [
        "reply 0", "reply 1", "news 1", "reply 2", "reply 3", "news 2", "reply 4", "reply 5",
    ];
    assert_eq!(order, expected);
}

fn parcel_of_news(number: u32) -> Parcel {
    parcel(Class::Durable, "", &format!("news {number}"))
}

#[test]
fn overflow_drops_replies_and_nothing_else() {
    let now = Instant::now();
    let mut pacer = pacer(Pacing::Off, TargetLimit::Off, now);
    for n in 0..500 {
        pacer.push(parcel(Class::Reply, "a", &format!("reply {n}")), now);
        let durable = parcel(Class::Durable, "", "durable");
        pacer.push(durable.with(Receipt::Notice(NoticeId(n))), now);
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
    for (n, whom) in (0..).zip(["a", "b", "c", "d", "e", "a", ""]) {
        pacer.push(parcel(Class::Reply, whom, &format!("{whom}{n}")), now);
    }
    let order: Vec<String> = std::iter::from_fn(|| pacer.pop(now))
        .map(|p| p.text)
        .collect();
    // The fifth waits; those already written to, and the channel, do not.
    assert_eq!(order, ["a0", "b1", "c2", "d3", "6", "a5"]);
    let later = pacer.next_time(now).expect("somebody waits");
    assert_eq!(later, now + Duration::from_secs(45));
    assert_eq!(pacer.pop(later).map(|p| p.text).as_deref(), Some("e4"));
}
