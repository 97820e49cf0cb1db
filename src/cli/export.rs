//! `chessmasters export trf --tournament N [--config FILE]`: a tournament of the bot as a report, while it may run.

use super::backup::exit_for;
use super::{Exit, Streams, settings};
use crate::pairing::trf::{self, Dialect};
use crate::store::Store;
use crate::view::{self, ExportForm};
use crate::vocabulary::TournamentId;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io;
use std::path::PathBuf;

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// The form: trf for FIDE's report
    #[arg(value_parser = forms())]
    form: ExportForm,
    /// The tournament's number, as the bot shows it behind #
    #[arg(long)]
    tournament: u32,
    /// The form of the report: trf16 or trf26
    #[arg(long, default_value = "trf16", value_parser = super::generate::dialect)]
    dialect: Dialect,
    /// The settings file, which names the database
    #[arg(long, default_value = "chessmasters.toml")]
    config: PathBuf,
}

/// Reads a form by its word.
fn forms() -> impl TypedValueParser<Value = ExportForm> {
    let words = ExportForm::EVERY.map(ExportForm::word);
    PossibleValuesParser::new(words).map(|word| {
        let mut forms = ExportForm::EVERY.into_iter();
        forms
            .find(|form| form.word() == word)
            .expect("every word is a form's")
    })
}

/// Prints a tournament of the database that the settings name.
pub(super) fn export(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let config = match settings(&wishes.config, streams)? {
        Ok(config) => config,
        Err(exit) => return Ok(exit),
    };
    let from = &config.bot.database;
    let society = match Store::open_read_only(from).and_then(|store| store.load()) {
        Ok(society) => society,
        Err(error) => {
            writeln!(streams.err, "{}: {error}", from.display())?;
            return Ok(exit_for(&error));
        }
    };
    let Some(tournament) = society.tournament(TournamentId(wishes.tournament)) else {
        writeln!(
            streams.err,
            "{}: there is no tournament {}",
            from.display(),
            wishes.tournament
        )?;
        return Ok(Exit::Wrong);
    };
    if tournament.order.is_empty() {
        writeln!(
            streams.err,
            "{} has not started: there is nothing to report",
            tournament.settings.name
        )?;
        return Ok(Exit::CouldNot);
    }
    match wishes.form {
        ExportForm::Trf => {
            let report = view::export::report(tournament, wishes.dialect);
            write!(streams.out, "{}", trf::write(&report))?;
        }
    }
    Ok(Exit::Done)
}
