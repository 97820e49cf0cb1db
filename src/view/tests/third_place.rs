//! Knockouts in which the third place is played for.

use super::exported::Stage;
use super::*;
use crate::pairing::trf::Dialect;
use crate::tournament::{Format, LastStage, ThirdPlace};

/// Who stands where after the last round, in the order in which they must be placed; and how many played for the third place.
fn wanted(tournament: &Tournament) -> (Vec<EntryNumber>, usize) {
    let round = tournament.current_round().expect("all rounds were played");
    let third = tournament.third_place_board(round);
    let (mut finalists, mut third_placed) = (Vec::new(), Vec::new());
    for board in &round.boards {
        let verdict = board.status.settled().expect("every board is settled");
        let winner = Color::BOTH
            .into_iter()
            .find(|color| verdict.result.points(*color) == Points::ONE)
            .expect("somebody wins every board");
        if third == Some(board.number) {
            third_placed.extend([board.players[winner], board.players[!winner]]);
        } else {
            finalists.extend([board.players[winner], board.players[!winner]]);
        }
    }
    for bye in &round.byes {
        if tournament.has_third_place_bye(round, bye.player) {
            third_placed.push(bye.player);
        } else {
            finalists.push(bye.player);
        }
    }
    let games = third_placed.len();
    // The loser of the game for the third place may share the points of somebody who left after a semi-final.
    third_placed.truncate(1);
    finalists.extend(third_placed);
    (finalists, games)
}

#[test]
fn places_follow_the_final_and_the_game_for_the_third_place() {
    let mut seen = [0; 3];
    for seed in 1..=300 {
        let players = 3 + u32::try_from(seed % 10).expect("small");
        let mut stage = Stage::with(Format::Knockout, ThirdPlace::Played, (players, seed));
        let rounds = stage.tournament().rounds_total();
        for round in 1..=rounds {
            assert!(stage.play(RoundNumber(round)), "every board has a winner");
            let tournament = stage.tournament();
            let early = standings(tournament)
                .into_iter()
                .filter(|row| tournament.last_stage(row.entry) != LastStage::Elsewhere);
            assert!(round == rounds || early.count() == 0, "{seed}");
            if round < rounds {
                stage.between(round);
            }
        }
        let tournament = stage.tournament();
        let (wanted, games) = wanted(tournament);
        seen[games] += 1;
        let rows = standings(tournament);
        for (index, entry) in wanted.iter().enumerate() {
            let row = &rows[index];
            let place = u32::try_from(index + 1).expect("few");
            assert_eq!(
                (row.entry, row.place, row.shared),
                (*entry, place, false),
                "{seed}"
            );
        }
        let exported = export::report(tournament, Dialect::Trf26);
        for row in &rows {
            let number = tournament.number_of(row.entry);
            let entrant = exported.entrants.iter().find(|e| e.number == number);
            assert_eq!(entrant.and_then(|e| e.rank), Some(row.place), "{seed}");
        }
    }
    assert!(seen.iter().all(|times| *times > 2), "{seen:?}");
}
