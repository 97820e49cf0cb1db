//! The adapter against the loopback server over real sockets: DALnet's walls and manners, dead links, and bursts.
//!
//! DALnet's clock runs twenty times as fast here, and the adapter's with it: the curve is the same, the test takes seconds.

use crate::loopback::start;
use crate::support::raw::Raw;
use chessmasters::irc::{self, Dialect, Handle, Pacing, Server, TargetLimit, Tls};
use chessmasters::loopback::{self, Door, FloodLimit, Loopback};
use chessmasters::ports::{
    Before, Delivery, Event, NoticeId, Outgoing, Route, Said, SplitSide, Target, Urgency,
};
use chessmasters::vocabulary::{Secret, Span};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, Receiver};

/// How much faster than DALnet the clocks run.
const SPEED: u32 = 20;
/// The longest a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(60);

struct Stage {
    server: Loopback,
    events: Receiver<Event>,
    bot: Handle,
}

/// DALnet, faster.
fn dalnet() -> loopback::Options {
    let flood = FloodLimit::DALNET;
    loopback::Options {
        flood_limit: Some(FloodLimit {
            per_line: flood.per_line / SPEED,
            per_byte: flood.per_byte / SPEED,
            ahead_max: flood.ahead_max / SPEED,
            ..flood
        }),
        target_limit: Some(loopback::TargetLimit {
            window: loopback::TargetLimit::DALNET.window / SPEED,
            ..loopback::TargetLimit::DALNET
        }),
        ..loopback::Options::dalnet()
    }
}

/// The adapter's own settings for it.
fn for_dalnet(options: &mut irc::Options) {
    options.dialect = Dialect::dalnet();
    options.pacing = Pacing::Debt {
        line: Duration::from_secs(2) / SPEED,
        bytes_per_second: 120 * SPEED,
        ahead: Duration::from_secs(6) / SPEED,
    };
    options.target_limit = TargetLimit::On {
        people: 4,
        window: Duration::from_secs(45) / SPEED,
    };
}

impl Stage {
    fn new(server: loopback::Options, change: impl FnOnce(&mut irc::Options)) -> Stage {
        let server = start(server);
        server.register_nick("Bot", "secret");
        let address = Server {
            host: "127.0.0.1".to_owned(),
            port: server.addr().port(),
            tls: Tls::Off,
        };
        let mut options = irc::Options::new(address, "Bot", "#chess");
        options.nickserv_password = Some(Secret::new("secret"));
        options.dialect = Dialect::anope();
        options.pacing = Pacing::Off;
        options.limits.commands_per_minute = 0;
        options.backoff.floor = Duration::from_millis(50);
        options.backoff.throttled = Duration::from_millis(50);
        options.timeouts.rejoin = Duration::from_millis(50);
        change(&mut options);
        let (sender, events) = mpsc::channel(4_096);
        let bot = irc::start(options, sender);
        Stage {
            server,
            events,
            bot,
        }
    }

    async fn event(&mut self) -> Event {
        tokio::time::timeout(PATIENCE, self.events.recv())
            .await
            .expect("an event in time")
            .expect("an adapter that runs")
    }

    async fn until(&mut self, mut wanted: impl FnMut(&Event) -> bool) -> Event {
        loop {
            let event = self.event().await;
            if wanted(&event) {
                return event;
            }
        }
    }

    async fn entered(&mut self) {
        self.until(|event| matches!(event, Event::Entered { .. }))
            .await;
    }

    fn say(&self, target: Target, text: &str, notice: Option<i64>) {
        let urgency = match notice {
            Some(_) => Urgency::Durable,
            None => Urgency::Reply,
        };
        let line = Outgoing::Line {
            target,
            text: text.to_owned(),
            urgency,
            notice: notice.map(NoticeId),
        };
        self.bot.send(line).expect("room");
    }

    async fn players(&self, count: usize) -> Vec<Raw> {
        let mut players = Vec::new();
        for n in 0..count {
            players.push(Raw::join_network(self.server.addr(), &format!("Player{n}")).await);
        }
        players
    }
}

/// Each of them gets this line, and no other, before the answer to a PING.
async fn each_gets_once(players: &mut [Raw], text: impl Fn(usize) -> String) {
    for (n, player) in players.iter_mut().enumerate() {
        let wanted = text(n);
        player.expect(&wanted).await;
        let more = player.barrier().await;
        assert!(
            !more.iter().any(|line| line.contains(&wanted)),
            "twice: {more:?}"
        );
    }
}

#[tokio::test]
async fn a_round_is_published_on_dalnet_and_nobody_is_killed_for_it() {
    let mut stage = Stage::new(dalnet(), for_dalnet);
    stage.entered().await;
    let mut players = stage.players(10).await;
    let mut channel = stage.server.transcript("#chess");
    let began = Instant::now();
    for n in 0..players.len() {
        stage.say(
            Target::Nick(format!("Player{n}")),
            &format!("your pairing, {n}"),
            None,
        );
    }
    let line = |n: i64| format!("boards {n}: {}", "White - Black, ".repeat(n as usize % 25));
    let (mut said, mut written) = (0, 0);
    while written < 20 {
        match stage.event().await {
            Event::Ready(Route::Line) if said < 20 => {
                said += 1;
                stage.say(Target::Channel, &line(said), Some(said));
            }
            Event::Handled { notice, delivery } => {
                written += 1;
                assert_eq!((notice, delivery), (NoticeId(written), Delivery::Written));
            }
            Event::Lost { reason, .. } => panic!("lost: {reason}"),
            _ => {}
        }
    }
    let elapsed = began.elapsed() * SPEED;
    println!(
        "20 channel lines and 10 private ones: {} s on DALnet's clock",
        elapsed.as_secs()
    );
    for n in 1..=20 {
        let heard = channel.recv().await.expect("a line of the channel");
        let wanted = line(n);
        assert!(heard.contains(wanted.trim_end()), "{heard} is not {wanted}");
    }
    each_gets_once(&mut players, |n| format!("your pairing, {n}")).await;
}

#[tokio::test]
async fn answers_lost_to_439_arrive_after_all() {
    let mut stage = Stage::new(dalnet(), |options| {
        for_dalnet(options);
        // The adapter does not know of the limit, and learns of it.
        options.target_limit = TargetLimit::Off;
    });
    stage.entered().await;
    let mut players = stage.players(8).await;
    for n in 0..players.len() {
        stage.say(
            Target::Nick(format!("Player{n}")),
            &format!("answer {n}."),
            None,
        );
    }
    each_gets_once(&mut players, |n| format!("answer {n}.")).await;
}

#[tokio::test]
async fn a_throttle_is_given_time() {
    let mut stage = Stage::new(loopback::Options::default(), |options| {
        options.backoff.throttled = Duration::from_millis(150);
    });
    stage.entered().await;
    stage.server.door(Door::Shut);
    assert!(stage.server.kill("Bot"));
    stage
        .until(|event| matches!(event, Event::Lost { .. }))
        .await;
    // A line meanwhile is given back.
    stage.say(Target::Channel, "news", Some(1));
    let back = stage
        .until(|event| matches!(event, Event::Handled { .. }))
        .await;
    let later = |event: &Event| {
        matches!(
            event,
            Event::Handled {
                delivery: Delivery::TryLater { .. },
                ..
            }
        )
    };
    assert!(later(&back), "{back:?}");
    tokio::time::sleep(Duration::from_millis(400)).await;
    stage.server.door(Door::Open);
    stage.entered().await;
}

#[tokio::test]
async fn a_server_that_froze_is_left_and_its_silence_is_dated() {
    let mut stage = Stage::new(loopback::Options::default(), |options| {
        options.timeouts.idle = Duration::from_millis(300);
        options.timeouts.pong = Duration::from_millis(300);
        options.timeouts.welcome = Duration::from_millis(300);
    });
    stage
        .until(|event| *event == Event::Ready(Route::Line))
        .await;
    stage.server.freeze();
    stage.say(Target::Channel, "into the void", Some(1));
    let doubt = stage
        .until(|event| matches!(event, Event::Handled { .. }))
        .await;
    let notice = NoticeId(1);
    let delivery = Delivery::Unknown;
    assert_eq!(
        doubt,
        Event::Handled { notice, delivery },
        "nobody knows, and nobody says so"
    );
    let lost = stage
        .until(|event| matches!(event, Event::Lost { .. }))
        .await;
    let Event::Lost { silent_for, .. } = lost else {
        unreachable!("it was waited for");
    };
    assert!(silent_for >= Span::from_ms(500), "{silent_for}");
    stage.server.thaw();
    stage.entered().await;
}

#[tokio::test]
async fn a_ghost_of_its_own_on_a_half_open_link_is_laid() {
    let mut stage = Stage::new(dalnet(), |options| {
        for_dalnet(options);
        options.timeouts.idle = Duration::from_millis(300);
        options.timeouts.pong = Duration::from_millis(300);
    });
    stage.entered().await;
    stage.server.mute("Bot");
    stage
        .until(|event| matches!(event, Event::Lost { .. }))
        .await;
    // The server still has the old one: 433, another nick, GHOST, and the nick again.
    stage.entered().await;
    let back = async {
        while stage.server.members("#chess") != ["Bot"] {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, back)
        .await
        .expect("its own nick again");
}

#[tokio::test]
async fn a_thousand_commands_from_fifty_people_are_answered_once_and_in_order() {
    let mut stage = Stage::new(loopback::Options::default(), |_| {});
    stage.entered().await;
    let mut players = stage.players(50).await;
    let commands: String = (0..20)
        .map(|n| format!("PRIVMSG Bot :command {n}\r\n"))
        .collect();
    for player in &mut players {
        player.send_bytes(commands.as_bytes()).await;
    }
    let mut heard: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..1_000 {
        let said = stage.until(|event| matches!(event, Event::Said(_))).await;
        let Event::Said(Said { person, text, .. }) = said else {
            unreachable!("it was waited for");
        };
        let count = heard.entry(person.nick.clone()).or_default();
        assert_eq!(text, format!("command {count}"), "{}", person.nick);
        *count += 1;
        let answer = format!("answer to {text}.");
        let mut line = Outgoing::Line {
            target: Target::Nick(person.nick),
            text: answer,
            urgency: Urgency::Reply,
            notice: None,
        };
        // The desk waits for room in the same way.
        while let Err(irc::Refused::Full(again)) = stage.bot.send(line) {
            line = again;
            tokio::task::yield_now().await;
        }
    }
    for player in &mut players {
        for n in 0..20 {
            let answer = player.expect("answer to command").await;
            assert!(answer.ends_with(&format!(" {n}.")), "{answer}");
        }
        assert!(player.barrier().await.is_empty());
    }
}

/// Eight kilobytes of a game in lines as long as clients send them, and a flood of other lines from somebody else.
#[tokio::test]
async fn a_pasted_game_arrives_wholly_while_a_flood_does_not() {
    let mut stage = Stage::new(loopback::Options::default(), |options| {
        options.limits.commands_per_minute = 12;
        options.limits.deaf_words = "Slowly, please.".to_owned();
    });
    stage.entered().await;
    let mut players = stage.players(2).await;
    let lines: Vec<String> = (1..=20)
        .map(|number| {
            let words = "when White plays like that ".repeat(14);
            let (open, close) = [("{", ""), ("", "}")][(number + 1) % 2];
            format!("{number}. e4 e5 {open}{words}{close}")
        })
        .collect();
    assert!(lines.iter().map(String::len).sum::<usize>() > 7_500);
    let said = |lines: &[String]| -> String {
        let each = lines.iter().map(|line| format!("PRIVMSG Bot :{line}\r\n"));
        each.collect()
    };
    let flood: Vec<String> = (0..40)
        .map(|number| format!("standings {number}"))
        .collect();
    players[0].send_bytes(said(&lines).as_bytes()).await;
    players[1].send_bytes(said(&flood).as_bytes()).await;
    // What comes last is behind everything else.
    players[0].send("PRIVMSG Bot :end").await;
    let (mut pasted, mut flooded) = (Vec::new(), 0);
    while pasted.last().is_none_or(|last| last != "end") {
        let event = stage.until(|event| matches!(event, Event::Said(_))).await;
        let Event::Said(said) = event else {
            unreachable!("it was waited for");
        };
        assert_eq!(said.hearing.before, Before::Heard);
        match said.person.nick.as_str() {
            "Player0" => pasted.push(said.text),
            _ => flooded += 1,
        }
    }
    players[1].expect("Slowly, please.").await;
    assert!(flooded <= 12, "{flooded} commands were heard");
    let wanted: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    assert_eq!(pasted[..20], wanted);
    assert!(players[0].barrier().await.is_empty(), "she is told nothing");
}

#[tokio::test]
async fn kicked_killed_and_renamed_it_comes_back_as_itself() {
    let mut stage = Stage::new(loopback::Options::default(), |_| {});
    stage.entered().await;
    assert!(stage.server.kick("#chess", "Bot", "out"));
    let lost = stage
        .until(|event| matches!(event, Event::Lost { .. }))
        .await;
    let silent_for = Span::ZERO;
    let reason = "kicked by hub.loopback: out".to_owned();
    assert_eq!(lost, Event::Lost { reason, silent_for });
    stage.entered().await;
    assert!(stage.server.kill("Bot"));
    stage
        .until(|event| matches!(event, Event::Lost { .. }))
        .await;
    stage.entered().await;
    assert!(stage.server.rename("Bot", "Guest1"));
    let mut talker = Raw::join_network(stage.server.addr(), "Talker").await;
    talker.ask("JOIN #chess").await;
    talker.expect("NICK :Bot").await;
    talker.send("PRIVMSG Bot :help").await;
    stage.until(|event| matches!(event, Event::Said(_))).await;
    stage
        .bot
        .send(Outgoing::Quit {
            text: "bye".to_owned(),
        })
        .expect("room");
    stage.bot.finished().await.expect("a clean end");
    talker.expect("QUIT :Quit: bye").await;
}

#[tokio::test]
async fn a_split_is_told_once_and_its_end_once() {
    let mut stage = Stage::new(loopback::Options::default(), |options| {
        options.timeouts.split_settle = Duration::from_millis(100);
    });
    stage.entered().await;
    let mut players = stage.players(7).await;
    for player in &mut players {
        player.ask("JOIN #chess").await;
    }
    let mut arrived = 0;
    while arrived < 7 {
        stage
            .until(|event| matches!(event, Event::Arrived(_)))
            .await;
        arrived += 1;
    }
    stage.server.split(&["Player0", "Player1", "Player2"]);
    let began = stage
        .until(|event| matches!(event, Event::SplitBegan { .. }))
        .await;
    let side = SplitSide::Majority;
    assert_eq!(began, Event::SplitBegan { side, missing: 3 });
    stage.server.heal();
    stage.until(|event| *event == Event::SplitEnded).await;
    let calm = tokio::time::timeout(
        Duration::from_millis(400),
        stage.until(|event| matches!(event, Event::SplitBegan { .. } | Event::SplitEnded)),
    );
    assert!(calm.await.is_err(), "the split is over once");
}
