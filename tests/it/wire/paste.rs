//! A game of six kilobytes with comments, pasted in private: taken wholly, judged, shown to others; and the power fails in the
//! middle of it (SPEC ).

use super::hall::{Hall, PASSWORD, private_answer};
use super::person::Person;
use std::net::SocketAddr;
use std::time::Duration;

/// A game that ends in mate, move by move of both.
const GAME: [&str; 17] = [
    "e4 e5",
    "Nf3 d6",
    "d4 Bg4",
    "dxe5 Bxf3",
    "Qxf3 dxe5",
    "Bc4 Nf6",
    "Qb3 Qe7",
    "Nc3 c6",
    "Bg5 b5",
    "Nxb5 cxb5",
    "Bxb5+ Nbd7",
    "O-O-O Rd8",
    "Rxd7 Rxd7",
    "Rd1 Qe6",
    "Bxd7+ Nxd7",
    "Qb8+ Nxb8",
    "Rd8#",
];

/// Comments, whose words are those of commands wherever a line happens to break.
const COMMENTS: [&str; 4] = [
    "when White has come so far, report after report says that development counts for more than a pawn, and who looks at \
     the players of that time will find the same; the standings of a club evening are present in every line of it, help or no help",
    "info on this move is hard to find: results differ, players withdraw from the discussion, and pairings of the two lines \
     were never tried; present the position to anybody and they will confirm, explain or even register their doubts",
    "a rating says nothing here; the board shows it: when the king stays in the middle, playing on the open file is enough, \
     and no history of other games, no rules of thumb and no tournaments won by waiting can change that, me thinks",
    "end of the opening, and who counts the tempi knows why; opponent and friend agree, and here the present writer rests, \
     interrupted only by the beauty of it; resumed, the attack needs five more moves at most, so say all the results",
];

/// Lines as a client sends them: cut at a blank before they are 400 bytes long.
const LINE_BYTES: usize = 400;

/// How fast somebody may paste.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// As fast as the socket takes it.
    AtOnce,
    /// A few lines, then one every two seconds.
    AsTheServerWants,
}

/// The whole game as lines.
fn lines() -> Vec<String> {
    let tags = ["[Event \"Wire {Cup\"]", "[ECO \"C41\"]", "[Result \"1-0\"]"];
    let mut lines: Vec<String> = tags.map(str::to_owned).into();
    let mut text = String::new();
    for (index, moves) in GAME.iter().enumerate() {
        let comment = |index: usize| COMMENTS[index % COMMENTS.len()];
        text.push_str(&format!("{}. {moves} {{{}}} ", index + 1, comment(index)));
        if index % 2 == 0 {
            text.push_str(&format!("{{{}}} ", comment(index + 1)));
        }
    }
    text.push_str("1-0");
    let mut line = String::new();
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > LINE_BYTES {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    let bytes: usize = lines.iter().map(String::len).sum();
    assert!((5_500..7_000).contains(&bytes), "{bytes} bytes");
    lines
}

/// Two players of a round of their own.
struct Pair {
    white: String,
    black: String,
}

/// Plays it, with a player who comes by this way.
pub fn play(hall: &mut Hall, way: SocketAddr, pace: Pace) {
    let pair = start(hall);
    move_to(hall, &pair.white, way);
    let lines = lines();
    let (first, second) = lines.split_at(lines.len() / 2);
    paste(hall, &pair.white, first, pace);
    wait_sent(hall, first);
    hall.power_cut();
    // Whoever sends it is told how far it came, and goes on.
    let bot = hall.nick.clone();
    hall.player(&pair.white).expect(&[
        &bot,
        "I was away while you sent me the moves of round 1, board 1",
        "Go on after that",
    ]);
    paste(hall, &pair.white, second, pace);
    let said = end(hall, &pair.white, "I have the moves");
    assert!(
        said.contains("33 half-moves, over at move 17 of White: White gave mate, 1-0."),
        "{said}"
    );
    shown(hall, &pair.black);
    if pace == Pace::AtOnce {
        lost(hall, &pair.black, (first, second));
    }
}

/// A round of two players; the round outlasts the story.
fn start(hall: &mut Hall) -> Pair {
    let names = hall.names();
    hall.order_for("tournament new Paste Cup", "a draft");
    hall.order_for("tournament set round_length 1h", "now has");
    hall.order_for("tournament open", "is open");
    for name in &names[..2] {
        hall.say(name, "!register");
        let mark = format!("{name}: You are in Paste Cup, no. ");
        hall.player(name).expect(&[&mark]);
    }
    hall.order_for("tournament start", "starts with 2 players");
    let board = hall.wait_round(1).remove(0);
    Pair {
        white: board.white,
        black: board.black,
    }
}

/// A player leaves and comes again by another port of the network.
fn move_to(hall: &mut Hall, name: &str, way: SocketAddr) {
    hall.players.retain(|player| player.nick != name);
    hall.observer.wait("the one who leaves", |line| {
        line.starts_with(&format!(":{name}!")) && line.contains(" QUIT ")
    });
    let mut person = Person::come(way, name);
    person.identify(PASSWORD);
    person.join(&hall.channel);
    hall.players.push(person);
}

fn paste(hall: &mut Hall, name: &str, lines: &[String], pace: Pace) {
    let bot = hall.nick.clone();
    for (index, line) in lines.iter().enumerate() {
        if pace == Pace::AsTheServerWants && index >= 3 {
            std::thread::sleep(Duration::from_secs(2));
        }
        hall.player(name).send(&format!("PRIVMSG {bot} :{line}"));
    }
}

/// Waits until these lines are on the disk.
fn wait_sent(hall: &Hall, lines: &[String]) {
    let last = lines.last().expect("there are lines").replace('\'', "''");
    hall.wait_for(&format!(
        "SELECT count(*) FROM score_draft WHERE instr(text, '{last}') > 0"
    ));
}

fn end(hall: &mut Hall, name: &str, words: &str) -> String {
    let bot = hall.nick.clone();
    private_answer(hall.player(name), &bot, "end", |line| line.contains(words))
}

/// Somebody else looks at it.
fn shown(hall: &mut Hall, name: &str) {
    let bot = hall.nick.clone();
    let reader = hall.player(name);
    let heading = private_answer(reader, &bot, "game 1.1", |line| {
        line.contains("33 half-moves")
    });
    assert!(heading.contains("White gave mate, 1-0"), "{heading}");
    let moves = reader.wait("the moves", |line| line.contains("1.e4 e5 2.Nf3 d6"));
    assert!(moves.ends_with("16.Qb8+ Nxb8 17.Rd8# 1-0"), "{moves}");
}

/// What is sent while the bot is dead is lost: the game does not pass as a shorter one.
fn lost(hall: &mut Hall, name: &str, (first, second): (&[String], &[String])) {
    paste(hall, name, first, Pace::AtOnce);
    wait_sent(hall, first);
    hall.bot.kill();
    let quit = format!(":{}!", hall.nick);
    hall.observer.wait("its end", |line| {
        line.starts_with(&quit) && line.contains(" QUIT ")
    });
    paste(hall, name, second, Pace::AtOnce);
    hall.player(name).wait("401", |line| line.contains(" 401 "));
    hall.bot.start();
    hall.wait_bot();
    let bot = hall.nick.clone();
    hall.player(name)
        .expect(&[&bot, "I was away while you sent me the moves"]);
    end(hall, name, "do not know whether you sent anything then");
    private_answer(hall.player(name), &bot, "discard", |line| {
        line.contains("Thrown away")
    });
    paste(hall, name, first, Pace::AtOnce);
    paste(hall, name, second, Pace::AtOnce);
    let said = end(hall, name, "I have the moves");
    assert!(said.contains("33 half-moves"), "{said}");
}
