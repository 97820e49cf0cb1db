//! What players say of their games (SPEC ).

use super::super::action::{Actor, Claim, OwnResult};
use super::super::fact::{AttemptCause, Fact};
use super::super::refusal::Refusal;
use super::super::schedule::has_passed;
use super::super::settings::Format;
use super::super::state::{
    Board, BoardStatus, ColorsPlayed, Ground, HandedOver, Report, RoundStage, Society,
};
use super::rounds::redraw;
use super::rulings::draws_on_results;
use super::{Decision, Seat, existing, proved};
use crate::vocabulary::{Color, Outcome, Timestamp, TournamentId};

/// `report`: one of the two players says what the game brought.
pub fn report(
    society: &Society,
    id: TournamentId,
    actor: &Actor,
    claim: &Claim,
    text: &str,
    (said_at, now): (Timestamp, Timestamp),
) -> Decision {
    let (account, _) = proved(actor)?;
    let tournament = existing(society, id)?;
    let entered = tournament.entry_of(account).is_some();
    let fits = |board: &Board, _| match claim {
        Claim::Named {
            accounts: (white, black),
            ..
        } => tournament.is_board_of(board, (white, black)),
        Claim::Own { .. } | Claim::Score { .. } => true,
    };
    let seat = match Seat::meant(society, id, actor, said_at, fits) {
        Ok(seat) => seat,
        // Somebody else's game, said by a bystander (CASES T5): nothing changes, and directors can look it up.
        Err(Refusal::NotEntered { .. }) if !entered && matches!(claim, Claim::Named { .. }) => {
            return Ok(vec![attempt(None, text, AttemptCause::NotYourGame)]);
        }
        Err(refusal) => return Err(refusal),
    };
    if belongs_to_drawn_game(&seat, said_at) {
        return Ok(vec![attempt(
            Some(seat.at),
            text,
            AttemptCause::AlreadySettled,
        )]);
    }
    let meant = match meaning(&seat, claim)? {
        Meaning::Ours(report) => report,
        Meaning::NotOurGame => {
            return Ok(vec![attempt(
                Some(seat.at),
                text,
                AttemptCause::NotYourGame,
            )]);
        }
    };
    let report = Report {
        outcome: meant.0,
        colors: meant.1,
        at: said_at,
    };
    if let Some(facts) = said_in_time(&seat, &report, now) {
        return Ok(facts);
    }
    if seat.board.status.settled().is_some() {
        return settled_already(&seat, text, &report);
    }
    take(&seat, report, now)
}

/// Whether something was said of a game that was drawn since, and heard after the next one began.
fn belongs_to_drawn_game(seat: &Seat<'_>, said_at: Timestamp) -> bool {
    let last = seat.board.drawn.last();
    last.is_some_and(|game| said_at < game.until)
}

fn attempt(board: Option<super::BoardRef>, text: &str, cause: AttemptCause) -> Fact {
    Fact::AttemptRefused {
        board,
        text: text.to_owned(),
        cause,
    }
}

/// A report on a settled board is answered and logged, and changes nothing (SPEC R-22, CASES T8).
fn settled_already(seat: &Seat<'_>, text: &str, report: &Report) -> Decision {
    let same = seat.board.status.settled() == Some(report.verdict());
    if same && seat.board.reports[seat.color].is_some_and(|earlier| earlier.agrees_with(report)) {
        return Err(Refusal::AlreadyReported {
            board: seat.at,
            outcome: report.outcome,
        });
    }
    Ok(vec![attempt(
        Some(seat.at),
        text,
        AttemptCause::AlreadySettled,
    )])
}

/// A report that was said by the deadline and heard after it had settled the board, where that makes a difference: it
/// counts as if the deadline had waited for it. Alone it is final at once, as it would be by now.
fn said_in_time(seat: &Seat<'_>, report: &Report, now: Timestamp) -> Option<Vec<Fact>> {
    let BoardStatus::Final { verdict, ground } = &seat.board.status else {
        return None;
    };
    if has_passed(seat.board.timing.deadline, report.at) {
        return None;
    }
    let settled = |ground| BoardStatus::Final {
        verdict: report.verdict(),
        ground,
    };
    let status = match ground {
        Ground::NoReport => settled(Ground::SingleReport(seat.color)),
        Ground::SingleReport(color) if *color == !seat.color && *verdict == report.verdict() => {
            settled(Ground::BothReports)
        }
        Ground::SingleReport(color) if *color == !seat.color => {
            BoardStatus::Disputed { since: now }
        }
        Ground::Cutoff => BoardStatus::Disputed { since: now },
        Ground::SingleReport(_) | Ground::BothReports | Ground::Withdrawal => return None,
    };
    let reported = Fact::Reported {
        board: seat.at,
        color: seat.color,
        report: *report,
    };
    let reopened = status.settled().is_none();
    let changed = status.settled() != Some(*verdict);
    let moved = Fact::BoardMoved {
        board: seat.at,
        status,
    };
    let mut facts = vec![reported, moved];
    if reopened {
        // A dispute holds the next round (SPEC R-23), one that is drawn already included.
        facts.extend(hold_draft(seat));
    } else if changed && draws_on_results(seat.tournament.settings.format) {
        facts = redraw(seat.tournament, facts);
    }
    Some(facts)
}

/// Holds the round that is drawn and that the clock would publish.
fn hold_draft(seat: &Seat<'_>) -> Option<Fact> {
    let draft = seat.tournament.draft_round()?;
    let by_clock = draft.stage != (RoundStage::Draft { publish_at: None });
    by_clock.then_some(Fact::RoundHeld {
        tournament: seat.tournament.id,
        round: draft.number,
    })
}

/// What a claim says about the speaker's board.
enum Meaning {
    /// The outcome by the pairing's colours, and the colours of the game.
    Ours((Outcome, ColorsPlayed)),
    /// It names somebody else's game.
    NotOurGame,
}

fn meaning(seat: &Seat<'_>, claim: &Claim) -> Result<Meaning, Refusal> {
    if !seat.board.drawn.is_empty() {
        return meaning_of_further_game(seat, claim);
    }
    match claim {
        Claim::Own { result, colors } => {
            let outcome = match result {
                OwnResult::Won => Outcome::win_of(seat.color),
                OwnResult::Lost => Outcome::win_of(!seat.color),
                OwnResult::Drew => Outcome::Draw,
            };
            Ok(Meaning::Ours((outcome, *colors)))
        }
        Claim::Score { outcome, colors } => {
            Ok(Meaning::Ours((by_pairing(*outcome, *colors), *colors)))
        }
        Claim::Named {
            outcome,
            accounts: (white, black),
            ..
        } => {
            let own = |color: Color| &seat.tournament.entry(seat.board.players[color]).account;
            if white == black {
                return Err(Refusal::SamePlayerTwice { board: seat.at });
            }
            if (own(Color::White), own(Color::Black)) == (white, black) {
                return Ok(Meaning::Ours((*outcome, ColorsPlayed::AsPaired)));
            }
            if (own(Color::Black), own(Color::White)) == (white, black) {
                // Never stored blindly: lost, or colours swapped? (CASES T1)
                return Err(Refusal::ColorsContradict {
                    board: seat.at,
                    color: seat.color,
                    said: *outcome,
                });
            }
            Ok(Meaning::NotOurGame)
        }
    }
}

/// The same for a game after a drawn one. Nobody pairs its colours, so only who won is taken from what is said.
fn meaning_of_further_game(seat: &Seat<'_>, claim: &Claim) -> Result<Meaning, Refusal> {
    let (outcome, accounts) = match claim {
        Claim::Own { result, .. } => {
            let outcome = match result {
                OwnResult::Won => Outcome::win_of(seat.color),
                OwnResult::Lost => Outcome::win_of(!seat.color),
                OwnResult::Drew => Outcome::Draw,
            };
            return Ok(Meaning::Ours((outcome, ColorsPlayed::AsPaired)));
        }
        Claim::Score {
            outcome: Outcome::Draw,
            ..
        } => return Ok(Meaning::Ours((Outcome::Draw, ColorsPlayed::AsPaired))),
        Claim::Score {
            outcome: Outcome::WhiteWins | Outcome::BlackWins,
            ..
        } => return Err(Refusal::WhoWon { board: seat.at }),
        Claim::Named {
            outcome, accounts, ..
        } => (*outcome, accounts),
    };
    let own = |color: Color| &seat.tournament.entry(seat.board.players[color]).account;
    let (white, black) = (own(Color::White), own(Color::Black));
    if accounts.0 == accounts.1 {
        return Err(Refusal::SamePlayerTwice { board: seat.at });
    }
    if (&accounts.0, &accounts.1) == (white, black) {
        return Ok(Meaning::Ours((outcome, ColorsPlayed::AsPaired)));
    }
    if (&accounts.0, &accounts.1) == (black, white) {
        return Ok(Meaning::Ours((outcome.mirrored(), ColorsPlayed::AsPaired)));
    }
    Ok(Meaning::NotOurGame)
}

/// A score is said by the colours of the game; with swapped colours the pairing's are the other way round.
fn by_pairing(outcome: Outcome, colors: ColorsPlayed) -> Outcome {
    match colors {
        ColorsPlayed::AsPaired => outcome,
        ColorsPlayed::Swapped => outcome.mirrored(),
    }
}

/// Takes a report on a board that is not settled.
fn take(seat: &Seat<'_>, report: Report, now: Timestamp) -> Decision {
    let earlier = seat.board.reports[seat.color];
    if earlier.is_some_and(|earlier| earlier.agrees_with(&report)) {
        return Err(Refusal::AlreadyReported {
            board: seat.at,
            outcome: report.outcome,
        });
    }
    let mut facts = vec![Fact::Reported {
        board: seat.at,
        color: seat.color,
        report,
    }];
    let status = after_report(seat, &report, now);
    let settled = status.settled().is_some();
    if status != seat.board.status {
        facts.push(Fact::BoardMoved {
            board: seat.at,
            status,
        });
    }
    match seat.tournament.settings.format {
        // A board that was open again while the next round is a draft: the draft has the wrong one of the two, perhaps.
        Format::Knockout if settled => Ok(redraw(seat.tournament, facts)),
        // In a Swiss a director may have paired without waiting for it (SPEC R-23).
        Format::Knockout | Format::Swiss | Format::RoundRobin | Format::DoubleRoundRobin => {
            Ok(facts)
        }
    }
}

/// Where a board stands after a report by one player, given the other's.
fn after_report(seat: &Seat<'_>, report: &Report, now: Timestamp) -> BoardStatus {
    let disputed_since = match &seat.board.status {
        BoardStatus::Disputed { since } => *since,
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::WithDirector { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => now,
    };
    match seat.board.reports[!seat.color] {
        Some(other) if other.agrees_with(report) => BoardStatus::Final {
            verdict: report.verdict(),
            ground: Ground::BothReports,
        },
        Some(_) => BoardStatus::Disputed {
            since: disputed_since,
        },
        None => match &seat.board.status {
            // Said before the cutoff, it had nothing to settle.
            BoardStatus::Provisional {
                ground: Ground::Cutoff,
                ..
            } if !has_passed(seat.board.timing.cutoff, report.at) => BoardStatus::Provisional {
                verdict: report.verdict(),
                ground: Ground::SingleReport(seat.color),
            },
            // One report against what the cutoff saw makes a dispute (SPEC R-16).
            BoardStatus::Provisional {
                ground: Ground::Cutoff,
                ..
            }
            | BoardStatus::Disputed { .. } => BoardStatus::Disputed {
                since: disputed_since,
            },
            // After the deadline one report waits for the director's approval (CASES T10).
            BoardStatus::WithDirector {
                since,
                cause:
                    cause @ (HandedOver::InProgress
                    | HandedOver::Excused
                    | HandedOver::RulingUndone
                    | HandedOver::Drawn),
            } => BoardStatus::WithDirector {
                since: *since,
                cause: *cause,
            },
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => BoardStatus::Provisional {
                verdict: report.verdict(),
                ground: Ground::SingleReport(seat.color),
            },
        },
    }
}

/// `confirm`: the opponent's report is right. Of several open boards, the one with such a report is meant.
pub fn confirm(
    society: &Society,
    id: TournamentId,
    actor: &Actor,
    (said_at, now): (Timestamp, Timestamp),
) -> Decision {
    let is_reported = |board: &Board, color: Color| board.reports[!color].is_some();
    let seat = &Seat::meant(society, id, actor, said_at, is_reported)?;
    let theirs = seat.board.reports[!seat.color].map(|report| Report {
        at: said_at,
        ..report
    });
    if let Some(facts) = theirs.and_then(|report| said_in_time(seat, &report, now)) {
        return Ok(facts);
    }
    match (&seat.board.status, seat.board.status.settled()) {
        (BoardStatus::Ruled { verdict, by, .. }, _) => {
            return Err(Refusal::BoardRuled {
                board: seat.at,
                verdict: *verdict,
                by: by.clone(),
            });
        }
        (_, Some(verdict)) => {
            return Err(Refusal::BoardSettled {
                board: seat.at,
                verdict,
            });
        }
        (_, None) => {}
    }
    let theirs = theirs.ok_or(Refusal::NothingToConfirm { board: seat.at })?;
    take(seat, theirs, now)
}

/// `explain`: a player's words on a dispute, for the director. Of several open boards, the disputed one is meant.
pub fn explain(
    society: &Society,
    id: TournamentId,
    actor: &Actor,
    text: &str,
    now: Timestamp,
) -> Decision {
    let waits = |board: &Board, _| match board.status {
        BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. } => true,
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => false,
    };
    let seat = Seat::meant(society, id, actor, now, waits)?;
    match &seat.board.status {
        BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. } => {
            Ok(vec![Fact::Explained {
                board: seat.at,
                color: seat.color,
                text: text.to_owned(),
            }])
        }
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Final { .. }
        | BoardStatus::Ruled { .. } => Err(Refusal::NotDisputed { board: seat.at }),
    }
}
