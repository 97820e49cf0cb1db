//! What a director's hand-made pairing would break.

use super::profile::{bye_barred, difference, sides_of};
use super::{Field, Pair, Player, PlayerNumber, RoundPairing, RoundRecord, Side};

/// One thing a pairing would break. None of them stops a director; each is worth a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Risk {
    /// Nobody has this number.
    UnknownPlayer(PlayerNumber),
    /// The player appears more than once in the round.
    SeatedTwice(PlayerNumber),
    /// The player was not to be paired.
    NotAvailable(PlayerNumber),
    /// The player was to be paired and is not.
    LeftOut(PlayerNumber),
    /// The two have played each other before (C.04.1 article 2).
    Rematch(Pair),
    /// The two are to be kept apart.
    Forbidden(Pair),
    /// The player had a bye, or a win without play, before (C.04.1 article 4).
    SecondBye(PlayerNumber),
    /// The player would have the same side for the third time running (C.04.1 article 7).
    ThirdRunning(PlayerNumber, Side),
    /// The player would have had one side three times more often than the other (C.04.1 article 6).
    SideTooOften(PlayerNumber, Side),
}

/// Everything a round would break, boards first, then the bye, then who is missing.
pub fn check(field: &Field, round: &RoundPairing) -> Vec<Risk> {
    let mut risks = Vec::new();
    let mut seated: Vec<PlayerNumber> = Vec::new();
    for &pair in &round.pairs {
        check_pair(field, pair, &mut risks);
        for (number, side) in [(pair.white, Side::White), (pair.black, Side::Black)] {
            seat(field, number, &mut seated, &mut risks);
            if let Some(player) = field.player(number) {
                check_side(player, side, &mut risks);
            }
        }
    }
    if let Some(number) = round.bye {
        seat(field, number, &mut seated, &mut risks);
        if field.player(number).is_some_and(bye_barred) {
            risks.push(Risk::SecondBye(number));
        }
    }
    let missing = |player: &&Player| player.available && !seated.contains(&player.number);
    risks.extend(
        field
            .players
            .iter()
            .filter(missing)
            .map(|player| Risk::LeftOut(player.number)),
    );
    risks
}

fn seat(
    field: &Field,
    number: PlayerNumber,
    seated: &mut Vec<PlayerNumber>,
    risks: &mut Vec<Risk>,
) {
    match field.player(number) {
        None => risks.push(Risk::UnknownPlayer(number)),
        Some(player) if !player.available => risks.push(Risk::NotAvailable(number)),
        Some(_) => {}
    }
    if seated.contains(&number) {
        risks.push(Risk::SeatedTwice(number));
    }
    seated.push(number);
}

fn check_pair(field: &Field, pair: Pair, risks: &mut Vec<Risk>) {
    let met = has_met(field, pair.white, pair.black) || has_met(field, pair.black, pair.white);
    if met {
        risks.push(Risk::Rematch(pair));
    }
    let apart = [(pair.white, pair.black), (pair.black, pair.white)];
    if field.forbidden.iter().any(|two| apart.contains(two)) {
        risks.push(Risk::Forbidden(pair));
    }
}

/// Whether one player's rounds have a game against another.
fn has_met(field: &Field, number: PlayerNumber, other: PlayerNumber) -> bool {
    let rounds = field
        .player(number)
        .map_or(&[][..], |player| &player.rounds);
    rounds.iter().any(|round| match round {
        RoundRecord::Game { opponent, .. } => *opponent == other,
        RoundRecord::Forfeit { .. }
        | RoundRecord::PairingBye
        | RoundRecord::FullBye
        | RoundRecord::HalfBye
        | RoundRecord::Absent => false,
    })
}

fn check_side(player: &Player, side: Side, risks: &mut Vec<Risk>) {
    let mut sides = sides_of(player);
    sides.push(side);
    if sides.len() >= 3 && sides[sides.len() - 3..].iter().all(|had| *had == side) {
        risks.push(Risk::ThirdRunning(player.number, side));
    }
    let lead = match side {
        Side::White => difference(&sides),
        Side::Black => -difference(&sides),
    };
    if lead > 2 {
        risks.push(Risk::SideTooOften(player.number, side));
    }
}
