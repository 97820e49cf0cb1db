//! A stage for the desk: the real desk and the real store, a clock that moves when told, and a network of paper.
//!
//! Whatever the desk sends is noted in [`Heard`]; durable lines and memos are taken at once and answered as a network
//! would, so that the whole way from a fact to its ledger row is walked.

mod faults;

use chessmasters::desk::{Desk, Options, Outcome};
use chessmasters::ports::{
    Delivery, Departure, Event, Hearing, Identity, NoticeId, Outgoing, Person, Place, Question,
    Route, Said, Target,
};
use chessmasters::rating::{System, fide};
use chessmasters::store::{Store, StoreError};
use chessmasters::tournament::{RatingPolicy, Settings, Society};
use chessmasters::vocabulary::{Account, CaseMapping, Span, Timestamp};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

/// Something the bot said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// In the channel.
    Channel(String),
    /// To one nick.
    Private(String, String),
    /// As a memo.
    Memo(String, String),
}

/// What somebody on the stage can prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Identified for the account of this name.
    Identified,
    /// Not identified.
    Stranger,
    /// Services do not answer.
    Unchecked,
}

/// What becomes of the next durable thing that is handed to the network.
#[derive(Clone, Debug)]
pub enum Fate {
    /// It arrives, and that is answered.
    Arrives,
    /// It does not arrive, and this is the answer.
    Refused(Delivery),
    /// Nothing is answered, and the way stays busy.
    Unanswered(Arrival),
    /// The process dies before anything can be answered.
    Dies(Arrival),
}

/// Whether something durable reached whom it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// They have it.
    Arrived,
    /// They have not.
    Vanished,
}

/// Something durable that was handed to the network.
#[derive(Clone, Debug)]
pub struct Given {
    /// The row in the outbox.
    pub notice: NoticeId,
    /// Whether it was for the channel.
    pub to_channel: bool,
    /// Whether it arrived.
    pub arrival: Arrival,
}

/// The stage.
pub struct Stage {
    folder: tempfile::TempDir,
    desk: Option<Desk>,
    pub now: Timestamp,
    pub heard: Vec<Heard>,
    directors: Vec<String>,
    /// Nicks on the channel, with the account each has proved.
    pub people: BTreeMap<String, Option<String>>,
    full_boxes: BTreeSet<String>,
    seed: u64,
    /// Since when the link is dead without anybody having noticed.
    dead_since: Option<Timestamp>,
    /// How often the heart beats; counts from the next start.
    pub heartbeat: Span,
    /// What becomes of durable things, the next one first; where nothing is said, they arrive.
    pub fates: VecDeque<Fate>,
    /// Everything durable that was handed over.
    pub given: Vec<Given>,
    /// Durable things that wait for an answer.
    pub unanswered: Vec<(NoticeId, Route)>,
    /// Whether the process dies once the next event is on the disk, before the network takes a line of it.
    pub dies_after_commit: bool,
    /// How the next line is heard; after that, as talk again.
    pub hearing: Hearing,
    /// How many lines were said that are no notices.
    pub replies: usize,
    /// How long an engine looks at positions, where there is one; counts from the next start.
    pub engine: Option<Span>,
    /// What the engine was asked and has not answered.
    pub questions: VecDeque<Question>,
}

pub const CASEMAPPING: CaseMapping = CaseMapping::Ascii;

impl Stage {
    /// A stage with the bot on its channel, and these directors in the settings.
    pub fn new(now: Timestamp, directors: &[&str]) -> Stage {
        let mut stage = Stage {
            folder: folder(),
            desk: None,
            now,
            heard: Vec::new(),
            directors: directors.iter().map(|name| (*name).to_owned()).collect(),
            people: BTreeMap::new(),
            full_boxes: BTreeSet::new(),
            seed: 0,
            dead_since: None,
            heartbeat: Span::from_minutes(5),
            fates: VecDeque::new(),
            given: Vec::new(),
            unanswered: Vec::new(),
            dies_after_commit: false,
            hearing: Hearing::default(),
            replies: 0,
            engine: None,
            questions: VecDeque::new(),
        };
        stage.open();
        stage.enter();
        stage
    }

    /// The database, for tests that look at its rows.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("society.db")
    }

    /// Starts the bot: it is not on the channel yet.
    pub fn open(&mut self) {
        let store = self.open_store();
        let mut next_seed = self.seed;
        let options = Options {
            directors: self.directors.clone(),
            defaults: Settings::new(""),
            ratings: Some(RatingPolicy {
                system: System::Fide(fide::Rules::default()),
                provisional_games: 10,
            }),
            settings_file: Some("/etc/chessmasters/chessmasters.toml".to_owned()),
            engine: self.engine,
            heartbeat: self.heartbeat,
            seeds: Box::new(move || {
                next_seed += 1;
                next_seed
            }),
        };
        self.seed += 1_000;
        self.desk = Some(Desk::open(store, options, self.now).expect("the desk opens"));
    }

    /// Opens the database. A program that another test starts in this moment holds the lock of the database it
    /// inherits until it runs, which is over in an instant.
    fn open_store(&self) -> Store {
        for _ in 0..200 {
            match Store::open(&self.path(), self.now) {
                Err(StoreError::InUse { .. }) => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                opened => return opened.expect("the database opens"),
            }
        }
        panic!("the database stays in use");
    }

    /// The bot connects and enters its channel.
    pub fn enter(&mut self) {
        self.dead_since = None;
        self.event(Event::Connected {
            casemapping: CASEMAPPING,
            nick: "ChessMasters".to_owned(),
        });
        let members = self
            .people
            .iter()
            .map(|(nick, account)| person(nick, account.as_deref()))
            .collect();
        let events = [
            Event::Entered { members },
            Event::Ready(Route::Line),
            Event::Ready(Route::Memo),
        ];
        for event in events {
            // It may die of one of them.
            if self.is_running() {
                self.event(event);
            }
        }
    }

    /// The process dies: whatever is not on the disk is gone.
    pub fn crash(&mut self) {
        self.desk = None;
        self.unanswered.clear();
        self.questions.clear();
    }

    pub fn is_running(&self) -> bool {
        self.desk.is_some()
    }

    pub fn desk(&self) -> &Desk {
        self.desk.as_ref().expect("the bot is running")
    }

    pub fn society(&self) -> &Society {
        self.desk().society()
    }

    /// Moves the clock on, waking the desk whenever it asked for it.
    pub fn advance_to(&mut self, at: Timestamp) {
        assert!(at >= self.now, "the clock of a script only goes forward");
        while self.desk.is_some() {
            let wake = self.desk().wake_at(self.now);
            if wake >= at {
                break;
            }
            self.now = wake.max(self.now + Span::from_ms(1));
            self.wake();
        }
        self.now = at;
        if self.desk.is_some() {
            self.wake();
        }
    }

    /// Time passes, and the server is heard from unless the link is dead.
    fn wake(&mut self) {
        self.event(match self.dead_since {
            None => Event::Alive,
            Some(_) => Event::Woken,
        });
    }

    /// Gives the desk an event and plays the network to what it sends.
    pub fn event(&mut self, event: Event) {
        assert!(self.desk.is_some(), "the bot is running");
        let mut events = VecDeque::from([event]);
        while let (Some(desk), Some(event)) = (self.desk.as_mut(), events.pop_front()) {
            let outcome = desk.handle(event, self.now).expect("the store works");
            if std::mem::take(&mut self.dies_after_commit) {
                self.note_vanished(&outcome.outgoing);
                self.crash();
            } else {
                self.questions.extend(outcome.questions);
            }
            for outgoing in outcome.outgoing {
                if self.desk.is_some() {
                    events.extend(self.deliver(outgoing));
                }
            }
        }
    }

    /// Gives the desk events that arrived together, and gives back what it sends: no network is played to it.
    pub fn together(&mut self, events: Vec<Event>) -> Outcome {
        let desk = self.desk.as_mut().expect("the bot is running");
        desk.handle_all(events, self.now).expect("the store works")
    }

    /// Durable things that died with the process, before the network had them.
    fn note_vanished(&mut self, outgoing: &[Outgoing]) {
        for outgoing in outgoing {
            let (notice, to_channel) = match outgoing {
                Outgoing::Line { target, notice, .. } => (*notice, *target == Target::Channel),
                Outgoing::Memo { notice, .. } => (Some(*notice), false),
                Outgoing::Quit { .. } => (None, false),
            };
            self.given.extend(notice.map(|notice| Given {
                notice,
                to_channel,
                arrival: Arrival::Vanished,
            }));
        }
    }

    fn deliver(&mut self, outgoing: Outgoing) -> Vec<Event> {
        match outgoing {
            Outgoing::Line {
                target,
                text,
                notice,
                ..
            } => {
                let to_channel = target == Target::Channel;
                let heard = match target {
                    Target::Channel => Heard::Channel(text),
                    Target::Nick(nick) => Heard::Private(nick, text),
                };
                match notice {
                    Some(notice) => self.give(notice, to_channel, heard),
                    None => {
                        self.replies += 1;
                        self.heard.push(heard);
                        Vec::new()
                    }
                }
            }
            Outgoing::Memo { name, text, notice } => {
                if self.full_boxes.contains(&CASEMAPPING.fold(&name)) {
                    let reason = format!("{name} has too many memos");
                    return handled(notice, Delivery::Failed { reason }, Route::Memo);
                }
                self.give(notice, false, Heard::Memo(name, text))
            }
            Outgoing::Quit { .. } => Vec::new(),
        }
    }

    /// Gives something durable its fate.
    fn give(&mut self, notice: NoticeId, to_channel: bool, heard: Heard) -> Vec<Event> {
        let (route, taken) = match heard {
            Heard::Channel(_) | Heard::Private(..) => (Route::Line, Delivery::Written),
            Heard::Memo(..) => (Route::Memo, Delivery::Confirmed),
        };
        let fate = self.fates.pop_front().unwrap_or(Fate::Arrives);
        let arrival = match &fate {
            Fate::Arrives => Arrival::Arrived,
            Fate::Refused(_) => Arrival::Vanished,
            Fate::Unanswered(arrival) | Fate::Dies(arrival) => *arrival,
        };
        if arrival == Arrival::Arrived {
            self.heard.push(heard);
        }
        self.given.push(Given {
            notice,
            to_channel,
            arrival,
        });
        match fate {
            Fate::Arrives => handled(notice, taken, route),
            Fate::Refused(delivery) => handled(notice, delivery, route),
            Fate::Unanswered(_) => {
                self.unanswered.push((notice, route));
                Vec::new()
            }
            Fate::Dies(_) => {
                self.crash();
                Vec::new()
            }
        }
    }

    /// Somebody says something; a nick that is not on the channel is taken to be there. It may have been said a while
    /// before it is heard: the check of the identity takes its time.
    pub fn say_late(&mut self, nick: &str, proof: Proof, place: Place, text: &str, waited: Span) {
        let account = self
            .people
            .get(nick)
            .cloned()
            .flatten()
            .unwrap_or_else(|| nick.to_owned());
        let identity = match proof {
            Proof::Identified => identity(&account),
            Proof::Stranger => Identity::Stranger,
            Proof::Unchecked => Identity::Unchecked,
        };
        if !self.people.contains_key(nick) && proof == Proof::Identified {
            self.join(nick, Some(nick));
        }
        let person = Person {
            nick: nick.to_owned(),
            identity,
        };
        let text = match place {
            Place::Channel => text.trim_start_matches('!').to_owned(),
            Place::Private => text.to_owned(),
        };
        let hearing = std::mem::take(&mut self.hearing);
        self.event(Event::Said(Said {
            person,
            place,
            text,
            waited,
            hearing,
        }));
    }

    /// Somebody comes to the channel.
    pub fn join(&mut self, nick: &str, account: Option<&str>) {
        self.people
            .insert(nick.to_owned(), account.map(str::to_owned));
        self.event(Event::Arrived(person(nick, account)));
    }

    /// Somebody leaves.
    pub fn part(&mut self, nick: &str) {
        self.people.remove(nick);
        self.event(Event::Departed {
            nick: nick.to_owned(),
            departure: Departure::Left,
        });
    }

    /// Somebody takes another nick and keeps the account.
    pub fn rename(&mut self, from: &str, to: &str) {
        let account = self
            .people
            .remove(from)
            .expect("only somebody present is renamed");
        self.people.insert(to.to_owned(), account);
        self.event(Event::Renamed {
            from: from.to_owned(),
            to: to.to_owned(),
        });
    }

    /// What the journal amounts to, what the tables hold and what is remembered are one and the same.
    pub fn check_folds(&self) {
        let store = self.desk().store();
        let loaded = store.load().expect("the tables can be read");
        assert!(
            loaded == *self.society(),
            "the tables differ from the memory:\n{loaded:#?}\n{:#?}",
            self.society()
        );
        let mut folded = Society::default();
        for row in store.journal().expect("the journal can be read") {
            folded.apply(&row.fact);
        }
        assert!(
            folded == loaded,
            "the journal differs from the tables:\n{folded:#?}\n{loaded:#?}"
        );
    }
}

/// A folder for the database: in memory where the system has such a place, since the tests are not about the disk.
fn folder() -> tempfile::TempDir {
    let in_memory = std::path::Path::new("/dev/shm");
    if in_memory.is_dir() {
        tempfile::tempdir_in(in_memory).expect("a temporary folder in memory")
    } else {
        tempfile::tempdir().expect("a temporary folder")
    }
}

fn handled(notice: NoticeId, delivery: Delivery, route: Route) -> Vec<Event> {
    vec![Event::Handled { notice, delivery }, Event::Ready(route)]
}

pub fn identity(account: &str) -> Identity {
    Identity::Account {
        account: Account::new(account, CASEMAPPING),
        name: account.to_owned(),
    }
}

pub fn person(nick: &str, account: Option<&str>) -> Person {
    Person {
        nick: nick.to_owned(),
        identity: account.map_or(Identity::Stranger, identity),
    }
}
