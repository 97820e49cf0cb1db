//! The demo as somebody sees it who starts it, and the example's settings against its server.

use crate::support::raw::Raw;
use chessmasters::cli::demo::open_server;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_chessmasters");

/// The program at work; it is ended with the test, whatever becomes of it.
struct Running(Child);

impl Running {
    fn start(arguments: &[&str]) -> Running {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().expect("the program starts"))
    }

    /// Asks it to stop, as Ctrl-C or a service manager does.
    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("there is a kill command").success());
    }

    /// Reads lines up to one with this text.
    fn read_to(&mut self, out: &mut impl BufRead, text: &str) {
        let mut seen = String::new();
        while !seen.contains(text) {
            let start = seen.len();
            let read = out.read_line(&mut seen).expect("lines are text");
            assert!(read > 0, "no {text:?} after {}", &seen[..start]);
        }
    }

    /// The rest of its output, its problems, and its exit code.
    fn end(mut self, out: &mut impl Read) -> (String, String, Option<i32>) {
        let (mut rest, mut problems) = (String::new(), String::new());
        out.read_to_string(&mut rest).expect("lines are text");
        let mut err = self.0.stderr.take().expect("it was piped");
        err.read_to_string(&mut problems).expect("lines are text");
        let status = self.0.wait().expect("it was started here");
        (rest, problems, status.code())
    }

    fn stdout(&mut self) -> BufReader<std::process::ChildStdout> {
        BufReader::new(self.0.stdout.take().expect("it was piped"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already, unless the test failed on the way.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn the_demo_tells_its_story() {
    let mut demo = Running::start(&["demo", "--port", "0", "--week", "6s"]);
    let mut out = demo.stdout();
    let (story, problems, code) = demo.end(&mut out);
    let mut rest = story.as_str();
    for landmark in [
        "server   127.0.0.1, port ",
        "/msg NickServ REGISTER",
        "* ChessMasters has joined",
        "[Boss -> ChessMasters] tournament new",
        "<Ada> !register",
        "* Hal has quit",
        "[ChessMasters -> Boss] Round 1 of Demo Open is paired: ",
        "Demo Open, round 1 of 3: ",
        "(both reported)",
        "!present\n",
        "Hal not present",
        "[Boss -> ChessMasters] withdraw Hal deserted",
        "Round 1 of Demo Open is over.",
        "Demo Open, round 2 of 3: ",
        ": bye (1 point)",
        " is disputed: ",
        "!explain ",
        "[Boss -> ChessMasters] result 2.1 ",
        "Ruling by Boss: ",
        "Demo Open, round 3 of 3: ",
        "* Ada has quit (hub.loopback leaf.loopback)",
        "* Ada has joined",
        "nobody loses by that",
        "Demo Open is over. Final standings",
        "* ChessMasters has quit",
        "--- Final standings of Demo Open:",
        " (deserted)",
    ] {
        match rest.split_once(landmark) {
            Some((_, after)) => rest = after,
            None => panic!("no {landmark:?} where it should be in\n{story}\n{problems}"),
        }
    }
    assert_eq!((problems.as_str(), code), ("", Some(0)), "{story}");
}

#[test]
fn the_demo_stops_cleanly_at_any_moment() {
    for moment in ["Ctrl-C ends the demo", "<Ada> !register", "!report"] {
        let mut demo = Running::start(&["demo", "--port", "0", "--week", "10s"]);
        let mut out = demo.stdout();
        demo.read_to(&mut out, moment);
        demo.signal("INT");
        let (rest, problems, code) = demo.end(&mut out);
        assert_eq!((problems.as_str(), code), ("", Some(0)), "{moment}: {rest}");
        assert!(rest.contains("--- Stopped."), "{moment}: {rest}");
    }
}

#[test]
fn a_week_that_is_too_short_is_refused() {
    for week in ["5s", "never", "2d"] {
        let mut demo = Running::start(&["demo", "--week", week]);
        let mut out = demo.stdout();
        let (told, problems, code) = demo.end(&mut out);
        assert_eq!((told.as_str(), code), ("", Some(2)), "{week}");
        assert!(problems.contains("--week"), "{problems}");
    }
}

#[tokio::test]
async fn the_example_settings_work_against_the_demos_server() {
    let server = open_server(0).expect("a free port");
    let addr = server.addr();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("config.example.toml");
    let settings = fs::read_to_string(example).expect("there is an example");
    assert!(settings.contains("\"127.0.0.1:16667\""));
    // Another test, or a demo, may hold the port.
    let settings = settings.replace("127.0.0.1:16667", &addr.to_string());
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("chessmasters.toml");
    fs::write(&file, settings).expect("the file can be written");

    let mut boss = Raw::join_network(addr, "Boss").await;
    boss.ask("JOIN #ChessMasters").await;
    boss.ask("NICKSERV IDENTIFY boss-password").await;
    let mut bot = Running::start(&["run", "--config", &file.display().to_string()]);
    boss.expect(":ChessMasters!chess@127.0.0.1 JOIN ").await;
    boss.send("PRIVMSG #ChessMasters :!help").await;
    boss.expect("PRIVMSG #ChessMasters :Boss: Say !help COMMAND")
        .await;
    boss.send("PRIVMSG ChessMasters :tournament new Winter Open")
        .await;
    boss.expect("PRIVMSG Boss :Winter Open is tournament 1")
        .await;
    bot.signal("TERM");
    boss.expect(":ChessMasters!chess@127.0.0.1 QUIT ").await;
    let mut out = bot.stdout();
    let (_, problems, code) = bot.end(&mut out);
    assert_eq!(code, Some(0), "{problems}");
}
