//! Questions.

use super::Scene;
use super::which::{ANY_PHASE, RUNNING};
use crate::command::{BoardWord, TournamentWord};
use crate::tournament::{Board, BoardRef, BoardStatus, Entry, Refusal, Tournament};
use crate::view::Query;
use crate::vocabulary::{Account, RoundNumber};

type Which<'w> = Option<&'w TournamentWord>;

impl Scene<'_> {
    pub(super) fn info(&self, which: Which<'_>) -> Result<Query, Refusal> {
        Ok(Query::Info(self.to_ask(which, ANY_PHASE)?.id))
    }

    pub(super) fn players(&self, which: Which<'_>) -> Result<Query, Refusal> {
        Ok(Query::Players(self.to_ask(which, ANY_PHASE)?.id))
    }

    pub(super) fn pairings(
        &self,
        which: Which<'_>,
        round: Option<RoundNumber>,
    ) -> Result<Query, Refusal> {
        let tournament = self.to_ask(which, RUNNING)?;
        self.shown_round(tournament, round)?;
        Ok(Query::Pairings(tournament.id, round))
    }

    pub(super) fn results(
        &self,
        which: Which<'_>,
        round: Option<RoundNumber>,
    ) -> Result<Query, Refusal> {
        let tournament = self.to_ask(which, RUNNING)?;
        self.shown_round(tournament, round)?;
        Ok(Query::Results(tournament.id, round))
    }

    pub(super) fn bracket(&self, which: Which<'_>) -> Result<Query, Refusal> {
        Ok(Query::Bracket(self.to_ask(which, RUNNING)?.id))
    }

    pub(super) fn standings(&self, which: Which<'_>) -> Result<Query, Refusal> {
        Ok(Query::Standings(self.to_ask(which, RUNNING)?.id))
    }

    pub(super) fn opponent(&self, which: Which<'_>) -> Result<Query, Refusal> {
        let (tournament, entry) = self.own(which, RUNNING)?;
        Ok(Query::Opponent(tournament.id, entry.number))
    }

    pub(super) fn when(&self, which: Which<'_>) -> Result<Query, Refusal> {
        let tournament = self.to_ask(which, RUNNING)?;
        let entry = match self.account() {
            Ok(account) => tournament.entry_of(account),
            // Whoever is not known gets the times that hold for all.
            Err(_) => None,
        };
        Ok(Query::When(tournament.id, entry.map(|entry| entry.number)))
    }

    /// Whose rating is meant: the speaker's own where nobody is named.
    pub(super) fn rated(&self, nick: Option<String>) -> Result<(Account, String), Refusal> {
        match nick {
            Some(nick) => Ok((self.account_of(&nick), nick)),
            None => {
                let account = self.account()?;
                Ok((account.clone(), account.to_string()))
            }
        }
    }

    /// `why`: players ask about their own boards, officials about any.
    pub(super) fn why(&self, which: Which<'_>, board: Option<BoardWord>) -> Result<Query, Refusal> {
        match board {
            Some(board) => self.why_board(which, board),
            None => self.why_own(which),
        }
    }

    fn why_own(&self, which: Which<'_>) -> Result<Query, Refusal> {
        match self.own(which, RUNNING) {
            Ok((tournament, entry)) => match bye_now(tournament, entry) {
                Some(round) => Ok(Query::WhyBye(tournament.id, round, entry.number)),
                None => self.own_board(tournament, entry).map(Query::Why),
            },
            // A director has no board: the one that waits for them is meant, where it is only one.
            Err(
                Refusal::NoTournament { .. } | Refusal::NotEntered { .. } | Refusal::NotIdentified,
            ) if self.is_official() => {
                let tournament = self.to_direct(which, RUNNING)?;
                let waits = |board: &Board| match board.status {
                    BoardStatus::Disputed { .. }
                    | BoardStatus::WithDirector { .. }
                    | BoardStatus::Ruled { .. } => true,
                    BoardStatus::Unplayed
                    | BoardStatus::MustPlay
                    | BoardStatus::Provisional { .. }
                    | BoardStatus::Final { .. } => false,
                };
                the_board(tournament, waits).map(Query::Why)
            }
            Err(refusal) => Err(refusal),
        }
    }

    fn why_board(&self, which: Which<'_>, word: BoardWord) -> Result<Query, Refusal> {
        self.account_or_operator()?;
        let account = self.account();
        let tournament = self.directed_or_entered(which)?;
        if self.directs(tournament) {
            self.may_direct()?;
            return self.board(tournament, word).map(Query::Why);
        }
        let entry = tournament.entry_of(account?);
        let sits_there = |entry: &Entry| {
            let round = tournament.round(word.round)?;
            let board = round.board(word.board).filter(|_| round.is_public())?;
            board.color_of(entry.number)
        };
        match entry.and_then(sits_there) {
            Some(_) => self.board(tournament, word).map(Query::Why),
            None => Err(Refusal::NotDirector),
        }
    }

    /// The board a player sits at now.
    pub(super) fn own_board(
        &self,
        tournament: &Tournament,
        entry: &Entry,
    ) -> Result<BoardRef, Refusal> {
        match tournament.board_of(entry.number) {
            Some((round, board, _)) => Ok(BoardRef {
                tournament: tournament.id,
                round: round.number,
                board: board.number,
            }),
            None => {
                let round = tournament.current_round();
                Err(Refusal::NoBoard {
                    tournament: tournament.id,
                    round: round.map(|round| round.number),
                    bye: round.is_some_and(|round| round.bye_of(entry.number).is_some()),
                })
            }
        }
    }

    /// A round that is asked for must be there to be shown; a draft is, to its officials, in private.
    fn shown_round(
        &self,
        tournament: &Tournament,
        wanted: Option<RoundNumber>,
    ) -> Result<(), Refusal> {
        let Some(number) = wanted else {
            return Ok(());
        };
        let official = self.is_private() && self.directs(tournament);
        match tournament.round(number) {
            Some(round) if round.is_public() || official => Ok(()),
            Some(_) | None => Err(Refusal::UnknownBoard {
                written: number.to_string(),
            }),
        }
    }
}

/// The current round, where a player has a bye in it and no board of an earlier one waits.
fn bye_now(tournament: &Tournament, entry: &Entry) -> Option<RoundNumber> {
    let round = tournament.current_round()?;
    round.bye_of(entry.number)?;
    let open = tournament
        .board_of(entry.number)
        .filter(|(_, board, _)| board.status.settled().is_none());
    open.is_none().then_some(round.number)
}

/// The only board of the current round that stands like this.
pub(super) fn the_board(
    tournament: &Tournament,
    fits: impl Fn(&Board) -> bool,
) -> Result<BoardRef, Refusal> {
    let round = tournament.current_round();
    let boards = round
        .iter()
        .flat_map(|round| round.boards.iter().map(|board| (round.number, board)));
    let candidates: Vec<BoardRef> = boards
        .filter(|(_, board)| fits(board))
        .map(|(round, board)| BoardRef {
            tournament: tournament.id,
            round,
            board: board.number,
        })
        .collect();
    match candidates.as_slice() {
        [board] => Ok(*board),
        [] | [_, _, ..] => Err(Refusal::WhichBoard {
            tournament: tournament.id,
            candidates,
        }),
    }
}
