//! Moves in as few lines as they fit.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

use super::facts::position_of_fen;
use super::notation::{MoveNumber, sans};
use super::score::{Gamescore, Marker, Start};
use crate::vocabulary::{Color, Outcome};

/// The moves in lines of at most this many bytes: `1.e4 e5 2.Nf3 Nc6`. A line never ends between the two moves of a
/// number, so each begins with a number, unless a move alone is longer than that.
pub fn short_lines(score: &Gamescore, result: Option<Marker>, bytes_max: usize) -> Vec<String> {
    let mut pairs = pairs(&score.start, &score.moves);
    pairs.extend(result.map(|result| token(result).to_owned()));
    let mut lines: Vec<String> = Vec::new();
    for pair in pairs {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + pair.len() <= bytes_max => {
                line.push(' ');
                line.push_str(&pair);
            }
            Some(_) | None => lines.push(pair),
        }
    }
    lines
}

/// The result that is [written](token) like this.
pub fn marker(token: &str) -> Option<Marker> {
    match token {
        "1-0" => Some(Marker::Decided(Outcome::WhiteWins)),
        "1/2-1/2" => Some(Marker::Decided(Outcome::Draw)),
        "0-1" => Some(Marker::Decided(Outcome::BlackWins)),
        "0-0" => Some(Marker::BothLost),
        "*" => Some(Marker::Unfinished),
        _ => None,
    }
}

/// The moves with their numbers, both of a number together; the first may be Black's alone: `12...Nf6`.
fn pairs(start: &Start, moves: &[Move]) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    for (index, san) in sans(start, moves).into_iter().enumerate() {
        let number = MoveNumber::of(start, index + 1);
        match (number.side, pairs.last_mut()) {
            (Color::Black, Some(pair)) => {
                pair.push(' ');
                pair.push_str(&san);
            }
            (Color::White, _) | (Color::Black, None) => pairs.push(format!("{number}{san}")),
        }
    }
    pairs
}

/// Moves that an engine found from a position on, as UCI writes them (`e2e4`), in the notation of people and in one line: at most this
/// many, and only as far as they are possible. It is empty where not even the first is, or the position is none.
pub fn engine_line(fen: &str, uci: &[String], plies_max: usize) -> String {
    let Ok((start, _)) = position_of_fen(fen) else {
        return String::new();
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for written in uci.iter().take(plies_max) {
        let read = UciMove::from_ascii(written.as_bytes());
        let Some(found) = read.ok().and_then(|read| read.to_move(&position).ok()) else {
            break;
        };
        position.play_unchecked(found);
        moves.push(found);
    }
    pairs(&Start::Setup(Box::new(start)), &moves).join(" ")
}

/// A result as it is written for people.
pub fn token(result: Marker) -> &'static str {
    match result {
        Marker::Decided(Outcome::WhiteWins) => "1-0",
        Marker::Decided(Outcome::Draw) => "1/2-1/2",
        Marker::Decided(Outcome::BlackWins) => "0-1",
        Marker::BothLost => "0-0",
        Marker::Unfinished => "*",
    }
}
