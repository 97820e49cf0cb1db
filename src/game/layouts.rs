//! Texts that are no PGN, turned into plain movetext: pasted logs, server listings, program files.
//!
//! A layout is told by its own marks, never guessed from the moves; what is left out of it is said.

use super::decode;

/// A movetext made readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) text: String,
    /// The layout, when it is none of PGN's.
    pub(super) layout: Option<&'static str>,
    /// A line of chat that was left out.
    pub(super) left_out: Option<String>,
}

/// Cleans a movetext of what chat programs, web pages and word processors put into it, and takes
/// the moves out of a layout that is not movetext.
pub(super) fn plain(body: &[u8]) -> Plain {
    let text = cleaned(&decode::text(body))
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let (layout, plain, left_out) = if let Some(moves) = style_12(&text) {
        (Some("a server's style 12 log"), moves, None)
    } else if let Some(moves) = computed_list(&text) {
        (Some("a program's list of moves"), moves, None)
    } else if let Some(moves) = server_listing(&text) {
        (Some("a server's list of moves"), moves, None)
    } else if let Some((moves, left_out)) = chat_log(&text) {
        (Some("a chat log"), moves, left_out)
    } else {
        (None, text, None)
    };
    Plain {
        text: plain,
        layout,
        left_out,
    }
}

/// Without formatting codes, markup, entities and invisible letters; odd blanks become blanks.
fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let (length, replacement) = piece(rest, character);
        if length == 0 {
            clean.push(character);
            rest = &rest[character.len_utf8()..];
        } else {
            clean.push_str(replacement);
            rest = &rest[length..];
        }
    }
    clean
}

/// How much of the text to replace, and by what; nothing by nothing to keep the letter.
fn piece(rest: &str, character: char) -> (usize, &'static str) {
    match character {
        '\u{3}' => (colour(rest), ""),
        '\u{4}' => (1 + digits(&rest[1..], 6, |c| c.is_ascii_hexdigit()), ""),
        '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' => {
            (character.len_utf8(), "")
        }
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => {
            (character.len_utf8(), "")
        }
        '\u{85}' | '\u{2028}' | '\u{2029}' => (character.len_utf8(), "\n"),
        '\n' | '\r' => (0, ""),
        _ if character.is_whitespace() => (character.len_utf8(), " "),
        '<' => markup(rest),
        '&' => entity(rest),
        '½' => (character.len_utf8(), "1/2"),
        '–' | '—' | '‐' | '‑' | '−' | '‒' => (character.len_utf8(), "-"),
        '×' => (character.len_utf8(), "x"),
        '…' => (character.len_utf8(), "..."),
        '♔' | '♚' => (character.len_utf8(), "K"),
        '♕' | '♛' => (character.len_utf8(), "Q"),
        '♖' | '♜' => (character.len_utf8(), "R"),
        '♗' | '♝' => (character.len_utf8(), "B"),
        '♘' | '♞' => (character.len_utf8(), "N"),
        // A pawn's figure needs no letter, and a variation selector is nothing to see.
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => (character.len_utf8(), ""),
        _ => (0, ""),
    }
}

/// The length of a mIRC colour code: at most two digits, a comma, two digits.
fn colour(rest: &str) -> usize {
    let digit = |c: char| c.is_ascii_digit();
    let front = digits(&rest[1..], 2, digit);
    let after = &rest[1 + front..];
    let back = after
        .strip_prefix(',')
        .map_or(0, |back| digits(back, 2, digit));
    match (front, back) {
        (0, _) => 1,
        (_, 0) => 1 + front,
        (_, back) => 2 + front + back,
    }
}

fn digits(text: &str, most: usize, test: impl Fn(char) -> bool) -> usize {
    text.chars().take(most).take_while(|c| test(*c)).count()
}

/// The elements of web pages that stand around moves.
const ELEMENTS: &[&str] = &[
    "br",
    "p",
    "div",
    "span",
    "b",
    "i",
    "u",
    "a",
    "td",
    "tr",
    "th",
    "table",
    "tbody",
    "pre",
    "font",
    "html",
    "body",
    "head",
    "li",
    "ul",
    "ol",
    "hr",
    "em",
    "strong",
    "tt",
    "code",
    "center",
    "h1",
    "h2",
    "h3",
    "small",
    "big",
    "blockquote",
    "title",
];

fn markup(rest: &str) -> (usize, &'static str) {
    let Some(end) = rest.find('>').filter(|end| *end <= 400) else {
        return (0, "");
    };
    let name: String = rest[1..end]
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    if rest.starts_with("<!--") || ELEMENTS.contains(&name.as_str()) {
        (
            end + 1,
            if matches!(name.as_str(), "br" | "p" | "tr" | "div") {
                "\n"
            } else {
                " "
            },
        )
    } else {
        (0, "")
    }
}

fn entity(rest: &str) -> (usize, &'static str) {
    const ENTITIES: &[(&str, &str)] = &[
        ("&nbsp;", " "),
        ("&#160;", " "),
        ("&#xa0;", " "),
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&ndash;", "-"),
        ("&mdash;", "-"),
        ("&minus;", "-"),
        ("&#8211;", "-"),
        ("&#8212;", "-"),
        ("&#8722;", "-"),
        ("&#x2013;", "-"),
        ("&frac12;", "1/2"),
        ("&#189;", "1/2"),
        ("&#43;", "+"),
        ("&#35;", "#"),
        ("&#45;", "-"),
        ("&#61;", "="),
        ("&times;", "x"),
    ];
    ENTITIES
        .iter()
        .find(|(name, _)| {
            rest.get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name))
        })
        .map_or((0, ""), |(name, text)| (name.len(), *text))
}

/// The lines of an internet chess server's style 12: each shows the position after a move, and the
/// move in its 29th field.
fn style_12(text: &str) -> Option<String> {
    let mut moves = String::new();
    let mut last = None;
    for line in text.lines() {
        let Some(fields) = line.trim().strip_prefix("<12>") else {
            continue;
        };
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let (Some(to_move), Some(number), Some(pretty)) =
            (fields.get(8), fields.get(25), fields.get(28))
        else {
            continue;
        };
        let this = (*number, *to_move);
        if *pretty == "none" || last == Some(this) {
            continue;
        }
        last = Some(this);
        moves.push_str(pretty);
        moves.push('\n');
    }
    last.map(|_| moves)
}

/// The file that GNU Chess for Windows writes: two moves a line, four numbers after each; or its
/// review window's lines, `12-w`, move, numbers.
fn computed_list(text: &str) -> Option<String> {
    let mut moves = String::new();
    let mut lines = 0;
    let mut others = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let found: Vec<&str> = fields
            .iter()
            .filter(|field| is_from_to(field))
            .copied()
            .collect();
        let numbers = fields
            .iter()
            .filter(|field| field.parse::<i64>().is_ok())
            .count();
        let labels = fields
            .iter()
            .filter(|field| field.ends_with("-w") || field.ends_with("-b"))
            .count();
        let is_list = !found.is_empty()
            && numbers >= 2 * found.len()
            && found.len() + numbers + labels == fields.len();
        if is_list {
            lines += 1;
            for each in found {
                moves.push_str(each);
                moves.push(' ');
            }
            moves.push('\n');
        } else {
            let heading = fields.iter().all(|field| {
                ["score", "depth", "nodes", "time", "move"].contains(&field.to_lowercase().as_str())
            });
            if !heading {
                others += 1;
                moves.push_str(line);
                moves.push('\n');
            }
        }
    }
    (lines >= 1 && others <= 1).then_some(moves)
}

fn is_from_to(field: &str) -> bool {
    let letters = field.as_bytes();
    let square = |at: usize| {
        letters
            .get(at)
            .is_some_and(|file| (b'a'..=b'h').contains(file))
            && letters
                .get(at + 1)
                .is_some_and(|rank| (b'1'..=b'8').contains(rank))
    };
    square(0) && square(2) && matches!(letters.len(), 4 | 5)
}

/// A server's answer to "moves": headings, a ruled line, then numbered moves with times.
fn server_listing(text: &str) -> Option<String> {
    let mut lines = text.lines();
    lines.find(|line| {
        let line = line.trim();
        line.starts_with("----") && line.chars().all(|c| c == '-' || c == ' ')
    })?;
    let mut moves = String::new();
    for line in lines {
        moves.push_str(line);
        moves.push('\n');
    }
    Some(moves)
}

/// A pasted log: the stamp and nick before each line go, and lines of talk without a move go.
fn chat_log(text: &str) -> Option<(String, Option<String>)> {
    let stripped: Vec<(bool, &str)> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let bare = without_speaker(line.trim());
            (bare.len() < line.trim().len(), bare)
        })
        .collect();
    let marked = stripped.iter().filter(|(had, _)| *had).count();
    if marked == 0 {
        return None;
    }
    let mut moves = String::new();
    let mut left_out = None;
    for (_, line) in stripped {
        if is_talk(line) {
            left_out = left_out.or(Some(line.to_owned()));
        } else {
            moves.push_str(line);
            moves.push('\n');
        }
    }
    Some((moves, left_out))
}

/// The line without `[21:04]`, `21:04`, `<Nick>` and `* ` before it.
fn without_speaker(line: &str) -> &str {
    let mut rest = line;
    if let Some(inside) = rest.strip_prefix('[')
        && let Some((stamp, after)) = inside.split_once(']')
        && is_stamp(stamp)
    {
        rest = after.trim_start();
    } else if let Some((stamp, after)) = rest.split_once(' ')
        && is_stamp(stamp)
    {
        rest = after.trim_start();
    }
    if let Some(inside) = rest.strip_prefix('<')
        && let Some((nick, after)) = inside.split_once('>')
        && !nick.is_empty()
        && nick.len() <= NICK_BYTES_MAX
    {
        rest = after.trim_start();
    }
    rest
}

/// Longer than any network's nick with its marks.
const NICK_BYTES_MAX: usize = 40;

/// `21:04`, `21:04:55`, `2026-11-30 21:04`.
fn is_stamp(stamp: &str) -> bool {
    stamp.contains(':')
        && stamp.len() >= 4
        && stamp
            .chars()
            .all(|c| c.is_ascii_digit() || ":-. /APMapm".contains(c))
}

/// Whether a line of a log holds no move and no move number: nothing of the game.
fn is_talk(line: &str) -> bool {
    let mut words = line.split_whitespace().peekable();
    if words.peek().is_none() {
        return true;
    }
    let only_result = line
        .split_whitespace()
        .all(|word| super::lex::marker(word.as_bytes()).is_some());
    !only_result
        && words.all(|word| {
            let numbered = word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
            let square = word.as_bytes().windows(2).any(|pair| {
                (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase())
                    && (b'1'..=b'8').contains(&pair[1])
            });
            let castles = word.starts_with("O-O") || word.starts_with("0-0");
            !numbered && !square && !castles
        })
}
