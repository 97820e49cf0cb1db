//! The outbox: lines nobody asked for, written with their cause and sent after (SPEC R-33).

use super::Store;
use super::columns::{Columns, Query, each_row};
use super::error::StoreError;
use super::journal::JournalId;
use super::words::Word;
use crate::ports::{Notice, NoticeId, NoticeState, Recipient};
use crate::vocabulary::{Account, Timestamp};
use rusqlite::{Connection, params};

/// The way a notice went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// To the channel.
    Channel,
    /// As a private line.
    Private,
    /// As a memo through services.
    Memo,
}

/// What is known of the last time a notice was handed to the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It arrived, or nobody can say that it did not.
    MayHaveArrived,
    /// It was refused: as if it had not been tried.
    DidNotArrive,
}

/// How far a notice came.
#[derive(Clone, Debug)]
pub struct NoticeMark {
    /// Where it stands now. Each [`NoticeState::Sending`] counts as an attempt, until it turns out not to
    /// have arrived.
    pub state: NoticeState,
    /// Which way it goes; nothing keeps the way it had.
    pub way: Option<Way>,
    /// Why, in the words of the server or services; nothing clears what was said before.
    pub detail: Option<String>,
    /// What it says of the last attempt.
    pub attempt: Attempt,
    /// When.
    pub at: Timestamp,
}

/// A notice as the outbox has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotice {
    /// Its number; notices are sent in this order.
    pub id: NoticeId,
    /// The notice.
    pub notice: Notice,
    /// Where it stands.
    pub state: NoticeState,
    /// How often it was handed to the network and may have arrived.
    pub attempts: u32,
    /// The way it went last.
    pub way: Option<Way>,
    /// Why it stands where it does, where somebody said.
    pub detail: Option<String>,
    /// The fact that caused it.
    pub cause: Option<JournalId>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When its state changed last.
    pub changed_at: Timestamp,
}

/// Which notices a director wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeFilter {
    /// The newest of all.
    Newest,
    /// The newest of those that could not be delivered.
    Failed,
}

const INSERT: &str = "INSERT INTO outbox
    (created_ms, cause, kind, account, name, text, useful_until_ms, state, not_before_ms, changed_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'queued', ?1, ?1)";

const MARK: &str = "UPDATE outbox SET state = ?2, not_before_ms = ?3,
    attempts = max(0, attempts + (?2 = 'sending') - ?7), way = coalesce(?4, way), detail = ?5, changed_ms = ?6
    WHERE id = ?1";

macro_rules! select {
    ($rest:literal) => {
        Query {
            table: "outbox",
            keys: 1,
            sql: concat!(
                "SELECT id, account, name, kind, text, useful_until_ms, state, not_before_ms, attempts, ",
                "way, detail, cause, created_ms, changed_ms FROM outbox ",
                $rest
            ),
        }
    };
}

const WAITING: Query = select!("WHERE state IN ('queued', 'sending') ORDER BY id");
const NEWEST: Query = select!("ORDER BY id DESC LIMIT ?1");
const FAILED: Query = select!("WHERE state = 'failed' ORDER BY id DESC LIMIT ?1");

/// The words for a state's column, and the instant that goes with one of them.
fn state_columns(state: &NoticeState) -> (&'static str, Option<i64>) {
    match state {
        NoticeState::Queued { not_before } => ("queued", Some(not_before.as_ms())),
        NoticeState::Sending => ("sending", None),
        NoticeState::Sent => ("sent", None),
        NoticeState::Failed => ("failed", None),
        NoticeState::Expired => ("expired", None),
    }
}

/// Adds a notice, queued for now.
pub(super) fn insert(
    connection: &Connection,
    notice: &Notice,
    cause: Option<JournalId>,
    at: Timestamp,
) -> Result<NoticeId, StoreError> {
    let Notice {
        recipient,
        kind,
        text,
        useful_until,
    } = notice;
    let (account, name) = match recipient {
        Recipient::Channel => (None, None),
        Recipient::Person { account, name } => (Some(account.as_str()), Some(name.as_str())),
    };
    connection.prepare_cached(INSERT)?.execute(params![
        at.as_ms(),
        cause.map(|id| id.0),
        kind.word(),
        account,
        name,
        text,
        useful_until.map(Timestamp::as_ms),
    ])?;
    Ok(NoticeId(connection.last_insert_rowid()))
}

/// Changes where a notice stands.
pub(super) fn mark(
    connection: &Connection,
    id: NoticeId,
    mark: &NoticeMark,
) -> Result<(), StoreError> {
    let (state, not_before_ms) = state_columns(&mark.state);
    let changed = connection.prepare_cached(MARK)?.execute(params![
        id.0,
        state,
        not_before_ms,
        mark.way.as_ref().map(Way::word),
        mark.detail,
        mark.at.as_ms(),
        i64::from(mark.attempt == Attempt::DidNotArrive),
    ])?;
    if changed == 0 {
        return Err(StoreError::Corrupt {
            what: format!("table outbox, row id={}: it is not there", id.0),
        });
    }
    Ok(())
}

fn read_recipient(columns: &mut Columns<'_, '_>) -> Result<Recipient, StoreError> {
    let account: Option<String> = columns.take()?;
    let name: Option<String> = columns.take()?;
    match (account, name) {
        (None, None) => Ok(Recipient::Channel),
        (Some(account), Some(name)) => Ok(Recipient::Person {
            account: Account::from_folded(account),
            name,
        }),
        (Some(_), None) | (None, Some(_)) => {
            Err(columns.corrupt_row("account and name do not go together"))
        }
    }
}

fn read_state(columns: &mut Columns<'_, '_>) -> Result<NoticeState, StoreError> {
    let word: String = columns.take()?;
    let not_before = columns.instant_if_any()?;
    match (word.as_str(), not_before) {
        ("queued", Some(not_before)) => Ok(NoticeState::Queued { not_before }),
        ("sending", None) => Ok(NoticeState::Sending),
        ("sent", None) => Ok(NoticeState::Sent),
        ("failed", None) => Ok(NoticeState::Failed),
        ("expired", None) => Ok(NoticeState::Expired),
        _ => Err(columns.corrupt_row("state and not_before_ms do not go together")),
    }
}

fn read(columns: &mut Columns<'_, '_>) -> Result<StoredNotice, StoreError> {
    Ok(StoredNotice {
        id: NoticeId(columns.take()?),
        notice: Notice {
            recipient: read_recipient(columns)?,
            kind: columns.word()?,
            text: columns.take()?,
            useful_until: columns.instant_if_any()?,
        },
        state: read_state(columns)?,
        attempts: columns.take()?,
        way: columns.word_if_any()?,
        detail: columns.take()?,
        cause: columns.take::<Option<i64>>()?.map(JournalId),
        created_at: columns.instant()?,
        changed_at: columns.instant()?,
    })
}

impl Store {
    /// The notices still to be sent, and those a crash left in doubt, in the order they were written.
    pub fn waiting_notices(&self) -> Result<Vec<StoredNotice>, StoreError> {
        let mut notices = Vec::new();
        each_row(&self.connection, &WAITING, [], |columns| {
            notices.push(read(columns)?);
            Ok(())
        })?;
        Ok(notices)
    }

    /// Up to `limit` notices, the newest first.
    pub fn notices(
        &self,
        filter: NoticeFilter,
        limit: u32,
    ) -> Result<Vec<StoredNotice>, StoreError> {
        let query = match filter {
            NoticeFilter::Newest => &NEWEST,
            NoticeFilter::Failed => &FAILED,
        };
        let mut notices = Vec::new();
        each_row(&self.connection, query, params![limit], |columns| {
            notices.push(read(columns)?);
            Ok(())
        })?;
        Ok(notices)
    }
}
