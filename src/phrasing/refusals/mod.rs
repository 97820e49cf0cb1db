//! Why not, in a sentence or two, with the next step named.

mod boards;
mod entering;
mod gamescores;
mod rounds;

use super::reader::Reader;
use super::time::Clock;
use super::words::sentence;
use crate::ports::Place;
use crate::tournament::{Refusal, Society, Tournament};
use crate::vocabulary::{EntryNumber, TournamentId};

/// Why something is not done, for this reader.
pub fn refusal(society: &Society, refusal: &Refusal, reader: &Reader) -> String {
    let why = Why { society, reader };
    sentence(&sentences(&why, refusal))
}

fn sentences(why: &Why<'_>, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Score(refusal) => gamescores::refusal(why, refusal),
        Refusal::NotIdentified
        | Refusal::CannotCheck
        | Refusal::NotDirector
        | Refusal::AssistantMayNot
        | Refusal::OrdersInPrivate
        | Refusal::NoTournament { .. }
        | Refusal::WhichTournament { .. }
        | Refusal::UnknownTournament { .. }
        | Refusal::WrongPhase { .. }
        | Refusal::RegistrationNotOpen { .. }
        | Refusal::RegistrationOver { .. }
        | Refusal::NoLateEntry { .. }
        | Refusal::AlreadyEntered { .. }
        | Refusal::EnteredAndWithdrawn { .. }
        | Refusal::OfficialsDoNotPlay { .. }
        | Refusal::PlayersDoNotDirect { .. }
        | Refusal::NotAnOfficial { .. }
        | Refusal::LastDirector
        | Refusal::TournamentFull { .. }
        | Refusal::NotEntered { .. }
        | Refusal::AlreadyWithdrawn { .. }
        | Refusal::NotWithdrawn { .. }
        | Refusal::UnknownPlayer { .. } => entering::refusal(why, refusal),
        Refusal::UnknownBoard { .. }
        | Refusal::WhichBoard { .. }
        | Refusal::NoBoard { .. }
        | Refusal::NotYourGame { .. }
        | Refusal::SamePlayerTwice { .. }
        | Refusal::ColorsContradict { .. }
        | Refusal::WhoWon { .. }
        | Refusal::AlreadyReported { .. }
        | Refusal::BoardSettled { .. }
        | Refusal::BoardRuled { .. }
        | Refusal::NothingToConfirm { .. }
        | Refusal::NotDisputed { .. }
        | Refusal::NotInterrupted { .. }
        | Refusal::AlreadyMarked { .. }
        | Refusal::CheckInInChannel
        | Refusal::CheckInTooEarly { .. }
        | Refusal::AlreadyCheckedIn { .. }
        | Refusal::CheckInNotNeeded { .. }
        | Refusal::NothingToUndo { .. } => boards::refusal(why, refusal),
        Refusal::Settings { .. }
        | Refusal::ClockChange(_)
        | Refusal::SettingFixed { .. }
        | Refusal::TooFewPlayers { .. }
        | Refusal::RoundAlreadyPaired { .. }
        | Refusal::RoundNotOver { .. }
        | Refusal::NoMoreRounds { .. }
        | Refusal::NoDraft { .. }
        | Refusal::DraftIncomplete { .. }
        | Refusal::NeedsConfirmation { .. }
        | Refusal::SamePlayer
        | Refusal::NoPairing { .. }
        | Refusal::NotPublished { .. }
        | Refusal::NothingOpen { .. }
        | Refusal::MomentInPast { .. }
        | Refusal::CutoffInPast { .. } => rounds::refusal(why, refusal),
    }
}

/// What a refusal is explained from.
struct Why<'a> {
    society: &'a Society,
    reader: &'a Reader,
}

impl<'a> Why<'a> {
    fn tournament(&self, id: TournamentId) -> Option<&'a Tournament> {
        self.society.tournament(id)
    }

    /// A tournament's name, or its number.
    fn event(&self, id: TournamentId) -> String {
        self.tournament(id).map_or_else(
            || format!("tournament {id}"),
            |tournament| tournament.settings.name.clone(),
        )
    }

    /// A player's name, or their number.
    fn player(&self, id: TournamentId, entry: EntryNumber) -> String {
        let known = self.tournament(id).and_then(|tournament| {
            tournament
                .entries
                .iter()
                .find(|candidate| candidate.number == entry)
        });
        known.map_or_else(|| format!("no. {entry}"), |entry| entry.name.clone())
    }

    fn clock(&self, id: TournamentId) -> Clock {
        self.tournament(id).map_or_else(
            || Clock::anywhere(self.reader.zone),
            |tournament| self.reader.clock(tournament),
        )
    }

    /// Whether this entry is the reader's own.
    fn is_reader(&self, id: TournamentId, entry: EntryNumber) -> bool {
        self.tournament(id)
            .zip(self.reader.account.as_ref())
            .and_then(|(tournament, account)| tournament.entry_of(account))
            .is_some_and(|own| own.number == entry)
    }

    /// The mark before a command: needed in the channel only.
    fn mark(&self) -> &'static str {
        match self.reader.place {
            Place::Channel => "!",
            Place::Private => "",
        }
    }
}
