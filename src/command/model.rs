//! What a line asks for, as far as its words say: names are not looked up yet.

use crate::game::MovePlace;
use crate::tournament::{Consent, OwnResult, Role, Setting, Verdict};
use crate::view::{ExportForm, LawQuestion};
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

/// What is said with `game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameWords {
    /// The moves are to be sent.
    Send {
        /// Of which board; none means the speaker's own.
        board: Option<BoardWord>,
        /// The first of them.
        text: Option<String>,
    },
    /// The moves are to be shown.
    Show(BoardWord),
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
    /// `bracket`
    Bracket(Which),
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
    /// `rating [NICK]`
    Rating(Option<String>),
    /// `ratings [PAGE]`
    Ratings(Option<u16>),
    /// `history [NICK]`
    RatingHistory(Option<String>),
    /// `rules [ARTICLE|WORDS]`
    Rules(LawQuestion),
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
    /// `game`
    Game(GameWords, Which),
    /// `end [NUMBER] [anyway]`
    EndGame {
        /// Which of several games.
        number: Option<u16>,
        /// Given where something is doubtful.
        consent: Consent,
    },
    /// `discard`
    DiscardGame,
    /// `position ROUND.BOARD [MOVE]`
    Position {
        /// Which board.
        board: BoardWord,
        /// After which move; none means the last.
        place: Option<MovePlace>,
        /// Where.
        which: Which,
    },
    /// An order that only directors and assistants give.
    Direct(OrderWords),
}

/// An order as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderWords {
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
    /// An order about one player.
    Player {
        /// Who.
        name: String,
        /// What.
        order: PlayerOrder,
        /// Where.
        which: Which,
    },
    /// An order about the round that is not published yet.
    Draft {
        /// What.
        order: DraftOrder,
        /// Whether it was said again.
        consent: Consent,
        /// Where.
        which: Which,
    },
    /// `publish`
    Publish(Which),
    /// `hold`
    Hold(Which),
    /// An order about boards.
    Board(Which, BoardOrder),
    /// `ask score ROUND.BOARD`
    AskScore(Which, BoardWord),
    /// `adjudicate ROUND.BOARD [last|FEN]`
    Adjudicate {
        /// Which board.
        board: BoardWord,
        /// The position; none means the last one of the score that was sent.
        fen: Option<String>,
        /// Where.
        which: Which,
    },
    /// `preview`
    Preview(Which),
    /// `disputes`
    Disputes(Which),
    /// `preflight`
    Preflight(Which),
    /// `sweep`
    Sweep(Which),
    /// `export trf`
    Export(Which, ExportForm),
    /// `say TEXT`
    Say {
        /// What.
        text: String,
    },
    /// `director add NICK`, `assistant remove NICK`
    Official {
        /// What becomes of them.
        change: OfficeChange,
        /// As what.
        role: Role,
        /// Who.
        name: String,
        /// For which tournaments.
        office: Office,
    },
}

/// What is ordered about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerOrder {
    /// `admit NICK [half]`
    Admit {
        /// What the rounds missed are worth.
        missed: ByeKind,
    },
    /// `expel NICK [reason]`
    Expel {
        /// Why.
        reason: Option<String>,
    },
    /// `reenter NICK`
    Reenter,
    /// `excuse NICK reason`
    Excuse {
        /// Why.
        reason: String,
    },
}

/// What is ordered about the draft of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftOrder {
    /// `pair`: the whole round.
    PairRound,
    /// `pair WHITE BLACK`
    Pair {
        /// Who gets white.
        white: String,
        /// Who gets black.
        black: String,
    },
    /// `swap NICK NICK`
    Swap {
        /// One.
        first: String,
        /// The other.
        second: String,
    },
    /// `bye NICK [half|full|zero]`
    Bye {
        /// Who.
        player: String,
        /// Which kind.
        kind: ByeKind,
    },
}

/// What is ordered about boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardOrder {
    /// `result ROUND.BOARD RESULT reason`
    Result {
        /// Which board.
        board: BoardWord,
        /// What it brought.
        verdict: Verdict,
        /// Why.
        reason: String,
    },
    /// `undo [ROUND.BOARD]`
    Undo(Option<BoardWord>),
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
    },
}

/// What becomes of an official.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficeChange {
    /// `add`
    Appoint,
    /// `remove`
    Dismiss,
}
