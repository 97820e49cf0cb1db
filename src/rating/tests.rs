//! The worked examples, and what must hold whatever the games.

use super::*;

fn elo(points: u16) -> Rating {
    Rating {
        strength: Strength::Elo(Elo::new(points)),
        games: 100,
    }
}

fn glicko_of(rating: i64, deviation: i64) -> Rating {
    Rating {
        strength: Strength::Glicko(Glicko {
            rating_milli: rating * 1000,
            deviation_milli: deviation * 1000,
            volatility_nano: 60_000_000,
        }),
        games: 100,
    }
}

fn games(results: &[(&'static str, u8)]) -> Vec<Game<&'static str>> {
    let game = |&(second, first_halves): &(&'static str, u8)| Game {
        first: "own",
        second,
        first_halves,
    };
    results.iter().map(game).collect()
}

const FIDE: System = System::Fide(fide::Rules {
    initial: 1500,
    floor: 1400,
});

fn glicko_2() -> System {
    System::Glicko2(glicko::Rules::default())
}

#[test]
fn fides_worked_example() {
    let list = BTreeMap::from([
        ("own", elo(1850)),
        ("a", elo(1920)),
        ("b", elo(1700)),
        ("c", elo(2300)),
        ("d", elo(1850)),
        ("e", elo(1400)),
    ]);
    let games = games(&[("a", 2), ("b", 1), ("c", 0), ("d", 2), ("e", 2)]);
    let change = period(&FIDE, &list, &games)["own"];
    assert_eq!((change.games, change.halves), (5, 7));
    assert_eq!(change.after.points(), 1868);
    assert_eq!(change.after.games, 105);
}

#[test]
fn expectations_are_the_table() {
    for (own, opponent, expected) in [
        (1850, 1920, 40),
        (1850, 1700, 70),
        (1850, 2300, 8),
        (1850, 1850, 50),
        (1850, 1400, 92),
        (1503, 1500, 50),
        (1504, 1500, 51),
        (1500, 1504, 49),
        (1891, 1500, 91),
        (1892, 1500, 92),
        (1900, 1500, 92),
    ] {
        assert_eq!(fide::expected_hundredths(own, opponent), expected);
    }
}

#[test]
fn the_factor_goes_down_and_stays_down() {
    assert_eq!(Elo::new(1500).factor(29, 5), 40);
    assert_eq!(Elo::new(1500).factor(30, 5), 20);
    assert_eq!(Elo::new(2400).factor(30, 5), 10);
    let fallen = Elo {
        points: 2350,
        was_masterly: true,
    };
    assert_eq!(fallen.factor(30, 5), 10);
    // 700 a period at most.
    assert_eq!(Elo::new(1500).factor(0, 17), 40);
    assert_eq!(Elo::new(1500).factor(0, 18), 38);
    assert_eq!(Elo::new(1500).factor(0, 0), 40);
}

#[test]
fn changes_are_rounded_half_away_from_zero() {
    let list = BTreeMap::from([("own", elo(1700)), ("a", elo(1707)), ("b", elo(1693))]);
    // .51 - .5 = .01 and .49: at K 20 a draw brings 0.2, a win against the weaker one 9.8.
    let change = period(&FIDE, &list, &games(&[("a", 1)]))["own"];
    assert_eq!(change.after.points(), 1700);
    let mut list = list;
    list.insert(
        "own",
        Rating {
            games: 0,
            ..elo(1700)
        },
    );
    let lost = period(&FIDE, &list, &games(&[("b", 0), ("a", 0)]))["own"];
    assert_eq!(lost.after.points(), 1660);
    // 2.5 points: five hundredths too many at K 10 times five games.
    let strong = BTreeMap::from([("own", elo(2500)), ("x", elo(2535))]);
    let draws = games(&[("x", 1), ("x", 1), ("x", 1), ("x", 1), ("x", 1)]);
    let change = period(&FIDE, &strong, &draws);
    assert_eq!(change["own"].after.points(), 2503);
    assert_eq!(change["x"].after.points(), 2532);
}

#[test]
fn the_floor_holds_and_nobody_is_lifted_to_it() {
    let list = BTreeMap::from([("own", elo(1405)), ("a", elo(1400)), ("low", elo(1200))]);
    let lost = period(&FIDE, &list, &games(&[("a", 0), ("a", 0)]));
    assert_eq!(lost["own"].after.points(), 1400);
    let lost = period(&FIDE, &list, &games(&[("low", 2)]));
    assert_eq!(lost["low"].after.points(), 1200);
}

#[test]
fn newcomers_begin_with_the_initial_rating() {
    let change = period(&FIDE, &BTreeMap::new(), &games(&[("a", 2)]));
    assert_eq!(change["own"].before, FIDE.initial());
    assert_eq!(change["own"].after.points(), 1520);
    assert_eq!(change["a"].after.points(), 1480);
    assert!(change["a"].after.is_provisional(10));
    assert!(!elo(1500).is_provisional(10));
}

#[test]
fn glickmans_example() {
    let list = BTreeMap::from([
        ("own", glicko_of(1500, 200)),
        ("a", glicko_of(1400, 30)),
        ("b", glicko_of(1550, 100)),
        ("c", glicko_of(1700, 300)),
    ]);
    let games = games(&[("a", 2), ("b", 0), ("c", 0)]);
    let change = period(&glicko_2(), &list, &games)["own"];
    let Strength::Glicko(after) = change.after.strength else {
        panic!("a Glicko rating stays one");
    };
    let near = |value: i64, wanted: f64, unit: f64| (value as f64 / unit - wanted).abs() < 0.02;
    assert!(near(after.rating_milli, 1464.06, 1e3), "{after:?}");
    assert!(near(after.deviation_milli, 151.52, 1e3), "{after:?}");
    // At full precision: 1464.0507, 151.5165, 0.0599960.
    assert_eq!(after.rating_milli, 1_464_051);
    assert!((after.deviation_milli - 151_516).abs() <= 1, "{after:?}");
    assert!(
        (after.volatility_nano - 59_996_000).abs() < 1_000,
        "{after:?}"
    );
}

#[test]
fn who_sits_out_grows_unsure_and_no_more_than_somebody_new() {
    let list = BTreeMap::from([("idle", glicko_of(1800, 50)), ("old", glicko_of(1800, 349))]);
    let changes = period(&glicko_2(), &list, &[]);
    let Strength::Glicko(after) = changes["idle"].after.strength else {
        panic!("a Glicko rating stays one");
    };
    assert_eq!(after.rating_milli, 1_800_000);
    // The square root of 50^2 + (0.06 * 173.7178)^2.
    assert_eq!(after.deviation_milli, 51_075);
    let mut list = list;
    for _ in 0..20 {
        let changes = period(&glicko_2(), &list, &[]);
        list = changes
            .into_iter()
            .map(|(who, change)| (who, change.after))
            .collect();
    }
    let Strength::Glicko(old) = list["old"].strength else {
        panic!("a Glicko rating stays one");
    };
    assert_eq!(old.deviation_milli, 350_000);
    assert!(period(&FIDE, &list, &[]).is_empty());
}

#[test]
fn a_change_of_system_keeps_the_number() {
    let list = BTreeMap::from([("own", elo(1834)), ("a", glicko_of(1700, 80))]);
    let drawn = games(&[("a", 1)]);
    let after = period(&glicko_2(), &list, &drawn);
    assert!((1690..=1834).contains(&after["own"].after.points()));
    let after = period(&FIDE, &list, &drawn);
    assert_eq!(after["own"].after.points(), 1834 - 4);
    assert_eq!(after["a"].after.points(), 1700 + 4);
}

#[test]
fn extremes_stay_numbers() {
    let many: Vec<_> = (0..300).map(|_| ("a", 2)).collect();
    for (own, other) in [(4000, 100), (100, 4000), (1500, 1500)] {
        let list = BTreeMap::from([("own", glicko_of(own, 30)), ("a", glicko_of(other, 350))]);
        let changes = period(&glicko_2(), &list, &games(&many));
        for change in changes.values() {
            let Strength::Glicko(after) = change.after.strength else {
                panic!("a Glicko rating stays one");
            };
            assert!(after.deviation_milli > 0 && after.deviation_milli <= 350_000);
            assert!(
                (1_000..=9_999_000).contains(&after.rating_milli),
                "{after:?}"
            );
            assert!(after.volatility_nano > 0, "{after:?}");
        }
    }
}
