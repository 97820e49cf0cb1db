//! The database: one SQLite file with tables, journal and outbox (DESIGN: one fact, three folds).
//!
//! [`Store::keeping`] keeps facts and notices in one transaction that is on the disk when
//! [`commit`](Keeping::commit) returns; [`Store::load`] reads the state back from the tables. The tables are made to
//! be read with the `sqlite3` shell too. Only this module writes SQL, and it decides nothing: it does not know
//! what a fact means, when something is due, or how anything is said.

mod backup;
mod columns;
mod error;
mod gamescores;
mod heartbeat;
mod journal;
mod keep;
mod load;
mod lock;
mod migrate;
mod outbox;
mod ratings;
mod rows;
mod words;

#[cfg(test)]
mod tests;

pub use error::StoreError;
pub use heartbeat::{Beat, Whereabouts};
pub use journal::{JournalEntry, JournalId, JournalRow};
pub use keep::Keeping;
pub use outbox::{Attempt, NoticeFilter, NoticeMark, StoredNotice, Way};

use crate::vocabulary::Timestamp;
use lock::RunLock;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// The pages SQLite keeps in memory. The tables are read at the start alone, and a commit touches a few dozen.
const CACHE_KIB: i64 = 512;

/// How long to wait for somebody who writes with the `sqlite3` shell. The desk stands still meanwhile, so not long.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// How many prepared statements are kept: more than this module has.
const STATEMENTS_MAX: usize = 64;

/// The name of a database that is never on a disk, for tests.
const MEMORY: &str = ":memory:";

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Whether marks of notices were committed that the disk may not have yet.
    behind: bool,
    /// Held while this store is open, by whoever may write.
    _lock: Option<RunLock>,
}

/// Where a commit is when it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// On the disk: it outlives a power cut.
    Disk,
    /// With the operating system: it outlives this process.
    OperatingSystem,
}

impl Store {
    /// Opens a database to run on, creating it and bringing it up to date where needed, and holds it for this process.
    /// The path `:memory:` gives one that vanishes.
    ///
    /// # Errors
    /// [`StoreError::InUse`] while another process holds it, [`StoreError::FromTheFuture`] for a newer file, and all else
    /// that can keep a file from being opened.
    pub fn open(path: &Path, now: Timestamp) -> Result<Store, StoreError> {
        let in_memory = path == Path::new(MEMORY);
        let lock = match in_memory {
            true => None,
            false => Some(RunLock::take(path, now)?),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = connect(path, flags)?;
        // Before anything is written: the file may belong to somebody else.
        migrate::version(&connection)?;
        let mode: String =
            connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
        if !in_memory && mode != "wal" {
            return Err(StoreError::CannotOpen {
                path: path.to_owned(),
                reason: "its file system does not allow SQLite's write-ahead log".to_owned(),
            });
        }
        connection.pragma_update(None, "foreign_keys", true)?;
        migrate::migrate(&mut connection)?;
        let store = Store {
            connection,
            behind: false,
            _lock: lock,
        };
        store.commits_reach(Reach::Disk)?;
        Ok(store)
    }

    /// Opens a database to look at it, or to copy it, while another process may run on it.
    ///
    /// # Errors
    /// As [`Store::open`], but for [`StoreError::InUse`]; and [`StoreError::NotMigrated`] for an older file.
    pub fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let found = migrate::version(&connection)?;
        if found != migrate::KNOWN {
            return Err(StoreError::NotMigrated {
                found,
                known: migrate::KNOWN,
            });
        }
        Ok(Store {
            connection,
            behind: false,
            _lock: None,
        })
    }

    /// Says how long commits take from now on. Not by a prepared statement: SQLite sets this while it compiles the
    /// statement, so that one taken from the cache would set nothing.
    fn commits_reach(&self, reach: Reach) -> Result<(), StoreError> {
        let word = match reach {
            Reach::Disk => "FULL",
            Reach::OperatingSystem => "NORMAL",
        };
        self.connection.pragma_update(None, "synchronous", word)?;
        Ok(())
    }

    /// Runs a statement that has neither parameters nor rows.
    fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    // One owner uses a connection, so SQLite need not guard it against others.
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags);
    let connection = opened.map_err(|error| StoreError::CannotOpen {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    Ok(connection)
}
