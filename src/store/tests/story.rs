//! A story in which everything happens at least once, and no two instants or texts are the same.

use crate::game::Gap;
use crate::tournament::CannotDraw;
use crate::tournament::{
    AbsenceScope, AttemptCause, BoardRef, BoardStatus, Bye, CheckInBy, ColorsPlayed, Entrance,
    Fact, Ground, HandedOver, KeptFault, KeptScore, MoveGround, Names, PairedBy, Pairing, Phase,
    Remarks, Reminder, Report, Role, ScoreFact, Sender, Setting, Settings, Usefulness, Verdict,
    WeeklyTime, Withdrawal,
};
use crate::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Span, Timestamp, TournamentId, Weekday,
};

/// The tournament of the story.
pub const CUP: TournamentId = TournamentId(1);

/// An instant told apart from all others by its number.
pub fn instant(number: i64) -> Timestamp {
    Timestamp::from_ms(1_790_000_000_000 + number)
}

/// An account under ASCII folding.
pub fn account(name: &str) -> Account {
    Account::new(name, CaseMapping::Ascii)
}

/// A board of the first round.
pub fn board(number: u16) -> BoardRef {
    BoardRef {
        tournament: CUP,
        round: RoundNumber(1),
        board: BoardNumber(number),
    }
}

/// An entry's number.
pub fn entry(number: u32) -> EntryNumber {
    EntryNumber(number)
}

/// The whole story.
pub fn story() -> Vec<Fact> {
    let mut facts = society();
    facts.extend(registration());
    facts.extend(super::rated::ratings());
    facts.extend(pairing());
    facts.extend(week());
    facts.extend(gamescores());
    facts.extend(results());
    facts.extend(aftermath());
    facts
}

fn society() -> Vec<Fact> {
    let split = AbsenceScope::Accounts([account("Rook|x"), account("Pawn[y]")].into());
    vec![
        Fact::OfficialAppointed {
            tournament: None,
            account: account("Boss"),
            name: "Boss".to_owned(),
            role: Role::Director,
        },
        Fact::OfficialAppointed {
            tournament: None,
            account: account("Boss"),
            name: "BOSS".to_owned(),
            role: Role::Assistant,
        },
        Fact::ZoneChosen {
            account: account("Rook|x"),
            zone: chrono_tz::Tz::Europe__Berlin,
        },
        Fact::BotLeft {
            since: instant(1),
            scope: AbsenceScope::Everybody,
        },
        Fact::BotLeft {
            since: instant(2),
            scope: split.clone(),
        },
        Fact::BotReturned {
            at: instant(3),
            scope: split,
        },
        Fact::AttemptRefused {
            board: None,
            text: "tournament cancel".to_owned(),
            cause: AttemptCause::NotDirector,
        },
        Fact::Said {
            text: "Welcome \u{2654} \"all\"".to_owned(),
        },
    ]
}

fn registration() -> Vec<Fact> {
    let mut settings = Settings::new("Weekly 'Cup'");
    settings.registration_closes = Some(instant(9));
    settings.deadline_at = Some(WeeklyTime {
        weekday: Weekday::Sunday,
        hour: 20,
        minute: 0,
    });
    let mut facts = vec![
        Fact::TournamentCreated {
            tournament: CUP,
            seed: u64::MAX - 5,
            settings: Box::new(settings),
        },
        Fact::OfficialAppointed {
            tournament: Some(CUP),
            account: account("Boss"),
            name: "Boss".to_owned(),
            role: Role::Director,
        },
        Fact::OfficialDismissed {
            tournament: None,
            account: account("Boss"),
        },
        Fact::SettingChanged {
            tournament: CUP,
            setting: Setting::CheckinWindow(Span::from_hours(36)),
        },
        Fact::PhaseChanged {
            from: Phase::Announced,
            tournament: CUP,
            phase: Phase::Registration,
        },
        Fact::RegistrationStalled { tournament: CUP },
    ];
    let names = ["Rook|x", "Pawn[y]", "King", "Queen", "Bishop", "Knight"];
    facts.extend((1..).zip(names).map(|(number, name)| Fact::EntryAdded {
        tournament: CUP,
        entry: entry(number),
        account: account(name),
        name: name.to_owned(),
        how: Entrance::Registered,
        at: instant(10 + i64::from(number)),
        first_round: RoundNumber(1),
        missed: ByeKind::ZeroPoint,
    }));
    facts
}

fn pairing() -> Vec<Fact> {
    let paired = |pairs: [(u32, u32); 2], byes: [u32; 2]| Fact::RoundPaired {
        tournament: CUP,
        round: RoundNumber(1),
        pairs: pairs
            .map(|(white, black)| Pairing {
                white: entry(white),
                black: entry(black),
            })
            .to_vec(),
        byes: byes
            .map(|player| Bye {
                player: entry(player),
                kind: ByeKind::HalfPoint,
            })
            .to_vec(),
        publish_at: Some(instant(20)),
        by: PairedBy::System,
    };
    vec![
        Fact::LotsDrawn {
            tournament: CUP,
            order: [3, 6, 1, 2, 5, 4].map(EntryNumber).to_vec(),
        },
        Fact::EntryAdded {
            tournament: CUP,
            entry: entry(7),
            account: account("Late"),
            name: "LATE".to_owned(),
            how: Entrance::Admitted,
            at: instant(21),
            first_round: RoundNumber(2),
            missed: ByeKind::HalfPoint,
        },
        Fact::PairingImpossible {
            tournament: CUP,
            round: RoundNumber(1),
            cause: CannotDraw::NobodyMayHaveTheBye,
        },
        paired([(1, 2), (3, 4)], [6, 5]),
        paired([(2, 1), (5, 6)], [4, 3]),
        Fact::RoundHeld {
            tournament: CUP,
            round: RoundNumber(1),
        },
        Fact::RoundPublished {
            tournament: CUP,
            round: RoundNumber(1),
            at: instant(22),
            cutoff: instant(23),
            deadline: instant(24),
        },
        Fact::TimingMoved {
            tournament: CUP,
            round: RoundNumber(1),
            boards: vec![BoardNumber(2)],
            cutoff: instant(25),
            deadline: instant(26),
            at: instant(27),
            ground: MoveGround::Absence {
                from: instant(28),
                until: instant(29),
            },
        },
    ]
}

fn week() -> Vec<Fact> {
    let both =
        |make: &dyn Fn(Color, i64) -> Fact| vec![make(Color::White, 30), make(Color::Black, 31)];
    let mut facts = both(&|color, number| Fact::CheckedIn {
        board: board(1),
        color,
        at: instant(number),
        by: match color {
            Color::White => CheckInBy::Player,
            Color::Black => CheckInBy::Director,
        },
    });
    facts.extend(both(&|color, number| Fact::Excused {
        board: board(1),
        color,
        reason: format!("excuse {number}"),
    }));
    facts.extend(both(&|color, number| Fact::PlayingMarked {
        board: board(1),
        color,
        at: instant(number + 10),
    }));
    facts.extend(both(&|color, number| Fact::Explained {
        board: board(1),
        color,
        text: format!("explanation {number}"),
    }));
    facts.extend([
        Fact::CheckInLate {
            board: board(2),
            color: Color::Black,
            at: instant(50),
        },
        Fact::GameInterrupted {
            board: board(2),
            color: Color::White,
            at: instant(51),
        },
        Fact::GameResumed {
            board: board(2),
            color: Color::White,
        },
        Fact::GameInterrupted {
            board: board(1),
            color: Color::Black,
            at: instant(52),
        },
        Fact::Reminded {
            tournament: CUP,
            round: RoundNumber(1),
            boards: vec![BoardNumber(1), BoardNumber(2)],
            reminder: Reminder::OneHour,
            usefulness: Usefulness::Send,
        },
        Fact::Reminded {
            tournament: CUP,
            round: RoundNumber(1),
            boards: vec![BoardNumber(1)],
            reminder: Reminder::TwoDays,
            usefulness: Usefulness::Skip,
        },
    ]);
    facts
}

/// Somebody sends moves, somebody throws theirs away, and a director asks.
fn gamescores() -> Vec<Fact> {
    let (white, black) = (account("Rook|x"), account("Pawn[y]"));
    let begun = |account: &Account, number: u16, sender| ScoreFact::Begun {
        account: account.clone(),
        board: board(number),
        sender,
        at: instant(53),
    };
    let line = |account: &Account, text: &str, at| ScoreFact::Line {
        account: account.clone(),
        text: text.to_owned(),
        at: instant(at),
    };
    let kept = |account: &Account, sender, fault| ScoreFact::Kept {
        account: account.clone(),
        board: board(1),
        game: 1,
        sender,
        score: Box::new(KeptScore {
            by: "Ada".to_owned(),
            at: instant(56),
            tags: vec![("Event".to_owned(), "\"Cup\"".to_owned())],
            start: None,
            moves: "e2e4 e7e5".to_owned(),
            marker: Some("1-0".to_owned()),
            fault,
        }),
        remarks: Remarks {
            language: Some("German".to_owned()),
            queens: vec![3],
            left_out: Some("words".to_owned()),
            may_lack: Some(2),
            numbers_off: Some(1),
            names: Names::Exchanged,
        },
        asked_by: Some("Eve".to_owned()),
    };
    let asked = |number| ScoreFact::Asked {
        board: board(number),
        by: "Eve".to_owned(),
        at: instant(54),
    };
    let fault = KeptFault {
        ply: 3,
        text: "Ke9".to_owned(),
    };
    let facts = [
        asked(1),
        asked(2),
        ScoreFact::Reminded {
            board: board(2),
            at: instant(55),
        },
        begun(&white, 1, Sender::White),
        line(&white, "1. e4 'e5'", 54),
        ScoreFact::Gap {
            account: white.clone(),
            gap: Gap::Unheard,
        },
        line(&white, "2. Nf3", 55),
        ScoreFact::Gap {
            account: white.clone(),
            gap: Gap::Lost,
        },
        kept(&white, Sender::White, None),
        ScoreFact::Contradicts {
            board: board(1),
            game: 1,
            sender: Sender::White,
            verdict: Verdict {
                result: BoardResult::Played(Outcome::Draw),
                colors: ColorsPlayed::AsPaired,
            },
        },
        begun(&black, 2, Sender::Black),
        ScoreFact::Discarded {
            account: black.clone(),
        },
        begun(&black, 2, Sender::Black),
        ScoreFact::Forgotten {
            account: black.clone(),
            board: board(2),
        },
        begun(&black, 1, Sender::Official),
        kept(&black, Sender::Official, Some(fault)),
        begun(&black, 2, Sender::Black),
        line(&black, "1. d4", 57),
    ];
    facts.into_iter().map(Fact::Score).collect()
}

fn results() -> Vec<Fact> {
    let report = |color, outcome, colors, number| Fact::Reported {
        board: board(1),
        color,
        report: Report {
            outcome,
            colors,
            at: instant(number),
        },
    };
    vec![
        report(Color::White, Outcome::WhiteWins, ColorsPlayed::AsPaired, 60),
        report(Color::Black, Outcome::Draw, ColorsPlayed::Swapped, 61),
        Fact::BoardMoved {
            board: board(1),
            status: BoardStatus::Disputed { since: instant(62) },
        },
        Fact::DirectorsReminded {
            tournament: CUP,
            round: RoundNumber(1),
            boards: vec![BoardNumber(1)],
            at: instant(63),
        },
        ruled(Outcome::WhiteWins, "a: \"b\""),
        ruled(Outcome::BlackWins, "second thoughts"),
        Fact::RulingUndone { board: board(1) },
        Fact::BoardMoved {
            board: board(2),
            status: BoardStatus::WithDirector {
                since: instant(64),
                cause: HandedOver::InProgress,
            },
        },
        Fact::AttemptRefused {
            board: Some(board(2)),
            text: "report won".to_owned(),
            cause: AttemptCause::NotYourGame,
        },
        Fact::BoardMoved {
            board: board(2),
            status: BoardStatus::Final {
                verdict: Verdict::unplayed(BoardResult::Forfeit {
                    loser: Color::White,
                }),
                ground: Ground::SingleReport(Color::Black),
            },
        },
        // Two drawn games, the second of which a director enters, takes back and enters again; then one that decides.
        ruled(Outcome::Draw, "first"),
        further_game(65),
        report(Color::White, Outcome::Draw, ColorsPlayed::AsPaired, 66),
        ruled(Outcome::Draw, "second"),
        further_game(67),
        Fact::RulingUndone { board: board(1) },
        ruled(Outcome::Draw, "second"),
        further_game(68),
        report(Color::Black, Outcome::BlackWins, ColorsPlayed::AsPaired, 69),
        report(Color::White, Outcome::WhiteWins, ColorsPlayed::AsPaired, 69),
        ruled(Outcome::BlackWins, "third"),
    ]
}

fn further_game(number: i64) -> Fact {
    Fact::FurtherGame {
        board: board(1),
        at: instant(number),
    }
}

fn ruled(outcome: Outcome, reason: &str) -> Fact {
    Fact::Ruled {
        board: board(1),
        verdict: Verdict {
            result: BoardResult::Played(outcome),
            colors: ColorsPlayed::Swapped,
        },
        by: "Boss".to_owned(),
        reason: reason.to_owned(),
    }
}

fn aftermath() -> Vec<Fact> {
    let withdrawn = |number, why| Fact::EntryWithdrawn {
        tournament: CUP,
        entry: entry(number),
        why,
        reason: None,
    };
    vec![
        Fact::RoundClosed {
            tournament: CUP,
            round: RoundNumber(1),
            at: instant(70),
        },
        Fact::PairingImpossible {
            tournament: CUP,
            round: RoundNumber(2),
            cause: CannotDraw::NoCompletePairing,
        },
        withdrawn(5, Withdrawal::Deserted),
        withdrawn(6, Withdrawal::Expelled),
        Fact::EntryReentered {
            tournament: CUP,
            entry: entry(6),
        },
        Fact::PairingImpossible {
            tournament: CUP,
            round: RoundNumber(2),
            cause: CannotDraw::TooFewPlayers,
        },
        Fact::BotReturned {
            at: instant(71),
            scope: AbsenceScope::Everybody,
        },
    ]
}
