//! The remembered state: everything the facts so far amount to.
//!
//! It is plain data. Questions about it that need no rule stand beside it as methods; what may happen
//! next is decided elsewhere.

use super::gamescores::Gamescores;
use super::indexed::{Boards, DrawnOrder, Entries};
use super::ratings::{RatingList, RatingPeriod, RatingPolicy};
use super::settings::Settings;
use super::settling::DrawnGame;
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, RoundNumber,
    Timestamp, TournamentId,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub use super::sides::Sides;

/// The society: its people, its directors and all its tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Society {
    /// Who directs or assists every tournament (SPEC R-4).
    pub officials: BTreeMap<Account, Official>,
    /// What is known of people beyond one tournament.
    pub people: BTreeMap<Account, PersonRecord>,
    /// All tournaments, by number.
    pub tournaments: BTreeMap<TournamentId, Tournament>,
    /// When the bot was not on its channel, oldest first (SPEC R-17).
    pub absences: Vec<Absence>,
    /// How players are rated, where they are.
    pub rating_policy: Option<RatingPolicy>,
    /// The moves of games: what was kept, and what is being sent.
    pub gamescores: Gamescores,
    /// The rating list.
    pub ratings: RatingList,
    /// The periods that were counted for it, oldest first.
    pub rating_periods: Vec<RatingPeriod>,
}

/// A director or assistant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Official {
    /// The account as its owner writes it.
    pub name: String,
    /// What they are.
    pub role: Role,
}

/// What an official is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Helps the director: may do all but appoint officials, create, cancel or finish tournaments.
    Assistant,
    /// Directs (TD).
    Director,
}

/// What is known of a person beyond one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonRecord {
    /// The zone they want times in (`tz`).
    pub zone: Option<Tz>,
}

/// A stretch of time in which the bot could not see people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// The last moment the bot is known to have been there.
    pub from: Timestamp,
    /// When it was back; open while it is not.
    pub until: Option<Timestamp>,
    /// Whom it could not see.
    pub scope: AbsenceScope,
}

/// Whom the bot could not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsenceScope {
    /// Nobody at all: it was off the channel.
    Everybody,
    /// A split left it with the few: these were on the other side.
    Accounts(BTreeSet<Account>),
}

impl AbsenceScope {
    /// Whether this account was out of the bot's sight.
    pub fn covers(&self, account: &Account) -> bool {
        match self {
            AbsenceScope::Everybody => true,
            AbsenceScope::Accounts(accounts) => accounts.contains(account),
        }
    }
}

/// Where a tournament stands in its life (SPEC 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Only directors see it.
    Draft,
    /// Everybody knows of it; registration is not open yet.
    Announced,
    /// Registration is open.
    Registration,
    /// Rounds are played.
    Running,
    /// All rounds are over.
    Finished,
    /// It will not take place.
    Cancelled,
}

/// One tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Its number.
    pub id: TournamentId,
    /// What its director chose.
    pub settings: Settings,
    /// Where it stands.
    pub phase: Phase,
    /// Its own directors and assistants, beside those of the society.
    pub officials: BTreeMap<Account, Official>,
    /// Everybody who entered, in order; entry number n stands at n - 1.
    pub entries: Entries,
    /// The seed of its lots (DESIGN: anyone can repeat the draw).
    pub seed: u64,
    /// The pairing order, drawn when registration closed; late entries stand at the end.
    pub order: DrawnOrder,
    /// The rounds so far, round n at n - 1.
    pub rounds: Vec<Round>,
    /// The round that could not be paired, until something changes that may help.
    pub pairing_failed: Option<RoundNumber>,
}

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The number within the tournament.
    pub number: EntryNumber,
    /// Who it is.
    pub account: Account,
    /// The account as its owner writes it.
    pub name: String,
    /// How they came in.
    pub how: Entrance,
    /// When.
    pub entered_at: Timestamp,
    /// The first round they can be paired in.
    pub first_round: RoundNumber,
    /// What each round missed before `first_round` is worth.
    pub missed: ByeKind,
    /// Whether they are still in.
    pub status: EntryStatus,
    /// The rating they play the tournament with: as of the draw, or of a later entry.
    pub rating: Option<u16>,
}

/// How a player came into a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    /// Before registration opened (SPEC R-6).
    Preregistered,
    /// While it was open.
    Registered,
    /// By a director (SPEC R-7).
    Admitted,
}

/// Whether a player is still in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// Is paired.
    Active,
    /// Is not paired any more (SPEC R-9).
    Withdrawn(Withdrawal),
}

/// Why a player is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// Said so, or a director did in their name.
    Announced,
    /// Stayed away without a word (DAL 8.3).
    Deserted,
    /// A director put them out.
    Expelled,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number.
    pub number: RoundNumber,
    /// How far it is.
    pub stage: RoundStage,
    /// The boards, in order.
    pub boards: Boards,
    /// Who has no opponent.
    pub byes: Vec<Bye>,
}

/// How far a round is (SPEC R-12: generating and publishing are two steps).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStage {
    /// Paired, and only directors see it.
    Draft {
        /// When the clock publishes it; never, while a director holds it.
        publish_at: Option<Timestamp>,
    },
    /// Being played.
    Published {
        /// Since when.
        at: Timestamp,
        /// The deadline as published; boards may have their own.
        deadline: Timestamp,
    },
    /// Every board has its result and the next round may be paired.
    Closed {
        /// When it was published.
        published_at: Timestamp,
        /// The deadline it had.
        deadline: Timestamp,
        /// When it closed.
        at: Timestamp,
    },
}

/// Somebody without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bye {
    /// Who.
    pub player: EntryNumber,
    /// Which kind.
    pub kind: ByeKind,
}

/// A pairing and all that became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its number in the round.
    pub number: BoardNumber,
    /// Who has which colour.
    pub players: Sides<EntryNumber>,
    /// By when.
    pub timing: Timing,
    /// Where it stands.
    pub status: BoardStatus,
    /// The games of a knockout that were drawn before, oldest first: what else is said here is about the next one.
    pub drawn: Vec<DrawnGame>,
    /// Who said to be here (SPEC R-15).
    pub check_ins: Sides<Option<CheckIn>>,
    /// Whom a director excused, and why.
    pub excuses: Sides<Option<String>>,
    /// What each of the two says the game brought.
    pub reports: Sides<Option<Report>>,
    /// Since when each of the two says the game is going on (SPEC R-18).
    pub playing: Sides<Option<Timestamp>>,
    /// Since when the game is interrupted, where it is.
    pub interrupted_at: Option<Timestamp>,
    /// What each of the two says about a dispute.
    pub explanations: Sides<Option<String>>,
    /// Which reminders were given.
    pub reminded: BTreeSet<Reminder>,
    /// When directors were last told that this board waits for them.
    pub directors_told_at: Option<Timestamp>,
}

/// By when a board must be played. Set at publishing, moved by directors and by the bot's absences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// By when a check-in is due.
    pub cutoff: Timestamp,
    /// By when the game is played and reported.
    pub deadline: Timestamp,
    /// Absences of the bot up to here are made good already.
    pub absences_counted_to: Timestamp,
}

/// A check-in: somebody said to be here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckIn {
    /// When.
    pub at: Timestamp,
    /// Who said so.
    pub by: CheckInBy,
}

/// Who made a check-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckInBy {
    /// The player, in the channel.
    Player,
    /// A director (SPEC R-19).
    Director,
}

/// Whether a game was played with the colours as paired (SPEC R-24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorsPlayed {
    /// As paired.
    AsPaired,
    /// The other way round: the one paired with white had black.
    Swapped,
}

/// What a player says a game brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The outcome, by the colours of the pairing.
    pub outcome: Outcome,
    /// Whether they were the colours of the game.
    pub colors: ColorsPlayed,
    /// When it was said.
    pub at: Timestamp,
}

impl Report {
    /// Whether two reports tell of the same game.
    pub fn agrees_with(&self, other: &Report) -> bool {
        self.outcome == other.outcome && self.colors == other.colors
    }

    /// The verdict this report asks for.
    pub fn verdict(&self) -> Verdict {
        Verdict {
            result: BoardResult::Played(self.outcome),
            colors: self.colors,
        }
    }
}

/// What a board brought, and with which colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The result, by the colours of the pairing.
    pub result: BoardResult,
    /// Whether they were the colours of the game.
    pub colors: ColorsPlayed,
}

impl Verdict {
    /// A verdict on a board where nothing was played.
    pub fn unplayed(result: BoardResult) -> Verdict {
        Verdict {
            result,
            colors: ColorsPlayed::AsPaired,
        }
    }
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Both said the same (SPEC R-21).
    BothReports,
    /// Only this colour reported (DAL IV.a: taken as accurate).
    SingleReport(Color),
    /// Who was here at the cutoff (SPEC R-16).
    Cutoff,
    /// Nobody reported by the deadline (DAL IV.a).
    NoReport,
    /// Somebody withdrew (SPEC R-9).
    Withdrawal,
}

/// Where a board stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardStatus {
    /// Nothing is known of the game yet.
    Unplayed,
    /// Both were here at the cutoff: they must play (DAL III).
    MustPlay,
    /// Will be final at the deadline.
    Provisional {
        /// What it would be.
        verdict: Verdict,
        /// Why.
        ground: Ground,
    },
    /// The reports contradict, or one contradicts the cutoff: a director rules.
    Disputed {
        /// Since when.
        since: Timestamp,
    },
    /// The clock may not settle it: a director does (SPEC ).
    WithDirector {
        /// Since when.
        since: Timestamp,
        /// Why.
        cause: HandedOver,
    },
    /// Settled.
    Final {
        /// What it brought.
        verdict: Verdict,
        /// Why.
        ground: Ground,
    },
    /// Settled by a director; no report overwrites it (SPEC R-22).
    Ruled {
        /// What it brought.
        verdict: Verdict,
        /// Who ruled, as they write their account.
        by: String,
        /// Why.
        reason: String,
        /// Where the board stood before, for `undo`.
        before: Box<BoardStatus>,
    },
}

/// Why a board was handed to the director.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandedOver {
    /// Both said the game was going on when the deadline came.
    InProgress,
    /// A player was excused.
    Excused,
    /// A ruling was taken back after the moment at which the clock would have settled the board: while the ruling stood,
    /// nobody had to check in or could report.
    RulingUndone,
    /// A game of a knockout was drawn, and somebody has to go on: the two play another one, or a director decides
    /// (SPEC R-10).
    Drawn,
}

impl BoardStatus {
    /// The settled verdict, where there is one.
    pub fn settled(&self) -> Option<Verdict> {
        match self {
            BoardStatus::Final { verdict, .. } | BoardStatus::Ruled { verdict, .. } => {
                Some(*verdict)
            }
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. } => None,
        }
    }
}

/// The kinds of reminder the clock gives about a board (SPEC R-34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reminder {
    /// Two days before the cutoff, and nothing is played.
    TwoDays,
    /// One day before the cutoff, and nothing is played.
    OneDay,
    /// Check-ins are taken from now on.
    WindowOpen,
    /// One hour before the cutoff, to who is not here yet.
    OneHour,
}

/// Which board of which tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoardRef {
    /// The tournament.
    pub tournament: TournamentId,
    /// The round.
    pub round: RoundNumber,
    /// The board.
    pub board: BoardNumber,
}
