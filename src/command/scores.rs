//! What people say about the moves of games.

use super::misread::{Expected, Misread};
use super::model::{Command, GameWords, OrderWords};
use super::words::{Words, read_number};
use crate::game::MovePlace;
use crate::vocabulary::Color;

/// The longest piece of a gamescore in one line: what IRC carries at most.
const MOVES_BYTES_MAX: usize = 1_024;

/// The longest position as FEN.
const FEN_BYTES_MAX: usize = 120;

/// `game`, `game MOVES`, `game ROUND.BOARD`, `game ROUND.BOARD send`.
pub(super) fn read_game(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.hash_here()?;
    if let Some(board) = words.board_or_none() {
        let sends = words.take_one_of(&["send", "new"]).is_some();
        let which = words.tournament_by_name()?;
        let game = if sends {
            GameWords::Send {
                board: Some(board),
                text: None,
            }
        } else {
            GameWords::Show(board)
        };
        return Ok(Command::Game(game, which));
    }
    let text = words.text_within(Expected::Moves, MOVES_BYTES_MAX)?;
    let which = words.tournament();
    Ok(Command::Game(GameWords::Send { board: None, text }, which))
}

/// `end`, `end 2`, `end anyway`.
pub(super) fn read_end(words: &mut Words<'_>) -> Result<Command, Misread> {
    let consent = words.consent();
    let number = match words.take() {
        Some(word) => Some(
            read_number(word.text).ok_or_else(|| words.unreadable(word, Expected::GameNumber))?,
        ),
        None => None,
    };
    words.end()?;
    Ok(Command::EndGame { number, consent })
}

/// `discard`
pub(super) fn read_discard(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.end()?;
    Ok(Command::DiscardGame)
}

/// `position ROUND.BOARD [MOVE]`: `24`, `24w`, `24b`, `24...`.
pub(super) fn read_position(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.hashes()?;
    let board = words.board()?;
    let place = match words.peek() {
        Some(word) if word.text.starts_with(|c: char| c.is_ascii_digit()) => {
            words.skip(1);
            Some(
                read_place(word.text)
                    .ok_or_else(|| words.unreadable(word, Expected::MoveNumber))?,
            )
        }
        Some(_) | None => None,
    };
    let which = words.tournament_by_name()?;
    Ok(Command::Position {
        board,
        place,
        which,
    })
}

/// Reads a move's number: White's by itself or with `w`, Black's with `b` or dots.
fn read_place(word: &str) -> Option<MovePlace> {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = read_number(digits)?;
    match &word[digits.len()..] {
        "" => Some(MovePlace::Whole(number)),
        "w" | "W" | "." => Some(MovePlace::After(Color::White, number)),
        "b" | "B" | "..." | ".." => Some(MovePlace::After(Color::Black, number)),
        _ => None,
    }
}

/// `ask score ROUND.BOARD`
pub(super) fn read_ask_score(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let board = words.board()?;
    Ok(OrderWords::AskScore(words.tournament_by_name()?, board))
}

/// `adjudicate ROUND.BOARD [last|FEN]`
pub(super) fn read_adjudicate(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let board = words.board()?;
    words.hash_here()?;
    let last = words.take_one_of(&["last"]).is_some();
    let fen = if last {
        None
    } else {
        words.text_within(Expected::Position, FEN_BYTES_MAX)?
    };
    words.end()?;
    let which = words.tournament();
    Ok(OrderWords::Adjudicate { board, fen, which })
}

/// A line of moves that was sent without a command: it begins the speaker's own game.
pub fn moves_of_own_game(line: &str) -> Command {
    let send = GameWords::Send {
        board: None,
        text: Some(line.to_owned()),
    };
    Command::Game(send, None)
}
