//! Writing the rows of each table from the state.
//!
//! A row is always written whole. Every type is taken apart by name, so that a new field does not compile until it
//! is said where it is kept. This module knows nothing of facts.

use super::error::StoreError;
use super::words::Word;
use crate::tournament::{
    Absence, Board, Bye, Entry, EntryStatus, Official, PersonRecord, Report, Round, RoundStage,
    Society, Timing, Tournament,
};
use crate::vocabulary::{Account, BoardNumber, EntryNumber, RoundNumber, Timestamp, TournamentId};
use rusqlite::{Connection, Params, params};

/// Writes rows as they stand in one state.
pub(super) struct Rows<'a> {
    /// Inside the transaction.
    pub(super) connection: &'a Connection,
    /// The state the rows are to say.
    pub(super) state: &'a Society,
}

const OFFICIAL_DELETE: &str =
    "DELETE FROM official WHERE account = ?1 AND coalesce(tournament, 0) = coalesce(?2, 0)";
const OFFICIAL_INSERT: &str =
    "INSERT INTO official (account, tournament, name, role) VALUES (?1, ?2, ?3, ?4)";
const PERSON_PUT: &str = "INSERT OR REPLACE INTO person (account, zone) VALUES (?1, ?2)";
const ABSENCES_DELETE: &str = "DELETE FROM absence";
const ABSENCE_INSERT: &str =
    "INSERT INTO absence (number, from_ms, until_ms, scope_json) VALUES (?1, ?2, ?3, ?4)";
const TOURNAMENT_PUT: &str =
    "INSERT INTO tournament (id, phase, seed, pairing_failed, settings_json)
    VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE
    SET phase = excluded.phase, seed = excluded.seed, pairing_failed = excluded.pairing_failed,
        settings_json = excluded.settings_json";
const PAIRING_FAILED_SET: &str =
    "UPDATE tournament SET pairing_failed = ?2 WHERE id = ?1 AND pairing_failed IS NOT ?2";
const ENTRY_PUT: &str = "INSERT INTO entry
    (tournament, number, account, name, how, entered_ms, first_round, missed, withdrawal, lot, rating)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (tournament, number) DO UPDATE
    SET account = excluded.account, name = excluded.name, how = excluded.how,
        entered_ms = excluded.entered_ms, first_round = excluded.first_round,
        missed = excluded.missed, withdrawal = excluded.withdrawal, lot = excluded.lot,
        rating = excluded.rating";
const LOTS_CLEAR: &str = "UPDATE entry SET lot = NULL WHERE tournament = ?1";
const RATING_SET: &str = "UPDATE entry SET rating = ?3 WHERE tournament = ?1 AND number = ?2";
const LOT_SET: &str = "UPDATE entry SET lot = ?3 WHERE tournament = ?1 AND number = ?2";
const ROUND_PUT: &str = "INSERT INTO round
    (tournament, number, stage, publish_at_ms, published_ms, deadline_ms, closed_ms)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (tournament, number) DO UPDATE
    SET stage = excluded.stage, publish_at_ms = excluded.publish_at_ms,
        published_ms = excluded.published_ms, deadline_ms = excluded.deadline_ms,
        closed_ms = excluded.closed_ms";
const BOARDS_DELETE: &str = "DELETE FROM board WHERE tournament = ?1 AND round >= ?2";
const BYES_DELETE: &str = "DELETE FROM bye WHERE tournament = ?1 AND round >= ?2";
const ROUNDS_DELETE: &str = "DELETE FROM round WHERE tournament = ?1 AND number >= ?2";
const BYE_INSERT: &str =
    "INSERT INTO bye (tournament, round, place, player, kind) VALUES (?1, ?2, ?3, ?4, ?5)";
const BOARD_PUT: &str = "INSERT OR REPLACE INTO board (tournament, round, number, white, black,
    cutoff_ms, deadline_ms, absences_counted_to_ms, status_json, reminded_json,
    white_present_ms, white_present_by, black_present_ms, black_present_by,
    white_excuse, black_excuse,
    white_report, white_report_colors, white_report_ms,
    black_report, black_report_colors, black_report_ms,
    white_playing_ms, black_playing_ms, interrupted_ms,
    white_explanation, black_explanation, directors_told_ms, drawn_json)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
    ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)";

/// An instant for a column.
fn ms(at: Option<Timestamp>) -> Option<i64> {
    at.map(Timestamp::as_ms)
}

impl Rows<'_> {
    pub(super) fn run(&self, sql: &str, params: impl Params) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql)?.execute(params)?;
        Ok(())
    }

    fn the_tournament(&self, id: TournamentId) -> Result<&Tournament, StoreError> {
        self.state
            .tournaments
            .get(&id)
            .ok_or_else(|| StoreError::NotInState {
                what: format!("tournament {id}"),
            })
    }

    fn the_round(&self, id: TournamentId, number: RoundNumber) -> Result<&Round, StoreError> {
        self.the_tournament(id)?
            .round(number)
            .ok_or_else(|| StoreError::NotInState {
                what: format!("round {number} of tournament {id}"),
            })
    }

    /// An official of the society or of one tournament; the row goes where the office is gone.
    pub(super) fn official(
        &self,
        scope: Option<TournamentId>,
        account: &Account,
    ) -> Result<(), StoreError> {
        let officials = match scope {
            None => &self.state.officials,
            Some(id) => &self.the_tournament(id)?.officials,
        };
        let id = scope.map(|id| id.0);
        self.run(OFFICIAL_DELETE, params![account.as_str(), id])?;
        match officials.get(account) {
            None => Ok(()),
            Some(Official { name, role }) => self.run(
                OFFICIAL_INSERT,
                params![account.as_str(), id, name, role.word()],
            ),
        }
    }

    /// What is known of a person.
    pub(super) fn person(&self, account: &Account) -> Result<(), StoreError> {
        let Some(PersonRecord { zone }) = self.state.people.get(account) else {
            return Err(StoreError::NotInState {
                what: format!("the person {account}"),
            });
        };
        self.run(
            PERSON_PUT,
            params![account.as_str(), zone.map(|zone| zone.name())],
        )
    }

    /// All absences: the state remembers few, and the oldest makes room for the newest.
    pub(super) fn absences(&self) -> Result<(), StoreError> {
        self.run(ABSENCES_DELETE, [])?;
        for (number, absence) in (1_u32..).zip(&self.state.absences) {
            let Absence { from, until, scope } = absence;
            let scope = json(serde_json::to_string(scope));
            let row = params![number, from.as_ms(), ms(*until), scope];
            self.run(ABSENCE_INSERT, row)?;
        }
        Ok(())
    }

    /// A tournament's own row.
    pub(super) fn tournament(&self, id: TournamentId) -> Result<(), StoreError> {
        let Tournament {
            id,
            settings,
            phase,
            seed,
            officials: _,
            entries: _,
            order: _,
            rounds: _,
            pairing_failed,
        } = self.the_tournament(id)?;
        let settings = json(serde_json::to_string(settings));
        self.run(
            TOURNAMENT_PUT,
            params![
                id.0,
                phase.word(),
                seed.to_string(),
                pairing_failed.map(|round| round.0),
                settings,
            ],
        )
    }

    /// Whether a tournament's next round could not be paired: many facts give hope anew, and few change anything, so
    /// the row is left alone where it says the same.
    pub(super) fn pairing_failed(&self, id: TournamentId) -> Result<(), StoreError> {
        let failed = self.the_tournament(id)?.pairing_failed;
        self.run(
            PAIRING_FAILED_SET,
            params![id.0, failed.map(|round| round.0)],
        )
    }

    /// One entry.
    pub(super) fn entry(&self, id: TournamentId, number: EntryNumber) -> Result<(), StoreError> {
        let tournament = self.the_tournament(id)?;
        let index = (number.0 as usize).checked_sub(1);
        let found = index.and_then(|index| tournament.entries.get(index));
        let Some(entry) = found else {
            return Err(StoreError::NotInState {
                what: format!("entry {number} of tournament {id}"),
            });
        };
        let Entry {
            number,
            account,
            name,
            how,
            entered_at,
            first_round,
            missed,
            status,
            rating,
        } = entry;
        let withdrawal = match status {
            EntryStatus::Active => None,
            EntryStatus::Withdrawn(why) => Some(why.word()),
        };
        let lot = tournament
            .order
            .place_of(*number)
            .map(|place| u32::try_from(place + 1).expect("entries are limited"));
        self.run(
            ENTRY_PUT,
            params![
                id.0,
                number.0,
                account.as_str(),
                name,
                how.word(),
                entered_at.as_ms(),
                first_round.0,
                missed.word(),
                withdrawal,
                lot,
                rating,
            ],
        )
    }

    /// Everybody's place in the pairing order, and the ratings it goes by.
    pub(super) fn lots(&self, id: TournamentId) -> Result<(), StoreError> {
        self.run(LOTS_CLEAR, params![id.0])?;
        let tournament = self.the_tournament(id)?;
        for entry in &tournament.entries {
            self.run(RATING_SET, params![id.0, entry.number.0, entry.rating])?;
        }
        for (place, number) in (1_u32..).zip(&tournament.order) {
            self.run(LOT_SET, params![id.0, number.0, place])?;
        }
        Ok(())
    }

    /// A round's own row.
    pub(super) fn round(&self, id: TournamentId, number: RoundNumber) -> Result<(), StoreError> {
        let Round {
            number,
            stage,
            boards: _,
            byes: _,
        } = self.the_round(id, number)?;
        let (word, publish_at, published, deadline, closed) = match *stage {
            RoundStage::Draft { publish_at } => ("draft", publish_at, None, None, None),
            RoundStage::Published { at, deadline } => {
                ("published", None, Some(at), Some(deadline), None)
            }
            RoundStage::Closed {
                published_at,
                deadline,
                at,
            } => ("closed", None, Some(published_at), Some(deadline), Some(at)),
        };
        self.run(
            ROUND_PUT,
            params![
                id.0,
                number.0,
                word,
                ms(publish_at),
                ms(published),
                ms(deadline),
                ms(closed),
            ],
        )
    }

    /// A round with all its boards and byes, in place of what it had before and of any round after it.
    pub(super) fn paired_round(
        &self,
        id: TournamentId,
        number: RoundNumber,
    ) -> Result<(), StoreError> {
        for sql in [BOARDS_DELETE, BYES_DELETE, ROUNDS_DELETE] {
            self.run(sql, params![id.0, number.0])?;
        }
        self.round(id, number)?;
        let round = self.the_round(id, number)?;
        for (place, Bye { player, kind }) in (1_u32..).zip(&round.byes) {
            self.run(
                BYE_INSERT,
                params![id.0, number.0, place, player.0, kind.word()],
            )?;
        }
        self.all_boards(id, number)
    }

    /// Every board of a round.
    pub(super) fn all_boards(
        &self,
        id: TournamentId,
        number: RoundNumber,
    ) -> Result<(), StoreError> {
        for board in &self.the_round(id, number)?.boards {
            self.write_board(id, number, board)?;
        }
        Ok(())
    }

    /// Some boards of a round.
    pub(super) fn boards(
        &self,
        id: TournamentId,
        number: RoundNumber,
        boards: &[BoardNumber],
    ) -> Result<(), StoreError> {
        let round = self.the_round(id, number)?;
        for wanted in boards {
            let Some(board) = round.board(*wanted) else {
                return Err(StoreError::NotInState {
                    what: format!("board {number}.{wanted} of tournament {id}"),
                });
            };
            self.write_board(id, number, board)?;
        }
        Ok(())
    }

    fn write_board(
        &self,
        id: TournamentId,
        round: RoundNumber,
        board: &Board,
    ) -> Result<(), StoreError> {
        let Board {
            number,
            players,
            timing,
            status,
            drawn,
            check_ins,
            excuses,
            reports,
            playing,
            interrupted_at,
            explanations,
            reminded,
            directors_told_at,
        } = board;
        let Timing {
            cutoff,
            deadline,
            absences_counted_to,
        } = timing;
        let (white, black) = (check_ins.white.as_ref(), check_ins.black.as_ref());
        let (white_report, black_report) = (reported(&reports.white), reported(&reports.black));
        self.run(
            BOARD_PUT,
            params![
                id.0,
                round.0,
                number.0,
                players.white.0,
                players.black.0,
                cutoff.as_ms(),
                deadline.as_ms(),
                absences_counted_to.as_ms(),
                json(serde_json::to_string(status)),
                json(serde_json::to_string(reminded)),
                white.map(|check_in| check_in.at.as_ms()),
                white.map(|check_in| check_in.by.word()),
                black.map(|check_in| check_in.at.as_ms()),
                black.map(|check_in| check_in.by.word()),
                excuses.white,
                excuses.black,
                white_report.outcome,
                white_report.colors,
                white_report.at_ms,
                black_report.outcome,
                black_report.colors,
                black_report.at_ms,
                ms(playing.white),
                ms(playing.black),
                ms(*interrupted_at),
                explanations.white,
                explanations.black,
                ms(*directors_told_at),
                json(serde_json::to_string(drawn)),
            ],
        )
    }
}

/// The columns of a report, all empty where there is none.
#[derive(Default)]
struct Reported {
    outcome: Option<&'static str>,
    colors: Option<&'static str>,
    at_ms: Option<i64>,
}

fn reported(report: &Option<Report>) -> Reported {
    match report {
        None => Reported::default(),
        Some(Report {
            outcome,
            colors,
            at,
        }) => Reported {
            outcome: Some(outcome.word()),
            colors: Some(colors.word()),
            at_ms: Some(at.as_ms()),
        },
    }
}

/// A value of ours as JSON. Only maps with odd keys and failing writers make serde_json refuse, and there are none.
pub(super) fn json(written: serde_json::Result<String>) -> String {
    written.expect("our types always have a JSON form")
}
