//! Directors who wait for an engine's advice on a position they adjudicate.
//!
//! They have the facts at once; the engine's answer comes later, as an event. It goes to whoever asked, under the nick they have then,
//! and to nobody else: games may still be going on. Nothing of this is kept. After a restart, or off the channel, nobody waits.

use super::turn::Turn;
use crate::game::ForEngine;
use crate::phrasing::{self, LookedAt};
use crate::ports::{
    EngineTrouble, Evaluation, Event, Identity, Outgoing, Person, QUESTIONS_MAX, Question,
    QuestionId, Target, Urgency,
};
use crate::tournament::{BoardRef, Society};
use crate::view::{Adjudicated, adjudicated};
use crate::vocabulary::{Account, CaseMapping, Span, Timestamp};
use std::collections::BTreeMap;

/// How much longer than it looks at a position an engine may take, starting and ending included. A question that is older than
/// all that wait could be was lost with an adapter, and is no reason to refuse others.
const OVERHEAD: Span = Span::from_secs(30);

/// Those who wait.
#[derive(Debug, Default)]
pub(super) struct Advice {
    asked: u64,
    waiting: BTreeMap<QuestionId, Wish>,
}

/// A wish for advice.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    position: LookedAt,
    asker: Asker,
    /// From when on no answer is to be expected.
    until: Timestamp,
}

/// Who asked.
#[derive(Clone, Debug)]
enum Asker {
    /// They are there, as far as is known.
    Here {
        /// Under this nick.
        nick: String,
        /// Who they are.
        account: Account,
    },
    /// They left meanwhile.
    Gone {
        /// The last nick they had.
        nick: String,
    },
}

/// How long a wish can take at most, with an engine that looks for this long at each position.
fn patience(time: Span) -> Span {
    std::iter::repeat_n(time + OVERHEAD, QUESTIONS_MAX).fold(Span::ZERO, |sum, one| sum + one)
}

impl Turn<'_> {
    /// Has an engine look at the position somebody adjudicates, where there is an engine and the position is one for it. Gives the
    /// words about that.
    pub(super) fn consult(
        &mut self,
        (nick, account): (&str, &Account),
        board: BoardRef,
        fen: Option<&str>,
    ) -> Option<String> {
        let time = self.options.engine?;
        let Adjudicated::Position(facts) = adjudicated(self.society, board, fen) else {
            return None;
        };
        match facts.for_engine() {
            ForEngine::Sound => {}
            ForEngine::Over => return None,
            ForEngine::Stray => return Some(phrasing::ENGINE_SPARED.to_owned()),
        }
        let before = self.memory.advice.waiting(self.now) + self.to_say.wishes.len();
        if before >= QUESTIONS_MAX {
            return Some(phrasing::engine_busy(before));
        }
        self.to_say.wishes.push(Wish {
            position: LookedAt {
                board,
                fen: facts.diagram.fen,
                turn: facts.diagram.turn,
            },
            asker: Asker::Here {
                nick: nick.to_owned(),
                account: account.clone(),
            },
            until: self.now + patience(time),
        });
        Some(phrasing::engine_looks(time, before))
    }
}

impl Advice {
    /// How many questions are with the engine.
    fn waiting(&mut self, now: Timestamp) -> usize {
        self.waiting.retain(|_, wish| now < wish.until);
        self.waiting.len()
    }

    /// The questions for these wishes, whose answers are waited for from now on.
    pub(super) fn ask(&mut self, wishes: Vec<Wish>) -> Vec<Question> {
        let asked = wishes.into_iter().map(|wish| {
            self.asked += 1;
            let id = QuestionId(self.asked);
            let fen = wish.position.fen.clone();
            self.waiting.insert(id, wish);
            Question { id, fen }
        });
        asked.collect()
    }

    /// The lines for whoever waits for this answer, if anybody does.
    pub(super) fn answered(
        &mut self,
        society: &Society,
        question: QuestionId,
        answer: &Result<Evaluation, EngineTrouble>,
    ) -> Vec<Outgoing> {
        let Some(wish) = self.waiting.remove(&question) else {
            log::info!("nobody waits for the engine's answer any more");
            return Vec::new();
        };
        let nick = match wish.asker {
            Asker::Here { nick, .. } => nick,
            Asker::Gone { nick } => {
                log::info!("an engine's advice is dropped: {nick} has left");
                return Vec::new();
            }
        };
        let line = |text| Outgoing::Line {
            target: Target::Nick(nick.clone()),
            text,
            // As the facts: more urgent, it would arrive before them.
            urgency: Urgency::Reply,
            notice: None,
        };
        phrasing::advice(society, &wish.position, answer)
            .into_iter()
            .map(line)
            .collect()
    }

    /// Notes what an event says of where those are who wait.
    pub(super) fn note(&mut self, event: &Event, casemapping: CaseMapping) {
        match event {
            Event::Departed { nick, .. } => self.left(|asked, _| casemapping.same(asked, nick)),
            Event::Renamed { from, to } => self.renamed(from, to, casemapping),
            Event::Arrived(person) | Event::Recognised(person) => {
                self.left(|asked, account| {
                    casemapping.same(asked, &person.nick) && !may_be(person, account)
                });
            }
            // Who has which nick is not known after this.
            Event::Connected { .. } | Event::Lost { .. } => self.left(|_, _| true),
            Event::Entered { .. }
            | Event::Alive
            | Event::SplitBegan { .. }
            | Event::SplitEnded
            | Event::Said(_)
            | Event::Ready(_)
            | Event::Handled { .. }
            | Event::Evaluated { .. }
            | Event::Woken
            | Event::Stop => {}
        }
    }

    /// Those of whom this holds have left.
    fn left(&mut self, holds: impl Fn(&str, &Account) -> bool) {
        for wish in self.waiting.values_mut() {
            match &wish.asker {
                Asker::Here { nick, account } if holds(nick, account) => {
                    wish.asker = Asker::Gone { nick: nick.clone() };
                }
                Asker::Here { .. } | Asker::Gone { .. } => {}
            }
        }
    }

    fn renamed(&mut self, from: &str, to: &str, casemapping: CaseMapping) {
        for wish in self.waiting.values_mut() {
            match &mut wish.asker {
                Asker::Here { nick, .. } if casemapping.same(nick, from) => {
                    to.clone_into(nick);
                }
                Asker::Here { .. } | Asker::Gone { .. } => {}
            }
        }
    }
}

/// Whether somebody with a nick may still be whom it belonged to. Who is not checked yet, may be.
fn may_be(person: &Person, account: &Account) -> bool {
    match &person.identity {
        Identity::Account { account: shown, .. } => shown == account,
        Identity::Unchecked => true,
        Identity::Stranger => false,
    }
}
