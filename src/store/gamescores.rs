//! The rows of gamescores: written from the state, and read back.

use super::columns::{Columns, Query, each_row};
use super::error::StoreError;
use super::rows::{Rows, json};
use super::words::Word;
use crate::tournament::{
    Asked, BoardRef, Draft, GameNumber, KeptFault, KeptScore, ScoreFact, Sender, Society,
};
use crate::vocabulary::{Account, BoardNumber, RoundNumber, TournamentId};
use rusqlite::{Connection, params};

const DRAFT_PUT: &str = "INSERT OR REPLACE INTO score_draft
    (account, tournament, round, board, sender, at_ms, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const DRAFT_APPEND: &str =
    "UPDATE score_draft SET text = text || ?2 || char(10), at_ms = ?3 WHERE account = ?1";
const DRAFT_DELETE: &str = "DELETE FROM score_draft WHERE account = ?1";
const SCORE_PUT: &str = "INSERT OR REPLACE INTO gamescore
    (tournament, round, board, game, sender, by_name, at_ms, tags_json, start_fen, moves, marker,
        fault_ply, fault_text)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
const ASKED_PUT: &str = "INSERT OR REPLACE INTO score_asked
    (tournament, round, board, by_name, at_ms, told_ms, reminders)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
const ASKED_DELETE: &str =
    "DELETE FROM score_asked WHERE tournament = ?1 AND round = ?2 AND board = ?3";

const DRAFTS: Query = Query {
    table: "score_draft",
    keys: 1,
    sql: "SELECT account, tournament, round, board, sender, at_ms, text FROM score_draft",
};
const SCORES: Query = Query {
    table: "gamescore",
    keys: 5,
    sql: "SELECT tournament, round, board, game, sender, by_name, at_ms, tags_json, start_fen, moves, marker,
        fault_ply, fault_text FROM gamescore",
};
const ASKED: Query = Query {
    table: "score_asked",
    keys: 3,
    sql: "SELECT tournament, round, board, by_name, at_ms, told_ms, reminders FROM score_asked",
};

impl Rows<'_> {
    /// What a fact about gamescores changed.
    pub(super) fn score(&self, fact: &ScoreFact) -> Result<(), StoreError> {
        match fact {
            ScoreFact::Begun { account, .. } | ScoreFact::Gap { account, .. } => {
                self.draft(account)
            }
            // The line alone: a text of many lines is not written anew with each.
            ScoreFact::Line { account, text, at } => {
                self.run(DRAFT_APPEND, params![account.as_str(), text, at.as_ms()])
            }
            ScoreFact::Discarded { account } | ScoreFact::Forgotten { account, .. } => {
                self.draft(account)
            }
            ScoreFact::Kept {
                account,
                board,
                game,
                sender,
                ..
            } => {
                self.draft(account)?;
                self.kept_score(*board, (*game, *sender))?;
                self.asked(*board)
            }
            ScoreFact::Contradicts { .. } => Ok(()),
            ScoreFact::Asked { board, .. } | ScoreFact::Reminded { board, .. } => {
                self.asked(*board)
            }
        }
    }

    fn draft(&self, account: &Account) -> Result<(), StoreError> {
        let Some(draft) = self.state.gamescores.drafts.get(account) else {
            return self.run(DRAFT_DELETE, params![account.as_str()]);
        };
        let Draft {
            board,
            sender,
            text,
            at,
        } = draft;
        let row = params![
            account.as_str(),
            board.tournament.0,
            board.round.0,
            board.board.0,
            sender.word(),
            at.as_ms(),
            text
        ];
        self.run(DRAFT_PUT, row)
    }

    fn kept_score(
        &self,
        board: BoardRef,
        (game, sender): (GameNumber, Sender),
    ) -> Result<(), StoreError> {
        let kept = self
            .state
            .gamescores
            .boards
            .get(&board)
            .and_then(|scores| scores.kept.get(&(game, sender)));
        let Some(kept) = kept else {
            return Err(StoreError::NotInState {
                what: format!("the gamescore of board {}.{}", board.round, board.board),
            });
        };
        let KeptScore {
            by,
            at,
            tags,
            start,
            moves,
            marker,
            fault,
        } = kept;
        let row = params![
            board.tournament.0,
            board.round.0,
            board.board.0,
            game,
            sender.word(),
            by,
            at.as_ms(),
            json(serde_json::to_string(tags)),
            start,
            moves,
            marker,
            fault.as_ref().map(|fault| fault.ply as i64),
            fault.as_ref().map(|fault| fault.text.as_str()),
        ];
        self.run(SCORE_PUT, row)
    }

    fn asked(&self, board: BoardRef) -> Result<(), StoreError> {
        let (tournament, round, number) = (board.tournament.0, board.round.0, board.board.0);
        let Some(asked) = self.state.gamescores.asked.get(&board) else {
            return self.run(ASKED_DELETE, params![tournament, round, number]);
        };
        let Asked {
            by,
            at,
            told_at,
            reminders,
        } = asked;
        let row = params![
            tournament,
            round,
            number,
            by,
            at.as_ms(),
            told_at.as_ms(),
            reminders
        ];
        self.run(ASKED_PUT, row)
    }
}

/// Reads everything about gamescores into the state.
pub(super) fn load(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &DRAFTS, [], |columns| {
        let account = Account::from_folded(columns.take()?);
        let draft = Draft {
            board: board(columns, society)?,
            sender: columns.word()?,
            at: columns.instant()?,
            text: columns.take()?,
        };
        society.gamescores.drafts.insert(account, draft);
        Ok(())
    })?;
    each_row(connection, &SCORES, [], |columns| {
        let at = board(columns, society)?;
        let key = (columns.take()?, columns.word()?);
        let kept = kept(columns)?;
        let scores = society.gamescores.boards.entry(at).or_default();
        scores.kept.insert(key, kept);
        Ok(())
    })?;
    each_row(connection, &ASKED, [], |columns| {
        let at = board(columns, society)?;
        let asked = Asked {
            by: columns.take()?,
            at: columns.instant()?,
            told_at: columns.instant()?,
            reminders: columns.take()?,
        };
        society.gamescores.asked.insert(at, asked);
        Ok(())
    })
}

fn kept(columns: &mut Columns<'_, '_>) -> Result<KeptScore, StoreError> {
    let by = columns.take()?;
    let at = columns.instant()?;
    let tags = columns.read(|text| serde_json::from_str(text))?;
    let start = columns.take()?;
    let moves = columns.take()?;
    let marker = columns.take()?;
    let ply: Option<u32> = columns.take()?;
    let text: Option<String> = columns.take()?;
    let fault = ply.map(|ply| KeptFault {
        ply: ply as usize,
        text: text.unwrap_or_default(),
    });
    Ok(KeptScore {
        by,
        at,
        tags,
        start,
        moves,
        marker,
        fault,
    })
}

/// The board a row is about: three columns. It has to be there.
fn board(columns: &mut Columns<'_, '_>, society: &Society) -> Result<BoardRef, StoreError> {
    let at = BoardRef {
        tournament: TournamentId(columns.take()?),
        round: RoundNumber(columns.take()?),
        board: BoardNumber(columns.take()?),
    };
    let tournament = society.tournament(at.tournament);
    let known = tournament
        .and_then(|tournament| tournament.round(at.round))
        .and_then(|round| round.board(at.board));
    match known {
        Some(_) => Ok(at),
        None => Err(columns.corrupt_row("its board is not there")),
    }
}
