//! Who somebody is, and everything that must not make anybody somebody else (SPEC R-1, CASES).

use super::{Talk, dalnet, options};

const ASCII: &str = "CASEMAPPING=ascii";
const V3: &str = "account-notify account-tag extended-join";

/// A DALnet channel whose members have been asked about already: Alice identified, Mallory not.
fn nick_network() -> Talk {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "Alice Mallory");
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    talk.hear(":s 311 Bot Mallory mal evil.net * :M");
    talk.hear(":s 318 Bot Alice :End");
    talk
}

#[test]
fn the_servers_word_on_the_line_itself() {
    let mut talk = Talk::entered(options(), V3, ASCII, "Alice");
    assert_eq!(
        talk.hear("@account=Al :Alice!u@h PRIVMSG #chess :!present")[1..],
        ["+ Alice (al, channel): present"]
    );
    assert!(
        talk.hear(":Alice!u@h PRIVMSG #chess :!present")
            .contains(&"+ Alice (stranger, channel): present".to_owned())
    );
}

#[test]
fn an_account_goes_with_its_owner_and_not_with_the_nick() {
    let mut talk = Talk::entered(options(), V3, ASCII, "");
    talk.hear(":Alice!u@h JOIN #chess al :Alice");
    talk.hear(":Alice!u@h NICK Alicia");
    assert_eq!(talk.hear(":Mallory!m@h JOIN #chess * :M").len(), 1);
    let taken = talk.hear(":Mallory!m@h NICK Alice");
    assert_eq!(taken, [r#"+ Renamed { from: "Mallory", to: "Alice" }"#]);
    assert_eq!(
        talk.hear(":Alice!m@h PRIVMSG #chess :!present"),
        ["+ Alice (stranger, channel): present"]
    );
    assert_eq!(
        talk.hear("@account=al :Alicia!u@h PRIVMSG #chess :!present"),
        ["+ Alicia (al, channel): present"]
    );
    assert_eq!(
        talk.hear(":Alicia!u@h ACCOUNT *"),
        [r#"+ Recognised(Person { nick: "Alicia", identity: Stranger })"#]
    );
}

#[test]
fn a_network_that_vouches_for_nicks() {
    let mut talk = nick_network();
    assert_eq!(
        talk.hear(":Alice!al@home.net PRIVMSG #chess :!present"),
        ["+ Alice (alice, channel): present"]
    );
    // What is known wears out, and is asked again; help needs no proof and does not wait.
    talk.wait(121);
    assert_eq!(
        talk.hear(":Alice!al@home.net PRIVMSG Bot :help"),
        ["+ Alice (unchecked, private): help"]
    );
    assert_eq!(
        talk.hear(":Alice!al@home.net PRIVMSG Bot :me"),
        ["> WHOIS alice"]
    );
    // Behind a question, everything waits in its order; nothing is asked twice.
    assert!(talk.hear(":Alice!al@home.net PRIVMSG Bot :help").is_empty());
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    assert_eq!(
        talk.hear(":s 318 Bot Alice :End"),
        [
            "+ Alice (alice, private): me",
            "+ Alice (alice, private): help"
        ]
    );
}

#[test]
fn a_nick_taken_proves_nothing() {
    let mut talk = nick_network();
    talk.hear(":Alice!al@home.net QUIT :Quit: bye");
    let renamed = talk.hear(":Mallory!mal@evil.net NICK :Alice");
    assert_eq!(renamed[0], r#"+ Renamed { from: "Mallory", to: "Alice" }"#);
    assert!(renamed.contains(&"> WHOIS alice".to_owned()), "{renamed:?}");
    assert!(
        talk.hear(":Alice!mal@evil.net PRIVMSG #chess :!withdraw")
            .is_empty()
    );
    talk.hear(":s 311 Bot Alice mal evil.net * :M");
    assert!(
        talk.hear(":s 318 Bot Alice :End")
            .contains(&"+ Alice (stranger, channel): withdraw".to_owned())
    );
}

#[test]
fn an_answer_about_somebody_else_is_not_used() {
    let mut talk = nick_network();
    // Mallory asks in private, and leaves the nick to its owner before the answer comes.
    assert_eq!(
        talk.hear(":Carol!mal@evil.net PRIVMSG Bot :withdraw"),
        ["> WHOIS carol"]
    );
    talk.hear(":s 311 Bot Carol carol nice.net * :C");
    talk.hear(":s 307 Bot Carol :has identified for this nick");
    assert_eq!(
        talk.hear(":s 318 Bot Carol :End"),
        ["+ Carol (unchecked, private): withdraw"]
    );
}

#[test]
fn renaming_while_the_answer_is_on_its_way() {
    let mut talk = nick_network();
    talk.wait(121);
    talk.hear(":Mallory!mal@evil.net PRIVMSG #chess :!withdraw");
    let renamed = talk.hear(":Mallory!mal@evil.net NICK :Alice");
    assert_eq!(renamed[0], "+ Mallory (unchecked, channel): withdraw");
    talk.hear(":s 401 Bot Mallory :No such nick");
    assert!(talk.hear(":s 318 Bot Mallory :End").is_empty());
}

#[test]
fn silence_proves_nothing() {
    let mut talk = nick_network();
    talk.wait(121);
    talk.hear(":Alice!al@home.net PRIVMSG #chess :!present");
    talk.session
        .on_written(crate::irc::pacer::Receipt::Whois(2), talk.now);
    assert!(talk.wait(14).is_empty());
    assert_eq!(talk.wait(1), ["+ Alice (unchecked, channel): present"]);
}

#[test]
fn a_split_ends_every_proof() {
    let mut talk = nick_network();
    talk.hear(":Alice!al@home.net QUIT :*.dal.net *.dal.net");
    talk.hear(":Alice!mal@evil.net JOIN #chess");
    let said = talk.hear(":Alice!mal@evil.net PRIVMSG #chess :!withdraw");
    assert!(said.is_empty(), "waits for a proof: {said:?}");
}

#[test]
fn folding_is_the_servers() {
    for (mapping, same) in [("ascii", false), ("rfc1459", true)] {
        let mut talk = Talk::entered(options(), V3, &format!("CASEMAPPING={mapping}"), "");
        talk.hear(":a[b!u@h JOIN #chess acc :x");
        let told = talk.hear(":a{b!u@h ACCOUNT other");
        assert_eq!(told.len(), usize::from(same), "{mapping}: {told:?}");
    }
}

#[test]
fn services_servers_bots_and_itself_are_not_heard() {
    let mut talk = Talk::entered(options(), V3, "CASEMAPPING=ascii WHOX BOT=B", "Alice Robot");
    talk.hear(":s 354 Bot 101 #chess u h Robot HB 0");
    for line in [
        ":NickServ!evil@evil.net PRIVMSG Bot :help",
        ":memoserv!services@services.net PRIVMSG Bot :help",
        ":Bot!chess@host.net PRIVMSG #chess :!help",
        ":s.net PRIVMSG Bot :help",
        ":services PRIVMSG Bot :help",
        "PRIVMSG Bot :help",
        ":Robot!u@h PRIVMSG #chess :!help",
        "@bot :Other!u@h PRIVMSG #chess :!help",
        ":Alice!u@h NOTICE Bot :help",
        ":Alice!u@h NOTICE #chess :!help",
        ":Alice!u@h PRIVMSG #chess :\x01ACTION !help\x01",
        ":Alice!u@h PRIVMSG #chess :\x01VERSION\x01",
        ":Alice!u@h PRIVMSG #other :!help",
        ":Alice!u@h PRIVMSG @#chess :!help",
        ":Alice!u@h PRIVMSG #chess :good morning",
        ":Alice!u@h PRIVMSG #chess :!\x02\x0f",
    ] {
        assert_eq!(talk.hear(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn ctcp_is_answered_in_private_and_seldom() {
    let mut options = options();
    options.version = "chessmasters".to_owned();
    let mut talk = Talk::entered(options, V3, ASCII, "Alice");
    let version = ":Alice!u@h PRIVMSG Bot :\x01VERSION\x01";
    assert_eq!(
        talk.hear(version),
        ["> NOTICE Alice :\x01VERSION chessmasters\x01"]
    );
    assert_eq!(
        talk.hear(":Alice!u@h PRIVMSG Bot :\x01PING 1 2\x01"),
        ["> NOTICE Alice :\x01PING 1 2\x01"]
    );
    talk.hear(version);
    assert!(talk.hear(version).is_empty());
    talk.wait(60);
    assert_eq!(talk.hear(version).len(), 1);
}

#[test]
fn who_says_too_much_is_told_once() {
    let mut options = options();
    options.limits.commands_per_minute = 3;
    options.limits.deaf_words = "Slowly, please.".to_owned();
    let mut talk = Talk::entered(options, V3, ASCII, "Alice Bob");
    let command = ":Alice!u@h PRIVMSG #chess :!help";
    talk.hear(command);
    for _ in 0..2 {
        assert_eq!(talk.hear(command), ["+ Alice (stranger, channel): help"]);
    }
    assert_eq!(talk.hear(command), ["> PRIVMSG Alice :Slowly, please."]);
    assert!(talk.hear(command).is_empty());
    // Another nick is no way out.
    talk.hear(":Alice!u@h NICK Alicia");
    assert!(talk.hear(":Alicia!u@h PRIVMSG #chess :!help").is_empty());
    assert!(!talk.hear(":Bob!u@h PRIVMSG #chess :!help").is_empty());
    talk.wait(300);
    assert_eq!(talk.hear(":Alicia!u@h PRIVMSG #chess :!help").len(), 1);
}
