//! How fast the program answers over a socket: `cargo bench --bench wire`.
//!
//! The real program in its release build, on the project's own server in this process, without send pacing. It prints a table
//! with the targets beside it and fails nothing: what it measures depends on the machine and on what else runs there.

#[allow(dead_code, reason = "the tests on the wire use all of it")]
#[path = "../tests/it/wire/bot.rs"]
mod bot;
#[allow(dead_code, reason = "the tests on the wire use all of it")]
#[path = "../tests/it/wire/network.rs"]
mod network;

use bot::{Bot, Wanted};
use chessmasters::loopback::Options;
use network::Staged;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const CHANNEL: &str = "#chess";
const BOT: &str = "Master";
/// How many give commands; each has an opponent who only listens.
const PLAYERS: usize = 10;
const LATENCY_ROUNDS: usize = 2_000;
const THROUGHPUT: Duration = Duration::from_secs(3);
const COMMANDS: usize = 100_000;

fn main() {
    let staged = Staged::start(Options::default());
    let addr = staged.server.addr();
    staged.server.register_nick(BOT, "secret");
    let mut bot = Bot::new(&wanted(addr.port()));
    let mut boss = Client::registered(addr, "Boss");
    boss.line(&format!("JOIN {CHANNEL}"));
    bot.start();
    boss.until(|line| line.starts_with(":Master!") && line.contains(" JOIN "));
    std::thread::sleep(Duration::from_secs(1));
    row("resident at rest", "< 12 MiB", &mebibytes(bot.pid()));

    let mut players = tournament(addr, &mut boss);
    for command in ["when", "standings", "me"] {
        let median = median_latency(&mut players[0], |_| command.to_owned());
        row(&format!("{command}, median"), "< 0.3 ms", &millis(median));
    }
    let median = median_latency(&mut players[0], |turn| report(turn).to_owned());
    row("report, median", "< 1 ms", &millis(median));
    let reads = throughput(&mut players, |_| "when".to_owned());
    row(
        "read-only, ten clients",
        "> 5000 /s",
        &format!("{reads:.0} /s"),
    );
    let commits = throughput(&mut players, |turn| report(turn).to_owned());
    row(
        "committing, ten clients",
        "> 2500 /s",
        &format!("{commits:.0} /s"),
    );
    row("resident after these", "< 12 MiB", &mebibytes(bot.pid()));
    for turn in 0..COMMANDS / PLAYERS {
        for player in &mut players {
            player.line(&format!("PRIVMSG {BOT} :{}", ["when", "me"][turn % 2]));
        }
        for player in &mut players {
            player.answer();
        }
    }
    row(
        "resident after 100,000 more",
        "< 12 MiB",
        &mebibytes(bot.pid()),
    );
    bot.signal("TERM");
    assert!(bot.ended().success(), "{}", bot.log());
    row(
        "JOIN after the welcome",
        "< 30 ms",
        &millis(join_delay(addr)),
    );
}

fn wanted(port: u16) -> Wanted {
    Wanted {
        port,
        nick: BOT.to_owned(),
        password: Some("secret".to_owned()),
        channel: CHANNEL.to_owned(),
        services: "anope",
        pacing: "off",
        command_limit: 0,
        director: "Boss".to_owned(),
        log: "warn",
        defaults: "rounds = 3\npublish_pause = \"0s\"\n".to_owned(),
    }
}

fn report(turn: usize) -> &'static str {
    ["report won", "report lost"][turn % 2]
}

/// A round that is open: those with white, who will give commands. Black sits on the channel and listens.
fn tournament(addr: SocketAddr, boss: &mut Client) -> Vec<Client> {
    boss.ask("tournament new Speed");
    boss.ask("tournament open");
    let mut players: Vec<Client> = (0..2 * PLAYERS)
        .map(|number| {
            let mut player = Client::registered(addr, &format!("Player{number}"));
            player.line(&format!("JOIN {CHANNEL}"));
            player.ask("register");
            player
        })
        .collect();
    boss.ask("tournament start");
    let mut white = Vec::new();
    for mut player in players.drain(..) {
        let pairing = player.until(|line| line.contains(" you have "));
        if pairing.contains("you have white") {
            white.push(player);
        } else {
            std::thread::spawn(move || player.until(|_| false));
        }
    }
    white
}

/// The median time from a command to its answer.
fn median_latency(player: &mut Client, command: impl Fn(usize) -> String) -> Duration {
    let mut times: Vec<Duration> = (0..LATENCY_ROUNDS)
        .map(|turn| {
            let begin = Instant::now();
            player.ask(&command(turn));
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// Answers a second, to clients that each ask anew when they have their answer.
fn throughput(players: &mut [Client], command: impl Fn(usize) -> String + Sync) -> f64 {
    let begin = Instant::now();
    let answers: usize = std::thread::scope(|scope| {
        let working: Vec<_> = players
            .iter_mut()
            .map(|player| {
                let command = &command;
                scope.spawn(move || {
                    let mut turn = 0;
                    while begin.elapsed() < THROUGHPUT {
                        player.ask(&command(turn));
                        turn += 1;
                    }
                    turn
                })
            })
            .collect();
        working
            .into_iter()
            .map(|one| one.join().expect("no client panics"))
            .sum()
    });
    f64::from(u32::try_from(answers).expect("it is a few thousand")) / begin.elapsed().as_secs_f64()
}

/// From the server's 001 to the bot's JOIN, as somebody on the wire between them sees it.
fn join_delay(server: SocketAddr) -> Duration {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("its address").port();
    let mut bot = Bot::new(&wanted(port));
    bot.start();
    let (from_bot, _) = listener.accept().expect("the bot comes");
    let to_server = TcpStream::connect(server).expect("the server listens");
    let (seen, sight) = mpsc::channel();
    let down = (
        to_server.try_clone().expect("a handle"),
        from_bot.try_clone().expect("a handle"),
    );
    let welcome = seen.clone();
    std::thread::spawn(move || relay(down.0, down.1, " 001 ", &welcome));
    std::thread::spawn(move || relay(from_bot, to_server, "JOIN ", &seen));
    let wait = Duration::from_secs(20);
    let first = sight.recv_timeout(wait).expect("a welcome");
    sight.recv_timeout(wait).expect("a JOIN") - first
}

/// Passes bytes on, and tells when a text first came by.
fn relay(mut from: TcpStream, mut to: TcpStream, text: &str, seen: &mpsc::Sender<Instant>) {
    // Lines must not wait for each other.
    to.set_nodelay(true).expect("TCP_NODELAY");
    let mut buffer = [0; 4096];
    let mut told = false;
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if !told && String::from_utf8_lossy(&buffer[..count]).contains(text) {
            told = true;
            // Whoever asked may have its answer already.
            let _ = seen.send(Instant::now());
        }
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
}

fn row(what: &str, target: &str, measured: &str) {
    println!("{what:32} {target:>10}  {measured:>12}");
}

fn millis(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1_000.0)
}

/// A process's resident memory.
fn mebibytes(pid: u32) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("it has memory");
    let kibibytes: f64 = line
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .expect("a number");
    format!("{:.1} MiB", kibibytes / 1024.0)
}

/// A socket that is read only when an answer is wanted, so that no other thread stands in between.
struct Client {
    reader: BufReader<TcpStream>,
}

impl Client {
    fn registered(addr: SocketAddr, nick: &str) -> Client {
        let socket = TcpStream::connect(addr).expect("the server listens");
        socket.set_nodelay(true).expect("TCP_NODELAY");
        let mut client = Client {
            reader: BufReader::new(socket),
        };
        client.line(&format!("NICK {nick}"));
        client.line(&format!("USER {} 0 * :{nick}", nick.to_lowercase()));
        client.line("NICKSERV REGISTER secret");
        client.until(|line| line.contains("+r"));
        client
    }

    fn line(&mut self, line: &str) {
        self.reader
            .get_mut()
            .write_all(format!("{line}\r\n").as_bytes())
            .expect("the connection is open");
    }

    fn until(&mut self, fits: impl Fn(&str) -> bool) -> String {
        loop {
            let mut line = String::new();
            let count = self
                .reader
                .read_line(&mut line)
                .expect("the connection is open");
            assert!(count > 0, "the connection ended");
            if let Some(token) = line.strip_prefix("PING ") {
                let pong = format!("PONG {}", token.trim_end());
                self.line(&pong);
            } else if fits(&line) {
                return line;
            }
        }
    }

    fn answer(&mut self) -> String {
        self.until(|line| line.starts_with(":Master!") && !line.contains(" PRIVMSG #"))
    }

    fn ask(&mut self, text: &str) -> String {
        self.line(&format!("PRIVMSG {BOT} :{text}"));
        self.answer()
    }
}
