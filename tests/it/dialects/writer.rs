//! Writes the moves of a game as a person, a program or a mailer would: every habit is a field.

use chessmasters::game::{Gamescore, Marker, Role, sans};
use chessmasters::vocabulary::Outcome;
use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position, Square};

/// How a game is written. [`Dialect::standard`] is what PGN asks for.
#[derive(Clone, Copy)]
pub(super) struct Dialect {
    pub(super) form: Form,
    /// Between the squares of a move that is written with both.
    pub(super) hyphen: &'static str,
    pub(super) takes: &'static str,
    /// A capture mark that stands after the square.
    pub(super) takes_after: &'static str,
    pub(super) pawn: &'static str,
    pub(super) castles: [&'static str; 2],
    pub(super) promotes: fn(&str) -> String,
    pub(super) check: &'static str,
    pub(super) mate: &'static str,
    /// After a capture in passing.
    pub(super) passing: &'static str,
    /// The name of a piece.
    pub(super) letter: fn(Role, Color) -> &'static str,
    /// What becomes of a whole word.
    pub(super) word: fn(&str) -> String,
    /// Praise glued to a move, by its half-move.
    pub(super) praise: fn(usize) -> &'static str,
    /// What stands before a half-move, its blank included.
    pub(super) number: fn(usize) -> String,
    /// A word of its own after a half-move.
    pub(super) aside: fn(usize) -> String,
    /// Between White's half-move and Black's, and after Black's.
    pub(super) between: [&'static str; 2],
    pub(super) lines: fn(&str) -> String,
    pub(super) head: fn(&str) -> String,
    pub(super) tail: fn(&str) -> String,
    /// What chat, mail and web pages do to the text on its way.
    pub(super) carrier: fn(&str) -> String,
    pub(super) bytes: fn(&str) -> Vec<u8>,
}

/// How much of a move is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As little as tells it.
    Short,
    /// Piece and both squares.
    Long,
    /// Both squares alone.
    Squares,
}

/// A game that is written in many ways.
pub(super) struct Original {
    pub(super) moves: Vec<Move>,
    halves: Vec<Half>,
    result: &'static str,
}

/// A half-move, and what its words need to know of the position before it.
struct Half {
    played: Move,
    san: String,
    color: Color,
}

impl Original {
    /// The moves of a score, ready to be written.
    pub(super) fn of(score: &Gamescore) -> Original {
        let mut color = score.start.position().turn();
        let mut halves = Vec::new();
        for (played, san) in score.moves.iter().zip(sans(&score.start, &score.moves)) {
            halves.push(Half {
                played: *played,
                san,
                color,
            });
            color = !color;
        }
        Original {
            moves: score.moves.clone(),
            halves,
            result: match score.marker {
                Some(Marker::Decided(Outcome::WhiteWins)) => "1-0",
                Some(Marker::Decided(Outcome::BlackWins)) => "0-1",
                Some(Marker::Decided(Outcome::Draw)) => "1/2-1/2",
                Some(Marker::Unfinished | Marker::BothLost) | None => "*",
            },
        }
    }
}

/// A game from the initial position, of moves in standard notation.
pub(super) fn game_of(words: &str) -> Gamescore {
    let mut scores = chessmasters::game::scores(words.as_bytes(), 1 << 20);
    assert_eq!(scores.len(), 1, "{words}");
    let score = scores.remove(0);
    assert_eq!(score.fault, None, "{words}");
    score
}

impl Dialect {
    /// Export format, more or less.
    pub(super) fn standard() -> Dialect {
        Dialect {
            form: Form::Short,
            hyphen: "",
            takes: "x",
            takes_after: "",
            pawn: "",
            castles: ["O-O", "O-O-O"],
            promotes: |piece| format!("={piece}"),
            check: "+",
            mate: "#",
            passing: "",
            letter: english,
            word: str::to_owned,
            praise: |_| "",
            number: |half| match half % 2 {
                0 => format!("{}. ", half / 2 + 1),
                _ => String::new(),
            },
            aside: |_| String::new(),
            between: [" ", " "],
            lines: |text| wrapped(text, 79),
            head: |result| {
                format!(
                    "[Event \"Club league\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\n"
                )
            },
            tail: |result| format!(" {result}\n"),
            carrier: str::to_owned,
            bytes: |text| text.as_bytes().to_vec(),
        }
    }

    /// The whole text of a game.
    pub(super) fn write(&self, game: &Original) -> Vec<u8> {
        let mut body = String::new();
        for (index, half) in game.halves.iter().enumerate() {
            let word = (self.word)(&self.half(half));
            body.push_str(&(self.number)(index));
            body.push_str(&word);
            body.push_str((self.praise)(index));
            body.push_str(&(self.aside)(index));
            if index + 1 < game.halves.len() {
                body.push_str(self.between[index % 2]);
            }
        }
        body.push_str(&(self.tail)(game.result));
        let text = format!("{}{}", (self.head)(game.result), (self.lines)(&body));
        (self.bytes)(&(self.carrier)(&text))
    }

    /// One move as this dialect writes it.
    pub(super) fn render(&self, position: &Chess, played: Move) -> String {
        self.half(&Half {
            played,
            san: San::from_move(position, played).to_string(),
            color: position.turn(),
        })
    }

    fn half(&self, half: &Half) -> String {
        let mut text = match half.played {
            Move::Castle { king, rook } => match self.form {
                Form::Squares => self.squares(king, castled(king, rook), self.hyphen),
                Form::Short | Form::Long => self.castles[usize::from(king > rook)].to_owned(),
            },
            Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => self.plain(half),
        };
        if half.san.ends_with('#') {
            text.push_str(self.mate);
        } else if half.san.ends_with('+') {
            text.push_str(self.check);
        }
        text
    }

    fn plain(&self, half: &Half) -> String {
        let played = half.played;
        let from = played.from().expect("no move drops a piece");
        let takes = played.is_capture();
        let role = played.role();
        let piece = if role == Role::Pawn {
            self.pawn
        } else {
            (self.letter)(role, half.color)
        };
        let link = if takes { self.takes } else { self.hyphen };
        let mut text = match self.form {
            Form::Squares => self.squares(from, played.to(), self.hyphen),
            Form::Long => format!("{piece}{}", self.squares(from, played.to(), link)),
            Form::Short => {
                let origin = origin(&half.san);
                let link = if takes { self.takes } else { "" };
                format!("{piece}{origin}{link}{}", played.to())
            }
        };
        if takes && self.form != Form::Squares {
            text.push_str(self.takes_after);
        }
        if played.is_en_passant() {
            text.push_str(self.passing);
        }
        if let Some(promoted) = played.promotion() {
            text.push_str(&(self.promotes)((self.letter)(promoted, half.color)));
        }
        text
    }

    fn squares(&self, from: Square, to: Square, link: &str) -> String {
        format!("{from}{link}{to}")
    }
}

/// The letters of standard notation that tell where a piece comes from.
fn origin(san: &str) -> String {
    let body = san.trim_end_matches(['+', '#']);
    let body = body.split('=').next().unwrap_or_default();
    let body = body.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
    body[..body.len() - 2].replace('x', "")
}

fn castled(king: Square, rook: Square) -> Square {
    let file = if king < rook {
        shakmaty::File::G
    } else {
        shakmaty::File::C
    };
    Square::from_coords(file, king.rank())
}

/// The letters of standard notation.
pub(super) fn english(role: Role, _: Color) -> &'static str {
    match role {
        Role::King => "K",
        Role::Queen => "Q",
        Role::Rook => "R",
        Role::Bishop => "B",
        Role::Knight => "N",
        Role::Pawn => "",
    }
}

/// Lines of at most this many letters, broken at blanks.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines.push('\n');
    lines
}

/// A legal game of this many half-moves at most, the same for the same seed, in which captures, promotions and castling
/// are liked.
pub(super) fn chance_game(seed: u64, plies: usize) -> Gamescore {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % end as u64).expect("below a usize")
    };
    let mut score = game_of("1. e4 *");
    score.moves.clear();
    let mut position = Chess::default();
    while score.moves.len() < plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let liked: Vec<Move> = legal
            .iter()
            .filter(|m| m.is_promotion() || m.is_castle() || m.is_en_passant() || m.is_capture())
            .copied()
            .collect();
        let pick = if liked.is_empty() || below(3) > 0 {
            legal[below(legal.len())]
        } else {
            liked[below(liked.len())]
        };
        position.play_unchecked(pick);
        score.moves.push(pick);
    }
    score
}
