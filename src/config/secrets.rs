//! Passwords and keys: in the file, in a variable of the environment, or in a file of their own, but in one place only.
//!
//! No message here repeats what was written: people put the password itself where its variable's name belongs.

use super::Outside;
use super::reader::{Need, Section};
use super::rules;
use crate::vocabulary::Secret;
use std::path::Path;
use toml::de::DeValue;

/// The three keys one secret can stand under.
pub(super) struct Keys {
    plain: &'static str,
    env: &'static str,
    file: &'static str,
}

/// The password of the server itself.
pub(super) const SERVER_PASSWORD: Keys = Keys {
    plain: "server_password",
    env: "server_password_env",
    file: "server_password_file",
};
/// The key of the channel.
pub(super) const CHANNEL_KEY: Keys = Keys {
    plain: "channel_key",
    env: "channel_key_env",
    file: "channel_key_file",
};
/// The password of the bot's nick.
pub(super) const PASSWORD: Keys = Keys {
    plain: "password",
    env: "password_env",
    file: "password_file",
};

impl Keys {
    fn all(&self) -> [&'static str; 3] {
        [self.plain, self.env, self.file]
    }

    /// Whether the file gives this secret in any way.
    pub fn is_set(&self, section: &Section<'_, '_>) -> bool {
        self.all().into_iter().any(|key| section.has(key))
    }

    /// The key under which the file gives it; the plain one where it does not.
    pub fn given(&self, section: &Section<'_, '_>) -> &'static str {
        let mut keys = self.all().into_iter();
        keys.find(|key| section.has(key)).unwrap_or(self.plain)
    }
}

/// Where a secret goes on the wire, which decides what it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// In the middle of a line: no spaces, and no colon first.
    Word,
    /// At the end of a line.
    Words,
}

/// Reads a secret, if the file gives one.
pub(super) fn read(
    section: &mut Section<'_, '_>,
    keys: &Keys,
    shape: Shape,
    outside: Outside<'_>,
) -> Option<Secret> {
    let optional = Need::Optional;
    let plain = section.value(keys.plain, optional, |v| fitting(text(v)?, shape));
    let from_env = section.value(keys.env, optional, |v| {
        let value = (outside.env)(text(v)?)
            .ok_or("the environment has no variable of this name, or it is not UTF-8")?;
        fitting(&value, shape)
    });
    let from_file = section.value(keys.file, optional, |v| {
        let content = (outside.read_file)(Path::new(text(v)?))
            .map_err(|cause| format!("this file cannot be read: {}", cause.kind()))?;
        fitting(content.trim_end_matches(['\r', '\n']), shape)
    });
    let given: Vec<&str> = keys.all().into_iter().filter(|k| section.has(k)).collect();
    if let [_, .., last] = given.as_slice() {
        let message = format!("only one of {} can be given", given.join(" and "));
        section.error_at(&[last], message);
    }
    plain.or(from_env).or(from_file)
}

fn text<'v>(value: &'v DeValue<'_>) -> Result<&'v str, String> {
    rules::text(value)
}

fn fitting(text: &str, shape: Shape) -> Result<Secret, String> {
    if text.is_empty() {
        return Err("the secret is empty".to_owned());
    }
    if text.chars().any(char::is_control) {
        return Err("the secret must be one line without control characters".to_owned());
    }
    match shape {
        Shape::Word if text.contains(' ') || text.starts_with(':') => {
            Err("the secret must not hold a space, nor start with a colon".to_owned())
        }
        Shape::Word | Shape::Words => Ok(Secret::new(text)),
    }
}
