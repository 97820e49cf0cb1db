//! Who somebody is: the server's own word on each line where it gives one, else WHOIS; no proof means none (SPEC R-1).

use super::{Offer, Queue, Session};
use crate::irc::identity::{Findings, Haste, Proof, Verdict, Waiting};
use crate::irc::line::{Line, Numeric};
use crate::irc::members::{Holds, Known};
use crate::irc::pacer::{Class, Parcel, Receipt};
use crate::ports::{Event, Identity, Manner, Person, Said};
use crate::vocabulary::Span;
use irc::proto::Command;
use std::time::Instant;

impl Session {
    /// A clean, addressed line: told at once where its speaker is known or need not be, else after a check. A person's lines
    /// are told in the order they were said.
    pub(super) fn hear(&mut self, line: &Line, spoken: Waiting, now: Instant) {
        let folded = self.fold(&spoken.nick);
        self.note_mask(&folded, line.source());
        if self.network.account_tag == Offer::InUse {
            // The server says it on this very line: the best proof there is, and nothing to wait for.
            let account = line.tag("account").unwrap_or_default();
            let known = self.known_from(account, now);
            let identity = known.proved(self.network.casemapping, now);
            self.learn(&folded, known, now);
            self.say(spoken, identity.unwrap_or(Identity::Unchecked), now);
            return;
        }
        if !self.checks.is_awaited(&folded) {
            let casemapping = self.network.casemapping;
            // Somebody may have identified since a WHOIS said that they were not, and most do so a moment after they came.
            let proved = self
                .members
                .get(&folded)
                .filter(|member| !member.known.is_passing())
                .and_then(|member| member.known.proved(casemapping, now));
            if let Some(identity) = proved {
                self.say(spoken, identity, now);
                return;
            }
            if spoken.proof == Proof::Idle {
                self.say(spoken, Identity::Unchecked, now);
                return;
            }
        }
        let Some(refused) = self.checks.wait(&folded, spoken) else {
            return;
        };
        log::warn!("too many lines wait for a check");
        match refused.hearing.manner {
            Manner::Talk => self.say(refused, Identity::Unchecked, now),
            // It would be told before those that wait, and be nobody's move.
            Manner::Moves => self.limits.note_loss(&folded, now),
        }
    }

    fn say(&mut self, spoken: Waiting, identity: Identity, now: Instant) {
        let waited = now.saturating_duration_since(spoken.heard_at);
        self.tell(Event::Said(Said {
            person: Person {
                nick: spoken.nick,
                identity,
            },
            place: spoken.place,
            text: spoken.text,
            waited: Span::from_ms(i64::try_from(waited.as_millis()).unwrap_or(i64::MAX)),
            hearing: spoken.hearing,
        }));
    }

    /// Those who quit or changed their nick cannot be checked any more, and what they said is told without a proof.
    pub(super) fn deliver_unchecked(&mut self, folded: &str, now: Instant) {
        for spoken in self.checks.abandon(folded) {
            self.say(spoken, Identity::Unchecked, now);
        }
    }

    /// Sends the questions that came up.
    pub(super) fn ask_who(&mut self, queue: Queue, now: Instant) {
        loop {
            let members = &self.members;
            let question = self.checks.next_question(
                queue,
                |folded| {
                    members
                        .get(folded)
                        .is_some_and(|member| member.known == Known::Nothing)
                },
                now,
            );
            let Some(question) = question else {
                return;
            };
            let class = match question.haste {
                Haste::Now => Class::Reply,
                Haste::Whenever => Class::Background,
            };
            let text = String::from(&Command::WHOIS(None, question.nicks));
            self.send(Parcel::new(class, text).with(Receipt::Whois(question.number)));
        }
    }

    pub(super) fn on_whois(&mut self, line: &Numeric<'_>, now: Instant) {
        let nick = line.param(1);
        if line.number == 318 {
            // One server names all it was asked about, another only one.
            for nick in nick.split(',') {
                let folded = self.fold(nick);
                for verdict in self.checks.finish(&folded) {
                    self.on_verdict(verdict, now);
                }
            }
            return;
        }
        let folded = self.fold(nick);
        let Some(findings) = self.checks.findings(&folded) else {
            return;
        };
        match line.number {
            311 => {
                let mask = format!("{}@{}", line.param(2), line.param(3));
                findings.person = Some((nick.to_owned(), mask));
            }
            307 => findings.owns_nick = true,
            330 => findings.account = Some(line.param(2).to_owned()),
            335 => findings.is_bot = true,
            _ => {}
        }
    }

    /// 401: nobody has that nick, be it one asked about or one written to.
    pub(super) fn on_no_such_nick(&mut self, line: &Numeric<'_>, now: Instant) {
        let nick = line.param(1);
        let folded = self.fold(nick);
        if let Some(findings) = self.checks.findings(&folded) {
            findings.is_gone = true;
        }
        self.on_service_away(line, now);
        self.on_nobody_there(&folded, line.last());
    }

    /// 401 and InspIRCd's 408: the service that a command was for is not there.
    pub(super) fn on_service_away(&mut self, line: &Numeric<'_>, now: Instant) {
        if self.same(line.param(1), &self.options.dialect.nick_service) {
            self.no_login(now, line.last());
        } else if self.same(line.param(1), &self.options.dialect.memo_service) {
            self.on_memo_service_down();
        }
    }

    /// 440: services are away.
    pub(super) fn on_services_down(&mut self, line: &Numeric<'_>, now: Instant) {
        self.no_login(now, line.last());
        self.on_memo_service_down();
    }

    pub(super) fn checks_time(&mut self, now: Instant) {
        for verdict in self.checks.overdue(now) {
            self.on_verdict(verdict, now);
        }
    }

    fn on_verdict(&mut self, verdict: Verdict, now: Instant) {
        let Verdict {
            folded,
            findings,
            waiting,
        } = verdict;
        let found = findings
            .as_ref()
            .filter(|findings| !findings.is_gone)
            .and_then(|findings| {
                let (nick, mask) = findings.person.clone()?;
                Some((mask, self.known_by_whois(&nick, findings, now)))
            });
        let Some((mask, known)) = found else {
            for spoken in waiting {
                self.say(spoken, Identity::Unchecked, now);
            }
            return;
        };
        let is_bot = findings.is_some_and(|findings| findings.is_bot);
        let identity = known
            .proved(self.network.casemapping, now)
            .unwrap_or(Identity::Unchecked);
        // A member whose `user@host` is another than the answer's is not whom the answer is about, or hides behind a cloak: nothing is
        // kept, and each of their lines is checked by itself.
        let same_member = self
            .members
            .get(&folded)
            .is_some_and(|member| member.mask.as_ref().is_none_or(|own| *own == mask));
        if same_member {
            self.learn_mask(&folded, &mask, is_bot);
            self.learn(&folded, known, now);
        }
        for spoken in waiting {
            let proof = match spoken.mask == mask {
                true => identity.clone(),
                false => Identity::Unchecked,
            };
            self.say(spoken, proof, now);
        }
    }

    /// What a WHOIS answer proves: an account where the server names one, else the very nick where it says that its owner
    /// identified for it.
    fn known_by_whois(&self, nick: &str, findings: &Findings, now: Instant) -> Known {
        match &findings.account {
            Some(account) => self.known_from(account, now),
            // This hangs on the nick, of which the server tells no changes of standing.
            None if findings.owns_nick => Known::Account {
                name: nick.to_owned(),
                holds: Holds::Until(now + self.options.timeouts.identity),
            },
            None => self.known_from("*", now),
        }
    }
}
