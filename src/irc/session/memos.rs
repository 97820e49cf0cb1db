//! Memos: one at a time, with a pause between, and read from services' answers whether they arrived (SPEC R-33).

use super::Session;
use crate::irc::dialect::{self, MemoAnswer};
use crate::irc::pacer::{Class, Parcel, Receipt};
use crate::irc::splitting;
use crate::ports::{Delivery, NoticeId};
use crate::vocabulary::Span;
use std::time::{Duration, Instant};

/// The longest memo text handed to services; the desk keeps within their length, this keeps within the line's.
const MEMO_TEXT_MAX: usize = 400;

/// How long to leave services alone after they said "later" or were away.
const SERVICES_WAIT: Span = Span::from_secs(60);

/// How long a memo may stand in the send queue.
const UNSENT_MAX: Duration = Duration::from_secs(120);

/// The memo in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flight {
    /// None.
    Free,
    /// Waiting for the answer about this one.
    Awaiting { notice: NoticeId, until: Instant },
}

/// The state of memos.
#[derive(Debug)]
pub(super) struct Memos {
    flight: Flight,
    next_at: Instant,
    /// To wake once when the pause is over.
    wake: Option<Instant>,
}

impl Memos {
    pub(super) fn new(now: Instant) -> Memos {
        Memos {
            flight: Flight::Free,
            next_at: now,
            wake: None,
        }
    }

    pub(super) fn next_time(&self) -> Option<Instant> {
        match self.flight {
            Flight::Awaiting { until, .. } => Some(until),
            Flight::Free => self.wake,
        }
    }
}

impl Session {
    pub(super) fn can_send_memo(&self, now: Instant) -> bool {
        self.options.dialect.has_memos()
            && self.registration.is_identified()
            && self.memos.flight == Flight::Free
            && now >= self.memos.next_at
    }

    pub(super) fn send_memo(&mut self, name: &str, text: &str, notice: NoticeId, now: Instant) {
        if !self.options.dialect.has_memos() {
            self.handled(
                notice,
                Delivery::Failed {
                    reason: "this network has no memo service".to_owned(),
                },
            );
            return;
        }
        if !splitting::is_nick(name) {
            self.handled(
                notice,
                Delivery::Failed {
                    reason: "that name cannot be a nick".to_owned(),
                },
            );
            return;
        }
        if !self.can_send_memo(now) {
            let after = SERVICES_WAIT;
            self.handled(notice, Delivery::TryLater { after });
            return;
        }
        let text = splitting::safe(text);
        let text = splitting::pieces(&text, MEMO_TEXT_MAX)
            .first()
            .copied()
            .unwrap_or_default();
        let line = dialect::fill(&self.options.dialect.memo, name, None, text);
        self.memos.flight = Flight::Awaiting {
            notice,
            until: now + UNSENT_MAX,
        };
        self.send(Parcel::new(Class::Durable, line).with(Receipt::Memo(notice)));
    }

    pub(super) fn on_memo_written(&mut self, written: NoticeId, now: Instant) {
        match self.memos.flight {
            Flight::Awaiting { notice, .. } if notice == written => {
                self.memos.next_at = now + self.options.timeouts.memo_gap;
                self.memos.flight = Flight::Awaiting {
                    notice,
                    until: now + self.options.timeouts.memo,
                };
            }
            Flight::Awaiting { .. } | Flight::Free => {}
        }
    }

    /// The memo service said something.
    pub(super) fn on_memo_answer(&mut self, text: &str, now: Instant) {
        let Flight::Awaiting { .. } = self.memos.flight else {
            return;
        };
        let delivery = match self.options.dialect.read_memo_answer(text) {
            MemoAnswer::Sent => Delivery::Confirmed,
            MemoAnswer::Refused => Delivery::Failed {
                reason: text.to_owned(),
            },
            MemoAnswer::Later => Delivery::TryLater {
                after: SERVICES_WAIT,
            },
            MemoAnswer::Unrelated => {
                log::info!("the memo service said something that no pattern of the dialect knows");
                return;
            }
        };
        // It may be answered before it is known to have been read.
        self.memos.next_at = self.memos.next_at.max(now + self.options.timeouts.memo_gap);
        self.land(delivery);
    }

    pub(super) fn on_memo_service_down(&mut self) {
        self.land(Delivery::TryLater {
            after: SERVICES_WAIT,
        });
    }

    pub(super) fn on_memo_command_unknown(&mut self, command: &str) {
        let word = self.options.dialect.memo.split(' ').next();
        if word.is_some_and(|word| word.eq_ignore_ascii_case(command)) {
            self.land(Delivery::Failed {
                reason: "the server knows no command for memos".to_owned(),
            });
        }
    }

    pub(super) fn memo_time(&mut self, now: Instant) {
        match self.memos.flight {
            Flight::Awaiting { until, .. } if now >= until => {
                // An answer that comes after all must not be taken for one about the next memo.
                self.memos.next_at = now + self.options.timeouts.memo;
                self.land(Delivery::Unknown);
            }
            Flight::Awaiting { .. } => {}
            Flight::Free => {
                if self.memos.wake.is_some_and(|at| now >= at) {
                    self.memos.wake = None;
                }
            }
        }
    }

    /// The connection ended while a memo's answer was awaited.
    pub(super) fn abandon_memo(&mut self) {
        self.land(Delivery::Unknown);
    }

    /// The memo in flight never left, or is accounted for otherwise.
    pub(super) fn forget_memo(&mut self, forgotten: NoticeId) {
        match self.memos.flight {
            Flight::Awaiting { notice, .. } if notice == forgotten => {
                self.memos.flight = Flight::Free;
            }
            Flight::Awaiting { .. } | Flight::Free => {}
        }
    }

    fn land(&mut self, delivery: Delivery) {
        match std::mem::replace(&mut self.memos.flight, Flight::Free) {
            Flight::Free => {}
            Flight::Awaiting { notice, .. } => self.handled(notice, delivery),
        }
        self.memos.wake = Some(self.memos.next_at);
    }
}
