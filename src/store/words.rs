//! How the variants without data stand in text columns.
//!
//! The words are part of the file format: a test holds them against what the JSON columns and the journal say.

use super::outbox::Way;
use crate::ports::NoticeKind;
use crate::tournament::{CheckInBy, ColorsPlayed, Entrance, Phase, Role, Sender, Withdrawal};
use crate::vocabulary::{ByeKind, Outcome};

/// Something a text column says in one word.
pub(super) trait Word: Sized + 'static {
    /// The word.
    fn word(&self) -> &'static str;
    /// What a word means; nothing, where it is none of ours.
    fn from_word(word: &str) -> Option<Self>;
    /// Every variant, for the tests.
    #[cfg(test)]
    const EVERY: &'static [Self];
}

macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl Word for $type {
            fn word(&self) -> &'static str {
                match self {
                    $($type::$variant => $word,)+
                }
            }
            fn from_word(word: &str) -> Option<$type> {
                match word {
                    $($word => Some($type::$variant),)+
                    _ => None,
                }
            }
            #[cfg(test)]
            const EVERY: &'static [$type] = &[$($type::$variant),+];
        }
    };
}

words!(Phase {
    Draft = "draft",
    Announced = "announced",
    Registration = "registration",
    Running = "running",
    Finished = "finished",
    Cancelled = "cancelled",
});

words!(Sender {
    White = "white",
    Black = "black",
    Official = "official",
});

words!(Role {
    Assistant = "assistant",
    Director = "director",
});

words!(Entrance {
    Preregistered = "preregistered",
    Registered = "registered",
    Admitted = "admitted",
});

words!(Withdrawal {
    Announced = "announced",
    Deserted = "deserted",
    Expelled = "expelled",
});

words!(ByeKind {
    PairingAllocated = "pairing_allocated",
    FullPoint = "full_point",
    HalfPoint = "half_point",
    ZeroPoint = "zero_point",
});

words!(CheckInBy {
    Player = "player",
    Director = "director",
});

words!(ColorsPlayed {
    AsPaired = "as_paired",
    Swapped = "swapped",
});

words!(Outcome {
    WhiteWins = "1-0",
    Draw = "1/2-1/2",
    BlackWins = "0-1",
});

words!(NoticeKind {
    Announcement = "announcement",
    Pairing = "pairing",
    Reminder = "reminder",
    Result = "result",
    Director = "director",
});

words!(Way {
    Channel = "channel",
    Private = "private",
    Memo = "memo",
});
