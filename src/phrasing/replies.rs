//! Answers to who acted: players' words here, directors' orders in [`super::orders`].

use super::gamescores;
use super::orders;
use super::people::missed_rounds;
use super::time::{Clock, zone_of};
use super::words::{Seat, color_word, own_word, sentence, verdict as verdict_words};
use crate::tournament::{
    Action, Actor, AttemptCause, BoardRef, BoardStatus, ColorsPlayed, Fact, Ground, HandedOver,
    Phase, Report, Society, Tournament,
};
use crate::vocabulary::{Color, EntryNumber, TournamentId};

/// The answer to who acted. `society` is the state after the facts; without facts it was so already, which is said too.
/// What the clock does has no asker and gets no answer.
pub fn reply(society: &Society, action: &Action, facts: &[Fact], actor: &Actor) -> Vec<String> {
    if let Some(line) = attempt(society, facts) {
        return vec![line];
    }
    let asker = Asker {
        society,
        facts,
        actor,
    };
    match action {
        Action::Register { tournament, .. } | Action::Preregister { tournament, .. } => {
            asker.entered(*tournament)
        }
        Action::Withdraw { tournament } => asker.withdrawn(*tournament),
        Action::CheckIn { tournament, .. } => asker.checked_in(*tournament),
        Action::Report { tournament, .. } | Action::Confirm { tournament, .. } => {
            asker.reported(*tournament)
        }
        Action::Explain { tournament, .. } => asker.explained(*tournament),
        Action::MarkPlaying { tournament, .. } => asker.playing(*tournament),
        Action::Interrupt { tournament } => asker.interrupted(*tournament),
        Action::Resume { tournament } => asker.resumed(*tournament),
        Action::ChooseZone { zone } => vec![format!(
            "From now on I give you times in {} too.",
            zone.name()
        )],
        Action::Score(action) => gamescores::reply(&asker, action),
        Action::Direct(order) => orders::reply(&asker, order),
        Action::Due(_)
        | Action::LoseSight { .. }
        | Action::RegainSight { .. }
        | Action::Appoint { .. }
        | Action::UseRatings { .. } => Vec::new(),
    }
}

/// What is said to an attempt that changed nothing and is kept for directors.
fn attempt(society: &Society, facts: &[Fact]) -> Option<String> {
    let (board, cause) = facts.iter().find_map(|fact| {
        let Fact::AttemptRefused { board, cause, .. } = fact else {
            return None;
        };
        Some((board, cause))
    })?;
    let seat = board.and_then(|at| Seat::find(society, at));
    let said = match (cause, seat) {
        (AttemptCause::NotYourGame, Some(seat)) => format!(
            "That is not your game, and only its two players and directors report it. Yours is {}: {}. Say !report won, lost or drew.",
            seat.label(),
            seat.pairing()
        ),
        (AttemptCause::NotYourGame, None) => {
            "Only the two players of a game and directors report it; nothing is changed. Say !results to see what stands.".to_owned()
        }
        (AttemptCause::NotDirector, _) => {
            "That order is for directors. Say !help for what you can do here.".to_owned()
        }
        (AttemptCause::AlreadySettled, Some(seat)) => settled_already(seat),
        (AttemptCause::AlreadySettled, None) => {
            "That board has its result already; your report changes nothing. Ask a director if it is wrong.".to_owned()
        }
    };
    Some(sentence(&said))
}

fn settled_already(seat: Seat<'_>) -> String {
    let what = format!("{} ({})", seat.label(), seat.pairing());
    match &seat.board.status {
        BoardStatus::Ruled {
            verdict,
            by,
            reason,
            ..
        } => format!(
            "{by} ruled {what}: {} ({reason}). Your report is noted and changes nothing; talk to {by} if that is wrong.",
            verdict_words(*verdict)
        ),
        BoardStatus::Final { verdict, .. } => format!(
            "{what} is final: {}. Your report is noted and changes nothing; ask a director if that is wrong.",
            verdict_words(*verdict)
        ),
        BoardStatus::Unplayed
        | BoardStatus::MustPlay
        | BoardStatus::Provisional { .. }
        | BoardStatus::Disputed { .. }
        | BoardStatus::WithDirector { .. } => {
            format!("Your report on {what} changed nothing. Say !me to see where it stands.")
        }
    }
}

/// Who is answered, with all there is to answer from.
pub(super) struct Asker<'a> {
    pub(super) society: &'a Society,
    pub(super) facts: &'a [Fact],
    pub(super) actor: &'a Actor,
}

impl<'a> Asker<'a> {
    /// The asker's clock in a tournament.
    pub(super) fn clock(&self, tournament: &Tournament) -> Clock {
        let zone = self
            .actor
            .account()
            .and_then(|account| zone_of(self.society, account));
        Clock::with_reader(tournament, zone)
    }

    fn entry(&self, id: TournamentId) -> Option<(&'a Tournament, EntryNumber)> {
        let tournament = self.society.tournament(id)?;
        let entry = tournament.entry_of(self.actor.account()?)?;
        Some((tournament, entry.number))
    }

    /// The asker's board: the one a fact names, else the one they sit at now.
    fn seat(&self, id: TournamentId) -> Option<(Seat<'a>, Color)> {
        let (tournament, entry) = self.entry(id)?;
        let named = self
            .facts
            .iter()
            .find_map(|fact| Seat::find(self.society, board_named(fact)?));
        let seat = match named {
            Some(seat) => seat,
            None => Seat::of_player(tournament, entry)?,
        };
        Some((seat, seat.board.color_of(entry)?))
    }

    fn entered(&self, id: TournamentId) -> Vec<String> {
        let Some((tournament, number)) = self.entry(id) else {
            return nothing_done();
        };
        let name = &tournament.settings.name;
        if self.facts.is_empty() {
            return vec![format!("You are in {name} already, no. {number}.")];
        }
        let missed = missed_rounds(tournament, number);
        vec![format!(
            "You are in {name}, no. {number}. {missed}{} If you cannot play after all, say !withdraw.",
            self.what_comes(tournament)
        )]
    }

    fn what_comes(&self, tournament: &Tournament) -> String {
        let clock = self.clock(tournament);
        match (tournament.phase, tournament.settings.registration_closes) {
            (Phase::Announced, Some(at)) => format!(
                "You need not come to the registration; round 1 is paired when it closes, {}.",
                clock.full(at)
            ),
            (Phase::Announced, None) => {
                "You need not come to the registration; round 1 is paired when it closes."
                    .to_owned()
            }
            (Phase::Registration, Some(at)) => format!(
                "Round 1 is paired when registration closes, {}.",
                clock.full(at)
            ),
            (Phase::Registration, None) => {
                "Round 1 is paired when a director closes registration.".to_owned()
            }
            (Phase::Running, _) => "You are paired from the next round on.".to_owned(),
            (Phase::Draft | Phase::Finished | Phase::Cancelled, _) => {
                "Say !info for what comes next.".to_owned()
            }
        }
    }

    fn withdrawn(&self, id: TournamentId) -> Vec<String> {
        let Some((tournament, number)) = self.entry(id) else {
            return nothing_done();
        };
        let name = &tournament.settings.name;
        let forfeited = self.facts.iter().find_map(|fact| {
            let Fact::BoardMoved { board, .. } = fact else {
                return None;
            };
            Seat::find(self.society, *board)
        });
        let board = match forfeited {
            Some(seat) => format!(
                " Your unplayed board counts now: {}, {} {}.",
                seat.label(),
                seat.pairing(),
                super::words::standing(seat.board)
            ),
            None => String::new(),
        };
        let lead = if self.facts.is_empty() {
            "You are out of"
        } else {
            "You have withdrawn from"
        };
        vec![format!(
            "{lead} {name}, no. {number}. Games you finished stand.{board} To come back, ask a director."
        )]
    }

    fn checked_in(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, color)) = self.seat(id) else {
            return nothing_done();
        };
        let clock = self.clock(seat.tournament);
        let late = self.facts.iter().find_map(|fact| {
            let Fact::CheckInLate { at, .. } = fact else {
                return None;
            };
            Some(*at)
        });
        if let Some(at) = late {
            return vec![format!(
                "You are late: you said it at {}, and the cutoff for {} was {}. It does not count; the director is told and may overrule. If you still play, both report.",
                clock.to_the_second(at),
                seat.label(),
                clock.to_the_second(seat.board.timing.cutoff)
            )];
        }
        let Some(check_in) = seat.board.check_ins[color] else {
            return nothing_done();
        };
        let other = seat.name(!color);
        let next = if seat.board.check_ins[!color].is_some() {
            format!("{other} is here too, so play now if you can: at the cutoff you must.")
        } else {
            format!(
                "{other} is not checked in yet. At the cutoff, {}, who is checked in decides; if you play before, !report it.",
                clock.brief(seat.board.timing.cutoff)
            )
        };
        let already = if self.facts.is_empty() {
            " already"
        } else {
            ""
        };
        vec![format!(
            "You are present{already} for {}, since {}. {next}",
            seat.label(),
            clock.to_the_second(check_in.at)
        )]
    }

    fn reported(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, color)) = self.seat(id) else {
            return nothing_done();
        };
        let Some(report) = &seat.board.reports[color] else {
            return nothing_done();
        };
        let echo = seat.echo(report.outcome, report.colors);
        let verb = if self.facts.is_empty() {
            "You have reported already"
        } else {
            "Noted"
        };
        vec![format!(
            "{verb}: {}, {echo}. {}",
            seat.label(),
            self.after_report(seat, color, report)
        )]
    }

    fn after_report(&self, seat: Seat<'_>, color: Color, report: &Report) -> String {
        let clock = self.clock(seat.tournament);
        let other = seat.name(!color);
        match &seat.board.status {
            BoardStatus::Final { .. } if seat.is_played_on() => {
                "So it is drawn, and one of you has to win: play another game, and report that too."
                    .to_owned()
            }
            BoardStatus::Final {
                ground: Ground::SingleReport(_),
                ..
            } => format!("You said so in time and {other} said nothing, so it is final."),
            BoardStatus::Final { .. } => format!("{other} says the same, so it is final."),
            BoardStatus::Ruled { by, .. } => format!("{by} ruled this board; the ruling stands."),
            BoardStatus::Disputed { .. } => format!(
                "That does not fit what is known ({}), so it is disputed and a director decides. Tell them what happened with !explain TEXT, or !report again if you slipped.",
                seat.claims()
            ),
            BoardStatus::Provisional { .. } => format!(
                "It is provisional: {other} is asked to confirm, and without an objection it is final {}. Wrong? Say {} first.",
                clock.short(seat.board.timing.deadline),
                other_report(report, color)
            ),
            BoardStatus::WithDirector {
                cause: HandedOver::Drawn,
                ..
            } => format!("{other} is asked to confirm it; until then a director can decide."),
            BoardStatus::WithDirector {
                cause: HandedOver::InProgress | HandedOver::Excused | HandedOver::RulingUndone,
                ..
            } => "A director decides this board and sees your report.".to_owned(),
            BoardStatus::Unplayed | BoardStatus::MustPlay => {
                "Say !me to see where the board stands.".to_owned()
            }
        }
    }

    fn explained(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, _)) = self.seat(id) else {
            return nothing_done();
        };
        vec![format!(
            "Your words on {} go to the directors, who decide. You may add more with !explain TEXT.",
            seat.label()
        )]
    }

    fn playing(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, color)) = self.seat(id) else {
            return nothing_done();
        };
        let other = seat.name(!color);
        vec![if seat.board.is_in_progress() {
            format!(
                "You and {other} are playing ({}). The clock leaves this board alone; !report when you are done.",
                seat.label()
            )
        } else {
            format!(
                "Noted for {}, you with {}. Once {other} says !playing too, the clock leaves this board alone.",
                seat.label(),
                color_word(color)
            )
        }]
    }

    fn interrupted(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, color)) = self.seat(id) else {
            return nothing_done();
        };
        vec![format!(
            "Noted for {}, and the directors are told. You and {} both save the position first; then the host closes and hosts again, opens the saved game, and you wait until both boards match. Say !resumed when you go on.",
            seat.label(),
            seat.name(!color)
        )]
    }

    fn resumed(&self, id: TournamentId) -> Vec<String> {
        let Some((seat, _)) = self.seat(id) else {
            return nothing_done();
        };
        vec![format!(
            "Noted: {} goes on. !report the result by {}.",
            seat.label(),
            self.clock(seat.tournament)
                .short(seat.board.timing.deadline)
        )]
    }
}

/// The command with which a player corrects a report that came out the wrong way round.
fn other_report(report: &Report, color: Color) -> String {
    let swapped = match report.colors {
        ColorsPlayed::AsPaired => "",
        ColorsPlayed::Swapped => " swapped",
    };
    let said = own_word(report.outcome, color);
    let words: Vec<String> = ["won", "lost", "drew"]
        .into_iter()
        .filter(|word| *word != said)
        .map(|word| format!("!report {word}{swapped}"))
        .collect();
    words.join(" or ")
}

/// The board a fact is about, where it is about one.
fn board_named(fact: &Fact) -> Option<BoardRef> {
    match fact {
        Fact::CheckedIn { board, .. }
        | Fact::CheckInLate { board, .. }
        | Fact::Excused { board, .. }
        | Fact::PlayingMarked { board, .. }
        | Fact::GameInterrupted { board, .. }
        | Fact::GameResumed { board, .. }
        | Fact::Reported { board, .. }
        | Fact::Explained { board, .. }
        | Fact::BoardMoved { board, .. }
        | Fact::Ruled { board, .. }
        | Fact::RulingUndone { board }
        | Fact::FurtherGame { board, .. } => Some(*board),
        Fact::Score(fact) => fact.board(),
        Fact::AttemptRefused { board, .. } => *board,
        Fact::OfficialAppointed { .. }
        | Fact::OfficialDismissed { .. }
        | Fact::ZoneChosen { .. }
        | Fact::BotLeft { .. }
        | Fact::BotReturned { .. }
        | Fact::TournamentCreated { .. }
        | Fact::SettingChanged { .. }
        | Fact::PhaseChanged { .. }
        | Fact::RegistrationStalled { .. }
        | Fact::EntryAdded { .. }
        | Fact::EntryWithdrawn { .. }
        | Fact::EntryReentered { .. }
        | Fact::LotsDrawn { .. }
        | Fact::RoundPaired { .. }
        | Fact::PairingImpossible { .. }
        | Fact::RoundHeld { .. }
        | Fact::RoundPublished { .. }
        | Fact::RoundClosed { .. }
        | Fact::TimingMoved { .. }
        | Fact::Reminded { .. }
        | Fact::DirectorsReminded { .. }
        | Fact::RatingsChosen { .. }
        | Fact::RatingsComputed { .. }
        | Fact::RatingsRecounted { .. }
        | Fact::Said { .. } => None,
    }
}

/// What is left to say where nothing of the asker's is found.
pub(super) fn nothing_done() -> Vec<String> {
    vec!["Nothing had to be changed. Say !me to see where you stand.".to_owned()]
}
