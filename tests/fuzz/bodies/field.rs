//! Fields to be paired: any history of rounds, possible or not.

use chessmasters::pairing::swiss::{Edition, explain_round, next_round};
use chessmasters::pairing::trf::{self, Dialect, Report};
use chessmasters::pairing::{
    Field, NoPairing, Pair, Player, PlayerNumber, Risk, RoundPairing, RoundRecord, Side, check,
};
use chessmasters::standings::{self, Contest, System, TieBreak, standings};
use std::collections::BTreeSet;

/// The most players of a field made from bytes.
const PLAYERS_MAX: usize = 32;
/// The most players whose pairs are explained too, which pairs brackets again and again.
const EXPLAINED_MAX: usize = 14;
/// The most players for whom all pairings are tried where the rules are said to give none.
const TRIED_MAX: usize = 10;

/// Pairs, explains and counts the field that the bytes describe.
pub fn field(data: &[u8]) {
    let field = decode(&mut Bytes(data));
    pairs(&field);
    stands(&field);
    let text = trf::write(&Report::of(&field, Dialect::Trf26));
    if let Ok((report, _)) = trf::read(text.as_bytes()) {
        assert_eq!(trf::write(&report), text);
    }
}

/// Bytes that are never used up: after the last one come zeros.
struct Bytes<'d>(&'d [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                usize::from(first)
            }
            None => 0,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.next() % bound.max(1)
    }
}

/// Whether both players of a game know of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum History {
    /// As in a tournament that took place.
    Possible,
    /// Every player's rounds are made up by themselves.
    MadeUp,
}

fn decode(bytes: &mut Bytes<'_>) -> Field {
    let count = bytes.below(PLAYERS_MAX + 1);
    let played = bytes.below(9);
    let flags = bytes.next();
    let history = if flags & 1 == 0 {
        History::Possible
    } else {
        History::MadeUp
    };
    let step = if flags & 2 == 0 { 1 } else { 7 };
    let initial = if flags & 4 == 0 {
        Side::White
    } else {
        Side::Black
    };
    let number = |place: usize| u32::try_from(1 + place * step).unwrap_or(1);
    let rated = |place: usize| (flags & 8 != 0).then(|| 1500 + (place as u16 * 37) % 900);
    let players = (0..count).map(|place| Player::new(number(place), rated(place)));
    let total = u16::try_from(played + bytes.below(4)).unwrap_or(1);
    let mut field = Field::new(players.collect(), total, initial);
    field.pairing_bye_halves = (bytes.next() % 3) as u8;
    for _ in 0..played {
        match history {
            History::Possible => round(&mut field, bytes),
            History::MadeUp => {
                for player in &mut field.players {
                    let opponent = number(bytes.below(count + 1));
                    let record = alone(bytes.next(), Some(opponent));
                    player.rounds.push(record);
                }
            }
        }
    }
    for _ in 0..bytes.below(9) {
        let pair = (number(bytes.below(count)), number(bytes.below(count)));
        field.forbidden.push(pair);
    }
    for _ in 0..bytes.below(9) {
        let away = bytes.below(count);
        if let Some(player) = field.players.get_mut(away) {
            player.available = false;
        }
    }
    for _ in 0..bytes.below(5) {
        let (who, halves) = (bytes.below(count), (bytes.next() % 5) as u8);
        if let Some(player) = field.players.get_mut(who) {
            player.acceleration = vec![halves; played + 1];
        }
    }
    field
}

/// A record that needs nobody else's, or that does not care.
fn alone(kind: usize, opponent: Option<PlayerNumber>) -> RoundRecord {
    let side = if kind & 16 == 0 {
        Side::White
    } else {
        Side::Black
    };
    match (kind % 16, opponent) {
        (halves @ 0..=2, Some(opponent)) => RoundRecord::Game {
            opponent,
            side,
            halves: halves as u8,
        },
        (3, opponent) => RoundRecord::Forfeit {
            opponent,
            halves: 2,
        },
        (4, opponent) => RoundRecord::Forfeit {
            opponent,
            halves: 0,
        },
        (5, _) => RoundRecord::PairingBye,
        (6, _) => RoundRecord::FullBye,
        (7, _) => RoundRecord::HalfBye,
        (8.., Some(opponent)) => RoundRecord::Game {
            opponent,
            side,
            halves: (kind % 3) as u8,
        },
        (0..=2 | 8.., None) => RoundRecord::Absent,
    }
}

/// A round of a tournament that could have taken place: the next player without a record meets another one, or nobody.
fn round(field: &mut Field, bytes: &mut Bytes<'_>) {
    let count = field.players.len();
    let mut records: Vec<Option<RoundRecord>> = vec![None; count];
    while let Some(first) = records.iter().position(Option::is_none) {
        records[first] = Some(RoundRecord::Absent);
        let free: Vec<usize> = (0..count).filter(|&at| records[at].is_none()).collect();
        let (choice, kind) = (bytes.next(), bytes.next());
        if free.is_empty() || kind >= 224 {
            records[first] = Some(alone(5 + kind % 4, None));
            continue;
        }
        let second = free[choice % free.len()];
        let numbers = [field.players[first].number, field.players[second].number];
        let side = if kind & 1 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let halves = (kind / 2 % 3) as u8;
        for (at, opponent, side, halves) in [
            (first, numbers[1], side, halves),
            (second, numbers[0], side.other(), 2 - halves),
        ] {
            records[at] = Some(if kind / 6 % 8 == 7 {
                RoundRecord::Forfeit {
                    opponent: Some(opponent),
                    halves: halves & 2,
                }
            } else {
                RoundRecord::Game {
                    opponent,
                    side,
                    halves,
                }
            });
        }
    }
    for (player, record) in field.players.iter_mut().zip(records) {
        player.rounds.extend(record);
    }
}

/// The next round by both editions: legal, whole, and the same in whatever order the players stand; or else there is
/// none.
pub fn pairs(field: &Field) {
    for edition in [Edition::Y2026, Edition::Y2017] {
        let paired = next_round(field, edition);
        let mut turned = field.clone();
        turned.players.reverse();
        assert_eq!(paired, next_round(&turned, edition), "{field:?}");
        match &paired {
            Ok(round) => legal(field, round, edition),
            Err(cause) => without(field, cause),
        }
        if field.players.len() <= EXPLAINED_MAX {
            explains(field, edition, &paired);
        }
    }
}

/// What a pairing would break, whoever made it.
pub fn differs(field: &Field, round: &RoundPairing) {
    let risks = check(field, round);
    let sat: BTreeSet<PlayerNumber> = round
        .pairs
        .iter()
        .flat_map(|pair| [pair.white, pair.black])
        .chain(round.bye)
        .collect();
    for risk in risks {
        if let Risk::LeftOut(number) = risk {
            assert!(!sat.contains(&number), "{number} sits in {round:?}");
        }
    }
}

fn legal(field: &Field, round: &RoundPairing, edition: Edition) {
    let last = field.rounds_played() + 1 >= usize::from(field.rounds_total);
    for risk in check(field, round) {
        let allowed = match risk {
            // In the last round a topscorer may, and may make an opponent (C3).
            Risk::ThirdRunning(number, _) | Risk::SideTooOften(number, _) => {
                last || is_torn(field, number)
            }
            // Until 2026 a full point given by the arbiter did not bar from the bye.
            Risk::SecondBye(_) => edition == Edition::Y2017,
            Risk::UnknownPlayer(_)
            | Risk::SeatedTwice(_)
            | Risk::NotAvailable(_)
            | Risk::LeftOut(_)
            | Risk::Rematch(_)
            | Risk::Forbidden(_) => false,
        };
        assert!(allowed, "{risk:?} in {round:?} of {field:?}");
    }
}

/// Whether a player must have neither side: two blacks running after many whites, as no round of the rules makes it.
fn is_torn(field: &Field, number: PlayerNumber) -> bool {
    [Side::White, Side::Black].into_iter().all(|side| {
        let alone = RoundPairing {
            pairs: vec![Pair::with_side(number, PlayerNumber::MAX, side)],
            bye: None,
        };
        let mut risks = check(field, &alone).into_iter();
        risks.any(|risk| match risk {
            Risk::ThirdRunning(whose, _) | Risk::SideTooOften(whose, _) => whose == number,
            Risk::UnknownPlayer(_)
            | Risk::SeatedTwice(_)
            | Risk::NotAvailable(_)
            | Risk::LeftOut(_)
            | Risk::Rematch(_)
            | Risk::Forbidden(_)
            | Risk::SecondBye(_) => false,
        })
    })
}

/// Where there are few players, a round that cannot be paired is one that nobody could pair.
fn without(field: &Field, cause: &NoPairing) {
    let there: Vec<PlayerNumber> = field
        .players
        .iter()
        .filter(|player| player.available)
        .map(|player| player.number)
        .collect();
    let impossible = match cause {
        NoPairing::NobodyMayHaveTheBye
        | NoPairing::NoOpponentLeft(_)
        | NoPairing::NoCompletePairing => true,
        NoPairing::TooEntangled => panic!("{} players are too entangled", there.len()),
        NoPairing::TooFewPlayers => {
            assert!(there.len() < 2);
            false
        }
        NoPairing::RoundsAreOver => false,
        NoPairing::Faulty(fault) => panic!("{fault:?}"),
    };
    let last = field.rounds_played() + 1 >= usize::from(field.rounds_total);
    if impossible && !last && there.len() <= TRIED_MAX {
        assert!(!covers(field, &there), "there is a pairing of {field:?}");
    }
}

/// Whether some pairing covers these players, one of them with the bye where they are odd.
fn covers(field: &Field, there: &[PlayerNumber]) -> bool {
    let Some((&first, rest)) = there.split_first() else {
        return true;
    };
    let without = |out: PlayerNumber| -> Vec<PlayerNumber> {
        rest.iter().copied().filter(|&other| other != out).collect()
    };
    let bye = RoundPairing {
        pairs: Vec::new(),
        bye: Some(first),
    };
    let breaks = |round: &RoundPairing| {
        let risks = check(field, round).into_iter();
        risks
            .filter(|risk| !matches!(risk, Risk::LeftOut(_)))
            .count()
            > 0
    };
    let meets = |second: PlayerNumber| {
        [Side::White, Side::Black].into_iter().any(|side| {
            !breaks(&RoundPairing {
                pairs: vec![Pair::with_side(first, second, side)],
                bye: None,
            })
        })
    };
    (there.len() % 2 == 1 && !breaks(&bye) && covers(field, rest))
        || rest
            .iter()
            .any(|&second| meets(second) && covers(field, &without(second)))
}

/// The reasons are for the pairs that were made.
fn explains(field: &Field, edition: Edition, paired: &Result<RoundPairing, NoPairing>) {
    match (explain_round(field, edition), paired) {
        (Ok(reasons), Ok(round)) => {
            assert_eq!(
                reasons.len(),
                round.pairs.len() + usize::from(round.bye.is_some())
            );
            for reason in reasons {
                assert!(!reason.to_string().is_empty());
                let told = match reason.lower {
                    Some(lower) => round.pairs.iter().any(|pair| {
                        [pair.white, pair.black] == [reason.higher, lower]
                            || [pair.black, pair.white] == [reason.higher, lower]
                    }),
                    None => round.bye == Some(reason.higher),
                };
                assert!(told, "{reason} in {round:?}");
            }
        }
        (Err(cause), Err(other)) => assert_eq!(cause, *other),
        (reasons, paired) => panic!("{reasons:?} of {paired:?}"),
    }
}

/// The standings have everybody once, by points, by every tie-break of every edition.
pub fn stands(field: &Field) {
    let rounds = u16::try_from(field.rounds_played()).unwrap_or(u16::MAX);
    for system in [System::Swiss, System::RoundRobin] {
        let contest = Contest {
            players: &field.players,
            rounds,
            system,
            pairing_bye_halves: field.pairing_bye_halves,
        };
        for edition in [standings::Edition::Y2024, standings::Edition::Y2026] {
            let rows = standings(&contest, &TieBreak::ALL, edition);
            assert_eq!(rows.len(), field.players.len());
            let numbers: BTreeSet<PlayerNumber> = rows.iter().map(|row| row.number).collect();
            assert_eq!(numbers.len(), rows.len());
            for (two, at) in rows.windows(2).zip(2u32..) {
                assert!(two[0].halves >= two[1].halves);
                let level = two[1].place == two[0].place && two[0].shared && two[1].shared;
                assert!(level || two[1].place == at, "{:?}", two);
            }
        }
    }
}
