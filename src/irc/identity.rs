//! Questions to the server who somebody is: one in flight per nick, shared by all who wait for it (SPEC R-1).
//!
//! A WHOIS answer describes the server's state at a moment not earlier than any line that came before it, so an answer may
//! be used for whoever bears the nick when it arrives; whether that is still the one who asked is told by `user@host`.

use super::session::Queue;
use crate::ports::{Hearing, Manner, Place};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

/// Nicks asked about in one line.
const BATCH_NICKS: usize = 4;

/// Questions open at once; beyond that, people are told that they cannot be checked.
const CHECKS_MAX: usize = 256;

/// Lines of one person that wait for their check.
const WAITING_MAX: usize = 20;

/// Lines of a game that wait so: a paste is sent in one go, and a line that is lost makes the rest of no use.
const MOVES_WAITING_MAX: usize = 200;

/// How long a question may stand in the send queue before it counts as unanswered.
const UNSENT_MAX: Duration = Duration::from_secs(60);

/// A line that waits until its speaker is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// The speaker's nick as written.
    pub(crate) nick: String,
    /// The speaker's `user@host`.
    pub(crate) mask: String,
    /// Where it was said.
    pub(crate) place: Place,
    /// What.
    pub(crate) text: String,
    /// When.
    pub(crate) heard_at: Instant,
    /// As what it was heard, and how well.
    pub(crate) hearing: Hearing,
    /// Whether it matters who says it.
    pub(crate) proof: Proof,
}

/// Whether it matters who says a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// It is found out first.
    Wanted,
    /// It need not be.
    Idle,
}

/// What the server said of a nick so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// 311: the nick as the server writes it, and its `user@host`.
    pub(crate) person: Option<(String, String)>,
    /// 330: the account.
    pub(crate) account: Option<String>,
    /// 307: identified for this very nick.
    pub(crate) owns_nick: bool,
    /// 335: marked as a bot.
    pub(crate) is_bot: bool,
    /// 401: nobody bears it.
    pub(crate) is_gone: bool,
}

impl Findings {
    fn has_begun(&self) -> bool {
        self.person.is_some() || self.is_gone
    }
}

/// A question about one nick.
#[derive(Debug)]
struct Check {
    /// The number of the line it was asked in.
    batch: Option<u32>,
    findings: Findings,
    waiting: Vec<Waiting>,
}

/// One line of questions.
#[derive(Debug)]
struct Batch {
    number: u32,
    /// Folded, in the order asked.
    nicks: Vec<String>,
    until: Instant,
}

/// How soon an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Haste {
    /// Somebody waits for it.
    Now,
    /// When there is nothing better to do.
    Whenever,
}

/// A line of questions to send.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// Its number.
    pub(crate) number: u32,
    /// The nicks, with commas.
    pub(crate) nicks: String,
    /// How soon.
    pub(crate) haste: Haste,
}

/// An answered question: all that was found, and who waited for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The folded nick.
    pub(crate) folded: String,
    /// What was found; `None` when nobody answered in time.
    pub(crate) findings: Option<Findings>,
    /// The lines that waited, in order.
    pub(crate) waiting: Vec<Waiting>,
}

/// All open questions.
#[derive(Debug)]
pub(crate) struct Checks {
    timeout: Duration,
    open: HashMap<String, Check>,
    urgent: Vec<String>,
    lazy: VecDeque<String>,
    batches: Vec<Batch>,
    last_number: u32,
    lazy_batch: Option<u32>,
}

impl Checks {
    /// No questions.
    pub(crate) fn new(timeout: Duration) -> Checks {
        Checks {
            timeout,
            open: HashMap::new(),
            urgent: Vec::new(),
            lazy: VecDeque::new(),
            batches: Vec::new(),
            last_number: 0,
            lazy_batch: None,
        }
    }

    /// Whether somebody is being asked about and has lines waiting.
    pub(crate) fn is_awaited(&self, folded: &str) -> bool {
        self.open
            .get(folded)
            .is_some_and(|check| !check.waiting.is_empty())
    }

    /// Keeps a line until its speaker is known; gives it back when there is no more room.
    pub(crate) fn wait(&mut self, folded: &str, line: Waiting) -> Option<Waiting> {
        if let Some(check) = self.open.get_mut(folded) {
            let most = match line.hearing.manner {
                Manner::Talk => WAITING_MAX,
                Manner::Moves => MOVES_WAITING_MAX,
            };
            if check.waiting.len() >= most {
                return Some(line);
            }
            check.waiting.push(line);
            return None;
        }
        if self.open.len() >= CHECKS_MAX {
            return Some(line);
        }
        self.open.insert(
            folded.to_owned(),
            Check {
                batch: None,
                findings: Findings::default(),
                waiting: vec![line],
            },
        );
        self.urgent.push(folded.to_owned());
        None
    }

    /// Asks about somebody when there is time.
    pub(crate) fn ask_lazily(&mut self, folded: String) {
        if self.lazy.len() < super::members::MEMBERS_MAX {
            self.lazy.push_back(folded);
        }
    }

    /// The next line of questions to send. The caller says which nicks are still worth one.
    pub(crate) fn next_question(
        &mut self,
        queue: Queue,
        is_wanted: impl Fn(&str) -> bool,
        now: Instant,
    ) -> Option<Question> {
        if !self.urgent.is_empty() {
            let take = self.urgent.len().min(BATCH_NICKS);
            let nicks: Vec<String> = self.urgent.drain(..take).collect();
            return Some(self.ask(nicks, Haste::Now, now));
        }
        if self.lazy_batch.is_some() || queue != Queue::Free {
            return None;
        }
        let mut nicks: Vec<String> = Vec::new();
        while nicks.len() < BATCH_NICKS && self.open.len() < CHECKS_MAX {
            let Some(folded) = self.lazy.pop_front() else {
                break;
            };
            if is_wanted(&folded) && !self.open.contains_key(&folded) {
                self.open.insert(
                    folded.clone(),
                    Check {
                        batch: None,
                        findings: Findings::default(),
                        waiting: Vec::new(),
                    },
                );
                nicks.push(folded);
            }
        }
        if nicks.is_empty() {
            return None;
        }
        let question = self.ask(nicks, Haste::Whenever, now);
        self.lazy_batch = Some(question.number);
        Some(question)
    }

    fn ask(&mut self, nicks: Vec<String>, haste: Haste, now: Instant) -> Question {
        self.last_number = self.last_number.wrapping_add(1);
        let number = self.last_number;
        for folded in &nicks {
            if let Some(check) = self.open.get_mut(folded) {
                check.batch = Some(number);
            }
        }
        let joined = nicks.join(",");
        self.batches.push(Batch {
            number,
            nicks,
            until: now + UNSENT_MAX,
        });
        Question {
            number,
            nicks: joined,
            haste,
        }
    }

    /// A line of questions is on the wire: its time runs from now.
    pub(crate) fn on_written(&mut self, number: u32, now: Instant) {
        if let Some(batch) = self.batches.iter_mut().find(|b| b.number == number) {
            batch.until = now + self.timeout;
        }
    }

    /// What was found so far about a nick, to add to.
    pub(crate) fn findings(&mut self, folded: &str) -> Option<&mut Findings> {
        self.open.get_mut(folded).map(|check| &mut check.findings)
    }

    /// 318: the answer about a nick is complete. Some servers (bahamut) say it once for a whole line, naming the first nick of it;
    /// it is complete then for all, which shows in the last one having been answered.
    pub(crate) fn finish(&mut self, folded: &str) -> Vec<Verdict> {
        let Some(number) = self.open.get(folded).and_then(|check| check.batch) else {
            return Vec::new();
        };
        let Some(at) = self.batches.iter().position(|b| b.number == number) else {
            return Vec::new();
        };
        let whole = self.batches[at].nicks.last().is_some_and(|last| {
            self.open
                .get(last)
                .is_some_and(|check| check.findings.has_begun())
        });
        let done: Vec<String> = if whole {
            std::mem::take(&mut self.batches[at].nicks)
        } else {
            self.batches[at].nicks.retain(|nick| nick != folded);
            vec![folded.to_owned()]
        };
        if self.batches[at].nicks.is_empty() {
            self.close_batch(at);
        }
        done.into_iter()
            .filter_map(|nick| self.verdict(nick, Outcome::Answered))
            .collect()
    }

    /// What nobody answered in time.
    pub(crate) fn overdue(&mut self, now: Instant) -> Vec<Verdict> {
        let mut verdicts = Vec::new();
        while let Some(at) = self.batches.iter().position(|b| b.until <= now) {
            let nicks = std::mem::take(&mut self.batches[at].nicks);
            self.close_batch(at);
            verdicts.extend(
                nicks
                    .into_iter()
                    .filter_map(|nick| self.verdict(nick, Outcome::Silence)),
            );
        }
        verdicts
    }

    /// The lines that waited for somebody who is gone, or goes by another nick now: they cannot be checked any more.
    pub(crate) fn abandon(&mut self, folded: &str) -> Vec<Waiting> {
        match self.open.get_mut(folded) {
            Some(check) => std::mem::take(&mut check.waiting),
            None => Vec::new(),
        }
    }

    /// When the next question is overdue.
    pub(crate) fn next_time(&self) -> Option<Instant> {
        self.batches.iter().map(|batch| batch.until).min()
    }

    fn close_batch(&mut self, at: usize) {
        let batch = self.batches.swap_remove(at);
        if self.lazy_batch == Some(batch.number) {
            self.lazy_batch = None;
        }
    }

    fn verdict(&mut self, folded: String, outcome: Outcome) -> Option<Verdict> {
        let check = self.open.remove(&folded)?;
        Some(Verdict {
            folded,
            findings: match outcome {
                Outcome::Answered => Some(check.findings),
                Outcome::Silence => None,
            },
            waiting: check.waiting,
        })
    }
}

/// How a question ended.
#[derive(Clone, Copy)]
enum Outcome {
    Answered,
    Silence,
}
