//! Taking a Rust file apart, which the other tests here rely on.

use super::source::{Named, Source};
use std::path::{Path, PathBuf};

fn source(inside: &str, text: &str) -> Source {
    Source::new(
        PathBuf::from("src").join(inside),
        Path::new(inside),
        text.to_owned(),
    )
}

fn paths(inside: &str, text: &str) -> Vec<String> {
    let named = source(inside, text).paths();
    named
        .iter()
        .map(|Named { line, path }| format!("{line} {}", path.join("::")))
        .collect()
}

#[test]
fn comments_and_texts_are_no_code() {
    let text = "a(\"x // \\\" y\"); // b\n/* c /* d */ e */ f('\"', 'g', '\\'', b\"h\", r#\"i\" j\"#, &'k l);\n";
    let source = source("x.rs", text);
    let words: Vec<&str> = source
        .code
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    assert_eq!(words, ["a", "f", "b", "k", "l"]);
    let literals: Vec<(usize, &str)> = source
        .literals
        .iter()
        .map(|(n, l)| (*n, l.as_str()))
        .collect();
    assert_eq!(
        literals,
        [(1, "\"x // \\\" y\""), (2, "\"h\""), (2, "r#\"i\" j\"#")]
    );
}

#[test]
fn use_groups_are_unfolded() {
    let text = "use crate::{a, b::{self, C as D, e::*}};\nuse std::{fs, io::Write as _};\nlog::info!(\"\");\nx.y::<Z>();\n";
    let wanted = [
        "1 crate::a",
        "1 crate::b::self",
        "1 crate::b::C",
        "1 crate::b::e::*",
        "2 std::fs",
        "2 std::io::Write",
        "3 log::info",
    ];
    assert_eq!(paths("x.rs", text), wanted);
}

#[test]
fn paths_are_resolved_from_where_they_stand() {
    assert_eq!(
        paths("a/b.rs", "use super::{c, super::d};\n"),
        ["1 crate::a::c", "1 crate::d"]
    );
    assert_eq!(
        paths("a/b.rs", "use super::super::d::E;\n"),
        ["1 crate::d::E"]
    );
    assert_eq!(paths("a/mod.rs", "use self::c::D;\n"), ["1 crate::a::c::D"]);
    assert_eq!(paths("a/mod.rs", "use super::b;\n"), ["1 crate::b"]);
    assert_eq!(
        paths("main.rs", "chessmasters::cli::main()"),
        ["1 chessmasters::cli::main"]
    );
}

#[test]
fn files_know_their_modules() {
    for (inside, module, is_test) in [
        ("lib.rs", "", false),
        ("system.rs", "system", false),
        ("config/mod.rs", "config", false),
        ("config/tests.rs", "config", true),
        ("config/tests/example.rs", "config", true),
    ] {
        let source = source(inside, "");
        assert_eq!(
            (source.top_module(), source.is_test()),
            (module, is_test),
            "{inside}"
        );
    }
}
