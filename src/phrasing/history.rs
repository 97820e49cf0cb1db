//! How a board came to stand where it does (`why`), from its pairing on, by the journal.

use super::answers::Answer;
use super::gamescores;
use super::pack::counted;
use super::reader::Reader;
use super::time::Clock;
use super::why;
use super::words::{
    Seat, color_word, marked, phase_words, report_score, role_words, verdict as verdict_words,
    withdrawal_words,
};
use crate::tournament::{
    AttemptCause, BoardRef, BoardStatus, CheckInBy, Fact, Ground, HandedOver, MoveGround, Reminder,
    Society,
};
use crate::vocabulary::Timestamp;

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// When.
    pub at: Timestamp,
    /// Who caused it, as the journal names them.
    pub actor: String,
    /// The line that caused it, where there was one.
    pub line: Option<String>,
    /// What happened.
    pub fact: Fact,
}

/// Why a board was paired as it is, where it stands now, and its history, oldest first.
pub fn history(
    society: &Society,
    board: BoardRef,
    rows: &[HistoryLine],
    reader: &Reader,
) -> Answer {
    let Some(seat) = Seat::find(society, board) else {
        return Answer::line(format!(
            "There is no board {}.{}. Say pairings for the list.",
            board.round, board.board
        ));
    };
    let clock = reader.clock(seat.tournament);
    let reason = why::why_board(seat, rows);
    let mut lines = vec![
        reason,
        format!(
            "{} of {}, {}:",
            seat.coded_line(),
            seat.event(),
            counted(rows.len(), "step")
        ),
    ];
    lines.extend(rows.iter().map(|row| history_line(row, clock)));
    Answer::for_reader(lines, reader)
}

fn history_line(row: &HistoryLine, clock: Clock) -> String {
    let said = row
        .line
        .as_ref()
        .map(|line| format!(" [{line}]"))
        .unwrap_or_default();
    format!(
        "{} {}: {}{said}",
        clock.stamp(row.at),
        row.actor,
        event_words(&row.fact, clock)
    )
}

/// What happened, in a few words.
fn event_words(fact: &Fact, clock: Clock) -> String {
    match fact {
        Fact::CheckedIn { .. }
        | Fact::CheckInLate { .. }
        | Fact::Excused { .. }
        | Fact::PlayingMarked { .. }
        | Fact::GameInterrupted { .. }
        | Fact::GameResumed { .. }
        | Fact::Reported { .. }
        | Fact::Explained { .. }
        | Fact::BoardMoved { .. }
        | Fact::Ruled { .. }
        | Fact::RulingUndone { .. }
        | Fact::FurtherGame { .. } => board_words(fact, clock),
        Fact::RoundPaired { round, .. } => format!("round {round} paired"),
        Fact::PairingImpossible { round, .. } => format!("round {round} could not be paired"),
        Fact::RoundHeld { round, .. } => format!("round {round} held back"),
        Fact::RoundPublished {
            round,
            cutoff,
            deadline,
            ..
        } => format!(
            "round {round} published, cutoff {}, deadline {}",
            clock.brief(*cutoff),
            clock.brief(*deadline)
        ),
        Fact::RoundClosed { round, .. } => format!("round {round} closed"),
        Fact::TimingMoved {
            cutoff,
            deadline,
            ground,
            ..
        } => {
            let why = match ground {
                MoveGround::Director { by, reason } => format!("by {by}: {reason}"),
                MoveGround::Absence { from, until } => format!(
                    "for the absence from {} to {}",
                    clock.brief(*from),
                    clock.brief(*until)
                ),
            };
            format!(
                "cutoff moved to {}, deadline to {}, {why}",
                clock.brief(*cutoff),
                clock.brief(*deadline)
            )
        }
        Fact::Reminded { reminder, .. } => format!("reminder, {}", reminder_words(*reminder)),
        Fact::DirectorsReminded { .. } => "directors reminded".to_owned(),
        Fact::AttemptRefused { text, cause, .. } => {
            let why = match cause {
                AttemptCause::NotYourGame => "not their game",
                AttemptCause::NotDirector => "no director",
                AttemptCause::AlreadySettled => "settled already",
            };
            format!("refused, {why}: {text}")
        }
        Fact::OfficialAppointed { name, role, .. } => {
            format!("{name} became {}", role_words(*role))
        }
        Fact::OfficialDismissed { account, .. } => format!("{account} holds no office any more"),
        Fact::ZoneChosen { zone, .. } => format!("chose the zone {}", zone.name()),
        Fact::BotLeft { .. } => "the bot lost sight of people".to_owned(),
        Fact::BotReturned { .. } => "the bot sees people again".to_owned(),
        Fact::TournamentCreated { .. } => "tournament created".to_owned(),
        Fact::SettingChanged { setting, .. } => {
            format!("now {}", super::settings::setting_words(setting, clock))
        }
        Fact::PhaseChanged { phase, .. } => format!("tournament {}", phase_words(*phase)),
        Fact::RegistrationStalled { .. } => "too few players to start".to_owned(),
        Fact::EntryAdded { name, .. } => format!("{name} entered"),
        Fact::EntryWithdrawn { entry, why, .. } => {
            format!("no. {entry} {}", withdrawal_words(*why))
        }
        Fact::EntryReentered { entry, .. } => format!("no. {entry} is in again"),
        Fact::LotsDrawn { .. } => "lots drawn".to_owned(),
        Fact::RatingsChosen { .. } => "how players are rated".to_owned(),
        Fact::RatingsComputed { .. } => "ratings counted".to_owned(),
        Fact::Score(fact) => gamescores::history(fact),
        Fact::RatingsRecounted { .. } => "ratings counted again".to_owned(),
        Fact::Said { text } => format!("said: {text}"),
    }
}

fn board_words(fact: &Fact, clock: Clock) -> String {
    match fact {
        Fact::CheckedIn { color, at, by, .. } => {
            let how = match by {
                CheckInBy::Player => "said present",
                CheckInBy::Director => "marked present by a director",
            };
            format!(
                "{} {how} at {}",
                color_word(*color),
                clock.to_the_second(*at)
            )
        }
        Fact::CheckInLate { color, at, .. } => format!(
            "{} said present too late, at {}",
            color_word(*color),
            clock.to_the_second(*at)
        ),
        Fact::Excused { color, reason, .. } => {
            format!("{} excused: {reason}", color_word(*color))
        }
        Fact::PlayingMarked { color, .. } => format!("{} says they play", color_word(*color)),
        Fact::GameInterrupted { color, .. } => {
            format!("{} says the game was interrupted", color_word(*color))
        }
        Fact::GameResumed { color, .. } => {
            format!("{} says the game goes on", color_word(*color))
        }
        Fact::Reported { color, report, .. } => {
            format!("{} reports {}", color_word(*color), report_score(report))
        }
        Fact::Explained { color, text, .. } => {
            format!("{} explains: {text}", color_word(*color))
        }
        Fact::BoardMoved { status, .. } => status_words(status),
        Fact::Ruled {
            verdict,
            by,
            reason,
            ..
        } => format!("{by} ruled {}: {reason}", verdict_words(*verdict)),
        Fact::RulingUndone { .. } => "the ruling was taken back".to_owned(),
        Fact::FurtherGame { .. } => "drawn, so another game follows".to_owned(),
        other => unreachable!("{other:?} is not about a board"),
    }
}

fn status_words(status: &BoardStatus) -> String {
    match status {
        BoardStatus::Unplayed => "open".to_owned(),
        BoardStatus::MustPlay => "both present, must play".to_owned(),
        BoardStatus::Provisional { verdict, ground } => format!(
            "{}, {}",
            marked(*verdict, Some("provisional")),
            ground_words(*ground)
        ),
        BoardStatus::Disputed { .. } => "disputed".to_owned(),
        BoardStatus::WithDirector { cause, .. } => match cause {
            HandedOver::InProgress => "to the director: in progress at the deadline".to_owned(),
            HandedOver::Excused => "to the director: a player is excused".to_owned(),
            HandedOver::RulingUndone => "to the director: ruling taken back".to_owned(),
            HandedOver::Drawn => "drawn, so another game follows".to_owned(),
        },
        BoardStatus::Final { verdict, ground } => {
            format!(
                "final {}, {}",
                marked(*verdict, None),
                ground_words(*ground)
            )
        }
        BoardStatus::Ruled { verdict, by, .. } => {
            format!("ruled {} by {by}", marked(*verdict, None))
        }
    }
}

fn ground_words(ground: Ground) -> String {
    match ground {
        Ground::BothReports => "both reported".to_owned(),
        Ground::SingleReport(color) => format!("one report, by {}", color_word(color)),
        Ground::Cutoff => "by the cutoff".to_owned(),
        Ground::NoReport => "no report".to_owned(),
        Ground::Withdrawal => "a withdrawal".to_owned(),
    }
}

fn reminder_words(reminder: Reminder) -> &'static str {
    match reminder {
        Reminder::TwoDays => "two days before the cutoff",
        Reminder::OneDay => "one day before the cutoff",
        Reminder::WindowOpen => "check-in open",
        Reminder::OneHour => "one hour before the cutoff",
    }
}
