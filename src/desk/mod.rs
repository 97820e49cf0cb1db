//! The desk: the one owner of the state, and the one reader of the queue of events.
//!
//! It takes events, works out who is meant and what is asked, has it decided, keeps the facts, remembers them and has
//! them told, in this order: nothing is said that is not on the disk. It is synchronous, the commit included: a bounded
//! block of a millisecond, on purpose. Several events that arrived together share one commit.
//!
//! | file | what it is for |
//! | --- | --- |
//! | `turn` | one group of events, from hearing to telling |
//! | `advice` | directors who wait for an engine's advice |
//! | `greeting` | who comes in and owes a check-in |
//! | `hear` | lines said to the bot: read, obeyed or answered |
//! | `pastes` | moves that nobody takes |
//! | `resolve` | what a command means: which tournament, which board, whose |
//! | `room` | who is on the channel |
//! | `outbox` | the notices that wait for their way |
//! | `run` | the loop around it, with the clock and the network |

mod advice;
mod greeting;
mod hear;
mod outbox;
mod pastes;
pub mod resolve;
mod room;
mod run;
mod turn;

#[cfg(test)]
mod tests_outbox;
#[cfg(test)]
mod tests_run;

pub use run::{Adapters, Ended, run};

use crate::phrasing;
use crate::ports::{Event, Outgoing, Question};
use crate::store::{Store, StoreError, Whereabouts};
use crate::tournament::{AbsenceScope, Due, RatingPolicy, Settings, Society};
use crate::vocabulary::{Span, Timestamp};
use advice::Advice;
use outbox::Outbox;
use pastes::Pastes;
use room::Room;
use turn::Turn;

/// How long the server may be silent on a quiet channel at most, whatever the heartbeat: the adapter asks it once a minute.
const IDLE_MAX: Span = Span::from_secs(60);

/// How long it may take for its answer to be noted.
const QUIET: Span = Span::from_secs(15);

/// The longest sleep: the wall clock can be stepped, and a sleep would not notice.
const SLEEP_MAX: Span = Span::from_secs(60);

/// How long the desk waits after a turn that could not be kept: what is due stays due, and a full disk stays full.
const RETRY_PAUSE: Span = Span::from_secs(1);

/// What the operator chose for the desk.
pub struct Options {
    /// Society-wide directors by the names in the settings file.
    pub directors: Vec<String>,
    /// What new tournaments start with.
    pub defaults: Settings,
    /// How players are rated, where they are.
    pub ratings: Option<RatingPolicy>,
    /// The settings file the bot was started with, as it is named on a command line in any folder: directors pass it on to
    /// whoever has the machine.
    pub settings_file: Option<String>,
    /// How long an engine looks at a position that a director adjudicates, where there is an engine.
    pub engine: Option<Span>,
    /// How often the heartbeat is written: a crash is noticed to this precision.
    pub heartbeat: Span,
    /// Where seeds for lots come from.
    pub seeds: Box<dyn FnMut() -> u64>,
}

/// The desk.
pub struct Desk {
    store: Store,
    society: Society,
    room: Room,
    outbox: Outbox,
    options: Options,
    memory: Memory,
}

/// What the desk remembers that is of no weight: lost in a restart, and nobody is worse off.
#[derive(Debug, Default)]
struct Memory {
    /// When the last heartbeat was written.
    last_beat: Option<Timestamp>,
    /// When the server was last heard from: until then nobody spoke unheard.
    heard_at: Option<Timestamp>,
    /// Where the bot was then.
    last_whereabouts: Option<room::Whereabouts>,
    /// What falls due next, since a search among all boards found it; nothing where facts have changed since.
    next_due: Option<NextDue>,
    /// When something could not be kept, if that was the last turn.
    not_kept_at: Option<Timestamp>,
    /// Who pastes moves that are not taken.
    pastes: Pastes,
    /// When somebody who came in was last told of a check-in they owe.
    greeted: std::collections::BTreeMap<crate::vocabulary::Account, Timestamp>,
    /// Who waits for an engine's advice.
    advice: Advice,
}

/// What falls due next, and when, if anything does.
type NextDue = Option<(Timestamp, Due)>;

/// Until when people could be heard before a crash. A silence no longer than between two heartbeats is that of a quiet channel;
/// after a longer one, the link was dead while the process lived on.
fn last_seen(store: &Store, options: &Options) -> Result<Option<Timestamp>, StoreError> {
    let Some(beat) = store.last_beat()? else {
        return Ok(None);
    };
    Ok(beat.on_channel.map(|heard| {
        let is_quiet = beat.alive - heard <= options.heartbeat.min(IDLE_MAX) + QUIET;
        if is_quiet { beat.alive } else { heard }
    }))
}

/// What a group of events brought.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Lines for the network, in order.
    pub outgoing: Vec<Outgoing>,
    /// Positions for the engine, in order.
    pub questions: Vec<Question>,
    /// Whether the desk was asked to stop.
    pub stopping: bool,
}

impl Desk {
    /// Takes up the work where the store has it. The time since the last heartbeat counts as an absence (SPEC R-17).
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn open(store: Store, options: Options, now: Timestamp) -> Result<Desk, StoreError> {
        let society = store.load()?;
        let (outbox, marks) = Outbox::restored(store.waiting_notices()?, now);
        let last_seen = last_seen(&store, &options)?.unwrap_or(now);
        let mut desk = Desk {
            store,
            society,
            room: Room::new(),
            outbox,
            options,
            memory: Memory::default(),
        };
        let mut turn = Turn::new(&mut desk, now);
        turn.write_marks(marks);
        turn.use_ratings()?;
        turn.lose_sight(last_seen, AbsenceScope::Everybody)?;
        turn.finish()?;
        Ok(desk)
    }

    /// Handles one event.
    ///
    /// # Errors
    /// When the store fails so that not even the state on the disk can be read again.
    pub fn handle(&mut self, event: Event, now: Timestamp) -> Result<Outcome, StoreError> {
        self.handle_all([event], now)
    }

    /// Handles events that arrived together, with one commit. If that fails, nothing of it has happened: who asked
    /// for a change is told so, and the state is what the disk says. What the events say of the network holds all the same.
    ///
    /// # Errors
    /// When the store fails so that not even the state on the disk can be read again.
    pub fn handle_all(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        now: Timestamp,
    ) -> Result<Outcome, StoreError> {
        self.beat_before_settling(now);
        let mut turn = Turn::new(self, now);
        let taken = turn.take_all(events);
        let (kept, said) = turn.end(taken);
        let (mut outgoing, wishes) = match kept {
            Ok(()) => {
                self.memory.not_kept_at = None;
                self.room.kept();
                (said.telling, said.wishes)
            }
            Err(error) => {
                log::error!("this could not be kept, and is not told: {error}");
                self.society = self.store.load()?;
                self.memory.next_due = None;
                let free = self.outbox.free_ways();
                self.outbox.reread(self.store.waiting_notices()?, free, now);
                self.memory.not_kept_at = Some(now);
                let again = Turn::new(self, now).hear_again(&said.heard);
                (again.telling, again.wishes)
            }
        };
        outgoing.extend(said.advice);
        let questions = self.memory.advice.ask(wishes);
        outgoing.extend(self.greet(&said.came, now));
        if said.stopping {
            let text = phrasing::FAREWELL.to_owned();
            outgoing.push(Outgoing::Quit { text });
        } else {
            // Behind the farewell nothing is written any more: what waits is given after the next start.
            outgoing.extend(self.hand_over(now)?);
        }
        self.beat(now);
        Ok(Outcome {
            outgoing,
            questions,
            stopping: said.stopping,
        })
    }

    /// The network's side ended by itself, without a word: nobody has been heard since the server last was.
    fn lose_network(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let heard_at = self.memory.heard_at.unwrap_or(now).min(now);
        let lost = Event::Lost {
            reason: "the adapter is gone".to_owned(),
            silent_for: now - heard_at,
        };
        // There is nobody left to give its lines to; off the channel they are none that wait for their way.
        self.handle(lost, now).map(|_| ())
    }

    /// Hands notices over, once their causes are kept, in a commit of its own that is no part of what people asked for.
    fn hand_over(&mut self, now: Timestamp) -> Result<Vec<Outgoing>, StoreError> {
        let free = self.outbox.free_ways();
        let mut turn = Turn::new(self, now);
        turn.send_durable();
        let (kept, said) = turn.end(Ok(()));
        match kept {
            Ok(()) => Ok(said.telling),
            Err(error) => {
                log::error!("notices wait, since their rows could not be marked: {error}");
                self.outbox.reread(self.store.waiting_notices()?, free, now);
                Ok(Vec::new())
            }
        }
    }

    /// What is settled now was heard until now: a crash right after it must not look like one before it, or what was settled
    /// and told would be opened again.
    fn beat_before_settling(&mut self, now: Timestamp) {
        let society = &self.society;
        let next_due = *self
            .memory
            .next_due
            .get_or_insert_with(|| society.next_due());
        if next_due.is_some_and(|(at, _)| at <= now) {
            self.memory.last_beat = None;
            self.beat(now);
        }
    }

    /// Writes the heartbeat, where it is time: how long the bot could hear people, which on a dead link is less than it ran.
    /// One that cannot be written only makes an absence look longer, so it ends nothing.
    fn beat(&mut self, now: Timestamp) {
        let memory = &mut self.memory;
        let due = memory
            .last_beat
            .is_none_or(|last| now - last >= self.options.heartbeat || now < last);
        // An entrance is noted at once: whoever crashes before the next beat was on the channel from then on.
        let moved = memory.last_whereabouts != Some(self.room.whereabouts());
        if !due && !moved {
            return;
        }
        let whereabouts = match (self.room.whereabouts(), memory.heard_at) {
            (room::Whereabouts::OnChannel, Some(heard_at)) => Whereabouts::OnChannel {
                until: heard_at.min(now),
            },
            (room::Whereabouts::OnChannel, None) | (room::Whereabouts::Elsewhere, _) => {
                Whereabouts::Elsewhere
            }
        };
        // Where it failed, the next one is due when it would be anyway; an entrance is noted sooner.
        memory.last_beat = Some(now);
        match self.store.heartbeat(whereabouts, now) {
            Ok(()) => memory.last_whereabouts = Some(self.room.whereabouts()),
            Err(error) => log::error!("the heartbeat could not be written: {error}"),
        }
    }

    /// The latest moment to wake the desk with [`Event::Woken`].
    pub fn wake_at(&self, now: Timestamp) -> Timestamp {
        let next_due = self
            .memory
            .next_due
            .unwrap_or_else(|| self.society.next_due());
        let due = next_due.map(|(at, _)| at);
        let beat = self
            .memory
            .last_beat
            .map(|last| last + self.options.heartbeat);
        if let Some(at) = self.memory.not_kept_at {
            return (at + RETRY_PAUSE).clamp(now, now + RETRY_PAUSE);
        }
        let moments = [due, beat, self.outbox.next_try(now), Some(now + SLEEP_MAX)];
        moments
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(now + SLEEP_MAX)
            .max(now)
    }

    /// The state, for tests and for views.
    pub fn society(&self) -> &Society {
        &self.society
    }

    /// The store, for tests and for the command line.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How many notices wait for their way.
    pub fn notices_waiting(&self) -> usize {
        self.outbox.len()
    }
}
