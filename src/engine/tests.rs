//! What lines mean, and reading them from somebody who cannot be trusted. Programs are in `tests/it/engine.rs`.

use super::lines::{BYTES_MAX, Heard, LINE_BYTES_MAX, Lines};
use super::uci::{Bound, Info, Line, Order, read};
use crate::ports::EngineScore;
use std::time::Duration;
use tokio::io::{AsyncWriteExt, BufReader};

fn info(line: &str) -> Info {
    match read(line) {
        Line::Info(info) => info,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_thought_is_read_with_all_that_matters_in_it() {
    let line = "info depth 29 seldepth 35 multipv 1 score cp -13 nodes 375627 nps 2455078 hashfull 9 tbhits 0 time 153 \
                pv e8d7 e1f2 a7a8q";
    let wanted = Info {
        depth: Some(29),
        score: Some(EngineScore::Centipawns(-13)),
        bound: Bound::Exact,
        line: ["e8d7", "e1f2", "a7a8q"].map(str::to_owned).to_vec(),
    };
    assert_eq!(info(line), wanted);
    assert_eq!(
        info("info score mate 3 pv a1a8").score,
        Some(EngineScore::Mates(3))
    );
    assert_eq!(
        info("info score mate -12 depth 4").score,
        Some(EngineScore::IsMated(12))
    );
    for bound in ["lowerbound", "upperbound"] {
        let limit = info(&format!(
            "info depth 9 score cp 50 {bound} nodes 12 pv e2e4"
        ));
        assert_eq!(limit.bound, Bound::Limit, "{bound}");
    }
    // Not even a judgement has to be there.
    assert_eq!(info("info pv e2e4 e7e5 --").line, ["e2e4", "e7e5"]);
}

#[test]
fn what_says_nothing_of_the_position_is_passed_over() {
    for line in [
        "",
        "info",
        "info depth 3 currmove e2e4 currmovenumber 1",
        "info string score cp 500 pv e2e4",
        "info depth 5 multipv 2 score cp 12 pv d2d4",
        "info score cp",
        "info score cp many pv e2e4",
        "info score cp 99999999999 pv e2e4",
        "info score mate 0",
        "info score wins 1",
        "info depth -1 score cp 1",
        "info pv castles",
        "id author somebody",
        "option named Hash",
        "BESTMOVE e2e4",
        "\u{fffd}\u{0}\u{1b}[2J",
    ] {
        assert_eq!(read(line), Line::Other, "{line:?}");
    }
}

#[test]
fn an_introduction_is_read() {
    assert_eq!(
        read("id name Stockfish 15.1"),
        Line::Name("Stockfish 15.1".to_owned())
    );
    assert_eq!(
        read("option name Clear Hash type button"),
        Line::Option("Clear Hash".to_owned())
    );
    assert_eq!(
        read("option name Hash type spin default 16 min 1 max 33554432"),
        Line::Option("Hash".to_owned())
    );
    assert_eq!(read("uciok\r"), Line::UciOk);
    assert_eq!(read(" readyok "), Line::ReadyOk);
}

#[test]
fn a_name_cannot_do_anything_to_those_who_read_it() {
    let Line::Name(name) = read("id name \u{2}Deep\u{1b}[31m \u{202e}Thought\u{7}") else {
        panic!("it is a name");
    };
    assert_eq!(name, "Deep[31m Thought");
    let Line::Name(name) = read(&format!("id name {}", "x".repeat(1_000))) else {
        panic!("it is a name");
    };
    assert_eq!(name.len(), 40);
}

#[test]
fn a_best_move_is_one_or_there_is_none() {
    let best = |line| match read(line) {
        Line::BestMove(best) => best,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(best("bestmove g1f3 ponder d7d5").as_deref(), Some("g1f3"));
    assert_eq!(best("bestmove a2a1n").as_deref(), Some("a2a1n"));
    for none in [
        "bestmove",
        "bestmove (none)",
        "bestmove 0000",
        "bestmove i9e4",
    ] {
        assert_eq!(best(none), None, "{none}");
    }
}

#[test]
fn orders_are_lines() {
    let fen = "8/8/8/4k3/8/8/4R3/4K3 w - - 0 1";
    for (order, line) in [
        (Order::Uci, "uci\n"),
        (
            Order::SetOption("Hash", 16),
            "setoption name Hash value 16\n",
        ),
        (Order::IsReady, "isready\n"),
        (
            Order::Position(fen),
            "position fen 8/8/8/4k3/8/8/4R3/4K3 w - - 0 1\n",
        ),
        (Order::Go(Duration::from_secs(5)), "go movetime 5000\n"),
        (Order::Stop, "stop\n"),
        (Order::Quit, "quit\n"),
    ] {
        assert_eq!(order.line(), line);
    }
}

#[test]
#[should_panic(expected = "a position is one line")]
fn a_position_holds_no_second_order() {
    Order::Position("8/8/8/8 w - - 0 1\nsetoption name Debug Log File value /etc/passwd").line();
}

/// All that comes of these bytes, up to the end or the flood.
async fn heard(bytes: &[u8], buffer: usize) -> Vec<Heard> {
    let mut lines = Lines::new(BufReader::with_capacity(buffer, bytes));
    let mut all = Vec::new();
    loop {
        let heard = lines.next().await.expect("memory can be read");
        let over = matches!(heard, Heard::End | Heard::Flood);
        all.push(heard);
        if over {
            return all;
        }
    }
}

fn line(text: &str) -> Heard {
    Heard::Line(text.to_owned())
}

#[tokio::test]
async fn lines_are_whole_however_they_arrive() {
    for buffer in [1, 2, 7, 8_192] {
        let came = heard(b"uciok\n\nread\xffyok\r\nbestm", buffer).await;
        let wanted = [
            line("uciok"),
            line(""),
            line("read\u{fffd}yok\r"),
            Heard::End,
        ];
        assert_eq!(came, wanted, "{buffer}");
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_passed_over() {
    let longest = "x".repeat(LINE_BYTES_MAX);
    let text = format!("{longest}\n{longest}x\n{longest}{longest}{longest}\nuciok\n");
    for buffer in [100, 8_192, 100_000] {
        let came = heard(text.as_bytes(), buffer).await;
        assert_eq!(
            came,
            [line(&longest), line("uciok"), Heard::End],
            "{buffer}"
        );
    }
}

#[tokio::test]
async fn what_never_ends_is_not_read_for_ever() {
    let without_lines = vec![b'x'; BYTES_MAX + 100_000];
    assert_eq!(heard(&without_lines, 8_192).await, [Heard::Flood]);
    let lines = b"info\n".repeat(BYTES_MAX / 4);
    let came = heard(&lines, 8_192).await;
    assert_eq!(came.last(), Some(&Heard::Flood));
    assert!(came.len() <= BYTES_MAX / 5 + 8_192, "{}", came.len());
}

#[tokio::test]
async fn a_line_that_was_waited_for_in_vain_is_whole_when_it_comes() {
    let (mut writer, reader) = tokio::io::duplex(64);
    let mut lines = Lines::new(BufReader::new(reader));
    writer.write_all(b"best").await.expect("there is room");
    let wait = tokio::time::timeout(Duration::from_millis(20), lines.next());
    assert!(wait.await.is_err(), "the line has no end yet");
    writer
        .write_all(b"move e2e4\n")
        .await
        .expect("there is room");
    let came = lines.next().await.expect("memory can be read");
    assert_eq!(came, line("bestmove e2e4"));
}
