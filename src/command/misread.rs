//! Why a line could not be read: where, and what would have been understood there.

use super::table::Spec;

/// The longest piece of a line that is repeated back: an answer must fit a line itself.
const ECHO_CHARS_MAX: usize = 60;

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Where reading stopped, in bytes from the start of the line.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
    /// The command that was being read, where it got that far: its usage and example help.
    pub spec: Option<&'static Spec>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is nothing to read.
    Nothing,
    /// No command has this name.
    UnknownCommand {
        /// The name as written; two words where the first one takes a second.
        written: String,
        /// The nearest command, where one is near.
        nearest: Option<&'static str>,
    },
    /// Something is missing at the end.
    Missing {
        /// What.
        expected: Expected,
    },
    /// Something else stands where this was expected.
    Unreadable {
        /// What stands there.
        written: String,
        /// What was expected.
        expected: Expected,
        /// The nearest that would do, where one is near.
        nearest: Option<String>,
    },
    /// What a player reports is no result: the answer fills in their own pairing (SPEC R-20).
    UnreadableResult {
        /// All that was read after the command.
        written: String,
    },
    /// More is written than the command takes.
    TooMuch {
        /// The first word too many, and what follows it.
        written: String,
    },
    /// A text is too long.
    TooLong {
        /// Which.
        expected: Expected,
        /// The most bytes it may have.
        bytes_max: usize,
    },
    /// A number or length is too small or too large.
    OutOfRange {
        /// What is written.
        written: String,
        /// What it is.
        expected: Expected,
        /// The least.
        least: String,
        /// The most.
        most: String,
    },
}

/// What a command takes at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The second word of `tournament`.
    TournamentOrder,
    /// The second word of `director` and `assistant`.
    OfficialOrder,
    /// The second word of `export`.
    ExportForm,
    /// A player's nick.
    Nick,
    /// A page of a list.
    Page,
    /// A round.
    Round,
    /// A board.
    Board,
    /// A result as a director enters it.
    Result,
    /// A director's reason.
    Reason,
    /// Words for others to read.
    Text,
    /// Moves of a game.
    Moves,
    /// A number of moves without a capture.
    QuietMoves,
    /// The number of a game among several.
    GameNumber,
    /// The number of a move.
    MoveNumber,
    /// A position.
    Position,
    /// A length of time.
    Length,
    /// A time zone.
    Zone,
    /// An instant.
    Moment,
    /// A moment of the week.
    WeeklyTime,
    /// The name of a setting.
    SettingKey,
    /// A tournament's name.
    Name,
    /// A format.
    Format,
    /// A number of rounds.
    Rounds,
    /// An edition of the rules.
    Rules,
    /// A method of acceleration.
    Acceleration,
    /// Whether the third place is played for.
    ThirdPlace,
    /// How rounds are paired.
    Pace,
    /// When the next round is paired.
    NextRound,
    /// Codes of tie-breaks.
    TieBreaks,
    /// A time control.
    TimeControl,
    /// What the rounds missed are worth.
    Missed,
    /// A kind of bye.
    ByeKind,
    /// What to look up in the rules.
    LawTopic,
}

impl Expected {
    /// What it is called.
    pub fn noun(self) -> &'static str {
        match self {
            Expected::TournamentOrder => "new, set, announce, open, close, start, finish or cancel",
            Expected::OfficialOrder => "add or remove",
            Expected::ExportForm => "trf or pgn",
            Expected::Nick => "a nick",
            Expected::Page => "a page's number",
            Expected::Round => "a round's number",
            Expected::Board => "a board, as ROUND.BOARD",
            Expected::Result => "a result",
            Expected::Reason => "a reason",
            Expected::Text => "a text",
            Expected::Moves => "moves",
            Expected::QuietMoves => "a number of moves",
            Expected::GameNumber => "the number of a game in what you sent",
            Expected::MoveNumber => "the number of a move",
            Expected::Position => "a position",
            Expected::Length => "a length of time",
            Expected::Zone => "a time zone",
            Expected::Moment => "a date and time, \"in\" and a length, or never",
            Expected::WeeklyTime => "a weekday and a time, or none",
            Expected::SettingKey => "the name of a setting",
            Expected::Name => "a name",
            Expected::Format => "swiss, round-robin, double-round-robin or knockout",
            Expected::Rounds => "a number of rounds",
            Expected::Rules => "2026 or 2017",
            Expected::Acceleration => "none or baku",
            Expected::ThirdPlace => "yes or no",
            Expected::Pace => "auto or manual",
            Expected::NextRound => "at_deadline or at_once",
            Expected::TieBreaks => "codes of tie-breaks, or none",
            Expected::TimeControl => "a time control",
            Expected::Missed => "half, or nothing",
            Expected::ByeKind => "half, full, zero, or nothing",
            Expected::LawTopic => "an article's number or a few words",
        }
    }

    /// What it may look like.
    pub fn example(self) -> &'static str {
        match self {
            Expected::TournamentOrder => "new",
            Expected::OfficialOrder => "add",
            Expected::ExportForm => "trf",
            Expected::Nick => "Anna",
            Expected::Page => "2",
            Expected::Round => "2",
            Expected::Board => "2.3",
            Expected::Result => "1-0",
            Expected::Reason => "agreed by both by mail",
            Expected::Text => "see you on Sunday",
            Expected::Moves => "1. e4 e5 2. Nf3 Nc6",
            Expected::QuietMoves => "75",
            Expected::GameNumber => "2",
            Expected::MoveNumber => "24b",
            Expected::Position => "8/8/8/4k3/8/8/4R3/4K3 w - - 0 1",
            Expected::Length => "2h30m",
            Expected::Zone => "Europe/Berlin",
            Expected::Moment => "2026-12-06 20:00",
            Expected::WeeklyTime => "sunday 20:00",
            Expected::SettingKey => "rounds",
            Expected::Name => "Winter Open",
            Expected::Format => "swiss",
            Expected::Rounds => "7",
            Expected::Rules => "2026",
            Expected::Acceleration => "baku",
            Expected::ThirdPlace => "yes",
            Expected::Pace => "auto",
            Expected::NextRound => "at_deadline",
            Expected::TieBreaks => "BHC1 BH SB",
            Expected::TimeControl => "60 minutes each",
            Expected::Missed => "half",
            Expected::ByeKind => "half",
            Expected::LawTopic => "castling",
        }
    }
}

/// A piece of a line, short enough to be repeated back.
pub(super) fn echo(text: &str) -> String {
    let clean = text.trim().chars().filter(|c| !c.is_control());
    let mut short: String = clean.take(ECHO_CHARS_MAX + 1).collect();
    if short.chars().count() > ECHO_CHARS_MAX {
        short.pop();
        short.push('…');
    }
    short
}
