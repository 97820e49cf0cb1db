//! Who is on the channel now, and who they are. Nothing of it is kept: after a reconnect it is learnt anew.

use crate::ports::{Departure, Identity, Person, SplitSide};
use crate::tournament::AbsenceScope;
use crate::vocabulary::{Account, CaseMapping, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the bot is on its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// On its channel.
    OnChannel,
    /// Anywhere else.
    Elsewhere,
}

/// How an account can be reached on IRC now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Here, with this nick, and proved.
    Here {
        /// The nick they show.
        nick: String,
    },
    /// Somebody shows the account's name, and who they are is not known yet.
    PerhapsHere,
    /// Not here.
    Away,
}

/// The people on the channel.
#[derive(Debug)]
pub struct Room {
    casemapping: CaseMapping,
    whereabouts: Whereabouts,
    /// By folded nick.
    people: BTreeMap<String, Person>,
    /// The folded nicks each account is proved under.
    by_account: BTreeMap<Account, BTreeSet<String>>,
    /// Accounts a split has taken, until they or their side come back.
    cut_off: BTreeSet<Account>,
    /// Since when the bot is off a channel it was on.
    left_at: Option<Timestamp>,
    /// Whom the bot cannot see since a split left it with the few, and since when (SPEC R-17).
    unseen: BTreeMap<Account, Timestamp>,
    /// Absences that are over, until the facts of them are known to be kept.
    unkept: Vec<(Timestamp, AbsenceScope)>,
}

impl Room {
    /// An empty room, before the bot is anywhere.
    pub fn new() -> Room {
        Room {
            casemapping: CaseMapping::default(),
            whereabouts: Whereabouts::Elsewhere,
            people: BTreeMap::new(),
            by_account: BTreeMap::new(),
            cut_off: BTreeSet::new(),
            left_at: None,
            unseen: BTreeMap::new(),
            unkept: Vec::new(),
        }
    }

    /// How the network folds names.
    pub fn casemapping(&self) -> CaseMapping {
        self.casemapping
    }

    /// Whether the bot is on its channel.
    pub fn whereabouts(&self) -> Whereabouts {
        self.whereabouts
    }

    /// The bot is welcome on a network; if it still was on its channel, it has not been heard of there since this moment.
    pub fn connected(&mut self, casemapping: CaseMapping, unheard_since: Timestamp) {
        self.casemapping = casemapping;
        self.left(unheard_since);
    }

    /// The bot entered its channel and found these people.
    pub fn entered(&mut self, members: Vec<Person>) {
        self.healed();
        if let Some(since) = self.left_at.take() {
            self.unkept.push((since, AbsenceScope::Everybody));
        }
        self.whereabouts = Whereabouts::OnChannel;
        self.people.clear();
        self.by_account.clear();
        members.into_iter().for_each(|person| self.put(person));
    }

    /// The bot is off its channel since this moment; where it is so already, that began when it began.
    pub fn left(&mut self, since: Timestamp) {
        match self.whereabouts {
            Whereabouts::OnChannel => self.left_at = Some(since),
            Whereabouts::Elsewhere => {}
        }
        self.healed();
        self.whereabouts = Whereabouts::Elsewhere;
        self.people.clear();
        self.by_account.clear();
    }

    /// Since when the bot is off the channel it was on.
    pub fn left_at(&self) -> Option<Timestamp> {
        self.left_at
    }

    fn put(&mut self, person: Person) {
        let folded = self.casemapping.fold(&person.nick);
        self.take(&folded);
        if let Some(account) = person.identity.account() {
            self.by_account
                .entry(account.clone())
                .or_default()
                .insert(folded.clone());
        }
        self.people.insert(folded, person);
    }

    fn take(&mut self, folded: &str) -> Option<Person> {
        let person = self.people.remove(folded)?;
        if let Some(account) = person.identity.account()
            && let Some(nicks) = self.by_account.get_mut(account)
        {
            nicks.remove(folded);
            if nicks.is_empty() {
                self.by_account.remove(account);
            }
        }
        Some(person)
    }

    /// Somebody is here, or it became known who they are.
    pub fn seen(&mut self, person: Person) {
        if let Some(account) = person.identity.account() {
            self.cut_off.remove(account);
        }
        self.put(person);
    }

    /// It became known who a present nick is.
    pub fn recognised(&mut self, person: Person) {
        // People who talk to the bot privately need not be on the channel.
        if self
            .people
            .contains_key(&self.casemapping.fold(&person.nick))
        {
            self.seen(person);
        }
    }

    /// A present nick changed.
    pub fn renamed(&mut self, from: &str, to: &str) {
        if let Some(mut person) = self.take(&self.casemapping.fold(from)) {
            to.clone_into(&mut person.nick);
            self.put(person);
        }
    }

    /// Somebody is no longer seen.
    pub fn departed(&mut self, nick: &str, departure: Departure) {
        let Some(person) = self.take(&self.casemapping.fold(nick)) else {
            return;
        };
        match departure {
            Departure::Split => self.cut_off.extend(person.identity.account().cloned()),
            Departure::Left => {}
        }
    }

    /// A split was judged. With the few, the bot cannot see whom it took; it may take more of them later.
    pub fn split(&mut self, side: SplitSide, now: Timestamp) {
        match side {
            SplitSide::Minority => {
                for account in &self.cut_off {
                    self.unseen.entry(account.clone()).or_insert(now);
                }
            }
            SplitSide::Majority => {}
        }
    }

    /// The split is over.
    pub fn healed(&mut self) {
        self.cut_off.clear();
        let over = self.unseen().into_iter();
        let over = over.map(|(since, accounts)| (since, AbsenceScope::Accounts(accounts)));
        self.unkept.extend(over);
        self.unseen.clear();
    }

    /// Whom the bot cannot see although it is on its channel, by the moment since when.
    pub fn unseen(&self) -> BTreeMap<Timestamp, BTreeSet<Account>> {
        let mut by_moment: BTreeMap<Timestamp, BTreeSet<Account>> = BTreeMap::new();
        for (account, since) in &self.unseen {
            by_moment.entry(*since).or_default().insert(account.clone());
        }
        by_moment
    }

    /// Whether none of these is out of sight.
    pub fn sees_all_of(&self, accounts: &BTreeSet<Account>) -> bool {
        !accounts
            .iter()
            .any(|account| self.unseen.contains_key(account))
    }

    /// Absences that are over and whose facts may not be kept.
    pub fn unkept_absences(&self) -> &[(Timestamp, AbsenceScope)] {
        &self.unkept
    }

    /// All facts so far are kept.
    pub fn kept(&mut self) {
        self.unkept.clear();
    }

    /// How an account can be reached.
    pub fn reach(&self, account: &Account, name: &str) -> Reach {
        let nicks = self.by_account.get(account);
        let proved = nicks.and_then(|nicks| self.people.get(nicks.first()?));
        if let Some(person) = proved {
            return Reach::Here {
                nick: person.nick.clone(),
            };
        }
        let namesake = self.people.get(&self.casemapping.fold(name));
        match namesake.map(|person| &person.identity) {
            Some(Identity::Unchecked) => Reach::PerhapsHere,
            Some(Identity::Account { .. } | Identity::Stranger) | None => Reach::Away,
        }
    }
}

impl Default for Room {
    fn default() -> Room {
        Room::new()
    }
}
