//! The rows of journal and outbox, read beside the bot, as somebody with the `sqlite3` shell would.

use chessmasters::tournament::Fact;
use chessmasters::vocabulary::Timestamp;
use rusqlite::{Connection, OpenFlags, params};
use std::path::Path;

/// A row of the journal.
pub struct Row {
    pub id: i64,
    pub at: Timestamp,
    pub line: Option<String>,
    pub fact: Fact,
}

/// A row of the outbox.
#[derive(Debug)]
pub struct NoticeRow {
    pub id: i64,
    pub state: String,
    pub cause: Option<i64>,
    pub attempts: u32,
    pub account: Option<String>,
    pub detail: Option<String>,
}

pub struct Ledger {
    connection: Connection,
    /// The newest row of the journal that was read.
    pub read_to: i64,
}

impl Ledger {
    pub fn open(path: &Path) -> Ledger {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection = Connection::open_with_flags(path, flags).expect("the database is there");
        Ledger {
            connection,
            read_to: 0,
        }
    }

    /// What was added to the journal since the last time.
    pub fn news(&mut self) -> Vec<Row> {
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT id, at_ms, line, body_json FROM journal WHERE id > ?1 ORDER BY id",
            )
            .expect("the journal is there");
        let rows = statement
            .query_map(params![self.read_to], |row| {
                let body: String = row.get(3)?;
                Ok(Row {
                    id: row.get(0)?,
                    at: Timestamp::from_ms(row.get(1)?),
                    line: row.get(2)?,
                    fact: serde_json::from_str(&body).expect("a fact can be read"),
                })
            })
            .expect("the journal can be read");
        let rows: Vec<Row> = rows.map(|row| row.expect("a row can be read")).collect();
        for row in &rows {
            assert!(row.id == self.read_to + 1, "the journal has no gaps");
            self.read_to = row.id;
        }
        rows
    }

    /// A notice by its number.
    pub fn notice(&self, id: i64) -> Option<NoticeRow> {
        self.notices("WHERE id = ?1", id).pop()
    }

    /// The notices from this number on.
    pub fn notices_after(&self, id: i64) -> Vec<NoticeRow> {
        self.notices("WHERE id > ?1", id)
    }

    fn notices(&self, condition: &str, id: i64) -> Vec<NoticeRow> {
        let sql =
            format!("SELECT id, state, cause, attempts, account, detail FROM outbox {condition}");
        let mut statement = self.connection.prepare_cached(&sql).expect("it is there");
        let rows = statement.query_map(params![id], |row| {
            Ok(NoticeRow {
                id: row.get(0)?,
                state: row.get(1)?,
                cause: row.get(2)?,
                attempts: row.get(3)?,
                account: row.get(4)?,
                detail: row.get(5)?,
            })
        });
        let rows = rows.expect("the outbox can be read");
        rows.map(|row| row.expect("a row can be read")).collect()
    }

    /// How many rows the journal has.
    pub fn journal_rows(&self) -> i64 {
        self.connection
            .query_row("SELECT count(*) FROM journal", [], |row| row.get(0))
            .expect("the journal can be counted")
    }

    /// From now on nothing can be kept, as on a full disk.
    pub fn refuse_writing(&self) {
        self.connection
            .execute_batch(
                "CREATE TRIGGER full_disk BEFORE INSERT ON journal
                 BEGIN SELECT RAISE (ABORT, 'the disk is full'); END",
            )
            .expect("a trigger can be made");
    }

    pub fn allow_writing(&self) {
        self.connection
            .execute_batch("DROP TRIGGER full_disk")
            .expect("the trigger is there");
    }

    /// The journal cannot be changed, whoever tries.
    pub fn check_append_only(&self) {
        for sql in [
            "UPDATE journal SET actor = 'somebody'",
            "DELETE FROM journal",
            "INSERT OR REPLACE INTO journal SELECT * FROM journal",
        ] {
            let tried = self.connection.execute(sql, []);
            assert!(tried.is_err(), "the journal let this pass: {sql}");
        }
    }
}
