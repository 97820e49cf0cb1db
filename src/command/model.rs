//! What a line asks for, as far as its words say: names are not looked up yet.

use crate::tournament::{Consent, OwnResult, Role, Setting, Verdict};
use crate::vocabulary::{BoardNumber, ByeKind, Color, Outcome, RoundNumber, Span, Timestamp};
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use std::fmt;

/// The tournament a line names, where it names one.
pub type Which = Option<TournamentWord>;

/// A tournament as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentWord {
    /// `#2`
    Number(u32),
    /// A name, the beginning of one, or a number without `#`.
    Name(String),
}

impl fmt::Display for TournamentWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TournamentWord::Number(number) => write!(f, "#{number}"),
            TournamentWord::Name(name) => f.write_str(name),
        }
    }
}

/// A board as written: `2.3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardWord {
    /// The round.
    pub round: RoundNumber,
    /// The board in it.
    pub board: BoardNumber,
}

impl fmt::Display for BoardWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.round, self.board)
    }
}

/// What a player reports, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportWords {
    /// The result.
    pub result: ReportResult,
    /// What is said about the colours.
    pub colors: ColorsSaid,
}

/// A result as a player writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportResult {
    /// `won`, `lost`: seen from the speaker.
    Own(OwnResult),
    /// `1-0`, `0-1`, `draw`: by the colours.
    Score(Outcome),
    /// `NICK 1-0 NICK`: white first.
    Named {
        /// The first name.
        white: String,
        /// The second name.
        black: String,
        /// By these colours.
        outcome: Outcome,
    },
}

/// What is said about the colours of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorsSaid {
    /// Nothing.
    Nothing,
    /// `swapped`: not as paired.
    Swapped,
    /// `as white`, `with black`: what the speaker had.
    Had(Color),
}

/// A setting as written: most need nothing else, times need a zone and a now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingWords {
    /// The setting.
    Plain(Setting),
    /// `registration_opens`; none for `never`.
    RegistrationOpens(Option<Moment>),
    /// `registration_closes`; none for `never`.
    RegistrationCloses(Option<Moment>),
}

/// A moment as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An instant, with its offset from UTC.
    At(Timestamp),
    /// `in 2h`.
    After(Span),
    /// A time on the wall.
    Wall {
        /// What the clock shows.
        local: NaiveDateTime,
        /// Whose clock; none means the tournament's.
        zone: Option<Tz>,
        /// As written.
        written: String,
    },
}

/// For which tournaments somebody is made an official, or no longer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Office {
    /// For one, or the one that fits.
    Of(Which),
    /// `everywhere`: for all of them.
    Everywhere,
}

/// Whom `pair` puts together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairWords {
    /// Who gets white.
    pub white: String,
    /// Who gets black.
    pub black: String,
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `help [COMMAND]`
    Help(Option<String>),
    /// `tournaments`
    Tournaments,
    /// `info`
    Info(Which),
    /// `register`
    Register(Which),
    /// `preregister`
    Preregister(Which),
    /// `withdraw`, and a director's `withdraw NICK [deserted] [reason]`.
    Withdraw {
        /// The first word: a nick, or the beginning of a tournament's name.
        named: Option<String>,
        /// Whether `deserted` follows.
        deserted: bool,
        /// What follows after that.
        reason: Option<String>,
        /// Where.
        which: Which,
    },
    /// `players`
    Players(Which),
    /// `pairings [ROUND]`
    Pairings(Which, Option<RoundNumber>),
    /// `opponent`
    Opponent(Which),
    /// `results [ROUND]`
    Results(Which, Option<RoundNumber>),
    /// `standings`
    Standings(Which),
    /// `report RESULT`
    Report {
        /// What.
        words: ReportWords,
        /// The line, for the journal.
        text: String,
        /// Where.
        which: Which,
    },
    /// `confirm`
    Confirm(Which),
    /// `explain TEXT`
    Explain {
        /// The text.
        text: String,
        /// Where.
        which: Which,
    },
    /// `present`, and a director's `present NICK`.
    Present {
        /// A nick, or a tournament's name.
        named: Option<String>,
        /// Where.
        which: Which,
    },
    /// `when`
    When(Which),
    /// `me`
    Me,
    /// `tz ZONE`
    Zone(Tz),
    /// `playing`
    Playing(Which),
    /// `interrupted`
    Interrupted(Which),
    /// `resumed`
    Resumed(Which),
    /// `why [ROUND.BOARD]`
    Why(Which, Option<BoardWord>),

    /// `tournament new NAME`
    New {
        /// The name.
        name: String,
    },
    /// `tournament set KEY VALUE`
    Set(Which, SettingWords),
    /// `tournament announce`
    Announce(Which),
    /// `tournament open`
    Open(Which),
    /// `tournament close`, `tournament start`
    Start(Which),
    /// `tournament finish [confirm]`
    Finish(Which, Consent),
    /// `tournament cancel [confirm]`
    Cancel(Which, Consent),
    /// `admit NICK [half]`
    Admit {
        /// Who.
        player: String,
        /// What the rounds missed are worth.
        missed: ByeKind,
        /// Where.
        which: Which,
    },
    /// `expel NICK [reason]`
    Expel {
        /// Who.
        player: String,
        /// Why.
        reason: Option<String>,
        /// Where.
        which: Which,
    },
    /// `reenter NICK`
    Reenter {
        /// Who.
        player: String,
        /// Where.
        which: Which,
    },
    /// `preview`
    Preview(Which),
    /// `pair [WHITE BLACK] [confirm]`
    Pair {
        /// These two; none means the whole round.
        names: Option<PairWords>,
        /// Whether it was said again.
        consent: Consent,
        /// Where.
        which: Which,
    },
    /// `swap NICK NICK [confirm]`
    Swap {
        /// One.
        first: String,
        /// The other.
        second: String,
        /// Whether it was said again.
        consent: Consent,
        /// Where.
        which: Which,
    },
    /// `bye NICK [half|full|zero] [confirm]`
    Bye {
        /// Who.
        player: String,
        /// Which kind.
        kind: ByeKind,
        /// Whether it was said again.
        consent: Consent,
        /// Where.
        which: Which,
    },
    /// `publish`
    Publish(Which),
    /// `hold`
    Hold(Which),
    /// `result ROUND.BOARD RESULT reason`
    Result {
        /// Which board.
        board: BoardWord,
        /// What it brought.
        verdict: Verdict,
        /// Why.
        reason: String,
        /// Where.
        which: Which,
    },
    /// `undo [ROUND.BOARD]`
    Undo(Which, Option<BoardWord>),
    /// `disputes`
    Disputes(Which),
    /// `preflight`
    Preflight(Which),
    /// `excuse NICK reason`
    Excuse {
        /// Who.
        player: String,
        /// Why.
        reason: String,
        /// Where.
        which: Which,
    },
    /// `extend ROUND[.BOARD] LENGTH reason`
    Extend {
        /// Which round.
        round: RoundNumber,
        /// Which board; none means all that are open.
        board: Option<BoardNumber>,
        /// By how much.
        by: Span,
        /// Why.
        reason: String,
        /// Where.
        which: Which,
    },
    /// `sweep`
    Sweep(Which),
    /// `say TEXT`
    Say {
        /// What.
        text: String,
    },
    /// `director add NICK`, `assistant add NICK`
    Appoint {
        /// As what.
        role: Role,
        /// Who.
        name: String,
        /// For which tournaments.
        office: Office,
    },
    /// `director remove NICK`, `assistant remove NICK`
    Dismiss {
        /// As what.
        role: Role,
        /// Who.
        name: String,
        /// For which tournaments.
        office: Office,
    },
}
