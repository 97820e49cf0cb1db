//! Gamescores.

use chessmasters::game::{
    self, Comparison, Diagram, Findings, Games, Gamescore, MovePlace, Next, Report, Start, Terms,
};

/// The longest game that is read; longer ones have to be refused.
const BYTES_MAX: usize = 64 << 10;

/// Pieces of a text are at most this long.
const PIECE_MAX: usize = 97;

/// Any bytes are games, sound up to where each says it is not, and what can be done with a game is done.
pub fn pgn(data: &[u8]) {
    let scores = game::scores(data, BYTES_MAX);
    for score in &scores {
        stands(score);
    }
    assert_eq!(in_pieces(data), scores, "pieces tell another story");
    let line = String::from_utf8_lossy(data);
    // These only must come back.
    let _ = (game::looks_like_moves(&line), game::may_be_moves(&line));
}

/// The same text as it comes from a file or a network.
fn in_pieces(data: &[u8]) -> Vec<Gamescore> {
    let mut games = Games::new(BYTES_MAX);
    let mut scores = Vec::new();
    let mut pieces = data.chunks(1 + data.len() % PIECE_MAX);
    loop {
        match games.next_game() {
            Next::Game(score) => scores.push(*score),
            Next::Nothing => return scores,
            Next::Hungry => match pieces.next() {
                Some(piece) => games.feed(piece),
                None => games.finish(),
            },
        }
    }
}

fn stands(score: &Gamescore) {
    if let Some(fault) = &score.fault {
        let next = fault.ply == score.moves.len() + 1 || fault.ply == 0;
        assert!(next, "{fault:?} after {} moves", score.moves.len());
        assert!(fault.text.chars().all(|c| !c.is_control()), "{fault:?}");
    }
    let kept = game::stored::to_text(&score.moves);
    if score.start == Start::Initial {
        // Every move is checked again.
        let again = game::stored::from_text(&score.start, &kept);
        assert_eq!(again.as_ref(), Ok(&score.moves), "{kept}");
    }
    let findings = Findings::of(score, Terms::default());
    assert_eq!(findings.plies, score.moves.len());
    game::judge(&findings, Report::of(score));
    assert_eq!(game::compare(score, score), Comparison::Same);
    let diagram = Diagram::after(score, score.moves.len()).expect("it has a last position");
    assert_eq!(diagram.fen, findings.fen());
    if let Some(plies) = score.plies_to(MovePlace::Whole(1)) {
        assert!(Diagram::after(score, plies).is_some());
    }
    for line in game::short_lines(score, score.marker, 400) {
        assert!(line.len() <= 400 && !line.contains(['\r', '\n']), "{line}");
    }
    reads_back(score);
}

/// What is written is the same game, and sound.
fn reads_back(score: &Gamescore) {
    if score.start != Start::Initial || score.objection().is_some() || score.moves.is_empty() {
        return;
    }
    let marker = score.marker.unwrap_or(game::Marker::Unfinished);
    let text = game::pgn(score, &score.tags, marker, None);
    let again = game::scores(text.as_bytes(), text.len() + 1);
    assert_eq!(again.len(), 1, "{text}");
    assert_eq!(again[0].moves, score.moves, "{text}");
    assert_eq!(again[0].fault, None, "{text}");
}
