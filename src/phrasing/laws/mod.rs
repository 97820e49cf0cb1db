//! The rules in the bot's own words: every article of the three documents, by number or by words (SPEC R-29).
//!
//! An answer in the channel has two lines at most; in private, related articles come with their titles, and an article's
//! points with it. Where two documents share a number, DALnet's answers, since it is in force, and the others are named.

mod dalnet;
mod entry;
mod law;
mod nsw;
mod roux;
mod search;
mod synonyms;
mod terms;

#[cfg(test)]
mod tests;

use super::misread::plain;
use super::pack::{LINE_MAX, listed, pack_after};
use super::reader::Reader;
use crate::ports::Place;
use crate::view::{ArticleNumber, Document, LawQuestion};
use entry::{Chapter, Entry, related};
use search::Found;

/// The answer to a question about the rules.
pub(super) fn answer(question: &LawQuestion, reader: &Reader) -> Vec<String> {
    let place = reader.place;
    let asked = Asked { place };
    match question {
        LawQuestion::Contents(None) => asked.contents(),
        LawQuestion::Contents(Some(document)) => asked.contents_of(*document),
        LawQuestion::Common => asked.common(),
        LawQuestion::Article {
            document,
            number,
            written,
        } => asked.article(*document, number, written),
        LawQuestion::Topic { document, written } => match search::search(*document, written) {
            Found::One(entry) => asked.entry(entry),
            Found::Several(entries) => asked.several(&entries),
            Found::Nothing(near) => asked.nothing(written, &near),
        },
    }
}

/// Where it is asked, on which the answer's length depends.
struct Asked {
    place: Place,
}

impl Asked {
    /// The mark before a command: needed in the channel only.
    fn mark(&self) -> &'static str {
        match self.place {
            Place::Channel => "!",
            Place::Private => "",
        }
    }

    /// `rules`
    fn contents(&self) -> Vec<String> {
        let mark = self.mark();
        let mut lines = self.contents_of(Document::Dalnet);
        let more = format!(
            "By words: {mark}rules castling. Misunderstood most: {mark}rules common. Others: {mark}rules nsw (school tournaments), {mark}rules roux (history)."
        );
        append(&mut lines, &more);
        lines
    }

    /// `rules nsw`
    fn contents_of(&self, document: Document) -> Vec<String> {
        let mark = self.mark();
        let (head, example) = match document {
            Document::Dalnet => ("DALnet's rules (DAL), which hold here:", "7.4"),
            Document::Nsw => ("For school tournaments in New South Wales (NSW):", "nsw 6"),
            Document::Roux => ("La Roux's old club laws (ROUX), as history:", "roux 3"),
        };
        let mut lines = vec![format!("{head} {}.", entry::contents(document))];
        append(&mut lines, &format!("Say {mark}rules {example} for one."));
        lines
    }

    /// `rules common`
    fn common(&self) -> Vec<String> {
        let mut lines: Vec<String> = nsw::COMMON.map(str::to_owned).to_vec();
        append(
            &mut lines,
            &format!("One in full: {}rules nsw 6.", self.mark()),
        );
        lines
    }

    /// `rules 7.4`
    fn article(
        &self,
        document: Option<Document>,
        number: &ArticleNumber,
        written: &str,
    ) -> Vec<String> {
        let documents = match document {
            Some(document) => vec![document],
            None => Document::ALL.to_vec(),
        };
        let numbered = |number: &ArticleNumber| self.numbered(&documents, number);
        if let Some(lines) = numbered(number) {
            return lines;
        }
        if let Some(lines) = number.other_way().and_then(|number| numbered(&number)) {
            return lines;
        }
        match search::search(document, written) {
            Found::One(entry) => self.entry(entry),
            Found::Several(entries) => self.several(&entries),
            Found::Nothing(_) => vec![self.no_article(&documents, number, written)],
        }
    }

    /// What stands under exactly this number.
    fn numbered(&self, documents: &[Document], number: &ArticleNumber) -> Option<Vec<String>> {
        let chapter = Chapter::find(number).filter(|_| documents.contains(&Document::Dalnet));
        let mut entries = documents
            .iter()
            .filter_map(|document| Entry::find(*document, number));
        let mut lines = match chapter {
            Some(chapter) => chapter_lines(chapter),
            None => self.entry(entries.next()?),
        };
        let others: Vec<Entry> = entries.collect();
        if !others.is_empty() {
            append(&mut lines, &self.others(&others));
        }
        Some(lines)
    }

    /// An article: its text, and where to read on.
    fn entry(&self, entry: Entry) -> Vec<String> {
        let law = entry.law;
        let history = match entry.document {
            Document::Dalnet | Document::Nsw => "",
            Document::Roux => " (history)",
        };
        let label = entry.label();
        let mut lines = vec![format!("{label}{history}, {}: {}", law.title, law.text)];
        if !law.more.is_empty() {
            lines.push(law.more.to_owned());
        }
        match self.place {
            Place::Channel if law.see.is_empty() => {}
            Place::Channel => append(&mut lines, &format!("See also {}.", law.see.join(", "))),
            Place::Private => lines.extend(read_on(entry)),
        }
        lines
    }

    /// Articles of other documents under the same number.
    fn others(&self, others: &[Entry]) -> String {
        let mark = self.mark();
        let titles: Vec<String> = others.iter().map(|entry| entry.titled()).collect();
        let requests: Vec<String> = others
            .iter()
            .map(|entry| format!("{mark}rules {}", entry.asked_as()))
            .collect();
        format!("Also {} ({}).", listed(&titles), requests.join(", "))
    }

    /// Several articles to choose from, as many as fit a line.
    fn several(&self, entries: &[Entry]) -> Vec<String> {
        let how = format!(". Say {}rules and the number of one.", self.mark());
        let mut line = "Several rules speak of that: ".to_owned();
        for (index, entry) in entries.iter().enumerate() {
            let title = entry.titled();
            let comma = if index == 0 { "" } else { ", " };
            let more = format!(", and {} more", entries.len() - index);
            if line.len() + comma.len() + title.len() + more.len() + how.len() > LINE_MAX {
                line.push_str(&more);
                break;
            }
            line.push_str(comma);
            line.push_str(&title);
        }
        vec![line + &how]
    }

    fn nothing(&self, written: &str, near: &[&str]) -> Vec<String> {
        let mark = self.mark();
        let quoted: Vec<String> = near.iter().map(|word| format!("\"{word}\"")).collect();
        let hint = if quoted.is_empty() {
            String::new()
        } else {
            format!(" Did you mean {}?", quoted.join(" or "))
        };
        vec![format!(
            "No rule speaks of \"{}\".{hint} Say {mark}rules for the contents, or {mark}rules common for what is misunderstood most.",
            plain(written)
        )]
    }

    fn no_article(&self, documents: &[Document], number: &ArticleNumber, written: &str) -> String {
        let (mark, written) = (self.mark(), plain(written));
        let mut above = std::iter::successors(number.parent(), ArticleNumber::parent);
        if let Some(known) = above.find_map(|parent| asked_as(documents, &parent)) {
            return format!("There is no article {written}. Try {mark}rules {known}.");
        }
        let ranges: Vec<String> = documents
            .iter()
            .map(|document| match document {
                Document::Dalnet => "DAL has I to IV and 1 to 9".to_owned(),
                Document::Nsw => "NSW has 1 to 8".to_owned(),
                Document::Roux => "ROUX has 1 to 9".to_owned(),
            })
            .collect();
        format!(
            "There is no article {written}: {}. Say {mark}rules for the contents.",
            listed(&ranges)
        )
    }
}

/// Where to read on, by number and title: an article's points, then what else is related.
fn read_on(entry: Entry) -> Vec<String> {
    let points: Vec<String> = entry.points().map(Entry::titled).collect();
    let see = entry.law.see.iter();
    let others: Vec<String> = see
        .filter_map(|see| related(entry.document, see))
        .filter(|titled| !points.contains(titled))
        .collect();
    let mut lines = Vec::new();
    for (head, items) in [("Its points:", points), ("See also:", others)] {
        if !items.is_empty() {
            lines.extend(pack_after(head, &items, ", ", LINE_MAX));
        }
    }
    lines
}

/// How an article or chapter of one of these documents is asked for.
fn asked_as(documents: &[Document], number: &ArticleNumber) -> Option<String> {
    let chapter = Chapter::find(number).filter(|_| documents.contains(&Document::Dalnet));
    if let Some(chapter) = chapter {
        return Some(chapter.number.to_owned());
    }
    let mut entries = documents
        .iter()
        .filter_map(|document| Entry::find(*document, number));
    entries.next().map(Entry::asked_as)
}

/// A chapter that has no text of its own: what is in it.
fn chapter_lines(chapter: Chapter) -> Vec<String> {
    let articles: Vec<String> = chapter
        .articles()
        .map(|entry| format!("{} {}", entry.law.number, entry.law.title))
        .collect();
    let head = format!("DAL {}, {}:", chapter.number, chapter.title);
    let mut lines = pack_after(&head, &articles, ", ", LINE_MAX);
    if let Some(last) = lines.last_mut() {
        last.push('.');
    }
    lines
}

/// Puts a sentence behind the last line where it fits, else on a line of its own.
fn append(lines: &mut Vec<String>, sentence: &str) {
    match lines.last_mut() {
        Some(last) if last.len() + 1 + sentence.len() <= LINE_MAX => {
            last.push(' ');
            last.push_str(sentence);
        }
        Some(_) | None => lines.push(sentence.to_owned()),
    }
}
