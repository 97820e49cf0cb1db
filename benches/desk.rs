//! How many decisions the desk makes in a second, with few and with many players, and what a whole turn costs.

use chessmasters::desk::{Desk, Options};
use chessmasters::ports::{Event, Hearing, Identity, Person, Place, Said};
use chessmasters::store::{JournalEntry, Store};
use chessmasters::tournament::{
    Action, Actor, Claim, ColorsPlayed, Entrance, Fact, OwnResult, Phase, Settings, Society, decide,
};
use chessmasters::view;
use chessmasters::vocabulary::{
    Account, ByeKind, CaseMapping, EntryNumber, RoundNumber, Span, Timestamp, TournamentId,
};
use divan::{Bencher, black_box};
use std::path::Path;
use tempfile::TempDir;

/// A club, a festival, and the most a tournament takes.
const PLAYERS: [u32; 3] = [8, 200, 2_000];

const ID: TournamentId = TournamentId(1);

fn main() {
    divan::main();
}

/// Sunday, within the check-in window of a round that was published on Monday.
fn sunday() -> Timestamp {
    monday() + Span::from_days(6) + Span::from_hours(4)
}

fn monday() -> Timestamp {
    Timestamp::from_ms(1_796_083_200_000)
}

fn name(number: u32) -> String {
    format!("Player{number}")
}

fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

/// What leads to a tournament of so many players in its third round.
fn facts(players: u32) -> Vec<Fact> {
    let settings = Box::new(Settings::new("Open"));
    let mut facts = vec![
        Fact::BotReturned {
            at: monday(),
            scope: chessmasters::tournament::AbsenceScope::Everybody,
        },
        Fact::TournamentCreated {
            tournament: ID,
            seed: 7,
            settings,
        },
    ];
    facts.extend((1..=players).map(|number| Fact::EntryAdded {
        tournament: ID,
        entry: EntryNumber(number),
        account: account(&name(number)),
        name: name(number),
        how: Entrance::Registered,
        at: monday(),
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
    }));
    facts.push(Fact::LotsDrawn {
        tournament: ID,
        order: (1..=players).map(EntryNumber).collect(),
    });
    facts.push(Fact::PhaseChanged {
        tournament: ID,
        from: Phase::Registration,
        phase: Phase::Running,
    });
    facts.extend(rounds(players));
    facts
}

/// Two rounds that were played, and a third that is.
fn rounds(players: u32) -> Vec<Fact> {
    use chessmasters::tournament::{BoardRef, BoardStatus, Ground, PairedBy, Pairing, Verdict};
    use chessmasters::vocabulary::{BoardNumber, BoardResult, Outcome};
    let mut facts = Vec::new();
    for round in (1..=3).map(RoundNumber) {
        let half = players / 2;
        let shift = u32::from(round.0) - 1;
        let pair = |board: u32| Pairing {
            white: EntryNumber(board),
            black: EntryNumber(half + 1 + (board - 1 + shift) % half),
        };
        facts.push(Fact::RoundPaired {
            tournament: ID,
            round,
            pairs: (1..=half).map(pair).collect(),
            byes: Vec::new(),
            publish_at: None,
            by: PairedBy::System,
        });
        let at = monday() - Span::from_days(7 * i64::from(3 - round.0));
        facts.push(Fact::RoundPublished {
            tournament: ID,
            round,
            at,
            cutoff: at + Span::from_days(7) - Span::from_minutes(150),
            deadline: at + Span::from_days(7),
        });
        if round.0 == 3 {
            break;
        }
        let boards = 1..=u16::try_from(half).expect("few");
        facts.extend(boards.map(|board| Fact::BoardMoved {
            board: BoardRef {
                tournament: ID,
                round,
                board: BoardNumber(board),
            },
            status: BoardStatus::Final {
                verdict: Verdict {
                    result: BoardResult::Played(match board % 3 {
                        0 => Outcome::Draw,
                        1 => Outcome::WhiteWins,
                        _ => Outcome::BlackWins,
                    }),
                    colors: ColorsPlayed::AsPaired,
                },
                ground: Ground::BothReports,
            },
        }));
        facts.push(Fact::RoundClosed {
            tournament: ID,
            round,
            at: at + Span::from_days(7),
        });
    }
    facts
}

fn society(players: u32) -> Society {
    let mut society = Society::default();
    facts(players).iter().for_each(|fact| society.apply(fact));
    society
}

/// The last player, whom a search from the front finds last.
fn last(players: u32) -> Actor {
    let name = name(players);
    Actor::Account {
        account: account(&name),
        name,
    }
}

#[divan::bench(args = PLAYERS)]
fn report(bencher: Bencher<'_, '_>, players: u32) {
    let society = society(players);
    let actor = last(players);
    let action = Action::Report {
        tournament: ID,
        claim: Claim::Own {
            result: OwnResult::Won,
            colors: ColorsPlayed::AsPaired,
        },
        text: "report won".to_owned(),
        said_at: sunday(),
    };
    bencher.bench_local(|| decide(black_box(&society), &action, &actor, sunday()).expect("taken"));
}

#[divan::bench(args = PLAYERS)]
fn check_in(bencher: Bencher<'_, '_>, players: u32) {
    let society = society(players);
    let actor = last(players);
    let action = Action::CheckIn {
        tournament: ID,
        said_at: sunday(),
    };
    bencher.bench_local(|| decide(black_box(&society), &action, &actor, sunday()).expect("taken"));
}

#[divan::bench(args = PLAYERS)]
fn standings(bencher: Bencher<'_, '_>, players: u32) {
    let society = society(players);
    bencher.bench_local(|| {
        view::standings(black_box(society.tournament(ID).expect("it is there"))).len()
    });
}

#[divan::bench(args = PLAYERS)]
fn next_due(bencher: Bencher<'_, '_>, players: u32) {
    let society = society(players);
    bencher.bench_local(|| black_box(&society).next_due());
}

/// A desk with everybody on the channel.
fn desk(players: u32, on: &Path) -> Desk {
    let mut store = Store::open(on, monday()).expect("a database");
    let mut society = Society::default();
    let mut keeping = store.keeping();
    for fact in facts(players) {
        society.apply(&fact);
        let entry = JournalEntry {
            at: monday(),
            actor: "clock",
            line: None,
            fact: &fact,
        };
        keeping.fact(&society, &entry).expect("kept");
    }
    keeping.commit().expect("committed");
    let options = Options {
        directors: vec!["Boss".to_owned()],
        defaults: Settings::new(""),
        ratings: None,
        settings_file: None,
        engine: None,
        heartbeat: Span::from_days(1_000),
        seeds: Box::new(|| 7),
    };
    let mut desk = Desk::open(store, options, sunday()).expect("a desk");
    let connected = Event::Connected {
        casemapping: CaseMapping::Ascii,
        nick: "ChessMasters".to_owned(),
    };
    let members = (1..=players).map(|number| person(&name(number))).collect();
    for event in [connected, Event::Entered { members }, Event::Woken] {
        desk.handle(event, sunday()).expect("handled");
    }
    desk
}

fn person(nick: &str) -> Person {
    Person {
        nick: nick.to_owned(),
        identity: Identity::Account {
            account: account(nick),
            name: nick.to_owned(),
        },
    }
}

fn said(nick: &str, text: &str) -> Event {
    Event::Said(Said {
        person: person(nick),
        place: Place::Private,
        text: text.to_owned(),
        waited: Span::ZERO,
        hearing: Hearing::default(),
    })
}

fn bench_line(bencher: Bencher<'_, '_>, players: u32, on: &Path, lines: [&str; 2]) {
    let mut desk = desk(players, on);
    let events = lines.map(|line| said(&name(players), line));
    let mut turns = 0;
    bencher.bench_local(|| {
        turns += 1;
        let outcome = desk.handle(events[turns % 2].clone(), sunday());
        assert!(!outcome.expect("handled").outgoing.is_empty());
    });
}

/// A whole turn of the desk for a command that only reads.
#[divan::bench(args = PLAYERS)]
fn turn_that_reads(bencher: Bencher<'_, '_>, players: u32) {
    bench_line(bencher, players, Path::new(":memory:"), ["me", "opponent"]);
}

/// A whole turn for the standings, which everybody waits for at once.
#[divan::bench(args = PLAYERS, sample_count = 10)]
fn turn_of_standings(bencher: Bencher<'_, '_>, players: u32) {
    let lines = ["standings", "standings"];
    bench_line(bencher, players, Path::new(":memory:"), lines);
}

const ZONES: [&str; 2] = ["tz Europe/Berlin", "tz UTC"];
const REPORTS: [&str; 2] = ["report won", "report drew"];

/// A whole turn for a command that commits, without a disk.
#[divan::bench(args = PLAYERS)]
fn turn_that_commits(bencher: Bencher<'_, '_>, players: u32) {
    bench_line(bencher, players, Path::new(":memory:"), ZONES);
}

/// A whole turn for a report, without a disk.
#[divan::bench(args = PLAYERS)]
fn turn_that_reports(bencher: Bencher<'_, '_>, players: u32) {
    bench_line(bencher, players, Path::new(":memory:"), REPORTS);
}

/// The same as `turn_that_commits` with a disk that is waited for. TMPDIR says which one.
#[divan::bench(args = PLAYERS)]
fn turn_that_commits_to_disk(bencher: Bencher<'_, '_>, players: u32) {
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    bench_line(bencher, players, &folder.path().join("bench.db"), ZONES);
}
