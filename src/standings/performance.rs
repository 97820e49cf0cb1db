//! Tie-breaks from the opponents' ratings (article 10). Games against players without a rating do not count.

use super::scores::Table;
use super::value::Value;

/// The rating difference that goes with a score of 50 to 100 per cent (B.02 annex).
const DIFFERENCE: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The games over the board against rated opponents: how many, their ratings' sum, and the half points made.
fn rated_games(table: &Table<'_>, player: usize) -> (i64, i64, i64) {
    table
        .games(player)
        .filter(|game| game.played)
        .filter_map(|game| Some((table.rating(game.opponent)?, game.halves)))
        .fold((0, 0, 0), |(games, ratings, halves), (rating, made)| {
            (games + 1, ratings + i64::from(rating), halves + made)
        })
}

/// The mean rating of the opponents, rounded half up; 0 without a rated opponent.
pub(super) fn average(table: &Table<'_>, player: usize) -> Value {
    let (games, ratings, _) = rated_games(table, player);
    Value::whole(rounded(ratings, games))
}

/// The mean rating and the difference the score is worth.
pub(super) fn rating(table: &Table<'_>, player: usize) -> Value {
    let (games, ratings, halves) = rated_games(table, player);
    if games == 0 {
        return Value::ZERO;
    }
    let percent = rounded(halves * 50, games);
    let difference = match usize::try_from(percent - 50) {
        Ok(above) => DIFFERENCE[above],
        Err(_) => -DIFFERENCE[usize::try_from(50 - percent).unwrap_or(0)],
    };
    Value::whole(rounded(ratings, games) + difference)
}

/// The quotient of two numbers that are not negative, rounded half up.
fn rounded(sum: i64, count: i64) -> i64 {
    if count == 0 {
        return 0;
    }
    (2 * sum + count) / (2 * count)
}
