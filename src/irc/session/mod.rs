//! One connection as a state machine: lines and time go in, effects come out. No socket and no clock here.
//!
//! Registration is in `registration`, the bot's nick and password in `login`, the channel in `channel`, the people on it in
//! `people`, who they are in `checking`, what they say in `speech`, how much of it is heard in `limits`, what the desk says in
//! `sending`, memos in `memos`.

mod channel;
mod checking;
mod limits;
mod login;
mod memos;
mod people;
mod registration;
mod sending;
mod speech;

use super::identity::Checks;
use super::line::{Line, Numeric, Source};
use super::members::Members;
use super::options::Options;
use super::pacer::{Class, Parcel, Receipt};
use super::split::SplitWatch;
use super::splitting;
use crate::ports::{Delivery, Event, NoticeId, Route};
use crate::vocabulary::{CaseMapping, Span};
use irc::proto::Command;
use std::sync::Arc;
use std::time::Instant;

/// Whether others can read the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Privacy {
    /// They can.
    Plain,
    /// They cannot.
    Encrypted,
}

/// Why a connection is to end, or ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The desk asked for it.
    Quit,
    /// The server closed it, or it broke.
    Broken { reason: String },
    /// The server said why.
    Expelled { words: String },
    /// The server did not answer.
    Silent { what: &'static str },
    /// No connection came about.
    Unreachable { reason: String },
    /// More happened than the desk could take: a new connection gives a new picture.
    Overwhelmed,
}

/// What the session wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Send this line now, before anything that waits.
    AtOnce(String),
    /// Send this line in its turn.
    Send(Parcel),
    /// The server takes no private lines to new people until then.
    HoldPeople { whom: String, until: Instant },
    /// The server threw away an answer to this person.
    Resend { whom: String },
    /// Tell the desk.
    Tell(Event),
    /// End the connection.
    End(Ending),
}

/// What the server can do, by CAP and by 005.
#[derive(Clone, Copy, Debug, Default)]
struct Network {
    casemapping: CaseMapping,
    /// `account-tag`: each line says who it is from.
    account_tag: Offer,
    /// `account-notify`: changes are told.
    account_notify: Offer,
    /// `extended-join`: those who come say who they are.
    extended_join: Offer,
    /// Whether ISON shows services while they are there, so that not seeing them means something.
    services_shown: Offer,
    /// WHOX: one question for the whole channel.
    whox: Offer,
    /// The letter of the user mode that marks bots.
    bot_mode: Option<char>,
}

/// Whether something is in use on this connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Offer {
    /// It is not.
    #[default]
    Absent,
    /// It is.
    InUse,
}

/// The state of one connection.
pub(crate) struct Session {
    options: Arc<Options>,
    privacy: Privacy,
    network: Network,
    /// The bot's nick as the server has it.
    nick: String,
    /// The length of the bot's `user@host` as others see it.
    mask_bytes: usize,
    registration: registration::Registration,
    channel: channel::Channel,
    members: Members,
    checks: Checks,
    split: SplitWatch,
    /// References of open netsplit batches.
    split_batches: Vec<String>,
    memos: memos::Memos,
    limits: limits::SpeechLimits,
    recent_notices: sending::RecentNotices,
    /// Whether the desk holds an unused offer to send a durable line.
    line_offer: RouteOffer,
    memo_offer: RouteOffer,
    effects: Vec<Effect>,
}

/// Whether the desk was told that a route is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RouteOffer {
    /// Not since it last used it.
    Unsaid,
    /// It was, and has not used it.
    Said,
}

impl Session {
    /// A session for a fresh connection; it begins with the lines of registration.
    pub(crate) fn new(options: Arc<Options>, privacy: Privacy, now: Instant) -> Session {
        let timeouts = options.timeouts;
        let mut session = Session {
            nick: options.nick.clone(),
            mask_bytes: splitting::MASK_BYTES_GUESSED,
            network: Network::default(),
            registration: registration::Registration::new(now, &timeouts),
            channel: channel::Channel::new(),
            members: Members::default(),
            checks: Checks::new(timeouts.whois),
            split: SplitWatch::new(timeouts.split_settle, timeouts.split),
            split_batches: Vec::new(),
            memos: memos::Memos::new(now),
            limits: limits::SpeechLimits::new(&options.limits),
            recent_notices: sending::RecentNotices::default(),
            line_offer: RouteOffer::Unsaid,
            memo_offer: RouteOffer::Unsaid,
            effects: Vec::new(),
            privacy,
            options,
        };
        session.register();
        session
    }

    /// Takes the effects that came up, in order.
    pub(crate) fn effects(&mut self) -> std::vec::Drain<'_, Effect> {
        self.effects.drain(..)
    }

    /// A line came from the server.
    pub(crate) fn on_line(&mut self, line: &Line, now: Instant) {
        if let Some(numeric) = line.numeric() {
            self.on_numeric(&numeric, now);
            return;
        }
        let source = line.source();
        match line.command() {
            Command::PRIVMSG(target, text) => self.on_privmsg(line, target, text, now),
            Command::PING(token, _) => self.at_once(Command::PONG(token.clone(), None)),
            Command::JOIN(channel, account, _) => {
                self.on_join(source, channel, account.as_deref().unwrap_or(""), now);
            }
            Command::PART(channel, _) => self.on_part(source, channel, now),
            Command::QUIT(words) => self.on_quit(line, words.as_deref().unwrap_or(""), now),
            Command::KICK(channel, victim, words) => {
                self.on_kick(source, channel, victim, words.as_deref().unwrap_or(""), now);
            }
            Command::NICK(nick) => self.on_nick(source, nick, now),
            Command::ACCOUNT(account) => self.on_account(source, account, now),
            Command::CHGHOST(user, host) => self.on_chghost(source, user, host),
            Command::NOTICE(target, text) => self.on_notice(source, target, text, now),
            Command::UserMODE(nick, modes) => self.on_mode(nick, modes, now),
            Command::CAP(_, verb, first, second) => {
                self.on_cap(*verb, first.as_deref(), second.as_deref(), now);
            }
            Command::AUTHENTICATE(prompt) => self.on_authenticate(prompt),
            Command::BATCH(reference, kind, _) => self.on_batch(reference, kind.as_ref()),
            Command::ERROR(words) => {
                let words = words.clone();
                self.effects.push(Effect::End(Ending::Expelled { words }));
            }
            // Other commands (TOPIC, INVITE, WALLOPS, AWAY...) change nothing that the bot keeps.
            _ => {}
        }
    }

    fn on_numeric(&mut self, line: &Numeric<'_>, now: Instant) {
        match line.number {
            1 => self.on_welcome(line, now),
            5 => self.on_isupport(line),
            251 | 375 | 376 | 422 => self.tell_connected(),
            353 => self.on_names(line, now),
            366 => self.on_names_end(line, now),
            354 => self.on_whox(line, now),
            311 | 307 | 330 | 335 | 318 => self.on_whois(line, now),
            401 => self.on_no_such_nick(line, now),
            440 => self.on_services_down(line, now),
            439 => self.on_too_many_targets(line, now),
            404 => self.on_line_refused(line),
            408 => {
                self.on_service_away(line, now);
                self.on_line_refused(line);
            }
            477 if self.channel.is_in() => self.on_line_refused(line),
            302 => self.on_userhost(line),
            303 => self.on_ison(line, now),
            396 => self.on_own_host(line.param(1)),
            900 | 901 | 903 | 902 | 904 | 905 | 906 | 908 => self.on_sasl_numeric(line, now),
            432 | 433 | 436 => self.on_nick_refused(now),
            437 if !self.is_channel(line.param(1)) => self.on_nick_held(now),
            403 | 405 | 437 | 470 | 471 | 473 | 474 | 475 | 477 | 479 | 480 | 489 => {
                self.on_join_refused(line, now);
            }
            421 => self.on_unknown_command(line, now),
            465 => {
                let words = line.last().to_owned();
                self.effects.push(Effect::End(Ending::Expelled { words }));
            }
            _ => {}
        }
    }

    /// Time passed.
    pub(crate) fn on_time(&mut self, now: Instant) {
        self.registration_time(now);
        self.channel_time(now);
        self.checks_time(now);
        self.split_time(now);
        self.memo_time(now);
    }

    /// When time will bring something next.
    pub(crate) fn next_time(&self) -> Option<Instant> {
        [
            self.registration.next_time(),
            self.channel.next_time(),
            self.checks.next_time(),
            self.split.next_time(),
            self.memos.next_time(),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Everything that was read together has been handled; the queue is free, or it is not.
    pub(crate) fn on_turn(&mut self, queue: Queue, now: Instant) {
        self.ask_who(queue, now);
        match queue {
            Queue::Busy => {}
            Queue::Owing => self.offer_line(),
            Queue::Free => self.offer_routes(now),
        }
    }

    /// A durable line has left the queue.
    pub(crate) fn on_left(&mut self, notice: NoticeId) {
        self.recent_notices.on_left(notice);
    }

    /// A line with a receipt is on the wire; a durable one has been read by the server.
    pub(crate) fn on_written(&mut self, receipt: Receipt, now: Instant) {
        match receipt {
            Receipt::None => {}
            Receipt::Notice(notice) => self.on_notice_written(notice),
            Receipt::Memo(notice) => self.on_memo_written(notice, now),
            Receipt::Whois(number) => self.checks.on_written(number, now),
            Receipt::Ping => self.recent_notices.on_asked(),
        }
    }

    /// The connection is over, and this line never left.
    pub(crate) fn on_unsent(&mut self, notice: NoticeId) {
        self.forget_memo(notice);
        self.handled(
            notice,
            Delivery::TryLater {
                after: Span::from_secs(30),
            },
        );
    }

    /// The connection is over while this line was on its way.
    pub(crate) fn on_doubtful(&mut self, notice: NoticeId) {
        self.forget_memo(notice);
        if self.was_taken(notice) {
            self.handled(notice, Delivery::Unknown);
        }
    }

    /// The connection is over, and nothing had been heard for so long: what the desk believes of it is void.
    pub(crate) fn on_closed(&mut self, reason: &str, silent_for: Span) {
        self.abandon_memo();
        if self.registration.is_told() {
            self.tell(Event::Lost {
                reason: reason.to_owned(),
                silent_for,
            });
        }
    }

    /// Whether the bot is on its channel and the desk knows who is there.
    pub(crate) fn is_entered(&self) -> bool {
        self.channel.is_entered()
    }

    /// The server was heard from, and all it said is told.
    pub(crate) fn tell_alive(&mut self) {
        self.tell(Event::Alive);
    }

    /// Whether the server welcomed the bot.
    pub(crate) fn is_welcome(&self) -> bool {
        self.registration.is_welcome()
    }

    fn offer_routes(&mut self, now: Instant) {
        self.offer_line();
        if !self.channel.is_entered() {
            return;
        }
        if self.memo_offer == RouteOffer::Unsaid && self.can_send_memo(now) {
            self.memo_offer = RouteOffer::Said;
            self.tell(Event::Ready(Route::Memo));
        }
    }

    fn offer_line(&mut self) {
        if self.channel.is_entered() && self.line_offer == RouteOffer::Unsaid {
            self.line_offer = RouteOffer::Said;
            self.tell(Event::Ready(Route::Line));
        }
    }

    fn tell(&mut self, event: Event) {
        self.effects.push(Effect::Tell(event));
    }

    fn at_once(&mut self, command: Command) {
        self.effects.push(Effect::AtOnce(String::from(&command)));
    }

    /// A line of the bot's own business.
    fn control(&mut self, command: Command) {
        self.control_text(String::from(&command));
    }

    /// The same for a command of services, whose words are the dialect's.
    fn control_text(&mut self, text: String) {
        self.send(Parcel::new(Class::Control, text));
    }

    fn send(&mut self, parcel: Parcel) {
        self.effects.push(Effect::Send(parcel));
    }

    fn fold(&self, name: &str) -> String {
        self.network.casemapping.fold(name)
    }

    fn same(&self, a: &str, b: &str) -> bool {
        self.network.casemapping.same(a, b)
    }

    fn is_me(&self, nick: &str) -> bool {
        self.same(nick, &self.nick)
    }

    fn is_channel(&self, name: &str) -> bool {
        self.same(name, &self.options.channel)
    }

    /// Whether a line comes from the services of this network, under one of their names.
    fn is_from_services(&self, source: Source<'_>, service: &str) -> bool {
        match source {
            Source::Full { nick, user, host } => {
                self.same(nick, service)
                    && self.options.dialect.is_services(&format!("{user}@{host}"))
            }
            Source::Unnamed | Source::Bare(_) => false,
        }
    }
}

/// Whether the send queue would write a durable line at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queue {
    /// It would.
    Free,
    /// Answers are before it, but one of them would give way.
    Owing,
    /// Something is before it, or the server's clock.
    Busy,
}
