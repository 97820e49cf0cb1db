//! The director: drafts the tournament, starts it, and rules where the bot asks for it.

use super::client::{Deed, Heard};
use super::pace::Pace;
use super::part::{Agenda, Part};
use super::player::{ABSENT, PLAYERS};
use super::words;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The tournament's name.
pub const NAME: &str = "Demo Open";

/// How many rounds are played.
pub const ROUNDS: u16 = 3;

/// The director's mind.
pub struct Director {
    bot: String,
    pace: Pace,
    /// The orders that are still to be given, one after the answer to the other.
    orders: VecDeque<String>,
    entered: BTreeSet<String>,
    closed: bool,
    put_out: bool,
    /// The board to rule on, and what its players say.
    dispute: Option<String>,
    /// What each claims, as the bot wrote it together with the explanation.
    explained: BTreeMap<String, (Option<String>, String)>,
}

impl Director {
    /// Somebody who has not begun.
    pub fn new(bot: &str, pace: Pace) -> Director {
        let orders = [
            format!("tournament new {NAME}"),
            format!("tournament set rounds {ROUNDS}"),
            "tournament announce".to_owned(),
            "tournament open".to_owned(),
        ];
        Director {
            bot: bot.to_owned(),
            pace,
            orders: VecDeque::from(orders),
            entered: BTreeSet::new(),
            closed: false,
            put_out: false,
            dispute: None,
            explained: BTreeMap::new(),
        }
    }

    /// The first order, and after each answer the next one.
    fn go_on(&mut self, agenda: &mut Agenda) {
        if let Some(order) = self.orders.pop_front() {
            agenda.after(self.pace.part(25), Deed::Tell(order));
        }
    }

    fn hear_in_channel(&mut self, text: &str, agenda: &mut Agenda) {
        if let Some(nick) = words::entered(text) {
            self.entered.insert(nick.to_owned());
            let complete = PLAYERS
                .iter()
                .all(|member| self.entered.contains(member.nick));
            if complete && !self.closed {
                self.closed = true;
                agenda.after(
                    self.pace.part(60),
                    Deed::Tell("tournament close".to_owned()),
                );
            }
        }
        if let Some(guest) = words::late(text) {
            let order = format!("admit {guest} half");
            agenda.after(self.pace.part(30), Deed::Tell(order));
        }
        if words::final_standings(text).is_some() {
            agenda.after(self.pace.part(10), Deed::Leave("good night".to_owned()));
        }
        if words::no_show(text) == Some(ABSENT) && !self.put_out {
            self.put_out = true;
            let order = format!("withdraw {ABSENT} deserted no word all week");
            agenda.after(self.pace.part(30), Deed::Tell(order));
        }
    }

    fn hear_in_private(&mut self, text: &str, agenda: &mut Agenda) {
        if let Some(board) = words::ruling_wanted(text) {
            self.dispute = Some(board.to_owned());
            return;
        }
        if let Some((who, said)) = words::explanation(text) {
            let claim = words::claim(text, who).map(str::to_owned);
            self.explained
                .insert(who.to_owned(), (claim, said.to_owned()));
            self.rule(agenda);
            return;
        }
        self.go_on(agenda);
    }

    /// Rules, once both have said what happened: whoever can name the mate is believed.
    fn rule(&mut self, agenda: &mut Agenda) {
        if self.explained.len() < 2 {
            return;
        }
        let believed = self
            .explained
            .values()
            .find(|(_, said)| said.contains("checkmate"));
        let (Some(board), Some((Some(score), _))) = (&self.dispute, believed) else {
            return;
        };
        agenda.after(self.pace.part(40), Deed::Tell("disputes".to_owned()));
        let order = format!("result {board} {score} the final position is mate");
        agenda.after(self.pace.part(100), Deed::Tell(order));
        self.dispute = None;
        self.explained.clear();
    }
}

impl Part for Director {
    fn begin(&mut self, agenda: &mut Agenda) {
        self.go_on(agenda);
    }

    fn hear(&mut self, heard: &Heard, agenda: &mut Agenda) {
        match heard {
            Heard::Channel { from, text } if *from == self.bot => {
                self.hear_in_channel(text, agenda)
            }
            Heard::Private { from, text } if *from == self.bot => {
                self.hear_in_private(text, agenda)
            }
            Heard::Channel { .. }
            | Heard::Private { .. }
            | Heard::Joined { .. }
            | Heard::Gone { .. }
            | Heard::Other { .. } => {}
        }
    }
}
