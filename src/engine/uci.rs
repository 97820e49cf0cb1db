//! The lines of UCI, the protocol chess engines speak: what is said to one, and what its lines mean.
//!
//! An engine is a program of somebody else's, so nothing it writes is believed to be well formed: a line that makes no sense
//! here is [`Line::Other`], and is passed over.

use crate::ports::EngineScore;
use std::time::Duration;

/// The longest name of an engine that is passed on.
const NAME_CHARS_MAX: usize = 40;

/// The most moves of a line that are passed on; nobody reads further.
const LINE_MOVES_MAX: usize = 64;

/// What is said to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order<'a> {
    /// Who are you, and which options do you have?
    Uci,
    /// Take this option.
    SetOption(&'static str, u32),
    /// Say when all of that is done.
    IsReady,
    /// This is the position.
    Position(&'a str),
    /// Look at it for so long.
    Go(Duration),
    /// Say now what you have found.
    Stop,
    /// End.
    Quit,
}

impl Order<'_> {
    /// The line, with its end.
    ///
    /// # Panics
    /// When a position has a line break in it: what comes behind it would be an order of its own.
    pub(super) fn line(&self) -> String {
        match self {
            Order::Uci => "uci\n".to_owned(),
            Order::SetOption(name, value) => format!("setoption name {name} value {value}\n"),
            Order::IsReady => "isready\n".to_owned(),
            Order::Position(fen) => {
                assert!(
                    !fen.contains(char::is_control),
                    "a position is one line: {fen:?}"
                );
                format!("position fen {fen}\n")
            }
            Order::Go(time) => format!("go movetime {}\n", time.as_millis()),
            Order::Stop => "stop\n".to_owned(),
            Order::Quit => "quit\n".to_owned(),
        }
    }
}

/// What an engine says in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its name, fit to be shown.
    Name(String),
    /// It has an option of this name.
    Option(String),
    /// It has introduced itself.
    UciOk,
    /// It is ready.
    ReadyOk,
    /// What it thinks so far.
    Info(Info),
    /// It is done; the move it would play, where there is one.
    BestMove(Option<String>),
    /// Anything else.
    Other,
}

/// What an engine thinks at some moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    /// How deep it has looked.
    pub depth: Option<u32>,
    /// Its judgement.
    pub score: Option<EngineScore>,
    /// Whether the judgement is one, or only a limit to it.
    pub bound: Bound,
    /// The moves it expects.
    pub line: Vec<String>,
}

/// How a judgement is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// As it stands.
    #[default]
    Exact,
    /// It may be better, or worse, than that.
    Limit,
}

/// What a line means.
pub(super) fn read(line: &str) -> Line {
    let (verb, rest) = first_word(line);
    match verb {
        "id" => match first_word(rest) {
            ("name", name) => Line::Name(shown_name(name)),
            _ => Line::Other,
        },
        "option" => option_name(rest).map_or(Line::Other, Line::Option),
        "uciok" => Line::UciOk,
        "readyok" => Line::ReadyOk,
        "info" => info(rest).map_or(Line::Other, Line::Info),
        "bestmove" => {
            let (best, _) = first_word(rest);
            Line::BestMove(is_move(best).then(|| best.to_owned()))
        }
        _ => Line::Other,
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// A name as people may be shown it: short, and without anything a terminal or IRC would act on.
fn shown_name(name: &str) -> String {
    let plain = name
        .chars()
        .filter(|c| c.is_ascii_graphic() || *c == ' ')
        .take(NAME_CHARS_MAX);
    plain.collect::<String>().trim().to_owned()
}

/// `name Hash type spin default 16`: names may have several words.
fn option_name(rest: &str) -> Option<String> {
    let (word, rest) = first_word(rest);
    let (name, _) = rest.split_once(" type ")?;
    (word == "name").then(|| name.trim().to_owned())
}

/// The parts of `info` that matter here; none where it says nothing of them, or is about a second-best line.
fn info(rest: &str) -> Option<Info> {
    let mut info = Info::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            // All that follows is prose.
            "string" => return None,
            "multipv" if words.next()? != "1" => return None,
            "depth" => info.depth = Some(words.next()?.parse().ok()?),
            "score" => info.score = Some(score(words.next()?, words.next()?)?),
            "lowerbound" | "upperbound" => info.bound = Bound::Limit,
            "pv" => {
                let moves = words.by_ref().take_while(|word| is_move(word));
                info.line = moves.take(LINE_MOVES_MAX).map(str::to_owned).collect();
                break;
            }
            _ => {}
        }
    }
    (info.score.is_some() || !info.line.is_empty()).then_some(info)
}

fn score(kind: &str, value: &str) -> Option<EngineScore> {
    let value: i32 = value.parse().ok()?;
    match (kind, value) {
        ("cp", _) => Some(EngineScore::Centipawns(value)),
        // A side that is mated already has no move to look for.
        ("mate", 0) => None,
        ("mate", 1..) => Some(EngineScore::Mates(value.unsigned_abs())),
        ("mate", _) => Some(EngineScore::IsMated(value.unsigned_abs())),
        _ => None,
    }
}

/// Whether a word has the shape of a move: two squares, and what a pawn becomes.
fn is_move(word: &str) -> bool {
    let square = |file: u8, rank: u8| matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    match word.as_bytes() {
        [a, b, c, d] => square(*a, *b) && square(*c, *d),
        [a, b, c, d, piece] => {
            square(*a, *b) && square(*c, *d) && matches!(piece, b'q' | b'r' | b'b' | b'n')
        }
        _ => false,
    }
}
