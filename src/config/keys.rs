//! The description of the settings file: every section, every key, its rule, and what must fit together.

use super::Outside;
use super::reader::Need::{Defaulted, Required};
use super::reader::{Reader, Section};
use super::rules;
use super::secrets::{self, Shape};
use super::types::{
    Bot, Config, Engine, Irc, Pacing, RatingSystem, Ratings, Sasl, Services, ServicesWords, Tls,
    Verb,
};
use crate::command::{LENGTH_LEAST, LENGTH_MAX, ROUND_LENGTH_MAX, TIME_CONTROL_BYTES_MAX};
use crate::tournament::{
    Acceleration, Format, NextRound, Pace, QUIET_MOVES_MAX, QUIET_MOVES_MIN, ROUNDS_MAX, Rules,
    Settings, SettingsProblem, ThirdPlace, WeeklyTime,
};
use crate::vocabulary::Span;
use log::LevelFilter;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use toml::de::DeValue;

/// The lengths of DALnet, which are not longer anywhere that matters.
const NICK_LENGTH_MAX: usize = 30;
/// As [`NICK_LENGTH_MAX`].
const CHANNEL_LENGTH_MAX: usize = 32;
/// As [`NICK_LENGTH_MAX`].
const USERNAME_LENGTH_MAX: usize = 10;
/// As [`NICK_LENGTH_MAX`].
const REALNAME_LENGTH_MAX: usize = 50;
/// The most commands a minute that are still a limit.
const COMMAND_LIMIT_MAX: u32 = 600;
/// The most people that are still a limit.
const PRIVATE_TARGETS_MAX: u32 = 100;
/// The longest pattern for what services say: a line has no room for more.
const SERVICES_TEXT_MAX: usize = 200;
/// What DALnet asks for between two connections: three within 15 seconds are throttled, and a margin.
const DALNET_RECONNECT_MIN: Span = Span::from_secs(20);

const SERVICES: &[(&str, Services)] = &[
    ("dalnet", Services::Dalnet),
    ("anope", Services::Anope),
    ("atheme", Services::Atheme),
    ("none", Services::None),
];
const SASL: &[(&str, Sasl)] = &[
    ("off", Sasl::Off),
    ("tls", Sasl::Tls),
    ("always", Sasl::Always),
];
const VERBS: &[(&str, Verb)] = &[("privmsg", Verb::Privmsg), ("notice", Verb::Notice)];
const PACINGS: &[(&str, Pacing)] = &[
    ("bahamut", Pacing::Bahamut),
    ("strict", Pacing::Strict),
    ("off", Pacing::Off),
];
const RATING_SYSTEMS: &[(&str, RatingSystem)] = &[
    ("fide", RatingSystem::Fide),
    ("glicko2", RatingSystem::Glicko2),
    ("off", RatingSystem::Off),
];
/// Ratings of four digits at most, which is what reports of tournaments hold.
const RATING_MAX: u16 = 4_000;
/// Less says little, and more would let directors wait for each other.
const ENGINE_TIME_LEAST: Span = Span::from_secs(1);
/// See [`ENGINE_TIME_LEAST`].
const ENGINE_TIME_MAX: Span = Span::from_secs(60);
/// More games than this are no beginning.
const PROVISIONAL_GAMES_MAX: u32 = 1_000;
/// Without `trace`, at which the irc crate would log the password (IRC 2).
const LOG_LEVELS: &[(&str, LevelFilter)] = &[
    ("error", LevelFilter::Error),
    ("warn", LevelFilter::Warn),
    ("info", LevelFilter::Info),
    ("debug", LevelFilter::Debug),
];
const FORMATS: &[(&str, Format)] = &[
    ("swiss", Format::Swiss),
    ("round_robin", Format::RoundRobin),
    ("double_round_robin", Format::DoubleRoundRobin),
    ("knockout", Format::Knockout),
];
const RULES: &[(&str, Rules)] = &[("2026", Rules::Y2026), ("2017", Rules::Y2017)];
const ACCELERATIONS: &[(&str, Acceleration)] =
    &[("none", Acceleration::None), ("baku", Acceleration::Baku)];
const THIRD_PLACES: &[(&str, ThirdPlace)] =
    &[("no", ThirdPlace::NotPlayed), ("yes", ThirdPlace::Played)];
const PACES: &[(&str, Pace)] = &[("auto", Pace::Auto), ("manual", Pace::Manual)];
const NEXT_ROUNDS: &[(&str, NextRound)] = &[
    ("at_deadline", NextRound::AtDeadline),
    ("at_once", NextRound::AtOnce),
];

/// Reads the whole file; what is wrong is noted with the reader.
pub(super) fn config(reader: &mut Reader<'_>, outside: Outside<'_>) -> Config {
    let mut config = Config::default();
    irc(reader.section("irc"), outside, &mut config.irc);
    services(&mut reader.section("services"), &mut config.services);
    let mut section = reader.section("bot");
    bot(&mut section, &mut config.bot);
    ratings(&mut reader.section("ratings"), &mut config.ratings);
    engine(&mut reader.section("engine"), &mut config.engine);
    let mut section = reader.section("defaults");
    defaults(&mut section, &mut config.defaults);
    let settings = &config.defaults;
    if settings.absence_grace >= settings.absence_stretch {
        section.warn_at(
            "absence_grace",
            "absence_grace is not shorter than absence_stretch: no absence of the bot would ever count",
        );
    }
    if config.bot.heartbeat >= settings.absence_grace {
        reader.section("bot").warn_at(
            "heartbeat",
            "heartbeat is not shorter than absence_grace: a crash of a moment would count as an absence",
        );
    }
    config
}

fn irc(mut section: Section<'_, '_>, outside: Outside<'_>, irc: &mut Irc) {
    let s = &mut section;
    s.list("servers", Required, &mut irc.servers, rules::server);
    s.maybe("tls_ca_file", &mut irc.tls_ca_file, |v| {
        readable(&rules::path(v)?, outside)
    });
    irc.server_password = secrets::read(s, &secrets::SERVER_PASSWORD, Shape::Words, outside);
    let nick = |v: &DeValue<'_>| rules::nick(v, NICK_LENGTH_MAX);
    s.set("nick", Required, &mut irc.nick, nick);
    s.set("username", Defaulted, &mut irc.username, |v| {
        rules::username(v, USERNAME_LENGTH_MAX)
    });
    s.set("realname", Defaulted, &mut irc.realname, |v| {
        rules::line(v, REALNAME_LENGTH_MAX)
    });
    s.set("channel", Required, &mut irc.channel, |v| {
        rules::channel(v, CHANNEL_LENGTH_MAX)
    });
    irc.channel_key = secrets::read(s, &secrets::CHANNEL_KEY, Shape::Word, outside);
    s.set("services", Defaulted, &mut irc.services, |v| {
        rules::one_of(v, SERVICES)
    });
    irc.password = secrets::read(s, &secrets::PASSWORD, Shape::Word, outside);
    s.set("sasl", Defaulted, &mut irc.sasl, |v| rules::one_of(v, SASL));
    s.set("pacing", Defaulted, &mut irc.pacing, |v| {
        rules::one_of(v, PACINGS)
    });
    s.set(
        "private_targets",
        Defaulted,
        &mut irc.private_targets,
        |v| rules::number(v, 0, PRIVATE_TARGETS_MAX),
    );
    s.set("channel_verb", Defaulted, &mut irc.channel_verb, |v| {
        rules::one_of(v, VERBS)
    });
    s.set("private_verb", Defaulted, &mut irc.private_verb, |v| {
        rules::one_of(v, VERBS)
    });
    s.set("reconnect_min", Defaulted, &mut irc.reconnect_min, |v| {
        rules::span(v, LENGTH_LEAST, LENGTH_MAX)
    });
    s.set("reconnect_max", Defaulted, &mut irc.reconnect_max, |v| {
        rules::span(v, LENGTH_LEAST, LENGTH_MAX)
    });
    s.set("command_limit", Defaulted, &mut irc.command_limit, |v| {
        rules::number(v, 0, COMMAND_LIMIT_MAX)
    });
    s.set("memo_gap", Defaulted, &mut irc.memo_gap, |v| {
        rules::span(v, Span::ZERO, Span::from_hours(1))
    });
    let pauses = ["reconnect_max", "reconnect_min"];
    if s.sound(&pauses) && irc.reconnect_max < irc.reconnect_min {
        let message = format!(
            "reconnect_max is {}, less than reconnect_min with {}",
            irc.reconnect_max, irc.reconnect_min
        );
        s.error_at(&pauses, message);
    }
    doubts_about_servers(s, irc);
    doubts_about_services(s, irc);
}

fn services(s: &mut Section<'_, '_>, words: &mut ServicesWords) {
    let nick = |v: &DeValue<'_>| rules::nick(v, NICK_LENGTH_MAX);
    let texts = |v: &DeValue<'_>| rules::texts(v, SERVICES_TEXT_MAX);
    s.maybe("identify", &mut words.identify, |v| {
        rules::command(v, &["{password}"])
    });
    s.maybe("regain", &mut words.regain, |v| {
        rules::all(v, |v| rules::command(v, &["{nick}"]))
    });
    s.maybe("release", &mut words.release, |v| {
        rules::command(v, &["{nick}"])
    });
    s.maybe("memo", &mut words.memo, |v| {
        rules::command(v, &["{nick}", "{text}"])
    });
    s.maybe("nick_service", &mut words.nick_service, nick);
    s.maybe("memo_service", &mut words.memo_service, nick);
    s.maybe("services_mask", &mut words.services_mask, rules::mask);
    s.maybe("login_refused", &mut words.login_refused, texts);
    s.maybe("memo_sent", &mut words.memo_sent, texts);
    s.maybe("memo_refused", &mut words.memo_refused, texts);
    s.maybe("memo_later", &mut words.memo_later, texts);
}

/// Reads a file only to see that it can be read.
fn readable(path: &Path, outside: Outside<'_>) -> Result<PathBuf, String> {
    match (outside.read_file)(path) {
        Ok(_) => Ok(path.to_owned()),
        Err(cause) => Err(format!("{} cannot be read: {cause}", path.display())),
    }
}

fn doubts_about_servers(s: &mut Section<'_, '_>, irc: &Irc) {
    let has_password = secrets::PASSWORD.is_set(s) || secrets::SERVER_PASSWORD.is_set(s);
    let open = |server: &&super::Server| server.tls == Tls::Off && !is_this_machine(&server.host);
    if let Some(server) = irc.servers.iter().find(open)
        && has_password
    {
        let message = format!(
            "a password is sent unencrypted to {}: if it offers TLS, write ircs://{}",
            server.host, server.host
        );
        s.warn_at("servers", &message);
    }
    if irc.tls_ca_file.is_some() && irc.servers.iter().all(|server| server.tls == Tls::Off) {
        s.warn_at("tls_ca_file", "tls_ca_file is not used: no server has TLS");
    }
}

fn is_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn doubts_about_services(s: &mut Section<'_, '_>, irc: &Irc) {
    let given = secrets::PASSWORD.is_set(s);
    if irc.services == Services::None && given {
        s.warn_at(
            secrets::PASSWORD.given(s),
            "the password is not used: services are \"none\"",
        );
    }
    if irc.services != Services::None && !given {
        s.warn_at(
            "services",
            "without a password the bot's nick is not identified, and services take no memos from it",
        );
    }
    if irc.services == Services::Dalnet && irc.pacing == Pacing::Off {
        s.warn_at(
            "pacing",
            "pacing is off: DALnet disconnects who sends this fast",
        );
    }
    if irc.services == Services::Dalnet && irc.reconnect_min < DALNET_RECONNECT_MIN {
        let message = format!(
            "reconnect_min is below {DALNET_RECONNECT_MIN}: DALnet locks out who reconnects this fast"
        );
        s.warn_at("reconnect_min", &message);
    }
}

fn bot(s: &mut Section<'_, '_>, bot: &mut Bot) {
    s.set("database", Defaulted, &mut bot.database, rules::path);
    s.list("directors", Defaulted, &mut bot.directors, |v| {
        rules::nick(v, NICK_LENGTH_MAX)
    });
    s.set("heartbeat", Defaulted, &mut bot.heartbeat, |v| {
        rules::span(v, LENGTH_LEAST, Span::from_hours(1))
    });
    s.set("log", Defaulted, &mut bot.log, |v| {
        rules::one_of(v, LOG_LEVELS)
    });
    if bot.directors.is_empty() {
        s.warn_at(
            "directors",
            "directors is empty: unless the database already has one, nobody can direct",
        );
    }
}

fn ratings(s: &mut Section<'_, '_>, ratings: &mut Ratings) {
    s.set("system", Defaulted, &mut ratings.system, |v| {
        rules::one_of(v, RATING_SYSTEMS)
    });
    s.set("initial", Defaulted, &mut ratings.initial, |v| {
        rules::number(v, 1, RATING_MAX)
    });
    s.set("floor", Defaulted, &mut ratings.floor, |v| {
        rules::number(v, 1, RATING_MAX)
    });
    s.set(
        "provisional_games",
        Defaulted,
        &mut ratings.provisional_games,
        |v| rules::number(v, 0, PROVISIONAL_GAMES_MAX),
    );
    if ratings.floor > ratings.initial {
        let message = format!(
            "floor is {}, above initial with {}",
            ratings.floor, ratings.initial
        );
        s.error_at(&["floor", "initial"], message);
    }
}

fn engine(s: &mut Section<'_, '_>, engine: &mut Engine) {
    s.maybe("program", &mut engine.program, rules::program);
    s.set("time", Defaulted, &mut engine.time, |v| {
        rules::span(v, ENGINE_TIME_LEAST, ENGINE_TIME_MAX)
    });
}

/// The settings of a new tournament, under the names `tournament set` has for them.
fn defaults(s: &mut Section<'_, '_>, settings: &mut Settings) {
    let round = |v: &DeValue<'_>| rules::span(v, LENGTH_LEAST, ROUND_LENGTH_MAX);
    let some_time = |v: &DeValue<'_>| rules::span(v, LENGTH_LEAST, LENGTH_MAX);
    let any_time = |v: &DeValue<'_>| rules::span(v, Span::ZERO, LENGTH_MAX);
    s.set("format", Defaulted, &mut settings.format, |v| {
        rules::one_of(v, FORMATS)
    });
    s.set("rounds", Defaulted, &mut settings.rounds, |v| {
        rules::number(v, 1, ROUNDS_MAX)
    });
    s.set("rules", Defaulted, &mut settings.rules, |v| {
        rules::one_of(v, RULES)
    });
    s.set("acceleration", Defaulted, &mut settings.acceleration, |v| {
        rules::one_of(v, ACCELERATIONS)
    });
    s.set("third_place", Defaulted, &mut settings.third_place, |v| {
        rules::one_of(v, THIRD_PLACES)
    });
    s.set("zone", Defaulted, &mut settings.zone, rules::zone);
    s.set("round_length", Defaulted, &mut settings.round_length, round);
    s.maybe("deadline_at", &mut settings.deadline_at, |v| {
        let text = rules::text(v)?;
        WeeklyTime::parse(text).ok_or_else(|| {
            format!("\"{text}\" is no moment of the week: write it like \"Sunday 20:00\"")
        })
    });
    s.set(
        "checkin_before_deadline",
        Defaulted,
        &mut settings.checkin_before_deadline,
        any_time,
    );
    s.set(
        "checkin_window",
        Defaulted,
        &mut settings.checkin_window,
        some_time,
    );
    s.set(
        "absence_grace",
        Defaulted,
        &mut settings.absence_grace,
        any_time,
    );
    s.set(
        "absence_stretch",
        Defaulted,
        &mut settings.absence_stretch,
        any_time,
    );
    s.set("pairing", Defaulted, &mut settings.pairing, |v| {
        rules::one_of(v, PACES)
    });
    s.set(
        "publish_pause",
        Defaulted,
        &mut settings.publish_pause,
        any_time,
    );
    s.set("next_round", Defaulted, &mut settings.next_round, |v| {
        rules::one_of(v, NEXT_ROUNDS)
    });
    s.set(
        "dispute_reminder",
        Defaulted,
        &mut settings.dispute_reminder,
        some_time,
    );
    s.list(
        "tie_breaks",
        Defaulted,
        &mut settings.tie_breaks,
        rules::tie_break,
    );
    s.set("time_control", Defaulted, &mut settings.time_control, |v| {
        rules::line(v, TIME_CONTROL_BYTES_MAX)
    });
    s.set("quiet_moves", Defaulted, &mut settings.quiet_moves, |v| {
        rules::number(v, QUIET_MOVES_MIN, QUIET_MOVES_MAX)
    });
    fit_together(s, settings);
}

fn fit_together(s: &mut Section<'_, '_>, settings: &Settings) {
    let lengths = ["checkin_before_deadline", "round_length"];
    let third_place = ["third_place", "format"];
    for problem in settings.problems() {
        match problem {
            SettingsProblem::ThirdPlaceWithoutKnockout if s.sound(&third_place) => {
                let message = "third_place is \"yes\", and only the format \"knockout\" has a game for the third place";
                s.error_at(&third_place, message.to_owned());
            }
            SettingsProblem::CheckInBeforeRound if s.sound(&lengths) => {
                let message = format!(
                    "checkin_before_deadline is {}, and a round is only {} long: check-in would be due before the round begins",
                    settings.checkin_before_deadline, settings.round_length
                );
                s.error_at(&lengths, message);
            }
            SettingsProblem::ThirdPlaceWithoutKnockout | SettingsProblem::CheckInBeforeRound => {}
            // Defaults hold no moments: each tournament has its own.
            SettingsProblem::ClosesBeforeOpening => {}
        }
    }
    for (place, code) in settings.tie_breaks.iter().enumerate() {
        if settings.tie_breaks[..place].contains(code) {
            s.error_at(&["tie_breaks"], format!("tie_breaks names {code} twice"));
        }
    }
}
