//! What an engine says of a position a director adjudicates: advice, and said to be no more than that.

use super::games::side;
use super::pack::counted;
use super::words::{Seat, sentence};
use crate::game;
use crate::ports::{EngineScore, EngineTrouble, Evaluation};
use crate::tournament::{BoardRef, Society};
use crate::vocabulary::{Color, Span};

/// Said of a position that cannot arise, where there is an engine.
pub const ENGINE_SPARED: &str = "No engine is asked about a position that no game can bring.";

/// The most half-moves of an engine's line that are told: six moves of each side.
const PLIES_MAX: usize = 12;

/// A position that an engine looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookedAt {
    /// Of which game.
    pub board: BoardRef,
    /// The position.
    pub fen: String,
    /// Whose move it is.
    pub turn: Color,
}

/// Said when an engine looks at a position, after this many others.
pub fn engine_looks(time: Span, before: usize) -> String {
    match before {
        0 => format!("An engine looks at it for {time} now; its advice follows."),
        _ => format!(
            "An engine looks at it for {time} after {}; its advice follows.",
            counted(before, "other position")
        ),
    }
}

/// Said when an engine has enough to look at.
pub fn engine_busy(waiting: usize) -> String {
    format!(
        "The engine has {} to look at already. For its advice, ask me again in a minute.",
        counted(waiting, "position")
    )
}

/// The engine's answer, for the director who asked. Nothing where the board is gone meanwhile.
pub fn advice(
    society: &Society,
    position: &LookedAt,
    answer: &Result<Evaluation, EngineTrouble>,
) -> Vec<String> {
    let Some(seat) = Seat::find(society, position.board) else {
        return Vec::new();
    };
    let about = format!("{}, {}", seat.label(), seat.pairing());
    match answer {
        Ok(evaluation) => vec![
            format!(
                "{}, as {} sees it{}",
                sentence(&about),
                evaluation.engine,
                view(evaluation, position)
            ),
            format!(
                "That is advice on the position alone. The ruling is yours: result {} RESULT reason.",
                seat.code()
            ),
        ],
        Err(trouble) => vec![format!(
            "The engine has no advice on {about}: {}. The ruling is yours: result {} RESULT reason.",
            why_not(trouble),
            seat.code()
        )],
    }
}

/// ` at depth 24: +1.35 (pawns, from White's side). It would go on 12.Nf3 d5.`
fn view(evaluation: &Evaluation, position: &LookedAt) -> String {
    let depth = match evaluation.depth {
        Some(depth) => format!(" at depth {depth}"),
        None => String::new(),
    };
    let score = match evaluation.score {
        Some(score) => judgement(score, position.turn),
        None => "no evaluation".to_owned(),
    };
    let line = game::engine_line(&position.fen, &evaluation.line, PLIES_MAX);
    let line = match line.as_str() {
        "" => String::new(),
        line => format!(" It would go on {line}."),
    };
    format!("{depth}: {score}.{line}")
}

/// A judgement from White's side, whoever is to move.
fn judgement(score: EngineScore, turn: Color) -> String {
    let (winner, moves) = match score {
        EngineScore::Mates(moves) => (turn, moves),
        EngineScore::IsMated(moves) => (!turn, moves),
        EngineScore::Centipawns(score) => {
            let for_white = match turn {
                Color::White => i64::from(score),
                Color::Black => -i64::from(score),
            };
            let sign = match for_white {
                1.. => "+",
                0 => "",
                _ => "-",
            };
            let (pawns, rest) = (for_white.abs() / 100, for_white.abs() % 100);
            return format!("{sign}{pawns}.{rest:02} (pawns, from White's side)");
        }
    };
    format!("mate in {moves} for {}", side(winner))
}

fn why_not(trouble: &EngineTrouble) -> String {
    match trouble {
        EngineTrouble::NotStarted { cause } => format!("it cannot be started ({cause})"),
        EngineTrouble::Ended => "it ended without an answer".to_owned(),
        EngineTrouble::Silent => "it did not answer in time".to_owned(),
        EngineTrouble::Floods => "it talked without an end and was stopped".to_owned(),
        EngineTrouble::Nothing => "it answered without an evaluation and without a move".to_owned(),
        EngineTrouble::Gone => "it cannot be asked now".to_owned(),
    }
}
