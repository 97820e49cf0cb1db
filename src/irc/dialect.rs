//! How services are spoken to, as data: what differs between networks is words, not code.
//!
//! The wording of real DALnet's services is unknown (theirs is a closed program), so patterns are settings with presets.

use crate::vocabulary::Secret;

/// What services said about a memo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemoAnswer {
    /// They took it.
    Sent,
    /// They never will.
    Refused,
    /// They may later.
    Later,
    /// Nothing about a memo.
    Unrelated,
}

/// Services' names, commands and answers. In commands `{nick}`, `{password}` and `{text}` stand for their values; patterns
/// are looked for in the answer without regard to case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The command that gives the password of the nick the bot has; empty where there are no services. It must be a command of the
    /// server, never a message to a nick: anybody may have taken that nick while services are away.
    pub identify: String,
    /// The commands that free the bot's nick from whoever holds it.
    pub regain: Vec<String>,
    /// The command that gives up services' own hold on the nick (437).
    pub release: String,
    /// The command that leaves a memo; empty where there is no memo service.
    pub memo: String,
    /// The nick of the service for nicks.
    pub nick_service: String,
    /// The nick of the service for memos.
    pub memo_service: String,
    /// What the `user@host` of services looks like; `*` stands for anything.
    pub services_mask: String,
    /// Answers that mean the password is of no use.
    pub login_refused: Vec<String>,
    /// Answers that mean the memo was taken.
    pub memo_sent: Vec<String>,
    /// Answers that mean this memo never will be.
    pub memo_refused: Vec<String>,
    /// Answers that mean it may be later.
    pub memo_later: Vec<String>,
}

impl Dialect {
    /// A network without services.
    pub fn none() -> Dialect {
        Dialect {
            identify: String::new(),
            regain: Vec::new(),
            release: String::new(),
            memo: String::new(),
            nick_service: "NickServ".to_owned(),
            memo_service: "MemoServ".to_owned(),
            services_mask: String::new(),
            login_refused: Vec::new(),
            memo_sent: Vec::new(),
            memo_refused: Vec::new(),
            memo_later: Vec::new(),
        }
    }

    /// DALnet.
    pub fn dalnet() -> Dialect {
        Dialect {
            regain: list(&["NICKSERV GHOST {nick} {password}"]),
            release: "NICKSERV RELEASE {nick} {password}".to_owned(),
            services_mask: "service@dal.net".to_owned(),
            memo_sent: list(&["memo sent", "memo has been sent", "has been recorded"]),
            memo_refused: list(&[
                "not registered",
                "isn't registered",
                "no memos",
                "too many memos",
                "memo limit",
                "memobox is full",
                "too long",
            ]),
            memo_later: list(&["please wait", "try again", "identify", "offline"]),
            ..Dialect::common()
        }
    }

    /// A network with Anope.
    pub fn anope() -> Dialect {
        Dialect {
            regain: list(&["NICKSERV RECOVER {nick} {password}"]),
            release: "NICKSERV RELEASE {nick} {password}".to_owned(),
            memo_sent: list(&["memo sent to", "has been recorded"]),
            memo_refused: list(&[
                "isn't registered",
                "not a registered",
                "has too many memos",
                "cannot receive memos",
                "is forbidden",
                "disabled",
            ]),
            memo_later: list(&["please wait", "must be identified", "identify", "read-only"]),
            ..Dialect::common()
        }
    }

    /// A network with Atheme.
    pub fn atheme() -> Dialect {
        Dialect {
            regain: list(&["NICKSERV GHOST {nick} {password}"]),
            release: "NICKSERV RELEASE {nick} {password}".to_owned(),
            memo_sent: list(&["successfully sent"]),
            memo_refused: list(&[
                "not registered",
                "isn't registered",
                "inbox is full",
                "is full",
                "does not wish",
                "too long",
                "cannot send",
            ]),
            memo_later: list(&["please wait", "too many", "not logged in", "rate"]),
            ..Dialect::common()
        }
    }

    /// A preset by its name in the settings.
    pub fn named(name: &str) -> Option<Dialect> {
        match name {
            "none" => Some(Dialect::none()),
            "dalnet" => Some(Dialect::dalnet()),
            "anope" => Some(Dialect::anope()),
            "atheme" => Some(Dialect::atheme()),
            _ => None,
        }
    }

    fn common() -> Dialect {
        Dialect {
            identify: "NICKSERV IDENTIFY {password}".to_owned(),
            memo: "MEMOSERV SEND {nick} {text}".to_owned(),
            services_mask: "services@services.*".to_owned(),
            login_refused: list(&["incorrect", "invalid", "isn't registered", "not registered"]),
            ..Dialect::none()
        }
    }

    /// Whether there are services to identify to.
    pub(crate) fn has_login(&self) -> bool {
        !self.identify.is_empty()
    }

    /// Whether memos can be left.
    pub(crate) fn has_memos(&self) -> bool {
        !self.memo.is_empty()
    }

    /// What an answer of the memo service means. A refusal is looked for first: it may quote the words of success.
    pub(crate) fn read_memo_answer(&self, text: &str) -> MemoAnswer {
        if matches_any(&self.memo_refused, text) {
            MemoAnswer::Refused
        } else if matches_any(&self.memo_later, text) {
            MemoAnswer::Later
        } else if matches_any(&self.memo_sent, text) {
            MemoAnswer::Sent
        } else {
            MemoAnswer::Unrelated
        }
    }

    /// Whether an answer of the nick service means that the bot will not be identified.
    pub(crate) fn refuses_login(&self, text: &str) -> bool {
        matches_any(&self.login_refused, text)
    }

    /// Whether a line's `user@host` is services'.
    pub(crate) fn is_services(&self, mask: &str) -> bool {
        !self.services_mask.is_empty()
            && matches_wild(
                self.services_mask.to_ascii_lowercase().as_bytes(),
                mask.to_ascii_lowercase().as_bytes(),
            )
    }
}

/// Whether one of the patterns is in a text, in whatever case.
fn matches_any(patterns: &[String], text: &str) -> bool {
    let text = text.to_lowercase();
    patterns
        .iter()
        .any(|pattern| text.contains(&pattern.to_lowercase()))
}

/// Fills a command in.
pub(crate) fn fill(command: &str, nick: &str, password: Option<&Secret>, text: &str) -> String {
    let mut filled = String::with_capacity(command.len() + text.len() + 32);
    let mut rest = command;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        rest = &rest[open..];
        let (value, length) = if rest.starts_with("{nick}") {
            (nick, "{nick}".len())
        } else if rest.starts_with("{password}") {
            (password.map_or("", Secret::reveal), "{password}".len())
        } else if rest.starts_with("{text}") {
            (text, "{text}".len())
        } else {
            ("{", 1)
        };
        filled.push_str(value);
        rest = &rest[length..];
    }
    filled.push_str(rest);
    filled
}

fn list(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Whether a text matches a pattern with `*` in it.
fn matches_wild(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            retry = Some((p + 1, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) {
            p += 1;
            t += 1;
        } else if let Some((after_star, from)) = retry {
            retry = Some((after_star, from + 1));
            p = after_star;
            t = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|b| *b == b'*')
}
