//! When two positions are the same (DAL 7.7), and how often each one was there.
//!
//! Positions are the same if the same men stand on the same squares, the same side is to move, and the same moves are
//! possible, castling and captures in passing included. The key holds all of that, so no two positions are ever taken
//! for one because their hashes are equal.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use shakmaty::{Bitboard, Chess, Position};

/// A position as the laws compare it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// Three bits for the kind of man on each square, and one for its colour.
    planes: [u64; 4],
    /// Castling rights (the unmoved rooks of both back ranks), the file of a capture in passing that is legal, the side
    /// to move.
    rights: u32,
}

impl Key {
    pub(super) fn of(position: &Chess) -> Key {
        let board = position.board();
        let bits = |squares: Bitboard| squares.0;
        // Pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6.
        let planes = [
            bits(board.pawns() | board.bishops() | board.queens()),
            bits(board.knights() | board.bishops() | board.kings()),
            bits(board.rooks() | board.queens() | board.kings()),
            bits(board.white()),
        ];
        let rooks = bits(position.castles().castling_rights());
        let castling = (rooks & 0xff) | (rooks >> 56 << 8);
        let passing = position
            .legal_ep_square()
            .map_or(0, |square| 1 + u32::from(square.file()));
        let turn = u32::from(position.turn().is_white());
        Key {
            planes,
            // Sixteen bits: what was shifted there cannot be more.
            rights: castling as u32 | passing << 16 | turn << 20,
        }
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for plane in self.planes {
            state.write_u64(plane);
        }
        state.write_u64(u64::from(self.rights));
    }
}

/// Multiplies and folds: as good as it has to be for keys that are compared in full, and a fifth of the time of the
/// standard hasher.
#[derive(Debug, Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn write_u64(&mut self, word: u64) {
        let mixed = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (mixed as u64) ^ ((mixed >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// How often a position was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Times {
    /// This many times.
    pub(super) count: u32,
    /// The ply at which it was there for the third time.
    pub(super) third: Option<usize>,
}

/// A map grown beyond this is given back rather than emptied, so that one long shuffle does not make every later capture
/// of the game expensive.
const KEPT_MAX: usize = 1024;

/// The positions since the last capture or pawn move. None of those before can come again, so this is all that has to be
/// remembered: the number of positions is that of the quiet half-moves in a row.
#[derive(Debug, Default)]
pub(super) struct Seen {
    times: HashMap<Key, Times, BuildHasherDefault<Folding>>,
    most: u32,
}

impl Seen {
    /// A man was taken or a pawn moved: nothing from before comes again.
    pub(super) fn forget(&mut self) {
        if self.times.capacity() > KEPT_MAX {
            self.times = HashMap::default();
        } else {
            self.times.clear();
        }
        self.most = 0;
    }

    /// The position is there, after this many plies: how often now?
    pub(super) fn count(&mut self, key: Key, ply: usize) -> Times {
        let times = self.times.entry(key).or_default();
        times.count += 1;
        if times.count == 3 {
            times.third = Some(ply);
        }
        self.most = self.most.max(times.count);
        *times
    }

    /// How many different ones there are.
    #[cfg(test)]
    pub(super) fn positions(&self) -> usize {
        self.times.len()
    }

    /// How often this position was there.
    pub(super) fn times(&self, key: &Key) -> u32 {
        self.times.get(key).map_or(0, |times| times.count)
    }

    /// How often the one was there that was there most often.
    pub(super) fn most(&self) -> u32 {
        self.most
    }
}
