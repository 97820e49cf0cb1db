//! Whatever a server says, in whatever order: no panic, bounded memory, nobody becomes somebody, no line ends early.

use super::{Talk, dalnet, line, nick, options};
use crate::irc::line::{Framer, Line};
use crate::ports::{Outgoing, Target};

/// A small generator (xorshift), so that a failure can be repeated from its seed.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % 1_000_003).expect("small") % below
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }
}

const SOURCES: [&str; 8] = [
    ":s.net",
    ":Alice!al@home.net",
    ":Mallory!m@evil.net",
    ":Bot!chess@host.net",
    ":Bot",
    ":",
    "",
    ":NickServ!service@dal.net",
];
const COMMANDS: [&str; 41] = [
    "JOIN",
    "PART",
    "QUIT",
    "KICK",
    "NICK",
    "PRIVMSG",
    "NOTICE",
    "MODE",
    "CAP",
    "PING",
    "BATCH",
    "CHGHOST",
    "AUTHENTICATE",
    "001",
    "005",
    "251",
    "302",
    "303",
    "311",
    "318",
    "353",
    "366",
    "376",
    "396",
    "401",
    "421",
    "432",
    "433",
    "437",
    "439",
    "440",
    "471",
    "477",
    "900",
    "901",
    "903",
    "904",
    "999",
    "",
    "0",
    "\u{e9}\u{e9}",
];
const WORDS: [&str; 33] = [
    ":1. e4 {and",
    ":so} e5 2. Nf3",
    ":[Event \"x\"]",
    "Bot",
    "Alice",
    "Mallory",
    "#chess",
    "#CHESS",
    "*",
    "+",
    "-",
    "LS",
    "ACK",
    "NAK",
    "NEW",
    "DEL",
    "sasl",
    "account-tag",
    "account-notify",
    "CASEMAPPING=rfc1459",
    "WHOX",
    "101",
    ":",
    ":!present",
    ":hub.a.net leaf.b.net",
    "+r",
    "-r",
    "+ref",
    "netsplit",
    "evil.net",
    "m",
    ":\u{202e}\x03",
    ":Memo sent to",
];

fn random_line(draw: &mut Draw) -> String {
    let mut text = String::new();
    if draw.next(8) == 0 {
        text.push_str(draw.pick(&["@batch=ref ", "@a=\\ ", "@ ", "@bot "]));
    }
    text.push_str(draw.pick(&SOURCES));
    text.push(' ');
    text.push_str(draw.pick(&COMMANDS));
    for _ in 0..draw.next(7) {
        text.push(' ');
        text.push_str(draw.pick(&WORDS));
    }
    text
}

#[test]
fn arbitrary_lines_in_any_order() {
    for seed in 1..=60 {
        let mut draw = Draw(seed * 7_919);
        let mut talk = match seed % 3 {
            0 => Talk::new(dalnet()),
            1 => Talk::entered(dalnet(), "", "CASEMAPPING=ascii", "Alice Mallory"),
            _ => Talk::entered(options(), "account-tag batch", "WHOX", "Alice"),
        };
        for step in 0..1_500 {
            let text = random_line(&mut draw);
            let mut effects = talk.hear(&text);
            match draw.next(20) {
                0 => effects.extend(talk.wait(draw.next(40) as u64)),
                1 => effects.extend(talk.wish(line(nick("Alice"), "x\r\ny", Some(step)))),
                2 => effects.extend(talk.wish(line(Target::Channel, "hello", None))),
                3 => effects.extend(talk.wish(Outgoing::Memo {
                    name: "Alice".to_owned(),
                    text: "x".to_owned(),
                    notice: crate::ports::NoticeId(step),
                })),
                _ => {}
            }
            for effect in effects {
                // None of the lines says that anybody is identified, so nobody may be.
                let proved = effect.contains("Account {") || effect.contains("(alice,");
                assert!(!proved, "seed {seed}: {text}: {effect}");
                if effect.starts_with("> ") {
                    assert!(
                        !effect.contains(['\r', '\n', '\0']),
                        "seed {seed}: {effect:?}"
                    );
                    assert!(
                        !effect.contains("hunter2") || effect.starts_with("> NICKSERV "),
                        "seed {seed}"
                    );
                }
            }
        }
    }
}

/// The bytes that mean something in a line, and some that mean nothing anywhere.
const BYTES: &[u8] =
    b"@:!;=\\ +-*#.,0123459\r\n\x00\x01\x03\x7f\xc3\xa9\xff\xf0abMODEPINGCAPJOINBATCH";

#[test]
fn arbitrary_bytes() {
    for seed in 1..=200 {
        let mut draw = Draw(seed * 104_729);
        let mut talk = Talk::entered(options(), "account-tag batch", "WHOX", "Alice");
        let mut framer = Framer::default();
        for _ in 0..300 {
            let count = draw.next(40);
            let bytes = (0..count).map(|_| BYTES[draw.next(BYTES.len())]);
            framer.buffer().extend(bytes);
            let mut texts = Vec::new();
            while let Some(text) = framer.next_line() {
                texts.push(text.into_owned());
            }
            for text in texts {
                if let Some(line) = Line::parse(&text) {
                    // Only that none of them panics.
                    let _ = (line.source(), line.tag("a"), line.numeric());
                }
                talk.hear(&text);
            }
        }
    }
}
