//! One process at a time: a lock of the operating system on a file beside the database.
//!
//! The lock goes with the process, however it ends; the file stays, and what it says matters only to who
//! finds it locked.

use super::error::StoreError;
use crate::vocabulary::Timestamp;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The most that is read of a lock file: its one line is far shorter.
const HOLDER_LENGTH_MAX: u64 = 200;

/// Holds a database for this process until dropped.
#[derive(Debug)]
pub(super) struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock of a database file and writes into it who holds it since when.
    pub(super) fn take(database: &Path, now: Timestamp) -> Result<RunLock, StoreError> {
        let path = lock_path(database);
        let cannot = |error: std::io::Error| StoreError::CannotOpen {
            path: path.clone(),
            reason: error.to_string(),
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse {
                    holder: holder(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        }
        let since = now.to_utc().format("%Y-%m-%d %H:%M:%S UTC");
        file.set_len(0).map_err(cannot)?;
        file.rewind().map_err(cannot)?;
        writeln!(file, "pid {} since {since}", std::process::id()).map_err(cannot)?;
        Ok(RunLock { _file: file })
    }
}

/// The lock file of a database, the same one whichever links lead to it.
fn lock_path(database: &Path) -> PathBuf {
    let mut name = database
        .canonicalize()
        .unwrap_or_else(|_| database.to_owned())
        .into_os_string();
    name.push("-lock");
    PathBuf::from(name)
}

/// What a locked file says of its holder.
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // An unreadable lock file only means that the holder stays unnamed; the lock itself was the answer.
    let read = file.take(HOLDER_LENGTH_MAX).read_to_string(&mut text);
    let line = text.lines().next().unwrap_or_default().trim();
    if read.is_err() || line.is_empty() {
        return "it did not say which".to_owned();
    }
    line.to_owned()
}
