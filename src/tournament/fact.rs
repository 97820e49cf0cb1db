//! What happened: the closed list of facts.
//!
//! Each fact is kept, remembered and told; each of these is one exhaustive `match`, so that a new fact
//! cannot be added without saying how. A fact never asks anything: it carries what is needed to apply it.

use super::drawing::CannotDraw;
use super::gamescores::ScoreFact;
use super::ratings::{RatingChange, RatingPolicy};
use super::recount::RatingCorrection;
use super::settings::{Setting, Settings};
use super::state::{
    AbsenceScope, BoardRef, BoardStatus, Bye, CheckInBy, Entrance, Phase, Reminder, Report, Role,
    Verdict, Withdrawal,
};
use crate::vocabulary::{
    Account, BoardNumber, ByeKind, Color, EntryNumber, RoundNumber, Timestamp, TournamentId,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// Somebody became a director or assistant.
    OfficialAppointed {
        /// Of this tournament, or of all.
        tournament: Option<TournamentId>,
        /// Who.
        account: Account,
        /// As its owner writes it.
        name: String,
        /// As what.
        role: Role,
    },
    /// Somebody is no director or assistant any more.
    OfficialDismissed {
        /// Of this tournament, or of all.
        tournament: Option<TournamentId>,
        /// Who.
        account: Account,
    },
    /// Somebody chose the zone they want times in.
    ZoneChosen {
        /// Who.
        account: Account,
        /// The zone.
        zone: Tz,
    },
    /// The bot lost sight of people.
    BotLeft {
        /// The last moment it is known to have been there.
        since: Timestamp,
        /// Whom it cannot see.
        scope: AbsenceScope,
    },
    /// The bot sees them again.
    BotReturned {
        /// When.
        at: Timestamp,
        /// Whom it could not see.
        scope: AbsenceScope,
    },
    /// An order or report was refused for a reason directors should be able to look up.
    AttemptRefused {
        /// The board it was about, where there is one.
        board: Option<BoardRef>,
        /// What was asked.
        text: String,
        /// Why it was refused.
        cause: AttemptCause,
    },
    /// A tournament was created.
    TournamentCreated {
        /// Its number.
        tournament: TournamentId,
        /// The seed of its lots.
        seed: u64,
        /// Its settings.
        settings: Box<Settings>,
    },
    /// A director changed a setting.
    SettingChanged {
        /// Of which tournament.
        tournament: TournamentId,
        /// The setting with its new value.
        setting: Setting,
    },
    /// A tournament's life went on.
    PhaseChanged {
        /// Which tournament.
        tournament: TournamentId,
        /// Where it stood.
        from: Phase,
        /// Where it stands now.
        phase: Phase,
    },
    /// Registration closed and there are too few players to pair; it stays open until a director acts.
    RegistrationStalled {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// Somebody entered.
    EntryAdded {
        /// Which tournament.
        tournament: TournamentId,
        /// The entry's number.
        entry: EntryNumber,
        /// Who.
        account: Account,
        /// As its owner writes it.
        name: String,
        /// How.
        how: Entrance,
        /// When.
        at: Timestamp,
        /// The first round they can be paired in.
        first_round: RoundNumber,
        /// What each round missed is worth.
        missed: ByeKind,
    },
    /// Somebody is out.
    EntryWithdrawn {
        /// Which tournament.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
        /// Why.
        why: Withdrawal,
        /// In the director's words, where a director did it.
        reason: Option<String>,
    },
    /// Somebody is in again.
    EntryReentered {
        /// Which tournament.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
    },
    /// The pairing order was drawn by lot.
    LotsDrawn {
        /// Which tournament.
        tournament: TournamentId,
        /// The order.
        order: Vec<EntryNumber>,
    },
    /// A round was paired, or paired anew; players do not see it yet.
    RoundPaired {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// White and black, in board order.
        pairs: Vec<Pairing>,
        /// Who has no opponent.
        byes: Vec<Bye>,
        /// When the clock publishes it.
        publish_at: Option<Timestamp>,
        /// Who paired it.
        by: PairedBy,
    },
    /// No legal pairing of the next round exists; directors must help.
    PairingImpossible {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// Why.
        cause: CannotDraw,
    },
    /// A director holds a paired round back.
    RoundHeld {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
    },
    /// A round was published: it is being played.
    RoundPublished {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// When.
        at: Timestamp,
        /// By when check-ins are due.
        cutoff: Timestamp,
        /// By when games are played and reported.
        deadline: Timestamp,
    },
    /// Every board of a round has its result.
    RoundClosed {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// When.
        at: Timestamp,
    },
    /// Cutoff and deadline of boards moved.
    TimingMoved {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// Which boards.
        boards: Vec<BoardNumber>,
        /// The cutoff now.
        cutoff: Timestamp,
        /// The deadline now.
        deadline: Timestamp,
        /// When they moved.
        at: Timestamp,
        /// Why.
        ground: MoveGround,
    },
    /// A player is here.
    CheckedIn {
        /// At which board they sit.
        board: BoardRef,
        /// Which side of it.
        color: Color,
        /// When it was said.
        at: Timestamp,
        /// Who said it.
        by: CheckInBy,
    },
    /// A player said to be here after the cutoff.
    CheckInLate {
        /// At which board they sit.
        board: BoardRef,
        /// Which side of it.
        color: Color,
        /// When it was said.
        at: Timestamp,
    },
    /// A director excused a player.
    Excused {
        /// At which board they sit.
        board: BoardRef,
        /// Which side of it.
        color: Color,
        /// Why.
        reason: String,
    },
    /// A player says the game is going on.
    PlayingMarked {
        /// Which board.
        board: BoardRef,
        /// Who says so.
        color: Color,
        /// When.
        at: Timestamp,
    },
    /// A player says the connection between the players broke.
    GameInterrupted {
        /// Which board.
        board: BoardRef,
        /// Who says so.
        color: Color,
        /// When.
        at: Timestamp,
    },
    /// The game goes on.
    GameResumed {
        /// Which board.
        board: BoardRef,
        /// Who says so.
        color: Color,
    },
    /// A player reported.
    Reported {
        /// Which board.
        board: BoardRef,
        /// Who.
        color: Color,
        /// What.
        report: Report,
    },
    /// A player explained a dispute.
    Explained {
        /// Which board.
        board: BoardRef,
        /// Who.
        color: Color,
        /// In these words.
        text: String,
    },
    /// A board stands elsewhere now, by the rules.
    BoardMoved {
        /// Which board.
        board: BoardRef,
        /// Where it stands.
        status: BoardStatus,
    },
    /// A director ruled.
    Ruled {
        /// Which board.
        board: BoardRef,
        /// What it brought.
        verdict: Verdict,
        /// Who ruled, as they write their account.
        by: String,
        /// Why.
        reason: String,
    },
    /// A director took the last ruling back.
    RulingUndone {
        /// Which board.
        board: BoardRef,
    },
    /// A game of a knockout was drawn: the two play another one (SPEC R-10).
    FurtherGame {
        /// Which board.
        board: BoardRef,
        /// When.
        at: Timestamp,
    },
    /// A reminder fell due; the players of these boards who need it get it.
    Reminded {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// Which boards.
        boards: Vec<BoardNumber>,
        /// Which reminder.
        reminder: Reminder,
        /// Whether it is still of use: one missed for too long is noted and not sent.
        usefulness: Usefulness,
    },
    /// Directors were told again that boards wait for them.
    DirectorsReminded {
        /// Which tournament.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// Which boards.
        boards: Vec<BoardNumber>,
        /// When.
        at: Timestamp,
    },
    /// The operator wants players rated like this, or no more.
    RatingsChosen {
        /// How.
        policy: Option<RatingPolicy>,
    },
    /// A finished tournament was counted for the rating list.
    RatingsComputed {
        /// Which tournament.
        tournament: TournamentId,
        /// When.
        at: Timestamp,
        /// Everybody's rating that is new.
        changes: Vec<RatingChange>,
    },
    /// Something happened to a gamescore.
    Score(ScoreFact),
    /// A ruling changed a game of a tournament that was counted, and the list was counted again.
    RatingsRecounted {
        /// Which tournament.
        tournament: TournamentId,
        /// When.
        at: Timestamp,
        /// Everybody whose rating, or whose way to it, is another one now.
        corrections: Vec<RatingCorrection>,
    },
    /// A director wants something said in the channel.
    Said {
        /// What.
        text: String,
    },
}

/// White and black of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Who has white.
    pub white: EntryNumber,
    /// Who has black.
    pub black: EntryNumber,
}

/// How a round came to be paired as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairedBy {
    /// By the tournament's system.
    System,
    /// A director changed it by hand.
    Hand,
}

/// Why cutoffs and deadlines moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveGround {
    /// A director said so (SPEC R-19).
    Director {
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// The bot was away (SPEC R-17).
    Absence {
        /// Since when.
        from: Timestamp,
        /// Until when.
        until: Timestamp,
    },
}

/// Whether a reminder that fell due is still worth sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Usefulness {
    /// Send it.
    Send,
    /// A later one overtook it, or nobody needs it: only note it as done.
    Skip,
}

/// Why an attempt is worth a line in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptCause {
    /// A report on somebody else's game (CASES T5).
    NotYourGame,
    /// An order by somebody who is no director.
    NotDirector,
    /// A report on a board that is settled (SPEC R-22).
    AlreadySettled,
}
