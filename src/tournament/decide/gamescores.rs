//! Gamescores: sending one, keeping it, asking for one (SPEC R-28).
//!
//! What the moves say never changes a result: where the two cannot both be right, directors are told.

use super::super::action::{Actor, Consent, ScoreAction};
use super::super::fact::Fact;
use super::super::gamescores::{
    Draft, GameNumber, KeptScore, Names, Remarks, SCORE_BYTES_MAX, ScoreFact, Sender,
};
use super::super::refusal::{Refusal, ScoreRefusal};
use super::super::state::{
    AbsenceScope, Board, BoardRef, ColorsPlayed, Society, Tournament, Verdict,
};
use super::{Decision, directed, existing, office, proved, sent_moves};
use crate::game::{self, Findings, Gamescore, Gap, Judgement, Terms};
use crate::vocabulary::{Account, BoardResult, Color, Timestamp};

/// Decides what comes of an action about gamescores.
pub(super) fn decide(
    society: &Society,
    action: &ScoreAction,
    actor: &Actor,
    now: Timestamp,
) -> Decision {
    match action {
        ScoreAction::Begin { board, text } => begin(society, *board, text.as_deref(), actor, now),
        ScoreAction::Line { text } => line(society, text, actor, now),
        ScoreAction::Gap { gap } => {
            let (account, _) = proved(actor)?;
            let draft = draft(society, actor, now)?;
            Ok(gap_in(account, draft, *gap).into_iter().collect())
        }
        ScoreAction::Discard => {
            let (account, _) = proved(actor)?;
            draft(society, actor, now)?;
            Ok(vec![Fact::Score(ScoreFact::Discarded {
                account: account.clone(),
            })])
        }
        ScoreAction::Keep { number, consent } => keep(society, (*number, *consent), actor, now),
        ScoreAction::Ask { board } => ask(society, *board, actor, now),
    }
}

fn begin(
    society: &Society,
    at: BoardRef,
    text: Option<&str>,
    actor: &Actor,
    now: Timestamp,
) -> Decision {
    let (account, _) = proved(actor)?;
    let tournament = existing(society, at.tournament)?;
    let board = played(tournament, at)?;
    let sender = sender(society, tournament, (at, board), actor)?;
    // What was sent of the same game stays: only discard throws it away.
    let goes_on = society
        .gamescores
        .open_draft(account, now)
        .is_some_and(|draft| draft.board == at && !draft.text.is_empty());
    let begun = (!goes_on).then(|| {
        Fact::Score(ScoreFact::Begun {
            account: account.clone(),
            board: at,
            sender,
            at: now,
        })
    });
    let mut facts = Vec::from_iter(begun);
    facts.extend(text.map(|text| {
        Fact::Score(ScoreFact::Line {
            account: account.clone(),
            text: text.to_owned(),
            at: now,
        })
    }));
    Ok(facts)
}

/// As whom somebody sends the moves of a board: those who sit at it may, and whoever is in office.
fn sender(
    society: &Society,
    tournament: &Tournament,
    (at, board): (BoardRef, &Board),
    actor: &Actor,
) -> Result<Sender, Refusal> {
    if let Some(color) = sitting(tournament, board, actor) {
        return Ok(Sender::player(color));
    }
    match office(society, tournament, actor) {
        Ok(_) => Ok(Sender::Official),
        Err(_) => Err(Refusal::Score(ScoreRefusal::NotYours { board: at })),
    }
}

/// A board that has been published.
fn played(tournament: &Tournament, at: BoardRef) -> Result<&Board, Refusal> {
    let round = tournament.round(at.round).filter(|round| round.is_public());
    round
        .and_then(|round| round.board(at.board))
        .ok_or_else(|| Refusal::UnknownBoard {
            written: format!("{}.{}", at.round, at.board),
        })
}

/// The colour an actor has at a board, if they sit at it.
fn sitting(tournament: &Tournament, board: &Board, actor: &Actor) -> Option<Color> {
    let entry = tournament.entry_of(actor.account()?)?;
    board.color_of(entry.number)
}

fn draft<'s>(society: &'s Society, actor: &Actor, now: Timestamp) -> Result<&'s Draft, Refusal> {
    let (account, _) = proved(actor)?;
    society
        .gamescores
        .open_draft(account, now)
        .ok_or(Refusal::Score(ScoreRefusal::NothingSent))
}

fn line(society: &Society, text: &str, actor: &Actor, now: Timestamp) -> Decision {
    let draft = draft(society, actor, now)?;
    let (account, _) = proved(actor)?;
    if draft.text.len() + text.len() >= SCORE_BYTES_MAX {
        return Err(Refusal::Score(ScoreRefusal::TooLong));
    }
    Ok(vec![Fact::Score(ScoreFact::Line {
        account: account.clone(),
        text: text.to_owned(),
        at: now,
    })])
}

/// Reads what was sent. A sound game is kept; anything doubtful is said first, and kept when it is said again.
fn keep(
    society: &Society,
    (number, consent): (Option<u16>, Consent),
    actor: &Actor,
    now: Timestamp,
) -> Decision {
    let draft = draft(society, actor, now)?;
    let (account, name) = proved(actor)?;
    let tournament = existing(society, draft.board.tournament)?;
    let board = played(tournament, draft.board)?;
    // An office may have ended since the first line.
    let sender = sender(society, tournament, (draft.board, board), actor)?;
    let score = &sent_moves::accepted(&draft.text, number, consent).map_err(Refusal::Score)?;
    let kept = KeptScore::of(score, name.to_owned(), now);
    let number = game_sent(board);
    let mut facts = vec![Fact::Score(ScoreFact::Kept {
        account: account.clone(),
        board: draft.board,
        game: number,
        sender,
        score: Box::new(kept.clone()),
        remarks: Remarks {
            names: names(score, tournament, board),
            ..sent_moves::remarks(score)
        },
        asked_by: asked_by(society, draft.board),
    })];
    let contradicted = verdicts_of(board, number).into_iter();
    facts.extend(
        contradicted
            .filter(|verdict| contradicts(&kept, number, *verdict))
            .map(|verdict| {
                Fact::Score(ScoreFact::Contradicts {
                    board: draft.board,
                    game: number,
                    sender,
                    verdict,
                })
            }),
    );
    Ok(facts)
}

/// Who had asked for what somebody sends.
fn asked_by(society: &Society, at: BoardRef) -> Option<String> {
    let asked = society.gamescores.asked.get(&at)?;
    Some(asked.by.clone())
}

/// A mark in what somebody sends; one is enough where nothing came since.
fn gap_in(account: &Account, draft: &Draft, gap: Gap) -> Option<Fact> {
    let account = account.clone();
    (!draft.ends_with(gap)).then_some(Fact::Score(ScoreFact::Gap { account, gap }))
}

/// The bot did not hear these people from some moment on: whatever they were sending may lack something.
pub(super) fn unheard(society: &Society, since: Timestamp, scope: &AbsenceScope) -> Vec<Fact> {
    let drafts = society.gamescores.drafts.iter();
    drafts
        .filter(|(account, draft)| scope.covers(account) && draft.is_open(since))
        .filter_map(|(account, draft)| gap_in(account, draft, Gap::Unheard))
        .collect()
}

/// Whether the tags name the two the other way round. The colours of a game that was reported as swapped are exchanged, and
/// those of a game after a drawn one are not paired.
fn names(score: &Gamescore, tournament: &Tournament, board: &Board) -> Names {
    if !has_paired_colors(game_sent(board)) {
        return Names::AsPaired;
    }
    let is = |tag: &str, color: Color| {
        let name = &tournament.entry(board.players[color]).name;
        score
            .tag(tag)
            .is_some_and(|value| value.eq_ignore_ascii_case(name))
    };
    let swapped = verdict_of(board, game_sent(board))
        .is_some_and(|verdict| verdict.colors == ColorsPlayed::Swapped);
    let exchanged = is("White", Color::Black) && is("Black", Color::White);
    if exchanged && !swapped {
        Names::Exchanged
    } else {
        Names::AsPaired
    }
}

/// Which game of a pairing somebody sends: the one being played, or the last that was drawn while nothing is known of
/// the next.
fn game_sent(board: &Board) -> GameNumber {
    let drawn = board.drawn.len();
    let of_next = Color::BOTH
        .into_iter()
        .any(|color| board.reports[color].is_some() || board.playing[color].is_some());
    let number = if board.awaits_further_game() && !of_next {
        drawn
    } else {
        drawn + 1
    };
    GameNumber::try_from(number).unwrap_or(GameNumber::MAX)
}

/// Whether the pairing says who has which colour in a game; in those after a drawn one, nobody but the two knows.
fn has_paired_colors(game: GameNumber) -> bool {
    game == 1
}

/// The result a game of a board has, or that one of the two reports.
pub fn verdict_of(board: &Board, game: GameNumber) -> Option<Verdict> {
    verdicts_of(board, game).first().copied()
}

/// The result a game of a board has, or else what the two report: more than one where they differ.
fn verdicts_of(board: &Board, game: GameNumber) -> Vec<Verdict> {
    let drawn = usize::from(game)
        .checked_sub(1)
        .and_then(|index| board.drawn.get(index));
    let status = drawn.map_or(&board.status, |drawn| &drawn.status);
    if let Some(settled) = status.settled() {
        return vec![settled];
    }
    let reports = drawn.map_or(&board.reports, |drawn| &drawn.reports);
    let mut verdicts: Vec<Verdict> = Color::BOTH
        .into_iter()
        .filter_map(|color| reports[color].map(|report| report.verdict()))
        .collect();
    verdicts.dedup();
    verdicts
}

/// Whether the moves and a result cannot both be right. Forfeits say nothing of moves.
fn contradicts(score: &KeptScore, game: GameNumber, verdict: Verdict) -> bool {
    match judgement(score, game, verdict) {
        Some(Judgement::Contradicts(_)) => true,
        Some(Judgement::Agrees(_) | Judgement::Open(_)) | None => false,
    }
}

/// What the moves say of a result, which is by the colours of the pairing; none where they say nothing. A game after a
/// drawn one may have been played with either colours: the moves say of it what holds for both.
pub fn judgement(score: &KeptScore, game: GameNumber, verdict: Verdict) -> Option<Judgement> {
    let BoardResult::Played(outcome) = verdict.result else {
        return None;
    };
    let outcome = match verdict.colors {
        ColorsPlayed::AsPaired => outcome,
        ColorsPlayed::Swapped => outcome.mirrored(),
    };
    let findings = Findings::of(&score.gamescore(), Terms::default());
    let judged = |outcome| game::judge(&findings, game::Report::Result(outcome));
    if has_paired_colors(game) {
        return Some(judged(outcome));
    }
    let judgements = (judged(outcome), judged(outcome.mirrored()));
    match judgements {
        (Judgement::Contradicts(why), Judgement::Contradicts(_)) => {
            Some(Judgement::Contradicts(why))
        }
        (one, other) => (one == other).then_some(one),
    }
}

/// Adds to the facts of a report or a ruling what the kept moves say against it.
pub(super) fn against_results(society: &Society, mut facts: Vec<Fact>) -> Vec<Fact> {
    let found: Vec<Fact> = facts
        .iter()
        .filter_map(stated)
        .flat_map(|(at, verdict)| against(society, at, verdict))
        .collect();
    facts.extend(found);
    facts
}

/// The result that a fact says a board has.
fn stated(fact: &Fact) -> Option<(BoardRef, Verdict)> {
    if let Fact::Reported { board, report, .. } = fact {
        return Some((*board, report.verdict()));
    }
    let Fact::Ruled { board, verdict, .. } = fact else {
        return None;
    };
    Some((*board, *verdict))
}

/// What the moves of a board say against a result, unless it is known already: directors were told then.
fn against(society: &Society, at: BoardRef, verdict: Verdict) -> Vec<Fact> {
    let round = society
        .tournament(at.tournament)
        .and_then(|tournament| tournament.round(at.round));
    let board = round.and_then(|round| round.board(at.board));
    let (Some(board), Some(scores)) = (board, society.gamescores.boards.get(&at)) else {
        return Vec::new();
    };
    let game = GameNumber::try_from(board.drawn.len() + 1).unwrap_or(GameNumber::MAX);
    if verdicts_of(board, game).contains(&verdict) {
        return Vec::new();
    }
    let contradicted = scores
        .of_game(game)
        .filter(|(_, score)| contradicts(score, game, verdict));
    contradicted
        .map(|(sender, _)| {
            Fact::Score(ScoreFact::Contradicts {
                board: at,
                game,
                sender,
                verdict,
            })
        })
        .collect()
}

fn ask(society: &Society, at: BoardRef, actor: &Actor, now: Timestamp) -> Decision {
    let tournament = directed(society, at.tournament, actor)?;
    played(tournament, at)?;
    Ok(vec![Fact::Score(ScoreFact::Asked {
        board: at,
        by: actor.name().to_owned(),
        at: now,
    })])
}

/// A reminder of what was asked fell due.
pub(super) fn remind(at: BoardRef, now: Timestamp) -> Vec<Fact> {
    vec![Fact::Score(ScoreFact::Reminded { board: at, at: now })]
}

/// Nobody goes on with what was being sent.
pub(super) fn forget_drafts(society: &Society, now: Timestamp) -> Vec<Fact> {
    let drafts = society.gamescores.drafts.iter();
    drafts
        .filter(|(_, draft)| !draft.is_open(now))
        .map(|(account, draft)| {
            Fact::Score(ScoreFact::Forgotten {
                account: account.clone(),
                board: draft.board,
            })
        })
        .collect()
}
