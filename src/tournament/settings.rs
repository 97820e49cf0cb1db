//! What a tournament's director chooses: lengths, format, tie-breaks, and how they are written.

use crate::vocabulary::{Span, Timestamp, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How opponents are found (SPEC R-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Players of equal score meet; FIDE's Dutch system.
    Swiss,
    /// Everybody meets everybody once; Berger tables.
    RoundRobin,
    /// Everybody meets everybody twice, with the colours exchanged.
    DoubleRoundRobin,
    /// The winners go on.
    Knockout,
}

/// Whether rounds are paired and published by themselves (SPEC R-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// The clock pairs, waits for `publish_pause`, and publishes.
    Auto,
    /// A director pairs and publishes.
    Manual,
}

/// When the round after this one is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextRound {
    /// When the deadline has passed and every board has its result: the same rhythm every week.
    AtDeadline,
    /// As soon as every board has its result.
    AtOnce,
}

/// Which edition of FIDE's Dutch system pairs a Swiss; it stays the same for all its rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Rules {
    /// C.04.3 as it was until 31 January 2026.
    #[serde(rename = "2017")]
    Y2017,
    /// C.04.3 in force since 1 February 2026.
    #[default]
    #[serde(rename = "2026")]
    Y2026,
}

/// Whether the strong are kept from the weak in the first half of a Swiss by virtual points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Acceleration {
    /// No.
    #[default]
    None,
    /// By the Baku method (C.04.7).
    Baku,
}

/// Whether the two who lose the semi-finals of a knockout meet once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ThirdPlace {
    /// They are out.
    #[default]
    #[serde(rename = "no")]
    NotPlayed,
    /// They play for the third place in the last round.
    #[serde(rename = "yes")]
    Played,
}

/// A moment of the week on the wall clock of the tournament's zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeeklyTime {
    /// The day.
    pub weekday: Weekday,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
}

impl fmt::Display for WeeklyTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {:02}:{:02}",
            self.weekday.name(),
            self.hour,
            self.minute
        )
    }
}

impl WeeklyTime {
    /// Reads `Sunday 20:00` or `sun 20:00`.
    pub fn parse(text: &str) -> Option<WeeklyTime> {
        let (day, time) = text.trim().split_once(char::is_whitespace)?;
        let weekday = Weekday::parse(day)?;
        let (hour, minute) = time.trim().split_once(':')?;
        let number = |digits: &str, below: u8| {
            let short = !digits.is_empty() && digits.len() <= 2;
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits
                .parse::<u8>()
                .ok()
                .filter(|n| short && plain && *n < below)
        };
        Some(WeeklyTime {
            weekday,
            hour: number(hour, 24)?,
            minute: number(minute, 60)?,
        })
    }
}

/// Everything a director can set, with the defaults the rules give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// What people call the tournament.
    pub name: String,
    /// How opponents are found.
    pub format: Format,
    /// How many rounds a Swiss has; the other formats follow from the number of entries.
    pub rounds: u16,
    /// The edition of the Swiss rules. A tournament from before there was a choice has the current one.
    #[serde(default)]
    pub rules: Rules,
    /// Whether a Swiss is accelerated.
    #[serde(default)]
    pub acceleration: Acceleration,
    /// Whether a knockout has a game for the third place.
    #[serde(default)]
    pub third_place: ThirdPlace,
    /// The zone whose wall clock the deadlines keep (SPEC R-13).
    pub zone: Tz,
    /// When registration opens (SPEC R-6).
    pub registration_opens: Option<Timestamp>,
    /// When registration closes and the first round is paired.
    pub registration_closes: Option<Timestamp>,
    /// How long a round lasts from its publishing (DAL III: a week).
    pub round_length: Span,
    /// The moment of the week nearest to publishing plus `round_length`, where deadlines fall on one.
    pub deadline_at: Option<WeeklyTime>,
    /// How long before the deadline a check-in is due (DAL III: two and a half hours).
    pub checkin_before_deadline: Span,
    /// How long before the cutoff check-ins are taken.
    pub checkin_window: Span,
    /// The longest absence of the bot before a cutoff that changes nothing (SPEC R-17).
    pub absence_grace: Span,
    /// The last stretch before a cutoff in which absences count.
    pub absence_stretch: Span,
    /// Whether rounds are paired and published by themselves.
    pub pairing: Pace,
    /// How long a director has between pairing and publishing.
    pub publish_pause: Span,
    /// When the next round is paired.
    pub next_round: NextRound,
    /// How often directors are reminded of an open dispute (SPEC R-23).
    pub dispute_reminder: Span,
    /// How shared points are told apart, by FIDE's codes, first one first (SPEC R-11).
    pub tie_breaks: Vec<String>,
    /// The time control, as told to players (DAL II.c).
    pub time_control: String,
    /// How many moves of each side without a capture or a pawn's move allow the claim of a draw (DAL 7.9).
    #[serde(default = "quiet_moves")]
    pub quiet_moves: u16,
}

/// The number DAL 7.9 names; organisers may announce a higher one.
pub const QUIET_MOVES_MIN: u16 = 50;

/// The highest number of quiet moves: no ending that can be won needs more.
pub const QUIET_MOVES_MAX: u16 = 600;

fn quiet_moves() -> u16 {
    QUIET_MOVES_MIN
}

/// The longest name a tournament may have: it must fit a line together with its pairings.
pub const NAME_LENGTH_MAX: usize = 60;

/// The most rounds a tournament may have; more than a year of weeks would be a slip of the finger.
pub const ROUNDS_MAX: u16 = 60;

impl Settings {
    /// The settings of a new tournament, as the rules have them where nobody says otherwise.
    pub fn new(name: &str) -> Settings {
        Settings {
            name: name.to_owned(),
            format: Format::Swiss,
            rounds: 5,
            rules: Rules::default(),
            acceleration: Acceleration::default(),
            third_place: ThirdPlace::default(),
            zone: Tz::UTC,
            registration_opens: None,
            registration_closes: None,
            round_length: Span::from_days(7),
            deadline_at: None,
            checkin_before_deadline: Span::from_minutes(150),
            checkin_window: Span::from_hours(24),
            absence_grace: Span::from_minutes(10),
            absence_stretch: Span::from_hours(2),
            pairing: Pace::Auto,
            publish_pause: Span::from_minutes(10),
            next_round: NextRound::AtDeadline,
            dispute_reminder: Span::from_hours(24),
            tie_breaks: ["BHC1", "BH", "SB", "DE", "WON"]
                .map(str::to_owned)
                .to_vec(),
            time_control: "60 minutes each".to_owned(),
            quiet_moves: QUIET_MOVES_MIN,
        }
    }
}

/// One setting with its new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "key", content = "value", rename_all = "snake_case")]
pub enum Setting {
    /// `name`
    Name(String),
    /// `format`
    Format(Format),
    /// `rounds`
    Rounds(u16),
    /// `rules`
    Rules(Rules),
    /// `acceleration`
    Acceleration(Acceleration),
    /// `third_place`
    ThirdPlace(ThirdPlace),
    /// `zone`
    Zone(Tz),
    /// `registration_opens`
    RegistrationOpens(Option<Timestamp>),
    /// `registration_closes`
    RegistrationCloses(Option<Timestamp>),
    /// `round_length`
    RoundLength(Span),
    /// `deadline_at`
    DeadlineAt(Option<WeeklyTime>),
    /// `checkin_before_deadline`
    CheckinBeforeDeadline(Span),
    /// `checkin_window`
    CheckinWindow(Span),
    /// `absence_grace`
    AbsenceGrace(Span),
    /// `absence_stretch`
    AbsenceStretch(Span),
    /// `pairing`
    Pairing(Pace),
    /// `publish_pause`
    PublishPause(Span),
    /// `next_round`
    NextRound(NextRound),
    /// `dispute_reminder`
    DisputeReminder(Span),
    /// `tie_breaks`
    TieBreaks(Vec<String>),
    /// `time_control`
    TimeControl(String),
    /// `quiet_moves`
    QuietMoves(u16),
}

impl Settings {
    /// Takes one setting over.
    pub fn apply(&mut self, setting: &Setting) {
        match setting {
            Setting::Name(name) => self.name = name.clone(),
            Setting::Format(format) => self.format = *format,
            Setting::Rounds(rounds) => self.rounds = *rounds,
            Setting::Rules(rules) => self.rules = *rules,
            Setting::Acceleration(acceleration) => self.acceleration = *acceleration,
            Setting::ThirdPlace(third_place) => self.third_place = *third_place,
            Setting::Zone(zone) => self.zone = *zone,
            Setting::RegistrationOpens(at) => self.registration_opens = *at,
            Setting::RegistrationCloses(at) => self.registration_closes = *at,
            Setting::RoundLength(span) => self.round_length = *span,
            Setting::DeadlineAt(at) => self.deadline_at = *at,
            Setting::CheckinBeforeDeadline(span) => self.checkin_before_deadline = *span,
            Setting::CheckinWindow(span) => self.checkin_window = *span,
            Setting::AbsenceGrace(span) => self.absence_grace = *span,
            Setting::AbsenceStretch(span) => self.absence_stretch = *span,
            Setting::Pairing(pace) => self.pairing = *pace,
            Setting::PublishPause(span) => self.publish_pause = *span,
            Setting::NextRound(next) => self.next_round = *next,
            Setting::DisputeReminder(span) => self.dispute_reminder = *span,
            Setting::TieBreaks(codes) => self.tie_breaks = codes.clone(),
            Setting::TimeControl(text) => self.time_control = text.clone(),
            Setting::QuietMoves(moves) => self.quiet_moves = *moves,
        }
    }

    /// What keeps these settings from making sense together: all of it.
    pub fn problems(&self) -> Vec<SettingsProblem> {
        let mut problems = Vec::new();
        match (self.third_place, self.format) {
            (ThirdPlace::NotPlayed, _) | (ThirdPlace::Played, Format::Knockout) => {}
            (ThirdPlace::Played, Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin) => {
                problems.push(SettingsProblem::ThirdPlaceWithoutKnockout)
            }
        }
        if self.checkin_before_deadline >= self.round_length {
            problems.push(SettingsProblem::CheckInBeforeRound);
        }
        match (self.registration_opens, self.registration_closes) {
            (Some(opens), Some(closes)) if closes <= opens => {
                problems.push(SettingsProblem::ClosesBeforeOpening);
            }
            _ => {}
        }
        problems
    }

    /// The first of [`Settings::problems`], where there is one.
    pub fn problem(&self) -> Option<SettingsProblem> {
        self.problems().into_iter().next()
    }
}

/// Why settings make no sense together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsProblem {
    /// Only a knockout has semi-finals, whose losers could play for the third place.
    ThirdPlaceWithoutKnockout,
    /// The cutoff would come before the round is published.
    CheckInBeforeRound,
    /// Registration would close before it opens.
    ClosesBeforeOpening,
}
