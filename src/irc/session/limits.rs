//! How much of what people say is heard: so many commands a minute, and so many lines of a game.
//!
//! Lines of a game have an allowance of their own, since a game is pasted all at once and taken in silence. What was not
//! heard of somebody is remembered until they are heard again: a game that lacks a line must not look whole.

use crate::irc::options::Limits;
use crate::irc::paste::{self, Comment, Shape};
use crate::ports::{Before, Manner, Place};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// CTCP questions answered in a minute, all people together.
const CTCP_PER_MINUTE: u32 = 3;

/// People told in a minute that the bot is busy.
const BUSY_PER_MINUTE: usize = 10;

/// People who are counted at once; beyond that, those are forgotten of whom nothing is remembered that matters.
const COUNTED_MAX: usize = 2_000;

const MINUTE: Duration = Duration::from_secs(60);

/// How long a paste may pause: clients send a line every two or three seconds where the server wants it so.
const PASTE_PAUSE: Duration = Duration::from_secs(20);

/// How long it is remembered that somebody was not heard: as long as the desk waits for the next line of a game.
const LOSS_KEPT: Duration = Duration::from_secs(3_600);

/// How many commands somebody gave.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// Within the minute that began then.
    Heard { since: Instant, commands: u32 },
    /// Too much: not heard until then.
    Deaf { until: Instant },
}

/// A game that somebody pastes.
#[derive(Clone, Copy, Debug)]
struct Paste {
    /// When the minute began in which lines and bytes are counted.
    since: Instant,
    lines: u32,
    bytes: usize,
    /// When its last line came.
    last: Instant,
    /// How that line ended.
    comment: Comment,
}

/// What is remembered of somebody.
#[derive(Clone, Copy, Debug)]
struct Speaker {
    count: Count,
    paste: Option<Paste>,
    /// When a private line of theirs was last not heard, if they have not been heard since.
    unheard_at: Option<Instant>,
}

/// Whether a line is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is.
    Heard {
        /// As what.
        manner: Manner,
        /// Whether a paste of theirs is under way, of which it may be a part by other eyes.
        pasting: Pasting,
        /// What became of their lines before it.
        before: Before,
    },
    /// This one was too many; its speaker is told.
    Enough,
    /// Not at the moment.
    Deaf,
}

/// Whether somebody is pasting a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pasting {
    /// They are.
    UnderWay,
    /// They are not.
    No,
}

/// Counts what people say.
#[derive(Debug)]
pub(super) struct SpeechLimits {
    limits: Limits,
    speakers: HashMap<String, Speaker>,
    ctcp_since: Option<Instant>,
    ctcp_answers: u32,
    /// Who was told that the bot is busy, since when.
    told_busy: HashMap<String, Instant>,
}

impl SpeechLimits {
    pub(super) fn new(limits: &Limits) -> SpeechLimits {
        SpeechLimits {
            limits: limits.clone(),
            speakers: HashMap::new(),
            ctcp_since: None,
            ctcp_answers: 0,
            told_busy: HashMap::new(),
        }
    }

    /// A new nick does not wash anybody's slate.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        if let Some(speaker) = self.speakers.remove(from) {
            self.speakers.insert(to.to_owned(), speaker);
        }
    }

    /// Somebody says something to the bot; the text is clean.
    pub(super) fn hear(
        &mut self,
        folded: &str,
        (place, text): (Place, &str),
        now: Instant,
    ) -> Verdict {
        if !self.speakers.contains_key(folded) && !self.has_room(now) {
            return Verdict::Deaf;
        }
        let limits = &self.limits;
        let fresh = Speaker {
            count: Count::fresh(now, 0),
            paste: None,
            unheard_at: None,
        };
        let speaker = self.speakers.entry(folded.to_owned()).or_insert(fresh);
        // An order's mark says that it is no move; and nobody pastes a game into the channel.
        let is_talk = place == Place::Channel || text.starts_with('!');
        let (shape, comment) = match is_talk {
            true => (Shape::Talk, Comment::Closed),
            false => paste::look(text, speaker.comment(now)),
        };
        let heard = match shape {
            Shape::Moves => speaker.takes_moves(text.len(), limits, now),
            Shape::TalkOfMoves | Shape::Talk => speaker.takes_command(limits, now),
        };
        if heard != Allowance::Left {
            if !is_talk {
                speaker.unheard_at = Some(now);
            }
            return match heard {
                Allowance::Spent => Verdict::Enough,
                Allowance::Left | Allowance::None => Verdict::Deaf,
            };
        }
        let manner = match shape {
            Shape::Moves => Manner::Moves,
            Shape::TalkOfMoves | Shape::Talk => Manner::Talk,
        };
        if shape != Shape::Talk {
            speaker.goes_on(comment, now);
        }
        Verdict::Heard {
            manner,
            pasting: match speaker.is_pasting(now) && !is_talk {
                true => Pasting::UnderWay,
                false => Pasting::No,
            },
            before: match speaker.unheard_at.take() {
                Some(_) => Before::Lost,
                None => Before::Heard,
            },
        }
    }

    /// A line of somebody's that was heard is lost all the same.
    pub(super) fn note_loss(&mut self, folded: &str, now: Instant) {
        if let Some(speaker) = self.speakers.get_mut(folded) {
            speaker.unheard_at = Some(now);
        }
    }

    fn has_room(&mut self, now: Instant) -> bool {
        if self.speakers.len() >= COUNTED_MAX {
            self.speakers.retain(|_, speaker| speaker.matters(now));
        }
        self.speakers.len() < COUNTED_MAX
    }

    pub(super) fn may_say_busy(&mut self, folded: String, now: Instant) -> bool {
        self.told_busy
            .retain(|_, at| now.duration_since(*at) < MINUTE);
        let may = self.told_busy.len() < BUSY_PER_MINUTE && !self.told_busy.contains_key(&folded);
        if may {
            self.told_busy.insert(folded, now);
        }
        may
    }

    pub(super) fn may_answer_ctcp(&mut self, now: Instant) -> bool {
        if self
            .ctcp_since
            .is_none_or(|since| now.duration_since(since) >= MINUTE)
        {
            self.ctcp_since = Some(now);
            self.ctcp_answers = 0;
        }
        self.ctcp_answers += 1;
        self.ctcp_answers <= CTCP_PER_MINUTE
    }
}

/// What of an allowance there was for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Allowance {
    /// Enough.
    Left,
    /// This line was one too many.
    Spent,
    /// There has been nothing for a while.
    None,
}

impl Count {
    fn fresh(now: Instant, commands: u32) -> Count {
        Count::Heard {
            since: now,
            commands,
        }
    }
}

impl Speaker {
    /// How the last line of a paste ended; a paste that paused is over.
    fn comment(&self, now: Instant) -> Comment {
        match self.paste {
            Some(paste) if self.is_pasting(now) => paste.comment,
            Some(_) | None => Comment::Closed,
        }
    }

    fn is_pasting(&self, now: Instant) -> bool {
        let paste = self.paste;
        paste.is_some_and(|paste| now.saturating_duration_since(paste.last) < PASTE_PAUSE)
    }

    /// Whether anything is remembered that a stranger would be forgiven.
    fn matters(&self, now: Instant) -> bool {
        let within = |since: Instant, span| now.saturating_duration_since(since) < span;
        let counted = match self.count {
            Count::Heard { since, .. } => within(since, MINUTE),
            Count::Deaf { until } => now < until,
        };
        counted
            || self.paste.is_some_and(|paste| within(paste.since, MINUTE))
            || self.unheard_at.is_some_and(|at| within(at, LOSS_KEPT))
    }

    fn is_deaf(&self, now: Instant) -> bool {
        match self.count {
            Count::Deaf { until } => now < until,
            Count::Heard { .. } => false,
        }
    }

    fn deafen(&mut self, limits: &Limits, now: Instant) -> Allowance {
        self.count = Count::Deaf {
            until: now + limits.deaf,
        };
        Allowance::Spent
    }

    fn takes_command(&mut self, limits: &Limits, now: Instant) -> Allowance {
        if limits.commands_per_minute == 0 {
            return Allowance::Left;
        }
        if self.is_deaf(now) {
            return Allowance::None;
        }
        match &mut self.count {
            Count::Heard { since, commands } if now.duration_since(*since) < MINUTE => {
                if *commands >= limits.commands_per_minute {
                    return self.deafen(limits, now);
                }
                *commands += 1;
            }
            Count::Heard { .. } | Count::Deaf { .. } => self.count = Count::fresh(now, 1),
        }
        Allowance::Left
    }

    fn takes_moves(&mut self, bytes: usize, limits: &Limits, now: Instant) -> Allowance {
        if limits.commands_per_minute == 0 {
            return Allowance::Left;
        }
        if self.is_deaf(now) {
            return Allowance::None;
        }
        let paste = self.paste.get_or_insert(Paste::new(now));
        if now.duration_since(paste.since) >= MINUTE {
            (paste.since, paste.lines, paste.bytes) = (now, 0, 0);
        }
        paste.lines += 1;
        paste.bytes += bytes;
        if paste.lines > limits.moves_per_minute || paste.bytes > limits.moves_bytes_per_minute {
            return self.deafen(limits, now);
        }
        Allowance::Left
    }

    /// A paste begins or goes on with a line that ends so.
    fn goes_on(&mut self, comment: Comment, now: Instant) {
        let paste = self.paste.get_or_insert(Paste::new(now));
        (paste.last, paste.comment) = (now, comment);
    }
}

impl Paste {
    fn new(now: Instant) -> Paste {
        Paste {
            since: now,
            lines: 0,
            bytes: 0,
            last: now,
            comment: Comment::Closed,
        }
    }
}
