//! Settings, pairings, publishing and deadlines that cannot be.

use super::super::causes::cannot_draw_words;
use super::super::pack::{counted, listed};
use super::super::words::{color_word, phase_words};
use super::Why;
use crate::tournament::{ClockChange, Refusal, Risk, SettingsProblem, WallTime};
use crate::vocabulary::{BoardNumber, EntryNumber, RoundNumber, Timestamp, TournamentId};

pub(super) fn refusal(why: &Why<'_>, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Settings { problem } => match problem {
            SettingsProblem::ThirdPlaceWithoutKnockout => {
                "Only a knockout has a game for the third place: set format knockout first, or third_place no.".to_owned()
            }
            SettingsProblem::CheckInBeforeRound => {
                "The cutoff would come before the round is published: make round_length longer than checkin_before_deadline, or set that first.".to_owned()
            }
            SettingsProblem::ClosesBeforeOpening => {
                "Registration would close before it opens: set registration_closes later than registration_opens.".to_owned()
            }
        },
        Refusal::ClockChange(change) => clock_change(change),
        Refusal::SettingFixed { tournament, phase } => format!(
            "{} is {}, and this setting cannot change any more. Others can: say tournament set KEY VALUE.",
            why.event(*tournament),
            phase_words(*phase)
        ),
        Refusal::TooFewPlayers { tournament, active } => format!(
            "{} has {}, too few to start. Wait for more, or say admit NICK.",
            why.event(*tournament),
            counted(*active, "player")
        ),
        Refusal::RoundAlreadyPaired {
            round,
            published,
            results,
        } => already_paired(*round, *published, *results),
        Refusal::RoundNotOver { round, open } => not_over(*round, open),
        Refusal::NoMoreRounds { rounds } => format!(
            "All {} are paired. To end the tournament, say tournament finish; for one more, tournament set rounds.",
            counted(usize::from(*rounds), "round")
        ),
        Refusal::NoDraft { tournament } => format!(
            "{} has no paired round that waits. To pair the next one, say pair.",
            why.event(*tournament)
        ),
        Refusal::DraftIncomplete {
            unpaired,
            tournament,
        } => incomplete(why, *tournament, unpaired),
        Refusal::NeedsConfirmation { risks, tournament } => {
            let items: Vec<String> = risks
                .iter()
                .map(|risk| risk_words(why, *tournament, *risk))
                .collect();
            format!(
                "Nothing is changed yet: {}. If you mean it, say the same order again with confirm at the end.",
                listed(&items)
            )
        }
        Refusal::SamePlayer => {
            "A player cannot meet themself: name two different players.".to_owned()
        }
        Refusal::NoPairing { tournament, cause } => format!(
            "That cannot be paired by the rules: {}. Nothing is changed: try another bye or pair in the draft, admit or reenter players, or end with tournament finish.",
            cannot_draw_words(why.tournament(*tournament), cause)
        ),
        Refusal::NotPublished { round } => format!(
            "Round {round} is not published, so it has no results yet. Say publish first."
        ),
        Refusal::NothingOpen { round } => format!(
            "Nothing of round {round} is open, so there is nothing to extend. To change a result, say result {round}.BOARD RESULT reason."
        ),
        Refusal::MomentInPast { at } => format!(
            "{} is past. Give a moment that is still to come.",
            why.clock_anywhere().full(*at)
        ),
        Refusal::CutoffInPast { cutoff } => format!(
            "The cutoff would then be {}, which is past. Give a longer extension, or settle the board with result.",
            why.clock_anywhere().full(*cutoff)
        ),
        other => unreachable!("{other:?} is explained elsewhere"),
    }
}

impl Why<'_> {
    fn clock_anywhere(&self) -> super::Clock {
        super::Clock::anywhere(self.reader.zone)
    }
}

fn already_paired(round: RoundNumber, published: bool, results: usize) -> String {
    if published {
        format!(
            "Round {round} is published already and has {}; it is not paired again. Single boards: result {round}.BOARD RESULT reason.",
            counted(results, "result")
        )
    } else {
        format!(
            "Round {round} already has pairings that wait to be published. Say preview to see them, then swap, pair W B, bye or publish."
        )
    }
}

fn not_over(round: RoundNumber, open: &[BoardNumber]) -> String {
    let boards: Vec<String> = open
        .iter()
        .map(|board| format!("{round}.{board}"))
        .collect();
    format!(
        "Round {round} still has {} without a result: {}. Say preflight for what is missing, or pair confirm to pair anyway.",
        counted(open.len(), "board"),
        first_few(&boards)
    )
}

fn incomplete(why: &Why<'_>, id: TournamentId, unpaired: &[EntryNumber]) -> String {
    let names: Vec<String> = unpaired
        .iter()
        .map(|entry| why.player(id, *entry))
        .collect();
    format!(
        "The draft has no place for {}. Say withdraw NICK, or change who is in: the draft is then paired anew.",
        first_few(&names)
    )
}

/// The most items named one by one in a refusal.
const NAMED_MAX: usize = 10;

fn first_few(items: &[String]) -> String {
    if items.len() <= NAMED_MAX {
        return listed(items);
    }
    format!(
        "{} and {} more",
        items[..NAMED_MAX].join(", "),
        items.len() - NAMED_MAX
    )
}

fn risk_words(why: &Why<'_>, id: TournamentId, risk: Risk) -> String {
    match risk {
        Risk::Rematch {
            first,
            second,
            round,
        } => format!(
            "{} and {} have met in round {round}",
            why.player(id, first),
            why.player(id, second)
        ),
        Risk::SecondBye { player } => {
            format!("{} has had a bye before", why.player(id, player))
        }
        Risk::ThirdColor { player, color } => format!(
            "{} would have {} for the third time running",
            why.player(id, player),
            color_word(color)
        ),
        Risk::RoundsLeft { played, rounds } => {
            format!(
                "{played} of {} played so far",
                counted(usize::from(rounds), "round")
            )
        }
        Risk::OpenBoards { count } => {
            format!("{} without a result", counted(count, "board"))
        }
        Risk::Irrevocable => "it cannot be taken back".to_owned(),
    }
}

/// A time that a wall clock shows never or twice.
fn clock_change(change: &ClockChange) -> String {
    let ClockChange {
        written,
        zone,
        shown,
        earlier,
        later,
    } = change;
    // As they can be typed.
    let utc = |at: Timestamp| at.to_utc().format("%Y-%m-%d %H:%M UTC").to_string();
    let how_often = match shown {
        WallTime::Never => "does not exist: the clocks are put forward there",
        WallTime::Twice => "comes twice: the clocks are put back there",
    };
    format!(
        "{written} in {} {how_often}. Say which you mean: {} or {}.",
        zone.name(),
        utc(*earlier),
        utc(*later)
    )
}
