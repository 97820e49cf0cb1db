//! Collecting notices: who gets one, and who does not need one.

use super::time::Clock;
use crate::ports::{Notice, NoticeKind, Recipient};
use crate::tournament::{Actor, Fact, Official, Role, Society, Tournament};
use crate::vocabulary::{Account, Color, EntryNumber, RoundNumber, Timestamp, TournamentId};
use std::collections::{BTreeMap, BTreeSet};

use super::words::Seat;

/// What a private notice is about and until when it is of use.
#[derive(Clone, Copy)]
pub(super) struct Topic {
    pub(super) kind: NoticeKind,
    pub(super) useful_until: Option<Timestamp>,
}

impl Topic {
    /// Of use whenever it arrives.
    pub(super) fn lasting(kind: NoticeKind) -> Topic {
        Topic {
            kind,
            useful_until: None,
        }
    }

    /// Of use up to this instant.
    pub(super) fn until(kind: NoticeKind, useful_until: Timestamp) -> Topic {
        Topic {
            kind,
            useful_until: Some(useful_until),
        }
    }
}

/// The notices of one event, as they come up.
pub(super) struct Notices<'a> {
    /// The state after the facts.
    pub(super) society: &'a Society,
    /// All facts of the event: what one says, another need not repeat.
    pub(super) facts: &'a [Fact],
    /// Who caused them, and hears of it by the reply.
    pub(super) actor: &'a Actor,
    /// Rounds whose moved boards are told already.
    pub(super) rounds_told: BTreeSet<(TournamentId, RoundNumber)>,
    list: Vec<Notice>,
}

impl<'a> Notices<'a> {
    /// Nothing yet.
    pub(super) fn new(society: &'a Society, facts: &'a [Fact], actor: &'a Actor) -> Notices<'a> {
        Notices {
            society,
            facts,
            actor,
            rounds_told: BTreeSet::new(),
            list: Vec::new(),
        }
    }

    /// The finished list, in the order it should be said.
    pub(super) fn into_list(self) -> Vec<Notice> {
        self.list
    }

    /// A line for the channel.
    pub(super) fn channel(&mut self, topic: Topic, text: String) {
        self.list.push(Notice {
            recipient: Recipient::Channel,
            kind: topic.kind,
            text,
            useful_until: topic.useful_until,
        });
    }

    /// Several lines for the channel.
    pub(super) fn channel_lines(&mut self, topic: Topic, lines: Vec<String>) {
        for line in lines {
            self.channel(topic, line);
        }
    }

    /// A private line for an account, unless it is the one who caused it all.
    pub(super) fn person(&mut self, account: &Account, name: &str, topic: Topic, text: String) {
        if self.actor.account() == Some(account) {
            return;
        }
        self.list.push(Notice {
            recipient: Recipient::Person {
                account: account.clone(),
                name: name.to_owned(),
            },
            kind: topic.kind,
            text,
            useful_until: topic.useful_until,
        });
    }

    /// A private line for a player, with times as they want them.
    pub(super) fn player(
        &mut self,
        tournament: &Tournament,
        entry: EntryNumber,
        topic: Topic,
        text: impl FnOnce(Clock) -> String,
    ) {
        let entry = tournament.entry(entry);
        let clock = Clock::for_account(self.society, tournament, &entry.account);
        self.person(&entry.account, &entry.name, topic, text(clock));
    }

    /// A private line for each of the two at a board; `text` is given the colour of the reader.
    pub(super) fn both(
        &mut self,
        seat: Seat<'_>,
        topic: Topic,
        text: impl Fn(Color, Clock) -> String,
    ) {
        for color in Color::BOTH {
            self.player(seat.tournament, seat.entry(color), topic, |clock| {
                text(color, clock)
            });
        }
    }

    /// A private line for each director of a tournament; where there is none, for each assistant.
    pub(super) fn directors(
        &mut self,
        tournament: &Tournament,
        useful_until: Option<Timestamp>,
        text: impl Fn(Clock) -> String,
    ) {
        let topic = Topic {
            kind: NoticeKind::Director,
            useful_until,
        };
        for (account, name) in directors_of(self.society, tournament) {
            let clock = Clock::for_account(self.society, tournament, account);
            self.person(account, name, topic, text(clock));
        }
    }
}

/// Whom to tell what directors have to know.
fn directors_of<'a>(
    society: &'a Society,
    tournament: &'a Tournament,
) -> BTreeMap<&'a Account, &'a str> {
    let with_role = |role: Role| {
        society
            .officials
            .iter()
            .chain(tournament.officials.iter())
            .filter(move |(_, official)| official.role == role)
            .map(|(account, official): (&Account, &Official)| (account, official.name.as_str()))
            .collect::<BTreeMap<_, _>>()
    };
    let directors = with_role(Role::Director);
    if directors.is_empty() {
        with_role(Role::Assistant)
    } else {
        directors
    }
}
