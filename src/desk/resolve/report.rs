//! What a report means (SPEC R-20): nothing that contradicts the pairing is ever taken without asking.

use super::Scene;
use super::which::is_open;
use crate::command::{ColorsSaid, ReportResult, ReportWords, TournamentWord};
use crate::tournament::{
    Action, Board, BoardRef, Claim, ColorsPlayed, Entry, Refusal, Sides, Tournament,
};
use crate::vocabulary::{Account, Color, Outcome};

/// The speaker's board, as far as a report depends on it.
struct Seat {
    board: BoardRef,
    color: Color,
    players: Sides<Account>,
    /// Whether the pairing says which colours the game has: that of a game after a drawn one nobody has paired.
    colors: Colors,
}

/// Whether the colours of a game are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colors {
    /// They are those of the pairing.
    Paired,
    /// The two agreed on them.
    Unknown,
}

impl Scene<'_> {
    pub(super) fn report(
        &self,
        words: ReportWords,
        text: String,
        which: Option<&TournamentWord>,
    ) -> Result<Action, Refusal> {
        let own = self.own_acting(which, is_open);
        let (tournament, entry) = match (own, &words.result) {
            // A bystander who names the players is told whose game it is (CASES T5).
            (Err(Refusal::NoTournament { .. }), ReportResult::Named { .. }) => {
                return Err(Refusal::NotYourGame { own: None });
            }
            (own, _) => own?,
        };
        let seat = self.seat(tournament, entry, &words.result);
        let said = match seat.as_ref().map(|seat| seat.colors) {
            // What is said of colours that nobody has paired contradicts nothing.
            Some(Colors::Unknown) => ColorsSaid::Nothing,
            Some(Colors::Paired) | None => words.colors,
        };
        let claim = match words.result {
            ReportResult::Own(result) => Claim::Own {
                result,
                colors: own_colors(said, seat.as_ref()),
            },
            ReportResult::Score(outcome) => Claim::Score {
                outcome,
                colors: score_colors(outcome, said, seat.as_ref())?,
            },
            ReportResult::Named {
                white,
                black,
                outcome,
            } => {
                let accounts = (self.account_of(&white), self.account_of(&black));
                let named = Claim::Named {
                    white,
                    black,
                    outcome,
                    accounts,
                };
                named_claim(named, said, seat.as_ref())?
            }
        };
        Ok(Action::Report {
            tournament: tournament.id,
            claim,
            text,
            said_at: self.speaker.said_at,
        })
    }

    /// The board a report is about: of several open ones, that of the two who are named.
    fn seat(&self, tournament: &Tournament, entry: &Entry, result: &ReportResult) -> Option<Seat> {
        let fits = |board: &Board, _| match result {
            ReportResult::Named { white, black, .. } => {
                let (white, black) = (self.account_of(white), self.account_of(black));
                tournament.is_board_of(board, (&white, &black))
            }
            ReportResult::Own(_) | ReportResult::Score(_) => true,
        };
        let said_at = self.speaker.said_at;
        let (round, board, color) = tournament.board_meant(entry.number, said_at, fits)?;
        let account = |color: Color| tournament.entry(board.players[color]).account.clone();
        Some(Seat {
            board: BoardRef {
                tournament: tournament.id,
                round: round.number,
                board: board.number,
            },
            color,
            players: Sides {
                white: account(Color::White),
                black: account(Color::Black),
            },
            colors: if board.drawn.is_empty() {
                Colors::Paired
            } else {
                Colors::Unknown
            },
        })
    }
}

/// Colours beside `won`, `lost` and `drew`: what the speaker had says whether they were as paired.
fn own_colors(said: ColorsSaid, seat: Option<&Seat>) -> ColorsPlayed {
    match (said, seat) {
        (ColorsSaid::Swapped, _) => ColorsPlayed::Swapped,
        (ColorsSaid::Had(color), Some(seat)) if color != seat.color => ColorsPlayed::Swapped,
        (ColorsSaid::Nothing | ColorsSaid::Had(_), _) => ColorsPlayed::AsPaired,
    }
}

/// Colours beside a score: where they are not as paired, `1-0` may be meant by the pairing or by the game.
fn score_colors(
    outcome: Outcome,
    said: ColorsSaid,
    seat: Option<&Seat>,
) -> Result<ColorsPlayed, Refusal> {
    match (own_colors(said, seat), outcome, seat) {
        (ColorsPlayed::AsPaired, _, _) => Ok(ColorsPlayed::AsPaired),
        (ColorsPlayed::Swapped, Outcome::WhiteWins | Outcome::BlackWins, Some(seat)) => {
            Err(contradiction(seat, outcome))
        }
        // A draw is a draw either way; without a board the rules refuse anyway.
        (ColorsPlayed::Swapped, _, _) => Ok(ColorsPlayed::Swapped),
    }
}

fn contradiction(seat: &Seat, said: Outcome) -> Refusal {
    Refusal::ColorsContradict {
        board: seat.board,
        color: seat.color,
        said,
    }
}

/// Names with a word about colours: together they must tell one story, and then a swap needs no further question.
fn named_claim(claim: Claim, said: ColorsSaid, seat: Option<&Seat>) -> Result<Claim, Refusal> {
    let (accounts, outcome) = match &claim {
        Claim::Named {
            accounts, outcome, ..
        } => (accounts, *outcome),
        Claim::Own { .. } | Claim::Score { .. } => return Ok(claim),
    };
    let Some(seat) = seat else {
        return Ok(claim);
    };
    let as_paired = (&seat.players.white, &seat.players.black) == (&accounts.0, &accounts.1);
    let reversed = (&seat.players.black, &seat.players.white) == (&accounts.0, &accounts.1);
    if !as_paired && !reversed {
        return Ok(claim);
    }
    let swapped = match said {
        // The rules ask about reversed names.
        ColorsSaid::Nothing => return Ok(claim),
        ColorsSaid::Swapped => true,
        ColorsSaid::Had(color) => color != seat.color,
    };
    match (reversed, swapped) {
        (false, false) => Ok(claim),
        (true, true) => Ok(Claim::Score {
            outcome: outcome.mirrored(),
            colors: ColorsPlayed::Swapped,
        }),
        (true, false) | (false, true) => Err(contradiction(seat, outcome)),
    }
}
