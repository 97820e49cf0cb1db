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
    let sender = match sitting(tournament, board, actor) {
        Some(color) => Sender::player(color),
        None => match office(society, tournament, actor) {
            Ok(_) => Sender::Official,
            Err(_) => return Err(Refusal::Score(ScoreRefusal::NotYours { board: at })),
        },
    };
    let mut facts = vec![Fact::Score(ScoreFact::Begun {
        account: account.clone(),
        board: at,
        sender,
        at: now,
    })];
    facts.extend(text.map(|text| {
        Fact::Score(ScoreFact::Line {
            account: account.clone(),
            text: text.to_owned(),
            at: now,
        })
    }));
    Ok(facts)
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
    let score = &sent_moves::accepted(&draft.text, number, consent).map_err(Refusal::Score)?;
    let tournament = existing(society, draft.board.tournament)?;
    let board = played(tournament, draft.board)?;
    let kept = KeptScore::of(score, name.to_owned(), now);
    let number = game_sent(board);
    let mut facts = vec![Fact::Score(ScoreFact::Kept {
        account: account.clone(),
        board: draft.board,
        game: number,
        sender: draft.sender,
        score: Box::new(kept.clone()),
        remarks: Remarks {
            names: names(score, tournament, board),
            ..sent_moves::remarks(score)
        },
        asked_by: asked_by(society, draft),
    })];
    let verdict = verdict_of(board, number);
    if verdict.is_some_and(|verdict| contradicts(&kept, verdict)) {
        facts.push(Fact::Score(ScoreFact::Contradicts {
            board: draft.board,
            game: number,
            sender: draft.sender,
        }));
    }
    Ok(facts)
}

/// Who had asked for what a player sends.
fn asked_by(society: &Society, draft: &Draft) -> Option<String> {
    draft.sender.color()?;
    let asked = society.gamescores.asked.get(&draft.board)?;
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

/// Whether the tags name the two the other way round. The colours of a game that was reported as swapped are exchanged.
fn names(score: &Gamescore, tournament: &Tournament, board: &Board) -> Names {
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
    let number = if board.awaits_further_game() {
        drawn
    } else {
        drawn + 1
    };
    GameNumber::try_from(number).unwrap_or(GameNumber::MAX)
}

/// The result a game of a board has, or that one of the two reports.
pub fn verdict_of(board: &Board, game: GameNumber) -> Option<Verdict> {
    let index = usize::from(game).checked_sub(1)?;
    match board.drawn.get(index) {
        Some(drawn) => drawn.status.settled(),
        None => {
            let reported = Color::BOTH
                .into_iter()
                .find_map(|color| board.reports[color].map(|report| report.verdict()));
            board.status.settled().or(reported)
        }
    }
}

/// Whether the moves and a result cannot both be right. Forfeits say nothing of moves.
pub fn contradicts(score: &KeptScore, verdict: Verdict) -> bool {
    match judgement(score, verdict) {
        Some(Judgement::Contradicts(_)) => true,
        Some(Judgement::Agrees(_) | Judgement::Open(_)) | None => false,
    }
}

/// What the moves say of a result, which is by the colours of the pairing.
pub fn judgement(score: &KeptScore, verdict: Verdict) -> Option<Judgement> {
    let BoardResult::Played(outcome) = verdict.result else {
        return None;
    };
    let outcome = match verdict.colors {
        ColorsPlayed::AsPaired => outcome,
        ColorsPlayed::Swapped => outcome.mirrored(),
    };
    let findings = Findings::of(&score.gamescore(), Terms::default());
    Some(game::judge(&findings, game::Report::Result(outcome)))
}

/// Adds to the facts of a report what the kept moves say against it.
pub(super) fn against_reports(society: &Society, mut facts: Vec<Fact>) -> Vec<Fact> {
    let mut found = Vec::new();
    for fact in &facts {
        let Fact::Reported {
            board,
            color,
            report,
        } = fact
        else {
            continue;
        };
        let Some(scores) = society.gamescores.boards.get(board) else {
            continue;
        };
        let tournament = society.tournament(board.tournament);
        let played =
            tournament.and_then(|tournament| tournament.round(board.round)?.board(board.board));
        let Some(played) = played else {
            continue;
        };
        let game = GameNumber::try_from(played.drawn.len() + 1).unwrap_or(GameNumber::MAX);
        let opponents = played.reports[!*color];
        // The opponent said the same: directors were told then.
        if opponents.is_some_and(|earlier| earlier.agrees_with(report)) {
            continue;
        }
        for (sender, score) in scores.of_game(game) {
            if contradicts(score, report.verdict()) {
                found.push(Fact::Score(ScoreFact::Contradicts {
                    board: *board,
                    game,
                    sender,
                }));
            }
        }
    }
    facts.extend(found);
    facts
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
