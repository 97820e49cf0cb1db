//! Reading the state back, from the tables alone.
//!
//! Nothing read is trusted: what does not fit is [`StoreError::Corrupt`], named by table, row and column, so that the
//! rest of the program may rely on entry n standing at n - 1.

use super::Store;
use super::columns::{Columns, Query, each_row};
use super::error::StoreError;
use super::gamescores;
use super::ratings;
use super::words::Word;
use crate::tournament::{
    Absence, Board, Boards, Bye, CheckIn, DrawnOrder, Entries, Entry, EntryStatus, Official,
    PersonRecord, Report, Round, RoundStage, Sides, Society, Timing, Tournament,
};
use crate::vocabulary::{
    Account, BoardNumber, EntryNumber, Outcome, RoundNumber, Timestamp, TournamentId,
};
use rusqlite::Connection;
use std::collections::BTreeMap;

const TOURNAMENTS: Query = Query {
    table: "tournament",
    keys: 1,
    sql: "SELECT id, phase, seed, pairing_failed, settings_json FROM tournament ORDER BY id",
};
const OFFICIALS: Query = Query {
    table: "official",
    keys: 2,
    sql: "SELECT tournament, account, name, role FROM official",
};
const PEOPLE: Query = Query {
    table: "person",
    keys: 1,
    sql: "SELECT account, zone FROM person",
};
const ABSENCES: Query = Query {
    table: "absence",
    keys: 1,
    sql: "SELECT number, from_ms, until_ms, scope_json FROM absence ORDER BY number",
};
const ENTRIES: Query = Query {
    table: "entry",
    keys: 2,
    sql: "SELECT tournament, number, account, name, how, entered_ms, first_round, missed, withdrawal, rating, lot
        FROM entry ORDER BY tournament, number",
};
const ROUNDS: Query = Query {
    table: "round",
    keys: 2,
    sql: "SELECT tournament, number, stage, publish_at_ms, published_ms, deadline_ms, closed_ms
        FROM round ORDER BY tournament, number",
};
const BOARDS: Query = Query {
    table: "board",
    keys: 3,
    sql: "SELECT tournament, round, number, white, black, cutoff_ms, deadline_ms, absences_counted_to_ms,
        status_json, drawn_json, white_present_ms, white_present_by, black_present_ms, black_present_by,
        white_excuse, black_excuse, white_report, white_report_colors, white_report_ms,
        black_report, black_report_colors, black_report_ms, white_playing_ms, black_playing_ms,
        interrupted_ms, white_explanation, black_explanation, reminded_json, directors_told_ms
        FROM board ORDER BY tournament, round, number",
};
const BYES: Query = Query {
    table: "bye",
    keys: 3,
    sql: "SELECT tournament, round, place, player, kind FROM bye ORDER BY tournament, round, place",
};

impl Store {
    /// The state the tables amount to, as of one moment.
    pub fn load(&self) -> Result<Society, StoreError> {
        if !self.connection.is_autocommit() {
            return load(&self.connection);
        }
        let snapshot = self.connection.unchecked_transaction()?;
        load(&snapshot)
    }
}

fn load(connection: &Connection) -> Result<Society, StoreError> {
    let mut society = Society {
        tournaments: tournaments(connection)?,
        ..Society::default()
    };
    officials(connection, &mut society)?;
    society.people = people(connection)?;
    society.absences = absences(connection)?;
    ratings::load(connection, &mut society)?;
    entries(connection, &mut society)?;
    rounds(connection, &mut society)?;
    boards(connection, &mut society)?;
    byes(connection, &mut society)?;
    gamescores::load(connection, &mut society)?;
    Ok(society)
}

/// The tournament a row belongs to: its first column.
fn owner<'a>(
    columns: &mut Columns<'_, '_>,
    society: &'a mut Society,
) -> Result<&'a mut Tournament, StoreError> {
    let id = TournamentId(columns.take()?);
    society
        .tournaments
        .get_mut(&id)
        .ok_or_else(|| columns.corrupt_row("its tournament is not there"))
}

/// The round a row belongs to: its first two columns.
fn owner_round<'a>(
    columns: &mut Columns<'_, '_>,
    society: &'a mut Society,
) -> Result<&'a mut Round, StoreError> {
    let tournament = owner(columns, society)?;
    let number: u16 = columns.take()?;
    usize::from(number)
        .checked_sub(1)
        .and_then(|index| tournament.rounds.get_mut(index))
        .ok_or_else(|| columns.corrupt_row("its round is not there"))
}

/// Refuses a gap in numbers that count from 1.
pub(super) fn expect_next(
    columns: &Columns<'_, '_>,
    number: usize,
    before: usize,
) -> Result<(), StoreError> {
    if number == before + 1 {
        Ok(())
    } else {
        Err(columns.corrupt_row(format!("number {} is missing before it", before + 1)))
    }
}

fn tournaments(connection: &Connection) -> Result<BTreeMap<TournamentId, Tournament>, StoreError> {
    let mut tournaments = BTreeMap::new();
    each_row(connection, &TOURNAMENTS, [], |columns| {
        let id = TournamentId(columns.take()?);
        let tournament = Tournament {
            id,
            phase: columns.word()?,
            seed: columns.read(|text| text.parse())?,
            pairing_failed: columns.take::<Option<u16>>()?.map(RoundNumber),
            settings: columns.read(|text| serde_json::from_str(text))?,
            officials: BTreeMap::new(),
            entries: Entries::default(),
            order: DrawnOrder::default(),
            rounds: Vec::new(),
        };
        tournaments.insert(id, tournament);
        Ok(())
    })?;
    Ok(tournaments)
}

fn officials(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &OFFICIALS, [], |columns| {
        let scope: Option<u32> = columns.take()?;
        let account = Account::from_folded(columns.take()?);
        let official = Official {
            name: columns.take()?,
            role: columns.word()?,
        };
        let officials = match scope.map(TournamentId) {
            None => &mut society.officials,
            Some(id) => match society.tournaments.get_mut(&id) {
                Some(tournament) => &mut tournament.officials,
                None => return Err(columns.corrupt_row("its tournament is not there")),
            },
        };
        officials.insert(account, official);
        Ok(())
    })
}

fn people(connection: &Connection) -> Result<BTreeMap<Account, PersonRecord>, StoreError> {
    let mut people = BTreeMap::new();
    each_row(connection, &PEOPLE, [], |columns| {
        let account = Account::from_folded(columns.take()?);
        let zone = columns.read_if_any(|text| text.parse())?;
        people.insert(account, PersonRecord { zone });
        Ok(())
    })?;
    Ok(people)
}

fn absences(connection: &Connection) -> Result<Vec<Absence>, StoreError> {
    let mut absences = Vec::new();
    each_row(connection, &ABSENCES, [], |columns| {
        let number = columns.place()?;
        expect_next(columns, number, absences.len())?;
        absences.push(Absence {
            from: columns.instant()?,
            until: columns.instant_if_any()?,
            scope: columns.read(|text| serde_json::from_str(text))?,
        });
        Ok(())
    })?;
    Ok(absences)
}

fn entries(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    let mut lots: BTreeMap<(TournamentId, u32), EntryNumber> = BTreeMap::new();
    each_row(connection, &ENTRIES, [], |columns| {
        let tournament = owner(columns, society)?;
        let number = EntryNumber(columns.take()?);
        expect_next(columns, number.0 as usize, tournament.entries.len())?;
        tournament.entries.push(Entry {
            number,
            account: Account::from_folded(columns.take()?),
            name: columns.take()?,
            how: columns.word()?,
            entered_at: columns.instant()?,
            first_round: RoundNumber(columns.take()?),
            missed: columns.word()?,
            status: columns
                .word_if_any()?
                .map_or(EntryStatus::Active, EntryStatus::Withdrawn),
            rating: columns.take()?,
        });
        let lot: Option<u32> = columns.take()?;
        if let Some(lot) = lot
            && let Some(other) = lots.insert((tournament.id, lot), number)
        {
            return Err(columns.corrupt_row(format!("entry {other} has the same lot")));
        }
        Ok(())
    })?;
    for ((id, lot), number) in lots {
        let Some(tournament) = society.tournaments.get_mut(&id) else {
            continue;
        };
        tournament.order.push(number);
        if tournament.order.len() != lot as usize {
            return Err(StoreError::Corrupt {
                what: format!(
                    "table entry, row tournament={id} number={number}: a lot before its own is missing"
                ),
            });
        }
    }
    Ok(())
}

fn rounds(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &ROUNDS, [], |columns| {
        let tournament = owner(columns, society)?;
        let number: u16 = columns.take()?;
        expect_next(columns, usize::from(number), tournament.rounds.len())?;
        tournament.rounds.push(Round {
            number: RoundNumber(number),
            stage: stage(columns)?,
            boards: Boards::default(),
            byes: Vec::new(),
        });
        Ok(())
    })
}

fn stage(columns: &mut Columns<'_, '_>) -> Result<RoundStage, StoreError> {
    let word: String = columns.take()?;
    let publish_at = columns.instant_if_any()?;
    let published = columns.instant_if_any()?;
    let deadline = columns.instant_if_any()?;
    let closed = columns.instant_if_any()?;
    match (word.as_str(), published, deadline, closed) {
        ("draft", None, None, None) => Ok(RoundStage::Draft { publish_at }),
        ("published", Some(at), Some(deadline), None) => Ok(RoundStage::Published { at, deadline }),
        ("closed", Some(published_at), Some(deadline), Some(at)) => Ok(RoundStage::Closed {
            published_at,
            deadline,
            at,
        }),
        _ => Err(columns.corrupt_row("its stage and its instants do not go together")),
    }
}

fn boards(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &BOARDS, [], |columns| {
        let round = owner_round(columns, society)?;
        let number: u16 = columns.take()?;
        expect_next(columns, usize::from(number), round.boards.len())?;
        round.boards.push(board(columns, BoardNumber(number))?);
        Ok(())
    })
}

/// A board, but for its key. Fields are read in the order they are written here, which is the order of the columns.
fn board(columns: &mut Columns<'_, '_>, number: BoardNumber) -> Result<Board, StoreError> {
    Ok(Board {
        number,
        players: Sides {
            white: EntryNumber(columns.take()?),
            black: EntryNumber(columns.take()?),
        },
        timing: Timing {
            cutoff: columns.instant()?,
            deadline: columns.instant()?,
            absences_counted_to: columns.instant()?,
        },
        status: columns.read(|text| serde_json::from_str(text))?,
        drawn: columns.read(|text| serde_json::from_str(text))?,
        check_ins: Sides {
            white: check_in(columns)?,
            black: check_in(columns)?,
        },
        excuses: Sides {
            white: columns.take()?,
            black: columns.take()?,
        },
        reports: Sides {
            white: report(columns)?,
            black: report(columns)?,
        },
        playing: Sides {
            white: columns.instant_if_any()?,
            black: columns.instant_if_any()?,
        },
        interrupted_at: columns.instant_if_any()?,
        explanations: Sides {
            white: columns.take()?,
            black: columns.take()?,
        },
        reminded: columns.read(|text| serde_json::from_str(text))?,
        directors_told_at: columns.instant_if_any()?,
    })
}

fn check_in(columns: &mut Columns<'_, '_>) -> Result<Option<CheckIn>, StoreError> {
    let at = columns.instant_if_any()?;
    let by = columns.word_if_any()?;
    match (at, by) {
        (None, None) => Ok(None),
        (Some(at), Some(by)) => Ok(Some(CheckIn { at, by })),
        (Some(_), None) | (None, Some(_)) => Err(columns.corrupt_row("half a check-in")),
    }
}

fn report(columns: &mut Columns<'_, '_>) -> Result<Option<Report>, StoreError> {
    let outcome: Option<Outcome> = columns.read_if_any(|text| {
        Outcome::from_word(text).ok_or_else(|| format!("unknown result \"{text}\""))
    })?;
    let colors = columns.word_if_any()?;
    let at: Option<Timestamp> = columns.instant_if_any()?;
    match (outcome, colors, at) {
        (None, None, None) => Ok(None),
        (Some(outcome), Some(colors), Some(at)) => Ok(Some(Report {
            outcome,
            colors,
            at,
        })),
        _ => Err(columns.corrupt_row("half a report")),
    }
}

fn byes(connection: &Connection, society: &mut Society) -> Result<(), StoreError> {
    each_row(connection, &BYES, [], |columns| {
        let round = owner_round(columns, society)?;
        // The place only orders the rows.
        let _place: u32 = columns.take()?;
        round.byes.push(Bye {
            player: EntryNumber(columns.take()?),
            kind: columns.word()?,
        });
        Ok(())
    })
}
