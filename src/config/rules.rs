//! What a single value may be. Each rule takes a value as it stands in the file and gives it as its type, or says
//! what is wrong with it and what would be right.

use super::types::{Server, Tls};
use crate::command::{TIE_BREAK_CODES, find_zone, nearest};
use crate::vocabulary::Span;
use chrono_tz::Tz;
use std::fmt::Display;
use std::path::PathBuf;
use toml::de::DeValue;

/// The ports IRC servers have where nobody says otherwise: plain, and with TLS (RFC 7194).
const PORT_PLAIN: u16 = 6667;
const PORT_TLS: u16 = 6697;

/// The longest command for services.
const COMMAND_BYTES_MAX: usize = 200;

/// A text.
pub(super) fn text<'v>(value: &'v DeValue<'_>) -> Result<&'v str, String> {
    value
        .as_str()
        .ok_or_else(|| format!("must be text in quotes, not {}", kind(value)))
}

/// What a value is, in words.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}

/// A text of one line that is not empty.
pub(super) fn line(value: &DeValue<'_>, bytes_max: usize) -> Result<String, String> {
    let text = text(value)?;
    if text.trim().is_empty() {
        return Err("must not be empty".to_owned());
    }
    if text.len() > bytes_max {
        return Err(format!("is longer than {bytes_max} bytes"));
    }
    if text.chars().any(char::is_control) {
        return Err("must be one line without control characters".to_owned());
    }
    Ok(text.to_owned())
}

/// A list, each element of which follows the rule.
pub(super) fn all<T>(
    value: &DeValue<'_>,
    rule: impl Fn(&DeValue<'_>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let DeValue::Array(elements) = value else {
        return Err(format!(
            "must be a list, as [\"...\", \"...\"], not {}",
            kind(value)
        ));
    };
    elements
        .iter()
        .map(|element| rule(element.get_ref()))
        .collect()
}

/// A list of texts.
pub(super) fn texts(value: &DeValue<'_>, bytes_max: usize) -> Result<Vec<String>, String> {
    all(value, |element| line(element, bytes_max))
}

/// A command for services, in which these stand for what differs. A message to a nick alone is refused: anybody can take the nick
/// while services are away, and would be handed the password.
pub(super) fn command(value: &DeValue<'_>, blanks: &[&str]) -> Result<String, String> {
    let text = line(value, COMMAND_BYTES_MAX)?;
    if let Some(blank) = blanks.iter().find(|blank| !text.contains(**blank)) {
        return Err(format!("must say where {blank} goes"));
    }
    let mut words = text.split(' ');
    let verb = words.next().unwrap_or("");
    let is_message = ["PRIVMSG", "NOTICE"]
        .iter()
        .any(|message| verb.eq_ignore_ascii_case(message));
    if is_message && !words.next().is_some_and(|target| target.contains('@')) {
        return Err(format!(
            "a {verb} goes to whoever has that nick: write the server's own command, as NICKSERV, or a target with its server, as NickServ@services.dal.net"
        ));
    }
    Ok(text)
}

/// The `user@host` of services; `*` stands for anything.
pub(super) fn mask(value: &DeValue<'_>) -> Result<String, String> {
    let text = line(value, COMMAND_BYTES_MAX)?;
    match text.split_once('@') {
        Some((user, host))
            if !user.is_empty() && !host.is_empty() && !text.contains([' ', '!']) =>
        {
            // A host that is only an asterisk would believe anybody.
            match host.trim_matches(['*', '.']).is_empty() {
                true => Err("would take anybody for services: name their host".to_owned()),
                false => Ok(text),
            }
        }
        _ => Err("must be user@host, as services@services.example.net".to_owned()),
    }
}

/// A path, which counts from the folder of the settings file.
pub(super) fn path(value: &DeValue<'_>) -> Result<PathBuf, String> {
    let text = text(value)?;
    if text.is_empty() || text.contains('\0') {
        return Err("must be the path of a file".to_owned());
    }
    Ok(PathBuf::from(text))
}

/// A program: with a slash it is a path, which counts from the folder of the settings file; else a name among all programs.
pub(super) fn program(value: &DeValue<'_>) -> Result<PathBuf, String> {
    path(value).map_err(|_| "must be the path or the name of a program".to_owned())
}

/// A nick (RFC 2812, 2.3.1): letters, digits, `-` and ``[]\`_^{|}``, no digit or `-` first.
pub(super) fn nick(value: &DeValue<'_>, bytes_max: usize) -> Result<String, String> {
    let text = text(value)?;
    let special = |c: char| "[]\\`_^{|}".contains(c);
    let first = text.chars().next();
    let starts_well = first.is_some_and(|c| c.is_ascii_alphabetic() || special(c));
    let goes_on = text
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '-' || special(c));
    if !starts_well || !goes_on {
        return Err(format!(
            "\"{text}\" is no nick: letters, digits and -[]\\`_^{{|}} make one, and it starts with no digit and no -"
        ));
    }
    within(text, bytes_max)
}

/// The name before the `@`.
pub(super) fn username(value: &DeValue<'_>, bytes_max: usize) -> Result<String, String> {
    let text = text(value)?;
    let good = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    if !starts_well || !text.chars().all(good) {
        return Err(format!(
            "\"{text}\" is no user name: letters, digits, - . and _ make one, and it starts with a letter or digit"
        ));
    }
    within(text, bytes_max)
}

/// A channel.
pub(super) fn channel(value: &DeValue<'_>, bytes_max: usize) -> Result<String, String> {
    let text = text(value)?;
    if !text.starts_with('#') {
        return Err(format!("\"{text}\" is no channel: it starts with #"));
    }
    let wrong = |c: char| c == ' ' || c == ',' || c.is_control();
    if text.len() == 1 || text.contains(wrong) {
        return Err(format!(
            "\"{}\" is no channel: a name without spaces and commas follows the #",
            text.escape_debug()
        ));
    }
    within(text, bytes_max)
}

fn within(text: &str, bytes_max: usize) -> Result<String, String> {
    if text.len() > bytes_max {
        return Err(format!("\"{text}\" is longer than {bytes_max} bytes"));
    }
    Ok(text.to_owned())
}

/// A number within limits.
pub(super) fn number<N>(value: &DeValue<'_>, min: N, max: N) -> Result<N, String>
where
    N: TryFrom<i64> + PartialOrd + Display + Copy,
{
    let limits = || format!("must be a number from {min} to {max}");
    let DeValue::Integer(written) = value else {
        return Err(format!("{}, without quotes, not {}", limits(), kind(value)));
    };
    i64::from_str_radix(written.as_str(), written.radix())
        .ok()
        .and_then(|n| N::try_from(n).ok())
        .filter(|n| (min..=max).contains(n))
        .ok_or_else(|| format!("{}, not {written}", limits()))
}

/// A length of time within limits.
pub(super) fn span(value: &DeValue<'_>, min: Span, max: Span) -> Result<Span, String> {
    let Some(text) = value.as_str() else {
        return Err(format!(
            "must be a length of time in quotes with its units, like \"90s\" or \"2h30m\", not {}",
            kind(value)
        ));
    };
    let span = Span::parse(text).map_err(|misread| misread.to_string())?;
    if span < min || span > max {
        return Err(format!("must be from {min} to {max}, not {span}"));
    }
    Ok(span)
}

/// One of a few words.
pub(super) fn one_of<T: Copy>(value: &DeValue<'_>, words: &[(&str, T)]) -> Result<T, String> {
    let list = || {
        let quoted: Vec<String> = words
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        quoted.join(", ")
    };
    let Some(text) = value.as_str() else {
        return Err(format!("must be one of {}, not {}", list(), kind(value)));
    };
    words
        .iter()
        .find(|(word, _)| *word == text)
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| format!("\"{text}\" is none of {}", list()))
}

/// A zone of the IANA database, in any case.
pub(super) fn zone(value: &DeValue<'_>) -> Result<Tz, String> {
    let text = text(value)?;
    find_zone(text).ok_or_else(|| {
        let names = || chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
        // "Berlin" alone means "Europe/Berlin", but is only offered: there are cities of one name.
        let ends_alike = |name: &&str| {
            let city = name.rsplit('/').next().unwrap_or(name);
            city.eq_ignore_ascii_case(text)
        };
        let hint = names()
            .find(ends_alike)
            .or_else(|| nearest(text, names()))
            .map_or_else(
                || ": write it like \"Europe/Berlin\" or \"UTC\"".to_owned(),
                |right| format!(": did you mean \"{right}\"?"),
            );
        format!("there is no time zone \"{text}\"{hint}")
    })
}

/// The code of a tie-break, in any case.
pub(super) fn tie_break(value: &DeValue<'_>) -> Result<String, String> {
    let text = text(value)?;
    let code = text.to_ascii_uppercase();
    if TIE_BREAK_CODES.contains(&code.as_str()) {
        return Ok(code);
    }
    Err(format!(
        "there is no tie-break \"{text}\"; there are {}",
        TIE_BREAK_CODES.join(", ")
    ))
}

/// A server: `host`, `host:port`, `host:+port` or `ircs://host:port` with TLS, an IPv6 address in brackets.
pub(super) fn server(value: &DeValue<'_>) -> Result<Server, String> {
    let text = text(value)?;
    if text.contains('@') {
        // Whatever stands before it may be a password, so the text is not repeated.
        return Err("a server has no user and no password in its address".to_owned());
    }
    let no_server = || {
        format!(
            "\"{text}\" is no server: write it like \"irc.example.net:6667\", or \"ircs://irc.example.net:6697\" with TLS"
        )
    };
    let (rest, scheme_tls) = match text.split_once("://") {
        Some(("irc", rest)) => (rest, Tls::Off),
        Some(("ircs", rest)) => (rest, Tls::On),
        Some(_) => return Err(no_server()),
        None => (text, Tls::Off),
    };
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = split_port(rest).ok_or_else(no_server)?;
    let (tls, digits) = match port.and_then(|port| port.strip_prefix('+')) {
        Some(digits) => (Tls::On, Some(digits)),
        None => (scheme_tls, port),
    };
    let port = match (digits, tls) {
        (None, Tls::Off) => PORT_PLAIN,
        (None, Tls::On) => PORT_TLS,
        (Some(digits), _) => port_number(digits).ok_or_else(no_server)?,
    };
    Ok(Server {
        host: host.to_owned(),
        port,
        tls,
    })
}

/// The host and what stands after its colon.
fn split_port(text: &str) -> Option<(&str, Option<&str>)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, after) = rest.split_once(']')?;
        address.parse::<std::net::Ipv6Addr>().ok()?;
        return match after.strip_prefix(':') {
            Some(port) => Some((address, Some(port))),
            None => after.is_empty().then_some((address, None)),
        };
    }
    let (host, port) = match text.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (text, None),
    };
    let good = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    (!host.is_empty() && host.chars().all(good)).then_some((host, port))
}

fn port_number(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|port| plain && *port > 0)
}
