//! What commands mean: a small society, and lines said in it.

mod choosing;
mod orders;
mod players;

use super::{Request, Speaker, Tools, resolve};
use crate::command::parse;
use crate::ports::Place;
use crate::tournament::{
    Action, Actor, Board, BoardRef, BoardStatus, Bye, Entrance, Entry, EntryStatus, Official,
    Order, Phase, Refusal, Role, Round, RoundStage, Settings, Sides, Society, Timing, Tournament,
};
use crate::view::Query;
use crate::vocabulary::{
    Account, BoardNumber, ByeKind, CaseMapping, EntryNumber, RoundNumber, Timestamp, TournamentId,
};
use std::collections::{BTreeMap, BTreeSet};

const NOW: Timestamp = Timestamp::from_ms(1_796_000_000_000);
const SAID_AT: Timestamp = Timestamp::from_ms(1_795_999_999_000);

const WINTER: TournamentId = TournamentId(1);
const SPRING: TournamentId = TournamentId(2);
const SECRET: TournamentId = TournamentId(3);
const OLD: TournamentId = TournamentId(4);

fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

fn official(name: &str, role: Role) -> (Account, Official) {
    let name = name.to_owned();
    (account(&name), Official { name, role })
}

fn entry(number: u32, name: &str) -> Entry {
    Entry {
        number: EntryNumber(number),
        account: account(name),
        name: name.to_owned(),
        how: Entrance::Registered,
        entered_at: NOW,
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
        status: EntryStatus::Active,
        rating: None,
    }
}

fn tournament(id: TournamentId, name: &str, phase: Phase, players: &[&str]) -> Tournament {
    Tournament {
        id,
        settings: Settings::new(name),
        phase,
        officials: BTreeMap::new(),
        entries: (1..).zip(players).map(|(n, name)| entry(n, name)).collect(),
        seed: 1,
        order: crate::tournament::DrawnOrder::default(),
        rounds: Vec::new(),
        pairing_failed: None,
    }
}

fn board(number: u16, white: u32, black: u32) -> Board {
    Board {
        number: BoardNumber(number),
        players: Sides {
            white: EntryNumber(white),
            black: EntryNumber(black),
        },
        timing: Timing::new(NOW, NOW, NOW),
        status: BoardStatus::Unplayed,
        drawn: Vec::new(),
        check_ins: Sides::default(),
        excuses: Sides::default(),
        reports: Sides::default(),
        playing: Sides::default(),
        interrupted_at: None,
        explanations: Sides::default(),
        reminded: BTreeSet::new(),
        directors_told_at: None,
    }
}

/// Round 1 is published (1.1 Rook|x – Pawn[y], 1.2 Knight – Bishop, Queen has the bye), round 2 is a draft.
fn winter() -> Tournament {
    let players = ["Rook|x", "Pawn[y]", "Knight", "Bishop", "Queen"];
    let mut winter = tournament(WINTER, "Winter Open", Phase::Running, &players);
    winter.officials = BTreeMap::from([official("Helper", Role::Assistant)]);
    winter.rounds = vec![
        Round {
            number: RoundNumber(1),
            stage: RoundStage::Published {
                at: NOW,
                deadline: NOW,
            },
            boards: [board(1, 1, 2), board(2, 3, 4)].into_iter().collect(),
            byes: vec![Bye {
                player: EntryNumber(5),
                kind: ByeKind::PairingAllocated,
            }],
        },
        Round {
            number: RoundNumber(2),
            stage: RoundStage::Draft { publish_at: None },
            boards: [board(1, 2, 3)].into_iter().collect(),
            byes: Vec::new(),
        },
    ];
    winter
}

/// Boss directs everything; Helper assists in the Winter Open, which runs. The Spring Cup takes entries, the Secret
/// Cup is a draft, the Old Winter Open is over.
fn society() -> Society {
    let tournaments = [
        winter(),
        tournament(SPRING, "Spring Cup", Phase::Registration, &["Knight"]),
        tournament(SECRET, "Secret Cup", Phase::Draft, &[]),
        tournament(OLD, "Old Winter Open", Phase::Finished, &["Pawn[y]"]),
    ];
    Society {
        officials: BTreeMap::from([official("Boss", Role::Director)]),
        people: BTreeMap::new(),
        tournaments: tournaments.into_iter().map(|t| (t.id, t)).collect(),
        ..Society::default()
    }
}

fn only(tournaments: &[TournamentId]) -> Society {
    let mut society = society();
    society.tournaments.retain(|id, _| tournaments.contains(id));
    society
}

fn said(society: &Society, actor: Actor, place: Place, line: &str) -> Result<Request, Refusal> {
    let speaker = Speaker {
        actor,
        place,
        casemapping: CaseMapping::Ascii,
        said_at: SAID_AT,
    };
    let command = parse(line).expect(line);
    let tools = Tools {
        seeds: &mut || 7,
        defaults: &Settings::new(""),
    };
    resolve(society, &speaker, command, tools, NOW)
}

fn known(name: &str) -> Actor {
    Actor::Account {
        account: account(name),
        name: name.to_owned(),
    }
}

fn in_channel(society: &Society, name: &str, line: &str) -> Result<Request, Refusal> {
    said(society, known(name), Place::Channel, line)
}

fn in_private(society: &Society, name: &str, line: &str) -> Result<Request, Refusal> {
    said(society, known(name), Place::Private, line)
}

fn act(action: Action) -> Result<Request, Refusal> {
    Ok(Request::Act(action))
}

fn ask(query: Query) -> Result<Request, Refusal> {
    Ok(Request::Ask(query))
}

fn order(order: Order) -> Result<Request, Refusal> {
    act(Action::Direct(order))
}

fn at(tournament: TournamentId, round: u16, board: u16) -> BoardRef {
    BoardRef {
        tournament,
        round: RoundNumber(round),
        board: BoardNumber(board),
    }
}
