//! How long it takes to read ten years back, and to put one command on the disk.

use chessmasters::ports::{Notice, NoticeKind, Recipient};
use chessmasters::store::{JournalEntry, Store, Whereabouts};
use chessmasters::tournament::{
    BoardRef, BoardStatus, Bye, CheckInBy, ColorsPlayed, Entrance, Fact, Ground, PairedBy, Pairing,
    Phase, Reminder, Report, Settings, Society, Usefulness, Verdict,
};
use chessmasters::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Span, Timestamp, TournamentId,
};
use divan::Bencher;
use std::path::Path;
use tempfile::TempDir;

/// One tournament a year.
const YEARS: u32 = 10;
/// One round a week: 520 in all.
const ROUNDS: u16 = 52;
/// Players of each tournament.
const PLAYERS: u32 = 100;

fn main() {
    divan::main();
}

/// A directory with a database in it. Where the disk matters, TMPDIR says which one.
fn open() -> (TempDir, Store) {
    let dir = tempfile::tempdir().expect("a directory");
    let store = Store::open(&dir.path().join("bench.db"), week(0)).expect("a database");
    (dir, store)
}

fn week(number: i64) -> Timestamp {
    Timestamp::from_ms(1_790_000_000_000) + Span::from_days(7 * number)
}

/// Keeps facts as the desk does, all in one group.
fn keep(store: &mut Store, society: &mut Society, facts: &[Fact], at: Timestamp) {
    let mut keeping = store.keeping();
    for fact in facts {
        society.apply(fact);
        let entry = JournalEntry {
            at,
            actor: "clock",
            line: None,
            fact,
        };
        keeping.fact(society, &entry).expect("kept");
    }
    keeping.commit().expect("committed");
}

fn registration(tournament: TournamentId) -> Vec<Fact> {
    let settings = Box::new(Settings::new(&format!("Year {tournament}")));
    let mut facts = vec![Fact::TournamentCreated {
        tournament,
        seed: 7,
        settings,
    }];
    facts.extend((1..=PLAYERS).map(|number| {
        let name = format!("Player{number}");
        Fact::EntryAdded {
            tournament,
            entry: EntryNumber(number),
            account: Account::new(&name, CaseMapping::Ascii),
            name,
            how: Entrance::Registered,
            at: week(0),
            first_round: RoundNumber(1),
            missed: ByeKind::ZeroPoint,
        }
    }));
    facts.push(Fact::LotsDrawn {
        tournament,
        order: (1..=PLAYERS).map(EntryNumber).collect(),
    });
    facts.push(Fact::PhaseChanged {
        tournament,
        from: Phase::Registration,
        phase: Phase::Running,
    });
    facts
}

/// A round from its pairing to its last result: 49 boards and a bye.
fn round(tournament: TournamentId, round: RoundNumber) -> Vec<Fact> {
    let start = week(i64::from(round.0));
    let (cutoff, deadline) = (start + Span::from_days(6), start + Span::from_days(7));
    let boards: Vec<BoardNumber> = (1..PLAYERS as u16 / 2).map(BoardNumber).collect();
    let mut facts = vec![
        Fact::RoundPaired {
            tournament,
            round,
            pairs: boards
                .iter()
                .map(|board| Pairing {
                    white: EntryNumber(u32::from(board.0) * 2 - 1),
                    black: EntryNumber(u32::from(board.0) * 2),
                })
                .collect(),
            byes: vec![Bye {
                player: EntryNumber(PLAYERS),
                kind: ByeKind::PairingAllocated,
            }],
            publish_at: None,
            by: PairedBy::System,
        },
        Fact::RoundPublished {
            tournament,
            round,
            at: start,
            cutoff,
            deadline,
        },
        Fact::Reminded {
            tournament,
            round,
            boards: boards.clone(),
            reminder: Reminder::OneDay,
            usefulness: Usefulness::Send,
        },
    ];
    for board in boards {
        let at = BoardRef {
            tournament,
            round,
            board,
        };
        facts.extend(Color::BOTH.map(|color| check_in(at, color)));
        facts.extend(Color::BOTH.map(|color| reported(at, color)));
        facts.push(settled(at));
    }
    facts.push(Fact::RoundClosed {
        tournament,
        round,
        at: deadline,
    });
    facts
}

fn check_in(board: BoardRef, color: Color) -> Fact {
    Fact::CheckedIn {
        board,
        color,
        at: week(1),
        by: CheckInBy::Player,
    }
}

fn reported(board: BoardRef, color: Color) -> Fact {
    Fact::Reported {
        board,
        color,
        report: Report {
            outcome: Outcome::WhiteWins,
            colors: ColorsPlayed::AsPaired,
            at: week(1),
        },
    }
}

fn settled(board: BoardRef) -> Fact {
    Fact::BoardMoved {
        board,
        status: BoardStatus::Final {
            verdict: Verdict {
                result: BoardResult::Played(Outcome::WhiteWins),
                colors: ColorsPlayed::AsPaired,
            },
            ground: Ground::BothReports,
        },
    }
}

fn ten_years(store: &mut Store) -> Society {
    let mut society = Society::default();
    for year in (1..=YEARS).map(TournamentId) {
        keep(store, &mut society, &registration(year), week(0));
        for number in (1..=ROUNDS).map(RoundNumber) {
            keep(store, &mut society, &round(year, number), week(0));
        }
    }
    society
}

/// Opening and reading a database of ten years: 520 rounds, 100 players, a journal of 130,000 facts.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn load_ten_years(bencher: Bencher) {
    let (dir, mut store) = open();
    let society = ten_years(&mut store);
    drop(store);
    let path = dir.path().join("bench.db");
    bencher.bench_local(|| {
        let loaded = Store::open(&path, week(0)).and_then(|store| store.load());
        assert!(loaded.expect("loads").tournaments.len() == society.tournaments.len());
    });
}

/// A database with one round being played, and the state it says.
fn playing(path: &Path) -> (Store, Society) {
    let mut store = Store::open(path, week(0)).expect("a database");
    let mut society = Society::default();
    let (cup, first) = (TournamentId(1), RoundNumber(1));
    keep(&mut store, &mut society, &registration(cup), week(0));
    keep(&mut store, &mut society, &round(cup, first)[..2], week(0));
    (store, society)
}

const BOARD: BoardRef = BoardRef {
    tournament: TournamentId(1),
    round: RoundNumber(1),
    board: BoardNumber(7),
};

/// One report: a fact, its board, and a notice to the opponent, until it is on the disk.
#[divan::bench(sample_count = 1000, sample_size = 1)]
fn commit_a_report(bencher: Bencher) {
    let dir = tempfile::tempdir().expect("a directory");
    let (mut store, mut society) = playing(&dir.path().join("bench.db"));
    bencher.bench_local(|| report(&mut store, &mut society));
}

/// The same without a disk to wait for.
#[divan::bench(sample_count = 1000, sample_size = 1)]
fn commit_a_report_in_memory(bencher: Bencher) {
    let (mut store, mut society) = playing(Path::new(":memory:"));
    bencher.bench_local(|| report(&mut store, &mut society));
}

fn report(store: &mut Store, society: &mut Society) {
    let fact = reported(BOARD, Color::White);
    society.apply(&fact);
    let notice = Notice {
        recipient: Recipient::Person {
            account: Account::new("Player14", CaseMapping::Ascii),
            name: "Player14".to_owned(),
        },
        kind: NoticeKind::Result,
        text: "Player13 reports 1-0 for board 7 of round 1: confirm it or report yourself"
            .to_owned(),
        useful_until: None,
    };
    let entry = JournalEntry {
        at: week(1),
        actor: "player13",
        line: Some("report won"),
        fact: &fact,
    };
    let mut keeping = store.keeping();
    let cause = keeping.fact(society, &entry).expect("kept");
    keeping
        .notice(&notice, Some(cause), week(1))
        .expect("queued");
    keeping.commit().expect("committed");
}

/// A beat of the heart, which does not wait for the disk.
#[divan::bench(sample_count = 1000, sample_size = 1)]
fn beat(bencher: Bencher) {
    let (_dir, mut store) = open();
    bencher.bench_local(|| {
        store
            .heartbeat(Whereabouts::OnChannel { until: week(0) }, week(0))
            .expect("beats")
    });
}
