//! Places of a text where something may be missing, and whether the text itself shows that nothing is.
//!
//! Whoever takes a text down line by line and knows that a line was lost puts a mark there. The moves are whole all the
//! same where a move's number follows that counts right: then what was lost was talk. A game that had its result before the
//! mark is whole too, if nothing follows.

use super::lex::{Kind, Lexed};
use super::score::Note;

/// What is known of a place where something may be missing.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// Nobody listened for a while: it is not known whether anything was said.
    Unheard,
    /// A line is as long as a line can be: it is not known whether it was longer.
    Cut,
    /// Something was said and is lost.
    Lost,
}

/// A control character says it in the text: none comes in what people send by IRC, and these three are no formatting.
const UNHEARD: u8 = 0x17;
/// See [`UNHEARD`].
const CUT: u8 = 0x19;
/// See [`UNHEARD`].
const LOST: u8 = 0x18;

impl Gap {
    /// The line that marks it in a text, without its end.
    pub fn mark(self) -> char {
        char::from(match self {
            Gap::Unheard => UNHEARD,
            Gap::Cut => CUT,
            Gap::Lost => LOST,
        })
    }

    /// The worst that is marked in a text.
    pub fn worst_in(text: &str) -> Option<Gap> {
        text.bytes().filter_map(Gap::of_mark).max()
    }

    fn of_mark(byte: u8) -> Option<Gap> {
        match byte {
            UNHEARD => Some(Gap::Unheard),
            CUT => Some(Gap::Cut),
            LOST => Some(Gap::Lost),
            _ => None,
        }
    }
}

/// Whether this is a mark; it has a line of its own.
pub(super) fn is_mark(byte: u8) -> bool {
    Gap::of_mark(byte).is_some()
}

/// What stands between the words of a line; a mark does, too.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c) || is_mark(byte)
}

/// The text with blanks in place of its marks.
pub(super) fn without_marks(text: &[u8]) -> Vec<u8> {
    let blank = |byte: &u8| if is_mark(*byte) { b' ' } else { *byte };
    text.iter().map(blank).collect()
}

/// The gap in a game behind which its moves may be others than those sent; a certain loss rather than a possible one. The
/// game begins at `from`.
pub(super) fn open_gap(text: &[u8], from: usize, lexed: &Lexed) -> Option<Note> {
    let marks = text[from..lexed.next]
        .iter()
        .enumerate()
        .filter_map(|(offset, byte)| Some((from + offset, Gap::of_mark(*byte)?)));
    let open = marks.filter(|(at, _)| !is_bridged(*at, lexed));
    // Of several of one kind, the first.
    let (at, gap) = open.min_by_key(|(at, gap)| (std::cmp::Reverse(*gap), *at))?;
    let before = lexed.tokens.iter().take_while(|token| token.start < at);
    let words = before.filter(|token| token.kind == Kind::Word).count();
    Some(Note::Gap {
        ply: words + 1,
        gap,
    })
}

/// Whether what stands behind a mark shows that no move is missing there.
fn is_bridged(at: usize, lexed: &Lexed) -> bool {
    let mut words = 0;
    let (mut ended, mut goes_on) = (false, false);
    for token in &lexed.tokens {
        let behind = token.start >= at;
        goes_on |= behind;
        match token.kind {
            // The words before it are moves, if it is the number of the next one.
            Kind::Number { value, .. } if behind && value as usize == words / 2 + 1 => return true,
            Kind::Word => words += 1,
            Kind::Result(_) => ended |= !behind,
            Kind::Number { .. } | Kind::Dots | Kind::Odd => {}
        }
    }
    ended && !goes_on
}
