//! What the desk says, made into lines the server takes.

use super::{Effect, RouteOffer, Session};
use crate::irc::line::Line;
use crate::irc::options::Verb;
use crate::irc::pacer::{Class, Parcel, Receipt};
use crate::irc::splitting;
use crate::ports::{Delivery, Event, NoticeId, Outgoing, Target, Urgency};
use crate::vocabulary::Span;
use std::collections::VecDeque;
use std::time::Instant;

/// Durable private lines remembered after they were written, for the server may still say that they went nowhere.
const PRIVATE_NOTICES_MAX: usize = 32;

/// How long a line waits that came while the bot is off the channel.
const OFFLINE_WAIT: Span = Span::from_secs(30);

/// bahamut's pause when it does not say how long.
const TARGET_WAIT_S: i64 = 45;

/// The durable private lines written last, newest at the end.
#[derive(Debug, Default)]
pub(super) struct PrivateNotices {
    recent: VecDeque<(NoticeId, String)>,
}

impl PrivateNotices {
    fn note(&mut self, notice: NoticeId, folded: String) {
        if self.recent.len() >= PRIVATE_NOTICES_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back((notice, folded));
    }

    fn take(&mut self, folded: &str) -> Option<NoticeId> {
        let at = self.recent.iter().position(|(_, whom)| whom == folded)?;
        self.recent.remove(at).map(|(notice, _)| notice)
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
                self.at_once(format!("QUIT :{text}"));
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
        let sendable = match target {
            Target::Channel => self.channel.is_in(),
            Target::Nick(_) => self.registration.is_welcome(),
        };
        if !sendable {
            self.refuse(
                notice,
                Delivery::TryLater {
                    after: OFFLINE_WAIT,
                },
            );
            return;
        }
        if *target != Target::Channel && !splitting::is_nick(&name) {
            log::warn!("a line for a name that is no nick was not sent");
            self.refuse(
                notice,
                Delivery::Failed {
                    reason: "that name cannot be a nick".to_owned(),
                },
            );
            return;
        }
        let verb = match verb {
            Verb::Privmsg => "PRIVMSG",
            Verb::Notice => "NOTICE",
        };
        let text = splitting::safe(text);
        let budget = splitting::budget(
            &self.nick,
            self.mask_bytes,
            verb,
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
            self.effects.push(Effect::Send(Parcel {
                text: format!("{verb} {name} :{piece}"),
                class,
                whom: whom.clone(),
                receipt,
            }));
        }
        if let Some(notice) = notice
            && !whom.is_empty()
        {
            self.private_notices.note(notice, whom);
        }
    }

    /// A short private answer of the adapter's own.
    pub(super) fn send_private(&mut self, nick: &str, text: &str) {
        self.send_line(&Target::Nick(nick.to_owned()), text, Urgency::Reply, None);
    }

    fn refuse(&mut self, notice: Option<NoticeId>, delivery: Delivery) {
        if let Some(notice) = notice {
            self.handled(notice, delivery);
        }
    }

    pub(super) fn handled(&mut self, notice: NoticeId, delivery: Delivery) {
        self.tell(Event::Handled { notice, delivery });
    }

    pub(super) fn on_notice_written(&mut self, notice: NoticeId) {
        self.handled(notice, Delivery::Written);
    }

    /// 439: the line to this nick was thrown away, for the bot wrote to too many people.
    pub(super) fn on_too_many_targets(&mut self, line: &Line<'_>) {
        let folded = self.fold(line.param(1));
        let seconds = line
            .last()
            .split(|c: char| !c.is_ascii_digit())
            .find_map(|digits| digits.parse::<i64>().ok())
            .filter(|seconds| (1..=3_600).contains(seconds))
            .unwrap_or(TARGET_WAIT_S);
        if let Some(notice) = self.private_notices.take(&folded) {
            self.handled(
                notice,
                Delivery::TryLater {
                    after: Span::from_secs(seconds + 1),
                },
            );
        }
    }

    /// 401 for a nick that a durable line went to.
    pub(super) fn on_nobody_there(&mut self, folded: &str, words: &str) {
        if let Some(notice) = self.private_notices.take(folded) {
            let reason = words.to_owned();
            self.handled(notice, Delivery::Failed { reason });
        }
    }
}
