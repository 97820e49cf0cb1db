//! PRIVMSG and NOTICE: to channels, to people, to services.

use super::options::{JoinEcho, ServicesByNick};
use super::services::{SERVICES_HOST, Service};
use super::state::{Channel, ClientId, Side, State};
use super::wire::{Line, Message};
use tokio::time::Instant;

/// How many targets one line may name; said as `MAXTARGETS=` or `TARGMAX=` in 005.
const TARGETS_MAX: usize = 20;

impl State {
    pub(super) fn on_message(&mut self, id: ClientId, line: &Line<'_>) {
        if line.bytes(0).is_empty() {
            return self.numeric(id, 411, format_args!(":No recipient given ({})", line.verb));
        }
        let text = line.bytes(1);
        if text.is_empty() {
            return self.numeric(id, 412, format_args!(":No text to send"));
        }
        self.client_mut(id).active_at = Instant::now();
        for (index, target) in line.word(0).split(',').enumerate() {
            if index >= TARGETS_MAX {
                self.numeric(id, 407, format_args!("{target} :Too many targets"));
                break;
            }
            if target.starts_with('#') {
                self.say_to_channel(id, &line.verb, target, text);
            } else {
                self.say_to_person(id, &line.verb, target, text);
            }
        }
    }

    fn say_to_channel(&mut self, id: ClientId, verb: &str, target: &str, text: &[u8]) {
        let key = self.fold(target);
        let Some(channel) = self.channels.get(&key) else {
            return self.numeric(id, 403, format_args!("{target} :No such channel"));
        };
        if let Some(why) = self.silence_on(channel, id) {
            return self.numeric(
                id,
                404,
                format_args!("{target} :Cannot send to channel ({why})"),
            );
        }
        let shown = match self.traits.join_echo {
            JoinEcho::Stored => channel.name.as_str(),
            JoinEcho::Typed => target,
        };
        let message =
            Message::from(&self.client(id).source, format_args!("{verb} {shown} :")).with(text);
        self.tell_channel(&key, id, &message, |member, _| member != id);
        self.transcripts.record(&key, &message);
    }

    /// Why a client may not speak on a channel.
    fn silence_on(&self, channel: &Channel, id: ClientId) -> Option<&'static str> {
        let ranks = channel.members.get(&id);
        let raised = ranks.is_some_and(|ranks| ranks.directs() || ranks.voice);
        if ranks.is_none() && channel.flags.contains(&'n') {
            Some("+n")
        } else if channel.flags.contains(&'m') && !raised {
            Some("+m")
        } else if !raised && !channel.bans.is_empty() && self.is_banned(channel, id) {
            Some("+b")
        } else {
            None
        }
    }

    fn say_to_person(&mut self, id: ClientId, verb: &str, target: &str, text: &[u8]) {
        let (nick, host) = target.split_once('@').unwrap_or((target, ""));
        if host.eq_ignore_ascii_case(SERVICES_HOST) {
            return match Service::named(nick) {
                Some(service) => self.ask_service(id, service, verb, text),
                None => self.numeric(id, 401, format_args!("{target} :No such nick")),
            };
        }
        if let Some(service) = Service::named(nick) {
            let name = service.name();
            if self.options.services_by_nick == ServicesByNick::Refused {
                return self.numeric(
                    id,
                    487,
                    format_args!(
                        ":Error! \"/msg {name}\" is no longer supported. Use \"/msg {name}@{SERVICES_HOST}\" or \"/{name}\" instead."
                    ),
                );
            }
            // Whoever took the nick while services were away gets what was meant for them: that is the danger of it.
            if self.find_anywhere(nick).is_none() {
                return self.ask_service(id, service, verb, text);
            }
        }
        let side = self.client(id).side;
        let known_host = host.is_empty()
            || [Side::Hub, Side::Leaf]
                .iter()
                .any(|side| side.server() == host);
        let Some(to) = self.find(nick, side).filter(|_| known_host) else {
            return self.numeric(id, 401, format_args!("{target} :No such nick"));
        };
        if let Some(seconds) = self.target_wait(id, nick) {
            return self.numeric(
                id,
                439,
                format_args!("{nick} :Message target change too fast. Please wait {seconds} seconds and then try again."),
            );
        }
        let message =
            Message::from(&self.client(id).source, format_args!("{verb} {nick} :")).with(text);
        self.send_from(id, to, &message);
        if verb == "PRIVMSG"
            && let Some(away) = self.client(to).away.clone()
        {
            self.numeric(id, 301, format_args!("{nick} :{away}"));
        }
    }

    fn ask_service(&mut self, id: ClientId, service: Service, verb: &str, text: &[u8]) {
        // A notice is never answered, by services as by anybody.
        if verb == "PRIVMSG" {
            self.on_service_command(id, service, text.to_vec());
        }
    }

    /// Counts a private target against the limit; says how many seconds to wait when there are too many.
    fn target_wait(&mut self, id: ClientId, nick: &str) -> Option<u64> {
        let limit = self.options.target_limit?;
        let folded = self.fold(nick);
        let now = Instant::now();
        let targets = &mut self.client_mut(id).targets;
        targets.retain(|(_, at)| now - *at < limit.window);
        if targets.iter().any(|(held, _)| *held == folded) {
            return None;
        }
        if targets.len() < limit.targets_max {
            targets.push((folded, now));
            return None;
        }
        let oldest = targets.iter().map(|(_, at)| *at).min().unwrap_or(now);
        Some((oldest + limit.window - now).as_secs() + 1)
    }
}
