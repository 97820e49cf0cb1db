//! Holds the code to DESIGN: layers, technologies, sizes, and what must not be in the tree at all.
//!
//! Each test lists everything it finds, with its place, rather than the first.

mod layers;
mod readme;
mod source;
mod source_tests;

use layers::{
    ADAPTERS, BESIDE, CLOCK_READER, LAYERS, LINES_MAX, NOT_BELOW_ADAPTERS, SQL, SQL_WRITER,
    TECHNOLOGIES, WALL_CLOCKS, layer,
};
use source::Source;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What cargo-fuzz leaves beside its package; it is not part of the tree.
const LEFT_BY_FUZZING: [&str; 4] = ["target", "corpus", "artifacts", "coverage"];

/// Every file below a folder of the package, in order.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![top().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        // A folder that is not there holds nothing: `benches` comes later.
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder can be listed").path();
            let left = LEFT_BY_FUZZING.map(|name| top().join("tests/fuzz").join(name));
            match path.is_dir() {
                true if left.contains(&path) => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs")
}

/// The Rust files of the library and the program.
fn sources() -> Vec<Source> {
    let files = files_below("src");
    let rust = files.iter().filter(|file| is_rust(file));
    rust.map(|file| Source::read(top(), file)).collect()
}

/// Fails with the list of what was found, if anything was.
fn none_of(what: &str, found: &BTreeSet<String>) {
    let list: Vec<&str> = found.iter().map(String::as_str).collect();
    assert!(list.is_empty(), "{what}:\n  {}\n", list.join("\n  "));
}

/// Whether a path is, or leads below, this one.
fn leads_to(path: &[String], wanted: &str) -> bool {
    let mut parts = path.iter();
    wanted
        .split("::")
        .all(|part| parts.next().is_some_and(|p| p == part))
}

/// The module at the top of the crate that a path leads to.
fn top_of(path: &[String]) -> Option<&str> {
    let own_crate = path[0] == "crate" || path[0] == "chessmasters";
    own_crate.then(|| path[1].as_str())
}

#[test]
fn a_module_names_only_lower_ones() {
    let mut found = BTreeSet::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        let from = source.top_module();
        let Some(own) = layer(from) else {
            continue;
        };
        for named in source.paths() {
            let Some(to) = top_of(&named.path).filter(|to| *to != from) else {
                continue;
            };
            let lower = layer(to).is_none_or(|other| other < own);
            let beside = BESIDE.iter().any(|(a, b, _)| (*a, *b) == (from, to));
            // Layer 6 puts the others together; there is nothing it must not know.
            if !lower && !beside && own < 6 {
                let place = format!("{}:{}", source.name.display(), named.line);
                found.insert(format!("{place}: {from} names {to}"));
            }
        }
    }
    none_of("a module may only name modules of lower layers", &found);
}

#[test]
fn every_module_has_its_row() {
    let mut found = BTreeSet::new();
    for source in sources() {
        let module = source.top_module();
        if !module.is_empty() && layer(module).is_none() {
            found.insert(format!("{}: {module} has no layer", source.name.display()));
        }
    }
    none_of("tests/it/tidy/layers.rs lacks modules", &found);

    let library = Source::read(top(), &top().join("src/lib.rs"));
    let mut listed = BTreeSet::new();
    for row in library
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | "))
    {
        let mut cells = row.split(" | ");
        let (Some(Ok(number)), Some(names)) = (cells.next().map(str::parse::<u8>), cells.next())
        else {
            continue;
        };
        for name in names.split(", ").map(|n| n.trim_matches(['[', '`', ']'])) {
            assert!(
                LAYERS.contains(&(number, name)),
                "src/lib.rs: {name} is not in layer {number}"
            );
            listed.insert(name.to_owned());
        }
    }
    let modules = library
        .code
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    for module in modules.map(|m| m.trim_end_matches(';')) {
        assert!(
            listed.contains(module),
            "the table in src/lib.rs lacks {module}"
        );
    }
}

#[test]
fn each_technology_stays_where_it_belongs() {
    let mut found = BTreeSet::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        let module = source.top_module();
        let computes = layer(module).is_some_and(|own| own < ADAPTERS);
        for named in source.paths() {
            let path = named.path.join("::");
            let foreign = TECHNOLOGIES
                .iter()
                .any(|(name, owners)| leads_to(&named.path, name) && !owners.contains(&module));
            let acts = computes && NOT_BELOW_ADAPTERS.iter().any(|p| leads_to(&named.path, p));
            let clock = module != CLOCK_READER && WALL_CLOCKS.iter().any(|c| path.ends_with(c));
            if foreign || acts || clock {
                let place = format!("{}:{}", source.name.display(), named.line);
                found.insert(format!("{place}: {module} names {path}"));
            }
        }
    }
    none_of("a technology is named outside of its module", &found);
}

#[test]
fn only_the_store_writes_sql() {
    let mut found = BTreeSet::new();
    for source in sources().iter().filter(|s| !s.is_test()) {
        for (line, literal) in &source.literals {
            let sql = SQL.iter().any(|word| literal.contains(word));
            if sql && source.top_module() != SQL_WRITER {
                found.insert(format!("{}:{line}", source.name.display()));
            }
        }
    }
    none_of("SQL outside of the store", &found);
}

#[test]
fn files_are_short_and_finished() {
    let mut found = BTreeSet::new();
    for source in sources() {
        let name = source.name.display();
        let lines = source.text.lines().count();
        if lines > LINES_MAX {
            found.insert(format!("{name}: {lines} lines, {LINES_MAX} at most"));
        }
        for (number, line) in source.code.lines().enumerate() {
            for word in ["todo", "unimplemented", "dbg"] {
                if line.contains(&format!("{word}!")) {
                    found.insert(format!("{name}:{}: {word}", number + 1));
                }
            }
        }
    }
    none_of("files that are too long or not finished", &found);
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    // Put together here, so that this file does not name them either.
    let machine = ["/work", "/root", "/home", "/tmp/wt"].map(|path| format!("{path}/"));
    let registries = [
        ("crates", "io"),
        ("pypi", "org"),
        ("npmjs", "com"),
        ("npmjs", "org"),
    ];
    let registries = registries.map(|(name, end)| format!("{name}.{end}"));
    let words: Vec<String> = machine.into_iter().chain(registries).collect();
    let mut files: Vec<PathBuf> = ["src", "tests", "benches", ".ci"]
        .into_iter()
        .flat_map(files_below)
        .collect();
    for name in [
        "Cargo.toml",
        "README.md",
        "CHANGELOG.md",
        "config.example.toml",
    ] {
        files.push(top().join(name));
    }
    // A lock file names the registry by itself.
    files.retain(|file| file.file_name().is_none_or(|name| name != "Cargo.lock"));
    let mut found = BTreeSet::new();
    for file in &files {
        // Those that are not there yet, or are no text, name nothing.
        let text = fs::read_to_string(file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            for word in words.iter().filter(|word| line.contains(word.as_str())) {
                let name = file.strip_prefix(top()).unwrap_or(file).display();
                found.insert(format!("{name}:{}: {word}", number + 1));
            }
        }
    }
    none_of(
        "paths of one machine, or hosts of package registries",
        &found,
    );
}
