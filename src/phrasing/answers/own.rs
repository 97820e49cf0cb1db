//! A player's own board, times and page.

use super::super::pack::listed;
use super::super::reader::Reader;
use super::super::time::{Clock, from_now};
use super::super::words::{
    Seat, bye_in, color_word, role_words, round_of, sentence, standing_words,
    verdict as verdict_words,
};
use super::Asked;
use super::boards::no_round_yet;
use crate::tournament::{
    BoardStatus, Entry, EntryStatus, Official, Phase, Round, RoundStage, Society, Tournament,
    Withdrawal,
};
use crate::view;
use crate::vocabulary::{Account, EntryNumber};

/// Whom the asker meets, with which colour, by when, and how to reach them (SPEC R-14).
pub(super) fn opponent(asked: &Asked<'_>, entry: EntryNumber) -> Vec<String> {
    let tournament = asked.tournament;
    let Some(seat) = Seat::of_player(tournament, entry) else {
        return vec![without_board(asked, entry)];
    };
    let Some(color) = seat.board.color_of(entry) else {
        return vec![without_board(asked, entry)];
    };
    let other = seat.name(!color);
    let clock = asked.clock();
    let first = format!(
        "{}: you have {} against {other}, {}.{}",
        sentence(&seat.label()),
        color_word(color),
        tournament.settings.time_control,
        stands(seat)
    );
    if seat.board.status.settled().is_some() {
        return vec![first];
    }
    if seat.board.awaits_further_game() {
        return vec![format!(
            "{first} Play another game and report it. To reach {other} when they are not here: /msg MemoServ SEND {other} your text."
        )];
    }
    vec![format!(
        "{first} Play and report by {}. To reach {other} when they are not here: /msg MemoServ SEND {other} your text.",
        clock.short(seat.board.timing.deadline)
    )]
}

/// Where a board stands, as a sentence with a space in front, or nothing.
fn stands(seat: Seat<'_>) -> String {
    let note = standing_words(seat.board);
    if note.is_empty() {
        String::new()
    } else {
        format!(" It stands: {note}.")
    }
}

fn without_board(asked: &Asked<'_>, entry: EntryNumber) -> String {
    let tournament = asked.tournament;
    match tournament.entry(entry).status {
        EntryStatus::Withdrawn(_) => format!(
            "You are out of {}. To come back, ask a director.",
            asked.name()
        ),
        EntryStatus::Active => match tournament.current_round() {
            None => no_round_yet(asked),
            Some(round) => match round.bye_of(entry) {
                Some(bye) => format!(
                    "Round {} of {}: you have a {}. You need not play, report or check in.",
                    round.number,
                    asked.name(),
                    bye_in(tournament, round, bye)
                ),
                None => format!(
                    "You have no board in round {} of {}; you are paired from the next round on.",
                    round.number,
                    asked.name()
                ),
            },
        },
    }
}

/// Cutoff and deadline, the asker's own where they play.
pub(super) fn when(asked: &Asked<'_>, entry: Option<EntryNumber>) -> Vec<String> {
    let tournament = asked.tournament;
    let own = entry
        .and_then(|entry| Seat::of_player(tournament, entry))
        .filter(|seat| seat.round.is_open() && seat.board.status.settled().is_none());
    if let Some(seat) = own.filter(|seat| seat.board.awaits_further_game()) {
        return vec![format!(
            "{}: your game was drawn. Another one follows, for which no time is set; a director decides if it is not played.",
            sentence(&seat.label())
        )];
    }
    if let Some(seat) = own {
        let timing = seat.board.timing;
        return vec![format!(
            "{}: {}.",
            sentence(&seat.label()),
            times(asked, timing.cutoff, timing.deadline)
        )];
    }
    let Some(round) = tournament.current_round() else {
        return vec![no_round_yet(asked)];
    };
    if let Some(bye) = entry.and_then(|entry| round.bye_of(entry)) {
        return vec![format!(
            "Round {} of {}: you have a {}, so nothing is due from you.",
            round.number,
            asked.name(),
            bye_in(tournament, round, bye)
        )];
    }
    let event = asked.name();
    let number = round_of(tournament, round.number);
    match round.stage {
        RoundStage::Published { deadline, .. } => {
            let apart = tournament.settings.checkin_before_deadline;
            let moved = round.last_timing(apart);
            let (cutoff, deadline) = moved.unwrap_or((deadline - apart, deadline));
            vec![format!(
                "{event}, {number}: {}.",
                times(asked, cutoff, deadline)
            )]
        }
        RoundStage::Closed { at, .. } => vec![format!(
            "{event}, {number} closed {}, {}. {}",
            asked.clock().short(at),
            from_now(asked.reader.now, at),
            next_words(asked, round)
        )],
        RoundStage::Draft { .. } => vec![no_round_yet(asked)],
    }
}

fn next_words(asked: &Asked<'_>, closed: &Round) -> String {
    match asked.tournament.phase {
        Phase::Finished | Phase::Cancelled => format!("{} is over.", asked.name()),
        Phase::Draft | Phase::Announced | Phase::Registration | Phase::Running => format!(
            "Round {} is told here when it is published.",
            closed.number.next()
        ),
    }
}

fn times(
    asked: &Asked<'_>,
    cutoff: crate::vocabulary::Timestamp,
    deadline: crate::vocabulary::Timestamp,
) -> String {
    let clock = asked.clock();
    let now = asked.reader.now;
    format!(
        "play and report by {}, {}; who has not played by {}, {}, says !present in the channel before then, from {} on",
        clock.short(deadline),
        from_now(now, deadline),
        clock.brief(cutoff),
        from_now(now, cutoff),
        clock.brief(cutoff - asked.tournament.settings.checkin_window)
    )
}

/// What the bot knows of somebody: offices, entries, boards, what is owed.
pub(super) fn me(society: &Society, account: &Account, reader: &Reader) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if let Some(official) = society.officials.get(account) {
        lines.push(office_line(official, "all tournaments here"));
    }
    for tournament in society.tournaments.values().rev() {
        if let Some(official) = tournament.officials.get(account) {
            lines.push(office_line(official, &tournament.settings.name));
        }
        if let Some(entry) = tournament.entry_of(account)
            && tournament.is_live()
        {
            lines.push(entry_line(tournament, entry, reader));
        }
    }
    if lines.is_empty() {
        lines.push(
            "You are in no tournament that is on. To see which take players, say tournaments."
                .to_owned(),
        );
    }
    if let Some(zone) = reader.zone {
        lines.push(format!("Times are given to you in {} too.", zone.name()));
    }
    lines
}

fn office_line(official: &Official, place: &str) -> String {
    format!("You are {} of {place}.", role_words(official.role))
}

fn entry_line(tournament: &Tournament, entry: &Entry, reader: &Reader) -> String {
    let event = &tournament.settings.name;
    let score = view::score(tournament, entry.number);
    let pending = match score.pending {
        view::Pending::Nothing => String::new(),
        view::Pending::Provisional(points) => format!(" ({points} more provisional)"),
        view::Pending::Disputed => " (a board is disputed)".to_owned(),
    };
    let head = format!(
        "{event}: no. {}, points {}{pending}.",
        entry.number, score.points
    );
    match entry.status {
        EntryStatus::Withdrawn(why) => {
            let how = match why {
                Withdrawal::Announced => "withdrawn",
                Withdrawal::Deserted => "marked as deserted",
                Withdrawal::Expelled => "put out by a director",
            };
            format!("{head} You are {how}.")
        }
        EntryStatus::Active => {
            let board = Seat::of_player(tournament, entry.number)
                .and_then(|seat| board_words(seat, entry.number, reader));
            let bye = tournament
                .current_round()
                .and_then(|round| Some((round, round.bye_of(entry.number)?)));
            match (bye, board) {
                (Some((round, bye)), _) => format!(
                    "{head} This round you have a {}.",
                    bye_in(tournament, round, bye)
                ),
                (None, Some(board)) => format!("{head} {board}"),
                (None, None) => format!("{head} You have no board yet."),
            }
        }
    }
}

fn board_words(seat: Seat<'_>, entry: EntryNumber, reader: &Reader) -> Option<String> {
    let color = seat.board.color_of(entry)?;
    let other = seat.name(!color);
    let clock = reader.clock(seat.tournament);
    let place = format!(
        "Round {}, board {}: {} against {other}",
        seat.round.number,
        seat.board.number,
        color_word(color)
    );
    let owed = match &seat.board.status {
        BoardStatus::Unplayed if seat.board.is_in_progress() => {
            "in progress; report it when it is over.".to_owned()
        }
        BoardStatus::Unplayed => owed_check_in(seat, entry, clock),
        BoardStatus::MustPlay => format!(
            "you must play; report by {}.",
            clock.short(seat.board.timing.deadline)
        ),
        BoardStatus::Provisional { verdict, .. } => format!(
            "{} for now, final {}.",
            verdict_words(*verdict),
            clock.short(seat.board.timing.deadline)
        ),
        BoardStatus::Disputed { .. } => {
            format!("disputed ({}); explain it to the director.", seat.claims())
        }
        BoardStatus::WithDirector { .. } if seat.board.awaits_further_game() => {
            "drawn; play another game and report it, or a director decides.".to_owned()
        }
        BoardStatus::WithDirector { .. } => "a director decides it.".to_owned(),
        BoardStatus::Final { verdict, .. } => format!("{}, final.", verdict_words(*verdict)),
        BoardStatus::Ruled { verdict, by, .. } => {
            format!("{}, ruled by {by}.", verdict_words(*verdict))
        }
    };
    Some(format!("{place}, {owed}"))
}

fn owed_check_in(seat: Seat<'_>, entry: EntryNumber, clock: Clock) -> String {
    let timing = seat.board.timing;
    let present = seat
        .board
        .color_of(entry)
        .and_then(|color| seat.board.check_ins[color]);
    let mut parts = vec![format!(
        "play and report by {}",
        clock.short(timing.deadline)
    )];
    parts.push(match present {
        Some(check_in) => format!("you are present since {}", clock.to_the_second(check_in.at)),
        None => format!(
            "if you cannot, say !present in the channel by {}",
            clock.brief(timing.cutoff)
        ),
    });
    format!("{}.", listed(&parts))
}
