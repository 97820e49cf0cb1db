//! Which function speaks of which fact: the third fold, as a table.

use super::checkins::{self, Boards};
use super::further;
use super::gamescores;
use super::life;
use super::notices::{Notices, Topic};
use super::people::{self, Leaving};
use super::ratings;
use super::results;
use super::rounds::{self, Moved};
use crate::ports::NoticeKind;
use crate::tournament::Fact;

/// One fact's notices. Facts without any are named, so that a new one cannot be forgotten here.
pub(super) fn tell(notices: &mut Notices<'_>, fact: &Fact) {
    match fact {
        // Directors find these in the log; the reply tells who acted.
        Fact::AttemptRefused { .. }
        | Fact::TournamentCreated { .. }
        | Fact::ZoneChosen { .. }
        | Fact::RatingsChosen { .. }
        | Fact::LotsDrawn { .. } => {}
        // What an absence means is said where deadlines move for it, and to who was sending moves when it began.
        Fact::BotLeft { .. } => {}
        Fact::BotReturned { at, scope } => gamescores::returned(notices, *at, scope),
        Fact::OfficialAppointed {
            tournament,
            account,
            name,
            role,
        } => people::official_appointed(notices, *tournament, (account, name), *role),
        Fact::OfficialDismissed {
            tournament,
            account,
        } => people::official_dismissed(notices, *tournament, account),
        Fact::PhaseChanged {
            tournament,
            from,
            phase,
        } => {
            life::phase_changed(notices, *tournament, (*from, *phase));
        }
        Fact::RegistrationStalled { tournament } => {
            life::registration_stalled(notices, *tournament);
        }
        Fact::SettingChanged {
            tournament,
            setting,
        } => life::setting_changed(notices, *tournament, setting),
        Fact::EntryAdded {
            tournament, entry, ..
        } => people::entry_added(notices, *tournament, *entry),
        Fact::EntryWithdrawn {
            tournament,
            entry,
            why,
            reason,
        } => people::entry_withdrawn(
            notices,
            &Leaving {
                tournament: *tournament,
                entry: *entry,
                why: *why,
                reason: reason.as_deref(),
            },
        ),
        Fact::EntryReentered { tournament, entry } => {
            people::entry_reentered(notices, *tournament, *entry);
        }
        Fact::RatingsComputed {
            tournament,
            changes,
            ..
        } => ratings::computed(notices, *tournament, changes),
        Fact::Score(fact) => gamescores::tell(notices, fact),
        Fact::RatingsRecounted {
            tournament,
            corrections,
            ..
        } => ratings::recounted(notices, *tournament, corrections),
        Fact::Said { text } => {
            notices.channel(Topic::lasting(NoticeKind::Announcement), text.clone());
        }
        Fact::RoundPaired { .. }
        | Fact::PairingImpossible { .. }
        | Fact::RoundHeld { .. }
        | Fact::RoundPublished { .. }
        | Fact::RoundClosed { .. }
        | Fact::TimingMoved { .. }
        | Fact::Reminded { .. }
        | Fact::DirectorsReminded { .. } => tell_round(notices, fact),
        Fact::CheckedIn { .. }
        | Fact::CheckInLate { .. }
        | Fact::Excused { .. }
        | Fact::PlayingMarked { .. }
        | Fact::GameInterrupted { .. }
        | Fact::GameResumed { .. }
        | Fact::Reported { .. }
        | Fact::Explained { .. }
        | Fact::BoardMoved { .. }
        | Fact::Ruled { .. }
        | Fact::RulingUndone { .. }
        | Fact::FurtherGame { .. } => tell_board(notices, fact),
    }
}

/// A fact about a round.
fn tell_round(notices: &mut Notices<'_>, fact: &Fact) {
    match fact {
        Fact::RoundPaired {
            tournament,
            round,
            by,
            ..
        } => rounds::round_paired(notices, *tournament, *round, *by),
        Fact::PairingImpossible {
            tournament,
            round,
            cause,
        } => rounds::pairing_impossible(notices, *tournament, *round, cause),
        Fact::RoundHeld { tournament, round } => {
            rounds::round_held(notices, *tournament, *round);
        }
        Fact::RoundPublished {
            tournament,
            round,
            cutoff,
            deadline,
            ..
        } => rounds::round_published(notices, *tournament, *round, (*cutoff, *deadline)),
        Fact::RoundClosed {
            tournament,
            round,
            at,
        } => rounds::round_closed(notices, *tournament, *round, *at),
        Fact::TimingMoved {
            tournament,
            round,
            boards,
            cutoff,
            deadline,
            at,
            ground,
        } => rounds::timing_moved(
            notices,
            &Moved {
                tournament: *tournament,
                round: *round,
                boards,
                cutoff: *cutoff,
                deadline: *deadline,
                at: *at,
                ground,
            },
        ),
        Fact::Reminded {
            tournament,
            round,
            boards,
            reminder,
            usefulness,
        } => {
            let boards = Boards {
                tournament: *tournament,
                round: *round,
                boards,
            };
            checkins::reminded(notices, &boards, *reminder, *usefulness);
        }
        Fact::DirectorsReminded {
            tournament,
            round,
            boards,
            ..
        } => {
            let boards = Boards {
                tournament: *tournament,
                round: *round,
                boards,
            };
            checkins::directors_reminded(notices, &boards);
        }
        other => unreachable!("{other:?} is not about a round"),
    }
}

/// A fact about a board.
fn tell_board(notices: &mut Notices<'_>, fact: &Fact) {
    match fact {
        Fact::CheckedIn {
            board,
            color,
            at,
            by,
        } => checkins::checked_in(notices, *board, *color, (*at, *by)),
        Fact::CheckInLate { board, color, at } => {
            checkins::check_in_late(notices, *board, *color, *at);
        }
        Fact::Excused {
            board,
            color,
            reason,
        } => checkins::excused(notices, *board, *color, reason),
        Fact::PlayingMarked { board, color, .. } => {
            checkins::playing_marked(notices, *board, *color);
        }
        Fact::GameInterrupted { board, color, at } => {
            checkins::game_interrupted(notices, *board, *color, *at);
        }
        Fact::GameResumed { board, color } => checkins::game_resumed(notices, *board, *color),
        Fact::Reported {
            board,
            color,
            report,
        } => results::reported(notices, *board, *color, report),
        Fact::Explained { board, color, text } => {
            results::explained(notices, *board, *color, text);
        }
        Fact::BoardMoved { board, .. } => {
            results::boards_moved(notices, board.tournament, board.round);
        }
        Fact::Ruled {
            board,
            verdict,
            by,
            reason,
        } => results::ruled(notices, *board, *verdict, (by, reason)),
        Fact::RulingUndone { board } => results::ruling_undone(notices, *board),
        Fact::FurtherGame { board, .. } => further::further_game(notices, *board),
        other => unreachable!("{other:?} is not about a board"),
    }
}
