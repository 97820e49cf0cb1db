//! Tournaments, their players, their standings.

use super::super::life::{
    Detail, kind_of_event, registration_times, standings_item, tie_break_codes,
};
use super::super::pack::{LINE_MAX, counted, pack_after};
use super::super::reader::Reader;
use super::super::settings::rules_year;
use super::super::words::{official_names, phase_words, player_count, round_of};
use super::Asked;
use crate::tournament::{
    Acceleration, EntryStatus, Format, NextRound, Pace, Phase, Role, Settings, Society, Tournament,
    Withdrawal,
};
use crate::view;
use std::cmp::Reverse;

/// Every tournament the reader may know of, those that are on first.
pub(super) fn list(society: &Society, reader: &Reader) -> Vec<String> {
    let mut known: Vec<&Tournament> = society
        .tournaments
        .values()
        .filter(|tournament| tournament.is_public() || reader.is_official(society, tournament))
        .collect();
    known.sort_by_key(|tournament| (!tournament.is_live(), Reverse(tournament.id)));
    if known.is_empty() {
        return vec![
            "There is no tournament yet. The channel hears it when one is announced.".to_owned(),
        ];
    }
    let items: Vec<String> = known
        .iter()
        .map(|tournament| {
            format!(
                "#{} {}, {}",
                tournament.id,
                tournament.settings.name,
                state_words(tournament, reader)
            )
        })
        .collect();
    pack_after("", &items, "; ", LINE_MAX)
}

fn state_words(tournament: &Tournament, reader: &Reader) -> String {
    let clock = reader.clock(tournament);
    let settings = &tournament.settings;
    match tournament.phase {
        Phase::Announced => match settings.registration_opens {
            Some(at) => format!("registration opens {}", clock.short(at)),
            None => "announced".to_owned(),
        },
        Phase::Registration => match settings.registration_closes {
            Some(at) => format!("registration open until {}", clock.short(at)),
            None => "registration open".to_owned(),
        },
        Phase::Running => match tournament.current_round() {
            Some(round) => format!(
                "{}, {}",
                round_of(tournament, round.number),
                player_count(tournament)
            ),
            None => format!("about to start, {}", player_count(tournament)),
        },
        Phase::Draft | Phase::Finished | Phase::Cancelled => {
            phase_words(tournament.phase).to_owned()
        }
    }
}

/// What a tournament is and how it goes.
pub(super) fn info(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    let settings = &tournament.settings;
    let directors = official_names(asked.society, tournament, Role::Director);
    let assistants = official_names(asked.society, tournament, Role::Assistant);
    let mut officials = String::new();
    if !directors.is_empty() {
        officials.push_str(&format!(" Directed by {directors}."));
    }
    if !assistants.is_empty() {
        officials.push_str(&format!(" Assisted by {assistants}."));
    }
    let mut state = state_words(tournament, asked.reader);
    let players = player_count(tournament);
    if !state.contains(&players) {
        state.push_str(&format!(", {players}"));
    }
    let first = format!(
        "#{} {}: {}; {}.{officials}",
        tournament.id,
        settings.name,
        kind_of_event(settings),
        state,
    );
    let mut lines = vec![first];
    match tournament.phase {
        Phase::Draft | Phase::Announced | Phase::Registration => {
            lines.push(registration_times(tournament, asked.clock()));
        }
        Phase::Running | Phase::Finished | Phase::Cancelled => {}
    }
    lines.push(rhythm(tournament));
    lines
}

fn rhythm(tournament: &Tournament) -> String {
    let settings = &tournament.settings;
    let end = match settings.deadline_at {
        Some(weekly) => format!(", on {weekly} ({})", settings.zone.name()),
        None => String::new(),
    };
    let next = match (settings.pairing, settings.next_round) {
        (Pace::Manual, _) => "a director pairs each round",
        (Pace::Auto, NextRound::AtDeadline) => "the next round comes after the deadline",
        (Pace::Auto, NextRound::AtOnce) => "the next round comes once all results are in",
    };
    let ties = if settings.tie_breaks.is_empty() {
        "no tie-breaks".to_owned()
    } else {
        format!("tie-breaks {}", settings.tie_breaks.join(", "))
    };
    format!(
        "Each round ends {} after publishing{end}, and the cutoff is {} before that; who has not played says !present in the last {} before the cutoff. {}; {ties}{}.",
        settings.round_length,
        settings.checkin_before_deadline,
        settings.checkin_window,
        capitalised(next),
        swiss_rules(settings)
    )
}

/// By which rules a Swiss is paired.
fn swiss_rules(settings: &Settings) -> String {
    let accelerated = match settings.acceleration {
        Acceleration::None => "",
        Acceleration::Baku => " with Baku acceleration",
    };
    match settings.format {
        Format::Swiss => format!(
            "; paired by FIDE's rules of {}{accelerated}",
            rules_year(settings.rules)
        ),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout => String::new(),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + chars.as_str(),
        None => String::new(),
    }
}

/// Everybody who entered.
pub(super) fn players(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    if tournament.entries.is_empty() {
        return vec![format!(
            "Nobody is entered in {} yet. Be the first: say {}register.",
            asked.name(),
            asked.mark()
        )];
    }
    let items: Vec<String> = tournament
        .entries
        .iter()
        .map(|entry| {
            let mark = match entry.status {
                EntryStatus::Active => "",
                EntryStatus::Withdrawn(Withdrawal::Announced) => " (withdrawn)",
                EntryStatus::Withdrawn(Withdrawal::Deserted) => " (deserted)",
                EntryStatus::Withdrawn(Withdrawal::Expelled) => " (expelled)",
            };
            format!("{} {}{mark}", entry.number, entry.name)
        })
        .collect();
    let head = format!("{}, {}:", asked.name(), player_count(tournament));
    pack_after(&head, &items, ", ", LINE_MAX)
}

/// The standings, with what is not settled marked.
pub(super) fn standings(asked: &Asked<'_>) -> Vec<String> {
    let tournament = asked.tournament;
    let rows = view::standings(tournament);
    if rows.is_empty() {
        return players(asked);
    }
    let after = match tournament.current_round() {
        Some(round) if round.is_open() => {
            let open = view::open_boards(round).count();
            format!("in round {}, {} open", round.number, counted(open, "board"))
        }
        Some(round) => format!("after round {}", round.number),
        None => "before round 1".to_owned(),
    };
    let detail = Detail::TieBreaks;
    let items: Vec<String> = rows.iter().map(|row| standings_item(row, detail)).collect();
    let codes = tie_break_codes(tournament, &rows);
    let head = format!("{}, standings {after}{codes}:", asked.name());
    pack_after(&head, &items, ", ", LINE_MAX)
}
