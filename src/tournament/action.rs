//! What is asked: actions, and who asks.

use super::ratings::RatingPolicy;
use super::settings::{Setting, Settings};
use super::state::{AbsenceScope, BoardRef, ColorsPlayed, Role, Verdict, Withdrawal};
use crate::game::Gap;
use crate::vocabulary::{
    Account, ByeKind, EntryNumber, Outcome, RoundNumber, Span, Timestamp, TournamentId,
};
use chrono_tz::Tz;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody whose services account is proved.
    Account {
        /// The account.
        account: Account,
        /// As its owner writes it.
        name: String,
    },
    /// Somebody who is not identified to services.
    Stranger {
        /// The nick they show.
        nick: String,
    },
    /// Somebody who could not be checked just now.
    Unchecked {
        /// The nick they show.
        nick: String,
    },
    /// The clock: something fell due.
    Clock,
    /// The operator: config file and command line.
    Operator,
}

impl Actor {
    /// The proved account, where there is one.
    pub fn account(&self) -> Option<&Account> {
        match self {
            Actor::Account { account, .. } => Some(account),
            Actor::Stranger { .. } | Actor::Unchecked { .. } | Actor::Clock | Actor::Operator => {
                None
            }
        }
    }

    /// How the actor is written in the journal.
    pub fn name(&self) -> &str {
        match self {
            Actor::Account { name, .. } => name,
            Actor::Stranger { nick } | Actor::Unchecked { nick } => nick,
            Actor::Clock => "clock",
            Actor::Operator => "operator",
        }
    }
}

/// Whether somebody who was warned says so again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// The plain order.
    NotGiven,
    /// The order with `confirm`.
    Confirmed,
}

/// Something asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `register`
    Register {
        /// Where.
        tournament: TournamentId,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `preregister`
    Preregister {
        /// Where.
        tournament: TournamentId,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `withdraw`
    Withdraw {
        /// From where.
        tournament: TournamentId,
    },
    /// `present`
    CheckIn {
        /// Where.
        tournament: TournamentId,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `report`
    Report {
        /// Where; the board is the player's own.
        tournament: TournamentId,
        /// What.
        claim: Claim,
        /// The line, for the journal.
        text: String,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `confirm`: the opponent's report is right.
    Confirm {
        /// Where.
        tournament: TournamentId,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `explain`
    Explain {
        /// Where.
        tournament: TournamentId,
        /// In these words.
        text: String,
    },
    /// `playing`
    MarkPlaying {
        /// Where.
        tournament: TournamentId,
        /// When it was said, which may be before it was heard.
        said_at: Timestamp,
    },
    /// `interrupted`
    Interrupt {
        /// Where.
        tournament: TournamentId,
    },
    /// `resumed`
    Resume {
        /// Where.
        tournament: TournamentId,
    },
    /// `tz`
    ChooseZone {
        /// The zone.
        zone: Tz,
    },
    /// Something about the moves of a game.
    Score(ScoreAction),
    /// An order by a director.
    Direct(Order),
    /// Something fell due.
    Due(super::Due),
    /// The bot lost sight of people.
    LoseSight {
        /// Since when.
        since: Timestamp,
        /// Of whom.
        scope: AbsenceScope,
    },
    /// The bot sees people again.
    RegainSight {
        /// Whom.
        scope: AbsenceScope,
    },
    /// The config names these society-wide directors.
    Appoint {
        /// Who, with the name as written.
        directors: Vec<(Account, String)>,
    },
    /// The config says how players are rated.
    UseRatings {
        /// How, where they are.
        policy: Option<RatingPolicy>,
    },
}

/// Something about the moves of a game (SPEC R-28).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreAction {
    /// `game`, or the first line of one: somebody begins to send the moves.
    Begin {
        /// Of which game.
        board: BoardRef,
        /// The first line, where there is one.
        text: Option<String>,
    },
    /// A line of it.
    Line {
        /// The line.
        text: String,
    },
    /// Something they sent was lost before this, or may have been.
    Gap {
        /// What is known of it.
        gap: Gap,
    },
    /// `discard`: what was sent is thrown away.
    Discard,
    /// `end`: that was all; it is read and kept.
    Keep {
        /// Which of several games in it.
        number: Option<u16>,
        /// Given where something in it is doubtful.
        consent: Consent,
    },
    /// `ask score`: a director wants to see the moves.
    Ask {
        /// Of which game.
        board: BoardRef,
    },
}

/// What a player says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `won`, `lost`, `drew`, seen from the speaker.
    Own {
        /// What the speaker got.
        result: OwnResult,
        /// Whether the colours were as paired.
        colors: ColorsPlayed,
    },
    /// `1-0`, `0-1`, `1/2` by the colours of the pairing.
    Score {
        /// By colours.
        outcome: Outcome,
        /// Whether the colours were as paired.
        colors: ColorsPlayed,
    },
    /// `NICK 1-0 NICK`: the first name had white, by what is said.
    Named {
        /// Who is said to have had white.
        white: String,
        /// Who is said to have had black.
        black: String,
        /// By these colours.
        outcome: Outcome,
        /// The two as entries, where they are known; names are compared with the network's folding before.
        accounts: (Account, Account),
    },
}

/// A result seen from one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnResult {
    /// A win.
    Won,
    /// A loss.
    Lost,
    /// A draw.
    Drew,
}

/// An order by a director or assistant (SPEC 8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// `tournament new NAME`
    Create {
        /// Its first settings, with the name.
        settings: Box<Settings>,
        /// The seed for its lots.
        seed: u64,
    },
    /// `tournament set KEY VALUE`
    Set {
        /// Of which tournament.
        tournament: TournamentId,
        /// The setting.
        setting: Setting,
    },
    /// `tournament announce`
    Announce {
        /// Which.
        tournament: TournamentId,
    },
    /// `tournament open`: registration, now.
    Open {
        /// Which.
        tournament: TournamentId,
    },
    /// `tournament close` and `tournament start`: registration ends and the first round is paired, now.
    Start {
        /// Which.
        tournament: TournamentId,
    },
    /// `tournament finish`
    Finish {
        /// Which.
        tournament: TournamentId,
        /// Given where games are still open.
        consent: Consent,
    },
    /// `tournament cancel`
    Cancel {
        /// Which.
        tournament: TournamentId,
        /// Always asked for.
        consent: Consent,
    },
    /// `admit NICK [half]`
    Admit {
        /// Where.
        tournament: TournamentId,
        /// Who.
        account: Account,
        /// As written.
        name: String,
        /// What the rounds missed are worth.
        missed: ByeKind,
    },
    /// `expel NICK`, `withdraw NICK [deserted]`
    Remove {
        /// Where.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
        /// How.
        why: Withdrawal,
        /// In the director's words.
        reason: Option<String>,
    },
    /// `reenter NICK`
    Reenter {
        /// Where.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
    },
    /// `pair`: the next round by the system.
    PairRound {
        /// Where.
        tournament: TournamentId,
        /// Given where the round before is not over.
        consent: Consent,
    },
    /// `pair W B`: in the draft round, these two.
    PairByHand {
        /// Where.
        tournament: TournamentId,
        /// Who gets white.
        white: EntryNumber,
        /// Who gets black.
        black: EntryNumber,
        /// Given where a criterion is broken.
        consent: Consent,
    },
    /// `swap A B`: the two change places in the draft round; opponents swap colours.
    Swap {
        /// Where.
        tournament: TournamentId,
        /// One.
        first: EntryNumber,
        /// The other.
        second: EntryNumber,
        /// Given where a criterion is broken.
        consent: Consent,
    },
    /// `bye NICK`: in the draft round.
    GiveBye {
        /// Where.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
        /// Which kind; none means the pairing-allocated one.
        kind: ByeKind,
        /// Given where a criterion is broken.
        consent: Consent,
    },
    /// `publish`
    Publish {
        /// Where.
        tournament: TournamentId,
    },
    /// `hold`
    Hold {
        /// Where.
        tournament: TournamentId,
    },
    /// `result ROUND.BOARD RESULT reason`
    Rule {
        /// Which board.
        board: BoardRef,
        /// What it brought.
        verdict: Verdict,
        /// Why.
        reason: String,
    },
    /// `undo [ROUND.BOARD]`
    Undo {
        /// Which board.
        board: BoardRef,
    },
    /// `present NICK`
    MarkPresent {
        /// Where.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
    },
    /// `excuse NICK reason`
    Excuse {
        /// Where.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
        /// Why.
        reason: String,
    },
    /// `extend ROUND[.BOARD] DURATION reason`
    Extend {
        /// Where.
        tournament: TournamentId,
        /// Which round.
        round: RoundNumber,
        /// Which board; none means every board that is still open.
        board: Option<crate::vocabulary::BoardNumber>,
        /// By how much; may be negative.
        by: Span,
        /// Why.
        reason: String,
    },
    /// `say TEXT`
    Say {
        /// What.
        text: String,
    },
    /// `director add NICK`, `assistant add NICK`
    AppointOfficial {
        /// Of this tournament, or of all.
        tournament: Option<TournamentId>,
        /// Who.
        account: Account,
        /// As written.
        name: String,
        /// As what.
        role: Role,
    },
    /// `director remove NICK`, `assistant remove NICK`
    DismissOfficial {
        /// Of this tournament, or of all.
        tournament: Option<TournamentId>,
        /// Who.
        account: Account,
        /// As written.
        name: String,
        /// As what.
        role: Role,
    },
}
