//! The staged server from end to end: what clients see on the wire.

use crate::support::raw::Raw;
use chessmasters::loopback::{Door, FloodLimit, Loopback, MemoState, Options, Services, Style};
use std::time::Duration;

fn start(options: Options) -> Loopback {
    Loopback::start(options).expect("a free port on the loopback address")
}

fn plain() -> Options {
    Options {
        style: Style::Plain,
        ..Options::default()
    }
}

fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

#[track_caller]
fn assert_has(lines: &[String], text: &str) {
    assert!(has(lines, text), "no line with {text:?} in {lines:#?}");
}

#[tokio::test]
async fn a_client_registers_and_is_told_the_names_limits() {
    let server = start(Options::default());
    let mut client = Raw::connect(server.addr()).await;
    client.send("JOIN #chess").await;
    client.expect(" 451 * JOIN ").await;
    client.send("CAP LS 302").await;
    client
        .expect("CAP * LS :account-notify account-tag extended-join")
        .await;
    client.send("NICK Alice").await;
    client.send("USER alice 0 * :Alice").await;
    assert!(
        !has(&client.barrier().await, " 001 "),
        "001 waits for CAP END"
    );
    client.send("CAP REQ :multi-prefix unheard-of").await;
    client
        .expect("CAP Alice NAK :multi-prefix unheard-of")
        .await;
    client.send("CAP END").await;
    client
        .expect(
            ":hub.loopback 001 Alice :Welcome to the Loopback IRC Network Alice!alice@127.0.0.1",
        )
        .await;
    let isupport = client.expect(" 005 ").await;
    for token in [
        "CASEMAPPING=ascii",
        "CHANTYPES=#",
        "PREFIX=(ohv)@%+",
        "NICKLEN=30",
        "CHANNELLEN=32",
        "NETWORK=Loopback",
    ] {
        assert!(isupport.contains(token), "{token} in {isupport}");
    }
    client.expect(" 376 Alice ").await;

    let mut second = Raw::connect(server.addr()).await;
    second.send("NICK alice").await;
    second.expect(" 433 * alice :").await;
    second.send("NICK 1st").await;
    second.expect(" 432 * 1st :").await;
    second.send("NICK").await;
    second.expect(" 431 * :").await;
    server.shutdown().await;
    assert_has(
        &client.rest().await,
        "ERROR :Closing Link: 127.0.0.1 (Server shutting down)",
    );
}

#[tokio::test]
async fn a_plain_server_is_silent_to_cap() {
    let server = start(plain());
    let mut client = Raw::connect(server.addr()).await;
    client.send("CAP LS 302").await;
    assert!(client.barrier().await.is_empty());
    client.send("NICK Alice").await;
    client.send("USER alice 0 * :Alice").await;
    client.expect(" 001 Alice ").await;
}

#[tokio::test]
async fn a_channel_carries_talk_modes_and_kicks() {
    let server = start(Options::default());
    let mut transcript = server.transcript("#chess");
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    assert_has(
        &alice.ask("JOIN #Chess").await,
        " 353 Alice = #Chess :@Alice",
    );
    bob.send("JOIN #CHESS").await;
    bob.expect(" 366 Bob #Chess ").await;
    assert_eq!(
        alice.next().await.as_deref(),
        Some(":Bob!bob@127.0.0.1 JOIN :#Chess")
    );

    bob.send_bytes(b"PRIVMSG #chess :caf\xc3 move\r\n").await;
    assert!(bob.barrier().await.is_empty(), "nobody hears an echo");
    assert_eq!(
        alice.next().await.as_deref(),
        Some(":Bob!bob@127.0.0.1 PRIVMSG #Chess :caf\u{fffd} move")
    );

    assert_has(&bob.ask("MODE #chess +m").await, " 482 Bob #Chess ");
    alice.ask("MODE #chess +mb-t *!troll@*").await;
    bob.expect(":Alice!alice@127.0.0.1 MODE #Chess +mb-t :*!troll@*")
        .await;
    assert_has(&bob.ask("PRIVMSG #chess :may I").await, " 404 Bob #chess ");
    alice.ask("MODE #chess +v Bob").await;
    assert!(
        bob.ask("NOTICE #chess :thanks")
            .await
            .iter()
            .all(|line| !line.contains(" 404 "))
    );
    alice.expect(" NOTICE #Chess :thanks").await;
    assert_has(
        &bob.ask("TOPIC #chess :Round 1").await,
        "TOPIC #Chess :Round 1",
    );

    assert_has(&alice.ask("KICK #chess Nobody").await, " 401 Alice Nobody ");
    alice.ask("KICK #chess Bob :too loud").await;
    bob.expect(":Alice!alice@127.0.0.1 KICK #Chess Bob :too loud")
        .await;
    assert_has(&bob.ask("PART #chess").await, " 442 Bob #chess ");
    alice.ask("MODE #chess +ik sesame").await;
    assert_has(&bob.ask("JOIN #chess").await, " 473 Bob #chess ");
    alice.ask("MODE #chess -i").await;
    assert_has(&bob.ask("JOIN #chess").await, " 475 Bob #chess ");
    alice.ask("MODE #chess +b bob").await;
    assert_has(&bob.ask("JOIN #chess sesame").await, " 474 Bob #chess ");
    assert_eq!(
        transcript.recv().await.as_deref(),
        Ok(":Alice!alice@127.0.0.1 JOIN :#Chess")
    );
    assert_eq!(
        transcript.recv().await.as_deref(),
        Ok(":Bob!bob@127.0.0.1 JOIN :#Chess")
    );
}

#[tokio::test]
async fn mistakes_get_their_numerics() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    for (line, numeric) in [
        ("PRIVMSG", " 411 Alice :"),
        ("PRIVMSG Bob", " 412 Alice :"),
        ("PRIVMSG Bob :hi", " 401 Alice Bob :"),
        ("PRIVMSG #none :hi", " 403 Alice #none :"),
        ("JOIN none", " 403 Alice none :"),
        ("JOIN", " 461 Alice JOIN :"),
        ("KICK #none Bob", " 403 Alice #none :"),
        ("FROB", " 421 Alice FROB :"),
        ("USER a b c d", " 462 Alice :"),
        ("MODE #none", " 403 Alice #none :"),
        ("WHOIS Bob", " 401 Alice Bob :"),
        ("USERHOST Alice", " 302 Alice :Alice=+alice@127.0.0.1"),
        ("ISON Bob alice", " 303 Alice :Alice"),
        ("MODE Alice +i", ":Alice!alice@127.0.0.1 MODE Alice :+i"),
        ("MOTD", " 376 Alice :"),
        (
            "WHO alice",
            " 352 Alice * alice 127.0.0.1 hub.loopback Alice H :0 Alice the player",
        ),
        ("WHO alice %tna,42", " 354 Alice 42 Alice 0"),
    ] {
        assert_has(&alice.ask(line).await, numeric);
    }
}

#[tokio::test]
async fn a_relayed_line_is_cut_at_512_bytes_and_an_endless_one_ends_the_connection() {
    let server = start(Options::default());
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    alice
        .send(&format!("PRIVMSG Bob :{}", "x".repeat(600)))
        .await;
    assert_eq!(bob.expect("PRIVMSG").await.len(), 510);
    alice.send_bytes(&[b'y'; 9000]).await;
    assert_has(&alice.rest().await, "RecvQ exceeded");
}

#[tokio::test]
async fn identity_shows_in_whois_and_goes_with_the_nick() {
    for style in [Style::Modern, Style::Plain] {
        let server = start(Options {
            style,
            ..Options::default()
        });
        let mut alice = Raw::join_network(server.addr(), "Alice").await;
        let mut bob = Raw::join_network(server.addr(), "Bob").await;
        assert!(!has(&bob.ask("WHOIS Alice").await, " 307 "));
        assert_has(
            &alice.ask("NICKSERV REGISTER secret").await,
            ":Alice MODE Alice :+r",
        );
        let whois = bob.ask("WHOIS alice,Nobody").await;
        assert_has(&whois, " 307 Bob Alice :");
        assert_has(&whois, " 401 Bob Nobody ");
        assert_eq!(has(&whois, " 330 Bob Alice Alice "), style == Style::Modern);
        let ends = whois.iter().filter(|line| line.contains(" 318 ")).count();
        assert_eq!(ends, if style == Style::Modern { 2 } else { 1 });

        let lines = alice.ask("NICK Alicia").await;
        let place = |text: &str| {
            lines
                .iter()
                .position(|line| line.contains(text))
                .expect(text)
        };
        match style {
            Style::Modern => assert!(place(" NICK :Alicia") < place("MODE Alicia :-r")),
            Style::Plain => assert!(place(":Alice MODE Alice :-r") < place(" NICK :Alicia")),
        }
        let whois = bob.ask("WHOIS Alicia").await;
        assert!(!has(&whois, " 307 "));
        assert_eq!(has(&whois, " 330 "), style == Style::Modern);
        assert_eq!(
            has(&alice.ask("NICK Alice").await, "MODE Alice :+r"),
            style == Style::Modern
        );
        assert_has(
            &bob.ask("NICKSERV IDENTIFY Alice wrong").await,
            "Password incorrect.",
        );
        let ghost = bob
            .ask("PRIVMSG NickServ@services.loopback :GHOST Alice secret")
            .await;
        assert_has(
            &ghost,
            ":NickServ!services@services.loopback NOTICE Bob :Ghost with your nick has been killed.",
        );
        assert_has(
            &alice.rest().await,
            "Killed (NickServ (GHOST command used by Bob))",
        );
        assert_eq!(server.is_connected("Alice"), style == Style::Modern);
    }
}

#[tokio::test]
async fn capabilities_carry_the_account() {
    let server = start(Options::default());
    let wanted = "account-notify account-tag extended-join multi-prefix";
    let mut alice = Raw::join_with_capabilities(server.addr(), "Alice", wanted).await;
    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    alice.ask("JOIN #chess").await;
    bob.ask("JOIN #chess").await;
    assert_eq!(
        alice.next().await.as_deref(),
        Some(":Bob!bob@127.0.0.1 JOIN #chess * :Bob the player")
    );
    bob.register_nick("secret").await;
    assert_eq!(
        alice.next().await.as_deref(),
        Some("@account=Bob :Bob!bob@127.0.0.1 ACCOUNT Bob")
    );
    bob.ask("PRIVMSG #chess :hello").await;
    assert_eq!(
        alice.next().await.as_deref(),
        Some("@account=Bob :Bob!bob@127.0.0.1 PRIVMSG #chess :hello")
    );
    alice.ask("MODE #chess +v Alice").await;
    assert_has(&alice.ask("NAMES #chess").await, " :@+Alice Bob");
    assert_has(&bob.ask("NAMES #chess").await, " :@Alice Bob");
}

#[tokio::test]
async fn memos_wait_for_their_reader() {
    let server = start(Options {
        memos_max: 2,
        ..Options::default()
    });
    let mut alice = Raw::join_network(server.addr(), "Alice").await;
    assert_has(
        &alice.ask("MEMOSERV SEND Bob hello").await,
        "You must be logged into an account",
    );
    alice.register_nick("secret").await;
    assert_has(
        &alice.ask("MS SEND Bob hello").await,
        "Bob is not a registered unforbidden nick or channel.",
    );
    server.register_nick("Bob", "hidden");
    assert_has(
        &alice.ask("MS SEND bob Round 1:  you have White.").await,
        ":MemoServ!services@services.loopback NOTICE Alice :Memo sent to Bob.",
    );
    let memos = server.memos("bob");
    assert_eq!(memos.len(), 1);
    assert_eq!(
        (memos[0].sender.as_str(), memos[0].text.as_str()),
        ("Alice", "Round 1:  you have White.")
    );
    assert_eq!(memos[0].state, MemoState::Unread);
    assert!(server.fill_memos("Bob"));
    assert_has(
        &alice.ask("MS SEND Bob again").await,
        "Sorry, Bob currently has too many memos and cannot receive more.",
    );

    let mut bob = Raw::join_network(server.addr(), "Bob").await;
    assert_has(&bob.ask("IDENTIFY hidden").await, "You have 1 new memo.");
    assert_has(
        &bob.ask("MS READ NEW").await,
        "NOTICE Bob :Round 1:  you have White.",
    );
    assert_has(&bob.ask("MS READ NEW").await, "You have no new memos.");
    assert_has(&bob.ask("MS LIST").await, "  1     Alice   Jan 01 00:00:0");
    assert_has(&bob.ask("MS DEL 2").await, "Memo 2 has been deleted.");
    alice.ask("MS SEND Bob again").await;
    bob.expect("You have a new memo from Alice.").await;
    assert_has(
        &bob.ask("MS DEL ALL").await,
        "All of your memos have been deleted.",
    );
    assert!(server.memos("Bob").is_empty());
}

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
