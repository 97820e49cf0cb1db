//! The people on the channel: who comes, goes, changes nick, and is lost in a netsplit.

use super::{Offer, Session};
use crate::irc::line::{Line, Numeric, Source};
use crate::irc::members::{Holds, Known, Member};
use crate::irc::pacer::{Class, Parcel};
use crate::irc::split::{self, Services, SplitNews};
use crate::ports::{Departure, Event};
use irc::proto::{BatchSubCommand, Command};
use std::time::Instant;

/// Netsplit batches that can be open at once.
const SPLIT_BATCHES_MAX: usize = 8;

impl Session {
    pub(super) fn on_join(
        &mut self,
        source: Source<'_>,
        channel: &str,
        account: &str,
        now: Instant,
    ) {
        let nick = source.name();
        if self.is_me(nick) {
            if let Some(mask) = source.mask() {
                self.mask_bytes = mask.len();
            }
            self.on_own_join(channel);
            return;
        }
        if nick.is_empty() || !self.is_channel(channel) || !self.channel.is_in() {
            return;
        }
        let folded = self.fold(nick);
        let mut member = Member::new(nick, source.mask());
        match self.network.extended_join {
            Offer::InUse => member.known = self.known_from(account, now),
            Offer::Absent => self.checks.ask_lazily(folded.clone()),
        }
        // Whoever bore the nick before is not this one: what was known of them is void.
        self.members.remove(&folded);
        let casemapping = self.network.casemapping;
        let entered = self.channel.is_entered();
        let Some(member) = self.members.admit(folded.clone(), member) else {
            return;
        };
        if entered {
            let person = member.tell(casemapping, now);
            self.tell(Event::Arrived(person));
        }
        if let Some(news) = self.split.find(&folded) {
            self.on_split_news(news);
        }
    }

    pub(super) fn on_part(&mut self, source: Source<'_>, channel: &str, now: Instant) {
        if !self.is_channel(channel) {
            return;
        }
        if self.is_me(source.name()) {
            self.on_removed("taken off the channel", now);
        } else {
            self.depart(source.name(), Departure::Left);
        }
    }

    pub(super) fn on_kick(
        &mut self,
        source: Source<'_>,
        channel: &str,
        victim: &str,
        words: &str,
        now: Instant,
    ) {
        if !self.is_channel(channel) {
            return;
        }
        if self.is_me(victim) {
            let reason = format!("kicked by {}: {words}", source.name());
            self.on_removed(&reason, now);
        } else {
            self.depart(victim, Departure::Left);
        }
    }

    pub(super) fn on_quit(&mut self, line: &Line, words: &str, now: Instant) {
        let nick = line.source().name();
        if self.is_me(nick) {
            return;
        }
        let in_batch = line
            .tag("batch")
            .is_some_and(|batch| self.split_batches.iter().any(|open| *open == batch));
        let folded = self.fold(nick);
        self.deliver_unchecked(&folded, now);
        if in_batch || split::is_split_text(words) {
            if self.members.get(&folded).is_some() {
                self.split.lose(&folded, now);
            }
            self.depart(nick, Departure::Split);
        } else {
            self.depart(nick, Departure::Left);
        }
        self.on_nick_freed(nick, now);
    }

    fn depart(&mut self, nick: &str, departure: Departure) {
        let folded = self.fold(nick);
        let Some(member) = self.members.remove(&folded) else {
            return;
        };
        if self.channel.is_entered() {
            self.tell(Event::Departed {
                nick: member.nick,
                departure,
            });
        }
    }

    pub(super) fn on_nick(&mut self, source: Source<'_>, to: &str, now: Instant) {
        let from = source.name();
        if to.is_empty() || from.is_empty() {
            return;
        }
        if self.is_me(from) {
            self.on_own_nick(to, now);
            return;
        }
        let (old, new) = (self.fold(from), self.fold(to));
        if old != new {
            self.deliver_unchecked(&old, now);
            self.deliver_unchecked(&new, now);
            self.limits.rename(&old, &new);
        }
        let told_of_changes = self.network.account_notify == Offer::InUse;
        let casemapping = self.network.casemapping;
        let entered = self.channel.is_entered();
        if let Some(member) = self.members.rename(&old, new.clone(), to) {
            let from = from.to_owned();
            // An account that the server tells changes of goes with the person (SPEC R-2). What was asked of the old nick dies with it.
            let keeps = match &member.known {
                Known::Account { holds, .. } | Known::Stranger { holds } => {
                    told_of_changes && *holds == Holds::UntilTold
                }
                Known::Nothing => false,
            };
            if !keeps && old != new {
                member.known = Known::Nothing;
            }
            let before = member.told.clone();
            let person = member.tell(casemapping, now);
            if entered {
                self.tell(Event::Renamed {
                    from,
                    to: to.to_owned(),
                });
                if old != new && person.identity != before {
                    self.tell(Event::Recognised(person));
                }
            }
            if !keeps && old != new {
                self.checks.ask_lazily(new);
            }
        }
        self.on_nick_freed(from, now);
    }

    pub(super) fn on_account(&mut self, source: Source<'_>, account: &str, now: Instant) {
        if self.is_me(source.name()) {
            match account {
                "*" | "0" | "" => self.on_logged_out(now),
                _ => self.on_identified(now),
            }
            return;
        }
        let folded = self.fold(source.name());
        self.learn_account(&folded, account, now);
    }

    pub(super) fn on_chghost(&mut self, source: Source<'_>, user: &str, host: &str) {
        let mask = format!("{user}@{host}");
        if self.is_me(source.name()) {
            self.mask_bytes = mask.len();
            return;
        }
        let folded = self.fold(source.name());
        if let Some(member) = self.members.get_mut(&folded) {
            member.mask = Some(mask);
        }
    }

    /// 396: the bot's host as others see it; the user name before it stays.
    pub(super) fn on_own_host(&mut self, host: &str) {
        // Ten for the user name and its mark, as long as servers let it be.
        self.mask_bytes = match host.contains('@') {
            true => host.len(),
            false => host.len() + 12,
        };
    }

    /// 302: `nick*=+user@host`, asked when the bot's own mask changed unseen.
    pub(super) fn on_userhost(&mut self, line: &Numeric<'_>) {
        for reply in line.last().split(' ') {
            if let Some((nick, mask)) = reply.split_once('=')
                && self.is_me(nick.trim_end_matches('*'))
            {
                // A server may show the bot its real host, and others a longer one.
                let mask = mask.trim_start_matches(['+', '-']);
                self.mask_bytes = self.mask_bytes.max(mask.len());
            }
        }
    }

    /// What an account's name in the server's lines means; `*` and `0` stand for none.
    pub(super) fn known_from(&self, account: &str, now: Instant) -> Known {
        let holds = match self.network.account_notify {
            Offer::InUse => Holds::UntilTold,
            Offer::Absent => Holds::Until(now + self.options.timeouts.identity),
        };
        match account {
            "*" | "0" | "" => Known::Stranger { holds },
            name => Known::Account {
                name: name.to_owned(),
                holds,
            },
        }
    }

    /// The server said which account somebody on the channel has.
    pub(super) fn learn_account(&mut self, folded: &str, account: &str, now: Instant) {
        let known = self.known_from(account, now);
        self.learn(folded, known, now);
    }

    /// Something is known of somebody on the channel; the desk hears of it where it is new.
    pub(super) fn learn(&mut self, folded: &str, known: Known, now: Instant) {
        let casemapping = self.network.casemapping;
        let entered = self.channel.is_entered();
        let Some(member) = self.members.get_mut(folded) else {
            return;
        };
        if member.known == known {
            return;
        }
        member.known = known;
        let before = member.told.clone();
        if !entered {
            return;
        }
        let person = member.tell(casemapping, now);
        if person.identity != before {
            self.tell(Event::Recognised(person));
        }
    }

    pub(super) fn learn_mask(&mut self, folded: &str, mask: &str, is_bot: bool) {
        if let Some(member) = self.members.get_mut(folded) {
            member.mask = Some(mask.to_owned());
            if is_bot {
                member.kind = crate::irc::members::Kind::Bot;
            }
        }
    }

    /// `BATCH +ref netsplit a b` and its end: the other way a server tells of a split.
    pub(super) fn on_batch(&mut self, reference: &str, kind: Option<&BatchSubCommand>) {
        let Some((sign, reference)) = reference.split_at_checked(1) else {
            return;
        };
        let is_split = kind == Some(&BatchSubCommand::NETSPLIT);
        match sign {
            "+" if is_split && self.split_batches.len() < SPLIT_BATCHES_MAX => {
                self.split_batches.push(reference.to_owned());
            }
            "-" => self.split_batches.retain(|open| open != reference),
            _ => {}
        }
    }

    pub(super) fn split_time(&mut self, now: Instant) {
        let services = match self.options.dialect.has_login() {
            true => Services::NotAsked,
            // Without services there is nobody to look for, and numbers decide.
            false => Services::Seen,
        };
        if let Some(news) = self.split.on_time(self.members.len(), services, now) {
            self.on_split_news(news);
        }
    }

    fn on_split_news(&mut self, news: SplitNews) {
        match news {
            SplitNews::AskServices => self.ask_for_services(Class::Control),
            SplitNews::Began { side, missing } => {
                log::info!("netsplit: {missing} people missing, the bot is on the {side:?} side");
                self.tell(Event::SplitBegan { side, missing });
            }
            SplitNews::Ended => self.tell(Event::SplitEnded),
        }
    }

    /// Asks whether services are there. The first time is on a quiet network, to learn whether the answer can be relied on.
    pub(super) fn ask_for_services(&mut self, class: Class) {
        let service = self.options.dialect.nick_service.clone();
        let text = String::from(&Command::ISON(vec![service]));
        self.send(Parcel::new(class, text));
    }

    /// 303: whether the server sees services.
    pub(super) fn on_ison(&mut self, line: &Numeric<'_>, _now: Instant) {
        let service = &self.options.dialect.nick_service;
        let seen = line.last().split(' ').any(|nick| self.same(nick, service));
        let services = match (seen, self.network.services_shown) {
            (true, _) => Services::Seen,
            (false, Offer::InUse) => Services::Unseen,
            (false, Offer::Absent) => Services::NotAsked,
        };
        if seen {
            self.network.services_shown = Offer::InUse;
        }
        if let Some(news) = self.split.on_services(self.members.len(), services) {
            self.on_split_news(news);
        }
    }

    /// The `user@host` in front of a person's line, remembered for those on the channel.
    pub(super) fn note_mask(&mut self, folded: &str, source: Source<'_>) {
        if let (Some(mask), Some(member)) = (source.mask(), self.members.get_mut(folded))
            && member.mask.as_ref() != Some(&mask)
        {
            member.mask = Some(mask);
        }
    }
}
