//! Answers to questions.

mod boards;
mod bracket;
mod directors;
mod games;
mod own;
mod ratings;
mod tournaments;

use super::laws;
use super::reader::Reader;
use crate::ports::Place;
use crate::tournament::{Society, Tournament};
use crate::view::Query;
use crate::vocabulary::TournamentId;

/// An answer: what is said at once, and what a private message adds on request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Said at once; four lines at most in the channel (CASES T27).
    pub lines: Vec<String>,
    /// The rest of a long answer in the channel.
    pub rest: Vec<String>,
}

/// The most lines of one answer in the channel.
const CHANNEL_LINES_MAX: usize = 4;

/// What is put behind the last line in the channel where there is more.
const MORE: &str = " - for the rest, ask me the same in private.";

impl Answer {
    /// An answer of one line.
    pub(super) fn line(text: String) -> Answer {
        Answer {
            lines: vec![text],
            rest: Vec::new(),
        }
    }

    /// All lines in private, the first few in the channel.
    pub(super) fn for_reader(mut lines: Vec<String>, reader: &Reader) -> Answer {
        let shown = match reader.place {
            Place::Private => lines.len(),
            Place::Channel => lines.len().min(CHANNEL_LINES_MAX),
        };
        let rest = lines.split_off(shown);
        if let (Some(last), false) = (lines.last_mut(), rest.is_empty()) {
            last.push_str(MORE);
        }
        Answer { lines, rest }
    }
}

/// The answer to a question. [`Query::Help`], [`Query::Why`], [`Query::WhyBye`] and [`Query::Export`] need what the state does not hold (the
/// table of commands, the journal, the name of the settings file): [`super::help`], [`super::history`] and [`super::export`] answer
/// them, and here they get no line.
pub fn answer(society: &Society, query: &Query, reader: &Reader) -> Answer {
    let of = |id: TournamentId, lines: &dyn Fn(&Asked<'_>) -> Vec<String>| match society
        .tournament(id)
    {
        Some(tournament) => {
            let asked = Asked {
                society,
                tournament,
                reader,
            };
            Answer::for_reader(lines(&asked), reader)
        }
        None => Answer::line(format!("There is no tournament {id}.")),
    };
    match query {
        Query::Help { .. } | Query::Why(_) | Query::WhyBye(..) | Query::Export(..) => {
            Answer::default()
        }
        Query::Tournaments => Answer::for_reader(tournaments::list(society, reader), reader),
        Query::Info(id) => of(*id, &tournaments::info),
        Query::Players(id) => of(*id, &tournaments::players),
        Query::Standings(id) => of(*id, &tournaments::standings),
        Query::Bracket(id) => of(*id, &bracket::bracket),
        Query::Pairings(id, round) => of(*id, &|asked| boards::pairings(asked, *round)),
        Query::Results(id, round) => of(*id, &|asked| boards::results(asked, *round)),
        Query::Opponent(id, entry) => of(*id, &|asked| own::opponent(asked, *entry)),
        Query::When(id, entry) => of(*id, &|asked| own::when(asked, *entry)),
        Query::Me(account) => Answer::for_reader(own::me(society, account, reader), reader),
        Query::Rating { account, name } => {
            Answer::for_reader(ratings::rating(society, account, name, reader), reader)
        }
        Query::Ratings(page) => Answer::for_reader(ratings::list(society, *page, reader), reader),
        Query::RatingHistory { account, name } => {
            Answer::for_reader(ratings::history(society, account, name, reader), reader)
        }
        Query::Game(at) => of(at.tournament, &|asked| games::game(asked, *at)),
        Query::Position(at, place) => {
            of(at.tournament, &|asked| games::position(asked, *at, *place))
        }
        Query::Adjudicate { board, fen } => of(board.tournament, &|asked| {
            games::adjudicate(asked, *board, fen.as_deref())
        }),
        Query::Rules(question) => Answer::for_reader(laws::answer(question, reader), reader),
        Query::Preview(id) => of(*id, &directors::preview),
        Query::Disputes(id) => of(*id, &directors::disputes),
        Query::Preflight(id) => of(*id, &directors::preflight),
        Query::Sweep(id) => of(*id, &directors::sweep),
    }
}

/// What an answer about one tournament is made from.
struct Asked<'a> {
    society: &'a Society,
    tournament: &'a Tournament,
    reader: &'a Reader,
}

impl Asked<'_> {
    /// The tournament's name.
    fn name(&self) -> &str {
        &self.tournament.settings.name
    }

    /// The reader's clock.
    fn clock(&self) -> super::time::Clock {
        self.reader.clock(self.tournament)
    }

    /// The mark before a command: needed in the channel only.
    fn mark(&self) -> &'static str {
        match self.reader.place {
            Place::Channel => "!",
            Place::Private => "",
        }
    }
}
