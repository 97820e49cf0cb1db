//! Why not: every refusal has its own sentence.

use super::fixture::*;
use crate::phrasing::refusal;
use crate::ports::Place;
use crate::tournament::{CannotDraw, Phase, Refusal, Risk, SettingsProblem, Verdict, Wanted};
use crate::vocabulary::{
    BoardNumber, BoardResult, Color, EntryNumber, Outcome, RoundNumber, TournamentId,
};
use expect_test::expect;
use std::collections::BTreeSet;

fn about_people() -> Vec<Refusal> {
    let tournament = SPRING;
    let entry = EntryNumber(2);
    let name = || "Pawn[y]".to_owned();
    vec![
        Refusal::NotIdentified,
        Refusal::CannotCheck,
        Refusal::NotDirector,
        Refusal::AssistantMayNot,
        Refusal::OrdersInPrivate,
        Refusal::NoTournament {
            wanted: Wanted::ToEnter,
        },
        Refusal::NoTournament {
            wanted: Wanted::OwnEntry,
        },
        Refusal::NoTournament {
            wanted: Wanted::ToDirect,
        },
        Refusal::NoTournament {
            wanted: Wanted::Any,
        },
        Refusal::WhichTournament {
            candidates: vec![tournament, TournamentId(2)],
        },
        Refusal::UnknownTournament {
            written: "#9".to_owned(),
        },
        Refusal::WrongPhase {
            tournament,
            phase: Phase::Running,
        },
        Refusal::WrongPhase {
            tournament,
            phase: Phase::Finished,
        },
        Refusal::RegistrationNotOpen {
            tournament,
            opens_at: Some(december(6, 12, 0, 0)),
        },
        Refusal::RegistrationNotOpen {
            tournament,
            opens_at: None,
        },
        Refusal::NoLateEntry { tournament: SPRING },
        Refusal::RegistrationOver { tournament },
        Refusal::AlreadyEntered {
            tournament,
            entry: EntryNumber(1),
        },
        Refusal::AlreadyEntered { tournament, entry },
        Refusal::EnteredAndWithdrawn {
            tournament,
            entry: EntryNumber(1),
        },
        Refusal::OfficialsDoNotPlay {
            name: "Boss".to_owned(),
            tournament,
        },
        Refusal::PlayersDoNotDirect {
            name: name(),
            tournament,
        },
        Refusal::NotAnOfficial { name: name() },
        Refusal::LastDirector,
        Refusal::TournamentFull { tournament },
        Refusal::NotEntered { tournament },
        Refusal::AlreadyWithdrawn {
            tournament,
            entry: EntryNumber(1),
        },
        Refusal::AlreadyWithdrawn { tournament, entry },
        Refusal::NotWithdrawn { tournament, entry },
        Refusal::UnknownPlayer {
            written: "Pwan".to_owned(),
            nearest: Some(name()),
            tournament,
        },
        Refusal::UnknownPlayer {
            written: "Xyzzy".to_owned(),
            nearest: None,
            tournament,
        },
    ]
}

fn about_boards() -> Vec<Refusal> {
    let tournament = SPRING;
    let board = board(1);
    let verdict = Verdict::unplayed(BoardResult::Played(Outcome::WhiteWins));
    let at = december(6, 16, 10, 5);
    vec![
        Refusal::UnknownBoard {
            written: "1.9".to_owned(),
        },
        Refusal::NoBoard {
            tournament,
            round: Some(RoundNumber(1)),
            bye: true,
        },
        Refusal::NoBoard {
            tournament,
            round: Some(RoundNumber(1)),
            bye: false,
        },
        Refusal::NoBoard {
            tournament,
            round: None,
            bye: false,
        },
        Refusal::NotYourGame { own: Some(board) },
        Refusal::NotYourGame { own: None },
        Refusal::SamePlayerTwice { board },
        Refusal::ColorsContradict {
            board,
            color: Color::White,
            said: Outcome::WhiteWins,
        },
        Refusal::ColorsContradict {
            board,
            color: Color::White,
            said: Outcome::BlackWins,
        },
        Refusal::ColorsContradict {
            board,
            color: Color::Black,
            said: Outcome::Draw,
        },
        Refusal::AlreadyReported {
            board,
            outcome: Outcome::Draw,
        },
        Refusal::BoardSettled { board, verdict },
        Refusal::BoardRuled {
            board,
            verdict,
            by: "Boss".to_owned(),
        },
        Refusal::NothingToConfirm { board },
        Refusal::NotDisputed { board },
        Refusal::NotInterrupted { board },
        Refusal::AlreadyMarked { board },
        Refusal::CheckInInChannel,
        Refusal::CheckInTooEarly {
            board,
            opens_at: december(5, 16, 30, 0),
            cutoff: cutoff(),
        },
        Refusal::AlreadyCheckedIn {
            board,
            color: Color::White,
            at,
        },
        Refusal::CheckInNotNeeded { board },
        Refusal::NothingToUndo { board },
    ]
}

fn about_rounds() -> Vec<Refusal> {
    let tournament = SPRING;
    let (first, second) = (EntryNumber(1), EntryNumber(2));
    let round = RoundNumber(1);
    vec![
        Refusal::Settings {
            problem: SettingsProblem::ThirdPlaceWithoutKnockout,
        },
        Refusal::Settings {
            problem: SettingsProblem::CheckInBeforeRound,
        },
        Refusal::Settings {
            problem: SettingsProblem::ClosesBeforeOpening,
        },
        Refusal::SettingFixed {
            tournament,
            phase: Phase::Running,
        },
        Refusal::TooFewPlayers {
            tournament,
            active: 1,
        },
        Refusal::RoundAlreadyPaired {
            round,
            published: true,
            results: 1,
        },
        Refusal::RoundAlreadyPaired {
            round,
            published: false,
            results: 0,
        },
        Refusal::RoundNotOver {
            round,
            open: (1..40).map(BoardNumber).collect(),
        },
        Refusal::NoMoreRounds { rounds: 5 },
        Refusal::NoDraft { tournament },
        Refusal::DraftIncomplete {
            unpaired: vec![first, second],
            tournament,
        },
        Refusal::NeedsConfirmation {
            risks: vec![
                Risk::Rematch {
                    first,
                    second,
                    round,
                },
                Risk::SecondBye {
                    player: EntryNumber(5),
                },
                Risk::ThirdColor {
                    player: first,
                    color: Color::White,
                },
            ],
            tournament,
        },
        Refusal::NeedsConfirmation {
            risks: vec![Risk::OpenBoards { count: 2 }],
            tournament,
        },
        Refusal::NeedsConfirmation {
            risks: vec![Risk::Irrevocable],
            tournament,
        },
        Refusal::SamePlayer,
        Refusal::NoPairing {
            tournament: SPRING,
            cause: CannotDraw::NoCompletePairing,
        },
        Refusal::NotPublished { round },
        Refusal::NothingOpen { round },
        Refusal::MomentInPast {
            at: december(1, 12, 0, 0),
        },
        Refusal::CutoffInPast {
            cutoff: december(1, 12, 0, 0),
        },
    ]
}

fn said(refusals: &[Refusal]) -> String {
    let society = running();
    let mut reader = reader(&society, "Rook|x");
    reader.place = Place::Channel;
    let all: Vec<String> = refusals
        .iter()
        .map(|why| refusal(&society, why, &reader))
        .collect();
    lines(&all)
}

#[test]
fn people_are_told_why_not() {
    expect![[r#"
        I cannot tell who you are: identify first (/msg NickServ IDENTIFY your-password), then say it again. No registered nick yet? /msg NickServ HELP REGISTER tells how.
        Services do not answer, so I cannot check who you are just now. Nothing is done; say it again in a minute.
        That order is for directors. For what you can do, say !help.
        That order is for a director, and you assist. Ask a director to give it.
        Orders are given in private: send me the same line as a private message.
        No tournament takes players just now. To see what comes, say !tournaments.
        You are in no tournament that is on. To see which take players, say !tournaments.
        You direct no tournament that is on. To make one, say tournament new NAME.
        There is no tournament yet. The channel hears it when one is announced.
        Which tournament do you mean: #1 SPRING OPEN and #2 tournament 2? Say it again with its number, such as #1.
        There is no tournament #9. To see which there are, say !tournaments.
        SPRING OPEN is running, so that cannot be done now. For the round that is on, say !pairings.
        SPRING OPEN is finished, so that cannot be done now. For how it ended, say !standings.
        Registration for SPRING OPEN opens Sun 6 Dec 2026 13:00 CET (Europe/Berlin), in 1d. The channel hears it when it is announced.
        Registration for SPRING OPEN is not open yet; a director opens it. The channel hears it when it is announced.
        Nobody can be added to SPRING OPEN any more: only a Swiss takes late entries.
        Registration for SPRING OPEN is over. A director can still admit you: ask one, !info names them.
        You are already registered in SPRING OPEN (no. 1). There is nothing more to do; !me shows your page.
        Pawn[y] is already registered in SPRING OPEN (no. 2).
        You were in SPRING OPEN as no. 1 and left it. A director takes players back with reenter; ask one.
        Boss directs or assists in SPRING OPEN, and by rule 9 officials do not play in it. Ask a director to end the office first (director remove, assistant remove).
        Pawn[y] is entered in SPRING OPEN, and by rule 9 players neither direct nor assist it. Appoint somebody else.
        Pawn[y] holds no such office. Say info to see who directs and assists.
        The last director cannot be removed. Appoint another one first: director add NICK.
        SPRING OPEN has as many entries as it can take. Ask a director, or say !tournaments for others.
        You are not entered in SPRING OPEN. If registration is open, say !register; !info tells when it is.
        You are out of SPRING OPEN already. To come back, ask a director.
        Pawn[y] is out of SPRING OPEN already. To take them back, say reenter.
        Pawn[y] is in SPRING OPEN and active; nothing is to be taken back. Say players for the list.
        Nobody called Pwan is in SPRING OPEN. Did you mean Pawn[y]? Then say it again with that name.
        Nobody called Xyzzy is in SPRING OPEN. For the names, say !players.
    "#]].assert_eq(&said(&about_people()));
}

#[test]
fn players_are_told_what_to_report_instead() {
    expect![[r#"
        There is no 1.9. Boards are named ROUND.BOARD, such as 2.1; say !pairings for the list.
        You have a bye in round 1 of SPRING OPEN: there is nothing to play, report or check in for. The next round names your opponent.
        You have no board in round 1 of SPRING OPEN. You are paired from the next round on, if you are in; !me tells.
        SPRING OPEN has no round yet. You are told when one is published; !info tells when.
        That is not your game. Yours is round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]): say !report won, lost or drew.
        That is not your game, and you have none open. Only the two players and directors report a game; !pairings shows them.
        You named the same player twice. Yours is round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]): say !report won, lost or drew.
        You had white in round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Did you lose (0-1)? Then say !report lost. Were the colours swapped? Then say !report lost swapped. Neither? Say !report won.
        You had white in round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Did you win (1-0)? Then say !report won. Were the colours swapped? Then say !report won swapped. Neither? Say !report lost.
        You had black in round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Did you draw (1/2-1/2)? Then say !report drew. Were the colours swapped? Then say !report drew swapped.
        You reported 1/2-1/2 for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) before, and that is noted. To change it, !report the right result.
        Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) has its result: 1-0. If it is wrong, ask a director.
        Boss ruled round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]): 1-0. The ruling stands; talk to Boss if it is wrong.
        Pawn[y] has not reported round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) yet, so there is nothing to confirm. Say !report won, lost or drew yourself.
        Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) is not disputed, so nothing needs explaining. If a report is wrong, !report the right one.
        Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) is not marked as interrupted. If you are playing, say !playing; if the connection broke, !interrupted.
        You said so before for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]), and it is noted. When the game is over, !report it.
        Check-ins count in the channel only, where everybody can see them: say !present there.
        It is too early to check in for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]). Say !present again from Sat 5 Dec 17:30 CET (Europe/Berlin), in 4h30m, to Sun 17:30 CET, or play before.
        You are checked in already for round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]), since Sun 17:10:05 CET. It holds over nick changes, quits and splits.
        Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) needs no check-in: a result is reported, or the game is going on. Say !me to see where it stands.
        Round 1, board 1 of SPRING OPEN (Rook|x - Pawn[y]) has no ruling to take back. To rule, say result ROUND.BOARD RESULT reason.
    "#]].assert_eq(&said(&about_boards()));
}

#[test]
fn directors_are_told_what_to_order_instead() {
    expect![[r#"
        Only a knockout has a game for the third place: set format knockout first, or third_place no.
        The cutoff would come before the round is published: make round_length longer than checkin_before_deadline, or set that first.
        Registration would close before it opens: set registration_closes later than registration_opens.
        SPRING OPEN is running, and this setting cannot change any more. Others can: say tournament set KEY VALUE.
        SPRING OPEN has 1 player, too few to start. Wait for more, or say admit NICK.
        Round 1 is published already and has 1 result; it is not paired again. Single boards: result 1.BOARD RESULT reason.
        Round 1 already has pairings that wait to be published. Say preview to see them, then swap, pair W B, bye or publish.
        Round 1 still has 39 boards without a result: 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10 and 29 more. Say preflight for what is missing, or pair confirm to pair anyway.
        All 5 rounds are paired. To end the tournament, say tournament finish; for one more, tournament set rounds.
        SPRING OPEN has no paired round that waits. To pair the next one, say pair.
        The draft has no place for Rook|x and Pawn[y]. Say withdraw NICK, or change who is in: the draft is then paired anew.
        Nothing is changed yet: Rook|x and Pawn[y] have met in round 1, Odd has had a bye before and Rook|x would have white for the third time running. If you mean it, say the same order again with confirm at the end.
        Nothing is changed yet: 2 boards without a result. If you mean it, say the same order again with confirm at the end.
        Nothing is changed yet: it cannot be taken back. If you mean it, say the same order again with confirm at the end.
        A player cannot meet themself: name two different players.
        That cannot be paired by the rules: no set of pairs covers everybody without a second meeting. Nothing is changed: try another bye or pair in the draft, admit or reenter players, or end with tournament finish.
        Round 1 is not published, so it has no results yet. Say publish first.
        Nothing of round 1 is open, so there is nothing to extend. To change a result, say result 1.BOARD RESULT reason.
        Tue 1 Dec 2026 12:00 UTC is past. Give a moment that is still to come.
        The cutoff would then be Tue 1 Dec 2026 12:00 UTC, which is past. Give a longer extension, or settle the board with result.
    "#]].assert_eq(&said(&about_rounds()));
}

#[test]
fn every_refusal_has_its_own_sentence() {
    let all = [about_people(), about_boards(), about_rounds()].concat();
    let text = said(&all);
    let distinct: BTreeSet<&str> = text.lines().collect();
    assert_eq!(distinct.len(), all.len());
}
