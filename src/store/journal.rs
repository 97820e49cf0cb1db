//! The journal: every fact with who, when, and the line that caused it. Rows are added and never change.

use super::Store;
use super::columns::{Columns, Query, each_row};
use super::error::StoreError;
use super::rows::json;
use crate::tournament::{BoardRef, Fact};
use crate::vocabulary::{BoardNumber, RoundNumber, Timestamp, TournamentId};
use rusqlite::{Connection, params};

/// The number of a row in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JournalId(pub i64);

/// A fact about to be kept.
#[derive(Clone, Copy, Debug)]
pub struct JournalEntry<'a> {
    /// When it happened.
    pub at: Timestamp,
    /// Who made it happen, in the desk's words.
    pub actor: &'a str,
    /// The line that caused it, where one did.
    pub line: Option<&'a str>,
    /// What happened.
    pub fact: &'a Fact,
}

/// A fact that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// Its number: facts are numbered in the order they happened.
    pub id: JournalId,
    /// When it happened.
    pub at: Timestamp,
    /// Who made it happen.
    pub actor: String,
    /// The line that caused it.
    pub line: Option<String>,
    /// What happened.
    pub fact: Fact,
}

const INSERT: &str =
    "INSERT INTO journal (at_ms, actor, line, fact, tournament, round, board, body_json)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

const ALL: Query = Query {
    table: "journal",
    keys: 1,
    sql: "SELECT id, at_ms, actor, line, body_json FROM journal ORDER BY id",
};

const OF_BOARD: Query = Query {
    table: "journal",
    keys: 1,
    sql: "SELECT id, at_ms, actor, line, body_json FROM journal
        WHERE tournament = ?1 AND round = ?2 AND (board = ?3 OR board IS NULL) ORDER BY id",
};

/// Adds a row.
pub(super) fn insert(
    connection: &Connection,
    entry: &JournalEntry<'_>,
) -> Result<JournalId, StoreError> {
    let subject = Subject::of(entry.fact);
    connection.prepare_cached(INSERT)?.execute(params![
        entry.at.as_ms(),
        entry.actor,
        entry.line,
        subject.kind,
        subject.tournament.map(|id| id.0),
        subject.round.map(|number| number.0),
        subject.board.map(|number| number.0),
        json(serde_json::to_string(entry.fact)),
    ])?;
    Ok(JournalId(connection.last_insert_rowid()))
}

fn read(columns: &mut Columns<'_, '_>) -> Result<JournalRow, StoreError> {
    Ok(JournalRow {
        id: JournalId(columns.take()?),
        at: columns.instant()?,
        actor: columns.take()?,
        line: columns.take()?,
        fact: columns.read(|text| serde_json::from_str(text))?,
    })
}

impl Store {
    /// The whole journal, in order.
    pub fn journal(&self) -> Result<Vec<JournalRow>, StoreError> {
        let mut rows = Vec::new();
        each_row(&self.connection, &ALL, [], |columns| {
            rows.push(read(columns)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// How a board came to stand where it does: all facts about it, and those about its round as a whole.
    pub fn journal_of_board(&self, board: BoardRef) -> Result<Vec<JournalRow>, StoreError> {
        let mut rows = Vec::new();
        let key = params![board.tournament.0, board.round.0, board.board.0];
        each_row(&self.connection, &OF_BOARD, key, |columns| {
            let row = read(columns)?;
            if Subject::of(&row.fact).concerns(board.board) {
                rows.push(row);
            }
            Ok(())
        })?;
        Ok(rows)
    }
}

/// What a fact is called and what it is about, for the columns that are searched.
#[derive(Default)]
pub(super) struct Subject<'a> {
    /// The fact's name, the same as in its JSON.
    pub(super) kind: &'static str,
    tournament: Option<TournamentId>,
    round: Option<RoundNumber>,
    board: Option<BoardNumber>,
    /// Where it is about some of a round's boards: which.
    some: Option<&'a [BoardNumber]>,
}

impl<'a> Subject<'a> {
    fn society(kind: &'static str) -> Subject<'a> {
        Subject {
            kind,
            ..Subject::default()
        }
    }

    fn tournament(kind: &'static str, id: TournamentId) -> Subject<'a> {
        Subject {
            tournament: Some(id),
            ..Subject::society(kind)
        }
    }

    fn round(kind: &'static str, id: TournamentId, round: RoundNumber) -> Subject<'a> {
        Subject {
            round: Some(round),
            ..Subject::tournament(kind, id)
        }
    }

    fn board(kind: &'static str, at: BoardRef) -> Subject<'a> {
        Subject {
            board: Some(at.board),
            ..Subject::round(kind, at.tournament, at.round)
        }
    }

    fn some(self, boards: &'a [BoardNumber]) -> Subject<'a> {
        Subject {
            some: Some(boards),
            ..self
        }
    }

    /// Whether a fact about this round is about this board too.
    fn concerns(&self, board: BoardNumber) -> bool {
        self.some.is_none_or(|boards| boards.contains(&board))
    }

    /// What a fact is about.
    pub(super) fn of(fact: &'a Fact) -> Subject<'a> {
        let whole = |kind, scope: Option<TournamentId>| Subject {
            tournament: scope,
            ..Subject::society(kind)
        };
        match fact {
            Fact::OfficialAppointed { tournament, .. } => whole("official_appointed", *tournament),
            Fact::OfficialDismissed { tournament, .. } => whole("official_dismissed", *tournament),
            Fact::ZoneChosen { .. } => Subject::society("zone_chosen"),
            Fact::BotLeft { .. } => Subject::society("bot_left"),
            Fact::BotReturned { .. } => Subject::society("bot_returned"),
            Fact::AttemptRefused { board: None, .. } => Subject::society("attempt_refused"),
            Fact::AttemptRefused {
                board: Some(board), ..
            } => Subject::board("attempt_refused", *board),
            Fact::TournamentCreated { tournament, .. } => {
                Subject::tournament("tournament_created", *tournament)
            }
            Fact::SettingChanged { tournament, .. } => {
                Subject::tournament("setting_changed", *tournament)
            }
            Fact::PhaseChanged { tournament, .. } => {
                Subject::tournament("phase_changed", *tournament)
            }
            Fact::RegistrationStalled { tournament } => {
                Subject::tournament("registration_stalled", *tournament)
            }
            Fact::EntryAdded { tournament, .. } => Subject::tournament("entry_added", *tournament),
            Fact::EntryWithdrawn { tournament, .. } => {
                Subject::tournament("entry_withdrawn", *tournament)
            }
            Fact::EntryReentered { tournament, .. } => {
                Subject::tournament("entry_reentered", *tournament)
            }
            Fact::LotsDrawn { tournament, .. } => Subject::tournament("lots_drawn", *tournament),
            Fact::RoundPaired {
                tournament, round, ..
            } => Subject::round("round_paired", *tournament, *round),
            Fact::PairingImpossible {
                tournament, round, ..
            } => Subject::round("pairing_impossible", *tournament, *round),
            Fact::RoundHeld { tournament, round } => {
                Subject::round("round_held", *tournament, *round)
            }
            Fact::RoundPublished {
                tournament, round, ..
            } => Subject::round("round_published", *tournament, *round),
            Fact::RoundClosed {
                tournament, round, ..
            } => Subject::round("round_closed", *tournament, *round),
            Fact::TimingMoved {
                tournament,
                round,
                boards,
                ..
            } => Subject::round("timing_moved", *tournament, *round).some(boards),
            Fact::CheckedIn { board, .. } => Subject::board("checked_in", *board),
            Fact::CheckInLate { board, .. } => Subject::board("check_in_late", *board),
            Fact::Excused { board, .. } => Subject::board("excused", *board),
            Fact::PlayingMarked { board, .. } => Subject::board("playing_marked", *board),
            Fact::GameInterrupted { board, .. } => Subject::board("game_interrupted", *board),
            Fact::GameResumed { board, .. } => Subject::board("game_resumed", *board),
            Fact::Reported { board, .. } => Subject::board("reported", *board),
            Fact::Explained { board, .. } => Subject::board("explained", *board),
            Fact::BoardMoved { board, .. } => Subject::board("board_moved", *board),
            Fact::Ruled { board, .. } => Subject::board("ruled", *board),
            Fact::RulingUndone { board } => Subject::board("ruling_undone", *board),
            Fact::FurtherGame { board, .. } => Subject::board("further_game", *board),
            Fact::Reminded {
                tournament,
                round,
                boards,
                ..
            } => Subject::round("reminded", *tournament, *round).some(boards),
            Fact::DirectorsReminded {
                tournament,
                round,
                boards,
                ..
            } => Subject::round("directors_reminded", *tournament, *round).some(boards),
            Fact::RatingsChosen { .. } => Subject::society("ratings_chosen"),
            Fact::RatingsComputed { tournament, .. } => {
                Subject::tournament("ratings_computed", *tournament)
            }
            Fact::Score(fact) => match fact.board() {
                Some(board) => Subject::board("score", board),
                None => Subject::society("score"),
            },
            Fact::RatingsRecounted { tournament, .. } => {
                Subject::tournament("ratings_recounted", *tournament)
            }
            Fact::Said { .. } => Subject::society("said"),
        }
    }
}
