//! What directors order, and what only they may ask.

use super::asks::the_board;
use super::which::{ANY_PHASE, Phases, RUNNING, the_one};
use super::{Request, Scene, Tools};
use crate::command::{
    BoardOrder, BoardWord, DraftOrder, Moment, Office, OfficeChange, OrderWords, PlayerOrder,
    SettingWords, TournamentWord,
};
use crate::tournament::{
    Action, Consent, Official, Order, Phase, Refusal, Role, Setting, Settings, Tournament, Wanted,
    Withdrawal,
};
use crate::view::Query;
use crate::vocabulary::{Account, BoardNumber, RoundNumber, Timestamp, TournamentId};
use std::collections::BTreeMap;

type Which<'w> = Option<&'w TournamentWord>;

/// What can be announced.
const DRAFT: Phases = &[Phase::Draft];
/// What can be opened.
const BEFORE_REGISTRATION: Phases = &[Phase::Draft, Phase::Announced];
/// What can be started.
const BEFORE_ROUNDS: Phases = &[Phase::Announced, Phase::Registration];
/// What players are in.
const WITH_PLAYERS: Phases = &[Phase::Announced, Phase::Registration, Phase::Running];

impl Scene<'_> {
    /// Gives an order its meaning.
    pub(super) fn direct(&self, words: OrderWords, tools: Tools<'_>) -> Result<Request, Refusal> {
        self.may_direct()?;
        let id =
            |which: &Option<TournamentWord>, phases| Ok(self.to_direct(which.as_ref(), phases)?.id);
        let order = match words {
            OrderWords::Preview(which) => return Ok(ask(Query::Preview(id(&which, RUNNING)?))),
            OrderWords::Disputes(which) => return Ok(ask(Query::Disputes(id(&which, RUNNING)?))),
            OrderWords::Preflight(which) => return Ok(ask(Query::Preflight(id(&which, RUNNING)?))),
            OrderWords::Sweep(which) => return Ok(ask(Query::Sweep(id(&which, RUNNING)?))),
            OrderWords::AskScore(which, board) => {
                return self.ask_score(board, which.as_ref());
            }
            OrderWords::Adjudicate { board, fen, which } => {
                return self.adjudicate(board, fen, which.as_ref());
            }
            OrderWords::Export(which, form) => {
                let tournament = self.to_export(which.as_ref())?;
                return Ok(ask(Query::Export(tournament.id, form)));
            }
            OrderWords::New { name } => Order::Create {
                settings: Box::new(Settings {
                    name,
                    ..tools.defaults.clone()
                }),
                seed: (tools.seeds)(),
            },
            OrderWords::Set(which, setting) => self.set(which.as_ref(), setting)?,
            OrderWords::Announce(which) => {
                let tournament = id(&which, DRAFT)?;
                Order::Announce { tournament }
            }
            OrderWords::Open(which) => {
                let tournament = id(&which, BEFORE_REGISTRATION)?;
                Order::Open { tournament }
            }
            OrderWords::Start(which) => {
                let tournament = id(&which, BEFORE_ROUNDS)?;
                Order::Start { tournament }
            }
            OrderWords::Finish(which, consent) => {
                let tournament = id(&which, RUNNING)?;
                Order::Finish {
                    tournament,
                    consent,
                }
            }
            OrderWords::Cancel(which, consent) => {
                let tournament = id(&which, ANY_PHASE)?;
                Order::Cancel {
                    tournament,
                    consent,
                }
            }
            OrderWords::Publish(which) => {
                let tournament = id(&which, RUNNING)?;
                Order::Publish { tournament }
            }
            OrderWords::Hold(which) => {
                let tournament = id(&which, RUNNING)?;
                Order::Hold { tournament }
            }
            OrderWords::Say { text } => Order::Say { text },
            OrderWords::Player { name, order, which } => {
                self.about_player(name, order, which.as_ref())?
            }
            OrderWords::Draft {
                order,
                consent,
                which,
            } => {
                let tournament = self.to_direct(which.as_ref(), RUNNING)?;
                self.about_draft(tournament, order, consent)?
            }
            OrderWords::Board(which, order) => {
                let tournament = self.to_direct(which.as_ref(), RUNNING)?;
                self.about_board(tournament, order)?
            }
            OrderWords::Official {
                change,
                role,
                name,
                office,
            } => self.about_official(change, role, name, office)?,
        };
        Ok(Request::Act(Action::Direct(order)))
    }

    /// The tournament to export: one that goes on, or else the newest that is over.
    fn to_export(&self, which: Which<'_>) -> Result<&Tournament, Refusal> {
        if which.is_some() || !self.directed().is_empty() {
            return self.to_direct(which, RUNNING);
        }
        let over = self.society.tournaments.values().rev();
        over.filter(|tournament| tournament.phase == Phase::Finished)
            .find(|tournament| self.directs(tournament))
            .ok_or(Refusal::NoTournament {
                wanted: Wanted::ToDirect,
            })
    }

    fn about_player(
        &self,
        name: String,
        order: PlayerOrder,
        which: Which<'_>,
    ) -> Result<Order, Refusal> {
        let found = self.to_direct(which, WITH_PLAYERS)?;
        let tournament = found.id;
        match order {
            PlayerOrder::Admit { missed } => Ok(Order::Admit {
                tournament,
                account: self.account_of(&name),
                name,
                missed,
            }),
            PlayerOrder::Expel { reason } => Ok(Order::Remove {
                tournament,
                entry: self.player(found, &name)?,
                why: Withdrawal::Expelled,
                reason,
            }),
            PlayerOrder::Reenter => Ok(Order::Reenter {
                tournament,
                entry: self.player(found, &name)?,
            }),
            PlayerOrder::Excuse { reason } => Ok(Order::Excuse {
                tournament,
                entry: self.player(found, &name)?,
                reason,
            }),
        }
    }

    fn about_draft(
        &self,
        found: &Tournament,
        order: DraftOrder,
        consent: Consent,
    ) -> Result<Order, Refusal> {
        let tournament = found.id;
        match order {
            DraftOrder::PairRound => Ok(Order::PairRound {
                tournament,
                consent,
            }),
            DraftOrder::Pair { white, black } => Ok(Order::PairByHand {
                tournament,
                white: self.player(found, &white)?,
                black: self.player(found, &black)?,
                consent,
            }),
            DraftOrder::Swap { first, second } => Ok(Order::Swap {
                tournament,
                first: self.player(found, &first)?,
                second: self.player(found, &second)?,
                consent,
            }),
            DraftOrder::Bye { player, kind } => Ok(Order::GiveBye {
                tournament,
                entry: self.player(found, &player)?,
                kind,
                consent,
            }),
        }
    }

    fn about_board(&self, tournament: &Tournament, order: BoardOrder) -> Result<Order, Refusal> {
        match order {
            BoardOrder::Result {
                board,
                verdict,
                reason,
            } => Ok(Order::Rule {
                board: self.board(tournament, board)?,
                verdict,
                reason,
            }),
            BoardOrder::Undo(board) => {
                let board = match board {
                    Some(board) => self.board(tournament, board)?,
                    None => the_board(tournament, |board| board.before_last_ruling().is_some())?,
                };
                Ok(Order::Undo { board })
            }
            BoardOrder::Extend {
                round,
                board,
                by,
                reason,
            } => {
                self.has_board(tournament, round, board)?;
                Ok(Order::Extend {
                    tournament: tournament.id,
                    round,
                    board,
                    by,
                    reason,
                })
            }
        }
    }

    fn has_board(
        &self,
        tournament: &Tournament,
        round: RoundNumber,
        board: Option<BoardNumber>,
    ) -> Result<(), Refusal> {
        match (board, tournament.round(round)) {
            (Some(board), _) => self
                .board(tournament, BoardWord { round, board })
                .map(|_| ()),
            (None, Some(_)) => Ok(()),
            (None, None) => Err(Refusal::UnknownBoard {
                written: round.to_string(),
            }),
        }
    }

    fn set(&self, which: Which<'_>, words: SettingWords) -> Result<Order, Refusal> {
        let tournament = self.to_direct(which, ANY_PHASE)?;
        let instant = |moment: Option<Moment>| -> Result<Option<Timestamp>, Refusal> {
            moment
                .map(|moment| moment.resolve(self.now, tournament.settings.zone))
                .transpose()
                .map_err(Refusal::ClockChange)
        };
        let setting = match words {
            SettingWords::Plain(setting) => setting,
            SettingWords::RegistrationOpens(at) => Setting::RegistrationOpens(instant(at)?),
            SettingWords::RegistrationCloses(at) => Setting::RegistrationCloses(instant(at)?),
        };
        Ok(Order::Set {
            tournament: tournament.id,
            setting,
        })
    }

    fn about_official(
        &self,
        change: OfficeChange,
        role: Role,
        name: String,
        office: Office,
    ) -> Result<Order, Refusal> {
        let account = self.account_of(&name);
        match change {
            OfficeChange::Appoint => Ok(Order::AppointOfficial {
                tournament: self.office_to_give(office)?,
                account,
                name,
                role,
            }),
            OfficeChange::Dismiss => Ok(Order::DismissOfficial {
                tournament: self.office_to_take(office, &account, &name, role)?,
                account,
                name,
                role,
            }),
        }
    }

    /// For which tournament somebody is appointed: the one that goes on; for all only where none does, or on demand.
    fn office_to_give(&self, office: Office) -> Result<Option<TournamentId>, Refusal> {
        let which = match office {
            Office::Everywhere => return Ok(None),
            Office::Of(which) => which,
        };
        if which.is_none() && self.directed().is_empty() {
            return Ok(None);
        }
        Ok(Some(self.to_direct(which.as_ref(), ANY_PHASE)?.id))
    }

    /// From which office somebody is dismissed: the one they have.
    fn office_to_take(
        &self,
        office: Office,
        account: &Account,
        name: &str,
        role: Role,
    ) -> Result<Option<TournamentId>, Refusal> {
        match office {
            Office::Everywhere => return Ok(None),
            Office::Of(Some(word)) => {
                return Ok(Some(self.to_direct(Some(&word), ANY_PHASE)?.id));
            }
            Office::Of(None) => {}
        }
        let has = |officials: &BTreeMap<Account, Official>| {
            officials
                .get(account)
                .is_some_and(|official| official.role == role)
        };
        let here: Vec<_> = self
            .directed()
            .into_iter()
            .filter(|tournament| has(&tournament.officials))
            .collect();
        match (has(&self.society.officials), here.is_empty()) {
            (true, true) => Ok(None),
            (false, true) => Err(Refusal::NotAnOfficial {
                name: name.to_owned(),
            }),
            (false, false) => Ok(Some(the_one(here, Wanted::ToDirect)?.id)),
            // Two offices, and only one is meant.
            (true, false) => Err(Refusal::WhichTournament {
                candidates: here.iter().map(|tournament| tournament.id).collect(),
            }),
        }
    }
}

fn ask(query: Query) -> Request {
    Request::Ask(query)
}
