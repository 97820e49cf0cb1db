//! Pairing and publishing: two steps, each once (SPEC R-12).

use super::super::action::Consent;
use super::super::drawing::{CannotDraw, Drawn};
use super::super::fact::{Fact, PairedBy};
use super::super::refusal::Refusal;
use super::super::schedule;
use super::super::settings::Pace;
use super::super::state::{Bye, EntryStatus, Phase, Round, RoundStage, Sides, Society, Tournament};
use super::{Decision, in_phase};
use crate::vocabulary::{BoardNumber, ByeKind, Color, EntryNumber, RoundNumber, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// `pair`: a director pairs the next round by the system.
pub fn pair(tournament: &Tournament, consent: Consent, now: Timestamp) -> Decision {
    in_phase(tournament, &[Phase::Running])?;
    if let Some(draft) = tournament.draft_round() {
        return Err(Refusal::RoundAlreadyPaired {
            round: draft.number,
            published: false,
            results: 0,
        });
    }
    if tournament.rounds.len() >= usize::from(tournament.rounds_total()) {
        return Err(Refusal::NoMoreRounds {
            rounds: tournament.rounds_total(),
        });
    }
    for round in &tournament.rounds {
        let open: Vec<BoardNumber> = round
            .boards
            .iter()
            .filter(|board| board.status.settled().is_none())
            .map(|board| board.number)
            .collect();
        if !open.is_empty() && consent == Consent::NotGiven {
            return Err(Refusal::RoundNotOver {
                round: round.number,
                open,
            });
        }
    }
    pair_next(tournament, now)
        .map(|fact| vec![fact])
        .map_err(|cause| no_pairing(tournament, cause))
}

/// The refusal where no legal round exists.
pub fn no_pairing(tournament: &Tournament, cause: CannotDraw) -> Refusal {
    Refusal::NoPairing {
        tournament: tournament.id,
        cause,
    }
}

/// Pairs the next round by the system.
///
/// # Errors
/// Why there is no pairing.
pub fn pair_next(tournament: &Tournament, now: Timestamp) -> Result<Fact, CannotDraw> {
    let number = next_round(tournament);
    let drawn = tournament.draw_round(number, &[])?;
    let publish_at = publish_at(tournament, now);
    Ok(paired(
        tournament,
        number,
        drawn,
        publish_at,
        PairedBy::System,
    ))
}

/// The number of the round that is paired next.
pub fn next_round(tournament: &Tournament) -> RoundNumber {
    RoundNumber(u16::try_from(tournament.rounds.len() + 1).expect("rounds are limited"))
}

/// When a round that is paired now goes out by itself, if it does.
pub fn publish_at(tournament: &Tournament, now: Timestamp) -> Option<Timestamp> {
    match tournament.settings.pairing {
        Pace::Auto => Some(now + tournament.settings.publish_pause),
        Pace::Manual => None,
    }
}

/// The fact of a round as drawn.
pub fn paired(
    tournament: &Tournament,
    round: RoundNumber,
    drawn: Drawn,
    publish_at: Option<Timestamp>,
    by: PairedBy,
) -> Fact {
    Fact::RoundPaired {
        tournament: tournament.id,
        round,
        pairs: drawn.pairs,
        byes: drawn.byes,
        publish_at,
        by,
    }
}

/// Adds to facts about who is in, or what was played, what they mean for a round that is paired and not published: it
/// is drawn anew.
pub fn redraw(tournament: &Tournament, mut facts: Vec<Fact>) -> Vec<Fact> {
    let Some(draft) = tournament.draft_round() else {
        return facts;
    };
    let RoundStage::Draft { publish_at } = draft.stage else {
        return facts;
    };
    let after = preview(tournament, &facts);
    let kept: Vec<Bye> = byes_by_hand(tournament, draft)
        .into_iter()
        .filter(|bye| is_active(&after, bye.player))
        .collect();
    match after.draw_round(draft.number, &kept) {
        Ok(drawn) if is_drawn(draft, &drawn) => {}
        Ok(drawn) => facts.push(paired(
            &after,
            draft.number,
            drawn,
            publish_at,
            PairedBy::System,
        )),
        Err(cause) => {
            // The draft cannot stand as it is, and no other exists: directors must look before anything is published.
            facts.push(Fact::RoundHeld {
                tournament: tournament.id,
                round: draft.number,
            });
            facts.push(Fact::PairingImpossible {
                tournament: tournament.id,
                round: draft.number,
                cause,
            });
        }
    }
    facts
}

/// The byes of a draft that a director gave: those the system would not have given by itself. A pairing-allocated bye is
/// always the system's, which finds its receiver anew.
fn byes_by_hand(tournament: &Tournament, draft: &Round) -> Vec<Bye> {
    let drawn = tournament.draw_round(draft.number, &[]);
    let by_system: Vec<Bye> = drawn.map_or_else(|_| Vec::new(), |drawn| drawn.byes);
    let by_hand = |bye: &&Bye| bye.kind != ByeKind::PairingAllocated && !by_system.contains(bye);
    draft.byes.iter().filter(by_hand).copied().collect()
}

/// Whether a round stands just as drawn.
fn is_drawn(round: &Round, drawn: &Drawn) -> bool {
    let pairs = round.boards.iter().map(|board| board.players);
    let wanted = drawn.pairs.iter().map(|pair| Sides {
        white: pair.white,
        black: pair.black,
    });
    pairs.eq(wanted) && round.byes == drawn.byes
}

fn is_active(tournament: &Tournament, player: EntryNumber) -> bool {
    tournament
        .active_entries()
        .any(|entry| entry.number == player)
}

/// The tournament as these facts will leave it.
pub fn preview(tournament: &Tournament, facts: &[Fact]) -> Tournament {
    let mut society = Society {
        tournaments: BTreeMap::from([(tournament.id, tournament.clone())]),
        ..Society::default()
    };
    for fact in facts {
        society.apply(fact);
    }
    society
        .tournaments
        .remove(&tournament.id)
        .expect("it was put there above")
}

/// `publish`: a director publishes the paired round now.
pub fn publish(tournament: &Tournament, now: Timestamp) -> Decision {
    in_phase(tournament, &[Phase::Running])?;
    let draft = tournament.draft_round().ok_or(Refusal::NoDraft {
        tournament: tournament.id,
    })?;
    let unpaired = unpaired(tournament, draft);
    if !unpaired.is_empty() {
        return Err(Refusal::DraftIncomplete {
            unpaired,
            tournament: tournament.id,
        });
    }
    Ok(vec![published(tournament, draft, now)])
}

/// Who keeps a draft from being published: who is in and has neither opponent nor bye; and, where a draft could not be
/// drawn anew after a withdrawal, who is out and still sits in it.
pub fn unpaired(tournament: &Tournament, round: &Round) -> Vec<EntryNumber> {
    let is_in = |player: EntryNumber| tournament.entry(player).status == EntryStatus::Active;
    let mut has_game = BTreeSet::new();
    let mut seated = BTreeSet::new();
    for board in &round.boards {
        for color in Color::BOTH {
            seated.insert(board.players[color]);
            if is_in(board.players[!color]) {
                has_game.insert(board.players[color]);
            }
        }
    }
    let byes: BTreeSet<EntryNumber> = round.byes.iter().map(|bye| bye.player).collect();
    let lacks_game = |player: &EntryNumber| {
        let waits = seated.contains(player) || tournament.needs_seat();
        waits && !has_game.contains(player) && !byes.contains(player)
    };
    let unpaired: Vec<EntryNumber> = tournament
        .active_entries()
        .filter(|entry| entry.first_round <= round.number)
        .map(|entry| entry.number)
        .filter(lacks_game)
        .collect();
    if !unpaired.is_empty() {
        return unpaired;
    }
    seated
        .union(&byes)
        .copied()
        .filter(|player| !is_in(*player))
        .collect()
}

/// The fact of a round published now.
pub fn published(tournament: &Tournament, round: &Round, now: Timestamp) -> Fact {
    let deadline = schedule::deadline(&tournament.settings, now);
    let cutoff = schedule::cutoff(&tournament.settings, now, deadline);
    Fact::RoundPublished {
        tournament: tournament.id,
        round: round.number,
        at: now,
        cutoff,
        deadline,
    }
}

/// `hold`: a director stops the clock from publishing the paired round.
pub fn hold(tournament: &Tournament) -> Decision {
    in_phase(tournament, &[Phase::Running])?;
    let draft = tournament.draft_round().ok_or(Refusal::NoDraft {
        tournament: tournament.id,
    })?;
    match draft.stage {
        RoundStage::Draft {
            publish_at: Some(_),
        } => Ok(vec![Fact::RoundHeld {
            tournament: tournament.id,
            round: draft.number,
        }]),
        RoundStage::Draft { publish_at: None } => Ok(Vec::new()),
        RoundStage::Published { .. } | RoundStage::Closed { .. } => {
            unreachable!("a draft round is not published")
        }
    }
}
