//! The same words to the same person once more: not said, for two bots that answer each other would never stop (SPEC R-36).
//!
//! Only the very last thing said to somebody is compared, and only for a moment. So no answer is lost that anybody needs: what
//! is left out stands right above on their screen, and whatever changed in between was answered in other words.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// People remembered.
const PEOPLE_MAX: usize = 64;

/// The last thing said to somebody.
#[derive(Debug)]
struct Said {
    whom: String,
    text: String,
    at: Instant,
}

/// The last words to the last people.
#[derive(Debug)]
pub(crate) struct Echoes {
    /// How long they count; zero for not at all.
    window: Duration,
    said: VecDeque<Said>,
}

impl Echoes {
    /// Nothing said so far.
    pub(crate) fn new(window: Duration) -> Echoes {
        Echoes {
            window,
            said: VecDeque::new(),
        }
    }

    /// Whether an answer is what was said to the same person a moment ago; if not, it is remembered. `whom` is empty for a line
    /// to the channel: there the person is named first in its text.
    pub(crate) fn is_echo(&mut self, whom: &str, line: &str, now: Instant) -> bool {
        if self.window.is_zero() {
            return false;
        }
        let window = self.window;
        self.said
            .retain(|said| now.saturating_duration_since(said.at) < window);
        let named = line.split(' ').nth(2).unwrap_or("");
        let whom = if whom.is_empty() { named } else { whom };
        let before = self.said.iter().position(|said| said.whom == whom);
        let last = before.and_then(|at| self.said.remove(at));
        if let Some(last) = last
            && last.text == line
        {
            self.said.push_back(last);
            return true;
        }
        if self.said.len() >= PEOPLE_MAX {
            self.said.pop_front();
        }
        self.said.push_back(Said {
            whom: whom.to_owned(),
            text: line.to_owned(),
            at: now,
        });
        false
    }
}
