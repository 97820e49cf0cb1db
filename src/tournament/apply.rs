//! The remembered fold: each fact changes the state, and cannot fail.
//!
//! Facts that name something unknown are a fault of whoever made them; the assertions say so.

use super::fact::{Fact, MoveGround, Pairing};
use super::indexed::{DrawnOrder, Entries};
use super::state::{
    Absence, Board, BoardStatus, Bye, CheckIn, Entry, EntryStatus, Official, Phase, Reminder,
    Round, RoundStage, Sides, Society, Timing, Tournament,
};
use crate::vocabulary::{Account, BoardNumber, RoundNumber, Timestamp, TournamentId};
use std::collections::{BTreeMap, BTreeSet};

/// How many past absences are remembered: enough for any stretch before a cutoff, and bounded.
pub const ABSENCES_MAX: usize = 64;

/// Further explanations of a player are put behind the first ones up to this length; then the last one stands alone.
const EXPLANATION_BYTES_MAX: usize = 900;

impl Society {
    /// Folds one fact into the state.
    pub fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::OfficialAppointed {
                tournament,
                account,
                name,
                role,
            } => {
                let official = Official {
                    name: name.clone(),
                    role: *role,
                };
                self.officials_mut(*tournament)
                    .insert(account.clone(), official);
            }
            Fact::OfficialDismissed {
                tournament,
                account,
            } => {
                self.officials_mut(*tournament).remove(account);
            }
            Fact::ZoneChosen { account, zone } => {
                self.people.entry(account.clone()).or_default().zone = Some(*zone);
            }
            Fact::BotLeft { since, scope } => {
                self.absences.push(Absence {
                    from: *since,
                    until: None,
                    scope: scope.clone(),
                });
            }
            Fact::BotReturned { at, scope } => self.end_absences(*at, scope),
            Fact::TournamentCreated {
                tournament,
                seed,
                settings,
            } => {
                let new = Tournament {
                    id: *tournament,
                    settings: settings.as_ref().clone(),
                    phase: Phase::Draft,
                    officials: BTreeMap::new(),
                    entries: Entries::default(),
                    seed: *seed,
                    order: DrawnOrder::default(),
                    rounds: Vec::new(),
                    pairing_failed: None,
                };
                self.tournaments.insert(*tournament, new);
            }
            Fact::RatingsChosen { policy } => self.rating_policy = *policy,
            Fact::RatingsComputed {
                tournament,
                at,
                changes,
            } => self.take_ratings(*tournament, *at, changes),
            Fact::RatingsRecounted { corrections, .. } => self.ratings.correct(corrections),
            Fact::EntryAdded {
                tournament, entry, ..
            } => {
                self.tournament_mut(*tournament).apply(fact);
                if !self.tournament_mut(*tournament).order.is_empty() {
                    self.note_ratings(*tournament, Some(*entry));
                }
            }
            Fact::LotsDrawn { tournament, .. } => {
                self.tournament_mut(*tournament).apply(fact);
                self.note_ratings(*tournament, None);
            }
            Fact::Score(fact) => self.gamescores.apply(fact),
            Fact::AttemptRefused { .. } | Fact::Said { .. } | Fact::CheckInLate { .. } => {}
            Fact::SettingChanged { tournament, .. }
            | Fact::PhaseChanged { tournament, .. }
            | Fact::RegistrationStalled { tournament }
            | Fact::EntryWithdrawn { tournament, .. }
            | Fact::EntryReentered { tournament, .. }
            | Fact::RoundPaired { tournament, .. }
            | Fact::PairingImpossible { tournament, .. }
            | Fact::RoundHeld { tournament, .. }
            | Fact::RoundPublished { tournament, .. }
            | Fact::RoundClosed { tournament, .. }
            | Fact::TimingMoved { tournament, .. }
            | Fact::Reminded { tournament, .. }
            | Fact::DirectorsReminded { tournament, .. } => {
                self.tournament_mut(*tournament).apply(fact)
            }
            Fact::CheckedIn { board, .. }
            | Fact::Excused { board, .. }
            | Fact::PlayingMarked { board, .. }
            | Fact::GameInterrupted { board, .. }
            | Fact::GameResumed { board, .. }
            | Fact::Reported { board, .. }
            | Fact::Explained { board, .. }
            | Fact::BoardMoved { board, .. }
            | Fact::Ruled { board, .. }
            | Fact::RulingUndone { board }
            | Fact::FurtherGame { board, .. } => {
                let tournament = self.tournament_mut(board.tournament);
                tournament.pairing_failed = None;
                let round = tournament.round_mut(board.round);
                round.board_mut(board.board).apply(fact);
                round.reopen_if_unsettled(board.board);
            }
        }
    }

    fn officials_mut(
        &mut self,
        tournament: Option<TournamentId>,
    ) -> &mut BTreeMap<Account, Official> {
        match tournament {
            Some(id) => &mut self.tournament_mut(id).officials,
            None => &mut self.officials,
        }
    }

    fn tournament_mut(&mut self, id: TournamentId) -> &mut Tournament {
        self.tournaments
            .get_mut(&id)
            .expect("a fact names a tournament that exists")
    }

    fn end_absences(&mut self, at: Timestamp, scope: &super::AbsenceScope) {
        for absence in &mut self.absences {
            if absence.until.is_none() && absence.scope == *scope {
                absence.until = Some(at);
            }
        }
        let mut surplus = self.absences.len().saturating_sub(ABSENCES_MAX);
        // One that is not over is never forgotten: what it costs is still to be given back.
        self.absences.retain(|absence| {
            let forget = surplus > 0 && absence.until.is_some();
            surplus -= usize::from(forget);
            !forget
        });
    }
}

impl Tournament {
    /// Folds a fact about the tournament as a whole or one of its rounds.
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::SettingChanged { setting, .. } => {
                self.settings.apply(setting);
                self.pairing_failed = None;
            }
            Fact::PhaseChanged { phase, .. } => self.phase = *phase,
            Fact::RegistrationStalled { .. } => self.settings.registration_closes = None,
            Fact::EntryAdded {
                entry,
                account,
                name,
                how,
                at,
                first_round,
                missed,
                ..
            } => {
                assert!(
                    entry.0 as usize == self.entries.len() + 1,
                    "entries are numbered in order"
                );
                self.entries.push(Entry {
                    number: *entry,
                    account: account.clone(),
                    name: name.clone(),
                    how: *how,
                    entered_at: *at,
                    first_round: *first_round,
                    missed: *missed,
                    status: EntryStatus::Active,
                    rating: None,
                });
                if !self.order.is_empty() {
                    self.order.push(*entry);
                }
                self.pairing_failed = None;
            }
            Fact::EntryWithdrawn { entry, why, .. } => {
                *self.entries.status_mut(*entry) = EntryStatus::Withdrawn(*why);
                self.pairing_failed = None;
            }
            Fact::EntryReentered { entry, .. } => {
                *self.entries.status_mut(*entry) = EntryStatus::Active;
                // Who was out when the lots were drawn stands at the end, as a late entry does.
                if !self.order.is_empty() && self.order.place_of(*entry).is_none() {
                    self.order.push(*entry);
                }
                self.pairing_failed = None;
            }
            Fact::LotsDrawn { order, .. } => self.order = order.iter().copied().collect(),
            Fact::RoundPaired {
                round,
                pairs,
                byes,
                publish_at,
                ..
            } => {
                self.put_draft(*round, pairs, byes, *publish_at);
            }
            Fact::PairingImpossible { round, .. } => self.pairing_failed = Some(*round),
            Fact::RoundHeld { round, .. } => {
                self.round_mut(*round).stage = RoundStage::Draft { publish_at: None };
            }
            Fact::RoundPublished {
                round,
                at,
                cutoff,
                deadline,
                ..
            } => {
                let round = self.round_mut(*round);
                round.stage = RoundStage::Published {
                    at: *at,
                    deadline: *deadline,
                };
                for board in round.boards.iter_mut() {
                    board.timing = Timing::new(*at, *cutoff, *deadline);
                }
            }
            Fact::RoundClosed { round, at, .. } => {
                let round = self.round_mut(*round);
                let RoundStage::Published {
                    at: published_at,
                    deadline,
                } = round.stage
                else {
                    panic!("only a published round closes");
                };
                round.stage = RoundStage::Closed {
                    published_at,
                    deadline,
                    at: *at,
                };
            }
            Fact::TimingMoved {
                round,
                boards,
                cutoff,
                deadline,
                ground,
                at,
                ..
            } => {
                let window = self.settings.checkin_window;
                self.round_mut(*round).move_deadline(boards, *deadline);
                for number in boards {
                    let board = self.round_mut(*round).board_mut(*number);
                    board.move_timing(*cutoff, *deadline, ground);
                    board.reminded.retain(|reminder| {
                        board.timing.cutoff - reminder.before_cutoff(window) <= *at
                    });
                }
            }
            Fact::Reminded {
                round,
                boards,
                reminder,
                ..
            } => {
                for number in boards {
                    self.round_mut(*round)
                        .board_mut(*number)
                        .reminded
                        .insert(*reminder);
                }
            }
            Fact::DirectorsReminded {
                round, boards, at, ..
            } => {
                for number in boards {
                    self.round_mut(*round).board_mut(*number).directors_told_at = Some(*at);
                }
            }
            other => panic!("{other:?} is not about a tournament as a whole"),
        }
    }

    fn put_draft(
        &mut self,
        number: RoundNumber,
        pairs: &[Pairing],
        byes: &[Bye],
        publish_at: Option<Timestamp>,
    ) {
        let boards = (1..)
            .zip(pairs)
            .map(|(n, pair)| Board::new(BoardNumber(n), *pair))
            .collect();
        let draft = Round {
            number,
            stage: RoundStage::Draft { publish_at },
            boards,
            byes: byes.to_vec(),
        };
        let index = usize::from(number.0) - 1;
        assert!(index <= self.rounds.len(), "rounds are paired in order");
        self.rounds.truncate(index);
        self.rounds.push(draft);
        self.pairing_failed = None;
    }

    fn round_mut(&mut self, number: RoundNumber) -> &mut Round {
        self.rounds
            .get_mut(usize::from(number.0) - 1)
            .expect("a fact names a round that exists")
    }
}

impl Round {
    /// The round's own deadline follows where all boards that are still open move.
    fn move_deadline(&mut self, moved: &[BoardNumber], to: Timestamp) {
        let stays =
            |board: &Board| board.status.settled().is_none() && !moved.contains(&board.number);
        if self.boards.iter().any(stays) {
            return;
        }
        if let RoundStage::Published { deadline, .. } = &mut self.stage {
            *deadline = to;
        }
    }

    fn board_mut(&mut self, number: BoardNumber) -> &mut Board {
        self.boards
            .get_mut(usize::from(number.0) - 1)
            .expect("a fact names a board that exists")
    }

    /// A closed round whose board lost its result, because a ruling was taken back, is open again.
    fn reopen_if_unsettled(&mut self, number: BoardNumber) {
        let RoundStage::Closed {
            published_at,
            deadline,
            ..
        } = self.stage
        else {
            return;
        };
        if self.board_mut(number).status.settled().is_none() {
            self.stage = RoundStage::Published {
                at: published_at,
                deadline,
            };
        }
    }
}

impl Board {
    /// A board at which nothing has happened; its timing comes with the publishing.
    pub fn new(number: BoardNumber, pair: Pairing) -> Board {
        Board {
            number,
            players: Sides {
                white: pair.white,
                black: pair.black,
            },
            timing: Timing::UNPUBLISHED,
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

    fn move_timing(&mut self, cutoff: Timestamp, deadline: Timestamp, ground: &MoveGround) {
        self.timing.cutoff = cutoff;
        self.timing.deadline = deadline;
        match ground {
            MoveGround::Absence { until, .. } => self.timing.absences_counted_to = *until,
            MoveGround::Director { .. } => {}
        }
    }

    /// Folds a fact about this board.
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::CheckedIn { color, at, by, .. } => {
                self.check_ins[*color] = Some(CheckIn { at: *at, by: *by })
            }
            Fact::Excused { color, reason, .. } => self.excuses[*color] = Some(reason.clone()),
            Fact::PlayingMarked { color, at, .. } => self.playing[*color] = Some(*at),
            Fact::GameInterrupted { at, .. } => self.interrupted_at = Some(*at),
            Fact::GameResumed { .. } => self.interrupted_at = None,
            Fact::Reported { color, report, .. } => self.reports[*color] = Some(*report),
            Fact::Explained { color, text, .. } => {
                let before = self.explanations[*color].take();
                self.explanations[*color] = Some(match before {
                    Some(before) if before.len() < EXPLANATION_BYTES_MAX => {
                        format!("{before} / {text}")
                    }
                    Some(_) | None => text.clone(),
                });
            }
            Fact::BoardMoved { status, .. } => self.status = status.clone(),
            Fact::Ruled {
                verdict,
                by,
                reason,
                ..
            } => self.rule(*verdict, by, reason),
            Fact::RulingUndone { .. } => self.undo_ruling(),
            Fact::FurtherGame { at, .. } => self.begin_further_game(*at),
            other => panic!("{other:?} is not about a board"),
        }
    }
}

impl Timing {
    /// The timing of a board whose round is not published: nothing falls due before that.
    pub const UNPUBLISHED: Timing = Timing {
        cutoff: Timestamp::from_ms(0),
        deadline: Timestamp::from_ms(0),
        absences_counted_to: Timestamp::from_ms(0),
    };
}

impl Reminder {
    /// Every kind, in the order they fall due in a week.
    pub const ALL: [Reminder; 4] = [
        Reminder::TwoDays,
        Reminder::OneDay,
        Reminder::WindowOpen,
        Reminder::OneHour,
    ];

    /// How long before the cutoff it falls due (SPEC R-34); the check-in window is the tournament's own.
    pub fn before_cutoff(self, checkin_window: crate::vocabulary::Span) -> crate::vocabulary::Span {
        use crate::vocabulary::Span;
        match self {
            Reminder::TwoDays => Span::from_hours(48),
            Reminder::OneDay => Span::from_hours(24),
            Reminder::WindowOpen => checkin_window,
            Reminder::OneHour => Span::from_hours(1),
        }
    }
}
