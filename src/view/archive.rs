//! The archive: the games that were played, which of them have their moves, and what PGN says of each.
//!
//! A game is what two people played: a forfeit is none, unless its moves were sent. The pairings of a knockout may have
//! several, one after each draw. Everything is by the colours of the game, which are the pairing's unless the two reported
//! them exchanged.

use crate::game::{Contradiction, Findings, Gamescore, Judgement, Marker, Over, Tag, Terms};
use crate::tournament::{
    Board, BoardRef, BoardStatus, ColorsPlayed, Entry, GameNumber, KeptScore, Report, Round, Sides,
    Society, Tournament, judgement, verdict_of,
};
use crate::vocabulary::{BoardResult, CaseMapping, Color, Outcome, TournamentId};
use chrono::NaiveDate;

/// Which games are wanted; everything that is named must fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Those of one tournament.
    pub tournament: Option<TournamentId>,
    /// Those of one player, by account, in any tournament.
    pub player: Option<String>,
    /// Those of this day, in UTC, and later ones.
    pub from: Option<NaiveDate>,
    /// Those of this day, in UTC, and earlier ones.
    pub to: Option<NaiveDate>,
}

/// A game that was played, with or without its moves.
#[derive(Clone, Debug)]
pub struct ArchivedGame<'a> {
    /// Its tournament.
    pub tournament: &'a Tournament,
    /// Its round.
    pub round: &'a Round,
    /// Its board.
    pub board: &'a Board,
    /// Which game of the two.
    pub number: GameNumber,
    /// The day on which it was first told of, in UTC.
    pub day: NaiveDate,
    /// Its moves, where somebody sent them: the score that counts.
    pub score: Option<&'a KeptScore>,
}

/// The games of this scope that have moves, in the order of their day, tournament, round and board.
pub fn games<'a>(society: &'a Society, scope: &Scope) -> Vec<ArchivedGame<'a>> {
    let mut games = all(society, scope);
    games.retain(|game| game.score.is_some());
    games
}

/// The games of this scope that were played and whose moves nobody has sent, in the same order.
pub fn missing<'a>(society: &'a Society, scope: &Scope) -> Vec<ArchivedGame<'a>> {
    let mut games = all(society, scope);
    games.retain(|game| game.score.is_none());
    games
}

/// Whether somebody of this name has ever entered a tournament.
pub fn is_known_player(society: &Society, name: &str) -> bool {
    let mut entries = society.tournaments.values().flat_map(|one| &one.entries);
    entries.any(|entry| is_called(entry, name))
}

/// Whether an entry is of this account. Which names are one is the network's to say, and no network is asked here: the
/// widest mapping counts, by which two people are mixed up only where their names differ in a bracket and a brace.
fn is_called(entry: &Entry, name: &str) -> bool {
    CaseMapping::Rfc1459.same(entry.account.as_str(), name)
}

fn all<'a>(society: &'a Society, scope: &Scope) -> Vec<ArchivedGame<'a>> {
    let tournaments = society
        .tournaments
        .values()
        .filter(|tournament| scope.tournament.is_none_or(|id| id == tournament.id));
    let mut games: Vec<ArchivedGame<'a>> = Vec::new();
    for tournament in tournaments {
        for round in tournament.rounds.iter().filter(|round| round.is_public()) {
            for board in &round.boards {
                games.extend(of_board(society, (tournament, round, board)));
            }
        }
    }
    games.retain(|game| scope.covers(game));
    games.sort_by_key(|game| {
        let board = (game.round.number, game.board.number);
        (game.day, game.tournament.id, board, game.number)
    });
    games
}

impl Scope {
    /// The games of one tournament.
    pub fn of(tournament: TournamentId) -> Scope {
        Scope {
            tournament: Some(tournament),
            ..Scope::default()
        }
    }

    fn covers(&self, game: &ArchivedGame<'_>) -> bool {
        let plays = |name: &String| {
            Color::BOTH
                .into_iter()
                .any(|color| is_called(game.player(color), name))
        };
        self.player.as_ref().is_none_or(plays)
            && self.from.is_none_or(|first| first <= game.day)
            && self.to.is_none_or(|last| game.day <= last)
    }
}

/// The games of a board that were played.
fn of_board<'a>(
    society: &'a Society,
    (tournament, round, board): (&'a Tournament, &'a Round, &'a Board),
) -> Vec<ArchivedGame<'a>> {
    let at = BoardRef {
        tournament: tournament.id,
        round: round.number,
        board: board.number,
    };
    let scores = society.gamescores.boards.get(&at);
    let last_sent = scores.and_then(|scores| scores.kept.keys().map(|(game, _)| *game).max());
    let last = GameNumber::try_from(board.drawn.len() + 1).unwrap_or(GameNumber::MAX);
    let numbers = 1..=last_sent.map_or(last, |sent| sent.max(last));
    let played = numbers.filter_map(|number| {
        let best = scores.and_then(|scores| scores.best_of(number));
        let score = best.map(|(_, score)| score);
        // What is kept of a text without a single move is no game.
        let score = score.filter(|score| score.plies() > 0);
        let was_played = verdict_of(board, number).is_some_and(|said| said.result.was_played());
        if score.is_none() && !was_played {
            return None;
        }
        let sent = scores
            .into_iter()
            .flat_map(|scores| scores.of_game(number).map(|(_, score)| score.at));
        let told = reports(board, number).into_iter().map(|report| report.at);
        let first = sent.chain(told).min().or(round.published_at())?;
        Some(ArchivedGame {
            tournament,
            round,
            board,
            number,
            day: first.to_utc().date_naive(),
            score,
        })
    });
    played.collect()
}

/// What the two reported of one game of theirs.
fn reports(board: &Board, number: GameNumber) -> Vec<&Report> {
    let drawn = usize::from(number) - 1;
    let reports: Option<&Sides<Option<Report>>> = match board.drawn.get(drawn) {
        Some(game) => Some(&game.reports),
        None => (drawn == board.drawn.len()).then_some(&board.reports),
    };
    let both = reports.into_iter().flat_map(|reports| {
        Color::BOTH
            .into_iter()
            .filter_map(|color| reports[color].as_ref())
    });
    both.collect()
}

/// Tags of a sender that would say again, and maybe otherwise, what the archive says of an event, of a player or of a day, by
/// how their names begin or end. What is said of a player may also be a private address.
const OWN_BEGINNINGS: [&str; 5] = ["White", "Black", "Event", "Site", "Round"];
/// See [`OWN_BEGINNINGS`].
const OWN_ENDINGS: [&str; 2] = ["Date", "Time"];

/// Tags of a sender that are of no use here: whoever commented the game did it in comments that are not kept, and every game
/// here is one of the one kind of chess.
const LEFT_OUT: [&str; 2] = ["Annotator", "Variant"];

/// Names the way the game ended, in the words of PGN's standard.
const TERMINATION: &str = "Termination";

impl<'a> ArchivedGame<'a> {
    /// Where the board stands as far as this game goes.
    fn status(&self) -> Option<&'a BoardStatus> {
        let drawn = usize::from(self.number) - 1;
        match self.board.drawn.get(drawn) {
            Some(game) => Some(&game.status),
            None => (drawn == self.board.drawn.len()).then_some(&self.board.status),
        }
    }

    /// Whether the two changed colours, by what was settled or is reported so far. Those of a game after a drawn one are not
    /// paired: then its sender's tags or its end say so, and where they do not, the pairing's are as good as any.
    fn colors(&self) -> ColorsPlayed {
        let said = verdict_of(self.board, self.number).map(|said| said.colors);
        match said {
            Some(ColorsPlayed::Swapped) => ColorsPlayed::Swapped,
            Some(ColorsPlayed::AsPaired) | None if self.number == 1 => ColorsPlayed::AsPaired,
            Some(ColorsPlayed::AsPaired) | None => {
                self.colors_by_the_score().unwrap_or(ColorsPlayed::AsPaired)
            }
        }
    }

    /// Whether it is known who had which colour.
    pub fn are_colors_known(&self) -> bool {
        let said = verdict_of(self.board, self.number).map(|said| said.colors);
        self.number == 1
            || said == Some(ColorsPlayed::Swapped)
            || self.colors_by_the_score().is_some()
    }

    /// What the tags say of the colours, or else the end of the game with its result.
    fn colors_by_the_score(&self) -> Option<ColorsPlayed> {
        let score = self.score?.gamescore();
        let is = |tag: &str, paired: Color| {
            let name = &self.tournament.entry(self.board.players[paired]).name;
            score
                .tag(tag)
                .is_some_and(|value| CaseMapping::Rfc1459.same(value, name))
        };
        if is("White", Color::White) && is("Black", Color::Black) {
            return Some(ColorsPlayed::AsPaired);
        }
        if is("White", Color::Black) && is("Black", Color::White) {
            return Some(ColorsPlayed::Swapped);
        }
        let said = verdict_of(self.board, self.number)?;
        let BoardResult::Played(said) = said.result else {
            return None;
        };
        let (by_pairing, in_game) = (said.winner()?, self.over()?.end.outcome().winner()?);
        Some(if by_pairing == in_game {
            ColorsPlayed::AsPaired
        } else {
            ColorsPlayed::Swapped
        })
    }

    /// How the laws ended it, by its moves.
    fn over(&self) -> Option<Over> {
        Findings::of(&self.score?.gamescore(), Terms::default()).over
    }

    /// Who had this colour in the game.
    pub fn player(&self, color: Color) -> &'a Entry {
        let paired = match self.colors() {
            ColorsPlayed::AsPaired => color,
            ColorsPlayed::Swapped => !color,
        };
        self.tournament.entry(self.board.players[paired])
    }

    /// What is settled of it.
    fn settled(&self) -> Option<BoardResult> {
        Some(self.status()?.settled()?.result)
    }

    /// Whether its result is settled.
    pub fn is_settled(&self) -> bool {
        self.settled().is_some()
    }

    /// Its result by the colours of the game. One that is not settled is none, unless the moves end the game and nobody says
    /// otherwise.
    pub fn result(&self) -> Marker {
        let decided = match self.settled() {
            None => return self.end_by_the_moves(),
            Some(BoardResult::DoubleForfeit) => return Marker::BothLost,
            Some(BoardResult::Played(outcome)) => outcome,
            Some(BoardResult::Forfeit { loser }) => Outcome::win_of(!loser),
        };
        Marker::Decided(match self.colors() {
            ColorsPlayed::AsPaired => decided,
            ColorsPlayed::Swapped => decided.mirrored(),
        })
    }

    fn end_by_the_moves(&self) -> Marker {
        match self.over() {
            Some(over) if self.contradiction().is_none() => Marker::Decided(over.end.outcome()),
            Some(_) | None => Marker::Unfinished,
        }
    }

    /// Why its moves, and the result that is settled or reported, cannot both be right.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let verdict = verdict_of(self.board, self.number)?;
        match judgement(self.score?, self.number, verdict)? {
            Judgement::Contradicts(why) => Some(why),
            Judgement::Agrees(_) | Judgement::Open(_) => None,
        }
    }

    /// `3.2`: how directors name its board.
    pub fn board_code(&self) -> String {
        format!("{}.{}", self.round.number, self.board.number)
    }

    /// `3.2`, and `3.2.1` where the pairing has several games.
    pub fn code(&self) -> String {
        let board = self.board_code();
        if self.number == 1 && self.board.drawn.is_empty() {
            board
        } else {
            format!("{board}.{}", self.number)
        }
    }

    /// How it ended, where it was not by the two players.
    fn termination(&self) -> Option<&'static str> {
        match self.settled()? {
            BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => Some("rules infraction"),
            BoardResult::Played(_) => self.status()?.below_ruling().map(|_| "adjudication"),
        }
    }

    /// Its tags, for a game that was played at this site.
    pub fn tags(&self, site: &str) -> Vec<Tag> {
        let (white, black) = (self.player(Color::White), self.player(Color::Black));
        let rating = |entry: &Entry| entry.rating.map(|rating| rating.to_string());
        let own = [
            ("Event", Some(self.tournament.settings.name.clone())),
            ("Site", Some(site.to_owned())),
            ("Date", Some(self.day.format("%Y.%m.%d").to_string())),
            ("Round", Some(self.code())),
            ("White", Some(white.name.clone())),
            ("Black", Some(black.name.clone())),
            ("WhiteElo", rating(white)),
            ("BlackElo", rating(black)),
            (TERMINATION, self.termination().map(str::to_owned)),
        ];
        let own = own.into_iter().filter_map(|(name, value)| {
            let name = name.to_owned();
            value.map(|value| Tag { name, value })
        });
        let mut tags: Vec<Tag> = own.collect();
        let sent = self.score.map_or(&[][..], |score| score.tags.as_slice());
        for (name, value) in sent {
            let is_new = tags.iter().all(|tag| !tag.name.eq_ignore_ascii_case(name));
            if is_new && is_harmless(name) && !value.trim().is_empty() {
                let (name, value) = (name.clone(), value.clone());
                tags.push(Tag { name, value });
            }
        }
        tags
    }

    /// Its moves, where there are any.
    pub fn gamescore(&self) -> Option<Gamescore> {
        self.score.map(KeptScore::gamescore)
    }
}

/// Whether a sender's tag says something that the archive does not know better.
fn is_harmless(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is = |own: &&str| lower == own.to_ascii_lowercase();
    let begins = |own: &&str| lower.starts_with(&own.to_ascii_lowercase());
    let ends = |own: &&str| lower.ends_with(&own.to_ascii_lowercase());
    !OWN_BEGINNINGS.iter().any(begins) && !OWN_ENDINGS.iter().any(ends) && !LEFT_OUT.iter().any(is)
}
