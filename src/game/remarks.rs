//! Words of a movetext that are no moves and may stand there: check and mate, praise, times, evaluations, and the last
//! words of a game.

use super::attempt::{Reading, excerpt};
use super::chat;
use super::lex::Kind;
use super::phrases::{self, Dash};
use super::score::{Note, Reason};
use super::spelling::Readings;
use shakmaty::Position;
use shakmaty::san::San;

/// What people write apart from a move, in small letters and without its points.
const ABBREVIATIONS: &[&str] = &[
    "e.p",
    "ep",
    "ch",
    "mate",
    "check",
    "checkmate",
    "tn",
    "n",
    "dis",
    "dbl",
    "disc",
    "double",
    "discovered",
    "d",
    "schach",
    "matt",
    "mat",
    "echec",
    "échec",
    "jaque",
    "xeque",
    "scacco",
    "sach",
    "šach",
    "skak",
    "s",
];

/// Words that end a game when nothing but words follows.
const LAST_WORDS: &[&str] = &[
    "resigns",
    "resigned",
    "resign",
    "draw",
    "drawn",
    "remis",
    "agreed",
    "mate",
    "checkmate",
    "matt",
    "mat",
    "stalemate",
    "pat",
    "wins",
    "won",
    "lost",
    "loses",
    "flag",
    "gg",
    "forfeit",
    "forfeits",
    "forfeited",
    "aufgegeben",
    "gibt",
    "abandonne",
    "abandona",
    "rinde",
];

/// Whether a word is made of signs alone.
pub(super) fn is_signs(word: &str) -> bool {
    word != "--" && !word.contains(|sign: char| sign.is_alphanumeric() && !"²³".contains(sign))
}

/// A time that was used or is left, `0:05:13`, `1:06.5`, `45s`, and an evaluation, `+0.35/12`, `-M5`.
pub(super) fn is_time(word: &str) -> bool {
    let word = word.trim_matches(['(', ')', '[', ']', ',']);
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let time = {
        let mut parts = word.split(':');
        let first = parts
            .next()
            .is_some_and(|hours| digits(hours) && hours.len() <= 3);
        let rest: Vec<&str> = parts.collect();
        let two = |part: &&str| {
            let whole = part.split('.').next().unwrap_or_default();
            digits(whole) && whole.len() == 2
        };
        first && (1..=2).contains(&rest.len()) && rest.iter().all(two)
    };
    let seconds = word
        .strip_suffix(['s', 'm', 'h'])
        .is_some_and(|number| number.split('.').all(digits));
    let evaluation = {
        let (value, depth) = word.split_once('/').unwrap_or((word, ""));
        let value = value.trim_start_matches(['+', '-', '=']);
        let mate = value.strip_prefix(['M', '#']).is_some_and(digits);
        let signed = value.len() < word.len();
        let pawns = value.split_once('.').is_some_and(|(whole, part)| {
            let plain = whole.len() == 1 && part.len() == 2;
            digits(whole) && digits(part) && part.len() <= 3 && (signed || plain)
        });
        (mate && word.len() > 2 || pawns) && (depth.is_empty() || digits(depth))
    };
    time || seconds || evaluation
}

/// The name of a piece without "ch" or "mate" behind it.
pub(super) fn without_check(name: &str) -> &str {
    ["dis.ch", "dbl.ch", "disch", "dblch", "ch", "mate", "matt"]
        .iter()
        .find_map(|check| name.strip_suffix(check))
        .unwrap_or(name)
}

impl Reading<'_> {
    /// A remark at a token: which token is next. `None` where none stands.
    pub(super) fn remark(&mut self, index: usize, readings: &Readings) -> Option<usize> {
        if readings.any() {
            return None;
        }
        let cut = self.cut;
        let word = cut.word(index);
        if is_signs(word) {
            if word.contains('#') && !self.done.moves.is_empty() && !self.is_mate() {
                self.stop(index, word, Reason::Unreadable);
            }
            self.note_dash(index);
            return Some(index + 1);
        }
        if is_time(word) {
            return Some(index + 1);
        }
        if self.done.moves.is_empty() {
            return None;
        }
        let plain = |index: usize| {
            let word = cut.word(index).trim_matches(|c: char| !c.is_alphanumeric());
            word.to_lowercase()
        };
        let (this, next) = (plain(index), plain(index + 1));
        match (this.as_str(), next.as_str()) {
            ("e", "p") | ("en", "passant") => return Some(index + 2),
            ("and" | "und" | "et" | "y", _) if index + 1 < cut.tokens.len() => {
                return Some(index + 1);
            }
            _ => {}
        }
        // A D for a diagram stands apart in parentheses; alone, it may be what a move was torn from.
        let letter = word.len() == 1;
        if letter && this != "n" && this != "s" {
            return None;
        }
        let in_parentheses = word.starts_with(['(', '{']) && this.len() == 1;
        if !in_parentheses && !ABBREVIATIONS.contains(&this.as_str()) {
            return None;
        }
        if letter {
            return self.novelty(index);
        }
        Some(index + 1)
    }

    fn is_mate(&self) -> bool {
        self.state.position.is_checkmate()
    }

    fn spells_a_move(&self, index: usize) -> bool {
        let word = self.cut.word(index);
        self.cut.is_word(index) && self.readings(word).any()
    }

    /// A lone N is a novelty, unless it was torn from the words behind it.
    fn novelty(&mut self, index: usize) -> Option<usize> {
        let cut = self.cut;
        let (letter, next) = (cut.word(index), cut.word(index + 1));
        let mut torn = phrases::row_of(self, index);
        if torn.is_empty() {
            let after_number = index
                .checked_sub(1)
                .is_some_and(|before| matches!(cut.tokens[before].kind, Kind::Number { .. }));
            return (letter == "N" && !after_number).then_some(index + 1);
        }
        if cut.is_word(index + 1) && self.fits(next) {
            let alone = self.moves_of(next);
            if torn == alone {
                return Some(index + 1);
            }
            torn.extend(alone);
            self.stop(index, &format!("{letter} {next}"), Reason::Ambiguous(torn));
            return Some(index);
        }
        None
    }

    /// The legal moves a word may mean, in standard notation.
    fn moves_of(&mut self, word: &str) -> Vec<String> {
        use super::matching::Fit;
        let readings = self.readings(word);
        match self.fit(&readings) {
            Fit::Move(found) | Fit::QueenAssumed(found, _) => {
                vec![San::from_move(&self.state.position, found).to_string()]
            }
            Fit::Several(found) => self.names(&found),
            Fit::None(_) => Vec::new(),
        }
    }

    /// A dash between two moves: then a dash within a word parts moves too.
    fn note_dash(&mut self, index: usize) {
        if self.cut.word(index) == "-"
            && self.state.style.dash == Dash::Unseen
            && !self.done.moves.is_empty()
            && self.spells_a_move(index + 1)
        {
            self.state.style.dash = Dash::BetweenMoves;
        }
    }

    /// "White resigns": when no word from here on looks like a move, and one of them is known to
    /// end games, they are no part of the moves.
    pub(super) fn last_words(&mut self, index: usize) -> Option<usize> {
        let cut = self.cut;
        let mut known = false;
        let mut end = index;
        while let Some(token) = cut.tokens.get(end) {
            match token.kind {
                Kind::Word => {
                    let word = cut.word(end);
                    if self.readings(word).any() || chat::is_of_a_game(word) {
                        return None;
                    }
                    let plain = word
                        .trim_matches(|c: char| !c.is_alphanumeric())
                        .to_lowercase();
                    known |= LAST_WORDS.contains(&plain.as_str());
                }
                Kind::Result(_) => break,
                Kind::Number { .. } => return None,
                Kind::Dots | Kind::Odd => {}
            }
            end += 1;
        }
        if !known || self.done.moves.is_empty() {
            return None;
        }
        let from = cut.tokens[index].start;
        let to = cut.tokens[end - 1].end;
        self.done
            .notes
            .push(Note::LeftOut(excerpt(&cut.text[from..to])));
        Some(end)
    }
}
