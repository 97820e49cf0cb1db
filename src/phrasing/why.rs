//! Why somebody got this opponent and colour, or the bye, in a sentence.

use super::answers::Answer;
use super::history::HistoryLine;
use super::pack::counted;
use super::words::Seat;
use crate::pairing::swiss::{CameDown, ColourRule, Explanation, Why};
use crate::tournament::{Acceleration, Fact, PairedBy, PairingReason, Society, Tournament};
use crate::vocabulary::{Color, EntryNumber, Points, RoundNumber, TournamentId};

/// Why these two meet with these colours.
pub(super) fn why_board(seat: Seat<'_>, rows: &[HistoryLine]) -> String {
    let tournament = seat.tournament;
    let white = seat.entry(Color::White);
    match tournament.pairing_reason(seat.round, white, paired_by(rows)) {
        PairingReason::Swiss(explanation) => {
            let sides = match explanation.colour {
                Some(rule) => format!(
                    "; {} got white: {}",
                    seat.name(Color::White),
                    colour_words(rule)
                ),
                None => String::new(),
            };
            format!("{}{sides}.", swiss_words(tournament, &explanation))
        }
        PairingReason::Table => format!(
            "The table of the round robin puts {} with white against {} in round {} (C.05).",
            seat.name(Color::White),
            seat.name(Color::Black),
            seat.round.number
        ),
        PairingReason::Bracket => format!(
            "{} and {} meet by the bracket of the knockout: winners of neighbouring boards, the colours by lot for the first board and then in turn.",
            seat.name(Color::White),
            seat.name(Color::Black)
        ),
        PairingReason::ThirdPlace => format!(
            "{} and {} lost the semi-finals, and play for the third place.",
            seat.name(Color::White),
            seat.name(Color::Black)
        ),
        PairingReason::Hand | PairingReason::Given => {
            format!("A director paired {} by hand.", seat.pairing())
        }
        PairingReason::ChangedSince => format!(
            "The system paired {} by the results as they stood then; some have changed since.",
            seat.pairing()
        ),
    }
}

/// Why a player has a bye.
pub fn why_bye(
    society: &Society,
    round: (TournamentId, RoundNumber),
    player: EntryNumber,
    rows: &[HistoryLine],
) -> Answer {
    let tournament = society.tournament(round.0);
    let found = tournament.and_then(|tournament| Some((tournament, tournament.round(round.1)?)));
    let Some((tournament, round)) = found else {
        return Answer::line(format!("There is no round {}.", round.1));
    };
    let name = tournament.name_of(player);
    let number = round.number;
    let text = match tournament.pairing_reason(round, player, paired_by(rows)) {
        PairingReason::Swiss(explanation) => {
            format!("Round {number}: {}.", swiss_words(tournament, &explanation))
        }
        PairingReason::Table => format!(
            "The number of players is odd, and in round {number} it is {name} whom the table of the round robin leaves without an opponent (C.05)."
        ),
        PairingReason::Bracket => format!(
            "The bracket of the knockout has no opponent for {name} in round {number}: {name} goes through."
        ),
        PairingReason::ThirdPlace => format!(
            "{name} lost a semi-final, and nobody is left to play {name} for the third place."
        ),
        PairingReason::Hand => format!("A director gave {name} the bye of round {number} by hand."),
        PairingReason::ChangedSince => format!(
            "The system gave {name} the bye of round {number} by the results as they stood then; some have changed since."
        ),
        PairingReason::Given => format!(
            "{name} has a bye in round {number} because a director gave it, or the opponent has left."
        ),
    };
    Answer::line(text)
}

/// How a round got its last form.
fn paired_by(rows: &[HistoryLine]) -> PairedBy {
    rows.iter()
        .rev()
        .find_map(|row| {
            if let Fact::RoundPaired { by, .. } = &row.fact {
                Some(*by)
            } else {
                None
            }
        })
        .unwrap_or(PairedBy::System)
}

/// `Rook and Pawn were paired among those with 1 point: Pawn was next in order`.
fn swiss_words(tournament: &Tournament, explanation: &Explanation) -> String {
    let name = |number: u32| tournament.name_of(tournament.entry_at(number));
    let higher = name(explanation.higher);
    let mut group = points_words(explanation.bracket_halves);
    match tournament.settings.acceleration {
        Acceleration::None => {}
        Acceleration::Baku => group.push_str(", virtual ones included"),
    }
    match explanation.lower {
        Some(lower) => {
            let down = explanation.came_down.map_or_else(String::new, |down| {
                came_down_words(tournament, higher, down)
            });
            let wording = Wording {
                in_order: format!("{} was next in order for {higher}", name(lower)),
                next: format!("next in order for {higher}"),
            };
            let why = why_words(tournament, higher, explanation.why, wording);
            format!(
                "{higher} and {} were paired among those with {group}{down}: {why}",
                name(lower)
            )
        }
        None => {
            let wording = Wording {
                in_order: "the last in order who may have it".to_owned(),
                next: "next in order to get it".to_owned(),
            };
            let why = why_words(tournament, higher, explanation.why, wording);
            format!("{higher} got the bye among those with {group}: {why}")
        }
    }
}

/// Why somebody came down from a higher score.
fn came_down_words(tournament: &Tournament, higher: &str, down: CameDown) -> String {
    let from = points_words(down.from_halves);
    let wording = Wording {
        in_order: "the last of a group without a partner".to_owned(),
        next: "next in order to go down".to_owned(),
    };
    let why = why_words(tournament, higher, down.why, wording);
    format!(" ({higher} came down from {from}: {why})")
}

/// How a reason is worded for a pair, a float or the bye.
struct Wording {
    /// Where nothing but the order gave it.
    in_order: String,
    /// What somebody else would have been by the order alone.
    next: String,
}

fn why_words(tournament: &Tournament, higher: &str, why: Why, wording: Wording) -> String {
    let next = wording.next;
    let name = |number: u32| tournament.name_of(tournament.entry_at(number));
    match why {
        Why::Order => wording.in_order,
        Why::MetBefore(wanted) => {
            format!("{} was {next}, but had met {higher} before", name(wanted))
        }
        Why::SameSideDue(wanted) => {
            format!("{} was {next}, but was due the same colour", name(wanted))
        }
        Why::KeptApart(wanted) => {
            format!("{} was {next}, but the two are kept apart", name(wanted))
        }
        Why::Needed { wanted, by } => format!(
            "{} was {next}, but was needed for {}",
            name(wanted),
            name(by)
        ),
        Why::Worse { wanted, criterion } => {
            format!("{} was {next}, but then {criterion}", name(wanted))
        }
        Why::Weighed(wanted) => format!(
            "{} was {next}, but colours and earlier rounds put others together; in so large a group I do not work out which of them decided",
            name(wanted)
        ),
        Why::NoMorePairs => "the group had no opponent for everybody".to_owned(),
    }
}

/// The rule of C.04.3 5.2 that gave the colours.
fn colour_words(rule: ColourRule) -> &'static str {
    match rule {
        ColourRule::BothPreferences => "both got the colour they were due (5.2.1)",
        ColourRule::Stronger => "the stronger claim to a colour decided (5.2.2)",
        ColourRule::Alternation => {
            "the colours alternate from the last round in which the two had different ones (5.2.3)"
        }
        ColourRule::HigherRanked => "the higher ranked one got the colour due (5.2.4)",
        ColourRule::Number => "by lot and the higher ranked one's pairing number (5.2.5)",
    }
}

fn points_words(halves: u32) -> String {
    match halves {
        2 => counted(1, "point"),
        _ => format!("{} points", Points::from_halves(halves)),
    }
}
