//! What must hold of each fact, given the state before it.

use super::ledger::Row;
use super::order;
use super::sight::Sight;
use chessmasters::tournament::{
    Board, BoardRef, BoardStatus, Bye, CheckInBy, Fact, Format, Ground, LAST_SECOND, MoveGround,
    PairedBy, Pairing, Phase, Round, RoundStage, Society, Tournament,
};
use chessmasters::vocabulary::{
    Account, BoardResult, ByeKind, Color, EntryNumber, RoundNumber, Span, Timestamp, TournamentId,
};
use std::collections::BTreeSet;

/// The state as the journal has it, and what the simulation knows beside it.
#[derive(Default)]
pub struct Laws {
    /// The fold of the journal.
    pub society: Society,
    /// Who said in time to be here.
    pub in_time: BTreeSet<(BoardRef, Color)>,
    /// By how much the clock was stepped so far: no instant is surer than that.
    pub stepped: Span,
}

impl Laws {
    /// Checks a fact against the state before it, and takes it over.
    pub fn take(&mut self, row: &Row, sight: &Sight) {
        self.check_round(row);
        self.check_board(row, sight);
        let ruled = self.ruled(&row.fact);
        self.society.apply(&row.fact);
        if let Some((at, status)) = ruled {
            let board = self.board(at);
            // A drawn game of a knockout is put away as it was ruled, and another one follows.
            let put_away = matches!(row.fact, Fact::FurtherGame { .. })
                && board.drawn.last().is_some_and(|game| game.status == status);
            assert!(
                put_away || board.status == status,
                "a ruling was overwritten by {row:?}"
            );
        }
        if let Some(id) = order::about(&row.fact) {
            order::check(self.tournament(id));
        }
    }

    /// What must hold of facts about rounds.
    fn check_round(&self, row: &Row) {
        if let Fact::RoundPaired {
            tournament,
            round,
            pairs,
            byes,
            by,
            ..
        } = &row.fact
        {
            let consent = row.line.as_deref().is_some_and(is_consent);
            let paired = Paired {
                tournament: self.tournament(*tournament),
                round: *round,
                pairs,
                byes,
            };
            paired.check(*by, consent);
        }
        if let Fact::RoundPublished {
            tournament,
            round,
            at,
            cutoff,
            deadline,
        } = &row.fact
        {
            let in_order = at < cutoff && cutoff <= deadline;
            assert!(in_order, "a round has room: {row:?}");
            everybody_sits(self.tournament(*tournament), *round);
        }
        if let Fact::RoundClosed {
            tournament, round, ..
        } = &row.fact
        {
            let round = self
                .tournament(*tournament)
                .round(*round)
                .expect("it is there");
            for board in &round.boards {
                let settled = board.status.settled();
                assert!(settled.is_some(), "a round closed without {board:?}");
            }
        }
        if let Fact::PhaseChanged {
            tournament,
            phase: Phase::Finished,
            ..
        } = &row.fact
            && row.line.is_none()
        {
            let rounds = &self.tournament(*tournament).rounds;
            let closed = |round: &Round| matches!(round.stage, RoundStage::Closed { .. });
            assert!(rounds.iter().all(closed), "it finished with an open round");
        }
    }

    /// What must hold of facts about boards.
    fn check_board(&self, row: &Row, sight: &Sight) {
        if let Fact::BoardMoved { board, status } = &row.fact {
            self.moved(row, *board, status, sight);
        }
        if let Fact::TimingMoved { ground, .. } = &row.fact {
            self.timing(row, ground, sight);
        }
        if let Fact::CheckedIn {
            board,
            color,
            at,
            by: CheckInBy::Player,
        } = &row.fact
        {
            let timing = self.board(*board).timing;
            let late = *at >= timing.cutoff + LAST_SECOND;
            assert!(!late, "a check-in of {color:?} counted too late: {row:?}");
        }
    }

    /// A notice's cause is in the journal already.
    pub fn causes(&self, cause: i64, ledger: &super::ledger::Ledger) {
        let newest = ledger.journal_rows();
        assert!(cause <= newest, "a notice names a cause that is not kept");
    }

    fn tournament(&self, id: TournamentId) -> &Tournament {
        self.society.tournament(id).expect("it was created")
    }

    fn board(&self, at: BoardRef) -> &Board {
        self.society.board(at).expect("it was paired")
    }

    /// The ruled board a fact is about that is no ruling itself.
    fn ruled(&self, fact: &Fact) -> Option<(BoardRef, BoardStatus)> {
        let at = order::board_of(fact)?;
        let status = &self.board(at).status;
        let by_ruling = matches!(fact, Fact::Ruled { .. } | Fact::RulingUndone { .. });
        let ruled = matches!(status, BoardStatus::Ruled { .. });
        (ruled && !by_ruling).then(|| (at, status.clone()))
    }

    fn players(&self, at: BoardRef) -> [Account; 2] {
        let tournament = self.tournament(at.tournament);
        let players = self.board(at).players;
        Color::BOTH.map(|color| tournament.entry(players[color]).account.clone())
    }

    /// A board moved: by the clock only when its moment has come, and never for the bot's own absence.
    fn moved(&self, row: &Row, at: BoardRef, status: &BoardStatus, sight: &Sight) {
        let board = self.board(at);
        let (verdict, ground) = match status {
            BoardStatus::Provisional { verdict, ground }
            | BoardStatus::Final { verdict, ground } => (verdict, ground),
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Ruled { .. } => return,
        };
        let is_final = matches!(status, BoardStatus::Final { .. });
        let by_clock = row.line.is_none();
        // Where one of the two has left, the game after a drawn one is not waited for.
        let left = *ground == Ground::Withdrawal && board.awaits_further_game();
        if by_clock && is_final && !left {
            let due = board.timing.deadline + LAST_SECOND;
            assert!(row.at >= due, "{at:?} became final before its deadline");
        }
        if by_clock && verdict.result.was_played() {
            return;
        }
        assert!(
            !by_clock || !board.is_in_progress(),
            "the clock settled a game in progress: {at:?}"
        );
        if *ground != Ground::Cutoff {
            return;
        }
        let due = board.timing.cutoff + LAST_SECOND;
        // A check-in that was said in time settles it anew, also where the clock was put back over the cutoff since.
        let early = by_clock && row.at < due;
        assert!(!early, "{at:?} was cut off too early");
        let lost_by = |color: Color| match verdict.result {
            BoardResult::Forfeit { loser } => loser == color,
            BoardResult::DoubleForfeit => true,
            BoardResult::Played(_) => false,
        };
        for color in Color::BOTH {
            let said = self.in_time.contains(&(at, color));
            assert!(
                !(said && lost_by(color)),
                "{color:?} at {at:?} was there in time"
            );
        }
        if by_clock && !is_final {
            self.not_for_absence(at, board, sight);
        }
    }

    /// No forfeit where the bot was away for too long in the last stretch, or at the cutoff (SPEC R-17).
    fn not_for_absence(&self, at: BoardRef, board: &Board, sight: &Sight) {
        let settings = &self.tournament(at.tournament).settings;
        let timing = board.timing;
        let people = self.players(at);
        let from = (timing.cutoff - settings.absence_stretch).max(timing.absences_counted_to);
        let lost = sight.lost(&people, from, timing.cutoff);
        assert!(
            lost <= settings.absence_grace + self.stepped,
            "{at:?} was cut off although the bot was away for {lost}"
        );
        assert!(
            !sight.was_blind_at(&people, timing.cutoff + LAST_SECOND),
            "{at:?} was cut off although the bot was away at the cutoff"
        );
    }

    /// What an absence took is given back in full.
    fn timing(&self, row: &Row, ground: &MoveGround, sight: &Sight) {
        let (
            Fact::TimingMoved {
                tournament,
                round,
                boards,
                cutoff,
                deadline,
                at,
                ..
            },
            MoveGround::Absence { .. },
        ) = (&row.fact, ground)
        else {
            return;
        };
        let settings = &self.tournament(*tournament).settings;
        for number in boards {
            let place = BoardRef {
                tournament: *tournament,
                round: *round,
                board: *number,
            };
            let board = self.board(place);
            if board.status != BoardStatus::Unplayed {
                continue;
            }
            let timing = board.timing;
            let from = (timing.cutoff - settings.absence_stretch).max(timing.absences_counted_to);
            let lost = sight.lost(&self.players(place), from, timing.cutoff.min(*at));
            let least = timing.cutoff.max(*at) + lost - self.stepped;
            assert!(
                *cutoff >= least,
                "{place:?} got too little time back: {row:?}"
            );
            let apart = settings.checkin_before_deadline;
            assert!(
                *deadline >= *cutoff + apart,
                "{place:?} has too little time to play"
            );
        }
    }
}

fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

fn is_consent(line: &str) -> bool {
    words_of(line).any(|word| word == "confirm" || word == "anyway")
}

/// The rating list is what its periods give, counted from the games as they stand now.
pub fn ratings_are_counted(society: &Society) {
    let counted = society.rating_periods.first();
    if let Some(first) = counted.and_then(|period| society.tournament(period.tournament)) {
        assert!(
            society.recounted(first) == society.ratings,
            "the ratings are not what the games give"
        );
    }
}

/// Everybody who is in has a seat in a round that is published, and nobody else has.
fn everybody_sits(tournament: &Tournament, number: RoundNumber) {
    let round = tournament.round(number).expect("it is there");
    let seated = seats(round);
    let in_it: BTreeSet<EntryNumber> = tournament
        .active_entries()
        .filter(|entry| entry.first_round <= number)
        .map(|entry| entry.number)
        .collect();
    for player in &seated {
        assert!(
            in_it.contains(player),
            "{player} is out and sits in round {number}"
        );
    }
    if tournament.settings.format != Format::Knockout {
        for player in &in_it {
            assert!(
                seated.contains(player),
                "{player} has no seat in round {number}"
            );
        }
    }
}

fn seats(round: &Round) -> Vec<EntryNumber> {
    let boards = round.boards.iter();
    let players = boards.flat_map(|board| [board.players.white, board.players.black]);
    players
        .chain(round.byes.iter().map(|bye| bye.player))
        .collect()
}

/// A round as it is being paired.
struct Paired<'a> {
    tournament: &'a Tournament,
    round: RoundNumber,
    pairs: &'a [Pairing],
    byes: &'a [Bye],
}

impl Paired<'_> {
    fn check(&self, by: PairedBy, consent: bool) {
        let mut seen = BTreeSet::new();
        let byes = self.byes.iter().map(|bye| bye.player);
        for player in self
            .pairs
            .iter()
            .flat_map(|pair| [pair.white, pair.black])
            .chain(byes)
        {
            assert!(
                seen.insert(player),
                "{player} is paired twice in round {}",
                self.round
            );
        }
        // What the draft already had was confirmed before, or could not be avoided then.
        let by_hand = by == PairedBy::Hand;
        if consent || self.tournament.settings.format != Format::Swiss {
            return;
        }
        let draft = self.tournament.round(self.round).filter(|_| by_hand);
        for pair in self.pairs {
            let stood = draft.is_some_and(|draft| {
                draft.boards.iter().any(|board| {
                    board.color_of(pair.white).is_some() && board.color_of(pair.black).is_some()
                })
            });
            assert!(stood || !self.have_played(pair), "{pair:?} is a rematch");
        }
        for bye in self
            .byes
            .iter()
            .filter(|bye| bye.kind == ByeKind::PairingAllocated)
        {
            let stood = draft.is_some_and(|draft| draft.byes.contains(bye));
            assert!(
                stood || !self.had_bye(bye.player),
                "{bye:?} is a second one"
            );
        }
    }

    fn earlier(&self) -> &[Round] {
        &self.tournament.rounds[..usize::from(self.round.0) - 1]
    }

    /// Whether two have a game behind them, or one that is still open.
    fn have_played(&self, pair: &Pairing) -> bool {
        let boards = self.earlier().iter().flat_map(|round| &round.boards);
        let theirs = boards.filter(|board| {
            board.color_of(pair.white).is_some() && board.color_of(pair.black).is_some()
        });
        theirs.into_iter().any(|board| match &board.status {
            BoardStatus::Provisional { verdict, .. }
            | BoardStatus::Final { verdict, .. }
            | BoardStatus::Ruled { verdict, .. } => verdict.result.was_played(),
            BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Disputed { .. }
            | BoardStatus::WithDirector { .. } => true,
        })
    }

    fn had_bye(&self, player: EntryNumber) -> bool {
        let byes = self
            .earlier()
            .iter()
            .filter_map(|round| round.bye_of(player));
        byes.into_iter()
            .any(|bye| bye.kind == ByeKind::PairingAllocated)
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} at {} by {:?}: {:?}",
            self.id,
            show(self.at),
            self.line,
            self.fact
        )
    }
}

/// An instant as people read it.
pub fn show(at: Timestamp) -> String {
    at.to_utc().format("%Y-%m-%d %H:%M:%S%.3f").to_string()
}
