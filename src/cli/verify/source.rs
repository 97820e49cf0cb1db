//! The games of a stream, one at a time.

use crate::game::{GAME_BYTES_MAX, Games, Gamescore, Next};
use std::collections::VecDeque;
use std::io::{self, Read};

/// How much is read at once.
const PIECE_BYTES: usize = 64 << 10;

/// The games, as long as the stream can be read. Of the text no more is held than one game and one piece.
pub(super) fn games(source: &mut dyn Read) -> impl Iterator<Item = io::Result<Gamescore>> {
    let mut games = Games::new(GAME_BYTES_MAX);
    let mut piece = vec![0; PIECE_BYTES];
    // After the stream broke: what is left to say.
    let mut last_words: Option<VecDeque<io::Result<Gamescore>>> = None;
    std::iter::from_fn(move || {
        if let Some(left) = &mut last_words {
            return left.pop_front();
        }
        loop {
            match games.next_game() {
                Next::Game(score) => return Some(Ok(*score)),
                Next::Nothing => return None,
                Next::Hungry => {}
            }
            match source.read(&mut piece) {
                Ok(0) => games.finish(),
                Ok(length) => games.feed(&piece[..length]),
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => {
                    let left = last_words.insert(whole_games(&mut games));
                    left.push_back(Err(cause));
                    return left.pop_front();
                }
            }
        }
    })
}

/// The games that are whole although the text broke off: all but the one it broke off in.
fn whole_games(games: &mut Games) -> VecDeque<io::Result<Gamescore>> {
    let mut whole = VecDeque::new();
    games.finish();
    while let Next::Game(score) = games.next_game() {
        whole.push_back(Ok(*score));
    }
    whole.pop_back();
    whole
}
