//! Questions people ask, answered from the state.
//!
//! A [`Query`] changes nothing and needs no proof of identity beyond knowing whose page is meant.

mod adjudication;
pub mod archive;
pub mod export;
mod forecast;
mod laws;
mod score;
mod tie_breaks;

#[cfg(test)]
mod tests;

pub use adjudication::{Adjudicated, adjudicated};
pub use forecast::{Foreseen, open_boards, sweep};
pub use laws::{ArticleNumber, Document, LawQuestion};
pub use score::{Pending, Results, Score, StandingsRow, points, score, standings};

use crate::game::MovePlace;
use crate::tournament::BoardRef;
use crate::vocabulary::{Account, EntryNumber, RoundNumber, TournamentId};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `help [command]`
    Help {
        /// The command asked about, as written.
        topic: Option<String>,
    },
    /// `tournaments`
    Tournaments,
    /// `info`
    Info(TournamentId),
    /// `players`
    Players(TournamentId),
    /// `pairings [round]`
    Pairings(TournamentId, Option<RoundNumber>),
    /// `bracket`: every round of a knockout.
    Bracket(TournamentId),
    /// `opponent`: the asker's board.
    Opponent(TournamentId, EntryNumber),
    /// `results [round]`
    Results(TournamentId, Option<RoundNumber>),
    /// `standings`
    Standings(TournamentId),
    /// `when`: cutoff and deadline, the asker's own where they play.
    When(TournamentId, Option<EntryNumber>),
    /// `me`: what the bot knows of the asker.
    Me(Account),
    /// `rating [nick]`: a place on the rating list.
    Rating {
        /// Whose.
        account: Account,
        /// As the asker writes it.
        name: String,
    },
    /// `ratings [page]`: a page of the rating list, from 1.
    Ratings(u16),
    /// `history [nick]`: how a rating came about.
    RatingHistory {
        /// Whose.
        account: Account,
        /// As the asker writes it.
        name: String,
    },
    /// `rules [n | topic]`: what the rules say.
    Rules(LawQuestion),
    /// `preview`: the draft round, for directors.
    Preview(TournamentId),
    /// `why ROUND.BOARD`: how a board came to stand where it does, from the journal.
    Why(BoardRef),
    /// `why` of somebody who has a bye.
    WhyBye(TournamentId, RoundNumber, EntryNumber),
    /// `game ROUND.BOARD`: the moves of a game.
    Game(BoardRef),
    /// `position ROUND.BOARD`: a position of a game.
    Position(BoardRef, Option<MovePlace>),
    /// `adjudicate`: what can be said of a position, for directors.
    Adjudicate {
        /// Of which game.
        board: BoardRef,
        /// The position as FEN; none means the last one of the moves that were sent.
        fen: Option<String>,
    },
    /// `disputes`: boards that wait for a director.
    Disputes(TournamentId),
    /// `preflight`: what is missing before the round can close.
    Preflight(TournamentId),
    /// `sweep`: what the cutoff would do now.
    Sweep(TournamentId),
    /// `export trf`, `export pgn`: how to get a tournament as a file.
    Export(TournamentId, ExportForm),
}

/// What a tournament can be exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// FIDE's report.
    Trf,
    /// Its games with their moves.
    Pgn,
}

impl ExportForm {
    /// Every form.
    pub const EVERY: [ExportForm; 2] = [ExportForm::Trf, ExportForm::Pgn];

    /// How it is written, in orders and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            ExportForm::Trf => "trf",
            ExportForm::Pgn => "pgn",
        }
    }
}
