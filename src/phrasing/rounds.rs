//! Rounds: paired, held, published, moved in time, closed.

use super::causes::cannot_draw_words;
use super::life::{Detail, standings_lines};
use super::notices::{Notices, Topic};
use super::pack::{LINE_MAX, listed, pack_after};
use super::time::Clock;
use super::words::{Seat, boards_of, bye_in, color_word, round_items, round_of};
use crate::ports::NoticeKind;
use crate::tournament::{
    Actor, CannotDraw, Fact, MoveGround, NextRound, Pace, PairedBy, Round, RoundStage, Tournament,
    has_passed,
};
use crate::vocabulary::{BoardNumber, Color, RoundNumber, Span, Timestamp, TournamentId};

/// A round was paired: directors see it first (SPEC R-12).
pub(super) fn round_paired(
    notices: &mut Notices<'_>,
    id: TournamentId,
    number: RoundNumber,
    by: PairedBy,
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let Some(round) = tournament.round(number).filter(|round| !round.is_public()) else {
        return;
    };
    let until = draft_publish_at(round);
    // Without a pause it is published in the same moment: nothing can be changed any more.
    if until.is_some() && tournament.settings.publish_pause <= Span::ZERO {
        return;
    }
    let who = match by {
        PairedBy::System => "is paired",
        PairedBy::Hand => "was changed by hand",
    };
    notices.directors(tournament, until, |clock| {
        let head = format!("Round {number} of {} {who}", tournament.settings.name);
        let tail = format!("{} {DRAFT_WORDS}", publishing_words(round, clock));
        let items = round_items(tournament, round);
        let whole = format!("{head}: {}. {tail}", items.join(", "));
        if whole.len() <= LINE_MAX {
            whole
        } else {
            format!(
                "{head}: {} boards, {} byes; preview shows them. {tail}",
                round.boards.len(),
                round.byes.len()
            )
        }
    });
}

/// What a director can do with a draft.
pub(super) const DRAFT_WORDS: &str =
    "To change it: preview, swap A B, pair W B, bye NICK, hold, publish.";

fn draft_publish_at(round: &Round) -> Option<Timestamp> {
    match round.stage {
        RoundStage::Draft { publish_at } => publish_at,
        RoundStage::Published { .. } | RoundStage::Closed { .. } => None,
    }
}

/// When a draft goes out.
pub(super) fn publishing_words(round: &Round, clock: Clock) -> String {
    match draft_publish_at(round) {
        Some(at) => format!("It is published {}.", clock.short(at)),
        None => "It waits until a director says publish.".to_owned(),
    }
}

/// No legal pairing exists.
pub(super) fn pairing_impossible(
    notices: &mut Notices<'_>,
    id: TournamentId,
    round: RoundNumber,
    cause: &CannotDraw,
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let next = match tournament.draft_round() {
        Some(_) => {
            "The draft is held as it was: change it with pair W B, swap A B or bye NICK, then publish."
        }
        None => match cause {
            CannotDraw::NobodyMayHaveTheBye => {
                "Say who sits out with bye NICK (half, full or zero), admit or reenter somebody, or end with tournament finish."
            }
            CannotDraw::TooFewPlayers
            | CannotDraw::RoundsAreOver
            | CannotDraw::NoOpponentLeft { .. }
            | CannotDraw::NoCompletePairing
            | CannotDraw::TooEntangled => {
                "Admit or reenter players, or end with tournament finish."
            }
            CannotDraw::NoWinner { .. } => {
                "A drawn board needs a tie-break: have the two play on until one has won, then say result ROUND.BOARD RESULT reason."
            }
        },
    };
    if tournament.draft_round().is_none() {
        let event = &tournament.settings.name;
        notices.channel(
            Topic::lasting(NoticeKind::Announcement),
            format!("Round {round} of {event} cannot be paired as it is; the directors decide how it goes on."),
        );
    }
    notices.directors(tournament, None, |_| {
        format!(
            "Round {round} of {} cannot be paired by the rules: {}. {next}",
            tournament.settings.name,
            cannot_draw_words(Some(tournament), cause)
        )
    });
}

/// A director holds the draft back: the others should know.
pub(super) fn round_held(notices: &mut Notices<'_>, id: TournamentId, round: RoundNumber) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let explained = notices.facts.iter().any(|fact| {
        matches!(fact, Fact::PairingImpossible { tournament: of, round: number, .. } if (*of, *number) == (id, round))
    });
    if explained {
        return;
    }
    let event = &tournament.settings.name;
    let text = match notices.actor {
        // The clock holds a round only where publishing it would leave somebody without a place.
        Actor::Clock => format!(
            "Round {round} of {event} is held: {} would have neither opponent nor bye. Say preview, then change who is in or the draft, and publish.",
            without_place(tournament, round)
        ),
        Actor::Account { name, .. } => format!(
            "{name} holds round {round} of {event} back. It goes out when a director says publish."
        ),
        Actor::Operator | Actor::Stranger { .. } | Actor::Unchecked { .. } => format!(
            "Round {round} of {event} is held back. It goes out when a director says publish."
        ),
    };
    notices.directors(tournament, None, |_| text.clone());
}

/// Who is in and has no place in a round.
fn without_place(tournament: &Tournament, number: RoundNumber) -> String {
    let Some(round) = tournament.round(number) else {
        return "somebody".to_owned();
    };
    let names: Vec<String> = tournament
        .active_entries()
        .filter(|entry| {
            entry.first_round <= number
                && round.board_of(entry.number).is_none()
                && round.bye_of(entry.number).is_none()
        })
        .map(|entry| entry.name.clone())
        .collect();
    if names.is_empty() {
        "somebody".to_owned()
    } else {
        listed(&names)
    }
}

/// A round is being played: the channel gets all pairings, each player their own.
pub(super) fn round_published(
    notices: &mut Notices<'_>,
    id: TournamentId,
    number: RoundNumber,
    (cutoff, deadline): (Timestamp, Timestamp),
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let Some(round) = tournament.round(number) else {
        return;
    };
    let topic = Topic::until(NoticeKind::Pairing, deadline);
    if round.boards.is_empty() {
        // The end of a knockout whose other half is empty: somebody goes through without a game.
        let head = format!(
            "{}, {}, has no game:",
            tournament.settings.name,
            round_of(tournament, number)
        );
        notices.channel_lines(
            topic,
            pack_after(&head, &round_items(tournament, round), ", ", LINE_MAX),
        );
        return tell_byes(notices, tournament, round);
    }
    let clock = Clock::of(tournament);
    let head = format!(
        "{}, {}: play and report by {}. Who has not played by {} says !present here before then. \
        The pairings, white first:",
        tournament.settings.name,
        round_of(tournament, number),
        clock.full(deadline),
        clock.brief(cutoff),
    );
    // The boards begin behind the announcement: at DALnet's pace a line saved is five seconds.
    let lines = pack_after(&head, &round_items(tournament, round), ", ", LINE_MAX);
    notices.channel_lines(topic, lines);
    for board in &round.boards {
        let seat = Seat {
            tournament,
            round,
            board,
        };
        notices.both(seat, topic, |color, clock| own_pairing(seat, color, clock));
    }
    tell_byes(notices, tournament, round);
}

fn tell_byes(notices: &mut Notices<'_>, tournament: &Tournament, round: &Round) {
    for bye in &round.byes {
        notices.player(
            tournament,
            bye.player,
            Topic::lasting(NoticeKind::Pairing),
            |_| {
                format!(
                    "Round {} of {}: you have a {}. You need not play, report or check in this round.",
                    round.number,
                    tournament.settings.name,
                    bye_in(tournament, round, bye)
                )
            },
        );
    }
}

/// A player's own pairing, short enough for a memo.
fn own_pairing(seat: Seat<'_>, color: Color, clock: Clock) -> String {
    let stake = if seat.is_for_third_place() {
        " for the third place"
    } else {
        ""
    };
    format!(
        "{} round {}: you have {} against {}{stake} (board {}). Play by {}, then !report won, lost or drew. \
         Not played by {}? Say !present in the channel before that.",
        seat.event(),
        seat.round.number,
        color_word(color),
        seat.name(!color),
        seat.board.number,
        clock.short(seat.board.timing.deadline),
        clock.brief(seat.board.timing.cutoff),
    )
}

/// Cutoffs and deadlines that moved together.
pub(super) struct Moved<'a> {
    pub(super) tournament: TournamentId,
    pub(super) round: RoundNumber,
    pub(super) boards: &'a [BoardNumber],
    pub(super) cutoff: Timestamp,
    pub(super) deadline: Timestamp,
    pub(super) at: Timestamp,
    pub(super) ground: &'a MoveGround,
}

/// Cutoff and deadline moved, by a director or to make an absence of the bot good.
pub(super) fn timing_moved(notices: &mut Notices<'_>, moved: &Moved<'_>) {
    let Some(tournament) = notices.society.tournament(moved.tournament) else {
        return;
    };
    let Some(round) = tournament.round(moved.round) else {
        return;
    };
    let which = format!(
        "{}, round {}{}",
        tournament.settings.name,
        moved.round,
        boards_of(round, moved.boards)
    );
    let clock = Clock::of(tournament);
    let new_times = |clock: Clock| {
        // A cutoff that is over stays over: only the time to play is new.
        if has_passed(moved.cutoff, moved.at) {
            return format!("play and report by {}", clock.short(moved.deadline));
        }
        format!(
            "check in by {}, play and report by {}",
            clock.short(moved.cutoff),
            clock.brief(moved.deadline)
        )
    };
    let topic = Topic::until(NoticeKind::Announcement, moved.deadline);
    match moved.ground {
        MoveGround::Director { by, reason } => {
            notices.channel(
                topic,
                format!(
                    "{which}: new times by {by} ({reason}): {}.",
                    new_times(clock)
                ),
            );
            for number in moved.boards {
                let Some(board) = round.board(*number) else {
                    continue;
                };
                let seat = Seat {
                    tournament,
                    round,
                    board,
                };
                notices.both(seat, topic, |color, clock| {
                    format!(
                        "Your game against {} ({}) has new times: {}. Reason given by {by}: {reason}",
                        seat.name(!color),
                        seat.label(),
                        new_times(clock)
                    )
                });
            }
        }
        MoveGround::Absence { from, until } => {
            notices.channel(
                topic,
                format!(
                    "I could not see everybody from {} to {}, and nobody loses by that. {which}: {}.",
                    clock.short(*from),
                    clock.brief(*until),
                    new_times(clock)
                ),
            );
            notices.directors(tournament, Some(moved.deadline), |clock| {
                format!(
                    "I was away from {} to {}; {which}: {}. To overrule, say extend {} DURATION reason; a negative one shortens.",
                    clock.short(*from),
                    clock.brief(*until),
                    new_times(clock),
                    extend_target(round, moved),
                )
            });
        }
    }
}

/// What a director writes behind `extend` for the boards that moved.
fn extend_target(round: &Round, moved: &Moved<'_>) -> String {
    match moved.boards {
        [only] if round.boards.len() > 1 => format!("{}.{only}", moved.round),
        [] | [_] | [_, ..] => moved.round.to_string(),
    }
}

/// A round is over: what comes next, and the standings.
pub(super) fn round_closed(
    notices: &mut Notices<'_>,
    id: TournamentId,
    number: RoundNumber,
    at: Timestamp,
) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let topic = Topic::lasting(NoticeKind::Announcement);
    let over = format!("Round {number} of {} is over.", tournament.settings.name);
    let last = number.0 >= tournament.rounds_total();
    if last && tournament.rounds.iter().all(is_over) {
        // The tournament ends in the same breath, with the final standings.
        notices.channel(topic, over);
        return;
    }
    let head = format!(
        "{over} {} Standings:",
        next_round_words(notices, tournament, number, at)
    );
    notices.channel_lines(topic, standings_lines(tournament, &head, Detail::Points));
}

fn is_over(round: &Round) -> bool {
    match round.stage {
        RoundStage::Draft { .. } | RoundStage::Published { .. } => false,
        RoundStage::Closed { .. } => round.is_settled(),
    }
}

fn next_round_words(
    notices: &Notices<'_>,
    tournament: &Tournament,
    number: RoundNumber,
    at: Timestamp,
) -> String {
    if number.0 >= tournament.rounds_total() {
        return "It was the last one; the tournament ends when every board has its result."
            .to_owned();
    }
    let next = number.next();
    let published = notices.facts.iter().any(|fact| {
        matches!(fact, Fact::RoundPublished { tournament: id, round, .. } if *id == tournament.id && *round == next)
    });
    if published {
        return format!("Round {next} follows at once.");
    }
    // A director paired it without waiting for this one.
    match tournament.round(next).map(Round::is_public) {
        Some(true) => return format!("Round {next} is on."),
        Some(false) => return format!("Round {next} is paired already."),
        None => {}
    }
    let deadline = tournament.round(number).and_then(Round::deadline);
    match (tournament.settings.pairing, tournament.settings.next_round) {
        (Pace::Manual, _) => format!("A director pairs round {next}."),
        (Pace::Auto, NextRound::AtDeadline) if deadline.is_some_and(|deadline| at < deadline) => {
            let deadline = deadline.unwrap_or(at);
            format!(
                "Round {next} is paired after {}.",
                Clock::of(tournament).short(deadline)
            )
        }
        (Pace::Auto, NextRound::AtDeadline | NextRound::AtOnce) => {
            let pause = tournament.settings.publish_pause;
            if pause.as_ms() > 0 {
                format!("Round {next} is paired now and published here in about {pause}.")
            } else {
                format!("Round {next} is paired and published now.")
            }
        }
    }
}

/// The boards and byes of a draft, for the reply to who changed it.
pub(super) fn draft_lines(tournament: &Tournament, round: &Round, clock: Clock) -> Vec<String> {
    let head = format!(
        "Draft of round {} of {}. {} {DRAFT_WORDS}",
        round.number,
        tournament.settings.name,
        publishing_words(round, clock)
    );
    let mut lines = vec![head];
    lines.extend(pack_after(
        "",
        &round_items(tournament, round),
        ", ",
        LINE_MAX,
    ));
    lines
}
