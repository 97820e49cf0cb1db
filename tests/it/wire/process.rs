//! The program as a process: signals, exit codes, one database for one, a server that goes and comes back.

use super::bot::{Bot, Wanted};
use super::hall::{Hall, channel_answer};
use super::network::Network;
use super::person::Person;
use std::fs;

/// Asked to stop, it says goodbye and exits with 0; a second one on the same database does not start.
pub fn signals(hall: &mut Hall) {
    let beside = hall.bot.run_beside();
    let words = String::from_utf8_lossy(&beside.stderr).into_owned();
    assert_eq!(beside.status.code(), Some(1), "{words}");
    assert!(
        words.contains(&format!("pid {}", hall.bot.pid())),
        "{words}"
    );
    for signal in ["TERM", "INT"] {
        hall.bot.signal(signal);
        let quit = format!(":{}!", hall.nick);
        hall.observer.wait("the farewell", |line| {
            line.starts_with(&quit) && line.contains(" QUIT :")
        });
        let status = hall.bot.ended();
        assert_eq!(status.code(), Some(0), "{signal}: {}", hall.bot.log());
        hall.bot.start();
        hall.wait_bot();
    }
    let settings = fs::read_to_string(hall.bot.config()).expect("it is there");
    fs::write(hall.bot.config(), settings.replace("nick =", "nikc =")).expect("it is writable");
    let wrong = hall.bot.run_beside();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("nikc"));
    fs::write(hall.bot.config(), settings).expect("it is writable");
}

/// The simplest server: nobody can prove anything there, no line may be too long, and the server itself goes away.
pub fn on_ngircd(network: &Network) {
    let addr = network.addr(0);
    let channel = "#ChessN";
    let mut eye = Person::come(addr, "Eye");
    eye.join(channel);
    let mut bot = Bot::new(&Wanted {
        port: addr.port(),
        nick: "Master".to_owned(),
        password: None,
        channel: channel.to_owned(),
        services: "none",
        pacing: "off",
        command_limit: 0,
        director: "Boss".to_owned(),
        log: "debug",
        defaults: String::new(),
    });
    bot.start();
    eye.expect(&[":Master!", " JOIN "]);
    let answer = channel_answer(&mut eye, "Master", channel, "!help");
    assert!(!answer.is_empty());
    let answer = channel_answer(&mut eye, "Master", channel, "!register");
    assert!(answer.contains("identify"), "{answer}");
    let mut boss = Person::come(addr, "Boss");
    boss.send("PRIVMSG Master :tournament new Mine");
    boss.expect(&[":Master!", "identify"]);
    // A name as long as a name may be, in a line as long as a line may be.
    let long = format!("!reprot {}", "x".repeat(400));
    channel_answer(&mut eye, "Master", channel, &long);

    network.signal("ngircd", "KILL");
    network.start_ngircd_again();
    let mut again = Person::come(addr, "Eye2");
    again.join(channel);
    // It may have been first.
    again.send(&format!("NAMES {channel}"));
    again.wait("the bot's return", |line| {
        (line.contains(" 353 ") && line.contains("Master"))
            || (line.starts_with(":Master!") && line.contains(" JOIN "))
    });
    let answer = channel_answer(&mut again, "Master", channel, "!tournaments");
    assert!(!answer.is_empty());
    bot.signal("TERM");
    again.expect(&[":Master!", " QUIT "]);
    assert_eq!(bot.ended().code(), Some(0));
}
