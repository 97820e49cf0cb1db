//! Reading rows column by column, so that whatever cannot be read is named by table, row and column.

use super::error::StoreError;
use super::words::Word;
use crate::vocabulary::Timestamp;
use rusqlite::types::{FromSql, Value, ValueRef};
use rusqlite::{Connection, Params, Row};
use std::fmt::Display;

/// A query whose rows are read by [`each_row`].
pub(super) struct Query {
    /// The table errors name.
    pub(super) table: &'static str,
    /// How many of the first columns tell which row it is.
    pub(super) keys: usize,
    /// The statement.
    pub(super) sql: &'static str,
}

/// Runs a query and hands its rows over one by one.
pub(super) fn each_row<P: Params>(
    connection: &Connection,
    query: &Query,
    params: P,
    mut take: impl FnMut(&mut Columns<'_, '_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(query.sql)?;
    let mut rows = statement.query(params)?;
    while let Some(row) = rows.next()? {
        take(&mut Columns {
            row,
            query,
            next: 0,
        })?;
    }
    Ok(())
}

/// The columns of one row, taken from left to right in the order of the query.
pub(super) struct Columns<'r, 's> {
    row: &'r Row<'s>,
    query: &'r Query,
    next: usize,
}

impl<'r> Columns<'r, '_> {
    /// The next column as it is.
    pub(super) fn take<T: FromSql>(&mut self) -> Result<T, StoreError> {
        let taken = self.row.get(self.next);
        let taken = taken.map_err(|error| self.corrupt(error));
        self.next += 1;
        taken
    }

    /// The next column as a place or number that counts from 1.
    pub(super) fn place(&mut self) -> Result<usize, StoreError> {
        Ok(self.take::<u32>()? as usize)
    }

    /// The next column as an instant.
    pub(super) fn instant(&mut self) -> Result<Timestamp, StoreError> {
        Ok(Timestamp::from_ms(self.take()?))
    }

    /// The next column as an instant, where it has one.
    pub(super) fn instant_if_any(&mut self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.take::<Option<i64>>()?.map(Timestamp::from_ms))
    }

    /// The next column as a word.
    pub(super) fn word<T: Word>(&mut self) -> Result<T, StoreError> {
        self.read(|text| T::from_word(text).ok_or_else(|| format!("unknown word \"{text}\"")))
    }

    /// The next column as a word, where it has one.
    pub(super) fn word_if_any<T: Word>(&mut self) -> Result<Option<T>, StoreError> {
        self.read_if_any(|text| {
            T::from_word(text).ok_or_else(|| format!("unknown word \"{text}\""))
        })
    }

    /// The next column as a text with a meaning.
    pub(super) fn read<T, E: Display>(
        &mut self,
        meaning: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, StoreError> {
        match self.read_if_any(meaning)? {
            Some(meant) => Ok(meant),
            None => {
                self.next -= 1;
                Err(self.corrupt("nothing there"))
            }
        }
    }

    /// The next column as a text with a meaning, where it has one.
    pub(super) fn read_if_any<T, E: Display>(
        &mut self,
        meaning: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, StoreError> {
        let value: ValueRef<'r> = self
            .row
            .get_ref(self.next)
            .map_err(|error| self.corrupt(error))?;
        let text = value
            .as_str_or_null()
            .map_err(|error| self.corrupt(error))?;
        let meant = text
            .map(meaning)
            .transpose()
            .map_err(|error| self.corrupt(error))?;
        self.next += 1;
        Ok(meant)
    }

    /// The error for the column that is next.
    pub(super) fn corrupt(&self, why: impl Display) -> StoreError {
        let statement = self.row.as_ref();
        let column = statement.column_name(self.next).unwrap_or("?");
        StoreError::Corrupt {
            what: format!("{}, column {column}: {why}", self.row_name()),
        }
    }

    /// The error for the row as a whole.
    pub(super) fn corrupt_row(&self, why: impl Display) -> StoreError {
        StoreError::Corrupt {
            what: format!("{}: {why}", self.row_name()),
        }
    }

    /// `table board, row tournament=1 round=2 number=3`.
    fn row_name(&self) -> String {
        let statement = self.row.as_ref();
        let mut name = format!("table {}, row", self.query.table);
        for key in 0..self.query.keys {
            let column = statement.column_name(key).unwrap_or("?");
            let value = match self.row.get::<_, Value>(key) {
                Ok(Value::Integer(number)) => number.to_string(),
                Ok(Value::Text(text)) => text,
                Ok(Value::Null) => "NULL".to_owned(),
                Ok(Value::Real(_) | Value::Blob(_)) | Err(_) => "?".to_owned(),
            };
            name.push_str(&format!(" {column}={value}"));
        }
        name
    }
}
