//! What the desk says, made into lines the server takes.

use super::{Effect, RouteOffer, Session};
use crate::irc::line::Numeric;
use crate::irc::options::Verb;
use crate::irc::pacer::{Class, Parcel, Receipt};
use crate::irc::splitting;
use crate::ports::{Delivery, Event, NoticeId, Outgoing, Target, Urgency};
use crate::vocabulary::Span;
use irc::proto::Command;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Durable lines remembered after they were handed over, for the server may still say that they went nowhere.
const RECENT_MAX: usize = 32;

/// How long to wait before a line that the channel refused is tried again.
const REFUSED_WAIT: Span = Span::from_secs(60);

/// How long a line waits that came while the bot is off the channel.
const OFFLINE_WAIT: Span = Span::from_secs(30);

/// bahamut's pause when it does not say how long.
const TARGET_WAIT_S: i64 = 45;

/// A durable line handed over lately.
#[derive(Debug)]
struct Recent {
    notice: NoticeId,
    /// The nick or channel, folded.
    target: String,
    place: PlaceInLine,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceInLine {
    /// In the queue, or with a part of it.
    Queued,
    /// Before a PING: what the server has against it, it says before the answer.
    BeforePing,
    /// After it, or there is none.
    Last,
}

/// The durable lines handed over lately, newest at the end.
#[derive(Debug, Default)]
pub(super) struct RecentNotices {
    recent: VecDeque<Recent>,
    /// Those of them that the server refused, until it is known to have read them.
    refused: VecDeque<NoticeId>,
}

/// What the server made of a line it has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Taken,
    Refused,
}

impl RecentNotices {
    fn note(&mut self, notice: NoticeId, target: String) {
        if self.recent.len() >= RECENT_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(Recent {
            notice,
            target,
            place: PlaceInLine::Queued,
        });
    }

    /// A line leaves the queue.
    pub(super) fn on_left(&mut self, left: NoticeId) {
        for recent in &mut self.recent {
            if recent.notice == left && recent.place == PlaceInLine::Queued {
                recent.place = PlaceInLine::Last;
            }
        }
    }

    /// A PING leaves behind the lines that have left.
    pub(super) fn on_asked(&mut self) {
        for recent in &mut self.recent {
            if recent.place == PlaceInLine::Last {
                recent.place = PlaceInLine::BeforePing;
            }
        }
    }

    /// The server has read a line; whether it had refused it before that. A line may be here twice, refused and tried again
    /// before the server was known to have read the first.
    fn forget(&mut self, notice: NoticeId) -> Read {
        if let Some(at) = self.refused.iter().position(|refused| *refused == notice) {
            self.refused.remove(at);
            return Read::Refused;
        }
        let mut recent = self.recent.iter();
        if let Some(at) = recent.position(|recent| recent.notice == notice) {
            self.recent.remove(at);
        }
        Read::Taken
    }

    /// The line that a refusal for this target is about: the newest of those before a PING, if there are any, else of all. A channel that refuses lines from some moment on (a kick, a
    /// ban, a mute) has taken those before it, and at the pace of a server's clock the one before was answered long ago.
    fn take(&mut self, target: &str) -> Option<NoticeId> {
        let newest = |place| {
            let mut recent = self.recent.iter();
            recent.rposition(|recent| recent.target == target && recent.place == place)
        };
        let places = [
            PlaceInLine::BeforePing,
            PlaceInLine::Last,
            PlaceInLine::Queued,
        ];
        let at = places.into_iter().find_map(newest)?;
        let notice = self.recent.remove(at)?.notice;
        if self.refused.len() >= RECENT_MAX {
            self.refused.pop_front();
        }
        self.refused.push_back(notice);
        Some(notice)
    }
}

impl Session {
    /// The desk wants something.
    pub(crate) fn on_outgoing(&mut self, outgoing: Outgoing, now: Instant) {
        match outgoing {
            Outgoing::Line {
                target,
                text,
                urgency,
                notice,
            } => self.send_line(&target, &text, urgency, notice),
            Outgoing::Memo { name, text, notice } => {
                self.memo_offer = RouteOffer::Unsaid;
                self.send_memo(&name, &text, notice, now);
            }
            Outgoing::Quit { text } => {
                let text = splitting::safe(&text);
                self.at_once(Command::QUIT(Some(text)));
                self.effects.push(Effect::End(super::Ending::Quit));
            }
        }
    }

    fn send_line(
        &mut self,
        target: &Target,
        text: &str,
        urgency: Urgency,
        notice: Option<NoticeId>,
    ) {
        if notice.is_some() {
            self.line_offer = RouteOffer::Unsaid;
        }
        let (name, whom, verb) = match target {
            Target::Channel => {
                let channel = self.options.channel.clone();
                (channel, String::new(), self.options.channel_verb)
            }
            Target::Nick(nick) => (nick.clone(), self.fold(nick), self.options.private_verb),
        };
        if let Some(delivery) = self.unsendable(target) {
            self.refuse(notice, delivery);
            return;
        }
        let (word, command): (_, fn(String, String) -> Command) = match verb {
            Verb::Privmsg => ("PRIVMSG", Command::PRIVMSG),
            Verb::Notice => ("NOTICE", Command::NOTICE),
        };
        let text = splitting::safe(text);
        let budget = splitting::budget(
            &self.nick,
            self.mask_bytes,
            word,
            &name,
            self.options.text_max_bytes,
        );
        let pieces = splitting::pieces(&text, budget);
        let Some(last) = pieces.len().checked_sub(1) else {
            // Nothing was left to say.
            self.refuse(notice, Delivery::Written);
            return;
        };
        let class = match urgency {
            Urgency::DirectorReply => Class::Director,
            Urgency::Reply => Class::Reply,
            Urgency::Durable => Class::Durable,
        };
        for (index, piece) in pieces.into_iter().enumerate() {
            let receipt = match notice {
                Some(notice) if index == last => Receipt::Notice(notice),
                Some(_) | None => Receipt::None,
            };
            let text = String::from(&command(name.clone(), piece.to_owned()));
            self.send(Parcel::new(class, text).to(whom.clone()).with(receipt));
        }
        if let Some(notice) = notice {
            let target = self.fold(&name);
            self.recent_notices.note(notice, target);
        }
    }

    /// Why a line for this target cannot be sent now, or ever.
    fn unsendable(&self, target: &Target) -> Option<Delivery> {
        let sendable = match target {
            Target::Channel => self.channel.is_in(),
            Target::Nick(nick) if !splitting::is_nick(nick) => {
                log::warn!("a line for a name that is no nick was not sent");
                return Some(Delivery::Failed {
                    reason: "that name cannot be a nick".to_owned(),
                });
            }
            Target::Nick(_) => self.registration.is_welcome(),
        };
        let after = OFFLINE_WAIT;
        (!sendable).then_some(Delivery::TryLater { after })
    }

    /// A short private answer of the adapter's own.
    pub(super) fn send_private(&mut self, nick: &str, text: &str) {
        let target = Target::Nick(nick.to_owned());
        self.send_line(&target, text, Urgency::Reply, None);
    }

    fn refuse(&mut self, notice: Option<NoticeId>, delivery: Delivery) {
        if let Some(notice) = notice {
            self.handled(notice, delivery);
        }
    }

    pub(super) fn handled(&mut self, notice: NoticeId, delivery: Delivery) {
        self.tell(Event::Handled { notice, delivery });
    }

    /// The server has read it, and would have said by now if it did not take it.
    pub(super) fn on_notice_written(&mut self, notice: NoticeId) {
        if self.was_taken(notice) {
            self.handled(notice, Delivery::Written);
        }
    }

    /// Whether nothing was said against a line so far; what was, is accounted for already.
    pub(super) fn was_taken(&mut self, notice: NoticeId) -> bool {
        match self.recent_notices.forget(notice) {
            Read::Taken => true,
            Read::Refused => false,
        }
    }

    /// 439: the line to this nick was thrown away, for the bot wrote to too many people.
    pub(super) fn on_too_many_targets(&mut self, line: &Numeric<'_>, now: Instant) {
        let folded = self.fold(line.param(1));
        let seconds = line
            .last()
            .split(|c: char| !c.is_ascii_digit())
            .find_map(|digits| digits.parse::<i64>().ok())
            .filter(|seconds| (1..=3_600).contains(seconds))
            .unwrap_or(TARGET_WAIT_S);
        let after = Span::from_secs(seconds + 1);
        let wait = Duration::from_millis(after.as_ms().unsigned_abs());
        self.effects.push(Effect::HoldPeople {
            whom: folded.clone(),
            until: now + wait,
        });
        match self.recent_notices.take(&folded) {
            Some(notice) => self.handled(notice, Delivery::TryLater { after }),
            None => self.effects.push(Effect::Resend { whom: folded }),
        }
    }

    /// 404, 408, and 477 while the bot is in: the channel takes no lines from it at the moment. After a kick this still comes for
    /// lines that were on their way.
    pub(super) fn on_line_refused(&mut self, line: &Numeric<'_>) {
        if !self.is_channel(line.param(1)) {
            return;
        }
        log::warn!("the channel refused a line: {}", line.last());
        let channel = self.fold(line.param(1));
        if let Some(notice) = self.recent_notices.take(&channel) {
            let after = REFUSED_WAIT;
            self.handled(notice, Delivery::TryLater { after });
        }
    }

    /// 401 for a nick that a durable line went to.
    pub(super) fn on_nobody_there(&mut self, folded: &str, words: &str) {
        if let Some(notice) = self.recent_notices.take(folded) {
            let reason = words.to_owned();
            self.handled(notice, Delivery::Failed { reason });
        }
    }
}
