//! `chessmasters check-config FILE`

use super::{Exit, Streams, run, settings};
use crate::engine;
use crate::ports::EngineTrouble;
use std::io;
use std::path::Path;

/// Lists what is wrong with a settings file, or says that nothing is. An engine that is named there is started, to see whether it is one.
pub(super) fn check(file: &Path, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let config = match settings(file, streams)? {
        Ok(config) => config,
        Err(exit) => return Ok(exit),
    };
    let shown = file.display();
    if let Some(options) = run::engine_options(&config) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        match runtime.block_on(engine::probe(&options)) {
            Ok(name) => writeln!(streams.out, "{shown}: the engine is {name}")?,
            Err(trouble) => {
                let program = options.program.display();
                let why = why_not(&trouble);
                writeln!(streams.err, "{shown}: [engine] program: {program} {why}")?;
                writeln!(streams.err, "{shown}: 1 problem")?;
                return Ok(Exit::Wrong);
            }
        }
    }
    writeln!(streams.out, "{shown}: no problems")?;
    Ok(Exit::Done)
}

/// What is wrong with a program as an engine.
fn why_not(trouble: &EngineTrouble) -> String {
    match trouble {
        EngineTrouble::NotStarted { cause } => format!("cannot be started: {cause}"),
        EngineTrouble::Ended => "is no engine: it ended before it had said uciok".to_owned(),
        EngineTrouble::Silent => "is no engine: it does not say uciok".to_owned(),
        EngineTrouble::Floods => "is no engine: it talks without an end".to_owned(),
        EngineTrouble::Nothing | EngineTrouble::Gone => "gives no answer".to_owned(),
    }
}
