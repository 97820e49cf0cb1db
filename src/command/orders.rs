//! Reading what follows the name of a director's order.

use super::misread::{Expected, Misread};
use super::model::{BoardOrder, DraftOrder, Office, OfficeChange, OrderWords, PlayerOrder};
use super::results::read_verdict;
use super::settings::{read_name, read_setting, read_span};
use super::words::{Words, read_number};
use crate::tournament::{Consent, Role};
use crate::view::ExportForm;
use crate::vocabulary::{BoardNumber, ByeKind, RoundNumber, Span};

/// The longest extension, either way: a season's worth; more says that a unit was mistyped.
pub const EXTENSION_MAX: Span = Span::from_days(92);

pub(super) fn read_new(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let name = read_name(words)?;
    Ok(OrderWords::New { name })
}

pub(super) fn read_set(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let setting = read_setting(words)?;
    let which = words.tournament_at_end()?;
    Ok(OrderWords::Set(which, setting))
}

pub(super) fn read_finish(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let consent = words.consent();
    Ok(OrderWords::Finish(words.tournament_by_name()?, consent))
}

pub(super) fn read_cancel(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let consent = words.consent();
    Ok(OrderWords::Cancel(words.tournament_by_name()?, consent))
}

pub(super) fn read_admit(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let name = words.nick()?;
    let missed = match words.take_one_of(&["half", "zero"]) {
        Some(word) if word.is("half") => ByeKind::HalfPoint,
        Some(_) | None => ByeKind::ZeroPoint,
    };
    if let Some(word) = words.peek() {
        return Err(words.unreadable(word, Expected::Missed));
    }
    let which = words.tournament_at_end()?;
    Ok(OrderWords::Player {
        name,
        order: PlayerOrder::Admit { missed },
        which,
    })
}

pub(super) fn read_expel(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let name = words.nick()?;
    words.hash_here()?;
    let reason = words.text_or_none(Expected::Reason)?;
    let which = words.tournament();
    Ok(OrderWords::Player {
        name,
        order: PlayerOrder::Expel { reason },
        which,
    })
}

pub(super) fn read_reenter(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let name = words.nick()?;
    let which = words.tournament_at_end()?;
    Ok(OrderWords::Player {
        name,
        order: PlayerOrder::Reenter,
        which,
    })
}

pub(super) fn read_pair(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let consent = words.consent();
    let order = if words.is_done() {
        DraftOrder::PairRound
    } else {
        let white = words.nick()?;
        let black = words.nick()?;
        DraftOrder::Pair { white, black }
    };
    draft(words, order, consent)
}

pub(super) fn read_swap(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let consent = words.consent();
    let first = words.nick()?;
    let second = words.nick()?;
    draft(words, DraftOrder::Swap { first, second }, consent)
}

pub(super) fn read_bye(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let consent = words.consent();
    let player = words.nick()?;
    let kind = match words.take() {
        None => ByeKind::PairingAllocated,
        Some(word) if word.is("half") => ByeKind::HalfPoint,
        Some(word) if word.is("full") => ByeKind::FullPoint,
        Some(word) if word.is("zero") => ByeKind::ZeroPoint,
        Some(word) => return Err(words.unreadable(word, Expected::ByeKind)),
    };
    draft(words, DraftOrder::Bye { player, kind }, consent)
}

fn draft(
    words: &mut Words<'_>,
    order: DraftOrder,
    consent: Consent,
) -> Result<OrderWords, Misread> {
    let which = words.tournament_at_end()?;
    Ok(OrderWords::Draft {
        order,
        consent,
        which,
    })
}

pub(super) fn read_result(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let board = words.board()?;
    let verdict = read_verdict(words)?;
    let reason = words.text(Expected::Reason)?;
    let which = words.tournament();
    let order = BoardOrder::Result {
        board,
        verdict,
        reason,
    };
    Ok(OrderWords::Board(which, order))
}

pub(super) fn read_undo(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hashes()?;
    let board = words.board_or_none();
    let which = words.tournament_by_name()?;
    Ok(OrderWords::Board(which, BoardOrder::Undo(board)))
}

pub(super) fn read_excuse(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let name = words.nick()?;
    words.hash_here()?;
    let reason = words.text(Expected::Reason)?;
    let which = words.tournament();
    Ok(OrderWords::Player {
        name,
        order: PlayerOrder::Excuse { reason },
        which,
    })
}

pub(super) fn read_extend(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    words.hash_here()?;
    let (round, board) = read_round_or_board(words)?;
    let by = read_span(words, -EXTENSION_MAX, EXTENSION_MAX)?;
    words.hash_here()?;
    let reason = words.text(Expected::Reason)?;
    let which = words.tournament();
    let order = BoardOrder::Extend {
        round,
        board,
        by,
        reason,
    };
    Ok(OrderWords::Board(which, order))
}

/// `ROUND` or `ROUND.BOARD`
fn read_round_or_board(
    words: &mut Words<'_>,
) -> Result<(RoundNumber, Option<BoardNumber>), Misread> {
    if let Some(board) = words.board_or_none() {
        return Ok((board.round, Some(board.board)));
    }
    let word = words.need(Expected::Round)?;
    match read_number(word.text) {
        Some(round) => Ok((RoundNumber(round), None)),
        None => Err(words.unreadable(word, Expected::Round)),
    }
}

/// A tournament to be exported; each form is a command of its own.
pub(super) fn read_export(words: &mut Words<'_>, form: ExportForm) -> Result<OrderWords, Misread> {
    Ok(OrderWords::Export(words.tournament_by_name()?, form))
}

pub(super) fn read_say(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    let text = words.text(Expected::Text)?;
    Ok(OrderWords::Say { text })
}

pub(super) fn read_appoint_director(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    read_official(words, Role::Director, OfficeChange::Appoint)
}

pub(super) fn read_dismiss_director(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    read_official(words, Role::Director, OfficeChange::Dismiss)
}

pub(super) fn read_appoint_assistant(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    read_official(words, Role::Assistant, OfficeChange::Appoint)
}

pub(super) fn read_dismiss_assistant(words: &mut Words<'_>) -> Result<OrderWords, Misread> {
    read_official(words, Role::Assistant, OfficeChange::Dismiss)
}

fn read_official(
    words: &mut Words<'_>,
    role: Role,
    change: OfficeChange,
) -> Result<OrderWords, Misread> {
    let name = words.nick()?;
    let office = read_office(words)?;
    Ok(OrderWords::Official {
        change,
        role,
        name,
        office,
    })
}

/// `everywhere`, a tournament, or nothing.
fn read_office(words: &mut Words<'_>) -> Result<Office, Misread> {
    if words.take_one_of(&["everywhere"]).is_some() {
        words.end()?;
        return Ok(Office::Everywhere);
    }
    Ok(Office::Of(words.tournament_by_name()?))
}
