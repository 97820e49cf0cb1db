//! A session driven line by line, with the clock in the test's hand.

mod cases;
mod fuzz;
mod identity;
mod link;
mod outgoing;
mod pacing;
mod pasting;
mod registration;
mod soak;
mod splits;
mod wire;

use super::line::Line;
use super::options::{Options, Server, Tls};
use super::session::{Effect, Ending, Privacy, Queue, Session};
use crate::irc::Dialect;
use crate::ports::{
    Before, Event, Identity, LineEnd, Manner, NoticeId, Outgoing, Place, Route, Said, Target,
    Urgency,
};
use crate::vocabulary::Secret;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn options() -> Options {
    let server = Server {
        host: "127.0.0.1".to_owned(),
        port: 6667,
        tls: Tls::Off,
    };
    let mut options = Options::new(server, "Bot", "#chess");
    options.wants_identity = |text| text != "help";
    options.limits.commands_per_minute = 0;
    options
}

/// As on DALnet: a password, services, and nothing of IRCv3.
fn dalnet() -> Options {
    let mut options = options();
    options.dialect = Dialect::dalnet();
    options.nickserv_password = Some(Secret::new("hunter2"));
    options
}

struct Talk {
    session: Session,
    now: Instant,
}

impl Talk {
    fn new(options: Options) -> Talk {
        Talk::over(options, Privacy::Plain)
    }

    fn over(options: Options, privacy: Privacy) -> Talk {
        let now = Instant::now();
        Talk {
            session: Session::new(Arc::new(options), privacy, now),
            now,
        }
    }

    /// A talk that is on the channel with some people, on a network of these tokens.
    fn entered(options: Options, caps: &str, isupport: &str, names: &str) -> Talk {
        let mut talk = Talk::new(options);
        talk.effects();
        if !caps.is_empty() {
            talk.hear(&format!(":s CAP * LS :{caps}"));
            talk.hear(&format!(":s CAP * ACK :{caps}"));
        }
        talk.hear(":s.net 001 Bot :Welcome");
        talk.hear(&format!(":s.net 005 Bot {isupport} :are supported"));
        talk.hear(":s.net MODE Bot :+r");
        talk.hear(":Bot!chess@host.net JOIN :#chess");
        talk.hear(&format!(":s.net 353 Bot = #chess :Bot {names}"));
        talk.hear(":s.net 366 Bot #chess :End");
        talk.hear(":s.net 303 Bot :NickServ");
        talk
    }

    /// What comes of a line, in words: `> line` is sent, `+ event` is told, `! ending` ends.
    fn hear(&mut self, line: &str) -> Vec<String> {
        if let Some(line) = Line::parse(line) {
            self.session.on_line(&line, self.now);
        }
        self.effects()
    }

    fn wait(&mut self, seconds: u64) -> Vec<String> {
        self.now += Duration::from_secs(seconds);
        self.session.on_time(self.now);
        self.effects()
    }

    fn wish(&mut self, outgoing: Outgoing) -> Vec<String> {
        self.session.on_outgoing(outgoing, self.now);
        self.effects()
    }

    fn effects(&mut self) -> Vec<String> {
        self.session.on_turn(Queue::Free, self.now);
        let effects: Vec<Effect> = self.session.effects().collect();
        effects.iter().filter_map(words).collect()
    }
}

/// Offers of routes are left out: they come at every turn that has nothing better.
fn words(effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::AtOnce(line) => format!("> {line}"),
        Effect::Send(parcel) => format!("> {}", parcel.text),
        Effect::Tell(Event::Ready(Route::Line | Route::Memo)) | Effect::HoldPeople { .. } => {
            return None;
        }
        Effect::Resend { whom } => format!("again {whom}"),
        Effect::Tell(Event::Said(said)) => format!("+ {}", speech(said)),
        Effect::Tell(event) => format!("+ {event:?}"),
        Effect::End(Ending::Quit) => "! quit".to_owned(),
        Effect::End(ending) => format!("! {ending:?}"),
    })
}

fn speech(said: &Said) -> String {
    let place = match said.place {
        Place::Channel => "channel",
        Place::Private => "private",
    };
    let who = match &said.person.identity {
        Identity::Account { account, .. } => account.as_str(),
        Identity::Stranger => "stranger",
        Identity::Unchecked => "unchecked",
    };
    let manner = match said.hearing.manner {
        Manner::Talk => "",
        Manner::Moves => " [moves]",
    };
    let before = match said.hearing.before {
        Before::Heard => "",
        Before::Lost => " [after a loss]",
    };
    let end = match said.hearing.end {
        LineEnd::Whole => "",
        LineEnd::MaybeCut => " [cut?]",
    };
    let (nick, text) = (&said.person.nick, &said.text);
    format!("{nick} ({who}, {place}): {text}{manner}{before}{end}")
}

fn line(target: Target, text: &str, notice: Option<i64>) -> Outgoing {
    Outgoing::Line {
        target,
        text: text.to_owned(),
        urgency: match notice {
            Some(_) => Urgency::Durable,
            None => Urgency::Reply,
        },
        notice: notice.map(NoticeId),
    }
}

fn nick(name: &str) -> Target {
    Target::Nick(name.to_owned())
}
