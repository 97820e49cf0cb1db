//! A tournament's people on a network: the bot, a director, eight players, and an observer who only listens.

use super::bot::{Bot, Wanted};
use super::person::{PATIENCE, Person};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Everybody's password with services.
pub const PASSWORD: &str = "opening-move-42";

/// The players' names; each hall puts its own letters behind them, since several share a network.
const NAMES: [&str; 8] = ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"];

/// Where a hall is, and what is special there.
pub struct At {
    /// Where people connect.
    pub people: SocketAddr,
    /// Where the second half of the players connects; nothing for the same place.
    pub leaf: Option<SocketAddr>,
    /// Where the bot connects.
    pub bot: SocketAddr,
    /// Whose services there are.
    pub services: &'static str,
    /// How fast the bot may talk.
    pub pacing: &'static str,
    /// How many commands somebody may give in a minute; 0 for no limit.
    pub command_limit: u32,
    /// Letters that make names unique on the network.
    pub tag: &'static str,
    /// How long things last.
    pub tempo: Tempo,
}

/// A week, shrunk.
#[derive(Clone, Copy, Debug)]
pub struct Tempo {
    /// A round, in seconds.
    pub round: i64,
    /// From the cutoff to the deadline.
    pub before: i64,
    /// From the first check-in to the cutoff.
    pub window: i64,
    /// The longest absence of the bot that changes nothing.
    pub grace: i64,
    /// How soon the bot answers.
    pub answers: Answers,
}

/// How soon a bot answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// At once.
    Prompt,
    /// When those before have been paid for.
    Queued,
}

impl Tempo {
    fn defaults(self) -> String {
        format!(
            "rounds = 4\nround_length = \"{}s\"\ncheckin_before_deadline = \"{}s\"\ncheckin_window = \"{}s\"\n\
             absence_grace = \"{}s\"\nabsence_stretch = \"{}s\"\npublish_pause = \"1s\"\nnext_round = \"at_once\"\n",
            self.round,
            self.before,
            self.window,
            self.grace,
            self.grace + 60
        )
    }
}

/// A board as the database has it.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its number.
    pub number: u16,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The cutoff, in milliseconds.
    pub cutoff: i64,
    /// The deadline.
    pub deadline: i64,
    /// The variant of its status.
    pub status: String,
    /// Its result, where it has one.
    pub result: Option<String>,
}

/// The people, and the bot.
pub struct Hall {
    /// The bot.
    pub bot: Bot,
    /// Its nick.
    pub nick: String,
    /// Its channel.
    pub channel: String,
    /// The director.
    pub boss: Person,
    /// Who only listens, and hears all that is said in the channel.
    pub observer: Person,
    /// The players, by name.
    pub players: Vec<Person>,
    /// How long things last.
    pub tempo: Tempo,
}

impl Hall {
    /// Brings everybody to the network, and starts the bot.
    pub fn open(at: &At) -> Hall {
        let channel = format!("#Chess{}", at.tag);
        let nick = format!("Master{}", at.tag);
        Person::come(at.people, &nick).register(PASSWORD);
        let mut observer = Person::come(at.people, &format!("Eye{}", at.tag));
        observer.join(&channel);
        let member = |name: &str, addr: SocketAddr| {
            let mut person = Person::come(addr, &format!("{name}{}", at.tag));
            person.register(PASSWORD);
            person.join(&channel);
            person
        };
        let boss = member("Boss", at.people);
        let half = NAMES.len() / 2;
        let home = |index| match at.leaf {
            Some(leaf) if index >= half => leaf,
            Some(_) | None => at.people,
        };
        let players = NAMES
            .iter()
            .enumerate()
            .map(|(index, name)| member(name, home(index)))
            .collect();
        let mut bot = Bot::new(&Wanted {
            port: at.bot.port(),
            nick: nick.clone(),
            password: Some(PASSWORD.to_owned()),
            channel: channel.clone(),
            services: at.services,
            pacing: at.pacing,
            command_limit: at.command_limit,
            director: boss.nick.clone(),
            log: "debug",
            defaults: at.tempo.defaults(),
        });
        bot.start();
        let mut hall = Hall {
            bot,
            nick,
            channel,
            boss,
            observer,
            players,
            tempo: at.tempo,
        };
        hall.wait_bot();
        hall
    }

    /// Waits until the bot has come to the channel.
    pub fn wait_bot(&mut self) {
        let arrival = format!(":{}!", self.nick);
        self.observer.wait("the bot", |line| {
            line.starts_with(&arrival) && line.contains(" JOIN ")
        });
    }

    /// Kills the bot without a word and starts it again at once.
    pub fn power_cut(&mut self) {
        self.bot.kill();
        self.bot.start();
        self.wait_bot();
    }

    /// Waits until the bot has told all it had to tell.
    pub fn wait_said(&self) {
        let until = now_ms() + i64::try_from(PATIENCE.as_millis()).expect("it is short");
        let waiting = "SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')";
        while self.count(waiting) > 0 {
            assert!(now_ms() < until, "notices are still waiting");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A player by name.
    pub fn player(&mut self, name: &str) -> &mut Person {
        let player = self.players.iter_mut().find(|player| player.nick == name);
        player.unwrap_or_else(|| panic!("{name} is no player"))
    }

    /// The names of all players.
    pub fn names(&self) -> Vec<String> {
        self.players
            .iter()
            .map(|player| player.nick.clone())
            .collect()
    }

    /// A player says something in the channel, and waits for no answer.
    pub fn say(&mut self, name: &str, text: &str) {
        let line = format!("PRIVMSG {} :{text}", self.channel);
        self.player(name).send(&line);
    }

    /// A player says something in the channel; the bot's answer.
    #[track_caller]
    pub fn ask(&mut self, name: &str, text: &str) -> String {
        let (bot, channel) = (self.nick.clone(), self.channel.clone());
        channel_answer(self.player(name), &bot, &channel, text)
    }

    /// The director gives an order, whose answer has these words. What is told unasked meanwhile is passed over.
    #[track_caller]
    pub fn order_for(&mut self, text: &str, words: &str) -> String {
        let bot = self.nick.clone();
        private_answer(&mut self.boss, &bot, text, |line| line.contains(words))
    }

    /// The observer hears the bot say these in the channel.
    #[track_caller]
    pub fn heard(&mut self, texts: &[&str]) -> String {
        let said = format!(" PRIVMSG {} :", self.channel);
        self.observer.wait(&format!("{texts:?}"), |line| {
            line.contains(&said) && texts.iter().all(|text| line.contains(text))
        })
    }

    /// The bot has said this in the channel, or will: for a story in which it comes and goes meanwhile.
    #[track_caller]
    pub fn was_said(&self, texts: &[&str]) {
        let until = now_ms() + i64::try_from(PATIENCE.as_millis()).expect("it is short");
        let fits = |text: &String| texts.iter().all(|part| text.contains(part));
        while !self.announcements().iter().any(fits) {
            assert!(
                now_ms() < until,
                "{texts:?} was not said: {:#?}",
                self.announcements()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What the bot has said in the channel that was no answer to somebody.
    pub fn announcements(&self) -> Vec<String> {
        let (from, said) = (
            format!(":{}!", self.nick),
            format!(" PRIVMSG {} :", self.channel),
        );
        let is_answer = |text: &str| {
            self.names()
                .iter()
                .any(|name| text.starts_with(&format!("{name}: ")))
        };
        self.observer
            .everything()
            .iter()
            .filter(|line| line.starts_with(&from))
            .filter_map(|line| Some(line.split_once(&said)?.1.to_owned()))
            .filter(|text| !is_answer(text))
            .collect()
    }

    /// Nothing was said twice.
    pub fn assert_nothing_twice(&self) {
        self.assert_none_twice("");
    }

    /// No line with this in it was said twice.
    pub fn assert_none_twice(&self, part: &str) {
        let mut heard = BTreeSet::new();
        for text in self.announcements() {
            let new = !text.contains(part) || heard.insert(text.clone());
            assert!(new, "said twice: {text}");
        }
    }

    /// The boards of a round of the newest tournament, in order.
    pub fn boards(&self, round: u16) -> Vec<Board> {
        let database = self.bot.database();
        let sql = "SELECT b.number, w.name, k.name, b.cutoff_ms, b.deadline_ms, b.status, b.result FROM board b \
                   JOIN entry w ON w.tournament = b.tournament AND w.number = b.white \
                   JOIN entry k ON k.tournament = b.tournament AND k.number = b.black \
                   WHERE b.round = ?1 AND b.tournament = (SELECT max(id) FROM tournament) ORDER BY b.number";
        let mut statement = database.prepare(sql).expect("the tables are there");
        let rows = statement.query_map([round], |row| {
            Ok(Board {
                number: row.get(0)?,
                white: row.get(1)?,
                black: row.get(2)?,
                cutoff: row.get(3)?,
                deadline: row.get(4)?,
                status: row.get(5)?,
                result: row.get(6)?,
            })
        });
        rows.and_then(Iterator::collect)
            .expect("the rows are readable")
    }

    /// One number from the database.
    pub fn count(&self, sql: &str) -> i64 {
        let database = self.bot.database();
        database
            .query_row(sql, [], |row| row.get(0))
            .expect("a number")
    }

    /// Waits until a query gives something other than 0.
    #[track_caller]
    pub fn wait_for(&self, sql: &str) {
        let until = now_ms() + i64::try_from(PATIENCE.as_millis()).expect("it is short");
        while self.count(sql) == 0 {
            assert!(now_ms() < until, "it stays 0: {sql}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a round of the newest tournament is being played, and gives its boards. At DALnet's pace the channel may
    /// hear of it a minute later.
    #[track_caller]
    pub fn wait_round(&self, round: u16) -> Vec<Board> {
        self.wait_for(&format!(
            "SELECT count(*) FROM round WHERE number = {round} AND stage = 'published' \
             AND tournament = (SELECT max(id) FROM tournament)"
        ));
        self.boards(round)
    }

    /// Waits until a board has this status and result.
    #[track_caller]
    pub fn wait_board(&self, round: u16, number: u16, status: &str, result: Option<&str>) {
        let until = now_ms() + i64::try_from(PATIENCE.as_millis()).expect("it is short");
        loop {
            let boards = self.boards(round);
            let board = boards
                .iter()
                .find(|board| board.number == number)
                .expect("the board");
            if board.status == status && board.result.as_deref() == result {
                return;
            }
            assert!(
                now_ms() < until,
                "board {round}.{number} is {board:?}, not {status} {result:?}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The moments at which a kind of fact was kept.
    pub fn moments(&self, fact: &str, round: u16) -> Vec<i64> {
        let database = self.bot.database();
        let mut statement = database
            .prepare(
                "SELECT at_ms FROM journal WHERE fact = ?1 AND round = ?2 \
                 AND tournament = (SELECT max(id) FROM tournament) ORDER BY id",
            )
            .expect("the journal is there");
        let rows = statement.query_map((fact, round), |row| row.get(0));
        rows.and_then(Iterator::collect)
            .expect("the rows are readable")
    }
}

/// Somebody says something in the channel; the answer.
#[track_caller]
pub fn channel_answer(person: &mut Person, bot: &str, channel: &str, text: &str) -> String {
    person.forget();
    person.send(&format!("PRIVMSG {channel} :{text}"));
    let (from, said) = (
        format!(":{bot}!"),
        format!(" PRIVMSG {channel} :{}: ", person.nick),
    );
    let line = person.wait(&format!("an answer to {text}"), |line| {
        line.starts_with(&from) && line.contains(&said)
    });
    line.split_once(&said).expect("it is there").1.to_owned()
}

/// Somebody says something to the bot alone; the answer.
#[track_caller]
pub fn private_answer(
    person: &mut Person,
    bot: &str,
    text: &str,
    fits: impl Fn(&str) -> bool,
) -> String {
    person.forget();
    person.send(&format!("PRIVMSG {bot} :{text}"));
    let from = format!(":{bot}!");
    let line = person.wait(&format!("an answer to {text}"), |line| {
        line.starts_with(&from) && !line.contains(" PRIVMSG #") && fits(line)
    });
    line.splitn(4, ' ')
        .nth(3)
        .unwrap_or_default()
        .trim_start_matches(':')
        .to_owned()
}

/// The machine's clock, as the bot reads it.
pub fn now_ms() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("it is later than 1970");
    i64::try_from(since.as_millis()).expect("it is before the end of time")
}

/// Waits until the machine's clock shows this.
pub fn sleep_until(at_ms: i64) {
    if let Ok(left) = u64::try_from(at_ms - now_ms()) {
        std::thread::sleep(Duration::from_millis(left));
    }
}
