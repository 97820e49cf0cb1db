//! A conversation with an engine: who it is, and what it makes of a position.

use super::Options;
use super::process::Engine;
use super::uci::{self, Bound, Info, Line, Order};
use crate::ports::{EngineTrouble, Evaluation};
use tokio::time::Instant;

/// What an engine is set to, where it has such an option: one thread, since the machine is the bot's, and a table of 16 MiB, since
/// it looks for seconds.
const SETTINGS: [(&str, u32); 2] = [("Threads", 1), ("Hash", 16)];

/// Introduces the two to each other. What comes back is the engine's name.
///
/// # Errors
/// Where it does not answer as UCI demands.
pub(super) async fn greet(engine: &mut Engine, options: &Options) -> Result<String, EngineTrouble> {
    let deadline = Instant::now() + options.patience.start;
    engine.say(&Order::Uci, deadline).await?;
    let mut name = String::new();
    let mut settings = Vec::new();
    loop {
        match uci::read(&engine.hear(deadline).await?) {
            Line::Name(told) => name = told,
            Line::Option(option) => {
                let known = SETTINGS.iter().find(|(name, _)| *name == option);
                settings.extend(known.filter(|known| !settings.contains(known)));
            }
            Line::UciOk => break,
            Line::ReadyOk | Line::Info(_) | Line::BestMove(_) | Line::Other => {}
        }
    }
    for (name, value) in settings {
        let order = Order::SetOption(name, *value);
        engine.say(&order, deadline).await?;
    }
    engine.say(&Order::IsReady, deadline).await?;
    while uci::read(&engine.hear(deadline).await?) != Line::ReadyOk {}
    if name.is_empty() {
        // UCI demands one; the program's own will do.
        name = options.program.file_name().map_or_else(
            || "an engine".to_owned(),
            |file| file.to_string_lossy().into_owned(),
        );
    }
    Ok(name)
}

/// Has the engine look at a position for as long as the options say.
///
/// # Errors
/// Where it does not come to an answer.
pub(super) async fn evaluate(
    engine: &mut Engine,
    options: &Options,
    fen: &str,
) -> Result<Evaluation, EngineTrouble> {
    let name = greet(engine, options).await?;
    let overtime = options.patience.overtime;
    let mut deadline = Instant::now() + options.time + overtime;
    engine.say(&Order::Position(fen), deadline).await?;
    engine.say(&Order::Go(options.time), deadline).await?;
    let mut thoughts = Thoughts::default();
    let mut asked_to_stop = Asked::NotYet;
    let best = loop {
        match engine.hear(deadline).await {
            Ok(line) => match uci::read(&line) {
                Line::Info(info) => thoughts.note(info),
                Line::BestMove(best) => break best,
                Line::Name(_) | Line::Option(_) | Line::UciOk | Line::ReadyOk | Line::Other => {}
            },
            // It does not heed the time: it is told to come to an end, and once more waited for.
            Err(EngineTrouble::Silent) if asked_to_stop == Asked::NotYet => {
                asked_to_stop = Asked::Already;
                deadline = Instant::now() + overtime;
                engine.say(&Order::Stop, deadline).await?;
            }
            // What it has thought so far is worth hearing, even if it never comes to an end.
            Err(EngineTrouble::Silent) if thoughts.best.is_some() => break None,
            Err(trouble) => return Err(trouble),
        }
    };
    thoughts.conclude(name, best)
}

/// Whether it was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    NotYet,
    Already,
}

/// What an engine thought so far.
#[derive(Debug, Default)]
struct Thoughts {
    best: Option<Info>,
}

impl Thoughts {
    /// A later thought is a better one, but a limit to a judgement is less than a judgement.
    fn note(&mut self, info: Info) {
        let keeps = match (self.best.as_ref().map(|best| best.bound), info.bound) {
            (Some(Bound::Exact), Bound::Limit) => false,
            (None | Some(Bound::Limit), Bound::Limit) | (_, Bound::Exact) => true,
        };
        if keeps {
            self.best = Some(info);
        }
    }

    fn conclude(self, engine: String, best: Option<String>) -> Result<Evaluation, EngineTrouble> {
        let Info {
            depth,
            score,
            bound,
            mut line,
        } = self.best.unwrap_or_default();
        if line.is_empty() {
            line.extend(best);
        }
        let score = match bound {
            Bound::Exact => score,
            Bound::Limit => None,
        };
        if score.is_none() && line.is_empty() {
            return Err(EngineTrouble::Nothing);
        }
        Ok(Evaluation {
            engine,
            score,
            depth,
            line,
        })
    }
}
