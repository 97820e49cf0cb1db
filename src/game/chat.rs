//! Lines of a pasted log: who speaks, when, and whether it is talk or moves.

use super::lex::Kind;
use super::spelling;
use super::tongues;
use super::words;

/// Longer than any network's nick with its marks.
const NICK_BYTES_MAX: usize = 40;

/// Names of lines above a game that look like speakers.
const HEADINGS: &[&str] = &[
    "event", "site", "date", "round", "result", "from", "to", "subject", "cc", "time", "eco",
    "opening", "game", "moves",
];

/// What a log's line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Beginning<'l> {
    pub(super) kind: Speaker,
    pub(super) nick: &'l str,
    /// What is said.
    pub(super) said: &'l str,
}

/// How sure it is that somebody speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A time, or a nick in angle brackets, stands before it.
    Marked,
    /// A word that may be a nick stands before it: `Smith: e4`.
    Named,
}

/// The stamp and nick that a line begins with.
pub(super) fn beginning(line: &str) -> Option<Beginning<'_>> {
    let line = line.trim();
    let unstamped = without_stamp(line);
    let stamped = unstamped.len() < line.len();
    if let Some((nick, said)) = in_brackets(unstamped) {
        return Some(Beginning {
            kind: Speaker::Marked,
            nick,
            said,
        });
    }
    let kind = if stamped {
        Speaker::Marked
    } else {
        Speaker::Named
    };
    match named(unstamped, kind) {
        Some((nick, said)) => Some(Beginning { kind, nick, said }),
        None => stamped.then_some(Beginning {
            kind,
            nick: "",
            said: unstamped,
        }),
    }
}

/// `<Nick>`, `< Nick>`, `<@Nick>`: but not a server's `<12>`.
fn in_brackets(line: &str) -> Option<(&str, &str)> {
    let (inside, said) = line.strip_prefix('<')?.split_once('>')?;
    let nick = inside.trim_start_matches([' ', '@', '+', '%', '~', '&', '!']);
    is_nick(nick.trim_end()).then(|| (nick.trim_end(), said.trim_start()))
}

/// `Nick: e4`, `Nick> e4`, `-Nick- e4`, `* Nick e4`, `Nick | e4` behind a time.
fn named(line: &str, kind: Speaker) -> Option<(&str, &str)> {
    let (first, rest) = line.split_once([' ', '\t'])?;
    let (nick, said) = match first {
        "*" => rest.trim_start().split_once(' ')?,
        "|" => return None,
        _ if first.starts_with('-') && first.ends_with('-') => (first.trim_matches('-'), rest),
        _ if first.ends_with([':', '>']) => (&first[..first.len() - 1], rest),
        _ => match (kind, rest.trim_start().strip_prefix("| ")) {
            (Speaker::Marked, Some(said)) => (first, said),
            (Speaker::Marked | Speaker::Named, _) => return None,
        },
    };
    is_nick(nick).then(|| (nick, said.trim_start()))
}

fn is_nick(nick: &str) -> bool {
    nick.len() <= NICK_BYTES_MAX
        && nick.starts_with(|c: char| c.is_alphabetic() || "[]\\`_^{}|".contains(c))
        && !nick.contains([' ', '.', '"'])
        // "ef4: O-O" are two moves.
        && !is_of_a_game(nick)
}

/// The line without `[21:04]`, `(21:04:05)`, `21:04`, `1998-11-30 21:04`, `Nov 30 21:04:33`.
fn without_stamp(line: &str) -> &str {
    for (open, close) in [('[', ']'), ('(', ')')] {
        if let Some(inside) = line.strip_prefix(open) {
            return match inside.split_once(close) {
                Some((stamp, after)) if is_stamp(stamp) => after.trim_start(),
                Some(_) | None => line,
            };
        }
    }
    const MONTHS: &str = "jan feb mar apr may jun jul aug sep oct nov dec";
    let mut rest = line;
    let mut seen = false;
    for _ in 0..3 {
        let (word, after) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let date = word.len() >= 8
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || "-/.".contains(c));
        let month = word.len() == 3 && MONTHS.contains(&word.to_ascii_lowercase());
        let day = rest.len() < line.len()
            && word.len() <= 2
            && !word.is_empty()
            && word.chars().all(|c| c.is_ascii_digit());
        if is_stamp(word) {
            seen = true;
            rest = after.trim_start();
            break;
        }
        if !(date || month || day) {
            break;
        }
        rest = after.trim_start();
    }
    if seen { rest } else { line }
}

/// `21:04`, `21:04:55`, `2026-11-30 21:04`, `9:04 pm`.
fn is_stamp(stamp: &str) -> bool {
    let digits = stamp.chars().filter(char::is_ascii_digit).count();
    stamp.contains(':')
        && stamp.len() >= 4
        && digits >= 3
        && stamp
            .chars()
            .all(|c| c.is_ascii_digit() || ":-. /APMapm".contains(c))
}

/// Whether these lines are a log: times or nicks in brackets before a good part of them, or the same few names.
pub(super) fn is_log(lines: &[&str]) -> bool {
    let lines: Vec<&str> = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .copied()
        .collect();
    let begun: Vec<Beginning<'_>> = lines.iter().filter_map(|line| beginning(line)).collect();
    let marked = |each: &&Beginning<'_>| each.kind == Speaker::Marked;
    if begun.iter().filter(marked).count() * 3 >= lines.len().max(1) {
        return !begun.is_empty();
    }
    let spoken = |nick: &str| begun.iter().filter(|each| each.nick == nick).count();
    let known = |each: &&Beginning<'_>| {
        !HEADINGS.contains(&each.nick.to_ascii_lowercase().as_str())
            && (spoken(each.nick) >= 2 || lines.len() == 1)
            && !each.said.is_empty()
    };
    let speakers = begun.iter().filter(known).count();
    speakers > 0 && speakers * 5 >= lines.len() * 3 && begun.iter().any(|each| !is_talk(each.said))
}

/// Whether a line holds no move and no move number: nothing of the game. In doubt it is no talk, and the reader stops
/// at it.
pub(super) fn is_talk(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with(['[', '{', '(', ';', '%']) {
        return false;
    }
    if line.starts_with("-->") || line.starts_with("<--") || line.starts_with("-!-") {
        return true;
    }
    let mut plain = 0;
    let alone = !line.contains(char::is_whitespace);
    if alone && spelling::readings(line, &tongues::ENGLISH).any() {
        return false;
    }
    for (index, word) in line.split_whitespace().enumerate() {
        let (kind, length) = words::next(word.as_bytes());
        match kind {
            Kind::Result(_) if index == 0 => return false,
            Kind::Number { .. } if index == 0 && length == word.len() => {
                // "12." may be all that a line was cut to; "5 minutes" is talk.
                plain += usize::from(line.len() > length);
            }
            _ if is_of_a_game(word) => return false,
            Kind::Word | Kind::Odd => plain += 1,
            Kind::Number { .. } | Kind::Result(_) | Kind::Dots => {}
        }
    }
    plain > 0
}

/// Whether a word holds a square, castling, a number with its move, or anything that is spelled like a move.
pub(super) fn is_of_a_game(word: &str) -> bool {
    let square = word
        .as_bytes()
        .windows(2)
        .any(|pair| spelling::is_file(char::from(pair[0])) && (b'1'..=b'8').contains(&pair[1]));
    let piece = word.starts_with(['K', 'Q', 'R', 'B', 'N', 'O'])
        && word.contains(|c: char| c.is_ascii_digit());
    let digits = word.chars().take_while(char::is_ascii_digit).count();
    let glued = digits > 0 && word[digits..].starts_with('.') && word.len() > digits + 1;
    let castles = word.starts_with("0-0")
        || word.starts_with("castle")
        || word.starts_with('O') && word.chars().all(|letter| matches!(letter, 'O' | '-'));
    let spelled = word.len() > 2 || word.contains(|c: char| c.is_ascii_digit());
    square
        || piece
        || glued
        || castles
        || spelled && spelling::readings(word, &tongues::ENGLISH).any()
}
