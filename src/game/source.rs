//! The games of a text, one after the other, however long the text is.

use super::attempt;
use super::decode::Decoder;
use super::dress::Undresser;
use super::lex::{self, Found, Kind, Lexed, Rest};
use super::prose;
use super::read;
use super::score::{Fault, Gamescore, Note, Reason, Start};
use super::spelling;
use super::tolerant::Effort;
use super::tongues;

/// The games of a text that comes piece by piece: PGN, and what people send instead of it. Memory
/// holds one game and one piece at a time.
///
/// Give it a piece with [`feed`](Games::feed), take games until [`Next::Hungry`], and so on; say
/// [`finish`](Games::finish) after the last piece.
pub struct Games {
    decoder: Decoder,
    undresser: Undresser,
    buffer: Vec<u8>,
    at: usize,
    rest: Rest,
    bytes_max: usize,
    /// Words between games that belong to none.
    prose: Option<String>,
    passing: Passing,
    given: usize,
    effort: Effort,
    /// So many bytes of the game at hand were not enough: it is looked at again when there are half as many more.
    not_enough: usize,
}

/// What comes next in a text.
#[derive(Debug)]
pub enum Next {
    /// A game.
    Game(Box<Gamescore>),
    /// The text goes on before the next game is whole: feed more, or say that this is all.
    Hungry,
    /// There are no more games.
    Nothing,
}

/// Whether the rest of a game that is too long is being passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Passing {
    Nothing,
    ToNextEvent,
}

/// A game of this many bytes is read from a file; no game ever played comes near it.
pub const GAME_BYTES_MAX: usize = 16 << 20;

/// The mark of a game's beginning is this long, a line's end before it counted.
const EVENT_MARK_BYTES: usize = 8;

/// Whether a line can only be meant as part of a game: a tag pair, or a move's number with a move.
pub fn looks_like_moves(line: &str) -> bool {
    let Found::Game(lexed) = lex::game(line.as_bytes(), 0, Rest::IsAll) else {
        return false;
    };
    let numbered = lexed.tokens.windows(2).any(|pair| {
        let word = line.get(pair[1].start..pair[1].end).unwrap_or_default();
        matches!(pair[0].kind, Kind::Number { dots, .. } if dots > 0)
            && pair[1].kind == Kind::Word
            && spelling::readings(word, &tongues::ENGLISH).any()
    });
    numbered || !lexed.tags.is_empty()
}

/// Whether every word of a line may be a move: how moves are typed one by one.
pub fn may_be_moves(line: &str) -> bool {
    let Found::Game(lexed) = lex::game(line.as_bytes(), 0, Rest::IsAll) else {
        return false;
    };
    lexed.tokens.iter().all(|token| match token.kind {
        Kind::Word => {
            let word = line.get(token.start..token.end).unwrap_or_default();
            spelling::readings(word, &tongues::ENGLISH).any()
        }
        Kind::Number { .. } | Kind::Dots | Kind::Result(_) => true,
        Kind::Odd => false,
    })
}

/// A text at hand is taken in pieces of this many bytes, so that memory holds one game twice and no more.
const PIECE_BYTES: usize = 1 << 20;

/// All games of one text, which may be of this many bytes at most, each.
pub fn scores(text: &[u8], bytes_max: usize) -> Vec<Gamescore> {
    let mut games = Games::new(bytes_max);
    let mut scores = Vec::new();
    for piece in text.chunks(PIECE_BYTES) {
        games.feed(piece);
        while let Next::Game(score) = games.next_game() {
            scores.push(*score);
        }
    }
    games.finish();
    while let Next::Game(score) = games.next_game() {
        scores.push(*score);
    }
    scores
}

impl Games {
    /// Nothing read yet; a game may be of this many bytes at most.
    pub fn new(bytes_max: usize) -> Games {
        Games {
            decoder: Decoder::default(),
            undresser: Undresser::default(),
            buffer: Vec::new(),
            at: 0,
            rest: Rest::MayFollow,
            bytes_max,
            prose: None,
            passing: Passing::Nothing,
            given: 0,
            effort: Effort::new(),
            not_enough: 0,
        }
    }

    /// Takes the next piece of the text; the part that was read already goes.
    pub fn feed(&mut self, piece: &[u8]) {
        self.buffer.drain(..self.at);
        self.at = 0;
        self.effort.more(piece.len());
        let mut text = Vec::with_capacity(piece.len());
        self.decoder.decode(piece, &mut text);
        self.undresser.take(&text, &mut self.buffer);
        self.note_left_out();
    }

    /// There is no more text.
    pub fn finish(&mut self) {
        let mut text = Vec::new();
        self.decoder.end(&mut text);
        self.undresser.take(&text, &mut self.buffer);
        self.undresser.end(&mut self.buffer);
        self.note_left_out();
        self.rest = Rest::IsAll;
    }

    fn note_left_out(&mut self) {
        let left_out = self.undresser.left_out();
        self.prose = self.prose.take().or(left_out);
    }

    /// The next game, as far as the text at hand goes.
    pub fn next_game(&mut self) -> Next {
        loop {
            if self.passing == Passing::ToNextEvent && !self.pass() {
                return self.short();
            }
            let at_hand = self.buffer.len() - self.at;
            let enough = at_hand >= self.not_enough + self.not_enough / 2;
            if self.rest == Rest::MayFollow && !enough && at_hand <= self.bytes_max {
                return Next::Hungry;
            }
            match lex::game(&self.buffer, self.at, self.rest) {
                Found::Nothing | Found::NeedMore
                    if self.buffer.len() - self.at > self.bytes_max =>
                {
                    self.passing = Passing::ToNextEvent;
                    return self.give(too_long(&self.buffer[self.at..]));
                }
                Found::Nothing | Found::NeedMore => {
                    self.not_enough = at_hand;
                    return self.short();
                }
                Found::Game(lexed) => {
                    self.not_enough = 0;
                    let from = std::mem::replace(&mut self.at, lexed.next);
                    if lexed.next - from > self.bytes_max {
                        return self.give(too_long(&self.buffer[from..lexed.next]));
                    }
                    if self.is_prose(&lexed) {
                        let words = String::from_utf8_lossy(&self.buffer[from..lexed.next]);
                        self.prose = Some(attempt::excerpt(words.trim()));
                        continue;
                    }
                    let mut score = read::score(&self.buffer, lexed, &mut self.effort);
                    let prose = self.prose.take();
                    score
                        .notes
                        .extend(prose.map(|words| Note::LeftOut(attempt::excerpt(&words))));
                    return self.give(score);
                }
            }
        }
    }

    fn give(&mut self, score: Gamescore) -> Next {
        self.given += 1;
        Next::Game(Box::new(score))
    }

    /// Nothing whole is at hand.
    fn short(&self) -> Next {
        match self.rest {
            Rest::MayFollow => Next::Hungry,
            Rest::IsAll => Next::Nothing,
        }
    }

    /// Whether a piece of text is talk between games: no tag, no number, and no word that looks
    /// like a move. A text that is nothing else is answered as a game that cannot be read.
    fn is_prose(&self, lexed: &Lexed) -> bool {
        let ends_text = self.rest == Rest::IsAll
            && matches!(
                lex::game(&self.buffer, lexed.next, self.rest),
                Found::Nothing
            );
        let alone = ends_text && self.given == 0;
        !alone && prose::is_prose(&self.buffer, lexed)
    }

    /// Passes over the rest of a game that is too long; `false` where its end is not at hand.
    fn pass(&mut self) -> bool {
        if let Some(found) = lex::next_event(&self.buffer[self.at..]) {
            self.at += found;
            self.passing = Passing::Nothing;
            return true;
        }
        // The beginning of the mark may stand at the end of what is at hand.
        let kept = self.buffer.len().saturating_sub(EVENT_MARK_BYTES);
        self.at = kept.max(self.at);
        false
    }
}

fn too_long(text: &[u8]) -> Gamescore {
    let start = &text[..text.len().min(200)];
    Gamescore {
        tags: Vec::new(),
        start: Start::Initial,
        moves: Vec::new(),
        marker: None,
        fault: Some(Fault {
            ply: 0,
            text: attempt::excerpt(&String::from_utf8_lossy(start)),
            reason: Reason::TooLong,
        }),
        notes: Vec::new(),
    }
}
