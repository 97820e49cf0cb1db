//! Which articles a few words mean.

use super::entry::Entry;
use super::terms::{known_words, terms};
use crate::command::nearest;
use crate::view::Document;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What the words mean.
pub(super) enum Found {
    /// One article, clearly before all others.
    One(Entry),
    /// Several, the best first.
    Several(Vec<Entry>),
    /// None, but these words are near to those asked for.
    Nothing(Vec<&'static str>),
}

/// What a word is worth where an article names it as the one it answers, in its title, as a topic, or in its text.
const WORTH_HEAD: u32 = 12;
const WORTH_TITLE: u32 = 6;
const WORTH_TOPIC: u32 = 4;
const WORTH_TEXT: u32 = 1;

/// The most words of a question that are looked for.
const TERMS_MAX: usize = 8;

/// The most words suggested in place of unknown ones.
const SUGGESTED_MAX: usize = 3;

/// What each term is worth in an article.
struct Indexed {
    entry: Entry,
    worth: BTreeMap<String, u32>,
}

/// The articles, and how rare each term is among them.
struct Index {
    articles: Vec<Indexed>,
    rarity: BTreeMap<String, u32>,
}

/// The texts never change, so one reading is enough.
static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let articles: Vec<Indexed> = Entry::all().map(Indexed::new).collect();
        let total = u32::try_from(articles.len()).expect("there are about a hundred");
        let mut holders: BTreeMap<String, u32> = BTreeMap::new();
        for term in articles.iter().flat_map(|article| article.worth.keys()) {
            *holders.entry(term.clone()).or_default() += 1;
        }
        let rarity = holders
            .into_iter()
            .map(|(term, holders)| (term, 1 + (total / holders).ilog2()))
            .collect();
        Index { articles, rarity }
    }
}

impl Indexed {
    fn new(entry: Entry) -> Indexed {
        let law = entry.law;
        let mut worth = BTreeMap::new();
        let mut add = |text: &str, value: u32| {
            for term in terms(text) {
                let best: &mut u32 = worth.entry(term).or_default();
                *best = value.max(*best);
            }
        };
        add(law.text, WORTH_TEXT);
        add(law.more, WORTH_TEXT);
        law.topics.iter().for_each(|topic| add(topic, WORTH_TOPIC));
        add(law.title, WORTH_TITLE);
        law.heads.iter().for_each(|head| add(head, WORTH_HEAD));
        Indexed { entry, worth }
    }

    /// How well it answers: how many of the terms it has, and what they are worth in it.
    fn score(&self, asked: &BTreeSet<String>, rarity: &BTreeMap<String, u32>) -> Score {
        let mut score = Score::default();
        for term in asked {
            if let Some(worth) = self.worth.get(term) {
                score.terms += 1;
                score.worth += worth * rarity[term];
                score.best = score.best.max(*worth);
            }
        }
        score
    }
}

/// How well an article answers a question; more terms go before more worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    terms: usize,
    worth: u32,
    /// The most that one term is worth in it, rarity aside.
    best: u32,
}

impl Score {
    /// Whether it answers the question at all: one word that only happens to stand in its text is not enough.
    fn answers(self) -> bool {
        self.best > WORTH_TEXT || self.terms > 1
    }

    /// Whether it is so much better than the next that no choice is left to the asker: by half at least.
    fn is_clear_of(self, next: Score) -> bool {
        self.terms > next.terms || self.worth * 2 >= next.worth * 3
    }

    /// Whether it is worth mentioning beside the best one: with a third of its worth.
    fn is_near(self, best: Score) -> bool {
        self.terms == best.terms && self.worth * 3 >= best.worth
    }
}

/// Looks for words in the articles of one document, or of all.
pub(super) fn search(document: Option<Document>, written: &str) -> Found {
    let asked: BTreeSet<String> = terms(written).into_iter().take(TERMS_MAX).collect();
    let index = &*INDEX;
    let in_document = |article: &&Indexed| {
        let wanted = document.unwrap_or(article.entry.document);
        article.entry.document == wanted
    };
    let mut hits: Vec<(Score, Entry)> = index
        .articles
        .iter()
        .filter(in_document)
        .map(|article| (article.score(&asked, &index.rarity), article.entry))
        .filter(|(score, _)| score.answers())
        .collect();
    // Equal scores keep the order of the documents.
    hits.sort_by_key(|(score, _)| Reverse(*score));
    let hits = without_points(hits);
    let Some((best, first)) = hits.first().copied() else {
        return Found::Nothing(near(written));
    };
    let near: Vec<Entry> = hits
        .iter()
        .filter(|(score, _)| score.is_near(best))
        .map(|(_, entry)| *entry)
        .collect();
    match hits.get(1) {
        Some((next, _)) if !best.is_clear_of(*next) => Found::Several(near),
        Some(_) | None => Found::One(first),
    }
}

/// Leaves out the points of articles that answer at least as well as they do: the whole article says it all.
fn without_points(hits: Vec<(Score, Entry)>) -> Vec<(Score, Entry)> {
    let mut kept: Vec<(Score, Entry)> = Vec::new();
    for (score, entry) in hits {
        if !kept.iter().any(|(_, better)| entry.is_point_of(*better)) {
            kept.push((score, entry));
        }
    }
    kept
}

/// Words that are known and near to those written.
fn near(written: &str) -> Vec<&'static str> {
    let known: BTreeSet<&'static str> = Entry::all()
        .flat_map(|entry| entry.law.title.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|word| word.len() > 2)
        .chain(known_words())
        .collect();
    let mut found = Vec::new();
    for word in written.split_whitespace().take(TERMS_MAX) {
        let near = nearest(word, known.iter().copied());
        found.extend(near.filter(|near| !found.contains(near)));
    }
    found.truncate(SUGGESTED_MAX);
    found
}
