//! Holds the README's command tables against the one table of commands.

use super::top;
use chessmasters::command::COMMANDS;
use std::collections::BTreeSet;
use std::fs;

/// The code in the first cells of every table that is headed `Command`.
fn listed(readme: &str) -> BTreeSet<String> {
    let mut listed = BTreeSet::new();
    let mut in_table = false;
    for line in readme.lines() {
        let cell = line
            .strip_prefix("| ")
            .map(|row| row.replace("\\|", "\u{0}"));
        let cell = cell
            .as_ref()
            .and_then(|row| row.split('|').next())
            .map(str::trim);
        in_table = match cell {
            None => in_table && line.starts_with('|'),
            Some("Command") => true,
            Some(_) => in_table,
        };
        let code = cell
            .filter(|_| in_table)
            .and_then(|cell| cell.strip_prefix('`'));
        if let Some((usage, _)) = code.and_then(|code| code.split_once('`')) {
            listed.insert(usage.trim_start_matches('!').replace('\u{0}', "|"));
        }
    }
    listed
}

#[test]
fn the_readme_lists_every_command() {
    let readme = fs::read_to_string(top().join("README.md")).expect("there is a README.md");
    let usages = COMMANDS.iter().map(|spec| spec.usage.to_owned());
    let wanted: BTreeSet<String> = usages.collect();
    let listed = listed(&readme);
    let lacking: Vec<_> = wanted.difference(&listed).collect();
    let invented: Vec<_> = listed.difference(&wanted).collect();
    assert!(
        lacking.is_empty() && invented.is_empty(),
        "README.md lacks {lacking:#?} and has {invented:#?}, which are no commands"
    );
}

#[test]
fn only_command_tables_are_read() {
    let readme = "| File | For |\n| --- | --- |\n| `src` | x |\n\n| Command | For |\n| --- | --- |\n\
                  | `!report won\\|lost` | x |\n| `help` or `h` | y |\n\n| `no` | z |\n";
    let found: Vec<String> = listed(readme).into_iter().collect();
    assert_eq!(found, ["help", "report won|lost"]);
}
