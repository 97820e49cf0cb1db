//! A word of movetext into what it may mean, without looking at a position.
//!
//! `Nf3`, `Ng1-f3`, `g1f3`, `nf6`, `NF6`, `exf4`, `e:f4`, `ef4`, `ef`, `xe6`, `e8Q`, `e8(Q)`, `e8/Q`,
//! `0-0`, `OO`, `exd6e.p.+`, `Qxf7!?+-` are all read. Which of two readings is meant is settled by
//! the position, in `matching`.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::tongues::Tongue;

/// What a word may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelt {
    Castling(CastlingSide),
    Move(Pattern),
    /// A null move, as some programs write one for "and now?".
    Null,
}

/// A move as far as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pattern {
    /// The piece; none when the two squares alone are given.
    pub(super) role: Option<Role>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) to_file: File,
    /// Left out in `exf`.
    pub(super) to_rank: Option<Rank>,
    pub(super) captures: Captures,
    pub(super) promotion: Promotion,
}

/// Whether the word has a capture mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Captures {
    Marked,
    Unmarked,
}

/// What the word says of a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promotion {
    Unsaid,
    To(Role),
}

/// The readings of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Readings {
    /// As large and small letters say.
    pub(super) as_written: Option<Spelt>,
    /// With the first letter's size not believed.
    pub(super) other_size: Option<Spelt>,
    /// Whether the word is written in capitals throughout, so that size says nothing.
    pub(super) capitals: Capitals,
}

/// How far letter sizes can be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Capitals {
    Usual,
    Throughout,
}

impl Pattern {
    /// The square of origin, when both its letters are given.
    pub(super) fn from(&self) -> Option<Square> {
        Some(Square::from_coords(self.from_file?, self.from_rank?))
    }

    /// The square the move goes to, when both its letters are given.
    pub(super) fn to(&self) -> Option<Square> {
        Some(Square::from_coords(self.to_file, self.to_rank?))
    }
}

impl Readings {
    /// Whether the word looks like a move at all.
    pub(super) fn any(&self) -> bool {
        self.as_written.is_some() || self.other_size.is_some()
    }
}

/// What the word may mean in this language.
pub(super) fn readings(word: &str, tongue: &Tongue) -> Readings {
    let mut readings = Readings {
        as_written: None,
        other_size: None,
        capitals: Capitals::Usual,
    };
    if matches!(word, "--" | "Z0" | "z0" | "@@@@" | "0000" | "null" | "pass") {
        readings.as_written = Some(Spelt::Null);
        return readings;
    }
    let core = core(word);
    if let Some(side) = castling(core) {
        readings.as_written = Some(Spelt::Castling(side));
        return readings;
    }
    let Some((body, promotion)) = promotion(core, tongue) else {
        return readings;
    };
    let with = |role: Option<Role>, rest: &str| pattern(role, rest, promotion).map(Spelt::Move);
    let pawn_or_squares = |rest: &str| {
        pattern(Some(Role::Pawn), rest, promotion)
            .map(|pattern| match pattern.from() {
                // Two whole squares and no letter: any piece may be meant.
                Some(_) => Pattern {
                    role: None,
                    ..pattern
                },
                None => pattern,
            })
            .filter(|pattern| !is_file_doubled(pattern))
            .map(Spelt::Move)
    };
    let large = tongue.piece(body);
    let small = tongue.small_piece(body);
    readings.as_written = match large {
        Some((role, rest)) => with(Some(role), rest),
        None => pawn_or_squares(body),
    };
    if readings.as_written.is_none() && large.is_some() {
        readings.as_written = pawn_or_squares(body);
    }
    readings.other_size = match (large, small) {
        (Some(_), _) => pawn_or_squares(body),
        (None, Some((role, rest))) => with(Some(role), rest),
        (None, None) => None,
    };
    if readings.other_size == readings.as_written {
        readings.other_size = None;
    }
    if body
        .chars()
        .skip(usize::from(large.is_some()))
        .any(|letter| ('A'..='H').contains(&letter))
    {
        readings.capitals = Capitals::Throughout;
    }
    readings
}

/// `bb5`: never a pawn's move, since a pawn that takes leaves its file. It is a bishop in small
/// letters, and must not be heard as `b5`.
fn is_file_doubled(pattern: &Pattern) -> bool {
    pattern.from_file == Some(pattern.to_file) && pattern.from_rank.is_none()
}

/// The word without what comments on the move: check and mate signs, praise, "e.p.", evaluations.
fn core(word: &str) -> &str {
    let mut core = word.trim_start_matches(['.', '…', '"', '\'']);
    loop {
        let before = core;
        core = core.trim_end_matches([
            '+', '-', '#', '!', '?', '=', '/', '.', ',', ';', '"', '\'', '†', '‡', '*', '±', '∓',
            '⩲', '⩱', '∞', '□', '⌓', '⇄', '↑', '→', '⟳', '⊕', '△', '∆', '≠', '\\', '²', '³', '÷',
            '×', ':', '~', '^', '|', ']', '>', '}',
        ]);
        for comment in [
            "e.p", "E.P", "ep", "EP", "e.P", "dbl.ch", "dis.ch", "disch", "ch", "mate", "MATE",
            "CH", "Mate", "Matt", "matt", "(ep)", "(e.p.)", "(=)",
        ] {
            core = core.strip_suffix(comment).unwrap_or(core);
        }
        if core == before {
            return core;
        }
    }
}

fn castling(core: &str) -> Option<CastlingSide> {
    let mut letters = 0;
    let mut dashes = 0;
    for character in core.chars() {
        match character {
            'O' | 'o' | '0' | 'О' | 'о' => letters += 1,
            '-' | '–' | '—' | '‐' | '‑' | '−' => dashes += 1,
            _ => return None,
        }
    }
    match (letters, dashes) {
        (2, 0..=1) => Some(CastlingSide::KingSide),
        (3, 0..=2) => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Splits off the piece a pawn is exchanged for. `None` when something stands there that is none.
fn promotion<'w>(core: &'w str, tongue: &Tongue) -> Option<(&'w str, Promotion)> {
    let bare = core.trim_end_matches(')');
    if let Some((body, named)) = bare.rsplit_once(['=', '(', '/']) {
        let body = body.trim_end_matches(['=', '(', '/']);
        return Some((body, Promotion::To(tongue.promoted(named)?)));
    }
    let Some(last_digit) = core.rfind(['1', '8']) else {
        return Some((core, Promotion::Unsaid));
    };
    let (body, named) = core.split_at(last_digit + 1);
    let reaches_square = body[..last_digit]
        .chars()
        .last()
        .is_some_and(|file| ('a'..='h').contains(&file.to_ascii_lowercase()));
    match tongue.promoted(named) {
        Some(role) if reaches_square => Some((body, Promotion::To(role))),
        Some(_) | None => Some((core, Promotion::Unsaid)),
    }
}

/// Reads `[file][rank][x or -]square` after a piece's letter.
fn pattern(role: Option<Role>, rest: &str, promotion: Promotion) -> Option<Pattern> {
    let mut letters = Letters::of(rest)?;
    let to_rank = letters.pop_rank();
    let to_file = letters.pop_file()?;
    let captures = letters.pop_separator();
    let from_rank = letters.pop_rank();
    let from_file = letters.pop_file();
    if letters.length > 0 {
        return None;
    }
    // Only a pawn's capture may leave out the rank it goes to: "exf".
    if to_rank.is_none() && (role != Some(Role::Pawn) || from_file.is_none()) {
        return None;
    }
    Some(Pattern {
        role,
        from_file,
        from_rank,
        to_file,
        to_rank,
        captures,
        promotion,
    })
}

/// The letters after the piece, as ASCII, read from the end.
struct Letters {
    letters: [u8; Letters::MAX],
    length: usize,
}

impl Letters {
    /// `a1-b2` is as long as it gets; anything longer is no move.
    const MAX: usize = 6;

    fn of(rest: &str) -> Option<Letters> {
        let mut letters = Letters {
            letters: [0; Letters::MAX],
            length: 0,
        };
        for character in rest.chars() {
            let letter = match character {
                'a'..='h' | '1'..='8' | 'x' | '-' => character as u8,
                'A'..='H' => character.to_ascii_lowercase() as u8,
                'X' | '×' | ':' | '*' => b'x',
                '–' | '—' | '‐' | '‑' | '−' => b'-',
                _ => return None,
            };
            if letters.length == Letters::MAX {
                return None;
            }
            letters.letters[letters.length] = letter;
            letters.length += 1;
        }
        Some(letters)
    }

    fn pop(&mut self, test: impl Fn(u8) -> bool) -> Option<u8> {
        let last = *self.letters[..self.length].last()?;
        test(last).then(|| {
            self.length -= 1;
            last
        })
    }

    fn pop_rank(&mut self) -> Option<Rank> {
        self.pop(|letter| letter.is_ascii_digit())
            .and_then(|digit| Rank::from_char(digit as char))
    }

    fn pop_file(&mut self) -> Option<File> {
        self.pop(|letter| (b'a'..=b'h').contains(&letter))
            .and_then(|letter| File::from_char(letter as char))
    }

    fn pop_separator(&mut self) -> Captures {
        match self.pop(|letter| letter == b'x' || letter == b'-') {
            Some(b'x') => Captures::Marked,
            Some(_) | None => Captures::Unmarked,
        }
    }
}

/// Whether a word is descriptive notation, `P-K4`, `NxP`, `Kt-KB3`, `B-QN5ch`, `O-O` apart.
pub(super) fn is_descriptive(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    let Some((piece, target)) = word.split_once(['-', 'X']) else {
        return false;
    };
    let is_piece =
        |text: &str| !text.is_empty() && text.chars().all(|letter| "PKQRBNT()".contains(letter));
    let target = target.trim_end_matches(['+', '#', '!', '?', '.', 'C', 'H']);
    let files = target.trim_end_matches(|digit: char| digit.is_ascii_digit());
    is_piece(piece) && is_piece(files) && target.len() <= 6
}
