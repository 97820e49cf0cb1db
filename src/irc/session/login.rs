//! The bot's standing with services and its nick: giving the password, losing it, getting the nick back.

use super::registration::{Caps, Stage};
use super::{Effect, Ending, Session};
use crate::irc::dialect;
use crate::irc::line::Numeric;
use irc::proto::{Command, Mode, UserMode};
use std::time::{Duration, Instant};

/// Pauses between attempts to get the nick back: services need a moment, then patience.
const REGAIN_PAUSES_S: [u64; 4] = [2, 5, 15, 60];

/// Before the password is tried again where services did not answer.
const LOGIN_PAUSES_S: [u64; 3] = [60, 300, 900];

/// How far the bot is with services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Login {
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
pub(super) enum Regain {
    /// It has.
    Ours,
    /// It will try again then.
    At { at: Instant, tries: usize },
}

impl Session {
    /// Gives the password, by a command of the server. Under another nick it waits until the nick is back.
    pub(super) fn give_password(&mut self, now: Instant) {
        self.registration.login = Login::Asked {
            until: now + self.options.timeouts.login,
        };
        if self.is_me(&self.options.nick) {
            let dialect = &self.options.dialect;
            let password = self.options.nickserv_password.as_ref();
            let line = dialect::fill(&dialect.identify, &self.options.nick, password, "");
            self.control_text(line);
        }
    }

    pub(super) fn on_identified(&mut self, now: Instant) {
        if self.registration.is_identified() {
            return;
        }
        log::info!("identified to services");
        self.registration.login = Login::Done;
        if self.registration.is_welcome() && self.channel.needs_identity() {
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
    pub(super) fn on_mode(&mut self, nick: &str, modes: &[Mode<UserMode>], now: Instant) {
        if !self.is_me(nick) {
            return;
        }
        for mode in modes {
            // What RFC 2812 calls restricted is what networks with services call registered: +r.
            match mode {
                Mode::Plus(UserMode::Restricted, _) => self.on_identified(now),
                Mode::Minus(UserMode::Restricted, _) => self.on_logged_out(now),
                Mode::Plus(..) | Mode::Minus(..) | Mode::NoPrefix(_) => {}
            }
        }
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
            self.control_text(line);
        }
        self.regain_later(now);
    }

    pub(super) fn regain_later(&mut self, now: Instant) {
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
    pub(super) fn regain_time(&mut self, now: Instant) {
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
                    self.control_text(command);
                }
            }
            Some(_) | None => self.control(Command::NICK(self.options.nick.clone())),
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
    pub(super) fn on_unknown_command(&mut self, line: &Numeric<'_>, now: Instant) {
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
