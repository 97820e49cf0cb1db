//! What a million lines from a server cost the adapter: time for each, and memory that must not grow.

use chessmasters::irc::{self, Options, Pacing, Server, Tls};
use chessmasters::ports::{Event, Outgoing, Target, Urgency};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Lines the server says in one measurement.
const LINES: u32 = 1_000_000;
/// One line in so many is a command that is answered.
const COMMAND_EVERY: u32 = 8;
/// Lines after which the memory is looked at for the first time.
const WARM: u32 = 100_000;
/// Events that wait for the reader.
const EVENTS_MAX: usize = 4_096;

const WELCOME: &str = ":s CAP * LS :account-notify account-tag extended-join\r\n\
    :s CAP * ACK :account-notify account-tag extended-join\r\n\
    :s.net 001 Bot :Welcome\r\n:s.net 005 Bot CASEMAPPING=ascii WHOX :are supported\r\n\
    :Bot!chess@host.net JOIN #chess * :Bot\r\n:s.net 353 Bot = #chess :Bot\r\n:s.net 366 Bot #chess :End\r\n";

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure());
}

async fn measure() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("its address").port();
    let server = std::thread::spawn(move || serve(&listener));
    let address = Server {
        host: "127.0.0.1".to_owned(),
        port,
        tls: Tls::Off,
    };
    let mut options = Options::new(address, "Bot", "#chess");
    options.pacing = Pacing::Off;
    options.limits.commands_per_minute = 0;
    let (sender, mut events) = mpsc::channel(EVENTS_MAX);
    let handle = irc::start(options, sender);
    let wishes = handle.sender();
    let (mut began, mut heard, mut warm_kib) = (None, 0, 0);
    while heard < LINES / COMMAND_EVERY {
        let Event::Said(said) = events.recv().await.expect("an adapter that runs") else {
            continue;
        };
        began.get_or_insert_with(Instant::now);
        heard += 1;
        if heard == WARM / COMMAND_EVERY {
            warm_kib = resident_kib();
        }
        let line = Outgoing::Line {
            target: Target::Nick(said.person.nick),
            text: format!("You said {} ({heard}).", said.text),
            urgency: Urgency::Reply,
            notice: None,
        };
        wishes.send(line).await.expect("an adapter that runs");
    }
    let elapsed = began.expect("it began").elapsed();
    let kib = resident_kib();
    // QUIT overtakes whatever waits.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let text = "done".to_owned();
    wishes
        .send(Outgoing::Quit { text })
        .await
        .expect("an adapter that runs");
    handle.finished().await.expect("a clean end");
    let answers = server.join().expect("a server that ran");
    println!(
        "{LINES} lines in {} ms: {} ns a line",
        elapsed.as_millis(),
        elapsed.as_nanos() / u128::from(LINES)
    );
    println!("{heard} commands heard, {answers} lines received from the bot");
    println!("resident: {warm_kib} KiB after {WARM} lines, {kib} KiB at the end");
    assert!(
        kib < warm_kib + 2_048,
        "the memory does not grow with the lines"
    );
}

/// Plays the server; gives the number of private lines it got.
fn serve(listener: &TcpListener) -> u32 {
    let (mut stream, _) = listener.accept().expect("a connection");
    let reading = stream.try_clone().expect("a second handle");
    let mut lines = BufReader::new(reading).lines().map_while(Result::ok);
    lines
        .find(|line| line.starts_with("USER "))
        .expect("a bot that registers");
    let counting = std::thread::spawn(move || {
        let answers = lines
            .take_while(|line| !line.starts_with("QUIT"))
            .filter(|line| line.starts_with("PRIVMSG "));
        u32::try_from(answers.count()).expect("not so many")
    });
    stream
        .write_all(WELCOME.as_bytes())
        .expect("a bot that reads");
    talk(&mut stream);
    // The bot says QUIT, and the server closes.
    let answers = counting.join();
    stream.shutdown(Shutdown::Both).ok();
    answers.expect("a reader that ran")
}

fn talk(stream: &mut TcpStream) {
    let mut text = String::new();
    for n in 0..LINES {
        let nick = n / COMMAND_EVERY % 500;
        let source = format!(":player{nick}!user{nick}@host{nick}.example.net");
        let line = match n % COMMAND_EVERY {
            0 => format!("{source} JOIN #chess player{nick} :A player"),
            1 => format!("@account=player{nick} {source} PRIVMSG #chess :!standings now"),
            2 => format!("{source} PRIVMSG #chess :good morning everybody, how was round {n}"),
            3 => format!(":s.net 311 Bot player{nick} user host * :A player"),
            4 => format!("{source} MODE #chess +v player{nick}"),
            5 => format!("{source} NOTICE #chess :a notice"),
            6 => "PING :s.net".to_owned(),
            _ => format!("{source} QUIT :Quit: leaving"),
        };
        text.push_str(&line);
        text.push_str("\r\n");
        if text.len() > 32_768 || n + 1 == LINES {
            stream.write_all(text.as_bytes()).expect("a bot that reads");
            text.clear();
        }
    }
}

/// The memory of this process that is in use.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(0)
}
