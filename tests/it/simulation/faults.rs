//! What goes wrong.

use super::season::{Link, Season};
use crate::support::stage::{Arrival, Fate, person};
use chessmasters::ports::{Delivery, Departure, Event, SplitSide};
use chessmasters::vocabulary::{Account, Span};

impl Season {
    /// How long an outage is: a moment, or long enough to matter.
    pub fn outage(&mut self) -> Span {
        let most_ms = [2_000, 30_000, 700_000, 9_000_000, 100_000_000];
        let most = self.pick(&most_ms).expect("some");
        // A tournament of seconds has nothing of an outage of hours.
        let longest = self.live().into_iter().map(|id| {
            self.tournament(id)
                .settings
                .round_length
                .as_ms()
                .unsigned_abs()
        });
        let limit = longest.max().unwrap_or(60_000).max(2_000);
        Span::from_ms(self.below(most.min(limit)) as i64)
    }

    pub fn fault(&mut self) {
        let outage = self.outage();
        match self.below(16) {
            0 | 1 => {
                if self.link != (Link::On) {
                    return;
                }
                self.stage.crash();
                self.is_down(outage);
            }
            2 => self.stage.dies_after_commit = true,
            3 | 4 => {
                if self.link == Link::On {
                    self.disconnect(outage);
                }
            }
            5 => self.split(SplitSide::Majority),
            6 => self.split(SplitSide::Minority),
            7 | 8 => self.heal(),
            9 => {
                let name = self.cast.anybody(&mut self.lots);
                self.note(format!("the box of {name} is full"));
                self.stage.fill_box(&name);
            }
            10 => self.stage.empty_boxes(),
            11 | 12 => self.bad_delivery(),
            13 => self.answer_late(),
            14 => self.step_clock(),
            _ => self.full_disk(),
        }
    }

    fn arrival(&mut self) -> Arrival {
        if self.lots.coin() {
            Arrival::Arrived
        } else {
            Arrival::Vanished
        }
    }

    /// One of the next durable things has a hard time.
    fn bad_delivery(&mut self) {
        for _ in 0..self.below(4) {
            self.fate(Fate::Arrives);
        }
        let arrival = self.arrival();
        let fate = match self.below(4) {
            0 => Fate::Dies(arrival),
            1 => Fate::Unanswered(arrival),
            2 => Fate::Refused(Delivery::TryLater {
                after: Span::from_secs(1 + self.below(60) as i64),
            }),
            _ => Fate::Refused(Delivery::Failed {
                reason: "no such nick".to_owned(),
            }),
        };
        self.note(format!("soon: {fate:?}"));
        self.fate(fate);
    }

    /// What was not answered is given up: nobody knows whether it arrived.
    pub fn answer_late(&mut self) {
        let Some((notice, route)) = self.stage.unanswered.pop() else {
            return;
        };
        self.note(format!("{notice:?} is given up"));
        self.event(Event::Handled {
            notice,
            delivery: Delivery::Unknown,
        });
        self.event(Event::Ready(route));
    }

    fn split(&mut self, side: SplitSide) {
        if self.link != Link::On {
            return;
        }
        let taken = self.cast.cut_off(&mut self.lots, &mut self.stage);
        self.note(format!("{side:?} split takes {taken:?}"));
        for (nick, account) in &taken {
            if side == SplitSide::Minority {
                self.sight.hide(Season::account(account), self.stage.now);
            }
            self.event(Event::Departed {
                nick: nick.clone(),
                departure: Departure::Split,
            });
        }
        let missing = taken.len();
        self.event(Event::SplitBegan { side, missing });
    }

    pub fn heal(&mut self) {
        if self.link != Link::On {
            return;
        }
        self.note("the split is over".to_owned());
        for (nick, account) in self.cast.come_back(&mut self.stage) {
            self.event(Event::Arrived(person(&nick, Some(&account))));
        }
        if self.link == Link::On {
            self.sight.heal(self.stage.now);
            self.event(Event::SplitEnded);
        }
    }

    /// Somebody sets the machine's clock.
    fn step_clock(&mut self) {
        let by = Span::from_ms(self.below(6_000) as i64 - 3_000);
        self.note(format!("the clock is stepped by {by}"));
        self.laws.stepped = self.laws.stepped + Span::from_ms(by.as_ms().abs());
        self.stage.now = self.stage.now + by;
        self.event(Event::Woken);
    }

    /// Nothing can be kept for one event; nothing of it has happened then.
    fn full_disk(&mut self) {
        if self.link != Link::On {
            return;
        }
        self.note("the disk is full".to_owned());
        self.ledger.refuse_writing();
        self.disk_full = true;
        self.sensible();
        self.disk_full = false;
        self.ledger.allow_writing();
        self.event(Event::Woken);
    }

    /// Somebody comes, goes, or is renamed.
    pub fn coming_and_going(&mut self) {
        if self.link != Link::On {
            return;
        }
        let name = self.cast.anybody(&mut self.lots);
        let account: Account = Season::account(&name);
        let (nick, _) = self.cast.nick_of(&name);
        if self.cast.is_here(&name) {
            if self.lots.coin() {
                let to = format!("{name}_{}", self.below(3));
                self.note(format!("{nick} is now {to}"));
                self.cast.rename(&name, &to);
                self.stage.rename(&nick, &to);
            } else {
                self.note(format!("{nick} leaves"));
                self.cast.leave(&name);
                self.stage.part(&nick);
            }
        } else if !self.cast.is_cut_off(&name) {
            self.note(format!("{account} comes"));
            self.cast.come(&name);
            let (nick, account) = self.cast.nick_of(&name);
            self.stage.join(&nick, Some(&account));
        }
        self.check();
    }
}
