mod archive;
mod games;
mod reports;

use super::*;
use crate::phrasing::{self, Reader};
use crate::ports::Place;
use crate::store::{JournalEntry, Store};
use crate::tournament::{Entrance, Fact, Settings, Society};
use crate::view::ExportForm;
use crate::vocabulary::{
    Account, ByeKind, CaseMapping, EntryNumber, RoundNumber, Timestamp, TournamentId,
};
use std::fs;

/// Runs the program on these arguments; gives its exit, and what it wrote to stdout and to stderr.
fn chessmasters(arguments: &[&str]) -> (Exit, String, String) {
    piped(arguments, b"")
}

/// The same, with these bytes on stdin.
fn piped(arguments: &[&str], mut input: &[u8]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: &mut input,
        out: &mut out,
        err: &mut err,
    };
    let words = ["chessmasters"].iter().chain(arguments);
    let exit = call(words.map(OsString::from), &mut streams);
    let text = |bytes| String::from_utf8(bytes).expect("only text is written");
    (exit, text(out), text(err))
}

/// A settings file with this content.
fn file(content: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("bot.toml");
    fs::write(&path, content).expect("the file can be written");
    let shown = path.display().to_string();
    (folder, shown)
}

#[test]
fn a_good_file_has_no_problems() {
    let (_folder, path) = file(
        "[irc]\nservers = [\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n\
         [bot]\ndirectors = [\"Boss\"]\n",
    );
    let (exit, out, err) = chessmasters(&["check-config", &path]);
    assert_eq!((exit.code(), err.as_str()), (0, ""));
    assert_eq!(out, format!("{path}: no problems\n"));
}

#[test]
fn a_warning_is_told_and_does_no_harm() {
    let (_folder, path) = file(
        "[irc]\nservers = [\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n",
    );
    let (exit, out, err) = chessmasters(&["check-config", &path]);
    assert_eq!(exit, Exit::Done);
    assert_eq!(out, format!("{path}: no problems\n"));
    assert!(err.contains(":1:1: warning: directors is empty"), "{err}");
}

/// Settings that name this program as the engine.
fn with_engine(program: &str) -> (tempfile::TempDir, String) {
    file(&format!(
        "[irc]\nservers = [\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n\
         [bot]\ndirectors = [\"Boss\"]\n[engine]\nprogram = \"{program}\"\n"
    ))
}

#[test]
fn an_engine_is_started_to_see_whether_it_is_one() {
    let (_folder, path) = with_engine("/usr/games/stockfish");
    let (exit, out, err) = chessmasters(&["check-config", &path]);
    assert_eq!((exit, err.as_str()), (Exit::Done, ""));
    assert!(
        out.starts_with(&format!("{path}: the engine is Stockfish ")),
        "{out}"
    );
    assert!(out.ends_with(&format!("{path}: no problems\n")), "{out}");
}

#[test]
fn what_is_no_engine_is_wrong() {
    for (program, why) in [
        // A name is looked for where programs are.
        ("true", "is no engine: it ended before it had said uciok"),
        ("no-such-engine", "cannot be started: No such file"),
        // A path counts from the folder of the settings, and this one is a file of text.
        ("./bot.toml", "cannot be started: Permission denied"),
    ] {
        let (folder, path) = with_engine(program);
        let (exit, out, err) = chessmasters(&["check-config", &path]);
        assert_eq!((exit, out.as_str()), (Exit::Wrong, ""), "{program}");
        let shown = match program.strip_prefix("./") {
            Some(_) => folder.path().join(program).display().to_string(),
            None => program.to_owned(),
        };
        let line = format!("{path}: [engine] program: {shown} {why}");
        assert!(err.starts_with(&line), "{line} is not in {err}");
        assert!(err.ends_with(&format!("{path}: 1 problem\n")), "{err}");
    }
}

#[test]
fn problems_are_listed_with_their_places() {
    let (_folder, path) = file("[irc]\nservers = [\"localhost\"]\nnikc = \"Bot\"\nchannel = 4\n");
    let (exit, out, err) = chessmasters(&["check-config", &path]);
    assert_eq!((exit.code(), out.as_str()), (2, ""));
    for line in [
        format!("{path}:1:1: [irc] needs the setting nick\n"),
        format!("{path}:3:1: [irc] has no setting nikc: did you mean nick?\n"),
        format!("{path}:4:11: channel: must be text in quotes, not a number\n"),
        format!("{path}: 3 problems\n"),
    ] {
        assert!(err.contains(&line), "{line} in\n{err}");
    }
}

#[test]
fn a_file_that_is_not_there_could_not_be_checked() {
    let (exit, out, err) = chessmasters(&["check-config", "no/such/file.toml"]);
    assert_eq!((exit.code(), out.as_str()), (1, ""));
    assert!(
        err.starts_with("no/such/file.toml: cannot be read: "),
        "{err}"
    );
}

#[test]
fn a_file_that_is_no_text_is_wrong_input() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("bot.toml");
    fs::write(&path, b"[irc]\nnick = \"B\xffot\"\n").expect("the file can be written");
    let (exit, _, err) = chessmasters(&["check-config", &path.display().to_string()]);
    assert_eq!(exit, Exit::Wrong);
    assert!(err.contains(":2:10: this is not UTF-8"), "{err}");
}

#[test]
fn a_wrong_call_ends_with_2_and_help_with_0() {
    for wrong in [
        &[][..],
        &["chekc-config"],
        &["check-config"],
        &["check-config", "a", "b"],
    ] {
        let (exit, out, err) = chessmasters(wrong);
        assert_eq!((exit.code(), out.as_str()), (2, ""), "{wrong:?}");
        assert!(err.contains("Usage:"), "{wrong:?}: {err}");
    }
    let (exit, out, err) = chessmasters(&["--help"]);
    assert_eq!((exit.code(), err.as_str()), (0, ""));
    assert!(out.contains("check-config"), "{out}");
    assert_eq!(chessmasters(&["--version"]).0, Exit::Done);
}

/// A settings file whose database is `cup.db` beside it; the database itself is not made.
fn with_database() -> (tempfile::TempDir, String) {
    file(
        "[irc]\nservers = [\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n\
         [bot]\ndatabase = \"cup.db\"\ndirectors = [\"Boss\"]\n",
    )
}

#[test]
fn a_database_is_copied_while_a_bot_runs_on_it() {
    let (folder, path) = with_database();
    let held = Store::open(&folder.path().join("cup.db"), Timestamp::from_ms(0));
    let held = held.expect("a new database");
    let copy = folder.path().join("copy.db");
    let to = copy.display().to_string();
    let (exit, out, err) = chessmasters(&["backup", "--config", &path, &to]);
    assert_eq!((exit.code(), err.as_str()), (0, ""));
    assert!(
        out.ends_with(&format!("cup.db is copied to {to}\n")),
        "{out}"
    );
    let copied = Store::open_read_only(&copy).expect("the copy is a database");
    assert_eq!(
        copied.load().expect("it can be read"),
        held.load().expect("it can be read")
    );

    let (exit, out, err) = chessmasters(&["backup", "--config", &path, &to]);
    assert_eq!((exit.code(), out.as_str()), (2, ""));
    assert!(err.contains("never overwrites"), "{err}");
}

#[test]
fn what_is_not_there_could_not_be_copied() {
    let (folder, path) = with_database();
    let to = folder.path().join("copy.db").display().to_string();
    let (exit, out, err) = chessmasters(&["backup", "--config", &path, &to]);
    assert_eq!((exit.code(), out.as_str()), (1, ""));
    assert!(err.contains("cup.db"), "{err}");
    assert!(!Path::new(&to).exists(), "nothing is left behind");

    let (exit, _, err) = chessmasters(&["backup", "--config", "no/such.toml", &to]);
    assert_eq!(exit, Exit::CouldNot, "{err}");
}

#[test]
fn another_file_is_no_database() {
    let (folder, path) = with_database();
    fs::write(
        folder.path().join("cup.db"),
        "a shopping list, and a long one",
    )
    .expect("written");
    let to = folder.path().join("copy.db").display().to_string();
    let (exit, _, err) = chessmasters(&["backup", "--config", &path, &to]);
    assert_eq!(exit, Exit::Wrong, "{err}");
}

#[test]
fn a_tournament_of_the_bot_is_exported_while_it_runs() {
    let (folder, path) = with_database();
    let mut store = Store::open(&folder.path().join("cup.db"), Timestamp::from_ms(0));
    let store = store.as_mut().expect("a new database");
    let tournament = TournamentId(1);
    let entered = |number: u32, name: &str| Fact::EntryAdded {
        tournament,
        entry: EntryNumber(number),
        account: Account::new(name, CaseMapping::Ascii),
        name: name.to_owned(),
        how: Entrance::Registered,
        at: Timestamp::from_ms(0),
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
    };
    let created = Fact::TournamentCreated {
        tournament,
        seed: 1,
        settings: Box::new(Settings::new("Cup")),
    };
    let drawn = Fact::LotsDrawn {
        tournament,
        order: vec![EntryNumber(2), EntryNumber(1)],
    };
    let mut keep = |society: &mut Society, fact: Fact| {
        society.apply(&fact);
        let entry = JournalEntry {
            at: Timestamp::from_ms(0),
            actor: "clock",
            line: None,
            fact: &fact,
        };
        let mut group = store.keeping();
        group.fact(society, &entry).expect("it is kept");
        group.commit().expect("it is kept");
    };
    let mut society = Society::default();
    let export =
        |number: &str| chessmasters(&["export", "trf", "--tournament", number, "--config", &path]);
    keep(&mut society, created);
    keep(&mut society, entered(1, "Ada"));
    keep(&mut society, entered(2, "Bob"));
    let (exit, out, err) = export("1");
    assert_eq!((exit.code(), out.as_str()), (1, ""), "{err}");
    assert!(err.contains("Cup has not started"), "{err}");
    keep(&mut society, drawn);
    let (exit, out, err) = export("1");
    assert_eq!((exit.code(), err.as_str()), (0, ""));
    assert!(out.starts_with("012 Cup\n"), "{out}");
    assert!(out.contains("001    1      Bob"), "{out}");
    // What the bot tells directors to run does just this.
    for form in ExportForm::EVERY {
        let now = Timestamp::from_ms(0);
        let director = Reader::new(&society, None, Place::Private, now);
        let told = phrasing::export(&society, (tournament, form), Some(&path), &director);
        let words: Vec<&str> = told.lines[1].split(' ').collect();
        assert_eq!(words[..3], ["chessmasters", "export", form.word()]);
        let said = chessmasters(&words[1..]);
        assert_eq!(said.0, Exit::Done, "{said:?}");
        match form {
            ExportForm::Trf => assert_eq!(said, (exit, out.clone(), err.clone())),
            ExportForm::Pgn => assert_eq!(said.1, "", "no game has its moves"),
        }
    }
    let (exit, out, err) = export("2");
    assert_eq!((exit.code(), out.as_str()), (2, ""));
    assert!(err.contains("there is no tournament 2"), "{err}");
}
