//! A Rust file taken apart as far as the tidy test needs it: its code without comments and texts, its texts, and the
//! paths it names. This is no parser of Rust; it knows where comments and texts end, and how `use` groups nest.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the library or the program.
pub struct Source {
    /// From the top of the package, for messages.
    pub name: PathBuf,
    /// The module it is, from the top of the crate: `["config", "rules"]`.
    pub module: Vec<String>,
    /// Everything as written.
    pub text: String,
    /// The code; comments and texts are blank, lines and columns the same.
    pub code: String,
    /// The texts in quotes with their lines.
    pub literals: Vec<(usize, String)>,
}

/// A path named in code: `use a::{b, c::d}` names `a::b` and `a::c::d`.
#[derive(Debug, PartialEq, Eq)]
pub struct Named {
    /// The line it begins in.
    pub line: usize,
    /// Its segments, `super` and `self` resolved where they come first.
    pub path: Vec<String>,
}

impl Source {
    /// Reads a file below `top`.
    pub fn read(top: &Path, file: &Path) -> Source {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let inside = file.strip_prefix(top.join("src")).unwrap_or(file);
        let name = file.strip_prefix(top).unwrap_or(file).to_owned();
        Source::new(name, inside, text)
    }

    /// A file with this text, at this place inside of `src`.
    pub fn new(name: PathBuf, inside: &Path, text: String) -> Source {
        let mut module: Vec<String> = inside
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if module
            .last()
            .is_some_and(|last| last == "mod" || last == "lib")
        {
            module.pop();
        }
        let (code, literals) = take_apart(&text);
        Source {
            name,
            module,
            text,
            code,
            literals,
        }
    }

    /// The module at the top of the crate this file belongs to; empty for `lib.rs`.
    pub fn top_module(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }

    /// Whether this file only holds tests, which may reach further than what they test.
    pub fn is_test(&self) -> bool {
        let is_test = |part: &String| part == "tests" || part.starts_with("tests_");
        self.module.iter().any(is_test)
    }

    /// Every path of two segments and more.
    pub fn paths(&self) -> Vec<Named> {
        let tokens = tokens(&self.code);
        let mut found = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = |n: usize| at.checked_sub(n).map(|i| tokens[i].1.as_str());
            let starts = is_word(&tokens[at].1) && before(1) != Some(".");
            if !starts {
                at += 1;
                continue;
            }
            let line = tokens[at].0;
            let mut paths = Vec::new();
            at = read_path(&tokens, at, &[], &mut paths);
            let long = paths.into_iter().filter(|path| path.len() > 1);
            found.extend(long.map(|path| Named {
                line,
                path: self.resolve(path),
            }));
        }
        found
    }

    /// A path from the top of the crate, where it is written from here.
    fn resolve(&self, path: Vec<String>) -> Vec<String> {
        let ups = path.iter().take_while(|part| *part == "super").count();
        let from_here = match path[0].as_str() {
            "super" => self.module.len().saturating_sub(ups),
            "self" => self.module.len(),
            _ => return path,
        };
        let own = self.module[..from_here].iter().cloned();
        let rest = path.into_iter().skip(ups.max(1));
        ["crate".to_owned()]
            .into_iter()
            .chain(own)
            .chain(rest)
            .collect()
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::`, and single other characters, each with its line.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut tokens: Vec<(usize, String)> = Vec::new();
    for (number, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let in_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = if in_word(first) {
                rest.find(|c: char| !in_word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((number + 1, rest[..length].to_owned()));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// Reads the path that begins at `at`, with its groups; returns where it ends.
fn read_path(
    tokens: &[(usize, String)],
    mut at: usize,
    before: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    let token = |i: usize| tokens.get(i).map_or("", |(_, text)| text.as_str());
    let mut path = before.to_vec();
    loop {
        path.push(token(at).to_owned());
        at += 1;
        if token(at) != "::" {
            break;
        }
        match token(at + 1) {
            "{" => {
                at += 2;
                while !matches!(token(at), "}" | "") {
                    let starts = is_word(token(at)) || token(at) == "*";
                    at = match starts {
                        true => read_path(tokens, at, &path, found),
                        false => at + 1,
                    };
                    // `as other_name` is no further path.
                    if token(at) == "as" {
                        at += 2;
                    }
                }
                return at + 1;
            }
            next if is_word(next) || next == "*" => at += 1,
            _ => break,
        }
    }
    found.push(path);
    at
}

/// Parts a text into code and texts in quotes.
fn take_apart(text: &str) -> (String, Vec<(usize, String)>) {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let (length, is_literal) = match rest {
            ['/', '/', ..] => (line_length(rest), false),
            ['/', '*', ..] => (block_length(rest), false),
            ['"', ..] => (text_length(rest), true),
            ['r', '"' | '#', ..] if raw_length(rest).is_some() && !joins(&code) => {
                (raw_length(rest).unwrap_or(1), true)
            }
            ['\'', '\\', ..] => (escape_length(rest), false),
            ['\'', _, '\'', ..] => (3, false),
            _ => {
                code.push(rest[0]);
                at += 1;
                continue;
            }
        };
        let taken: String = rest[..length].iter().collect();
        if is_literal {
            literals.push((code.matches('\n').count() + 1, taken.clone()));
        }
        code.extend(taken.chars().map(|c| if c == '\n' { c } else { ' ' }));
        at += length;
    }
    (code, literals)
}

/// Whether what comes next would go on with a word; a byte text's `b` does not count.
fn joins(code: &str) -> bool {
    let mut back = code.chars().rev();
    match back.next() {
        Some('b' | 'c') => back.next().is_some_and(|c| c.is_alphanumeric() || c == '_'),
        Some(c) => c.is_alphanumeric() || c == '_',
        None => false,
    }
}

fn line_length(rest: &[char]) -> usize {
    rest.iter().position(|c| *c == '\n').unwrap_or(rest.len())
}

fn block_length(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

fn text_length(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_length(rest: &[char]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|c| **c == '#').count();
    if rest.get(1 + hashes) != Some(&'"') {
        return None;
    }
    let end: Vec<char> = ['"'].into_iter().chain(vec!['#'; hashes]).collect();
    let body = &rest[2 + hashes..];
    let length = body.windows(end.len()).position(|window| window == end)?;
    Some(2 + hashes + length + end.len())
}

fn escape_length(rest: &[char]) -> usize {
    let after = rest.iter().skip(3).position(|c| *c == '\'');
    after.map_or(rest.len(), |position| position + 4)
}
