//! The bot becomes known to servers and services of several kinds, and comes onto its channel.

use super::{Talk, dalnet, options};
use crate::irc::Dialect;
use crate::irc::session::Privacy;

#[test]
fn a_server_that_is_silent_about_cap() {
    let mut talk = Talk::new(dalnet());
    assert_eq!(
        talk.effects(),
        ["> CAP LS 302", "> NICK Bot", "> USER chess 0 * Bot"]
    );
    assert_eq!(
        talk.hear(":s.net 001 Bot :Welcome Bot!u@h"),
        ["> NICKSERV IDENTIFY hunter2"]
    );
    assert_eq!(
        talk.hear(":s.net 005 Bot NICKLEN=30 CASEMAPPING=ascii :are supported"),
        [r#"+ Connected { casemapping: Ascii, nick: "Bot" }"#]
    );
    assert_eq!(talk.hear(":s.net MODE Bot :+i"), Vec::<String>::new());
    assert_eq!(talk.hear(":Bot MODE Bot :+r"), ["> JOIN #chess"]);
    // The echo has the case that was typed, NAMES the one that is stored.
    talk.hear(":Bot!chess@h JOIN #Chess");
    talk.hear(":s.net 353 Bot = #chess :@Alice +Bob Bot");
    let entered = talk.hear(":s.net 366 Bot #CHESS :End");
    assert!(
        entered[0].contains("Alice") && entered[0].contains("Bob"),
        "{entered:?}"
    );
    // Nothing tells who they are, so they are asked about, both in one line.
    assert_eq!(
        entered[1..],
        ["> USERHOST Bot", "> ISON NickServ", "> WHOIS alice,bob"]
    );
}

#[test]
fn a_token_in_the_last_place_of_its_line() {
    let mut talk = Talk::new(options());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    let tokens: String = (1..=12).map(|n| format!("T{n} ")).collect();
    assert_eq!(
        talk.hear(&format!(
            ":s 005 Bot {tokens}CASEMAPPING=ascii :are supported"
        )),
        [r#"+ Connected { casemapping: Ascii, nick: "Bot" }"#]
    );
}

#[test]
fn a_server_with_everything() {
    let mut options = dalnet();
    options.dialect = Dialect::atheme();
    let mut talk = Talk::over(options, Privacy::Encrypted);
    talk.effects();
    assert!(
        talk.hear(":s CAP * LS * :away-notify account-tag=x batch")
            .is_empty()
    );
    assert_eq!(
        talk.hear(":s CAP * LS :extended-join account-notify sasl=EXTERNAL,PLAIN"),
        [
            "> CAP REQ :account-notify account-tag batch extended-join",
            "> CAP REQ sasl"
        ]
    );
    talk.hear(":s CAP * ACK :account-notify account-tag batch extended-join");
    assert_eq!(talk.hear(":s CAP * ACK :sasl"), ["> AUTHENTICATE PLAIN"]);
    // "\0Bot\0hunter2"
    assert_eq!(
        talk.hear("AUTHENTICATE +"),
        ["> AUTHENTICATE AEJvdABodW50ZXIy"]
    );
    assert_eq!(talk.hear(":s 903 Bot :done"), ["> CAP END"]);
    assert_eq!(talk.hear(":s 001 Bot :Welcome"), ["> JOIN #chess"]);
}

#[test]
fn sasl_refused_or_hung_does_not_stop_the_rest() {
    let mut talk = Talk::over(dalnet(), Privacy::Encrypted);
    talk.effects();
    talk.hear(":s CAP * LS :sasl");
    assert_eq!(talk.hear(":s CAP * NAK :sasl"), ["> CAP END"]);
    assert_eq!(
        talk.hear(":s 001 Bot :Welcome"),
        ["> NICKSERV IDENTIFY hunter2"]
    );
    let mut talk = Talk::over(dalnet(), Privacy::Encrypted);
    talk.effects();
    talk.hear(":s CAP * LS :sasl");
    talk.hear(":s CAP * ACK :sasl");
    assert_eq!(talk.wait(15), ["> CAP END"]);
    assert_eq!(
        talk.hear(":s 001 Bot :Welcome"),
        ["> NICKSERV IDENTIFY hunter2"]
    );
}

#[test]
fn without_a_password_the_channel_comes_at_once() {
    let mut talk = Talk::new(options());
    talk.effects();
    assert_eq!(talk.hear(":s 001 Bot :Welcome"), ["> JOIN #chess"]);
}

#[test]
fn a_server_that_never_welcomes_is_left() {
    let mut talk = Talk::new(options());
    talk.effects();
    assert_eq!(talk.wait(60), [r#"! Silent { what: "welcome" }"#]);
}

#[test]
fn services_that_do_not_answer_are_not_waited_for_for_ever() {
    let mut talk = Talk::new(dalnet());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    assert_eq!(talk.wait(15), ["> JOIN #chess"]);
    assert!(
        talk.wait(60)
            .contains(&"> NICKSERV IDENTIFY hunter2".to_owned())
    );
    // They come back: the bot is known, without another join.
    talk.hear(":Bot!u@h JOIN #chess");
    assert!(
        !talk
            .hear(":Bot MODE Bot :+r")
            .contains(&"> JOIN #chess".to_owned())
    );
}

#[test]
fn a_refused_password_holds_nothing_up() {
    let mut talk = Talk::new(dalnet());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    assert!(
        talk.hear(":NickServ!x@y.net NOTICE Bot :Password incorrect.")
            .is_empty()
    );
    assert_eq!(
        talk.hear(":NickServ!service@dal.net NOTICE Bot :Password incorrect."),
        ["> JOIN #chess"]
    );
}

#[test]
fn services_that_are_away_hold_nothing_up() {
    for answer in [
        "401 Bot NickServ",
        "408 Bot NickServ",
        "440 Bot NickServ",
        "421 Bot NICKSERV",
    ] {
        let mut talk = Talk::new(dalnet());
        talk.effects();
        talk.hear(":s 001 Bot :Welcome");
        assert_eq!(
            talk.hear(&format!(":s {answer} :away")),
            ["> JOIN #chess"],
            "{answer}"
        );
    }
}

#[test]
fn the_password_goes_to_nobody_but_services() {
    // A user may be called NickServ while services are away; whatever he says, he never gets a message.
    for dialect in [Dialect::dalnet(), Dialect::anope(), Dialect::atheme()] {
        let mut options = dalnet();
        options.dialect = dialect;
        let mut talk = Talk::new(options);
        let mut sent = talk.effects();
        sent.extend(talk.hear(":s 433 * Bot :in use"));
        sent.extend(talk.hear(":s 001 Bot_ :Welcome"));
        sent.extend(talk.hear(":NickServ!evil@evil.net NOTICE Bot_ :identify or lose it"));
        sent.extend(talk.hear(":NickServ!evil@evil.net PRIVMSG Bot_ :identify"));
        sent.extend(talk.hear(":s 437 Bot_ Bot :held"));
        for _ in 0..20 {
            sent.extend(talk.wait(10));
        }
        for line in sent.iter().filter(|line| line.contains("hunter2")) {
            assert!(line.starts_with("> NICKSERV "), "{line}");
        }
        assert!(sent.iter().any(|line| line.contains("hunter2")));
    }
}

#[test]
fn a_nick_in_use_is_got_back() {
    let mut talk = Talk::new(dalnet());
    talk.effects();
    assert_eq!(talk.hear(":s 433 * Bot :in use"), ["> NICK Bot_"]);
    assert_eq!(talk.hear(":s 433 * Bot_ :in use"), ["> NICK Bot__"]);
    assert_eq!(
        talk.hear(":s 001 Bot__ :Welcome"),
        ["> NICKSERV GHOST Bot hunter2"]
    );
    assert_eq!(talk.wait(2), ["> NICK Bot"]);
    assert!(talk.hear(":s 433 Bot__ Bot :still in use").is_empty());
    assert_eq!(talk.wait(15), ["> JOIN #chess", "> NICK Bot"]);
    assert_eq!(
        talk.hear(":Bot__!u@h NICK :Bot"),
        ["> NICKSERV IDENTIFY hunter2"]
    );
    // Services rename it: it waits a moment, then asks for its nick again.
    talk.hear(":Bot MODE Bot :+r");
    talk.hear(":Bot MODE Bot :-r");
    assert!(talk.hear(":Bot!u@h NICK :Guest1").is_empty());
    assert!(
        talk.wait(5)
            .contains(&"> NICKSERV GHOST Bot hunter2".to_owned())
    );
}

#[test]
fn alternates_come_to_an_end() {
    let mut talk = Talk::new(options());
    talk.effects();
    let mut ended = false;
    for _ in 0..20 {
        let sent = talk.hear(":s 433 * x :in use");
        ended |= sent.iter().any(|effect| effect.starts_with("! "));
    }
    assert!(ended);
}

#[test]
fn a_closed_channel_is_tried_again_with_patience() {
    let mut talk = Talk::new(options());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    let numerics = [
        "471", "473", "474", "475", "477", "403", "405", "437", "480", "489",
    ];
    let pauses = [15, 60].into_iter().chain(std::iter::repeat(300));
    for (numeric, pause) in numerics.into_iter().zip(pauses) {
        // About another channel: nothing to do with the bot's.
        talk.hear(&format!(":s {numeric} Bot #other :no"));
        assert!(
            talk.hear(&format!(":s {numeric} Bot #chess :no"))
                .is_empty()
        );
        assert!(talk.wait(pause - 1).is_empty(), "{numeric}");
        assert_eq!(talk.wait(1), ["> JOIN #chess"], "{numeric}");
    }
}

#[test]
fn a_kick_is_answered_with_patience() {
    let mut talk = Talk::entered(options(), "", "CASEMAPPING=ascii", "@Op");
    let kicked = talk.hear(":Op!u@h KICK #chess Bot :out");
    assert_eq!(
        kicked,
        [r#"+ Lost { reason: "kicked by Op: out", silent_for: Span(0) }"#]
    );
    assert!(talk.wait(29).is_empty());
    assert_eq!(talk.wait(1), ["> JOIN #chess"]);
    talk.hear(":Bot!chess@host.net JOIN :#chess");
    talk.hear(":s.net 366 Bot #chess :End");
    talk.hear(":Op!u@h KICK #chess Bot :out");
    assert!(talk.wait(599).is_empty());
    assert_eq!(talk.wait(1), ["> JOIN #chess"]);
}

#[test]
fn secrets_do_not_show() {
    let shown = format!("{:?}", dalnet());
    assert!(!shown.contains("hunter2"), "{shown}");
}
