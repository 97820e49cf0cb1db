//! A power cut at every point of a tournament's first round: nothing is lost, nothing is said twice to the channel, and nobody
//! is forfeited for the bot's absence (SPEC ).

use super::hall::{Hall, now_ms, sleep_until};
use std::time::Duration;

/// How long after a command the power fails, in microseconds: before it is read, while it is decided, while it is told.
const DELAYS_US: [u64; 8] = [0, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// Plays it.
pub fn survive(hall: &mut Hall) {
    from_draft_to_start(hall);
    publishing(hall);
    reporting(hall);
    cutoff_while_down(hall);
    in_the_second_of_the_cutoff(hall);
}

/// What was answered before the cut is there after it.
fn from_draft_to_start(hall: &mut Hall) {
    hall.order_for("tournament new Storm Cup", "a draft");
    hall.power_cut();
    hall.order_for("tournament announce", "is announced");
    hall.was_said(&["Storm Cup is announced"]);
    hall.power_cut();
    hall.order_for("tournament open", "is open");
    hall.was_said(&["Registration for Storm Cup is open"]);
    for (name, delay) in hall.names().iter().zip(DELAYS_US) {
        hall.say(name, "!register");
        std::thread::sleep(Duration::from_micros(delay));
        hall.power_cut();
        // Whether the line was heard or not, saying it again leads to one entry.
        let answer = hall.ask(name, "!register");
        assert!(
            answer.contains("You are ") && answer.contains("Storm Cup"),
            "{answer}"
        );
    }
    assert_eq!(hall.count("SELECT count(*) FROM entry"), 8);
}

/// The pairings go out once, however often they are interrupted.
fn publishing(hall: &mut Hall) {
    hall.order_for("tournament start", "starts with 8 players");
    for delay in [0, 300, 600] {
        std::thread::sleep(Duration::from_millis(delay));
        hall.power_cut();
    }
    hall.was_said(&["round 1 of ", "The pairings, white first:"]);
    hall.power_cut();
    hall.wait_said();
    let boards = hall.boards(1);
    let pairing = format!("{} - {}", boards[0].white, boards[0].black);
    hall.was_said(&[&pairing]);
    hall.assert_nothing_twice();
    // Each player has theirs; at most the one that was under way was given twice.
    let unsent = "SELECT count(*) FROM outbox WHERE kind = 'pairing' AND state <> 'sent'";
    assert_eq!(hall.count(unsent), 0);
    let twice = "SELECT count(*) FROM outbox WHERE kind = 'pairing' AND attempts > 2";
    assert_eq!(hall.count(twice), 0);
}

/// A report is there or not, never half.
fn reporting(hall: &mut Hall) {
    let boards = hall.boards(1);
    for (turn, delay) in DELAYS_US.into_iter().enumerate() {
        let text = ["!report won", "!report drew"][turn % 2];
        hall.say(&boards[0].white, text);
        std::thread::sleep(Duration::from_micros(delay));
        hall.power_cut();
        let again = hall.ask(&boards[0].white, text);
        assert!(
            again.contains("Noted") || again.contains("is noted"),
            "{again}"
        );
        let stands = ["1-0", "1/2-1/2"][turn % 2];
        hall.wait_board(1, boards[0].number, "provisional", Some(stands));
    }
    hall.ask(&boards[0].black, "!report drew");
    hall.wait_board(1, boards[0].number, "final", Some("1/2-1/2"));
    hall.power_cut();
    hall.wait_board(1, boards[0].number, "final", Some("1/2-1/2"));
}

/// The cutoff comes while the bot is down: nobody is forfeited, and there is a new one.
fn cutoff_while_down(hall: &mut Hall) {
    let before = hall.boards(1);
    sleep_until(before[1].cutoff - 400);
    hall.bot.kill();
    sleep_until(before[1].cutoff + 2_500);
    hall.bot.start();
    hall.wait_bot();
    hall.was_said(&["nobody loses by that"]);
    for board in &hall.boards(1)[1..] {
        assert_eq!(board.status, "unplayed", "{board:?}");
        assert!(board.cutoff > now_ms(), "{board:?}");
        assert!(
            board.deadline >= board.cutoff + hall.tempo.before * 1_000,
            "{board:?}"
        );
    }
}

/// Killed while the cutoff is settled: it is settled once, or moved, and never against who was here.
fn in_the_second_of_the_cutoff(hall: &mut Hall) {
    let boards = hall.boards(1);
    sleep_until(boards[1].cutoff - hall.tempo.window * 1_000 + 100);
    hall.ask(&boards[1].white, "!present");
    hall.ask(&boards[1].black, "!present");
    hall.power_cut();
    hall.ask(&boards[2].white, "!present");
    for round in 0..4 {
        let cutoff = hall.boards(1)[1].cutoff;
        sleep_until(cutoff + 1_000 + [-2, 2, 6, 20][round]);
        hall.power_cut();
        // Heard after everything that the restart brought.
        hall.ask(&boards[1].white, "!me");
        if hall.boards(1)[1].status != "unplayed" {
            break;
        }
        assert!(hall.boards(1)[1].cutoff > cutoff, "an absence moves it");
    }
    hall.wait_board(1, boards[1].number, "must_play", None);
    hall.wait_board(1, boards[2].number, "provisional", Some("+/-"));
    hall.wait_board(1, boards[3].number, "provisional", Some("-/-"));
    hall.ask(&boards[1].white, "!report won");
    hall.ask(&boards[1].black, "!report lost");
    hall.was_said(&["Round 1 of Storm Cup is over."]);
    hall.was_said(&["round 2 of ", "The pairings, white first:"]);
    // What was settled in the last moment before a kill is open again and settled anew, at its new time. Lines that name no
    // time may then be the same.
    hall.assert_none_twice("has passed");
    hall.assert_none_twice("nobody loses by that");
    hall.assert_none_twice("is over");
}
