//! The grammar of results (SPEC R-20, CASES T2): every usual spelling, and nothing that needs a guess.

use super::misread::{Expected, Misread, Problem, echo};
use super::model::{ColorsSaid, ReportResult, ReportWords};
use super::words::{Word, Words, is_nick};
use crate::tournament::{ColorsPlayed, OwnResult, Verdict};
use crate::vocabulary::{BoardResult, Color, Outcome};

/// The most words a score is written in: `1 / 2 - 1 / 2`.
const SCORE_WORDS_MAX: usize = 7;

/// Scores, with every dash as `-`, `:` as `-`, `½` as `1/2` and `,` as `.`, without spaces.
const SCORES: [(&str, BoardResult); 22] = [
    ("1-0", BoardResult::Played(Outcome::WhiteWins)),
    ("0-1", BoardResult::Played(Outcome::BlackWins)),
    ("1/2-1/2", BoardResult::Played(Outcome::Draw)),
    ("1/2", BoardResult::Played(Outcome::Draw)),
    ("0.5-0.5", BoardResult::Played(Outcome::Draw)),
    ("0.5", BoardResult::Played(Outcome::Draw)),
    (".5-.5", BoardResult::Played(Outcome::Draw)),
    (".5", BoardResult::Played(Outcome::Draw)),
    ("=", BoardResult::Played(Outcome::Draw)),
    ("1-0f", WHITE_BY_FORFEIT),
    ("1f-0", WHITE_BY_FORFEIT),
    ("+-", WHITE_BY_FORFEIT),
    ("+/-", WHITE_BY_FORFEIT),
    ("0-1f", BLACK_BY_FORFEIT),
    ("0-f1", BLACK_BY_FORFEIT),
    ("-+", BLACK_BY_FORFEIT),
    ("-/+", BLACK_BY_FORFEIT),
    ("0-0", BoardResult::DoubleForfeit),
    ("0-0f", BoardResult::DoubleForfeit),
    ("0f-0f", BoardResult::DoubleForfeit),
    ("--", BoardResult::DoubleForfeit),
    ("-/-", BoardResult::DoubleForfeit),
];

const WHITE_BY_FORFEIT: BoardResult = BoardResult::Forfeit {
    loser: Color::Black,
};
const BLACK_BY_FORFEIT: BoardResult = BoardResult::Forfeit {
    loser: Color::White,
};

/// Results in words, seen from the speaker.
const OWN_WORDS: [(&str, OwnResult); 12] = [
    ("won", OwnResult::Won),
    ("win", OwnResult::Won),
    ("wins", OwnResult::Won),
    ("lost", OwnResult::Lost),
    ("loss", OwnResult::Lost),
    ("lose", OwnResult::Lost),
    ("loses", OwnResult::Lost),
    ("draw", OwnResult::Drew),
    ("drew", OwnResult::Drew),
    ("drawn", OwnResult::Drew),
    ("tie", OwnResult::Drew),
    ("tied", OwnResult::Drew),
];

/// What may stand between two names.
const BETWEEN_NAMES: [&str; 7] = ["-", "–", "—", ":", "v", "vs", "vs."];

/// Reads what a player reports: all that is left.
pub(super) fn read_report(words: &mut Words<'_>) -> Result<ReportWords, Misread> {
    words.hashes()?;
    if words.is_done() {
        let expected = Expected::Result;
        return Err(words.misread(Problem::Missing { expected }));
    }
    let left = words.left();
    match plain_report(left).or_else(|| named_report(left)) {
        Some(report) => {
            words.skip(left.len());
            Ok(report)
        }
        None => Err(words.misread(Problem::UnreadableResult {
            written: echo(words.left_text()),
        })),
    }
}

/// Reads the result a director enters; a reason may follow.
pub(super) fn read_verdict(words: &mut Words<'_>) -> Result<Verdict, Misread> {
    words.hash_here()?;
    let Some((mut result, mut used)) = verdict_result(words.left()) else {
        let word = words.need(Expected::Result)?;
        return Err(words.unreadable(word, Expected::Result));
    };
    if let Some(forfeit) = forfeit_in_words(result, &words.left()[used..]) {
        result = forfeit;
        used += 1;
    }
    if let Some(word) = goes_on(&words.left()[used..]) {
        return Err(words.unreadable(word, Expected::Result));
    }
    let mut colors = ColorsPlayed::AsPaired;
    if let Some(length) = swapped(&words.left()[used..]) {
        if !result.was_played() {
            // No game, no colours: one of the two words is a slip.
            return Err(words.unreadable(words.left()[used], Expected::Reason));
        }
        colors = ColorsPlayed::Swapped;
        used += length;
    }
    words.skip(used);
    words.hash_here()?;
    Ok(Verdict { result, colors })
}

fn verdict_result(left: &[Word<'_>]) -> Option<(BoardResult, usize)> {
    score(left).or_else(|| match own_word(*left.first()?)? {
        OwnResult::Drew => Some((BoardResult::Played(Outcome::Draw), 1)),
        // Won and lost say nothing where the speaker does not play.
        OwnResult::Won | OwnResult::Lost => None,
    })
}

/// `1-0 forfeit`, `0-1 f`: a decisive score that nobody played.
fn forfeit_in_words(result: BoardResult, left: &[Word<'_>]) -> Option<BoardResult> {
    if !left.first()?.is_one_of(&["forfeit", "f", "ff"]) {
        return None;
    }
    match result {
        BoardResult::Played(outcome) => {
            let loser = !outcome.winner()?;
            Some(BoardResult::Forfeit { loser })
        }
        BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => Some(result),
    }
}

/// The word that shows a score to go on where it should have ended: `1-0 - 1`.
fn goes_on<'t>(left: &[Word<'t>]) -> Option<Word<'t>> {
    let [separator, next, ..] = left else {
        return None;
    };
    let separates = matches!(normal(separator.text).as_str(), "-" | "/");
    (separates && is_score_word(next.text)).then_some(*separator)
}

/// `RESULT [colours]`
fn plain_report(left: &[Word<'_>]) -> Option<ReportWords> {
    let (result, used) = match own_word(*left.first()?) {
        Some(own) => (ReportResult::Own(own), 1),
        None => {
            let (outcome, used) = played_score(left)?;
            (ReportResult::Score(outcome), used)
        }
    };
    let colors = colors_said(&left[used..])?;
    Some(ReportWords { result, colors })
}

/// `NICK 1-0 NICK`, `NICK - NICK 1-0`, and `swapped` behind it.
fn named_report(left: &[Word<'_>]) -> Option<ReportWords> {
    let white = name(*left.first()?)?;
    let (black, outcome, used) = if let Some((outcome, length)) = outcome_word(&left[1..]) {
        (name(*left.get(1 + length)?)?, outcome, 2 + length)
    } else {
        left.get(1).filter(|word| word.is_one_of(&BETWEEN_NAMES))?;
        let black = name(*left.get(2)?)?;
        let (outcome, length) = outcome_word(&left[3..])?;
        (black, outcome, 3 + length)
    };
    let colors = colors_said(&left[used..])?;
    let result = ReportResult::Named {
        white,
        black,
        outcome,
    };
    Some(ReportWords { result, colors })
}

/// A score, or a draw in words: between names, "won" would not say who.
fn outcome_word(left: &[Word<'_>]) -> Option<(Outcome, usize)> {
    played_score(left).or_else(|| {
        let own = own_word(*left.first()?)?;
        (own == OwnResult::Drew).then_some((Outcome::Draw, 1))
    })
}

fn name(word: Word<'_>) -> Option<String> {
    let lettered = word.text.chars().any(|c| !c.is_numeric() && c != '-');
    (is_nick(word.text) && lettered).then(|| word.text.to_owned())
}

fn own_word(word: Word<'_>) -> Option<OwnResult> {
    let found = OWN_WORDS.iter().find(|(spelling, _)| word.is(spelling));
    found.map(|(_, own)| *own)
}

/// All that is said about colours; none where something else is said.
fn colors_said(left: &[Word<'_>]) -> Option<ColorsSaid> {
    if left.is_empty() {
        return Some(ColorsSaid::Nothing);
    }
    if swapped(left) == Some(left.len()) {
        return Some(ColorsSaid::Swapped);
    }
    match left {
        [how, color] if how.is_one_of(&["as", "with", "had", "playing"]) => {
            if color.is("white") {
                Some(ColorsSaid::Had(Color::White))
            } else if color.is("black") {
                Some(ColorsSaid::Had(Color::Black))
            } else {
                None
            }
        }
        _ => None,
    }
}

/// How many words say that colours were swapped, where they do.
fn swapped(left: &[Word<'_>]) -> Option<usize> {
    let skipped = usize::from(left.first()?.is_one_of(&["colours", "colors"]));
    left.get(skipped)?.is("swapped").then_some(skipped + 1)
}

/// A score of a game that was played.
fn played_score(left: &[Word<'_>]) -> Option<(Outcome, usize)> {
    match score(left)? {
        (BoardResult::Played(outcome), used) => Some((outcome, used)),
        (BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit, _) => None,
    }
}

/// A score, and how many words it takes: the most that make one together.
fn score(left: &[Word<'_>]) -> Option<(BoardResult, usize)> {
    let score_words = left
        .iter()
        .take(SCORE_WORDS_MAX)
        .take_while(|word| is_score_word(word.text))
        .count();
    (1..=score_words).rev().find_map(|used| {
        let together: String = left[..used].iter().map(|word| normal(word.text)).collect();
        let (_, result) = SCORES.iter().find(|(spelling, _)| *spelling == together)?;
        Some((*result, used))
    })
}

/// Whether a word can be part of a score.
fn is_score_word(word: &str) -> bool {
    let text = normal(word);
    let part = |c: char| c.is_ascii_digit() || "-/=+.f".contains(c);
    text.chars().all(part) && text.chars().any(|c| c != 'f')
}

/// One way to write what is written in many: dashes, colons, halves, decimal commas.
fn normal(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' | ':' => {
                text.push('-');
            }
            '½' => text.push_str("1/2"),
            '⁄' | '∕' => text.push('/'),
            ',' => text.push('.'),
            _ => text.push(c.to_ascii_lowercase()),
        }
    }
    text
}
