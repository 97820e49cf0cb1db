//! Faults staged by the server's handle, and DALnet's walls: what clients see of them on the wire.

use crate::loopback::{assert_has, has, plain, start};
use crate::support::raw::Raw;
use chessmasters::loopback::{Door, FloodLimit, Loopback, Options, Services};
use std::time::Duration;

#[tokio::test]
async fn a_split_hides_and_a_heal_brings_back() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    let mut carol = Raw::join_network(server.addr(), "Carol").await;
    for client in [&mut alice, &mut bob, &mut carol] {
        client.ask("JOIN #chess").await;
    }
    alice.ask("MODE #chess +ov Carol Bob").await;
    bob.barrier().await;
    carol.barrier().await;
    server.split(&["Bob", "Carol", "Nobody"]);
    let seen = alice.barrier().await;
    assert_has(&seen, ":Bob!bob@127.0.0.1 QUIT :hub.loopback leaf.loopback");
    assert_has(
        &seen,
        ":Carol!carol@127.0.0.1 QUIT :hub.loopback leaf.loopback",
    );
    let seen = bob.barrier().await;
    assert_eq!(
        seen,
        [":Alice!alice@127.0.0.1 QUIT :leaf.loopback hub.loopback"]
    );
    bob.ask("PRIVMSG #chess :anybody there").await;
    assert_has(&carol.barrier().await, "anybody there");
    assert!(alice.barrier().await.is_empty());
    assert_has(&alice.ask("WHOIS Bob").await, " 401 Alice Bob ");
    assert_has(
        &bob.ask("PRIVMSG NickServ :IDENTIFY secret").await,
        " 401 Bob NickServ ",
    );
    server.heal();
    assert_eq!(
        alice.barrier().await,
        [
            ":Bob!bob@127.0.0.1 JOIN :#chess",
            ":leaf.loopback MODE #chess +v Bob",
            ":Carol!carol@127.0.0.1 JOIN :#chess",
            ":leaf.loopback MODE #chess +o Carol",
        ]
    );
    assert_eq!(
        bob.barrier().await,
        [
            ":Alice!alice@127.0.0.1 JOIN :#chess",
            ":hub.loopback MODE #chess +o Alice"
        ]
    );
}

#[tokio::test]
async fn the_handle_renames_kicks_bans_and_kills() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    alice.ask("JOIN #chess").await;
    bob.ask("JOIN #chess").await;
    alice.barrier().await;
    assert!(server.rename("Bob", "Guest1"));
    assert!(!server.rename("Guest1", "alice"), "the nick is taken");
    assert_eq!(alice.barrier().await, [":Bob!bob@127.0.0.1 NICK :Guest1"]);
    bob.expect(":Bob!bob@127.0.0.1 NICK :Guest1").await;
    assert!(server.kick("#chess", "Guest1", "out"));
    assert!(server.ban("#chess", "Guest1"));
    assert_has(&bob.ask("JOIN #chess").await, " 474 Guest1 #chess ");
    assert!(server.unban("#chess"));
    assert_has(&bob.ask("JOIN #chess").await, " 366 Guest1 #chess ");
    assert!(server.rank("#chess", "Guest1", "+v"));
    alice.expect(":hub.loopback MODE #chess +v :Guest1").await;

    // From another thread, as a demo's own thread would.
    let handle = server.clone();
    std::thread::spawn(move || assert!(handle.kill("Guest1")))
        .join()
        .expect("the thread ends");
    bob.rest().await;
    assert_eq!(
        alice.next().await.as_deref(),
        Some(":Guest1!bob@127.0.0.1 QUIT :Connection reset by peer")
    );
    assert_eq!(server.members("#chess"), ["Alice"]);

    server.door(Door::Shut);
    let mut late = Raw::connect(server.addr()).await;
    assert!(late.next().await.is_none(), "a shut door resets");
}

#[tokio::test]
async fn a_dead_link_is_silent_and_comes_back() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    assert!(server.mute("Alice"));
    alice.send("PRIVMSG Bob :first").await;
    bob.ask("PRIVMSG Alice :second").await;
    let silence = tokio::time::timeout(Duration::from_millis(50), alice.next()).await;
    assert!(silence.is_err(), "nothing comes over a dead link");
    assert!(server.unmute("Alice"));
    alice.expect("PRIVMSG Alice :second").await;
    bob.expect("PRIVMSG Bob :first").await;
}

#[tokio::test]
async fn services_can_be_away_and_their_nick_be_taken() {
    let server = start(plain());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    assert_has(&alice.ask("NICK NickServ").await, " 432 Alice NickServ ");
    server.services(Services::Away);
    assert_has(
        &alice.ask("NICKSERV IDENTIFY secret").await,
        " 440 Alice NickServ ",
    );
    let mut mallory = Raw::join_network(server.addr(), "NickServ").await;
    alice.ask("PRIVMSG NickServ :IDENTIFY secret").await;
    mallory.expect("PRIVMSG NickServ :IDENTIFY secret").await;
    assert_has(
        &alice
            .ask("PRIVMSG NickServ@services.loopback :IDENTIFY secret")
            .await,
        " 440 ",
    );
    server.services(Services::Present);
    mallory.expect(" NICK :Guest").await;
}

#[tokio::test]
async fn dalnets_walls_stand_when_asked_for() {
    let server = start(Options {
        flood_limit: None,
        ..Options::dalnet()
    });
    let mut bot = Raw::join_network(server.addr(), "Bot").await;
    assert_has(
        &bot.ask("PRIVMSG NickServ :REGISTER secret").await,
        " 487 Bot :Error! \"/msg NickServ\" is no longer",
    );
    assert_has(
        &bot.ask("PRIVMSG NickServ@services.loopback :REGISTER secret")
            .await,
        ":Bot MODE Bot :+r",
    );
    let mut players = Vec::new();
    for index in 0..6 {
        players.push(Raw::join_network(server.addr(), &format!("Player{index}")).await);
    }
    for index in 0..5 {
        assert!(
            bot.ask(&format!("NOTICE Player{index} :hi"))
                .await
                .is_empty()
        );
    }
    assert!(bot.ask("NOTICE player4 :again").await.is_empty());
    assert_has(
        &bot.ask("NOTICE Player5 :hi").await,
        " 439 Bot Player5 :Message target change too fast. Please wait 4",
    );
    assert!(!has(&players[5].barrier().await, "NOTICE"));
}

#[tokio::test]
async fn lines_have_their_price_when_asked_for() {
    let server = start(Options {
        flood_limit: Some(FloodLimit {
            per_line: Duration::from_millis(20),
            per_byte: Duration::ZERO,
            ahead_max: Duration::from_millis(100),
            unread_bytes_max: 2560,
        }),
        ..plain()
    });
    let mut bot = Raw::join_network(server.addr(), "Bot").await;
    bot.barrier().await;
    let began = std::time::Instant::now();
    for _ in 0..15 {
        bot.send("PING x").await;
    }
    bot.barrier().await;
    assert!(
        began.elapsed() >= Duration::from_millis(150),
        "lines beyond the advance wait"
    );
    let line = format!("PRIVMSG #none :{}\r\n", "z".repeat(400));
    bot.send_bytes(line.repeat(20).as_bytes()).await;
    assert_has(&bot.rest().await, "(Excess Flood)");
}

#[tokio::test]
async fn a_silent_client_is_asked_and_then_dropped() {
    let server = start(Options {
        ping_interval: Duration::from_millis(150),
        ..Options::default()
    });
    let mut alive = Raw::join_network(server.addr(), "Alive").await;
    // Registered and then never read from here, so that no PONG is sent.
    let mut silent = Raw::join_network(server.addr(), "Silent").await;
    alive.send("JOIN #chess").await;
    silent.send("JOIN #chess").await;
    alive.expect("QUIT :Ping timeout").await;
    assert!(server.is_connected("Alive"));
    drop(silent);
}

#[tokio::test]
async fn a_frozen_server_takes_connections_and_says_nothing() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    server.freeze();
    let mut late = Raw::connect(server.addr()).await;
    late.send("NICK Late").await;
    late.send("USER late 0 * :Late").await;
    let silence = tokio::time::timeout(Duration::from_millis(50), late.next()).await;
    assert!(silence.is_err(), "a frozen server says nothing");
    server.thaw();
    late.expect(" 001 Late ").await;
    assert!(alice.barrier().await.is_empty());
}

#[tokio::test]
async fn a_server_that_ends_frees_its_port() {
    let server = start(Options::default());
    let addr = server.addr();
    let mut alice = Raw::join_network(addr, "Alice").await;
    server.freeze();
    server.shutdown().await;
    assert_has(&alice.rest().await, "Server shutting down");
    let again = Loopback::start(Options {
        port: addr.port(),
        ..Options::default()
    });
    let again = again.expect("the port is free");
    Raw::join_network(again.addr(), "Alice").await;
}
