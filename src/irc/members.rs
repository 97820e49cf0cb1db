//! Who is on the channel, and what is known of who they are.

use crate::ports::{Identity, Person};
use crate::vocabulary::{Account, CaseMapping};
use std::collections::HashMap;
use std::time::Instant;

/// Members remembered; a channel that claims more is a server gone mad.
pub(crate) const MEMBERS_MAX: usize = 20_000;

/// How long something known of somebody holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Until the server tells of a change.
    UntilTold,
    /// Until this instant, for the server tells of no changes.
    Until(Instant),
}

/// What is known of who somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing yet, or no longer.
    Nothing,
    /// They are identified to this account.
    Account { name: String, holds: Holds },
    /// They are not identified.
    Stranger { holds: Holds },
}

impl Known {
    /// Whether somebody was not identified when the server was last asked, and it tells nobody when they are.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Known::Stranger { holds } => match holds {
                Holds::UntilTold => false,
                Holds::Until(_) => true,
            },
            Known::Nothing | Known::Account { .. } => false,
        }
    }

    /// The identity that is proved at this instant, if any is.
    pub(crate) fn proved(&self, casemapping: CaseMapping, now: Instant) -> Option<Identity> {
        let in_force = |holds: &Holds| match holds {
            Holds::UntilTold => true,
            Holds::Until(end) => now < *end,
        };
        match self {
            Known::Account { name, holds } if in_force(holds) => Some(Identity::Account {
                account: Account::new(name, casemapping),
                name: name.clone(),
            }),
            Known::Stranger { holds } if in_force(holds) => Some(Identity::Stranger),
            Known::Nothing | Known::Account { .. } | Known::Stranger { .. } => None,
        }
    }
}

/// Whether a nick is a person's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As far as is known.
    Human,
    /// Marked as a bot by the server: never answered.
    Bot,
}

/// Somebody on the channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The nick as the server writes it.
    pub(crate) nick: String,
    /// The `user@host`, once seen.
    pub(crate) mask: Option<String>,
    /// Who that is.
    pub(crate) known: Known,
    /// What the desk was told last.
    pub(crate) told: Identity,
    /// Person or bot.
    pub(crate) kind: Kind,
}

impl Member {
    /// Somebody of whom only the nick is known.
    pub(crate) fn new(nick: &str, mask: Option<String>) -> Member {
        Member {
            nick: nick.to_owned(),
            mask,
            known: Known::Nothing,
            told: Identity::Unchecked,
            kind: Kind::Human,
        }
    }

    /// What is told of them, remembering that it was.
    pub(crate) fn tell(&mut self, casemapping: CaseMapping, now: Instant) -> Person {
        self.told = self
            .known
            .proved(casemapping, now)
            .unwrap_or(Identity::Unchecked);
        Person {
            nick: self.nick.clone(),
            identity: self.told.clone(),
        }
    }
}

/// Everybody on the channel except the bot, by folded nick.
#[derive(Debug, Default)]
pub(crate) struct Members {
    by_nick: HashMap<String, Member>,
}

impl Members {
    /// Forgets everybody.
    pub(crate) fn clear(&mut self) {
        self.by_nick.clear();
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.by_nick.len()
    }

    /// Somebody by folded nick.
    pub(crate) fn get(&self, folded: &str) -> Option<&Member> {
        self.by_nick.get(folded)
    }

    /// Somebody by folded nick, to change.
    pub(crate) fn get_mut(&mut self, folded: &str) -> Option<&mut Member> {
        self.by_nick.get_mut(folded)
    }

    /// Adds somebody, or gives the one already there.
    pub(crate) fn admit(&mut self, folded: String, member: Member) -> Option<&mut Member> {
        if self.by_nick.len() >= MEMBERS_MAX && !self.by_nick.contains_key(&folded) {
            return None;
        }
        Some(self.by_nick.entry(folded).or_insert(member))
    }

    /// Removes somebody.
    pub(crate) fn remove(&mut self, folded: &str) -> Option<Member> {
        self.by_nick.remove(folded)
    }

    /// Puts somebody under their new nick.
    pub(crate) fn rename(&mut self, from: &str, to: String, nick: &str) -> Option<&mut Member> {
        let mut member = self.by_nick.remove(from)?;
        member.nick = nick.to_owned();
        Some(match self.by_nick.entry(to) {
            std::collections::hash_map::Entry::Occupied(mut old) => {
                old.insert(member);
                old.into_mut()
            }
            std::collections::hash_map::Entry::Vacant(free) => free.insert(member),
        })
    }

    /// Everybody, in the order of their folded nicks.
    pub(crate) fn sorted(&mut self) -> Vec<&mut Member> {
        let mut all: Vec<(&String, &mut Member)> = self.by_nick.iter_mut().collect();
        all.sort_by(|a, b| a.0.cmp(b.0));
        all.into_iter().map(|(_, member)| member).collect()
    }

    /// The folded nicks of those of whom nothing is known.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let mut unknown: Vec<String> = self
            .by_nick
            .iter()
            .filter(|(_, member)| member.known == Known::Nothing)
            .map(|(folded, _)| folded.clone())
            .collect();
        unknown.sort();
        unknown
    }
}
