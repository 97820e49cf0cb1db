//! What falls due when: a view of the state, never a stored timer. After a restart the right one comes back by
//! itself, and one missed while down falls due at once.

use super::schedule::LAST_SECOND;
use super::settings::{NextRound, Pace};
use super::state::{
    AbsenceScope, Board, BoardRef, BoardStatus, Phase, Reminder, Round, RoundStage, Society,
    Tournament,
};
use crate::vocabulary::{Color, RoundNumber, Span, Timestamp, TournamentId};

/// Something the clock has to do.
///
/// What lies earlier comes first; of two things at one instant the order here counts: an outcome before the next
/// round, and everything about a round before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// Registration opens.
    OpenRegistration(TournamentId),
    /// Registration closes and the first round is paired.
    CloseRegistration(TournamentId),
    /// A reminder about boards of a round.
    Remind(TournamentId, RoundNumber, Reminder),
    /// The cutoff of a board has passed.
    Cutoff(BoardRef),
    /// The deadline of a board has passed.
    Deadline(BoardRef),
    /// Boards of a knockout were drawn: the two at each play another game.
    FurtherGames(TournamentId, RoundNumber),
    /// Every board has its result: the round closes.
    CloseRound(TournamentId, RoundNumber),
    /// The next round is paired.
    PairRound(TournamentId),
    /// A paired round is published.
    PublishRound(TournamentId, RoundNumber),
    /// Directors are reminded of boards that wait for them.
    RemindDirectors(TournamentId, RoundNumber),
    /// The last round is over.
    Finish(TournamentId),
    /// Players are reminded of moves a director asked for.
    RemindScore(BoardRef),
    /// Moves that somebody began to send wait no longer for the rest.
    ForgetDrafts,
}

/// Something that could have been done long ago and only waited for its turn.
const AT_ONCE: Timestamp = Timestamp::from_ms(0);

/// Keeps the earlier of what was found and something new.
fn keep_earlier(found: &mut Option<(Timestamp, Due)>, at: Timestamp, due: Due) {
    let candidate = (at, due);
    if found.is_none_or(|earliest| candidate < earliest) {
        *found = Some(candidate);
    }
}

impl Society {
    /// The next thing the clock has to do, and when. It may lie in the past.
    pub fn next_due(&self) -> Option<(Timestamp, Due)> {
        let mut found = None;
        for tournament in self
            .tournaments
            .values()
            .filter(|tournament| tournament.is_live())
        {
            self.registration_due(tournament, &mut found);
            if tournament.phase == Phase::Running {
                tournament.progress_due(&mut found);
                if !self.bot_is_away() {
                    tournament.publishing_due(&mut found);
                }
                for round in tournament.rounds.iter().filter(|round| round.is_public()) {
                    self.round_due(tournament, round, &mut found);
                }
            }
        }
        self.gamescores_due(&mut found);
        found
    }

    fn gamescores_due(&self, found: &mut Option<(Timestamp, Due)>) {
        for (board, asked) in &self.gamescores.asked {
            // Nobody waits for the moves of a tournament that was called off.
            let tournament = self.tournament(board.tournament);
            if tournament.is_some_and(|tournament| tournament.phase == Phase::Cancelled) {
                continue;
            }
            if let Some(at) = asked.reminder_due() {
                keep_earlier(found, at, Due::RemindScore(*board));
            }
        }
        for draft in self.gamescores.drafts.values() {
            keep_earlier(found, draft.forgotten_at(), Due::ForgetDrafts);
        }
    }

    fn registration_due(&self, tournament: &Tournament, found: &mut Option<(Timestamp, Due)>) {
        match (
            tournament.phase,
            tournament.settings.registration_opens,
            tournament.settings.registration_closes,
        ) {
            (Phase::Announced, Some(opens), _) => {
                keep_earlier(found, opens, Due::OpenRegistration(tournament.id))
            }
            // While the bot is away nobody can register: closing waits for its return.
            (Phase::Registration, _, Some(closes)) if !self.bot_is_away() => {
                keep_earlier(found, closes, Due::CloseRegistration(tournament.id));
            }
            (
                Phase::Draft
                | Phase::Announced
                | Phase::Registration
                | Phase::Running
                | Phase::Finished
                | Phase::Cancelled,
                _,
                _,
            ) => {}
        }
    }

    fn round_due(
        &self,
        tournament: &Tournament,
        round: &Round,
        found: &mut Option<(Timestamp, Due)>,
    ) {
        let out_of_sight = self.out_of_sight();
        // A closed round has such boards where a ruling was taken back.
        let open = |board: &&Board| board.status.settled().is_none();
        for board in round.boards.iter().filter(open) {
            let at = BoardRef {
                tournament: tournament.id,
                round: round.number,
                board: board.number,
            };
            if out_of_sight.lets_settle(tournament, board) {
                if let Some(cutoff) = board.cutoff_due() {
                    keep_earlier(found, cutoff, Due::Cutoff(at));
                }
                if let Some(deadline) = board.deadline_due() {
                    keep_earlier(found, deadline, Due::Deadline(at));
                }
            }
            for (moment, reminder) in
                board.reminders_due(tournament.settings.checkin_window, round.published_at())
            {
                keep_earlier(
                    found,
                    moment,
                    Due::Remind(tournament.id, round.number, reminder),
                );
            }
            if let Some(moment) = board.directors_due(tournament.settings.dispute_reminder) {
                keep_earlier(
                    found,
                    moment,
                    Due::RemindDirectors(tournament.id, round.number),
                );
            }
        }
    }

    /// Whom the bot cannot see just now.
    pub(super) fn out_of_sight(&self) -> OutOfSight<'_> {
        let open = self
            .absences
            .iter()
            .filter(|absence| absence.until.is_none());
        OutOfSight {
            scopes: open.map(|absence| &absence.scope).collect(),
        }
    }
}

/// Whom the bot cannot see, looked up once for all boards.
pub(super) struct OutOfSight<'a> {
    scopes: Vec<&'a AbsenceScope>,
}

impl OutOfSight<'_> {
    /// Whether the clock may settle a board: not while the bot could not have heard its players (SPEC R-17).
    pub(super) fn lets_settle(&self, tournament: &Tournament, board: &Board) -> bool {
        self.scopes.is_empty()
            || Color::BOTH.into_iter().all(|color| {
                let account = &tournament.entry(board.players[color]).account;
                self.scopes.iter().all(|scope| !scope.covers(account))
            })
    }
}

impl Tournament {
    /// Further games after drawn ones, closing a round, pairing the next, and the end.
    fn progress_due(&self, found: &mut Option<(Timestamp, Due)>) {
        for round in self.rounds.iter().filter(|round| round.is_public()) {
            if round.boards.iter().any(|board| self.lacks_winner(board)) {
                keep_earlier(found, AT_ONCE, Due::FurtherGames(self.id, round.number));
            }
        }
        for round in self.rounds.iter().filter(|round| round.is_open()) {
            let RoundStage::Published { deadline, .. } = round.stage else {
                continue;
            };
            if round.is_settled() {
                let at = match self.settings.next_round {
                    // There is nothing to wait for where nobody plays.
                    NextRound::AtDeadline if round.boards.is_empty() => AT_ONCE,
                    NextRound::AtOnce => AT_ONCE,
                    NextRound::AtDeadline => deadline + LAST_SECOND,
                };
                keep_earlier(found, at, Due::CloseRound(self.id, round.number));
            }
        }
        let over = |round: &Round| match round.stage {
            RoundStage::Draft { .. } | RoundStage::Published { .. } => false,
            RoundStage::Closed { .. } => round.is_settled(),
        };
        if !self.rounds.iter().all(over) {
            return;
        }
        if self.rounds.len() >= usize::from(self.rounds_total()) {
            keep_earlier(found, AT_ONCE, Due::Finish(self.id));
        } else if self.settings.pairing == Pace::Auto && self.pairing_failed.is_none() {
            keep_earlier(found, AT_ONCE, Due::PairRound(self.id));
        }
    }

    fn publishing_due(&self, found: &mut Option<(Timestamp, Due)>) {
        let Some(round) = self.draft_round() else {
            return;
        };
        let RoundStage::Draft {
            publish_at: Some(at),
        } = round.stage
        else {
            return;
        };
        keep_earlier(found, at, Due::PublishRound(self.id, round.number));
    }
}

impl Board {
    /// When the cutoff settles this board, if it does.
    pub(super) fn cutoff_due(&self) -> Option<Timestamp> {
        self.awaits_cutoff()
            .then(|| self.timing.cutoff + LAST_SECOND)
    }

    /// When the deadline settles this board, if it does.
    pub(super) fn deadline_due(&self) -> Option<Timestamp> {
        let settles = match &self.status {
            // Not in progress means that the cutoff comes first, and it leaves another status behind.
            BoardStatus::Unplayed => self.is_in_progress(),
            BoardStatus::MustPlay | BoardStatus::Provisional { .. } => true,
            BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => false,
        };
        settles.then(|| self.timing.deadline + LAST_SECOND)
    }

    /// The reminders still to be given, with their moments. One whose moment lay before the publishing is never given: the
    /// publishing itself says everything.
    pub(super) fn reminders_due(
        &self,
        checkin_window: Span,
        published_at: Option<Timestamp>,
    ) -> impl Iterator<Item = (Timestamp, Reminder)> + '_ {
        let awaits = self.awaits_cutoff();
        let cutoff = self.timing.cutoff;
        Reminder::ALL.into_iter().filter_map(move |reminder| {
            let moment = cutoff - reminder.before_cutoff(checkin_window);
            let lies_ahead = published_at.is_some_and(|published| moment > published);
            (awaits && lies_ahead && !self.reminded.contains(&reminder))
                .then_some((moment, reminder))
        })
    }

    /// When directors are told again that this board waits for them.
    pub(super) fn directors_due(&self, every: Span) -> Option<Timestamp> {
        let since = match &self.status {
            BoardStatus::Disputed { since } | BoardStatus::WithDirector { since, .. } => *since,
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => return None,
        };
        let told = self.directors_told_at.map_or(since, |told| told.max(since));
        (every > Span::ZERO).then(|| told + every)
    }
}
