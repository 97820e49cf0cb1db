//! The heartbeat: when the bot was last known to be on its channel, so that a crash counts as an absence too (SPEC R-17).

use super::error::StoreError;
use super::{Reach, Store};
use crate::vocabulary::Timestamp;
use rusqlite::{OptionalExtension, params};

/// Where the bot is when its heart beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// On its channel, hearing everybody until this moment.
    OnChannel {
        /// When the server was last heard from.
        until: Timestamp,
    },
    /// Anywhere else.
    Elsewhere,
}

const BEAT: &str = "INSERT INTO heartbeat (one, alive_ms, on_channel_ms) VALUES (1, ?1, ?2)
    ON CONFLICT (one) DO UPDATE
    SET alive_ms = excluded.alive_ms, on_channel_ms = coalesce(excluded.on_channel_ms, on_channel_ms)";

const LAST: &str = "SELECT alive_ms, on_channel_ms FROM heartbeat";

/// What the last heartbeat said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// When the process was last alive.
    pub alive: Timestamp,
    /// Until when it last heard people on its channel; nothing, if it never was there.
    pub on_channel: Option<Timestamp>,
}

impl Store {
    /// Notes that the bot is alive, and where.
    ///
    /// It does not wait for the disk: a beat lost with the power makes an absence look longer, which costs no player
    /// anything.
    pub fn heartbeat(
        &mut self,
        whereabouts: Whereabouts,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let on_channel_ms = match whereabouts {
            Whereabouts::OnChannel { until } => Some(until.as_ms()),
            Whereabouts::Elsewhere => None,
        };
        self.commits_reach(Reach::OperatingSystem)?;
        let beat = self
            .connection
            .prepare_cached(BEAT)
            .and_then(|mut statement| statement.execute(params![now.as_ms(), on_channel_ms]));
        self.commits_reach(Reach::Disk)?;
        beat?;
        Ok(())
    }

    /// Until when the bot last heard people on its channel; nothing, if it never was there.
    pub fn last_on_channel(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.last_beat()?.and_then(|beat| beat.on_channel))
    }

    /// The last heartbeat; nothing, if there was none.
    pub fn last_beat(&self) -> Result<Option<Beat>, StoreError> {
        let beat = self
            .connection
            .prepare_cached(LAST)?
            .query_row([], |row| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?)))
            .optional()?;
        Ok(beat.map(|(alive_ms, on_channel_ms)| Beat {
            alive: Timestamp::from_ms(alive_ms),
            on_channel: on_channel_ms.map(Timestamp::from_ms),
        }))
    }
}
