//! What is said to a line that is no command, or not written as its command is (SPEC R-36): the nearest right one.

use super::reader::Reader;
use super::words::{Seat, color_word};
use crate::command::{Misread, Problem, Spec};
use crate::ports::Place;
use crate::tournament::{Society, Tournament};

/// The answer to a line that could not be read.
pub fn misread(society: &Society, misread: &Misread, reader: &Reader) -> String {
    let mark = match reader.place {
        Place::Channel => "!",
        Place::Private => "",
    };
    let usage = |spec: &Spec| format!("Say {mark}{}, such as {mark}{}.", spec.usage, spec.example);
    let how = misread
        .spec
        .map_or_else(|| format!("Say {mark}help for all commands."), usage);
    match &misread.problem {
        Problem::Nothing => format!("Say {mark}help for what I understand."),
        Problem::UnknownCommand {
            written,
            nearest: Some(nearest),
        } => {
            format!(
                "I do not know \"{}\". Did you mean {mark}{nearest}? Say {mark}help for all commands.",
                plain(written)
            )
        }
        Problem::UnknownCommand {
            written,
            nearest: None,
        } => {
            format!(
                "I do not know \"{}\". Say {mark}help for all commands.",
                plain(written)
            )
        }
        Problem::Missing { expected } => format!("You left out {}. {how}", expected.noun()),
        Problem::Unreadable {
            written,
            expected,
            nearest,
        } => {
            let hint = nearest.as_ref().map_or_else(String::new, |nearest| {
                format!(" Did you mean {}?", plain(nearest))
            });
            let example = expected.example();
            format!(
                "\"{}\" is not {}, such as {example}.{hint} {how}",
                plain(written),
                expected.noun()
            )
        }
        Problem::UnreadableResult { written } => unreadable_result(society, written, reader, mark),
        Problem::TooMuch { written } => format!(
            "I do not know what to do with \"{}\". {how}",
            plain(written)
        ),
        Problem::TooLong {
            expected,
            bytes_max,
        } => {
            format!(
                "That is too long: {} may have {bytes_max} bytes.",
                expected.noun()
            )
        }
        Problem::OutOfRange {
            written,
            expected,
            least,
            most,
        } => {
            format!(
                "\"{}\" is out of range: {} lies between {least} and {most}.",
                plain(written),
                expected.noun()
            )
        }
    }
}

/// A report without a result in it, with the reader's own pairing filled in (SPEC R-20).
fn unreadable_result(society: &Society, written: &str, reader: &Reader, mark: &str) -> String {
    let understood = format!("Say {mark}report won, {mark}report lost or {mark}report drew");
    let said = plain(written);
    match own_seat(society, reader) {
        Some((seat, color)) => {
            let (white, black) = (
                seat.name(crate::vocabulary::Color::White),
                seat.name(crate::vocabulary::Color::Black),
            );
            format!(
                "I cannot read \"{said}\" as a result. {understood}; you have {} in {}. In full: {mark}report {white} 1-0 {black}.",
                color_word(color),
                seat.label()
            )
        }
        None => format!("I cannot read \"{said}\" as a result. {understood}."),
    }
}

/// The board the reader sits at, if there is just one that waits for a result.
fn own_seat<'a>(
    society: &'a Society,
    reader: &Reader,
) -> Option<(Seat<'a>, crate::vocabulary::Color)> {
    let account = reader.account.as_ref()?;
    let mut seats = society
        .tournaments
        .values()
        .filter(|tournament| tournament.is_live())
        .filter_map(|tournament: &Tournament| {
            let entry = tournament.entry_of(account)?;
            let (_, board, color) = tournament.board_of(entry.number)?;
            board
                .status
                .settled()
                .is_none()
                .then(|| Seat::of_player(tournament, entry.number).map(|seat| (seat, color)))?
        });
    let first = seats.next()?;
    seats.next().is_none().then_some(first)
}

/// Somebody's own words, repeated in plain ASCII: what is not is shown as a question mark.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '…' {
                "...".to_owned()
            } else if c.is_ascii() {
                c.to_string()
            } else {
                "?".to_owned()
            }
        })
        .collect()
}
