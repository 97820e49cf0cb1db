//! Files: who holds them, whose they are, and copies of them.

use super::super::journal::Subject;
use super::super::{Store, StoreError, migrate};
use super::{instant, keep, story};
use crate::tournament::{Fact, Settings, Society};
use rusqlite::Connection;
use std::path::PathBuf;
use tempfile::TempDir;

struct Dir {
    dir: TempDir,
}

impl Dir {
    fn new() -> Dir {
        let dir = tempfile::tempdir().expect("a directory");
        Dir { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn open(&self) -> Result<Store, StoreError> {
        Store::open(&self.path("cup.db"), instant(0))
    }
}

#[test]
fn a_file_is_there_after_a_restart() {
    let dir = Dir::new();
    let mut society = Society::default();
    keep(&mut dir.open().unwrap(), &mut society, &story());
    let store = dir.open().expect("the lock went with the first store");
    assert_eq!(store.load().unwrap(), society);
    let mode: String = store
        .connection
        .query_row("PRAGMA journal_mode", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
}

#[test]
fn a_second_run_learns_who_holds_the_file() {
    let dir = Dir::new();
    let _held = dir.open().unwrap();
    let Err(StoreError::InUse { holder }) = dir.open() else {
        panic!("two at a time");
    };
    let pid = std::process::id();
    assert_eq!(holder, format!("pid {pid} since 2026-09-21 14:13:20 UTC"));
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_past_the_lock() {
    let dir = Dir::new();
    let _held = dir.open().unwrap();
    std::os::unix::fs::symlink(dir.path("cup.db"), dir.path("link.db")).unwrap();
    let linked = Store::open(&dir.path("link.db"), instant(0));
    assert!(matches!(linked, Err(StoreError::InUse { .. })));
}

#[test]
fn others_may_look_while_it_runs() {
    let dir = Dir::new();
    let (mut store, mut society) = (dir.open().unwrap(), Society::default());
    let reader = Store::open_read_only(&dir.path("cup.db")).unwrap();
    keep(&mut store, &mut society, &story());
    assert_eq!(reader.load().unwrap(), society);
    let mut reader = reader;
    let mut keeping = reader.keeping();
    let fact = &story()[0];
    let entry = super::journal_entry(fact, instant(0));
    let refused = keeping.fact(&society, &entry);
    assert!(matches!(refused, Err(StoreError::ReadOnly)), "{refused:?}");
}

#[test]
fn a_newer_file_is_left_alone() {
    let dir = Dir::new();
    drop(dir.open().unwrap());
    let raw = Connection::open(dir.path("cup.db")).unwrap();
    let next = migrate::KNOWN + 1;
    raw.pragma_update(None, "user_version", next).unwrap();
    drop(raw);
    for opened in [dir.open(), Store::open_read_only(&dir.path("cup.db"))] {
        let Err(StoreError::FromTheFuture { found, known }) = opened else {
            panic!("from the future");
        };
        assert_eq!((found, known), (next, migrate::KNOWN));
    }
}

#[test]
fn an_empty_file_is_not_read_but_can_be_run_on() {
    let dir = Dir::new();
    std::fs::write(dir.path("cup.db"), "").unwrap();
    let read = Store::open_read_only(&dir.path("cup.db"));
    assert!(matches!(
        read,
        Err(StoreError::NotMigrated { found: 0, .. })
    ));
    dir.open().expect("created");
}

#[test]
fn files_of_others_are_refused_and_unchanged() {
    let dir = Dir::new();
    let text = "Dear diary, ".repeat(100);
    std::fs::write(dir.path("cup.db"), &text).unwrap();
    assert!(matches!(dir.open(), Err(StoreError::NotADatabase)));
    assert_eq!(std::fs::read_to_string(dir.path("cup.db")).unwrap(), text);

    std::fs::remove_file(dir.path("cup.db")).unwrap();
    let other = Connection::open(dir.path("cup.db")).unwrap();
    other.execute_batch("CREATE TABLE recipe (name)").unwrap();
    drop(other);
    let before = std::fs::read(dir.path("cup.db")).unwrap();
    assert!(matches!(dir.open(), Err(StoreError::NotADatabase)));
    assert_eq!(std::fs::read(dir.path("cup.db")).unwrap(), before);
}

#[test]
fn a_full_disk_loses_nothing_that_was_committed() {
    let dir = Dir::new();
    let (mut store, mut society) = (dir.open().unwrap(), Society::default());
    keep(&mut store, &mut society, &story());
    let limit = |store: &Store, pages: &str| {
        let pragma = format!("PRAGMA max_page_count = {pages}");
        let run = store.connection.query_row(&pragma, [], |_| Ok(()));
        run.unwrap();
    };
    // A limit below the size of the file is taken as that size.
    limit(&store, "1");
    let said = Fact::Said {
        text: "x".repeat(100_000),
    };
    let mut keeping = store.keeping();
    let refused = keeping.fact(&society, &super::journal_entry(&said, instant(0)));
    assert!(matches!(refused, Err(StoreError::Full)), "{refused:?}");
    assert!(matches!(keeping.commit(), Err(StoreError::GroupFailed)));
    assert_eq!(store.load().unwrap(), society);
    limit(&store, "1000000");
    keep(&mut store, &mut society, &[said]);
    assert_eq!(store.journal().unwrap().len(), story().len() + 1);
}

#[test]
fn a_missing_directory_is_named() {
    let dir = Dir::new();
    for opened in [
        Store::open(&dir.path("no/cup.db"), instant(0)),
        Store::open_read_only(&dir.path("no/cup.db")),
    ] {
        let Err(error @ StoreError::CannotOpen { .. }) = opened else {
            panic!("nothing to open");
        };
        assert!(error.to_string().contains("no/cup.db"), "{error}");
    }
}

#[test]
fn a_backup_is_whole_and_never_overwrites() {
    let dir = Dir::new();
    let (mut store, mut society) = (dir.open().unwrap(), Society::default());
    keep(&mut store, &mut society, &story());
    let reader = Store::open_read_only(&dir.path("cup.db")).unwrap();
    reader.backup(&dir.path("copy.db")).expect("copied");
    let copy = Store::open_read_only(&dir.path("copy.db")).unwrap();
    assert_eq!(copy.load().unwrap(), society);
    drop(copy);
    let mut copy = Store::open(&dir.path("copy.db"), instant(0)).expect("can be run on");
    keep(&mut copy, &mut society.clone(), &story()[2..3]);
    let again = store.backup(&dir.path("copy.db"));
    assert!(matches!(again, Err(StoreError::BackupExists { .. })));
    let nowhere = store.backup(&dir.path("no/copy.db"));
    assert!(matches!(nowhere, Err(StoreError::CannotOpen { .. })));
}

#[test]
fn a_file_of_version_1_gets_the_rating_list() {
    let dir = Dir::new();
    let raw = Connection::open(dir.path("cup.db")).unwrap();
    raw.execute_batch(include_str!("../schema_1.sql")).unwrap();
    raw.pragma_update(None, "application_id", 0x6368_7373)
        .unwrap();
    raw.pragma_update(None, "user_version", 1).unwrap();
    drop(raw);
    let (mut store, mut society) = (dir.open().unwrap(), Society::default());
    keep(&mut store, &mut society, &story());
    assert_eq!(store.load().unwrap(), society);
    assert!(!society.ratings.is_empty());
}

#[test]
fn a_file_of_version_2_gets_the_periods_its_journal_tells_of() {
    let dir = Dir::new();
    let raw = Connection::open(dir.path("cup.db")).unwrap();
    raw.execute_batch(include_str!("../schema_1.sql")).unwrap();
    raw.execute_batch(include_str!("../schema_2.sql")).unwrap();
    raw.pragma_update(None, "application_id", 0x6368_7373)
        .unwrap();
    raw.pragma_update(None, "user_version", 2).unwrap();
    let settings = serde_json::to_string(&Settings::new("Cup")).unwrap();
    raw.execute(
        "INSERT INTO tournament (id, phase, seed, settings_json) VALUES (1, 'finished', '1', ?1)",
        [settings],
    )
    .unwrap();
    // What a file of that version can know: nothing was corrected then.
    let known = |fact: &Fact| !matches!(fact, Fact::RatingsRecounted { .. });
    let facts: Vec<Fact> = super::rated::ratings().into_iter().filter(known).collect();
    let mut folded = Society::default();
    for fact in &facts {
        folded.apply(fact);
        let counted = matches!(fact, Fact::RatingsComputed { .. });
        let body = serde_json::to_string(fact).unwrap();
        let row = rusqlite::params![Subject::of(fact).kind, counted.then_some(1), body];
        raw.execute(
            "INSERT INTO journal (at_ms, actor, fact, tournament, body_json) VALUES (0, 'clock', ?1, ?2, ?3)",
            row,
        )
        .unwrap();
    }
    drop(raw);
    let loaded = dir.open().unwrap().load().unwrap();
    assert_eq!(loaded.rating_periods, folded.rating_periods);
    assert_eq!(loaded.rating_periods.len(), 2);
}

/// A file of version 3 is made from one of today, as there is no program of that time at hand.
#[test]
fn a_file_of_version_3_keeps_its_games_and_gets_drawn_ones() {
    let dir = Dir::new();
    let mut society = Society::default();
    keep(&mut dir.open().unwrap(), &mut society, &story());
    let raw = Connection::open(dir.path("cup.db")).unwrap();
    raw.execute_batch(
        "ALTER TABLE board DROP COLUMN drawn_games; ALTER TABLE board DROP COLUMN drawn_json;
        DROP TABLE rating_period; PRAGMA user_version = 3",
    )
    .unwrap();
    drop(raw);
    let tournaments = society.tournaments.values_mut();
    for round in tournaments.flat_map(|tournament| &mut tournament.rounds) {
        round
            .boards
            .iter_mut()
            .for_each(|board| board.drawn.clear());
    }
    assert!(!society.gamescores.boards.is_empty() && !society.gamescores.drafts.is_empty());
    assert!(!society.rating_periods.is_empty());
    let mut store = dir.open().unwrap();
    assert_eq!(store.load().unwrap(), society);
    // A board whose moves are kept is written anew.
    let (at, _) = society.gamescores.boards.first_key_value().unwrap();
    let undone = Fact::RulingUndone { board: *at };
    keep(&mut store, &mut society, &[undone]);
    assert_eq!(store.load().unwrap(), society);
}
