//! Why the moves of a game are not taken, and what to do about it.

use super::Why;
use crate::game::Fault;
use crate::phrasing::games;
use crate::tournament::{SCORE_BYTES_MAX, ScoreRefusal};

pub(super) fn refusal(why: &Why<'_>, refusal: &ScoreRefusal) -> String {
    let mark = why.mark();
    match refusal {
        ScoreRefusal::NotYours { board } => format!(
            "The moves of {}.{} are for its two players and directors to send.",
            board.round, board.board
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
        ScoreRefusal::Faulty { fault, plies } => faulty(fault, *plies),
        ScoreRefusal::Foreign { language, plies } => format!(
            "With the pieces' letters in {language} it makes sense: {}. Say end anyway if that is right, or discard.",
            games::half_moves(*plies)
        ),
    }
}

fn faulty(fault: &Fault, plies: usize) -> String {
    format!(
        "I can read {}, then: {}. Send what is missing and say end again, or discard and send it anew; end anyway keeps it up to there and shows the director.",
        games::half_moves(plies),
        games::fault(fault)
    )
}
