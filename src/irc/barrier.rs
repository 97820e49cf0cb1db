//! What the server has certainly read: a PING behind some lines, whose PONG says so (SPEC R-37).
//!
//! A server reads what it is sent in its order, so at the PONG everything before the PING has been read, and whatever the
//! server had to say against it has been said. Lines that went into a dead link are known by its absence.

use super::options::Pacing;
use super::pacer::Receipt;
use crate::ports::NoticeId;
use std::time::{Duration, Instant};

/// Lines on their way that the server has not confirmed, at most: what bahamut reads ahead of its clock.
const LINES_MAX: usize = 5;

/// Their bytes; bahamut drops who has 2560 unread, and the bot's own registration may be among them.
const BYTES_MAX: usize = 1_500;

/// Durable lines on their way, at most, to a server that is not paced.
const NOTICES_MAX: usize = 16;

/// An answer that takes longer means that the server is behind, and is sent less.
const SLOW: Duration = Duration::from_secs(5);

/// What the answers are known by.
const TOKEN: &str = "read-";

/// A PING that is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    at: Instant,
    /// How many of the lines, bytes and notices on their way were before it.
    lines: usize,
    bytes: usize,
    notices: usize,
}

/// The lines on their way.
#[derive(Debug, Default)]
pub(crate) struct Barrier {
    number: u32,
    asked: Option<Asked>,
    lines: usize,
    bytes: usize,
    /// The durable ones among them, in their order.
    notices: Vec<Receipt>,
    /// How long the last answer took.
    lag: Duration,
}

impl Barrier {
    /// Whether a line of so many bytes may follow those on their way.
    pub(crate) fn has_room(&self, bytes: usize, pacing: Pacing) -> bool {
        if self.notices.len() >= NOTICES_MAX {
            return false;
        }
        match pacing {
            Pacing::Off => true,
            Pacing::Debt { .. } => {
                self.lines == 0
                    || (self.lines < LINES_MAX && self.bytes.saturating_add(bytes) <= BYTES_MAX)
            }
        }
    }

    /// A line leaves.
    pub(crate) fn note(&mut self, bytes: usize, receipt: Receipt) {
        self.lines += 1;
        self.bytes += bytes;
        if receipt.is_durable() {
            self.notices.push(receipt);
        }
    }

    /// Whether durable lines are on their way that no PING stands behind.
    pub(crate) fn has_doubts(&self) -> bool {
        self.asked.is_none() && !self.notices.is_empty()
    }

    /// Asks the server whether it has read all of it; nothing while it is being asked.
    pub(crate) fn ask(&mut self, now: Instant) -> Option<String> {
        if self.asked.is_some() {
            return None;
        }
        self.asked = Some(Asked {
            at: now,
            lines: self.lines,
            bytes: self.bytes,
            notices: self.notices.len(),
        });
        self.number = self.number.wrapping_add(1);
        Some(format!("{TOKEN}{}", self.number))
    }

    /// The server answered a PING; the durable lines that it has read are given back.
    pub(crate) fn answered(&mut self, token: &str, now: Instant) -> Vec<Receipt> {
        let number = token.strip_prefix(TOKEN).and_then(|n| n.parse().ok());
        let Some(asked) = self.asked.filter(|_| number == Some(self.number)) else {
            return Vec::new();
        };
        self.asked = None;
        self.lag = now.saturating_duration_since(asked.at);
        self.lines -= asked.lines;
        self.bytes -= asked.bytes;
        self.notices.drain(..asked.notices).collect()
    }

    /// Whether the server takes long to read what it is sent.
    pub(crate) fn is_slow(&self, now: Instant) -> bool {
        let waiting = self
            .asked
            .map(|asked| now.saturating_duration_since(asked.at));
        self.lag.max(waiting.unwrap_or_default()) > SLOW
    }

    /// Since when an answer is awaited.
    pub(crate) fn asked_at(&self) -> Option<Instant> {
        self.asked.map(|asked| asked.at)
    }

    /// The durable lines of which it is not known whether they were read, when a connection ends. A memo is not among them: its
    /// answer counts, which may be there already.
    pub(crate) fn doubtful(&mut self) -> Vec<NoticeId> {
        let notice = |receipt| match receipt {
            Receipt::Notice(notice) => Some(notice),
            Receipt::Memo(_) | Receipt::Whois(_) | Receipt::Ping | Receipt::None => None,
        };
        self.notices.drain(..).filter_map(notice).collect()
    }
}
