//! Adapters that end by themselves: the desk knows that it hears nobody, and since when (SPEC R-17), and waits for no engine.

use super::{Adapters, Desk, Ended, Options, run};
use crate::ports::{Event, Identity, Outgoing, Person, Place, Question, Said};
use crate::store::Store;
use crate::tournament::Settings;
use crate::vocabulary::{Account, CaseMapping, Span, Timestamp};
use std::path::Path;
use tokio::sync::mpsc;

const START: Timestamp = Timestamp::from_ms(1_796_126_400_000);

fn after(minutes: i64) -> Timestamp {
    START + Span::from_minutes(minutes)
}

fn desk() -> Desk {
    let options = Options {
        directors: Vec::new(),
        defaults: Settings::new(""),
        ratings: None,
        settings_file: None,
        engine: None,
        heartbeat: Span::from_minutes(5),
        seeds: Box::new(|| 1),
    };
    let store = Store::open(Path::new(":memory:"), START).expect("a database in memory");
    Desk::open(store, options, START).expect("the desk opens")
}

fn connected() -> Event {
    Event::Connected {
        casemapping: CaseMapping::Ascii,
        nick: "Bot".to_owned(),
    }
}

/// A desk on its channel, where the server was last heard from ten minutes after the start.
fn desk_on_channel() -> Desk {
    let mut desk = desk();
    let members = Vec::new();
    for (event, minutes) in [
        (connected(), 0),
        (Event::Entered { members }, 0),
        (Event::Alive, 10),
    ] {
        desk.handle(event, after(minutes)).expect("it can be kept");
    }
    assert!(!desk.society().bot_is_away());
    desk
}

fn away_since(desk: &Desk) -> Option<Timestamp> {
    let absence = desk.society().absences.last()?;
    absence.until.is_none().then_some(absence.from)
}

#[tokio::test]
async fn the_desk_is_off_its_channel_once_the_adapter_is_gone() {
    let mut desk = desk_on_channel();
    let (events, mut arriving) = mpsc::channel(4);
    let (network, wanted) = mpsc::channel(4);
    // What it still said is heard first.
    events.send(Event::Alive).await.expect("there is room");
    drop(wanted);
    let adapters = Adapters {
        network,
        engine: None,
    };
    let mut times = [20, 20, 25, 25].into_iter().map(after);
    let clock = || times.next().expect("a time is left");
    let ended = run(&mut desk, &mut arriving, &adapters, clock).await;
    assert!(matches!(ended, Ok(Ended::NetworkGone)), "{ended:?}");
    assert_eq!(away_since(&desk), Some(after(20)));
}

fn said(text: &str) -> Event {
    let account = Account::new("Boss", CaseMapping::Ascii);
    Event::Said(Said {
        person: Person {
            nick: "Boss".to_owned(),
            identity: Identity::Account {
                account,
                name: "Boss".to_owned(),
            },
        },
        place: Place::Private,
        text: text.to_owned(),
        hearing: crate::ports::Hearing::default(),
        waited: Span::ZERO,
    })
}

/// A desk with an engine, at which two players have a game.
fn desk_with_a_game() -> Desk {
    let mut desk = desk();
    desk.options.directors = vec!["Boss".to_owned()];
    desk.options.engine = Some(Span::from_secs(5));
    let orders = [
        "tournament new Cup",
        "tournament set publish_pause 0s",
        "tournament open",
        "admit Ada",
        "admit Bob",
        "tournament start",
    ];
    for event in [connected()].into_iter().chain(orders.map(said)) {
        desk.handle(event, START).expect("it can be kept");
    }
    desk
}

/// What the desk says when the director adjudicates, with an engine's adapter that does what this says.
async fn adjudicated(engine: impl FnOnce(mpsc::Receiver<Question>)) -> Vec<String> {
    let mut desk = desk_with_a_game();
    let (events, mut arriving) = mpsc::channel(8);
    let (network, mut wanted) = mpsc::channel(64);
    let (questions, asked) = mpsc::channel(1);
    let adapters = Adapters {
        network,
        engine: Some(questions),
    };
    engine(asked);
    for fen in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1",
    ] {
        let order = said(&format!("adjudicate 1.1 {fen}"));
        events.send(order).await.expect("there is room");
    }
    drop(events);
    let ended = run(&mut desk, &mut arriving, &adapters, || START).await;
    assert!(matches!(ended, Ok(Ended::NoMoreEvents)), "{ended:?}");
    drop(adapters);
    let mut told = Vec::new();
    while let Some(outgoing) = wanted.recv().await {
        if let Outgoing::Line { text, .. } = outgoing {
            told.push(text);
        }
    }
    told
}

fn count(told: &[String], words: &str) -> usize {
    told.iter().filter(|line| line.contains(words)).count()
}

#[tokio::test]
async fn an_engine_that_does_not_take_a_question_is_not_waited_for() {
    // It has room for one question, and never takes it.
    let mut kept = None;
    let told = adjudicated(|asked| kept = Some(asked)).await;
    assert_eq!(count(&told, "An engine looks at it"), 2, "{told:?}");
    assert_eq!(count(&told, "it cannot be asked now"), 1, "{told:?}");
    let mut asked = kept.expect("it was given");
    let question = asked.recv().await.expect("the first was put there");
    assert_eq!(question.fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(asked.recv().await, None);
    // Its adapter is gone.
    let told = adjudicated(drop).await;
    assert_eq!(count(&told, "it cannot be asked now"), 2, "{told:?}");
}

#[test]
fn a_new_connection_out_of_nowhere_means_that_nobody_was_heard() {
    let mut desk = desk_on_channel();
    desk.handle(connected(), after(40)).expect("it can be kept");
    assert_eq!(away_since(&desk), Some(after(10)));
}
