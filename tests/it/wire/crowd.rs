//! A round of two hundred players, published on a network that counts lines: how many it takes, and how long.

use super::bot::{Bot, Wanted};
use super::hall::PASSWORD;
use super::network::Network;
use super::person::Person;
use chessmasters::store::{JournalEntry, Store};
use chessmasters::system;
use chessmasters::tournament::{Action, Actor, Order, Setting, Settings, Society, decide};
use chessmasters::vocabulary::{Account, ByeKind, CaseMapping, Span, Timestamp, TournamentId};
use std::time::Instant;

/// How many play.
const PLAYERS: usize = 200;

/// The longest line the server sends on, its end counted (RFC 1459 2.3).
const LINE_BYTES: usize = 512;

/// From the first line of the round to its last. DALnet takes a line of 400 bytes every five seconds or so.
const SECONDS_MAX: u64 = 60;

/// The round is published in the fewest lines, and the bot is still there afterwards.
pub fn publish(network: &Network) {
    let channel = "#ChessC";
    let mut observer = Person::come(network.addr(0), "EyeC");
    observer.join(channel);
    Person::come(network.addr(0), "MasterC").register(PASSWORD);
    let mut bot = Bot::new(&Wanted {
        port: network.addr(1).port(),
        nick: "MasterC".to_owned(),
        password: Some(PASSWORD.to_owned()),
        channel: channel.to_owned(),
        services: "anope",
        pacing: "bahamut",
        command_limit: 0,
        director: "BossC".to_owned(),
        log: "info",
        defaults: String::new(),
    });
    prepare(&bot);
    bot.start();
    let said = format!(" PRIVMSG {channel} :");
    let mut lines = vec![observer.wait("the round", |line| {
        line.contains(&said) && line.contains("The pairings, white first:")
    })];
    let first = Instant::now();
    let boards = PLAYERS / 2;
    let is_there = |lines: &[String], board: usize| {
        let item = [format!(" {board}. Player"), format!(":{board}. Player")];
        lines
            .iter()
            .any(|line| item.iter().any(|item| line.contains(item)))
    };
    while !is_there(&lines, boards) {
        lines.push(observer.wait("the rest of the round", |line| {
            line.contains(&said) && line.contains(". Player")
        }));
    }
    let seconds = first.elapsed().as_secs();
    println!("200 players: {} lines in {seconds} s", lines.len());
    for board in 1..=boards {
        assert!(
            is_there(&lines, board),
            "board {board} is in no line: {lines:#?}"
        );
    }
    // No two lines next to each other would have gone into one.
    for pair in lines.windows(2) {
        let rest = pair[1]
            .split_once(&said)
            .expect("it is said in the channel")
            .1;
        let item = rest.split(", ").next().unwrap_or(rest);
        assert!(
            pair[0].len() + item.len() + 4 > LINE_BYTES - SLACK_BYTES,
            "{} bytes, and the next board has {}: {pair:#?}",
            pair[0].len(),
            item.len()
        );
    }
    assert!(lines.iter().all(|line| line.len() + 2 <= LINE_BYTES));
    assert!(seconds <= SECONDS_MAX, "it took {seconds} s");
    // It was not thrown out for talking: it answers.
    observer.send("PRIVMSG #ChessC :!results 1");
    observer.wait("an answer", |line| line.contains("EyeC: "));
    let left = observer
        .everything()
        .iter()
        .any(|line| line.starts_with(":MasterC!") && line.contains(" QUIT "));
    assert!(!left, "the bot was thrown out");
}

/// Lines are packed to 400 bytes of text; the rest of the 512 is for the name, host and channel before it, which differ
/// from network to network.
const SLACK_BYTES: usize = 100;

/// Puts a tournament of this size into the bot's database, paired and about to be published.
fn prepare(bot: &Bot) {
    let path = bot.config().with_file_name("wire.db");
    let now = system::now();
    let mut store = Store::open(&path, now).expect("a new database");
    let mut society = store.load().expect("it is empty");
    let tournament = TournamentId(1);
    let mut orders = vec![
        Order::Create {
            settings: Box::new(Settings::new("Crowd Open")),
            seed: 7,
        },
        Order::Set {
            tournament,
            setting: Setting::PublishPause(Span::from_secs(1)),
        },
        Order::Open { tournament },
    ];
    orders.extend((1..=PLAYERS).map(|number| {
        let name = format!("Player{number:03}");
        Order::Admit {
            tournament,
            account: Account::new(&name, CaseMapping::Ascii),
            name,
            missed: ByeKind::ZeroPoint,
        }
    }));
    orders.push(Order::Start { tournament });
    for order in orders {
        give(&mut store, &mut society, order, now);
    }
}

fn give(store: &mut Store, society: &mut Society, order: Order, now: Timestamp) {
    let action = Action::Direct(order);
    let facts = decide(society, &action, &Actor::Operator, now).expect("the order is allowed");
    let mut keeping = store.keeping();
    for fact in &facts {
        society.apply(fact);
        let entry = JournalEntry {
            at: now,
            actor: "operator",
            line: None,
            fact,
        };
        keeping.fact(society, &entry).expect("it is kept");
    }
    keeping.commit().expect("it is kept");
}
