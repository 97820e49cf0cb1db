//! Articles by document and number.

use super::law::Law;
use super::{dalnet, nsw, roux};
use crate::view::{ArticleNumber, Document};

/// An article and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) document: Document,
    pub(super) law: &'static Law,
}

impl Entry {
    /// Every article, the documents in order.
    pub(super) fn all() -> impl Iterator<Item = Entry> {
        Document::ALL.into_iter().flat_map(Entry::of)
    }

    /// The articles of a document, in its order.
    pub(super) fn of(document: Document) -> impl Iterator<Item = Entry> {
        let parts: &'static [&'static [Law]] = match document {
            Document::Dalnet => &dalnet::PARTS,
            Document::Nsw => &[&nsw::NSW],
            Document::Roux => &[&roux::ROUX],
        };
        let laws = parts.iter().copied().flatten();
        laws.map(move |law| Entry { document, law })
    }

    /// The article of this number.
    pub(super) fn find(document: Document, number: &ArticleNumber) -> Option<Entry> {
        Entry::of(document).find(|entry| entry.number().as_ref() == Some(number))
    }

    /// Its number, where the document has one.
    pub(super) fn number(self) -> Option<ArticleNumber> {
        ArticleNumber::parse(self.law.number)
    }

    /// `DAL 7.4`
    pub(super) fn label(self) -> String {
        format!("{} {}", code(self.document), self.law.number)
    }

    /// `DAL 7.4 too few pieces to mate`
    pub(super) fn titled(self) -> String {
        format!("{} {}", self.label(), self.law.title)
    }

    /// How it is asked for: `7.4`, `nsw 8b`. DALnet's have the right to bare numbers.
    pub(super) fn asked_as(self) -> String {
        match self.document {
            Document::Dalnet => self.law.number.to_owned(),
            Document::Nsw | Document::Roux => self.label().to_lowercase(),
        }
    }

    /// Whether it is a point of another article, or a point of one of its points.
    pub(super) fn is_point_of(self, other: Entry) -> bool {
        let above = std::iter::successors(self.number(), ArticleNumber::parent).skip(1);
        let own = other.number();
        self.document == other.document && above.into_iter().any(|number| Some(number) == own)
    }

    /// The articles that are points of this one: of 7.4, 7.4a to 7.4c.
    pub(super) fn points(self) -> impl Iterator<Item = Entry> {
        let own = self.number();
        Entry::of(self.document)
            .filter(move |entry| own.is_some() && parent_of(*entry).as_ref() == own.as_ref())
    }
}

fn parent_of(entry: Entry) -> Option<ArticleNumber> {
    entry.number()?.parent()
}

/// What a document is called in front of a number.
pub(super) fn code(document: Document) -> &'static str {
    match document {
        Document::Dalnet => "DAL",
        Document::Nsw => "NSW",
        Document::Roux => "ROUX",
    }
}

/// A chapter of DALnet's rules that has no text of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chapter {
    pub(super) number: &'static str,
    pub(super) title: &'static str,
}

impl Chapter {
    pub(super) fn all() -> impl Iterator<Item = Chapter> {
        dalnet::CHAPTERS
            .into_iter()
            .map(|(number, title)| Chapter { number, title })
    }

    /// The chapter of this number.
    pub(super) fn find(number: &ArticleNumber) -> Option<Chapter> {
        Chapter::all().find(|chapter| ArticleNumber::parse(chapter.number).as_ref() == Some(number))
    }

    /// What is in it.
    pub(super) fn articles(self) -> impl Iterator<Item = Entry> {
        let own = ArticleNumber::parse(self.number);
        Entry::of(Document::Dalnet).filter(move |entry| parent_of(*entry) == own)
    }
}

/// What a document has, by number and title, of DALnet's the special rules and the chapters; then what has no number.
pub(super) fn contents(document: Document) -> String {
    let whole = || Entry::of(document).filter(|entry| parent_of(*entry).is_none());
    let item = |entry: Entry| format!("{} {}", entry.law.number, entry.law.title);
    let is_roman = |entry: &Entry| {
        entry
            .law
            .number
            .starts_with(|c: char| c.is_ascii_uppercase())
    };
    let numbered = || whole().filter(|entry| entry.number().is_some());
    let special = numbered().filter(is_roman).map(item);
    let chapters = Chapter::all()
        .filter(|_| document == Document::Dalnet)
        .map(|chapter| format!("{} {}", chapter.number, chapter.title));
    let general = numbered().filter(|entry| !is_roman(entry)).map(item);
    let items: Vec<String> = special.chain(chapters).chain(general).collect();
    let words: Vec<String> = whole()
        .filter(|entry| entry.number().is_none())
        .map(|entry| entry.law.number.to_owned())
        .collect();
    format!("{}; {}", items.join(", "), words.join(", "))
}

/// A related article as a text names it, with its title: without a document, one of the same.
pub(super) fn related(document: Document, see: &str) -> Option<String> {
    let (document, number) = Document::ALL
        .into_iter()
        .find_map(|other| {
            let rest = see.strip_prefix(code(other))?.strip_prefix(' ')?;
            Some((other, rest))
        })
        .unwrap_or((document, see));
    if let Some(entry) = Entry::of(document).find(|entry| entry.law.number == number) {
        return Some(entry.titled());
    }
    let chapter = Chapter::find(&ArticleNumber::parse(number)?)?;
    (document == Document::Dalnet).then(|| format!("{see} {}", chapter.title))
}
