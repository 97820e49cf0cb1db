//! Words as the search compares them: case, plurals and synonyms do not matter.

use super::synonyms::{EMPTY, PHRASES, SYNONYMS};

/// The terms of a text, in order.
pub(super) fn terms(text: &str) -> Vec<String> {
    let words = words(text);
    let mut terms = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (term, taken) = phrase(&words[at..]).unwrap_or_else(|| (single(&words[at]), 1));
        if !EMPTY.contains(&term) && !is_reference(term) {
            terms.push(term.to_owned());
        }
        at += taken;
    }
    terms
}

/// One digit alone is a part of an article's number rather than a word.
fn is_reference(term: &str) -> bool {
    term.len() == 1 && term.bytes().all(|b| b.is_ascii_digit())
}

/// Every word a question may be made of, for suggestions.
pub(super) fn known_words() -> impl Iterator<Item = &'static str> {
    let singles = SYNONYMS.iter().flat_map(|(words, _)| words.iter().copied());
    let in_phrases = PHRASES.iter().flat_map(|(words, _)| words.iter().copied());
    singles.chain(in_phrases).filter(|word| word.len() > 2)
}

/// Lower case words without marks; those with an apostrophe are one.
fn words(text: &str) -> Vec<String> {
    let plain: String = text
        .chars()
        .filter(|c| !"'’`".contains(*c))
        .flat_map(char::to_lowercase)
        .collect();
    plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(singular)
        .collect()
}

/// A noun without its plural ending, a verb without its `s`.
fn singular(word: &str) -> String {
    const SHORTEST: usize = 3;
    let cut = |ending: &str, instead: &str| {
        let stem = word.strip_suffix(ending)?;
        (stem.len() >= SHORTEST).then(|| format!("{stem}{instead}"))
    };
    let keeps_s = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if keeps_s || word == "odds" || EMPTY.contains(&word) {
        return word.to_owned();
    }
    let sibilant = ["ches", "shes", "sses", "xes"]
        .iter()
        .any(|end| word.ends_with(end));
    let cut = if sibilant {
        cut("es", "")
    } else {
        cut("ies", "y").or_else(|| cut("s", ""))
    };
    cut.unwrap_or_else(|| word.to_owned())
}

/// The longest phrase that starts here, and how many words it has.
fn phrase(words: &[String]) -> Option<(&'static str, usize)> {
    PHRASES
        .iter()
        .filter(|(phrase, _)| {
            phrase.len() <= words.len() && phrase.iter().zip(words).all(|(one, other)| one == other)
        })
        .max_by_key(|(phrase, _)| phrase.len())
        .map(|(phrase, term)| (*term, phrase.len()))
}

fn single(word: &str) -> &str {
    SYNONYMS
        .iter()
        .find(|(words, _)| words.contains(&word))
        .map_or(word, |(_, term)| term)
}
