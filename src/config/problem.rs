//! What is wrong with a settings file, and where.

use std::fmt;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The settings cannot be used.
    Error,
    /// They can, but probably not as they are meant.
    Warning,
}

/// Something wrong with a settings file. The message never holds a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The line, the first one being 1.
    pub line: usize,
    /// The column in characters, the first one being 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Problem {
    /// `LINE:COLUMN: message`, as compilers write it, so that editors can jump there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.severity {
            Severity::Error => "",
            Severity::Warning => "warning: ",
        };
        write!(f, "{}:{}: {mark}{}", self.line, self.column, self.message)
    }
}

/// Turns byte offsets into lines and columns.
pub(super) struct Places<'a> {
    text: &'a str,
}

impl<'a> Places<'a> {
    /// For offsets into this text.
    pub fn new(text: &'a str) -> Places<'a> {
        Places { text }
    }

    /// The line and column of the character at, or around, this byte.
    pub fn of(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..]
            .trim_start_matches('\u{feff}')
            .chars()
            .count()
            + 1;
        (line, column)
    }
}
