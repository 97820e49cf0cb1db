//! A small society to speak of.

use crate::phrasing::Reader;
use crate::ports::{Notice, Place, Recipient};
use crate::tournament::{
    Action, Actor, BoardRef, BoardStatus, CheckInBy, ColorsPlayed, Entrance, Fact, Ground,
    PairedBy, Pairing, Phase, Report, Role, Settings, Society, Verdict, decide,
};
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Timestamp, TournamentId,
};
use chrono::{TimeZone, Utc};
use chrono_tz::Tz;
use expect_test::Expect;

/// The tournament of all these tests.
pub const SPRING: TournamentId = TournamentId(1);

/// Players, in order of entering.
pub const PLAYERS: [&str; 5] = ["Rook|x", "Pawn[y]", "Zed", "Queenie", "Odd"];

/// An instant in December 2026, UTC.
pub fn december(day: u32, hour: u32, minute: u32, second: u32) -> Timestamp {
    Utc.with_ymd_and_hms(2026, 12, day, hour, minute, second)
        .unwrap()
        .into()
}

/// The cutoff of round 1: Sunday 17:30 in Berlin.
pub fn cutoff() -> Timestamp {
    december(6, 16, 30, 0)
}

/// The deadline of round 1: Sunday 20:00 in Berlin.
pub fn deadline() -> Timestamp {
    december(6, 19, 0, 0)
}

/// An account as ASCII servers fold it.
pub fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

/// Somebody proved.
pub fn person(name: &str) -> Actor {
    Actor::Account {
        account: account(name),
        name: name.to_owned(),
    }
}

/// A reader in private.
pub fn reader(society: &Society, name: &str) -> Reader {
    Reader::new(
        society,
        Some(account(name)),
        Place::Private,
        december(5, 12, 0, 0),
    )
}

/// A board of round 1.
pub fn board(number: u16) -> BoardRef {
    BoardRef {
        tournament: SPRING,
        round: RoundNumber(1),
        board: BoardNumber(number),
    }
}

/// What an entry fact looks like.
pub fn entry(number: u32, name: &str) -> Fact {
    Fact::EntryAdded {
        tournament: SPRING,
        entry: EntryNumber(number),
        account: account(name),
        name: name.to_owned(),
        how: Entrance::Registered,
        at: december(1, 12, 0, 0),
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
    }
}

/// The settings of SPRING OPEN.
pub fn settings() -> Settings {
    Settings {
        zone: Tz::Europe__Berlin,
        registration_opens: Some(december(1, 18, 0, 0)),
        registration_closes: Some(december(1, 20, 0, 0)),
        ..Settings::new("SPRING OPEN")
    }
}

/// Applies facts one by one.
pub fn apply(society: &mut Society, facts: &[Fact]) {
    for fact in facts {
        society.apply(fact);
    }
}

/// A director, a tournament with these players, registration open.
pub fn with_players(names: &[&str]) -> Society {
    let mut society = Society::default();
    apply(
        &mut society,
        &[
            Fact::OfficialAppointed {
                tournament: None,
                account: account("Boss"),
                name: "Boss".to_owned(),
                role: Role::Director,
            },
            Fact::TournamentCreated {
                tournament: SPRING,
                seed: 7,
                settings: Box::new(settings()),
            },
            Fact::PhaseChanged {
                from: Phase::Announced,
                tournament: SPRING,
                phase: Phase::Registration,
            },
        ],
    );
    for (number, name) in (1..).zip(names) {
        society.apply(&entry(number, name));
    }
    society
}

/// Round `number` as these pairs and a bye for who is left.
pub fn paired(number: u16, pairs: &[(u32, u32)], bye: Option<u32>) -> Fact {
    Fact::RoundPaired {
        tournament: SPRING,
        round: RoundNumber(number),
        pairs: pairs
            .iter()
            .map(|(white, black)| Pairing {
                white: EntryNumber(*white),
                black: EntryNumber(*black),
            })
            .collect(),
        byes: bye
            .map(|player| crate::tournament::Bye {
                player: EntryNumber(player),
                kind: ByeKind::PairingAllocated,
            })
            .into_iter()
            .collect(),
        publish_at: Some(december(1, 20, 10, 0)),
        by: PairedBy::System,
    }
}

/// Round 1 goes out.
pub fn published() -> Fact {
    Fact::RoundPublished {
        tournament: SPRING,
        round: RoundNumber(1),
        at: december(1, 20, 10, 0),
        cutoff: cutoff(),
        deadline: deadline(),
    }
}

/// Round 1 paired and not published: Rook - Pawn, Zed - Queenie, Odd has the bye.
pub fn drafted() -> Society {
    let mut society = with_players(&PLAYERS);
    apply(
        &mut society,
        &[
            Fact::LotsDrawn {
                tournament: SPRING,
                order: (1..=5).map(EntryNumber).collect(),
            },
            Fact::PhaseChanged {
                from: Phase::Announced,
                tournament: SPRING,
                phase: Phase::Running,
            },
            paired(1, &[(1, 2), (3, 4)], Some(5)),
        ],
    );
    society
}

/// Round 1 published.
pub fn running() -> Society {
    let mut society = drafted();
    society.apply(&published());
    society
}

/// A report by the player of a colour.
pub fn report(number: u16, color: Color, outcome: Outcome, colors: ColorsPlayed) -> Fact {
    Fact::Reported {
        board: board(number),
        color,
        report: Report {
            outcome,
            colors,
            at: december(4, 12, 0, 0),
        },
    }
}

/// A check-in by the player of a colour.
pub fn present(number: u16, color: Color, at: Timestamp) -> Fact {
    Fact::CheckedIn {
        board: board(number),
        color,
        at,
        by: CheckInBy::Player,
    }
}

/// A board that moved.
pub fn moved(number: u16, status: BoardStatus) -> Fact {
    Fact::BoardMoved {
        board: board(number),
        status,
    }
}

/// A provisional or final status.
pub fn verdict(result: BoardResult) -> Verdict {
    Verdict::unplayed(result)
}

/// Provisional by the cutoff.
pub fn by_cutoff(result: BoardResult) -> BoardStatus {
    BoardStatus::Provisional {
        verdict: verdict(result),
        ground: Ground::Cutoff,
    }
}

/// Final on this ground.
pub fn settled(result: BoardResult, ground: Ground) -> BoardStatus {
    BoardStatus::Final {
        verdict: verdict(result),
        ground,
    }
}

/// The facts happen, and these notices follow, checked and written one a line.
pub fn told(society: &mut Society, facts: &[Fact], actor: &Actor) -> String {
    apply(society, facts);
    let notices = crate::phrasing::notices(society, facts, actor);
    notices
        .iter()
        .map(|notice| written(notice) + "\n")
        .collect()
}

/// The facts happen, and these notices are expected.
pub fn check_notices(mut society: Society, facts: &[Fact], actor: &Actor, expected: Expect) {
    expected.assert_eq(&told(&mut society, facts, actor));
}

/// What fits a memo on DALnet, less a margin.
const MEMO_MAX: usize = 250;

fn written(notice: &Notice) -> String {
    super::assert_plain(&notice.text);
    let to = match &notice.recipient {
        Recipient::Channel => "#",
        Recipient::Person { name, .. } => {
            assert!(
                notice.kind == crate::ports::NoticeKind::Director || notice.text.len() <= MEMO_MAX,
                "{} bytes do not fit a memo: {}",
                notice.text.len(),
                notice.text
            );
            name
        }
    };
    format!("{to}: {}", notice.text)
}

/// Somebody acts, the rules decide, and this is the answer: facts are applied, a refusal is put into words.
pub fn act(society: &mut Society, name: &str, action: &Action, now: Timestamp) -> String {
    let actor = person(name);
    let said = match decide(society, action, &actor, now) {
        Ok(facts) => {
            apply(society, &facts);
            crate::phrasing::reply(society, action, &facts, &actor)
        }
        Err(refusal) => {
            let reader = Reader::new(society, Some(account(name)), Place::Channel, now);
            vec![crate::phrasing::refusal(society, &refusal, &reader)]
        }
    };
    lines(&said)
}

/// Says several things one after another and checks all the answers.
pub fn dialogue(society: &mut Society, steps: &[(&str, Action, Timestamp)], expected: Expect) {
    let text: String = steps
        .iter()
        .map(|(name, action, now)| format!("{name}> {}", act(society, name, action, *now)))
        .collect();
    expected.assert_eq(&text);
}

/// Several lines, checked.
pub fn lines(lines: &[String]) -> String {
    lines
        .iter()
        .map(|line| {
            super::assert_plain(line);
            assert!(line.len() <= 460, "{} bytes: {line}", line.len());
            format!("{line}\n")
        })
        .collect()
}
