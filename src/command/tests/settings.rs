//! `tournament set KEY VALUE`.

use crate::command::{
    Command, Expected, Moment, OrderWords, Problem, SETTING_KEYS, SettingWords, TournamentWord,
    parse,
};
use crate::tournament::{
    Acceleration, ClockChange, Format, NextRound, Pace, Rules, Setting, Settings, ThirdPlace,
    WallTime, WeeklyTime,
};
use crate::vocabulary::{Span, Timestamp, Weekday};
use chrono_tz::Tz;

fn set(value: &str) -> SettingWords {
    let line = format!("tournament set {value}");
    match parse(&line) {
        Ok(Command::Direct(OrderWords::Set(None, words))) => words,
        other => panic!("{line:?} should set something, and is {other:?}"),
    }
}

#[test]
fn every_setting_has_its_words() {
    let sunday = WeeklyTime {
        weekday: Weekday::Sunday,
        hour: 20,
        minute: 0,
    };
    let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
    let cases = [
        ("name Winter  Open", Setting::Name("Winter Open".to_owned())),
        ("format swiss", Setting::Format(Format::Swiss)),
        ("format Round-Robin", Setting::Format(Format::RoundRobin)),
        ("format round robin", Setting::Format(Format::RoundRobin)),
        (
            "format double_round_robin",
            Setting::Format(Format::DoubleRoundRobin),
        ),
        ("format knockout", Setting::Format(Format::Knockout)),
        ("rounds 7", Setting::Rounds(7)),
        ("Zone europe/BERLIN", Setting::Zone(Tz::Europe__Berlin)),
        ("round_length 7d", Setting::RoundLength(Span::from_days(7))),
        (
            "round-length 30s",
            Setting::RoundLength(Span::from_secs(30)),
        ),
        (
            "deadline_at sunday 20:00",
            Setting::DeadlineAt(Some(sunday)),
        ),
        ("deadline_at Sun  20:00", Setting::DeadlineAt(Some(sunday))),
        ("deadline_at none", Setting::DeadlineAt(None)),
        (
            "checkin_before_deadline 2h30m",
            Setting::CheckinBeforeDeadline(Span::from_minutes(150)),
        ),
        (
            "checkin_window 24h",
            Setting::CheckinWindow(Span::from_hours(24)),
        ),
        (
            "absence_grace 10m",
            Setting::AbsenceGrace(Span::from_minutes(10)),
        ),
        (
            "absence_stretch 2h",
            Setting::AbsenceStretch(Span::from_hours(2)),
        ),
        ("rules 2017", Setting::Rules(Rules::Y2017)),
        ("rules 2026", Setting::Rules(Rules::Y2026)),
        (
            "acceleration Baku",
            Setting::Acceleration(Acceleration::Baku),
        ),
        ("third-place YES", Setting::ThirdPlace(ThirdPlace::Played)),
        ("third_place no", Setting::ThirdPlace(ThirdPlace::NotPlayed)),
        (
            "acceleration none",
            Setting::Acceleration(Acceleration::None),
        ),
        ("pairing manual", Setting::Pairing(Pace::Manual)),
        ("publish_pause 0s", Setting::PublishPause(Span::ZERO)),
        ("next_round at_once", Setting::NextRound(NextRound::AtOnce)),
        (
            "next_round at deadline",
            Setting::NextRound(NextRound::AtDeadline),
        ),
        (
            "dispute_reminder 12h",
            Setting::DisputeReminder(Span::from_hours(12)),
        ),
        (
            "tie_breaks bhc1, BH SB",
            Setting::TieBreaks(codes(&["BHC1", "BH", "SB"])),
        ),
        ("tie_breaks none", Setting::TieBreaks(Vec::new())),
        (
            "time_control 90 minutes + 30 seconds",
            Setting::TimeControl("90 minutes + 30 seconds".to_owned()),
        ),
    ];
    for (written, setting) in cases {
        assert_eq!(set(written), SettingWords::Plain(setting), "{written}");
    }
}

#[test]
fn the_keys_are_the_names_of_the_settings() {
    let written = serde_json::to_value(Settings::new("Winter Open")).expect("settings are data");
    let fields = written.as_object().expect("settings have fields");
    assert_eq!(fields.len(), SETTING_KEYS.len());
    for key in SETTING_KEYS {
        assert!(fields.contains_key(key), "{key}");
        let misread = parse(&format!("tournament set {key}")).expect_err(key);
        assert!(
            matches!(misread.problem, Problem::Missing { .. }),
            "{key} is read, and misses its value"
        );
    }
}

#[test]
fn the_tournament_may_be_named_anywhere() {
    for line in [
        "tournament set #2 rounds 7",
        "tournament set rounds #2 7",
        "tournament set rounds 7 #2",
        "tournament set #2 name Open #3",
    ] {
        match parse(line) {
            Ok(Command::Direct(OrderWords::Set(which, _))) => {
                assert_eq!(which, Some(TournamentWord::Number(2)))
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn bad_values_are_told_with_what_would_do() {
    for (written, expected) in [
        ("rounds seven", Expected::Rounds),
        ("format swis", Expected::Format),
        ("zone Europe/Berln", Expected::Zone),
        ("zone UTC+2", Expected::Zone),
        ("round_length 7", Expected::Length),
        ("deadline_at sunday 8pm", Expected::WeeklyTime),
        ("deadline_at 20:00", Expected::WeeklyTime),
        ("rules 2024", Expected::Rules),
        ("acceleration yes", Expected::Acceleration),
        ("third_place bronze", Expected::ThirdPlace),
        ("pairing maybe", Expected::Pace),
        ("next_round later", Expected::NextRound),
        ("tie_breaks BH XX", Expected::TieBreaks),
        ("tie_breaks BH BH", Expected::TieBreaks),
        ("roundz 7", Expected::SettingKey),
        ("name 123", Expected::Name),
        ("registration_opens tomorrow", Expected::Moment),
        ("registration_opens 2026-13-01 20:00", Expected::Moment),
        ("registration_opens 06-12-01 20:00", Expected::Moment),
        ("registration_opens 2026-12-06 20:00 EST5", Expected::Moment),
        ("registration_closes in soon", Expected::Length),
    ] {
        let misread = parse(&format!("tournament set {written}")).expect_err(written);
        match misread.problem {
            Problem::Unreadable { expected: told, .. } => assert_eq!(told, expected, "{written}"),
            other => panic!("{written}: {other:?}"),
        }
    }
    for (written, nearest) in [
        ("roundz 7", "rounds"),
        ("zone Europe/Berln", "Europe/Berlin"),
        ("zone berlin", "Europe/Berlin"),
        ("tie_breaks BHC3", "BHC1"),
    ] {
        let misread = parse(&format!("tournament set {written}")).expect_err(written);
        match misread.problem {
            Problem::Unreadable { nearest: told, .. } => {
                assert_eq!(told.as_deref(), Some(nearest), "{written}");
            }
            other => panic!("{written}: {other:?}"),
        }
    }
}

#[test]
fn numbers_have_bounds() {
    for written in [
        "rounds 0",
        "rounds 61",
        "rounds 99999999999",
        "round_length 0s",
        "round_length 400d",
        "round_length -7d",
        "checkin_window 0s",
        "checkin_window 32d",
        "absence_grace -1m",
        "registration_opens in -1h",
        "registration_opens in 400d",
    ] {
        let misread = parse(&format!("tournament set {written}")).expect_err(written);
        assert!(
            matches!(misread.problem, Problem::OutOfRange { .. }),
            "{written}: {misread:?}"
        );
    }
    let long = "x".repeat(61);
    for written in [format!("name {long}"), format!("time_control {long}")] {
        let misread = parse(&format!("tournament set {written}")).expect_err(&written);
        assert!(matches!(misread.problem, Problem::TooLong { .. }));
    }
}

fn moment(written: &str) -> Moment {
    match set(&format!("registration_opens {written}")) {
        SettingWords::RegistrationOpens(Some(moment)) => moment,
        other => panic!("{written}: {other:?}"),
    }
}

fn instant(rfc: &str) -> Timestamp {
    let at = chrono::DateTime::parse_from_rfc3339(rfc).expect(rfc);
    Timestamp::from_ms(at.timestamp_millis())
}

#[test]
fn moments_in_their_zone() {
    let now = instant("2026-12-01T12:00:00Z");
    for (written, meant) in [
        ("2026-12-06 20:00", "2026-12-06T19:00:00Z"),
        ("2026-12-06  20:00 utc", "2026-12-06T20:00:00Z"),
        ("2026-12-06T20:00 America/New_York", "2026-12-07T01:00:00Z"),
        (
            "2026-12-06 20:00:30 America/new york",
            "2026-12-07T01:00:30Z",
        ),
        ("2026-12-06T20:00:00+05:00", "2026-12-06T15:00:00Z"),
        ("2026-12-06T20:00:00Z", "2026-12-06T20:00:00Z"),
        ("in 2h", "2026-12-01T14:00:00Z"),
        ("IN 1d12h", "2026-12-03T00:00:00Z"),
    ] {
        let read = moment(written).resolve(now, Tz::Europe__Berlin);
        assert_eq!(read, Ok(instant(meant)), "{written}");
    }
    assert_eq!(
        set("registration_closes never"),
        SettingWords::RegistrationCloses(None)
    );
}

#[test]
fn a_time_the_clock_skips_or_repeats_is_not_guessed() {
    // T22: clocks in Berlin go back on 25 October 2026 at 03:00, and forward on 28 March 2027 at 02:00.
    let now = instant("2026-10-01T12:00:00Z");
    assert_eq!(
        moment("2026-10-25 02:30").resolve(now, Tz::Europe__Berlin),
        Err(ClockChange {
            written: "2026-10-25 02:30".to_owned(),
            zone: Tz::Europe__Berlin,
            shown: WallTime::Twice,
            earlier: instant("2026-10-25T02:30:00+02:00"),
            later: instant("2026-10-25T02:30:00+01:00"),
        })
    );
    assert_eq!(
        moment("2027-03-28 02:30 europe/berlin").resolve(now, Tz::UTC),
        Err(ClockChange {
            written: "2027-03-28 02:30 europe/berlin".to_owned(),
            zone: Tz::Europe__Berlin,
            shown: WallTime::Never,
            earlier: instant("2027-03-28T01:30:00+01:00"),
            later: instant("2027-03-28T03:30:00+02:00"),
        })
    );
}
