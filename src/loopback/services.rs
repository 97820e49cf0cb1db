//! NickServ, and what all services share: the register of nicks, who is reached, and how answers come.
//!
//! The wordings are close to Anope 2.0's. Knows nothing of e-mail: a nick is registered at once.

use super::memoserv::Memo;
use super::options::{Accounts, Ghost};
use super::state::{ClientId, Closing, Login, Side, State};
use super::wire::Message;
use std::collections::BTreeMap;
use std::fmt;

/// The server that services say they are on.
pub(super) const SERVICES_HOST: &str = "services.loopback";

/// Whether services are on the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Services {
    /// They answer.
    #[default]
    Present,
    /// They are gone: nobody identifies, memos cannot be sent, their nicks are free to take.
    Away,
}

/// One of the services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    NickServ,
    MemoServ,
}

impl Service {
    /// The service of this nick.
    pub fn named(nick: &str) -> Option<Service> {
        [Service::NickServ, Service::MemoServ]
            .into_iter()
            .find(|service| service.name().eq_ignore_ascii_case(nick))
    }

    /// Its nick.
    pub fn name(self) -> &'static str {
        match self {
            Service::NickServ => "NickServ",
            Service::MemoServ => "MemoServ",
        }
    }
}

/// One registered nick.
pub(super) struct Enrolment {
    /// As it was registered.
    pub name: String,
    pub password: String,
    pub memos: Vec<Memo>,
}

/// The register of nicks, by folded name.
#[derive(Default)]
pub(super) struct Directory {
    pub services: Services,
    pub enrolled: BTreeMap<String, Enrolment>,
}

impl Directory {
    /// Whether services are on the network.
    pub fn is_present(&self) -> bool {
        match self.services {
            Services::Present => true,
            Services::Away => false,
        }
    }
}

impl State {
    /// Whether this client can reach services: they stay on the hub's side of a split.
    pub fn services_reach(&self, id: ClientId) -> bool {
        self.directory.is_present() && self.client(id).side == Side::Hub
    }

    /// Gives a text to a service.
    pub fn on_service_command(&mut self, id: ClientId, service: Service, text: Vec<u8>) {
        let name = service.name();
        if !self.services_reach(id) {
            let (code, words) = self.traits.services_away;
            return self.numeric(id, code, format_args!("{name} :{words}"));
        }
        let text = String::from_utf8_lossy(&text);
        let mut words = text.split_ascii_whitespace();
        let Some(command) = words.next() else {
            return self.numeric(id, 412, format_args!(":No text to send"));
        };
        let command = command.to_ascii_uppercase();
        let words: Vec<&str> = words.collect();
        let known = match service {
            Service::NickServ => self.nickserv(id, &command, &words),
            Service::MemoServ => self.memoserv(id, &command, &words, &text),
        };
        if !known {
            self.say(
                id,
                service,
                format_args!("Unknown command {command}. \"/msg {name} HELP\" for help."),
            );
        }
    }

    /// Sends one line of a service's answer.
    pub fn say(&mut self, id: ClientId, service: Service, text: fmt::Arguments<'_>) {
        let source = format!("{}!services@{SERVICES_HOST}", service.name());
        let nick = &self.client(id).nick;
        let message = Message::from(&source, format_args!("NOTICE {nick} :{text}"));
        self.send(id, &message);
    }

    /// Says how a command is written.
    pub fn syntax(&mut self, id: ClientId, service: Service, syntax: &str) {
        let (name, command) = (service.name(), syntax.split(' ').next().unwrap_or_default());
        self.say(id, service, format_args!("Syntax: {syntax}"));
        self.say(
            id,
            service,
            format_args!("/msg {name} HELP {command} for more information."),
        );
    }

    fn nickserv(&mut self, id: ClientId, command: &str, words: &[&str]) -> bool {
        match (command, words) {
            ("REGISTER", []) => self.syntax(id, Service::NickServ, "REGISTER password [email]"),
            ("REGISTER", [password, ..]) => self.register(id, password),
            ("IDENTIFY" | "ID", []) => {
                self.syntax(id, Service::NickServ, "IDENTIFY [account] password")
            }
            ("IDENTIFY" | "ID", [password]) => {
                let nick = self.client(id).nick.clone();
                self.identify(id, &nick, password);
            }
            ("IDENTIFY" | "ID", [nick, password, ..]) => self.identify(id, nick, password),
            ("LOGOUT", _) => self.log_out(id),
            ("STATUS", []) => {
                let nick = self.client(id).nick.clone();
                self.send_status(id, command, &nick);
            }
            ("STATUS" | "ACC", nicks) => {
                for nick in nicks {
                    self.send_status(id, command, nick);
                }
            }
            ("GHOST" | "RECOVER" | "REGAIN", []) => {
                self.syntax(
                    id,
                    Service::NickServ,
                    &format!("{command} nickname [password]"),
                );
            }
            ("GHOST" | "RECOVER" | "REGAIN", [nick, rest @ ..]) => {
                self.recover(id, command, nick, rest.first().copied());
            }
            ("HELP", _) => self.say(
                id,
                Service::NickServ,
                format_args!("Commands: REGISTER IDENTIFY LOGOUT STATUS ACC GHOST RECOVER REGAIN"),
            ),
            _ => return false,
        }
        true
    }

    fn register(&mut self, id: ClientId, password: &str) {
        let nick = self.client(id).nick.clone();
        if self.directory.enrolled.contains_key(&self.fold(&nick)) {
            return self.say(
                id,
                Service::NickServ,
                format_args!("Nickname {nick} is already registered!"),
            );
        }
        self.enrol(&nick, password);
        self.say(
            id,
            Service::NickServ,
            format_args!("Nickname {nick} registered."),
        );
        self.log_in(id, nick);
    }

    /// Puts a nick on the register, or gives it another password.
    pub fn enrol(&mut self, nick: &str, password: &str) {
        let key = self.fold(nick);
        let enrolment = self
            .directory
            .enrolled
            .entry(key)
            .or_insert_with(|| Enrolment {
                name: nick.to_owned(),
                password: String::new(),
                memos: Vec::new(),
            });
        enrolment.password = password.to_owned();
    }

    fn identify(&mut self, id: ClientId, nick: &str, password: &str) {
        let key = self.fold(nick);
        let Some(enrolment) = self.directory.enrolled.get(&key) else {
            return self.say(
                id,
                Service::NickServ,
                format_args!("Nick {nick} isn't registered."),
            );
        };
        let name = enrolment.name.clone();
        let held = self.client(id).login.account().map(str::to_owned);
        if held.as_ref() == Some(&name) {
            self.say(
                id,
                Service::NickServ,
                format_args!("You are already identified."),
            );
        } else if enrolment.password == password {
            self.say(
                id,
                Service::NickServ,
                format_args!("Password accepted - you are now recognized."),
            );
            self.log_in(id, name);
        } else {
            self.say(id, Service::NickServ, format_args!("Password incorrect."));
        }
    }

    /// Makes a client known as the owner of an account.
    pub fn log_in(&mut self, id: ClientId, account: String) {
        let client = self.client_mut(id);
        let was_marked = matches!(client.login, Login::Nick(_));
        client.login = Login::Account(account.clone());
        let (nick, source, server) = (
            client.nick.clone(),
            client.source.clone(),
            client.side.server(),
        );
        let own = self.options.casemapping.same(&nick, &account);
        if own {
            self.client_mut(id).login = Login::Nick(account.clone());
        }
        if self.traits.accounts == Accounts::Shown {
            self.numeric(
                id,
                900,
                format_args!("{source} {account} :You are now logged in as {account}"),
            );
            self.tell_account(id, &account);
        }
        match (was_marked, own) {
            (false, true) => self.send(id, &Message::from(&nick, format_args!("MODE {nick} :+r"))),
            (true, false) => self.send(id, &Message::from(server, format_args!("MODE {nick} :-r"))),
            (true, true) | (false, false) => {}
        }
        self.tell_new_memos(id);
    }

    fn log_out(&mut self, id: ClientId) {
        let client = self.client_mut(id);
        let before = std::mem::replace(&mut client.login, Login::Nobody);
        let (nick, source) = (client.nick.clone(), client.source.clone());
        if before == Login::Nobody {
            return self.say(
                id,
                Service::NickServ,
                format_args!("You are not logged in."),
            );
        }
        self.say(
            id,
            Service::NickServ,
            format_args!("Your nick has been logged out."),
        );
        if self.traits.accounts == Accounts::Shown {
            self.numeric(id, 901, format_args!("{source} :You are now logged out"));
            self.tell_account(id, "*");
        }
        if matches!(before, Login::Nick(_)) {
            self.send(id, &Message::from(&nick, format_args!("MODE {nick} :-r")));
        }
    }

    /// Tells an account, or `*` for none, to the client itself and to its peers where they asked for it.
    fn tell_account(&mut self, id: ClientId, account: &str) {
        let message = Message::from(&self.client(id).source, format_args!("ACCOUNT {account}"));
        let mut told = self.peers(id);
        told.insert(id);
        for peer in told {
            if self.client(peer).has("account-notify") {
                self.send_from(id, peer, &message);
            }
        }
    }

    fn send_status(&mut self, id: ClientId, command: &str, nick: &str) {
        let enrolled = self
            .directory
            .enrolled
            .get(&self.fold(nick))
            .map(|enrolment| enrolment.name.clone());
        let holder = self
            .find(nick, Side::Hub)
            .map(|holder| self.client(holder).login.clone());
        let (level, account) = match (holder, enrolled) {
            (Some(Login::Nick(account)), _) => (3, account),
            (Some(Login::Nobody | Login::Account(_)), Some(account)) => (1, account),
            (Some(Login::Nobody | Login::Account(_)), None) | (None, _) => (0, String::new()),
        };
        match command {
            "ACC" => self.say(id, Service::NickServ, format_args!("{nick} ACC {level}")),
            _ => self.say(
                id,
                Service::NickServ,
                format_args!("STATUS {nick} {level} {account}"),
            ),
        }
    }

    fn recover(&mut self, id: ClientId, command: &str, nick: &str, password: Option<&str>) {
        let Some(enrolment) = self.directory.enrolled.get(&self.fold(nick)) else {
            return self.say(
                id,
                Service::NickServ,
                format_args!("Nick {nick} isn't registered."),
            );
        };
        let name = enrolment.name.clone();
        let owner = self.client(id).login.account() == Some(&name);
        if !owner && password != Some(&enrolment.password) {
            return self.say(id, Service::NickServ, format_args!("Access denied."));
        }
        match self.nicks.get(&self.fold(nick)).copied() {
            Some(holder) if holder == id => {
                return self.say(
                    id,
                    Service::NickServ,
                    format_args!("You can't ghost yourself!"),
                );
            }
            Some(holder) => {
                let by = self.client(id).nick.clone();
                let reason = format!("Killed (NickServ ({command} command used by {by}))");
                self.forget(holder, &reason, Closing::Orderly);
                self.say(
                    id,
                    Service::NickServ,
                    format_args!("Ghost with your nick has been killed."),
                );
            }
            None => self.say(
                id,
                Service::NickServ,
                format_args!("Nick {nick} isn't currently in use."),
            ),
        }
        if command != "GHOST" || self.traits.ghost == Ghost::AlsoRenames {
            if !owner {
                self.log_in(id, name.clone());
            }
            self.rename(id, &name);
        }
    }

    /// Tells a client that the nick it took is registered, unless it is known as its owner.
    pub fn remind_to_identify(&mut self, id: ClientId) {
        let client = self.client(id);
        let enrolled = self
            .directory
            .enrolled
            .contains_key(&self.fold(&client.nick));
        if enrolled && !matches!(client.login, Login::Nick(_)) && self.services_reach(id) {
            self.say(
                id,
                Service::NickServ,
                format_args!("This nickname is registered. If it is yours, type: /msg NickServ IDENTIFY password"),
            );
        }
    }
}
