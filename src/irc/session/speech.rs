//! What people say: which lines are for the bot, and how many of them it hears.

use super::Session;
use crate::irc::hygiene;
use crate::irc::identity::Waiting;
use crate::irc::line::{Line, Source};
use crate::irc::members::Kind;
use crate::irc::options::Limits;
use crate::irc::pacer::{Class, Parcel};
use crate::irc::splitting;
use crate::ports::{Place, Said};
use irc::proto::Command;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// CTCP questions answered in a minute, all people together.
const CTCP_PER_MINUTE: u32 = 3;

/// People told in a minute that the bot is busy.
const BUSY_PER_MINUTE: usize = 10;

/// The longest CTCP PING argument that is sent back.
const CTCP_ARGUMENT_MAX: usize = 64;

/// People whose commands are counted at once; beyond that, those are forgotten who gave none for a minute.
const COUNTED_MAX: usize = 2_000;

/// Services by the names they have everywhere: whoever bears one is never answered.
const SERVICES: [&str; 7] = [
    "NickServ", "MemoServ", "ChanServ", "OperServ", "HostServ", "BotServ", "Global",
];

const MINUTE: Duration = Duration::from_secs(60);

/// How many commands somebody gave.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Within the minute that began then.
    Heard { since: Instant, commands: u32 },
    /// Too many: not heard until then.
    Deaf { until: Instant },
}

/// Whether a line is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hearing {
    /// It is.
    Heard,
    /// This one was too many; its speaker is told.
    Enough,
    /// Not at the moment.
    Deaf,
}

/// Counts commands.
#[derive(Debug)]
pub(super) struct CommandLimits {
    per_minute: u32,
    deaf: Duration,
    counts: HashMap<String, Count>,
    ctcp_since: Option<Instant>,
    ctcp_answers: u32,
    /// Who was told that the bot is busy, since when.
    told_busy: HashMap<String, Instant>,
}

impl CommandLimits {
    pub(super) fn new(limits: &Limits) -> CommandLimits {
        CommandLimits {
            per_minute: limits.commands_per_minute,
            deaf: limits.deaf,
            counts: HashMap::new(),
            ctcp_since: None,
            ctcp_answers: 0,
            told_busy: HashMap::new(),
        }
    }

    /// A new nick does not wash anybody's slate.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        if let Some(count) = self.counts.remove(from) {
            self.counts.insert(to.to_owned(), count);
        }
    }

    fn hear(&mut self, folded: &str, now: Instant) -> Hearing {
        if self.per_minute == 0 {
            return Hearing::Heard;
        }
        if self.counts.len() >= COUNTED_MAX && !self.counts.contains_key(folded) {
            self.counts.retain(|_, count| match count {
                Count::Heard { since, .. } => now.duration_since(*since) < MINUTE,
                Count::Deaf { until } => now < *until,
            });
            if self.counts.len() >= COUNTED_MAX {
                return Hearing::Deaf;
            }
        }
        let fresh = Count::Heard {
            since: now,
            commands: 1,
        };
        let (count, hearing) = match self.counts.get(folded) {
            None => (fresh, Hearing::Heard),
            Some(Count::Heard { since, .. }) if now.duration_since(*since) >= MINUTE => {
                (fresh, Hearing::Heard)
            }
            Some(Count::Heard { since, commands }) if *commands < self.per_minute => (
                Count::Heard {
                    since: *since,
                    commands: commands + 1,
                },
                Hearing::Heard,
            ),
            Some(Count::Heard { .. }) => (
                Count::Deaf {
                    until: now + self.deaf,
                },
                Hearing::Enough,
            ),
            Some(Count::Deaf { until }) if now >= *until => (fresh, Hearing::Heard),
            Some(deaf @ Count::Deaf { .. }) => (*deaf, Hearing::Deaf),
        };
        self.counts.insert(folded.to_owned(), count);
        hearing
    }

    fn may_say_busy(&mut self, folded: String, now: Instant) -> bool {
        self.told_busy
            .retain(|_, at| now.duration_since(*at) < MINUTE);
        let may = self.told_busy.len() < BUSY_PER_MINUTE && !self.told_busy.contains_key(&folded);
        if may {
            self.told_busy.insert(folded, now);
        }
        may
    }

    fn may_answer_ctcp(&mut self, now: Instant) -> bool {
        if self
            .ctcp_since
            .is_none_or(|since| now.duration_since(since) >= MINUTE)
        {
            self.ctcp_since = Some(now);
            self.ctcp_answers = 0;
        }
        self.ctcp_answers += 1;
        self.ctcp_answers <= CTCP_PER_MINUTE
    }
}

impl Session {
    pub(super) fn on_privmsg(&mut self, line: &Line, target: &str, text: &str, now: Instant) {
        let Source::Full { nick, user, host } = line.source() else {
            // A server's own words, or nobody's.
            return;
        };
        let place = if self.is_channel(target) {
            Place::Channel
        } else if self.is_me(target) {
            Place::Private
        } else {
            return;
        };
        // With echo-message a server sends the bot its own lines.
        if self.is_me(nick) || self.is_service(nick) {
            return;
        }
        if let Some(ctcp) = text.strip_prefix('\x01') {
            if place == Place::Private {
                self.on_ctcp(nick, ctcp.trim_end_matches('\x01'), now);
            }
            return;
        }
        let text = hygiene::clean(text);
        let Some(words) = hygiene::addressed(&text, place, &self.nick) else {
            return;
        };
        let folded = self.fold(nick);
        if self
            .members
            .get(&folded)
            .is_some_and(|m| m.kind == Kind::Bot)
            || line.tag("bot").is_some()
        {
            return;
        }
        match self.limits.hear(&folded, now) {
            Hearing::Heard => {}
            Hearing::Deaf => return,
            Hearing::Enough => {
                log::warn!("{nick} gives too many commands and is not heard for a while");
                let words = self.options.limits.deaf_words.clone();
                if !words.is_empty() {
                    self.send_private(nick, &words);
                }
                return;
            }
        }
        let spoken = Waiting {
            nick: nick.to_owned(),
            mask: format!("{user}@{host}"),
            place,
            text: words.to_owned(),
            heard_at: now,
        };
        self.hear(line, spoken, now);
    }

    /// Too many lines wait for the desk, and this one was dropped: its speaker is told, once in a while.
    pub(crate) fn on_dropped(&mut self, said: &Said, now: Instant) {
        let nick = said.person.nick.as_str();
        let words = self.options.limits.busy_words.clone();
        let folded = self.fold(nick);
        if !words.is_empty() && self.limits.may_say_busy(folded, now) {
            self.send_private(nick, &words);
        }
    }

    /// NOTICEs are never acted on, except what services say while they are expected to.
    pub(super) fn on_notice(&mut self, source: Source<'_>, target: &str, text: &str, now: Instant) {
        if !self.is_me(target) {
            return;
        }
        if self.is_from_services(source, &self.options.dialect.memo_service) {
            let text = hygiene::clean(text);
            self.on_memo_answer(&text, now);
        } else if self.is_from_services(source, &self.options.dialect.nick_service)
            && self.options.dialect.refuses_login(text)
        {
            self.no_login(now, "they refuse the password");
        }
    }

    fn is_service(&self, nick: &str) -> bool {
        let dialect = &self.options.dialect;
        SERVICES.iter().any(|service| self.same(nick, service))
            || self.same(nick, &dialect.nick_service)
            || self.same(nick, &dialect.memo_service)
    }

    fn on_ctcp(&mut self, nick: &str, question: &str, now: Instant) {
        let (verb, argument) = question.split_once(' ').unwrap_or((question, ""));
        let answer = match verb {
            "VERSION" if !self.options.version.is_empty() => {
                format!("VERSION {}", self.options.version)
            }
            "PING" if argument.len() <= CTCP_ARGUMENT_MAX => format!("PING {argument}"),
            _ => return,
        };
        if !splitting::is_nick(nick) || !self.limits.may_answer_ctcp(now) {
            return;
        }
        let answer = format!("\x01{}\x01", splitting::safe(&answer));
        let text = String::from(&Command::NOTICE(nick.to_owned(), answer));
        let whom = self.fold(nick);
        self.send(Parcel::new(Class::Reply, text).to(whom));
    }
}
