//! The tie-breaks themselves: names, FIDE's codes, and how each is counted.

use super::System;
use super::performance;
use super::scores::{Contribution, Table};
use super::value::Value;

/// A way to separate players with equal points (C.07; the article is given with each).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The sum of the opponents' scores (article 8.1).
    Buchholz,
    /// Buchholz without the lowest score (article 14.1).
    BuchholzCut1,
    /// Buchholz without the two lowest scores (article 14.2).
    BuchholzCut2,
    /// Buchholz without the lowest and the highest score (article 14.3).
    BuchholzMedian1,
    /// Buchholz without the two lowest and the two highest scores (article 14.4).
    BuchholzMedian2,
    /// Opponents' scores times what was made against them (article 9.1).
    SonnebornBerger,
    /// Sonneborn-Berger without the least one (article 16.5).
    SonnebornBergerCut1,
    /// The games among the players still level (article 6).
    DirectEncounter,
    /// The sum of the scores after each round (article 7.5).
    Progressive,
    /// Rounds that brought a win's points, played or not (article 7.1).
    Wins,
    /// Games won over the board (article 7.2).
    Won,
    /// Games played with black (article 7.3).
    BlackGames,
    /// Games won over the board with black (article 7.4).
    BlackWins,
    /// Rounds the player was there for (article 7.6).
    RoundsElected,
    /// The mean rating of the opponents played (article 10.1).
    AverageRating,
    /// The rating the result is worth (article 10.2).
    Performance,
    /// Points against opponents with at least half the possible points (article 9.2).
    Koya,
    /// The mean of the opponents' Buchholz (article 8.2).
    AverageOpponentsBuchholz,
    /// Buchholz as if the last round's pairs had drawn, played or not (article 8.3).
    ForeBuchholz,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [TieBreak; 19] = [
        TieBreak::Buchholz,
        TieBreak::BuchholzCut1,
        TieBreak::BuchholzCut2,
        TieBreak::BuchholzMedian1,
        TieBreak::BuchholzMedian2,
        TieBreak::SonnebornBerger,
        TieBreak::SonnebornBergerCut1,
        TieBreak::DirectEncounter,
        TieBreak::Progressive,
        TieBreak::Wins,
        TieBreak::Won,
        TieBreak::BlackGames,
        TieBreak::BlackWins,
        TieBreak::RoundsElected,
        TieBreak::AverageRating,
        TieBreak::Performance,
        TieBreak::Koya,
        TieBreak::AverageOpponentsBuchholz,
        TieBreak::ForeBuchholz,
    ];

    /// FIDE's code.
    pub fn code(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "BH",
            TieBreak::BuchholzCut1 => "BHC1",
            TieBreak::BuchholzCut2 => "BHC2",
            TieBreak::BuchholzMedian1 => "BHM1",
            TieBreak::BuchholzMedian2 => "BHM2",
            TieBreak::SonnebornBerger => "SB",
            TieBreak::SonnebornBergerCut1 => "SBC1",
            TieBreak::DirectEncounter => "DE",
            TieBreak::Progressive => "PS",
            TieBreak::Wins => "WIN",
            TieBreak::Won => "WON",
            TieBreak::BlackGames => "BPG",
            TieBreak::BlackWins => "BWG",
            TieBreak::RoundsElected => "REP",
            TieBreak::AverageRating => "ARO",
            TieBreak::Performance => "TPR",
            TieBreak::Koya => "KS",
            TieBreak::AverageOpponentsBuchholz => "AOB",
            TieBreak::ForeBuchholz => "FB",
        }
    }

    /// The tie-break with this code, in any case; `BH-C1`, `BH/C1` and `BHC1` are the same.
    pub fn from_code(code: &str) -> Option<TieBreak> {
        let plain: String = code
            .chars()
            .filter(|letter| !matches!(letter, '-' | '/' | ':' | ' '))
            .map(|letter| letter.to_ascii_uppercase())
            .collect();
        TieBreak::ALL
            .into_iter()
            .find(|tie_break| tie_break.code() == plain)
    }

    /// Whether FIDE allows it: since 2026 there is no Buchholz of any kind in a round robin, where all have the same
    /// opponents.
    pub fn suits(self, system: System) -> bool {
        match (system, self) {
            (System::Swiss, _) => true,
            (
                System::RoundRobin,
                TieBreak::Buchholz
                | TieBreak::BuchholzCut1
                | TieBreak::BuchholzCut2
                | TieBreak::BuchholzMedian1
                | TieBreak::BuchholzMedian2
                | TieBreak::AverageOpponentsBuchholz
                | TieBreak::ForeBuchholz,
            ) => false,
            (
                System::RoundRobin,
                TieBreak::SonnebornBerger
                | TieBreak::SonnebornBergerCut1
                | TieBreak::DirectEncounter
                | TieBreak::Progressive
                | TieBreak::Wins
                | TieBreak::Won
                | TieBreak::BlackGames
                | TieBreak::BlackWins
                | TieBreak::RoundsElected
                | TieBreak::AverageRating
                | TieBreak::Performance
                | TieBreak::Koya,
            ) => true,
        }
    }

    /// The value for one player. The direct encounter depends on who is level and is counted elsewhere: nothing here.
    pub(super) fn value(self, table: &Table<'_>, player: usize) -> Value {
        match self {
            TieBreak::Buchholz => Value::halves(table.buchholz(player)),
            TieBreak::BuchholzCut1 => buchholz(table, player, 1, 0),
            TieBreak::BuchholzCut2 => buchholz(table, player, 2, 0),
            TieBreak::BuchholzMedian1 => buchholz(table, player, 1, 1),
            TieBreak::BuchholzMedian2 => buchholz(table, player, 2, 2),
            TieBreak::SonnebornBerger => Value::quarters(
                table
                    .contributions(player)
                    .iter()
                    .map(Contribution::product)
                    .sum(),
            ),
            TieBreak::SonnebornBergerCut1 => sonneborn_berger_cut(table, player),
            TieBreak::DirectEncounter => Value::ZERO,
            TieBreak::Progressive => progressive(table, player),
            TieBreak::Wins => count(table, player, |round| table.halves(*round) >= 2),
            TieBreak::Won => count(table, player, |round| table.won_as(round).is_some()),
            TieBreak::BlackGames => count(table, player, |round| table.played_black(round)),
            TieBreak::BlackWins => count(table, player, |round| {
                table.won_as(round).is_some() && table.played_black(round)
            }),
            TieBreak::RoundsElected => count(table, player, |round| !table.is_voluntary(round)),
            TieBreak::AverageRating => performance::average(table, player),
            TieBreak::Performance => performance::rating(table, player),
            TieBreak::Koya => koya(table, player),
            TieBreak::AverageOpponentsBuchholz => average_opponents_buchholz(table, player),
            TieBreak::ForeBuchholz => Value::halves(table.last_round_drawn().buchholz(player)),
        }
    }
}

fn count(
    table: &Table<'_>,
    player: usize,
    counts: impl Fn(&crate::pairing::RoundRecord) -> bool,
) -> Value {
    let rounds = table.rounds(player).iter().filter(|round| counts(round));
    Value::whole(i64::try_from(rounds.count()).unwrap_or(i64::MAX))
}

/// Buchholz with cuts. A low cut takes the lowest voluntarily unplayed round first, where there is one; a high cut
/// does not care (article 16.5).
fn buchholz(table: &Table<'_>, player: usize, low_cuts: u32, high_cuts: u32) -> Value {
    let mut left = table.contributions(player);
    left.sort_by_key(|contribution| contribution.score);
    for _ in 0..low_cuts {
        if !left.is_empty() {
            let voluntary = left.iter().position(|contribution| contribution.voluntary);
            left.remove(voluntary.unwrap_or(0));
        }
    }
    for _ in 0..high_cuts {
        left.pop();
    }
    Value::halves(left.iter().map(|contribution| contribution.score).sum())
}

/// The cut is the product with the lowest opponent (the lower one among equals), or the lowest product of a voluntarily
/// unplayed round if that is higher (article 16.5).
fn sonneborn_berger_cut(table: &Table<'_>, player: usize) -> Value {
    let all = table.contributions(player);
    let total: i64 = all.iter().map(Contribution::product).sum();
    let lowest = all
        .iter()
        .min_by_key(|contribution| (contribution.score, contribution.product()))
        .map(Contribution::product);
    let voluntary = all
        .iter()
        .filter(|contribution| contribution.voluntary)
        .map(Contribution::product)
        .min();
    Value::quarters(total - lowest.max(voluntary).unwrap_or(0))
}

fn progressive(table: &Table<'_>, player: usize) -> Value {
    let (mut running, mut sum) = (0i64, 0i64);
    for round in table.rounds(player) {
        running += table.halves(*round);
        sum += running;
    }
    Value::halves(sum)
}

/// Points against opponents who have at least half of what all games together could bring.
fn koya(table: &Table<'_>, player: usize) -> Value {
    let half = table.games_most();
    let points = table
        .games(player)
        .filter(|game| i64::from(table.points(game.opponent)) >= half)
        .map(|game| game.halves)
        .sum();
    Value::halves(points)
}

fn average_opponents_buchholz(table: &Table<'_>, player: usize) -> Value {
    let (mut sum, mut games) = (0, 0);
    for game in table.games(player).filter(|game| game.played) {
        sum += table.buchholz(game.opponent);
        games += 1;
    }
    if games == 0 {
        return Value::ZERO;
    }
    Value::fraction(sum, 2 * games)
}
