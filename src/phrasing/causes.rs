//! Why a round cannot be paired, in words.

use super::pack::listed;
use crate::tournament::{CannotDraw, Tournament};

/// The cause as half a sentence; players are named where the tournament is known, else numbered.
pub(super) fn cannot_draw_words(tournament: Option<&Tournament>, cause: &CannotDraw) -> String {
    match cause {
        CannotDraw::TooFewPlayers => "fewer than two players are left to pair".to_owned(),
        CannotDraw::RoundsAreOver => "all rounds are paired".to_owned(),
        CannotDraw::NobodyMayHaveTheBye => {
            "the number of players is odd and everybody has had a bye".to_owned()
        }
        CannotDraw::NoOpponentLeft { players } => {
            let names: Vec<String> = players
                .iter()
                .map(|entry| match tournament {
                    Some(tournament) => tournament.name_of(*entry).to_owned(),
                    None => format!("no. {entry}"),
                })
                .collect();
            format!("no opponent is left for {}", listed(&names))
        }
        CannotDraw::NoCompletePairing => {
            "no set of pairs covers everybody without a second meeting".to_owned()
        }
        CannotDraw::TooEntangled => {
            "too many players have met already to find the right pairs in time".to_owned()
        }
        CannotDraw::NoWinner { round, board } => {
            format!("board {round}.{board} has no winner who could go on")
        }
    }
}
