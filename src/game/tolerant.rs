//! Movetext as people write it: in standard letters, then in the letters of other languages; with semicolons as
//! comments, and as what parts moves; from its beginning, and from where the moves begin.

use shakmaty::{Chess, Role};

use super::attempt::{Attempt, Cut, Setting, excerpt};
use super::cuts;
use super::layouts;
use super::lex::{self, Kind, Lexed, Semicolons};
use super::matching::{Fit, Legal, Sizes, SmallPieces, Squares};
use super::remarks;
use super::score::{Fault, Gamescore, Marker, Note, Reason};
use super::spelling::{self, Other};
use super::tongues::{self, Tongue};

/// How many words all readings of one game may look at together: a text of the largest size that
/// fits nothing is answered in a fraction of a second.
const WORDS_LOOKED_AT_MAX: usize = 120_000;

/// How many words may still be looked at in a text of many games.
#[derive(Debug)]
pub(super) struct Effort {
    words: usize,
    bytes: usize,
}

impl Effort {
    /// Twice what a text as large as a player may send takes when it is written in another language throughout; whatever
    /// it holds, it is answered after this.
    const AT_FIRST: usize = 150_000;
    /// The text that this is for.
    const BYTES_AT_FIRST: usize = 256 << 10;

    /// What the beginning of a text may take.
    pub(super) fn new() -> Effort {
        Effort {
            words: Effort::AT_FIRST,
            bytes: 0,
        }
    }

    /// More of the text came: beyond its beginning, every two bytes may take a word.
    pub(super) fn more(&mut self, bytes: usize) {
        let before = self.bytes.max(Effort::BYTES_AT_FIRST);
        self.bytes = self.bytes.saturating_add(bytes);
        self.words = self
            .words
            .saturating_add(self.bytes.saturating_sub(before) / 2);
    }
}

/// The moves of a text begin within this many lines.
const LINES_ABOVE_MAX: usize = 60;

/// Reads the movetext of a game.
pub(super) fn read(
    (text, lexed): (&[u8], &Lexed),
    position: &Chess,
    score: &mut Gamescore,
    effort: &mut Effort,
) {
    let plain = layouts::plain(&text[lexed.body.clone()]);
    let granted = effort.words.min(WORDS_LOOKED_AT_MAX);
    let mut reader = Reader {
        position,
        tagged: score.tagged_result(),
        budget: granted,
    };
    let found = reader.text(&plain.text);
    effort.words -= granted - reader.budget;
    score.moves = found.moves;
    score.marker = found.marker;
    score.fault = found.fault;
    score.notes.extend(found.notes);
    score.notes.extend(plain.layout.map(Note::Layout));
    if score.fault.is_none() && score.moves.is_empty() && begins_a_game(&plain.text, position) {
        // A game that stands in a comment, or in parentheses, was sent and is not here.
        score.fault = Some(Fault {
            ply: 1,
            text: excerpt(plain.text.trim()),
            reason: Reason::NoMoves,
        });
    }
}

struct Reader<'a> {
    position: &'a Chess,
    tagged: Option<Marker>,
    /// How many words may still be looked at.
    budget: usize,
}

impl Reader<'_> {
    fn text(&mut self, text: &str) -> Attempt {
        let found = self.with_semicolons(text);
        let nothing = found.moves.is_empty() && found.fault.is_some();
        match beginning(text).filter(|_| nothing) {
            Some(first) => {
                let mut below = self.with_semicolons(&text[first..]);
                if below.moves.is_empty() {
                    return found;
                }
                below.notes.push(Note::LeftOut(excerpt(text.trim())));
                below
            }
            None => found,
        }
    }

    /// A semicolon begins a comment, by the standard. People also part moves with it; then what stands behind it goes
    /// on with the game.
    fn with_semicolons(&mut self, text: &str) -> Attempt {
        let lexed = lex::movetext(text.as_bytes());
        let found = self.in_all_languages(&Cut::of(text.to_owned()));
        if lexed.semicolons == Semicolons::None {
            return found;
        }
        let parted = self.in_all_languages(&Cut::of(without_semicolons(text)));
        let longer = parted.moves.len() > found.moves.len();
        let goes_on = parted.moves.starts_with(&found.moves);
        let sound = parted.fault.is_none();
        // A text with comments has its result outside of them.
        let unended = found.marker.is_none();
        if longer && (goes_on || sound || unended) || sound && found.fault.is_some() {
            return parted;
        }
        found
    }

    fn in_all_languages(&mut self, cut: &Cut) -> Attempt {
        let english = self.read(cut, &tongues::ENGLISH);
        if !english.fault.as_ref().is_some_and(may_be_foreign) {
            return english;
        }
        let initials = initials(cut);
        let pieces = |tongue: &Tongue| -> Option<Vec<Role>> {
            let each = initials.iter().map(|letter| tongue.role(*letter));
            each.collect()
        };
        if pieces(&tongues::ENGLISH).is_some() {
            return english;
        }
        // Languages in which the letters of this text mean the same are one.
        let mut meanings = Vec::new();
        let mut foreign: Vec<(&'static str, Attempt)> = Vec::new();
        for tongue in tongues::OTHERS {
            if let Some(meaning) = pieces(tongue)
                && !meanings.contains(&meaning)
            {
                meanings.push(meaning);
                foreign.push((tongue.name, self.read(cut, tongue)));
            }
        }
        choose(english, foreign)
    }

    fn read(&mut self, cut: &Cut, tongue: &Tongue) -> Attempt {
        let setting = Setting {
            tongue,
            tagged: self.tagged,
            sizes: sizes(cut, tongue),
        };
        let attempt = cuts::read(setting, self.position, cut, self.budget);
        self.budget = self.budget.saturating_sub(attempt.looked_at);
        attempt
    }
}

/// Small letters stand for pieces when some word makes sense in no other way. A letter that is a file's too says so only
/// in a text that has no large ones.
fn sizes(cut: &Cut, tongue: &Tongue) -> Sizes {
    let (mut large, mut small, mut doubtful, mut small_squares) = (false, false, false, false);
    for (index, token) in cut.tokens.iter().enumerate() {
        if token.kind != Kind::Word {
            continue;
        }
        let word = cut.word(index);
        small_squares |= word
            .as_bytes()
            .windows(2)
            .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
        let readings = spelling::readings(word, tongue);
        if word.starts_with(char::is_uppercase) {
            large |= readings.any() && tongue.piece(word).is_some();
        } else if readings.as_written.is_none() && readings.other_size.is_some() {
            match readings.other {
                Other::SmallAsPiece => small = true,
                Other::SmallFileAsPiece => doubtful = true,
                Other::LargeAsFile => {}
            }
        }
    }
    Sizes {
        pieces: if small || doubtful && !large {
            SmallPieces::Seen
        } else {
            SmallPieces::Unseen
        },
        squares: if small_squares {
            Squares::Small
        } else {
            Squares::Capital
        },
    }
}

/// The letters that stand for pieces in a text, as far as that is sure: large ones before a square.
fn initials(cut: &Cut) -> Vec<char> {
    let mut initials = Vec::new();
    for (index, token) in cut.tokens.iter().enumerate() {
        let word = cut.word(index);
        // What a pawn becomes is a piece too.
        let last = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let named = last.trim_end_matches(char::is_uppercase);
        let before = named.trim_end_matches(['=', '(', '/']);
        if before.ends_with(['1', '8']) && before.len() > 1 {
            for letter in last[named.len()..].chars() {
                if !initials.contains(&letter) {
                    initials.push(letter);
                }
            }
        }
        let mut letters = word.chars();
        let (Some(first), Some(second)) = (letters.next(), letters.next()) else {
            continue;
        };
        let square = second.is_ascii_digit() || spelling::is_file(second) || "x:r".contains(second);
        let is_piece = first.is_uppercase()
            && word.contains(|c: char| c.is_ascii_digit())
            && !matches!(first, 'O' | 'О' | 'Ο')
            && (!('A'..='H').contains(&first) || second.is_ascii_lowercase());
        if token.kind == Kind::Word && is_piece && square && !initials.contains(&first) {
            initials.push(first);
        }
    }
    initials
}

/// Whether other letters could make sense of it: a text that is cut, or goes on after its end, is
/// so in every language.
fn may_be_foreign(fault: &Fault) -> bool {
    match &fault.reason {
        Reason::Illegal(_) | Reason::Ambiguous(_) | Reason::Unreadable => true,
        Reason::Descriptive
        | Reason::NullMove
        | Reason::BlackFirst
        | Reason::MissingHalfMove
        | Reason::OutOfStep
        | Reason::AfterEnd
        | Reason::Truncated
        | Reason::NoMoves
        | Reason::NotThisGame(_)
        | Reason::TooLong => false,
    }
}

/// Of several languages that read the whole text, all must find the same moves. Where none does,
/// the one that gets furthest explains the fault, and English where it is no shorter.
fn choose(english: Attempt, foreign: Vec<(&'static str, Attempt)>) -> Attempt {
    let whole: Vec<&(&'static str, Attempt)> = foreign
        .iter()
        .filter(|(_, attempt)| attempt.fault.is_none() && !attempt.moves.is_empty())
        .collect();
    if let Some((name, first)) = whole.first() {
        if whole.iter().all(|(_, other)| other.moves == first.moves) {
            return noted(first.clone(), name);
        }
        return english;
    }
    let mut best = english;
    for (name, attempt) in foreign {
        if attempt.moves.len() > best.moves.len() {
            best = noted(attempt, name);
        }
    }
    best
}

fn noted(mut attempt: Attempt, name: &'static str) -> Attempt {
    attempt.notes.push(Note::Language(name));
    attempt
}

/// The text with a blank for each semicolon that is not in a comment in braces.
fn without_semicolons(text: &str) -> String {
    let mut braces = false;
    text.chars()
        .map(|letter| {
            braces = match letter {
                '{' => true,
                '}' => false,
                _ => braces,
            };
            if letter == ';' && !braces {
                ' '
            } else {
                letter
            }
        })
        .collect()
}

/// Where the moves begin, when words without any stand before them: at the number of a first move, or at a line that
/// holds nothing but moves.
fn beginning(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n').take(LINES_ABOVE_MAX) {
        if let Some(first) = first_move(line) {
            let found = at + first;
            return (found > 0).then_some(found);
        }
        if layouts::holds_moves(line) {
            return None;
        }
        at += line.len();
    }
    None
}

/// Where a first move stands in a line: its number with a square behind it, after words that are no moves; or where
/// nothing but moves stands.
fn first_move(line: &str) -> Option<usize> {
    let cut = Cut::of(line.to_owned());
    let square = |word: &str| {
        word.chars()
            .zip(word.chars().skip(1))
            .any(|(file, rank)| spelling::is_file(file) && ('1'..='8').contains(&rank))
    };
    let spelled = |index: usize| spelling::readings(cut.word(index), &tongues::ENGLISH).any();
    let words = || (0..cut.tokens.len()).filter(|index| cut.is_word(*index));
    if words().next().is_some() && words().all(spelled) {
        return Some(0);
    }
    for (index, token) in cut.tokens.iter().enumerate() {
        match token.kind {
            Kind::Number { value: 1, .. } => {
                let next =
                    (index + 1..cut.tokens.len()).find(|next| !remarks::is_signs(cut.word(*next)));
                if next.is_some_and(|next| cut.is_word(next) && square(cut.word(next))) {
                    return Some(token.start);
                }
            }
            Kind::Word if spelled(index) => return None,
            Kind::Number { .. } | Kind::Word | Kind::Dots | Kind::Result(_) | Kind::Odd => {}
        }
    }
    None
}

/// Whether a text that gave no moves holds a first move with its number, in a comment or in parentheses.
fn begins_a_game(text: &str, position: &Chess) -> bool {
    let legal = Legal::of(position);
    let legal = |word: &str| {
        let readings = spelling::readings(word, &tongues::ENGLISH);
        let fit = legal.fit(&readings, Sizes::STANDARD);
        readings.any() && !matches!(fit, Fit::None(_))
    };
    let mut after_one = false;
    text.split(|letter: char| letter.is_whitespace() || "{}()[]<>;".contains(letter))
        .any(|word| {
            let glued = word.strip_prefix("1.").filter(|rest| !rest.is_empty());
            let found = glued.is_some_and(legal) || (after_one && legal(word));
            after_one = word == "1.";
            found
        })
}
