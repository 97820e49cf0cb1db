//! One group of events: heard, decided, kept, told.

use super::outbox::{Mark, Outbox};
use super::room::{Room, Whereabouts};
use super::{Desk, Memory, Options, Outcome};
use crate::phrasing;
use crate::ports::{Event, Outgoing, Person, SplitSide, Target, Urgency};
use crate::store::{JournalEntry, Keeping, NoticeMark, StoreError};
use crate::tournament::{
    AbsenceScope, Action, Actor, BoardRef, Due, Fact, Refusal, Society, Tournament, decide,
    has_passed,
};
use crate::vocabulary::{Account, Color, Span, Timestamp};

/// How often somebody who comes in is told of a check-in they owe; a flapping connection must not be flooded.
const GREETING_PAUSE: Span = Span::from_minutes(10);

/// The most things that can fall due at one moment: far more than all boards of all tournaments, so that a due that is
/// never done ends the process rather than hanging it.
const DUES_MAX: u32 = 100_000;

/// What will be said once all is kept.
#[derive(Default)]
pub struct ToSay {
    /// Lines that tell of what was kept.
    pub(super) telling: Vec<Outgoing>,
    /// Who asked for something that needed keeping: they are told if that failed.
    pub(super) askers: Vec<(Target, Urgency)>,
    stopping: bool,
}

impl ToSay {
    /// All was kept.
    pub fn told(self) -> Outcome {
        Outcome {
            outgoing: self.telling,
            stopping: self.stopping,
        }
    }

    /// Nothing was kept.
    pub fn not_kept(self) -> Outcome {
        let sorry = |(target, urgency)| Outgoing::Line {
            target,
            text: phrasing::NOT_KEPT.to_owned(),
            urgency,
            notice: None,
        };
        let mut askers = self.askers;
        askers.dedup();
        Outcome {
            outgoing: askers.into_iter().map(sorry).collect(),
            stopping: self.stopping,
        }
    }
}

/// A turn at the desk.
pub struct Turn<'d> {
    pub(super) keeping: Keeping<'d>,
    pub(super) society: &'d mut Society,
    pub(super) room: &'d mut Room,
    outbox: &'d mut Outbox,
    pub(super) options: &'d mut Options,
    memory: &'d mut Memory,
    pub(super) now: Timestamp,
    pub(super) to_say: ToSay,
}

impl<'d> Turn<'d> {
    pub fn new(desk: &'d mut Desk, now: Timestamp) -> Turn<'d> {
        let Desk {
            store,
            society,
            room,
            outbox,
            options,
            memory,
        } = desk;
        Turn {
            keeping: store.keeping(),
            society,
            room,
            outbox,
            options,
            memory,
            now,
            to_say: ToSay::default(),
        }
    }

    /// Takes events in order. What fell due before an event is done first.
    pub fn take_all(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), StoreError> {
        self.reconcile()?;
        for event in events {
            self.catch_up()?;
            self.take(event)?;
        }
        self.catch_up()
    }

    /// Ends the turn: commits, and gives back what is to be said.
    pub fn end(self, taken: Result<(), StoreError>) -> (Result<(), StoreError>, ToSay) {
        (taken.and_then(|()| self.keeping.commit()), self.to_say)
    }

    /// Ends a turn that had nobody to answer.
    pub fn finish(self) -> Result<(), StoreError> {
        self.keeping.commit()
    }

    /// Where the bot is and what the facts say of it can differ only after a turn that could not be kept: then what it
    /// would have said is said now, or an absence would never end, or never have been.
    fn reconcile(&mut self) -> Result<(), StoreError> {
        match (self.room.whereabouts(), self.society.bot_is_away()) {
            (Whereabouts::OnChannel, true) => self.regain_sight(),
            (Whereabouts::Elsewhere, false) => {
                let since = self.keeping.last_on_channel()?.unwrap_or(self.now);
                self.lose_sight(since.min(self.now))
            }
            (Whereabouts::OnChannel, false) | (Whereabouts::Elsewhere, true) => Ok(()),
        }
    }

    /// What falls due next: looked for only after facts, since nothing else changes it.
    fn next_due(&mut self) -> Option<(Timestamp, Due)> {
        let society = &*self.society;
        *self
            .memory
            .next_due
            .get_or_insert_with(|| society.next_due())
    }

    /// Does everything that has fallen due.
    fn catch_up(&mut self) -> Result<(), StoreError> {
        let mut done = 0_u32;
        while let Some((_, due)) = self.next_due().filter(|(at, _)| *at <= self.now) {
            let facts = self.act(&Action::Due(due), &Actor::Clock, None)?;
            let facts = facts.expect("the clock is never refused");
            assert!(
                !facts.is_empty(),
                "what falls due is done and falls due no more: {due:?}"
            );
            done += 1;
            assert!(done < DUES_MAX, "the clock comes to an end: {due:?}");
        }
        Ok(())
    }

    fn take(&mut self, event: Event) -> Result<(), StoreError> {
        match event {
            Event::Connected { casemapping, .. } => {
                self.room.connected(casemapping);
                let marks = self.outbox.connected(self.now);
                self.write_marks(marks);
                self.appoint_configured()?;
                self.lose_sight(self.now)
            }
            Event::Entered { members } => {
                self.room.entered(members.clone());
                self.memory.heard_at = Some(self.now);
                self.regain_sight()?;
                members.iter().for_each(|person| self.greet(person));
                Ok(())
            }
            Event::Lost { reason, silent_for } => {
                log::warn!("off the channel: {reason} (nothing heard for {silent_for})");
                self.room.left();
                self.outbox.lost();
                self.lose_sight(self.now - silent_for)
            }
            Event::Alive => {
                self.memory.heard_at = Some(self.now);
                Ok(())
            }
            Event::Arrived(person) => {
                self.greet(&person);
                self.room.seen(person);
                Ok(())
            }
            Event::Recognised(person) => {
                self.greet(&person);
                self.room.recognised(person);
                Ok(())
            }
            Event::Renamed { from, to } => {
                self.room.renamed(&from, &to);
                Ok(())
            }
            Event::Departed { nick, departure } => {
                self.room.departed(&nick, departure);
                Ok(())
            }
            Event::SplitBegan { side, missing } => self.split(side, missing),
            Event::SplitEnded => {
                self.room.healed();
                self.regain_accounts()
            }
            Event::Said(said) => self.hear(&said),
            Event::Ready(route) => {
                self.outbox.ready(route);
                Ok(())
            }
            Event::Handled { notice, delivery } => {
                let mark = self.outbox.settle(notice, &delivery, self.now);
                self.write_marks(mark);
                Ok(())
            }
            Event::Woken => Ok(()),
            Event::Stop => {
                self.to_say.telling.push(Outgoing::Quit {
                    text: phrasing::FAREWELL.to_owned(),
                });
                self.to_say.stopping = true;
                // The last heartbeat is exact: what follows counts as an absence from here on.
                self.memory.last_beat = None;
                Ok(())
            }
        }
    }

    fn appoint_configured(&mut self) -> Result<(), StoreError> {
        let casemapping = self.room.casemapping();
        let named = self.options.directors.iter();
        let directors = named
            .map(|name| (Account::new(name, casemapping), name.clone()))
            .collect();
        self.act(&Action::Appoint { directors }, &Actor::Operator, None)?
            .ok();
        Ok(())
    }

    /// Takes over how the operator wants players rated.
    pub fn use_ratings(&mut self) -> Result<(), StoreError> {
        let policy = self.options.ratings;
        self.act(&Action::UseRatings { policy }, &Actor::Operator, None)?
            .expect("how players are rated is not refused");
        Ok(())
    }

    /// The bot cannot see anybody, since this moment.
    pub fn lose_sight(&mut self, since: Timestamp) -> Result<(), StoreError> {
        let action = Action::LoseSight {
            since,
            scope: AbsenceScope::Everybody,
        };
        self.act(&action, &Actor::Clock, None)?
            .expect("losing sight is not refused");
        Ok(())
    }

    fn regain_sight(&mut self) -> Result<(), StoreError> {
        let action = Action::RegainSight {
            scope: AbsenceScope::Everybody,
        };
        self.act(&action, &Actor::Clock, None)?
            .expect("regaining sight is not refused");
        self.regain_accounts()
    }

    /// Whoever was cut off by a split is within sight again.
    fn regain_accounts(&mut self) -> Result<(), StoreError> {
        let open = self
            .society
            .absences
            .iter()
            .filter(|absence| absence.until.is_none());
        let scopes: Vec<AbsenceScope> = open
            .map(|absence| absence.scope.clone())
            .filter(|scope| *scope != AbsenceScope::Everybody)
            .collect();
        for scope in scopes {
            self.act(&Action::RegainSight { scope }, &Actor::Clock, None)?
                .expect("regaining sight is not refused");
        }
        Ok(())
    }

    fn split(&mut self, side: SplitSide, missing: usize) -> Result<(), StoreError> {
        log::info!("a netsplit took {missing} people; the bot is with the {side:?}");
        let cut_off = self.room.cut_off().clone();
        match side {
            SplitSide::Minority if !cut_off.is_empty() => {
                let action = Action::LoseSight {
                    since: self.now,
                    scope: AbsenceScope::Accounts(cut_off),
                };
                self.act(&action, &Actor::Clock, None)?
                    .expect("losing sight is not refused");
            }
            SplitSide::Minority | SplitSide::Majority => {}
        }
        Ok(())
    }

    /// Decides an action, and applies, keeps and tells what comes of it.
    pub(super) fn act(
        &mut self,
        action: &Action,
        actor: &Actor,
        line: Option<&str>,
    ) -> Result<Result<Vec<Fact>, Refusal>, StoreError> {
        let facts = match decide(self.society, action, actor, self.now) {
            Ok(facts) => facts,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut cause = None;
        if !facts.is_empty() {
            self.memory.next_due = None;
        }
        for fact in &facts {
            self.society.apply(fact);
            let entry = JournalEntry {
                at: self.now,
                actor: actor.name(),
                line,
                fact,
            };
            cause = Some(self.keeping.fact(self.society, &entry)?);
        }
        for notice in phrasing::notices(self.society, &facts, actor) {
            let id = self.keeping.notice(&notice, cause, self.now)?;
            let crowded_out = self.outbox.add(id, notice, self.now);
            self.write_marks(crowded_out);
        }
        Ok(Ok(facts))
    }

    /// Somebody came in who owes a check-in: they are told, in private (SPEC R-15).
    fn greet(&mut self, person: &Person) {
        let Some(account) = person.identity.account() else {
            return;
        };
        let recently = |at: &Timestamp| self.now - *at < GREETING_PAUSE;
        if self.memory.greeted.get(account).is_some_and(recently) {
            return;
        }
        let owed: Vec<String> = self
            .society
            .tournaments
            .values()
            .filter_map(|tournament| owed_check_in(tournament, account, self.now))
            .filter_map(|(at, color)| phrasing::owed_check_in(self.society, at, color))
            .collect();
        if owed.is_empty() {
            return;
        }
        self.memory.greeted.insert(account.clone(), self.now);
        for text in owed {
            let target = Target::Nick(person.nick.clone());
            self.to_say.telling.push(Outgoing::Line {
                target,
                text,
                urgency: Urgency::Reply,
                notice: None,
            });
        }
    }

    /// Writes how far notices are.
    pub fn write_marks(&mut self, marks: impl IntoIterator<Item = Mark>) {
        for mark in marks {
            let written = NoticeMark {
                state: mark.state,
                way: mark.way,
                attempt: mark.attempt,
                detail: mark.detail,
                at: self.now,
            };
            self.keeping.mark_notice(mark.id, written);
        }
    }

    /// Hands over what a free way can take; the rows say so before the network hears of it.
    pub fn send_durable(&mut self) {
        let expired = self.outbox.expire(self.now);
        self.write_marks(expired);
        while let Some((mark, outgoing)) = self.outbox.hand_over(self.room, self.now) {
            self.write_marks([mark]);
            self.to_say.telling.push(outgoing);
        }
    }
}

/// The side of a board at which an account owes a check-in just now, if it does.
fn owed_check_in(
    tournament: &Tournament,
    account: &Account,
    now: Timestamp,
) -> Option<(BoardRef, Color)> {
    if !tournament.is_live() {
        return None;
    }
    let entry = tournament.entry_of(account)?;
    let (round, board, color) = tournament.board_of(entry.number)?;
    let opens = board.timing.cutoff - tournament.settings.checkin_window;
    let owes = board.awaits_cutoff() && board.check_ins[color].is_none();
    let open = now >= opens && !has_passed(board.timing.cutoff, now);
    let at = BoardRef {
        tournament: tournament.id,
        round: round.number,
        board: board.number,
    };
    (owes && open).then_some((at, color))
}
