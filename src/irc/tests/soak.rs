//! Simulated days of the session and the pacer on a network that breaks in every way at random: at the end each durable message
//! is accounted for, and what counts as said was said once.

use super::dalnet;
use super::fuzz::Draw;
use crate::irc::line::Line;
use crate::irc::options::Options;
use crate::irc::pacer::{Pacer, Receipt};
use crate::irc::session::{Effect, Privacy, Queue, Session};
use crate::ports::{Delivery, Event, NoticeId, Outgoing, Route, Target, Urgency};
use crate::vocabulary::Span;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

const DAY_S: u64 = 86_400;

/// How the network is at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weather {
    Fine,
    /// Everything takes so many seconds.
    Slow(u64),
    /// Nothing is read and nothing said.
    Frozen,
}

/// A server with bahamut's clock.
struct Network {
    began: Instant,
    /// Lines of the bot on their way, with their arrival.
    coming: VecDeque<(Instant, String)>,
    /// Lines to the bot on their way.
    going: VecDeque<(Instant, String)>,
    weather: Weather,
    paid_at: Instant,
    /// Whether the bot is on the channel.
    joined: bool,
    /// Each durable message by its word, and how often it arrived.
    arrived: BTreeMap<String, usize>,
}

impl Network {
    fn new(now: Instant) -> Network {
        Network {
            began: now,
            coming: VecDeque::new(),
            going: VecDeque::new(),
            weather: Weather::Fine,
            paid_at: now,
            joined: false,
            arrived: BTreeMap::new(),
        }
    }

    fn lag(&self) -> Duration {
        match self.weather {
            Weather::Fine | Weather::Frozen => Duration::from_millis(50),
            Weather::Slow(seconds) => Duration::from_secs(seconds),
        }
    }

    fn tell(&mut self, line: String, now: Instant) {
        // Lines never overtake each other.
        let last = self.going.back().map_or(now, |(at, _)| *at);
        self.going.push_back(((now + self.lag()).max(last), line));
    }

    /// The connection is gone, with all that was on its way.
    fn cut(&mut self, now: Instant) {
        self.coming.clear();
        self.going.clear();
        self.joined = false;
        self.paid_at = now;
    }

    /// Reads what its clock lets it, and fails where bahamut would kill.
    fn read(&mut self, draw: &mut Draw, now: Instant) {
        if self.weather == Weather::Frozen {
            return;
        }
        self.paid_at = self.paid_at.max(now);
        while let Some((at, _)) = self.coming.front() {
            if *at > now || self.paid_at >= now + Duration::from_secs(10) {
                break;
            }
            let (_, line) = self.coming.pop_front().expect("it was there");
            self.paid_at += Duration::from_secs_f64(2.0 + line.len() as f64 / 120.0);
            self.handle(&line, draw, now);
        }
        let unread: usize = self
            .coming
            .iter()
            .filter(|(at, _)| *at <= now)
            .map(|(_, l)| l.len() + 2)
            .sum();
        assert!(unread <= 2_560, "Excess Flood: {unread} bytes");
    }

    fn handle(&mut self, line: &str, draw: &mut Draw, now: Instant) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "USER" => {
                for line in [
                    ":s 001 Bot :Hi",
                    ":s 005 Bot CASEMAPPING=ascii :x",
                    ":s 376 Bot :End",
                ] {
                    self.tell(line.to_owned(), now);
                }
            }
            "NICKSERV" if draw.next(10) > 0 => self.tell(":Bot MODE Bot :+r".to_owned(), now),
            "JOIN" if draw.next(10) > 0 => {
                self.joined = true;
                for line in [
                    ":Bot!c@host.net JOIN #chess",
                    ":s 353 Bot = #chess :Bot p1 p2 p3",
                    ":s 366 Bot #chess :End",
                ] {
                    self.tell(line.to_owned(), now);
                }
            }
            "JOIN" => self.tell(":s 471 Bot #chess :Full".to_owned(), now),
            "PING" => self.tell(format!(":s PONG s :{rest}"), now),
            "WHOIS" => self.tell(format!(":s 318 Bot {rest} :End"), now),
            "PRIVMSG" => self.message(rest, now),
            "MEMOSERV" => self.memo(rest, draw, now),
            _ => {}
        }
    }

    fn message(&mut self, rest: &str, now: Instant) {
        let (target, text) = rest.split_once(' ').expect("a text");
        let to_channel = target == "#chess";
        // Who is there, who is one too many, and whether the channel is moderated, lasts for a while.
        let minutes = now.duration_since(self.began).as_secs() / 60;
        let nick = target.bytes().map(u64::from).sum::<u64>();
        // Nobody comes back within the moment in which the bot does not know yet that they went.
        let unheard = [401, 404, 439].into_iter().find(|number| {
            let refused = format!(":s {number} Bot {target} :");
            self.going
                .iter()
                .any(|(_, line)| line.starts_with(&refused))
        });
        let refusal = match (nick * 7 + minutes) % 20 {
            _ if unheard.is_some() => unheard,
            _ if to_channel && !self.joined => Some(404),
            0 if to_channel => Some(404),
            0 | 1 if !to_channel => Some(439),
            2 if !to_channel => Some(401),
            _ => None,
        };
        match refusal {
            Some(439) => self.tell(format!(":s 439 Bot {target} :Please wait 20 seconds"), now),
            Some(number) => self.tell(format!(":s {number} Bot {target} :no"), now),
            None => self.arrive(text),
        }
    }

    fn memo(&mut self, rest: &str, draw: &mut Draw, now: Instant) {
        let text = rest.rsplit(' ').next().expect("a text").to_owned();
        let answer = match draw.next(10) {
            0 => "Please wait 3 seconds",
            1 => "The memobox is full",
            2 => "",
            _ => "Memo sent to him",
        };
        if answer.starts_with("Memo") || (answer.is_empty() && draw.next(2) == 0) {
            self.arrive(&text);
        }
        if !answer.is_empty() {
            self.tell(
                format!(":MemoServ!service@dal.net NOTICE Bot :{answer}"),
                now,
            );
        }
    }

    fn arrive(&mut self, text: &str) {
        let word = text
            .trim_start_matches(':')
            .split(' ')
            .next()
            .expect("a word");
        if word.starts_with("notice-") {
            *self.arrived.entry(word.to_owned()).or_default() += 1;
        }
    }
}

/// A message of the outbox.
#[derive(Debug)]
struct Message {
    outgoing: Outgoing,
    not_before: Instant,
    /// How often nobody knew what became of it.
    doubts: usize,
}

/// The desk's outbox, as far as it matters here.
#[derive(Default)]
struct Desk {
    waiting: BTreeMap<i64, Message>,
    handed: BTreeMap<i64, Message>,
    ready: BTreeSet<u8>,
    /// What counts as said, with its doubts, and whether the last try was one of them.
    done: BTreeMap<i64, (usize, bool)>,
}

fn route_of(outgoing: &Outgoing) -> u8 {
    match outgoing {
        Outgoing::Memo { .. } => 1,
        Outgoing::Line { .. } | Outgoing::Quit { .. } => 0,
    }
}

impl Desk {
    fn take(&mut self, event: Event, now: Instant) {
        match event {
            Event::Ready(Route::Line) => {
                self.ready.insert(0);
            }
            Event::Ready(Route::Memo) => {
                self.ready.insert(1);
            }
            Event::Handled { notice, delivery } => self.settle(notice.0, &delivery, now),
            Event::Lost { .. } => self.ready.clear(),
            _ => {}
        }
    }

    fn settle(&mut self, id: i64, delivery: &Delivery, now: Instant) {
        let Some(mut message) = self.handed.remove(&id) else {
            panic!("{id} is settled twice: {delivery:?}");
        };
        let is_channel = matches!(
            &message.outgoing,
            Outgoing::Line {
                target: Target::Channel,
                ..
            }
        );
        let pause = match delivery {
            Delivery::Written | Delivery::Confirmed => None,
            Delivery::TryLater { after } => {
                Some(Duration::from_millis(after.as_ms().unsigned_abs()))
            }
            Delivery::Failed { .. } => Some(Duration::from_secs(600)),
            Delivery::Unknown => {
                message.doubts += 1;
                (!is_channel && message.doubts < 2).then_some(Duration::ZERO)
            }
        };
        match pause {
            Some(pause) => {
                message.not_before = now + pause;
                self.waiting.insert(id, message);
            }
            None => {
                self.done
                    .insert(id, (message.doubts, *delivery == Delivery::Unknown));
            }
        }
    }

    fn next(&mut self, now: Instant) -> Option<Outgoing> {
        let fits = |message: &Message| {
            message.not_before <= now && self.ready.contains(&route_of(&message.outgoing))
        };
        let id = *self.waiting.iter().find(|(_, message)| fits(message))?.0;
        let message = self.waiting.remove(&id)?;
        self.ready.remove(&route_of(&message.outgoing));
        let outgoing = message.outgoing.clone();
        self.handed.insert(id, message);
        Some(outgoing)
    }
}

/// The bot's side of a connection, as `link` runs it.
struct Connection {
    session: Session,
    pacer: Pacer,
    heard_at: Instant,
    asked_at: Option<Instant>,
}

impl Connection {
    fn new(options: &Arc<Options>, now: Instant) -> Connection {
        Connection {
            session: Session::new(Arc::clone(options), Privacy::Plain, now),
            pacer: Pacer::new(options.pacing, options.target_limit, &options.limits, now),
            heard_at: now,
            asked_at: None,
        }
    }

    /// One turn; `false` when the connection is to end.
    fn turn(&mut self, network: &mut Network, desk: &mut Desk, now: Instant) -> bool {
        while network.weather != Weather::Frozen
            && network.going.front().is_some_and(|(at, _)| *at <= now)
        {
            let (_, text) = network.going.pop_front().expect("it was there");
            (self.heard_at, self.asked_at) = (now, None);
            let line = Line::parse(&text).expect("a line");
            self.session.on_line(&line, now);
            for receipt in line
                .pong()
                .map_or(Vec::new(), |token| self.pacer.answered(token, now))
            {
                self.session.on_written(receipt, now);
            }
        }
        self.session.on_time(now);
        let mut alive = self.flush(network, desk, now);
        let queue = if self.pacer.is_free(now) {
            Queue::Free
        } else {
            Queue::Busy
        };
        self.session.on_turn(queue, now);
        alive &= self.flush(network, desk, now);
        while let Some(outgoing) = desk.next(now) {
            self.session.on_outgoing(outgoing, now);
            alive &= self.flush(network, desk, now);
        }
        if now >= self.heard_at + Duration::from_secs(60) && self.asked_at.is_none() {
            self.asked_at = Some(now);
            network
                .coming
                .push_back((now + network.lag(), "PING alive".to_owned()));
        }
        let over = |at: Option<Instant>, seconds| {
            at.is_some_and(|at| now >= at + Duration::from_secs(seconds))
        };
        alive && !over(self.asked_at, 30) && !over(self.pacer.asked_at(), 60)
    }

    fn flush(&mut self, network: &mut Network, desk: &mut Desk, now: Instant) -> bool {
        let mut alive = true;
        for effect in self.session.effects().collect::<Vec<_>>() {
            match effect {
                Effect::AtOnce(line) => {
                    self.pacer.account(line.len() + 2, now);
                    network.coming.push_back((now + network.lag(), line));
                }
                Effect::Send(parcel) => self.pacer.push(parcel, now),
                Effect::HoldPeople { whom, until } => self.pacer.hold_people(&whom, until),
                Effect::Resend { whom } => self.pacer.resend(&whom, now),
                Effect::Tell(event) => desk.take(event, now),
                Effect::End(_) => alive = false,
            }
        }
        while let Some(parcel) = self.pacer.pop(now) {
            network.coming.push_back((now + network.lag(), parcel.text));
            match parcel.receipt {
                Receipt::Notice(notice) => self.session.on_left(notice),
                Receipt::None | Receipt::Memo(_) => {}
                receipt @ (Receipt::Whois(_) | Receipt::Ping) => {
                    self.session.on_written(receipt, now);
                }
            }
        }
        alive
    }

    fn close(mut self, desk: &mut Desk, now: Instant) {
        for notice in self.pacer.doubtful() {
            self.session.on_doubtful(notice);
        }
        for notice in self.pacer.unsent() {
            self.session.on_unsent(notice);
        }
        self.session.on_closed("broken", Span::ZERO);
        for effect in self.session.effects().collect::<Vec<_>>() {
            if let Effect::Tell(event) = effect {
                desk.take(event, now);
            }
        }
    }
}

fn message(id: i64, draw: &mut Draw) -> Outgoing {
    let text = format!("notice-{id}");
    let notice = NoticeId(id);
    let line = |target, text| Outgoing::Line {
        target,
        text,
        urgency: Urgency::Durable,
        notice: Some(notice),
    };
    match draw.next(4) {
        0 | 1 => line(
            Target::Channel,
            format!("{text} {}", "news ".repeat(draw.next(60))),
        ),
        2 => line(Target::Nick(format!("p{}", draw.next(9))), text),
        _ => Outgoing::Memo {
            name: format!("p{}", draw.next(9)),
            text,
            notice,
        },
    }
}

/// Something happens to the network, now and then.
fn fault(network: &mut Network, draw: &mut Draw, now: Instant) -> bool {
    match draw.next(400) {
        0 => return false,
        1 => network.weather = Weather::Frozen,
        2 => network.weather = Weather::Slow(1 + draw.next(9) as u64),
        3..=20 => network.weather = Weather::Fine,
        21 if network.joined => {
            network.joined = false;
            network.tell(":Op!o@h KICK #chess Bot :out".to_owned(), now);
        }
        22 => network.tell(":p1!u@h QUIT :a.dal.net b.dal.net".to_owned(), now),
        23 => network.tell(":p1!u@h JOIN #chess".to_owned(), now),
        24 => network.tell(":p2!u@h PRIVMSG #chess :!help".to_owned(), now),
        _ => {}
    }
    true
}

#[test]
fn days_of_trouble_lose_and_double_nothing() {
    let options = Arc::new(dalnet());
    let (mut total, mut doubtful) = (0, 0);
    for seed in 1..=4 {
        let mut draw = Draw(seed * 15_485_863);
        let start = Instant::now();
        let mut now = start;
        let (mut network, mut desk) = (Network::new(now), Desk::default());
        let mut connection: Option<Connection> = None;
        let mut connect_at = now;
        let mut last_id = 0;
        // A day of trouble, and then fair weather until all is said.
        let end = start + Duration::from_secs(DAY_S);
        while now < end || !desk.waiting.is_empty() || !desk.handed.is_empty() {
            now += Duration::from_millis(200 + draw.next(4_000) as u64);
            assert!(now < end + Duration::from_secs(DAY_S), "{:?}", desk.waiting);
            let trouble = now < end;
            if trouble && draw.next(15) == 0 {
                last_id += 1;
                let outgoing = message(last_id, &mut draw);
                let message = Message {
                    outgoing,
                    not_before: now,
                    doubts: 0,
                };
                desk.waiting.insert(last_id, message);
            }
            let mut alive = !trouble || fault(&mut network, &mut draw, now);
            if !trouble {
                network.weather = Weather::Fine;
            }
            if connection.is_none() && now >= connect_at {
                network.cut(now);
                connection = Some(Connection::new(&options, now));
            }
            if let Some(open) = &mut connection {
                network.read(&mut draw, now);
                alive &= open.turn(&mut network, &mut desk, now);
            }
            if !alive && let Some(open) = connection.take() {
                // What the server has already may still be read, or not.
                network.weather = Weather::Fine;
                if draw.next(2) == 0 {
                    network.read(&mut draw, now);
                }
                network.cut(now);
                open.close(&mut desk, now);
                connect_at = now + Duration::from_secs(30 + draw.next(100) as u64);
            }
        }
        assert_eq!(
            desk.done.len(),
            usize::try_from(last_id).expect("small"),
            "seed {seed}"
        );
        for (id, (doubts, in_doubt)) in &desk.done {
            let arrived = network
                .arrived
                .get(&format!("notice-{id}"))
                .copied()
                .unwrap_or(0);
            let least = usize::from(!in_doubt);
            assert!(
                (least..=1 + doubts - usize::from(*in_doubt)).contains(&arrived),
                "seed {seed}: notice {id} arrived {arrived} times with {doubts} doubts"
            );
            total += 1;
            doubtful += usize::from(*doubts > 0);
        }
    }
    println!("{total} durable messages, {doubtful} of them in doubt on the way");
    assert!(
        total > 5_000 && doubtful * 10 < total,
        "{doubtful} of {total} in doubt"
    );
}
