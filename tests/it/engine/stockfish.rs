//! What Stockfish says of positions that everybody can judge.

use super::{Adapter, START};
use chessmasters::engine::{self, Options, Patience};
use chessmasters::game;
use chessmasters::ports::{EngineScore, Evaluation};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Debian's; `tests/packages.sh` installs it.
pub const STOCKFISH: &str = "/usr/games/stockfish";

fn options() -> Options {
    Options {
        program: PathBuf::from(STOCKFISH),
        time: Duration::from_millis(500),
        patience: Patience::default(),
    }
}

async fn evaluation(adapter: &mut Adapter, fen: &str) -> Evaluation {
    adapter.ask(1, fen);
    let (_, answer) = adapter.answer().await;
    answer.unwrap_or_else(|trouble| panic!("{fen}: {trouble:?}"))
}

#[tokio::test]
async fn it_judges_from_the_side_to_move() {
    let mut adapter = Adapter::start(options());
    for (fen, wanted, line) in [
        (
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            EngineScore::Mates(1),
            "1.Ra8#",
        ),
        (
            "7k/8/5K2/6Q1/8/8/8/8 b - - 0 40",
            EngineScore::IsMated(1),
            "40...Kh7 41.Qg7#",
        ),
    ] {
        let found = evaluation(&mut adapter, fen).await;
        assert_eq!(found.score, Some(wanted), "{fen}");
        assert_eq!(game::engine_line(fen, &found.line, 12), line);
    }
    // A queen more, once for the side to move and once for the other.
    for (fen, better) in [
        ("3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
        ("3qk3/8/8/8/8/8/4P3/4K3 b - - 0 1", true),
    ] {
        let found = evaluation(&mut adapter, fen).await;
        let for_mover = match found.score {
            Some(EngineScore::Centipawns(score)) => score > 300,
            Some(EngineScore::Mates(_)) => true,
            Some(EngineScore::IsMated(_)) | None => false,
        };
        assert_eq!(for_mover, better, "{fen}: {found:?}");
    }
}

#[tokio::test]
async fn it_answers_in_time_with_a_line_that_can_be_played() {
    let mut adapter = Adapter::start(options());
    let began = Instant::now();
    let found = evaluation(&mut adapter, START).await;
    let took = began.elapsed();
    println!("Stockfish took {took:?} for half a second: {found:?}");
    assert!(took > Duration::from_millis(400), "{took:?}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert!(found.engine.starts_with("Stockfish"), "{found:?}");
    assert!(found.depth.is_some_and(|depth| depth >= 5), "{found:?}");
    let Some(EngineScore::Centipawns(score)) = found.score else {
        panic!("{found:?}");
    };
    assert!((-100..=150).contains(&score), "{score}");
    let told = game::engine_line(START, &found.line, 6);
    let moves = told.split(' ').count();
    assert!(
        told.starts_with("1.") && moves == found.line.len().min(6),
        "{told}"
    );
    adapter.handle.finished().await.expect("no panic");
}

#[tokio::test]
async fn it_is_known_for_an_engine() {
    let name = engine::probe(&options()).await.expect("it is one");
    assert!(name.starts_with("Stockfish"), "{name}");
}
