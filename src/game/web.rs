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
        .take_while(|byte| *byte != b'<')
        .position(|byte| byte == b'>')?
        + 1;
    if text.starts_with("<!") {
        return Some((end + 1, " "));
    }
    let name = text[1..end].trim_start_matches('/');
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = &name[..length];
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
    let trimmed = line.trim();
    if trimmed.starts_with('[') && trimmed.ends_with("\"]") {
        return false;
    }
    line.match_indices(['<', '&']).any(|(at, _)| {
        let rest = &line[at..];
        markup(rest).is_some()
            || entity(rest).is_some_and(|(length, _)| rest[..length].ends_with(';'))
    })
}

/// The line as a reader of the page sees it.
pub(super) fn seen(line: &str) -> String {
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
