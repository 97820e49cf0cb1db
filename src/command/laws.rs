//! Reading what is asked of the rules: a number, a document's name, or words to look for.

use super::misread::{Expected, Misread};
use super::model::Command;
use super::words::Words;
use crate::view::{ArticleNumber, Document, LawQuestion};

/// The longest question to the rules; nobody needs more words to name one of them.
const QUESTION_BYTES_MAX: usize = 100;

/// What documents are called, longer names first.
const DOCUMENTS: [(&[&str], Document); 8] = [
    (&["dal"], Document::Dalnet),
    (&["dalnet"], Document::Dalnet),
    (&["nsw"], Document::Nsw),
    (&["la", "roux"], Document::Roux),
    (&["roux"], Document::Roux),
    (&["laroux"], Document::Roux),
    (&["la-roux"], Document::Roux),
    (&["history"], Document::Roux),
];

/// What may stand before a number without saying anything.
const FILLERS: [&str; 14] = [
    "article",
    "articles",
    "art",
    "rule",
    "rules",
    "law",
    "laws",
    "no",
    "nr",
    "number",
    "section",
    "chapter",
    "paragraph",
    "the",
];

/// What asks for the rules that are misunderstood most often, with or without [`FILLERS`] around it.
const COMMON: [&str; 4] = [
    "common",
    "misunderstood",
    "most common",
    "most misunderstood",
];

/// `rules [ARTICLE|WORDS|common]`
pub(super) fn read_rules(words: &mut Words<'_>) -> Result<Command, Misread> {
    let written = words.text_within(Expected::LawTopic, QUESTION_BYTES_MAX)?;
    // Where nothing readable is left there may still be words, made of control characters.
    words.skip(words.left().len());
    Ok(Command::Rules(question(&written.unwrap_or_default())))
}

fn question(written: &str) -> LawQuestion {
    // A stray mark at the ends of a word says nothing, as in `#7.4`, `castling?` or `article. 7`.
    let is_stray = |c: char| !c.is_alphanumeric() && c != '(' && c != ')';
    let words: Vec<&str> = written
        .split_whitespace()
        .map(|word| word.trim_matches(is_stray))
        .filter(|word| !word.is_empty())
        .collect();
    let (document, rest) = take_document(without_fillers(&words));
    let bare = without_fillers(rest).join(" ");
    if let Some(number) = ArticleNumber::parse(&bare) {
        return LawQuestion::Article {
            document,
            number,
            written: bare,
        };
    }
    if bare.is_empty() {
        return LawQuestion::Contents(document);
    }
    let telling = rest.iter().copied().filter(|word| !is_filler(word));
    let telling = telling.collect::<Vec<_>>().join(" ");
    if COMMON
        .iter()
        .any(|asked| telling.eq_ignore_ascii_case(asked))
    {
        return LawQuestion::Common;
    }
    // In front of words a filler may have a meaning, as in `no show`.
    let words = match document {
        Some(_) => rest,
        None => words.as_slice(),
    };
    LawQuestion::Topic {
        document,
        written: words.join(" "),
    }
}

/// The words from the first on that says something.
fn without_fillers<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    let fillers = words.iter().take_while(|word| is_filler(word)).count();
    &words[fillers..]
}

fn is_filler(word: &str) -> bool {
    FILLERS
        .iter()
        .any(|filler| word.eq_ignore_ascii_case(filler))
}

/// The document named at either end, and the words without its name.
fn take_document<'w, 't>(words: &'w [&'t str]) -> (Option<Document>, &'w [&'t str]) {
    let is = |written: &[&str], name: &[&str]| {
        let mut pairs = written.iter().zip(name);
        pairs.all(|(written, name)| written.eq_ignore_ascii_case(name))
    };
    for (name, document) in DOCUMENTS {
        let Some(rest) = words.len().checked_sub(name.len()) else {
            continue;
        };
        if is(&words[..name.len()], name) {
            return (Some(document), &words[name.len()..]);
        }
        if is(&words[rest..], name) {
            return (Some(document), &words[..rest]);
        }
    }
    (None, words)
}
