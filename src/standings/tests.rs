//! The worked example, the fixture, and the direct encounter.

use super::scores::Table;
use super::*;
use crate::pairing::{RoundRecord, Side};

const LISTED: [TieBreak; 12] = [
    TieBreak::Buchholz,
    TieBreak::BuchholzCut1,
    TieBreak::BuchholzCut2,
    TieBreak::BuchholzMedian1,
    TieBreak::SonnebornBerger,
    TieBreak::SonnebornBergerCut1,
    TieBreak::Progressive,
    TieBreak::Wins,
    TieBreak::Won,
    TieBreak::BlackGames,
    TieBreak::BlackWins,
    TieBreak::RoundsElected,
];

/// Rounds as the worked example writes them: `w4 1`, `b2 =`, `H`, `U`, `Z`, `+2`, `-4`.
fn player(number: PlayerNumber, rounds: &str) -> Player {
    let mut player = Player::new(number, None);
    player.rounds = rounds
        .split(',')
        .map(|round| record(round.trim()))
        .collect();
    player
}

fn record(text: &str) -> RoundRecord {
    let opponent = |text: &str| text.parse().expect("an opponent's number");
    match text.split_at(1) {
        ("H", "") => RoundRecord::HalfBye,
        ("U", "") => RoundRecord::PairingBye,
        ("Z", "") => RoundRecord::Absent,
        ("+", rest) => RoundRecord::Forfeit {
            opponent: Some(opponent(rest)),
            halves: 2,
        },
        ("-", rest) => RoundRecord::Forfeit {
            opponent: Some(opponent(rest)),
            halves: 0,
        },
        (side, rest) => {
            let (number, result) = rest.split_once(' ').expect("an opponent and a result");
            RoundRecord::Game {
                opponent: opponent(number),
                side: if side == "w" {
                    Side::White
                } else {
                    Side::Black
                },
                halves: match result {
                    "1" => 2,
                    "=" => 1,
                    _ => 0,
                },
            }
        }
    }
}

fn contest(players: &[Player], rounds: u16) -> Contest<'_> {
    Contest {
        players,
        rounds,
        system: System::Swiss,
        pairing_bye_halves: 2,
    }
}

fn worked_example() -> Vec<Player> {
    vec![
        player(1, "w4 1, b2 =, w3 1, H, b5 1"),
        player(2, "b5 1, w1 =, b6 1, w3 0, -4"),
        player(3, "w6 1, b4 1, b1 0, b2 1, Z"),
        player(4, "b1 0, w3 0, w5 1, U, +2"),
        player(5, "w2 0, w6 =, b4 0, b6 1, w1 0"),
        player(6, "b3 0, b5 =, w2 0, w5 0, Z"),
    ]
}

#[test]
fn the_worked_example() {
    let players = worked_example();
    for (edition, expected) in [
        (
            Edition::Y2024,
            [
                "4 14.5 10.5 9 7 11.25 9.25 12 3 3 2 1 4",
                "2.5 12.5 10 9 6 4.5 3.5 10 2 2 2 2 4",
                "3 13.5 10.5 9.5 6.5 6.5 5.5 11 3 3 3 2 4",
                "3 15 13.5 10.5 9.5 7.5 6 6 3 1 1 0 5",
                "1.5 11.5 10.5 9.5 6.5 1.5 1 4 1 1 2 1 5",
                "0.5 9.5 9 7.5 5.5 0.75 0.75 2 0 0 2 0 4",
            ],
        ),
        (
            Edition::Y2026,
            [
                "4 13 10.5 9 7 10.5 9 12 3 3 2 1 4",
                "2.5 12.5 10 9 6 4.5 3.5 10 2 2 2 2 4",
                "3 13 10.5 9.5 6.5 6.5 5.5 11 3 3 3 2 4",
                "3 14 12.5 10 8.5 6.5 5 6 3 1 1 0 5",
                "1.5 11.5 10.5 9.5 6.5 1.5 1 4 1 1 2 1 5",
                "0.5 9.5 9 7.5 5.5 0.75 0.75 2 0 0 2 0 4",
            ],
        ),
    ] {
        let mut rows = standings(&contest(&players, 5), &LISTED, edition);
        rows.sort_by_key(|row| row.number);
        for (row, expected) in rows.iter().zip(expected) {
            let mut got = Value::halves(i64::from(row.halves)).to_string();
            for value in &row.tie_breaks {
                got.push_str(&format!(" {value}"));
            }
            assert_eq!(got, expected, "player {} in {edition:?}", row.number);
        }
    }
}

#[test]
fn the_worked_example_further_on() {
    // Fore Buchholz: 1 and 5 draw the last round, and so do 2 and 4, whose game was forfeited. Opponents then count
    //   1: 3.5   2: 2.5 + 0.5 = 3   3: 3 + 0.5 (a last bye)   4: 2 + 0.5 = 2.5   5: 1.5 + 0.5 = 2   6: 0.5 + 0.5 = 1
    //   1: 2.5 + 3 + 3.5 + min(3.5, 5 draws) + 2 = 13.5    2: 2 + 3.5 + 1 + 3.5 + 2.5 = 12.5
    //   3: 1 + 2.5 + 3.5 + 3 + min(3, 2.5) = 12.5          4: 3.5 + 3.5 + 2 + min(2.5, 2.5) + 3 = 14.5
    //   5: 3 + 1 + 2.5 + 1 + 3.5 = 11                      6: 3.5 + 2 + 3 + 2 + min(0.5, 2.5) = 11
    // Median 2, v for voluntary, without two low and two high ones:
    //   1: 2.5v 1.5 | 2.5 | 3 3.5    2: 2.5v 1 | 1.5 | 3.5 4    3: 2.5v 1 | 2.5 | 3 4
    //   4: 1.5 2.5 | 2.5 | 3.5 4     5: 1 1 | 2.5 | 3 4         6: 0.5v 1.5 | 1.5 | 2.5 3.5
    // The mean of the opponents' Buchholz (13 12.5 13 14 11.5 9.5), games over the board only:
    //   1: (14 + 12.5 + 13 + 11.5) / 4 = 12.75           2: (11.5 + 13 + 9.5 + 13) / 4 = 11.75
    //   3: (9.5 + 14 + 13 + 12.5) / 4 = 12.25            4: (13 + 13 + 11.5) / 3 = 12.5
    //   5: (12.5 + 9.5 + 14 + 9.5 + 13) / 5 = 11.7       6: (13 + 11.5 + 12.5 + 11.5) / 4 = 12.125
    let expected = [
        "13.5 2.5 12.75",
        "12.5 1.5 11.75",
        "12.5 2.5 12.25",
        "14.5 2.5 12.5",
        "11 2.5 11.7",
        "11 1.5 12.13",
    ];
    let list = [
        TieBreak::ForeBuchholz,
        TieBreak::BuchholzMedian2,
        TieBreak::AverageOpponentsBuchholz,
    ];
    assert_eq!(
        by_number(&worked_example(), 5, System::Swiss, &list),
        expected
    );
}

/// Each player's tie-breaks as written, in the order of the numbers.
fn by_number(players: &[Player], rounds: u16, system: System, list: &[TieBreak]) -> Vec<String> {
    let contest = Contest {
        system,
        ..contest(players, rounds)
    };
    let mut rows = standings(&contest, list, Edition::Y2026);
    rows.sort_by_key(|row| row.number);
    let written = |row: &Row| {
        let values: Vec<String> = row.tie_breaks.iter().map(Value::to_string).collect();
        values.join(" ")
    };
    rows.iter().map(written).collect()
}

#[test]
fn a_round_robin_has_no_dummies_and_its_forfeits_are_games() {
    // Three players, each free once: two games, so one point is half of what could be had.
    //   1 has 1.5, 2 has 1, 3 has 0.5; 3 lost to 2 by forfeit, and is free in the last round.
    //   Koya: 1 made a point against 2; 2 nothing against 1, and 3 has too little; 3 made 0.5 against 1, and nothing
    //   against 2.
    //   Sonneborn-Berger: 1: 1 x 1 + 0.5 x 0.5 = 1.25; 2: 0 x 1.5 + 1 x 0.5 = 0.5; 3: 0.5 x 1.5 + 0 x 1 = 0.75.
    let players = vec![
        player(1, "b3 =, Z, w2 1"),
        player(2, "Z, +3, b1 0"),
        player(3, "w1 =, -2, Z"),
    ];
    let list = [TieBreak::Koya, TieBreak::SonnebornBerger];
    assert_eq!(
        by_number(&players, 3, System::RoundRobin, &list),
        ["1 1.25", "0 0.5", "0.5 0.75"]
    );
}

#[test]
fn opponents_count_a_last_requested_bye_as_a_draw() {
    let players = worked_example();
    let table = Table::new(&contest(&players, 5), Edition::Y2026);
    let adjusted: Vec<i64> = (0..6).map(|player| table.adjusted(player)).collect();
    assert_eq!(adjusted, [8, 5, 7, 6, 3, 2]);
}

#[test]
fn the_direct_encounter_ranks_the_winner_first() {
    let players = worked_example();
    let rows = standings(
        &contest(&players, 5),
        &[TieBreak::DirectEncounter],
        Edition::Y2026,
    );
    let order: Vec<(u32, u32, bool)> = rows.iter().map(|r| (r.place, r.number, r.shared)).collect();
    assert_eq!(
        order,
        [
            (1, 1, false),
            (2, 3, false),
            (3, 4, false),
            (4, 2, false),
            (5, 5, false),
            (6, 6, false)
        ]
    );
}

#[test]
fn the_direct_encounter_waits_for_missing_games() {
    // 1 beat 2 and 3, who have not met: 1 is first, 2 and 3 stay level.
    let players = vec![
        player(1, "w2 1, b3 1, Z, Z"),
        player(2, "b1 0, Z, w4 1, b5 1"),
        player(3, "Z, w1 0, b5 1, w4 1"),
        player(4, "w5 =, Z, b2 0, b3 0"),
        player(5, "b4 =, Z, w3 0, w2 0"),
    ];
    let rows = standings(
        &contest(&players, 4),
        &[TieBreak::DirectEncounter],
        Edition::Y2026,
    );
    let order: Vec<(u32, u32, bool)> = rows.iter().map(|r| (r.place, r.number, r.shared)).collect();
    assert_eq!(
        order,
        [
            (1, 1, false),
            (2, 2, true),
            (2, 3, true),
            (4, 4, true),
            (4, 5, true)
        ]
    );
}

#[test]
fn codes_read_back() {
    for tie_break in TieBreak::ALL {
        assert_eq!(TieBreak::from_code(tie_break.code()), Some(tie_break));
    }
    assert_eq!(TieBreak::from_code("bh-c1"), Some(TieBreak::BuchholzCut1));
    assert_eq!(TieBreak::from_code("nonsense"), None);
}

#[test]
fn values_are_exact_and_ordered() {
    assert!(Value::fraction(1, 3) < Value::fraction(34, 100));
    assert_eq!(Value::fraction(28, 3).to_string(), "9.33");
    assert_eq!(Value::quarters(27).to_string(), "6.75");
    assert_eq!(Value::halves(-1).to_string(), "-0.5");
    assert_eq!(Value::whole(13).to_string(), "13");
}

#[test]
fn ratings_make_averages_and_performances() {
    let mut players = vec![
        player(1, "w2 1, b3 =, w4 0"),
        player(2, "b1 0, Z, Z"),
        player(3, "Z, w1 =, Z"),
        player(4, "Z, Z, b1 1"),
    ];
    for (player, rating) in players.iter_mut().zip([1800u16, 1901, 2000, 2100]) {
        player.rating = Some(rating);
    }
    let list = [TieBreak::AverageRating, TieBreak::Performance];
    let rows = standings(&contest(&players, 3), &list, Edition::Y2026);
    let row = rows.iter().find(|row| row.number == 1).expect("player 1");
    assert_eq!(row.tie_breaks, [Value::whole(2000), Value::whole(2000)]);
    let last = rows.iter().find(|row| row.number == 4).expect("player 4");
    assert_eq!(last.tie_breaks, [Value::whole(1800), Value::whole(2600)]);
}

#[test]
fn means_and_shares_are_rounded_half_up() {
    // 1: against 1801, 1900, 2001 and one without a rating: 5702 / 3 = 1900.67 is 1901; half a point of three is 16.67 per
    //    cent, which is 17 and worth -273 (83 per cent: 273).
    // 2: against 2100 and 2001: 2050.5 is 2051; nothing of two is worth -800.
    // 3: against 2100 and 1801: 1950.5 is 1951; half a point of two is 25 per cent and worth -193 (75 per cent: 193).
    let mut players = vec![
        player(1, "w2 0, b3 =, w4 0, b5 1"),
        player(2, "b1 0, w4 0, Z, Z"),
        player(3, "b2 0, w1 =, Z, Z"),
        player(4, "Z, b2 1, b1 1, Z"),
        player(5, "Z, Z, Z, w1 0"),
    ];
    for (player, rating) in players.iter_mut().zip([2100u16, 1801, 1900, 2001]) {
        player.rating = Some(rating);
    }
    let list = [TieBreak::AverageRating, TieBreak::Performance];
    let rows = by_number(&players, 4, System::Swiss, &list);
    assert_eq!(rows[..3], ["1901 1628", "2051 1251", "1951 1758"]);
}

#[test]
fn means_over_many_meetings_are_exact() {
    // 1 met 2 once, 3 twice, and so on to 28, whom it met 27 times, and drew every game but one against each.
    let mut players: Vec<Player> = (1..=28).map(|number| Player::new(number, None)).collect();
    for other in 2..=28u32 {
        for meeting in 1..other {
            let halves = if meeting == 1 { 2 } else { 1 };
            for (own, opponent, halves) in [(1, other, halves), (other, 1, 2 - halves)] {
                players[own as usize - 1].rounds.push(RoundRecord::Game {
                    opponent,
                    side: Side::White,
                    halves,
                });
            }
        }
    }
    let rounds = players[0].rounds.len();
    assert_eq!(rounds, 27 * 28 / 2);
    let contest = contest(&players, u16::try_from(rounds).expect("few"));
    let table = Table::new(&contest, Edition::Y2026);
    let everybody: Vec<usize> = (0..28).collect();
    let sum = direct::Among::of(&table, &everybody).points(0);
    // A half against each, and a half more divided by the meetings: 27 / 2 + (1 + 1/2 + ... + 1/27) / 2.
    let harmonic = (1..=27).fold(Value::ZERO, |sum, k| sum.plus(Value::fraction(1, 2 * k)));
    assert_eq!(sum, harmonic.plus(Value::fraction(27, 2)));
    assert_eq!(sum.to_string(), "15.45");
}

#[test]
fn the_fixture_is_reproduced() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/tiebreaks/tiebreaks.json"
    );
    let text = std::fs::read_to_string(path).expect("the fixture is in the repository");
    let json: serde_json::Value = serde_json::from_str(&text).expect("the fixture is JSON");
    let cases = json["cases"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 40);
    let mut compared = 0;
    for case in cases {
        let players = fixture_players(case);
        let rounds = u16::try_from(case["rounds"].as_u64().expect("rounds")).expect("few rounds");
        for (year, edition) in [("2024", Edition::Y2024), ("2026", Edition::Y2026)] {
            let rows = standings(&contest(&players, rounds), &LISTED, edition);
            for row in rows {
                let expected = &case["expected"][year][row.number.to_string()];
                let points = Value::halves(i64::from(row.halves));
                assert_number(&expected["PTS"], points);
                for (tie_break, value) in LISTED.iter().zip(&row.tie_breaks) {
                    assert_number(&expected[tie_break.code()], *value);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "only {compared} values in the fixture");
}

/// Fixture numbers are written with quarters at most; they are compared as whole quarters.
fn assert_number(expected: &serde_json::Value, got: Value) {
    let expected = expected.as_f64().expect("a number") * 4.0;
    assert_eq!(
        format!("{expected:.0}"),
        Value::fraction(got.numerator() * 4, got.denominator()).to_string()
    );
}

fn fixture_players(case: &serde_json::Value) -> Vec<Player> {
    let games = case["games"].as_object().expect("games by player");
    let mut players: Vec<Player> = games
        .iter()
        .map(|(number, rounds)| {
            let number = number.parse().expect("a player's number");
            let mut player = Player::new(number, None);
            let rounds = rounds.as_array().expect("a list of rounds");
            player.rounds = rounds.iter().map(fixture_round).collect();
            player
        })
        .collect();
    players.sort_by_key(|player| player.number);
    players
}

fn fixture_round(round: &serde_json::Value) -> RoundRecord {
    let opponent = round[1].as_u64().map(|n| u32::try_from(n).expect("small"));
    let halves = match round[3].as_f64().map(|points| points * 2.0) {
        Some(halves) if halves >= 2.0 => 2,
        Some(halves) if halves >= 1.0 => 1,
        _ => 0,
    };
    match round[0].as_str().expect("a kind") {
        "P" => RoundRecord::Game {
            opponent: opponent.expect("a game has an opponent"),
            side: if round[2] == "w" {
                Side::White
            } else {
                Side::Black
            },
            halves,
        },
        "FW" | "FL" => RoundRecord::Forfeit { opponent, halves },
        "PAB" => RoundRecord::PairingBye,
        "HB" => RoundRecord::HalfBye,
        "ZB" => RoundRecord::Absent,
        other => panic!("unknown kind {other}"),
    }
}
