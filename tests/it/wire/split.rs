//! A netsplit of the real kind: half the players sit on the leaf (SPEC; CASES T14).

use super::hall::{Hall, now_ms, sleep_until};
use super::network::Network;

/// Plays it.
pub fn play(hall: &mut Hall, network: &Network) {
    hall.order_for("tournament new Split Cup", "a draft");
    hall.order_for("tournament open", "is open");
    for name in hall.names() {
        hall.ask(&name, "!register");
    }
    hall.order_for("tournament start", "starts with 8 players");
    let boards = hall.wait_round(1);
    sleep_until(boards[0].cutoff - hall.tempo.window * 1_000 + 100);
    for name in hall.names() {
        hall.ask(&name, "!present");
    }
    let said = hall.announcements().len();
    let last = hall.names().pop().expect("eight players");
    network.operate(&["squit", "leaf.test.net", "a test"]);
    hall.observer.wait("the split", |line| {
        line.starts_with(&format!(":{last}!")) && line.contains(" QUIT :hub.test.net leaf.test.net")
    });
    network.operate(&["connect", "leaf.test.net"]);
    hall.observer.wait("the end of the split", |line| {
        line.starts_with(&format!(":{last}!")) && line.contains(" JOIN ")
    });
    assert!(now_ms() < boards[0].cutoff, "the split took too long");
    assert!(
        hall.announcements().len() <= said + 1,
        "a split is no reason to talk: {:#?}",
        hall.announcements()
    );
    let checked_in = "SELECT count(white_present_ms) + count(black_present_ms) FROM board b \
                      JOIN tournament t ON t.id = b.tournament WHERE t.name = 'Split Cup'";
    assert_eq!(hall.count(checked_in), 8);
    sleep_until(boards[0].cutoff + 1_500);
    hall.heard(&["must play now"]);
    for board in &boards {
        hall.wait_board(1, board.number, "must_play", None);
    }
    // Who comes back from a split is known again without a word.
    for board in &boards {
        let answer = hall.ask(&board.white, "!report won");
        assert!(answer.contains("Noted"), "{answer}");
    }
    hall.order_for("tournament finish confirm", "finished");
    hall.assert_nothing_twice();
}
