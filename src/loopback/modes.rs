//! MODE: a channel's modes, its ban list, its members' ranks, and a client's own modes.

use super::state::{Ban, Channel, ClientId, State};
use super::wire::{Line, Message};

/// How many modes with a parameter one MODE line may set; said as `MODES=` in 005.
const PARAMETERS_MAX: usize = 6;
/// How many bans a channel keeps.
const BANS_MAX: usize = 200;

/// Whether a mode is being set or taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// The changes of one MODE line as they will be told: signs and letters, and the parameters.
#[derive(Default)]
struct Changes {
    letters: String,
    sign: Option<Sign>,
    parameters: Vec<String>,
}

impl Changes {
    fn note(&mut self, sign: Sign, letter: char, parameter: Option<&str>) {
        if self.sign != Some(sign) {
            self.sign = Some(sign);
            self.letters.push(match sign {
                Sign::Plus => '+',
                Sign::Minus => '-',
            });
        }
        self.letters.push(letter);
        self.parameters.extend(parameter.map(str::to_owned));
    }

    /// The letters and parameters, the last word with a colon as real servers write it.
    fn text(mut self) -> String {
        let Some(last) = self.parameters.pop() else {
            return format!(":{}", self.letters);
        };
        let mut words = vec![self.letters];
        words.append(&mut self.parameters);
        format!("{} :{last}", words.join(" "))
    }
}

impl State {
    pub(super) fn on_mode(&mut self, id: ClientId, line: &Line<'_>) {
        if self.lacks(id, line, 1) {
            return;
        }
        let target = line.word(0);
        if !target.starts_with('#') {
            return self.on_own_mode(id, target, line.word(1));
        }
        let key = self.fold(target);
        if !self.channels.contains_key(&key) {
            return self.numeric(id, 403, format_args!("{target} :No such channel"));
        }
        match line.word(1) {
            "" => self.send_modes(id, &key),
            "b" | "+b" if line.len() == 2 => self.send_bans(id, &key),
            letters => {
                if self.own_channel(id, target).is_some() && self.may_direct(id, &key) {
                    let parameters: Vec<&str> =
                        (2..line.len()).map(|index| line.word(index)).collect();
                    self.change_modes(id, &key, letters, &parameters);
                }
            }
        }
    }

    fn on_own_mode(&mut self, id: ClientId, nick: &str, letters: &str) {
        let client = self.client(id);
        if !self.options.casemapping.same(&client.nick, nick) {
            let (code, text) = match self.find(nick, client.side) {
                Some(_) => (502, ":Can't change mode for other users".to_owned()),
                None => (401, format!("{nick} :No such nick")),
            };
            return self.numeric(id, code, format_args!("{text}"));
        }
        if letters.is_empty() {
            let modes = client.mode_text();
            return self.numeric(id, 221, format_args!("{modes}"));
        }
        let (own_nick, source) = (client.nick.clone(), client.source.clone());
        let mut sign = Sign::Plus;
        let mut changes = Changes::default();
        for letter in letters.chars() {
            let modes = &mut self.client_mut(id).modes;
            match letter {
                '+' => sign = Sign::Plus,
                '-' => sign = Sign::Minus,
                'i' | 'w' => {
                    let changed = match sign {
                        Sign::Plus => modes.insert(letter),
                        Sign::Minus => modes.remove(&letter),
                    };
                    if changed {
                        changes.note(sign, letter, None);
                    }
                }
                // Only services set it; asking for it changes nothing and is not an error.
                'r' => {}
                _ => self.numeric(
                    id,
                    501,
                    format_args!("{letter} :is not a recognised user mode."),
                ),
            }
        }
        if !changes.letters.is_empty() {
            let text = changes.text();
            self.send(
                id,
                &Message::from(&source, format_args!("MODE {own_nick} {text}")),
            );
        }
    }

    fn send_modes(&mut self, id: ClientId, key: &str) {
        let channel = &self.channels[key];
        let (name, created_s) = (channel.name.clone(), channel.created_s);
        let modes = mode_words(channel, channel.members.contains_key(&id));
        self.numeric(id, 324, format_args!("{name} {modes}"));
        self.numeric(id, 329, format_args!("{name} {created_s}"));
    }

    fn send_bans(&mut self, id: ClientId, key: &str) {
        let channel = &self.channels[key];
        let name = channel.name.clone();
        let rows: Vec<String> = channel
            .bans
            .iter()
            .map(|ban| format!("{} {} {}", ban.mask, ban.by, ban.at_s))
            .collect();
        for row in rows {
            self.numeric(id, 367, format_args!("{name} {row}"));
        }
        self.numeric(id, 368, format_args!("{name} :End of channel ban list"));
    }

    fn change_modes(&mut self, id: ClientId, key: &str, letters: &str, parameters: &[&str]) {
        let mut parameters = parameters.iter().copied().take(PARAMETERS_MAX);
        let mut changes = Changes::default();
        let mut sign = Sign::Plus;
        for letter in letters.chars() {
            match letter {
                '+' => sign = Sign::Plus,
                '-' => sign = Sign::Minus,
                'o' | 'h' | 'v' => {
                    if let Some(nick) = parameters.next() {
                        self.change_rank(id, key, sign, letter, nick, &mut changes);
                    }
                }
                'b' => match parameters.next() {
                    Some(mask) => self.change_ban(id, key, sign, mask, &mut changes),
                    None => self.send_bans(id, key),
                },
                'k' | 'l' => {
                    self.change_valued(id, key, sign, letter, &mut parameters, &mut changes)
                }
                'i' | 'm' | 'n' | 's' | 't' => {
                    let flags = &mut self.channel_mut(key).flags;
                    let changed = match sign {
                        Sign::Plus => flags.insert(letter),
                        Sign::Minus => flags.remove(&letter),
                    };
                    if changed {
                        changes.note(sign, letter, None);
                    }
                }
                _ => self.numeric(
                    id,
                    472,
                    format_args!("{letter} :is unknown mode char to me"),
                ),
            }
        }
        if !changes.letters.is_empty() {
            let (source, name) = (&self.client(id).source, &self.channels[key].name);
            let message = Message::from(source, format_args!("MODE {name} {}", changes.text()));
            self.tell_channel(key, id, &message, |_, _| true);
            self.transcripts.record(key, &message);
        }
    }

    fn channel_mut(&mut self, key: &str) -> &mut Channel {
        self.channels
            .get_mut(key)
            .expect("the channel was looked up by the caller")
    }

    fn change_rank(
        &mut self,
        id: ClientId,
        key: &str,
        sign: Sign,
        letter: char,
        nick: &str,
        changes: &mut Changes,
    ) {
        let Some(target) = self.find(nick, self.client(id).side) else {
            return self.numeric(id, 401, format_args!("{nick} :No such nick"));
        };
        let shown = self.client(target).nick.clone();
        let channel = self.channel_mut(key);
        let name = channel.name.clone();
        let Some(ranks) = channel.members.get_mut(&target) else {
            return self.numeric(
                id,
                441,
                format_args!("{nick} {name} :They are not on that channel"),
            );
        };
        let slot = ranks
            .slot(letter)
            .expect("the caller passes rank letters only");
        let wanted = sign == Sign::Plus;
        if *slot != wanted {
            *slot = wanted;
            changes.note(sign, letter, Some(&shown));
        }
    }

    fn change_ban(
        &mut self,
        id: ClientId,
        key: &str,
        sign: Sign,
        mask: &str,
        changes: &mut Changes,
    ) {
        let mask = full_mask(mask);
        let folded = self.fold(&mask);
        let held = self.channels[key]
            .bans
            .iter()
            .position(|ban| self.fold(&ban.mask) == folded);
        match (sign, held) {
            (Sign::Plus, None) => {
                if self.channels[key].bans.len() >= BANS_MAX {
                    let name = self.channels[key].name.clone();
                    return self.numeric(
                        id,
                        478,
                        format_args!("{name} {mask} :Channel ban list is full"),
                    );
                }
                let ban = Ban {
                    mask: mask.clone(),
                    by: self.client(id).nick.clone(),
                    at_s: self.now_s(),
                };
                self.channel_mut(key).bans.push(ban);
                changes.note(sign, 'b', Some(&mask));
            }
            (Sign::Minus, Some(at)) => {
                self.channel_mut(key).bans.remove(at);
                changes.note(sign, 'b', Some(&mask));
            }
            (Sign::Plus, Some(_)) | (Sign::Minus, None) => {}
        }
    }

    fn change_valued<'a>(
        &mut self,
        id: ClientId,
        key: &str,
        sign: Sign,
        letter: char,
        parameters: &mut impl Iterator<Item = &'a str>,
        changes: &mut Changes,
    ) {
        // Taking a key away wants a parameter too, though any will do; taking a limit away wants none.
        let value = if sign == Sign::Plus || letter == 'k' {
            parameters.next()
        } else {
            None
        };
        let channel = self.channel_mut(key);
        match (sign, letter, value) {
            (Sign::Plus, 'k', Some(value)) => {
                channel.key = Some(value.to_owned());
                changes.note(sign, letter, Some(value));
            }
            (Sign::Plus, 'l', Some(value)) => {
                if let Ok(limit) = value.parse() {
                    channel.limit = Some(limit);
                    changes.note(sign, letter, Some(value));
                }
            }
            (Sign::Plus, _, _) => {
                self.numeric(id, 461, format_args!("MODE :Not enough parameters."))
            }
            (Sign::Minus, 'k', _) => {
                if let Some(old) = channel.key.take() {
                    changes.note(sign, letter, Some(&old));
                }
            }
            (Sign::Minus, _, _) => {
                if channel.limit.take().is_some() {
                    changes.note(sign, letter, None);
                }
            }
        }
    }
}

/// A channel's modes as 324 shows them; the key only to members.
fn mode_words(channel: &Channel, member: bool) -> String {
    let mut letters: String = std::iter::once('+')
        .chain(channel.flags.iter().copied())
        .collect();
    let mut values = String::new();
    if let Some(key) = &channel.key {
        letters.push('k');
        values.push(' ');
        values.push_str(if member { key } else { "*" });
    }
    if let Some(limit) = channel.limit {
        letters.push('l');
        values.push_str(&format!(" {limit}"));
    }
    letters + &values
}

/// A ban mask with all of its three parts.
pub(super) fn full_mask(mask: &str) -> String {
    match (mask.contains('!'), mask.contains('@')) {
        (true, true) => mask.to_owned(),
        (true, false) => format!("{mask}@*"),
        (false, true) => format!("*!{mask}"),
        (false, false) => format!("{mask}!*@*"),
    }
}
