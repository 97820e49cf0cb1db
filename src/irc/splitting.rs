//! Fitting texts into lines of 512 bytes as others receive them (SPEC R-37).

/// What a line holds at most, without its end.
const LINE_BYTES: usize = 510;

/// The length reckoned for the bot's `user@host` before the server shows it: longer than nearly all are.
pub(crate) const MASK_BYTES_GUESSED: usize = 100;

/// The least a line is given for its text, whatever the names around it.
const TEXT_MIN_BYTES: usize = 50;

/// How many bytes of text fit into one line that others receive as `:nick!user@host VERB target :text`.
pub(crate) fn budget(
    nick: &str,
    mask_bytes: usize,
    verb: &str,
    target: &str,
    most: usize,
) -> usize {
    let around = ":!   :".len() + nick.len() + mask_bytes + verb.len() + target.len();
    LINE_BYTES
        .saturating_sub(around)
        .min(most)
        .max(TEXT_MIN_BYTES)
}

/// A text without the characters that end a line, end a string, or make a line a CTCP.
pub(crate) fn safe(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\r' | '\n' | '\t' => ' ',
            other => other,
        })
        .filter(|c| !matches!(c, '\0' | '\x01'))
        .collect()
}

/// Cuts a safe text into pieces of at most so many bytes: between words where it can, never inside a character.
pub(crate) fn pieces(text: &str, budget: usize) -> Vec<&str> {
    let mut pieces = Vec::with_capacity(1);
    let mut rest = text.trim();
    while rest.len() > budget {
        let mut end = budget;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        // A word end in the last two thirds is worth a shorter line; a text without spaces is cut where it must.
        let at = match rest[..=end_of_char(rest, end)].rfind(' ') {
            Some(space) if space * 3 >= end => space.min(end),
            _ if end > 0 => end,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        pieces.push(rest[..at].trim_end());
        rest = rest[at..].trim_start();
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// The last byte of the character at a boundary, so that a space just behind the budget counts as a word end.
fn end_of_char(text: &str, at: usize) -> usize {
    let mut end = at;
    while end + 1 < text.len() && !text.is_char_boundary(end + 1) {
        end += 1;
    }
    end
}

/// Whether a name can stand as the target of a line: one nick, nothing that a server reads as more than that.
pub(crate) fn is_nick(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 64
        && !name.starts_with([':', '#', '&', '+', '!', '$', '@', '%', '~'])
        && !name.contains(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, ',' | '!' | '@' | '*' | '?')
        })
}
