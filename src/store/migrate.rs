//! Bringing a database file to the version this program knows.

use super::error::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// The steps from an empty file to today's schema: step n leads to version n. Only ever added to.
const STEPS: [&str; 4] = [
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
];

/// The version this program reads and writes.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

/// Marks a file as this program's, in the header field SQLite has for it: "chss".
const APPLICATION_ID: i64 = 0x6368_7373;

/// The version of a file; 0 for an empty one.
///
/// # Errors
/// [`StoreError::NotADatabase`] for a file of something else, another program's SQLite database included, and
/// [`StoreError::FromTheFuture`] for a version this program does not know.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let found = number("PRAGMA user_version")?;
    let ours = number("PRAGMA application_id")? == APPLICATION_ID;
    let empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    match found {
        0 if empty => Ok(0),
        1.. if ours && found > KNOWN => Err(StoreError::FromTheFuture {
            found,
            known: KNOWN,
        }),
        1.. if ours => Ok(found),
        _ => Err(StoreError::NotADatabase),
    }
}

/// Takes the missing steps, all in one transaction: a crash in between leaves the old version.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    if version(connection)? == KNOWN {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    let done = usize::try_from(found).map_err(|_| StoreError::NotADatabase)?;
    for step in &STEPS[done..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", KNOWN)?;
    transaction.commit()?;
    Ok(())
}
