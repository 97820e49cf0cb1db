//! The simulation's own record of when the bot saw whom: what it is judged by, made without asking it.

use chessmasters::vocabulary::{Account, Span, Timestamp};
use std::collections::BTreeMap;

type Stretches = Vec<(Timestamp, Option<Timestamp>)>;

#[derive(Default)]
pub struct Sight {
    /// When the bot was off its channel.
    away: Stretches,
    /// When somebody was on the other side of a split that left the bot with the few.
    hidden: BTreeMap<Account, Stretches>,
}

fn begin(stretches: &mut Stretches, now: Timestamp) {
    if stretches.last().is_none_or(|(_, until)| until.is_some()) {
        stretches.push((now, None));
    }
}

fn end(stretches: &mut Stretches, now: Timestamp) {
    if let Some((_, until @ None)) = stretches.last_mut() {
        *until = Some(now);
    }
}

impl Sight {
    pub fn lose(&mut self, now: Timestamp) {
        begin(&mut self.away, now);
    }

    pub fn hide(&mut self, account: Account, now: Timestamp) {
        begin(self.hidden.entry(account).or_default(), now);
    }

    /// Everybody who was out of sight for a split is back.
    pub fn heal(&mut self, now: Timestamp) {
        self.hidden.values_mut().for_each(|hidden| end(hidden, now));
    }

    pub fn regain(&mut self, now: Timestamp) {
        end(&mut self.away, now);
        self.heal(now);
    }

    /// The stretches in which any of these people could not be seen.
    fn blind<'a>(&'a self, people: &'a [Account]) -> impl Iterator<Item = (Timestamp, Timestamp)> {
        let hidden = people.iter().filter_map(|account| self.hidden.get(account));
        let all = self.away.iter().chain(hidden.flatten());
        all.map(|(from, until)| (*from, until.unwrap_or(Timestamp::from_ms(i64::MAX))))
    }

    /// How long, of a stretch of time, any of these people could not be seen.
    pub fn lost(&self, people: &[Account], from: Timestamp, until: Timestamp) -> Span {
        let mut parts: Vec<_> = self
            .blind(people)
            .map(|(begin, end)| (begin.max(from), end.min(until)))
            .filter(|(begin, end)| begin < end)
            .collect();
        parts.sort();
        let (mut lost, mut covered_to) = (Span::ZERO, from);
        for (begin, end) in parts {
            let begin = begin.max(covered_to);
            if begin < end {
                lost = lost + (end - begin);
                covered_to = end;
            }
        }
        lost
    }

    /// Whether any of these people could not be seen at this instant, nor just before and after it.
    pub fn was_blind_at(&self, people: &[Account], at: Timestamp) -> bool {
        let mut blind = self.blind(people);
        blind.any(|(begin, end)| begin < at && at < end)
    }
}
