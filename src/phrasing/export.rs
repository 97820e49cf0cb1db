//! How a tournament is exported: by a command line for whoever has the bot's machine, since IRC carries no files.

use super::answers::Answer;
use super::reader::Reader;
use crate::tournament::Society;
use crate::view::ExportForm;
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
    let what = match form {
        ExportForm::Trf => {
            "as a report (TRF) with the rounds whose boards are all settled; with --dialect trf26 in its newer form"
        }
    };
    let lines = vec![
        format!("This prints {event} {what}. Run it on the machine I run on, also while I do:"),
        format!(
            "chessmasters export {} --tournament {id} --config {}",
            form.word(),
            quoted(file)
        ),
    ];
    Answer::for_reader(lines, reader)
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+=:@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
