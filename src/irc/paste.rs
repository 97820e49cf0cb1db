//! Telling the lines of a game that somebody pastes from talk, by their looks alone.
//!
//! A game on IRC is many lines within a few seconds, which would be too many commands by far. What a move means is not known
//! here, nor what a command is; it is enough that no command begins as a move does.

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A part of a game: a tag pair, moves, a comment that goes on.
    Moves,
    /// Talk in which moves are: `game 1. e4 e5`. A paste may begin so.
    TalkOfMoves,
    /// Anything else.
    Talk,
}

/// Whether a comment in braces is open at the end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Comment {
    /// None is.
    #[default]
    Closed,
    /// One goes on in the next line, whose words may be any.
    Open,
}

/// What a line looks like, behind a line that ended so; and how it ends itself.
pub(crate) fn look(line: &str, before: Comment) -> (Shape, Comment) {
    if before == Comment::Closed && is_tag_pair(line) {
        return (Shape::Moves, Comment::Closed);
    }
    let (outside, after) = outside_comments(line, before);
    let mut words = outside
        .split(|letter: char| letter.is_whitespace() || "()".contains(letter))
        .filter_map(kind)
        .peekable();
    let Some(first) = words.peek().copied() else {
        // Nothing but a comment, or signs.
        let commented = before == Comment::Open || line.contains(['{', '}', ';']);
        let shape = if commented { Shape::Moves } else { Shape::Talk };
        return (shape, after);
    };
    let (mut moves, mut others) = (0, 0);
    for word in words {
        match word {
            Kind::Number | Kind::Move => moves += 1,
            Kind::Other => others += 1,
        }
    }
    match first {
        Kind::Number => (Shape::Moves, after),
        Kind::Move if moves >= others => (Shape::Moves, after),
        Kind::Move | Kind::Other if moves >= 2 && moves >= others => (Shape::TalkOfMoves, after),
        Kind::Move | Kind::Other => (Shape::Talk, Comment::Closed),
    }
}

/// `[Name "value"]`; the rest of the line is not looked at.
fn is_tag_pair(line: &str) -> bool {
    let Some(inside) = line.trim_start().strip_prefix('[') else {
        return false;
    };
    let inside = inside.trim_start();
    let name = inside
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    let value = inside[name..].trim_start();
    name > 0 && value.starts_with(['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}'])
}

/// The text without what stands in braces, or behind a semicolon.
fn outside_comments(line: &str, before: Comment) -> (String, Comment) {
    let mut outside = String::new();
    let mut rest = line;
    let mut state = before;
    // A brace that closes what no line opened: the one that did was counted as talk.
    if let (Comment::Closed, Some(close)) = (state, rest.find(['{', '}']))
        && rest[close..].starts_with('}')
    {
        rest = &rest[close + 1..];
    }
    loop {
        match state {
            Comment::Open => match rest.split_once('}') {
                Some((_, behind)) => {
                    outside.push(' ');
                    rest = behind;
                    state = Comment::Closed;
                }
                None => return (outside, Comment::Open),
            },
            Comment::Closed => match rest.find(['{', ';']) {
                Some(at) if rest[at..].starts_with('{') => {
                    outside.push_str(&rest[..at]);
                    rest = &rest[at + 1..];
                    state = Comment::Open;
                }
                Some(at) => {
                    outside.push_str(&rest[..at]);
                    return (outside, Comment::Closed);
                }
                None => {
                    outside.push_str(rest);
                    return (outside, Comment::Closed);
                }
            },
        }
    }
}

/// What a word is for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A move's number with its dot, maybe with the move behind it.
    Number,
    /// A move, castling, a result.
    Move,
    /// Anything else.
    Other,
}

/// What a word is; nothing for signs, abbreviations and bare numbers, which stand in games and in talk.
fn kind(word: &str) -> Option<Kind> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = &word[digits..];
    let dots = behind.len() - behind.trim_start_matches(['.', '\u{2026}']).len();
    let bare = &behind[dots..];
    if digits > 0 && dots > 0 && !bare.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(Kind::Number);
    }
    let plain = word.trim_matches(|c: char| ".,:!?+#\u{2020}\u{2021}$".contains(c));
    if plain.is_empty() || plain.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    const SIGNS: [&str; 8] = ["*", "e.p", "ep", "ch", "mate", "dis", "dbl", "N"];
    if SIGNS.contains(&plain) || plain.chars().all(|c| "=+-/±∓⩲⩱∞□—–".contains(c)) {
        return None;
    }
    Some(
        if is_result(plain) || is_castling(plain) || is_move(plain) {
            Kind::Move
        } else {
            Kind::Other
        },
    )
}

fn is_result(word: &str) -> bool {
    matches!(
        word,
        "1-0" | "0-1" | "1:0" | "0:1" | "1/2" | "1/2-1/2" | "½-½" | "0.5-0.5"
    )
}

fn is_castling(word: &str) -> bool {
    let same = word.replace(['o', '0'], "O");
    same == "O-O" || same == "O-O-O"
}

/// The longest move, in characters: `Nb1xd2e.p.` is no move, and longer than any that is.
const MOVE_MAX: usize = 10;

/// Whether a word names a square, and little more than a move does. A piece is any letter: people write in many languages.
fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = bytes
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let mut pieces = 0;
    let fits = word.chars().all(|letter| match letter {
        'a'..='h' | '1'..='8' | 'x' | ':' | '-' | '=' | '/' | '+' | '#' | '!' | '?' | '.' => true,
        letter => {
            pieces += 1;
            !letter.is_ascii_digit()
        }
    });
    square && fits && pieces <= 2 && word.chars().count() <= MOVE_MAX
}
