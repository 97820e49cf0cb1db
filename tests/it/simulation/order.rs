//! What must hold of the state at any time.

use chessmasters::tournament::{BoardRef, Fact, RoundStage, Sitting, Tournament};
use chessmasters::view;
use chessmasters::vocabulary::{Color, Points, TournamentId};
use std::collections::BTreeSet;

/// The tournament a fact is about.
pub fn about(fact: &Fact) -> Option<TournamentId> {
    match fact {
        Fact::OfficialAppointed { tournament, .. } | Fact::OfficialDismissed { tournament, .. } => {
            *tournament
        }
        Fact::ZoneChosen { .. }
        | Fact::BotLeft { .. }
        | Fact::BotReturned { .. }
        | Fact::AttemptRefused { .. }
        | Fact::RatingsChosen { .. }
        | Fact::Said { .. } => None,
        Fact::TournamentCreated { tournament, .. }
        | Fact::SettingChanged { tournament, .. }
        | Fact::PhaseChanged { tournament, .. }
        | Fact::RegistrationStalled { tournament }
        | Fact::EntryAdded { tournament, .. }
        | Fact::EntryWithdrawn { tournament, .. }
        | Fact::EntryReentered { tournament, .. }
        | Fact::LotsDrawn { tournament, .. }
        | Fact::RoundPaired { tournament, .. }
        | Fact::PairingImpossible { tournament, .. }
        | Fact::RoundHeld { tournament, .. }
        | Fact::RoundPublished { tournament, .. }
        | Fact::RoundClosed { tournament, .. }
        | Fact::TimingMoved { tournament, .. }
        | Fact::Reminded { tournament, .. }
        | Fact::DirectorsReminded { tournament, .. }
        | Fact::RatingsComputed { tournament, .. }
        | Fact::RatingsRecounted { tournament, .. } => Some(*tournament),
        Fact::CheckedIn { .. }
        | Fact::CheckInLate { .. }
        | Fact::Excused { .. }
        | Fact::PlayingMarked { .. }
        | Fact::GameInterrupted { .. }
        | Fact::GameResumed { .. }
        | Fact::Reported { .. }
        | Fact::Explained { .. }
        | Fact::BoardMoved { .. }
        | Fact::Ruled { .. }
        | Fact::RulingUndone { .. }
        | Fact::Score(_) => board_of(fact).map(|at| at.tournament),
        Fact::FurtherGame { .. } => board_of(fact).map(|at| at.tournament),
    }
}

/// The one board a fact is about.
pub fn board_of(fact: &Fact) -> Option<BoardRef> {
    match fact {
        Fact::CheckedIn { board, .. }
        | Fact::CheckInLate { board, .. }
        | Fact::Excused { board, .. }
        | Fact::PlayingMarked { board, .. }
        | Fact::GameInterrupted { board, .. }
        | Fact::GameResumed { board, .. }
        | Fact::Reported { board, .. }
        | Fact::Explained { board, .. }
        | Fact::BoardMoved { board, .. }
        | Fact::Ruled { board, .. }
        | Fact::RulingUndone { board }
        | Fact::FurtherGame { board, .. } => Some(*board),
        Fact::Score(fact) => fact.board(),
        Fact::OfficialAppointed { .. }
        | Fact::OfficialDismissed { .. }
        | Fact::ZoneChosen { .. }
        | Fact::BotLeft { .. }
        | Fact::BotReturned { .. }
        | Fact::AttemptRefused { .. }
        | Fact::RatingsChosen { .. }
        | Fact::RatingsComputed { .. }
        | Fact::RatingsRecounted { .. }
        | Fact::Said { .. }
        | Fact::TournamentCreated { .. }
        | Fact::SettingChanged { .. }
        | Fact::PhaseChanged { .. }
        | Fact::RegistrationStalled { .. }
        | Fact::EntryAdded { .. }
        | Fact::EntryWithdrawn { .. }
        | Fact::EntryReentered { .. }
        | Fact::LotsDrawn { .. }
        | Fact::RoundPaired { .. }
        | Fact::PairingImpossible { .. }
        | Fact::RoundHeld { .. }
        | Fact::RoundPublished { .. }
        | Fact::RoundClosed { .. }
        | Fact::TimingMoved { .. }
        | Fact::Reminded { .. }
        | Fact::DirectorsReminded { .. } => None,
    }
}

pub fn check(tournament: &Tournament) {
    nobody_twice(tournament);
    closed_means_settled(tournament);
    points_add_up(tournament);
}

fn nobody_twice(tournament: &Tournament) {
    let mut accounts = BTreeSet::new();
    for entry in &tournament.entries {
        assert!(
            accounts.insert(&entry.account),
            "{} entered twice",
            entry.name
        );
        let director = tournament.is_live() && tournament.officials.contains_key(&entry.account);
        assert!(!director, "{} directs and plays", entry.name);
    }
    for round in &tournament.rounds {
        let mut seen = BTreeSet::new();
        let players = round
            .boards
            .iter()
            .flat_map(|board| [board.players.white, board.players.black]);
        for player in players.chain(round.byes.iter().map(|bye| bye.player)) {
            assert!(
                seen.insert(player),
                "{player} sits twice in round {}",
                round.number
            );
        }
    }
}

fn closed_means_settled(tournament: &Tournament) {
    for round in &tournament.rounds {
        let closed = matches!(round.stage, RoundStage::Closed { .. });
        for board in round.boards.iter().filter(|_| closed) {
            let settled = board.status.settled().is_some();
            assert!(settled, "round {} is closed with {board:?}", round.number);
        }
    }
}

/// What all have together is what boards, byes and missed rounds gave, but for what the half-way rule of a round robin
/// takes out.
fn points_add_up(tournament: &Tournament) {
    let mut given = Points::ZERO;
    for round in tournament.rounds.iter().filter(|round| round.is_public()) {
        for board in &round.boards {
            let Some(verdict) = board.status.settled() else {
                continue;
            };
            for color in Color::BOTH {
                if tournament.counts_in_table(board.players[color], round) {
                    given += verdict.result.points(color);
                }
            }
        }
        for entry in &tournament.entries {
            if let Sitting::Bye(kind) = tournament.sitting(entry.number, round)
                && tournament.counts_in_table(entry.number, round)
            {
                given += kind.points();
            }
        }
    }
    let mut had = Points::ZERO;
    for entry in &tournament.entries {
        had += view::points(tournament, entry.number);
    }
    assert!(had == given, "players have {had:?}, results give {given:?}");
}
