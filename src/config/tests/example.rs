//! `config.example.toml` explains every setting, shows its default, and works.

use super::*;

const EXAMPLE: &str = include_str!("../../../config.example.toml");

/// A setting as the example shows it.
struct Shown {
    section: String,
    key: String,
    /// `key = value`, without the mark of a comment.
    line: String,
    active: bool,
    /// The comment above it.
    comment: String,
}

/// Every line of the example that sets something, in use or not.
fn shown() -> Vec<Shown> {
    let (mut section, mut comment) = (String::new(), String::new());
    let mut all = Vec::new();
    for line in EXAMPLE.lines() {
        let bare = line.strip_prefix("# ").unwrap_or(line);
        let key = bare.split(" = ").next().filter(|key| {
            bare.contains(" = ") && key.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        });
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').to_owned();
        } else if let Some(key) = key {
            all.push(Shown {
                section: section.clone(),
                key: key.to_owned(),
                line: bare.to_owned(),
                active: bare == line,
                comment: comment.clone(),
            });
        } else if line.is_empty() {
            comment.clear();
        } else {
            comment.push_str(line);
        }
    }
    all
}

/// The settings that come of the least file with this line in place of its own.
fn with_line(shown: &Shown) -> String {
    let own = format!("{} =", shown.key);
    let others = LEAST.lines().filter(|line| !line.starts_with(&own));
    let mut text: String = others.map(|line| format!("{line}\n")).collect();
    let header = format!("[{}]\n", shown.section);
    if !text.contains(&header) {
        text.push_str(&header);
    }
    let text = text.replace(&header, &format!("{header}{}\n", shown.line));
    let mut config = read_here(&text).unwrap_or_else(|p| panic!("{}: {p:?}", shown.line));
    config.warnings.clear();
    format!("{config:?}")
}

#[test]
fn it_has_no_problems() {
    assert_eq!(problems(EXAMPLE), "");
    let config = read_here(EXAMPLE).expect("it is good");
    assert_eq!(config.irc.servers[0].port, 16667);
    assert_eq!(config.bot.directors, ["Boss"]);
}

#[test]
fn it_shows_every_setting_once_in_order() {
    let in_example: Vec<String> = shown()
        .iter()
        .map(|s| format!("[{}] {}", s.section, s.key))
        .collect();
    let known: Vec<String> = known_keys()
        .iter()
        .map(|k| format!("[{}] {}", k.section, k.key))
        .collect();
    assert_eq!(in_example, known);
}

#[test]
fn it_explains_every_setting_and_shows_its_default() {
    let mut least = read_here(LEAST).expect("it is good");
    least.warnings.clear();
    let least = format!("{least:?}");
    for (shown, known) in shown().iter().zip(known_keys()) {
        let Shown {
            line,
            comment,
            active,
            ..
        } = shown;
        assert!(!comment.is_empty(), "{line} is not explained");
        let says_required = comment.contains("Required.");
        assert_eq!(says_required, known.need == Need::Required, "{line}");
        match known.need {
            Need::Required => assert!(active, "{line}"),
            Need::Defaulted if comment.contains("Default: ") => assert!(active, "{line}"),
            Need::Defaulted => {
                assert!(active, "{line}");
                assert_eq!(with_line(shown), least, "{line} does not show the default");
            }
            Need::Optional => {
                assert!(!active || comment.contains("Default: none"), "{line}");
            }
        }
    }
}

#[test]
fn defaults_named_in_comments_are_the_defaults() {
    for shown in shown() {
        let Some((_, named)) = shown.comment.split_once("Default: ") else {
            continue;
        };
        if named.starts_with("none") {
            continue;
        }
        let line = format!("{} = {named}", shown.key);
        let defaults = format!("{:?}", Config::default());
        let text = EXAMPLE.replace(&shown.line, &line);
        let config = read_here(&text).unwrap_or_else(|p| panic!("{line}: {p:?}"));
        let value = match shown.key.as_str() {
            "services" => format!("services: {:?}", config.irc.services),
            "directors" => format!("directors: {:?}", config.bot.directors),
            other => panic!("this test does not know {other}"),
        };
        assert!(defaults.contains(&value), "{line} is not the default");
    }
}
