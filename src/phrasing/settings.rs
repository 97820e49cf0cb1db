//! Settings in words.

use super::time::Clock;
use super::words::format_word;
use crate::tournament::{Acceleration, NextRound, Pace, Rules, Setting, ThirdPlace};

/// The year an edition of the rules is named after.
pub(super) fn rules_year(rules: Rules) -> &'static str {
    match rules {
        Rules::Y2017 => "2017",
        Rules::Y2026 => "2026",
    }
}

/// A setting with its value, as in "now has ...".
pub(super) fn setting_words(setting: &Setting, clock: Clock) -> String {
    match setting {
        Setting::Name(name) => format!("the name {name}"),
        Setting::Format(format) => format!("the format {}", format_word(*format)),
        Setting::Rounds(rounds) => super::pack::counted(usize::from(*rounds), "round"),
        Setting::Rules(rules) => format!("FIDE's Swiss rules of {}", rules_year(*rules)),
        Setting::Acceleration(Acceleration::None) => "no acceleration".to_owned(),
        Setting::Acceleration(Acceleration::Baku) => "Baku acceleration".to_owned(),
        Setting::ThirdPlace(ThirdPlace::NotPlayed) => "no game for the third place".to_owned(),
        Setting::ThirdPlace(ThirdPlace::Played) => {
            "a game for the third place in the last round".to_owned()
        }
        Setting::Zone(zone) => format!("the zone {}", zone.name()),
        Setting::RegistrationOpens(Some(at)) => {
            format!("registration opening {}", clock.full(*at))
        }
        Setting::RegistrationOpens(None) => "registration opened by a director".to_owned(),
        Setting::RegistrationCloses(Some(at)) => {
            format!("registration closing {}", clock.full(*at))
        }
        Setting::RegistrationCloses(None) => "registration closed by a director".to_owned(),
        Setting::RoundLength(span) => format!("rounds of {span}"),
        Setting::DeadlineAt(Some(weekly)) => format!("deadlines on {weekly}"),
        Setting::DeadlineAt(None) => "deadlines one round length after publishing".to_owned(),
        Setting::CheckinBeforeDeadline(span) => format!("its cutoff {span} before the deadline"),
        Setting::CheckinWindow(span) => format!("check-ins open for {span} before the cutoff"),
        Setting::AbsenceGrace(span) => {
            format!("absences of mine up to {span} without consequence")
        }
        Setting::AbsenceStretch(span) => {
            format!("absences of mine counted in the last {span} before the cutoff")
        }
        Setting::Pairing(Pace::Auto) => "rounds paired and published by themselves".to_owned(),
        Setting::Pairing(Pace::Manual) => "rounds paired and published by a director".to_owned(),
        Setting::PublishPause(span) => format!("a pause of {span} between pairing and publishing"),
        Setting::NextRound(NextRound::AtDeadline) => {
            "its next round paired after the deadline".to_owned()
        }
        Setting::NextRound(NextRound::AtOnce) => {
            "its next round paired once all results are in".to_owned()
        }
        Setting::DisputeReminder(span) => format!("reminders of open disputes every {span}"),
        Setting::TieBreaks(codes) if codes.is_empty() => "no tie-breaks".to_owned(),
        Setting::TieBreaks(codes) => format!("the tie-breaks {}", codes.join(", ")),
        Setting::TimeControl(text) => format!("the time control {text}"),
        Setting::QuietMoves(moves) => {
            format!("draws claimed after {moves} quiet moves of each side")
        }
    }
}
