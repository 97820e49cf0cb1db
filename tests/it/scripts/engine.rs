//! What the engine of a script says.

use chessmasters::ports::{EngineScore, EngineTrouble, Evaluation};

/// `cp 35 18 e2e4 e7e5`, `mate -2 9 e8e7`, `silent`, `gone`.
pub fn answer(words: &[&str]) -> Result<Result<Evaluation, EngineTrouble>, String> {
    let (kind, value, depth, line) = match words {
        ["silent"] => return Ok(Err(EngineTrouble::Silent)),
        ["gone"] => return Ok(Err(EngineTrouble::Gone)),
        [kind, value, depth, line @ ..] => (*kind, number(value)?, number(depth)?, line),
        _ => return Err("the engine says what?".to_owned()),
    };
    let score = match kind {
        "cp" => EngineScore::Centipawns(value),
        "mate" if value > 0 => EngineScore::Mates(value.unsigned_abs()),
        "mate" => EngineScore::IsMated(value.unsigned_abs()),
        _ => return Err("the engine judges by cp or mate".to_owned()),
    };
    Ok(Ok(Evaluation {
        engine: "Fishpond 3".to_owned(),
        score: Some(score),
        depth: Some(depth.unsigned_abs()),
        line: line.iter().map(|one| (*one).to_owned()).collect(),
    }))
}

fn number(word: &str) -> Result<i32, String> {
    word.parse().map_err(|error| format!("{word}: {error}"))
}
