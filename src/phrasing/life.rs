//! A tournament's life.

use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, pack_after};
use super::time::Clock;
use super::words::{format_word, player_count};
use crate::ports::NoticeKind;
use crate::tournament::{
    Fact, Format, Phase, Setting, Settings, ThirdPlace, Tournament, Withdrawal,
};
use crate::view::{StandingsRow, standings};
use crate::vocabulary::{EntryNumber, TournamentId};

/// The most lines of standings said in the channel without being asked (CASES T27).
const STANDINGS_LINES_MAX: usize = 4;

/// What ends standings that are cut short.
const MORE_STANDINGS: &str = ", and so on: say standings to me in private for all of it.";

/// A tournament stands elsewhere in its life now.
pub(super) fn phase_changed(
    notices: &mut Notices<'_>,
    id: TournamentId,
    (from, phase): (Phase, Phase),
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    // After a long stop of the bot several steps come at once: the last one says all.
    if tournament.phase != phase {
        return;
    }
    let topic = Topic::lasting(NoticeKind::Announcement);
    match phase {
        Phase::Draft => {}
        Phase::Announced => {
            let topic = Topic {
                kind: NoticeKind::Announcement,
                useful_until: tournament.settings.registration_closes,
            };
            notices.channel(topic, announced(tournament));
        }
        Phase::Registration => {
            let topic = Topic {
                kind: NoticeKind::Announcement,
                useful_until: tournament.settings.registration_closes,
            };
            notices.channel(topic, registration_open(tournament));
        }
        Phase::Running => notices.channel(topic, running(tournament)),
        Phase::Finished => notices.channel_lines(topic, finished(tournament)),
        // Nobody but directors has heard of a draft.
        Phase::Cancelled if from == Phase::Draft => {}
        Phase::Cancelled => cancelled(notices, tournament),
    }
}

/// What is played, for an announcement: `Swiss, 5 rounds, 60 minutes each`.
pub(super) fn kind_of_event(settings: &Settings) -> String {
    let rounds = match (settings.format, settings.third_place) {
        (Format::Swiss, _) => format!(", {} rounds", settings.rounds),
        (Format::Knockout, ThirdPlace::Played) => " with a game for the third place".to_owned(),
        (Format::Knockout, ThirdPlace::NotPlayed)
        | (Format::RoundRobin | Format::DoubleRoundRobin, _) => String::new(),
    };
    format!(
        "{}{rounds}, {}",
        format_word(settings.format),
        settings.time_control
    )
}

/// When registration opens and closes, as far as that is known.
pub(super) fn registration_times(tournament: &Tournament, clock: Clock) -> String {
    let settings = &tournament.settings;
    if tournament.phase == Phase::Registration {
        return match settings.registration_closes {
            Some(at) => format!("Registration is open and closes {}.", clock.full(at)),
            None => "Registration is open until a director closes it.".to_owned(),
        };
    }
    let opens = settings.registration_opens.map(|at| clock.full(at));
    let closes = settings.registration_closes.map(|at| clock.full(at));
    match (opens, closes) {
        (Some(opens), Some(closes)) => {
            format!("Registration opens {opens} and closes {closes}.")
        }
        (Some(opens), None) => {
            format!("Registration opens {opens}; a director closes it.")
        }
        (None, Some(closes)) => {
            format!("A director opens registration; it closes {closes}.")
        }
        (None, None) => "A director opens and closes registration.".to_owned(),
    }
}

fn announced(tournament: &Tournament) -> String {
    format!(
        "{} is announced: {}. {} To be in before that, say !preregister; nothing more is needed then.",
        tournament.settings.name,
        kind_of_event(&tournament.settings),
        registration_times(tournament, Clock::of(tournament)),
    )
}

fn registration_open(tournament: &Tournament) -> String {
    let until = match tournament.settings.registration_closes {
        Some(at) => format!("until {}", Clock::of(tournament).full(at)),
        None => "until a director closes it".to_owned(),
    };
    format!(
        "Registration for {} is open {until}. {}. To play, identify to services and say !register; \
         who preregistered is in already ({} so far).",
        tournament.settings.name,
        kind_of_event(&tournament.settings),
        player_count(tournament),
    )
}

fn running(tournament: &Tournament) -> String {
    let next = if tournament.current_round().is_some() {
        "The pairings follow."
    } else {
        "Round 1 is paired now; its pairings are published here."
    };
    format!(
        "Registration for {} is closed with {}. {next}",
        tournament.settings.name,
        player_count(tournament),
    )
}

fn finished(tournament: &Tournament) -> Vec<String> {
    let head = format!("{} is over. Final standings:", tournament.settings.name);
    let mut lines = standings_lines(tournament, &head, Detail::TieBreaks);
    let codes = tie_break_codes(tournament, &standings(tournament));
    if let (Some(last), false) = (lines.last_mut(), codes.is_empty()) {
        last.push_str(&format!(" - in brackets:{codes}"));
    }
    lines
}

fn cancelled(notices: &mut Notices<'_>, tournament: &Tournament) {
    let name = &tournament.settings.name;
    notices.channel(
        Topic::lasting(NoticeKind::Announcement),
        format!("{name} is cancelled. Games of it need no report any more."),
    );
    let players: Vec<EntryNumber> = tournament
        .active_entries()
        .map(|entry| entry.number)
        .collect();
    for player in players {
        notices.player(
            tournament,
            player,
            Topic::lasting(NoticeKind::Announcement),
            |_| {
                format!("{name}, in which you are entered, is cancelled. You need do nothing more.")
            },
        );
    }
}

/// How much of a line in the standings is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Place, name and points.
    Points,
    /// The tie-breaks too, in brackets.
    TieBreaks,
}

/// What the figures behind the points are, where there are any.
pub(super) fn tie_break_codes(tournament: &Tournament, rows: &[StandingsRow]) -> String {
    if rows.iter().all(|row| row.tie_breaks.is_empty()) {
        return String::new();
    }
    format!(" [{}]", tournament.settings.tie_breaks.join(" "))
}

/// The top of the standings in a few lines.
pub(super) fn standings_lines(tournament: &Tournament, head: &str, detail: Detail) -> Vec<String> {
    let rows = standings(tournament);
    let items: Vec<String> = rows.iter().map(|row| standings_item(row, detail)).collect();
    let mut lines = pack_after(head, &items, ", ", LINE_MAX);
    if lines.len() > STANDINGS_LINES_MAX {
        lines.truncate(STANDINGS_LINES_MAX);
        if let Some(last) = lines.last_mut() {
            last.push_str(MORE_STANDINGS);
        }
    }
    lines
}

/// `1= Rook 3.5`, with what is not settled yet.
pub(super) fn standings_item(row: &StandingsRow, detail: Detail) -> String {
    let shared = if row.shared { "=" } else { "." };
    let mut item = format!("{}{shared} {} {}", row.place, row.name, row.points);
    if detail == Detail::TieBreaks && !row.tie_breaks.is_empty() {
        item.push_str(&format!(" [{}]", row.tie_breaks.join(" ")));
    }
    let mut marks: Vec<String> = Vec::new();
    match row.pending {
        crate::view::Pending::Nothing => {}
        crate::view::Pending::Provisional(points) => {
            marks.push(format!("+{points} provisional"));
        }
        crate::view::Pending::Disputed => marks.push("disputed".to_owned()),
    }
    match row.withdrawn {
        None => {}
        Some(Withdrawal::Announced) => marks.push("withdrawn".to_owned()),
        Some(Withdrawal::Deserted) => marks.push("deserted".to_owned()),
        Some(Withdrawal::Expelled) => marks.push("expelled".to_owned()),
    }
    match row.results {
        crate::view::Results::Counted => {}
        crate::view::Results::TakenOut => {
            marks.push("results taken out, less than half played".to_owned());
        }
    }
    if !marks.is_empty() {
        item.push_str(&format!(" ({})", marks.join(", ")));
    }
    item
}

/// Registration ended with too few players.
pub(super) fn registration_stalled(notices: &mut Notices<'_>, id: TournamentId) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    notices.directors(tournament, None, |_| {
        format!(
            "Registration for {} should close, but {} cannot make a round. It stays open. \
             Say tournament start once there are enough, or tournament cancel.",
            tournament.settings.name,
            player_count(tournament),
        )
    });
}

/// A setting changed: people hear of the ones they plan by.
pub(super) fn setting_changed(notices: &mut Notices<'_>, id: TournamentId, setting: &Setting) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let waiting = match tournament.phase {
        Phase::Announced | Phase::Registration => true,
        Phase::Draft | Phase::Running | Phase::Finished | Phase::Cancelled => false,
    };
    // A step in its life says the times as they are now.
    let said = notices
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::PhaseChanged { tournament, .. } if *tournament == id));
    let waiting = waiting && !said;
    match setting {
        Setting::RegistrationOpens(_) | Setting::RegistrationCloses(_) if waiting => {
            notices.channel(
                Topic {
                    kind: NoticeKind::Announcement,
                    useful_until: tournament.settings.registration_closes,
                },
                format!(
                    "New times for {}: {}",
                    tournament.settings.name,
                    registration_times(tournament, Clock::of(tournament)),
                ),
            );
        }
        Setting::RegistrationOpens(_)
        | Setting::RegistrationCloses(_)
        | Setting::Name(_)
        | Setting::Format(_)
        | Setting::Rounds(_)
        | Setting::Rules(_)
        | Setting::Acceleration(_)
        | Setting::ThirdPlace(_)
        | Setting::Zone(_)
        | Setting::RoundLength(_)
        | Setting::DeadlineAt(_)
        | Setting::CheckinBeforeDeadline(_)
        | Setting::CheckinWindow(_)
        | Setting::AbsenceGrace(_)
        | Setting::AbsenceStretch(_)
        | Setting::Pairing(_)
        | Setting::PublishPause(_)
        | Setting::NextRound(_)
        | Setting::DisputeReminder(_)
        | Setting::TieBreaks(_)
        | Setting::TimeControl(_)
        | Setting::QuietMoves(_) => {}
    }
}
