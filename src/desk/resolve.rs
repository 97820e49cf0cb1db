//! Giving a command its meaning: which tournament, which player, which board, and whether it may be said here.
//!
//! The grammar was `command`'s part; what comes out here is an [`Action`] for the rules to decide on, or a
//! [`Query`] to answer. Nothing is guessed: where more than one tournament fits, the speaker is asked. The rules check a
//! speaker's authority again by themselves; here it decides what somebody can mean, and what they may be shown.

mod asks;
mod gamescores;
mod orders;
mod own;
mod report;
mod which;

#[cfg(test)]
mod tests;

use crate::command::Command;
use crate::ports::Place;
use crate::tournament::{Action, Actor, Refusal, ScoreAction, Settings, Society};
use crate::view::Query;
use crate::vocabulary::{Account, CaseMapping, Timestamp};

/// What a command means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Something to decide on.
    Act(Action),
    /// Something to answer.
    Ask(Query),
}

/// Who says something, where, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Who.
    pub actor: Actor,
    /// Where.
    pub place: Place,
    /// How the network folds names.
    pub casemapping: CaseMapping,
    /// When it was said, which may be before it was heard.
    pub said_at: Timestamp,
}

/// What a new tournament starts from.
pub struct Tools<'a> {
    /// Where seeds for lots come from; drawn from only where a tournament is made.
    pub seeds: &'a mut dyn FnMut() -> u64,
    /// The operator's defaults.
    pub defaults: &'a Settings,
}

/// Gives a command its meaning.
///
/// # Errors
/// [`Refusal`] where the command means nothing here, or more than one thing.
pub fn resolve(
    society: &Society,
    speaker: &Speaker,
    command: Command,
    tools: Tools<'_>,
    now: Timestamp,
) -> Result<Request, Refusal> {
    let scene = Scene {
        society,
        speaker,
        now,
    };
    match command {
        Command::Help(topic) => Ok(Request::Ask(Query::Help { topic })),
        Command::Tournaments => Ok(Request::Ask(Query::Tournaments)),
        Command::Info(which) => scene.info(which.as_ref()).map(Request::Ask),
        Command::Players(which) => scene.players(which.as_ref()).map(Request::Ask),
        Command::Pairings(which, round) => scene.pairings(which.as_ref(), round).map(Request::Ask),
        Command::Bracket(which) => scene.bracket(which.as_ref()).map(Request::Ask),
        Command::Results(which, round) => scene.results(which.as_ref(), round).map(Request::Ask),
        Command::Standings(which) => scene.standings(which.as_ref()).map(Request::Ask),
        Command::Opponent(which) => scene.opponent(which.as_ref()).map(Request::Ask),
        Command::When(which) => scene.when(which.as_ref()).map(Request::Ask),
        Command::Me => Ok(Request::Ask(Query::Me(scene.account()?.clone()))),
        Command::Rating(nick) => {
            let (account, name) = scene.rated(nick)?;
            Ok(Request::Ask(Query::Rating { account, name }))
        }
        Command::Ratings(page) => Ok(Request::Ask(Query::Ratings(page.unwrap_or(1)))),
        Command::RatingHistory(nick) => {
            let (account, name) = scene.rated(nick)?;
            Ok(Request::Ask(Query::RatingHistory { account, name }))
        }
        Command::Rules(question) => Ok(Request::Ask(Query::Rules(question))),
        Command::Why(which, board) => scene.why(which.as_ref(), board).map(Request::Ask),

        Command::Register(which) => scene.register(which.as_ref()).map(Request::Act),
        Command::Preregister(which) => scene.preregister(which.as_ref()).map(Request::Act),
        Command::Withdraw {
            named,
            deserted,
            reason,
            which,
        } => {
            let words = own::WithdrawWords {
                named,
                deserted,
                reason,
            };
            scene.withdraw(words, which.as_ref()).map(Request::Act)
        }
        Command::Report { words, text, which } => {
            scene.report(words, text, which.as_ref()).map(Request::Act)
        }
        Command::Present { named, which } => scene.present(named, which.as_ref()).map(Request::Act),
        Command::Confirm(which) => scene.confirm(which.as_ref()).map(Request::Act),
        Command::Explain { text, which } => scene.explain(text, which.as_ref()).map(Request::Act),
        Command::Zone(zone) => {
            scene.account()?;
            Ok(Request::Act(Action::ChooseZone { zone }))
        }
        Command::Playing(which) => scene.playing(which.as_ref()).map(Request::Act),
        Command::Interrupted(which) => scene.interrupted(which.as_ref()).map(Request::Act),
        Command::Resumed(which) => scene.resumed(which.as_ref()).map(Request::Act),

        Command::Game(words, which) => scene.game(words, which.as_ref()),
        Command::EndGame { number, consent } => {
            Ok(Request::Act(Action::Score(ScoreAction::Keep {
                number,
                consent,
            })))
        }
        Command::DiscardGame => Ok(Request::Act(Action::Score(ScoreAction::Discard))),
        Command::Position {
            board,
            place,
            which,
        } => scene.position(board, place, which.as_ref()),

        Command::Direct(order) => scene.direct(order, tools),
    }
}

/// All that a meaning depends on.
struct Scene<'a> {
    society: &'a Society,
    speaker: &'a Speaker,
    now: Timestamp,
}

impl Scene<'_> {
    /// The speaker's proved account (SPEC R-1).
    fn account(&self) -> Result<&Account, Refusal> {
        match &self.speaker.actor {
            Actor::Account { account, .. } => Ok(account),
            Actor::Unchecked { .. } => Err(Refusal::CannotCheck),
            Actor::Stranger { .. } | Actor::Clock | Actor::Operator => Err(Refusal::NotIdentified),
        }
    }

    /// The account behind a name as written.
    fn account_of(&self, name: &str) -> Account {
        Account::new(name, self.speaker.casemapping)
    }

    fn is_private(&self) -> bool {
        match self.speaker.place {
            Place::Private => true,
            Place::Channel => false,
        }
    }
}
