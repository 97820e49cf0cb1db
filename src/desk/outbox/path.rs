//! The ways a notice can go, and what is handed to the network for each.

use crate::ports::{NoticeId, Outgoing, Route, Target, Urgency};
use crate::store::Way;

/// The longest memo in bytes: DALnet takes 255 characters.
const MEMO_BYTES_MAX: usize = 250;

/// The way a notice is about to go.
pub(super) enum Path {
    Channel,
    Private { nick: String },
    Memo { name: String },
}

impl Path {
    pub(super) fn route(&self) -> Route {
        match self {
            Path::Channel | Path::Private { .. } => Route::Line,
            Path::Memo { .. } => Route::Memo,
        }
    }

    pub(super) fn way(&self) -> Way {
        match self {
            Path::Channel => Way::Channel,
            Path::Private { .. } => Way::Private,
            Path::Memo { .. } => Way::Memo,
        }
    }

    pub(super) fn outgoing(self, id: NoticeId, text: &str) -> Outgoing {
        let line = |target| Outgoing::Line {
            target,
            text: text.to_owned(),
            urgency: Urgency::Durable,
            notice: Some(id),
        };
        match self {
            Path::Channel => line(Target::Channel),
            Path::Private { nick } => line(Target::Nick(nick)),
            Path::Memo { name } => Outgoing::Memo {
                name,
                text: shorten(text),
                notice: id,
            },
        }
    }
}

/// A text as a memo takes it: whole, or cut at a word with three dots.
fn shorten(text: &str) -> String {
    if text.len() <= MEMO_BYTES_MAX {
        return text.to_owned();
    }
    let room = MEMO_BYTES_MAX - 3;
    let cut = text
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at <= room)
        .last()
        .unwrap_or(0);
    let at = text[..cut].rfind(' ').unwrap_or(cut);
    format!("{}...", &text[..at])
}
