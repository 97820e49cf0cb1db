//! `export pgn`: an archive of many games of chance between oddly named people, read again by this project's own reader and
//! by pgn-extract.
//!
//! `ARCHIVE_GAMES=5000` makes it larger, and `ARCHIVE_PGN=FILE` keeps what was exported, for `tests/check_pgn.py`.

mod made;

use chessmasters::cli::{self, Exit, Streams};
use chessmasters::game::{self, Gamescore, Marker, Start};
use chessmasters::vocabulary::Outcome;
use made::{Archive, Ending, Made};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Games in the archive, where nobody wants more.
const GAMES: usize = 1_200;

fn wanted() -> usize {
    let wanted = std::env::var("ARCHIVE_GAMES").ok();
    wanted.map_or(GAMES, |number| {
        number.parse().expect("ARCHIVE_GAMES is a number")
    })
}

/// Runs the program; what it wrote to stdout. It has nothing to complain of.
fn run(arguments: &[&str]) -> Vec<u8> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: &mut std::io::empty(),
        out: &mut out,
        err: &mut err,
    };
    let words = ["chessmasters"].iter().chain(arguments);
    let exit = cli::call(words.map(OsString::from), &mut streams);
    assert_eq!(String::from_utf8_lossy(&err), "");
    assert_eq!(exit, Exit::Done);
    out
}

#[test]
fn an_archive_is_read_by_others_without_a_complaint() {
    let archive = Archive::new(wanted());
    let config = archive.config();
    let exported = run(&["export", "pgn", "--tournament", "1", "--config", &config]);
    let path = archive.folder().join("archive.pgn");
    std::fs::write(&path, &exported).expect("the file is written");
    if let Some(kept) = std::env::var_os("ARCHIVE_PGN") {
        std::fs::copy(&path, kept).expect("the file is copied");
    }
    let read = game::scores(&exported, game::GAME_BYTES_MAX);
    let sent: Vec<&Made> = archive
        .games
        .iter()
        .filter(|made| made.is_exported())
        .collect();
    assert_eq!(read.len(), sent.len());
    let mut dates = Vec::new();
    for (score, made) in read.iter().zip(&sent) {
        held_against(score, made);
        dates.push(score.tag("Date").expect("a date").to_owned());
    }
    assert!(dates.is_sorted(), "sorted by their days");
    by_pgn_extract(&path, sent.len());
    let text = String::from_utf8(exported).expect("it is UTF-8");
    for line in text.lines() {
        assert!(line.len() <= 254, "{} bytes: {line}", line.len());
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    let missing = run(&["export", "pgn", "--missing", "--config", &config]);
    let lacking = archive
        .games
        .iter()
        .filter(|made| made.is_missing())
        .count();
    assert!(lacking > 0);
    assert_eq!(String::from_utf8_lossy(&missing).lines().count(), lacking);
}

/// One game as it was read again, against what it was made from.
fn held_against(score: &Gamescore, made: &Made) {
    let code = score.tag("Round").expect("a round");
    assert_eq!(code, made.code());
    assert_eq!(score.start, Start::Initial, "{code}");
    assert_eq!((&score.fault, &score.notes), (&None, &Vec::new()), "{code}");
    assert_eq!(score.moves, made.moves, "{code}");
    assert_eq!(score.marker, score.tagged_result(), "{code}");
    let wins = Marker::Decided(Outcome::WhiteWins);
    let (result, termination) = match made.ending {
        Ending::Reported(outcome) => (Marker::Decided(outcome), None),
        Ending::Ruled(outcome) => (Marker::Decided(outcome), Some("adjudication")),
        Ending::ForfeitAfterMoves => (wins, Some("rules infraction")),
        Ending::BothLost => (Marker::Unfinished, Some("rules infraction")),
        Ending::Unsettled => (Marker::Unfinished, None),
    };
    assert_eq!(score.marker, Some(result), "{code}");
    assert_eq!(score.tag("Termination"), termination, "{code}");
    for (tag, name) in [("White", &made.white), ("Black", &made.black)] {
        same_name(score.tag(tag).expect("a name"), name);
    }
    assert_eq!(score.tag("Site"), Some("#chess, irc.example.net"));
    same_name(score.tag("Event").expect("an event"), made::EVENT);
    assert_eq!(score.tag("ECO"), Some("C20"), "{code}");
    assert_eq!(
        score.tag("Opening"),
        Some("King's \"Pawn\" \\ Game"),
        "{code}"
    );
    for unwanted in ["WhiteNA", "Annotator", "UTCDate", "WhiteElo", "PlyCount"] {
        assert_eq!(score.tag(unwanted), None, "{code}");
    }
}

/// A name in a tag is the name, with blanks for what cannot be shown; one that is longer than a tag may be is its beginning.
fn same_name(tag: &str, name: &str) {
    let shown: String = name
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    assert!(
        !tag.is_empty() && shown.starts_with(tag),
        "{tag:?} of {shown:?}"
    );
    assert!(tag == shown || tag.len() > 110, "{tag:?} of {shown:?}");
}

/// pgn-extract plays every game through, and says on stderr what it does not like.
fn by_pgn_extract(path: &Path, games: usize) {
    // Debian puts it where games are, which not everybody has in their path.
    let program = ["/usr/games/pgn-extract", "/usr/bin/pgn-extract"]
        .into_iter()
        .find(|program| Path::new(program).exists())
        .expect("pgn-extract is there: tests/packages.sh installs it");
    let output = Command::new(program)
        .args(["-s", "-Wuci"])
        .arg(path)
        .output()
        .expect("pgn-extract starts");
    let said = String::from_utf8_lossy(&output.stderr);
    // That it has read another thousand is no complaint.
    let complaints = said.replace("Games: ", "");
    let complaints =
        complaints.trim_matches(|letter: char| letter.is_ascii_digit() || letter == '\r');
    assert_eq!(complaints, "", "{said}");
    assert!(output.status.success());
    let moves = String::from_utf8_lossy(&output.stdout);
    let lists = moves
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('['));
    assert_eq!(lists.count(), games);
}
