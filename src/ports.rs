//! What the desk and the adapters say to each other.
//!
//! Everything that can happen is one closed enum, [`Event`], in one bounded queue whose only reader is
//! the desk; everything the desk wants from the network is an [`Outgoing`], and from an engine a [`Question`]. Neither side
//! knows how the other does its work, which is what lets the tests put a script in place of the network.
//!
//! # Durable lines
//!
//! A reply to a command is not durable: if it is lost, the person asks again and the rules give the same
//! answer. Whatever nobody asked for (announcements, reminders, notices) is durable: it stands in the
//! outbox before it is said (SPEC R-33). The adapter says [`Event::Ready`] when it could put a durable line
//! on the wire at once; the desk then marks the row in the outbox, commits, and hands over one line, which the
//! adapter writes before anything else. A crash between these two steps is the only moment of doubt.

mod engine;

pub use engine::{EngineScore, EngineTrouble, Evaluation, QUESTIONS_MAX, Question, QuestionId};

use crate::vocabulary::{Account, CaseMapping, Span, Timestamp};

/// The number of a row in the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoticeId(pub i64);

/// What is known of who somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Services vouch for this account.
    Account {
        /// The account, folded.
        account: Account,
        /// The account as services or its owner write it.
        name: String,
    },
    /// Checked: not identified to services.
    Stranger,
    /// Could not be checked: services or the server did not answer. Nothing that needs a proof is done.
    Unchecked,
}

impl Identity {
    /// The account, where one is proved.
    pub fn account(&self) -> Option<&Account> {
        match self {
            Identity::Account { account, .. } => Some(account),
            Identity::Stranger | Identity::Unchecked => None,
        }
    }
}

/// Somebody on IRC: the nick they show now, and who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The nick as the server writes it.
    pub nick: String,
    /// Who that is.
    pub identity: Identity,
}

/// Where something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the bot's channel.
    Channel,
    /// To the bot alone.
    Private,
}

/// A line addressed to the bot, cleaned of formatting and control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who said it.
    pub person: Person,
    /// Where.
    pub place: Place,
    /// What, without the bot's name in front of it, and in the channel without the `!`. Never empty.
    pub text: String,
    /// How long the line waited until it was known who says it: a check-in counts from when it was said.
    pub waited: Span,
    /// As what it was heard, and how well.
    pub hearing: Hearing,
}

/// As what a line was heard, and how well. By default, as talk without anything amiss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hearing {
    /// As what.
    pub manner: Manner,
    /// What became of the lines that the same person said right before it.
    pub before: Before,
    /// Whether all of the line arrived.
    pub end: LineEnd,
}

/// As what a line was heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// As something said to the bot. People may say so much in a minute.
    #[default]
    Talk,
    /// As a line of a game that somebody pastes, of which they may send many more. It is no command for that, whatever words it
    /// begins with: a comment may begin with any.
    Moves,
}

/// What became of the lines that somebody said right before one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// They were heard.
    #[default]
    Heard,
    /// At least one was not: it was one too many, or the desk was too far behind.
    Lost,
}

/// Whether all of a line arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// It did.
    #[default]
    Whole,
    /// It is as long as a server lets a line be: what was longer was cut off without a word.
    MaybeCut,
}

/// Why somebody is no longer seen on the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// PART, QUIT, KICK or KILL: they are gone.
    Left,
    /// A netsplit took them: they may be back in a moment.
    Split,
}

/// Which side of a netsplit the bot is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitSide {
    /// Most people are still seen: those who vanished are the ones cut off.
    Majority,
    /// The bot is among the few: it is the one cut off (SPEC R-17).
    Minority,
}

/// The ways a durable line can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Route {
    /// A line to the channel or to somebody online.
    Line,
    /// A memo through services.
    Memo,
}

/// What became of a durable line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The server has read it and said nothing against it; no more is to be expected.
    Written,
    /// Services said they took it.
    Confirmed,
    /// Not now: a limit or an absence; try again after this long.
    TryLater {
        /// How long to wait.
        after: Span,
    },
    /// It cannot be delivered this way.
    Failed {
        /// Why, in the words of the server or services.
        reason: String,
    },
    /// Handed over, and nothing was heard of it.
    Unknown,
}

/// Everything that can happen to the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The bot is welcome on a network.
    Connected {
        /// How this network folds names.
        casemapping: CaseMapping,
        /// The bot's own nick there.
        nick: String,
    },
    /// The bot is on its channel, and these people are there too (itself left out).
    Entered {
        /// Everybody on the channel, with what is known of them so far.
        members: Vec<Person>,
    },
    /// The bot is off its channel: kicked, disconnected, or connecting anew.
    Lost {
        /// Why, for the log.
        reason: String,
        /// How long nothing had been heard from the server when this was noticed: what people said meanwhile may be
        /// lost, so the absence counts from then (SPEC R-17).
        silent_for: Span,
    },
    /// The server was heard from just now, and the bot is on its channel. Said at most once a second, and after whatever
    /// the server said: until now, the bot could hear everybody.
    Alive,
    /// Somebody came to the channel.
    Arrived(Person),
    /// It became known who a present nick is, or that this changed.
    Recognised(Person),
    /// A present nick changed; who it is comes as [`Event::Recognised`] where that changed too.
    Renamed {
        /// The nick before.
        from: String,
        /// The nick now.
        to: String,
    },
    /// Somebody is no longer seen.
    Departed {
        /// The nick.
        nick: String,
        /// How they went.
        departure: Departure,
    },
    /// A netsplit happened; the departures came before. It is said again where the split takes more people.
    SplitBegan {
        /// Which side the bot is on.
        side: SplitSide,
        /// How many people the bot no longer sees.
        missing: usize,
    },
    /// The split is over, or given up waiting for.
    SplitEnded,
    /// Somebody said something to the bot.
    Said(Said),
    /// The adapter could send a durable line this way at once.
    Ready(Route),
    /// What became of a durable line.
    Handled {
        /// Which one.
        notice: NoticeId,
        /// What became of it.
        delivery: Delivery,
    },
    /// An engine looked at a position, or could not.
    Evaluated {
        /// The question this answers.
        question: QuestionId,
        /// What it found.
        answer: Result<Evaluation, EngineTrouble>,
    },
    /// Time has passed: something may be due.
    Woken,
    /// The operator asks the bot to stop.
    Stop,
}

/// Whom a line is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The bot's channel.
    Channel,
    /// One nick, privately.
    Nick(String),
}

/// How soon a line should go, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// An answer to a director.
    DirectorReply,
    /// An answer to anybody else.
    Reply,
    /// A durable line: announcements and notices.
    Durable,
}

/// What the desk wants from the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A line; one that is too long is split at words by the adapter.
    Line {
        /// For whom.
        target: Target,
        /// What.
        text: String,
        /// How soon.
        urgency: Urgency,
        /// The outbox row behind it, for durable lines.
        notice: Option<NoticeId>,
    },
    /// A memo to a registered nick.
    Memo {
        /// The nick's or account's name as services know it.
        name: String,
        /// What, already within services' length.
        text: String,
        /// The outbox row behind it.
        notice: NoticeId,
    },
    /// Leave the network with these words and end.
    Quit {
        /// The words.
        text: String,
    },
}

/// Whom a notice is for. Each notice has exactly one recipient (SPEC R-33).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recipient {
    /// The bot's channel.
    Channel,
    /// One account: privately if online and identified, else by memo.
    Person {
        /// The account.
        account: Account,
        /// As its owner writes it: the name services know it by.
        name: String,
    },
}

/// What a notice is about; people will be able to mute kinds (SPEC R-34), and directors to look them up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoticeKind {
    /// Something everybody should know: a tournament's life, moved deadlines, outcomes.
    Announcement,
    /// A round's pairings, or one's own.
    Pairing,
    /// A reminder before the cutoff.
    Reminder,
    /// The opponent reported, disputed or withdrew.
    Result,
    /// Something a director has to look at.
    Director,
}

/// A notice to be written to the outbox together with the fact that causes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// For whom.
    pub recipient: Recipient,
    /// What it is about.
    pub kind: NoticeKind,
    /// The text; it may be longer than a line, and is then split at words where it is sent.
    pub text: String,
    /// When it is of no use any more, if such a moment is known: it is then dropped unsent, and the row says so.
    pub useful_until: Option<Timestamp>,
}

/// How far a notice in the outbox is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeState {
    /// Waiting for its way to be free, not before this instant.
    Queued {
        /// The earliest moment for the next try.
        not_before: Timestamp,
    },
    /// Handed to the network; a crash now leaves it in doubt.
    Sending,
    /// Gone out: in the channel, privately, or confirmed by services.
    Sent,
    /// Cannot be delivered; a director can send it again.
    Failed,
    /// Its moment passed before it could be sent.
    Expired,
}
