//! Walking a settings file: each key is asked for once, with its rule, and what nobody asked for is unknown.
//!
//! The order of the questions in `keys` is the description of the file; the reader remembers it, and takes from it
//! which keys there are. It knows nothing of what a key means.

use super::problem::{Places, Problem, Severity};
use crate::command::nearest;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Whether a key must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must: there is no sensible default.
    Required,
    /// It need not: there is a default.
    Defaulted,
    /// It need not, and without it there is none of what it names.
    Optional,
}

/// A key of the settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownKey {
    /// The section it stands in.
    pub section: &'static str,
    /// Its name.
    pub key: &'static str,
    /// Whether it must be there.
    pub need: Need,
}

/// A message that cannot do anything to the terminal it is shown on, whatever was written in the file.
fn printable(message: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    message.chars().map(shown).collect()
}

/// A settings file being read.
pub(super) struct Reader<'a> {
    places: Places<'a>,
    document: &'a DeTable<'a>,
    known: Vec<KnownKey>,
    problems: Vec<Problem>,
    /// Lines that are not TOML: what was made of them is a guess, about which nothing more is said.
    misread_lines: Vec<usize>,
}

impl<'a> Reader<'a> {
    /// A reader of this document, as far as it could be read.
    pub fn new(
        text: &'a str,
        document: &'a DeTable<'a>,
        misread: &[toml::de::Error],
    ) -> Reader<'a> {
        let mut reader = Reader {
            places: Places::new(text),
            document,
            known: Vec::new(),
            problems: Vec::new(),
            misread_lines: Vec::new(),
        };
        for error in misread {
            let start = error.span().map_or(0, |span| span.start);
            reader.complain(Severity::Error, start, error.message().to_owned());
        }
        reader.misread_lines = reader.problems.iter().map(|p| p.line).collect();
        reader
    }

    /// Opens a section.
    pub fn section<'r>(&'r mut self, name: &'static str) -> Section<'r, 'a> {
        let found = self.document.get_key_value(name);
        let (start, table) = match found {
            None => (0, None),
            Some((key, value)) => match value.get_ref() {
                DeValue::Table(table) => (value.span().start, Some(table)),
                DeValue::String(_)
                | DeValue::Integer(_)
                | DeValue::Float(_)
                | DeValue::Boolean(_)
                | DeValue::Datetime(_)
                | DeValue::Array(_) => {
                    let message =
                        format!("{name} is a section: write [{name}] once, on a line by itself");
                    self.complain(Severity::Error, key.span().start, message);
                    (key.span().start, None)
                }
            },
        };
        Section {
            reader: self,
            name,
            start,
            table,
            wrong: Vec::new(),
        }
    }

    /// The keys asked for so far.
    pub fn known_keys(&self) -> &[KnownKey] {
        &self.known
    }

    /// Everything found, in the order of the file, unknown sections and keys included.
    pub fn finish(mut self) -> Vec<Problem> {
        let document = self.document;
        for (name, value) in document.iter() {
            let is_section = self.known.iter().any(|k| k.section == name.get_ref());
            match value.get_ref() {
                DeValue::Table(table) if is_section => self.unknown_keys(name.get_ref(), table),
                _ if is_section => {}
                DeValue::Table(_) => self.unknown_section(name),
                _ => self.stray_key(name),
            }
        }
        self.problems
            .sort_by_key(|problem| (problem.line, problem.column));
        // A section that is asked for twice is complained of twice.
        self.problems.dedup();
        self.problems
    }

    fn unknown_keys(&mut self, section: &str, table: &DeTable<'_>) {
        for key in table.keys() {
            let here = |k: &&KnownKey| k.section == section;
            let name = key.get_ref();
            if self.known.iter().filter(here).any(|k| k.key == name) {
                continue;
            }
            let elsewhere = self.known.iter().find(|k| k.key == name);
            let like = nearest(name, self.known.iter().filter(here).map(|k| k.key));
            let hint = match (elsewhere, like) {
                (Some(other), _) => format!(": it belongs to [{}]", other.section),
                (None, Some(right)) => format!(": did you mean {right}?"),
                (None, None) => String::new(),
            };
            let message = format!("[{section}] has no setting {name}{hint}");
            self.complain(Severity::Error, key.span().start, message);
        }
    }

    fn unknown_section(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>) {
        let hint = nearest(name.get_ref(), self.known.iter().map(|k| k.section))
            .map_or_else(String::new, |right| format!(": did you mean [{right}]?"));
        let message = format!("there is no section [{}]{hint}", name.get_ref());
        self.complain(Severity::Error, name.span().start, message);
    }

    fn stray_key(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>) {
        let hint = self
            .known
            .iter()
            .find(|k| k.key == name.get_ref())
            .map_or_else(String::new, |k| format!(": it belongs to [{}]", k.section));
        let message = format!("{} stands outside of every section{hint}", name.get_ref());
        self.complain(Severity::Error, name.span().start, message);
    }

    fn complain(&mut self, severity: Severity, offset: usize, message: String) {
        let (line, column) = self.places.of(offset);
        if self.misread_lines.contains(&line) {
            return;
        }
        self.problems.push(Problem {
            severity,
            line,
            column,
            message: printable(&message),
        });
    }
}

/// One section of the file, being read.
pub(super) struct Section<'r, 'a> {
    reader: &'r mut Reader<'a>,
    name: &'static str,
    start: usize,
    table: Option<&'a DeTable<'a>>,
    /// The keys that are missing or have a wrong value; their places hold the default.
    wrong: Vec<&'static str>,
}

impl<'a> Section<'_, 'a> {
    /// Asks for a key and puts its value, if it has a good one, into `place`.
    pub fn set<T>(
        &mut self,
        key: &'static str,
        need: Need,
        place: &mut T,
        rule: impl Fn(&DeValue<'_>) -> Result<T, String>,
    ) {
        if let Some(value) = self.value(key, need, rule) {
            *place = value;
        }
    }

    /// Asks for a key that names something there may be none of.
    pub fn maybe<T>(
        &mut self,
        key: &'static str,
        place: &mut Option<T>,
        rule: impl Fn(&DeValue<'_>) -> Result<T, String>,
    ) {
        if let Some(value) = self.value(key, Need::Optional, rule) {
            *place = Some(value);
        }
    }

    /// Asks for a list, each element of which follows the rule; what is wrong is told of each element.
    pub fn list<T>(
        &mut self,
        key: &'static str,
        need: Need,
        place: &mut Vec<T>,
        rule: impl Fn(&DeValue<'_>) -> Result<T, String>,
    ) {
        let Some(value) = self.ask(key, need) else {
            return;
        };
        let DeValue::Array(elements) = value.get_ref() else {
            let message = format!("{key} is a list: write it as [\"...\", \"...\"]");
            return self.error(key, value.span(), message);
        };
        if elements.is_empty() && need == Need::Required {
            self.error(
                key,
                value.span(),
                format!("{key} needs at least one element"),
            );
        }
        place.clear();
        for element in elements {
            match rule(element.get_ref()) {
                Ok(good) => place.push(good),
                Err(wrong) => self.error(key, element.span(), format!("{key}: {wrong}")),
            }
        }
    }

    /// Asks for a key; `None` when it is absent or wrong, which is then noted.
    pub fn value<T>(
        &mut self,
        key: &'static str,
        need: Need,
        rule: impl Fn(&DeValue<'_>) -> Result<T, String>,
    ) -> Option<T> {
        let value = self.ask(key, need)?;
        match rule(value.get_ref()) {
            Ok(good) => Some(good),
            Err(wrong) => {
                self.error(key, value.span(), format!("{key}: {wrong}"));
                None
            }
        }
    }

    /// Whether the file sets this key, rightly or wrongly.
    pub fn has(&self, key: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(key))
    }

    /// Whether these keys have good values, given or by default.
    pub fn sound(&self, keys: &[&str]) -> bool {
        !self.wrong.iter().any(|wrong| keys.contains(wrong))
    }

    /// Notes something wrong between keys, where the first of them stands that the file has.
    pub fn error_at(&mut self, keys: &[&str], message: String) {
        let first = keys.iter().find(|key| self.has(key));
        let offset = first.map_or(self.start, |key| self.offset_of(key));
        self.reader.complain(Severity::Error, offset, message);
    }

    /// Notes something doubtful about a key, unless something in this section is plainly wrong: what was made of
    /// that is no ground for doubts.
    pub fn warn_at(&mut self, key: &str, message: &str) {
        if !self.wrong.is_empty() || !self.reader.misread_lines.is_empty() {
            return;
        }
        let offset = self.offset_of(key);
        self.reader
            .complain(Severity::Warning, offset, message.to_owned());
    }

    fn ask(&mut self, key: &'static str, need: Need) -> Option<&'a Spanned<DeValue<'a>>> {
        self.reader.known.push(KnownKey {
            section: self.name,
            key,
            need,
        });
        let found = self.table.and_then(|table| table.get(key));
        // Where the file is not TOML, a key may only seem to be missing.
        if found.is_none() && need == Need::Required && self.reader.misread_lines.is_empty() {
            self.wrong.push(key);
            let message = format!("[{}] needs the setting {key}", self.name);
            self.reader.complain(Severity::Error, self.start, message);
        }
        found
    }

    fn error(&mut self, key: &'static str, span: Range<usize>, message: String) {
        self.wrong.push(key);
        self.reader.complain(Severity::Error, span.start, message);
    }

    fn offset_of(&self, key: &str) -> usize {
        self.table
            .and_then(|table| table.get_key_value(key))
            .map_or(self.start, |(name, _)| name.span().start)
    }
}
