//! Channels: coming, going, topic, who is there.

use super::options::{JoinEcho, TEXT_LENGTH_MAX};
use super::state::{Channel, ClientId, Ranks, State};
use super::wire::{Line, Message, clip, mask_fits};
use std::collections::{BTreeMap, BTreeSet};

/// How many bytes of nicks go in one 353 line, so that the line's own head fits beside them.
const NAMES_BYTES_MAX: usize = 380;

impl State {
    /// The channel of a command by a member, or the numeric saying why not.
    pub fn own_channel(&mut self, id: ClientId, name: &str) -> Option<String> {
        let key = self.fold(name);
        let Some(channel) = self.channels.get(&key) else {
            self.numeric(id, 403, format_args!("{name} :No such channel"));
            return None;
        };
        if !channel.members.contains_key(&id) {
            self.numeric(id, 442, format_args!("{name} :You're not on that channel"));
            return None;
        }
        Some(key)
    }

    /// Whether a member directs the channel; says so where it does not.
    pub fn may_direct(&mut self, id: ClientId, key: &str) -> bool {
        let channel = &self.channels[key];
        let directs = channel
            .members
            .get(&id)
            .is_some_and(|ranks| ranks.directs());
        if !directs {
            let name = channel.name.clone();
            self.numeric(
                id,
                482,
                format_args!("{name} :You're not a channel operator"),
            );
        }
        directs
    }

    /// Whether a client's prefix is on the channel's ban list.
    pub fn is_banned(&self, channel: &Channel, id: ClientId) -> bool {
        let source = self.fold(&self.client(id).source);
        let fits = |mask: &str| mask_fits(&self.fold(mask), &source);
        channel.bans.iter().any(|ban| fits(&ban.mask))
    }

    pub(super) fn on_join(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        if line.word(0) == "0" {
            for key in self.client(id).channels.clone() {
                self.part(id, &key, "");
            }
            return;
        }
        let mut keys = line.word(1).split(',');
        for name in line.word(0).split(',') {
            let key = keys.next().unwrap_or_default();
            if !State::is_channel_name(name) {
                self.numeric(id, 403, format_args!("{name} :No such channel"));
                continue;
            }
            match self.join_refusal(id, name, key) {
                None => self.join(id, name),
                Some((code, why)) => self.numeric(
                    id,
                    code,
                    format_args!("{name} :Cannot join channel ({why})"),
                ),
            }
        }
    }

    fn join_refusal(&self, id: ClientId, name: &str, key: &str) -> Option<(u16, &'static str)> {
        let channel = self.channels.get(&self.fold(name))?;
        let invited = channel.invited.contains(&id);
        if channel.flags.contains(&'i') && !invited {
            Some((473, "+i"))
        } else if channel.key.as_deref().is_some_and(|wanted| wanted != key) {
            Some((475, "+k"))
        } else if self.is_banned(channel, id) && !invited {
            Some((474, "+b"))
        } else if channel
            .limit
            .is_some_and(|limit| channel.members.len() >= limit)
        {
            Some((471, "+l"))
        } else {
            None
        }
    }

    /// Puts a client on a channel, which is made if it is not there.
    pub fn join(&mut self, id: ClientId, name: &str) {
        let key = self.fold(name);
        if self.client(id).channels.contains(&key) {
            return;
        }
        let created_s = self.now_s();
        self.channels.entry(key.clone()).or_insert_with(|| Channel {
            name: name.to_owned(),
            members: BTreeMap::new(),
            topic: None,
            flags: BTreeSet::from(['n', 't']),
            key: None,
            limit: None,
            bans: Vec::new(),
            invited: BTreeSet::new(),
            created_s,
        });
        let side = self.client(id).side;
        let members = &self.channels[&key].members;
        let first = !members
            .keys()
            .any(|member| self.client(*member).side == side);
        let ranks = Ranks {
            op: first,
            ..Ranks::default()
        };
        let channel = self.channels.get_mut(&key).expect("made above");
        channel.members.insert(id, ranks);
        channel.invited.remove(&id);
        let shown = match self.traits.join_echo {
            JoinEcho::Stored => channel.name.clone(),
            JoinEcho::Typed => name.to_owned(),
        };
        self.client_mut(id).channels.insert(key.clone());
        let (short, long) = self.join_lines(id, &shown);
        self.tell_channel(&key, id, &short, |_, client| !client.has("extended-join"));
        self.tell_channel(&key, id, &long, |_, client| client.has("extended-join"));
        self.transcripts.record(&key, &short);
        if self.channels[&key].topic.is_some() {
            self.send_topic(id, &key);
        }
        self.send_names(id, &key);
    }

    /// A JOIN without and with the account and the real name.
    pub fn join_lines(&self, id: ClientId, shown: &str) -> (Message, Message) {
        let client = self.client(id);
        let account = client.login.account().unwrap_or("*");
        let long = format_args!("JOIN {shown} {account} :{}", client.real);
        (
            Message::from(&client.source, format_args!("JOIN :{shown}")),
            Message::from(&client.source, long),
        )
    }

    pub(super) fn on_part(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        for name in line.word(0).split(',') {
            if let Some(key) = self.own_channel(id, name) {
                self.part(id, &key, clip(&line.text(1), TEXT_LENGTH_MAX));
            }
        }
    }

    fn part(&mut self, id: ClientId, key: &str, reason: &str) {
        let (source, name) = (&self.client(id).source, &self.channels[key].name);
        let message = match reason {
            "" => Message::from(source, format_args!("PART :{name}")),
            _ => Message::from(source, format_args!("PART {name} :{reason}")),
        };
        self.tell_channel(key, id, &message, |_, _| true);
        self.transcripts.record(key, &message);
        self.drop_member(key, id);
    }

    pub(super) fn on_kick(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 2) {
            return;
        }
        let Some(key) = self.own_channel(id, line.word(0)) else {
            return;
        };
        if !self.may_direct(id, &key) {
            return;
        }
        let client = self.client(id);
        let (source, side) = (client.source.clone(), client.side);
        let text = line.text(2);
        let reason = if text.is_empty() {
            client.nick.clone()
        } else {
            text.into_owned()
        };
        for nick in line.word(1).split(',') {
            match self.find(nick, side) {
                None => self.numeric(id, 401, format_args!("{nick} :No such nick")),
                Some(target)
                    if self
                        .channels
                        .get(&key)
                        .is_some_and(|channel| channel.members.contains_key(&target)) =>
                {
                    self.kick(&source, &key, target, &reason);
                }
                Some(_) => self.numeric(
                    id,
                    441,
                    format_args!("{nick} {} :They are not on that channel", line.word(0)),
                ),
            }
        }
    }

    /// Takes a member off a channel and tells its side.
    pub fn kick(&mut self, source: &str, key: &str, target: ClientId, reason: &str) {
        let (victim, name) = (self.client(target), &self.channels[key].name);
        let reason = clip(reason, TEXT_LENGTH_MAX);
        let message = Message::from(
            source,
            format_args!("KICK {name} {} :{reason}", victim.nick),
        );
        self.server_to_channel(key, victim.side, &message);
        self.transcripts.record(key, &message);
        self.drop_member(key, target);
    }

    pub(super) fn on_topic(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        let Some(key) = self.own_channel(id, line.word(0)) else {
            return;
        };
        if line.len() < 2 {
            return self.send_topic(id, &key);
        }
        if self.channels[&key].flags.contains(&'t') && !self.may_direct(id, &key) {
            return;
        }
        let text = clip(&line.text(1), TEXT_LENGTH_MAX).to_owned();
        let (source, now_s) = (self.client(id).source.clone(), self.now_s());
        let channel = self
            .channels
            .get_mut(&key)
            .expect("a member's channel is there");
        let message = Message::from(&source, format_args!("TOPIC {} :{text}", channel.name));
        channel.topic = (!text.is_empty()).then_some((text, source, now_s));
        self.tell_channel(&key, id, &message, |_, _| true);
        self.transcripts.record(&key, &message);
    }

    fn send_topic(&mut self, id: ClientId, key: &str) {
        let channel = &self.channels[key];
        let name = channel.name.clone();
        match channel.topic.clone() {
            None => self.numeric(id, 331, format_args!("{name} :No topic is set.")),
            Some((text, by, at_s)) => {
                self.numeric(id, 332, format_args!("{name} :{text}"));
                self.numeric(id, 333, format_args!("{name} {by} {at_s}"));
            }
        }
    }

    pub(super) fn on_invite(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 2) {
            return;
        }
        let (nick, name) = (line.word(0), line.word(1));
        let client = self.client(id);
        let (source, side) = (client.source.clone(), client.side);
        let Some(target) = self.find(nick, side) else {
            return self.numeric(id, 401, format_args!("{nick} :No such nick"));
        };
        let Some(key) = self.own_channel(id, name) else {
            return;
        };
        if self.channels[&key].members.contains_key(&target) {
            return self.numeric(
                id,
                443,
                format_args!("{nick} {name} :is already on channel"),
            );
        }
        if self.channels[&key].flags.contains(&'i') && !self.may_direct(id, &key) {
            return;
        }
        self.channels
            .get_mut(&key)
            .expect("a member's channel is there")
            .invited
            .insert(target);
        self.numeric(id, 341, format_args!("{nick} {name}"));
        self.send_from(
            id,
            target,
            &Message::from(&source, format_args!("INVITE {nick} :{name}")),
        );
    }

    pub(super) fn on_names(&mut self, id: ClientId, line: &Line<'_>) {
        for name in line.word(0).split(',') {
            let key = self.fold(name);
            if self.channels.contains_key(&key) {
                self.send_names(id, &key);
            } else {
                let shown = if name.is_empty() { "*" } else { name };
                self.numeric(id, 366, format_args!("{shown} :End of /NAMES list."));
            }
        }
    }

    fn send_names(&mut self, id: ClientId, key: &str) {
        let asker = self.client(id);
        let channel = &self.channels[key];
        let name = channel.name.clone();
        let sign = if channel.flags.contains(&'s') {
            '@'
        } else {
            '='
        };
        let mut lines = vec![String::new()];
        for (member, ranks) in &channel.members {
            let client = self.client(*member);
            if client.side != asker.side {
                continue;
            }
            let current = lines.last_mut().expect("there is always one");
            if current.len() + client.nick.len() > NAMES_BYTES_MAX {
                lines.push(String::new());
            }
            let current = lines.last_mut().expect("there is always one");
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(&ranks.signs(asker.has("multi-prefix")));
            current.push_str(&client.nick);
        }
        for nicks in lines.iter().filter(|nicks| !nicks.is_empty()) {
            self.numeric(id, 353, format_args!("{sign} {name} :{nicks}"));
        }
        self.numeric(id, 366, format_args!("{name} :End of /NAMES list."));
    }

    pub(super) fn on_list(&mut self, id: ClientId, line: &Line<'_>) {
        let wanted: Vec<String> = line
            .word(0)
            .split(',')
            .filter(|name| !name.is_empty())
            .map(|name| self.fold(name))
            .collect();
        let side = self.client(id).side;
        let mut rows = Vec::new();
        for (key, channel) in &self.channels {
            let seen = channel
                .members
                .keys()
                .filter(|member| self.client(**member).side == side)
                .count();
            let hidden = channel.flags.contains(&'s') && !channel.members.contains_key(&id);
            if seen > 0 && !hidden && (wanted.is_empty() || wanted.contains(key)) {
                let topic = channel
                    .topic
                    .as_ref()
                    .map_or("", |(text, _, _)| text.as_str());
                rows.push(format!("{} {seen} :{topic}", channel.name));
            }
        }
        self.numeric(id, 321, format_args!("Channel :Users Name"));
        for row in rows {
            self.numeric(id, 322, format_args!("{row}"));
        }
        self.numeric(id, 323, format_args!(":End of channel list."));
    }
}
