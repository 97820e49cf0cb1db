//! `chessmasters export trf` and `export pgn`: what the bot has of tournaments and games, for other programs, while it may
//! run.

mod pgn;

use super::backup::exit_for;
use super::{Exit, Streams, settings};
use crate::config::Config;
use crate::pairing::trf::{self, Dialect};
use crate::store::Store;
use crate::tournament::{Society, Tournament};
use crate::view;
use crate::vocabulary::TournamentId;
use clap::{Args, Subcommand};
use std::io;
use std::path::{Path, PathBuf};

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    #[command(subcommand)]
    form: Form,
}

/// In which form; each is called as [`view::ExportForm::word`] has it.
#[derive(Debug, Subcommand)]
enum Form {
    /// A tournament as FIDE's report (TRF)
    Trf(TrfWishes),
    /// Games with their moves as PGN: of a tournament, a player, some days, or all; one that is named twice must fit both
    Pgn(pgn::Wishes),
}

/// Which report is asked for.
#[derive(Debug, Args)]
struct TrfWishes {
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

/// Prints what the database has that the settings name.
pub(super) fn export(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    match &wishes.form {
        Form::Trf(wishes) => trf(wishes, streams),
        Form::Pgn(wishes) => pgn::export(wishes, streams),
    }
}

fn trf(wishes: &TrfWishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let (config, society) = match open(&wishes.config, streams)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let id = TournamentId(wishes.tournament);
    let Some(tournament) = known(&society, id, &config, streams)? else {
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
    let report = view::export::report(tournament, wishes.dialect);
    write!(streams.out, "{}", trf::write(&report))?;
    Ok(Exit::Done)
}

/// The settings, and all that the database they name holds; where there is none to be had, the exit to take.
fn open(file: &Path, streams: &mut Streams<'_>) -> io::Result<Result<(Config, Society), Exit>> {
    let config = match settings(file, streams)? {
        Ok(config) => config,
        Err(exit) => return Ok(Err(exit)),
    };
    let from = &config.bot.database;
    match Store::open_read_only(from).and_then(|store| store.load()) {
        Ok(society) => Ok(Ok((config, society))),
        Err(error) => {
            writeln!(streams.err, "{}: {error}", from.display())?;
            Ok(Err(exit_for(&error)))
        }
    }
}

/// The tournament of this number; that there is none is a problem.
fn known<'s>(
    society: &'s Society,
    id: TournamentId,
    config: &Config,
    streams: &mut Streams<'_>,
) -> io::Result<Option<&'s Tournament>> {
    let found = society.tournament(id);
    if found.is_none() {
        let from = config.bot.database.display();
        writeln!(streams.err, "{from}: there is no tournament {id}")?;
    }
    Ok(found)
}
