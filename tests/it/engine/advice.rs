//! The whole way: a director on IRC, the program, and Stockfish behind it.

use super::stockfish::STOCKFISH;
use super::{PATIENCE, START};
use crate::loopback::start;
use crate::support::raw::Raw;
use crate::wire::bot::{Bot, Wanted};
use chessmasters::loopback::{Loopback, Options};
use std::fs;
use std::time::{Duration, Instant};

/// The people of a small tournament, and the bot.
struct Hall {
    /// The server lives as long as the test.
    _server: Loopback,
    bot: Bot,
    boss: Raw,
    ada: Raw,
    /// It is on the network as long as the test.
    _bob: Raw,
}

impl Hall {
    /// A bot with an engine that looks for this long, and a round that is published.
    async fn open(time: &str) -> Hall {
        let server = start(Options::default());
        server.register_nick("Master", "secret");
        let mut people = Vec::new();
        for nick in ["Boss", "Ada", "Bob"] {
            let mut person = Raw::join_network(server.addr(), nick).await;
            person.register_nick("secret").await;
            person.ask("JOIN #chess").await;
            people.push(person);
        }
        let mut bot = Bot::new(&Wanted {
            port: server.addr().port(),
            nick: "Master".to_owned(),
            password: Some("secret".to_owned()),
            channel: "#chess".to_owned(),
            services: "anope",
            pacing: "off",
            command_limit: 0,
            director: "Boss".to_owned(),
            log: "info",
            defaults: format!(
                "publish_pause = \"0s\"\n[engine]\nprogram = \"{STOCKFISH}\"\ntime = \"{time}\""
            ),
        });
        bot.start();
        let mut people = people.into_iter();
        let mut next = || people.next().expect("there are three");
        let (mut boss, mut ada, mut bob) = (next(), next(), next());
        boss.expect(":Master!chess@127.0.0.1 JOIN ").await;
        for order in ["tournament new Winter Open", "tournament open"] {
            boss.send(&format!("PRIVMSG Master :{order}")).await;
            boss.expect(" PRIVMSG Boss :").await;
        }
        for player in [&mut ada, &mut bob] {
            player.send("PRIVMSG #chess :!register").await;
            player.expect(" PRIVMSG #chess :").await;
        }
        boss.send("PRIVMSG Master :tournament start").await;
        boss.expect("The pairings, white first:").await;
        Hall {
            _server: server,
            bot,
            boss,
            ada,
            _bob: bob,
        }
    }

    /// Everything the director is told, up to a line with these words.
    async fn told(&mut self, last: &str) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let line = self.boss.expect(" PRIVMSG Boss :").await;
            let (_, text) = line.split_once(" PRIVMSG Boss :").expect("it is there");
            println!("    [Master -> Boss] {text}");
            told.push(text.to_owned());
            if text.contains(last) {
                return told;
            }
        }
    }

    /// The engines that this bot has running.
    fn engines(&self) -> Vec<u32> {
        let children = format!("/proc/{0}/task/{0}/children", self.bot.pid());
        let children = fs::read_to_string(children).expect("the bot runs");
        let pids = children.split_whitespace().map(|pid| pid.parse());
        pids.map(|pid| pid.expect("a number")).collect()
    }
}

#[tokio::test]
async fn a_director_is_told_what_stockfish_makes_of_a_position() {
    let mut hall = Hall::open("1s").await;
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 30";
    hall.boss
        .send(&format!("PRIVMSG Master :adjudicate 1.1 {fen}"))
        .await;
    let told = hall.told("To decide").await;
    assert!(told[0].contains("Black to move"), "{told:?}");
    // Meanwhile everybody else is answered.
    let looks = hall.told("An engine looks at it for 1s now").await;
    assert_eq!(looks.len(), 1);
    hall.ada.send("PRIVMSG #chess :!when").await;
    hall.ada.expect(" PRIVMSG #chess :Ada: ").await;
    let advice = hall.told("The ruling is yours").await;
    assert!(advice[0].contains("as Stockfish "), "{advice:?}");
    let mate = ": mate in 1 for Black. It would go on 30...Ra1#.";
    assert!(advice[0].contains(mate), "{advice:?}");
    assert_eq!(advice.len(), 2, "{advice:?}");
    assert!(hall.engines().is_empty(), "its engine has ended");
    // The ruling is still to come.
    hall.boss.send("PRIVMSG Master :disputes").await;
    hall.told("").await;
    hall.bot.signal("TERM");
    assert_eq!(hall.bot.ended().code(), Some(0));
}

/// A bot whose engine has a minute to think, and the engine.
async fn thinking() -> (Hall, u32) {
    let mut hall = Hall::open("60s").await;
    hall.boss
        .send(&format!("PRIVMSG Master :adjudicate 1.1 {START}"))
        .await;
    hall.told("An engine looks at it for 1m now").await;
    let began = Instant::now();
    loop {
        if let [engine] = hall.engines()[..] {
            return (hall, engine);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert!(began.elapsed() < PATIENCE, "no engine");
    }
}

#[tokio::test]
async fn a_bot_that_stops_takes_its_engine_along() {
    let (mut hall, engine) = thinking().await;
    hall.bot.signal("TERM");
    assert_eq!(hall.bot.ended().code(), Some(0));
    let left = fs::read_to_string(format!("/proc/{engine}/status"));
    assert!(left.is_err(), "{left:?}");
}

#[tokio::test]
async fn an_engine_does_not_outlive_a_bot_that_is_killed() {
    let (mut hall, engine) = thinking().await;
    hall.bot.kill();
    let began = Instant::now();
    // The end of its input ends it, long before its minute is over.
    let status = format!("/proc/{engine}/status");
    while fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(began.elapsed() < PATIENCE / 2, "it runs on");
    }
}
