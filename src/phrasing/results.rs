//! Outcomes in the channel: several boards settled in one moment share a line (SPEC R-16).

use super::notices::{Notices, Topic};
use super::outcomes;
use super::pack::{LINE_MAX, pack_after};
use super::time::Clock;
use super::words::{Seat, marked};
use crate::ports::NoticeKind;
use crate::tournament::{BoardRef, BoardStatus, Fact, Ground, Report, Tournament, Verdict};
use crate::vocabulary::{BoardResult, Color, RoundNumber, TournamentId};
use std::collections::BTreeMap;

/// What a channel line about boards begins with: boards with the same heading share lines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Heading {
    /// The cutoff decided them.
    Cutoff(crate::vocabulary::Timestamp),
    /// They are final.
    Final,
    /// They are as before.
    Open,
}

/// Boards moved. All that moved in one round in this event is told at once, each board with its last word.
pub(super) fn boards_moved(notices: &mut Notices<'_>, id: TournamentId, round: RoundNumber) {
    if !notices.rounds_told.insert((id, round)) {
        return;
    }
    let mut moved: BTreeMap<BoardRef, &BoardStatus> = BTreeMap::new();
    for fact in notices.facts {
        if let Fact::BoardMoved { board, status } = fact
            && (board.tournament, board.round) == (id, round)
        {
            moved.insert(*board, status);
        }
    }
    let society = notices.society;
    let seats: Vec<(Seat<'_>, &BoardStatus)> = moved
        .into_iter()
        .filter_map(|(at, status)| Some((Seat::find(society, at)?, status)))
        .collect();
    let Some((first, _)) = seats.first() else {
        return;
    };
    let tournament = first.tournament;
    let mut groups: BTreeMap<Heading, Vec<String>> = BTreeMap::new();
    for (seat, status) in &seats {
        if let Some((heading, item)) = channel_item(*seat, status) {
            groups.entry(heading).or_default().push(item);
        }
    }
    for (heading, items) in groups {
        let head = heading_words(&heading, tournament, round);
        let lines = pack_after(&head, &items, "; ", LINE_MAX);
        notices.channel_lines(Topic::lasting(NoticeKind::Announcement), lines);
    }
    for (seat, status) in &seats {
        outcomes::tell_players(notices, *seat, status);
    }
    outcomes::tell_directors(notices, tournament, &seats);
}

fn heading_words(heading: &Heading, tournament: &Tournament, round: RoundNumber) -> String {
    let event = &tournament.settings.name;
    match heading {
        Heading::Cutoff(at) => format!(
            "{event}, round {round}: the cutoff {} has passed, and check-ins decide what was not played (rules III; provisional until the deadline).",
            Clock::of(tournament).short(*at)
        ),
        Heading::Final => format!("{event}, round {round}, final:"),
        Heading::Open => format!("{event}, round {round}, open again:"),
    }
}

/// A board's item in the channel; nothing where only the two and the directors are concerned.
fn channel_item(seat: Seat<'_>, status: &BoardStatus) -> Option<(Heading, String)> {
    let clock = Clock::of(seat.tournament);
    let cutoff = Heading::Cutoff(seat.board.timing.cutoff);
    let seen = || {
        format!(
            "{}, {}",
            seat.seen(Color::White, clock),
            seat.seen(Color::Black, clock)
        )
    };
    match status {
        BoardStatus::Unplayed => Some((Heading::Open, seat.numbered())),
        BoardStatus::MustPlay => Some((
            cutoff,
            format!(
                "{}. {}: {} and {}, you must play now and report by {}",
                seat.board.number,
                seen(),
                seat.name(Color::White),
                seat.name(Color::Black),
                clock.brief(seat.board.timing.deadline)
            ),
        )),
        BoardStatus::Provisional {
            verdict,
            ground: Ground::Cutoff,
        } => Some((
            cutoff,
            format!(
                "{} {}: {}",
                seat.numbered(),
                marked(*verdict, Some("provisional")),
                seen()
            ),
        )),
        // One report: the opponent is asked; the channel hears it when it is final.
        BoardStatus::Provisional {
            ground:
                Ground::BothReports | Ground::SingleReport(_) | Ground::NoReport | Ground::Withdrawal,
            ..
        } => None,
        BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. } => None,
        // The channel hears it together with what follows: another game.
        BoardStatus::Final { .. } if seat.is_played_on() => None,
        BoardStatus::Final { verdict, ground } => Some((
            Heading::Final,
            format!(
                "{} {}",
                seat.numbered(),
                seat.marked(*verdict, Some(&ground_note(seat, *ground)))
            ),
        )),
        BoardStatus::Ruled { verdict, by, .. } => Some((
            Heading::Final,
            format!(
                "{} {}",
                seat.numbered(),
                seat.marked(*verdict, Some(&format!("ruled by {by}")))
            ),
        )),
    }
}

/// What a final result rests on, in a few words.
pub(super) fn ground_note(seat: Seat<'_>, ground: Ground) -> String {
    match ground {
        Ground::BothReports => "both reported".to_owned(),
        Ground::SingleReport(color) => format!("reported by {}", seat.name(color)),
        Ground::Cutoff => "by the cutoff".to_owned(),
        Ground::NoReport => "no report by the deadline".to_owned(),
        Ground::Withdrawal => "withdrawal".to_owned(),
    }
}

/// Whether the board stands elsewhere after this event, which is told as an outcome.
fn is_moved(notices: &Notices<'_>, at: BoardRef) -> bool {
    let moves = |fact: &Fact| matches!(fact, Fact::BoardMoved { board, .. } if *board == at);
    notices.facts.iter().any(moves)
}

/// A report that moved nothing: only a changed report in a dispute does that.
pub(super) fn reported(notices: &mut Notices<'_>, at: BoardRef, color: Color, report: &Report) {
    if is_moved(notices, at) {
        return;
    }
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let echo = seat.echo(report.outcome, report.colors);
    match &seat.board.status {
        // The board stands as it is whatever is reported.
        BoardStatus::Final { .. } | BoardStatus::Ruled { .. } => return,
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. } => {}
    }
    notices.player(
        seat.tournament,
        seat.entry(!color),
        Topic::lasting(NoticeKind::Result),
        |_| {
            format!(
                "{} now reports {}: {echo}. If that is right, say !confirm; if not, !explain TEXT.",
                seat.name(color),
                seat.label()
            )
        },
    );
    notices.directors(seat.tournament, None, |_| {
        format!(
            "{} now reports {}: {echo}. To decide: result {} RESULT reason.",
            seat.name(color),
            seat.label(),
            seat.code()
        )
    });
}

/// An explanation goes to the directors.
pub(super) fn explained(notices: &mut Notices<'_>, at: BoardRef, color: Color, text: &str) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    notices.directors(seat.tournament, None, |_| {
        format!(
            "{} explains {} ({}): {text}",
            seat.name(color),
            seat.label(),
            seat.claims()
        )
    });
}

/// A director ruled: the channel and both players hear it.
pub(super) fn ruled(
    notices: &mut Notices<'_>,
    at: BoardRef,
    verdict: Verdict,
    (by, reason): (&str, &str),
) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let result = seat.verdict(verdict);
    notices.channel(
        Topic::lasting(NoticeKind::Announcement),
        format!(
            "Ruling by {by}: {}, {}, {result}. Reason: {reason}",
            seat.label(),
            seat.pairing()
        ),
    );
    notices.both(seat, Topic::lasting(NoticeKind::Result), |color, _| {
        format!(
            "{by} ruled your game against {} ({}): {result}{}. Reason: {reason}",
            seat.name(!color),
            seat.game(),
            if seat.is_played_on() {
                ""
            } else {
                won_words(verdict.result, color)
            }
        )
    });
}

/// What a result means to one of the two: `, a win for you`.
pub(super) fn won_words(result: BoardResult, color: Color) -> &'static str {
    use crate::vocabulary::Points;
    match result.points(color) {
        Points::ONE => ", a win for you",
        Points::HALF => ", half a point for you",
        _ => ", no point for you",
    }
}

/// A ruling was taken back: the board stands as before it.
pub(super) fn ruling_undone(notices: &mut Notices<'_>, at: BoardRef) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let now = outcomes::stands_words(seat.board);
    notices.channel(
        Topic::lasting(NoticeKind::Announcement),
        format!(
            "The ruling on {} ({}) is taken back. {now}",
            seat.label(),
            seat.pairing()
        ),
    );
    // Where the board goes to the director, both hear it as that.
    if is_moved(notices, at) {
        return;
    }
    notices.both(seat, Topic::lasting(NoticeKind::Result), |color, _| {
        format!(
            "The ruling on your game against {} ({}) is taken back. {now}",
            seat.name(!color),
            seat.game()
        )
    });
}
