//! The loop around the desk: events and time in, lines out.

use super::Desk;
use crate::ports::{EngineTrouble, Event, Outgoing, Question};
use crate::store::StoreError;
use crate::vocabulary::Timestamp;
use std::time::Duration;
use tokio::sync::mpsc;

/// The most events that share one commit: few enough that the first answer does not wait for long.
const EVENTS_PER_COMMIT_MAX: usize = 64;

/// How the loop ended.
#[derive(Debug)]
pub enum Ended {
    /// It was asked to stop; the farewell is with the network.
    Stopped,
    /// Nobody can send events any more.
    NoMoreEvents,
    /// The network's side is gone.
    NetworkGone,
}

/// To whom the desk speaks.
#[derive(Clone, Debug)]
pub struct Adapters {
    /// The network.
    pub network: mpsc::Sender<Outgoing>,
    /// An engine, where there is one.
    pub engine: Option<mpsc::Sender<Question>>,
}

/// Runs the desk until it is asked to stop. `clock` is read once for each group of events.
///
/// # Errors
/// When the store fails for good.
pub async fn run(
    desk: &mut Desk,
    events: &mut mpsc::Receiver<Event>,
    adapters: &Adapters,
    mut clock: impl FnMut() -> Timestamp,
) -> Result<Ended, StoreError> {
    let Adapters { network, engine } = adapters;
    let mut arrived = Vec::with_capacity(EVENTS_PER_COMMIT_MAX);
    loop {
        let now = clock();
        let sleep_ms = (desk.wake_at(now) - now).as_ms().max(0);
        let sleep = tokio::time::sleep(Duration::from_millis(sleep_ms.unsigned_abs()));
        tokio::select! {
            biased;
            // What became of the last group's questions is no news from outside, and is not waited for.
            () = std::future::ready(()), if !arrived.is_empty() => {}
            count = events.recv_many(&mut arrived, EVENTS_PER_COMMIT_MAX) => {
                if count == 0 {
                    return Ok(Ended::NoMoreEvents);
                }
            }
            // It ended by itself, and what it still had to say is heard. Nothing it knew of will be told any more.
            () = network.closed() => {
                desk.lose_network(clock())?;
                return Ok(Ended::NetworkGone);
            }
            () = sleep => arrived.push(Event::Woken),
        }
        let outcome = desk.handle_all(arrived.drain(..), clock())?;
        for outgoing in outcome.outgoing {
            // The adapter drops replies itself where too many wait; the desk only waits for it to take them.
            if network.send(outgoing).await.is_err() {
                log::warn!("a line was given to a network that is gone");
            }
        }
        if outcome.stopping {
            return Ok(Ended::Stopped);
        }
        arrived.extend(
            outcome
                .questions
                .into_iter()
                .filter_map(|question| ask(engine, question)),
        );
    }
}

/// Hands a question to the engine, which is never waited for. Where it does not take it, the answer comes back at once.
fn ask(engine: &Option<mpsc::Sender<Question>>, question: Question) -> Option<Event> {
    let id = question.id;
    let taken = engine
        .as_ref()
        .is_some_and(|engine| engine.try_send(question).is_ok());
    (!taken).then_some(Event::Evaluated {
        question: id,
        answer: Err(EngineTrouble::Gone),
    })
}
