//! The moves of games: whose, and of which board.

use super::which::{ANY_PHASE, RUNNING};
use super::{Request, Scene};
use crate::command::{BoardWord, GameWords, TournamentWord};
use crate::game::MovePlace;
use crate::tournament::{
    Action, BoardRef, Entry, Refusal, ScoreAction, ScoreRefusal, Tournament, Wanted,
};
use crate::view::Query;

type Which<'w> = Option<&'w TournamentWord>;

impl<'a> Scene<'a> {
    /// `game`: moves are sent in private, and shown anywhere.
    pub(super) fn game(&self, words: GameWords, which: Which<'_>) -> Result<Request, Refusal> {
        match words {
            GameWords::Show(board) => {
                let at = self.public_board(board, which)?;
                Ok(Request::Ask(Query::Game(at)))
            }
            GameWords::Send { board, text } => {
                self.account()?;
                let board = match board {
                    Some(board) => self.board_to_send(board, which)?,
                    None => self.own_last_board(which)?,
                };
                if !self.is_private() {
                    return Err(Refusal::Score(ScoreRefusal::InPrivate));
                }
                Ok(Request::Act(Action::Score(ScoreAction::Begin {
                    board,
                    text,
                })))
            }
        }
    }

    pub(super) fn position(
        &self,
        board: BoardWord,
        place: Option<MovePlace>,
        which: Which<'_>,
    ) -> Result<Request, Refusal> {
        let at = self.public_board(board, which)?;
        Ok(Request::Ask(Query::Position(at, place)))
    }

    pub(super) fn ask_score(&self, board: BoardWord, which: Which<'_>) -> Result<Request, Refusal> {
        let tournament = self.to_direct(which, RUNNING)?;
        let board = self.board(tournament, board)?;
        Ok(Request::Act(Action::Score(ScoreAction::Ask { board })))
    }

    pub(super) fn adjudicate(
        &self,
        board: BoardWord,
        fen: Option<String>,
        which: Which<'_>,
    ) -> Result<Request, Refusal> {
        let tournament = self.to_direct(which, RUNNING)?;
        let board = self.board(tournament, board)?;
        Ok(Request::Ask(Query::Adjudicate { board, fen }))
    }

    /// A board of a round that everybody may see.
    fn public_board(&self, board: BoardWord, which: Which<'_>) -> Result<BoardRef, Refusal> {
        let tournament = self.to_ask(which, RUNNING)?;
        self.in_public_round(tournament, board)
    }

    fn in_public_round(
        &self,
        tournament: &Tournament,
        board: BoardWord,
    ) -> Result<BoardRef, Refusal> {
        let public = tournament
            .round(board.round)
            .is_some_and(|round| round.is_public());
        if public {
            self.board(tournament, board)
        } else {
            Err(Refusal::UnknownBoard {
                written: board.to_string(),
            })
        }
    }

    /// The board whose moves somebody sends by its number: a director's, or their own.
    fn board_to_send(&self, board: BoardWord, which: Which<'_>) -> Result<BoardRef, Refusal> {
        let tournament = self.directed_or_entered(which)?;
        self.in_public_round(tournament, board)
    }

    /// The only board whose moves the speaker was asked for, or else their last game: of the tournament that goes on, or
    /// of the newest one that is over.
    fn own_last_board(&self, which: Which<'_>) -> Result<BoardRef, Refusal> {
        if let ([asked], None) = (self.own_asked().as_slice(), which) {
            return Ok(*asked);
        }
        let found = match self.own(which, ANY_PHASE) {
            Err(Refusal::NoTournament { .. }) if which.is_none() => self.last_finished(),
            found => found,
        };
        let (tournament, entry) = found?;
        let none = ScoreRefusal::NoGame {
            tournament: tournament.id,
        };
        last_board(tournament, entry).ok_or(Refusal::Score(none))
    }

    /// The boards of the speaker whose moves a director waits for.
    fn own_asked(&self) -> Vec<BoardRef> {
        let Ok(account) = self.account() else {
            return Vec::new();
        };
        let sits = |at: &&BoardRef| {
            let board = self.society.board(**at);
            let tournament = self.society.tournament(at.tournament);
            let entry = tournament.and_then(|tournament| tournament.entry_of(account));
            board
                .zip(entry)
                .is_some_and(|(board, entry)| board.color_of(entry.number).is_some())
        };
        let asked = self.society.gamescores.asked.keys();
        asked.filter(sits).copied().collect()
    }

    fn last_finished(&self) -> Result<(&'a Tournament, &'a Entry), Refusal> {
        let account = self.account()?;
        self.society
            .tournaments
            .values()
            .rev()
            .find_map(|tournament| Some((tournament, tournament.entry_of(account)?)))
            .ok_or(Refusal::NoTournament {
                wanted: Wanted::OwnEntry,
            })
    }
}

/// The board of a player's latest public round.
fn last_board(tournament: &Tournament, entry: &Entry) -> Option<BoardRef> {
    let rounds = tournament
        .rounds
        .iter()
        .rev()
        .filter(|round| round.is_public());
    rounds
        .flat_map(|round| round.boards.iter().map(move |board| (round, board)))
        .find(|(_, board)| board.color_of(entry.number).is_some())
        .map(|(round, board)| BoardRef {
            tournament: tournament.id,
            round: round.number,
            board: board.number,
        })
}
