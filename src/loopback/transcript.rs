//! What was said on a channel, for whoever prints or checks it.
//!
//! Reads nothing and keeps nothing: a line is passed to those who listen when it is sent, and is then gone.

use super::options::TRANSCRIPT_LINES_MAX;
use super::wire::Message;
use std::collections::BTreeMap;
use tokio::sync::broadcast;

/// The listeners, by folded channel name.
#[derive(Default)]
pub(super) struct Transcripts(BTreeMap<String, broadcast::Sender<String>>);

impl Transcripts {
    /// The lines of a channel from now on.
    pub fn listen(&mut self, key: String) -> broadcast::Receiver<String> {
        self.0.retain(|_, sender| sender.receiver_count() > 0);
        self.0
            .entry(key)
            .or_insert_with(|| broadcast::Sender::new(TRANSCRIPT_LINES_MAX))
            .subscribe()
    }

    /// Passes a line on.
    pub fn record(&self, key: &str, message: &Message) {
        if let Some(sender) = self.0.get(key) {
            let line = String::from_utf8_lossy(message.cut()).into_owned();
            // Without listeners the line is lost, as it is meant to be.
            let _ = sender.send(line);
        }
    }
}
