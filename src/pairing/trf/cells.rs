//! Letters of results, numbers in columns: what reading and writing share.

use super::{Cell, Code, Error};
use crate::pairing::{RoundRecord, Side};

/// Codes and their letters.
const LETTERS: [(Code, char); 13] = [
    (Code::Win, '1'),
    (Code::Draw, '='),
    (Code::Loss, '0'),
    (Code::UnratedWin, 'W'),
    (Code::UnratedDraw, 'D'),
    (Code::UnratedLoss, 'L'),
    (Code::ForfeitWin, '+'),
    (Code::ForfeitLoss, '-'),
    (Code::FullBye, 'F'),
    (Code::HalfBye, 'H'),
    (Code::PairingBye, 'U'),
    (Code::Absent, 'Z'),
    (Code::Blank, ' '),
];

impl Code {
    /// The letter it is written with.
    pub fn letter(self) -> char {
        LETTERS
            .iter()
            .find(|entry| entry.0 == self)
            .map_or(' ', |entry| entry.1)
    }

    /// The code of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Code> {
        let letter = letter.to_ascii_uppercase();
        LETTERS
            .iter()
            .find(|entry| entry.1 == letter)
            .map(|entry| entry.0)
    }

    /// Whether two players are named by it.
    pub fn has_opponent(self) -> bool {
        match self {
            Code::Win
            | Code::Draw
            | Code::Loss
            | Code::UnratedWin
            | Code::UnratedDraw
            | Code::UnratedLoss
            | Code::ForfeitWin
            | Code::ForfeitLoss => true,
            Code::FullBye | Code::HalfBye | Code::PairingBye | Code::Absent | Code::Blank => false,
        }
    }
}

impl Cell {
    /// A round without an opponent.
    pub fn alone(code: Code) -> Cell {
        Cell {
            opponent: None,
            side: None,
            code,
        }
    }

    /// Whether the cell shows that the round was paired, not only that somebody would be away.
    pub fn was_paired(&self) -> bool {
        self.code.has_opponent() || self.code == Code::PairingBye
    }

    /// The round as the rules see it.
    pub fn record(&self) -> RoundRecord {
        let game = |halves| match (self.opponent, self.side) {
            (Some(opponent), Some(side)) => RoundRecord::Game {
                opponent,
                side,
                halves,
            },
            (opponent, _) => RoundRecord::Forfeit { opponent, halves },
        };
        match self.code {
            Code::Win | Code::UnratedWin => game(2),
            Code::Draw | Code::UnratedDraw => game(1),
            Code::Loss | Code::UnratedLoss => game(0),
            Code::ForfeitWin => RoundRecord::Forfeit {
                opponent: self.opponent,
                halves: 2,
            },
            Code::ForfeitLoss => RoundRecord::Forfeit {
                opponent: self.opponent,
                halves: 0,
            },
            Code::FullBye => RoundRecord::FullBye,
            Code::HalfBye => RoundRecord::HalfBye,
            Code::PairingBye => RoundRecord::PairingBye,
            Code::Absent | Code::Blank => RoundRecord::Absent,
        }
    }

    /// The cell a round is written as.
    pub fn from_record(record: RoundRecord) -> Cell {
        match record {
            RoundRecord::Game {
                opponent,
                side,
                halves,
            } => Cell {
                opponent: Some(opponent),
                side: Some(side),
                code: match halves {
                    0 => Code::Loss,
                    1 => Code::Draw,
                    _ => Code::Win,
                },
            },
            RoundRecord::Forfeit { opponent, halves } => Cell {
                opponent,
                side: None,
                code: if halves >= 2 {
                    Code::ForfeitWin
                } else {
                    Code::ForfeitLoss
                },
            },
            RoundRecord::PairingBye => Cell::alone(Code::PairingBye),
            RoundRecord::FullBye => Cell::alone(Code::FullBye),
            RoundRecord::HalfBye => Cell::alone(Code::HalfBye),
            RoundRecord::Absent => Cell::alone(Code::Absent),
        }
    }
}

/// One line of a report as characters, for reading by columns.
pub(super) struct Columns<'a> {
    pub number: usize,
    pub letters: &'a [char],
}

impl Columns<'_> {
    /// The text of columns `from..=to`, counted from 1, without blanks around it.
    pub fn text(&self, from: usize, to: usize) -> String {
        let to = to.min(self.letters.len());
        if from > to {
            return String::new();
        }
        let text: String = self.letters[from - 1..to].iter().collect();
        text.trim().to_owned()
    }

    /// The letter in a column; a blank after the end.
    pub fn letter(&self, column: usize) -> char {
        self.letters.get(column - 1).copied().unwrap_or(' ')
    }

    pub fn error(&self, column: usize, expected: &'static str, found: impl Into<String>) -> Error {
        Error {
            line: self.number,
            column,
            expected,
            found: found.into(),
        }
    }

    /// A whole number in columns `from..=to`; `None` if they are blank.
    pub fn number<T: std::str::FromStr>(
        &self,
        from: usize,
        to: usize,
        expected: &'static str,
    ) -> Result<Option<T>, Error> {
        let text = self.text(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.error(from, expected, text)),
        }
    }

    /// Points with at most a half, in half points; `None` if the columns are blank.
    pub fn halves(&self, from: usize, to: usize) -> Result<Option<u32>, Error> {
        let text = self.text(from, to);
        if text.is_empty() {
            return Ok(None);
        }
        match halves(&text) {
            Some(halves) => Ok(Some(halves)),
            None => Err(self.error(from, "points such as 3 or 3.5", text)),
        }
    }

    /// Numbers separated by blanks from a column on, each with the column it starts in.
    pub fn words(&self, from: usize) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (index, &letter) in self.letters.iter().enumerate().skip(from - 1) {
            if letter.is_whitespace() {
                inside = false;
                continue;
            }
            if !inside {
                words.push((index + 1, String::new()));
                inside = true;
            }
            if let Some(word) = words.last_mut() {
                word.1.push(letter);
            }
        }
        words
    }

    /// The words from a column on as numbers.
    pub fn numbers<T: std::str::FromStr>(
        &self,
        from: usize,
        expected: &'static str,
    ) -> Result<Vec<T>, Error> {
        self.words(from)
            .into_iter()
            .map(|(column, word)| match word.parse() {
                Ok(number) => Ok(number),
                Err(_) => Err(self.error(column, expected, word)),
            })
            .collect()
    }
}

/// `3`, `3.0`, `3.5` or `.5` in half points; nothing finer.
pub(super) fn halves(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let whole: u32 = match whole {
        "" if rest.is_empty() => return None,
        "" => 0,
        digits if digits.chars().all(|letter| letter.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    let half = match rest.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    whole.checked_mul(2)?.checked_add(half)
}

/// Half points as TRF writes them.
pub(super) fn points(halves: u32) -> String {
    format!("{}.{}", halves / 2, halves % 2 * 5)
}

/// `w` or `b`, in either case.
pub(super) fn side(letter: char) -> Option<Side> {
    match letter.to_ascii_lowercase() {
        'w' => Some(Side::White),
        'b' => Some(Side::Black),
        _ => None,
    }
}
