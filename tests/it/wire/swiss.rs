//! A Swiss of four rounds from the first order to the final standings, and in it the sentences of SPEC 3 and 4.

use super::hall::{Answers, Board, Hall, channel_answer, sleep_until};
use super::person::Person;
use std::net::SocketAddr;
use std::time::Duration;

/// Plays it all.
pub fn play(hall: &mut Hall, addr: SocketAddr) {
    start(hall);
    let rounds = [reports(hall, addr), cutoff(hall), directing(hall)];
    finish(hall);
    told(hall, &rounds);
}

/// Plays two rounds of it, for a bot that may say a line every few seconds: time is kept all the same.
pub fn play_slowly(hall: &mut Hall, addr: SocketAddr) {
    start(hall);
    let first = reports(hall, addr);
    let second = cutoff(hall);
    hall.order_for("tournament finish confirm", "is finished");
    hall.was_said(&["Wire Open is over. Final standings:", "1"]);
    told_of_reports(hall, &first);
    told_of_cutoff(hall, &second);
    hall.assert_nothing_twice();
}

/// All that had to be said was said: looked at afterwards, since at DALnet's pace it comes when it comes.
fn told(hall: &Hall, [first, second, third]: &[Vec<Board>; 3]) {
    told_of_reports(hall, first);
    told_of_cutoff(hall, second);
    hall.was_said(&["new times by", "the power was out"]);
    hall.was_said(&["final:", &third[1].white, "withdrawal"]);
    hall.boss.was_told(&["was still being played"]);
    hall.was_said(&["Round 3 of Wire Open is over."]);
    hall.was_said(&["Wire Open is over. Final standings:", "1"]);
    hall.assert_nothing_twice();
}

fn told_of_reports(hall: &Hall, first: &[Board]) {
    hall.was_said(&["round 1 of 4", "The pairings, white first:"]);
    hall.was_said(&["final:", &first[0].white, "1-0", "both reported"]);
    hall.was_said(&["final:", &first[1].white, "reported by"]);
    hall.was_said(&["Ruling by", "the log says so"]);
    hall.boss.was_told(&["is disputed"]);
    hall.was_said(&["Round 1 of Wire Open is over."]);
}

fn told_of_cutoff(hall: &Hall, second: &[Board]) {
    hall.was_said(&["must play now", &second[0].white]);
    hall.was_said(&["final:", &second[3].white, "by the cutoff"]);
    hall.was_said(&["Round 2 of Wire Open is over."]);
    hall.boss
        .was_told(&[&second[3].black, "after the cutoff", "does not count"]);
}

/// `tournament new`, and everybody registers.
pub fn start(hall: &mut Hall) {
    hall.order_for("tournament new Wire Open", "a draft");
    hall.order_for("tournament announce", "is announced");
    hall.heard(&["Wire Open is announced"]);
    hall.order_for("tournament open", "is open");
    hall.heard(&["Registration for Wire Open is open"]);
    for name in hall.names() {
        hall.say(&name, "!register");
    }
    for name in hall.names() {
        let mark = format!("{name}: You are in Wire Open, no. ");
        hall.player(&name).expect(&[&mark]);
    }
    hall.order_for("tournament start", "starts with 8 players");
    hall.heard(&["Registration for Wire Open is closed with 8 players"]);
}

/// Somebody says something in the channel, and hears these words in answer. At DALnet's pace answers take longer than a
/// round has time for; there, only what the bot did is looked at.
#[track_caller]
fn asks(hall: &mut Hall, name: &str, text: &str, words: &[&str]) {
    if hall.tempo.answers == Answers::Prompt {
        let answer = hall.ask(name, text);
        assert_says(&answer, words);
    } else {
        hall.say(name, text);
        // The next line comes from another connection, and must not overtake this one.
        std::thread::sleep(Duration::from_millis(300));
    }
}

#[track_caller]
fn assert_says(answer: &str, words: &[&str]) {
    for word in words {
        assert!(answer.contains(word), "{word:?} is not in {answer:?}");
    }
}

/// Round 1: reports of every kind (SPEC ). What the bot says of itself is looked for at the end.
fn reports(hall: &mut Hall, addr: SocketAddr) -> Vec<Board> {
    let boards = hall.wait_round(1);
    assert_eq!(boards.len(), 4);
    let [alike, single, different, swapped] = &boards[..] else {
        panic!("four boards: {boards:?}");
    };

    // A check-in before the window opens.
    asks(hall, &single.black, "!present", &["too early"]);

    // Two alike.
    asks(
        hall,
        &alike.white,
        "!report won",
        &["Noted", "1-0", "provisional", &alike.black],
    );
    asks(hall, &alike.black, "!report lost", &["final"]);
    hall.wait_board(1, alike.number, "final", Some("1-0"));

    // One alone; a bystander's changes nothing.
    asks(hall, &single.white, "!report drew", &[]);
    let line = format!("!report {} 1-0 {}", single.white, single.black);
    if hall.tempo.answers == Answers::Prompt {
        asks(hall, &alike.white, &line, &["not your game"]);
        strangers(hall, addr, &line);
    }
    hall.wait_board(1, single.number, "provisional", Some("1/2-1/2"));

    // Colours that contradict the pairing are asked about; then played with colours swapped.
    let contrary = format!("!report {} 1-0 {}", swapped.black, swapped.white);
    asks(hall, &swapped.black, &contrary, &["swapped"]);
    hall.wait_board(1, swapped.number, "unplayed", None);
    asks(hall, &swapped.black, "!report won swapped", &[]);
    asks(hall, &swapped.white, "!report lost swapped", &["final"]);

    disputed(hall, different);

    // The single report is taken as accurate at the deadline, to the second.
    if hall.tempo.answers == Answers::Prompt {
        hall.player(&single.black).expect(&["Say !confirm"]);
    }
    hall.wait_board(1, single.number, "final", Some("1/2-1/2"));
    assert_settled_at(hall, 1, single.deadline, "deadline");
    boards
}

/// Two that differ, a ruling, the ruling taken back, and another one.
fn disputed(hall: &mut Hall, board: &Board) {
    asks(hall, &board.white, "!report won", &[]);
    asks(hall, &board.black, "!report won", &["disputed", "!explain"]);
    hall.wait_board(1, board.number, "disputed", None);
    asks(hall, &board.black, "!explain I mated on move 31", &[]);
    let code = format!("1.{}", board.number);
    hall.order_for(&format!("result {code} 1-0 the log says so"), "Ruled");
    asks(hall, &board.black, "!report won", &["ruled", "1-0"]);
    hall.wait_board(1, board.number, "ruled", Some("1-0"));
    if hall.tempo.answers == Answers::Queued {
        return;
    }
    hall.order_for(&format!("undo {code}"), "taken back");
    hall.wait_board(1, board.number, "disputed", None);
    hall.order_for(&format!("result {code} 0-1 the log was old"), "Ruled");
    hall.wait_board(1, board.number, "ruled", Some("0-1"));
}

/// Somebody without an account can change nothing, and is told why.
fn strangers(hall: &mut Hall, addr: SocketAddr, report: &str) {
    let mut kibitz = Person::come(addr, &format!("Kib{}", &hall.nick["Master".len()..]));
    kibitz.join(&hall.channel);
    let answer = channel_answer(&mut kibitz, &hall.nick, &hall.channel, report);
    assert_says(&answer, &["identify"]);
}

/// The last facts about boards before `until` came within the second after a moment.
#[track_caller]
fn assert_settled_at(hall: &Hall, round: u16, moment: i64, what: &str) {
    let moments = hall.moments("board_moved", round);
    let within = moment + 1_000..moment + 2_000;
    assert!(
        moments.iter().any(|at| within.contains(at)),
        "nothing moved in the second after the {what} {moment}: {moments:?}"
    );
}

/// Round 2: the cutoff (SPEC ).
fn cutoff(hall: &mut Hall) -> Vec<Board> {
    let boards = hall.wait_round(2);
    let [both, one, none, edge] = &boards[..] else {
        panic!("four boards: {boards:?}");
    };
    sleep_until(both.cutoff - hall.tempo.window * 1_000 + 200);
    asks(hall, &both.white, "!present", &["You are present"]);
    asks(hall, &both.black, "!here", &[]);
    asks(hall, &one.white, "!PRESENT", &[]);

    // In the cutoff's own second it counts, in the next one it does not.
    sleep_until(edge.cutoff + 600);
    hall.say(&edge.white, "!present");
    sleep_until(edge.cutoff + 1_150);
    asks(
        hall,
        &edge.black,
        "!present",
        &["You are late", "does not count"],
    );
    assert_settled_at(hall, 2, both.cutoff, "cutoff");
    hall.wait_board(2, one.number, "provisional", Some("+/-"));
    hall.wait_board(2, none.number, "provisional", Some("-/-"));
    hall.wait_board(2, edge.number, "provisional", Some("+/-"));

    // Both were here and play. Two reports of a played game replace a forfeit, one alone is a dispute.
    asks(hall, &both.white, "!report 1/2-1/2", &[]);
    asks(hall, &both.black, "!report drew", &[]);
    asks(hall, &one.black, "!report won", &[]);
    asks(hall, &one.white, "!report lost", &["final"]);
    hall.wait_board(2, one.number, "final", Some("0-1"));
    asks(hall, &none.white, "!report won", &["disputed"]);
    let code = format!("2.{}", none.number);
    hall.order_for(&format!("result {code} 1-0 both say so by letter"), "Ruled");

    // What nobody objected to is final at the deadline.
    hall.wait_board(2, edge.number, "final", Some("+/-"));
    assert_settled_at(hall, 2, edge.deadline, "deadline");
    boards
}

/// Round 3: extensions, games in progress, a withdrawal (SPEC ).
fn directing(hall: &mut Hall) -> Vec<Board> {
    let boards = hall.wait_round(3);
    let [playing, leaving, alike, silent] = &boards[..] else {
        panic!("four boards: {boards:?}");
    };
    asks(hall, &playing.white, "!playing", &[]);
    asks(
        hall,
        &playing.black,
        "!playing",
        &["leaves this board alone"],
    );
    hall.order_for(
        &format!("extend 3.{} 5s the power was out", silent.number),
        "moved",
    );
    let moved = hall.boards(3)[usize::from(silent.number) - 1].clone();
    assert_eq!(
        (moved.cutoff, moved.deadline),
        (silent.cutoff + 5_000, silent.deadline + 5_000)
    );
    asks(hall, &leaving.black, "!withdraw", &["withdrawn"]);
    hall.wait_board(3, leaving.number, "final", Some("+/-"));
    asks(hall, &alike.white, "!report lost", &[]);
    asks(hall, &alike.black, "!confirm", &[]);
    hall.wait_board(3, alike.number, "final", Some("0-1"));

    sleep_until(moved.cutoff - 2_000);
    asks(hall, &silent.white, "!present", &[]);
    asks(hall, &silent.black, "!present", &[]);
    sleep_until(moved.cutoff + 1_500);
    hall.wait_board(3, silent.number, "must_play", None);
    // A game that goes on is the director's at the deadline; who had to play and reported nothing lose both.
    hall.wait_board(3, playing.number, "with_director", None);
    sleep_until(moved.deadline + 1_500);
    hall.wait_board(3, silent.number, "final", Some("-/-"));
    hall.order_for(
        &format!("result 3.{} 1/2 adjourned and drawn", playing.number),
        "Ruled",
    );
    boards
}

/// Round 4: seven are left, one has a bye; then the standings.
fn finish(hall: &mut Hall) {
    let boards = hall.wait_round(4);
    assert_eq!(boards.len(), 3, "seven are left");
    assert_eq!(hall.count("SELECT count(*) FROM bye WHERE round = 4 AND tournament = (SELECT max(id) FROM tournament)"), 1);
    for Board { white, black, .. } in &boards {
        hall.say(white, "!report won");
        std::thread::sleep(Duration::from_millis(100));
        hall.say(black, "!report lost");
    }
    hall.wait_for("SELECT phase = 'finished' FROM tournament ORDER BY id DESC LIMIT 1");
    let half_points = "SELECT sum(CASE result WHEN '-/-' THEN 0 ELSE 2 END) FROM board \
                       WHERE tournament = (SELECT max(id) FROM tournament)";
    assert_eq!(
        hall.count(half_points),
        2 * (4 + 4 + 3 + 3),
        "one double loss, in round 3"
    );
}
