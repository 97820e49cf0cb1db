//! Answers to questions.

use super::assert_plain;
use super::fixture::*;
use crate::phrasing::{HelpEntry, HistoryLine, Reader, answer, export, help, history};
use crate::ports::Place;
use crate::rating::{Rating, Strength, System, fide};
use crate::tournament::{
    BoardStatus, ColorsPlayed, Fact, Ground, Phase, RatedPlayer, RatingPolicy, Society,
};
use crate::view::{ExportForm, Query};
use crate::vocabulary::{BoardResult, Color, EntryNumber, Outcome, RoundNumber};
use expect_test::{Expect, expect};

fn asked(society: &Society, reader: &Reader, queries: &[Query], expected: Expect) {
    let text: String = queries
        .iter()
        .map(|query| {
            let answer = answer(society, query, reader);
            assert!(answer.rest.is_empty() || reader.place == Place::Channel);
            lines(&answer.lines)
        })
        .collect();
    expected.assert_eq(&text);
}

/// A round with a dispute, a check-in and everything else open.
fn busy() -> Society {
    let mut society = running();
    apply(
        &mut society,
        &[
            report(1, Color::White, Outcome::WhiteWins, ColorsPlayed::AsPaired),
            report(1, Color::Black, Outcome::BlackWins, ColorsPlayed::AsPaired),
            moved(
                1,
                BoardStatus::Disputed {
                    since: december(4, 12, 0, 0),
                },
            ),
            Fact::Explained {
                board: board(1),
                color: Color::White,
                text: "mate on f7".to_owned(),
            },
            present(2, Color::White, december(5, 17, 0, 0)),
        ],
    );
    society
}

#[test]
fn everybody_may_ask() {
    let queries = [
        Query::Tournaments,
        Query::Info(SPRING),
        Query::Players(SPRING),
        Query::Pairings(SPRING, None),
        Query::Pairings(SPRING, Some(RoundNumber(2))),
        Query::Results(SPRING, None),
        Query::Standings(SPRING),
        Query::When(SPRING, None),
    ];
    let society = busy();
    asked(
        &society,
        &reader(&society, "Kibitz"),
        &queries,
        expect![[r#"
            #1 SPRING OPEN, round 1 of 5, 5 players
            #1 SPRING OPEN: Swiss, 5 rounds, 60 minutes each; round 1 of 5, 5 players. Directed by Boss.
            Each round ends 7d after publishing, and the cutoff is 2h30m before that; who has not played says !present in the last 1d before the cutoff. The next round comes after the deadline; tie-breaks BHC1, BH, SB, DE, WON; paired by FIDE's rules of 2026.
            SPRING OPEN, 5 players: 1 Rook|x, 2 Pawn[y], 3 Zed, 4 Queenie, 5 Odd
            SPRING OPEN, round 1, deadline Sun 6 Dec 20:00 CET (Europe/Berlin): 1. Rook|x - Pawn[y] (disputed), 2. Zed - Queenie, Odd: bye (1 point)
            Round 2 of SPRING OPEN is not published. The newest one is round 1: say pairings.
            SPRING OPEN, results of round 1, 2 boards not settled: 1. Rook|x - Pawn[y] (disputed), Odd: bye (1 point)
            SPRING OPEN, standings in round 1, 2 boards open: 1. Odd 1, 2= Rook|x 0 (disputed), 2= Pawn[y] 0 (disputed), 2= Zed 0, 2= Queenie 0
            SPRING OPEN, round 1 of 5: play and report by Sun 6 Dec 20:00 CET (Europe/Berlin), in 1d7h; who has not played by Sun 17:30 CET, in 1d4h, says !present in the channel before then, from Sat 17:30 CET on.
        "#]],
    );
    let early = with_players(&PLAYERS[..2]);
    asked(
        &early,
        &reader(&early, "Kibitz"),
        &queries,
        expect![[r#"
            #1 SPRING OPEN, registration open until Tue 1 Dec 21:00 CET (Europe/Berlin)
            #1 SPRING OPEN: Swiss, 5 rounds, 60 minutes each; registration open until Tue 1 Dec 21:00 CET (Europe/Berlin), 2 players. Directed by Boss.
            Registration is open and closes Tue 1 Dec 2026 21:00 CET (Europe/Berlin).
            Each round ends 7d after publishing, and the cutoff is 2h30m before that; who has not played says !present in the last 1d before the cutoff. The next round comes after the deadline; tie-breaks BHC1, BH, SB, DE, WON; paired by FIDE's rules of 2026.
            SPRING OPEN, 2 players: 1 Rook|x, 2 Pawn[y]
            SPRING OPEN has no round yet. Round 1 is paired when registration closes, Tue 1 Dec 2026 21:00 CET (Europe/Berlin).
            SPRING OPEN has no round yet. Round 1 is paired when registration closes, Tue 1 Dec 2026 21:00 CET (Europe/Berlin).
            SPRING OPEN has no round yet. Round 1 is paired when registration closes, Tue 1 Dec 2026 21:00 CET (Europe/Berlin).
            SPRING OPEN, standings before round 1: 1= Rook|x 0, 1= Pawn[y] 0
            SPRING OPEN has no round yet. Round 1 is paired when registration closes, Tue 1 Dec 2026 21:00 CET (Europe/Berlin).
        "#]],
    );
    asked(
        &Society::default(),
        &reader(&early, "Kibitz"),
        &[Query::Tournaments, Query::Info(SPRING)],
        expect![[r#"
            There is no tournament yet. The channel hears it when one is announced.
            There is no tournament 1.
        "#]],
    );
}

#[test]
fn players_ask_for_their_own() {
    let society = busy();
    let own = |number: u32, name: &str| {
        [
            Query::Opponent(SPRING, EntryNumber(number)),
            Query::When(SPRING, Some(EntryNumber(number))),
            Query::Me(account(name)),
        ]
    };
    asked(
        &society,
        &reader(&society, "Rook|x"),
        &own(1, "Rook|x"),
        expect![[r#"
            Round 1, board 1 of SPRING OPEN: you have white against Pawn[y], 60 minutes each. It stands: disputed. Play and report by Sun 6 Dec 20:00 CET (Europe/Berlin). To reach Pawn[y] when they are not here: /msg MemoServ SEND Pawn[y] your text.
            Round 1, board 1 of SPRING OPEN: play and report by Sun 6 Dec 20:00 CET (Europe/Berlin), in 1d7h; who has not played by Sun 17:30 CET, in 1d4h, says !present in the channel before then, from Sat 17:30 CET on.
            SPRING OPEN: no. 1, points 0 (a board is disputed). Round 1, board 1: white against Pawn[y], disputed (Rook|x says 1-0, Pawn[y] says 0-1); explain it to the director.
        "#]],
    );
    asked(
        &society,
        &reader(&society, "Zed"),
        &own(3, "Zed"),
        expect![[r#"
            Round 1, board 2 of SPRING OPEN: you have white against Queenie, 60 minutes each. Play and report by Sun 6 Dec 20:00 CET (Europe/Berlin). To reach Queenie when they are not here: /msg MemoServ SEND Queenie your text.
            Round 1, board 2 of SPRING OPEN: play and report by Sun 6 Dec 20:00 CET (Europe/Berlin), in 1d7h; who has not played by Sun 17:30 CET, in 1d4h, says !present in the channel before then, from Sat 17:30 CET on.
            SPRING OPEN: no. 3, points 0. Round 1, board 2: white against Queenie, play and report by Sun 6 Dec 20:00 CET (Europe/Berlin) and you are present since Sat 18:00:00 CET.
        "#]],
    );
    asked(
        &society,
        &reader(&society, "Odd"),
        &own(5, "Odd"),
        expect![[r#"
            Round 1 of SPRING OPEN: you have a bye (1 point). You need not play, report or check in.
            Round 1 of SPRING OPEN: you have a bye (1 point), so nothing is due from you.
            SPRING OPEN: no. 5, points 1. This round you have a bye (1 point).
        "#]],
    );
    asked(
        &society,
        &reader(&society, "Boss"),
        &[Query::Me(account("Boss")), Query::Me(account("Kibitz"))],
        expect![[r#"
            You are a director of all tournaments here.
            You are in no tournament that is on. To see which take players, say tournaments.
        "#]],
    );
}

#[test]
fn directors_ask_before_they_act() {
    let society = busy();
    let queries = [
        Query::Preview(SPRING),
        Query::Disputes(SPRING),
        Query::Preflight(SPRING),
        Query::Sweep(SPRING),
    ];
    asked(
        &society,
        &reader(&society, "Boss"),
        &queries,
        expect![[r#"
            SPRING OPEN has no paired round that waits. To pair the next one, say pair.
            1.1 Rook|x - Pawn[y], disputed since Fri 4 Dec 13:00 CET (Europe/Berlin), 1d ago: Rook|x says 1-0, Pawn[y] says 0-1. Rook|x explains: mate on f7.
            To decide one: result ROUND.BOARD RESULT reason.
            SPRING OPEN, 2 boards without a settled result: 1.1 Rook|x - Pawn[y] (disputed), needs your ruling; 1.2 Zed - Queenie, no report
            SPRING OPEN, if the cutoff were now: 1.2 Zed - Queenie: 1-0 by forfeit (Zed present Sat 18:00:00 CET, Queenie not present), cutoff Sun 17:30 CET
        "#]],
    );
    let mut over = drafted();
    asked(
        &over,
        &reader(&over, "Boss"),
        &queries,
        expect![[r#"
        Draft of round 1 of SPRING OPEN. It is published Tue 1 Dec 21:10 CET (Europe/Berlin). To change it: preview, swap A B, pair W B, bye NICK, hold, publish.
        1. Rook|x - Pawn[y], 2. Zed - Queenie, Odd: bye (1 point)
        Nothing in SPRING OPEN waits for a director.
        All published rounds of SPRING OPEN are settled; round 1 is paired and waits: say publish.
        The cutoff would change nothing in SPRING OPEN: no unplayed board waits for it.
    "#]],
    );
    apply(
        &mut over,
        &[
            published(),
            moved(
                1,
                settled(BoardResult::Played(Outcome::Draw), Ground::BothReports),
            ),
            moved(
                2,
                settled(
                    BoardResult::Forfeit {
                        loser: Color::White,
                    },
                    Ground::Cutoff,
                ),
            ),
        ],
    );
    asked(
        &over,
        &reader(&over, "Boss"),
        &queries,
        expect![[r#"
        SPRING OPEN has no paired round that waits. To pair the next one, say pair.
        Nothing in SPRING OPEN waits for a director.
        Every board of round 1 of SPRING OPEN is settled, deadline Sun 6 Dec 20:00 CET (Europe/Berlin). Nothing is missing.
        The cutoff would change nothing in SPRING OPEN: no unplayed board waits for it.
    "#]],
    );
}

#[test]
fn a_long_answer_is_four_lines_in_the_channel() {
    let names: Vec<String> = (0..200).map(|n| format!("Player{n:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let society = with_players(&names);
    let mut reader = reader(&society, "Kibitz");
    let whole = answer(&society, &Query::Players(SPRING), &reader);
    assert!(whole.rest.is_empty());
    reader.place = Place::Channel;
    let top = answer(&society, &Query::Players(SPRING), &reader);
    assert_eq!(top.lines.len(), 4);
    assert_eq!(top.lines.len() + top.rest.len(), whole.lines.len());
    assert!(top.lines.iter().all(|line| line.len() <= 450));
    top.lines.iter().for_each(|line| assert_plain(line));
}

/// So many players with ratings in steps of ten, two of each, the last few provisional.
fn rated(players: u32) -> Society {
    let mut society = Society::default();
    let policy = RatingPolicy {
        system: System::Fide(fide::Rules::default()),
        provisional_games: 10,
    };
    society.apply(&Fact::RatingsChosen {
        policy: Some(policy),
    });
    for number in 0..players {
        let name = format!("Player{number:03}");
        let games = if number + 3 < players { 10 } else { 9 };
        let points = 2_000 - 10 * u16::try_from(number / 2).unwrap();
        let player = RatedPlayer {
            name: name.clone(),
            rating: Rating {
                strength: Strength::Elo(fide::Elo::new(points)),
                games,
            },
            steps: Vec::new(),
        };
        society.ratings.insert(account(&name), player);
    }
    society
}

#[test]
fn the_rating_list_comes_in_pages() {
    let kibitz = |society: &Society| reader(society, "Kibitz");
    let page = |players, number| {
        let society = rated(players);
        lines(&answer(&society, &Query::Ratings(number), &kibitz(&society)).lines)
    };
    expect![[r#"
        Rating list, 1 to 5 of 5 (? after fewer than 10 games): 1= Player000 2000, 1= Player001 2000, 3= Player002 1990?, 3= Player003 1990?, 5. Player004 1980?
    "#]].assert_eq(&page(5, 1));
    let whole = page(150, 2);
    assert!(
        whole
            .starts_with("Rating list, 61 to 120 of 150: 61= Player060 1700, 61= Player061 1700, ")
    );
    assert!(
        whole.ends_with("119= Player119 1410 - for the next, say ratings 3.\n"),
        "{whole}"
    );
    assert!(!whole.contains('?'), "{whole}");
    let last = page(150, 3);
    assert!(last.starts_with("Rating list, 121 to 150 of 150 (? after fewer than 10 games): "));
    assert!(
        last.ends_with("147= Player147 1270?, 149= Player148 1260?, 149= Player149 1260?\n"),
        "{last}"
    );
    expect![[r#"
        The rating list has 3 pages. For the first one, say ratings.
        Nobody has a rating yet. They come when a tournament is finished.
    "#]]
    .assert_eq(&(page(150, 4) + &page(0, 1)));
    let unrated = Society::default();
    asked(
        &unrated,
        &kibitz(&unrated),
        &[Query::Ratings(1)],
        expect![[r#"
            Nobody is rated here.
        "#]],
    );
}

#[test]
fn a_command_line_names_its_file_as_a_shell_takes_it() {
    let society = running();
    let boss = reader(&society, "Boss");
    let told = |file| export(&society, (SPRING, ExportForm::Trf), file, &boss).lines;
    for (file, word) in [
        ("/etc/bot-1.toml", "/etc/bot-1.toml"),
        ("/etc/my bot.toml", "'/etc/my bot.toml'"),
        ("/etc/$(it's).toml", r"'/etc/$(it'\''s).toml'"),
    ] {
        let wanted = format!("chessmasters export trf --tournament 1 --config {word}");
        assert_eq!(told(Some(file)).last(), Some(&wanted));
    }
    let without = told(None);
    assert!(
        without[0].contains("without a settings file"),
        "{without:?}"
    );
}

#[test]
fn help_is_made_from_the_table() {
    let society = Society::default();
    let mut reader = reader(&society, "Kibitz");
    reader.place = Place::Channel;
    let report = HelpEntry {
        usage: "report won|lost|drew",
        summary: "say what your game brought",
    };
    let open = HelpEntry {
        usage: "tournament open [TOURNAMENT]",
        summary: "open registration",
    };
    let text = lines(&help(&[report], &reader).lines)
        + &lines(&help(&[], &reader).lines)
        + &lines(&help(&[report, open, report, open, report], &reader).lines);
    expect![[r#"
        !report won|lost|drew: say what your game brought.
        There is no such command. For all of them, say !help.
        Say !help COMMAND for one of these: report, tournament open, report, tournament open, report
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_board_has_its_history() {
    let society = busy();
    let row = |fact: Fact, actor: &str, line: Option<&str>| HistoryLine {
        at: december(4, 12, 0, 0),
        actor: actor.to_owned(),
        line: line.map(str::to_owned),
        fact,
    };
    let rows = [
        row(published(), "clock", None),
        row(
            report(1, Color::White, Outcome::WhiteWins, ColorsPlayed::AsPaired),
            "Rook|x",
            Some("report won"),
        ),
        row(
            moved(
                1,
                BoardStatus::Disputed {
                    since: december(4, 12, 0, 0),
                },
            ),
            "Pawn[y]",
            Some("report won"),
        ),
        row(
            Fact::RulingUndone { board: board(1) },
            "Boss",
            Some("undo 1.1"),
        ),
        row(
            Fact::PhaseChanged {
                from: Phase::Announced,
                tournament: SPRING,
                phase: Phase::Running,
            },
            "clock",
            None,
        ),
    ];
    let told = history(&society, board(1), &rows, &reader(&society, "Boss"));
    expect![[r#"
        The system paired Rook|x - Pawn[y] by the results as they stood then; some have changed since.
        1.1 Rook|x - Pawn[y] (disputed) of SPRING OPEN, 5 steps:
        4 Dec 2026 13:00:00 CET clock: round 1 published, cutoff Sun 17:30 CET, deadline Sun 20:00 CET
        4 Dec 2026 13:00:00 CET Rook|x: white reports 1-0 [report won]
        4 Dec 2026 13:00:00 CET Pawn[y]: disputed [report won]
        4 Dec 2026 13:00:00 CET Boss: the ruling was taken back [undo 1.1]
        4 Dec 2026 13:00:00 CET clock: tournament running
    "#]]
    .assert_eq(&lines(&told.lines));
}
