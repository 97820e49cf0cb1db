//! A season: the clock, the link to the network, and the books that are checked after every event.

use super::laws::{self, Laws, show};
use super::ledger::Ledger;
use super::people::Cast;
use super::sight::Sight;
use crate::support::stage::{Arrival, CASEMAPPING, Fate, Proof, Stage, identity};
use chessmasters::lots::Lots;
use chessmasters::ports::{Event, Hearing, Identity, Person, Place, Said};
use chessmasters::tournament::{LAST_SECOND, Phase, Reminder, RoundStage, Tournament};
use chessmasters::vocabulary::{Account, Span, Timestamp, TournamentId};
use std::collections::{BTreeMap, VecDeque};

/// How many of the last things that happened are shown when a law is broken.
const LOG_MAX: usize = 60;

/// How the bot stands to the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// On its channel.
    On,
    /// Running, off its channel, until this instant.
    Off(Timestamp),
    /// Not running, until this instant.
    Down(Timestamp),
}

pub struct Season {
    pub lots: Lots,
    pub stage: Stage,
    pub ledger: Ledger,
    pub laws: Laws,
    pub sight: Sight,
    pub link: Link,
    pub cast: Cast,
    /// How often each notice arrived.
    pub arrived: BTreeMap<i64, u32>,
    /// Tournaments that are still to be made.
    pub to_make: u64,
    /// Whether writing is refused just now.
    pub disk_full: bool,
    steps: u64,
    log: VecDeque<String>,
}

impl Season {
    pub fn new(seed: u64) -> Season {
        let mut lots = Lots::new(seed);
        let start = Timestamp::from_ms(1_796_083_200_000 + lots.below(200 * 86_400_000) as i64);
        let mut stage = Stage::new(start, &["Boss", "Dora"]);
        stage.crash();
        stage.heartbeat = [30, 60, 300, 600].map(Span::from_secs)[lots.below(4) as usize];
        let ledger = Ledger::open(&stage.path());
        let mut season = Season {
            cast: Cast::new(&mut lots),
            to_make: 1 + lots.below(3),
            steps: 150 + lots.below(250),
            lots,
            stage,
            ledger,
            laws: Laws::default(),
            sight: Sight::default(),
            link: Link::Down(start),
            arrived: BTreeMap::new(),
            disk_full: false,
            log: VecDeque::new(),
        };
        season.note(format!("season {seed}"));
        season.start();
        season
    }

    /// Plays the season to its end.
    pub fn play(mut self) {
        for _ in 0..self.steps {
            self.jump();
            for _ in 0..=self.below(3) {
                self.act();
            }
            if self.chance(10) {
                self.rule_after_the_end();
            }
        }
        self.finale();
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.lots.below(limit)
    }

    /// Whether something of this many chances in a hundred happens.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.lots.below(100) < percent
    }

    pub fn pick<T: Clone>(&mut self, things: &[T]) -> Option<T> {
        let limit = u64::try_from(things.len())
            .ok()
            .filter(|limit| *limit > 0)?;
        Some(things[self.lots.below(limit) as usize].clone())
    }

    pub fn note(&mut self, line: String) {
        if self.log.len() >= LOG_MAX {
            self.log.pop_front();
        }
        let line = format!("{} {line}", show(self.stage.now));
        if std::env::var_os("SIM_SHOW").is_some() {
            eprintln!("{line}");
        }
        self.log.push_back(line);
    }

    pub fn live(&self) -> Vec<TournamentId> {
        let all = self.laws.society.tournaments.values();
        all.filter(|tournament| tournament.is_live())
            .map(|tournament| tournament.id)
            .collect()
    }

    pub fn tournament(&self, id: TournamentId) -> &Tournament {
        self.laws.society.tournament(id).expect("it was made")
    }

    // Time.

    /// Moves the clock on: often to the neighbourhood of a moment that matters.
    fn jump(&mut self) {
        let mut moments = self.moments();
        moments.sort();
        let next = usize::try_from(self.below(3))
            .expect("small")
            .min(moments.len().max(1) - 1);
        let scale = match moments.first() {
            Some(first) => (*first - self.stage.now).as_ms().clamp(1_000, 86_400_000),
            None => 60_000,
        };
        let to = match moments.get(next) {
            Some(moment) if self.chance(55) => {
                let off = [0, 0, -1_000, -1, 1, 998, 999, 1_000, 1_001];
                *moment + Span::from_ms(self.pick(&off).expect("some"))
            }
            Some(_) | None => {
                let part = self.below(u64::try_from(scale).expect("positive")) as i64;
                self.stage.now + Span::from_ms(part)
            }
        };
        self.advance(to);
    }

    /// The moments that matter, from now on.
    fn moments(&self) -> Vec<Timestamp> {
        let mut moments: Vec<Timestamp> = Vec::new();
        for tournament in self
            .laws
            .society
            .tournaments
            .values()
            .filter(|t| t.is_live())
        {
            moments.extend(tournament.settings.registration_opens);
            moments.extend(tournament.settings.registration_closes);
            for round in &tournament.rounds {
                match round.stage {
                    RoundStage::Draft { publish_at } => moments.extend(publish_at),
                    RoundStage::Closed { .. } => {}
                    RoundStage::Published { deadline, .. } => {
                        moments.extend([deadline, deadline + LAST_SECOND]);
                        for board in round.boards.iter().filter(|b| b.status.settled().is_none()) {
                            let timing = board.timing;
                            let window = tournament.settings.checkin_window;
                            let opens = timing.cutoff - window;
                            moments.extend([opens, timing.cutoff, timing.cutoff + LAST_SECOND]);
                            moments.push(timing.cutoff - Reminder::OneHour.before_cutoff(window));
                            moments.extend([timing.deadline, timing.deadline + LAST_SECOND]);
                        }
                    }
                }
            }
        }
        match self.link {
            Link::On => {}
            Link::Off(until) | Link::Down(until) => moments.push(until),
        }
        moments.retain(|moment| *moment > self.stage.now);
        moments
    }

    /// Moves the clock on, with the desk awake whenever something is due and when its heart beats.
    pub fn advance(&mut self, to: Timestamp) {
        while self.stage.now < to {
            // In a quiet week the heart beats rarely: a season would be all heartbeats.
            let eighth = Span::from_ms((to - self.stage.now).as_ms() / 8);
            let beat = self.stage.heartbeat.max(eighth);
            let mut next = to.min(self.stage.now + beat);
            match self.link {
                Link::Off(until) | Link::Down(until) => next = next.min(until.max(self.stage.now)),
                Link::On => {}
            }
            if self.stage.is_running() {
                let due = self.stage.society().next_due().map(|(at, _)| at);
                next = due
                    .filter(|at| *at > self.stage.now)
                    .map_or(next, |at| next.min(at));
                if self.lots.below(40) == 0 {
                    // A busy machine wakes late.
                    next = next + Span::from_ms(self.lots.below(1_500) as i64);
                }
            }
            self.stage.now = next
                .max(self.stage.now + Span::from_ms(1))
                .min(to.max(next));
            match self.link {
                Link::Off(until) if until <= self.stage.now => self.enter(),
                Link::Down(until) if until <= self.stage.now => self.start(),
                Link::On | Link::Off(_) => self.event(Event::Woken),
                Link::Down(_) => {}
            }
        }
    }

    // The link.

    /// The process starts and enters its channel.
    pub fn start(&mut self) {
        self.note("starts".to_owned());
        self.stage.open();
        self.link = Link::Off(self.stage.now);
        // The loop around the desk wakes it at once where something is due.
        self.event(Event::Woken);
        self.enter();
    }

    pub fn enter(&mut self) {
        if !self.stage.is_running() {
            return;
        }
        self.note("enters".to_owned());
        let before = self.stage.now;
        self.sight.regain(before);
        self.link = Link::On;
        self.cast.come_back(&mut self.stage);
        self.stage.enter();
        self.check();
    }

    /// Notes that the process is gone.
    pub fn is_down(&mut self, outage: Span) {
        self.note(format!("is down for {outage}"));
        self.sight.lose(self.stage.now);
        self.link = Link::Down(self.stage.now + outage);
    }

    pub fn disconnect(&mut self, outage: Span) {
        self.note(format!("is disconnected for {outage}"));
        self.sight.lose(self.stage.now);
        self.link = Link::Off(self.stage.now + outage);
        self.stage.disconnect();
        self.check();
    }

    // Events.

    /// Gives the bot an event, where it runs, and checks everything.
    pub fn event(&mut self, event: Event) {
        if !self.stage.is_running() {
            return;
        }
        self.stage.event(event);
        self.check();
    }

    /// Somebody says something; the line may have waited for services.
    pub fn say(&mut self, who: &str, proof: Proof, place: Place, text: &str, waited: Span) {
        if self.link != Link::On {
            return;
        }
        let (nick, account) = self.cast.nick_of(who);
        self.note(format!("{nick} {proof:?} {place:?} -{waited}: {text}"));
        let identity = match proof {
            Proof::Identified => identity(&account),
            Proof::Stranger => Identity::Stranger,
            Proof::Unchecked => Identity::Unchecked,
        };
        let sender = Season::account(&account);
        let before = (self.stage.replies, self.sent_by(&sender));
        self.event(Event::Said(Said {
            person: Person { nick, identity },
            place,
            text: text.to_owned(),
            waited,
            hearing: Hearing::default(),
        }));
        // Moves are taken in silence, line by line.
        let taken = self.stage.is_running() && self.sent_by(&sender) > before.1;
        let answered = self.stage.replies > before.0 || taken || self.link != Link::On;
        assert!(answered, "{text:?} was not answered");
        let heard: Vec<String> = self
            .stage
            .heard
            .drain(..)
            .map(|h| format!("   {h:?}"))
            .collect();
        heard.into_iter().for_each(|line| self.note(line));
    }

    /// How much somebody has sent of a game.
    fn sent_by(&self, account: &Account) -> usize {
        let draft = self.stage.society().gamescores.drafts.get(account);
        draft.map_or(0, |draft| draft.text.len())
    }

    pub fn account(name: &str) -> Account {
        Account::new(name, CASEMAPPING)
    }

    /// A director changes a result of a tournament that is over and was counted for ratings, or takes a ruling back.
    fn rule_after_the_end(&mut self) {
        let all = self.laws.society.tournaments.values();
        let over = all.filter(|tournament| tournament.phase == Phase::Finished);
        let over: Vec<TournamentId> = over.map(|tournament| tournament.id).collect();
        let Some(id) = self.pick(&over).filter(|_| self.link == Link::On) else {
            return;
        };
        let rounds = self.tournament(id).rounds.len() as u64;
        let at = format!("{}.{}", 1 + self.below(rounds.max(1)), 1 + self.below(4));
        let results = ["1-0", "0-1", "1/2", "1-0f", "0-1f", "0-0"];
        let result = self.pick(&results).expect("some");
        if self.chance(30) {
            self.order(&format!("undo #{id} {at}"));
        } else {
            self.order(&format!("result #{id} {at} {result} seen late"));
        }
    }

    // The books.

    /// Compares everything with everything.
    pub fn check(&mut self) {
        self.check_notices();
        for row in self.ledger.news() {
            self.note(format!("   {row:?}"));
            self.laws.take(&row, &self.sight);
        }
        if !self.stage.is_running() {
            if !matches!(self.link, Link::Down(_)) {
                let outage = self.outage();
                self.is_down(outage);
            }
            return;
        }
        let society = self.stage.society();
        assert!(
            *society == self.laws.society,
            "the memory is not what the journal says"
        );
        if let Some((at, due)) = society.next_due().filter(|_| !self.disk_full) {
            assert!(
                at > self.stage.now,
                "{due:?} was due at {} and is not done",
                show(at)
            );
        }
        if self.lots.below(16) == 0 {
            laws::ratings_are_counted(&self.laws.society);
            let loaded = self
                .stage
                .desk()
                .store()
                .load()
                .expect("the tables can be read");
            assert!(
                loaded == *self.stage.society(),
                "the tables are not what is remembered"
            );
        }
    }

    /// No message before its fact, none to the channel twice, and none to a person more than twice.
    fn check_notices(&mut self) {
        for given in std::mem::take(&mut self.stage.given) {
            let id = given.notice.0;
            let row = self
                .ledger
                .notice(id)
                .expect("what is said stands in the outbox");
            let cause = row.cause.expect("a notice has its cause");
            self.laws.causes(cause, &self.ledger);
            if given.arrival == Arrival::Vanished {
                continue;
            }
            let times = self.arrived.entry(id).or_default();
            *times += 1;
            let times_max = if given.to_channel { 1 } else { 2 };
            assert!(*times <= times_max, "given {times} times: {row:?}");
        }
    }

    // The end.

    /// Everybody comes back, everything is settled, and nothing is lost.
    fn finale(&mut self) {
        self.note("finale".to_owned());
        self.calm_down();
        for round in 0..400 {
            let live = self.live();
            if live.is_empty() {
                break;
            }
            for id in live {
                self.tidy_up(id, round);
            }
            let moments = self.moments();
            let next = moments.iter().min().copied();
            let to = next.unwrap_or(self.stage.now + Span::from_hours(1));
            self.advance(to + Span::from_ms(1));
        }
        assert!(self.live().is_empty(), "not over: {:?}", self.live());
        for _ in 0..20 {
            let to = self.stage.now + Span::from_minutes(1);
            self.advance(to);
            self.rule_after_the_end();
        }
        laws::ratings_are_counted(&self.laws.society);
        self.check_folds();
        self.check_outbox();
        self.ledger.check_append_only();
        assert!(
            self.ledger.journal_rows() == self.ledger.read_to,
            "rows have vanished"
        );
    }

    fn check_folds(&self) {
        let loaded = self
            .stage
            .desk()
            .store()
            .load()
            .expect("the tables can be read");
        assert!(
            loaded == self.laws.society,
            "the tables are not what the journal says"
        );
    }

    /// Everything is given, or it says why not.
    fn check_outbox(&self) {
        for row in self.ledger.notices_after(0) {
            let times = self.arrived.get(&row.id).copied().unwrap_or(0);
            let explained = row.detail.is_some();
            match (row.state.as_str(), times) {
                ("sent", 1..) | ("expired", 0..) => {}
                // Given up after two doubts, or a channel line that is not said twice.
                ("sent", 0) if row.account.is_none() && explained => {}
                ("failed", _) if explained && (row.attempts >= 2 || row.account.is_none()) => {}
                _ => panic!("lost, arrived {times} times: {row:?}"),
            }
        }
    }

    /// No faults any more, and everybody is there.
    fn calm_down(&mut self) {
        self.stage.fates.clear();
        self.stage.empty_boxes();
        match self.link {
            Link::On => {
                // What was set up for the next event happens now.
                self.event(Event::Woken);
                self.stage.dies_after_commit = false;
                if self.link == Link::On {
                    self.disconnect(Span::ZERO);
                }
            }
            Link::Off(_) | Link::Down(_) => {}
        }
        self.cast.all_come(&mut self.stage);
        if self.stage.is_running() {
            self.enter();
        } else {
            self.start();
        }
    }

    /// What becomes of the next durable things.
    pub fn fate(&mut self, fate: Fate) {
        self.stage.fates.push_back(fate);
    }
}

impl Drop for Season {
    fn drop(&mut self) {
        if std::thread::panicking() && std::env::var_os("SIM_SHOW").is_none() {
            self.log.iter().for_each(|line| eprintln!("{line}"));
        }
    }
}
