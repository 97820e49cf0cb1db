//! The staged server from end to end: what clients see on the wire.

use crate::support::raw::Raw;
use chessmasters::loopback::{Loopback, MemoState, Options, Style};

/// A server of this test's own.
pub fn start(options: Options) -> Loopback {
    Loopback::start(options).expect("a free port on the loopback address")
}

/// A server in the way of DALnet, without its limits.
pub fn plain() -> Options {
    Options {
        style: Style::Plain,
        ..Options::default()
    }
}

/// Whether a line has this text in it.
pub fn has(lines: &[String], text: &str) -> bool {
    lines.iter().any(|line| line.contains(text))
}

/// Fails with all the lines when none has this text in it.
#[track_caller]
pub fn assert_has(lines: &[String], text: &str) {
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
