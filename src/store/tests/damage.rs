//! Damaged data is an error that names the place, never a panic.

use super::super::{Store, StoreError};
use super::told;

fn what(store: &Store) -> String {
    match store.load() {
        Err(StoreError::Corrupt { what }) => what,
        other => panic!("expected damage, found {other:?}"),
    }
}

/// What somebody may do to the file, and where the error must point.
const DAMAGE: [(&str, &str); 21] = [
    (
        "UPDATE tournament SET phase = 'asleep'",
        "table tournament, row id=1, column phase: unknown word \"asleep\"",
    ),
    (
        "UPDATE tournament SET seed = '-1'",
        "table tournament, row id=1, column seed",
    ),
    (
        "UPDATE tournament SET settings_json = '{}'",
        "table tournament, row id=1, column settings_json: missing field",
    ),
    (
        "UPDATE official SET role = 'king'",
        "table official, row tournament=1 account=boss, column role",
    ),
    (
        "UPDATE person SET zone = 'Mars/Olympus'",
        "table person, row account=rook|x, column zone",
    ),
    (
        "DELETE FROM absence WHERE number = 1",
        "table absence, row number=2: number 1 is missing",
    ),
    (
        "UPDATE entry SET withdrawal = 'asleep' WHERE number = 3",
        "table entry, row tournament=1 number=3, column withdrawal",
    ),
    (
        "DELETE FROM entry WHERE number = 7; UPDATE entry SET number = 9 WHERE number = 6",
        "table entry, row tournament=1 number=9: number 6 is missing",
    ),
    (
        "UPDATE entry SET lot = 1",
        "table entry, row tournament=1 number=2: entry 1 has the same lot",
    ),
    (
        "UPDATE entry SET lot = 12 WHERE lot = 7",
        "table entry, row tournament=1 number=7: a lot before its own is missing",
    ),
    (
        "UPDATE entry SET first_round = -1 WHERE number = 2",
        "table entry, row tournament=1 number=2, column first_round",
    ),
    (
        "UPDATE round SET deadline_ms = NULL",
        "table round, row tournament=1 number=1: its stage and its instants",
    ),
    (
        "DELETE FROM round",
        "table board, row tournament=1 round=1 number=1: its round is not there",
    ),
    (
        "DELETE FROM board WHERE number = 1",
        "table board, row tournament=1 round=1 number=2: number 1 is missing",
    ),
    (
        "UPDATE board SET status_json = '{\"final\":1}' WHERE number = 2",
        "table board, row tournament=1 round=1 number=2, column status_json",
    ),
    (
        "UPDATE board SET drawn_json = '[1]' WHERE number = 2",
        "table board, row tournament=1 round=1 number=2, column drawn_json",
    ),
    (
        "UPDATE board SET white_report = '2-0' WHERE number = 1",
        "table board, row tournament=1 round=1 number=1, column white_report",
    ),
    (
        "UPDATE board SET white_report_ms = NULL WHERE number = 1",
        "table board, row tournament=1 round=1 number=1: half a report",
    ),
    (
        "UPDATE board SET black_present_by = NULL WHERE number = 1",
        "table board, row tournament=1 round=1 number=1: half a check-in",
    ),
    (
        "UPDATE bye SET kind = 'long' WHERE place = 2",
        "table bye, row tournament=1 round=1 place=2, column kind",
    ),
    ("DELETE FROM tournament", "its tournament is not there"),
];

#[test]
fn damage_is_named_by_table_and_row() {
    for (sql, expected) in DAMAGE {
        let (store, _) = told();
        let connection = &store.connection;
        connection
            .execute_batch("PRAGMA foreign_keys = OFF")
            .unwrap();
        connection.execute_batch(sql).unwrap();
        let what = what(&store);
        assert!(what.contains(expected), "{sql}: {what}");
    }
}

#[test]
fn foreign_keys_hold_the_tables_together() {
    let (store, _) = told();
    for sql in [
        "DELETE FROM tournament",
        "DELETE FROM round",
        "DELETE FROM entry WHERE number = 1",
        "UPDATE board SET white = 77 WHERE number = 1",
        "UPDATE bye SET player = 77",
        "INSERT INTO official VALUES (9, 'a', 'A', 'director')",
    ] {
        let refused = store.connection.execute_batch(sql);
        assert!(refused.is_err(), "{sql}");
    }
}

#[test]
fn the_journal_only_grows() {
    let (store, _) = told();
    for sql in [
        "DELETE FROM journal WHERE id = 3",
        "UPDATE journal SET actor = 'nobody' WHERE id = 3",
        "INSERT OR REPLACE INTO journal (id, at_ms, actor, fact, body_json) VALUES (3, 0, 'me', 'said', '{}')",
    ] {
        let refused = store.connection.execute_batch(sql).unwrap_err().to_string();
        assert!(refused.contains("append-only"), "{sql}: {refused}");
    }
    let added =
        "INSERT INTO journal (at_ms, actor, fact, body_json) VALUES (0, 'me', 'said', '{}')";
    store.connection.execute_batch(added).unwrap();
    let Err(StoreError::Corrupt { what }) = store.journal() else {
        panic!("an unreadable fact is damage");
    };
    assert!(what.starts_with("table journal, row id="), "{what}");
}
