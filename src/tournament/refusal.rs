//! Why something is not done, with the data its sentence needs.

use super::drawing::CannotDraw;
use super::settings::SettingsProblem;
use super::state::{BoardRef, Phase, Verdict};
use crate::game;
use crate::vocabulary::{
    BoardNumber, Color, EntryNumber, Outcome, RoundNumber, Timestamp, TournamentId,
};
use chrono_tz::Tz;

/// Why a gamescore is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreRefusal {
    /// The game is somebody else's.
    NotYours {
        /// Which board.
        board: BoardRef,
    },
    /// The speaker has had no game in the tournament so far.
    NoGame {
        /// Which.
        tournament: TournamentId,
    },
    /// Moves are sent in private.
    InPrivate,
    /// Nothing is being sent.
    NothingSent,
    /// It is longer than a gamescore may be.
    TooLong,
    /// There are several games in it.
    Several {
        /// So many.
        games: usize,
    },
    /// There are no moves in it.
    NoMoves {
        /// What stands there instead, where that is known.
        fault: Option<game::Fault>,
    },
    /// It stops making sense somewhere.
    Faulty {
        /// Where and why.
        fault: game::Fault,
        /// How many half-moves come before.
        plies: usize,
        /// The worst that is known to have happened to the text on its way.
        gap: Option<game::Gap>,
    },
    /// What came before the first line that arrived is lost.
    BeginningLost,
    /// Some of it was lost on the way, or may have been, and nothing behind that shows that no move was.
    Gap {
        /// The half-move before which it is missing.
        ply: usize,
        /// What is known of it.
        gap: game::Gap,
        /// What was read.
        read: MovesRead,
    },
    /// The numbers of the moves do not count.
    NumbersOff {
        /// The half-move before which the first wrong number stands.
        ply: usize,
        /// What was read.
        read: MovesRead,
    },
    /// It makes sense with the letters of another language.
    Foreign {
        /// Which.
        language: &'static str,
        /// How many half-moves it has.
        plies: usize,
    },
}

/// How far a game was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesRead {
    /// How many half-moves it has.
    pub plies: usize,
    /// The last one with its number.
    pub last: String,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A gamescore is not taken.
    Score(ScoreRefusal),
    /// The speaker is not identified to services (SPEC R-1).
    NotIdentified,
    /// Services could not be asked who the speaker is.
    CannotCheck,
    /// The order is for directors only.
    NotDirector,
    /// The order is for directors, and the speaker only assists.
    AssistantMayNot,
    /// Orders are given in private.
    OrdersInPrivate,
    /// No tournament fits.
    NoTournament {
        /// What kind was looked for.
        wanted: Wanted,
    },
    /// More than one tournament fits: these.
    WhichTournament {
        /// The candidates.
        candidates: Vec<TournamentId>,
    },
    /// There is no tournament with this number.
    UnknownTournament {
        /// The number or word as written.
        written: String,
    },
    /// The tournament is not at the point where this can be done.
    WrongPhase {
        /// Which tournament.
        tournament: TournamentId,
        /// Where it stands.
        phase: Phase,
    },
    /// Registration is not open yet.
    RegistrationNotOpen {
        /// Which tournament.
        tournament: TournamentId,
        /// When it opens, where that is known.
        opens_at: Option<Timestamp>,
    },
    /// Registration is over (SPEC R-7).
    RegistrationOver {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// Nobody enters after the start: the format leaves no room.
    NoLateEntry {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// The player is in already.
    AlreadyEntered {
        /// Which tournament.
        tournament: TournamentId,
        /// Their number.
        entry: EntryNumber,
    },
    /// The player is in, and withdrew: a director can take them back.
    EnteredAndWithdrawn {
        /// Which tournament.
        tournament: TournamentId,
        /// Their number.
        entry: EntryNumber,
    },
    /// Officials do not play (DAL 9).
    OfficialsDoNotPlay {
        /// The name as written.
        name: String,
        /// Which tournament.
        tournament: TournamentId,
    },
    /// Players do not direct (DAL 9).
    PlayersDoNotDirect {
        /// The name as written.
        name: String,
        /// Which tournament.
        tournament: TournamentId,
    },
    /// The account is no official here.
    NotAnOfficial {
        /// The name as written.
        name: String,
    },
    /// The only director cannot be dismissed.
    LastDirector,
    /// There are as many entries as a tournament can have.
    TournamentFull {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// The speaker is not in the tournament.
    NotEntered {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// The player withdrew already.
    AlreadyWithdrawn {
        /// Which tournament.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
    },
    /// The player is in and active.
    NotWithdrawn {
        /// Which tournament.
        tournament: TournamentId,
        /// Who.
        entry: EntryNumber,
    },
    /// Nobody of this name is in the tournament.
    UnknownPlayer {
        /// The name as written.
        written: String,
        /// The nearest name, where one is near.
        nearest: Option<String>,
        /// Which tournament.
        tournament: TournamentId,
    },
    /// There is no such round or board.
    UnknownBoard {
        /// As written.
        written: String,
    },
    /// The order needs its board named.
    WhichBoard {
        /// Which tournament.
        tournament: TournamentId,
        /// The boards that come into question; none where nothing of the current round does.
        candidates: Vec<BoardRef>,
    },
    /// The clocks of a zone show this time never, or twice (SPEC R-13): it is not guessed which instant is meant.
    ClockChange(ClockChange),
    /// The speaker has no board now.
    NoBoard {
        /// Which tournament.
        tournament: TournamentId,
        /// The current round, where there is one.
        round: Option<RoundNumber>,
        /// Whether they have a bye in it.
        bye: bool,
    },
    /// The two named are not the two of the speaker's board (CASES T5).
    NotYourGame {
        /// The speaker's own board, where they have one.
        own: Option<BoardRef>,
    },
    /// The same player was named twice (CASES T4).
    SamePlayerTwice {
        /// The speaker's board.
        board: BoardRef,
    },
    /// The names contradict the colours of the pairing (CASES T1, SPEC R-20).
    ColorsContradict {
        /// The board.
        board: BoardRef,
        /// The speaker's colour by the pairing.
        color: Color,
        /// The outcome by the colours as said.
        said: Outcome,
    },
    /// A score by colours for a game after a drawn one, whose colours nobody has paired.
    WhoWon {
        /// The board.
        board: BoardRef,
    },
    /// The speaker reported just this before.
    AlreadyReported {
        /// The board.
        board: BoardRef,
        /// What stands there.
        outcome: Outcome,
    },
    /// The board has its result.
    BoardSettled {
        /// The board.
        board: BoardRef,
        /// What it is.
        verdict: Verdict,
    },
    /// A director ruled (SPEC R-22).
    BoardRuled {
        /// The board.
        board: BoardRef,
        /// What it is.
        verdict: Verdict,
        /// Who ruled.
        by: String,
    },
    /// There is no report of the opponent to confirm.
    NothingToConfirm {
        /// The board.
        board: BoardRef,
    },
    /// The board is not disputed: nothing to explain.
    NotDisputed {
        /// The board.
        board: BoardRef,
    },
    /// The game is not marked as interrupted, or as playing.
    NotInterrupted {
        /// The board.
        board: BoardRef,
    },
    /// It said so before.
    AlreadyMarked {
        /// The board.
        board: BoardRef,
    },
    /// Check-ins are made in the channel (SPEC R-15).
    CheckInInChannel,
    /// Check-ins are not taken yet.
    CheckInTooEarly {
        /// The board.
        board: BoardRef,
        /// When they are.
        opens_at: Timestamp,
        /// By when they are due.
        cutoff: Timestamp,
    },
    /// The player checked in before.
    AlreadyCheckedIn {
        /// The board.
        board: BoardRef,
        /// Whose check-in, by the pairing.
        color: Color,
        /// When.
        at: Timestamp,
    },
    /// No check-in is needed: a result was reported, or the game is going on.
    CheckInNotNeeded {
        /// The board.
        board: BoardRef,
    },
    /// The settings make no sense together.
    Settings {
        /// Why.
        problem: SettingsProblem,
    },
    /// This setting cannot change any more.
    SettingFixed {
        /// Which tournament.
        tournament: TournamentId,
        /// Where it stands.
        phase: Phase,
    },
    /// Too few players to start.
    TooFewPlayers {
        /// Which tournament.
        tournament: TournamentId,
        /// How many there are.
        active: usize,
    },
    /// There is a paired round already (CASES T24).
    RoundAlreadyPaired {
        /// Which round.
        round: RoundNumber,
        /// Whether it is published.
        published: bool,
        /// How many results it has.
        results: usize,
    },
    /// The last round is still being played.
    RoundNotOver {
        /// Which round.
        round: RoundNumber,
        /// The boards without a result.
        open: Vec<BoardNumber>,
    },
    /// All rounds were played.
    NoMoreRounds {
        /// How many there are.
        rounds: u16,
    },
    /// No round is paired and waiting.
    NoDraft {
        /// Which tournament.
        tournament: TournamentId,
    },
    /// The draft leaves somebody without opponent and bye.
    DraftIncomplete {
        /// Who.
        unpaired: Vec<EntryNumber>,
        /// Which tournament.
        tournament: TournamentId,
    },
    /// It can be done, and breaks this: say so again with `confirm`.
    NeedsConfirmation {
        /// What it breaks.
        risks: Vec<Risk>,
        /// Which tournament.
        tournament: TournamentId,
    },
    /// A player cannot meet themself.
    SamePlayer,
    /// No legal pairing exists.
    NoPairing {
        /// Which tournament.
        tournament: TournamentId,
        /// Why.
        cause: CannotDraw,
    },
    /// There is no ruling to take back.
    NothingToUndo {
        /// The board.
        board: BoardRef,
    },
    /// The board's round is not published.
    NotPublished {
        /// Which round.
        round: RoundNumber,
    },
    /// Nothing of the round is open that could be extended.
    NothingOpen {
        /// Which round.
        round: RoundNumber,
    },
    /// A moment that was given lies in the past.
    MomentInPast {
        /// The moment.
        at: Timestamp,
    },
    /// The new cutoff would lie in the past.
    CutoffInPast {
        /// Where it would lie.
        cutoff: Timestamp,
    },
}

/// A time that a zone's clocks show never or twice, because they are put forward or back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockChange {
    /// The time as written.
    pub written: String,
    /// Whose clocks.
    pub zone: Tz,
    /// How often they show it.
    pub shown: WallTime,
    /// The earlier of the two instants it may mean.
    pub earlier: Timestamp,
    /// The later one.
    pub later: Timestamp,
}

/// How often a clock shows a time that is not shown once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallTime {
    /// Never: the clock is put forward over it.
    Never,
    /// Twice: the clock is put back over it.
    Twice,
}

/// What kind of tournament was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One that takes registrations.
    ToEnter,
    /// One the speaker plays in.
    OwnEntry,
    /// One the speaker directs.
    ToDirect,
    /// Any that people may know of.
    Any,
}

/// What a pairing made by hand breaks (SPEC R-12), or what an order puts at risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// These two have met.
    Rematch {
        /// One.
        first: EntryNumber,
        /// The other.
        second: EntryNumber,
        /// When.
        round: RoundNumber,
    },
    /// This player had a bye.
    SecondBye {
        /// Who.
        player: EntryNumber,
    },
    /// This player would have a colour for the third time running.
    ThirdColor {
        /// Who.
        player: EntryNumber,
        /// Which colour.
        color: Color,
    },
    /// Rounds are still to be played.
    RoundsLeft {
        /// How many were.
        played: usize,
        /// How many there should be.
        rounds: u16,
    },
    /// Boards are still without a result.
    OpenBoards {
        /// How many.
        count: usize,
    },
    /// It cannot be taken back.
    Irrevocable,
}
