//! What can go wrong with the database, in sentences for an operator.

use std::fmt;
use std::path::PathBuf;

/// Why the store could not do what was asked.
#[derive(Debug)]
pub enum StoreError {
    /// Another process runs on this file.
    InUse {
        /// Who, as the lock file says.
        holder: String,
    },
    /// A newer version of the program wrote this file.
    FromTheFuture {
        /// The version of the file.
        found: i64,
        /// The newest version this program knows.
        known: i64,
    },
    /// An older version wrote this file, and it is only being read.
    NotMigrated {
        /// The version of the file.
        found: i64,
        /// The version this program reads.
        known: i64,
    },
    /// The file is something else.
    NotADatabase,
    /// The file, its lock or its directory cannot be opened.
    CannotOpen {
        /// Which file.
        path: PathBuf,
        /// Why, as the system or SQLite says.
        reason: String,
    },
    /// The disk is full.
    Full,
    /// The file cannot be written.
    ReadOnly,
    /// The data does not mean anything.
    Corrupt {
        /// Which table, row and column, and what is wrong.
        what: String,
    },
    /// A fact names something that is not in the state it led to: nothing was kept.
    NotInState {
        /// What is missing.
        what: String,
    },
    /// An earlier write of this group failed: nothing of it was kept.
    GroupFailed,
    /// A backup never overwrites.
    BackupExists {
        /// The file that is there.
        path: PathBuf,
    },
    /// Anything else SQLite says.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::InUse { holder } => {
                write!(f, "the database is in use by another process: {holder}")
            }
            StoreError::FromTheFuture { found, known } => write!(
                f,
                "the database has version {found}, and this program knows versions up to {known}: \
                 run the newer program, or restore a backup from before the upgrade"
            ),
            StoreError::NotMigrated { found, known } => write!(
                f,
                "the database has version {found}, and this program reads version {known}: \
                 start `run` once to bring it up to date"
            ),
            StoreError::NotADatabase => f.write_str("the file is not a database of this program"),
            StoreError::CannotOpen { path, reason } => {
                write!(f, "cannot open {}: {reason}", path.display())
            }
            StoreError::Full => f.write_str("the disk of the database is full"),
            StoreError::ReadOnly => f.write_str(
                "the database cannot be written: look at the owner and the rights of the file and its directory",
            ),
            StoreError::Corrupt { what } => write!(f, "the database is damaged: {what}"),
            StoreError::NotInState { what } => {
                write!(f, "a fact is about {what}, which is not in the state it led to")
            }
            StoreError::GroupFailed => {
                f.write_str("nothing of this group was kept, because one of its writes failed")
            }
            StoreError::BackupExists { path } => write!(
                f,
                "{} is there already, and a backup never overwrites: choose another name",
                path.display()
            ),
            StoreError::Sqlite(error) => write!(f, "the database refused: {error}"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Sqlite(error) => Some(error),
            StoreError::InUse { .. }
            | StoreError::FromTheFuture { .. }
            | StoreError::NotMigrated { .. }
            | StoreError::NotADatabase
            | StoreError::CannotOpen { .. }
            | StoreError::Full
            | StoreError::ReadOnly
            | StoreError::Corrupt { .. }
            | StoreError::NotInState { .. }
            | StoreError::GroupFailed
            | StoreError::BackupExists { .. } => None,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
            Some(rusqlite::ErrorCode::ReadOnly) => StoreError::ReadOnly,
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::NotADatabase,
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Corrupt {
                what: error.to_string(),
            },
            Some(_) | None => StoreError::Sqlite(error),
        }
    }
}
