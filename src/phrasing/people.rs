//! Who enters, leaves and comes back, and who directs.

use super::notices::{Notices, Topic};
use super::words::{Seat, bye_words, role_words, round_of, withdrawal_words};
use crate::ports::NoticeKind;
use crate::tournament::{Entrance, Phase, Role, Tournament, Withdrawal};
use crate::vocabulary::{Account, EntryNumber, RoundNumber, TournamentId};

/// Somebody entered: told where they did not ask for it themselves.
pub(super) fn entry_added(notices: &mut Notices<'_>, id: TournamentId, number: EntryNumber) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    let entry = tournament.entry(number);
    match entry.how {
        Entrance::Preregistered | Entrance::Registered => {}
        Entrance::Admitted => {
            notices.player(
                tournament,
                number,
                Topic::lasting(NoticeKind::Announcement),
                |_| {
                    format!(
                        "A director entered you in {}, no. {number}. {}Say me for your page, or withdraw if you cannot play.",
                        tournament.settings.name,
                        missed_rounds(tournament, number),
                    )
                },
            );
        }
    }
}

/// What a late entry gets for the rounds missed, as a sentence with a space behind, or nothing.
pub(super) fn missed_rounds(tournament: &Tournament, number: EntryNumber) -> String {
    let entry = tournament.entry(number);
    if entry.first_round <= RoundNumber(1) {
        return String::new();
    }
    format!(
        "Play starts with {}; each round missed counts as a {}. ",
        round_of(tournament, entry.first_round),
        bye_words(entry.missed),
    )
}

/// What is known of a withdrawal.
pub(super) struct Leaving<'a> {
    pub(super) tournament: TournamentId,
    pub(super) entry: EntryNumber,
    pub(super) why: Withdrawal,
    pub(super) reason: Option<&'a str>,
}

/// Somebody is out: the channel hears it while rounds are played, so does the opponent of an open board.
pub(super) fn entry_withdrawn(notices: &mut Notices<'_>, leaving: &Leaving<'_>) {
    let Some(tournament) = notices.society.tournament(leaving.tournament) else {
        return;
    };
    let event = &tournament.settings.name;
    let name = tournament.name_of(leaving.entry);
    let reason = leaving
        .reason
        .map(|reason| format!(": {reason}"))
        .unwrap_or_default();
    let how = withdrawal_words(leaving.why);
    if tournament.phase == Phase::Running {
        notices.channel(
            Topic::lasting(NoticeKind::Announcement),
            format!("{name} {how}, and is not paired in {event} any more{reason}."),
        );
    }
    notices.player(
        tournament,
        leaving.entry,
        Topic::lasting(NoticeKind::Announcement),
        |_| {
            format!(
                "You are out of {event}{reason}. Finished games stand. To come back, ask a director."
            )
        },
    );
    tell_open_opponent(notices, tournament, leaving.entry);
}

/// The opponent of a board that the withdrawal did not settle.
fn tell_open_opponent(notices: &mut Notices<'_>, tournament: &Tournament, left: EntryNumber) {
    let Some((_, board, color)) = tournament.board_of(left) else {
        return;
    };
    let Some(seat) = Seat::of_player(tournament, left) else {
        return;
    };
    if board.status.settled().is_some() {
        // Settled by the withdrawal, which is told as an outcome, or long before.
        return;
    }
    notices.player(
        tournament,
        seat.entry(!color),
        Topic::lasting(NoticeKind::Result),
        |_| {
            format!(
                "{} left the tournament. What was reported of {} stands; ask a director if anything is open.",
                seat.name(color),
                seat.label(),
            )
        },
    );
}

/// Somebody is in again.
pub(super) fn entry_reentered(notices: &mut Notices<'_>, id: TournamentId, number: EntryNumber) {
    let Some(tournament) = notices.society.tournament(id) else {
        return;
    };
    notices.player(
        tournament,
        number,
        Topic::lasting(NoticeKind::Announcement),
        |_| {
            format!(
                "You are back in {}, no. {number}, with all you had before. You are paired from the next round on.",
                tournament.settings.name
            )
        },
    );
}

/// Somebody became an official.
pub(super) fn official_appointed(
    notices: &mut Notices<'_>,
    of: Option<TournamentId>,
    (account, name): (&Account, &str),
    role: Role,
) {
    let place = place_of_office(notices, of);
    notices.person(
        account,
        name,
        Topic::lasting(NoticeKind::Director),
        format!(
            "You are now {} of {place}. Orders are given to me in private: say help there. Who directs or assists does not play in it.",
            role_words(role),
        ),
    );
}

/// Somebody is no official any more.
pub(super) fn official_dismissed(
    notices: &mut Notices<'_>,
    of: Option<TournamentId>,
    account: &Account,
) {
    let place = place_of_office(notices, of);
    notices.person(
        account,
        account.as_str(),
        Topic::lasting(NoticeKind::Director),
        format!("You no longer direct or assist in {place}."),
    );
}

/// What an office is held in.
pub(super) fn place_of_office(notices: &Notices<'_>, of: Option<TournamentId>) -> String {
    of.and_then(|id| notices.society.tournament(id))
        .map_or_else(
            || "all tournaments here".to_owned(),
            |tournament| tournament.settings.name.clone(),
        )
}
