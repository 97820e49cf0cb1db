//! A server's bytes, in any order, with time and the desk's wishes in between.

use chessmasters::command;
use chessmasters::irc::rehearsal::{Deed, Rehearsal};
use chessmasters::irc::{Dialect, Options, Pacing, Server, Tls};
use chessmasters::ports::{Event, Identity, NoticeId, Outgoing, Person, Target, Urgency};
use chessmasters::vocabulary::{CaseMapping, Secret};
use std::time::Duration;

/// What parts the bytes; the first byte of each part says whose it is.
const MARK: u8 = 0x1e;
/// A word that only services may ever read.
const PASSWORD: &str = "hunter2";
/// The longest line a server takes, without its end.
const LINE_MAX: usize = 510;
/// How many lines may wait beyond the queue's own limit: durable ones and the bot's own business.
const SPARE_MAX: usize = 400;
/// How many parts are heard.
const PARTS_MAX: usize = 300;

/// Nothing that a server says makes the adapter panic, fill the memory, end a line early, give the password away, or believe
/// of somebody what no line said.
pub fn irc_line(data: &[u8]) {
    let mut parts = data.split(|&byte| byte == MARK).take(PARTS_MAX);
    let kind = parts.next().and_then(<[u8]>::first).copied().unwrap_or(0);
    let mut talk = Talk::new(kind);
    talk.knows_password = has_letters(data, PASSWORD);
    for (number, part) in (0..).zip(parts) {
        let Some((&whose, rest)) = part.split_first() else {
            continue;
        };
        let deeds = match whose {
            b'w' => talk.wait(rest),
            b'o' => talk.wish(number, rest),
            b'p' => talk.person("Bot", rest),
            b'c' => talk.person("#chess", rest),
            b'm' => talk.hear(&[rest, b"\r\n"].concat()),
            _ => talk.hear(part),
        };
        if talk.judge(&deeds, part) == Life::Over {
            return;
        }
    }
}

/// Whether the letters stand in the bytes in their order, whatever is between them: the adapter takes some bytes out.
fn has_letters(data: &[u8], letters: &str) -> bool {
    let mut rest = data.iter();
    letters
        .bytes()
        .all(|letter| rest.any(|&byte| byte == letter))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    Going,
    Over,
}

struct Talk {
    connection: Rehearsal,
    /// The bytes of the line that is not whole yet.
    begun: Vec<u8>,
    /// Every line so far that a server says accounts with, folded.
    proofs: Vec<String>,
    lines_max: usize,
    /// Whether the bytes know the password by themselves; then it proves nothing that it comes out.
    knows_password: bool,
}

fn fold(text: &str) -> String {
    CaseMapping::Rfc1459.fold(text)
}

/// A text with the escapes of tags undone.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let meant = match letter {
            '\\' => letters.next().map(|escaped| match escaped {
                ':' => ';',
                's' => ' ',
                'r' => '\r',
                'n' => '\n',
                other => other,
            }),
            other => Some(other),
        };
        plain.extend(meant);
    }
    plain
}

impl Talk {
    /// A fresh connection, or one that is on the channel with some people.
    fn new(kind: u8) -> Talk {
        let server = Server {
            host: "127.0.0.1".to_owned(),
            port: 6667,
            tls: Tls::Off,
        };
        let mut options = Options::new(server, "Bot", "#chess");
        options.wants_identity = command::wants_identity;
        if kind & 1 == 0 {
            options.dialect = Dialect::dalnet();
            options.nickserv_password = Some(Secret::new(PASSWORD));
        }
        if kind & 2 == 0 {
            options.pacing = Pacing::Off;
        }
        let lines_max = options.limits.lines + SPARE_MAX;
        let mut talk = Talk {
            connection: Rehearsal::new(options),
            begun: Vec::new(),
            proofs: Vec::new(),
            lines_max,
            knows_password: false,
        };
        if kind & 4 == 0 {
            let caps = "account-tag account-notify extended-join batch";
            if kind & 8 == 0 {
                talk.hear(format!(":s CAP * LS :{caps}\n:s CAP * ACK :{caps}\n").as_bytes());
            }
            let tokens = if kind & 16 == 0 {
                "CASEMAPPING=ascii"
            } else {
                "WHOX"
            };
            let welcome = format!(
                ":s.net 001 Bot :Welcome\r\n:s.net 005 Bot {tokens} :are supported\r\n\
                 :s.net MODE Bot :+r\r\n:Bot!chess@host.net JOIN :#chess\r\n\
                 :s.net 353 Bot = #chess :Bot Alice Mallory\r\n:s.net 366 Bot #chess :End\r\n\
                 :s.net 303 Bot :NickServ\r\n"
            );
            talk.hear(welcome.as_bytes());
        }
        talk
    }

    /// The server says this; what of it would prove somebody's account is noted.
    fn hear(&mut self, bytes: &[u8]) -> Vec<Deed> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            self.note_proof(&line);
        }
        self.connection.hear(bytes)
    }

    /// Lines that speak of accounts: the tag, ACCOUNT, a JOIN with more than the channel, and the answers 307, 330 and 354.
    fn note_proof(&mut self, line: &[u8]) {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text.to_owned(),
            Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
        };
        let words = text.trim_end_matches(['\r', '\n']).split(' ');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let tagged = words
            .first()
            .is_some_and(|word| word.starts_with('@') && word.contains("account"));
        let verb = words.iter().position(|word| !word.starts_with(['@', ':']));
        let speaks = verb.is_some_and(|place| {
            let named = |name: &str| words[place].eq_ignore_ascii_case(name);
            named("ACCOUNT")
                || (named("JOIN") && words.len() > place + 2)
                || ["307", "330", "354"].contains(&words[place])
        });
        if tagged {
            self.proofs.push(fold(&unescaped(&text)));
        }
        if tagged || speaks {
            self.proofs.push(fold(&text));
        }
    }

    /// A person says something; no line of theirs proves anything.
    fn person(&mut self, to: &str, words: &[u8]) -> Vec<Deed> {
        let words: Vec<u8> = words
            .iter()
            .copied()
            .filter(|byte| !matches!(byte, b'\r' | b'\n' | 0))
            .collect();
        let head = format!("\r\n:Mallory!m@evil.net PRIVMSG {to} :");
        self.hear(&[head.as_bytes(), &words, b"\r\n"].concat())
    }

    fn wait(&mut self, rest: &[u8]) -> Vec<Deed> {
        let seconds = rest.first().copied().map_or(1, u64::from);
        self.connection
            .wait(Duration::from_millis(seconds * seconds * 100))
    }

    fn wish(&mut self, number: i64, rest: &[u8]) -> Vec<Deed> {
        let text = String::from_utf8_lossy(rest).into_owned();
        let notice = NoticeId(number);
        self.connection
            .wish(match rest.first().copied().unwrap_or(0) % 4 {
                0 => Outgoing::Memo {
                    name: "Alice".to_owned(),
                    text,
                    notice,
                },
                1 => Outgoing::Line {
                    target: Target::Nick("Alice".to_owned()),
                    text,
                    urgency: Urgency::Durable,
                    notice: Some(notice),
                },
                2 => Outgoing::Line {
                    target: Target::Channel,
                    text,
                    urgency: Urgency::Durable,
                    notice: Some(notice),
                },
                _ => Outgoing::Line {
                    target: Target::Nick("Mallory".to_owned()),
                    text,
                    urgency: Urgency::Reply,
                    notice: None,
                },
            })
    }

    fn judge(&self, deeds: &[Deed], part: &[u8]) -> Life {
        let waiting = self.connection.waiting();
        assert!(waiting <= self.lines_max, "{waiting} lines wait");
        let most = 1_000 + 8 * part.len();
        assert!(deeds.len() <= most, "{} deeds for {part:?}", deeds.len());
        let mut life = Life::Going;
        for deed in deeds {
            match deed {
                Deed::Wrote(line) => self.wrote(line),
                Deed::Told(event) => self.told(event),
                Deed::Ended(_) => life = Life::Over,
            }
        }
        life
    }

    fn told(&self, event: &Event) {
        match event {
            Event::Entered { members } => members.iter().for_each(|person| self.knows(person)),
            Event::Arrived(person) | Event::Recognised(person) => self.knows(person),
            Event::Said(said) => {
                self.knows(&said.person);
                let clean = said.text.chars().all(|c| !c.is_control());
                assert!(clean && !said.text.is_empty(), "{:?} was heard", said.text);
            }
            Event::Connected { .. }
            | Event::Lost { .. }
            | Event::Alive
            | Event::Renamed { .. }
            | Event::Departed { .. }
            | Event::SplitBegan { .. }
            | Event::SplitEnded
            | Event::Ready(_)
            | Event::Evaluated { .. }
            | Event::Handled { .. }
            | Event::Woken
            | Event::Stop => {}
        }
    }

    /// Whoever has an account has it from a line that names it.
    fn knows(&self, person: &Person) {
        if let Identity::Account { name, .. } = &person.identity {
            let name = fold(name);
            let proved = self.proofs.iter().any(|line| line.contains(&name));
            assert!(proved && !name.is_empty(), "nobody said that {person:?}");
        }
    }

    fn wrote(&self, line: &str) {
        assert!(!line.contains(['\r', '\n', '\0']), "{line:?} ends early");
        assert!(line.len() <= LINE_MAX, "{} bytes: {line:?}", line.len());
        let secret = line.contains(PASSWORD) && !line.starts_with("NICKSERV ");
        let leaks = secret && !self.knows_password;
        assert!(!leaks, "{line:?} gives the password away");
    }
}
