//! What people read, fact by fact and refusal by refusal.

mod answers;
mod fixture;
mod notices;
mod orders;
mod refusals;
mod replies;
mod results;
mod times;

/// Command words that follow a `!`.
const COMMANDS: [&str; 19] = [
    "confirm",
    "explain",
    "help",
    "info",
    "interrupted",
    "me",
    "pairings",
    "players",
    "playing",
    "preregister",
    "present",
    "register",
    "report",
    "results",
    "resumed",
    "rules",
    "standings",
    "tournaments",
    "when",
];

/// Every line is plain ASCII without control characters, and `!` stands before a command only.
pub fn assert_plain(line: &str) {
    assert!(!line.is_empty(), "an empty line says nothing");
    for c in line.chars() {
        assert!(c == ' ' || c.is_ascii_graphic(), "{c:?} in {line:?}");
    }
    for (at, _) in line.match_indices('!') {
        let word: String = line[at + 1..]
            .chars()
            .take_while(|c| c.is_ascii_lowercase())
            .collect();
        assert!(
            COMMANDS.contains(&word.as_str()) || word == "withdraw",
            "an exclamation mark in {line:?}"
        );
    }
    assert!(!line.contains("  "), "doubled spaces in {line:?}");
    assert!(line.trim() == line, "spaces at the ends of {line:?}");
}
