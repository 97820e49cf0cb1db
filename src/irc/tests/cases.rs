//! What went wrong for others (CASES, IRC part), each by the name of its report. Those without a test here are elsewhere:
//!
//! | report | test |
//! | --- | --- |
//! | colloquy #225, autobrr #2540, a user "NickServ" | `registration::the_password_goes_to_nobody_but_services` |
//! | irssi #1307, discord-irc #463, inspircd #2078 | `registration::sasl_refused_or_hung_does_not_stop_the_rest` |
//! | znc #631 | `registration::alternates_come_to_an_end` |
//! | sopel #1335 (437 after a split) | `registration::a_closed_channel_is_tried_again_with_patience` |
//! | dibridge #25 | `registration::a_nick_in_use_is_got_back` |
//! | matrix-appservice-irc #119, turborg #112, lurker #236, discord-irc #639 | `outgoing::the_longer_it_fails_the_longer_it_waits` |
//! | aatxe/irc #50, node-irc #76, komanda #134 | `link::a_server_that_goes_silent_is_left` |
//! | node-irc #138, aatxe/irc #276, quassel #207 | `link::a_connection_and_the_next` |
//! | sopel #952, node-irc #50, aatxe/irc #284 | `pacing`, and at the wire `tests/it/adapter.rs` |
//! | sopel #1559, irc3 #191, Limnoria #1405 | `wire::texts_fit_into_lines` |
//! | pynab #279, notifico #48, teleirc #65, irc3 #65 and #91, ricochet-irc #3 | `wire::formatting_and_the_invisible_go` |
//! | zirc #14, Limnoria #656, hubot-irc #113, pah-irc #87, znc #556 | `identity::services_servers_bots_and_itself_are_not_heard` |
//! | splitbrain/irclogger #18 | `splits::without_services_the_bot_is_on_the_small_side` |

use super::{Talk, dalnet, line, nick, options};
use crate::irc::pacer::Receipt;
use crate::ports::{NoticeId, Target};

const ASCII: &str = "CASEMAPPING=ascii";
const V3: &str = "account-notify account-tag extended-join";

#[test]
fn thelounge_4126_a_channel_typed_in_another_case() {
    let mut talk = Talk::new(options());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    talk.hear(&format!(":s 005 Bot {ASCII} :are supported"));
    // The echo as typed, NAMES as stored, a message as its writer typed it.
    talk.hear(":Bot!u@h JOIN #CHESS");
    talk.hear(":s 353 Bot = #Chess :Bot Alice");
    let entered = talk.hear(":s 366 Bot #Chess :End");
    assert!(entered[0].contains("Alice"), "{entered:?}");
    assert_eq!(
        talk.hear(":Alice!u@h PRIVMSG #cHeSs :!help"),
        ["+ Alice (unchecked, channel): help"]
    );
}

#[test]
fn sopel_1389_folding_as_the_server_says_and_rfc1459_where_it_does_not() {
    for (isupport, same) in [
        ("CASEMAPPING=ascii", false),
        ("CASEMAPPING=rfc1459", true),
        ("CASEMAPPING=strict-rfc1459", true),
        ("NETWORK=x", true),
    ] {
        let mut talk = Talk::entered(options(), V3, isupport, "");
        // After the messages of the greeting nothing more is to be hoped for.
        talk.hear(":s 376 Bot :End");
        talk.hear(":a[b!u@h JOIN #chess acc :x");
        let told = talk.hear(":a{b!u@h PART #chess");
        assert_eq!(told.len(), usize::from(same), "{isupport}: {told:?}");
    }
}

#[test]
fn cslbot_102_no_rights_are_kept_after_leaving() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "Alice");
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    talk.hear(":s 318 Bot Alice :End");
    let known = "+ Alice (alice, channel): me";
    assert_eq!(talk.hear(":Alice!al@home.net PRIVMSG #chess :!me"), [known]);
    for going in [
        ":Alice!al@home.net PART #chess",
        ":Op!o@h KICK #chess Alice :x",
        ":Alice!al@home.net QUIT :Quit: x",
    ] {
        talk.hear(going);
        assert!(
            !talk
                .hear(":Alice!al@home.net PRIVMSG Bot :me")
                .contains(&"+ Alice (alice, private): me".to_owned()),
            "{going}"
        );
        talk.hear(":s 311 Bot Alice al home.net * :A");
        assert_eq!(
            talk.hear(":s 318 Bot Alice :End"),
            ["+ Alice (stranger, private): me"],
            "{going}"
        );
        talk.hear(":Alice!al@home.net JOIN #chess");
        talk.hear(":s 311 Bot Alice al home.net * :A");
        talk.hear(":s 307 Bot Alice :has identified for this nick");
        talk.hear(":s 318 Bot Alice :End");
    }
}

#[test]
fn notnet_174_a_nick_that_looks_like_another() {
    let mut talk = Talk::entered(options(), V3, ASCII, "");
    talk.hear(":Alice!u@h JOIN #chess alice :A");
    for imposter in ["Alice_", "Al\u{131}ce", "alice`", "Alice!u@h"] {
        let said = talk.hear(&format!(":{imposter}!m@evil PRIVMSG #chess :!withdraw"));
        assert!(
            !said.iter().any(|line| line.contains("(alice,")),
            "{imposter}: {said:?}"
        );
    }
}

#[test]
fn go_discord_irc_50_notices_of_services_are_not_answered() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    for text in [
        "This nickname is registered.",
        "help",
        "!help",
        "\x01VERSION\x01",
    ] {
        for source in [
            "NickServ!service@dal.net",
            "MemoServ!service@dal.net",
            "Al!u@h",
        ] {
            assert!(
                talk.hear(&format!(":{source} NOTICE Bot :{text}"))
                    .is_empty()
            );
            assert!(
                talk.hear(&format!(":{source} NOTICE #chess :{text}"))
                    .is_empty()
            );
        }
    }
}

#[test]
fn limnoria_1616_the_account_is_not_the_nick() {
    let mut talk = Talk::entered(options(), V3, ASCII, "");
    talk.hear(":Alice!u@h JOIN #chess Bob :A");
    let said = talk.hear("@account=Bob :Alice!u@h PRIVMSG #chess :!me");
    assert_eq!(said, ["+ Alice (bob, channel): me"]);
}

#[test]
fn slack_irc_196_the_channel_is_for_the_identified() {
    let mut talk = Talk::new(dalnet());
    talk.effects();
    talk.hear(":s 001 Bot :Welcome");
    // Services are slow; the bot tries without them, and at once when they know it.
    assert_eq!(talk.wait(15), ["> JOIN #chess"]);
    assert!(
        talk.hear(":s 477 Bot #chess :You need to identify")
            .is_empty()
    );
    assert_eq!(talk.hear(":Bot MODE Bot :+r"), ["> JOIN #chess"]);
    // Banned is another thing: being known changes nothing about that.
    talk.hear(":s 474 Bot #chess :Cannot join");
    talk.hear(":Bot MODE Bot :-r");
    assert!(talk.hear(":Bot MODE Bot :+r").is_empty());
}

#[test]
fn miniirc_26_each_connection_begins_with_the_wanted_nick() {
    for _ in 0..3 {
        let mut talk = Talk::new(options());
        assert!(talk.effects().contains(&"> NICK Bot".to_owned()));
        assert_eq!(talk.hear(":s 433 * Bot :in use"), ["> NICK Bot_"]);
    }
}

#[test]
fn sopel_869_a_forced_nick_is_followed() {
    let mut talk = Talk::entered(options(), V3, ASCII, "Alice");
    // Services rename it, or a collision leaves it with its number.
    for (from, to) in [("Bot", "Guest42"), ("Guest42", "042AAAAAB")] {
        talk.hear(&format!(":{from}!u@h NICK :{to}"));
        let said = talk.hear(&format!("@account=al :Alice!u@h PRIVMSG {to} :me"));
        assert!(
            said.contains(&"+ Alice (al, private): me".to_owned()),
            "{said:?}"
        );
        let said = talk.hear(&format!(":{to}!u@h PRIVMSG #chess :!help"));
        assert!(said.is_empty(), "its own line: {said:?}");
        let kick = talk.hear(&format!(":Op!o@h PRIVMSG #chess :{to}: help"));
        assert_eq!(kick, ["+ Op (stranger, channel): help"]);
    }
}

#[test]
fn solanum_449_an_answer_that_comes_twice_is_requested_once() {
    let mut talk = Talk::new(options());
    talk.effects();
    assert_eq!(talk.hear(":s CAP * LS :batch"), ["> CAP REQ batch"]);
    assert!(talk.hear(":s CAP * LS :batch").is_empty());
    assert_eq!(talk.hear(":s CAP * ACK :batch"), ["> CAP END"]);
    assert!(talk.hear(":s CAP * ACK :batch").is_empty());
}

#[test]
fn tiny_15_the_mask_may_grow_after_the_join() {
    let longest = |talk: &mut Talk| {
        let lines = talk.wish(line(Target::Channel, &"x".repeat(2_000), None));
        lines
            .iter()
            .map(|line| line.len() - 2)
            .max()
            .expect("a line")
    };
    let mut options = options();
    options.text_max_bytes = 2_000;
    for (change, mask) in [
        (
            ":s 396 Bot very.long.cloak.example.net :is now your host",
            "1234567890@very.long.cloak.example.net",
        ),
        (
            ":Bot!chess@host.net CHGHOST chess cloak.of.some.length.example.net",
            "chess@cloak.of.some.length.example.net",
        ),
        (
            ":s 302 Bot :Bot*=+~chess@a.much.longer.host.than.before.example.net",
            "~chess@a.much.longer.host.than.before.example.net",
        ),
    ] {
        let mut talk = Talk::entered(options.clone(), "", ASCII, "");
        let before = longest(&mut talk);
        // One less than there is room for: a word alone needs no colon.
        assert_eq!(before + ":Bot!chess@host.net \r\n".len(), 511);
        talk.hear(change);
        let after = longest(&mut talk);
        assert!(after + format!(":Bot!{mask} \r\n").len() <= 512, "{change}");
        assert!(after < before);
    }
}

#[test]
fn karmator_124_nothing_people_write_ends_a_line() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    for evil in [
        "a\r\nQUIT :x",
        "a\nQUIT",
        "a\rQUIT",
        "a\0QUIT",
        "\x01QUIT\x01",
    ] {
        for target in [Target::Channel, nick("Al"), nick(evil)] {
            for sent in talk.wish(line(target, evil, None)) {
                assert!(!sent.contains(['\r', '\n', '\0', '\x01']), "{sent:?}");
                assert!(sent.starts_with("> PRIVMSG "), "{sent:?}");
            }
        }
    }
}

#[test]
fn discord_irc_13_a_channel_without_colours_takes_every_line() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    let sent = talk.wish(line(Target::Channel, "Round 1: Al - Bo 1-0", None));
    let plain = sent
        .iter()
        .all(|line| line.bytes().all(|b| (0x20..0x7f).contains(&b)));
    assert!(plain, "{sent:?}");
    // If it refuses one all the same, that one is not lost.
    talk.wish(line(Target::Channel, "news", Some(1)));
    let back =
        talk.hear(":s 408 Bot #chess :You cannot use colors on this channel. Not sent: news");
    assert!(back[0].contains("TryLater"), "{back:?}");
    // What the server refused before the PONG was not taken, whatever follows.
    talk.session
        .on_written(Receipt::Notice(NoticeId(1)), talk.now);
    assert!(talk.effects().is_empty());
}

#[test]
fn weechat_2172_the_parts_of_a_line_stay_together() {
    let mut talk = Talk::entered(options(), "", ASCII, "");
    let long: String = (0..300).map(|n| format!("w{n} ")).collect();
    let sent = talk.wish(line(nick("Al"), &long, None));
    let words: Vec<&str> = sent
        .iter()
        .flat_map(|line| {
            line.split(' ')
                .filter(|w| w.trim_start_matches(':').starts_with('w'))
        })
        .collect();
    let wanted: Vec<String> = (0..300).map(|n| format!("w{n}")).collect();
    let said: Vec<&str> = words
        .iter()
        .map(|word| word.trim_start_matches(':'))
        .collect();
    assert_eq!(said, wanted);
}

#[test]
fn measured_318_for_the_first_nick_only() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "Alice Bob Carol");
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    talk.hear(":s 401 Bot bob :No such nick");
    talk.hear(":s 311 Bot Carol ca home.net * :C");
    talk.hear(":s 307 Bot Carol :has identified for this nick");
    let told = talk.hear(":s 318 Bot Alice,Bob,Carol :End");
    let all = told.join(" ");
    assert!(
        all.contains("\"alice\"") && all.contains("\"carol\""),
        "{told:?}"
    );
    assert!(!all.contains("\"bob\""), "{told:?}");
}
