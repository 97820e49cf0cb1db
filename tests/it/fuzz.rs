//! The bodies of the fuzz targets, with seeded mutations of the fixtures for a few seconds each, so that they hold where
//! there is no cargo-fuzz too. `FUZZ_SECONDS` makes it longer; `FUZZ_SEED` begins with another seed.

#[path = "../fuzz/bodies/mod.rs"]
mod bodies;

use chessmasters::command::COMMANDS;
use chessmasters::lots::Lots;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long each target runs.
const SECONDS: u64 = 3;
/// How long one input may take, in a build without optimisation on a busy machine.
const ONE_MAX: Duration = Duration::from_secs(20);
/// Inputs do not grow beyond this.
const BYTES_MAX: usize = 20_000;
/// Inputs that every run gets through, however slow the machine is.
const INPUTS_MIN: u64 = 20;

fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a whole number"))
}

/// The files of a folder below `tests`, in order.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is in the repository");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} holds files", folder.display());
    let read = |path| std::fs::read(path).expect("it can be read");
    paths.iter().map(read).collect()
}

/// Gives a target its inputs: first the sound ones as they are, then mutated ones until time is up.
fn campaign(target: fn(&[u8]), sound: &[Vec<u8>], words: &[&[u8]]) {
    let seconds = setting("FUZZ_SECONDS").unwrap_or(SECONDS);
    let first = setting("FUZZ_SEED").unwrap_or(1);
    let began = Instant::now();
    for seed in first.. {
        let late = began.elapsed() > Duration::from_secs(seconds);
        if late && seed >= first + INPUTS_MIN {
            break;
        }
        let input = mutated(seed, sound, words);
        let started = Instant::now();
        let outcome = std::panic::catch_unwind(|| target(&input));
        let took = started.elapsed();
        let shown = input.escape_ascii();
        assert!(
            outcome.is_ok(),
            "FUZZ_SEED={seed} breaks with the input\n{shown}"
        );
        assert!(
            took < ONE_MAX,
            "FUZZ_SEED={seed} takes {took:?} with the input\n{shown}"
        );
    }
}

/// The input of a seed: a sound one with up to eight changes, none for one seed of eight.
fn mutated(seed: u64, sound: &[Vec<u8>], words: &[&[u8]]) -> Vec<u8> {
    let mut lots = Lots::new(seed);
    let pick = |lots: &mut Lots, count: usize| {
        usize::try_from(lots.below(count.max(1) as u64)).expect("a small number")
    };
    let mut input = sound[pick(&mut lots, sound.len())].clone();
    for _ in 0..pick(&mut lots, 9) {
        let at = pick(&mut lots, input.len() + 1);
        let end = (at + pick(&mut lots, 40)).min(input.len());
        match lots.below(8) {
            0 => input.insert(at, u8::try_from(lots.below(256)).expect("a byte")),
            1 if at < input.len() => input[at] ^= 1 << lots.below(8),
            2 => drop(input.drain(at..end)),
            3 => {
                let word = words[pick(&mut lots, words.len())];
                drop(input.splice(at..at, word.iter().copied()));
            }
            4 => {
                let word = words[pick(&mut lots, words.len())];
                let end = (at + word.len()).min(input.len());
                drop(input.splice(at..end, word.iter().copied()));
            }
            5 => {
                // A piece of another input, at a line's beginning where there are lines.
                let other = &sound[pick(&mut lots, sound.len())];
                let from = pick(&mut lots, other.len());
                let piece = other[from..].iter().take(200).copied();
                let start = input[..at].iter().rposition(|&byte| byte == b'\n');
                let start = start.map_or(0, |place| place + 1);
                drop(input.splice(start..start, piece));
            }
            6 => {
                let copy = input[at..end].to_vec();
                drop(input.splice(at..at, copy));
            }
            _ => {
                let digit = input.iter().skip(at).position(u8::is_ascii_digit);
                if let Some(place) = digit {
                    input[at + place] = b"0123456789"[pick(&mut lots, 10)];
                }
            }
        }
    }
    input.truncate(BYTES_MAX);
    input
}

#[test]
fn reports() {
    let mut sound = files("fixtures/pairing/next-round");
    sound.retain(|bytes| bytes.starts_with(b"0") && bytes.len() < BYTES_MAX);
    let words: [&[u8]; 24] = [
        b"001 ",
        b"XXR 9",
        b"XXC black1",
        b"XXZ 1",
        b"XXP 1 2",
        b"XXA    1  1.0",
        b"142 5",
        b"152 B",
        b"162  P 0.5",
        b"240 H   2    1",
        b"250       1.0   1   2    1    4",
        b"260   1   2    1    2",
        b"BBU  0.5",
        b"0000 - U",
        b"0000 - H",
        b"0000 - Z",
        b"   2 w 1",
        b"   1 b 0",
        b"  3 w +",
        b"\xef\xbb\xbf",
        b"\r",
        b"\r\n",
        b"9999",
        b"\xe4",
    ];
    campaign(bodies::trf, &sound, &words);
}

#[test]
fn fields() {
    let mut lots = Lots::new(7);
    let sound: Vec<Vec<u8>> = (0..64)
        .map(|_| (0..400).map(|_| lots.bits().to_le_bytes()[0]).collect())
        .collect();
    campaign(bodies::field, &sound, &[b"\x00", b"\xff", b"\x0c\x05\x08"]);
}

#[test]
fn server_lines() {
    let words: [&[u8]; 23] = [
        b"\x1e",
        b"\x1ew\x40",
        b"\x1eo",
        b"\x1ep",
        b"\x1ec!present",
        b"\x1em",
        b":s.net ",
        b"@account=alice ",
        b":Alice!al@home.net ",
        b"JOIN #chess",
        b"KICK #chess Bot",
        b"NICK Mallory",
        b"353 Bot = #chess :",
        b"330 Bot Alice alice :is",
        b"307 Bot Alice",
        b"311 Bot Alice al home.net *",
        b"318 Bot Alice :End",
        b"433 * Bot",
        b"BATCH +r netsplit",
        b"CAP * ACK :sasl",
        b"\r\n",
        b"Alice",
        b"#chess",
    ];
    campaign(bodies::irc_line, &files("fuzz/seeds/irc_line"), &words);
}

#[test]
fn games() {
    let mut sound = files("fixtures/games");
    sound.retain(|bytes| bytes.len() < BYTES_MAX && !bytes.starts_with(b"file\t"));
    let words: [&[u8]; 40] = [
        b"1.",
        b"12...",
        b" e4 ",
        b" Nf3 ",
        b"O-O",
        b"0-0",
        b"O-O-O",
        b"e8=Q",
        b"e8(Q)",
        b"x",
        b"e.p.",
        b"--",
        b" 1-0",
        b" 0-1",
        b" 1/2-1/2",
        b" *",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"\n%",
        b"$3",
        b"[",
        b"]",
        b"[Event \"x\"]\n",
        b"[FEN \"8/8/8/4k3/8/8/4R3/4K3 w - - 0 1\"]\n",
        b"[Variant \"Atomic\"]\n",
        b"\n\n",
        b"\r\n",
        b"\xe2\x80\x93",
        b"\xc2\xa0",
        b"\xff\xfe",
        b"\x00",
        b"\x0304",
        b"<br />",
        b"&nbsp;",
        b"[21:04] <Ada> ",
        b"Sf3",
        b"resigns",
    ];
    campaign(bodies::pgn, &sound, &words);
}

#[test]
fn commands() {
    let mut sound: Vec<Vec<u8>> = Vec::new();
    for spec in COMMANDS {
        sound.push(spec.example.as_bytes().to_vec());
        sound.push(spec.usage.as_bytes().to_vec());
    }
    let names = COMMANDS.iter().flat_map(|spec| spec.names());
    let mut words: Vec<&[u8]> = names.map(str::as_bytes).collect();
    let others: [&[u8]; 12] = [
        b" ",
        b"#1",
        b"1.2",
        b"1-0",
        b"2h",
        b"in 5d",
        b"sunday 20:00",
        b"2026-12-06 20:00",
        b"Europe/Berlin",
        b"\xc3\xa9",
        b"99999999999999999999",
        b"because",
    ];
    words.extend(others);
    campaign(bodies::command, &sound, &words);
}
