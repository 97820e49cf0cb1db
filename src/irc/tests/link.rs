//! The whole adapter over real sockets, against a server that says what the test has it say.

use super::{line, options};
use crate::irc::options::{Options, Pacing};
use crate::irc::{Handle, start};
use crate::ports::{Delivery, Event, NoticeId, Outgoing, Route, Target};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Receiver, channel};

const PATIENCE: Duration = Duration::from_secs(10);

struct Stage {
    listener: TcpListener,
    events: Receiver<Event>,
    handle: Handle,
}

struct Peer(BufReader<TcpStream>);

impl Peer {
    async fn line(&mut self) -> String {
        let mut text = String::new();
        tokio::time::timeout(PATIENCE, self.0.read_line(&mut text))
            .await
            .expect("a line in time")
            .expect("a readable line");
        text.trim_end().to_owned()
    }

    async fn until(&mut self, wanted: &str) {
        while self.line().await != wanted {}
    }

    async fn say(&mut self, text: &str) {
        self.0
            .get_mut()
            .write_all(text.as_bytes())
            .await
            .expect("written");
    }
}

impl Stage {
    async fn new(change: impl FnOnce(&mut Options)) -> Stage {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let mut options = options();
        options.servers[0].port = listener.local_addr().expect("its address").port();
        options.pacing = Pacing::Off;
        options.backoff.floor = Duration::from_millis(20);
        options.backoff.throttled = Duration::from_millis(20);
        change(&mut options);
        let (sender, events) = channel(16);
        let handle = start(options, sender);
        Stage {
            listener,
            events,
            handle,
        }
    }

    /// Lets the bot in and onto its channel.
    async fn welcome(&mut self) -> Peer {
        let accepted = tokio::time::timeout(PATIENCE, self.listener.accept()).await;
        let (stream, _) = accepted
            .expect("a connection in time")
            .expect("a connection");
        let mut peer = Peer(BufReader::new(stream));
        peer.until("USER chess 0 * Bot").await;
        peer.say(":s.net 001 Bot :Welcome\r\n").await;
        peer.until("JOIN #chess").await;
        peer.say(":Bot!chess@h JOIN #chess\r\n:s.net 366 Bot #chess :End\r\n")
            .await;
        self.until(&Event::Ready(Route::Line)).await;
        peer
    }

    async fn event(&mut self) -> Event {
        tokio::time::timeout(PATIENCE, self.events.recv())
            .await
            .expect("an event in time")
            .expect("an adapter that runs")
    }

    async fn until(&mut self, wanted: &Event) {
        while self.event().await != *wanted {}
    }
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test);
}

#[test]
fn a_connection_and_the_next() {
    run(async {
        let mut stage = Stage::new(|_| {}).await;
        let mut peer = stage.welcome().await;
        stage
            .handle
            .send(line(Target::Channel, "news", Some(1)))
            .expect("room");
        peer.until("PRIVMSG #chess news").await;
        // Until the server has read it, it may be lost.
        peer.until("PING read-1").await;
        stage.until(&Event::Ready(Route::Line)).await;
        peer.say(":s.net PONG s.net read-1\r\n").await;
        stage
            .until(&Event::Handled {
                notice: NoticeId(1),
                delivery: Delivery::Written,
            })
            .await;
        drop(peer);
        while !matches!(stage.event().await, Event::Lost { .. }) {}
        // Between two connections, or before the next is on the channel, a durable line comes back.
        stage
            .handle
            .send(line(Target::Channel, "more", Some(2)))
            .expect("room");
        while !matches!(
            stage.event().await,
            Event::Handled {
                delivery: Delivery::TryLater { .. },
                ..
            }
        ) {}
        let mut peer = stage.welcome().await;
        stage
            .handle
            .send(Outgoing::Quit {
                text: "bye".to_owned(),
            })
            .expect("room");
        peer.until("QUIT bye").await;
        let farewell = tokio::time::timeout(Duration::from_millis(50), peer.line()).await;
        assert!(farewell.is_err(), "nothing comes after QUIT");
        drop(peer);
        stage.handle.finished().await.expect("a clean end");
    });
}

#[test]
fn a_server_that_goes_silent_is_left() {
    run(async {
        let mut stage = Stage::new(|options| {
            options.timeouts.idle = Duration::from_millis(50);
            options.timeouts.pong = Duration::from_millis(50);
        })
        .await;
        let mut peer = stage.welcome().await;
        peer.until("PING alive").await;
        peer.say(":s.net PONG s.net :alive\r\n").await;
        peer.until("PING alive").await;
        while !matches!(stage.event().await, Event::Lost { .. }) {}
        stage.welcome().await;
    });
}

#[test]
fn a_desk_that_is_behind_stops_no_pong_and_loses_nobody() {
    run(async {
        let mut stage = Stage::new(|_| {}).await;
        let mut peer = stage.welcome().await;
        // Nobody reads the events meanwhile.
        let joins: String = (0..200)
            .map(|n| format!(":n{n}!u@h JOIN #chess\r\n"))
            .collect();
        peer.say(&joins).await;
        peer.say("PING :still there\r\n").await;
        peer.until("PONG :still there").await;
        let mut arrived = 0;
        while arrived < 200 {
            if let Event::Arrived(_) = stage.event().await {
                arrived += 1;
            }
        }
    });
}
