//! The real program on the wire: whole stories on the project's own server and on real networks (`tests/ircd`).
//!
//! These wait for real seconds, so each network is started once and its stories run one after another, all networks beside
//! each other. A network that cannot be started fails its test.

mod bot;
mod hall;
mod network;
mod person;
mod swiss;

use chessmasters::loopback::{Options, Style};
use hall::{At, Hall, Tempo};
use network::{Network, Staged};

/// A round where the bot may talk as it likes.
const BRISK: Tempo = Tempo {
    round: 24,
    before: 10,
    window: 8,
    grace: 30,
};

#[test]
fn a_swiss_on_the_modern_loopback() {
    swiss_on_loopback(Options::default(), "anope");
}

#[test]
fn a_swiss_on_the_plain_loopback() {
    let options = Options {
        style: Style::Plain,
        ..Options::default()
    };
    swiss_on_loopback(options, "dalnet");
}

fn swiss_on_loopback(options: Options, services: &'static str) {
    let staged = Staged::start(options);
    let addr = staged.server.addr();
    let mut hall = Hall::open(&At {
        people: addr,
        bot: addr,
        services,
        pacing: "off",
        tag: "L",
        tempo: BRISK,
    });
    swiss::play(&mut hall, addr);
}

#[test]
fn anope() {
    let network = Network::inspircd("anope", &[]);
    let mut hall = Hall::open(&At {
        people: network.addr(0),
        bot: network.addr(0),
        services: "anope",
        pacing: "off",
        tag: "A",
        tempo: BRISK,
    });
    swiss::play(&mut hall, network.addr(0));
}
