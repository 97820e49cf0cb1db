//! What is asked of the rules, and how their articles are numbered (SPEC R-29). Their texts are `phrasing`'s.

use std::fmt;

/// The rules the bot can be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Document {
    /// DALnet's: those in force here. They answer where two documents share a number.
    Dalnet,
    /// The summary for one-day school tournaments in New South Wales (SPEC R-31).
    Nsw,
    /// La Roux's club laws: history (SPEC R-32).
    Roux,
}

impl Document {
    /// All of them, those in force first.
    pub const ALL: [Document; 3] = [Document::Dalnet, Document::Nsw, Document::Roux];
}

/// The number of an article, as players write it or as the document prints it: `7.4c`, `II.b`, `5.1b.ii.A`.
///
/// Two ways of writing one number are equal; a Roman numeral and an Arabic one are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArticleNumber {
    /// `7`, `4`, `c`: digits without leading zeros, letters in lower case.
    parts: Vec<String>,
}

/// The deepest numbers are like `5.1b.ii.A`.
const PARTS_MAX: usize = 5;

/// No document counts further than two digits.
const DIGITS_MAX: usize = 2;

/// Roman numerals as far as articles go.
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

impl ArticleNumber {
    /// Reads a number: it starts with digits or a Roman numeral, or is one of those numbered `conduct 1`.
    pub fn parse(text: &str) -> Option<ArticleNumber> {
        let text = text.to_lowercase();
        let (conduct, rest) = match text.trim_start().strip_prefix("conduct") {
            Some(rest) => (Some("conduct".to_owned()), rest),
            None => (None, text.as_str()),
        };
        let is_between = |c: char| c.is_whitespace() || ".,()".contains(c);
        let mut parts = Vec::new();
        for run in rest.split(is_between).filter(|run| !run.is_empty()) {
            for piece in digits_and_letters(run) {
                parts.extend(read_part(piece, parts.is_empty())?);
            }
        }
        let starts_well = parts.first().is_some_and(|first| {
            first.bytes().all(|b| b.is_ascii_digit()) || ROMAN.contains(&first.as_str())
        });
        let parts: Vec<String> = conduct.into_iter().chain(parts).collect();
        (starts_well && parts.len() <= PARTS_MAX).then_some(ArticleNumber { parts })
    }

    /// The same number with its first part written the other way, Roman or Arabic.
    pub fn other_way(&self) -> Option<ArticleNumber> {
        let (first, rest) = self.parts.split_first()?;
        let first = match ROMAN.iter().position(|roman| roman == first) {
            Some(index) => (index + 1).to_string(),
            None => {
                let index = first.parse::<usize>().ok()?.checked_sub(1)?;
                (*ROMAN.get(index)?).to_owned()
            }
        };
        let parts = std::iter::once(first).chain(rest.iter().cloned()).collect();
        Some(ArticleNumber { parts })
    }

    /// The article this one is a part of.
    pub fn parent(&self) -> Option<ArticleNumber> {
        let (_, rest) = self.parts.split_last()?;
        (!rest.is_empty()).then(|| ArticleNumber {
            parts: rest.to_vec(),
        })
    }
}

impl fmt::Display for ArticleNumber {
    /// As it is typed: `7.4.c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts.join("."))
    }
}

/// `4c` is two pieces, and so is `c4`.
fn digits_and_letters(run: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut before = None;
    for (at, c) in run.char_indices() {
        let digit = c.is_ascii_digit();
        if before.is_some_and(|before| before != digit) {
            pieces.push(&run[from..at]);
            from = at;
        }
        before = Some(digit);
    }
    pieces.push(&run[from..]);
    pieces
}

/// What one piece of a number says: one part, or two where a letter follows a Roman numeral at once, as in `IIb`.
fn read_part(piece: &str, is_first: bool) -> Option<Vec<String>> {
    if piece.bytes().all(|b| b.is_ascii_digit()) {
        let number: u32 = piece.parse().ok().filter(|_| piece.len() <= DIGITS_MAX)?;
        return Some(vec![number.to_string()]);
    }
    let is_letter = piece.len() == 1 && piece.bytes().all(|b| b.is_ascii_lowercase());
    if ROMAN.contains(&piece) || (is_letter && !is_first) {
        return Some(vec![piece.to_owned()]);
    }
    let (roman, letter) = piece.split_at_checked(piece.len().checked_sub(1)?)?;
    let both = is_first && ROMAN.contains(&roman) && letter.bytes().all(|b| b.is_ascii_lowercase());
    both.then(|| vec![roman.to_owned(), letter.to_owned()])
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawQuestion {
    /// `rules`, `rules nsw`: what there is, in all documents or in one.
    Contents(Option<Document>),
    /// `rules common`: what is misunderstood most often.
    Common,
    /// `rules 7.4`
    Article {
        /// The document named.
        document: Option<Document>,
        /// The number.
        number: ArticleNumber,
        /// The number as written, which may be meant as words: `50`.
        written: String,
    },
    /// `rules touch move`
    Topic {
        /// The document named.
        document: Option<Document>,
        /// The words.
        written: String,
    },
}
