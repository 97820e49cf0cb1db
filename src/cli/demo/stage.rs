//! What the audience sees: the channel, the talk they may overhear, and a line of explanation here and there.

use super::client::{Heard, read};
use super::words;
use tokio::sync::mpsc;

/// The most lines that wait to be printed.
const SHOWS_MAX: usize = 1_024;

/// Something to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// Somebody says something in the channel.
    Said { from: String, text: String },
    /// Somebody tells somebody something.
    Told {
        from: String,
        to: String,
        text: String,
    },
    /// Something happens in the channel.
    Happens(String),
    /// A word of explanation.
    Note(String),
}

impl Show {
    /// A line of private talk.
    pub fn private(from: &str, to: &str, text: &str) -> Show {
        Show::Told {
            from: from.to_owned(),
            to: to.to_owned(),
            text: text.to_owned(),
        }
    }

    /// What a line of the channel's transcript shows; nothing for what only programs need.
    pub fn of_line(line: &str) -> Option<Show> {
        match read(line) {
            Heard::Channel { from, text } => Some(Show::Said { from, text }),
            Heard::Joined { nick } => Some(Show::Happens(format!("{nick} has joined"))),
            Heard::Gone { nick, text } => Some(Show::Happens(format!("{nick} has quit ({text})"))),
            Heard::Private { .. } | Heard::Other { .. } => None,
        }
    }

    /// The line to print.
    pub fn line(&self) -> String {
        match self {
            Show::Said { from, text } => format!("<{from}> {text}"),
            Show::Told { from, to, text } => format!("[{from} -> {to}] {text}"),
            Show::Happens(text) => format!("* {text}"),
            Show::Note(text) => format!("\n--- {text}"),
        }
    }
}

/// Where shows are handed in.
#[derive(Clone, Debug)]
pub struct Shows(mpsc::Sender<Show>);

impl Shows {
    /// A place to hand shows in, and the place where they come out.
    pub fn new() -> (Shows, mpsc::Receiver<Show>) {
        let (sender, receiver) = mpsc::channel(SHOWS_MAX);
        (Shows(sender), receiver)
    }

    /// Hands one in.
    pub async fn send(&self, show: Show) {
        // Nobody looks any more where this fails, and then there is nothing left to do.
        self.0.send(show).await.ok();
    }

    /// Hands in a word of explanation.
    pub async fn note(&self, text: impl Into<String>) {
        self.send(Show::Note(text.into())).await;
    }
}

/// Tells whether a text is what a note explains.
type Cue = fn(&str) -> bool;

/// What is explained when it is first seen, just before it.
const NOTES: &[(Cue, &str)] = &[
    (
        |text| text.starts_with("tournament new"),
        "The director drafts a tournament by private message. Nobody else sees it yet.",
    ),
    (
        words::registration_open,
        "Registration is open. A player is the registered nick, so everybody here has identified to NickServ.",
    ),
    (
        |text| text.starts_with("tournament close"),
        "Everybody is in. The director closes registration, and the bot pairs the first round.",
    ),
    (
        |text| text.contains(" is paired: "),
        "A director sees a round before it is published, and can change it (swap, pair, bye) or hold it.",
    ),
    (
        |text| words::pairings_announced(text) == Some(1),
        "The week begins. Each player is also told their own pairing in private; Ada's is shown here.",
    ),
    (
        |text| text.starts_with("!report"),
        "Games are played elsewhere; the bot is told the results. Two reports that agree are final at once.",
    ),
    (
        |text| text == "!present",
        "The check-in is open. Who has not played by then says so, or loses the point at the cutoff.",
    ),
    (
        |text| words::no_show(text).is_some(),
        "The cutoff: one was there and one was not. It stays provisional until the deadline.",
    ),
    (
        |text| text.contains(" reported by ") || text.contains("(reported by "),
        "The deadline: a single report that nobody contradicted counts as accurate.",
    ),
    (
        |text| words::ruling_wanted(text).is_some(),
        "Two reports contradict each other. The bot asks both what happened and tells the director, who decides.",
    ),
    (
        words::gives_time_back,
        "The bot's own absence costs nobody anything: cutoff and deadline move by what was lost.",
    ),
    (
        |text| words::final_standings(text).is_some(),
        "The last round is over.",
    ),
];

/// Explains what is seen for the first time.
#[derive(Debug, Default)]
pub struct Narrator {
    explained: [bool; NOTES.len()],
}

impl Narrator {
    /// What to say just before something is seen.
    pub fn note(&mut self, show: &Show) -> Option<Show> {
        let text = match show {
            Show::Said { text, .. } | Show::Told { text, .. } => text,
            Show::Happens(_) | Show::Note(_) => return None,
        };
        let at = NOTES.iter().position(|(cue, _)| cue(text))?;
        if std::mem::replace(&mut self.explained[at], true) {
            return None;
        }
        Some(Show::Note(NOTES[at].1.to_owned()))
    }
}
