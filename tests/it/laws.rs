//! Holds `!rules` and the whole repository against the three documents of rules, which are no part of it.
//!
//! What the documents hold stands in `tests/fixtures/laws` without their text: the numbers of their articles, and hashes of
//! every run of six words in them. `tests/laws_fixture.py` writes both files anew.

use chessmasters::command::{Command, parse};
use chessmasters::phrasing::{Reader, answer};
use chessmasters::ports::Place;
use chessmasters::tournament::Society;
use chessmasters::view::Query;
use chessmasters::vocabulary::Timestamp;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The lines of a fixture that are no comments.
fn fixture(name: &str) -> Vec<String> {
    let path = top().join("tests/fixtures/laws").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// What the bot says to a line about the rules.
fn said(line: &str, place: Place) -> Vec<String> {
    let Ok(Command::Rules(question)) = parse(line) else {
        panic!("{line} is no question about the rules");
    };
    let society = Society::default();
    let reader = Reader::new(&society, None, place, Timestamp::from_ms(0));
    answer(&society, &Query::Rules(question), &reader).lines
}

#[test]
fn every_article_has_its_answer() {
    let articles = fixture("articles.txt");
    assert!(articles.len() > 90, "{} articles only", articles.len());
    let mut found = Vec::new();
    for article in &articles {
        // DALnet's need not be named; in lower case as people type, and as printed.
        let bare = article.strip_prefix("DAL ").unwrap_or(article);
        for line in [
            format!("!rules {article}"),
            format!("!rules {}", bare.to_lowercase()),
            format!("!rules article {bare}."),
        ] {
            let lines = said(&line, Place::Channel);
            let head = lines.first().expect("an answer");
            let after = head.strip_prefix(article.as_str());
            if !after.is_some_and(|rest| rest.starts_with([',', ' '])) {
                found.push(format!("{line}: {head}"));
            }
            if lines.len() > 2 {
                found.push(format!("{line}: {} lines in the channel", lines.len()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Hashes by the number of words they are made of.
struct Shingles {
    by_words: BTreeMap<usize, HashSet<u64>>,
}

impl Shingles {
    fn read() -> Shingles {
        let mut by_words: BTreeMap<usize, HashSet<u64>> = BTreeMap::new();
        for line in fixture("shingles.txt") {
            let (count, hash) = line.split_once(' ').expect("a count and a hash");
            let count = count.parse().expect("a count");
            let hash = u64::from_str_radix(hash, 16).expect("a hash");
            by_words.entry(count).or_default().insert(hash);
        }
        Shingles { by_words }
    }

    /// The runs of words of a text that are in the documents, each with its line.
    fn found_in(&self, text: &str) -> Vec<(usize, String)> {
        let words = words(text);
        let mut found = Vec::new();
        for (count, hashes) in &self.by_words {
            for run in words.windows(*count) {
                let text: Vec<&str> = run.iter().map(|(_, word)| word.as_str()).collect();
                let text = text.join(" ");
                if hashes.contains(&fnv1a(&text)) {
                    found.push((run[0].0, text));
                }
            }
        }
        found
    }
}

/// The words of a text with their lines: lower case, without marks, so that neither quotes nor comment signs nor the ends of
/// lines hide a sentence. A word with an apostrophe is one word. As `words` in `tests/laws_fixture.py`.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        // In a text in quotes these stand between words.
        let line = line.replace("\\n", " ").replace("\\t", " ");
        let plain: String = line
            .chars()
            .filter(|c| !"'\u{2019}`".contains(*c))
            .collect();
        let lower = plain.to_lowercase();
        let pieces = lower.split(|c: char| !c.is_alphanumeric());
        found.extend(
            pieces
                .filter(|word| !word.is_empty())
                .map(|word| (number + 1, word.to_owned())),
        );
    }
    found
}

/// The 64-bit FNV-1a hash.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Every file of the repository, in order; what was built from it is left out.
fn files_of_the_repository() -> Vec<PathBuf> {
    let mut folders = vec![top().to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("a folder can be listed").path();
            let name = path.file_name().unwrap_or_default();
            if name == ".git" || name == "target" {
                continue;
            }
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

#[test]
fn no_sentence_of_the_documents_is_in_the_repository() {
    let shingles = Shingles::read();
    let mut found = Vec::new();
    for file in files_of_the_repository() {
        let bytes = fs::read(&file).expect("a file can be read");
        // A database or the like is no text.
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        let name = file.strip_prefix(top()).unwrap_or(&file).display();
        for (line, run) in shingles.found_in(&text) {
            found.push(format!("{name}:{line}: {run}"));
        }
    }
    assert!(
        found.is_empty(),
        "these words stand so in the documents; say it otherwise: {found:#?}"
    );
}

/// The test above would be worth nothing if it could not see a sentence; so it is shown one, however it is written.
#[test]
fn a_sentence_is_found_however_it_is_written() {
    assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
    let six = "wherever a knave jumps two squares";
    let four = "so say the dons";
    let by_words = [(6, fnv1a(six)), (4, fnv1a(four))];
    let shingles = Shingles {
        by_words: by_words.map(|(n, hash)| (n, HashSet::from([hash]))).into(),
    };
    let texts = [
        "x\n// Wherever a knave\n//! jumps \u{201c}two\u{201d} squares, it\n",
        "format!(\"{x}\\nWherever a *knave* jumps\\n\\t2 two squares\") Wherever a knave jumps\ntwo squares",
        "| 1 | wherever a `knave` jumps | two squares | so say the don's |",
    ];
    let found: Vec<Vec<(usize, String)>> =
        texts.iter().map(|text| shingles.found_in(text)).collect();
    let line = |line: usize, text: &str| (line, text.to_owned());
    assert_eq!(
        found,
        [
            vec![line(2, six)],
            vec![line(1, six)],
            vec![line(1, four), line(1, six)],
        ]
    );
    let read = Shingles::read();
    let hashes: usize = read.by_words.values().map(HashSet::len).sum();
    assert!(hashes > 4_000, "{hashes} hashes only");
}
