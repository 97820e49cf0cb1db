//! The laws on games of chance: what the walk says against the definitions, counted the slow way.

use std::collections::{BTreeSet, VecDeque};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::ending::{Mobility, mobility};
use super::key::Key;
use super::tests_support::{Chance, Taste, chance_game, set_up};
use super::*;

/// Starts in which much of what is subtle happens soon: castling rights of all kinds, pawns about to pass each other,
/// hardly any men.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37",
    "8/4P1k1/8/8/3n4/8/4p3/1K6 b - - 0 1",
    "8/5kb1/8/8/8/2B5/1K6/8 w - - 0 1",
    "8/8/8/8/8/k7/8/K6R w - - 0 1",
    "5k2/8/8/2N5/3n4/8/8/2K5 w - - 0 1",
    "3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
];

/// The position as the laws compare it, by the first four fields of FEN: a second way to say the same as `Key`.
fn spelled(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn after(position: &Chess, played: Move) -> Chess {
    position.clone().play(played).expect("a legal move")
}

/// The point of 7.4 a board falls under, read off the letters of its FEN.
fn listed(position: &Chess) -> Option<&'static str> {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    let board = fen.split(' ').next().expect("a FEN has a board");
    let mut men: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    men.sort_unstable();
    let men: String = men.into_iter().collect();
    match men.as_str() {
        "Kk" => Some("7.4a"),
        "BKk" | "Kbk" | "KNk" | "Kkn" => Some("7.4b"),
        "BKbk" => {
            let bishops = position.board().bishops().into_iter();
            let colors: BTreeSet<bool> = bishops.map(|square| square.is_light()).collect();
            (colors.len() == 1).then_some("7.4c")
        }
        _ => None,
    }
}

/// The article that ends the game in a position, all legal moves being counted.
fn ends(position: &Chess) -> Option<&'static str> {
    match (position.legal_moves().is_empty(), position.is_check()) {
        (true, true) => Some("7.1"),
        (true, false) => Some("7.3"),
        (false, _) => listed(position),
    }
}

/// Everything a walk says, counted from the whole list of positions.
fn hold_against_definitions(start: &Start, moves: &[Move], findings: &Findings) {
    let mut positions = vec![start.position()];
    for played in moves {
        let next = after(positions.last().expect("there is a start"), *played);
        positions.push(next);
    }
    let spellings: Vec<String> = positions.iter().map(spelled).collect();
    let count = |upto: usize, wanted: &str| {
        let seen = spellings[..=upto].iter();
        seen.filter(|spelling| *spelling == wanted).count()
    };
    let last = positions.len() - 1;
    let over = positions
        .iter()
        .position(|position| ends(position).is_some());
    let before_end = |ply: &usize| over.is_none_or(|over| *ply < over);
    let first = |so: &dyn Fn(usize) -> bool| (0..=last).filter(before_end).find(|ply| so(*ply));
    let clock = |ply: usize| {
        let quiet = moves[..ply].iter().rev();
        quiet.take_while(|played| !played.is_zeroing()).count()
    };

    assert_eq!(findings.plies, last);
    assert_eq!(
        findings.over.map(|over| (over.ply, over.end.article())),
        over.map(|ply| (ply, ends(&positions[ply]).expect("found by this")))
    );
    assert_eq!(findings.end.map(End::article), ends(&positions[last]));
    assert_eq!(findings.dead.map(Dead::article), listed(&positions[last]));
    assert_eq!(findings.times as usize, count(last, &spellings[last]));
    let most = (0..=last).map(|ply| count(ply, &spellings[ply])).max();
    assert_eq!(Some(findings.times_max as usize), most);
    assert_eq!(findings.clock as usize, clock(last));
    assert_eq!(findings.reset_at, last - clock(last));
    assert_eq!(
        findings.first.third,
        first(&|ply| count(ply, &spellings[ply]) >= 3)
    );
    assert_eq!(
        findings.first.fifth,
        first(&|ply| count(ply, &spellings[ply]) >= 5)
    );
    assert_eq!(findings.first.fifty, first(&|ply| clock(ply) >= 100));
    assert_eq!(findings.first.seventy_five, first(&|ply| clock(ply) >= 150));

    let claims = match over {
        Some(_) => Vec::new(),
        None => claims_by_definition(&positions, &spellings, clock(last)),
    };
    let said = findings.claims.iter().map(|claim| {
        let text = match &claim.ground {
            Ground::About(san) => format!("7.7a:{san}"),
            Ground::Third | Ground::Quiet => claim.ground.article().to_owned(),
        };
        (text, claim.from_ply)
    });
    assert_eq!(said.collect::<Vec<_>>(), claims);
}

/// What may be claimed in the last position of a game that is not over, with the ply from which on.
fn claims_by_definition(
    positions: &[Chess],
    spellings: &[String],
    clock: usize,
) -> Vec<(String, usize)> {
    let last = positions.len() - 1;
    let times = |wanted: &str| spellings.iter().filter(|s| *s == wanted).count();
    let mut claims = Vec::new();
    let mut third = (0..=last).filter(|ply| spellings[*ply] == spellings[last]);
    if let Some(third) = third.nth(2) {
        claims.push(("7.7b".to_owned(), third));
    }
    let mut about: Vec<String> = Vec::new();
    for played in positions[last].legal_moves() {
        if times(&spelled(&after(&positions[last], played))) >= 2 {
            let word = SanPlus::from_move(positions[last].clone(), played);
            about.push(format!("7.7a:{word}"));
        }
    }
    about.sort();
    claims.extend(about.into_iter().map(|claim| (claim, last)));
    if clock >= 100 {
        claims.push(("7.9".to_owned(), last - (clock - 100)));
    }
    claims
}

#[test]
fn games_of_chance_against_the_definitions() {
    let (mut claims, mut ends, mut voids) = (0, 0, 0);
    for seed in 0..108 {
        let start = set_up(STARTS[seed as usize % STARTS.len()]);
        let taste = [Taste::Back, Taste::Any, Taste::Captures][seed as usize / STARTS.len() % 3];
        let score = chance_game(start.clone(), seed, taste, 130);
        // Every beginning of a game is a game.
        let mut chance = Chance::new(seed);
        let lengths = [score.moves.len(), chance.below(score.moves.len() + 1), 20];
        for length in lengths.map(|length| length.min(score.moves.len())) {
            let mut course = Course::new(&start, Terms::default());
            for played in &score.moves[..length] {
                course.push(*played);
            }
            let findings = course.finish();
            hold_against_definitions(&start, &score.moves[..length], &findings);
            claims += findings.claims.len();
            ends += usize::from(findings.over.is_some());
            voids += findings.void_plies();
        }
    }
    // The games are of use only if all of this happens in them.
    assert!(
        claims > 50 && ends > 20 && voids > 20,
        "{claims} {ends} {voids}"
    );
}

#[test]
fn a_man_that_can_move_is_found_or_there_is_none() {
    let mut none = 0;
    for seed in 0..160 {
        let start = set_up(STARTS[seed as usize % STARTS.len()]);
        let score = chance_game(start, seed + 500, Taste::Any, 200);
        let mut position = score.start.position();
        for played in &score.moves {
            position.play_unchecked(*played);
            let expected = match (position.legal_moves().is_empty(), position.is_check()) {
                (false, _) => Mobility::Free,
                (true, true) => Mobility::Checkmate,
                (true, false) => Mobility::Stalemate,
            };
            assert_eq!(mobility(&position), expected, "{}", spelled(&position));
            none += usize::from(expected != Mobility::Free);
        }
    }
    assert!(none > 10, "only {none} mates and stalemates");
}

#[test]
fn keys_are_equal_exactly_where_positions_are() {
    let mut positions = Vec::new();
    for seed in 0..16 {
        let start = set_up(STARTS[seed as usize % 4]);
        let score = chance_game(start, seed, Taste::Back, 40);
        let mut position = score.start.position();
        for played in score.moves {
            position.play_unchecked(played);
            positions.push((spelled(&position), Key::of(&position)));
        }
    }
    let mut same = 0;
    for (at, (a, key_a)) in positions.iter().enumerate() {
        for (b, key_b) in &positions[..at] {
            assert_eq!(a == b, key_a == key_b, "{a} and {b}");
            same += usize::from(a == b);
        }
    }
    assert!(same > 20, "only {same} positions came again");
}

/// Everything that can still happen, where only the kings can move.
fn nothing_can_ever_happen(start: &Chess) -> bool {
    let mut seen = BTreeSet::from([spelled(start)]);
    let mut open = VecDeque::from([start.clone()]);
    while let Some(position) = open.pop_front() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() || moves.iter().any(|m| m.is_zeroing()) {
            return false;
        }
        for played in moves {
            let next = after(&position, played);
            if seen.insert(spelled(&next)) {
                open.push_back(next);
            }
        }
    }
    true
}

/// Kings somewhere among pawns that stand before each other, on every other file and on some between, where they may
/// also take each other.
fn pawns_of_chance(seed: u64) -> Option<Start> {
    let mut chance = Chance::new(seed);
    let mut board = [['.'; 8]; 8];
    for file in 0..8 {
        let row = 2 + chance.below(3);
        if chance.below(12) < [11, 3][file % 2] {
            board[row][file] = 'p';
            board[row + 1][file] = 'P';
        }
    }
    for king in ['k', 'K'] {
        board[chance.below(8)][chance.below(8)] = king;
    }
    let ranks: Vec<String> = board
        .iter()
        .map(|row| row.iter().collect::<String>().replace('.', "1"))
        .collect();
    let turn = ["w", "b"][chance.below(2)];
    let (position, _) =
        super::facts::position_of_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))).ok()?;
    Some(Start::Setup(Box::new(position)))
}

#[test]
fn locked_pawns_are_only_named_where_nothing_can_happen() {
    let (mut locked, mut open) = (0, 0);
    for seed in 0..3000 {
        let Some(start) = pawns_of_chance(seed) else {
            continue;
        };
        match Remark::of(&start.position()) {
            Some(Remark::LockedPawns) => {
                assert!(nothing_can_ever_happen(&start.position()), "{start:?}");
                locked += 1;
            }
            Some(Remark::BishopsOfOneColor | Remark::TwoKnights) | None => open += 1,
        }
    }
    assert!(locked > 20 && open > 20, "{locked} locked, {open} open");
}
