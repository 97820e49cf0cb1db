//! Matchings against trying everything.

use super::matching::{Graph, Matching};
use super::tests::Dice;
use super::weight::{Weight, Wide};
use super::weighted::{Budget, heaviest};

/// The greatest weight of any matching, by trying all of them.
fn by_trial(weights: &[Vec<i64>], free: &mut Vec<usize>) -> i64 {
    let Some(a) = free.pop() else {
        return 0;
    };
    let mut best = by_trial(weights, free);
    for index in 0..free.len() {
        let b = free.remove(index);
        if weights[a][b] > 0 {
            best = best.max(weights[a][b] + by_trial(weights, free));
        }
        free.insert(index, b);
    }
    free.push(a);
    best
}

fn random_weights(dice: &mut Dice, size: usize, range: u64, density: u64) -> Vec<Vec<i64>> {
    let mut weights = vec![vec![0i64; size]; size];
    let pairs = (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
    for (a, b) in pairs {
        if dice.roll(100) < density {
            let value = i64::try_from(dice.roll(range)).expect("small");
            weights[a][b] = value;
            weights[b][a] = value;
        }
    }
    weights
}

fn total(weights: &[Vec<i64>], mates: &[Option<usize>]) -> i64 {
    let pairs = mates.iter().enumerate();
    pairs
        .filter_map(|(a, mate)| mate.map(|b| (a, b)))
        .map(|(a, b)| {
            assert_eq!(mates[b], Some(a), "mates are mutual");
            weights[a][b]
        })
        .sum::<i64>()
        / 2
}

#[test]
fn the_heaviest_matching_is_the_heaviest() {
    let mut dice = Dice(7);
    for round in 0..1_500u64 {
        let size = 2 + usize::try_from(dice.roll(8)).expect("small");
        let range = [3, 6, 20, 1_000][usize::try_from(round % 4).expect("small")];
        let density = 30 + dice.roll(71);
        let weights = random_weights(&mut dice, size, range, density);
        let mut free: Vec<usize> = (0..size).collect();
        let best = by_trial(&weights, &mut free);
        let budget = Budget::new(1_000_000);
        let narrow = heaviest(size, |a, b| i128::from(weights[a][b]), &budget).expect("enough");
        assert_eq!(total(&weights, &narrow), best, "{weights:?}");
        let wide =
            heaviest(size, |a, b| Wide::<3>::shifted(weights[a][b], 100), &budget).expect("enough");
        assert_eq!(total(&weights, &wide), best, "{weights:?}");
    }
}

#[test]
fn a_pair_is_fixed_exactly_when_a_perfect_matching_has_it() {
    let mut dice = Dice(11);
    for _ in 0..600 {
        let size = 2 * (1 + usize::try_from(dice.roll(4)).expect("small"));
        let density = 30 + dice.roll(71);
        let weights = random_weights(&mut dice, size, 2, density);
        let mut graph = Graph::new(size);
        let pairs = || (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
        for (a, b) in pairs().filter(|&(a, b)| weights[a][b] > 0) {
            graph.connect(a, b);
        }
        let mut free: Vec<usize> = (0..size).collect();
        let most = by_trial(&weights, &mut free);
        let matching = Matching::perfect(&graph);
        let perfect = usize::try_from(most).expect("not negative") * 2 == size;
        assert_eq!(matching.is_some(), perfect);
        let Some(matching) = matching else {
            continue;
        };
        for (a, b) in pairs() {
            let mut rest: Vec<usize> = (0..size).filter(|&c| c != a && c != b).collect();
            let rest = by_trial(&weights, &mut rest);
            let expected =
                weights[a][b] > 0 && usize::try_from(rest).expect("not negative") * 2 == size - 2;
            assert_eq!(matching.clone().fix(a, b), expected, "{a}-{b}");
        }
    }
}

#[test]
fn wide_numbers_calculate() {
    let number = |value: i64, shift| Wide::<2>::shifted(value, shift);
    assert!(number(-1, 0) < Wide::ZERO && number(1, 64) > number(i64::MAX, 0));
    assert_eq!(number(-3, 70).plus(number(3, 70)), Wide::ZERO);
    assert_eq!(number(-4, 64).half(), number(-2, 64));
    assert_eq!(number(6, 63).half(), number(3, 63));
    assert_eq!(
        number(1, 64).minus(number(1, 0)).plus(number(1, 0)),
        number(2, 63)
    );
}
