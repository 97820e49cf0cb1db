//! Who somebody is: nick changes, strangers with a player's nick, services that are away (SPEC; CASES T15, T18).

use super::hall::{Hall, PASSWORD, channel_answer};
use super::person::Person;
use std::net::SocketAddr;

/// What a nick change leaves of an identification.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// The account: numeric 330.
    AccountStays,
    /// Nothing: only 307, which belongs to the nick.
    AccountGoes,
}

/// Plays it, in a tournament of its own.
pub fn play(hall: &mut Hall, addr: SocketAddr, after: After) {
    hall.order_for("tournament new Names Cup", "a draft");
    hall.order_for("tournament open", "is open");
    let name = hall.names()[0].clone();
    three_at_once(hall, &name);

    // The case alone.
    rename(hall, &name, &name.to_uppercase());
    assert!(registers(hall, &name).contains("already"));

    // Another nick.
    let other = format!("X{name}");
    rename(hall, &name, &other);
    let answer = registers(hall, &name);
    match after {
        After::AccountStays => assert!(answer.contains("already"), "{answer}"),
        After::AccountGoes => assert!(answer.contains("identify"), "{answer}"),
    }

    // A stranger takes the nick that became free, and gains nothing.
    let mut stranger = Person::come(addr, &name);
    stranger.join(&hall.channel);
    let answer = channel_answer(&mut stranger, &hall.nick, &hall.channel, "!withdraw");
    assert!(answer.contains("identify"), "{answer}");
    let out = "SELECT count(*) FROM entry WHERE withdrawal IS NOT NULL";
    assert_eq!(hall.count(out), 0);
    stranger.send("QUIT :bye");
    stranger.wait_within(std::time::Duration::from_secs(2), |_| false);
    drop(stranger);

    rename(hall, &name, &name);
    if after == After::AccountGoes {
        // Told to identify, one does, and says it again at once.
        let answer = registers(hall, &name);
        assert!(answer.contains("identify"), "{answer}");
        hall.player(&name).identify(PASSWORD);
    }
    assert!(registers(hall, &name).contains("already"));
    hall.order_for("tournament cancel confirm", "cancelled");
}

/// Three commands in one write are one entry (CASES T18).
fn three_at_once(hall: &mut Hall, name: &str) {
    let line = format!("PRIVMSG {} :!register\r\n", hall.channel);
    let player = hall.player(name);
    player.forget();
    player.send_raw(line.repeat(3).as_bytes());
    player.expect(&[name, ": You are in Names Cup, no. 1"]);
    player.expect(&[name, "already"]);
    player.expect(&[name, "already"]);
    assert_eq!(
        hall.count("SELECT count(*) FROM entry JOIN tournament t ON t.id = tournament WHERE t.name = 'Names Cup'"),
        1
    );
}

fn rename(hall: &mut Hall, name: &str, to: &str) {
    let player = hall.player(name);
    player.send(&format!("NICK {to}"));
    player.expect(&[" NICK ", to]);
}

/// `!register` under whatever nick the player has now.
fn registers(hall: &mut Hall, name: &str) -> String {
    let (bot, channel) = (hall.nick.clone(), hall.channel.clone());
    let player = hall.player(name);
    player.forget();
    player.send(&format!("PRIVMSG {channel} :!register"));
    player.wait("an answer", |line| {
        line.starts_with(&format!(":{bot}!")) && line.contains(&format!(" PRIVMSG {channel} :"))
    })
}

/// Services are stopped: who is known stays known, who is not can prove nothing, and hears so.
pub fn services_away(hall: &mut Hall, addr: SocketAddr) {
    let name = hall.names()[1].clone();
    let known = hall.ask(&name, "!me");
    assert!(!known.contains("identify"), "{known}");
    let mut stranger = Person::come(addr, &format!("Who{}", &name));
    stranger.join(&hall.channel);
    stranger.send(&format!("NICKSERV IDENTIFY {name} {PASSWORD}"));
    let answer = channel_answer(&mut stranger, &hall.nick, &hall.channel, "!register");
    assert!(
        answer.contains("identify") || answer.contains("Services do not answer"),
        "{answer}"
    );
}
