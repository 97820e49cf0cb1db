//! Netsplits: told from quits by their text, and told of once (SPEC R-17, DAL II.b).

use crate::ports::SplitSide;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// More than this share of the others gone means that the bot is the one cut off.
const MINORITY_LOST_PERCENT: usize = 60;

/// Nicks remembered as lost; a channel has fewer.
const MISSING_MAX: usize = 4096;

/// Whether a QUIT text is a server's word for a netsplit: two server names, or what hides them, and nothing else.
/// A person may write such a text where the server does not mark people's own words; all that wins is ten minutes' patience.
pub(crate) fn is_split_text(text: &str) -> bool {
    match text.split_once(' ') {
        Some((left, right)) => {
            is_server(left) && is_server(right) && (left != right || left.contains('*'))
        }
        None => false,
    }
}

fn is_server(word: &str) -> bool {
    let name = word.strip_prefix("*.").unwrap_or(word);
    (word.len() > name.len() || name.contains('.'))
        && !name.is_empty()
        && !name.contains("..")
        && !name.starts_with('.')
        && !name.ends_with('.')
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'*'))
}

/// What is known of services while a split is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Services {
    /// Nobody asked, or nobody answered.
    NotAsked,
    /// They are seen.
    Seen,
    /// They are not.
    Unseen,
}

/// How far the present split is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// None.
    Whole,
    /// Quits are still coming.
    Gathering { last_at: Instant },
    /// The server was asked whether it sees services.
    Asking { until: Instant },
    /// The desk knows of all who were lost.
    Told,
}

/// What the desk knows of the present split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// Nothing yet.
    Nothing,
    /// That it began.
    Began,
}

/// What the session is to do about a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SplitNews {
    /// Ask whether services are seen.
    AskServices,
    /// Tell that it began.
    Began { side: SplitSide, missing: usize },
    /// Tell that it is over.
    Ended,
}

/// Watches for splits.
#[derive(Debug)]
pub(crate) struct SplitWatch {
    settle: Duration,
    patience: Duration,
    stage: Stage,
    /// Whether the desk was told of a split that is not over, whatever has become of it since.
    told: Told,
    /// Who was lost, folded, and until when they are waited for.
    missing: HashMap<String, Instant>,
}

impl SplitWatch {
    /// No split so far. The settle time is how long no more quits must come; the patience, how long people are waited for.
    pub(crate) fn new(settle: Duration, patience: Duration) -> SplitWatch {
        SplitWatch {
            settle,
            patience,
            stage: Stage::Whole,
            told: Told::Nothing,
            missing: HashMap::new(),
        }
    }

    /// Somebody was lost.
    pub(crate) fn lose(&mut self, folded: &str, now: Instant) {
        if self.missing.len() < MISSING_MAX {
            self.missing.insert(folded.to_owned(), now + self.patience);
        }
        match self.stage {
            // Where the desk was told of one and more go, it has not heard of these, and the side may have changed.
            Stage::Whole | Stage::Gathering { .. } | Stage::Told => {
                self.stage = Stage::Gathering { last_at: now };
            }
            Stage::Asking { .. } => {}
        }
    }

    /// Somebody came to the channel, who may be one of the lost.
    pub(crate) fn find(&mut self, folded: &str) -> Option<SplitNews> {
        self.missing.remove(folded)?;
        self.end_if_whole()
    }

    /// The bot left the channel: what it sees next is a new picture.
    pub(crate) fn clear(&mut self) {
        self.missing.clear();
        self.stage = Stage::Whole;
        self.told = Told::Nothing;
    }

    /// The next thing time brings.
    pub(crate) fn next_time(&self) -> Option<Instant> {
        match self.stage {
            Stage::Whole => None,
            Stage::Gathering { last_at } => Some(last_at + self.settle),
            Stage::Asking { until } => Some(until),
            Stage::Told => self.missing.values().min().copied(),
        }
    }

    /// Time passed; so many people are still on the channel besides the bot.
    pub(crate) fn on_time(
        &mut self,
        present: usize,
        services: Services,
        now: Instant,
    ) -> Option<SplitNews> {
        match self.stage {
            Stage::Whole => None,
            Stage::Gathering { last_at } if now >= last_at + self.settle => match services {
                Services::NotAsked if !self.is_few(present) => {
                    self.stage = Stage::Asking {
                        until: now + self.settle * 3,
                    };
                    Some(SplitNews::AskServices)
                }
                Services::NotAsked | Services::Seen | Services::Unseen => {
                    self.judge(present, services)
                }
            },
            Stage::Asking { until } if now >= until => self.judge(present, services),
            Stage::Gathering { .. } | Stage::Asking { .. } => None,
            Stage::Told => {
                self.missing.retain(|_, until| *until > now);
                self.end_if_whole()
            }
        }
    }

    /// The server said whether it sees services.
    pub(crate) fn on_services(&mut self, present: usize, services: Services) -> Option<SplitNews> {
        match self.stage {
            Stage::Asking { .. } => self.judge(present, services),
            Stage::Whole | Stage::Gathering { .. } | Stage::Told => None,
        }
    }

    fn judge(&mut self, present: usize, services: Services) -> Option<SplitNews> {
        let side = if services == Services::Unseen || self.is_few(present) {
            SplitSide::Minority
        } else {
            SplitSide::Majority
        };
        self.stage = Stage::Told;
        self.told = Told::Began;
        Some(SplitNews::Began {
            side,
            missing: self.missing.len(),
        })
    }

    fn is_few(&self, present: usize) -> bool {
        let all = self.missing.len() + present;
        self.missing.len() * 100 > all * MINORITY_LOST_PERCENT
    }

    fn end_if_whole(&mut self) -> Option<SplitNews> {
        if !self.missing.is_empty() {
            return None;
        }
        self.stage = Stage::Whole;
        match std::mem::replace(&mut self.told, Told::Nothing) {
            // They were back before anybody was told: nothing happened.
            Told::Nothing => None,
            Told::Began => Some(SplitNews::Ended),
        }
    }
}
