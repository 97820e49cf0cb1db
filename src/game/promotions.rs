//! A pawn's move to the last rank whose piece is named in the words behind it: `e8 = Q`, `e8 (Q)`, `e8 queen`; or not at
//! all.

use shakmaty::{Chess, Move, Position, Role};

use super::attempt::Reading;
use super::matching::Named;
use super::remarks;
use super::score::{Note, Reason};

/// A pawn's move to the last rank without a piece.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    before: Chess,
    named: Named,
}

impl Reading<'_> {
    /// A pawn's move to the last rank: what it becomes may follow.
    pub(super) fn play_to_be_named(&mut self, index: usize, found: Move, named: Named) {
        let before = self.state.position.clone();
        self.play(index, found);
        self.state.pending = Some(Pending { before, named });
    }

    /// Whether the token says what the pawn before it becomes: `= Q`, `(Q)`, `queen`; or announces it.
    pub(super) fn names_piece(&mut self, index: usize) -> bool {
        let word = self.cut.word(index);
        let name = word.trim_matches(|c: char| !c.is_alphanumeric());
        let name = remarks::without_check(name);
        let announced = word.starts_with(['=', '/', '(', '[', '{']);
        let role = self.setting.tongue.promoted(name);
        if (announced || self.begins_with_piece(name))
            && role.is_none()
            && let Some(pending) = &mut self.state.pending
        {
            // Something is said of what it becomes, and cannot be read.
            pending.named = Named::CutOff;
            return name.is_empty();
        }
        let Some(role) = role else {
            return false;
        };
        let (Some(pending), Some(last)) = (&self.state.pending, self.done.moves.last_mut()) else {
            return false;
        };
        let named = promoted(*last, role);
        if !pending.before.is_legal(named) {
            return false;
        }
        *last = named;
        self.state.position = pending.before.clone();
        self.state.position.play_unchecked(named);
        self.state.pending = None;
        self.legal = None;
        true
    }

    /// Whether a word begins with a piece's whole name.
    fn begins_with_piece(&self, word: &str) -> bool {
        let letters = word.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
        let sign = word[letters..].starts_with(|c: char| !c.is_alphanumeric());
        (letters > 2 || sign) && self.setting.tongue.promoted(&word[..letters]).is_some()
    }

    /// At the end of a text without a result, the name of the piece may have been cut off.
    pub(super) fn doubt_queen(&mut self) {
        if let Some(pending) = &mut self.state.pending {
            pending.named = Named::CutOff;
        }
    }

    /// No piece was named: it is a queen, and that is said; unless a mark stands where the name should.
    pub(super) fn settle_queen(&mut self, index: usize) {
        let Some(pending) = self.state.pending.take() else {
            return;
        };
        let ply = self.done.moves.len();
        match pending.named {
            Named::Nowhere => self.done.notes.push(Note::QueenAssumed { ply }),
            Named::CutOff => {
                self.done.moves.pop();
                let at = self.played_at.pop().unwrap_or(index);
                self.state.position = pending.before;
                self.legal = None;
                self.stop(index, self.cut.word(at), Reason::Unreadable);
            }
        }
    }
}

/// The same move of a pawn to the last rank, with another piece.
fn promoted(played: Move, to: Role) -> Move {
    match played {
        Move::Normal {
            role,
            from,
            capture,
            to: square,
            promotion: _,
        } => Move::Normal {
            role,
            from,
            capture,
            to: square,
            promotion: Some(to),
        },
        Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => played,
    }
}
