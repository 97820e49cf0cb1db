//! Why the moves of a game are not taken, and what to do about it.

use super::Why;
use crate::game::{Fault, Gap, Reason};
use crate::phrasing::games;
use crate::tournament::{MovesRead, SCORE_BYTES_MAX, ScoreRefusal};

pub(super) fn refusal(why: &Why<'_>, refusal: &ScoreRefusal) -> String {
    let mark = why.mark();
    match refusal {
        ScoreRefusal::NotYours { board } => format!(
            "The moves of {}.{} are for its two players and directors to send. {mark}game {}.{} shows them.",
            board.round, board.board, board.round, board.board
        ),
        ScoreRefusal::NoGame { tournament } => format!(
            "You have had no game in {} so far, so there are no moves of yours to send. See those of others with {mark}game ROUND.BOARD.",
            why.event(*tournament)
        ),
        ScoreRefusal::InPrivate => {
            "Send me moves in a private message: they take many lines.".to_owned()
        }
        ScoreRefusal::NothingSent => format!(
            "You are not sending me a game. Say {mark}game in private, then the moves in as many lines as you like, then end."
        ),
        ScoreRefusal::TooLong => format!(
            "That is more than {} kilobytes, and no game is so long. Say discard, and send the moves without comments.",
            SCORE_BYTES_MAX / 1024
        ),
        ScoreRefusal::Several { games } => format!(
            "There are {games} games in what you sent. Say end 1, end 2 and so on for the one you mean, or discard."
        ),
        ScoreRefusal::NoMoves { fault: None } => {
            "I find no moves in what you sent. Send them like 1. e4 e5 2. Nf3 Nc6, then say end."
                .to_owned()
        }
        ScoreRefusal::NoMoves { fault: Some(fault) } => format!(
            "I cannot read the first move: {}. Say discard, and send the moves like 1. e4 e5 2. Nf3 Nc6.",
            games::fault(fault)
        ),
        ScoreRefusal::Faulty { fault, plies, gap } => faulty(fault, *plies, *gap),
        ScoreRefusal::BeginningLost => {
            "What you sent before that did not reach me. Say game, then send the moves again from the start."
                .to_owned()
        }
        ScoreRefusal::Gap { ply, gap, read } => lacking(*ply, *gap, read),
        ScoreRefusal::NumbersOff { ply, read } => format!(
            "The move numbers do not count {}, so a line may be missing. {}",
            games::from(*ply),
            all_of_it(read)
        ),
        ScoreRefusal::Foreign { language, plies } => format!(
            "With the pieces' letters in {language} it makes sense: {}. Say end anyway if that is right, or discard.",
            games::half_moves(*plies)
        ),
    }
}

fn faulty(fault: &Fault, plies: usize, gap: Option<Gap>) -> String {
    let readable = format!(
        "I can read {}, then: {}.",
        games::half_moves(plies),
        games::fault(fault)
    );
    let anyway = "end anyway keeps it up to there and shows the director.";
    match gap {
        Some(gap) => format!(
            "{} {readable} Say discard and send the game again; {anyway}",
            way_lost(gap)
        ),
        None if fault.reason == Reason::Truncated => format!(
            "{readable} Send what is missing and say end again, or discard and send it anew; {anyway}"
        ),
        // Nothing that comes behind it would put that right.
        None => format!("{readable} Say discard and send the game anew; {anyway}"),
    }
}

/// What happened to a text on its way.
fn way_lost(gap: Gap) -> &'static str {
    match gap {
        Gap::Lost => "Some of what you sent did not reach me.",
        Gap::Unheard => "I was away while you sent it, and may have missed some of it.",
        Gap::Cut => "A line of it is as long as IRC allows, and may have been longer.",
    }
}

fn lacking(ply: usize, gap: Gap, read: &MovesRead) -> String {
    match gap {
        Gap::Lost => format!(
            "Some of what you sent did not reach me, {}, and moves may be among it. Say discard and send the game again; end anyway keeps it up to there and shows the director.",
            games::after(ply)
        ),
        Gap::Unheard => format!(
            "I was away {}, and do not know whether you sent anything then. {}",
            games::after(ply),
            all_of_it(read)
        ),
        Gap::Cut => format!(
            "A line that ends {} is as long as IRC allows, and what was longer is cut off. {}",
            games::after(ply),
            all_of_it(read)
        ),
    }
}

fn all_of_it(read: &MovesRead) -> String {
    format!(
        "{} If that is all of it, say end anyway; or discard and send it anew.",
        have(read)
    )
}

fn have(read: &MovesRead) -> String {
    format!(
        "I have {}, the last {}.",
        games::half_moves(read.plies),
        read.last
    )
}
