//! Bytes into lines, lines into parts, and what people type into clean words.

use crate::irc::hygiene::{addressed, clean};
use crate::irc::line::{Framer, Line, Source};
use crate::irc::splitting::{budget, is_nick, pieces, safe};
use crate::ports::Place;

#[test]
fn bytes_become_lines() {
    let mut framer = Framer::default();
    framer.buffer().extend_from_slice(b"PING :a\r\nPING");
    assert_eq!(framer.next_line().as_deref(), Some("PING :a"));
    assert_eq!(framer.next_line(), None);
    framer.buffer().extend_from_slice(b" :b\n\xe9t\xe9\n");
    assert_eq!(framer.next_line().as_deref(), Some("PING :b"));
    // What is no UTF-8 is Latin-1, byte for byte.
    assert_eq!(framer.next_line().as_deref(), Some("\u{e9}t\u{e9}"));
    assert_eq!(framer.next_line(), None);
}

#[test]
fn endless_lines_fill_no_memory() {
    let mut framer = Framer::default();
    for _ in 0..2_000 {
        framer.buffer().extend_from_slice(&[b'x'; 16_384]);
        assert_eq!(framer.next_line(), None);
    }
    assert!(framer.buffer().capacity() < 200_000);
    framer.buffer().extend_from_slice(b"xx\nPING :still here\n");
    assert_eq!(framer.next_line().as_deref(), Some("PING :still here"));
}

#[test]
fn lines_come_apart() {
    let line = Line::parse("@account=al\\sice;bot :a!u@h PRIVMSG  #c :one :two");
    assert_eq!(line.tag("account").as_deref(), Some("al ice"));
    assert_eq!(line.tag("bot").as_deref(), Some(""));
    assert_eq!(line.tag("acc"), None);
    assert_eq!(
        line.source,
        Source::Full {
            nick: "a",
            mask: "u@h"
        }
    );
    assert_eq!(
        (line.command, line.params()),
        ("PRIVMSG", &["#c", "one :two"][..])
    );
    // A name without `!user@host` is no person, with a dot or without.
    assert_eq!(
        Line::parse(":services NOTICE x").source,
        Source::Bare("services")
    );
    for odd in [
        "", " ", ":", "@", ":x", "@a=b", ":x ", "@a :b ", "::", "A :", "A  b  ",
    ] {
        let _ = Line::parse(odd).param(14);
    }
    let many = format!("X {}", "p ".repeat(40));
    assert_eq!(Line::parse(&many).params().len(), 15);
}

#[test]
fn formatting_and_the_invisible_go() {
    for (typed, read) in [
        ("plain", "plain"),
        ("  two   spaces\t", "two spaces"),
        ("\x0304,12red\x03 12", "red 12"),
        ("\x033,x", ",x"),
        ("\x0399990", "990"),
        ("\x04ff0000,00ff00hex\x04", "hex"),
        ("\x02b\x0f\x11\x16\x1d\x1e\x1fold", "bold"),
        ("re\u{200b}port\u{feff} w\u{ad}on", "report won"),
        ("report\u{a0}\u{3000}won", "report won"),
        ("\u{202e}x\u{202c}", "x"),
        ("\x03", ""),
        ("na\u{ef}ve", "na\u{ef}ve"),
    ] {
        assert_eq!(clean(typed), read, "{typed:?}");
    }
}

#[test]
fn only_addressed_lines_are_read() {
    let channel = |text| addressed(text, Place::Channel, "Bot");
    assert_eq!(channel("!report won"), Some("report won"));
    assert_eq!(channel("bot: help"), Some("help"));
    assert_eq!(channel("Bot, !help"), Some("help"));
    for chat in [
        "!",
        "!!!",
        "! help",
        "!1",
        "Bots: x",
        "Bot help",
        "Bot:",
        "b",
        "",
        "\u{e9}\u{e9}: x",
    ] {
        assert_eq!(channel(chat), None, "{chat:?}");
    }
    let private = |text| addressed(text, Place::Private, "Bot");
    assert_eq!(private("!help"), Some("help"));
    assert_eq!(private("help me"), Some("help me"));
    assert_eq!(private("!"), None);
}

#[test]
fn texts_fit_into_lines() {
    let words = "word ".repeat(300);
    for piece in pieces(&words, 100) {
        assert!(piece.len() <= 100);
        assert!(piece.split(' ').all(|word| word == "word"));
    }
    assert_eq!(pieces(&words, 100).join(" "), words.trim());
    let accents = "\u{e9}".repeat(500);
    let cut = pieces(&accents, 99);
    assert!(cut.iter().all(|piece| piece.len() <= 99));
    assert_eq!(cut.concat(), accents);
    let wide = "\u{1f600}".repeat(3);
    assert_eq!(pieces(&wide, 1).concat(), wide);
    assert_eq!(pieces("exactly ten and", 11), ["exactly ten", "and"]);
    assert!(pieces("   ", 10).is_empty());
    // The whole line as others see it, with its end, is what must fit.
    let fits = budget("Bot", "chess@host.net".len(), "PRIVMSG", "#chess", 999);
    let line = format!(
        ":Bot!chess@host.net PRIVMSG #chess :{}\r\n",
        "x".repeat(fits)
    );
    assert_eq!(line.len(), 512);
}

#[test]
fn nothing_ends_a_line_early() {
    assert_eq!(safe("a\r\nQUIT :b\0\x01c\td"), "a  QUIT :bc d");
    for good in ["Alice", "a[b]", "x`", "_-^|"] {
        assert!(is_nick(good), "{good}");
    }
    for bad in [
        "", "a b", "a,b", ":a", "#c", "$*", "a\n", "a!b", "*", "@#c", "&x",
    ] {
        assert!(!is_nick(bad), "{bad:?}");
    }
}
