//! The games of a stream, one at a time.

use crate::game::{GAME_BYTES_MAX, Games, Gamescore, Next};
use std::io::{self, Read};

/// How much is read at once.
const PIECE_BYTES: usize = 64 << 10;

/// The games, as long as the stream can be read. Of the text no more is held than one game and one piece.
pub(super) fn games(source: &mut dyn Read) -> impl Iterator<Item = io::Result<Gamescore>> {
    let mut games = Games::new(GAME_BYTES_MAX);
    let mut piece = vec![0; PIECE_BYTES];
    let mut broken = false;
    std::iter::from_fn(move || {
        if broken {
            return None;
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
                    broken = true;
                    return Some(Err(cause));
                }
            }
        }
    })
}
