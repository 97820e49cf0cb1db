//! A disk that takes nothing: what is not kept is not told, and all else goes on.

use crate::support::stage::{CASEMAPPING, Proof, Stage, identity, person};
use chessmasters::ports::{
    Departure, EngineTrouble, Event, Hearing, Outgoing, Person, Place, Route, Said, SplitSide,
};
use chessmasters::tournament::AbsenceScope;
use chessmasters::vocabulary::{Account, Span, Timestamp};
use rusqlite::Connection;

/// 2026-12-01 12:00 UTC, a Tuesday.
const NOON: Timestamp = Timestamp::from_ms(1_796_126_400_000);

const NOT_KEPT: &str = "I could not write that down";

/// The disk under a stage.
struct Disk(Connection);

impl Disk {
    fn of(stage: &Stage) -> Disk {
        Disk(Connection::open(stage.path()).expect("the database can be opened beside the bot"))
    }

    fn run(&self, sql: &str) {
        self.0.execute_batch(sql).expect("a trigger is a trigger");
    }

    /// No fact can be written from now on.
    fn fill(&self) {
        self.run(
            "CREATE TRIGGER full_disk BEFORE INSERT ON journal
             BEGIN SELECT RAISE (ABORT, 'the disk is full'); END",
        );
    }

    fn free(&self) {
        self.run("DROP TRIGGER full_disk");
    }

    /// No heartbeat can be written from now on.
    fn stop_heart(&self) {
        for what in ["INSERT", "UPDATE"] {
            self.run(&format!(
                "CREATE TRIGGER no_heart_{what} BEFORE {what} ON heartbeat
                 BEGIN SELECT RAISE (ABORT, 'the disk is full'); END"
            ));
        }
    }
}

/// A tournament that takes registrations.
fn open_tournament() -> (Stage, Disk) {
    let mut stage = Stage::new(NOON, &["Boss"]);
    for order in ["tournament new Winter Open", "tournament open"] {
        stage.say_late("Boss", Proof::Identified, Place::Private, order, Span::ZERO);
    }
    let disk = Disk::of(&stage);
    (stage, disk)
}

fn said(nick: &str, text: &str) -> Event {
    Event::Said(Said {
        person: Person {
            nick: nick.to_owned(),
            identity: identity(nick),
        },
        place: Place::Private,
        text: text.to_owned(),
        waited: Span::ZERO,
        hearing: Hearing::default(),
    })
}

fn texts(outgoing: &[Outgoing]) -> Vec<&str> {
    let texts = outgoing.iter().map(|outgoing| match outgoing {
        Outgoing::Line { text, .. } | Outgoing::Memo { text, .. } | Outgoing::Quit { text } => text,
    });
    texts.map(String::as_str).collect()
}

fn is_lost(stage: &Stage, account: &str) -> bool {
    let account = Account::new(account, CASEMAPPING);
    let mut open = stage.society().absences.iter();
    open.any(|absence| absence.until.is_none() && absence.scope.covers(&account))
}

fn entered(nicks: &[&str]) -> Event {
    let members = nicks.iter().map(|nick| person(nick, Some(nick)));
    Event::Entered {
        members: members.collect(),
    }
}

fn lost() -> Event {
    Event::Lost {
        reason: "connection reset".to_owned(),
        silent_for: Span::ZERO,
    }
}

#[test]
fn events_behind_one_that_cannot_be_kept_are_noted() {
    let (mut stage, disk) = open_tournament();
    disk.fill();
    let outcome = stage.together(vec![
        said("Ada", "register"),
        said("Bob", "register"),
        lost(),
        Event::Stop,
    ]);
    assert!(outcome.stopping, "a full disk is no reason to stay");
    let told = texts(&outcome.outgoing);
    assert!(told[0].starts_with(NOT_KEPT), "{told:?}");
    assert!(
        told[1].starts_with(NOT_KEPT),
        "each asker hears so: {told:?}"
    );
    let last = outcome.outgoing.last();
    assert!(matches!(last, Some(Outgoing::Quit { .. })), "{told:?}");
    disk.free();
    stage.together(vec![Event::Woken]);
    assert!(stage.society().bot_is_away(), "the loss was noted");
    stage.check_folds();
}

#[test]
fn an_entrance_behind_one_that_cannot_be_kept_is_noted() {
    let (mut stage, disk) = open_tournament();
    stage.advance_to(NOON + Span::from_hours(1));
    let left = stage.now;
    disk.fill();
    stage.together(vec![lost()]);
    stage.now = stage.now + Span::from_minutes(30);
    stage.together(vec![said("Ada", "register"), entered(&["Ada"])]);
    assert!(
        stage
            .society()
            .absences
            .iter()
            .all(|absence| absence.from != left)
    );
    disk.free();
    stage.now = stage.now + Span::from_minutes(1);
    stage.together(vec![Event::Woken, Event::Ready(Route::Line)]);
    let absence = stage.society().absences.last().expect("there was one");
    assert_eq!(
        absence.from, left,
        "an absence nothing of which could be kept"
    );
    assert_eq!(absence.until, Some(stage.now));
    let count = stage.society().absences.len();
    stage.together(vec![Event::Woken]);
    assert_eq!(
        stage.society().absences.len(),
        count,
        "it is made good once"
    );
    stage.check_folds();
}

#[test]
fn a_split_that_could_not_be_kept_is_made_good() {
    let (mut stage, disk) = open_tournament();
    stage.together(vec![entered(&["Ada", "Bob", "Cyd"])]);
    let gone = |nick: &str| Event::Departed {
        nick: nick.to_owned(),
        departure: Departure::Split,
    };
    let began = || Event::SplitBegan {
        side: SplitSide::Minority,
        missing: 1,
    };
    disk.fill();
    stage.together(vec![gone("Ada"), began()]);
    assert!(!is_lost(&stage, "Ada"));
    disk.free();
    stage.together(vec![Event::Woken]);
    assert!(is_lost(&stage, "Ada") && !is_lost(&stage, "Bob"));
    // The split takes one more: each is missed once.
    stage.together(vec![gone("Bob"), began()]);
    let bob = AbsenceScope::Accounts([Account::new("Bob", CASEMAPPING)].into());
    assert_eq!(
        stage.society().absences.last().map(|last| &last.scope),
        Some(&bob)
    );
    disk.fill();
    stage.together(vec![Event::SplitEnded]);
    assert!(is_lost(&stage, "Ada") && is_lost(&stage, "Bob"));
    disk.free();
    stage.together(vec![Event::Woken]);
    assert!(!is_lost(&stage, "Ada") && !is_lost(&stage, "Bob"));
    let absences = stage.society().absences.len();
    // One that began and ended on a full disk.
    disk.fill();
    stage.together(vec![gone("Cyd"), began()]);
    stage.together(vec![Event::SplitEnded]);
    disk.free();
    stage.together(vec![Event::Woken]);
    assert_eq!(stage.society().absences.len(), absences + 1);
    assert!(!is_lost(&stage, "Cyd"));
    stage.check_folds();
}

#[test]
fn questions_and_refusals_are_answered_though_nothing_can_be_kept() {
    let (mut stage, disk) = open_tournament();
    disk.fill();
    let outcome = stage.together(vec![
        said("Ada", "register"),
        said("Bob", "players"),
        said("Cyd", "confirm"),
        said("Dan", "regsiter"),
    ]);
    let told = texts(&outcome.outgoing);
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with(NOT_KEPT), "{told:?}");
    for answer in &told[1..] {
        assert!(!answer.starts_with(NOT_KEPT), "{told:?}");
        assert!(
            !answer.contains("Ada"),
            "nothing that is not kept is told: {told:?}"
        );
    }
}

#[test]
fn a_line_of_a_game_that_cannot_be_kept_is_not_forgotten() {
    let (mut stage, disk) = open_tournament();
    for who in ["Ada", "Bob"] {
        stage.together(vec![said(who, "register")]);
    }
    stage.together(vec![said("Boss", "tournament start")]);
    stage.advance_to(NOON + Span::from_hours(1));
    stage.together(vec![said("Ada", "1. e4 e5")]);
    disk.fill();
    let outcome = stage.together(vec![said("Ada", "2. Nf3 Nc6"), said("Ada", "end")]);
    assert_eq!(texts(&outcome.outgoing).len(), 1, "once is enough");
    assert!(texts(&outcome.outgoing)[0].starts_with(NOT_KEPT));
    disk.free();
    let outcome = stage.together(vec![said("Ada", "end")]);
    let told = texts(&outcome.outgoing);
    assert!(
        told[0].starts_with("Some of what you sent did not reach me, after move 1 of Black"),
        "{told:?}"
    );
    // What was lost is sent after all, and the numbers show that it is all.
    let outcome = stage.together(vec![said("Ada", "2. Nf3 Nc6"), said("Ada", "end")]);
    let told = texts(&outcome.outgoing);
    assert!(told[0].contains("4 half-moves"), "{told:?}");
    stage.check_folds();
}

#[test]
fn a_heartbeat_that_cannot_be_written_ends_nothing() {
    let (mut stage, disk) = open_tournament();
    disk.stop_heart();
    disk.fill();
    stage.now = stage.now + Span::from_hours(1);
    let outcome = stage.together(vec![said("Ada", "register")]);
    assert!(texts(&outcome.outgoing)[0].starts_with(NOT_KEPT));
    disk.free();
    let outcome = stage.together(vec![said("Ada", "register")]);
    assert!(!texts(&outcome.outgoing)[0].starts_with(NOT_KEPT));
    // The desk does not try again and again.
    let wake = stage.desk().wake_at(stage.now);
    assert!(wake > stage.now, "it sleeps until {wake:?}");
}

#[test]
fn an_engine_is_asked_once_and_heard_though_nothing_can_be_kept() {
    let (mut stage, disk) = open_tournament();
    stage.engine = Some(Span::from_secs(5));
    stage.crash();
    stage.open();
    stage.enter();
    for nick in ["Ada", "Bob"] {
        stage.together(vec![said(nick, "register")]);
    }
    stage.together(vec![said("Boss", "tournament start")]);
    stage.advance_to(stage.now + Span::from_hours(1));
    disk.fill();
    let outcome = stage.together(vec![
        said("Boss", "adjudicate 1.1 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        said("Ada", "report won"),
    ]);
    let told = texts(&outcome.outgoing);
    let looks = |text: &&&str| text.starts_with("An engine looks at it for 5s now");
    assert_eq!(told.iter().filter(looks).count(), 1, "{told:?}");
    assert!(told.last().is_some_and(|last| last.starts_with(NOT_KEPT)));
    let [question] = &outcome.questions[..] else {
        panic!("{:?}", outcome.questions);
    };
    let outcome = stage.together(vec![
        said("Ada", "report won"),
        Event::Evaluated {
            question: question.id,
            answer: Err(EngineTrouble::Ended),
        },
    ]);
    let told = texts(&outcome.outgoing);
    let heard = |text: &&str| text.starts_with("The engine has no advice");
    assert!(told.iter().any(heard), "{told:?}");
}
