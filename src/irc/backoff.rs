//! How long to stay away after a connection ended (SPEC R-38).

use super::options::Backoff;
use super::session::Ending;
use std::time::Duration;

/// Words in a server's farewell that mean: not so soon again.
const BAN_WORDS: [&str; 12] = [
    "throttl",
    "too fast",
    "too many connections",
    "banned",
    "k-line",
    "k:line",
    "kline",
    "g-line",
    "z-line",
    "z:line",
    "akill",
    "autokill",
];

/// How far a connection came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// No TCP connection.
    Nothing,
    /// The server took the connection and never welcomed the bot.
    Connection,
    /// The server welcomed the bot, this long before the end.
    Welcome { lasted: Duration },
}

/// The failures since the last good connection.
#[derive(Debug, Default)]
pub(super) struct History {
    failures: u32,
    bans: u32,
}

impl History {
    /// How long to wait after this end; `chance` spreads bots that were cut off together, evenly from 0 to 1.
    pub(super) fn pause(
        &mut self,
        ending: &Ending,
        reached: Reached,
        settings: &Backoff,
        chance: f64,
    ) -> Duration {
        if let Reached::Welcome { lasted } = reached
            && lasted >= settings.settled
        {
            *self = History::default();
        }
        if is_ban(ending) {
            self.bans += 1;
            let times = if self.bans > 1 { 4 } else { 1 };
            return settings.banned * times + settings.floor.mul_f64(chance);
        }
        let doubled = |from: Duration, times: u32| {
            from.saturating_mul(1 << times.min(16))
                .min(settings.cap.max(from))
        };
        let failures = self.failures;
        self.failures += 1;
        let least = match reached {
            // That is how bahamut shows a throttle; knocking again only makes it longer.
            Reached::Connection => settings.throttled,
            Reached::Nothing | Reached::Welcome { .. } => settings.floor,
        };
        let most = doubled(least, failures);
        let half = most / 2;
        (half + half.mul_f64(chance)).max(least)
    }
}

fn is_ban(ending: &Ending) -> bool {
    match ending {
        Ending::Expelled { words } => {
            let words = words.to_lowercase();
            BAN_WORDS.iter().any(|word| words.contains(word))
        }
        Ending::Quit
        | Ending::Broken { .. }
        | Ending::Silent { .. }
        | Ending::Unreachable { .. }
        | Ending::Overwhelmed => false,
    }
}
