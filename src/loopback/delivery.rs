//! Sending lines: to one client, to a channel, to everybody who shares a channel with somebody.
//!
//! Who may say what has been decided before; here only sides, capabilities and transcripts matter.

use super::state::{Client, ClientId, Side, State};
use super::wire::Message;
use std::collections::BTreeSet;
use std::fmt;

impl State {
    /// Sends a line that comes from no person.
    pub fn send(&mut self, to: ClientId, message: &Message) {
        if let Some(client) = self.clients.get_mut(&to) {
            client.push(None, message.cut());
        }
    }

    /// Sends a line of one person to another, with the account as a tag for those who asked for it.
    pub fn send_from(&mut self, from: ClientId, to: ClientId, message: &Message) {
        let account = self.client(from).login.account().map(str::to_owned);
        if let Some(client) = self.clients.get_mut(&to) {
            let tag = account.as_deref().filter(|_| client.has("account-tag"));
            client.push(tag, message.cut());
        }
    }

    /// Sends a numeric answer.
    pub fn numeric(&mut self, to: ClientId, code: u16, rest: fmt::Arguments<'_>) {
        let client = self.client(to);
        let nick = if client.nick.is_empty() {
            "*"
        } else {
            &client.nick
        };
        let line = Message::from(
            client.side.server(),
            format_args!("{code:03} {nick} {rest}"),
        );
        self.send(to, &line);
    }

    /// Sends a member's line to the channel, to everybody on its side but those the filter leaves out.
    pub fn tell_channel(
        &mut self,
        key: &str,
        from: ClientId,
        message: &Message,
        wants: impl Fn(ClientId, &Client) -> bool,
    ) {
        let sender = self.client(from);
        let side = sender.side;
        let account = sender.login.account().map(str::to_owned);
        let State {
            channels, clients, ..
        } = self;
        let Some(channel) = channels.get(key) else {
            return;
        };
        for id in channel.members.keys() {
            let client = clients.get_mut(id).expect("a member is connected");
            if client.side == side && wants(*id, client) {
                let tag = account.as_deref().filter(|_| client.has("account-tag"));
                client.push(tag, message.cut());
            }
        }
    }

    /// Sends a server's own line to the channel, to everybody on its side.
    pub fn server_to_channel(&mut self, key: &str, side: Side, message: &Message) {
        let State {
            channels, clients, ..
        } = self;
        let Some(channel) = channels.get(key) else {
            return;
        };
        for id in channel.members.keys() {
            let client = clients.get_mut(id).expect("a member is connected");
            if client.side == side {
                client.push(None, message.cut());
            }
        }
    }

    /// Those who share a channel with this client and see it, without itself.
    pub fn peers(&self, id: ClientId) -> BTreeSet<ClientId> {
        let client = self.client(id);
        let members = client
            .channels
            .iter()
            .flat_map(|key| self.channels[key].members.keys());
        let seen = |other: &&ClientId| **other != id && self.client(**other).side == client.side;
        members.filter(seen).copied().collect()
    }

    /// Sends a client's own line (QUIT, NICK) to all its peers, once each, and to the transcripts of its channels.
    pub fn tell_peers(&mut self, from: ClientId, message: &Message) {
        for peer in self.peers(from) {
            self.send_from(from, peer, message);
        }
        for key in &self.clients[&from].channels {
            self.transcripts.record(key, message);
        }
    }
}
