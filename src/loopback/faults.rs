//! What a test or the demo does to the network: faults staged, and things looked up.
//!
//! A method that names a nick or a channel says whether it was there.

use super::memoserv::{Memo, MemoState};
use super::modes::full_mask;
use super::services::{Service, Services};
use super::state::{Ban, ClientId, Closing, Link, Side, State};
use super::wire::Message;
use super::{Loopback, lock, registration};
use std::collections::{BTreeMap, BTreeSet};
use tokio::sync::broadcast;

/// Who shares a channel with whom and sees them, and which side each was on.
struct Sight {
    peers: BTreeMap<ClientId, BTreeSet<ClientId>>,
    sides: BTreeMap<ClientId, Side>,
}

impl State {
    fn sight(&self) -> Sight {
        Sight {
            peers: self
                .clients
                .keys()
                .map(|id| (*id, self.peers(*id)))
                .collect(),
            sides: self
                .clients
                .iter()
                .map(|(id, client)| (*id, client.side))
                .collect(),
        }
    }

    /// Puts clients on sides; everybody sees the QUITs and JOINs that this means.
    fn regroup(&mut self, moves: &[(ClientId, Side)]) {
        let before = self.sight();
        for (id, side) in moves {
            self.client_mut(*id).side = *side;
        }
        let after = self.sight();
        for (viewer, seen) in &after.peers {
            let text = self.client(*viewer).side.split_text();
            for gone in before.peers[viewer].difference(seen) {
                let message =
                    Message::from(&self.client(*gone).source, format_args!("QUIT :{text}"));
                self.send(*viewer, &message);
            }
            for back in seen.difference(&before.peers[viewer]) {
                self.netjoin(*viewer, *back, before.sides[back].server());
            }
        }
        for (id, side) in moves {
            self.record_move(*id, *side);
        }
    }

    /// Shows one client to another again: a JOIN for each channel they share, and the ranks it holds there.
    fn netjoin(&mut self, viewer: ClientId, back: ClientId, server: &str) {
        let shared = self
            .client(back)
            .channels
            .intersection(&self.client(viewer).channels);
        let shared: Vec<String> = shared.cloned().collect();
        for key in shared {
            let (short, long) = self.join_lines(back, &self.channels[&key].name);
            let line = if self.client(viewer).has("extended-join") {
                long
            } else {
                short
            };
            self.send_from(back, viewer, &line);
            if let Some(modes) = self.rank_line(back, &key, server) {
                self.send(viewer, &modes);
            }
        }
    }

    /// The MODE line that gives a member its ranks back.
    fn rank_line(&self, member: ClientId, key: &str, server: &str) -> Option<Message> {
        let (channel, nick) = (&self.channels[key], &self.client(member).nick);
        let ranks = channel.members[&member];
        let held = [(ranks.op, 'o'), (ranks.halfop, 'h'), (ranks.voice, 'v')];
        let letters: String = held
            .iter()
            .filter(|(held, _)| *held)
            .map(|(_, letter)| *letter)
            .collect();
        let nicks = vec![nick.as_str(); letters.len()].join(" ");
        let line = || {
            Message::from(
                server,
                format_args!("MODE {} +{letters} {nicks}", channel.name),
            )
        };
        (!letters.is_empty()).then(line)
    }

    /// Puts a move in the transcripts, as the hub sees it.
    fn record_move(&self, id: ClientId, side: Side) {
        let client = self.client(id);
        for key in &client.channels {
            match side {
                Side::Leaf => {
                    let text = Side::Hub.split_text();
                    let message = Message::from(&client.source, format_args!("QUIT :{text}"));
                    self.transcripts.record(key, &message);
                }
                Side::Hub => {
                    let (short, _) = self.join_lines(id, &self.channels[key].name);
                    self.transcripts.record(key, &short);
                }
            }
        }
    }
}

impl Loopback {
    /// Splits these clients off: they and the others see each other quit, and stay connected out of sight. Services
    /// are on the others' side. Nicks that are not there, or are split off already, change nothing.
    pub fn split(&self, nicks: &[&str]) {
        let mut state = lock(&self.shared);
        let found = nicks.iter().filter_map(|nick| state.find(nick, Side::Hub));
        let moves: Vec<_> = found.map(|id| (id, Side::Leaf)).collect();
        state.regroup(&moves);
    }

    /// Ends the split: everybody who was out of sight comes back with a JOIN, and with the ranks they had.
    pub fn heal(&self) {
        let mut state = lock(&self.shared);
        let away = state
            .clients
            .iter()
            .filter(|(_, client)| client.side == Side::Leaf);
        let moves: Vec<_> = away.map(|(id, _)| (*id, Side::Hub)).collect();
        state.regroup(&moves);
    }

    /// Resets a client's connection; the others see it quit.
    pub fn kill(&self, nick: &str) -> bool {
        self.with_client(nick, |state, id| {
            state.forget(id, "Connection reset by peer", Closing::Abrupt)
        })
    }

    /// Ends a client's connection as an operator does: with an ERROR line and this reason.
    pub fn kill_with(&self, nick: &str, reason: &str) -> bool {
        self.with_client(nick, |state, id| {
            state.forget(id, &format!("Killed ({reason})"), Closing::Orderly);
        })
    }

    /// Gives a client another nick, as services do. False too when the new nick is taken or is no nick.
    pub fn rename(&self, nick: &str, new: &str) -> bool {
        let mut state = lock(&self.shared);
        let Some(id) = state.find_anywhere(nick) else {
            return false;
        };
        let holder = state.nicks.get(&state.fold(new)).copied();
        if !registration::is_nick(new) || holder.is_some_and(|holder| holder != id) {
            return false;
        }
        state.rename(id, new);
        true
    }

    /// Takes a client off a channel in the server's name.
    pub fn kick(&self, channel: &str, nick: &str, reason: &str) -> bool {
        let mut state = lock(&self.shared);
        let key = state.fold(channel);
        let Some(id) = state.find_anywhere(nick) else {
            return false;
        };
        let member = state.client(id).channels.contains(&key);
        if member {
            state.kick(Side::Hub.server(), &key, id, reason);
        }
        member
    }

    /// Bans a mask from a channel in the server's name.
    pub fn ban(&self, channel: &str, mask: &str) -> bool {
        self.with_channel(channel, |state, key| {
            let mask = full_mask(mask);
            let ban = Ban {
                mask: mask.clone(),
                by: Side::Hub.server().to_owned(),
                at_s: state.now_s(),
            };
            let channel = state
                .channels
                .get_mut(key)
                .expect("looked up by the caller");
            channel.bans.push(ban);
            let line = format!("MODE {} +b :{mask}", channel.name);
            announce(state, key, &line);
        })
    }

    /// Lifts every ban of a channel in the server's name.
    pub fn unban(&self, channel: &str) -> bool {
        self.with_channel(channel, |state, key| {
            let channel = state
                .channels
                .get_mut(key)
                .expect("looked up by the caller");
            let lines: Vec<String> = channel
                .bans
                .drain(..)
                .map(|ban| format!("MODE {} -b :{}", channel.name, ban.mask))
                .collect();
            for line in lines {
                announce(state, key, &line);
            }
        })
    }

    /// Gives or takes a member's rank in the server's name: `change` is one sign and one letter, as `+o` or `-v`.
    pub fn rank(&self, channel: &str, nick: &str, change: &str) -> bool {
        let mut state = lock(&self.shared);
        let key = state.fold(channel);
        let Some(id) = state.find_anywhere(nick) else {
            return false;
        };
        let shown = state.client(id).nick.clone();
        let Some(channel) = state.channels.get_mut(&key) else {
            return false;
        };
        let line = format!("MODE {} {change} :{shown}", channel.name);
        let Some(ranks) = channel.members.get_mut(&id) else {
            return false;
        };
        let Some(slot) = change.chars().nth(1).and_then(|letter| ranks.slot(letter)) else {
            return false;
        };
        *slot = change.starts_with('+');
        announce(&mut state, &key, &line);
        true
    }

    /// Lets a client's link die: nothing is read from it and nothing written to it, and nobody is told.
    pub fn mute(&self, nick: &str) -> bool {
        self.set_link(nick, Link::Dead)
    }

    /// Lets a dead link live again; what was held up comes through.
    pub fn unmute(&self, nick: &str) -> bool {
        self.set_link(nick, Link::Alive)
    }

    /// Lets every link die, those of clients that are still to come too: they are accepted and hear nothing.
    pub fn freeze(&self) {
        self.set_all_links(Link::Dead);
    }

    /// Ends a freeze.
    pub fn thaw(&self) {
        self.set_all_links(Link::Alive);
    }

    /// Takes services off the network, or brings them back. Whoever took one of their nicks is then renamed.
    pub fn services(&self, services: Services) {
        let mut state = lock(&self.shared);
        state.directory.services = services;
        if services == Services::Present {
            for service in [Service::NickServ, Service::MemoServ] {
                if let Some(id) = state.find_anywhere(service.name()) {
                    let free = (id..).map(|number| format!("Guest{number}"));
                    let mut free = free.filter(|nick| !state.nicks.contains_key(&state.fold(nick)));
                    let guest = free.next().expect("there are more numbers than clients");
                    drop(free);
                    state.rename(id, &guest);
                }
            }
        }
    }

    /// Registers a nick with services, or gives it another password.
    pub fn register_nick(&self, nick: &str, password: &str) {
        lock(&self.shared).enrol(nick, password);
    }

    /// Fills a registered nick's memo box, so that the next memo is refused.
    pub fn fill_memos(&self, nick: &str) -> bool {
        let mut state = lock(&self.shared);
        let (key, memos_max, sent_at_s) =
            (state.fold(nick), state.options.memos_max, state.now_s());
        let Some(enrolment) = state.directory.enrolled.get_mut(&key) else {
            return false;
        };
        while enrolment.memos.len() < memos_max {
            enrolment.memos.push(Memo {
                sender: "somebody".to_owned(),
                text: "One more to fill the box.".to_owned(),
                sent_at_s,
                state: MemoState::Read,
            });
        }
        true
    }

    /// Empties a registered nick's memo box.
    pub fn clear_memos(&self, nick: &str) -> bool {
        let mut state = lock(&self.shared);
        let key = state.fold(nick);
        let enrolment = state.directory.enrolled.get_mut(&key);
        enrolment.map(|enrolment| enrolment.memos.clear()).is_some()
    }

    /// A registered nick's memos, oldest first; none for a nick that is not registered.
    pub fn memos(&self, nick: &str) -> Vec<Memo> {
        let state = lock(&self.shared);
        let enrolment = state.directory.enrolled.get(&state.fold(nick));
        enrolment
            .map(|enrolment| enrolment.memos.clone())
            .unwrap_or_default()
    }

    /// The nicks on a channel, in the order they connected, on whichever side.
    pub fn members(&self, channel: &str) -> Vec<String> {
        let state = lock(&self.shared);
        let Some(channel) = state.channels.get(&state.fold(channel)) else {
            return Vec::new();
        };
        channel
            .members
            .keys()
            .map(|id| state.client(*id).nick.clone())
            .collect()
    }

    /// Whether a registered client of this nick is connected.
    pub fn is_connected(&self, nick: &str) -> bool {
        lock(&self.shared).find_anywhere(nick).is_some()
    }

    /// The lines of a channel from now on, with their prefixes, without CR and LF; the channel need not exist yet.
    pub fn transcript(&self, channel: &str) -> broadcast::Receiver<String> {
        let mut state = lock(&self.shared);
        let key = state.fold(channel);
        state.transcripts.listen(key)
    }

    fn with_client(&self, nick: &str, act: impl FnOnce(&mut State, ClientId)) -> bool {
        let mut state = lock(&self.shared);
        let found = state.find_anywhere(nick);
        found.map(|id| act(&mut state, id)).is_some()
    }

    fn with_channel(&self, channel: &str, act: impl FnOnce(&mut State, &str)) -> bool {
        let mut state = lock(&self.shared);
        let key = state.fold(channel);
        let there = state.channels.contains_key(&key);
        if there {
            act(&mut state, &key);
        }
        there
    }

    fn set_link(&self, nick: &str, link: Link) -> bool {
        self.with_client(nick, |state, id| {
            state.client_mut(id).link = link;
            state.wake_all();
        })
    }

    fn set_all_links(&self, link: Link) {
        let mut state = lock(&self.shared);
        state.link = link;
        state.wake_all();
    }
}

/// Tells a channel something in the server's name, on both sides.
fn announce(state: &mut State, key: &str, line: &str) {
    let message = Message::from(Side::Hub.server(), format_args!("{line}"));
    state.transcripts.record(key, &message);
    for side in [Side::Hub, Side::Leaf] {
        state.server_to_channel(key, side, &message);
    }
}
