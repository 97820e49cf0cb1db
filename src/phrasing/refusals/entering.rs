//! Who may not, which tournament is meant, and coming in and going out.

use super::super::pack::listed;
use super::super::time::from_now;
use super::super::words::phase_words;
use super::Why;
use crate::tournament::{Phase, Refusal, Wanted};
use crate::vocabulary::{EntryNumber, Timestamp, TournamentId};

pub(super) fn refusal(why: &Why<'_>, refusal: &Refusal) -> String {
    let mark = why.mark();
    match refusal {
        Refusal::NotIdentified => "I cannot tell who you are: identify first (/msg NickServ IDENTIFY your-password), then say it again. No registered nick yet? /msg NickServ HELP REGISTER tells how.".to_owned(),
        Refusal::CannotCheck => {
            "Services do not answer, so I cannot check who you are just now. Nothing is done; say it again in a minute.".to_owned()
        }
        Refusal::NotDirector => format!(
            "That order is for directors. For what you can do, say {mark}help."
        ),
        Refusal::AssistantMayNot => {
            "That order is for a director, and you assist. Ask a director to give it.".to_owned()
        }
        Refusal::OrdersInPrivate => {
            "Orders are given in private: send me the same line as a private message.".to_owned()
        }
        Refusal::NoTournament { wanted } => no_tournament(*wanted, mark),
        Refusal::WhichTournament { candidates } => which(why, candidates),
        Refusal::UnknownTournament { written } => format!(
            "There is no tournament {written}. To see which there are, say {mark}tournaments."
        ),
        Refusal::WrongPhase { tournament, phase } => {
            format!(
                "{} is {}, so that cannot be done now. {}",
                why.event(*tournament),
                phase_words(*phase),
                phase_hint(*phase, mark)
            )
        }
        Refusal::RegistrationNotOpen {
            tournament,
            opens_at,
        } => not_open(why, *tournament, *opens_at),
        Refusal::RegistrationOver { tournament } => registration_over(why, *tournament),
        Refusal::NoLateEntry { tournament } => format!(
            "Nobody can be added to {} any more: only a Swiss takes late entries.",
            why.event(*tournament)
        ),
        Refusal::AlreadyEntered { tournament, entry } => already_in(why, *tournament, *entry),
        Refusal::EnteredAndWithdrawn { tournament, entry } => format!(
            "{} in {} as no. {entry} and left it. A director takes players back with reenter; ask one.",
            who_was(why, *tournament, *entry),
            why.event(*tournament)
        ),
        Refusal::OfficialsDoNotPlay { .. }
        | Refusal::PlayersDoNotDirect { .. }
        | Refusal::NotAnOfficial { .. }
        | Refusal::LastDirector => officials(why, refusal),
        Refusal::TournamentFull { tournament } => format!(
            "{} has as many entries as it can take. Ask a director, or say {mark}tournaments for others.",
            why.event(*tournament)
        ),
        Refusal::NotEntered { tournament } => format!(
            "You are not entered in {}. If registration is open, say {mark}register; {mark}info tells when it is.",
            why.event(*tournament)
        ),
        Refusal::AlreadyWithdrawn { tournament, entry } => {
            if why.is_reader(*tournament, *entry) {
                format!(
                    "You are out of {} already. To come back, ask a director.",
                    why.event(*tournament)
                )
            } else {
                format!(
                    "{} is out of {} already. To take them back, say reenter.",
                    why.player(*tournament, *entry),
                    why.event(*tournament)
                )
            }
        }
        Refusal::NotWithdrawn { tournament, entry } => format!(
            "{} is in {} and active; nothing is to be taken back. Say players for the list.",
            why.player(*tournament, *entry),
            why.event(*tournament)
        ),
        Refusal::UnknownPlayer {
            written,
            nearest,
            tournament,
        } => match nearest {
            Some(nearest) => format!(
                "Nobody called {written} is in {}. Did you mean {nearest}? Then say it again with that name.",
                why.event(*tournament)
            ),
            None => format!(
                "Nobody called {written} is in {}. For the names, say {mark}players.",
                why.event(*tournament)
            ),
        },
        other => unreachable!("{other:?} is explained elsewhere"),
    }
}

fn officials(why: &Why<'_>, refusal: &Refusal) -> String {
    match refusal {
        Refusal::OfficialsDoNotPlay { name, tournament } => {
            let own = why
                .reader
                .account
                .as_ref()
                .is_some_and(|account| account.as_str().eq_ignore_ascii_case(name));
            let (who, verb) = if own {
                ("You".to_owned(), "direct or assist")
            } else {
                (name.clone(), "directs or assists")
            };
            format!(
                "{who} {verb} in {}, and by rule 9 officials do not play in it. Ask a director to end the office first (director remove, assistant remove).",
                why.event(*tournament)
            )
        }
        Refusal::PlayersDoNotDirect { name, tournament } => format!(
            "{name} is entered in {}, and by rule 9 players neither direct nor assist it. Appoint somebody else.",
            why.event(*tournament)
        ),
        Refusal::NotAnOfficial { name } => {
            format!("{name} holds no such office. Say info to see who directs and assists.")
        }
        Refusal::LastDirector => {
            "The last director cannot be removed. Appoint another one first: director add NICK."
                .to_owned()
        }
        other => unreachable!("{other:?} is not about officials"),
    }
}

fn no_tournament(wanted: Wanted, mark: &str) -> String {
    match wanted {
        Wanted::ToEnter => format!(
            "No tournament takes players just now. To see what comes, say {mark}tournaments."
        ),
        Wanted::OwnEntry => format!(
            "You are in no tournament that is on. To see which take players, say {mark}tournaments."
        ),
        Wanted::ToDirect => {
            "You direct no tournament that is on. To make one, say tournament new NAME.".to_owned()
        }
        Wanted::Any => {
            "There is no tournament yet. The channel hears it when one is announced.".to_owned()
        }
    }
}

fn which(why: &Why<'_>, candidates: &[TournamentId]) -> String {
    let names: Vec<String> = candidates
        .iter()
        .map(|id| format!("#{id} {}", why.event(*id)))
        .collect();
    let first = candidates
        .first()
        .map_or_else(|| "#1".to_owned(), |id| format!("#{id}"));
    format!(
        "Which tournament do you mean: {}? Say it again with its number, such as {first}.",
        listed(&names)
    )
}

fn phase_hint(phase: Phase, mark: &str) -> String {
    match phase {
        Phase::Draft => "A director says tournament announce or tournament open next.".to_owned(),
        Phase::Announced | Phase::Registration => {
            format!("For when registration opens and closes, say {mark}info.")
        }
        Phase::Running => format!("For the round that is on, say {mark}pairings."),
        Phase::Finished => format!("For how it ended, say {mark}standings."),
        Phase::Cancelled => format!("For others, say {mark}tournaments."),
    }
}

fn not_open(why: &Why<'_>, id: TournamentId, opens_at: Option<Timestamp>) -> String {
    let announced = why
        .tournament(id)
        .is_some_and(|tournament| tournament.phase == Phase::Announced);
    let when = match opens_at {
        Some(at) => format!(
            "opens {}, {}",
            why.clock(id).full(at),
            from_now(why.reader.now, at)
        ),
        None => "is not open yet; a director opens it".to_owned(),
    };
    let next = if announced {
        format!("You can say {}preregister now.", why.mark())
    } else {
        "The channel hears it when it is announced.".to_owned()
    };
    format!("Registration for {} {when}. {next}", why.event(id))
}

fn already_in(why: &Why<'_>, id: TournamentId, entry: EntryNumber) -> String {
    if why.is_reader(id, entry) {
        format!(
            "You are already registered in {} (no. {entry}). There is nothing more to do; {}me shows your page.",
            why.event(id),
            why.mark()
        )
    } else {
        format!(
            "{} is already registered in {} (no. {entry}).",
            why.player(id, entry),
            why.event(id)
        )
    }
}

fn registration_over(why: &Why<'_>, id: TournamentId) -> String {
    let late = match why.tournament(id) {
        Some(tournament) if tournament.takes_late_entries() => {
            " A director can still admit you: ask one, ".to_owned()
                + why.mark()
                + "info names them."
        }
        Some(_) | None => format!(" To see what comes, say {}tournaments.", why.mark()),
    };
    format!("Registration for {} is over.{late}", why.event(id))
}

fn who_was(why: &Why<'_>, id: TournamentId, entry: EntryNumber) -> String {
    if why.is_reader(id, entry) {
        "You were".to_owned()
    } else {
        format!("{} was", why.player(id, entry))
    }
}
