//! What the clock does when something falls due (SPEC 3). Each answer removes what fell due, or the clock would never stop.

use super::super::due::Due;
use super::super::fact::{Fact, Usefulness};
use super::super::schedule::has_passed;
use super::super::settings::Setting;
use super::super::state::{
    Board, BoardRef, BoardStatus, Ground, HandedOver, Reminder, Round, Society, Tournament, Verdict,
};
use super::checkin::somebody_is_excused;
use super::{gamescores, life, rounds, rulings};
use crate::vocabulary::{BoardNumber, BoardResult, Color, RoundNumber, Timestamp, TournamentId};

/// Decides what happens when something falls due.
pub fn fall_due(society: &Society, due: Due, now: Timestamp) -> Vec<Fact> {
    match due {
        Due::OpenRegistration(id) => {
            let tournament = known(society, id);
            life::open(tournament, now).expect("only an announced tournament has an opening due")
        }
        Due::CloseRegistration(id) => close_registration(society, known(society, id)),
        Due::Remind(id, round, reminder) => remind(known(society, id), round, reminder, now),
        Due::Cutoff(at) => settle(society, at, now, cut_off),
        Due::Deadline(at) => settle(society, at, now, expire),
        Due::FurtherGames(id, round) => play_on(known(society, id), round, now),
        Due::CloseRound(tournament, round) => vec![Fact::RoundClosed {
            tournament,
            round,
            at: now,
        }],
        Due::PairRound(id) => pair(known(society, id), now),
        Due::PublishRound(id, round) => publish(known(society, id), round, now),
        Due::RemindDirectors(id, round) => remind_directors(known(society, id), round, now),
        Due::RemindScore(board) => gamescores::remind(board, now),
        Due::ForgetDrafts => gamescores::forget_drafts(society, now),
        Due::Finish(id) => life::finished(society, known(society, id), now),
    }
}

fn known(society: &Society, id: TournamentId) -> &Tournament {
    society
        .tournament(id)
        .expect("only what is known falls due")
}

fn known_round(tournament: &Tournament, number: RoundNumber) -> &Round {
    tournament
        .round(number)
        .expect("only what is known falls due")
}

/// Closing time: the tournament starts, or waits for a director where too few have come.
fn close_registration(society: &Society, tournament: &Tournament) -> Vec<Fact> {
    if tournament.active_entries().count() < life::PLAYERS_MIN {
        return vec![Fact::RegistrationStalled {
            tournament: tournament.id,
        }];
    }
    life::started(society, tournament)
}

fn pair(tournament: &Tournament, now: Timestamp) -> Vec<Fact> {
    match rounds::pair_next(tournament, now) {
        Ok(fact) => vec![fact],
        Err(cause) => {
            vec![Fact::PairingImpossible {
                tournament: tournament.id,
                round: rounds::next_round(tournament),
                cause,
            }]
        }
    }
}

/// A round with somebody unseated is not published over their head: it is held, and directors see why.
fn publish(tournament: &Tournament, round: RoundNumber, now: Timestamp) -> Vec<Fact> {
    let draft = known_round(tournament, round);
    if rounds::unpaired(tournament, draft).is_empty() {
        return vec![rounds::published(tournament, draft, now)];
    }
    vec![Fact::RoundHeld {
        tournament: tournament.id,
        round,
    }]
}

/// Settles every board of a round that is due in the same way, so that the channel hears of them together.
fn settle(society: &Society, at: BoardRef, now: Timestamp, outcome: Outcome) -> Vec<Fact> {
    let tournament = known(society, at.tournament);
    let boards = known_round(tournament, at.round).boards.iter();
    let out_of_sight = society.out_of_sight();
    let free = boards.filter(|board| out_of_sight.lets_settle(tournament, board));
    free.filter_map(|board| {
        let status = outcome(board, now)?;
        Some(Fact::BoardMoved {
            board: BoardRef {
                board: board.number,
                ..at
            },
            status,
        })
    })
    .collect()
}

/// What a moment makes of a board, where it is due.
type Outcome = fn(&Board, Timestamp) -> Option<BoardStatus>;

fn cut_off(board: &Board, now: Timestamp) -> Option<BoardStatus> {
    board
        .cutoff_due()
        .filter(|due| *due <= now)
        .map(|_| cutoff_outcome(board, now))
}

/// What the cutoff makes of an unplayed board (DAL III, SPEC R-16).
pub fn cutoff_outcome(board: &Board, now: Timestamp) -> BoardStatus {
    let here = |color: Color| board.check_ins[color].is_some();
    let provisional = |result| BoardStatus::Provisional {
        verdict: Verdict::unplayed(result),
        ground: Ground::Cutoff,
    };
    match (here(Color::White), here(Color::Black)) {
        (true, true) => BoardStatus::MustPlay,
        _ if somebody_is_excused(&board.excuses) => BoardStatus::WithDirector {
            since: now,
            cause: HandedOver::Excused,
        },
        (true, false) => provisional(BoardResult::Forfeit {
            loser: Color::Black,
        }),
        (false, true) => provisional(BoardResult::Forfeit {
            loser: Color::White,
        }),
        (false, false) => provisional(BoardResult::DoubleForfeit),
    }
}

/// What the deadline makes of a board (DAL IV.a, SPEC ).
fn expire(board: &Board, now: Timestamp) -> Option<BoardStatus> {
    if board.deadline_due().is_none_or(|due| due > now) {
        return None;
    }
    let handed_over = |cause| BoardStatus::WithDirector { since: now, cause };
    match &board.status {
        BoardStatus::Unplayed => Some(handed_over(HandedOver::InProgress)),
        // A game both say is going on is never settled by the clock, whatever the cutoff saw before (SPEC R-18).
        BoardStatus::MustPlay
        | BoardStatus::Provisional {
            ground: Ground::Cutoff,
            ..
        } if board.is_in_progress() => Some(handed_over(HandedOver::InProgress)),
        BoardStatus::MustPlay if somebody_is_excused(&board.excuses) => {
            Some(handed_over(HandedOver::Excused))
        }
        BoardStatus::MustPlay => {
            let verdict = Verdict::unplayed(BoardResult::DoubleForfeit);
            Some(BoardStatus::Final {
                verdict,
                ground: Ground::NoReport,
            })
        }
        BoardStatus::Provisional { verdict, ground } => Some(BoardStatus::Final {
            verdict: *verdict,
            ground: *ground,
        }),
        BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => None,
    }
}

/// Drawn boards of a knockout are played on. Where one of the two has left meanwhile, the other one goes on.
fn play_on(tournament: &Tournament, round: RoundNumber, now: Timestamp) -> Vec<Fact> {
    let boards = known_round(tournament, round).boards.iter();
    let mut facts = Vec::new();
    let mut left = Vec::new();
    for board in boards.filter(|board| tournament.lacks_winner(board)) {
        let at = BoardRef {
            tournament: tournament.id,
            round,
            board: board.number,
        };
        facts.push(Fact::FurtherGame { board: at, at: now });
        left.extend(rulings::given_up_meanwhile(tournament, at, &facts));
    }
    if left.is_empty() {
        return facts;
    }
    facts.extend(left);
    rounds::redraw(tournament, facts)
}

/// A reminder about every board of the round for which it is due. One that a later reminder has overtaken, or whose
/// cutoff is over, is only noted.
fn remind(
    tournament: &Tournament,
    round: RoundNumber,
    reminder: Reminder,
    now: Timestamp,
) -> Vec<Fact> {
    let window = tournament.settings.checkin_window;
    let played = known_round(tournament, round);
    let due = |board: &Board| -> Vec<Reminder> {
        let due = board.reminders_due(window, played.published_at());
        let mut due: Vec<_> = due.filter(|(moment, _)| *moment <= now).collect();
        due.sort();
        due.into_iter().map(|(_, reminder)| reminder).collect()
    };
    let (mut send, mut skip) = (Vec::new(), Vec::new());
    for board in &played.boards {
        let due = due(board);
        if !due.contains(&reminder) {
            continue;
        }
        let useful = due.last() == Some(&reminder) && !has_passed(board.timing.cutoff, now);
        if useful {
            send.push(board.number)
        } else {
            skip.push(board.number)
        }
    }
    let fact = |boards: Vec<BoardNumber>, usefulness| {
        let tournament = tournament.id;
        (!boards.is_empty()).then_some(Fact::Reminded {
            tournament,
            round,
            boards,
            reminder,
            usefulness,
        })
    };
    fact(send, Usefulness::Send)
        .into_iter()
        .chain(fact(skip, Usefulness::Skip))
        .collect()
}

fn remind_directors(tournament: &Tournament, round: RoundNumber, now: Timestamp) -> Vec<Fact> {
    let every = tournament.settings.dispute_reminder;
    let due = |board: &&Board| board.directors_due(every).is_some_and(|due| due <= now);
    let boards = known_round(tournament, round)
        .boards
        .iter()
        .filter(due)
        .map(|board| board.number)
        .collect();
    vec![Fact::DirectorsReminded {
        tournament: tournament.id,
        round,
        boards,
        at: now,
    }]
}

/// Closing registration later, for a time the bot could not take any (SPEC R-17, in spirit).
pub fn close_later(tournament: &Tournament, closes: Timestamp) -> Fact {
    Fact::SettingChanged {
        tournament: tournament.id,
        setting: Setting::RegistrationCloses(Some(closes)),
    }
}
