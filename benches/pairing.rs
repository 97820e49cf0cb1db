//! How long a round takes to pair: the rounds of random tournaments of nine rounds, by size.

use chessmasters::pairing::Field;
use chessmasters::pairing::rehearsal::{Plan, Rehearsal};
use chessmasters::pairing::swiss::{Edition, explain, next_round};

fn main() {
    divan::main();
}

/// The field before each of the nine rounds.
fn fields(players: u32) -> Vec<Field> {
    let mut rehearsal = Rehearsal::new(Plan::new(players, 9, 1));
    (0..9)
        .map(|_| {
            let field = rehearsal.field.clone();
            rehearsal.play().expect("a large field can be paired");
            field
        })
        .collect()
}

#[divan::bench(args = [50, 200, 500, 1_000, 2_000, 10_000], sample_count = 5)]
fn nine_rounds(bencher: divan::Bencher<'_, '_>, players: u32) {
    let fields = fields(players);
    bencher.bench_local(|| {
        for field in &fields {
            divan::black_box(next_round(field, Edition::Y2026).expect("paired before"));
        }
    });
}

/// One explanation (`!why`) at a time, for 40 players of the second, fifth and ninth round; the desk waits for it.
#[divan::bench(args = [200, 500, 1_000, 2_000], sample_size = 1, sample_count = 120)]
fn one_explanation(bencher: divan::Bencher<'_, '_>, players: u32) {
    let fields = fields(players);
    let asked = (0..40).flat_map(|turn| [1, 4, 8].map(|round| (round, 1 + turn * (players / 40))));
    let mut asked = asked.cycle();
    bencher
        .with_inputs(|| asked.next().expect("it goes around"))
        .bench_local_values(|(round, number): (usize, u32)| {
            explain(&fields[round], Edition::Y2026, number).expect("paired before")
        });
}

/// Nobody of the upper half may meet anybody of the lower half: the most exchanges there can be, all by the fallback. With
/// 1,000 players it is given up as too entangled, which must not take longer than a few seconds.
#[divan::bench(args = [50, 100, 200, 500, 1_000], sample_count = 3)]
fn two_halves(bencher: divan::Bencher<'_, '_>, players: u32) {
    let mut field = Rehearsal::new(Plan::new(players, 9, 1)).field;
    for player in &mut field.players {
        player.available = true;
    }
    let half = players / 2;
    let across = (1..=half).flat_map(|a| (half + 1..=players).map(move |b| (a, b)));
    field.forbidden = across.collect();
    bencher.bench_local(|| divan::black_box(next_round(&field, Edition::Y2026)));
}
