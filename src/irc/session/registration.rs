//! Becoming known to the server and to services: CAP, NICK, USER, SASL, the password, the nick.

use super::{Effect, Ending, Offer, Privacy, Session};
use crate::irc::dialect;
use crate::irc::line::Line;
use crate::irc::options::Timeouts;
use crate::ports::Event;
use crate::vocabulary::CaseMapping;
use std::time::{Duration, Instant};

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

/// Pauses between attempts to get the nick back: services need a moment, then patience.
const REGAIN_PAUSES_S: [u64; 4] = [2, 5, 15, 60];

/// Before the password is tried again where services did not answer.
const LOGIN_PAUSES_S: [u64; 3] = [60, 300, 900];

/// How far the conversation about capabilities is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caps {
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
enum Stage {
    /// The server has not welcomed the bot.
    Greeting { until: Instant },
    /// It has; the desk waits for how it folds names.
    Welcome,
    /// The desk knows.
    Told,
}

/// How far the bot is with services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Login {
    /// Not begun.
    Idle,
    /// The password is given, or waits for the nick.
    Asked { until: Instant },
    /// Services know the bot.
    Done,
    /// They did not answer; the bot goes on without.
    Without { retry_at: Instant, tries: usize },
}

/// Whether the bot has its nick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regain {
    /// It has.
    Ours,
    /// It will try again then.
    At { at: Instant, tries: usize },
}

/// Registration's state.
#[derive(Debug)]
pub(super) struct Registration {
    stage: Stage,
    caps: Caps,
    /// Capabilities offered in earlier lines of a long list.
    offered: Vec<String>,
    acked_sasl: Offer,
    nicks_tried: u32,
    login: Login,
    regain: Regain,
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
            let line = format!("PASS :{}", password.reveal());
            self.at_once(line);
        }
        self.at_once("CAP LS 302".to_owned());
        self.at_once(format!("NICK {}", self.nick));
        self.at_once(format!(
            "USER {} 0 * :{}",
            self.options.username, self.options.realname
        ));
    }

    pub(super) fn on_cap(&mut self, line: &Line<'_>, now: Instant) {
        match line.param(1) {
            "LS" => {
                let offered = line.last().split(' ').map(str::to_owned);
                self.registration.offered.extend(offered.take(100));
                self.registration.offered.truncate(200);
                if line.param(2) != "*" {
                    self.request_caps();
                }
            }
            "ACK" => {
                for name in line.last().split(' ') {
                    match name.strip_prefix('-') {
                        Some(name) => self.set_cap(name, Offer::Absent),
                        None => self.set_cap(name, Offer::InUse),
                    }
                }
                self.cap_answered(now);
            }
            "NAK" => self.cap_answered(now),
            "DEL" => {
                for name in line.last().split(' ') {
                    self.set_cap(name, Offer::Absent);
                }
            }
            "NEW" => {
                let wanted = wanted_of(line.last().split(' '));
                if !wanted.is_empty() {
                    self.at_once(format!("CAP REQ :{wanted}"));
                }
            }
            _ => {}
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
            self.at_once(format!("CAP REQ :{wanted}"));
            open += 1;
        }
        let plain = offered.iter().any(|offer| {
            let (name, value) = offer.split_once('=').unwrap_or((offer, "PLAIN"));
            name == "sasl" && value.split(',').any(|mechanism| mechanism == "PLAIN")
        });
        // Over a plain connection SASL would be no better than the command of services, and is not tried.
        if plain
            && self.privacy == Privacy::Encrypted
            && self.options.nickserv_password.is_some()
            && self.options.dialect.has_login()
        {
            self.at_once("CAP REQ :sasl".to_owned());
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
                self.at_once("AUTHENTICATE PLAIN".to_owned());
            }
            Caps::Requested { .. } => self.end_caps(),
            Caps::Asked | Caps::Sasl | Caps::Settled => {}
        }
    }

    fn end_caps(&mut self) {
        self.registration.caps = Caps::Settled;
        if !self.registration.is_welcome() {
            self.at_once("CAP END".to_owned());
        }
    }

    pub(super) fn on_authenticate(&mut self, line: &Line<'_>) {
        if line.param(0) != "+" || self.registration.caps != Caps::Sasl {
            return;
        }
        let Some(password) = &self.options.nickserv_password else {
            return;
        };
        let proof = format!("\0{}\0{}", self.options.nick, password.reveal());
        let encoded = base64(proof.as_bytes());
        for chunk in encoded.as_bytes().chunks(400) {
            // Base64 is ASCII, so any cut is between characters.
            let chunk = String::from_utf8_lossy(chunk);
            self.at_once(format!("AUTHENTICATE {chunk}"));
        }
        if encoded.len().is_multiple_of(400) {
            self.at_once("AUTHENTICATE +".to_owned());
        }
    }

    pub(super) fn on_sasl_numeric(&mut self, numeric: &str, line: &Line<'_>, now: Instant) {
        match numeric {
            "900" => self.on_identified(now),
            "901" => self.on_logged_out(now),
            "903" if self.registration.caps == Caps::Sasl => {
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

    pub(super) fn on_welcome(&mut self, line: &Line<'_>, now: Instant) {
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

    /// Gives the password, by a command of the server. Under another nick it waits until the nick is back.
    fn give_password(&mut self, now: Instant) {
        self.registration.login = Login::Asked {
            until: now + self.options.timeouts.login,
        };
        if self.is_me(&self.options.nick) {
            let dialect = &self.options.dialect;
            let password = self.options.nickserv_password.as_ref();
            let line = dialect::fill(&dialect.identify, &self.options.nick, password, "");
            self.control(line);
        }
    }

    pub(super) fn on_identified(&mut self, now: Instant) {
        if self.registration.is_identified() {
            return;
        }
        log::info!("identified to services");
        self.registration.login = Login::Done;
        if self.registration.is_welcome() && self.channel.is_waiting() {
            self.join(now);
        }
    }

    pub(super) fn on_logged_out(&mut self, now: Instant) {
        if self.registration.is_identified() {
            log::warn!("services no longer know the bot");
            self.registration.login = Login::Without {
                retry_at: now + Duration::from_secs(5),
                tries: 0,
            };
        }
    }

    /// `MODE Bot +r`: how services mark those who are identified for their nick.
    pub(super) fn on_mode(&mut self, line: &Line<'_>, now: Instant) {
        if !self.is_me(line.param(0)) {
            return;
        }
        let mut sign = '+';
        for c in line.param(1).chars() {
            match c {
                '+' | '-' => sign = c,
                'r' if sign == '+' => self.on_identified(now),
                'r' => self.on_logged_out(now),
                _ => {}
            }
        }
    }

    pub(super) fn on_isupport(&mut self, line: &Line<'_>) {
        for token in line.params() {
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
        self.at_once(format!("NICK {}", self.nick));
    }

    /// 437: services hold the nick, or it is not free yet after a split.
    pub(super) fn on_nick_held(&mut self, now: Instant) {
        if !self.registration.is_welcome() {
            self.on_nick_refused(now);
            return;
        }
        if let Some(password) = &self.options.nickserv_password
            && !self.options.dialect.release.is_empty()
        {
            let line = dialect::fill(
                &self.options.dialect.release,
                &self.options.nick,
                Some(password),
                "",
            );
            self.control(line);
        }
        self.regain_later(now);
    }

    fn regain_later(&mut self, now: Instant) {
        let tries = match self.registration.regain {
            Regain::At { tries, .. } => tries,
            Regain::Ours => return,
        };
        let pause = REGAIN_PAUSES_S[tries.min(REGAIN_PAUSES_S.len() - 1)];
        self.registration.regain = Regain::At {
            at: now + Duration::from_secs(pause),
            tries: tries + 1,
        };
    }

    /// Tries for the nick: services are asked to free it every fourth time, and then it is just taken.
    fn regain_time(&mut self, now: Instant) {
        let tries = match self.registration.regain {
            Regain::At { at, tries } if now >= at => tries,
            Regain::At { .. } | Regain::Ours => return,
        };
        match &self.options.nickserv_password {
            Some(password) if tries % 4 == 0 && self.options.dialect.has_login() => {
                let commands: Vec<String> = self
                    .options
                    .dialect
                    .regain
                    .iter()
                    .map(|command| dialect::fill(command, &self.options.nick, Some(password), ""))
                    .collect();
                for command in commands {
                    self.control(command);
                }
            }
            Some(_) | None => self.control(format!("NICK {}", self.options.nick)),
        }
        self.regain_later(now);
    }

    /// The bot's nick is another now, by its own wish or by force.
    pub(super) fn on_own_nick(&mut self, nick: &str, now: Instant) {
        log::info!("now known as {nick}");
        self.nick = nick.to_owned();
        if self.is_me(&self.options.nick) {
            self.registration.regain = Regain::Ours;
            if !self.registration.is_identified()
                && self.options.nickserv_password.is_some()
                && self.options.dialect.has_login()
            {
                self.give_password(now);
            }
        } else if self.registration.regain == Regain::Ours {
            // Services that renamed the bot just now would only do it again.
            self.registration.regain = Regain::At {
                at: now + Duration::from_secs(5),
                tries: 0,
            };
        }
    }

    /// Whoever had the bot's nick is gone from it.
    pub(super) fn on_nick_freed(&mut self, nick: &str, now: Instant) {
        if let Regain::At { tries, .. } = self.registration.regain
            && self.same(nick, &self.options.nick)
        {
            self.registration.regain = Regain::At {
                at: now,
                tries: tries.max(1),
            };
        }
    }

    /// 421: services' commands do not exist here.
    pub(super) fn on_unknown_command(&mut self, line: &Line<'_>, now: Instant) {
        let command = line.param(1);
        if command.eq_ignore_ascii_case("CAP") || command.is_empty() {
            return;
        }
        let identify = &self.options.dialect.identify;
        if identify
            .split(' ')
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case(command))
        {
            self.no_login(now, "this server knows no such command of services");
        }
        self.on_memo_command_unknown(command);
    }

    pub(super) fn no_login(&mut self, now: Instant, why: &str) {
        let tries = match self.registration.login {
            Login::Without { tries, .. } => tries + 1,
            Login::Asked { .. } => 0,
            Login::Idle | Login::Done => return,
        };
        log::warn!("not identified to services: {why}");
        let pause = LOGIN_PAUSES_S[tries.min(LOGIN_PAUSES_S.len() - 1)];
        self.registration.login = Login::Without {
            retry_at: now + Duration::from_secs(pause),
            tries,
        };
        if self.registration.is_welcome() && self.channel.is_waiting() {
            self.join(now);
        }
    }

    pub(super) fn registration_time(&mut self, now: Instant) {
        if let Stage::Greeting { until } = self.registration.stage
            && now >= until
        {
            self.effects
                .push(Effect::End(Ending::Silent { what: "welcome" }));
            return;
        }
        match self.registration.login {
            Login::Asked { until } if now >= until => {
                if self.registration.caps == Caps::Sasl {
                    self.registration.login = Login::Idle;
                    self.end_caps();
                } else {
                    self.no_login(now, "they did not answer in time");
                }
            }
            Login::Without { retry_at, tries } if now >= retry_at => {
                self.give_password(now);
                // The next silence waits longer than this one did.
                if let Login::Asked { until } = self.registration.login {
                    let pause = LOGIN_PAUSES_S[tries.min(LOGIN_PAUSES_S.len() - 1)];
                    self.registration.login = Login::Without {
                        retry_at: until + Duration::from_secs(pause),
                        tries: tries + 1,
                    };
                }
            }
            Login::Idle | Login::Asked { .. } | Login::Done | Login::Without { .. } => {}
        }
        self.regain_time(now);
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
