//! Getting onto the channel and staying there, with patience.

use super::{Offer, Session};
use crate::irc::line::Numeric;
use crate::irc::members::Member;
use crate::irc::pacer::{Class, Parcel};
use crate::ports::{Event, Person};
use crate::vocabulary::Span;
use irc::proto::Command;
use std::time::{Duration, Instant};

/// Pauses between attempts to join, the last one for ever.
const JOIN_PAUSES_S: [u64; 3] = [15, 60, 300];

/// How long the server may take to let the bot in or say why not.
const JOIN_ANSWER: Duration = Duration::from_secs(30);

/// A kick within this time of the last one means that somebody does not want the bot now.
const KICK_MEMORY: Duration = Duration::from_secs(600);

/// The number that marks the answers to the bot's own WHOX.
const WHOX_TOKEN: &str = "101";

/// Where the bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Services come first.
    Waiting,
    /// JOIN is sent.
    Asked { until: Instant, tries: usize },
    /// It will be sent again.
    Again {
        at: Instant,
        tries: usize,
        obstacle: Obstacle,
    },
    /// The server let the bot in and is naming who is there.
    Naming,
    /// All are named, and the desk knows.
    Entered,
}

/// What keeps the bot off the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    /// It is for those known to services (477).
    Identity,
    /// Something that only time can change.
    Other,
}

/// The channel's state.
#[derive(Debug)]
pub(super) struct Channel {
    state: State,
    kicked_at: Option<Instant>,
}

impl Channel {
    pub(super) fn new() -> Channel {
        Channel {
            state: State::Waiting,
            kicked_at: None,
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.state == State::Waiting
    }

    /// Whether the bot would be let in if services knew it.
    pub(super) fn needs_identity(&self) -> bool {
        match self.state {
            State::Waiting => true,
            State::Again { obstacle, .. } => obstacle == Obstacle::Identity,
            State::Asked { .. } | State::Naming | State::Entered => false,
        }
    }

    pub(super) fn is_entered(&self) -> bool {
        self.state == State::Entered
    }

    /// Whether the bot is in, named or not.
    pub(super) fn is_in(&self) -> bool {
        match self.state {
            State::Naming | State::Entered => true,
            State::Waiting | State::Asked { .. } | State::Again { .. } => false,
        }
    }

    pub(super) fn next_time(&self) -> Option<Instant> {
        match self.state {
            State::Asked { until, .. } => Some(until),
            State::Again { at, .. } => Some(at),
            State::Waiting | State::Naming | State::Entered => None,
        }
    }

    fn tries(&self) -> usize {
        match self.state {
            State::Asked { tries, .. } | State::Again { tries, .. } => tries,
            State::Waiting | State::Naming | State::Entered => 0,
        }
    }
}

impl Session {
    pub(super) fn join(&mut self, now: Instant) {
        let key = self.options.channel_key.as_ref();
        let key = key.map(|key| key.reveal().to_owned());
        let join = Command::JOIN(self.options.channel.clone(), key, None);
        self.channel.state = State::Asked {
            until: now + JOIN_ANSWER,
            tries: self.channel.tries(),
        };
        self.control(join);
    }

    pub(super) fn channel_time(&mut self, now: Instant) {
        match self.channel.state {
            State::Asked { until, .. } if now >= until => {
                self.join_later("no answer", Obstacle::Other, now);
            }
            State::Again { at, .. } if now >= at => self.join(now),
            State::Waiting
            | State::Asked { .. }
            | State::Again { .. }
            | State::Naming
            | State::Entered => {}
        }
    }

    /// A numeric that says why the channel stays closed. The same numerics are about other things too, so the name is looked at.
    pub(super) fn on_join_refused(&mut self, line: &Numeric<'_>, now: Instant) {
        if self.is_channel(line.param(1)) && !self.channel.is_in() {
            let obstacle = match line.number {
                477 => Obstacle::Identity,
                _ => Obstacle::Other,
            };
            self.join_later(line.last(), obstacle, now);
        }
    }

    fn join_later(&mut self, why: &str, obstacle: Obstacle, now: Instant) {
        let tries = match self.channel.state {
            State::Asked { tries, .. } => tries,
            // A second reason for the same attempt.
            State::Waiting | State::Again { .. } | State::Naming | State::Entered => return,
        };
        if tries < JOIN_PAUSES_S.len() {
            log::warn!("cannot join {}: {why}", self.options.channel);
        }
        let pause = JOIN_PAUSES_S[tries.min(JOIN_PAUSES_S.len() - 1)];
        self.channel.state = State::Again {
            at: now + Duration::from_secs(pause),
            tries: tries + 1,
            obstacle,
        };
    }

    /// The server let the bot in.
    pub(super) fn on_own_join(&mut self, channel: &str) {
        if !self.is_channel(channel) {
            log::warn!("the server put the bot on another channel");
            return;
        }
        self.tell_connected();
        self.members.clear();
        self.split.clear();
        self.channel.state = State::Naming;
    }

    /// 353: some of those who are there, with their marks, and with `user@host` where the server sends it.
    pub(super) fn on_names(&mut self, line: &Numeric<'_>, _now: Instant) {
        if !self.is_channel(line.param(2)) || self.channel.state != State::Naming {
            return;
        }
        for name in line.last().split(' ') {
            let name = name.trim_start_matches(['~', '&', '@', '%', '+', '!', '*']);
            let (nick, mask) = match name.split_once('!') {
                Some((nick, mask)) => (nick, Some(mask.to_owned())),
                None => (name, None),
            };
            if !nick.is_empty() && !self.is_me(nick) {
                let folded = self.fold(nick);
                self.members.admit(folded, Member::new(nick, mask));
            }
        }
    }

    /// 366: that was everybody.
    pub(super) fn on_names_end(&mut self, line: &Numeric<'_>, now: Instant) {
        if !self.is_channel(line.param(1)) || self.channel.state != State::Naming {
            return;
        }
        self.channel.state = State::Entered;
        let casemapping = self.network.casemapping;
        let members: Vec<Person> = self
            .members
            .sorted()
            .into_iter()
            .map(|member| member.tell(casemapping, now))
            .collect();
        log::info!("on {} with {} others", self.options.channel, members.len());
        self.tell(Event::Entered { members });
        // What others see of the bot decides how long its lines may be.
        let userhost = Command::USERHOST(vec![self.nick.clone()]);
        self.send(Parcel::new(Class::Background, String::from(&userhost)));
        if self.options.dialect.has_login() {
            self.ask_for_services(Class::Background);
        }
        match self.network.whox {
            Offer::InUse => {
                // The crate's own WHO knows no fields.
                let fields = format!("%tcuhnaf,{WHOX_TOKEN}");
                let channel = self.options.channel.clone();
                let text = String::from(&Command::Raw("WHO".to_owned(), vec![channel, fields]));
                self.send(Parcel::new(Class::Background, text));
            }
            Offer::Absent => {
                for folded in self.members.unknown() {
                    self.checks.ask_lazily(folded);
                }
            }
        }
    }

    /// 354: one person, in the order of the question: token, channel, user, host, nick, flags, account.
    pub(super) fn on_whox(&mut self, line: &Numeric<'_>, now: Instant) {
        let params: Vec<&str> = line.params().collect();
        let [_, WHOX_TOKEN, channel, user, host, nick, flags, account] = params[..] else {
            return;
        };
        if !self.is_channel(channel) || self.is_me(nick) {
            return;
        }
        let folded = self.fold(nick);
        let is_bot = self
            .network
            .bot_mode
            .is_some_and(|letter| flags.contains(letter));
        self.learn_mask(&folded, &format!("{user}@{host}"), is_bot);
        self.learn_account(&folded, account, now);
    }

    /// The bot is off the channel, and comes back after a while; longer after a second kick.
    pub(super) fn on_removed(&mut self, reason: &str, now: Instant) {
        if !self.channel.is_in() {
            return;
        }
        let timeouts = self.options.timeouts;
        let again = self
            .channel
            .kicked_at
            .is_some_and(|at| now.duration_since(at) < KICK_MEMORY);
        let pause = if again {
            timeouts.rejoin_again
        } else {
            timeouts.rejoin
        };
        log::warn!("off {}: {reason}", self.options.channel);
        self.channel.kicked_at = Some(now);
        self.channel.state = State::Again {
            at: now + pause,
            tries: 0,
            obstacle: Obstacle::Other,
        };
        self.members.clear();
        self.split.clear();
        self.line_offer = super::RouteOffer::Unsaid;
        self.memo_offer = super::RouteOffer::Unsaid;
        self.tell(Event::Lost {
            reason: reason.to_owned(),
            silent_for: Span::ZERO,
        });
    }
}
