//! Questions to the state that need no rule: finding entries, boards and roles.

use super::settings::Format;
use super::state::{
    Board, BoardRef, BoardStatus, Bye, Entry, EntryStatus, Ground, Phase, Role, Round, RoundStage,
    Society, Timing, Tournament,
};
use crate::vocabulary::{
    Account, BoardNumber, ByeKind, Color, EntryNumber, RoundNumber, Span, Timestamp, TournamentId,
};

impl Society {
    /// A tournament by number.
    pub fn tournament(&self, id: TournamentId) -> Option<&Tournament> {
        self.tournaments.get(&id)
    }

    /// A board, where it exists.
    pub fn board(&self, at: BoardRef) -> Option<&Board> {
        self.tournament(at.tournament)?
            .round(at.round)?
            .board(at.board)
    }

    /// What an account may do in a tournament: its own office there or the society's, the higher one.
    pub fn role(&self, account: &Account, tournament: &Tournament) -> Option<Role> {
        let everywhere = self.officials.get(account).map(|official| official.role);
        let here = tournament
            .officials
            .get(account)
            .map(|official| official.role);
        everywhere.max(here)
    }

    /// Whether an account holds any office, in the society or in a tournament that lives.
    pub fn holds_office(&self, account: &Account) -> bool {
        let mut live = self
            .tournaments
            .values()
            .filter(|tournament| tournament.is_live());
        self.officials.contains_key(account)
            || live.any(|tournament| tournament.officials.contains_key(account))
    }

    /// Whether the bot is on its channel, as far as the facts go.
    pub fn bot_is_away(&self) -> bool {
        self.absences.iter().any(|absence| {
            absence.until.is_none() && absence.scope == super::AbsenceScope::Everybody
        })
    }

    /// The number for the next tournament.
    pub fn next_tournament_id(&self) -> TournamentId {
        TournamentId(
            self.tournaments
                .keys()
                .next_back()
                .map_or(1, |last| last.0 + 1),
        )
    }
}

impl Tournament {
    /// An entry by number.
    pub fn entry(&self, number: EntryNumber) -> &Entry {
        let index = number.0 as usize - 1;
        let entry = &self.entries[index];
        assert!(entry.number == number, "entry n stands at n - 1");
        entry
    }

    /// The entry of an account, withdrawn or not.
    pub fn entry_of(&self, account: &Account) -> Option<&Entry> {
        self.entries.of_account(account)
    }

    /// The name of a player, as its owner writes it.
    pub fn name_of(&self, number: EntryNumber) -> &str {
        &self.entry(number).name
    }

    /// Everybody who is still in.
    pub fn active_entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(|entry| entry.status == EntryStatus::Active)
    }

    /// A round by number.
    pub fn round(&self, number: RoundNumber) -> Option<&Round> {
        self.rounds.get((number.0 as usize).checked_sub(1)?)
    }

    /// The newest round that players may see.
    pub fn current_round(&self) -> Option<&Round> {
        self.rounds.iter().rev().find(|round| round.is_public())
    }

    /// The round that is paired and not published yet.
    pub fn draft_round(&self) -> Option<&Round> {
        self.rounds.last().filter(|round| !round.is_public())
    }

    /// The board a player sits at now: the newest published round in which they have one. An older board that still waits
    /// for a result comes first only where the newest needs nothing any more.
    pub fn board_of(&self, player: EntryNumber) -> Option<(&Round, &Board, Color)> {
        self.newest_board(player, |_| true, |_, _| true)
    }

    /// The board a player means who says something that fits some boards better than others. Whoever speaks before a round
    /// is published does not mean their board in it.
    pub fn board_meant(
        &self,
        player: EntryNumber,
        said_at: Timestamp,
        fits: impl Fn(&Board, Color) -> bool,
    ) -> Option<(&Round, &Board, Color)> {
        let was_public = |round: &Round| round.published_at().is_some_and(|at| at <= said_at);
        self.newest_board(player, was_public, fits)
            .or_else(|| self.board_of(player))
    }

    /// Of a player's boards in these rounds, the newest that waits for a result and fits, else that waits, else of all.
    fn newest_board(
        &self,
        player: EntryNumber,
        counts: impl Fn(&Round) -> bool,
        fits: impl Fn(&Board, Color) -> bool,
    ) -> Option<(&Round, &Board, Color)> {
        let boards = || {
            self.rounds
                .iter()
                .rev()
                .filter(|round| round.is_public() && counts(round))
                .filter_map(|round| {
                    let (board, color) = round.board_of(player)?;
                    Some((round, board, color))
                })
        };
        let waiting = || boards().filter(|(_, board, _)| board.status.settled().is_none());
        let fitting = waiting().find(|(_, board, color)| fits(board, *color));
        fitting
            .or_else(|| waiting().next())
            .or_else(|| boards().next())
    }

    /// Whether these two are the players of a board, with whichever colours.
    pub fn is_board_of(&self, board: &Board, (one, other): (&Account, &Account)) -> bool {
        let account = |color: Color| &self.entry(board.players[color]).account;
        let players = (account(Color::White), account(Color::Black));
        players == (one, other) || players == (other, one)
    }

    /// Whether people other than directors may know of it.
    pub fn is_public(&self) -> bool {
        self.phase != Phase::Draft
    }

    /// Whether a director can admit somebody after the start: the tables of the other formats are full by then.
    pub fn takes_late_entries(&self) -> bool {
        match (self.phase, self.settings.format) {
            (Phase::Running, Format::Swiss) => true,
            (Phase::Running, Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout) => {
                false
            }
            (
                Phase::Draft
                | Phase::Announced
                | Phase::Registration
                | Phase::Finished
                | Phase::Cancelled,
                _,
            ) => false,
        }
    }

    /// Whether it can still change.
    pub fn is_live(&self) -> bool {
        match self.phase {
            Phase::Draft | Phase::Announced | Phase::Registration | Phase::Running => true,
            Phase::Finished | Phase::Cancelled => false,
        }
    }
}

impl Round {
    /// A board by number.
    pub fn board(&self, number: BoardNumber) -> Option<&Board> {
        self.boards.get((number.0 as usize).checked_sub(1)?)
    }

    /// A player's board here, with their colour.
    pub fn board_of(&self, player: EntryNumber) -> Option<(&Board, Color)> {
        let board = self.boards.of_player(player)?;
        Some((board, board.color_of(player)?))
    }

    /// A player's bye here.
    pub fn bye_of(&self, player: EntryNumber) -> Option<&Bye> {
        self.byes.iter().find(|bye| bye.player == player)
    }

    /// Whether players may see it.
    pub fn is_public(&self) -> bool {
        match self.stage {
            RoundStage::Draft { .. } => false,
            RoundStage::Published { .. } | RoundStage::Closed { .. } => true,
        }
    }

    /// When it was published.
    pub fn published_at(&self) -> Option<Timestamp> {
        match self.stage {
            RoundStage::Draft { .. } => None,
            RoundStage::Published { at, .. } => Some(at),
            RoundStage::Closed { published_at, .. } => Some(published_at),
        }
    }

    /// The deadline it was published with.
    pub fn deadline(&self) -> Option<Timestamp> {
        match self.stage {
            RoundStage::Draft { .. } => None,
            RoundStage::Published { deadline, .. } | RoundStage::Closed { deadline, .. } => {
                Some(deadline)
            }
        }
    }

    /// Whether every board has its result.
    pub fn is_settled(&self) -> bool {
        let mut boards = self.boards.iter();
        boards.all(|board| board.status.settled().is_some())
    }

    /// Cutoff and deadline as they are now: those of the last open board, which extensions may have moved; without one,
    /// as published.
    pub fn last_timing(&self, checkin_before_deadline: Span) -> Option<(Timestamp, Timestamp)> {
        let open = self.boards.iter();
        let open = open.filter(|board| board.status.settled().is_none());
        let last = open.map(|board| (board.timing.deadline, board.timing.cutoff));
        let published = self.deadline()?;
        let (deadline, cutoff) = last
            .max()
            .unwrap_or((published, published - checkin_before_deadline));
        Some((cutoff, deadline))
    }

    /// Whether it is being played.
    pub fn is_open(&self) -> bool {
        match self.stage {
            RoundStage::Published { .. } => true,
            RoundStage::Draft { .. } | RoundStage::Closed { .. } => false,
        }
    }
}

impl Board {
    /// The colour a player has here, where they sit here.
    pub fn color_of(&self, player: EntryNumber) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|color| self.players[*color] == player)
    }

    /// Whether both say the game is going on (SPEC R-18).
    pub fn is_in_progress(&self) -> bool {
        self.playing.white.is_some() && self.playing.black.is_some()
    }

    /// Whether nothing was played or decided yet, so that check-ins and the cutoff matter.
    pub fn awaits_cutoff(&self) -> bool {
        self.status == BoardStatus::Unplayed && !self.is_in_progress()
    }
}

impl BoardStatus {
    /// Whether only a cutoff settled the board, so that a later cutoff opens it again.
    pub fn is_from_cutoff(&self) -> bool {
        match self {
            BoardStatus::MustPlay
            | BoardStatus::Provisional {
                ground: Ground::Cutoff,
                ..
            } => true,
            BoardStatus::Unplayed
            | BoardStatus::Provisional { .. }
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => false,
        }
    }
}

impl Timing {
    /// The timing of a board that nothing has moved yet.
    pub fn new(published_at: Timestamp, cutoff: Timestamp, deadline: Timestamp) -> Timing {
        Timing {
            cutoff,
            deadline,
            absences_counted_to: published_at,
        }
    }
}

/// Where a player sat in a round.
#[derive(Clone, Copy, Debug)]
pub enum Sitting<'a> {
    /// At a board, with this colour.
    Board(&'a Board, Color),
    /// Without an opponent.
    Bye(ByeKind),
    /// Nowhere.
    Out,
}

impl Tournament {
    /// Where a player sat in a round; rounds before a late entry are worth what the director said.
    pub fn sitting<'a>(&self, player: EntryNumber, round: &'a Round) -> Sitting<'a> {
        if let Some((board, color)) = round.board_of(player) {
            return Sitting::Board(board, color);
        }
        if let Some(bye) = round.bye_of(player) {
            return Sitting::Bye(bye.kind);
        }
        let entry = self.entry(player);
        if round.number < entry.first_round {
            Sitting::Bye(entry.missed)
        } else {
            Sitting::Out
        }
    }
}
