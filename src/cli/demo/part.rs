//! Playing a part: a person on the network who hears, makes up their mind, and acts a little later.

use super::asked_to_stop;
use super::client::{Client, Deed, Heard};
use super::stage::{Show, Shows};
use std::io;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// What somebody has in mind to do.
#[derive(Debug, Default)]
pub struct Agenda {
    deeds: Vec<(Instant, Deed)>,
}

impl Agenda {
    /// Plans to do this after a while.
    pub fn after(&mut self, delay: Duration, deed: Deed) {
        self.deeds.push((Instant::now() + delay, deed));
    }

    /// Forgets all plans.
    pub fn clear(&mut self) {
        self.deeds.clear();
    }

    /// When the first plan is due.
    fn next(&self) -> Option<Instant> {
        self.deeds.iter().map(|(at, _)| *at).min()
    }

    /// Takes the first plan.
    fn take(&mut self) -> Option<Deed> {
        let first = self.next()?;
        let at = self.deeds.iter().position(|(at, _)| *at == first)?;
        Some(self.deeds.remove(at).1)
    }
}

/// A person's mind.
pub trait Part: Send {
    /// Makes plans before anything is heard; most wait for others.
    fn begin(&mut self, _agenda: &mut Agenda) {}

    /// Takes in what was heard.
    fn hear(&mut self, heard: &Heard, agenda: &mut Agenda);
}

/// Whose private talk with the bot the audience hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// Everybody's.
    Overheard,
    /// Nobody's.
    Kept,
}

/// Plays a part until the connection ends or everybody is asked to stop. While the bot is out of sight nothing is said.
///
/// # Errors
/// When the connection fails.
pub async fn play(
    mut client: Client,
    mut part: impl Part,
    privacy: Privacy,
    shows: Shows,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut agenda = Agenda::default();
    let mut sees_bot = true;
    part.begin(&mut agenda);
    loop {
        let due = agenda.next();
        let wait = tokio::time::sleep_until(due.unwrap_or_else(Instant::now));
        tokio::select! {
            () = asked_to_stop(&mut stop) => return client.leave().await,
            heard = client.hear() => {
                let Some(heard) = heard? else { return Ok(()) };
                match &heard {
                    Heard::Joined { nick } if nick == client.bot() => sees_bot = true,
                    Heard::Gone { nick, .. } if nick == client.bot() => sees_bot = false,
                    Heard::Private { from, text } if privacy == Privacy::Overheard => {
                        let show = Show::private(from, client.nick(), text);
                        shows.send(show).await;
                    }
                    Heard::Private { .. }
                    | Heard::Channel { .. }
                    | Heard::Joined { .. }
                    | Heard::Gone { .. }
                    | Heard::Other { .. } => {}
                }
                part.hear(&heard, &mut agenda);
            }
            () = wait, if due.is_some() && sees_bot => {
                let Some(deed) = agenda.take() else { continue };
                if let (Deed::Tell(text), Privacy::Overheard) = (&deed, privacy) {
                    shows.send(Show::private(client.nick(), client.bot(), text)).await;
                }
                client.act(&deed).await?;
            }
        }
    }
}
