//! A word of movetext into what it may mean, without looking at a position.
//!
//! `Nf3`, `Ng1-f3`, `g1f3`, `g1/f3`, `nf6`, `NF6`, `exf4`, `e:f4`, `ef4`, `ef`, `xe6`, `ef4:`, `e8Q`, `e8(Q)`, `e8/Q`,
//! `0-0`, `OO`, `exd6e.p.+`, `Qxf7!?+-` are all read. Which of two readings is meant is settled by
//! the position, in `matching`. What can be cut off a word is in `trimming`.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::tongues::Tongue;
use super::trimming::{self, Core};

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
    pub(super) link: Link,
    pub(super) promotion: Promotion,
}

/// What stands before the square a move goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    None,
    /// A capture mark.
    Takes,
    /// A dash, or what people write for one.
    Dash,
}

/// What the word says of a promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promotion {
    Unsaid,
    /// A mark that a piece's name should follow: `e8=`.
    Cut,
    To(Role),
}

/// The readings of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Readings {
    /// As large and small letters say.
    pub(super) as_written: Option<Spelt>,
    /// With the first letter's size not believed.
    pub(super) other_size: Option<Spelt>,
    /// Whether a file within the word is a capital, so that size says nothing.
    pub(super) capitals: Capitals,
    pub(super) other: Other,
}

/// What the other size makes of a word's first letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    /// A pawn's file of what would be a piece: `Bxe5`.
    LargeAsFile,
    /// A piece of a small letter that is nothing else: `nf6`.
    SmallAsPiece,
    /// A piece of a small letter that is a file's too: `bd7` may be what is left of `Nbd7`.
    SmallFileAsPiece,
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

    /// `xe6`: a capture, without what takes.
    pub(super) fn is_capture_alone(&self) -> bool {
        self.role == Some(Role::Pawn)
            && self.link == Link::Takes
            && self.from_file.is_none()
            && self.from_rank.is_none()
    }

    /// Whether the letters say that something is taken, if it is a pawn's move.
    pub(super) fn takes_by_letters(&self) -> bool {
        self.link == Link::Takes || self.from_file.is_some_and(|file| file != self.to_file)
    }
}

impl Readings {
    /// Whether the word looks like a move at all.
    pub(super) fn any(&self) -> bool {
        self.as_written.is_some() || self.other_size.is_some()
    }

    /// What it is explained by when it fits nothing.
    pub(super) fn first(&self) -> Option<Spelt> {
        self.as_written.or(self.other_size)
    }

    /// Castling to this side.
    pub(super) fn castling(side: CastlingSide) -> Readings {
        Readings::only(Some(Spelt::Castling(side)))
    }

    fn only(spelt: Option<Spelt>) -> Readings {
        Readings {
            as_written: spelt,
            other_size: None,
            capitals: Capitals::Usual,
            other: Other::SmallAsPiece,
        }
    }
}

/// What the word may mean in this language.
pub(super) fn readings(word: &str, tongue: &Tongue) -> Readings {
    if matches!(word, "--" | "Z0" | "z0" | "@@@@" | "0000" | "null" | "pass") {
        return Readings::only(Some(Spelt::Null));
    }
    let core = trimming::core(word);
    if let Some(side) = castling(core.text) {
        return Readings::only(Some(Spelt::Castling(side)));
    }
    let Some((body, promotion)) = promotion(core, tongue) else {
        return Readings::only(None);
    };
    let large = tongue.piece(body);
    let small = tongue.small_piece(body);
    let piece = |(role, rest): (Role, &str)| pattern(Some(role), rest, promotion).map(Spelt::Move);
    let pawn = pawn_or_squares(body, promotion);
    // B5 may be what is left of Bf5, and is no pawn's move by its letters.
    let as_written = match large {
        Some(large) => piece(large),
        None => pawn,
    };
    let (other_size, other) = match (large, small) {
        (Some(_), _) => (pawn, Other::LargeAsFile),
        (None, small) if body.starts_with(|c| ('a'..='h').contains(&c)) => {
            (small.and_then(piece), Other::SmallFileAsPiece)
        }
        (None, small) => (small.and_then(piece), Other::SmallAsPiece),
    };
    let capitals = body
        .chars()
        .skip(1)
        .any(|letter| ('A'..='H').contains(&letter));
    Readings {
        as_written,
        other_size: other_size.filter(|other| Some(*other) != as_written),
        capitals: if capitals {
            Capitals::Throughout
        } else {
            Capitals::Usual
        },
        other,
    }
}

/// A pawn's move, or any piece's by its two squares alone.
fn pawn_or_squares(body: &str, promotion: Promotion) -> Option<Spelt> {
    let pattern = pattern(Some(Role::Pawn), body, promotion)?;
    let from = pattern.from();
    // A pawn that takes goes to a file beside its own. "bb5" is a bishop in small letters, and must not be heard as b5.
    let beside = |file: File| file.distance(pattern.to_file) == 1;
    if from.is_none() && !pattern.from_file.is_none_or(beside) {
        return None;
    }
    Some(Spelt::Move(match from {
        Some(_) => Pattern {
            role: None,
            ..pattern
        },
        None => pattern,
    }))
}

/// Castling, in capital and small letters O, zeros, and the letters of other alphabets that look like them.
fn castling(core: &str) -> Option<CastlingSide> {
    let mut letters = 0;
    let mut after_dash = true;
    let mut zeros = false;
    let mut points = false;
    for character in core.chars() {
        match character {
            'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο' => {
                letters += 1;
                after_dash = false;
                zeros |= character == '0';
            }
            '-' | '_' | '~' | ' ' | '\n' | '/' | '.' if letters > 0 => {
                after_dash = true;
                points |= matches!(character, '/' | '.');
            }
            _ => return None,
        }
    }
    // 0.00 is an evaluation, and O-O- is cut off.
    if after_dash || zeros && points {
        return None;
    }
    match letters {
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Splits off the piece a pawn is exchanged for. `None` when something stands there that is none.
fn promotion<'w>(core: Core<'w>, tongue: &Tongue) -> Option<(&'w str, Promotion)> {
    let unsaid = if core.cut_mark {
        Promotion::Cut
    } else {
        Promotion::Unsaid
    };
    let text = core.text;
    let Some(rank) = text.rfind(|letter: char| ('1'..='8').contains(&letter)) else {
        return Some((text, unsaid));
    };
    let (body, after) = text.split_at(rank + 1);
    let reaches_square = body[..rank].chars().last().is_some_and(is_file);
    if after.is_empty() || !reaches_square {
        return Some((text, unsaid));
    }
    let name = after.trim_start_matches(|mark: char| !mark.is_alphanumeric() && mark != '-');
    let name = name.strip_prefix('-').unwrap_or(name);
    let name = name.trim_start_matches('(').trim_end_matches([')', ']']);
    let marked = name.len() < after.len();
    let last_rank = body.ends_with(['1', '8']);
    match tongue.promoted(name) {
        Some(role) if marked || last_rank => Some((body, Promotion::To(role))),
        // A letter after another rank is no promotion, nor anything else.
        Some(_) => None,
        None if marked && name.chars().all(char::is_alphabetic) => None,
        None => Some((text, unsaid)),
    }
}

/// Whether a letter names a file.
pub(super) fn is_file(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'A'..='H' | 'а' | 'с' | 'е')
}

/// Reads `[file][rank][x or -]square` after a piece's letter.
fn pattern(role: Option<Role>, rest: &str, promotion: Promotion) -> Option<Pattern> {
    let mut letters = Letters::of(rest)?;
    let to_rank = letters.pop_rank();
    let to_file = letters.pop_file()?;
    let link = letters.pop_link();
    let from_rank = letters.pop_rank();
    let from_file = letters.pop_file();
    if letters.length > 0 {
        return None;
    }
    // Only a pawn's capture may leave out the rank it goes to: "exf".
    let pawn = role == Some(Role::Pawn);
    if to_rank.is_none() && (!pawn || from_file.is_none() || from_rank.is_some()) {
        return None;
    }
    // A dash stands between two squares, after a piece, N-f3, or after a pawn's file, e-f4.
    if link == Link::Dash && pawn && from_file.is_none() {
        return None;
    }
    Some(Pattern {
        role,
        from_file,
        from_rank,
        to_file,
        to_rank,
        link,
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
                'X' | ':' | '*' | 'х' | 'Х' => b'x',
                '/' | ',' | '_' | '~' | '>' => b'-',
                // Cyrillic letters that look the same.
                'а' => b'a',
                'с' => b'c',
                'е' => b'e',
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

    fn pop_link(&mut self) -> Link {
        match self.pop(|letter| letter == b'x' || letter == b'-') {
            Some(b'x') => Link::Takes,
            Some(_) => Link::Dash,
            None => Link::None,
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
