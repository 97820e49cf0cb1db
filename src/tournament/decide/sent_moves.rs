//! What to make of a text of moves: which game in it is kept, and what has to be said of it first (SPEC R-28).
//!
//! A game that is cut, misread or shorter than it was sent never passes as a whole one.

use super::super::action::Consent;
use super::super::gamescores::{Remarks, SCORE_BYTES_MAX};
use super::super::refusal::{MovesRead, ScoreRefusal};
use crate::game::{self, Fault, Gamescore, Gap, NotThisGame, Note, Reason};

/// What stands at the fault of a score of which lines were lost.
const LOST_LINES: &str = "lines that did not arrive";

/// The game of a text that is kept. A sound one is kept at once; anything doubtful is said first, and kept when it is said
/// again.
pub(super) fn accepted(
    text: &str,
    number: Option<u16>,
    consent: Consent,
) -> Result<Gamescore, ScoreRefusal> {
    let scores = game::scores(text.as_bytes(), SCORE_BYTES_MAX);
    let score = the_one(&scores, number)?;
    has_moves(score)?;
    match consent {
        Consent::NotGiven => {
            doubts(score, Gap::worst_in(text))?;
            Ok(score.clone())
        }
        Consent::Confirmed => up_to_loss(score),
    }
}

fn the_one(scores: &[Gamescore], number: Option<u16>) -> Result<&Gamescore, ScoreRefusal> {
    let several = ScoreRefusal::Several {
        games: scores.len(),
    };
    match (scores, number) {
        ([], _) => Err(ScoreRefusal::NoMoves { fault: None }),
        ([only], None | Some(1)) => Ok(only),
        (_, Some(number)) => {
            let index = usize::from(number).checked_sub(1);
            index.and_then(|index| scores.get(index)).ok_or(several)
        }
        (_, None) => Err(several),
    }
}

/// What is never kept: nothing at all, and a game by other rules.
fn has_moves(score: &Gamescore) -> Result<(), ScoreRefusal> {
    let fault = score.trouble();
    let other_game = fault
        .as_ref()
        .is_some_and(|fault| fault.reason == Reason::NotThisGame(NotThisGame::Variant));
    if score.moves.is_empty() || other_game {
        return Err(ScoreRefusal::NoMoves { fault });
    }
    Ok(())
}

/// What is kept of a score that its sender vouches for. Where lines are known to be lost and moves may be among them, it
/// ends there, at fault: nobody can vouch for what did not arrive.
fn up_to_loss(score: &Gamescore) -> Result<Gamescore, ScoreRefusal> {
    let lost = score.notes.iter().find_map(|note| {
        if let Note::Gap {
            ply,
            gap: Gap::Lost,
        } = note
        {
            Some(*ply)
        } else {
            None
        }
    });
    let mut kept = score.clone();
    let Some(ply) = lost else {
        return Ok(kept);
    };
    kept.moves.truncate(ply - 1);
    if kept.moves.is_empty() {
        return Err(ScoreRefusal::Gap {
            ply,
            gap: Gap::Lost,
            read: read(score),
        });
    }
    kept.marker = None;
    kept.fault = Some(Fault {
        ply: kept.moves.len() + 1,
        text: LOST_LINES.to_owned(),
        reason: Reason::Truncated,
    });
    Ok(kept)
}

/// How far a game was read, so that its sender can see whether that is all.
fn read(score: &Gamescore) -> MovesRead {
    let plies = score.moves.len();
    let last = game::sans(&score.start, &score.moves).pop();
    MovesRead {
        plies,
        last: last.map_or_else(String::new, |san| game::numbered(&score.start, plies, &san)),
    }
}

/// What must be confirmed before a score is kept: that something may be missing, a fault, another start, letters of another
/// language.
fn doubts(score: &Gamescore, worst: Option<Gap>) -> Result<(), ScoreRefusal> {
    let plies = score.moves.len();
    let (mut gap, mut numbers, mut language) = (None, None, None);
    for note in &score.notes {
        match note {
            Note::Gap { ply, gap: kind } => {
                gap = Some(ScoreRefusal::Gap {
                    ply: *ply,
                    gap: *kind,
                    read: read(score),
                });
            }
            Note::NumbersOff { ply } => {
                numbers = Some(ScoreRefusal::NumbersOff {
                    ply: *ply,
                    read: read(score),
                });
            }
            Note::Language(name) => {
                language = Some(ScoreRefusal::Foreign {
                    language: name,
                    plies,
                });
            }
            Note::QueenAssumed { .. }
            | Note::TagAndMarkerDiffer { .. }
            | Note::SentTwice { .. }
            | Note::LeftOut(_)
            | Note::PlyCountDiffers(_)
            | Note::Layout(_) => {}
        }
    }
    let faulty = score.trouble().map(|fault| ScoreRefusal::Faulty {
        fault,
        plies,
        gap: worst,
    });
    let first = [gap, faulty, numbers, language]
        .into_iter()
        .flatten()
        .next();
    first.map_or(Ok(()), Err)
}

/// What was read otherwise than written.
pub(super) fn remarks(score: &Gamescore) -> Remarks {
    let mut remarks = Remarks::default();
    for note in &score.notes {
        match note {
            Note::Language(language) => remarks.language = Some((*language).to_owned()),
            Note::QueenAssumed { ply } => remarks.queens.push(*ply),
            Note::LeftOut(words) => remarks.left_out = Some(words.clone()),
            Note::NumbersOff { ply } => remarks.numbers_off = Some(*ply),
            Note::Gap {
                ply,
                gap: Gap::Unheard | Gap::Cut,
            } => remarks.may_lack = Some(*ply),
            // Said by the fault that it makes.
            Note::Gap { gap: Gap::Lost, .. }
            | Note::TagAndMarkerDiffer { .. }
            | Note::SentTwice { .. }
            | Note::PlyCountDiffers(_)
            | Note::Layout(_) => {}
        }
    }
    remarks
}
