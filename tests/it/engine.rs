//! The engine's adapter against programs: a fake one with every vice (`tests/fixtures/engine`), and Stockfish.

mod advice;
mod stockfish;

use chessmasters::engine::{self, Handle, Options, Patience};
use chessmasters::ports::{EngineScore, EngineTrouble, Evaluation, Event, Question, QuestionId};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc::{self, Receiver};
use tokio::task::JoinSet;

/// A position for engines that do not look at it.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How long the fake engines are waited for, where they are not to answer: long enough for a shell on a busy machine.
const IMPATIENT: Patience = Patience {
    start: Duration::from_secs(4),
    overtime: Duration::from_millis(400),
    end: Duration::from_millis(400),
};

/// The longest a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A fake engine in a folder of its own.
struct Fake {
    folder: TempDir,
    way: &'static str,
}

impl Fake {
    fn new(way: &'static str) -> Fake {
        let folder = TempDir::new().expect("a folder");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engine/fake.sh");
        std::os::unix::fs::symlink(script, folder.path().join(way)).expect("a link");
        Fake { folder, way }
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join(self.way)
    }

    fn options(&self) -> Options {
        Options {
            program: self.program(),
            time: Duration::from_millis(100),
            patience: IMPATIENT,
        }
    }

    /// What it noted about itself.
    fn notes(&self, kind: &str) -> String {
        let path = self.program().with_added_extension(kind);
        fs::read_to_string(path).unwrap_or_default()
    }

    /// Every process there was of it is gone. The engine itself has been buried, at once; what it started was killed with it, and is
    /// buried by the system in its own time.
    async fn is_gone(&self) {
        let pids = self.notes("pids");
        assert!(!pids.is_empty(), "{} was started", self.way);
        let own = format!("PPid:\t{}\n", std::process::id());
        let began = Instant::now();
        for pid in pids.lines() {
            let status = Path::new("/proc").join(pid).join("status");
            loop {
                let left = fs::read_to_string(&status).unwrap_or_default();
                assert!(!left.contains(&own), "{}: {left}", self.way);
                if left.is_empty() || left.contains("State:\tZ") {
                    break;
                }
                assert!(began.elapsed() < PATIENCE, "{} runs on: {left}", self.way);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}

/// An adapter, and what it says.
struct Adapter {
    handle: Handle,
    events: Receiver<Event>,
}

impl Adapter {
    fn start(options: Options) -> Adapter {
        let (sender, events) = mpsc::channel(16);
        Adapter {
            handle: engine::start(options, sender),
            events,
        }
    }

    fn ask(&self, id: u64, fen: &str) {
        let question = Question {
            id: QuestionId(id),
            fen: fen.to_owned(),
        };
        self.handle.sender().try_send(question).expect("room");
    }

    async fn answer(&mut self) -> (u64, Result<Evaluation, EngineTrouble>) {
        let event = tokio::time::timeout(PATIENCE, self.events.recv()).await;
        match event.expect("an answer in time") {
            Some(Event::Evaluated { question, answer }) => (question.0, answer),
            other => panic!("{other:?}"),
        }
    }
}

/// The answer of one engine to one question, how long it took, and no process left.
async fn answer_of(fake: &Fake) -> (Result<Evaluation, EngineTrouble>, Duration) {
    let mut adapter = Adapter::start(fake.options());
    let began = Instant::now();
    adapter.ask(7, START);
    let (id, answer) = adapter.answer().await;
    let took = began.elapsed();
    assert_eq!(id, 7, "{}", fake.way);
    fake.is_gone().await;
    adapter.handle.finished().await.expect("no panic");
    (answer, took)
}

fn fake_evaluation(score: Option<i32>, depth: Option<u32>, line: &[&str]) -> Evaluation {
    Evaluation {
        engine: "Fake 1.0".to_owned(),
        score: score.map(EngineScore::Centipawns),
        depth,
        line: line.iter().map(|one| (*one).to_owned()).collect(),
    }
}

#[tokio::test]
async fn a_sound_engine_is_heard() {
    let fake = Fake::new("sound");
    let (answer, _) = answer_of(&fake).await;
    let wanted = fake_evaluation(Some(35), Some(12), &["e2e4", "e7e5", "g1f3"]);
    assert_eq!(answer, Ok(wanted));
    let told = format!(
        "uci \nsetoption name Hash value 16\nisready \nposition fen {START}\ngo movetime 100\nquit \n"
    );
    assert_eq!(fake.notes("told"), told);
    let environment = fake.notes("env");
    let names = environment.lines().map(|line| line.split('=').next());
    for name in names.flatten() {
        // A shell adds its own.
        let known = ["PATH", "PWD", "OLDPWD", "SHLVL", "_"].contains(&name);
        assert!(known, "the engine is told {name}");
    }
}

#[tokio::test]
async fn the_vices_of_engines() {
    let heard = fake_evaluation(Some(35), Some(12), &["e2e4", "e7e5", "g1f3"]);
    let limits = fake_evaluation(None, Some(3), &["c2c4", "c7c5"]);
    let speechless = fake_evaluation(None, None, &["e2e4"]);
    let cases = [
        ("ended", Err(EngineTrouble::Ended)),
        ("dies", Err(EngineTrouble::Ended)),
        ("closed", Err(EngineTrouble::Ended)),
        ("wrapper-ended", Err(EngineTrouble::Silent)),
        ("greedy", Err(EngineTrouble::Ended)),
        ("silent", Err(EngineTrouble::Silent)),
        ("unready", Err(EngineTrouble::Silent)),
        ("deaf", Err(EngineTrouble::Silent)),
        ("chatter", Err(EngineTrouble::Floods)),
        ("endless", Err(EngineTrouble::Floods)),
        ("flood", Err(EngineTrouble::Floods)),
        ("empty", Err(EngineTrouble::Nothing)),
        ("slow-start", Ok(heard.clone())),
        ("junk", Ok(heard.clone())),
        ("overtime", Ok(heard.clone())),
        ("never", Ok(heard.clone())),
        ("stays", Ok(heard.clone())),
        ("wrapper", Ok(heard)),
        ("limits", Ok(limits)),
        ("speechless", Ok(speechless)),
    ];
    let mut all = JoinSet::new();
    for (way, wanted) in cases {
        all.spawn(async move {
            let fake = Fake::new(way);
            let (answer, took) = answer_of(&fake).await;
            assert_eq!(answer, wanted, "{way}");
            // What it may take, and a margin for a busy machine.
            assert!(took < Duration::from_secs(15), "{way}: {took:?}");
        });
    }
    // It panics where one of them does.
    all.join_all().await;
}

#[tokio::test]
async fn what_is_no_program_is_said_to_be_none() {
    let folder = TempDir::new().expect("a folder");
    let text = folder.path().join("notes.txt");
    fs::write(&text, "e4 e5").expect("it is writable");
    for program in [
        folder.path().join("nothing"),
        text,
        folder.path().to_owned(),
    ] {
        let mut adapter = Adapter::start(Options {
            program,
            time: Duration::from_secs(1),
            patience: IMPATIENT,
        });
        adapter.ask(1, START);
        let (_, answer) = adapter.answer().await;
        let not_started = matches!(answer, Err(EngineTrouble::NotStarted { .. }));
        assert!(not_started, "{answer:?}");
    }
}

#[tokio::test]
async fn questions_are_answered_one_after_another() {
    let fake = Fake::new("sound");
    let mut adapter = Adapter::start(fake.options());
    for id in 1..=4 {
        adapter.ask(id, START);
    }
    for id in 1..=4 {
        let (answered, answer) = adapter.answer().await;
        assert_eq!(answered, id);
        assert!(answer.is_ok(), "{answer:?}");
    }
    let gos = fake.notes("told").matches("go movetime").count();
    assert_eq!((gos, fake.notes("pids").lines().count()), (4, 4));
}

#[tokio::test]
async fn an_engine_ends_with_its_adapter() {
    for way in ["deaf", "flood", "silent", "wrapper", "stays"] {
        let fake = Fake::new(way);
        let mut adapter = Adapter::start(Options {
            time: Duration::from_secs(600),
            ..fake.options()
        });
        adapter.ask(1, START);
        let began = Instant::now();
        while fake.notes("pids").is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(began.elapsed() < PATIENCE, "{way} does not start");
        }
        let began = Instant::now();
        adapter.handle.finished().await.expect("no panic");
        let took = began.elapsed();
        assert!(took < Duration::from_secs(5), "{way}: {took:?}");
        fake.is_gone().await;
        // It may have answered before it was stopped; nothing comes after.
        while adapter.events.recv().await.is_some() {}
    }
}

#[tokio::test]
async fn an_adapter_that_is_dropped_leaves_no_engine() {
    let fake = Fake::new("deaf");
    let runtime = std::thread::spawn({
        let options = Options {
            time: Duration::from_secs(600),
            ..fake.options()
        };
        let pids = fake.program().with_added_extension("told");
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let adapter = Adapter::start(options);
                adapter.ask(1, START);
                while !fs::read_to_string(&pids)
                    .unwrap_or_default()
                    .contains("go ")
                {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                adapter
            });
        }
    });
    runtime.join().expect("no panic");
    let began = Instant::now();
    let pid = fake.notes("pids");
    let status = Path::new("/proc").join(pid.trim()).join("status");
    // Nobody is left to bury it; the tests' own process is, when it ends.
    while fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) {
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert!(began.elapsed() < PATIENCE, "it runs on");
    }
}

#[tokio::test]
async fn a_probe_tells_an_engine_from_other_programs() {
    for (way, wanted) in [
        ("sound", Ok("Fake 1.0".to_owned())),
        ("ended", Err(EngineTrouble::Ended)),
        ("silent", Err(EngineTrouble::Silent)),
        ("chatter", Err(EngineTrouble::Floods)),
    ] {
        let fake = Fake::new(way);
        assert_eq!(engine::probe(&fake.options()).await, wanted, "{way}");
        fake.is_gone().await;
    }
}
