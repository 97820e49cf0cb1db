//! What is kept comes back, and nothing else gets in.

mod damage;
mod file;
mod notices;
mod rated;
mod story;

use super::journal::Subject;
use super::words::Word;
use super::{JournalEntry, Store, StoreError, Way, Whereabouts, rows};
use crate::ports::NoticeKind;
use crate::tournament::{
    AbsenceScope, BoardStatus, Fact, Ground, PairedBy, Pairing, Phase, Society, Verdict,
};
use crate::vocabulary::{BoardResult, Color, Outcome, RoundNumber, Timestamp};
use std::collections::BTreeSet;
use std::path::Path;
use story::{CUP, account, board, entry, instant, story};

fn memory() -> Store {
    Store::open(Path::new(":memory:"), instant(0)).expect("a database in memory")
}

/// Applies facts and keeps each in a group of its own.
fn keep(store: &mut Store, society: &mut Society, facts: &[Fact]) {
    for (number, fact) in (0..).zip(facts) {
        society.apply(fact);
        let mut keeping = store.keeping();
        let entry = journal_entry(fact, instant(number));
        keeping.fact(society, &entry).expect("kept");
        keeping.commit().expect("committed");
    }
}

fn journal_entry(fact: &Fact, at: Timestamp) -> JournalEntry<'_> {
    JournalEntry {
        at,
        actor: "boss",
        line: Some("pair"),
        fact,
    }
}

fn told() -> (Store, Society) {
    let (mut store, mut society) = (memory(), Society::default());
    keep(&mut store, &mut society, &story());
    (store, society)
}

#[test]
fn every_fact_comes_back() {
    let (mut store, mut society) = (memory(), Society::default());
    for fact in story() {
        keep(&mut store, &mut society, std::slice::from_ref(&fact));
        assert_eq!(store.load().expect("loads"), society, "after {fact:?}");
    }
    let check = "SELECT count(*) FROM pragma_foreign_key_check";
    let broken: i64 = store
        .connection
        .query_row(check, [], |row| row.get(0))
        .unwrap();
    assert_eq!(broken, 0);
}

#[test]
fn the_journal_folds_into_what_the_tables_say() {
    let (store, _) = told();
    let rows = store.journal().expect("reads");
    let facts: Vec<Fact> = rows.iter().map(|row| row.fact.clone()).collect();
    assert_eq!(facts, story());
    assert_eq!(rows[3].at, instant(3));
    assert_eq!(rows[3].actor, "boss");
    assert_eq!(rows[3].line.as_deref(), Some("pair"));
    let mut folded = Society::default();
    facts.iter().for_each(|fact| folded.apply(fact));
    assert_eq!(folded, store.load().expect("loads"));
}

#[test]
fn a_whole_story_is_one_group_too() {
    let (mut store, mut society) = (memory(), Society::default());
    let facts = story();
    let mut keeping = store.keeping();
    for fact in &facts {
        society.apply(fact);
        let entry = journal_entry(fact, instant(0));
        keeping.fact(&society, &entry).expect("kept");
    }
    assert!(keeping.is_pending());
    assert_eq!(keeping.load().expect("reads its own writes"), society);
    keeping.commit().expect("committed");
    assert_eq!(store.load().expect("loads"), society);
}

/// The story leaves no kind of fact out, and the journal calls each by the name its JSON has.
#[test]
fn the_journal_names_facts_as_their_json_does() {
    let mut kinds = BTreeSet::new();
    for fact in story() {
        let body = serde_json::to_value(&fact).unwrap();
        let kind = Subject::of(&fact).kind;
        assert_eq!(body["fact"], kind);
        kinds.insert(kind);
    }
    let missing: Vec<&str> = kinds_in_source()
        .into_iter()
        .filter(|kind| !kinds.contains(kind))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The names that the match in the journal's code gives.
fn kinds_in_source() -> Vec<&'static str> {
    let source = include_str!("journal.rs");
    let names = source
        .split("match fact {")
        .nth(1)
        .expect("the match over facts");
    let quoted = names.split('"').skip(1).step_by(2);
    let kinds: Vec<&str> = quoted.collect();
    assert!(kinds.len() > 30, "the match names every kind");
    kinds
}

#[test]
fn words_are_those_of_the_json() {
    fn check<T: Word + PartialEq + std::fmt::Debug>(json: impl Fn(&T) -> Option<String>) {
        for variant in T::EVERY {
            let word = variant.word();
            assert_eq!(T::from_word(word).as_ref(), Some(variant));
            if let Some(text) = json(variant) {
                assert_eq!(text, format!("\"{word}\""));
            }
        }
    }
    macro_rules! as_json {
        ($($type:ident),+) => {
            $(check::<crate::tournament::$type>(|value| serde_json::to_string(value).ok());)+
        };
    }
    as_json!(Phase, Role, Entrance, Withdrawal, CheckInBy, ColorsPlayed);
    check::<crate::vocabulary::ByeKind>(|value| serde_json::to_string(value).ok());
    check::<Outcome>(|_| None);
    check::<NoticeKind>(|_| None);
    check::<Way>(|_| None);
}

/// People look boards up by these two columns, which SQLite derives from the JSON beside them.
#[test]
fn status_and_result_are_readable() {
    let (store, _) = told();
    let verdict = |result| Verdict::unplayed(result);
    let finally = |result| BoardStatus::Final {
        verdict: verdict(result),
        ground: Ground::SingleReport(Color::White),
    };
    let before = Box::new(finally(BoardResult::Played(Outcome::Draw)));
    let cases = [
        (BoardStatus::Unplayed, "unplayed", None),
        (BoardStatus::MustPlay, "must_play", None),
        (
            BoardStatus::Provisional {
                verdict: verdict(BoardResult::Forfeit {
                    loser: Color::White,
                }),
                ground: Ground::Cutoff,
            },
            "provisional",
            Some("-/+"),
        ),
        (
            BoardStatus::Disputed { since: instant(1) },
            "disputed",
            None,
        ),
        (
            finally(BoardResult::Played(Outcome::WhiteWins)),
            "final",
            Some("1-0"),
        ),
        (
            finally(BoardResult::Played(Outcome::Draw)),
            "final",
            Some("1/2-1/2"),
        ),
        (
            finally(BoardResult::Forfeit {
                loser: Color::Black,
            }),
            "final",
            Some("+/-"),
        ),
        (finally(BoardResult::DoubleForfeit), "final", Some("-/-")),
        (
            BoardStatus::Ruled {
                verdict: verdict(BoardResult::Played(Outcome::BlackWins)),
                by: "a:b\"{".to_owned(),
                reason: "1-0".to_owned(),
                before,
            },
            "ruled",
            Some("0-1"),
        ),
    ];
    for (status, word, result) in cases {
        let json = rows::json(serde_json::to_string(&status));
        let update = "UPDATE board SET status_json = ?1 WHERE number = 1 RETURNING status, result";
        let columns: (String, Option<String>) = store
            .connection
            .query_row(update, [json], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(columns, (word.to_owned(), result.map(str::to_owned)));
    }
}

#[test]
fn a_round_paired_anew_replaces_the_later_ones() {
    let (mut store, mut society) = told();
    let paired = |round, white, black| Fact::RoundPaired {
        tournament: CUP,
        round: RoundNumber(round),
        pairs: vec![Pairing {
            white: entry(white),
            black: entry(black),
        }],
        byes: vec![],
        publish_at: None,
        by: PairedBy::Hand,
    };
    keep(
        &mut store,
        &mut society,
        &[paired(2, 1, 3), paired(3, 2, 4)],
    );
    keep(&mut store, &mut society, &[paired(2, 4, 3)]);
    assert_eq!(society.tournaments[&CUP].rounds.len(), 2);
    assert_eq!(store.load().expect("loads"), society);
}

#[test]
fn old_absences_make_room() {
    let (mut store, mut society) = (memory(), Society::default());
    let scope = AbsenceScope::Everybody;
    let many = 200;
    for number in 0..many {
        let since = instant(2 * number);
        let at = instant(2 * number + 1);
        let facts = [
            Fact::BotLeft {
                since,
                scope: scope.clone(),
            },
            Fact::BotReturned {
                at,
                scope: scope.clone(),
            },
        ];
        keep(&mut store, &mut society, &facts);
    }
    assert!(
        (society.absences.len() as i64) < many,
        "the state forgets the oldest"
    );
    assert_eq!(store.load().expect("loads"), society);
}

#[test]
fn a_board_has_its_own_journal() {
    let (store, _) = told();
    let kinds = |number| -> Vec<&'static str> {
        let rows = store.journal_of_board(board(number)).expect("reads");
        rows.iter().map(|row| Subject::of(&row.fact).kind).collect()
    };
    let second = [
        "pairing_impossible",
        "round_paired",
        "round_paired",
        "round_held",
        "round_published",
        "timing_moved",
        "check_in_late",
        "game_interrupted",
        "game_resumed",
        "reminded",
        "score",
        "score",
        "score",
        "score",
        "score",
        "score",
        "board_moved",
        "attempt_refused",
        "board_moved",
        "round_closed",
    ];
    assert_eq!(kinds(2), second);
    let first = kinds(1);
    assert!(!first.contains(&"timing_moved"), "that was another board");
    assert!(first.contains(&"directors_reminded") && first.contains(&"ruling_undone"));
}

#[test]
fn what_is_not_committed_never_was() {
    let (mut store, society) = told();
    let journal = store.journal().expect("reads").len();
    let mut after = society.clone();
    let fact = Fact::PhaseChanged {
        from: Phase::Announced,
        tournament: CUP,
        phase: Phase::Cancelled,
    };
    after.apply(&fact);
    let mut keeping = store.keeping();
    keeping
        .fact(&after, &journal_entry(&fact, instant(0)))
        .expect("kept");
    drop(keeping);
    assert_eq!(store.load().expect("loads"), society);
    assert_eq!(store.journal().expect("reads").len(), journal);
}

#[test]
fn one_failed_write_fails_its_group() {
    let (mut store, society) = told();
    let mut after = society.clone();
    let good = Fact::Said {
        text: "before".to_owned(),
    };
    let unknown = Fact::RulingUndone { board: board(99) };
    let mut keeping = store.keeping();
    let mut keep = |fact: &Fact| keeping.fact(&after, &journal_entry(fact, instant(0)));
    keep(&good).expect("kept");
    assert!(matches!(keep(&unknown), Err(StoreError::NotInState { .. })));
    assert!(matches!(keep(&good), Err(StoreError::GroupFailed)));
    assert!(matches!(keeping.commit(), Err(StoreError::GroupFailed)));
    assert_eq!(store.journal().expect("reads").len(), story().len());
    // The store is usable after it.
    let fact = Fact::PhaseChanged {
        from: Phase::Announced,
        tournament: CUP,
        phase: Phase::Finished,
    };
    after = society;
    super::tests::keep(&mut store, &mut after, &[fact]);
    assert_eq!(store.load().expect("loads"), after);
}

#[test]
fn an_empty_group_costs_nothing() {
    let mut store = memory();
    let keeping = store.keeping();
    assert!(!keeping.is_pending());
    keeping.commit().expect("nothing to do");
}

#[test]
fn the_heart_remembers_the_channel() {
    let mut store = memory();
    assert_eq!(store.last_on_channel().unwrap(), None);
    store.heartbeat(Whereabouts::Elsewhere, instant(1)).unwrap();
    assert_eq!(store.last_on_channel().unwrap(), None);
    let until = instant(2);
    let here = Whereabouts::OnChannel { until };
    store.heartbeat(here, instant(3)).unwrap();
    store.heartbeat(Whereabouts::Elsewhere, instant(4)).unwrap();
    assert_eq!(store.last_on_channel().unwrap(), Some(instant(2)));
    assert_eq!(reach(&store), 2, "commits wait for the disk again");
}

/// SQLite's own number for how far a commit reaches.
fn reach(store: &Store) -> i64 {
    store
        .connection
        .query_row("PRAGMA synchronous", [], |row| row.get(0))
        .unwrap()
}

/// The second time as the first: a statement from the cache would set nothing.
#[test]
fn how_far_commits_reach_can_be_said_again_and_again() {
    let store = memory();
    for _ in 0..3 {
        store.commits_reach(super::Reach::OperatingSystem).unwrap();
        assert_eq!(reach(&store), 1);
        store.commits_reach(super::Reach::Disk).unwrap();
        assert_eq!(reach(&store), 2);
    }
}
