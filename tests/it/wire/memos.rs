//! Memos: who is not here finds what they missed with services, and what services refuse waits (SPEC R-33; CASES T26).

use super::hall::{Hall, PASSWORD};
use super::person::Person;
use std::net::SocketAddr;

/// Plays it in a tournament of two, one of whom goes away, on a network whose boxes take one memo.
pub fn play(hall: &mut Hall, addr: SocketAddr) {
    let names = hall.names();
    let (here, away) = (names[0].clone(), names[1].clone());
    hall.order_for("tournament new Memo Cup", "a draft");
    hall.order_for("tournament set pairing manual", "now has");
    hall.order_for("tournament set round_length 1h", "now has");
    hall.order_for("tournament open", "is open");
    hall.ask(&here, "!register");
    hall.ask(&away, "!register");
    hall.players.retain(|player| player.nick != away);
    hall.observer.wait("the one who leaves", |line| {
        line.starts_with(&format!(":{away}!")) && line.contains(" QUIT ")
    });
    hall.order_for("tournament start", "starts");
    hall.order_for("pair", "Draft of round 1");
    hall.order_for("publish", "is published");
    hall.wait_for(&format!(
            "SELECT count(*) FROM outbox WHERE name = '{away}' AND kind = 'pairing' AND way = 'memo' AND state = 'sent'"
        ),
    );
    hall.order_for("result 1.1 1/2 agreed by letter", "Ruled");
    hall.wait_for(&format!(
            "SELECT count(*) FROM outbox WHERE name = '{away}' AND state = 'queued' AND way = 'memo' AND detail IS NOT NULL"
        ),
    );

    let mut back = Person::come(addr, &away);
    back.identify(PASSWORD);
    back.forget();
    back.send("MEMOSERV READ 1");
    back.expect(&["MemoServ!", "Memo Cup round 1"]);
    back.join(&hall.channel);
    back.expect(&[&format!(":{}!", hall.nick), "ruled your game"]);
    hall.wait_for(&format!(
        "SELECT count(*) = 0 FROM outbox WHERE name = '{away}' AND state <> 'sent'"
    ));
    hall.order_for("tournament finish confirm", "finished");
    hall.players.push(back);
}
