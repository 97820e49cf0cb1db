//! `chessmasters backup [--config FILE] TO`: a copy of the database, while the bot may run on it.

use super::{Exit, Streams, settings};
use crate::store::{Store, StoreError};
use std::io;
use std::path::Path;

/// Copies the database that the settings name to a file that does not exist yet.
pub(super) fn copy(file: &Path, to: &Path, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let config = match settings(file, streams)? {
        Ok(config) => config,
        Err(exit) => return Ok(exit),
    };
    let from = &config.bot.database;
    match Store::open_read_only(from).and_then(|store| store.backup(to)) {
        Ok(()) => {
            writeln!(
                streams.out,
                "{} is copied to {}",
                from.display(),
                to.display()
            )?;
            Ok(Exit::Done)
        }
        Err(error) => {
            writeln!(streams.err, "{}: {error}", from.display())?;
            Ok(exit_for(&error))
        }
    }
}

/// Whether the call was wrong, or what it asked for could not be done.
pub(super) fn exit_for(error: &StoreError) -> Exit {
    match error {
        StoreError::BackupExists { .. } | StoreError::NotADatabase => Exit::Wrong,
        StoreError::InUse { .. }
        | StoreError::FromTheFuture { .. }
        | StoreError::NotMigrated { .. }
        | StoreError::CannotOpen { .. }
        | StoreError::Full
        | StoreError::ReadOnly
        | StoreError::Corrupt { .. }
        | StoreError::NotInState { .. }
        | StoreError::GroupFailed
        | StoreError::Sqlite(_) => Exit::CouldNot,
    }
}
