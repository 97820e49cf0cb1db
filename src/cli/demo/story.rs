//! The story: everybody comes in, the tournament is played, the network splits and heals, and it ends.

use super::client::{Client, Ticket};
use super::director::{Director, NAME};
use super::pace::Pace;
use super::part::{self, Privacy};
use super::player::{ABSENT, PLAYERS, Player, SPLIT_ROUND};
use super::stage::{Show, Shows};
use super::{BOSS, BOSS_PASSWORD, player_password, words};
use crate::loopback::Loopback;
use anyhow::{Context, bail};
use std::time::Duration;
use tokio::sync::{broadcast, watch};

/// How long to listen for the rest of the standings.
const LAST_LINES: Duration = Duration::from_millis(300);

/// Where the story is played.
#[derive(Clone)]
pub struct Scene {
    /// The network.
    pub server: Loopback,
    /// The bot's nick.
    pub bot: String,
    /// The channel.
    pub channel: String,
    /// How fast time goes.
    pub pace: Pace,
    /// What the audience sees.
    pub shows: Shows,
    /// Set when everybody is to leave.
    pub stop: watch::Receiver<bool>,
}

/// Plays it from the bot's arrival to the standings, and gives back the last words.
///
/// # Errors
/// When somebody cannot come in, or the story comes to a halt.
pub async fn play(scene: Scene) -> anyhow::Result<Vec<Show>> {
    let patience = scene.pace.patience();
    let mut transcript = scene.server.transcript(&scene.channel);
    let played = async {
        let arrival = Show::Happens(format!("{} has joined", scene.bot));
        while next(&mut transcript).await? != arrival {}
        everybody_comes(&scene).await?;
        let standings = follow(&scene, &mut transcript).await?;
        anyhow::Ok(closing(&scene, &standings))
    };
    match tokio::time::timeout(patience, played).await {
        Ok(ended) => ended,
        Err(_) => bail!("the story came to a halt: no end within {patience:?}"),
    }
}

/// The next thing that happens in the channel.
async fn next(transcript: &mut broadcast::Receiver<String>) -> anyhow::Result<Show> {
    loop {
        let line = transcript.recv().await.context("the server is gone")?;
        if let Some(show) = Show::of_line(&line) {
            return Ok(show);
        }
    }
}

/// The players come in, then the director.
async fn everybody_comes(scene: &Scene) -> anyhow::Result<()> {
    for member in PLAYERS {
        let client = enter(scene, member.nick, &player_password(member.nick)).await?;
        let player = Player::new(member, &scene.bot, scene.pace);
        let privacy = if member == PLAYERS[0] {
            Privacy::Overheard
        } else {
            Privacy::Kept
        };
        start(scene, client, player, privacy);
    }
    let client = enter(scene, BOSS, BOSS_PASSWORD).await?;
    let director = Director::new(&scene.bot, scene.pace);
    start(scene, client, director, Privacy::Overheard);
    Ok(())
}

async fn enter(scene: &Scene, nick: &str, password: &str) -> anyhow::Result<Client> {
    let ticket = Ticket {
        addr: scene.server.addr(),
        nick: nick.to_owned(),
        password: password.to_owned(),
        channel: scene.channel.clone(),
        bot: scene.bot.clone(),
    };
    let entered = Client::enter(ticket).await;
    entered.with_context(|| format!("{nick} cannot come in"))
}

fn start(scene: &Scene, client: Client, part: impl part::Part + 'static, privacy: Privacy) {
    let nick = client.nick().to_owned();
    let playing = part::play(
        client,
        part,
        privacy,
        scene.shows.clone(),
        scene.stop.clone(),
    );
    tokio::spawn(async move {
        if let Err(error) = playing.await {
            log::warn!("{nick} lost the connection: {error}");
        }
    });
}

/// Follows the channel up to the standings, which come back; on the way the network splits.
async fn follow(
    scene: &Scene,
    transcript: &mut broadcast::Receiver<String>,
) -> anyhow::Result<Vec<String>> {
    let mut standings: Vec<String> = Vec::new();
    loop {
        let heard = next(transcript);
        let show = if standings.is_empty() {
            heard.await?
        } else {
            match tokio::time::timeout(LAST_LINES, heard).await {
                Ok(show) => show?,
                Err(_) => return Ok(standings),
            }
        };
        let Show::Said { from, text } = &show else {
            continue;
        };
        if *from != scene.bot {
            continue;
        }
        if words::pairings_announced(text) == Some(SPLIT_ROUND) {
            tokio::spawn(split(scene.clone()));
        }
        match words::final_standings(text) {
            Some(items) => standings = items.into_iter().map(str::to_owned).collect(),
            // A long table goes on in the next line.
            None if !standings.is_empty() => {
                standings.extend(text.split(", ").map(str::to_owned));
            }
            None => {}
        }
    }
}

/// The server that all players are on loses the other one for a while, shortly before check-ins are taken.
async fn split(scene: Scene) {
    tokio::time::sleep(scene.pace.part(450)).await;
    scene
        .shows
        .note(
            "A netsplit: the players are on the other side, and cannot say !present. \
             The bot sees that it was left with the few.",
        )
        .await;
    scene.server.split(&PLAYERS.map(|member| member.nick));
    tokio::time::sleep(scene.pace.split()).await;
    scene.shows.note("The network is whole again.").await;
    scene.server.heal();
}

/// The last words.
fn closing(scene: &Scene, standings: &[String]) -> Vec<Show> {
    let memos = scene.server.memos(ABSENT);
    let memo = memos.first().map(|memo| {
        Show::Note(format!(
            "{ABSENT} was away, so the bot left word with MemoServ ({} memos). The first one: {}",
            memos.len(),
            memo.text
        ))
    });
    let table = Show::Note(format!(
        "Final standings of {NAME}:\n\n  {}\n",
        standings.join("\n  ")
    ));
    memo.into_iter().chain([table]).collect()
}
