//! Which tournament is meant, and whom a name means in it.

use super::Scene;
use crate::command::{TournamentWord, nearest};
use crate::tournament::{
    Actor, Board, BoardRef, Entry, EntryStatus, Phase, Refusal, Society, Tournament, Wanted,
};
use crate::vocabulary::{Account, Color, EntryNumber, TournamentId};

/// Which phases an order is for: where several tournaments fit, those in such a phase go before the others.
pub(super) type Phases = &'static [Phase];

/// Any phase will do.
pub(super) const ANY_PHASE: Phases = &[];
/// Boards are played in this one.
pub(super) const RUNNING: Phases = &[Phase::Running];

impl<'a> Scene<'a> {
    /// Whether the speaker directs or assists this tournament.
    pub(super) fn directs(&self, tournament: &Tournament) -> bool {
        match &self.speaker.actor {
            Actor::Account { account, .. } => self.society.role(account, tournament).is_some(),
            Actor::Operator => true,
            Actor::Stranger { .. } | Actor::Unchecked { .. } | Actor::Clock => false,
        }
    }

    /// Whether the speaker directs or assists anything that still goes on.
    pub(super) fn is_official(&self) -> bool {
        match &self.speaker.actor {
            Actor::Account { account, .. } => is_official(self.society, account),
            Actor::Operator => true,
            Actor::Stranger { .. } | Actor::Unchecked { .. } | Actor::Clock => false,
        }
    }

    /// Orders are for officials, and given in private.
    pub(super) fn may_direct(&self) -> Result<(), Refusal> {
        self.account_or_operator()?;
        if !self.is_official() {
            return Err(Refusal::NotDirector);
        }
        if !self.is_private() && self.speaker.actor != Actor::Operator {
            return Err(Refusal::OrdersInPrivate);
        }
        Ok(())
    }

    /// Whether this tournament may be shown: a draft to its officials only, and not where others read along.
    pub(super) fn is_visible(&self, tournament: &Tournament) -> bool {
        tournament.is_public() || (self.is_private() && self.directs(tournament))
    }

    fn all(&self) -> impl Iterator<Item = &'a Tournament> {
        self.society.tournaments.values()
    }

    /// The tournament of this number or name.
    pub(super) fn named(&self, word: &TournamentWord) -> Result<&'a Tournament, Refusal> {
        let unknown = || Refusal::UnknownTournament {
            written: word.to_string(),
        };
        let by_number = |number: u32| {
            self.society
                .tournament(TournamentId(number))
                .filter(|tournament| self.is_visible(tournament))
        };
        match word {
            TournamentWord::Number(number) => by_number(*number).ok_or_else(unknown),
            TournamentWord::Name(name) => {
                if let Some(tournament) = name.parse().ok().and_then(by_number) {
                    return Ok(tournament);
                }
                self.by_name(name)?.ok_or_else(unknown)
            }
        }
    }

    /// The tournament with this name or this unique beginning of one; of several, a whole name or a live one first.
    fn by_name(&self, name: &str) -> Result<Option<&'a Tournament>, Refusal> {
        let wanted = name.to_lowercase();
        let lower = |tournament: &Tournament| tournament.settings.name.to_lowercase();
        let found: Vec<_> = self
            .all()
            .filter(|tournament| self.is_visible(tournament))
            .filter(|tournament| lower(tournament).starts_with(&wanted))
            .collect();
        if found.is_empty() {
            return Ok(None);
        }
        let found = narrowed(found, |tournament| lower(tournament) == wanted);
        let found = narrowed(found, |tournament| tournament.is_live());
        the_one(found, Wanted::Any).map(Some)
    }

    /// The tournament to enter.
    pub(super) fn to_enter(
        &self,
        which: Option<&TournamentWord>,
    ) -> Result<&'a Tournament, Refusal> {
        if let Some(word) = which {
            return self.named(word);
        }
        let takes_entries = |tournament: &&Tournament| match tournament.phase {
            Phase::Announced | Phase::Registration => true,
            Phase::Draft | Phase::Running | Phase::Finished | Phase::Cancelled => false,
        };
        let open: Vec<_> = self.all().filter(takes_entries).collect();
        let running: Vec<_> = self
            .all()
            .filter(|tournament| tournament.phase == Phase::Running)
            .collect();
        match (open.is_empty(), running.as_slice()) {
            // Whoever comes late, or is in already, hears so of the one that goes on.
            (true, [only]) => Ok(only),
            _ => the_one(open, Wanted::ToEnter),
        }
    }

    /// The tournament the speaker plays in, and their entry.
    pub(super) fn own(
        &self,
        which: Option<&TournamentWord>,
        phases: Phases,
    ) -> Result<(&'a Tournament, &'a Entry), Refusal> {
        let account = self.account()?;
        let tournament = match which {
            Some(word) => self.named(word)?,
            None => the_one(self.entered(account, phases), Wanted::OwnEntry)?,
        };
        with_entry(tournament, account)
    }

    /// As [`own`](Scene::own), for something said of one's board: of several tournaments those count in which a board of
    /// the speaker's fits it, where there are any.
    pub(super) fn own_acting(
        &self,
        which: Option<&TournamentWord>,
        fits: impl Fn(&Tournament, &Board, Color) -> bool,
    ) -> Result<(&'a Tournament, &'a Entry), Refusal> {
        if which.is_some() {
            return self.own(which, RUNNING);
        }
        let account = self.account()?;
        let has_board = |tournament: &Tournament| {
            let entry = tournament.entry_of(account);
            let rounds = tournament.rounds.iter().filter(|round| round.is_public());
            let mut boards = rounds.flat_map(|round| round.boards.iter());
            entry.is_some_and(|entry| {
                boards.any(|board| {
                    let color = board.color_of(entry.number);
                    color.is_some_and(|color| fits(tournament, board, color))
                })
            })
        };
        let found = narrowed(self.entered(account, RUNNING), has_board);
        with_entry(the_one(found, Wanted::OwnEntry)?, account)
    }

    /// The live tournaments an account entered; those it is still active in before the others.
    pub(super) fn entered(&self, account: &Account, phases: Phases) -> Vec<&'a Tournament> {
        let entered = self
            .all()
            .filter(|tournament| tournament.is_live() && tournament.is_public())
            .filter(|tournament| tournament.entry_of(account).is_some())
            .collect();
        let active = narrowed(entered, |tournament| {
            tournament
                .entry_of(account)
                .is_some_and(|entry| entry.status == EntryStatus::Active)
        });
        in_phases(active, phases)
    }

    /// The tournament an order is about.
    pub(super) fn to_direct(
        &self,
        which: Option<&TournamentWord>,
        phases: Phases,
    ) -> Result<&'a Tournament, Refusal> {
        self.may_direct()?;
        match which {
            Some(word) => {
                let tournament = self.named(word)?;
                if self.directs(tournament) {
                    Ok(tournament)
                } else {
                    Err(Refusal::NotDirector)
                }
            }
            None => the_one(in_phases(self.directed(), phases), Wanted::ToDirect),
        }
    }

    /// The live tournaments the speaker directs or assists.
    pub(super) fn directed(&self) -> Vec<&'a Tournament> {
        self.all()
            .filter(|tournament| tournament.is_live() && self.directs(tournament))
            .collect()
    }

    /// The tournament of a board the speaker names by its number: one they direct, assist or entered, and one that goes on
    /// before the others.
    pub(super) fn directed_or_entered(
        &self,
        which: Option<&TournamentWord>,
    ) -> Result<&'a Tournament, Refusal> {
        if let Some(word) = which {
            return self.named(word);
        }
        let mut found = self.directed();
        if let Ok(account) = self.account() {
            found.extend(self.entered(account, RUNNING));
        }
        found.retain(|tournament| self.is_visible(tournament));
        found.sort_by_key(|tournament| tournament.id);
        found.dedup_by_key(|tournament| tournament.id);
        the_one(in_phases(found, RUNNING), Wanted::OwnEntry)
    }

    /// The tournament a question is about: the speaker's own, else the one going on, else the newest.
    pub(super) fn to_ask(
        &self,
        which: Option<&TournamentWord>,
        phases: Phases,
    ) -> Result<&'a Tournament, Refusal> {
        if let Some(word) = which {
            return self.named(word);
        }
        let own = match self.account() {
            Ok(account) => self.entered(account, phases),
            // A question needs no proof; without one there is just nothing of their own.
            Err(_) => Vec::new(),
        };
        if !own.is_empty() {
            return the_one(own, Wanted::Any);
        }
        let live: Vec<_> = self
            .all()
            .filter(|tournament| tournament.is_live() && self.is_visible(tournament))
            .collect();
        if !live.is_empty() {
            let public = narrowed(live, |tournament| tournament.is_public());
            let directed = narrowed(public, |tournament| self.directs(tournament));
            return the_one(in_phases(directed, phases), Wanted::Any);
        }
        let newest = self
            .all()
            .filter(|tournament| tournament.is_public())
            .last();
        newest.ok_or(Refusal::NoTournament {
            wanted: Wanted::Any,
        })
    }

    /// The entry of a name as written.
    pub(super) fn player(
        &self,
        tournament: &Tournament,
        name: &str,
    ) -> Result<EntryNumber, Refusal> {
        let account = self.account_of(name);
        match tournament.entry_of(&account) {
            Some(entry) => Ok(entry.number),
            None => {
                let names = tournament.entries.iter().map(|entry| entry.name.as_str());
                Err(Refusal::UnknownPlayer {
                    written: name.to_owned(),
                    nearest: nearest(name, names).map(str::to_owned),
                    tournament: tournament.id,
                })
            }
        }
    }

    /// A board that exists.
    pub(super) fn board(
        &self,
        tournament: &Tournament,
        board: crate::command::BoardWord,
    ) -> Result<BoardRef, Refusal> {
        let at = BoardRef {
            tournament: tournament.id,
            round: board.round,
            board: board.board,
        };
        match self.society.board(at) {
            Some(_) => Ok(at),
            None => Err(Refusal::UnknownBoard {
                written: board.to_string(),
            }),
        }
    }
}

fn is_official(society: &Society, account: &Account) -> bool {
    society.officials.contains_key(account)
        || society
            .tournaments
            .values()
            .any(|tournament| tournament.is_live() && tournament.officials.contains_key(account))
}

/// A board without its final result.
pub(super) fn is_open(_: &Tournament, board: &Board, _: Color) -> bool {
    board.status.settled().is_none()
}

fn with_entry<'a>(
    tournament: &'a Tournament,
    account: &Account,
) -> Result<(&'a Tournament, &'a Entry), Refusal> {
    let entry = tournament.entry_of(account).ok_or(Refusal::NotEntered {
        tournament: tournament.id,
    })?;
    Ok((tournament, entry))
}

/// The only one there is.
pub(super) fn the_one(found: Vec<&Tournament>, wanted: Wanted) -> Result<&Tournament, Refusal> {
    match found.as_slice() {
        [] => Err(Refusal::NoTournament { wanted }),
        [tournament] => Ok(tournament),
        [_, _, ..] => Err(Refusal::WhichTournament {
            candidates: found.iter().map(|tournament| tournament.id).collect(),
        }),
    }
}

/// Those that are preferred, where there are any and a choice is to be made; else all.
pub(super) fn narrowed(
    found: Vec<&Tournament>,
    preferred: impl Fn(&Tournament) -> bool,
) -> Vec<&Tournament> {
    let narrower: Vec<_> = found
        .iter()
        .copied()
        .filter(|tournament| preferred(tournament))
        .collect();
    if narrower.is_empty() { found } else { narrower }
}

fn in_phases(found: Vec<&Tournament>, phases: Phases) -> Vec<&Tournament> {
    narrowed(found, |tournament| phases.contains(&tournament.phase))
}
