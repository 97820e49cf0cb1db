//! A consistent copy of the database, while a bot runs on it.

use super::Store;
use super::error::StoreError;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::path::{Path, PathBuf};

impl Store {
    /// Copies the database to a file that does not exist yet. It appears under its name only when it is whole.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::BackupExists {
                path: to.to_owned(),
            });
        }
        let mut unfinished = to.as_os_str().to_owned();
        unfinished.push("-unfinished");
        let unfinished = PathBuf::from(unfinished);
        let cannot = |error: std::io::Error| StoreError::CannotOpen {
            path: to.to_owned(),
            reason: error.to_string(),
        };
        let copied = self.copy_to(&unfinished);
        let finished = copied.and_then(|()| std::fs::rename(&unfinished, to).map_err(cannot));
        if finished.is_err() {
            // What is left over is of no use to anybody, and the error to tell is the first one.
            let _ = std::fs::remove_file(&unfinished);
        }
        finished
    }

    /// Copies all pages in one step: of one moment, however long it takes.
    fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        let mut copy = Connection::open(to).map_err(|error| StoreError::CannotOpen {
            path: to.to_owned(),
            reason: error.to_string(),
        })?;
        let step = Backup::new(&self.connection, &mut copy)?.step(-1)?;
        match step {
            StepResult::Done => {}
            StepResult::More | StepResult::Busy | StepResult::Locked | _ => {
                return Err(StoreError::CannotOpen {
                    path: to.to_owned(),
                    reason: "the database was too busy to be copied: try again".to_owned(),
                });
            }
        }
        // One file without a companion, whoever opens it next.
        copy.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
        copy.close().map_err(|(_, error)| StoreError::from(error))
    }
}
