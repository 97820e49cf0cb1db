//! A word of movetext without what comments on its move: check and mate, praise, "e.p.", evaluations.

/// A move's letters, and whether a mark stood after them that a piece's name should follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Core<'w> {
    pub(super) text: &'w str,
    /// `e8=`: harmless after any move but a pawn's to the last rank.
    pub(super) cut_mark: bool,
    pub(super) novelty: Novelty,
}

/// Whether an N for a novelty was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Novelty {
    Unsaid,
    Said,
}

/// Signs of two letters and more. The dashes of these are no cut-off moves.
const SIGNS: &[&str] = &[
    "+/-", "-/+", "+/=", "=/+", "+--", "--+", "+-", "-+", "+=", "=+",
];

/// Words that are glued to a move.
const COMMENTS: &[&str] = &[
    "(e.p.)", "(ep)", "(=)", "e.p", "ep", "dbl.ch", "dis.ch", "disch", "dblch", "ch", "mate",
    "matt", "mat",
];

/// The word without what comments on the move.
pub(super) fn core(word: &str) -> Core<'_> {
    let opening = |letter: char| {
        !letter.is_alphanumeric() && !matches!(letter, ':' | '@' | '!' | '?' | '+' | '#' | '=')
    };
    let mut text = match word.trim_start_matches(opening) {
        "" => word,
        // -O-O has lost its first letter.
        rest if rest.starts_with(['O', 'o', '0']) && is_behind_dash(word, rest) => word,
        rest => rest,
    };
    let mut cut_mark = false;
    let mut novelty = Novelty::Unsaid;
    loop {
        let before = text;
        // The equals sign of e8=+ is a promotion's.
        let promotes =
            |rest: &&str| rest.ends_with(['1', '8']) && text[rest.len()..].starts_with('=');
        let sign = SIGNS.iter().find_map(|sign| text.strip_suffix(sign));
        if let Some(rest) = sign.filter(|rest| !promotes(rest)) {
            text = rest;
            continue;
        }
        if let Some(rest) = COMMENTS
            .iter()
            .find_map(|comment| without_ending(text, comment))
        {
            text = rest;
            continue;
        }
        if let Some(last) = text.chars().next_back()
            && is_sign(last)
        {
            text = &text[..text.len() - last.len_utf8()];
            cut_mark = matches!(last, '=' | '/' | '(')
                && text.ends_with(|letter: char| letter.is_ascii_digit());
            continue;
        }
        if let Some(rest) = without_novelty(text) {
            text = rest;
            novelty = Novelty::Said;
        }
        if text == before {
            return Core {
                text,
                cut_mark,
                novelty,
            };
        }
    }
}

/// Whether a word goes on behind a dash with castling, and not with a piece whose letter is an O.
fn is_behind_dash(word: &str, rest: &str) -> bool {
    let castles = rest[1..].starts_with(|c: char| !c.is_ascii_lowercase() || c == 'o');
    word[..word.len() - rest.len()].ends_with('-') && (castles || rest.len() == 1)
}

/// One letter that says something of a move and is no part of it. A single dash is: it may be all that is left of a
/// longer word.
fn is_sign(letter: char) -> bool {
    match letter {
        '²' | '³' | '¹' => true,
        '-' | '@' | '&' | '%' => false,
        _ => !letter.is_alphanumeric(),
    }
}

/// The text before a comment in letters of any size.
fn without_ending<'w>(text: &'w str, comment: &str) -> Option<&'w str> {
    let start = text.len().checked_sub(comment.len())?;
    let ending = text.get(start..)?;
    let before = &text[..start];
    // "che" and "mate" alone are no moves that something was cut off.
    (ending.eq_ignore_ascii_case(comment) && before.contains(|c: char| !c.is_alphabetic()))
        .then_some(before)
}

/// The text before an N for a novelty: `Nf5N`, `Bd3!N`. After a pawn on the last rank it is a knight.
fn without_novelty(text: &str) -> Option<&str> {
    let before = text.strip_suffix('N')?;
    let last = before.chars().next_back()?;
    let pawn = text.starts_with(|letter: char| letter.is_ascii_lowercase());
    match last {
        '!' | '?' | '+' | '#' => Some(before),
        '2'..='7' => Some(before),
        '1' | '8' if !pawn => Some(before),
        _ => None,
    }
}
