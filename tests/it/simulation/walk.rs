//! Random walks of the rules alone: any action in any state is decided or refused, and never a panic.
//!
//! Without desk and disk a walk is some thousand actions in the time of one season, nearly all of them senseless.

use super::order;
use chessmasters::lots::Lots;
use chessmasters::tournament::{
    AbsenceScope, Acceleration, Action, Actor, Claim, ColorsPlayed, Consent, Format, NextRound,
    Order, OwnResult, Pace, Role, Rules, Setting, Settings, Society, ThirdPlace, Verdict,
    Withdrawal, decide,
};
use chessmasters::tournament::{BoardRef, Due};
use chessmasters::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Span, Timestamp, TournamentId,
};

/// How many walks, and how many actions each.
const WALKS: u64 = 400;
const ACTIONS: u64 = 600;

const ID: TournamentId = TournamentId(1);

struct Walk {
    lots: Lots,
    society: Society,
    now: Timestamp,
}

#[test]
fn any_action_in_any_state_is_decided() {
    for seed in 1..=WALKS {
        let walked = std::panic::catch_unwind(|| Walk::new(seed).go());
        assert!(walked.is_ok(), "walk {seed} failed");
    }
}

fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

fn person(name: String) -> Actor {
    Actor::Account {
        account: account(&name),
        name,
    }
}

impl Walk {
    fn new(seed: u64) -> Walk {
        let mut walk = Walk {
            lots: Lots::new(seed),
            society: Society::default(),
            now: Timestamp::from_ms(1_796_083_200_000),
        };
        let mut settings = Settings::new("Open");
        settings.format = walk.pick(&[
            Format::Swiss,
            Format::Swiss,
            Format::RoundRobin,
            Format::DoubleRoundRobin,
            Format::Knockout,
        ]);
        if settings.format == Format::Knockout {
            settings.third_place = walk.pick(&[ThirdPlace::Played, ThirdPlace::NotPlayed]);
        }
        settings.rules = walk.pick(&[Rules::Y2026, Rules::Y2017]);
        settings.acceleration = walk.pick(&[Acceleration::None, Acceleration::Baku]);
        settings.pairing = walk.pick(&[Pace::Auto, Pace::Manual]);
        settings.next_round = walk.pick(&[NextRound::AtOnce, NextRound::AtDeadline]);
        let order = Order::Create {
            settings: Box::new(settings),
            seed,
        };
        walk.act(&Action::Direct(order), &Actor::Operator);
        walk.act(
            &Action::Direct(Order::Open { tournament: ID }),
            &Actor::Operator,
        );
        walk
    }

    fn go(mut self) {
        for _ in 0..ACTIONS {
            let hours = if self.lots.coin() { 0 } else { 20 };
            self.now = self.now + Span::from_ms(self.below(hours * 3_600_000 + 5_000) as i64);
            self.catch_up();
            if let Some(action) = self.action() {
                // The operator directs, and does not play.
                let actor = if matches!(action, Action::Direct(_)) {
                    Actor::Operator
                } else {
                    self.actor()
                };
                self.act(&action, &actor);
            }
            self.catch_up();
        }
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.lots.below(limit)
    }

    fn pick<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.lots.below(things.len() as u64) as usize].clone()
    }

    fn act(&mut self, action: &Action, actor: &Actor) {
        let Ok(facts) = decide(&self.society, action, actor, self.now) else {
            return;
        };
        for fact in facts {
            self.society.apply(&fact);
            if let Some(tournament) = order::about(&fact).and_then(|id| self.society.tournament(id))
            {
                order::check(tournament);
            }
        }
    }

    fn catch_up(&mut self) {
        let mut last: Option<(Timestamp, Due)> = None;
        for _ in 0..1_000 {
            let Some((at, due)) = self.society.next_due().filter(|(at, _)| *at <= self.now) else {
                return;
            };
            assert!(last != Some((at, due)), "{due:?} is never done");
            last = Some((at, due));
            self.act(&Action::Due(due), &Actor::Clock);
        }
        panic!("the clock does not come to an end: {last:?}");
    }

    fn actor(&mut self) -> Actor {
        match self.below(8) {
            0 => Actor::Stranger {
                nick: "P1".to_owned(),
            },
            1 => Actor::Unchecked {
                nick: "P2".to_owned(),
            },
            _ => {
                let name = self.name();
                person(name)
            }
        }
    }

    fn name(&mut self) -> String {
        format!("P{}", self.below(12))
    }

    /// An entry that exists: only such ones come out of a command.
    fn entry(&mut self) -> Option<EntryNumber> {
        let entries = self.society.tournament(ID)?.entries.len() as u64;
        let limit = Some(entries).filter(|limit| *limit > 0)?;
        let number = 1 + self.below(limit);
        Some(EntryNumber(u32::try_from(number).expect("few")))
    }

    fn board(&mut self) -> BoardRef {
        BoardRef {
            tournament: ID,
            round: RoundNumber(self.below(5) as u16),
            board: BoardNumber(self.below(6) as u16),
        }
    }

    fn span(&mut self) -> Span {
        Span::from_ms(self.below(400_000_000) as i64 - 200_000_000)
    }

    fn result(&mut self) -> BoardResult {
        let loser = self.pick(&Color::BOTH);
        self.pick(&[
            BoardResult::Played(Outcome::WhiteWins),
            BoardResult::Played(Outcome::BlackWins),
            BoardResult::Played(Outcome::Draw),
            BoardResult::Forfeit { loser },
            BoardResult::DoubleForfeit,
        ])
    }

    fn action(&mut self) -> Option<Action> {
        let tournament = match self.below(20) {
            0 => TournamentId(7),
            _ => ID,
        };
        let text = "said".to_owned();
        let colors = self.pick(&[
            ColorsPlayed::AsPaired,
            ColorsPlayed::AsPaired,
            ColorsPlayed::Swapped,
        ]);
        let said_at = self.now - Span::from_ms(self.below(3_000) as i64);
        Some(match self.below(24) {
            0..=3 => Action::Register {
                tournament,
                said_at,
            },
            4 => Action::Withdraw { tournament },
            5 => Action::CheckIn {
                tournament,
                said_at,
            },
            6 | 7 => Action::Report {
                tournament,
                claim: Claim::Own {
                    result: self.pick(&[OwnResult::Won, OwnResult::Lost, OwnResult::Drew]),
                    colors,
                },
                text,
                said_at,
            },
            8 => Action::Confirm {
                tournament,
                said_at,
            },
            9 => Action::Explain { tournament, text },
            10 => Action::MarkPlaying {
                tournament,
                said_at,
            },
            11 => self.pick(&[
                Action::Interrupt { tournament },
                Action::Resume { tournament },
            ]),
            12 => Action::LoseSight {
                since: self.now - Span::from_secs(20),
                scope: self.scope(),
            },
            13 | 14 => Action::RegainSight {
                scope: self.scope(),
            },
            _ => return self.order(tournament).map(Action::Direct),
        })
    }

    fn scope(&mut self) -> AbsenceScope {
        match self.below(3) {
            0 => AbsenceScope::Everybody,
            number => AbsenceScope::Accounts([account(&format!("P{number}"))].into()),
        }
    }

    fn order(&mut self, tournament: TournamentId) -> Option<Order> {
        let consent = self.pick(&[Consent::NotGiven, Consent::Confirmed]);
        let (entry, other) = (self.entry(), self.entry());
        let reason = "because".to_owned();
        let name = self.name();
        Some(match self.below(24) {
            0 => Order::Start { tournament },
            1 if self.below(8) == 0 => Order::Finish {
                tournament,
                consent,
            },
            1 | 2 => Order::Admit {
                tournament,
                account: account(&name),
                name,
                missed: self.pick(&[ByeKind::HalfPoint, ByeKind::ZeroPoint]),
            },
            3 => Order::Remove {
                tournament: ID,
                entry: entry?,
                why: self.pick(&[
                    Withdrawal::Announced,
                    Withdrawal::Deserted,
                    Withdrawal::Expelled,
                ]),
                reason: None,
            },
            4 | 5 => Order::Reenter {
                tournament: ID,
                entry: entry?,
            },
            6 | 7 => Order::PairRound {
                tournament,
                consent,
            },
            8 => Order::PairByHand {
                tournament: ID,
                white: entry?,
                black: other?,
                consent,
            },
            9 => Order::Swap {
                tournament: ID,
                first: entry?,
                second: other?,
                consent,
            },
            10 => Order::GiveBye {
                tournament: ID,
                entry: entry?,
                kind: self.pick(&[
                    ByeKind::PairingAllocated,
                    ByeKind::FullPoint,
                    ByeKind::HalfPoint,
                    ByeKind::ZeroPoint,
                ]),
                consent,
            },
            11 | 12 => Order::Publish { tournament },
            13 => Order::Hold { tournament },
            14..=16 => Order::Rule {
                board: self.board(),
                verdict: Verdict::unplayed(self.result()),
                reason,
            },
            17 => Order::Undo {
                board: self.board(),
            },
            18 => Order::MarkPresent {
                tournament: ID,
                entry: entry?,
            },
            19 => Order::Excuse {
                tournament: ID,
                entry: entry?,
                reason,
            },
            20 => Order::Extend {
                tournament,
                round: RoundNumber(self.below(5) as u16),
                board: None,
                by: self.span(),
                reason,
            },
            21 => Order::AppointOfficial {
                tournament: Some(tournament),
                account: account(&name),
                name,
                role: self.pick(&[Role::Director, Role::Assistant]),
            },
            22 => Order::Set {
                tournament,
                setting: Setting::Rounds(1 + self.below(9) as u16),
            },
            _ => Order::Set {
                tournament,
                setting: Setting::RegistrationCloses(Some(self.now + Span::from_secs(9))),
            },
        })
    }
}
