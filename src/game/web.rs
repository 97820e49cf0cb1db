//! What a web page puts around and between moves: elements, and letters that are spelled out.

/// The elements of web pages that stand around moves.
const ELEMENTS: &[&str] = &[
    "br",
    "p",
    "div",
    "span",
    "b",
    "i",
    "u",
    "s",
    "a",
    "td",
    "tr",
    "th",
    "table",
    "tbody",
    "thead",
    "pre",
    "font",
    "html",
    "body",
    "head",
    "meta",
    "link",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "hr",
    "em",
    "strong",
    "tt",
    "code",
    "center",
    "h1",
    "h2",
    "h3",
    "h4",
    "small",
    "big",
    "sub",
    "sup",
    "img",
    "blockquote",
    "title",
    "section",
    "article",
    "nobr",
    "wbr",
];

/// Letters that pages spell out. What is not here stays as it is.
const NAMED: &[(&str, &str)] = &[
    ("nbsp", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("lsquo", "'"),
    ("rsquo", "'"),
    ("ldquo", "\""),
    ("rdquo", "\""),
    ("ndash", "-"),
    ("mdash", "-"),
    ("minus", "-"),
    ("shy", ""),
    ("hellip", "..."),
    ("frac12", "1/2"),
    ("times", "x"),
    ("plusmn", "±"),
    ("infin", "∞"),
    ("dagger", "†"),
    ("middot", "·"),
    ("bull", "•"),
];

/// Markup longer than this is none.
const MARKUP_BYTES_MAX: usize = 400;

/// The length of an element's tag at the start of the text, and what it stands for: a line end or a blank.
pub(super) fn markup(text: &str) -> Option<(usize, &'static str)> {
    let first = text.as_bytes().get(1)?;
    if !first.is_ascii_alphabetic() && !b"/!".contains(first) {
        return None;
    }
    let end = text[1..]
        .bytes()
        .take(MARKUP_BYTES_MAX)
        .take_while(|byte| !matches!(byte, b'<' | b'\n'))
        .position(|byte| byte == b'>')?
        + 1;
    if text[1..end].starts_with("!--") || text[1..end].to_ascii_lowercase().starts_with("!doctype")
    {
        let ends = text[..end].ends_with("--") || !text.starts_with("<!--");
        return ends.then_some((end + 1, " "));
    }
    let name = text[1..end].trim_start_matches('/');
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, attributes) = name.split_at(length);
    if !are_attributes(attributes) {
        return None;
    }
    let element = ELEMENTS
        .iter()
        .find(|element| element.eq_ignore_ascii_case(name))?;
    let stands_for = match *element {
        "br" | "p" | "tr" | "div" | "li" | "pre" | "hr" | "table" | "h1" | "h2" | "h3" | "h4"
        | "dd" | "dt" | "blockquote" => "\n",
        "b" | "i" | "u" | "s" | "a" | "em" | "strong" | "tt" | "font" | "span" | "sub" | "sup"
        | "small" | "big" | "code" | "wbr" | "nobr" => "",
        _ => " ",
    };
    Some((end + 1, stands_for))
}

/// Whether what stands behind an element's name is nothing, or `name=value` and the like. Moves are not: `e8=Q` has a
/// figure in its name.
fn are_attributes(text: &str) -> bool {
    let text = text.trim_end_matches('/');
    if !text.is_empty() && !text.starts_with(char::is_whitespace) {
        return false;
    }
    let mut rest = text.trim();
    while !rest.is_empty() {
        let name = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
            .count();
        let Some(value) = rest[name..].strip_prefix('=').filter(|_| name >= 2) else {
            return false;
        };
        let end = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].find(quote).map(|end| end + 2),
            Some(_) => Some(value.find(char::is_whitespace).unwrap_or(value.len())),
            None => None,
        };
        let Some(end) = end else {
            return false;
        };
        if value[..end].contains(['{', '}', '(', ')']) {
            return false;
        }
        rest = value[end..].trim_start();
    }
    true
}

/// The length of a letter that is spelled out at the start of the text, and the letter.
pub(super) fn entity(text: &str) -> Option<(usize, Letter)> {
    let inside = text.strip_prefix('&')?;
    let length = inside
        .bytes()
        .take(ENTITY_BYTES_MAX)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
        .count();
    let ends = usize::from(inside[length..].starts_with(';'));
    let name = &inside[..length];
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        let letter = char::from_u32(code.ok()?)?;
        return Some((1 + length + ends, Letter::One(letter)));
    }
    NAMED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, letters)| (1 + length + ends, Letter::Several(letters)))
}

/// `&#x1d11e;` is longer than any that stands in a game.
const ENTITY_BYTES_MAX: usize = 9;

/// What a spelled-out letter is.
pub(super) enum Letter {
    One(char),
    Several(&'static str),
}

/// Whether a line holds elements or spelled-out letters. A tag pair may hold both and mean them.
pub(super) fn is_page(line: &str) -> bool {
    if is_tag_pair(line) {
        return false;
    }
    line.match_indices(['<', '&']).any(|(at, _)| {
        let rest = &line[at..];
        markup(rest).is_some()
            || entity(rest).is_some_and(|(length, _)| rest[..length].ends_with(';'))
    })
}

/// Whether a line is a tag pair as it should be, whose value means what it says.
fn is_tag_pair(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('[') && line.ends_with("\"]")
}

/// The line as a reader of the page sees it.
pub(super) fn seen(line: &str) -> String {
    if is_tag_pair(line) {
        return line.to_owned();
    }
    let once = decoded(line);
    // A page that quotes another spells the ampersands out too.
    if line.contains("&amp;") && once.contains('&') {
        return decoded(&once);
    }
    once
}

fn decoded(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['<', '&']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((length, stands_for)) = markup(rest) {
            plain.push_str(stands_for);
            rest = &rest[length..];
        } else if let Some((length, letter)) = entity(rest) {
            match letter {
                Letter::One(letter) => plain.push(letter),
                Letter::Several(letters) => plain.push_str(letters),
            }
            rest = &rest[length..];
        } else {
            plain.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}
