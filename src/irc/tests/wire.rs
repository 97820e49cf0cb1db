//! Bytes into lines, lines into parts, and what people type into clean words.

use crate::irc::hygiene::{addressed, clean};
use crate::irc::line::{Framer, Line, Source};
use crate::irc::splitting::{budget, is_nick, pieces, safe};
use crate::ports::Place;
use irc::proto::Command;

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

fn parse(text: &str) -> Line {
    Line::parse(text).expect("a line")
}

#[test]
fn lines_come_apart() {
    let line = parse("@account=al\\sice;bot :a!u@h PRIVMSG  #c :one :two");
    assert_eq!(line.tag("account"), Some("al ice"));
    assert_eq!(line.tag("bot"), Some(""));
    assert_eq!(line.tag("acc"), None);
    let source = Source::Full {
        nick: "a",
        user: "u",
        host: "h",
    };
    assert_eq!(line.source(), source);
    let said = Command::PRIVMSG("#c".to_owned(), "one :two".to_owned());
    assert_eq!(*line.command(), said);
    // A name without `!user@host` is no person, with a dot or without.
    assert_eq!(
        parse(":services NOTICE x").source(),
        Source::Bare("services")
    );
    for (prefix, name) in [
        ("a.net", "a.net"),
        ("a!u", "a"),
        ("a@h", "a"),
        ("a!@h", "a"),
        ("!u@h", ""),
    ] {
        assert_eq!(parse(&format!(":{prefix} X")).source(), Source::Bare(name));
    }
    // Those with a name in the crate and those without are read alike.
    for number in [1, 5, 307, 330, 353, 439, 477, 999] {
        let line = parse(&format!(":s {number:03} Bot a :b c"));
        let numeric = line.numeric().expect("a numeric");
        assert_eq!((numeric.number, numeric.param(1)), (number, "a"));
        assert_eq!((numeric.last(), numeric.param(7)), ("b c", ""));
    }
}

#[test]
fn odd_lines_are_no_harm() {
    for odd in [
        "",
        " ",
        ":",
        "@",
        ":x",
        "@a=b",
        ":x ",
        "@a :b ",
        "::",
        "A :",
        "A  b  ",
        "MODE",
        "MODE x",
        "MODE x +",
        "MODE #c +k-b",
        "BATCH +",
        "CAP",
        "CAP x",
        "JOIN",
        "1",
        "0353 a",
        "+53 a",
        "\u{e9} :\u{e9}",
        "@=;;= :!@ \u{1f600} :",
        "METADATA a b c d e",
        "PING",
    ] {
        if let Some(line) = Line::parse(odd) {
            // Only that none of them panics.
            let _ = (line.source(), line.numeric(), line.tag("a"));
        }
    }
    let many = format!("005 {}:end", "p ".repeat(40));
    let line = parse(&many);
    assert!(line.numeric().expect("a numeric").params().count() <= 15);
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
    assert_eq!(private("!help"), Some("!help"));
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
