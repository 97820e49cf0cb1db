//! Answers to directors: what their order did, and the next one at hand.

use super::gamescores;
use super::pack::counted;
use super::replies::{Asker, nothing_done};
use super::rounds::{draft_lines, publishing_words};
use super::settings::setting_words;
use super::words::{Seat, boards_of, bye_words, player_count, role_words};
use crate::tournament::{BoardRef, Fact, Order, Role, Setting, Tournament, Withdrawal};
use crate::vocabulary::{Account, BoardNumber, EntryNumber, RoundNumber, TournamentId};

/// The answer to an order.
pub(super) fn reply(asker: &Asker<'_>, order: &Order) -> Vec<String> {
    match order {
        Order::Create { settings, .. } => created(asker, &settings.name),
        Order::Set {
            tournament,
            setting,
        } => set(asker, *tournament, setting),
        Order::Announce { tournament } => named(asker, *tournament, |name| {
            format!(
                "{name} is announced in the channel. To start registration by hand, say tournament open."
            )
        }),
        Order::Open { tournament } => named(asker, *tournament, |name| {
            format!("Registration for {name} is open. To end it by hand, say tournament close.")
        }),
        Order::Start { tournament } => started(asker, *tournament),
        Order::Finish { tournament, .. } => named(asker, *tournament, |name| {
            format!("{name} is finished; the standings are in the channel.")
        }),
        Order::Cancel { tournament, .. } => named(asker, *tournament, |name| {
            format!("{name} is cancelled; its players are told.")
        }),
        Order::Admit {
            tournament,
            account,
            ..
        } => admitted(asker, *tournament, account),
        Order::Remove {
            tournament,
            entry,
            why,
            ..
        } => removed(asker, *tournament, *entry, *why),
        Order::Reenter { tournament, entry } => {
            of_player(asker, *tournament, *entry, |name, event| {
                format!("{name} is back in {event} and is paired from the next round on.")
            })
        }
        Order::PairRound { tournament, .. }
        | Order::PairByHand { tournament, .. }
        | Order::Swap { tournament, .. }
        | Order::GiveBye { tournament, .. } => draft(asker, *tournament),
        Order::Publish { tournament } => published(asker, *tournament),
        Order::Hold { tournament } => held(asker, *tournament),
        Order::Rule { board, .. } => ruled(asker, *board),
        Order::Undo { board } => undone(asker, *board),
        Order::MarkPresent { tournament, entry } => {
            of_board(asker, *tournament, *entry, |seat, name| {
                let clock = asker.clock(seat.tournament);
                let color = seat.board.color_of(*entry);
                let at = color.and_then(|color| seat.board.check_ins[color]);
                let since = at.map_or_else(String::new, |check_in| {
                    format!(" since {}", clock.to_the_second(check_in.at))
                });
                format!("{name} is marked present for {}{since}.", seat.label())
            })
        }
        Order::Excuse {
            tournament, entry, ..
        } => of_board(asker, *tournament, *entry, |seat, name| {
            format!(
                "{name} is excused for {}: the clock leaves the board to you. To settle it: result {} RESULT reason.",
                seat.label(),
                seat.code()
            )
        }),
        Order::Extend {
            tournament,
            round,
            board,
            by,
            ..
        } => extended(asker, *tournament, (*round, *board), *by),
        Order::Say { .. } => vec!["Said in the channel.".to_owned()],
        Order::AppointOfficial {
            tournament,
            account,
            name,
            role,
        } => appointed(asker, *tournament, (account, name), *role),
        Order::DismissOfficial {
            tournament,
            name,
            role,
            ..
        } => dismissed(asker, *tournament, name, *role),
    }
}

fn set(asker: &Asker<'_>, id: TournamentId, setting: &Setting) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let verb = if asker.facts.is_empty() {
        "already has"
    } else {
        "now has"
    };
    vec![format!(
        "{} {verb} {}.",
        tournament.settings.name,
        setting_words(setting, asker.clock(tournament))
    )]
}

/// A line about a tournament.
fn named(asker: &Asker<'_>, id: TournamentId, line: impl FnOnce(&str) -> String) -> Vec<String> {
    match asker.society.tournament(id) {
        Some(tournament) => vec![line(&tournament.settings.name)],
        None => nothing_done(),
    }
}

/// A line about a player of a tournament.
fn of_player(
    asker: &Asker<'_>,
    id: TournamentId,
    entry: EntryNumber,
    line: impl FnOnce(&str, &str) -> String,
) -> Vec<String> {
    match asker.society.tournament(id) {
        Some(tournament) => vec![line(tournament.name_of(entry), &tournament.settings.name)],
        None => nothing_done(),
    }
}

/// A line about the board a player sits at.
fn of_board(
    asker: &Asker<'_>,
    id: TournamentId,
    entry: EntryNumber,
    line: impl FnOnce(Seat<'_>, &str) -> String,
) -> Vec<String> {
    let seat = asker
        .society
        .tournament(id)
        .and_then(|tournament| Seat::of_player(tournament, entry));
    match seat {
        Some(seat) => vec![line(seat, seat.tournament.name_of(entry))],
        None => nothing_done(),
    }
}

fn created(asker: &Asker<'_>, name: &str) -> Vec<String> {
    let number = asker.facts.iter().find_map(|fact| {
        let Fact::TournamentCreated { tournament, .. } = fact else {
            return None;
        };
        Some(*tournament)
    });
    let Some(number) = number else {
        return nothing_done();
    };
    vec![format!(
        "{name} is tournament {number}, a draft that only directors see. Next: tournament set registration_opens, registration_closes, round_length, deadline_at, zone; then tournament announce."
    )]
}

fn started(asker: &Asker<'_>, id: TournamentId) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let next = match tournament.settings.pairing {
        crate::tournament::Pace::Auto => "Round 1 is paired by itself; preview shows it.",
        crate::tournament::Pace::Manual => "To pair round 1, say pair.",
    };
    vec![format!(
        "{} starts with {}; registration is closed. {next}",
        tournament.settings.name,
        player_count(tournament)
    )]
}

fn admitted(
    asker: &Asker<'_>,
    id: TournamentId,
    account: &crate::vocabulary::Account,
) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let Some(entry) = tournament.entry_of(account) else {
        return nothing_done();
    };
    let missed = if entry.first_round > RoundNumber(1) {
        format!(
            " Play starts with round {}; each round missed counts as a {}.",
            entry.first_round,
            bye_words(entry.missed)
        )
    } else {
        String::new()
    };
    vec![format!(
        "{} is in {}, no. {}, and is told.{missed}{}",
        entry.name,
        tournament.settings.name,
        entry.number,
        redrawn(asker, tournament)
    )]
}

/// What a change of the entries, or of a result, did to a draft round.
fn redrawn(asker: &Asker<'_>, tournament: &Tournament) -> String {
    let paired = asker
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::RoundPaired { .. }));
    let impossible = asker
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::PairingImpossible { .. }));
    match tournament.draft_round() {
        Some(round) if impossible => format!(
            " Round {} cannot be paired by the rules any more and is held; preview shows the draft as it was.",
            round.number
        ),
        Some(round) if paired => format!(
            " Round {} is paired anew; preview shows it. {}",
            round.number,
            publishing_words(round, asker.clock(tournament))
        ),
        Some(_) | None => String::new(),
    }
}

fn removed(
    asker: &Asker<'_>,
    id: TournamentId,
    entry: EntryNumber,
    why: Withdrawal,
) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let mark = match why {
        Withdrawal::Announced => "withdrawn",
        Withdrawal::Deserted => "marked as deserted",
        Withdrawal::Expelled => "expelled",
    };
    let board = asker.facts.iter().find_map(|fact| {
        let Fact::BoardMoved { board, .. } = fact else {
            return None;
        };
        Seat::find(asker.society, *board)
    });
    let board = board.map_or_else(String::new, |seat| {
        format!(" Their open board now: {}.", seat.coded_line())
    });
    vec![format!(
        "{} is out of {} ({mark}); games finished before stand.{board}{} To take it back: reenter {}.",
        tournament.name_of(entry),
        tournament.settings.name,
        redrawn(asker, tournament),
        tournament.name_of(entry),
    )]
}

fn draft(asker: &Asker<'_>, id: TournamentId) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    match tournament.draft_round() {
        Some(round) => draft_lines(tournament, round, asker.clock(tournament)),
        None => vec![format!(
            "{} has no round that waits to be published. To pair the next one, say pair.",
            tournament.settings.name
        )],
    }
}

fn published(asker: &Asker<'_>, id: TournamentId) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let Some(round) = tournament.current_round() else {
        return nothing_done();
    };
    let clock = asker.clock(tournament);
    let deadline = round
        .deadline()
        .map_or_else(String::new, |at| format!(" Deadline {}.", clock.full(at)));
    vec![format!(
        "Round {} of {} is published with {}; the channel and each player are told.{deadline}",
        round.number,
        tournament.settings.name,
        counted(round.boards.len(), "board")
    )]
}

fn held(asker: &Asker<'_>, id: TournamentId) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let Some(round) = tournament.draft_round() else {
        return nothing_done();
    };
    let already = if asker.facts.is_empty() {
        " already"
    } else {
        ""
    };
    vec![format!(
        "Round {} of {} is held{already}. It goes out when you say publish.",
        round.number, tournament.settings.name
    )]
}

/// What a changed result did beside: to a draft round, or to the ratings.
fn consequences(asker: &Asker<'_>, tournament: &Tournament) -> String {
    let recounted = |fact: &Fact| matches!(fact, Fact::RatingsRecounted { .. });
    if asker.facts.iter().any(recounted) {
        return " The ratings are counted again.".to_owned();
    }
    redrawn(asker, tournament)
}

fn ruled(asker: &Asker<'_>, board: BoardRef) -> Vec<String> {
    let Some(seat) = Seat::find(asker.society, board) else {
        return nothing_done();
    };
    let result = seat
        .board
        .status
        .settled()
        .map_or_else(|| "no result".to_owned(), |verdict| seat.verdict(verdict));
    let verb = if asker.facts.is_empty() {
        "Ruled so already"
    } else {
        "Ruled"
    };
    let said = format!(
        "{verb}: {}, {}, {result}. Both players are told. To take it back: undo {}.{}",
        seat.label(),
        seat.pairing(),
        seat.code(),
        consequences(asker, seat.tournament)
    );
    let against = gamescores::against_ruling(asker);
    std::iter::once(said).chain(against).collect()
}

fn undone(asker: &Asker<'_>, board: BoardRef) -> Vec<String> {
    let Some(seat) = Seat::find(asker.society, board) else {
        return nothing_done();
    };
    vec![format!(
        "The last ruling on {} ({}) is taken back. {}{}",
        seat.label(),
        seat.pairing(),
        super::outcomes::stands_words(seat.board),
        consequences(asker, seat.tournament)
    )]
}

fn extended(
    asker: &Asker<'_>,
    id: TournamentId,
    (round, board): (RoundNumber, Option<BoardNumber>),
    by: crate::vocabulary::Span,
) -> Vec<String> {
    let Some(tournament) = asker.society.tournament(id) else {
        return nothing_done();
    };
    let clock = asker.clock(tournament);
    let mut lines: Vec<String> = Vec::new();
    for fact in asker.facts {
        if let Fact::TimingMoved {
            boards,
            cutoff,
            deadline,
            ..
        } = fact
            && let Some(moved) = tournament.round(round)
        {
            lines.push(format!(
                "{}, round {round}{}: moved by {by}; cutoff {}, deadline {}. The channel and the players are told.",
                tournament.settings.name,
                boards_of(moved, boards),
                clock.short(*cutoff),
                clock.short(*deadline)
            ));
        }
    }
    if lines.is_empty() {
        let place = board.map_or_else(|| round.to_string(), |board| format!("{round}.{board}"));
        lines.push(format!("Nothing moved: {place} keeps its times."));
    }
    lines
}

fn office(asker: &Asker<'_>, of: Option<TournamentId>) -> String {
    of.and_then(|id| asker.society.tournament(id)).map_or_else(
        || "all tournaments here".to_owned(),
        |tournament| tournament.settings.name.clone(),
    )
}

fn appointed(
    asker: &Asker<'_>,
    of: Option<TournamentId>,
    (account, name): (&Account, &str),
    role: Role,
) -> Vec<String> {
    let now = if asker.facts.is_empty() {
        "already"
    } else {
        "now"
    };
    // Nobody can be asked whether an account exists; a name that was mistyped would be anybody's to register.
    let tournaments = asker.society.tournaments.values();
    let mut entries = tournaments.filter_map(|tournament| tournament.entry_of(account));
    let caution = if entries.next().is_some() {
        ""
    } else {
        " I have not met this account before: make sure that it is registered with services and written like this."
    };
    vec![format!(
        "{name} is {now} {} of {}.{caution}",
        role_words(role),
        office(asker, of)
    )]
}

fn dismissed(asker: &Asker<'_>, of: Option<TournamentId>, name: &str, role: Role) -> Vec<String> {
    vec![format!(
        "{name} is no longer {} of {}.",
        role_words(role),
        office(asker, of)
    )]
}
