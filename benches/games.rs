//! How long it takes to walk a game with the laws at every ply, and to write it.
//!
//! The games are whole ones of the fixtures; `GAMES=FILE.pgn` takes those of another file.

use chessmasters::game::{
    Course, Findings, GAME_BYTES_MAX, Gamescore, Marker, Report, Start, Terms, judge, pgn, sans,
    scores, short_lines, stored,
};
use divan::Bencher;
use divan::counter::ItemsCount;
use shakmaty::Position;
use std::path::PathBuf;

fn main() {
    divan::main();
}

/// Whole games of 49 to 209 plies.
const FIXTURES: [&str; 8] = [
    "100-g1-san.pgn",
    "200-stalemate-bare-king.pgn",
    "202-stalemate-with-blocked-pawns.pgn",
    "206-dead-kb-v-kb-same-colour.pgn",
    "216-bare-king-loses-on-resignation.pgn",
    "222-fifty-then-capture.pgn",
    "224-seven-occurrences-played-on.pgn",
    "246-bishop-and-rook-underpromotion-real.pgn",
];

fn texts() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/games");
    let files = match std::env::var_os("GAMES") {
        Some(file) => vec![PathBuf::from(file)],
        None => FIXTURES.map(|name| folder.join(name)).to_vec(),
    };
    let text = |file: &PathBuf| std::fs::read(file).expect("a file of games");
    files.iter().map(text).collect()
}

fn games() -> Vec<Gamescore> {
    let texts = texts();
    let games = texts.iter().flat_map(|text| scores(text, GAME_BYTES_MAX));
    games.collect()
}

fn plies(games: &[Gamescore]) -> ItemsCount {
    ItemsCount::new(games.iter().map(|game| game.moves.len()).sum::<usize>())
}

/// Everything that is done to a file of games: read, every ply looked at, the result held against it.
#[divan::bench]
fn read_walk_and_judge(bencher: Bencher<'_, '_>) {
    let texts = texts();
    bencher.counter(plies(&games())).bench_local(|| {
        for game in texts.iter().flat_map(|text| scores(text, GAME_BYTES_MAX)) {
            let findings = Findings::of(&game, Terms::default());
            divan::black_box(judge(&findings, Report::of(&game)));
        }
    });
}

/// The moves alone, as the floor the others stand on.
#[divan::bench]
fn moves_only(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            let mut position = game.start.position();
            for played in &game.moves {
                position.play_unchecked(*played);
            }
            divan::black_box(position);
        }
    });
}

/// Every ply looked at, and the report held against it.
#[divan::bench]
fn walk_and_judge(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            let findings = Findings::of(game, Terms::default());
            divan::black_box(judge(&findings, Report::of(game)));
        }
    });
}

/// Knights that go out and back: the longest stretch in which positions can come again.
#[divan::bench(args = [2_000, 20_000, 200_000])]
fn shuffle(bencher: Bencher<'_, '_>, plies: usize) {
    let words = "g1f3 g8f6 f3g1 f6g8 ".repeat(plies / 4);
    let moves = stored::from_text(&Start::Initial, &words).expect("knights go out and back");
    bencher.counter(ItemsCount::new(plies)).bench_local(|| {
        let mut course = Course::new(&Start::Initial, Terms::default());
        for played in &moves {
            course.push(*played);
        }
        divan::black_box(course.finish())
    });
}

#[divan::bench]
fn standard_notation(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            divan::black_box(sans(&game.start, &game.moves));
        }
    });
}

#[divan::bench]
fn write_pgn(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            divan::black_box(pgn(game, &game.tags, Marker::Unfinished, None));
        }
    });
}

#[divan::bench]
fn lines_for_irc(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            divan::black_box(short_lines(game, game.marker, 400));
        }
    });
}

#[divan::bench]
fn keep_and_take_back(bencher: Bencher<'_, '_>) {
    let games = games();
    bencher.counter(plies(&games)).bench_local(|| {
        for game in &games {
            let kept = stored::to_text(&game.moves);
            divan::black_box(stored::from_text(&game.start, &kept)).expect("it was legal");
        }
    });
}
