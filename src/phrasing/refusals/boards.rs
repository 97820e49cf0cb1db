//! Reports, check-ins and rulings that cannot be taken.

use super::super::pack::listed;
use super::super::time::from_now;
use super::super::words::{Seat, color_word, outcome_score, own_word, verdict as verdict_words};
use super::Why;
use crate::tournament::{BoardRef, Refusal};
use crate::vocabulary::{Color, Outcome, RoundNumber, TournamentId};

impl Why<'_> {
    fn seat(&self, at: BoardRef) -> Option<Seat<'_>> {
        Seat::find(self.society, at)
    }

    /// `round 2, board 1 of SPRING OPEN (Rook - Pawn)`.
    fn board(&self, at: BoardRef) -> String {
        match self.seat(at) {
            Some(seat) => format!("{} ({})", seat.label(), seat.pairing()),
            None => format!("board {}.{}", at.round, at.board),
        }
    }

    fn opponent(&self, at: BoardRef) -> String {
        let seat = self.seat(at);
        let name = seat.and_then(|seat| {
            let color = self.reader.color_at(seat.tournament, seat.board)?;
            Some(seat.name(!color).to_owned())
        });
        name.unwrap_or_else(|| "your opponent".to_owned())
    }
}

pub(super) fn refusal(why: &Why<'_>, refusal: &Refusal) -> String {
    let mark = why.mark();
    match refusal {
        Refusal::UnknownBoard { written } if !written.contains('.') => format!(
            "There is no round {written} to be seen. For the newest one, say {mark}pairings."
        ),
        Refusal::UnknownBoard { written } => format!(
            "There is no {written}. Boards are named ROUND.BOARD, such as 2.1; say {mark}pairings for the list."
        ),
        Refusal::WhichBoard { candidates, .. } if candidates.is_empty() => {
            "No board of the current round was ruled on. Name the one you mean, such as undo 2.1."
                .to_owned()
        }
        Refusal::WhichBoard { candidates, .. } => {
            let boards: Vec<String> = candidates
                .iter()
                .map(|at| format!("{}.{}", at.round, at.board))
                .collect();
            format!(
                "More than one board comes into question: {}. Name the one you mean.",
                listed(&boards)
            )
        }
        Refusal::NoBoard {
            tournament,
            round,
            bye,
        } => no_board(why, *tournament, *round, *bye),
        Refusal::NotYourGame { own } => match own {
            Some(own) => format!(
                "That is not your game. Yours is {}: say {mark}report won, lost or drew.",
                why.board(*own)
            ),
            None => format!(
                "That is not your game, and you have none open. Only the two players and directors report a game; {mark}pairings shows them."
            ),
        },
        Refusal::SamePlayerTwice { board } => format!(
            "You named the same player twice. Yours is {}: say {mark}report won, lost or drew.",
            why.board(*board)
        ),
        Refusal::ColorsContradict { board, color, said } => {
            colors_contradict(why, *board, *color, *said)
        }
        Refusal::WhoWon { board } => format!(
            "{} is a game after a drawn one, whose colours I do not know. Say {mark}report won or {mark}report lost.",
            why.board(*board)
        ),
        Refusal::AlreadyReported { board, outcome } => format!(
            "You reported {} for {} before, and that is noted. To change it, {mark}report the right result.",
            outcome_score(*outcome),
            why.board(*board)
        ),
        Refusal::BoardSettled { board, verdict } => format!(
            "{} has its result: {}. If it is wrong, ask a director.",
            why.board(*board),
            verdict_words(*verdict)
        ),
        Refusal::BoardRuled { board, verdict, by } => format!(
            "{by} ruled {}: {}. The ruling stands; talk to {by} if it is wrong.",
            why.board(*board),
            verdict_words(*verdict)
        ),
        Refusal::NothingToConfirm { board } => format!(
            "{} has not reported {} yet, so there is nothing to confirm. Say {mark}report won, lost or drew yourself.",
            why.opponent(*board),
            why.board(*board)
        ),
        Refusal::NotDisputed { board } => format!(
            "{} is not disputed, so nothing needs explaining. If a report is wrong, {mark}report the right one.",
            why.board(*board)
        ),
        Refusal::NotInterrupted { board } => format!(
            "{} is not marked as interrupted. If you are playing, say {mark}playing; if the connection broke, {mark}interrupted.",
            why.board(*board)
        ),
        Refusal::AlreadyMarked { board } => format!(
            "You said so before for {}, and it is noted. When the game is over, {mark}report it.",
            why.board(*board)
        ),
        Refusal::NothingToUndo { board } => format!(
            "{} has no ruling to take back. To rule, say result ROUND.BOARD RESULT reason.",
            why.board(*board)
        ),
        Refusal::CheckInInChannel
        | Refusal::CheckInTooEarly { .. }
        | Refusal::AlreadyCheckedIn { .. }
        | Refusal::CheckInNotNeeded { .. } => check_in(why, refusal),
        other => unreachable!("{other:?} is explained elsewhere"),
    }
}

fn check_in(why: &Why<'_>, refusal: &Refusal) -> String {
    match refusal {
        Refusal::CheckInInChannel => {
            "Check-ins count in the channel only, where everybody can see them: say !present there."
                .to_owned()
        }
        Refusal::CheckInTooEarly {
            board,
            opens_at,
            cutoff,
        } => {
            let clock = why.clock(board.tournament);
            format!(
                "It is too early to check in for {}. Say !present again from {}, {}, to {}, or play before.",
                why.board(*board),
                clock.short(*opens_at),
                from_now(why.reader.now, *opens_at),
                clock.brief(*cutoff)
            )
        }
        Refusal::AlreadyCheckedIn { board, color, at } => format!(
            "{} checked in already for {}, since {}. It holds over nick changes, quits and splits.",
            who_is(why, *board, *color),
            why.board(*board),
            why.clock(board.tournament).to_the_second(*at)
        ),
        Refusal::CheckInNotNeeded { board } => format!(
            "{} needs no check-in: a result is reported, or the game is going on. Say !me to see where it stands.",
            why.board(*board)
        ),
        other => unreachable!("{other:?} is not about a check-in"),
    }
}

/// `You are`, or the player's name.
fn who_is(why: &Why<'_>, board: BoardRef, color: Color) -> String {
    match why.seat(board) {
        Some(seat) if why.reader.color_at(seat.tournament, seat.board) != Some(color) => {
            format!("{} is", seat.name(color))
        }
        Some(_) | None => "You are".to_owned(),
    }
}

fn no_board(why: &Why<'_>, id: TournamentId, round: Option<RoundNumber>, bye: bool) -> String {
    let event = why.event(id);
    match (round, bye) {
        (Some(round), true) => format!(
            "You have a bye in round {round} of {event}: there is nothing to play, report or check in for. The next round names your opponent."
        ),
        (Some(round), false) => format!(
            "You have no board in round {round} of {event}. You are paired from the next round on, if you are in; {}me tells.",
            why.mark()
        ),
        (None, _) => format!(
            "{event} has no round yet. You are told when one is published; {}info tells when.",
            why.mark()
        ),
    }
}

/// Names in an order that contradicts the pairing are never stored blindly (CASES T1): each reading has its command.
fn colors_contradict(why: &Why<'_>, board: BoardRef, color: Color, said: Outcome) -> String {
    let mark = why.mark();
    // As it was written the speaker had the other colour.
    let own = own_word(said, !color);
    let (as_paired, meaning) = match said.winner() {
        Some(winner) if winner == !color => (Outcome::win_of(color), "win"),
        Some(_) => (Outcome::win_of(!color), "lose"),
        None => (Outcome::Draw, "draw"),
    };
    let other_reading = match said {
        Outcome::Draw => String::new(),
        Outcome::WhiteWins | Outcome::BlackWins => {
            let other = if own == "won" { "lost" } else { "won" };
            format!(" Neither? Say {mark}report {other}.")
        }
    };
    format!(
        "You had {} in {}. Did you {meaning} ({})? Then say {mark}report {own}. Were the colours swapped? Then say {mark}report {own} swapped.{other_reading}",
        color_word(color),
        why.board(board),
        outcome_score(as_paired),
    )
}
