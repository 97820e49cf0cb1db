//! A director changes a paired round by hand before it is published (SPEC R-12).

use super::super::action::Consent;
use super::super::drawing::Drawn;
use super::super::fact::{PairedBy, Pairing};
use super::super::refusal::{Refusal, Risk};
use super::super::state::{Bye, EntryStatus, Round, RoundStage, Tournament};
use super::rounds::{next_round, no_pairing, paired, publish_at};
use super::{Decision, in_phase};
use crate::tournament::Phase;
use crate::vocabulary::{ByeKind, EntryNumber, Timestamp};

/// The draft under the director's hands.
struct Draft<'a> {
    tournament: &'a Tournament,
    round: &'a Round,
    publish_at: Option<Timestamp>,
}

/// A place in the draft.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    White(usize),
    Black(usize),
    Bye(usize),
}

impl<'a> Draft<'a> {
    fn of(tournament: &'a Tournament) -> Result<Draft<'a>, Refusal> {
        in_phase(tournament, &[Phase::Running])?;
        let round = tournament
            .draft_round()
            .ok_or_else(|| match tournament.current_round() {
                Some(round) if round.is_open() => Refusal::RoundAlreadyPaired {
                    round: round.number,
                    published: true,
                    results: round
                        .boards
                        .iter()
                        .filter(|board| board.status.settled().is_some())
                        .count(),
                },
                Some(_) | None => Refusal::NoDraft {
                    tournament: tournament.id,
                },
            })?;
        let RoundStage::Draft { publish_at } = round.stage else {
            unreachable!("a draft is not published")
        };
        Ok(Draft {
            tournament,
            round,
            publish_at,
        })
    }

    fn drawn(&self) -> Drawn {
        let pair = |board: &super::Board| Pairing {
            white: board.players.white,
            black: board.players.black,
        };
        Drawn {
            pairs: self.round.boards.iter().map(pair).collect(),
            byes: self.round.byes.clone(),
        }
    }

    fn place(&self, drawn: &Drawn, player: EntryNumber) -> Result<Place, Refusal> {
        let white = drawn
            .pairs
            .iter()
            .position(|pair| pair.white == player)
            .map(Place::White);
        let black = || {
            drawn
                .pairs
                .iter()
                .position(|pair| pair.black == player)
                .map(Place::Black)
        };
        let bye = || {
            drawn
                .byes
                .iter()
                .position(|bye| bye.player == player)
                .map(Place::Bye)
        };
        white.or_else(black).or_else(bye).ok_or_else(|| {
            match self.tournament.entry(player).status {
                EntryStatus::Withdrawn(_) => Refusal::AlreadyWithdrawn {
                    tournament: self.tournament.id,
                    entry: player,
                },
                EntryStatus::Active => Refusal::DraftIncomplete {
                    unpaired: vec![player],
                    tournament: self.tournament.id,
                },
            }
        })
    }

    /// The edited draft as a fact, unless it breaks something the director has not agreed to yet. What the draft
    /// broke before the edit needs no second consent.
    fn edited(&self, drawn: Drawn, consent: Consent) -> Decision {
        let before = self.tournament.risks(self.round.number, &self.drawn());
        let risks: Vec<Risk> = self
            .tournament
            .risks(self.round.number, &drawn)
            .into_iter()
            .filter(|risk| !before.contains(risk))
            .collect();
        agreed(self.tournament, risks, consent)?;
        Ok(vec![paired(
            self.tournament,
            self.round.number,
            drawn,
            self.publish_at,
            PairedBy::Hand,
        )])
    }
}

fn put(drawn: &mut Drawn, place: Place, player: EntryNumber) {
    match place {
        Place::White(index) => drawn.pairs[index].white = player,
        Place::Black(index) => drawn.pairs[index].black = player,
        Place::Bye(index) => drawn.byes[index].player = player,
    }
}

/// `swap A B`: the two change places; two who meet each other exchange colours.
pub fn swap(
    tournament: &Tournament,
    first: EntryNumber,
    second: EntryNumber,
    consent: Consent,
) -> Decision {
    if first == second {
        return Err(Refusal::SamePlayer);
    }
    let draft = Draft::of(tournament)?;
    let mut drawn = draft.drawn();
    let (one, other) = (draft.place(&drawn, first)?, draft.place(&drawn, second)?);
    put(&mut drawn, one, second);
    put(&mut drawn, other, first);
    draft.edited(drawn, consent)
}

/// `pair W B`: these two meet with these colours; those they leave behind meet each other, or take the bye.
pub fn pair_by_hand(
    tournament: &Tournament,
    white: EntryNumber,
    black: EntryNumber,
    consent: Consent,
) -> Decision {
    if white == black {
        return Err(Refusal::SamePlayer);
    }
    let draft = Draft::of(tournament)?;
    let mut drawn = draft.drawn();
    // Black goes to the place opposite white; whoever sat there takes black's old place.
    let (at_white, at_black) = (draft.place(&drawn, white)?, draft.place(&drawn, black)?);
    let (board, opposite) = match (at_white, at_black) {
        (Place::White(board), _) => (board, Place::Black(board)),
        (Place::Black(board), _) => (board, Place::White(board)),
        (Place::Bye(_), Place::White(board)) => (board, Place::Black(board)),
        (Place::Bye(_), Place::Black(board)) => (board, Place::White(board)),
        (Place::Bye(_), Place::Bye(_)) => return draft.both_from_byes(white, black, consent),
    };
    let sitting = occupant(&drawn, opposite);
    match at_white {
        Place::White(_) | Place::Black(_) => {
            put(&mut drawn, at_black, sitting);
            put(&mut drawn, opposite, black);
        }
        Place::Bye(_) => {
            put(&mut drawn, at_white, sitting);
            put(&mut drawn, opposite, white);
        }
    }
    drawn.pairs[board] = Pairing { white, black };
    draft.edited(drawn, consent)
}

fn occupant(drawn: &Drawn, place: Place) -> EntryNumber {
    match place {
        Place::White(index) => drawn.pairs[index].white,
        Place::Black(index) => drawn.pairs[index].black,
        Place::Bye(index) => drawn.byes[index].player,
    }
}

impl Draft<'_> {
    fn both_from_byes(&self, white: EntryNumber, black: EntryNumber, consent: Consent) -> Decision {
        let mut drawn = self.drawn();
        drawn
            .byes
            .retain(|bye| bye.player != white && bye.player != black);
        drawn.pairs.push(Pairing { white, black });
        self.edited(drawn, consent)
    }
}

/// `bye NICK`: this player sits out, and the others are paired anew by the system.
pub fn give_bye(
    tournament: &Tournament,
    player: EntryNumber,
    kind: ByeKind,
    consent: Consent,
    now: Timestamp,
) -> Decision {
    let draft = match Draft::of(tournament) {
        Err(Refusal::NoDraft { .. }) if tournament.pairing_failed.is_some() => {
            return pair_around_bye(tournament, Bye { player, kind }, consent, now);
        }
        draft => draft?,
    };
    let place = draft.place(&draft.drawn(), player)?;
    if let Place::Bye(index) = place
        && draft.round.byes[index].kind == kind
    {
        return Ok(Vec::new());
    }
    let others = draft
        .round
        .byes
        .iter()
        .filter(|bye| bye.kind != ByeKind::PairingAllocated && bye.player != player);
    let mut fixed: Vec<Bye> = others.copied().collect();
    fixed.push(Bye { player, kind });
    let drawn = tournament
        .draw_round(draft.round.number, &fixed)
        .map_err(|cause| no_pairing(tournament, cause))?;
    draft.edited(drawn, consent)
}

/// The next round had no legal pairing, such as for three players who all had a bye: a director says who sits out, and the
/// others are paired by the system.
fn pair_around_bye(
    tournament: &Tournament,
    bye: Bye,
    consent: Consent,
    now: Timestamp,
) -> Decision {
    if tournament.entry(bye.player).status != EntryStatus::Active {
        return Err(Refusal::AlreadyWithdrawn {
            tournament: tournament.id,
            entry: bye.player,
        });
    }
    let number = next_round(tournament);
    let drawn = tournament
        .draw_round(number, &[bye])
        .map_err(|cause| no_pairing(tournament, cause))?;
    agreed(tournament, tournament.risks(number, &drawn), consent)?;
    let publish_at = publish_at(tournament, now);
    Ok(vec![paired(
        tournament,
        number,
        drawn,
        publish_at,
        PairedBy::Hand,
    )])
}

/// Whether the director agreed to what an edit breaks.
fn agreed(tournament: &Tournament, risks: Vec<Risk>, consent: Consent) -> Result<(), Refusal> {
    if risks.is_empty() || consent == Consent::Confirmed {
        return Ok(());
    }
    Err(Refusal::NeedsConfirmation {
        risks,
        tournament: tournament.id,
    })
}
