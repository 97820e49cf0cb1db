//! The gamescores of `tests/fixtures/games`, and of the shared collection where it lies beside the
//! checkout, read as `cases.tsv` says they must be.
//!
//! Classes: M must be read with exactly these values; L may be refused before `refuse_ply`, but
//! never read as another or a shorter game; R must not pass as clean, and stops at `legal_plies`;
//! X must only be survived.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chessmasters::game::{self, Gamescore};
use shakmaty::{EnPassantMode, Position, fen::Fen};

/// One row of the table.
struct Case(BTreeMap<String, String>);

impl Case {
    fn of(&self, column: &str) -> &str {
        self.0.get(column).map_or("-", String::as_str)
    }

    fn number(&self, column: &str) -> usize {
        self.of(column).parse().unwrap_or(0)
    }
}

fn cases(folder: &Path) -> Vec<Case> {
    let table =
        std::fs::read_to_string(folder.join("cases.tsv")).expect("the table of cases is there");
    let mut lines = table.lines();
    let names: Vec<&str> = lines
        .next()
        .expect("the table has a heading")
        .split('\t')
        .collect();
    lines
        .map(|line| {
            let values = line.split('\t').map(str::to_owned);
            Case(
                names
                    .iter()
                    .map(|name| (*name).to_owned())
                    .zip(values)
                    .collect(),
            )
        })
        .collect()
}

fn scores(path: &Path) -> Vec<Gamescore> {
    let text = std::fs::read(path).expect("the fixture is there");
    game::scores(&text, game::GAME_BYTES_MAX)
}

fn final_fen(score: &Gamescore) -> String {
    let mut position = score.start.position();
    for each in &score.moves {
        position.play_unchecked(*each);
    }
    Fen::from_position(&position, EnPassantMode::Legal).to_string()
}

fn marker(score: &Gamescore) -> &'static str {
    score.marker.map_or("-", game::token)
}

/// What is wrong with the reading of one case; nothing when it is right.
fn complaint(case: &Case, score: Option<&Gamescore>) -> Option<String> {
    let class = case.of("class");
    let Some(score) = score else {
        return (class != "X" && case.number("game") > 0)
            .then(|| "no such game was found".to_owned());
    };
    let plies = score.moves.len();
    let wanted = case.number("legal_plies");
    let exact = plies == wanted && final_fen(score) == case.of("final_fen");
    let clean = score.trouble().is_none();
    let told = format!(
        "{plies} plies of {wanted}, {:?}, {:?}",
        score.trouble(),
        score.notes
    );
    match class {
        "M" if !exact || !clean => Some(told),
        "M" if marker(score) != case.of("marker") => Some(format!("result {}", marker(score))),
        "L" if clean && !exact => Some(format!("silently other: {told}")),
        "L" if !clean && plies + 1 < case.number("refuse_ply") => {
            Some(format!("too early: {told}"))
        }
        "L" if !clean && !exact && plies > case.number("refuse_ply") => Some(told),
        "R" if clean => Some(format!("passed as clean: {told}")),
        "R" if plies != wanted => Some(told),
        _ => None,
    }
}

fn check(folder: &Path) {
    let mut files: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases(folder) {
        files
            .entry(case.of("file").to_owned())
            .or_default()
            .push(case);
    }
    assert!(
        files.len() > 30,
        "the collection in {} is small",
        folder.display()
    );
    let mut complaints = Vec::new();
    let mut refused = Vec::new();
    for (file, cases) in &files {
        let read = scores(&folder.join(file));
        let games = cases.iter().filter(|case| case.number("game") > 0).count();
        let survived_only = cases.iter().any(|case| case.of("class") == "X");
        if read.len() != games && !survived_only {
            complaints.push(format!("{file}: {} games of {games}", read.len()));
        }
        for case in cases {
            let score = case
                .number("game")
                .checked_sub(1)
                .and_then(|at| read.get(at));
            if let Some(complaint) = complaint(case, score) {
                complaints.push(format!(
                    "{file} game {} ({}): {complaint}",
                    case.of("game"),
                    case.of("class")
                ));
            }
            if case.of("class") == "L" && score.is_some_and(|score| score.trouble().is_some()) {
                refused.push(format!("{file} {:?}", score.and_then(Gamescore::trouble)));
            }
        }
    }
    for line in &refused {
        println!("refused, though it might be read: {line}");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_projects_own_gamescores_are_read_as_they_must_be() {
    check(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games"));
}

#[test]
fn the_shared_gamescores_are_read_as_they_must_be_where_they_are_at_hand() {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/fixtures/games");
    if shared.join("cases.tsv").exists() {
        check(&shared);
    } else {
        println!("the shared collection does not lie beside the checkout");
    }
}
