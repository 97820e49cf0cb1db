//! The one table of commands: what is parsed, what help shows, what is suggested, what the README lists.

use super::directors::DIRECTORS;
use super::misread::{Expected, Misread, Problem, echo};
use super::model::{Command, OrderWords};
use super::nearest::nearest;
use super::players::PLAYERS;
use super::words::Words;

/// Every command, players' first. A word stands twice where players and directors say it for different things.
pub static COMMANDS: [Spec; PLAYERS.len() + DIRECTORS.len()] = all();

/// A command, as help shows it.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name; two words for `tournament`, `director`, `assistant` and `export`.
    pub word: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// How it is written: capitals stand for what is filled in, brackets for what may be left out.
    pub usage: &'static str,
    /// What it may look like.
    pub example: &'static str,
    /// What it is for, in a line.
    pub summary: &'static str,
    /// Who says it.
    pub who: Who,
    /// Where.
    pub place: Where,
    /// Whether it matters who says it.
    pub proof: Proof,
    /// Reads what follows.
    pub(super) read: Reader,
}

/// Reads what follows a command's name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reader {
    /// For what anybody may say.
    Plain(CommandReader),
    /// For orders.
    Order(OrderReader),
}

/// Reads the rest of what anybody may say.
pub(super) type CommandReader = for<'w, 't> fn(&'w mut Words<'t>) -> Result<Command, Misread>;

/// Reads the rest of an order.
pub(super) type OrderReader = for<'w, 't> fn(&'w mut Words<'t>) -> Result<OrderWords, Misread>;

impl PartialEq for Spec {
    /// A command is known by its name and by who says it.
    fn eq(&self, other: &Spec) -> bool {
        (self.word, self.who) == (other.word, other.who)
    }
}

impl Eq for Spec {}

/// Who says a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// Anybody.
    Player,
    /// Directors and assistants.
    Director,
}

/// Where a command is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In the channel or in private.
    Anywhere,
    /// In the channel only.
    Channel,
    /// In private only.
    Private,
}

/// Whether it matters who says a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The answer is the same for everybody.
    NotNeeded,
    /// It has to be known who asks.
    Needed,
}

impl Spec {
    /// The name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.word).chain(self.aliases.iter().copied())
    }
}

const fn all() -> [Spec; PLAYERS.len() + DIRECTORS.len()] {
    let mut specs = [PLAYERS[0]; PLAYERS.len() + DIRECTORS.len()];
    let mut at = 0;
    while at < specs.len() {
        specs[at] = if at < PLAYERS.len() {
            PLAYERS[at]
        } else {
            DIRECTORS[at - PLAYERS.len()]
        };
        at += 1;
    }
    specs
}

/// The commands of this name or alias, in any case: none, one, or a player's and a director's.
pub fn find(name: &str) -> impl Iterator<Item = &'static Spec> {
    let wanted = name
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_ascii_lowercase();
    COMMANDS
        .iter()
        .filter(move |spec| spec.names().any(|name| name == wanted))
}

/// The commands that start with this word and take a second one: `tournament new`, `tournament set` …
pub fn group(first: &str) -> impl Iterator<Item = &'static Spec> {
    let wanted = first.to_ascii_lowercase();
    COMMANDS.iter().filter(move |spec| {
        spec.word
            .split_once(' ')
            .is_some_and(|(word, _)| word == wanted)
    })
}

/// The command nearest to a name, where one is near.
pub fn nearest_command(written: &str) -> Option<&'static str> {
    let single = || {
        COMMANDS
            .iter()
            .flat_map(|spec| spec.names().map(move |name| (name, spec.word)))
    };
    let names = single().map(|(name, _)| match name.split_once(' ') {
        Some((first, _)) => first,
        None => name,
    });
    let name = nearest(written, names)?;
    let word = single().find(|(alias, _)| *alias == name);
    Some(word.map_or(name, |(_, word)| word))
}

/// Finds the command a line starts with, and takes its name.
pub(super) fn look_up(words: &mut Words<'_>) -> Result<&'static Spec, Misread> {
    let Some(first) = words.take() else {
        return Err(words.misread(Problem::Nothing));
    };
    // No prefix and no near miss is ever run: only what is written in full (SPEC R-36).
    if let Some(spec) = find(first.text).next() {
        return Ok(spec);
    }
    let mut members = group(first.text).peekable();
    let Some(member) = members.peek() else {
        return Err(words.misread_at(
            first.at,
            Problem::UnknownCommand {
                written: echo(first.text),
                nearest: nearest_command(first.text),
            },
        ));
    };
    let expected = match member.word.split_once(' ') {
        Some(("tournament", _)) => Expected::TournamentOrder,
        Some(("export", _)) => Expected::ExportForm,
        Some(_) | None => Expected::OfficialOrder,
    };
    let second = words.need(expected)?;
    let whole = format!("{} {}", first.text, second.text);
    find(&whole).next().ok_or_else(|| {
        words.misread_at(
            second.at,
            Problem::UnknownCommand {
                written: echo(&whole),
                nearest: nearest(&whole, members.map(|spec| spec.word)),
            },
        )
    })
}
