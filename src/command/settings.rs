//! The grammar of `tournament set KEY VALUE`. The keys are the names the settings have everywhere.

use super::misread::{Expected, Misread, Problem, echo};
use super::model::SettingWords;
use super::nearest::nearest;
use super::time::{read_moment, read_zone};
use super::words::Words;
use crate::tournament::{
    Acceleration, Format, NAME_LENGTH_MAX, NextRound, Pace, QUIET_MOVES_MAX, QUIET_MOVES_MIN,
    ROUNDS_MAX, Rules, Setting, ThirdPlace, WeeklyTime,
};
use crate::vocabulary::Span;

/// Every setting's key.
pub const SETTING_KEYS: [&str; 22] = [
    "name",
    "format",
    "rounds",
    "rules",
    "acceleration",
    "third_place",
    "zone",
    "registration_opens",
    "registration_closes",
    "round_length",
    "deadline_at",
    "checkin_before_deadline",
    "checkin_window",
    "absence_grace",
    "absence_stretch",
    "pairing",
    "publish_pause",
    "next_round",
    "dispute_reminder",
    "tie_breaks",
    "time_control",
    "quiet_moves",
];

/// The codes of FIDE's tie-breaks that are known.
pub const TIE_BREAK_CODES: [&str; 19] = [
    "BH", "BHC1", "BHC2", "BHM1", "BHM2", "SB", "SBC1", "DE", "PS", "WIN", "WON", "BPG", "BWG",
    "REP", "ARO", "TPR", "KS", "AOB", "FB",
];

/// The most bytes a time control may have: it is told together with a pairing.
pub const TIME_CONTROL_BYTES_MAX: usize = 60;

/// The longest round; a game a year is still a tournament by mail.
pub const ROUND_LENGTH_MAX: Span = Span::from_days(366);

/// The longest of the other lengths: a month; longer ones say that a unit was mistyped.
pub const LENGTH_MAX: Span = Span::from_days(31);

/// The shortest length that may not be nothing; shorter ones cannot be written.
pub const LENGTH_LEAST: Span = Span::from_secs(1);

/// Reads `KEY VALUE`; the tournament may be named before, between, or (where the value is no text) behind.
pub(super) fn read_setting(words: &mut Words<'_>) -> Result<SettingWords, Misread> {
    words.hash_here()?;
    let key = words.need(Expected::SettingKey)?;
    words.hash_here()?;
    let plain = key.text.to_ascii_lowercase().replace('-', "_");
    let setting = match plain.as_str() {
        "name" => Setting::Name(read_name(words)?),
        "time_control" => Setting::TimeControl(read_time_control(words)?),
        _ => {
            words.hashes()?;
            return read_value(words, &plain).unwrap_or_else(|| {
                Err(words.misread_at(
                    key.at,
                    Problem::Unreadable {
                        written: echo(key.text),
                        expected: Expected::SettingKey,
                        nearest: nearest(&plain, SETTING_KEYS).map(str::to_owned),
                    },
                ))
            });
        }
    };
    Ok(SettingWords::Plain(setting))
}

/// The value of a setting that is no text; none where no setting has this key.
fn read_value(words: &mut Words<'_>, key: &str) -> Option<Result<SettingWords, Misread>> {
    let setting = match key {
        "registration_opens" => {
            return Some(read_moment(words).map(SettingWords::RegistrationOpens));
        }
        "registration_closes" => {
            return Some(read_moment(words).map(SettingWords::RegistrationCloses));
        }
        "format" => read_format(words).map(Setting::Format),
        "rounds" => read_count(words, Expected::Rounds, [1, ROUNDS_MAX]).map(Setting::Rounds),
        "quiet_moves" => read_count(
            words,
            Expected::QuietMoves,
            [QUIET_MOVES_MIN, QUIET_MOVES_MAX],
        )
        .map(Setting::QuietMoves),
        "rules" => read_rules(words).map(Setting::Rules),
        "acceleration" => read_acceleration(words).map(Setting::Acceleration),
        "third_place" => read_third_place(words).map(Setting::ThirdPlace),
        "zone" => read_zone(words).map(Setting::Zone),
        "deadline_at" => read_weekly(words).map(Setting::DeadlineAt),
        "pairing" => read_pace(words).map(Setting::Pairing),
        "next_round" => read_next_round(words).map(Setting::NextRound),
        "tie_breaks" => read_tie_breaks(words).map(Setting::TieBreaks),
        "round_length" => {
            read_length(words, LENGTH_LEAST, ROUND_LENGTH_MAX).map(Setting::RoundLength)
        }
        "checkin_before_deadline" => {
            read_length(words, Span::ZERO, LENGTH_MAX).map(Setting::CheckinBeforeDeadline)
        }
        "checkin_window" => {
            read_length(words, LENGTH_LEAST, LENGTH_MAX).map(Setting::CheckinWindow)
        }
        "absence_grace" => read_length(words, Span::ZERO, LENGTH_MAX).map(Setting::AbsenceGrace),
        "absence_stretch" => {
            read_length(words, Span::ZERO, LENGTH_MAX).map(Setting::AbsenceStretch)
        }
        "publish_pause" => read_length(words, Span::ZERO, LENGTH_MAX).map(Setting::PublishPause),
        "dispute_reminder" => {
            read_length(words, LENGTH_LEAST, LENGTH_MAX).map(Setting::DisputeReminder)
        }
        _ => return None,
    };
    Some(setting.map(SettingWords::Plain))
}

/// Reads a tournament's name: all that is left.
pub(super) fn read_name(words: &mut Words<'_>) -> Result<String, Misread> {
    let expected = Expected::Name;
    let from = words.peek();
    let name = words
        .text_within(expected, NAME_LENGTH_MAX)?
        .ok_or_else(|| words.misread(Problem::Missing { expected }))?;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    // A name without a letter would look like a number, and be looked for as one.
    if name.chars().any(char::is_alphabetic) && !name.starts_with('#') {
        return Ok(name);
    }
    Err(words.misread_at(
        from.map_or(0, |word| word.at),
        Problem::Unreadable {
            written: echo(&name),
            expected,
            nearest: None,
        },
    ))
}

fn read_time_control(words: &mut Words<'_>) -> Result<String, Misread> {
    let expected = Expected::TimeControl;
    words
        .text_within(expected, TIME_CONTROL_BYTES_MAX)?
        .ok_or_else(|| words.misread(Problem::Missing { expected }))
}

/// All that is left, as one word to be compared: lower case, no spaces, hyphens or underscores.
fn choice<T>(
    words: &mut Words<'_>,
    expected: Expected,
    known: impl Fn(&str) -> Option<T>,
) -> Result<T, Misread> {
    let written = words.joined();
    if written.is_empty() {
        return Err(words.misread(Problem::Missing { expected }));
    }
    let plain = written.to_lowercase().replace([' ', '-', '_'], "");
    let value = known(&plain).ok_or_else(|| {
        words.misread(Problem::Unreadable {
            written: echo(&written),
            expected,
            nearest: None,
        })
    })?;
    words.skip(words.left().len());
    Ok(value)
}

fn read_format(words: &mut Words<'_>) -> Result<Format, Misread> {
    choice(words, Expected::Format, |plain| match plain {
        "swiss" => Some(Format::Swiss),
        "roundrobin" => Some(Format::RoundRobin),
        "doubleroundrobin" => Some(Format::DoubleRoundRobin),
        "knockout" => Some(Format::Knockout),
        _ => None,
    })
}

fn read_rules(words: &mut Words<'_>) -> Result<Rules, Misread> {
    choice(words, Expected::Rules, |plain| match plain {
        "2017" => Some(Rules::Y2017),
        "2026" => Some(Rules::Y2026),
        _ => None,
    })
}

fn read_acceleration(words: &mut Words<'_>) -> Result<Acceleration, Misread> {
    choice(words, Expected::Acceleration, |plain| match plain {
        "none" => Some(Acceleration::None),
        "baku" => Some(Acceleration::Baku),
        _ => None,
    })
}

fn read_third_place(words: &mut Words<'_>) -> Result<ThirdPlace, Misread> {
    choice(words, Expected::ThirdPlace, |plain| match plain {
        "no" => Some(ThirdPlace::NotPlayed),
        "yes" => Some(ThirdPlace::Played),
        _ => None,
    })
}

fn read_pace(words: &mut Words<'_>) -> Result<Pace, Misread> {
    choice(words, Expected::Pace, |plain| match plain {
        "auto" => Some(Pace::Auto),
        "manual" => Some(Pace::Manual),
        _ => None,
    })
}

fn read_next_round(words: &mut Words<'_>) -> Result<NextRound, Misread> {
    choice(words, Expected::NextRound, |plain| match plain {
        "atdeadline" => Some(NextRound::AtDeadline),
        "atonce" => Some(NextRound::AtOnce),
        _ => None,
    })
}

fn read_weekly(words: &mut Words<'_>) -> Result<Option<WeeklyTime>, Misread> {
    let written = words.joined();
    choice(words, Expected::WeeklyTime, |plain| match plain {
        "none" => Some(None),
        _ => WeeklyTime::parse(&written).map(Some),
    })
}

/// Reads a whole number within bounds, and nothing behind it.
fn read_count(
    words: &mut Words<'_>,
    expected: Expected,
    [least, most]: [u16; 2],
) -> Result<u16, Misread> {
    let word = words.need(expected)?;
    words.end()?;
    if !word.text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(words.unreadable(word, expected));
    }
    let count = word.text.parse::<u16>().ok();
    count
        .filter(|count| (least..=most).contains(count))
        .ok_or_else(|| {
            words.misread_at(
                word.at,
                Problem::OutOfRange {
                    written: echo(word.text),
                    expected,
                    least: least.to_string(),
                    most: most.to_string(),
                },
            )
        })
}

/// Reads a length of time within bounds, and nothing behind it.
fn read_length(words: &mut Words<'_>, least: Span, most: Span) -> Result<Span, Misread> {
    let span = read_span(words, least, most)?;
    words.end()?;
    Ok(span)
}

/// Reads a length of time within bounds.
pub(super) fn read_span(words: &mut Words<'_>, least: Span, most: Span) -> Result<Span, Misread> {
    words.hash_here()?;
    let expected = Expected::Length;
    let word = words.need(expected)?;
    let Ok(span) = Span::parse(word.text) else {
        return Err(words.unreadable(word, expected));
    };
    if (least..=most).contains(&span) {
        return Ok(span);
    }
    Err(words.misread_at(
        word.at,
        Problem::OutOfRange {
            written: echo(word.text),
            expected,
            least: least.to_string(),
            most: most.to_string(),
        },
    ))
}

fn read_tie_breaks(words: &mut Words<'_>) -> Result<Vec<String>, Misread> {
    let expected = Expected::TieBreaks;
    if words.is_done() {
        return Err(words.misread(Problem::Missing { expected }));
    }
    if words.joined().eq_ignore_ascii_case("none") {
        words.skip(1);
        return Ok(Vec::new());
    }
    let mut codes: Vec<String> = Vec::new();
    while let Some(word) = words.take() {
        for written in word.text.split(',').filter(|code| !code.is_empty()) {
            let code = written.to_ascii_uppercase();
            let known = TIE_BREAK_CODES.contains(&code.as_str());
            // A code a second time would never tell anybody apart: it is a slip for another.
            if !known || codes.contains(&code) {
                return Err(words.misread_at(
                    word.at,
                    Problem::Unreadable {
                        written: echo(written),
                        expected,
                        nearest: nearest(&code, TIE_BREAK_CODES)
                            .filter(|_| !known)
                            .map(str::to_owned),
                    },
                ));
            }
            codes.push(code);
        }
    }
    if codes.is_empty() {
        return Err(words.misread(Problem::Missing { expected }));
    }
    Ok(codes)
}
