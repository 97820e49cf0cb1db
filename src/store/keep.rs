//! Keeping: facts, their rows and their notices in one transaction.
//!
//! A group may span several events; nothing of it may be told before [`Keeping::commit`] has returned. This module
//! does not know what facts mean, only which rows each of them changes.

use super::error::StoreError;
use super::journal::{self, JournalEntry, JournalId};
use super::outbox::{self, NoticeMark};
use super::rows::Rows;
use super::{Reach, Store};
use crate::ports::{Notice, NoticeId, NoticeState};
use crate::tournament::{Fact, Society};
use crate::vocabulary::Timestamp;
use rusqlite::Connection;
use std::ops::Deref;

/// How far a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Nothing was written: no transaction is open, and ending it costs nothing.
    Empty,
    /// A transaction is open.
    Open,
    /// A write failed and all was rolled back.
    Failed,
}

/// A group of facts and notices that is kept as a whole or not at all. Dropped without a commit, it is as if it had
/// never been. The store can be read through it, what was just written included.
#[derive(Debug)]
pub struct Keeping<'s> {
    store: &'s mut Store,
    group: Group,
    /// How far notices are, written last: alone they need not wait for the disk.
    marks: Vec<(NoticeId, NoticeMark)>,
}

impl Store {
    /// Begins a group.
    pub fn keeping(&mut self) -> Keeping<'_> {
        Keeping {
            store: self,
            group: Group::Empty,
            marks: Vec::new(),
        }
    }

    /// Puts on the disk what only the operating system has yet: any write does, since all go into one log.
    fn catch_up_disk(&mut self) -> Result<(), StoreError> {
        self.execute("UPDATE heartbeat SET alive_ms = alive_ms")?;
        self.behind = false;
        Ok(())
    }
}

impl Deref for Keeping<'_> {
    type Target = Store;
    fn deref(&self) -> &Store {
        self.store
    }
}

impl Keeping<'_> {
    /// Keeps a fact: its row in the journal, and the rows it changed, as they stand in the state after it.
    pub fn fact(
        &mut self,
        after: &Society,
        entry: &JournalEntry<'_>,
    ) -> Result<JournalId, StoreError> {
        self.write(|connection| {
            let id = journal::insert(connection, entry)?;
            let rows = Rows {
                connection,
                state: after,
            };
            write_rows(&rows, entry.fact)?;
            Ok(id)
        })
    }

    /// Puts a notice into the outbox, to be sent at once.
    pub fn notice(
        &mut self,
        notice: &Notice,
        cause: Option<JournalId>,
        at: Timestamp,
    ) -> Result<NoticeId, StoreError> {
        self.write(|connection| outbox::insert(connection, notice, cause, at))
    }

    /// Says how far a notice is; it is written when the group is committed.
    pub fn mark_notice(&mut self, id: NoticeId, mark: NoticeMark) {
        self.marks.push((id, mark));
    }

    /// Whether something waits to be committed.
    pub fn is_pending(&self) -> bool {
        self.group == Group::Open || !self.marks.is_empty()
    }

    /// Puts the group on the disk. When this returns well, it may be told.
    ///
    /// A group of nothing but marks goes to the operating system, which keeps it when the process is killed, and to the
    /// disk with the next other group, or before the next line is handed over. So at most one line can be said again after a
    /// power cut; and between the mark that hands a line over and the line itself no disk is waited for, which is
    /// when a kill would lose it.
    ///
    /// # Errors
    /// After an error nothing of the group is kept, and the state in memory is ahead of the tables: load it anew.
    pub fn commit(mut self) -> Result<(), StoreError> {
        let marks = std::mem::take(&mut self.marks);
        if self.group != Group::Empty || marks.is_empty() {
            let pending = self.group == Group::Open;
            self.write_marks_and_commit(&marks)?;
            self.store.behind &= !pending;
            return Ok(());
        }
        let hands_over = |(_, mark): &(NoticeId, NoticeMark)| mark.state == NoticeState::Sending;
        if self.store.behind && marks.iter().any(hands_over) {
            self.store.catch_up_disk()?;
        }
        self.store.commits_reach(Reach::OperatingSystem)?;
        let committed = self.write_marks_and_commit(&marks);
        self.store.behind = true;
        let restored = self.store.commits_reach(Reach::Disk);
        committed.and(restored)
    }

    fn write_marks_and_commit(
        &mut self,
        marks: &[(NoticeId, NoticeMark)],
    ) -> Result<(), StoreError> {
        for (id, mark) in marks {
            self.write(|connection| outbox::mark(connection, *id, mark))?;
        }
        match self.group {
            Group::Empty => Ok(()),
            Group::Failed => Err(StoreError::GroupFailed),
            Group::Open => {
                let committed = self.store.execute("COMMIT");
                self.group = if committed.is_ok() {
                    Group::Empty
                } else {
                    // Now, since how durable commits are cannot be changed while a transaction is open.
                    self.roll_back();
                    Group::Failed
                };
                committed
            }
        }
    }

    /// Runs one write inside the transaction, which the first one opens and a failed one ends.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.group {
            Group::Empty => self.store.execute("BEGIN IMMEDIATE")?,
            Group::Open => {}
            Group::Failed => return Err(StoreError::GroupFailed),
        }
        self.group = Group::Open;
        let result = work(&self.store.connection);
        if result.is_err() {
            self.roll_back();
            self.group = Group::Failed;
        }
        result
    }

    fn roll_back(&mut self) {
        // On a full disk and the like SQLite has rolled back by itself already.
        if !self.store.connection.is_autocommit() {
            // If even this fails, the file is beyond help until it is opened anew; the caller has the first error.
            let _ = self.store.execute("ROLLBACK");
        }
    }
}

impl Drop for Keeping<'_> {
    fn drop(&mut self) {
        match self.group {
            Group::Empty | Group::Failed => {}
            Group::Open => self.roll_back(),
        }
    }
}

/// Which rows each fact changes.
fn write_rows(rows: &Rows<'_>, fact: &Fact) -> Result<(), StoreError> {
    match fact {
        Fact::OfficialAppointed {
            tournament,
            account,
            ..
        }
        | Fact::OfficialDismissed {
            tournament,
            account,
        } => rows.official(*tournament, account),
        Fact::ZoneChosen { account, .. } => rows.person(account),
        Fact::BotLeft { .. } | Fact::BotReturned { .. } => rows.absences(),
        Fact::TournamentCreated { tournament, .. }
        | Fact::SettingChanged { tournament, .. }
        | Fact::PhaseChanged { tournament, .. }
        | Fact::RegistrationStalled { tournament } => rows.tournament(*tournament),
        Fact::EntryAdded {
            tournament, entry, ..
        }
        | Fact::EntryWithdrawn {
            tournament, entry, ..
        }
        | Fact::EntryReentered { tournament, entry } => {
            rows.entry(*tournament, *entry)?;
            rows.pairing_failed(*tournament)
        }
        Fact::LotsDrawn { tournament, .. } => rows.lots(*tournament),
        Fact::RoundPaired {
            tournament, round, ..
        } => {
            rows.paired_round(*tournament, *round)?;
            rows.pairing_failed(*tournament)
        }
        Fact::PairingImpossible { tournament, .. } => rows.pairing_failed(*tournament),
        Fact::RoundHeld { tournament, round }
        | Fact::RoundClosed {
            tournament, round, ..
        } => rows.round(*tournament, *round),
        Fact::RoundPublished {
            tournament, round, ..
        } => {
            rows.round(*tournament, *round)?;
            rows.all_boards(*tournament, *round)
        }
        Fact::TimingMoved {
            tournament,
            round,
            boards,
            ..
        } => {
            rows.round(*tournament, *round)?;
            rows.boards(*tournament, *round, boards)
        }
        Fact::Reminded {
            tournament,
            round,
            boards,
            ..
        }
        | Fact::DirectorsReminded {
            tournament,
            round,
            boards,
            ..
        } => rows.boards(*tournament, *round, boards),
        Fact::CheckedIn { board, .. }
        | Fact::Excused { board, .. }
        | Fact::PlayingMarked { board, .. }
        | Fact::GameInterrupted { board, .. }
        | Fact::GameResumed { board, .. }
        | Fact::Reported { board, .. }
        | Fact::Explained { board, .. }
        | Fact::Ruled { board, .. } => {
            rows.boards(board.tournament, board.round, &[board.board])?;
            rows.pairing_failed(board.tournament)
        }
        // A closed round may be open again.
        Fact::BoardMoved { board, .. }
        | Fact::RulingUndone { board }
        | Fact::FurtherGame { board, .. } => {
            rows.round(board.tournament, board.round)?;
            rows.boards(board.tournament, board.round, &[board.board])?;
            rows.pairing_failed(board.tournament)
        }
        Fact::Score(fact) => rows.score(fact),
        Fact::RatingsChosen { .. } => rows.rating_policy(),
        Fact::RatingsComputed { changes, .. } => rows.ratings(changes),
        Fact::RatingsRecounted { corrections, .. } => rows.recounted(corrections),
        // These stand in the journal alone.
        Fact::AttemptRefused { .. } | Fact::CheckInLate { .. } | Fact::Said { .. } => Ok(()),
    }
}
