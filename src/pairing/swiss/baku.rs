//! Baku acceleration (C.04.7): virtual points that keep the strong apart from the weak in the first half.

use crate::pairing::Field;

/// The virtual half points of one pairing number, round by round.
///
/// The upper half, rounded up to an even number, gets a point in the first half of the accelerated rounds and half a
/// point in the others; the first half of all rounds is accelerated.
pub fn virtual_halves(number: u32, players: u32, rounds_total: u16) -> Vec<u8> {
    if number > 2 * players.div_ceil(4) {
        return Vec::new();
    }
    let accelerated = usize::from(rounds_total.div_ceil(2));
    let whole = accelerated.div_ceil(2);
    let mut halves = vec![2; whole];
    halves.resize(accelerated, 1);
    halves
}

/// Gives a field at its start the virtual points.
pub fn accelerate(field: &mut Field) {
    let players = u32::try_from(field.players.len()).unwrap_or(u32::MAX);
    for player in &mut field.players {
        player.acceleration = virtual_halves(player.number, players, field.rounds_total);
    }
}
