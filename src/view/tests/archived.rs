//! Which games are in the archive, and how they are tagged.

use super::*;
use crate::game::{Marker, Tag};
use crate::tournament::{ColorsPlayed, KeptScore, Report, ScoreFact, Sender};
use crate::view::archive::{ArchivedGame, Scope, games, is_known_player, missing};
use crate::vocabulary::Span;
use chrono::NaiveDate;

/// Sunday 29 November 2026, 12:00 UTC.
const SUNDAY: Timestamp = Timestamp::from_ms(1_795_953_600_000);

/// Fool's mate, which Black gives.
const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn day(number: i64) -> Timestamp {
    SUNDAY + Span::from_days(number)
}

fn date(text: &str) -> Option<NaiveDate> {
    Some(text.parse().expect("a day"))
}

/// Four players; round 1 is 1-2 and 3-4, with a bye for 5; these facts follow.
fn society(facts: &[Fact]) -> Society {
    let mut society = Society::default();
    society.apply(&Fact::TournamentCreated {
        tournament: ID,
        seed: 1,
        settings: Box::new(Settings::new("Cup")),
    });
    (1..=5).for_each(|number| society.apply(&entered(number, 1)));
    for fact in round(1, &[(1, 2), (3, 4)], 5).iter().chain(facts) {
        society.apply(fact);
    }
    society
}

fn reported(board: u16, outcome: Outcome, colors: ColorsPlayed, at: Timestamp) -> Vec<Fact> {
    let report = Report {
        outcome,
        colors,
        at,
    };
    let both = Color::BOTH.map(|color| Fact::Reported {
        board: self::at(board),
        color,
        report,
    });
    let settled = Fact::BoardMoved {
        board: self::at(board),
        status: BoardStatus::Final {
            verdict: report.verdict(),
            ground: Ground::BothReports,
        },
    };
    both.into_iter().chain([settled]).collect()
}

fn ruled(board: u16, result: BoardResult) -> Fact {
    Fact::Ruled {
        board: at(board),
        verdict: verdict(result),
        by: "Boss".to_owned(),
        reason: "so".to_owned(),
    }
}

fn kept(board: u16, game: u16, (sender, by): (Sender, &str), moves: &str) -> KeptFact {
    KeptFact {
        board,
        game,
        sender,
        score: KeptScore {
            by: by.to_owned(),
            at: day(3),
            tags: Vec::new(),
            start: None,
            moves: moves.to_owned(),
            marker: None,
            fault: None,
        },
    }
}

/// A score that is kept, before it is a fact.
struct KeptFact {
    board: u16,
    game: u16,
    sender: Sender,
    score: KeptScore,
}

impl KeptFact {
    fn fact(self) -> Fact {
        Fact::Score(ScoreFact::Kept {
            account: Account::new(&self.score.by, CaseMapping::Ascii),
            board: at(self.board),
            game: self.game,
            sender: self.sender,
            score: Box::new(self.score),
            remarks: Default::default(),
            asked_by: None,
        })
    }
}

/// The tags of a game as one text, those of no matter to a test left out.
fn tags(game: &ArchivedGame<'_>, left_out: &[&str]) -> String {
    let tags = game.tags("#chess").into_iter();
    let shown = tags.filter(|tag| !left_out.contains(&tag.name.as_str()));
    let shown: Vec<String> = shown
        .map(|Tag { name, value }| format!("{name} {value}"))
        .collect();
    shown.join(", ")
}

fn codes(games: &[ArchivedGame<'_>]) -> Vec<String> {
    games
        .iter()
        .map(|game| format!("{}@{}", game.code(), game.day))
        .collect()
}

#[test]
fn a_game_has_its_own_colours_and_its_first_day() {
    let mut facts = reported(1, Outcome::WhiteWins, ColorsPlayed::Swapped, day(1));
    let mut sent = kept(1, 1, (Sender::White, "P1"), MATE);
    let sender_tags = [
        ("event", "Blitz"),
        ("BLACKTITLE", "GM"),
        ("ECO", "A00"),
        ("EndTime", "20:00"),
        ("StartDate", "2001.01.01"),
        ("TimeControl", "3600"),
        ("Annotator", "me"),
        ("Variant", "chess"),
        ("Mode", " "),
        ("é", "x"),
    ];
    sent.score.tags = sender_tags
        .map(|(n, v)| (n.to_owned(), v.to_owned()))
        .into();
    facts.push(sent.fact());
    let mut society = society(&facts);
    let cup = society.tournaments.get_mut(&ID).expect("it was made");
    *cup.entries.rating_mut(EntryNumber(2)) = Some(1_832);
    let found = games(&society, &Scope::default());
    assert_eq!(codes(&found), ["1.1@2026-11-30"], "the report came first");
    assert_eq!(
        tags(&found[0], &[]),
        "Event Cup, Site #chess, Date 2026.11.30, Round 1.1, White P2, Black P1, WhiteElo 1832, ECO A00, \
         TimeControl 3600, é x"
    );
    // P1 won with Black, as the moves have it.
    assert_eq!(found[0].result(), Marker::Decided(Outcome::BlackWins));
    assert_eq!(found[0].contradiction(), None);
    assert!(found[0].is_settled());
}

#[test]
fn of_several_scores_the_best_is_in_it() {
    let directed = kept(1, 1, (Sender::Official, "Boss"), "e2e4");
    let facts = [
        kept(1, 1, (Sender::White, "P1"), "d2d4 d7d5").fact(),
        directed.fact(),
        kept(2, 1, (Sender::White, "P3"), "").fact(),
    ];
    let society = society(&facts);
    let found = games(&society, &Scope::default());
    assert_eq!(
        codes(&found),
        ["1.1@2026-12-02"],
        "a text without a move is none"
    );
    assert_eq!(found[0].gamescore().map(|score| score.moves.len()), Some(1));
    assert_eq!(found[0].result(), Marker::Unfinished);
    assert!(
        missing(&society, &Scope::default()).is_empty(),
        "nobody said that they played"
    );
}

#[test]
fn forfeits_are_games_only_where_there_are_moves() {
    let loser = Color::White;
    let mut society = society(&[
        ruled(1, BoardResult::Forfeit { loser }),
        ruled(2, BoardResult::DoubleForfeit),
    ]);
    assert!(games(&society, &Scope::default()).is_empty());
    assert!(missing(&society, &Scope::default()).is_empty());
    society.apply(&kept(1, 1, (Sender::Black, "P2"), MATE).fact());
    society.apply(&kept(2, 1, (Sender::Black, "P4"), "e2e4").fact());
    let found = games(&society, &Scope::default());
    let names = ["Event", "Site", "Date", "White", "Black"];
    let shown: Vec<String> = found.iter().map(|game| tags(game, &names)).collect();
    assert_eq!(
        shown,
        [
            "Round 1.1, Termination rules infraction",
            "Round 1.2, Termination rules infraction"
        ]
    );
    let results: Vec<Marker> = found.iter().map(ArchivedGame::result).collect();
    let black = Marker::Decided(Outcome::BlackWins);
    assert_eq!(results, [black, Marker::BothLost]);
}

#[test]
fn a_mate_ends_a_game_that_nobody_has_reported() {
    let mut society = society(&[kept(1, 1, (Sender::White, "P1"), MATE).fact()]);
    let result = |society: &Society| games(society, &Scope::default())[0].result();
    assert_eq!(result(&society), Marker::Decided(Outcome::BlackWins));
    // Somebody says otherwise: that is not the archive's to decide.
    let report = Report {
        outcome: Outcome::Draw,
        colors: ColorsPlayed::AsPaired,
        at: day(4),
    };
    society.apply(&Fact::Reported {
        board: at(1),
        color: Color::White,
        report,
    });
    assert_eq!(result(&society), Marker::Unfinished);
    let game = &games(&society, &Scope::default())[0];
    assert!(game.contradiction().is_some() && !game.is_settled());
    society.apply(&ruled(1, BoardResult::Played(Outcome::Draw)));
    let game = &games(&society, &Scope::default())[0];
    assert_eq!(
        game.result(),
        Marker::Decided(Outcome::Draw),
        "a ruling stands"
    );
    assert!(tags(game, &[]).ends_with("Termination adjudication"));
}

#[test]
fn a_pairing_of_several_games_numbers_them() {
    let mut facts = reported(1, Outcome::Draw, ColorsPlayed::AsPaired, day(1));
    facts.push(kept(1, 1, (Sender::White, "P1"), "e2e4 e7e5").fact());
    facts.push(Fact::FurtherGame {
        board: at(1),
        at: day(2),
    });
    let mut later = kept(1, 2, (Sender::White, "P1"), MATE);
    later.score.at = day(9);
    facts.push(later.fact());
    facts.extend(reported(
        1,
        Outcome::BlackWins,
        ColorsPlayed::AsPaired,
        day(8),
    ));
    facts.extend(reported(2, Outcome::Draw, ColorsPlayed::AsPaired, day(2)));
    let society = society(&facts);
    let found = games(&society, &Scope::default());
    assert_eq!(codes(&found), ["1.1.1@2026-11-30", "1.1.2@2026-12-07"]);
    let results: Vec<Marker> = found.iter().map(ArchivedGame::result).collect();
    let decided = [Outcome::Draw, Outcome::BlackWins].map(Marker::Decided);
    assert_eq!(results, decided);
    assert!(
        found.iter().all(ArchivedGame::are_colors_known),
        "the mate tells"
    );
    let lacking = missing(&society, &Scope::default());
    assert_eq!(codes(&lacking), ["1.2@2026-12-01"]);
}

#[test]
fn what_is_asked_for_is_what_comes() {
    let mut facts = reported(1, Outcome::Draw, ColorsPlayed::AsPaired, day(5));
    facts.extend(reported(2, Outcome::Draw, ColorsPlayed::AsPaired, day(1)));
    let mut society = society(&facts);
    for (board, by) in [(1, "P1"), (2, "P3")] {
        society.apply(&kept(board, 1, (Sender::White, by), "e2e4").fact());
    }
    let found = |scope: Scope| codes(&games(&society, &scope));
    // The moves of board 1 came on the third day, before its report.
    let (first, second) = ("1.2@2026-11-30".to_owned(), "1.1@2026-12-02".to_owned());
    let both = vec![first.clone(), second.clone()];
    let scope = Scope::default;
    assert_eq!(found(Scope::of(ID)), both, "the earlier day comes first");
    assert_eq!(found(Scope::of(TournamentId(2))), [""; 0]);
    let player = |name: &str| Some(name.to_owned());
    assert_eq!(
        found(Scope {
            player: player("p4"),
            ..scope()
        }),
        std::slice::from_ref(&first)
    );
    assert_eq!(
        found(Scope {
            player: player("P5"),
            ..scope()
        }),
        [""; 0]
    );
    assert_eq!(
        found(Scope {
            to: date("2026-12-01"),
            ..scope()
        }),
        [first]
    );
    assert_eq!(
        found(Scope {
            from: date("2026-12-02"),
            ..scope()
        }),
        [second]
    );
    assert_eq!(
        found(Scope {
            from: date("2026-11-30"),
            to: date("2026-12-02"),
            ..scope()
        }),
        both
    );
    assert_eq!(
        found(Scope {
            player: player("P1"),
            to: date("2026-11-30"),
            ..scope()
        }),
        [""; 0],
        "everything that is named must fit"
    );
    assert!(is_known_player(&society, "p5") && !is_known_player(&society, "P9"));
}

#[test]
fn a_row_that_was_spoilt_by_hand_gives_what_is_sound_of_it() {
    let society = society(&[kept(1, 1, (Sender::White, "P1"), "e2e4 e7e5 e4e5 g8f6").fact()]);
    let found = games(&society, &Scope::default());
    let score = found[0].gamescore().expect("it has moves");
    assert_eq!(score.moves.len(), 2);
    let fault = score.fault.expect("the rest is no game");
    assert_eq!((fault.ply, fault.text.as_str()), (3, "e4e5"));
}

#[test]
fn the_colours_of_a_game_after_a_drawn_one_are_its_own() {
    let mut facts = reported(1, Outcome::Draw, ColorsPlayed::AsPaired, day(1));
    facts.push(Fact::FurtherGame {
        board: at(1),
        at: day(2),
    });
    facts.extend(reported(
        1,
        Outcome::WhiteWins,
        ColorsPlayed::AsPaired,
        day(3),
    ));
    let second = |moves: &str, tags: &[(&str, &str)]| {
        let mut sent = kept(1, 2, (Sender::White, "P1"), moves);
        let tags = tags.iter();
        sent.score.tags = tags
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect();
        let society = society(&[&facts[..], &[sent.fact()]].concat());
        let game = &games(&society, &Scope::default())[0];
        let white = game.player(Color::White).name.clone();
        (white, game.result(), game.are_colors_known())
    };
    let (white, black) = (Outcome::WhiteWins, Outcome::BlackWins);
    // P1 won, so it was P1 who gave mate with Black.
    assert_eq!(
        second(MATE, &[]),
        ("P2".to_owned(), Marker::Decided(black), true)
    );
    let exchanged = [("White", "p2"), ("Black", "p1")];
    assert_eq!(
        second("e2e4", &exchanged),
        ("P2".to_owned(), Marker::Decided(black), true)
    );
    let paired = [("White", "P1"), ("Black", "P2")];
    assert_eq!(
        second("e2e4", &paired),
        ("P1".to_owned(), Marker::Decided(white), true)
    );
    assert_eq!(
        second("e2e4", &[]),
        ("P1".to_owned(), Marker::Decided(white), false)
    );
}
