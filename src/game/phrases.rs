//! One or several tokens that are a move together, and one token that is several moves.
//!
//! `Ng1 - f3`, `e x f4`, `g1 f3`, `e8 = Q`, `castles long` are one move; `e4-e5`, `e4/e5`, `Nf3Nc6` may be two. Whether a
//! dash stands within a move or between two is told by the first of them that can be read, and holds for the whole text:
//! so a move that is not possible is never heard as two others.

use shakmaty::{CastlingSide, Chess, Move, Position, Role};

use super::attempt::{Cut, Reading};
use super::glued::{self, Division};
use super::lex::Kind;
use super::matching::Fit;
use super::score::Reason;
use super::spelling::{self, Link, Pattern, Readings, Spelt};
use super::trimming::{self, Novelty};

/// What the words so far have shown of how this text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub(super) dash: Dash,
    squares: Squares,
    /// How many moves in a row, from the first on, were written with both squares; castling apart.
    both: Both,
    /// Whether pieces are named beside both squares: then two squares alone are a pawn's.
    pieces: Pieces,
}

/// Whether a piece was named beside both squares of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Pieces {
    #[default]
    Unseen,
    Named,
}

/// Whether every move so far had both of its squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Both {
    Always(usize),
    NotAlways,
}

impl Default for Both {
    fn default() -> Both {
        Both::Always(0)
    }
}

impl Style {
    /// Takes note of how a move was written.
    fn see(&mut self, readings: &Readings) {
        if let Some(Spelt::Move(pattern)) = readings.first()
            && pattern.from().is_some()
            && pattern.role.is_some_and(|role| role != Role::Pawn)
        {
            self.pieces = Pieces::Named;
        }
        self.both = match (readings.first(), self.both) {
            (Some(Spelt::Move(pattern)), Both::Always(moves)) if pattern.from().is_some() => {
                Both::Always(moves + 1)
            }
            (Some(Spelt::Move(_)), _) | (None | Some(Spelt::Null), Both::NotAlways) => {
                Both::NotAlways
            }
            (Some(Spelt::Castling(_)) | None | Some(Spelt::Null), both) => both,
        };
    }

    /// The readings, where two squares alone are not any piece's.
    fn narrowed(&self, readings: Readings, position: &Chess) -> Readings {
        let Some(Spelt::Move(pattern)) = readings.as_written else {
            return readings;
        };
        let king = position.board().king_of(position.turn());
        if self.pieces == Pieces::Unseen || pattern.role.is_some() || pattern.from() == king {
            return readings;
        }
        Readings {
            as_written: Some(Spelt::Move(Pattern {
                role: Some(Role::Pawn),
                ..pattern
            })),
            ..readings
        }
    }

    /// Whether a move with one square is what is left of one with two.
    pub(super) fn is_short(&self, readings: &Readings) -> bool {
        let short = |spelt| matches!(spelt, Spelt::Move(pattern) if pattern.from().is_none());
        matches!(self.both, Both::Always(moves) if moves >= MOVES_WITH_BOTH)
            && readings.first().is_some_and(short)
    }
}

/// So many moves with both squares show that all are written so.
const MOVES_WITH_BOTH: usize = 6;

/// What a dash stands between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dash {
    #[default]
    Unseen,
    BetweenSquares,
    BetweenMoves,
}

/// Whether the two squares of a move are words of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Squares {
    #[default]
    Together,
    Apart,
}

/// More tokens than these, `e x d 8 Q`, make no move.
const TOKENS_MAX: usize = 5;
/// A joined move is no longer than `Ng1xf3` with a promotion.
const JOINED_BYTES_MAX: usize = 14;

/// Reads the move, or the moves, at a word. `None` where there is none; a fault may have been found then.
pub(super) fn read(reading: &mut Reading<'_>, index: usize, readings: &Readings) -> Option<usize> {
    let readings = &reading
        .state
        .style
        .narrowed(*readings, &reading.state.position);
    if must_be_joined(reading, index, readings) {
        return joined(reading, index);
    }
    if reading.state.style.is_short(readings) {
        let found = joined(reading, index);
        if found.is_none() {
            reading.stop(index, reading.cut.word(index), Reason::Unreadable);
        }
        return found;
    }
    let dashed = is_dashed(readings);
    if readings.any() && !(dashed && reading.state.style.dash == Dash::BetweenMoves) {
        match reading.fit(readings) {
            Fit::Move(found) => {
                if dashed {
                    reading.state.style.dash = Dash::BetweenSquares;
                }
                reading.state.style.see(readings);
                reading.play(index, found);
                return Some(index + 1);
            }
            Fit::QueenAssumed(found, named) => {
                reading.state.style.see(readings);
                reading.play_to_be_named(index, found, named);
                return Some(index + 1);
            }
            Fit::Several(found) => {
                return joined(reading, index).or_else(|| ambiguous(reading, index, &found));
            }
            Fit::None(_) => {}
        }
    }
    joined(reading, index)
        .or_else(|| castles(reading, index))
        .or_else(|| parted(reading, index))
        .or_else(|| several(reading, index))
}

fn ambiguous(reading: &mut Reading<'_>, index: usize, found: &[Move]) -> Option<usize> {
    let names = reading.names(found);
    reading.stop(index, reading.cut.word(index), Reason::Ambiguous(names));
    Some(index)
}

/// Whether the word alone is not the whole move, though it may be one.
fn must_be_joined(reading: &Reading<'_>, index: usize, readings: &Readings) -> bool {
    let next = if reading.cut.is_word(index + 1) {
        reading.cut.word(index + 1)
    } else {
        ""
    };
    match readings.as_written {
        Some(Spelt::Castling(_)) => {
            // The rest of O-O-O.
            next.strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(['O', 'o', '0']))
        }
        Some(Spelt::Move(pattern)) => {
            let half = pattern.from().is_none();
            half && reading.state.style.squares == Squares::Apart
                || half && reading.state.style.dash == Dash::BetweenSquares && next == "-"
                || connector(next) == "x"
        }
        None => false,
        Some(Spelt::Null) => false,
    }
}

/// Whether the word was not read as a move because dashes part moves in this text.
pub(super) fn parts_moves(reading: &Reading<'_>, readings: &Readings) -> bool {
    is_dashed(readings) && reading.state.style.dash == Dash::BetweenMoves
}

fn is_dashed(readings: &Readings) -> bool {
    matches!(readings.first(), Some(Spelt::Move(pattern)) if pattern.link == Link::Dash)
}

/// Several tokens that are one move together.
struct Row {
    last: usize,
    fit: Fit,
    dashed: bool,
    readings: Readings,
}

/// Plays the longest row of tokens from here on that is one move together.
fn joined(reading: &mut Reading<'_>, index: usize) -> Option<usize> {
    let cut = reading.cut;
    let Row {
        last,
        fit,
        dashed,
        readings,
    } = row(reading, index)?;
    let style = &mut reading.state.style;
    if style.is_short(&readings) {
        return None;
    }
    style.see(&readings);
    if dashed {
        style.dash = Dash::BetweenSquares;
    } else if last == index + 1
        && is_whole_square(cut.word(index))
        && is_whole_square(cut.word(last))
    {
        style.squares = Squares::Apart;
    }
    match fit {
        Fit::Move(found) => reading.play(index, found),
        Fit::QueenAssumed(found, named) => reading.play_to_be_named(index, found, named),
        Fit::Several(_) | Fit::None(_) => return None,
    }
    Some(last + 1)
}

/// What a row of tokens from here on is together, in standard notation.
pub(super) fn row_of(reading: &mut Reading<'_>, index: usize) -> Vec<String> {
    match row(reading, index).map(|row| row.fit) {
        Some(Fit::Move(found) | Fit::QueenAssumed(found, _)) => reading.names(&[found]),
        Some(Fit::Several(_) | Fit::None(_)) | None => Vec::new(),
    }
}

/// The longest row of tokens from here on that is one move together.
fn row(reading: &mut Reading<'_>, index: usize) -> Option<Row> {
    let cut = reading.cut;
    let mut text = cut.word(index).to_owned();
    let mut found = None;
    let mut dashed = false;
    for last in index + 1..index + TOKENS_MAX {
        match cut.tokens.get(last).map(|token| token.kind) {
            Some(Kind::Word | Kind::Number { dots: 0, .. }) => {}
            Some(Kind::Number { .. } | Kind::Dots | Kind::Result(_) | Kind::Odd) | None => break,
        }
        let word = connector(cut.word(last));
        text.push_str(word);
        if text.len() > JOINED_BYTES_MAX {
            break;
        }
        let readings = reading.readings(&text);
        dashed |= word == "-" || is_dashed(&readings);
        if dashed && reading.state.style.dash == Dash::BetweenMoves {
            break;
        }
        // An N behind a square is the next move's knight here.
        if readings.any() && trimming::core(&text).novelty == Novelty::Unsaid {
            match reading.fit(&readings) {
                fit @ (Fit::Move(_) | Fit::QueenAssumed(..)) => {
                    found = Some(Row {
                        last,
                        fit,
                        dashed,
                        readings,
                    });
                }
                Fit::Several(_) | Fit::None(_) => {}
            }
        }
    }
    found
}

/// What a word between two squares stands for.
fn connector(word: &str) -> &str {
    match word.to_ascii_lowercase().as_str() {
        "takes" | "captures" | "x" | "х" | ":" => "x",
        "-" | "to" => "-",
        _ => word,
    }
}

/// `g1`, or `Ng1`.
fn is_whole_square(word: &str) -> bool {
    let letters: Vec<char> = word.chars().rev().take(2).collect();
    matches!(letters.as_slice(), ['1'..='8', file] if spelling::is_file(*file))
}

/// "castles", with a side where both are possible.
fn castles(reading: &mut Reading<'_>, index: usize) -> Option<usize> {
    let cut = reading.cut;
    let plain = |index: usize| {
        let word = cut.word(index).trim_matches(|c: char| !c.is_alphanumeric());
        word.to_ascii_lowercase()
    };
    if !matches!(plain(index).as_str(), "castles" | "castle" | "castled") {
        return None;
    }
    let (side, words) = match (plain(index + 1).as_str(), plain(index + 2).as_str()) {
        ("long" | "queenside" | "queen-side" | "q-side", _) => (Some(CastlingSide::QueenSide), 2),
        ("short" | "kingside" | "king-side" | "k-side", _) => (Some(CastlingSide::KingSide), 2),
        ("queen" | "queen's", "side") => (Some(CastlingSide::QueenSide), 3),
        ("king" | "king's", "side") => (Some(CastlingSide::KingSide), 3),
        _ => (None, 1),
    };
    let sides = side.map_or(
        vec![CastlingSide::KingSide, CastlingSide::QueenSide],
        |side| vec![side],
    );
    let mut legal = Vec::new();
    for side in sides {
        if let Fit::Move(found) = reading.fit(&Readings::castling(side)) {
            legal.push(found);
        }
    }
    match legal.as_slice() {
        [] => None,
        [only] => {
            reading.play(index, *only);
            Some(index + words)
        }
        several => ambiguous(reading, index, several),
    }
}

/// What stands between two moves in one word.
const SEPARATORS: &[char] = &[',', ';', '|', '_', '&', '·', '•', '/'];

/// Moves, numbers and remarks in one word, parted by signs: `e4/e5`, `Nf3,1...Nc6`.
fn parted(reading: &mut Reading<'_>, index: usize) -> Option<usize> {
    let word = reading.cut.word(index);
    if !word.contains(SEPARATORS) {
        return None;
    }
    let part = Cut::of(word.replace(SEPARATORS, " "));
    let before = reading.checkpoint(index);
    let mut inside = reading.lend(&part);
    let mut at = 0;
    while at < part.whole() && inside.done.fault.is_none() {
        at = inside.token(at);
    }
    let sound = inside.done.fault.is_none() && part.unclosed.is_none();
    let found = inside.done.moves.len() > before.moves || inside.done.marker.is_some();
    let progress = inside.into_progress();
    reading.take_back(progress, &before);
    if sound && found {
        return Some(index + 1);
    }
    reading.restore(&before);
    None
}

/// Several moves in one word.
fn several(reading: &mut Reading<'_>, index: usize) -> Option<usize> {
    let word = reading.cut.word(index);
    let dashes = match reading.state.style.dash {
        Dash::Unseen | Dash::BetweenMoves => glued::Dashes::PartMoves,
        Dash::BetweenSquares => glued::Dashes::PartSquares,
    };
    let position = reading.state.position.clone();
    let setting = reading.setting;
    let how = (setting.sizes, reading.state.style);
    let (division, steps) = glued::moves(&position, word, setting.tongue, dashes, how);
    reading.done.looked_at += steps;
    match division {
        Division::One(moves) => {
            if word.contains('-') && !word.contains("O-O") && !word.contains("0-0") {
                reading.state.style.dash = Dash::BetweenMoves;
            }
            let before = reading.checkpoint(index);
            let unusual = reading.is_glue_unusual();
            for each in moves {
                reading.play(index, each);
            }
            if unusual && !reading.is_counted_on(index + 1) {
                reading.restore(&before);
                return None;
            }
            Some(index + 1)
        }
        Division::Several(first) => ambiguous(reading, index, &first),
        Division::None => None,
    }
}
