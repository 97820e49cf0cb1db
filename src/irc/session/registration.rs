//! Becoming known to the server: CAP, NICK, USER, SASL, and what the welcome says.

use super::login::{Login, Regain};
use super::{Effect, Ending, Offer, Privacy, Session};
use crate::irc::line::Numeric;
use crate::irc::options::{Sasl, Timeouts};
use crate::ports::Event;
use crate::vocabulary::CaseMapping;
use irc::proto::{CapSubCommand, Command};
use std::time::Instant;

/// What the bot has a use for, when the server offers it.
const CAPS_WANTED: [&str; 5] = [
    "account-notify",
    "account-tag",
    "batch",
    "chghost",
    "extended-join",
];

/// Nicks tried when the wanted one is taken.
const NICKS_TRIED_MAX: u32 = 6;

/// How far the conversation about capabilities is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caps {
    /// Asked; servers without CAP never answer.
    Asked,
    /// So many requests are unanswered.
    Requested { open: u8 },
    /// The password is being given.
    Sasl,
    /// Over.
    Settled,
}

/// How far the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The server has not welcomed the bot.
    Greeting { until: Instant },
    /// It has; the desk waits for how it folds names.
    Welcome,
    /// The desk knows.
    Told,
}

/// Registration's state.
#[derive(Debug)]
pub(super) struct Registration {
    pub(super) stage: Stage,
    pub(super) caps: Caps,
    /// Capabilities offered in earlier lines of a long list.
    offered: Vec<String>,
    acked_sasl: Offer,
    nicks_tried: u32,
    pub(super) login: Login,
    pub(super) regain: Regain,
}

impl Registration {
    pub(super) fn new(now: Instant, timeouts: &Timeouts) -> Registration {
        Registration {
            stage: Stage::Greeting {
                until: now + timeouts.welcome,
            },
            caps: Caps::Asked,
            offered: Vec::new(),
            acked_sasl: Offer::Absent,
            nicks_tried: 0,
            login: Login::Idle,
            regain: Regain::Ours,
        }
    }

    pub(super) fn is_welcome(&self) -> bool {
        match self.stage {
            Stage::Greeting { .. } => false,
            Stage::Welcome | Stage::Told => true,
        }
    }

    pub(super) fn is_told(&self) -> bool {
        self.stage == Stage::Told
    }

    pub(super) fn is_identified(&self) -> bool {
        self.login == Login::Done
    }

    pub(super) fn next_time(&self) -> Option<Instant> {
        let stage = match self.stage {
            Stage::Greeting { until } => Some(until),
            Stage::Welcome | Stage::Told => None,
        };
        let login = match self.login {
            Login::Asked { until } => Some(until),
            Login::Without { retry_at, .. } => Some(retry_at),
            Login::Idle | Login::Done => None,
        };
        let regain = match self.regain {
            Regain::At { at, .. } => Some(at),
            Regain::Ours => None,
        };
        [stage, login, regain].into_iter().flatten().min()
    }
}

impl Session {
    /// Everything at once: a server without CAP answers nothing to it, and must not be waited for.
    pub(super) fn register(&mut self) {
        if let Some(password) = &self.options.server_password {
            let password = password.reveal().to_owned();
            self.at_once(Command::PASS(password));
        }
        self.cap(CapSubCommand::LS, Some("302"));
        self.at_once(Command::NICK(self.nick.clone()));
        let (username, realname) = (&self.options.username, &self.options.realname);
        let user = Command::USER(username.clone(), "0".to_owned(), realname.clone());
        self.at_once(user);
    }

    fn cap(&mut self, verb: CapSubCommand, what: Option<&str>) {
        let what = what.map(str::to_owned);
        self.at_once(Command::CAP(None, verb, None, what));
    }

    /// The last word is the list; with another before it, more of the list is to come.
    pub(super) fn on_cap(
        &mut self,
        verb: CapSubCommand,
        first: Option<&str>,
        second: Option<&str>,
        now: Instant,
    ) {
        let names = second.or(first).unwrap_or("");
        match verb {
            CapSubCommand::LS => {
                let offered = names.split(' ').map(str::to_owned);
                self.registration.offered.extend(offered.take(100));
                self.registration.offered.truncate(200);
                if second.is_none() {
                    self.request_caps();
                }
            }
            CapSubCommand::ACK => {
                for name in names.split(' ') {
                    match name.strip_prefix('-') {
                        Some(name) => self.set_cap(name, Offer::Absent),
                        None => self.set_cap(name, Offer::InUse),
                    }
                }
                self.cap_answered(now);
            }
            CapSubCommand::NAK => self.cap_answered(now),
            CapSubCommand::DEL => {
                for name in names.split(' ') {
                    self.set_cap(name, Offer::Absent);
                }
            }
            CapSubCommand::NEW => {
                let wanted = wanted_of(names.split(' '));
                if !wanted.is_empty() {
                    self.cap(CapSubCommand::REQ, Some(&wanted));
                }
            }
            CapSubCommand::LIST | CapSubCommand::REQ | CapSubCommand::END => {}
        }
    }

    /// SASL stands in a request of its own: a server whose services are away refuses it, and the rest with it.
    fn request_caps(&mut self) {
        if self.registration.caps != Caps::Asked {
            return;
        }
        let offered = std::mem::take(&mut self.registration.offered);
        let wanted = wanted_of(offered.iter().map(String::as_str));
        let mut open = 0;
        if !wanted.is_empty() {
            self.cap(CapSubCommand::REQ, Some(&wanted));
            open += 1;
        }
        let plain = offered.iter().any(|offer| {
            let (name, value) = offer.split_once('=').unwrap_or((offer, "PLAIN"));
            name == "sasl" && value.split(',').any(|mechanism| mechanism == "PLAIN")
        });
        let allowed = match self.options.sasl {
            Sasl::Off => false,
            Sasl::OverTls => self.privacy == Privacy::Encrypted,
            Sasl::Always => true,
        };
        if plain
            && allowed
            && self.options.nickserv_password.is_some()
            && self.options.dialect.has_login()
        {
            self.cap(CapSubCommand::REQ, Some("sasl"));
            open += 1;
        }
        if open == 0 {
            self.end_caps();
        } else {
            self.registration.caps = Caps::Requested { open };
        }
    }

    fn set_cap(&mut self, name: &str, offer: Offer) {
        match name {
            "account-tag" => self.network.account_tag = offer,
            "account-notify" => self.network.account_notify = offer,
            "extended-join" => self.network.extended_join = offer,
            "sasl" => self.registration.acked_sasl = offer,
            _ => {}
        }
    }

    fn cap_answered(&mut self, now: Instant) {
        match self.registration.caps {
            Caps::Requested { open: 2.. } => {
                self.registration.caps = Caps::Requested { open: 1 };
            }
            Caps::Requested { .. } if self.registration.acked_sasl == Offer::InUse => {
                self.registration.caps = Caps::Sasl;
                self.registration.login = Login::Asked {
                    until: now + self.options.timeouts.login,
                };
                self.at_once(Command::AUTHENTICATE("PLAIN".to_owned()));
            }
            Caps::Requested { .. } => self.end_caps(),
            Caps::Asked | Caps::Sasl | Caps::Settled => {}
        }
    }

    pub(super) fn end_caps(&mut self) {
        self.registration.caps = Caps::Settled;
        if !self.registration.is_welcome() {
            self.cap(CapSubCommand::END, None);
        }
    }

    pub(super) fn on_authenticate(&mut self, prompt: &str) {
        if prompt != "+" || self.registration.caps != Caps::Sasl {
            return;
        }
        let Some(password) = &self.options.nickserv_password else {
            return;
        };
        let proof = format!("\0{}\0{}", self.options.nick, password.reveal());
        let encoded = base64(proof.as_bytes());
        for chunk in encoded.as_bytes().chunks(400) {
            // Base64 is ASCII, so any cut is between characters.
            let chunk = String::from_utf8_lossy(chunk).into_owned();
            self.at_once(Command::AUTHENTICATE(chunk));
        }
        if encoded.len().is_multiple_of(400) {
            self.at_once(Command::AUTHENTICATE("+".to_owned()));
        }
    }

    pub(super) fn on_sasl_numeric(&mut self, line: &Numeric<'_>, now: Instant) {
        match line.number {
            900 => self.on_identified(now),
            901 => self.on_logged_out(now),
            903 if self.registration.caps == Caps::Sasl => {
                self.on_identified(now);
                self.end_caps();
            }
            // 902, 904, 905, 906, 908: refused. The command of services is tried after the welcome.
            _ if self.registration.caps == Caps::Sasl => {
                log::warn!("SASL was refused: {}", line.last());
                self.registration.login = Login::Idle;
                self.end_caps();
            }
            _ => {}
        }
    }

    pub(super) fn on_welcome(&mut self, line: &Numeric<'_>, now: Instant) {
        if self.registration.is_welcome() {
            return;
        }
        self.registration.stage = Stage::Welcome;
        self.registration.caps = Caps::Settled;
        self.nick = line.param(0).to_owned();
        log::info!("welcome as {}", self.nick);
        if !self.is_me(&self.options.nick) {
            self.registration.regain = Regain::At { at: now, tries: 0 };
        }
        let has_password =
            self.options.nickserv_password.is_some() && self.options.dialect.has_login();
        if !has_password || self.registration.is_identified() {
            self.join(now);
        } else {
            self.give_password(now);
        }
        self.regain_time(now);
    }

    pub(super) fn on_isupport(&mut self, line: &Numeric<'_>) {
        // The crate leaves a space behind the fourteenth parameter, and hands on what follows it as one.
        for token in line.params().flat_map(|param| param.split(' ')) {
            let (key, value) = token.split_once('=').unwrap_or((token, ""));
            match key {
                "CASEMAPPING" if !self.registration.is_told() => {
                    self.network.casemapping = CaseMapping::from_token(value).unwrap_or_default();
                    self.tell_connected();
                }
                "WHOX" => self.network.whox = Offer::InUse,
                "BOT" => self.network.bot_mode = value.chars().next(),
                _ => {}
            }
        }
    }

    /// The desk is told once the server can say nothing more of how it folds names before it matters.
    pub(super) fn tell_connected(&mut self) {
        if self.registration.stage == Stage::Welcome {
            self.registration.stage = Stage::Told;
            self.tell(Event::Connected {
                casemapping: self.network.casemapping,
                nick: self.nick.clone(),
            });
        }
    }

    /// 433 and its like: before the welcome another nick is tried, always made from the wanted one; after it, the bot was
    /// only trying to get its own back.
    pub(super) fn on_nick_refused(&mut self, now: Instant) {
        if self.registration.is_welcome() {
            self.regain_later(now);
            return;
        }
        self.registration.nicks_tried += 1;
        let tried = self.registration.nicks_tried;
        if tried > NICKS_TRIED_MAX {
            self.effects.push(Effect::End(Ending::Broken {
                reason: "the server takes none of the bot's nicks".to_owned(),
            }));
            return;
        }
        // Nine characters are what the oldest servers keep of a nick, so the difference must come early.
        let stem: String = self.options.nick.chars().take(28).collect();
        self.nick = match tried {
            1 => format!("{stem}_"),
            2 => format!("{stem}__"),
            _ => {
                let short: String = stem.chars().take(7).collect();
                format!("{short}{tried}_")
            }
        };
        self.at_once(Command::NICK(self.nick.clone()));
    }
}

/// The offered capabilities that the bot wants, with spaces between.
fn wanted_of<'a>(offered: impl Iterator<Item = &'a str>) -> String {
    let mut wanted: Vec<&str> = offered
        .map(|offer| offer.split_once('=').map_or(offer, |(name, _)| name))
        .filter(|name| CAPS_WANTED.contains(name))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted.join(" ")
}

/// RFC 4648's base64, for the one place that needs it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_u32, |group, byte| group << 8 | u32::from(*byte));
        for place in 0..4 {
            let digit = (group >> (18 - 6 * place)) & 63;
            text.push(if place <= chunk.len() {
                char::from(DIGITS[digit as usize])
            } else {
                '='
            });
        }
    }
    text
}
