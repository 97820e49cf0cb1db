//! Round robins by the Berger tables (C.05 annex 1), single and double.
//!
//! Rounds are computed, not stored. An odd number of players gets a dummy with the last number: its opponent has the bye.

use super::{Pair, RoundPairing};

/// How often everybody meets everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// Once.
    Single,
    /// Twice, with the sides exchanged; the last two rounds of the first cycle are swapped, so that nobody has the
    /// same side three times running at the turn (C.05 annex 1).
    Double,
}

/// What becomes of the games of a player who leaves a round robin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterWithdrawal {
    /// Fewer than half the games were played: they leave the table and count only for ratings.
    Removed,
    /// At least half were played: they stand, and the others are lost by forfeit.
    RestForfeited,
}

/// How many rounds a round robin of so many players takes.
pub fn rounds(players: u32, cycles: Cycles) -> u16 {
    if players < 2 {
        return 0;
    }
    let cycle = even(players) - 1;
    let all = match cycles {
        Cycles::Single => cycle,
        Cycles::Double => 2 * cycle,
    };
    u16::try_from(all).unwrap_or(u16::MAX)
}

/// One round of a round robin, from 1, in the tables' board order. A round that does not exist has no pairs.
pub fn round(players: u32, round: u16, cycles: Cycles) -> RoundPairing {
    if round == 0 || round > rounds(players, cycles) {
        return RoundPairing::default();
    }
    let n = even(players);
    let cycle = n - 1;
    let round = u32::from(round);
    match cycles {
        Cycles::Single => table(players, round),
        Cycles::Double if round > cycle => reversed(table(players, round - cycle)),
        Cycles::Double if n > 2 && round == cycle => table(players, cycle - 1),
        Cycles::Double if n > 2 && round == cycle - 1 => table(players, cycle),
        Cycles::Double => table(players, round),
    }
}

/// The half-way rule for a player who leaves.
pub fn after_withdrawal(games_played: u16, games_scheduled: u16) -> AfterWithdrawal {
    if u32::from(games_played) * 2 < u32::from(games_scheduled) {
        AfterWithdrawal::Removed
    } else {
        AfterWithdrawal::RestForfeited
    }
}

/// The number of seats: the players, and the dummy where they are odd.
fn even(players: u32) -> u32 {
    players + players % 2
}

/// One round of the single table. The first board is the last number's; the others fold around its opponent `a`.
fn table(players: u32, round: u32) -> RoundPairing {
    let n = even(players);
    let last_has_white = round.is_multiple_of(2);
    let a = if last_has_white {
        n / 2 + round / 2
    } else {
        round.div_ceil(2)
    };
    let first = if last_has_white {
        Pair { white: n, black: a }
    } else {
        Pair { white: a, black: n }
    };
    let wheel = n - 1;
    let others = (1..n / 2).map(|i| Pair {
        white: (a - 1 + i) % wheel + 1,
        black: (a - 1 + wheel - i) % wheel + 1,
    });
    let (pairs, bye) = if n == players {
        (std::iter::once(first).chain(others).collect(), None)
    } else {
        (others.collect(), Some(a))
    };
    RoundPairing { pairs, bye }
}

fn reversed(mut round: RoundPairing) -> RoundPairing {
    for pair in &mut round.pairs {
        *pair = Pair {
            white: pair.black,
            black: pair.white,
        };
    }
    round
}
