//! Lines said to the bot: read, given a meaning, obeyed or answered.

use super::pastes::Told;
use super::resolve::{self, Request, Speaker};
use super::turn::{ToSay, Turn};
use crate::command::{self, Command, Spec, Who};
use crate::game::{self, Gap};
use crate::phrasing::{self, Answer, HelpEntry, HistoryLine, Reader};
use crate::ports::{
    Before, Identity, LineEnd, Manner, Outgoing, Person, Place, Said, Target, Urgency,
};
use crate::store::{JournalEntry, StoreError};
use crate::tournament::{
    Action, Actor, AttemptCause, BoardRef, Fact, Refusal, ScoreAction, ScoreRefusal, decide,
};
use crate::view::Query;
use crate::vocabulary::{BoardNumber, Span};

/// Lines of a paste follow each other faster than this, a server's flood limits included. After a longer pause, words
/// that are no moves are no part of a game.
const PASTE_PAUSE_MAX: Span = Span::from_secs(60);

/// Somebody's line and who says it, for the journal and the answer.
struct Asked<'a> {
    actor: Actor,
    place: Place,
    nick: &'a str,
    text: &'a str,
    /// What became of what they said right before.
    before: Before,
}

impl<'a> Asked<'a> {
    fn of(said: &'a Said) -> Asked<'a> {
        Asked {
            actor: actor_of(&said.person),
            place: said.place,
            nick: &said.person.nick,
            text: &said.text,
            before: said.hearing.before,
        }
    }

    fn target(&self) -> Target {
        match self.place {
            Place::Channel => Target::Channel,
            Place::Private => Target::Nick(self.nick.to_owned()),
        }
    }
}

/// What a line comes to.
enum Meaning {
    /// Something to decide on or to answer.
    Request(Request),
    /// It means nothing here.
    Refused(Refusal),
    /// It is no command; these are the words about it.
    Misread(String),
    /// It goes on with something that is known not to be taken.
    Nothing,
}

impl Turn<'_> {
    /// A line that was said to the bot.
    pub(super) fn hear(&mut self, said: &Said) -> Result<(), StoreError> {
        let mut asked = Asked::of(said);
        let reader = self.reader(&asked);
        let proved = said.person.identity.account().is_some();
        if proved && self.memory.pastes.take_loss(asked.nick) {
            asked.before = Before::Lost;
        }
        match asked.before {
            Before::Heard => {}
            Before::Lost => self.note_gap(&asked, Gap::Lost)?,
        }
        match self.meaning(said, &asked, &reader) {
            Meaning::Request(Request::Act(action)) => self.obey(&asked, &action, &reader)?,
            Meaning::Request(Request::Ask(query)) => self.answer(&asked, &query, &reader)?,
            Meaning::Refused(refusal) => self.refuse(&asked, &refusal, &reader)?,
            Meaning::Misread(line) => self.say_to(&asked, Urgency::Reply, line),
            Meaning::Nothing => {}
        }
        match said.hearing.end {
            LineEnd::Whole => Ok(()),
            LineEnd::MaybeCut => self.note_gap(&asked, Gap::Cut),
        }
    }

    /// Marks what somebody sends as lacking something, where they send anything.
    fn note_gap(&mut self, asked: &Asked<'_>, gap: Gap) -> Result<(), StoreError> {
        if asked.place == Place::Private && self.is_sending(asked) {
            let action = Action::Score(ScoreAction::Gap { gap });
            self.act(&action, &asked.actor, None)?
                .expect("a gap in what is being sent is not refused");
        }
        Ok(())
    }

    fn is_sending(&self, asked: &Asked<'_>) -> bool {
        let account = asked.actor.account();
        account.is_some_and(|account| {
            let scores = &self.society.gamescores;
            scores.open_draft(account, self.now).is_some()
        })
    }

    /// The answers to lines of a turn that could not be kept, from the state as it was before it. Questions and refusals
    /// need nothing written (SPEC R-36); whoever asked for more is told that nothing has changed.
    pub fn hear_again(mut self, heard: &[Said]) -> ToSay {
        self.memory.pastes.forget_since(self.now);
        for said in heard {
            let asked = Asked::of(said);
            let reader = self.reader(&asked);
            match self.meaning(said, &asked, &reader) {
                Meaning::Request(Request::Act(action)) => self.try_action(&asked, &action, &reader),
                Meaning::Request(Request::Ask(query)) => {
                    if let Err(error) = self.answer(&asked, &query, &reader) {
                        log::error!("this could not be answered: {error}");
                        self.say_not_kept(&asked, Urgency::Reply);
                    }
                }
                Meaning::Refused(refusal) => self.say_refusal(&asked, &refusal, &reader),
                Meaning::Misread(line) => self.say_to(&asked, Urgency::Reply, line),
                Meaning::Nothing => {}
            }
        }
        self.to_say
    }

    fn try_action(&mut self, asked: &Asked<'_>, action: &Action, reader: &Reader) {
        let is_of_game = matches!(
            action,
            Action::Score(ScoreAction::Line { .. } | ScoreAction::Begin { text: Some(_), .. })
        );
        if is_of_game || asked.before == Before::Lost {
            self.memory.pastes.note_loss(asked.nick);
        }
        match decide(self.society, action, &asked.actor, self.now) {
            Ok(_) => self.say_not_kept(asked, urgency_of(action)),
            Err(refusal) => self.say_refusal(asked, &refusal, reader),
        }
    }

    fn say_not_kept(&mut self, asked: &Asked<'_>, urgency: Urgency) {
        let line = Outgoing::Line {
            target: asked.target(),
            text: phrasing::NOT_KEPT.to_owned(),
            urgency,
            notice: None,
        };
        // Once is enough where several asked in one place.
        if !self.to_say.telling.contains(&line) {
            self.to_say.telling.push(line);
        }
    }

    fn reader(&self, asked: &Asked<'_>) -> Reader {
        let account = asked.actor.account().cloned();
        Reader::new(self.society, account, asked.place, self.now)
    }

    fn meaning(&mut self, said: &Said, asked: &Asked<'_>, reader: &Reader) -> Meaning {
        if let Some(line) = self.line_of_game(said, asked) {
            return Meaning::Request(Request::Act(line));
        }
        let meaning = match command::parse(&said.text) {
            Ok(command) if is_talk(said) || ends_sending(&command) => {
                return self.resolved(said, asked, command);
            }
            // A comment of a game may begin as any command does.
            Ok(_) => Meaning::Nothing,
            Err(_) if is_sent_game(said) => self.own_game(said, asked),
            Err(misread) => Meaning::Misread(phrasing::misread(self.society, &misread, reader)),
        };
        match (meaning, said.hearing.manner) {
            (Meaning::Refused(refusal), Manner::Moves) => {
                match self.not_taken(said, Some(&refusal)) {
                    Told::NotYet => Meaning::Refused(refusal),
                    Told::Already => Meaning::Nothing,
                }
            }
            (Meaning::Misread(line), Manner::Moves) => match self.not_taken(said, None) {
                Told::NotYet => Meaning::Misread(line),
                Told::Already => Meaning::Nothing,
            },
            (meaning, Manner::Moves | Manner::Talk) => meaning,
        }
    }

    fn resolved(&mut self, said: &Said, asked: &Asked<'_>, command: Command) -> Meaning {
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
            Ok(request) => Meaning::Request(request),
            Err(refusal) => Meaning::Refused(refusal),
        }
    }

    /// Moves that were sent without a word begin the speaker's own game, if these are its first.
    fn own_game(&mut self, said: &Said, asked: &Asked<'_>) -> Meaning {
        match asked.before {
            Before::Heard => self.resolved(said, asked, command::moves_of_own_game(&said.text)),
            Before::Lost => Meaning::Refused(Refusal::Score(ScoreRefusal::BeginningLost)),
        }
    }

    /// A line of a paste is not taken; who pastes is told once.
    fn not_taken(&mut self, said: &Said, why: Option<&Refusal>) -> Told {
        let nick = &said.person.nick;
        if said.person.identity == Identity::Unchecked {
            self.memory.pastes.note_loss(nick);
        }
        self.memory.pastes.refuse(nick, why, self.now)
    }

    /// While somebody sends a game, what they say in private is part of it, unless it is an order: it begins with `!`,
    /// reads as one, or comes after a pause and is no move. The words of a comment that was cut into lines may read as any
    /// order: until it is closed, only the end of the sending is one.
    fn line_of_game(&self, said: &Said, asked: &Asked<'_>) -> Option<Action> {
        let account = asked.actor.account()?;
        let draft = self.society.gamescores.open_draft(account, self.now)?;
        let pasted = self.now < draft.at + PASTE_PAUSE_MAX;
        let moves = game::looks_like_moves(&said.text) || game::may_be_moves(&said.text);
        let is_order = said.text.starts_with('!')
            || command::parse(&said.text).is_ok_and(|command| {
                ends_sending(&command) || (is_talk(said) && !draft.is_in_comment())
            });
        let is_line = said.place == Place::Private && !is_order && (moves || pasted);
        is_line.then(|| {
            Action::Score(ScoreAction::Line {
                text: said.text.clone(),
            })
        })
    }

    fn obey(
        &mut self,
        asked: &Asked<'_>,
        action: &Action,
        reader: &Reader,
    ) -> Result<(), StoreError> {
        let urgency = urgency_of(action);
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
        self.say_refusal(asked, refusal, reader);
        Ok(())
    }

    fn say_refusal(&mut self, asked: &Asked<'_>, refusal: &Refusal, reader: &Reader) {
        let line = phrasing::refusal(self.society, refusal, reader);
        self.say_to(asked, Urgency::Reply, line);
    }

    fn answer(
        &mut self,
        asked: &Asked<'_>,
        query: &Query,
        reader: &Reader,
    ) -> Result<(), StoreError> {
        let answer = match query {
            Query::Why(board) => {
                let rows = self.history_of(*board)?;
                phrasing::history(self.society, *board, &rows, reader)
            }
            Query::WhyBye(tournament, round, entry) => {
                // No board has the number 0: what concerns the round as a whole is left.
                let rows = self.history_of(BoardRef {
                    tournament: *tournament,
                    round: *round,
                    board: BoardNumber(0),
                })?;
                phrasing::why_bye(self.society, (*tournament, *round), *entry, &rows)
            }
            Query::Help { topic } => self.help(topic.as_deref(), reader),
            Query::Export(tournament, form) => {
                let file = self.options.settings_file.as_deref();
                phrasing::export(self.society, (*tournament, *form), file, reader)
            }
            Query::Adjudicate { board, fen } => {
                let mut answer = phrasing::answer(self.society, query, reader);
                // Only officials get here, and they are known by their accounts.
                let engine = asked.actor.account().and_then(|account| {
                    self.consult((asked.nick, account), *board, fen.as_deref())
                });
                answer.lines.extend(engine);
                answer
            }
            _ => phrasing::answer(self.society, query, reader),
        };
        let urgency = Urgency::Reply;
        answer
            .lines
            .into_iter()
            .for_each(|line| self.say_to(asked, urgency, line));
        Ok(())
    }

    fn history_of(&self, board: BoardRef) -> Result<Vec<HistoryLine>, StoreError> {
        let rows = self.keeping.journal_of_board(board)?.into_iter();
        let history = rows.map(|row| HistoryLine {
            at: row.at,
            actor: row.actor,
            line: row.line,
            fact: row.fact,
        });
        Ok(history.collect())
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

    fn say_to(&mut self, asked: &Asked<'_>, urgency: Urgency, line: String) {
        let text = match asked.place {
            Place::Channel => format!("{}: {line}", asked.nick),
            Place::Private => line,
        };
        let target = asked.target();
        self.to_say.telling.push(Outgoing::Line {
            target,
            text,
            urgency,
            notice: None,
        });
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

/// Whether a command is one of those that end the sending of a game: they stand even behind a comment that was never closed.
fn ends_sending(command: &Command) -> bool {
    matches!(command, Command::EndGame { .. } | Command::DiscardGame)
}

/// Whether a line was heard as talk, and not as one of a pasted game.
fn is_talk(said: &Said) -> bool {
    match said.hearing.manner {
        Manner::Talk => true,
        Manner::Moves => false,
    }
}

/// Whether somebody just pastes the moves of a game in private.
fn is_sent_game(said: &Said) -> bool {
    said.place == Place::Private && game::looks_like_moves(&said.text)
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
        | Action::Score(_)
        | Action::Due(_)
        | Action::LoseSight { .. }
        | Action::RegainSight { .. }
        | Action::Appoint { .. }
        | Action::UseRatings { .. } => Urgency::Reply,
    }
}
