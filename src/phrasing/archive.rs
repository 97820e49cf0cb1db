//! What is said of a game in a file of games: a comment before its result.

use super::games::{contradiction, place};
use crate::tournament::KeptScore;
use crate::view::archive::ArchivedGame;

/// What whoever reads the game has to know of its moves and its result, where there is anything.
pub fn comment(game: &ArchivedGame<'_>) -> Option<String> {
    let score = game.score?;
    let remarks = [
        fault(score),
        against_result(game),
        not_settled(game),
        unknown_colors(game),
    ];
    let said: Vec<String> = remarks.into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// Where the score stops making sense.
fn fault(score: &KeptScore) -> Option<String> {
    let (ply, text) = match (&score.fault, score.gamescore().fault) {
        (Some(fault), _) => (fault.ply, fault.text.clone()),
        (None, Some(spoilt)) => (spoilt.ply, spoilt.text),
        (None, None) => return None,
    };
    let by = &score.by;
    Some(match ply {
        0 => {
            format!("The score that {by} sent is of no game from the usual beginning: \"{text}\".")
        }
        _ => format!(
            "The score that {by} sent cannot be read from {} on: \"{text}\".",
            place(ply)
        ),
    })
}

/// That moves and result cannot both be right.
fn against_result(game: &ArchivedGame<'_>) -> Option<String> {
    let why = contradiction(game.contradiction()?);
    Some(format!(
        "The moves and the result do not go together: {why}."
    ))
}

fn not_settled(game: &ArchivedGame<'_>) -> Option<String> {
    (!game.is_settled()).then(|| "The result is not settled yet.".to_owned())
}

fn unknown_colors(game: &ArchivedGame<'_>) -> Option<String> {
    (!game.are_colors_known()).then(|| {
        "Nobody said who had which colour in this game after a drawn one; they are given as in the first."
            .to_owned()
    })
}
