//! The real program on the wire: whole stories on the project's own server and on real networks (`tests/ircd`).
//!
//! These wait for real seconds, so each network is started once, its stories run one after another, and all networks run beside
//! each other. A network that cannot be started fails its story. `WIRE=NAME` plays one story alone.

pub mod bot;
mod burst;
mod crowd;
mod hall;
mod identity;
mod kills;
mod memos;
mod network;
mod paste;
mod person;
mod process;
mod split;
mod swiss;

use chessmasters::loopback::{Options, Services, Style};
use hall::{Answers, At, Hall, Tempo};
use identity::After;
use network::{Network, Staged};
use paste::Pace;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A round where the bot may talk as it likes.
const BRISK: Tempo = Tempo {
    round: 24,
    before: 10,
    window: 8,
    grace: 30,
    answers: Answers::Prompt,
};

/// A round where it sends a line every four seconds.
const SLOW: Tempo = Tempo {
    round: 45,
    before: 18,
    window: 18,
    grace: 30,
    answers: Answers::Queued,
};

/// The same where each speaker is also asked about first, by a line of its own.
const SLOWER: Tempo = Tempo {
    round: 75,
    before: 30,
    window: 28,
    grace: 30,
    answers: Answers::Queued,
};

type Story = (&'static str, fn());

const STORIES: [Story; 13] = [
    ("strict", strict),
    ("crowd", crowd),
    ("dalnet", dalnet),
    ("loose", loose),
    ("anope", anope),
    ("atheme", atheme),
    ("split", netsplit),
    ("ngircd", ngircd),
    ("modern", modern),
    ("plain", plain),
    ("kills", kills),
    ("paste", paste_on_plain),
    ("paste_strict", paste_on_strict),
];

#[test]
fn the_program_on_the_wire() {
    let only = std::env::var("WIRE").ok();
    let failed: Vec<&str> = std::thread::scope(|scope| {
        let playing: Vec<_> = STORIES
            .into_iter()
            .filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name))
            .map(|(name, story)| {
                let begun = std::time::Instant::now();
                let playing = scope.spawn(move || {
                    let ended = catch_unwind(AssertUnwindSafe(story)).is_ok();
                    let how = if ended { "ok" } else { "FAILED" };
                    println!("{name}: {how} after {} s", begun.elapsed().as_secs());
                    ended
                });
                (name, playing)
            })
            .collect();
        assert!(!playing.is_empty(), "no story is called {only:?}");
        playing
            .into_iter()
            .filter_map(|(name, playing)| (!playing.join().unwrap_or(false)).then_some(name))
            .collect()
    });
    assert!(failed.is_empty(), "failed: {failed:?}");
}

fn hall(addr: SocketAddr, services: &'static str, tag: &'static str) -> Hall {
    Hall::open(&At {
        people: addr,
        leaf: None,
        bot: addr,
        services,
        pacing: "off",
        command_limit: 0,
        tag,
        tempo: BRISK,
    })
}

/// DALnet's pace on a network with DALnet's services: the bot on the port that takes a line every two seconds.
fn strict() {
    let network = Network::inspircd("anope", &[]);
    let mut hall = Hall::open(&At {
        people: network.addr(0),
        leaf: None,
        bot: network.addr(1),
        services: "anope",
        pacing: "bahamut",
        command_limit: 0,
        tag: "S",
        tempo: SLOW,
    });
    swiss::play_slowly(&mut hall, network.addr(0));
}

/// The stand-in for DALnet with all its walls, at its pace.
fn dalnet() {
    let staged = Staged::start(Options::dalnet());
    let addr = staged.server.addr();
    let mut hall = Hall::open(&At {
        people: addr,
        leaf: None,
        bot: addr,
        services: "dalnet",
        pacing: "bahamut",
        command_limit: 0,
        tag: "D",
        tempo: SLOWER,
    });
    swiss::play_slowly(&mut hall, addr);
}

fn crowd() {
    crowd::publish(&Network::inspircd("anope", &[]));
}

/// No limits: a burst of commands, a whole tournament, and the power cuts.
fn loose() {
    let network = Network::inspircd("anope", &[]);
    let mut first = hall(network.addr(0), "anope", "B");
    burst::play(&mut first, network.addr(0));
    swiss::play(&mut first, network.addr(0));
    drop(first);
    kills::survive(&mut hall(network.addr(0), "anope", "Z"));
}

fn anope() {
    let network = Network::inspircd("anope", &[("MAXMEMOS", "1"), ("KILLDELAY", "600s")]);
    let mut hall = hall(network.addr(0), "anope", "A");
    identity::play(&mut hall, network.addr(0), After::AccountStays);
    memos::play(&mut hall, network.addr(0));
    process::signals(&mut hall);
    network.signal("anope", "STOP");
    identity::services_away(&mut hall, network.addr(0));
    network.signal("anope", "CONT");
}

fn atheme() {
    let network = Network::inspircd("atheme", &[("MAXMEMOS", "1")]);
    let mut hall = hall(network.addr(0), "atheme", "T");
    memos::play(&mut hall, network.addr(0));
    identity::play(&mut hall, network.addr(0), After::AccountStays);
    swiss::play(&mut hall, network.addr(0));
}

fn netsplit() {
    let network = Network::inspircd("anope", &[]);
    let mut hall = Hall::open(&At {
        people: network.addr(0),
        leaf: Some(network.addr(5)),
        bot: network.addr(0),
        services: "anope",
        pacing: "off",
        command_limit: 0,
        tag: "N",
        tempo: BRISK,
    });
    split::play(&mut hall, &network);
}

fn ngircd() {
    process::on_ngircd(&Network::ngircd());
}

fn modern() {
    let staged = Staged::start(Options::default());
    let mut hall = hall(staged.server.addr(), "anope", "L");
    identity::play(&mut hall, staged.server.addr(), After::AccountStays);
    process::signals(&mut hall);
    swiss::play(&mut hall, staged.server.addr());
}

fn plain() {
    let staged = Staged::start(Options {
        style: Style::Plain,
        ..Options::default()
    });
    let mut hall = hall(staged.server.addr(), "dalnet", "P");
    identity::play(&mut hall, staged.server.addr(), After::AccountGoes);
    swiss::play(&mut hall, staged.server.addr());
    staged.server.services(Services::Away);
    identity::services_away(&mut hall, staged.server.addr());
    staged.server.services(Services::Present);
}

fn kills() {
    let staged = Staged::start(Options::default());
    let mut hall = hall(staged.server.addr(), "anope", "K");
    kills::survive(&mut hall);
}

/// On a network without tags, where it has to be asked who sends the moves; commands are limited as they are by default.
fn paste_on_plain() {
    let staged = Staged::start(Options {
        style: Style::Plain,
        ..Options::default()
    });
    let addr = staged.server.addr();
    let mut hall = Hall::open(&At {
        people: addr,
        leaf: None,
        bot: addr,
        services: "dalnet",
        pacing: "off",
        command_limit: 12,
        tag: "G",
        tempo: BRISK,
    });
    paste::play(&mut hall, addr, Pace::AtOnce);
}

/// The bot and the one who pastes on the port that takes a line every two seconds.
fn paste_on_strict() {
    let network = Network::inspircd("anope", &[]);
    let strict = network.addr(1);
    let mut hall = Hall::open(&At {
        people: network.addr(0),
        leaf: None,
        bot: strict,
        services: "anope",
        pacing: "bahamut",
        command_limit: 12,
        tag: "H",
        tempo: SLOW,
    });
    paste::play(&mut hall, strict, Pace::AsTheServerWants);
}
