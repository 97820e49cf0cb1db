//! `export pgn`, on a small database.

use super::{chessmasters, file};
use crate::cli::Exit;
use crate::store::{JournalEntry, Store};
use crate::tournament::{
    BoardRef, ColorsPlayed, Entrance, Fact, KeptFault, KeptScore, PairedBy, Pairing, Report,
    ScoreFact, Sender, Settings, Society,
};
use crate::vocabulary::{
    Account, BoardNumber, ByeKind, CaseMapping, Color, EntryNumber, Outcome, RoundNumber, Span,
    Timestamp, TournamentId,
};
use tempfile::TempDir;

const CUP: TournamentId = TournamentId(1);

/// Sunday 29 November 2026, 12:00 UTC.
const SUNDAY: Timestamp = Timestamp::from_ms(1_795_953_600_000);

fn at(board: u16) -> BoardRef {
    BoardRef {
        tournament: CUP,
        round: RoundNumber(1),
        board: BoardNumber(board),
    }
}

/// Ada - Bob, whose moves have a fault, and Cyd - Dan, who reported and sent nothing.
fn facts() -> Vec<Fact> {
    let mut facts = vec![Fact::TournamentCreated {
        tournament: CUP,
        seed: 1,
        settings: Box::new(Settings::new("Cup")),
    }];
    for (number, name) in (1..).zip(["Ada", "Bob", "Cyd", "Dan"]) {
        facts.push(Fact::EntryAdded {
            tournament: CUP,
            entry: EntryNumber(number),
            account: Account::new(name, CaseMapping::Ascii),
            name: name.to_owned(),
            how: Entrance::Registered,
            at: SUNDAY,
            first_round: RoundNumber(1),
            missed: ByeKind::ZeroPoint,
        });
    }
    let pair = |white, black| Pairing {
        white: EntryNumber(white),
        black: EntryNumber(black),
    };
    facts.extend([
        Fact::RoundPaired {
            tournament: CUP,
            round: RoundNumber(1),
            pairs: vec![pair(1, 2), pair(3, 4)],
            byes: Vec::new(),
            publish_at: None,
            by: PairedBy::System,
        },
        Fact::RoundPublished {
            tournament: CUP,
            round: RoundNumber(1),
            at: SUNDAY,
            cutoff: SUNDAY + Span::from_days(6),
            deadline: SUNDAY + Span::from_days(7),
        },
        Fact::Score(ScoreFact::Kept {
            account: Account::new("ada", CaseMapping::Ascii),
            board: at(1),
            game: 1,
            sender: Sender::White,
            score: Box::new(KeptScore {
                by: "Ada".to_owned(),
                at: SUNDAY + Span::from_days(1),
                tags: vec![("ECO".to_owned(), "C60".to_owned())],
                start: None,
                moves: "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".to_owned(),
                marker: None,
                fault: Some(KeptFault {
                    ply: 7,
                    text: "Bxc7".to_owned(),
                }),
            }),
            remarks: Default::default(),
            asked_by: None,
        }),
        Fact::Reported {
            board: at(2),
            color: Color::White,
            report: Report {
                outcome: Outcome::WhiteWins,
                colors: ColorsPlayed::Swapped,
                at: SUNDAY + Span::from_days(2),
            },
        },
    ]);
    facts
}

/// A settings file with this server and these services, and the database.
fn database(server: &str, services: &str) -> (TempDir, String) {
    let (folder, path) = file(&format!(
        "[irc]\nservers = [\"{server}\"]\nnick = \"Bot\"\nchannel = \"#ChessMasters\"\nservices = \"{services}\"\n\
         password = \"secret\"\n[bot]\ndatabase = \"cup.db\"\ndirectors = [\"Boss\"]\n"
    ));
    let mut store = Store::open(&folder.path().join("cup.db"), SUNDAY).expect("a new database");
    let mut society = Society::default();
    let mut group = store.keeping();
    for fact in &facts() {
        society.apply(fact);
        let entry = JournalEntry {
            at: SUNDAY,
            actor: "clock",
            line: None,
            fact,
        };
        group.fact(&society, &entry).expect("it is kept");
    }
    group.commit().expect("it is kept");
    (folder, path)
}

fn export(config: &str, more: &[&str]) -> (Exit, String, String) {
    let mut words = vec!["export", "pgn", "--config", config];
    words.extend(more);
    chessmasters(&words)
}

#[test]
fn a_game_with_a_fault_says_so() {
    let (_folder, config) = database("ircs://irc.dal.net", "dalnet");
    let (exit, out, err) = export(&config, &[]);
    assert_eq!((exit, err.as_str()), (Exit::Done, ""));
    expect_test::expect![[r##"
        [Event "Cup"]
        [Site "#ChessMasters, DALnet"]
        [Date "2026.11.30"]
        [Round "1.1"]
        [White "Ada"]
        [Black "Bob"]
        [Result "*"]
        [ECO "C60"]

        1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {The score that Ada sent cannot be read from move
        4 of White on: "Bxc7". The result is not settled yet.} *

    "##]]
    .assert_eq(&out);
}

#[test]
fn what_is_lacking_is_listed() {
    let (_folder, config) = database("ircs://irc.dal.net", "dalnet");
    let (exit, out, err) = export(&config, &["--missing"]);
    assert_eq!((exit, err.as_str()), (Exit::Done, ""));
    assert_eq!(out, "1 1.2 2026-12-01 * Dan Cyd\n");
    let (exit, out, _) = export(&config, &["--missing", "--player", "ada"]);
    assert_eq!((exit, out.as_str()), (Exit::Done, ""));
    let (exit, out, err) = export(&config, &["--from", "2026.12.01"]);
    assert_eq!((exit, out.as_str()), (Exit::Done, ""));
    assert_eq!(
        err,
        "nobody has sent the moves of such a game; --missing lists those that were played: 1\n"
    );
}

#[test]
fn a_network_is_named_where_it_is_known() {
    for (server, services, site) in [
        ("ircs://irc.dal.net", "dalnet", "#ChessMasters, DALnet"),
        (
            "irc.example.org:6667",
            "anope",
            "#ChessMasters, irc.example.org",
        ),
        ("localhost:6667", "anope", "#ChessMasters"),
        ("127.0.0.1:6667", "none", "#ChessMasters"),
        ("[2001:db8::1]:6667", "none", "#ChessMasters"),
    ] {
        let (_folder, config) = database(server, services);
        let (_, out, _) = export(&config, &[]);
        assert!(
            out.contains(&format!("[Site \"{site}\"]\n")),
            "{server}: {out}"
        );
    }
}

#[test]
fn calls_that_name_nothing_there_is_are_wrong() {
    let (_folder, config) = database("ircs://irc.dal.net", "dalnet");
    for (words, said) in [
        (&["--tournament", "2"][..], "there is no tournament 2"),
        (&["--player", "Zoe"], "Zoe has entered no tournament"),
        (&["--from", "29.11.2026"], "a day is written as 2026-11-29"),
        (
            &["--from", "2026-12-01", "--to", "2026-11-29"],
            "no day is from 2026-12-01 on",
        ),
        (&["--dialect", "trf26"], "--dialect"),
    ] {
        let (exit, out, err) = export(&config, words);
        assert_eq!((exit, out.as_str()), (Exit::Wrong, ""), "{words:?}");
        assert!(err.contains(said), "{words:?}: {err}");
    }
    let (exit, _, err) = chessmasters(&["export", "csv", "--config", &config]);
    assert_eq!(exit, Exit::Wrong);
    assert!(err.contains("unrecognized subcommand 'csv'"), "{err}");
}
