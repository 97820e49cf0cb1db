//! A chess engine, asked for advice on a position: a program that speaks UCI, run as a process of its own.
//!
//! It is started for each question and ended after it, so that nothing of it stays: no memory between adjudications that are weeks
//! apart, and no state from the question before. Questions are taken one after another. Whatever the program does, the desk gets one
//! answer to each, within a time that the options bound. This module knows positions as texts; it knows no rule of chess, and not
//! who asked.
//!
//! | file | what it is for |
//! | --- | --- |
//! | `uci` | the lines of the protocol |
//! | `lines` | reading lines of which neither the length nor the number is trusted |
//! | `process` | the program: started with limits, spoken to, ended for certain |
//! | `talk` | a conversation: the greeting, then one position |

mod lines;
mod process;
mod talk;
mod uci;

#[cfg(test)]
mod tests;

use crate::ports::{EngineTrouble, Evaluation, Event, QUESTIONS_MAX, Question};
use process::Engine;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinError, JoinHandle};

/// Which engine, and how long it is waited for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program; without a slash it is looked for where programs are.
    pub program: PathBuf,
    /// How long it looks at a position.
    pub time: Duration,
    /// How long it may take beyond that.
    pub patience: Patience,
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start of the program to its being ready.
    pub start: Duration,
    /// Beyond the time it has for a position; then it is told to stop, and given this once more.
    pub overtime: Duration,
    /// From being asked to end to being killed.
    pub end: Duration,
}

impl Default for Patience {
    /// Stockfish is ready after a few tenths of a second, answers within a hundredth, and ends as fast; on a machine that is busy, or
    /// reads the program from a slow disk, all of it takes longer.
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            overtime: Duration::from_secs(2),
            end: Duration::from_secs(1),
        }
    }
}

/// The desk's hold on the engine.
#[derive(Debug)]
pub struct Handle {
    questions: mpsc::Sender<Question>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Handle {
    /// A sender of questions. It has room for [`QUESTIONS_MAX`] of them.
    pub fn sender(&self) -> mpsc::Sender<Question> {
        self.questions.clone()
    }

    /// Ends it at once, whatever it is looking at, and waits until no process is left. Questions that wait get no answer.
    ///
    /// # Errors
    /// When its task panicked.
    pub async fn finished(self) -> Result<(), JoinError> {
        let Handle {
            questions,
            stop,
            task,
        } = self;
        drop(questions);
        // Its receiver is gone where the task has ended already, and there is nothing to stop.
        stop.send(()).ok();
        task.await
    }
}

/// Makes an engine ready to be asked, on the present runtime. No program is started before the first question.
///
/// # Panics
/// Outside a tokio runtime.
pub fn start(options: Options, events: mpsc::Sender<Event>) -> Handle {
    let (questions, asked) = mpsc::channel(QUESTIONS_MAX);
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(serve(options, asked, events, stopped));
    Handle {
        questions,
        stop,
        task,
    }
}

/// Answers questions until nobody can ask any more, or it is stopped.
async fn serve(
    options: Options,
    mut asked: mpsc::Receiver<Question>,
    events: mpsc::Sender<Event>,
    mut stopped: oneshot::Receiver<()>,
) {
    loop {
        let question = tokio::select! {
            _ = &mut stopped => return,
            question = asked.recv() => match question {
                Some(question) => question,
                None => return,
            },
        };
        let Some(answer) = answer(&options, &question.fen, &mut stopped).await else {
            return;
        };
        if let Err(trouble) = &answer {
            log::warn!("{}: {trouble:?}", options.program.display());
        }
        let event = Event::Evaluated {
            question: question.id,
            answer,
        };
        tokio::select! {
            _ = &mut stopped => return,
            sent = events.send(event) => if sent.is_err() {
                return;
            },
        }
    }
}

/// Has an engine look at a position; none where it is stopped meanwhile. No process is left in either case.
async fn answer(
    options: &Options,
    fen: &str,
    stopped: &mut oneshot::Receiver<()>,
) -> Option<Result<Evaluation, EngineTrouble>> {
    let mut engine = match Engine::start(options) {
        Ok(engine) => engine,
        Err(trouble) => return Some(Err(trouble)),
    };
    let answer = tokio::select! {
        answer = talk::evaluate(&mut engine, options, fen) => Some(answer),
        _ = stopped => None,
    };
    match &answer {
        Some(Ok(_)) => engine.dismiss(options.patience.end).await,
        // With one that is out of order there is nothing to talk about.
        Some(Err(_)) | None => engine.kill().await,
    }
    answer
}

/// Starts the program, to see whether it is an engine. Gives its name.
///
/// # Errors
/// Where it is none, or cannot be started.
pub async fn probe(options: &Options) -> Result<String, EngineTrouble> {
    let mut engine = Engine::start(options)?;
    let name = talk::greet(&mut engine, options).await;
    match &name {
        Ok(_) => engine.dismiss(options.patience.end).await,
        Err(_) => engine.kill().await,
    }
    name
}
