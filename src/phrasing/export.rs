//! How a tournament is exported: by a command line for whoever has the bot's machine, since IRC carries no files.

use super::answers::Answer;
use super::reader::Reader;
use crate::tournament::{Society, Tournament};
use crate::view::{ExportForm, archive};
use crate::vocabulary::TournamentId;

/// What to run to get a tournament in this form. `settings_file` is what the bot was started with.
pub fn export(
    society: &Society,
    (id, form): (TournamentId, ExportForm),
    settings_file: Option<&str>,
    reader: &Reader,
) -> Answer {
    let Some(tournament) = society.tournament(id) else {
        return Answer::line(format!("There is no tournament {id}."));
    };
    let event = &tournament.settings.name;
    if tournament.order.is_empty() {
        return Answer::line(format!(
            "{event} has not started, so there is nothing to export yet."
        ));
    }
    let Some(file) = settings_file else {
        return Answer::line(format!(
            "{event} cannot be exported: I was started without a settings file, which the command line reads."
        ));
    };
    let mut lines = vec![
        format!(
            "This prints {}. Run it on the machine I run on, also while I do:",
            what(society, (tournament, form))
        ),
        format!(
            "chessmasters export {} --tournament {id} --config {}",
            form.word(),
            quoted(file)
        ),
    ];
    lines.extend(more(society, (tournament, form)));
    Answer::for_reader(lines, reader)
}

/// What is printed.
fn what(society: &Society, (tournament, form): (&Tournament, ExportForm)) -> String {
    let event = &tournament.settings.name;
    match form {
        ExportForm::Trf => format!(
            "{event} as a report (TRF) with the rounds whose boards are all settled; with --dialect trf26 in its newer form"
        ),
        ExportForm::Pgn => {
            let scope = archive::Scope::of(tournament.id);
            let sent = archive::games(society, &scope).len();
            let played = sent + archive::missing(society, &scope).len();
            format!(
                "the games of {event} whose moves were sent, {sent} of the {played} played so far, as PGN"
            )
        }
    }
}

/// What else there is to know.
fn more(society: &Society, (tournament, form): (&Tournament, ExportForm)) -> Option<String> {
    match form {
        ExportForm::Trf => None,
        ExportForm::Pgn => {
            let missing = archive::missing(society, &archive::Scope::of(tournament.id));
            let board = &missing.first()?.board_code();
            Some(format!(
                "With --missing it lists the others. To ask for their moves: ask score {board}, and so on."
            ))
        }
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
