//! An adapter that ends by itself: the desk knows that it hears nobody, and since when (SPEC R-17).

use super::{Desk, Ended, Options, run};
use crate::ports::Event;
use crate::store::Store;
use crate::tournament::Settings;
use crate::vocabulary::{CaseMapping, Span, Timestamp};
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
    let mut times = [20, 20, 25, 25].into_iter().map(after);
    let clock = || times.next().expect("a time is left");
    let ended = run(&mut desk, &mut arriving, &network, clock).await;
    assert!(matches!(ended, Ok(Ended::NetworkGone)), "{ended:?}");
    assert_eq!(away_since(&desk), Some(after(20)));
}

#[test]
fn a_new_connection_out_of_nowhere_means_that_nobody_was_heard() {
    let mut desk = desk_on_channel();
    desk.handle(connected(), after(40)).expect("it can be kept");
    assert_eq!(away_since(&desk), Some(after(10)));
}
