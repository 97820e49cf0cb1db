//! Who somebody is: a services account, never a display nick (SPEC R-1).

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a server folds the case of nicks and channel names: the `CASEMAPPING` token of its `005` line.
///
/// Source: the ISUPPORT drafts; DALnet's server says `ascii`, and `rfc1459` is meant where a server says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum CaseMapping {
    /// Only `A`–`Z` fold.
    Ascii,
    /// `A`–`Z`, and `{|}~` are the lower case of `[\]^`.
    #[default]
    Rfc1459,
    /// As `Rfc1459`, but `~` and `^` differ.
    StrictRfc1459,
}

impl CaseMapping {
    /// Reads the value of the `CASEMAPPING` token; an unknown one is `None`.
    pub fn from_token(token: &str) -> Option<CaseMapping> {
        match token.to_ascii_lowercase().as_str() {
            "ascii" => Some(CaseMapping::Ascii),
            "rfc1459" => Some(CaseMapping::Rfc1459),
            "strict-rfc1459" => Some(CaseMapping::StrictRfc1459),
            _ => None,
        }
    }

    /// The folded form of a nick or channel name: equal forms mean the same name on this server.
    pub fn fold(self, name: &str) -> String {
        name.chars().map(|c| self.fold_char(c)).collect()
    }

    /// Whether two names are one on this server.
    pub fn same(self, a: &str, b: &str) -> bool {
        let mut left = a.chars().map(|c| self.fold_char(c));
        let mut right = b.chars().map(|c| self.fold_char(c));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (x, y) if x == y => {}
                _ => return false,
            }
        }
    }

    fn fold_char(self, c: char) -> char {
        match (self, c) {
            (_, 'A'..='Z') => c.to_ascii_lowercase(),
            (CaseMapping::Rfc1459 | CaseMapping::StrictRfc1459, '[') => '{',
            (CaseMapping::Rfc1459 | CaseMapping::StrictRfc1459, ']') => '}',
            (CaseMapping::Rfc1459 | CaseMapping::StrictRfc1459, '\\') => '|',
            (CaseMapping::Rfc1459, '^') => '~',
            _ => c,
        }
    }
}

/// A services account, folded by the network's case mapping: the identity of a player or director.
///
/// How its owner writes it is kept beside it where it is shown; two accounts are one when their folded forms are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Account(String);

impl Account {
    /// The account behind a name as typed, under the server's case mapping.
    pub fn new(name: &str, casemapping: CaseMapping) -> Account {
        Account(casemapping.fold(name))
    }

    /// An account read back from the store, where it was folded before it was written.
    pub fn from_folded(folded: String) -> Account {
        Account(folded)
    }

    /// The folded name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
