//! One group of events: heard, decided, kept, told.

use super::outbox::{Mark, Outbox};
use super::resolve::{self, Request, Speaker};
use super::room::Room;
use super::{Desk, Memory, Options, Outcome};
use crate::command::{self, Spec, Who};
use crate::phrasing::{self, Answer, HelpEntry, HistoryLine, Reader};
use crate::ports::{Event, Identity, Outgoing, Person, Place, Said, SplitSide, Target, Urgency};
use crate::store::{JournalEntry, Keeping, NoticeMark, StoreError};
use crate::tournament::{
    AbsenceScope, Action, Actor, AttemptCause, BoardRef, Fact, Refusal, Society, Tournament,
    decide, has_passed,
};
use crate::view::Query;
use crate::vocabulary::{Account, Color, Span, Timestamp};

/// How often somebody who comes in is told of a check-in they owe; a flapping connection must not be flooded.
const GREETING_PAUSE: Span = Span::from_minutes(10);

/// Somebody's line and who says it, for the journal and the answer.
struct Asked<'a> {
    actor: Actor,
    place: Place,
    nick: &'a str,
    text: &'a str,
}

/// What will be said once all is kept.
#[derive(Default)]
pub struct ToSay {
    /// Lines that tell of what was kept.
    telling: Vec<Outgoing>,
    /// Who asked for something that needed keeping: they are told if that failed.
    askers: Vec<(Target, Urgency)>,
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
    keeping: Keeping<'d>,
    society: &'d mut Society,
    room: &'d mut Room,
    outbox: &'d mut Outbox,
    options: &'d mut Options,
    memory: &'d mut Memory,
    now: Timestamp,
    to_say: ToSay,
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
        for event in events {
            self.catch_up()?;
            self.take(event)?;
        }
        self.catch_up()?;
        self.send_durable()
    }

    /// Ends the turn: commits, and gives back what is to be said.
    pub fn end(self, taken: Result<(), StoreError>) -> (Result<(), StoreError>, ToSay) {
        (taken.and_then(|()| self.keeping.commit()), self.to_say)
    }

    /// Ends a turn that had nobody to answer.
    pub fn finish(self) -> Result<(), StoreError> {
        self.keeping.commit()
    }

    /// Does everything that has fallen due.
    fn catch_up(&mut self) -> Result<(), StoreError> {
        while let Some((_, due)) = self.society.next_due().filter(|(at, _)| *at <= self.now) {
            let facts = self.act(&Action::Due(due), &Actor::Clock, None)?;
            let facts = facts.expect("the clock is never refused");
            assert!(
                !facts.is_empty(),
                "what falls due is done and falls due no more: {due:?}"
            );
        }
        Ok(())
    }

    fn take(&mut self, event: Event) -> Result<(), StoreError> {
        match event {
            Event::Connected { casemapping, .. } => {
                self.room.connected(casemapping);
                self.appoint_configured()?;
                self.lose_sight(self.now)
            }
            Event::Entered { members } => {
                self.room.entered(members.clone());
                self.regain_sight()?;
                members.iter().for_each(|person| self.greet(person));
                Ok(())
            }
            Event::Lost { reason } => {
                log::warn!("off the channel: {reason}");
                self.room.left();
                let marks = self.outbox.disconnected(self.now);
                self.write_marks(marks)?;
                self.lose_sight(self.now)
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
                self.write_marks(mark)
            }
            Event::Woken => Ok(()),
            Event::Stop => {
                self.to_say.telling.push(Outgoing::Quit {
                    text: phrasing::FAREWELL.to_owned(),
                });
                self.to_say.stopping = true;
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
    fn act(
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
            self.outbox.add(id, notice, self.now);
        }
        Ok(Ok(facts))
    }

    /// A line that was said to the bot.
    fn hear(&mut self, said: &Said) -> Result<(), StoreError> {
        let asked = Asked {
            actor: actor_of(&said.person),
            place: said.place,
            nick: &said.person.nick,
            text: &said.text,
        };
        let reader = Reader::new(
            self.society,
            asked.actor.account().cloned(),
            said.place,
            self.now,
        );
        let command = match command::parse(&said.text) {
            Ok(command) => command,
            Err(misread) => {
                let line = phrasing::misread(self.society, &misread, &reader);
                self.say_to(&asked, Urgency::Reply, line);
                return Ok(());
            }
        };
        let speaker = Speaker {
            actor: asked.actor.clone(),
            place: said.place,
            casemapping: self.room.casemapping(),
            said_at: self.now - said.waited,
        };
        let tools = resolve::Tools {
            seeds: &mut self.options.seeds,
            defaults: &self.options.defaults,
        };
        match resolve::resolve(self.society, &speaker, command, tools, self.now) {
            Ok(Request::Act(action)) => self.obey(&asked, &action, &reader),
            Ok(Request::Ask(query)) => self.answer(&asked, &query, &reader),
            Err(refusal) => self.refuse(&asked, &refusal, &reader),
        }
    }

    fn obey(
        &mut self,
        asked: &Asked<'_>,
        action: &Action,
        reader: &Reader,
    ) -> Result<(), StoreError> {
        let urgency = urgency_of(action);
        self.to_say.askers.push((self.target(asked), urgency));
        match self.act(action, &asked.actor, Some(asked.text))? {
            Ok(facts) => {
                let lines = phrasing::reply(self.society, action, &facts, &asked.actor);
                lines
                    .into_iter()
                    .for_each(|line| self.say_to(asked, urgency, line));
                Ok(())
            }
            Err(refusal) => self.refuse(asked, &refusal, reader),
        }
    }

    /// Says why not. What directors should be able to look up is also kept.
    fn refuse(
        &mut self,
        asked: &Asked<'_>,
        refusal: &Refusal,
        reader: &Reader,
    ) -> Result<(), StoreError> {
        if let Some((board, cause)) = worth_keeping(refusal) {
            log::info!("refused to {}: {cause:?}", asked.actor.name());
            let text = asked.text.to_owned();
            let fact = Fact::AttemptRefused { board, text, cause };
            let entry = JournalEntry {
                at: self.now,
                actor: asked.actor.name(),
                line: Some(asked.text),
                fact: &fact,
            };
            self.society.apply(&fact);
            self.keeping.fact(self.society, &entry)?;
        }
        let line = phrasing::refusal(self.society, refusal, reader);
        self.say_to(asked, Urgency::Reply, line);
        Ok(())
    }

    fn answer(
        &mut self,
        asked: &Asked<'_>,
        query: &Query,
        reader: &Reader,
    ) -> Result<(), StoreError> {
        let answer = match query {
            Query::Why(board) => {
                let rows = self.keeping.journal_of_board(*board)?.into_iter();
                let history = rows.map(|row| HistoryLine {
                    at: row.at,
                    actor: row.actor,
                    line: row.line,
                    fact: row.fact,
                });
                phrasing::history(self.society, *board, &history.collect::<Vec<_>>(), reader)
            }
            Query::Help { topic } => self.help(topic.as_deref(), reader),
            _ => phrasing::answer(self.society, query, reader),
        };
        let urgency = Urgency::Reply;
        answer
            .lines
            .into_iter()
            .for_each(|line| self.say_to(asked, urgency, line));
        Ok(())
    }

    /// Help on one command, or the list of those that are the reader's to say.
    fn help(&self, topic: Option<&str>, reader: &Reader) -> Answer {
        let entry = |spec: &'static Spec| HelpEntry {
            usage: spec.usage,
            summary: spec.summary,
        };
        let entries: Vec<HelpEntry<'_>> = match topic {
            Some(topic) => {
                let named: Vec<_> = command::find(topic).map(entry).collect();
                if named.is_empty() {
                    command::group(topic).map(entry).collect()
                } else {
                    named
                }
            }
            None => {
                let account = reader.account.as_ref();
                let directs = account.is_some_and(|account| self.society.holds_office(account));
                let shown = |spec: &&Spec| match spec.who {
                    Who::Player => true,
                    Who::Director => directs && reader.place == Place::Private,
                };
                command::COMMANDS.iter().filter(shown).map(entry).collect()
            }
        };
        phrasing::help(&entries, reader)
    }

    fn target(&self, asked: &Asked<'_>) -> Target {
        match asked.place {
            Place::Channel => Target::Channel,
            Place::Private => Target::Nick(asked.nick.to_owned()),
        }
    }

    fn say_to(&mut self, asked: &Asked<'_>, urgency: Urgency, line: String) {
        let text = match asked.place {
            Place::Channel => format!("{}: {line}", asked.nick),
            Place::Private => line,
        };
        let target = self.target(asked);
        self.to_say.telling.push(Outgoing::Line {
            target,
            text,
            urgency,
            notice: None,
        });
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
    pub fn write_marks(&mut self, marks: impl IntoIterator<Item = Mark>) -> Result<(), StoreError> {
        for mark in marks {
            let written = NoticeMark {
                state: &mark.state,
                way: mark.way,
                detail: mark.detail.as_deref(),
                at: self.now,
            };
            self.keeping.mark_notice(mark.id, &written)?;
        }
        Ok(())
    }

    /// Hands over what a free way can take; the rows say so before the network hears of it.
    fn send_durable(&mut self) -> Result<(), StoreError> {
        let expired = self.outbox.expire(self.now);
        self.write_marks(expired)?;
        while let Some((mark, outgoing)) = self.outbox.hand_over(self.room, self.now) {
            self.write_marks([mark])?;
            self.to_say.telling.push(outgoing);
        }
        Ok(())
    }
}

fn actor_of(person: &Person) -> Actor {
    match &person.identity {
        Identity::Account { account, name } => Actor::Account {
            account: account.clone(),
            name: name.clone(),
        },
        Identity::Stranger => Actor::Stranger {
            nick: person.nick.clone(),
        },
        Identity::Unchecked => Actor::Unchecked {
            nick: person.nick.clone(),
        },
    }
}

/// What of a refusal goes into the journal: orders by people who are no directors, and reports on others' games.
fn worth_keeping(refusal: &Refusal) -> Option<(Option<BoardRef>, AttemptCause)> {
    if let Refusal::NotYourGame { own } = refusal {
        return Some((*own, AttemptCause::NotYourGame));
    }
    (*refusal == Refusal::NotDirector).then_some((None, AttemptCause::NotDirector))
}

fn urgency_of(action: &Action) -> Urgency {
    match action {
        Action::Direct(_) => Urgency::DirectorReply,
        Action::Register { .. }
        | Action::Preregister { .. }
        | Action::Withdraw { .. }
        | Action::CheckIn { .. }
        | Action::Report { .. }
        | Action::Confirm { .. }
        | Action::Explain { .. }
        | Action::MarkPlaying { .. }
        | Action::Interrupt { .. }
        | Action::Resume { .. }
        | Action::ChooseZone { .. }
        | Action::Due(_)
        | Action::LoseSight { .. }
        | Action::RegainSight { .. }
        | Action::Appoint { .. } => Urgency::Reply,
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
