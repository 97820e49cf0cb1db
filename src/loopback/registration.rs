//! From connecting to 001, and whatever else concerns only a client and its server: CAP, NICK, PING, AWAY, QUIT.

use super::options::{
    CHANNEL_LENGTH_MAX, LoginScope, ModeLoss, NICK_LENGTH_MAX, TEXT_LENGTH_MAX, USER_LENGTH_MAX,
};
use super::services::Service;
use super::state::{ClientId, Closing, Login, Stage, State};
use super::wire::{Line, Message, clip};
use crate::vocabulary::CaseMapping;
use std::collections::BTreeSet;

impl State {
    /// Reads one line of a client.
    pub fn handle(&mut self, id: ClientId, bytes: &[u8]) {
        let Some(line) = Line::parse(bytes) else {
            return;
        };
        match line.verb.as_str() {
            "NICK" => self.on_nick(id, &line),
            "USER" => self.on_user(id, &line),
            "PASS" => self.on_pass(id, &line),
            "CAP" => self.on_cap(id, &line),
            "PING" => self.on_ping(id, &line),
            "PONG" => {}
            "QUIT" => self.on_quit(id, &line),
            _ if self.client(id).stage != Stage::Registered => {
                self.numeric(
                    id,
                    451,
                    format_args!("{} :You have not registered.", line.verb),
                );
            }
            _ => self.on_registered_line(id, &line),
        }
    }

    fn on_registered_line(&mut self, id: ClientId, line: &Line<'_>) {
        match line.verb.as_str() {
            "PRIVMSG" | "NOTICE" => self.on_message(id, line),
            "JOIN" => self.on_join(id, line),
            "PART" => self.on_part(id, line),
            "KICK" => self.on_kick(id, line),
            "TOPIC" => self.on_topic(id, line),
            "INVITE" => self.on_invite(id, line),
            "NAMES" => self.on_names(id, line),
            "LIST" => self.on_list(id, line),
            "MODE" => self.on_mode(id, line),
            "WHO" => self.on_who(id, line),
            "WHOIS" => self.on_whois(id, line),
            "USERHOST" => self.on_userhost(id, line),
            "ISON" => self.on_ison(id, line),
            "AWAY" => self.on_away(id, line),
            "MOTD" => self.send_motd(id),
            "LUSERS" => self.send_lusers(id),
            "NICKSERV" | "NS" => self.on_service_command(id, Service::NickServ, line.tail()),
            "MEMOSERV" | "MS" => self.on_service_command(id, Service::MemoServ, line.tail()),
            "IDENTIFY" => {
                let words = [b"IDENTIFY ".as_slice(), &line.tail()].concat();
                self.on_service_command(id, Service::NickServ, words);
            }
            // Tags of clients are taken and not passed on, so a line of nothing but tags says nothing.
            "TAGMSG" if self.client(id).has("message-tags") => {}
            verb => self.numeric(id, 421, format_args!("{verb} :Unknown command")),
        }
    }

    /// Says that a command lacks something; true when it does.
    pub fn lacks(&mut self, id: ClientId, line: &Line<'_>, wanted: usize) -> bool {
        let lacking = line.len() < wanted || (wanted > 0 && line.bytes(wanted - 1).is_empty());
        if lacking {
            self.numeric(
                id,
                461,
                format_args!("{} :Not enough parameters.", line.verb),
            );
        }
        lacking
    }

    fn on_pass(&mut self, id: ClientId, line: &Line<'_>) {
        if self.client(id).stage == Stage::Registered {
            self.numeric(id, 462, format_args!(":You may not reregister"));
        } else if !self.lacks(id, line, 1) {
            self.client_mut(id).pass = Some(line.text(0).into_owned());
        }
    }

    fn on_user(&mut self, id: ClientId, line: &Line<'_>) {
        if self.client(id).stage == Stage::Registered {
            self.numeric(id, 462, format_args!(":You may not reregister"));
        } else if !self.lacks(id, line, 4) {
            let allowed =
                |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
            let user: String = line
                .word(0)
                .chars()
                .filter(allowed)
                .take(USER_LENGTH_MAX)
                .collect();
            let client = self.client_mut(id);
            client.user = if user.is_empty() {
                "user".to_owned()
            } else {
                user
            };
            client.real = clip(&line.text(3), TEXT_LENGTH_MAX).to_owned();
            self.welcome_if_complete(id);
        }
    }

    fn on_cap(&mut self, id: ClientId, line: &Line<'_>) {
        let offered = self.traits.capabilities;
        let registered = self.client(id).stage == Stage::Registered;
        if offered.is_empty() {
            if registered {
                self.numeric(id, 421, format_args!("CAP :Unknown command"));
            }
            return;
        }
        let subcommand = line.word(0).to_ascii_uppercase();
        if !registered && matches!(subcommand.as_str(), "LS" | "REQ") {
            self.client_mut(id).stage = Stage::Negotiating;
        }
        let answer = match subcommand.as_str() {
            "LS" => format!("LS :{}", offered.join(" ")),
            "LIST" => {
                let held: Vec<&str> = self.client(id).capabilities.iter().copied().collect();
                format!("LIST :{}", held.join(" "))
            }
            "REQ" => self.request_capabilities(id, line.word(1)),
            "END" => {
                if !registered {
                    self.client_mut(id).stage = Stage::Arriving;
                    self.welcome_if_complete(id);
                }
                return;
            }
            other => return self.numeric(id, 410, format_args!("{other} :Invalid CAP subcommand")),
        };
        let client = self.client(id);
        let nick = if client.nick.is_empty() {
            "*"
        } else {
            &client.nick
        };
        let message = Message::from(client.side.server(), format_args!("CAP {nick} {answer}"));
        self.send(id, &message);
    }

    /// Grants all of the capabilities asked for, or none.
    fn request_capabilities(&mut self, id: ClientId, wanted: &str) -> String {
        let mut held: BTreeSet<&'static str> = self.client(id).capabilities.clone();
        for name in wanted.split_ascii_whitespace() {
            let bare = name.strip_prefix('-').unwrap_or(name);
            let Some(known) = self
                .traits
                .capabilities
                .iter()
                .find(|offered| **offered == bare)
            else {
                return format!("NAK :{wanted}");
            };
            if name == bare {
                held.insert(known);
            } else {
                held.remove(known);
            }
        }
        self.client_mut(id).capabilities = held;
        format!("ACK :{wanted}")
    }

    fn on_nick(&mut self, id: ClientId, line: &Line<'_>) {
        let nick = line.word(0);
        if nick.is_empty() {
            return self.numeric(id, 431, format_args!(":No nickname given"));
        }
        if !is_nick(nick) {
            return self.numeric(id, 432, format_args!("{nick} :Erroneous Nickname"));
        }
        if Service::named(nick).is_some() && self.directory.is_present() {
            return self.numeric(id, 432, format_args!("{nick} :Reserved for services"));
        }
        let holder = self.nicks.get(&self.fold(nick)).copied();
        if holder.is_some_and(|holder| holder != id) {
            return self.numeric(id, 433, format_args!("{nick} :Nickname is already in use."));
        }
        match self.client(id).stage {
            Stage::Registered => self.rename(id, nick),
            Stage::Arriving | Stage::Negotiating => {
                self.take_nick(id, nick);
                self.welcome_if_complete(id);
            }
        }
    }

    fn take_nick(&mut self, id: ClientId, nick: &str) {
        let old = self.fold(&self.client(id).nick);
        if self.nicks.get(&old) == Some(&id) {
            self.nicks.remove(&old);
        }
        self.nicks.insert(self.fold(nick), id);
        let client = self.client_mut(id);
        client.nick = nick.to_owned();
        client.refresh_source();
    }

    /// Gives a registered client a free nick, and tells everybody concerned.
    pub fn rename(&mut self, id: ClientId, nick: &str) {
        let client = self.client(id);
        if client.nick == nick {
            return;
        }
        let (old, side, before) = (client.nick.clone(), client.side, client.login.clone());
        let line = Message::from(&client.source, format_args!("NICK :{nick}"));
        let own = before
            .account()
            .is_some_and(|account| self.options.casemapping.same(account, nick));
        let after = match (before.clone(), self.traits.login_scope) {
            (Login::Account(account) | Login::Nick(account), _) if own => Login::Nick(account),
            (Login::Account(account) | Login::Nick(account), LoginScope::Account) => {
                Login::Account(account)
            }
            (Login::Account(_) | Login::Nick(_), LoginScope::Nick) | (Login::Nobody, _) => {
                Login::Nobody
            }
        };
        let marked = |login: &Login| matches!(login, Login::Nick(_));
        let loses = marked(&before) && !marked(&after);
        let gains = !marked(&before) && marked(&after);
        if loses && self.traits.mode_loss == ModeLoss::BeforeNick {
            self.send(id, &Message::from(&old, format_args!("MODE {old} :-r")));
        }
        self.send_from(id, id, &line);
        self.tell_peers(id, &line);
        self.take_nick(id, nick);
        self.client_mut(id).login = after;
        if loses && self.traits.mode_loss == ModeLoss::AfterNick {
            self.send(
                id,
                &Message::from(side.server(), format_args!("MODE {nick} :-r")),
            );
        }
        if gains {
            self.send(id, &Message::from(nick, format_args!("MODE {nick} :+r")));
        }
        self.remind_to_identify(id);
    }

    fn welcome_if_complete(&mut self, id: ClientId) {
        let client = self.client(id);
        if client.stage != Stage::Arriving || client.nick.is_empty() || client.user.is_empty() {
            return;
        }
        if self.options.password.is_some() && self.options.password != client.pass {
            self.numeric(id, 464, format_args!(":Password incorrect"));
            return self.forget(id, "Access denied: bad password", Closing::Orderly);
        }
        let client = self.client_mut(id);
        client.stage = Stage::Registered;
        client.refresh_source();
        let (source, server) = (client.source.clone(), client.side.server());
        let (network, started_at_s) = (self.options.network.clone(), self.options.started_at_s);
        self.numeric(
            id,
            1,
            format_args!(":Welcome to the {network} IRC Network {source}"),
        );
        self.numeric(
            id,
            2,
            format_args!(":Your host is {server}, running version loopback"),
        );
        self.numeric(
            id,
            3,
            format_args!(":This server was created {started_at_s} s after 1970"),
        );
        self.numeric(
            id,
            4,
            format_args!("{server} loopback irw biklmnorstv :bklov"),
        );
        self.send_isupport(id, &network);
        self.send_lusers(id);
        self.send_motd(id);
        self.remind_to_identify(id);
    }

    fn send_isupport(&mut self, id: ClientId, network: &str) {
        let casemapping = match self.options.casemapping {
            CaseMapping::Ascii => "ascii",
            CaseMapping::Rfc1459 => "rfc1459",
            CaseMapping::StrictRfc1459 => "strict-rfc1459",
        };
        let more = self.traits.isupport;
        self.numeric(
            id,
            5,
            format_args!(
                "NETWORK={network} CASEMAPPING={casemapping} CHANTYPES=# PREFIX=(ohv)@%+ CHANMODES=b,k,l,imnrst \
                 NICKLEN={NICK_LENGTH_MAX} CHANNELLEN={CHANNEL_LENGTH_MAX} USERLEN={USER_LENGTH_MAX} \
                 :are supported by this server"
            ),
        );
        self.numeric(
            id,
            5,
            format_args!(
                "TOPICLEN={TEXT_LENGTH_MAX} KICKLEN={TEXT_LENGTH_MAX} AWAYLEN={TEXT_LENGTH_MAX} MODES=6 {more} \
                 :are supported by this server"
            ),
        );
    }

    fn send_lusers(&mut self, id: ClientId) {
        let (users, channels) = (self.nicks.len(), self.channels.len());
        self.numeric(
            id,
            251,
            format_args!(":There are {users} users and 0 invisible on 2 servers"),
        );
        self.numeric(id, 254, format_args!("{channels} :channels formed"));
    }

    fn send_motd(&mut self, id: ClientId) {
        if self.options.motd.is_empty() {
            return self.numeric(id, 422, format_args!(":MOTD File is missing"));
        }
        let server = self.client(id).side.server();
        self.numeric(id, 375, format_args!(":- {server} Message of the Day -"));
        for line in self.options.motd.clone() {
            self.numeric(id, 372, format_args!(":- {line}"));
        }
        self.numeric(id, 376, format_args!(":End of /MOTD command."));
    }

    fn on_ping(&mut self, id: ClientId, line: &Line<'_>) {
        if line.len() == 0 {
            return self.numeric(id, 409, format_args!(":No origin specified"));
        }
        let server = self.client(id).side.server();
        let message = Message::from(server, format_args!("PONG {server} :")).with(line.bytes(0));
        self.send(id, &message);
    }

    fn on_quit(&mut self, id: ClientId, line: &Line<'_>) {
        let text = line.text(0);
        let text = clip(&text, TEXT_LENGTH_MAX);
        // The prefix keeps a person from writing the text of a netsplit.
        self.forget(id, format!("Quit: {text}").trim_end(), Closing::Orderly);
    }

    fn on_away(&mut self, id: ClientId, line: &Line<'_>) {
        let text = line.text(0);
        if text.is_empty() {
            self.client_mut(id).away = None;
            self.numeric(
                id,
                305,
                format_args!(":You are no longer marked as being away"),
            );
        } else {
            self.client_mut(id).away = Some(clip(&text, TEXT_LENGTH_MAX).to_owned());
            self.numeric(id, 306, format_args!(":You have been marked as being away"));
        }
    }
}

/// Whether a word can be a nick.
pub(super) fn is_nick(word: &str) -> bool {
    let special = |c: char| "[]\\`_^{|}".contains(c);
    let first = |c: char| c.is_ascii_alphabetic() || special(c);
    let later = |c: char| first(c) || c.is_ascii_digit() || c == '-';
    word.len() <= NICK_LENGTH_MAX && word.starts_with(first) && word.chars().all(later)
}
