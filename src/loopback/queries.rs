//! Questions about people: WHOIS, WHO, USERHOST, ISON.

use super::options::{Accounts, WhoisEnd};
use super::services::{SERVICES_HOST, Service};
use super::state::{ClientId, Login, Side, State};
use super::wire::{Line, mask_fits};

/// How many nicks one ISON or USERHOST is answered for.
const NICKS_MAX: usize = 30;

impl State {
    pub(super) fn on_whois(&mut self, id: ClientId, line: &Line<'_>) {
        if line.len() == 0 {
            return self.numeric(id, 431, format_args!(":No nickname given"));
        }
        // With two parameters the first names the server to ask; all of them know the same here.
        let asked = line.word(line.len() - 1);
        let side = self.client(id).side;
        for nick in asked.split(',').filter(|nick| !nick.is_empty()) {
            match (self.find(nick, side), Service::named(nick)) {
                (Some(target), _) => self.send_whois(id, target),
                (None, Some(service)) if self.services_reach(id) => {
                    let name = service.name();
                    self.numeric(
                        id,
                        311,
                        format_args!("{name} services {SERVICES_HOST} * :{name}"),
                    );
                    self.numeric(id, 312, format_args!("{name} {SERVICES_HOST} :Services"));
                }
                (None, _) => self.numeric(id, 401, format_args!("{nick} :No such nick")),
            }
            if self.traits.whois_end == WhoisEnd::Each {
                self.numeric(id, 318, format_args!("{nick} :End of /WHOIS list."));
            }
        }
        if self.traits.whois_end == WhoisEnd::First {
            let first = asked.split(',').next().unwrap_or_default();
            self.numeric(id, 318, format_args!("{first} :End of /WHOIS list."));
        }
    }

    fn send_whois(&mut self, id: ClientId, target: ClientId) {
        let client = self.client(target);
        let nick = client.nick.clone();
        let (user, host, real) = (
            client.user.clone(),
            client.host.clone(),
            client.real.clone(),
        );
        let (server, signed_on_s) = (client.side.server(), client.signed_on_s);
        let idle_s = client.active_at.elapsed().as_secs();
        let (login, away) = (client.login.clone(), client.away.clone());
        let channels = self.shown_channels(id, target);
        self.numeric(id, 311, format_args!("{nick} {user} {host} * :{real}"));
        if !channels.is_empty() {
            self.numeric(id, 319, format_args!("{nick} :{channels}"));
        }
        self.numeric(
            id,
            312,
            format_args!("{nick} {server} :A server of the loopback network"),
        );
        if let Some(away) = away {
            self.numeric(id, 301, format_args!("{nick} :{away}"));
        }
        if let (Some(account), Accounts::Shown) = (login.account(), self.traits.accounts) {
            self.numeric(id, 330, format_args!("{nick} {account} :is logged in as"));
        }
        if matches!(login, Login::Nick(_)) {
            self.numeric(
                id,
                307,
                format_args!("{nick} :{}", self.traits.registered_words),
            );
        }
        self.numeric(
            id,
            317,
            format_args!("{nick} {idle_s} {signed_on_s} :seconds idle, signon time"),
        );
    }

    /// The channels of somebody that the asker may know of, with the signs of rank.
    fn shown_channels(&self, id: ClientId, target: ClientId) -> String {
        let mut words = Vec::new();
        for key in &self.client(target).channels {
            let channel = &self.channels[key];
            if !channel.flags.contains(&'s') || channel.members.contains_key(&id) {
                let multi_prefix = self.client(id).has("multi-prefix");
                words.push(format!(
                    "{}{}",
                    channel.members[&target].signs(multi_prefix),
                    channel.name
                ));
            }
        }
        words.join(" ")
    }

    pub(super) fn on_who(&mut self, id: ClientId, line: &Line<'_>) {
        let mask = line.word(0);
        let shown = if mask.is_empty() { "*" } else { mask };
        let side = self.client(id).side;
        let key = self.fold(shown);
        let (channel, members): (String, Vec<ClientId>) = match self.channels.get(&key) {
            Some(channel) => (
                channel.name.clone(),
                channel.members.keys().copied().collect(),
            ),
            None if shown.starts_with('#') => (shown.to_owned(), Vec::new()),
            None => {
                let fits = |nick: &&String| mask_fits(&key, nick);
                (
                    "*".to_owned(),
                    self.nicks
                        .iter()
                        .filter(|(nick, _)| fits(nick))
                        .map(|(_, id)| *id)
                        .collect(),
                )
            }
        };
        let fields = match (line.word(1).strip_prefix('%'), self.traits.accounts) {
            (Some(fields), Accounts::Shown) => {
                Some(fields.split_once(',').unwrap_or((fields, "0")))
            }
            (Some(_), Accounts::Hidden) | (None, _) => None,
        };
        let mut members: Vec<ClientId> = members
            .into_iter()
            .filter(|member| self.client(*member).side == side)
            .collect();
        members.sort_unstable();
        for member in members {
            match fields {
                Some((fields, token)) => {
                    let row = self.whox_row(id, &channel, member, fields, token);
                    self.numeric(id, 354, format_args!("{row}"));
                }
                None => {
                    let flags = self.who_flags(id, &channel, member);
                    let client = self.client(member);
                    let row = format!(
                        "{channel} {} {} {} {} {flags} :0 {}",
                        client.user,
                        client.host,
                        client.side.server(),
                        client.nick,
                        client.real
                    );
                    self.numeric(id, 352, format_args!("{row}"));
                }
            }
        }
        self.numeric(id, 315, format_args!("{shown} :End of /WHO list."));
    }

    /// `H` or `G`, then the signs of rank.
    fn who_flags(&self, id: ClientId, channel: &str, member: ClientId) -> String {
        let away = self.client(member).away.is_some();
        let ranks = self
            .channels
            .get(&self.fold(channel))
            .and_then(|channel| channel.members.get(&member));
        let signs = ranks
            .map(|ranks| ranks.signs(self.client(id).has("multi-prefix")))
            .unwrap_or_default();
        format!("{}{signs}", if away { 'G' } else { 'H' })
    }

    /// One row of WHOX: the fields asked for, in the order that its specification fixes.
    fn whox_row(
        &self,
        id: ClientId,
        channel: &str,
        member: ClientId,
        fields: &str,
        token: &str,
    ) -> String {
        let client = self.client(member);
        let mut words = Vec::new();
        for field in "tcuihsnfdlaor"
            .chars()
            .filter(|field| fields.contains(*field))
        {
            words.push(match field {
                't' => token.to_owned(),
                'c' => channel.to_owned(),
                'u' => client.user.clone(),
                'h' => client.host.clone(),
                's' => client.side.server().to_owned(),
                'n' => client.nick.clone(),
                'f' => self.who_flags(id, channel, member),
                'l' => client.active_at.elapsed().as_secs().to_string(),
                'a' => client.login.account().unwrap_or("0").to_owned(),
                'i' => "255.255.255.255".to_owned(),
                'o' => "n/a".to_owned(),
                'r' => format!(":{}", client.real),
                // What is left is the distance in hops: there are none.
                _ => "0".to_owned(),
            });
        }
        words.join(" ")
    }

    pub(super) fn on_userhost(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        let mut words = Vec::new();
        for target in self.asked_clients(id, line) {
            let client = self.client(target);
            let sign = if client.away.is_some() { '-' } else { '+' };
            words.push(format!(
                "{}={sign}{}@{}",
                client.nick, client.user, client.host
            ));
        }
        self.numeric(id, 302, format_args!(":{}", words.join(" ")));
    }

    pub(super) fn on_ison(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        let targets = self.asked_clients(id, line);
        let nicks: Vec<&str> = targets
            .iter()
            .map(|target| self.client(*target).nick.as_str())
            .collect();
        let nicks = nicks.join(" ");
        self.numeric(id, 303, format_args!(":{nicks}"));
    }

    fn asked_clients(&self, id: ClientId, line: &Line<'_>) -> Vec<ClientId> {
        let side: Side = self.client(id).side;
        let words = (0..line.len()).flat_map(|index| line.word(index).split(' '));
        words
            .take(NICKS_MAX)
            .filter_map(|nick| self.find(nick, side))
            .collect()
    }
}
