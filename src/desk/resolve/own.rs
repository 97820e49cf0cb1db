//! What players do for themselves, and the words they share with directors.

use super::Scene;
use super::which::{ANY_PHASE, Phases, RUNNING, is_open};
use crate::command::TournamentWord;
use crate::ports::Place;
use crate::tournament::{Action, Actor, Board, Order, Refusal, Tournament, Withdrawal};
use crate::vocabulary::{Color, TournamentId};

type Which<'w> = Option<&'w TournamentWord>;

/// What is said with `withdraw`.
pub(super) struct WithdrawWords {
    /// The first word.
    pub(super) named: Option<String>,
    /// Whether `deserted` follows.
    pub(super) deserted: bool,
    /// What follows after that.
    pub(super) reason: Option<String>,
}

impl WithdrawWords {
    /// The words as one name, as a player writes a tournament's.
    fn joined(&self) -> Option<String> {
        let deserted = self.deserted.then_some("deserted");
        let words = [self.named.as_deref(), deserted, self.reason.as_deref()];
        let joined = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        Some(joined).filter(|joined| !joined.is_empty())
    }
}

impl<'a> Scene<'a> {
    pub(super) fn register(&self, which: Which<'_>) -> Result<Action, Refusal> {
        self.account()?;
        let tournament = self.to_enter(which)?.id;
        Ok(Action::Register {
            tournament,
            said_at: self.speaker.said_at,
        })
    }

    pub(super) fn preregister(&self, which: Which<'_>) -> Result<Action, Refusal> {
        self.account()?;
        let tournament = self.to_enter(which)?.id;
        Ok(Action::Preregister {
            tournament,
            said_at: self.speaker.said_at,
        })
    }

    fn own_id(&self, which: Which<'_>) -> Result<TournamentId, Refusal> {
        Ok(self.own_acting(which, is_open)?.0.id)
    }

    pub(super) fn confirm(&self, which: Which<'_>) -> Result<Action, Refusal> {
        let is_reported = |tournament: &Tournament, board: &Board, color: Color| {
            is_open(tournament, board, color) && board.reports[!color].is_some()
        };
        let tournament = self.own_acting(which, is_reported)?.0.id;
        Ok(Action::Confirm {
            tournament,
            said_at: self.speaker.said_at,
        })
    }

    pub(super) fn explain(&self, text: String, which: Which<'_>) -> Result<Action, Refusal> {
        let tournament = self.own_id(which)?;
        Ok(Action::Explain { tournament, text })
    }

    pub(super) fn playing(&self, which: Which<'_>) -> Result<Action, Refusal> {
        let tournament = self.own_id(which)?;
        Ok(Action::MarkPlaying {
            tournament,
            said_at: self.speaker.said_at,
        })
    }

    pub(super) fn interrupted(&self, which: Which<'_>) -> Result<Action, Refusal> {
        let tournament = self.own_id(which)?;
        Ok(Action::Interrupt { tournament })
    }

    pub(super) fn resumed(&self, which: Which<'_>) -> Result<Action, Refusal> {
        let tournament = self.own_id(which)?;
        Ok(Action::Resume { tournament })
    }

    /// `withdraw`: oneself; a director in private means whom they name.
    pub(super) fn withdraw(
        &self,
        words: WithdrawWords,
        which: Which<'_>,
    ) -> Result<Action, Refusal> {
        self.account_or_operator()?;
        let joined = words.joined();
        if let Some(name) = words.named.filter(|name| self.is_for_director(name)) {
            let tournament = self.to_direct(which, RUNNING)?;
            let why = if words.deserted {
                Withdrawal::Deserted
            } else {
                Withdrawal::Announced
            };
            return Ok(Action::Direct(Order::Remove {
                tournament: tournament.id,
                entry: self.player(tournament, &name)?,
                why,
                reason: words.reason,
            }));
        }
        let tournament = self.for_oneself(joined, which, ANY_PHASE)?.id;
        Ok(Action::Withdraw { tournament })
    }

    /// `present`: oneself, in the channel (SPEC R-15); a director in private means whom they name.
    pub(super) fn present(
        &self,
        named: Option<String>,
        which: Which<'_>,
    ) -> Result<Action, Refusal> {
        self.account_or_operator()?;
        if let Some(name) = named.as_deref().filter(|name| self.is_for_director(name)) {
            let tournament = self.to_direct(which, RUNNING)?;
            // Whatever follows the nick is the director's reason, and stays in the journal with the line (SPEC R-19).
            let nick = name.split_whitespace().next().unwrap_or(name);
            return Ok(Action::Direct(Order::MarkPresent {
                tournament: tournament.id,
                entry: self.player(tournament, nick)?,
            }));
        }
        let tournament = match (named, which) {
            (None, None) => self.own_acting(None, self.awaits_check_in())?.0.id,
            (named, which) => self.for_oneself(named, which, RUNNING)?.id,
        };
        match self.speaker.place {
            Place::Channel => Ok(Action::CheckIn {
                tournament,
                said_at: self.speaker.said_at,
            }),
            Place::Private => Err(Refusal::CheckInInChannel),
        }
    }

    /// Boards whose check-in is open and not given yet.
    fn awaits_check_in(&self) -> impl Fn(&Tournament, &Board, Color) -> bool {
        let said_at = self.speaker.said_at;
        move |tournament, board, color| {
            let opens = board.timing.cutoff - tournament.settings.checkin_window;
            is_open(tournament, board, color)
                && board.check_ins[color].is_none()
                && (opens..=board.timing.cutoff).contains(&said_at)
        }
    }

    /// Somebody whose word counts: an account, or the operator.
    pub(super) fn account_or_operator(&self) -> Result<(), Refusal> {
        match self.speaker.actor {
            Actor::Operator => Ok(()),
            Actor::Account { .. }
            | Actor::Stranger { .. }
            | Actor::Unchecked { .. }
            | Actor::Clock => self.account().map(|_| ()),
        }
    }

    /// Whether a name behind a shared word makes it a director's order.
    fn is_for_director(&self, name: &str) -> bool {
        self.may_direct().is_ok() && !self.is_speaker(name)
    }

    fn is_speaker(&self, name: &str) -> bool {
        let own = self.speaker.actor.account();
        own.is_some_and(|account| *account == self.account_of(name))
    }

    /// The tournament in which a player acts, where what follows the command may name it, or the player.
    fn for_oneself(
        &self,
        named: Option<String>,
        which: Which<'_>,
        phases: Phases,
    ) -> Result<&'a Tournament, Refusal> {
        let Some(name) = named.filter(|name| !self.is_speaker(name)) else {
            return Ok(self.own(which, phases)?.0);
        };
        let word = TournamentWord::Name(name);
        match self.own(Some(&word), phases) {
            Ok((tournament, _)) if which.is_none() => Ok(tournament),
            Ok(_) => Err(Refusal::UnknownTournament {
                written: word.to_string(),
            }),
            // It names no tournament of theirs: then somebody else is meant, which is a director's business.
            Err(_) if self.is_official() => Err(Refusal::OrdersInPrivate),
            Err(_) if self.is_player(&word.to_string()) => Err(Refusal::NotDirector),
            Err(refusal) => Err(refusal),
        }
    }

    /// Whether somebody of this name plays in a tournament that goes on.
    fn is_player(&self, name: &str) -> bool {
        let account = self.account_of(name);
        !self.entered(&account, ANY_PHASE).is_empty()
    }
}
