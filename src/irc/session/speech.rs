//! What people say: which lines are for the bot. How many of them it hears is in `limits`.

use super::Session;
use super::limits::{Pasting, Verdict};
use crate::irc::hygiene;
use crate::irc::identity::{Proof, Waiting};
use crate::irc::line::{Line, Source};
use crate::irc::members::Kind;
use crate::irc::pacer::{Class, Parcel};
use crate::irc::splitting;
use crate::ports::{Hearing, Manner, Place, Said};
use irc::proto::Command;
use std::time::Instant;

/// The longest CTCP PING argument that is sent back.
const CTCP_ARGUMENT_MAX: usize = 64;

/// Services by the names they have everywhere: whoever bears one is never answered.
const SERVICES: [&str; 7] = [
    "NickServ", "MemoServ", "ChanServ", "OperServ", "HostServ", "BotServ", "Global",
];

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
        let (manner, pasting, before) = match self.limits.hear(&folded, (place, words), now) {
            Verdict::Heard {
                manner,
                pasting,
                before,
            } => (manner, pasting, before),
            Verdict::Deaf => return,
            Verdict::Enough => {
                log::warn!("{nick} says too much and is not heard for a while");
                let words = self.options.limits.deaf_words.clone();
                if !words.is_empty() {
                    self.send_private(nick, &words);
                }
                return;
            }
        };
        let needed = pasting == Pasting::UnderWay || (self.options.wants_identity)(words);
        let spoken = Waiting {
            nick: nick.to_owned(),
            mask: format!("{user}@{host}"),
            place,
            text: words.to_owned(),
            heard_at: now,
            hearing: Hearing {
                manner,
                before,
                end: line.end(),
            },
            proof: if needed { Proof::Wanted } else { Proof::Idle },
        };
        self.hear(line, spoken, now);
    }

    /// Too many lines wait for the desk, and this one was dropped: its speaker is told, once in a while.
    pub(crate) fn on_dropped(&mut self, said: &Said, now: Instant) {
        let nick = said.person.nick.as_str();
        let limits = &self.options.limits;
        let words = match said.hearing.manner {
            Manner::Talk => limits.busy_words.clone(),
            Manner::Moves => limits.lost_moves_words.clone(),
        };
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
