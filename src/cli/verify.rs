//! `chessmasters verify FILE.pgn`: every game of a file held against the laws.

mod source;
mod text;
mod tree;
mod words;

use super::{Exit, Streams};
use crate::game::{Findings, Gamescore, Judgement, Report, Terms, judge};
use clap::Args;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// The games, as PGN or as people write them; - is stdin
    file: PathBuf,
    /// Print a JSON object for each game, one a line
    #[arg(long)]
    json: bool,
}

/// A game of a file with all that is said of it.
struct Checked {
    /// From 1.
    index: usize,
    score: Gamescore,
    findings: Findings,
    verdict: Judgement,
}

impl Checked {
    fn new(index: usize, score: Gamescore) -> Checked {
        let findings = Findings::of(&score, Terms::default());
        let verdict = judge(&findings, Report::of(&score));
        Checked {
            index,
            score,
            findings,
            verdict,
        }
    }

    /// Whether there is nothing to object to: the whole text is a game of this society, and its result can be right.
    fn is_sound(&self) -> bool {
        let possible = match self.verdict {
            Judgement::Agrees(_) | Judgement::Open(_) => true,
            Judgement::Contradicts(_) => false,
        };
        possible && self.score.trouble().is_none()
    }
}

/// Checks one game after the other; only one is held at a time.
pub(super) fn verify(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let shown = match wishes.file.as_os_str() == "-" {
        true => "stdin".to_owned(),
        false => wishes.file.display().to_string(),
    };
    let mut opened;
    let input: &mut dyn Read = if wishes.file.as_os_str() == "-" {
        &mut *streams.input
    } else {
        match File::open(&wishes.file) {
            Ok(file) => {
                opened = file;
                &mut opened
            }
            Err(cause) => {
                writeln!(streams.err, "{shown}: cannot be read: {cause}")?;
                return Ok(Exit::Wrong);
            }
        }
    };
    let mut out = BufWriter::new(&mut *streams.out);
    let (mut checked, mut unsound) = (0, 0);
    for score in source::games(input) {
        let score = match score {
            Ok(score) => score,
            Err(cause) => {
                out.flush()?;
                writeln!(streams.err, "{shown}: cannot be read: {cause}")?;
                return Ok(Exit::Wrong);
            }
        };
        checked += 1;
        let game = Checked::new(checked, score);
        unsound += usize::from(!game.is_sound());
        if wishes.json {
            writeln!(out, "{}", tree::object(&game))?;
        } else {
            writeln!(out, "{}", text::line(&game))?;
        }
    }
    out.flush()?;
    if checked == 0 {
        writeln!(streams.err, "{shown}: there is no game in it")?;
        return Ok(Exit::Wrong);
    }
    if unsound == 0 {
        return Ok(Exit::Done);
    }
    if !wishes.json {
        writeln!(streams.err, "{shown}: {unsound} of {checked} not sound")?;
    }
    Ok(Exit::CouldNot)
}
