//! One group of events: heard, decided, kept, told.

use super::advice::Wish;
use super::outbox::{Mark, Outbox};
use super::room::{Room, Whereabouts};
use super::{Desk, Memory, Options};
use crate::phrasing;
use crate::ports::{Event, Outgoing, Person, Said};
use crate::store::{JournalEntry, Keeping, NoticeMark, StoreError};
use crate::tournament::{AbsenceScope, Action, Actor, Due, Fact, Refusal, Society, decide};
use crate::vocabulary::{Account, Timestamp};
use std::collections::BTreeSet;

/// The most things that can fall due at one moment: far more than all boards of all tournaments, so that a due that is
/// never done ends the process rather than hanging it.
const DUES_MAX: u32 = 100_000;

/// What a turn leaves behind, whether or not it could be kept.
#[derive(Default)]
pub struct ToSay {
    /// Lines that tell of what was kept.
    pub(super) telling: Vec<Outgoing>,
    /// Lines that tell of nothing that has to be kept.
    pub(super) advice: Vec<Outgoing>,
    /// Positions that an engine shall look at.
    pub(super) wishes: Vec<Wish>,
    /// What was said to the bot.
    pub(super) heard: Vec<Said>,
    /// Who came in, or became known.
    pub(super) came: Vec<Person>,
    /// Whether the desk was asked to stop.
    pub(super) stopping: bool,
}

/// A turn at the desk.
pub struct Turn<'d> {
    pub(super) keeping: Keeping<'d>,
    pub(super) society: &'d mut Society,
    pub(super) room: &'d mut Room,
    outbox: &'d mut Outbox,
    pub(super) options: &'d mut Options,
    pub(super) memory: &'d mut Memory,
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
    ///
    /// Where something cannot be kept, nothing of the turn is. What the events say of the network is true all the same, and
    /// the network says it only once: so each of them is noted, whatever became of those before it.
    pub fn take_all(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), StoreError> {
        let mut kept = self.make_good().and_then(|()| self.reconcile());
        for event in events {
            kept = kept.and_then(|()| self.catch_up());
            self.note(&event);
            kept = kept.and_then(|()| self.act_on(&event));
        }
        kept.and_then(|()| self.catch_up())
    }

    /// Ends the turn: commits, and gives back what is to be said.
    pub fn end(self, taken: Result<(), StoreError>) -> (Result<(), StoreError>, ToSay) {
        (taken.and_then(|()| self.keeping.commit()), self.to_say)
    }

    /// Ends a turn that had nobody to answer.
    pub fn finish(self) -> Result<(), StoreError> {
        self.keeping.commit()
    }

    /// Absences that began and ended while nothing could be kept: they begin now, and whatever is in sight ends them.
    fn make_good(&mut self) -> Result<(), StoreError> {
        for (since, scope) in self.room.unkept_absences().to_vec() {
            self.lose_sight(since.min(self.now), scope)?;
        }
        Ok(())
    }

    /// Brings what the facts say of the bot's sight to where the room stands. It is done after whatever changes that, and
    /// once a turn, since a turn that could not be kept leaves the two apart: or an absence would never end, or never
    /// have been.
    fn reconcile(&mut self) -> Result<(), StoreError> {
        match (self.room.whereabouts(), self.society.bot_is_away()) {
            (Whereabouts::OnChannel, true) => self.regain_sight(AbsenceScope::Everybody)?,
            (Whereabouts::Elsewhere, false) => {
                let since = self.room.left_at().unwrap_or(self.now);
                self.lose_sight(since.min(self.now), AbsenceScope::Everybody)?;
            }
            (Whereabouts::OnChannel, false) | (Whereabouts::Elsewhere, true) => {}
        }
        match self.room.whereabouts() {
            Whereabouts::OnChannel => self.reconcile_accounts(),
            // Whom a split cut off stays so until the bot has looked around again.
            Whereabouts::Elsewhere => Ok(()),
        }
    }

    /// The same for those a split cut off.
    fn reconcile_accounts(&mut self) -> Result<(), StoreError> {
        let (mut over, mut covered) = (Vec::new(), BTreeSet::new());
        let open = self.society.absences.iter();
        for absence in open.filter(|absence| absence.until.is_none()) {
            match &absence.scope {
                AbsenceScope::Everybody => {}
                AbsenceScope::Accounts(accounts) if self.room.sees_all_of(accounts) => {
                    over.push(absence.scope.clone());
                }
                AbsenceScope::Accounts(accounts) => covered.extend(accounts.iter().cloned()),
            }
        }
        for scope in over {
            self.regain_sight(scope)?;
        }
        for (since, mut accounts) in self.room.unseen() {
            accounts.retain(|account| !covered.contains(account));
            if !accounts.is_empty() {
                self.lose_sight(since.min(self.now), AbsenceScope::Accounts(accounts))?;
            }
        }
        Ok(())
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

    /// Notes what an event says of the network: it cannot fail, and nothing of it is a matter of facts.
    fn note(&mut self, event: &Event) {
        self.memory.advice.note(event, self.room.casemapping());
        match event {
            Event::Connected { casemapping, .. } => {
                // Whoever is on its channel still was not told how the last connection ended.
                let heard_at = self.memory.heard_at.unwrap_or(self.now);
                self.room.connected(*casemapping, heard_at.min(self.now));
                let marks = self.outbox.connected(self.now);
                self.write_marks(marks);
            }
            Event::Entered { members } => {
                self.room.entered(members.clone());
                self.memory.heard_at = Some(self.now);
                self.to_say.came.extend_from_slice(members);
            }
            Event::Lost { reason, silent_for } => {
                log::warn!("off the channel: {reason} (nothing heard for {silent_for})");
                self.room.left(self.now - *silent_for);
                self.outbox.lost();
            }
            Event::Alive => self.memory.heard_at = Some(self.now),
            Event::Arrived(person) => {
                self.to_say.came.push(person.clone());
                self.room.seen(person.clone());
            }
            Event::Recognised(person) => {
                self.to_say.came.push(person.clone());
                self.room.recognised(person.clone());
            }
            Event::Renamed { from, to } => {
                self.room.renamed(from, to);
                self.memory.pastes.rename(from, to);
            }
            Event::Departed { nick, departure } => self.room.departed(nick, *departure),
            Event::SplitBegan { side, missing } => {
                log::info!("a netsplit took {missing} people; the bot is with the {side:?}");
                self.room.split(*side, self.now);
            }
            Event::SplitEnded => self.room.healed(),
            Event::Said(said) => self.to_say.heard.push(said.clone()),
            Event::Ready(route) => self.outbox.ready(*route),
            Event::Handled { notice, delivery } => {
                let mark = self.outbox.settle(*notice, delivery, self.now);
                self.write_marks(mark);
            }
            Event::Evaluated { question, answer } => {
                let lines = self.memory.advice.answered(self.society, *question, answer);
                self.to_say.advice.extend(lines);
            }
            Event::Woken => {}
            Event::Stop => {
                self.to_say.stopping = true;
                // The last heartbeat is exact: what follows counts as an absence from here on.
                self.memory.last_beat = None;
            }
        }
    }

    /// Decides and keeps what an event brings.
    fn act_on(&mut self, event: &Event) -> Result<(), StoreError> {
        match event {
            Event::Connected { .. } => {
                self.appoint_configured()?;
                self.reconcile()
            }
            Event::Entered { .. }
            | Event::Lost { .. }
            | Event::SplitBegan { .. }
            | Event::SplitEnded => self.reconcile(),
            Event::Said(said) => self.hear(said),
            Event::Alive
            | Event::Arrived(_)
            | Event::Recognised(_)
            | Event::Renamed { .. }
            | Event::Departed { .. }
            | Event::Ready(_)
            | Event::Handled { .. }
            | Event::Evaluated { .. }
            | Event::Woken
            | Event::Stop => Ok(()),
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

    /// The bot cannot see these people, since this moment.
    pub fn lose_sight(&mut self, since: Timestamp, scope: AbsenceScope) -> Result<(), StoreError> {
        self.act(&Action::LoseSight { since, scope }, &Actor::Clock, None)?
            .expect("losing sight is not refused");
        Ok(())
    }

    fn regain_sight(&mut self, scope: AbsenceScope) -> Result<(), StoreError> {
        self.act(&Action::RegainSight { scope }, &Actor::Clock, None)?
            .expect("regaining sight is not refused");
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
