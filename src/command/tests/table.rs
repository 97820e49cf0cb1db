//! The table of commands holds together.

use crate::command::{COMMANDS, Where, Who, find, group, nearest_command, parse, wants_identity};
use std::collections::BTreeSet;

#[test]
fn every_row_works() {
    for spec in &COMMANDS {
        assert!(parse(spec.example).is_ok(), "{}", spec.example);
        assert!(spec.example.starts_with(spec.word), "{}", spec.example);
        assert!(spec.usage.starts_with(spec.word), "{}", spec.usage);
        assert!(find(spec.word).any(|found| found == spec), "{}", spec.word);
        assert!(!spec.summary.is_empty() && !spec.summary.ends_with('.'));
        // A row must fit a line of help together with the bot's own prefix.
        let length = spec.usage.len() + spec.summary.len();
        assert!(length < 300, "{} takes {length} bytes", spec.word);
        for alias in spec.aliases {
            assert_eq!(parse(alias).is_ok(), parse(spec.word).is_ok(), "{alias}");
        }
        if spec.who == Who::Director {
            assert_eq!(spec.place, Where::Private, "{}", spec.word);
        }
    }
}

#[test]
fn no_name_means_two_things() {
    let mut seen = BTreeSet::new();
    for spec in &COMMANDS {
        for name in spec.names() {
            assert!(seen.insert((name, spec.who)), "{name} stands twice");
            let words: BTreeSet<_> = find(name).map(|found| found.word).collect();
            assert_eq!(words.len(), 1, "{name}");
        }
    }
}

#[test]
fn the_list_is_complete() {
    // SPEC 8, as far as the first form of the bot goes.
    for word in "help tournaments info register preregister withdraw players pairings bracket opponent results \
                 standings report confirm explain present when me tz playing interrupted resumed why rating ratings history rules \
                 game end discard position \
                 admit expel reenter preview pair swap bye publish hold result undo disputes preflight \
                 excuse extend sweep say"
        .split_whitespace()
    {
        assert!(find(word).next().is_some(), "{word}");
    }
    let words = |first: &str| group(first).map(|spec| spec.word).collect::<Vec<_>>().len();
    assert_eq!(words("tournament"), 8);
    assert_eq!(words("Director"), 2);
    assert_eq!(words("assistant"), 2);
    assert_eq!(words("export"), 2);
    for (alias, word) in [
        ("join", "register"),
        ("drop", "withdraw"),
        ("dropout", "withdraw"),
        ("who", "players"),
        ("lp", "players"),
        ("lt", "tournaments"),
        ("pairing", "opponent"),
        ("grid", "standings"),
        ("rank", "standings"),
        ("here", "present"),
        ("deadline", "when"),
        ("status", "me"),
        ("rule", "rules"),
        ("laws", "rules"),
        ("law", "rules"),
    ] {
        assert_eq!(find(alias).next().map(|spec| spec.word), Some(word));
    }
    for word in ["withdraw", "present", "why"] {
        assert_eq!(find(word).count(), 2, "{word} is said by both");
    }
}

#[test]
fn near_commands_are_suggested_and_never_run() {
    for (written, nearest) in [
        ("standing", Some("standings")),
        ("stand", Some("standings")),
        ("regsiter", Some("register")),
        ("reprot", Some("report")),
        ("pairngs", Some("pairings")),
        ("joni", Some("register")),
        ("tournamnet", Some("tournament")),
        ("wihtdraw", Some("withdraw")),
        ("repor", Some("report")),
        ("hello", None),
        ("xyzzy", None),
        ("wi", None),
        ("♟", None),
    ] {
        assert_eq!(nearest_command(written), nearest, "{written}");
        assert!(parse(written).is_err(), "{written}");
    }
}

#[test]
fn who_asks_matters_where_it_should() {
    for line in [
        "help",
        "tournaments",
        "lt",
        "!info",
        "players",
        "who",
        "PAIRINGS 2",
        "results",
        "standings #1",
        "rules 7.4",
        "bracket",
        "ratings",
        "",
        "hello",
        "repor won",
        "tournament",
        "tournament x",
    ] {
        assert!(!wants_identity(line), "{line}");
    }
    for line in [
        "register",
        "join",
        "!report nonsense",
        "present",
        "opponent",
        "when",
        "me",
        "tz x",
        "why",
        "tournament new X",
        "result",
        "pair",
        "preview",
        "disputes",
        "director add",
    ] {
        assert!(wants_identity(line), "{line}");
    }
}
