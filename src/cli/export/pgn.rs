//! `chessmasters export pgn`: the games whose moves the bot has, or those whose moves it lacks.

use super::{known, open};
use crate::cli::{Exit, Streams};
use crate::config::{Config, Services};
use crate::game;
use crate::phrasing;
use crate::tournament::Society;
use crate::view::archive::{self, ArchivedGame, Scope};
use crate::vocabulary::{Color, TournamentId};
use chrono::NaiveDate;
use clap::Args;
use std::io::{self, BufWriter, Write};
use std::net::IpAddr;
use std::path::PathBuf;

/// Which games are asked for.
#[derive(Debug, Args)]
pub(super) struct Wishes {
    /// Those of this tournament: its number, as the bot shows it behind #
    #[arg(long)]
    tournament: Option<u32>,
    /// Those of this player, in any tournament
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Those of this day (UTC) and later, as 2026-11-29
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<NaiveDate>,
    /// Those of this day (UTC) and earlier
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<NaiveDate>,
    /// Instead, list the games that were played and whose moves nobody has sent: tournament, board, day, result, white, black
    #[arg(long)]
    missing: bool,
    /// The settings file, which names the database
    #[arg(long, default_value = "chessmasters.toml")]
    config: PathBuf,
}

/// Reads a day, with hyphens or with PGN's points.
fn date(text: &str) -> Result<NaiveDate, String> {
    let read = |form| NaiveDate::parse_from_str(text, form).ok();
    read("%Y-%m-%d")
        .or_else(|| read("%Y.%m.%d"))
        .ok_or_else(|| "a day is written as 2026-11-29".to_owned())
}

/// Prints the games one after the other.
pub(super) fn export(wishes: &Wishes, streams: &mut Streams<'_>) -> io::Result<Exit> {
    if let (Some(from), Some(to)) = (wishes.from, wishes.to)
        && from > to
    {
        writeln!(streams.err, "no day is from {from} on and up to {to}")?;
        return Ok(Exit::Wrong);
    }
    let (config, society) = match open(&wishes.config, streams)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let tournament = wishes.tournament.map(TournamentId);
    if let Some(id) = tournament
        && known(&society, id, &config, streams)?.is_none()
    {
        return Ok(Exit::Wrong);
    }
    if let Some(name) = &wishes.player
        && !archive::is_known_player(&society, name)
    {
        writeln!(streams.err, "{name} has entered no tournament")?;
        return Ok(Exit::Wrong);
    }
    let scope = Scope {
        tournament,
        player: wishes.player.clone(),
        from: wishes.from,
        to: wishes.to,
    };
    match wishes.missing {
        true => list_missing(&society, &scope, streams),
        false => print_games(&society, &scope, &site(&config), streams),
    }
}

fn print_games(
    society: &Society,
    scope: &Scope,
    site: &str,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let games = archive::games(society, scope);
    if games.is_empty() {
        let lacking = archive::missing(society, scope).len();
        writeln!(
            streams.err,
            "nobody has sent the moves of such a game; --missing lists those that were played: {lacking}"
        )?;
    }
    let mut out = BufWriter::new(&mut *streams.out);
    for played in games {
        let Some(score) = played.gamescore() else {
            continue;
        };
        let comment = phrasing::comment_on(&played);
        let tags = played.tags(site);
        let text = game::pgn(&score, &tags, played.result(), comment.as_deref());
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn list_missing(society: &Society, scope: &Scope, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let mut out = BufWriter::new(&mut *streams.out);
    for played in archive::missing(society, scope) {
        writeln!(out, "{}", missing_line(&played))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn missing_line(played: &ArchivedGame<'_>) -> String {
    let name = |color| &played.player(color).name;
    format!(
        "{} {} {} {} {} {}",
        played.tournament.id,
        played.code(),
        played.day,
        game::token(played.result()),
        name(Color::White),
        name(Color::Black)
    )
}

/// Where the games were played, as far as the settings know: the channel, and the network by its name or by that of its
/// server. The address of a relay, or of this machine, names no network.
fn site(config: &Config) -> String {
    let irc = &config.irc;
    let host = irc.servers.first().map(|server| server.host.as_str());
    let network = match irc.services {
        Services::Dalnet => Some("DALnet"),
        Services::Anope | Services::Atheme | Services::None => {
            host.filter(|host| host.contains('.') && host.parse::<IpAddr>().is_err())
        }
    };
    match network {
        Some(network) => format!("{}, {network}", irc.channel),
        None => irc.channel.clone(),
    }
}
