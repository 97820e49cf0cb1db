//! The course of a game: its moves walked one by one, with what the laws say at each.

use shakmaty::{Chess, Move, Position};

use super::ending::{Bare, Dead, End, Remark, color, end_of};
use super::key::{Key, Seen, Times};
use super::notation::san_and_play;
use super::score::{Gamescore, Start};
use crate::vocabulary::Color;

/// What has to be known beyond the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// How many moves each side has to make without a capture or a pawn move before 7.9 can be claimed: 50, unless the
    /// organisers announced more.
    pub quiet_moves: u32,
    /// What a start that is set up is believed.
    pub start_clock: StartClock,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            quiet_moves: 50,
            start_clock: StartClock::FromZero,
        }
    }
}

/// What the half-move clock of a start that is set up counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartClock {
    /// Nothing: moves that are not in the score cannot be demonstrated, as 7.9 wants it.
    FromZero,
    /// The quiet plies before the start are taken as made.
    AsInFen,
}

/// The moves of a game as they are played.
///
/// It can be fed while the moves are still being read; [`position`](Course::position) is where the next one is to be
/// played from.
#[derive(Debug)]
pub struct Course {
    terms: Terms,
    position: Chess,
    plies: usize,
    clock: u32,
    reset_at: usize,
    seen: Seen,
    times: Times,
    times_max: u32,
    over: Option<Over>,
    first: Firsts,
}

/// A game that is over, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over {
    /// The ply after which it was over; 0 if it was so from the start.
    pub ply: usize,
    /// How.
    pub end: End,
}

/// The plies after which something first was so, the game not being over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Firsts {
    /// A position was there for the third time, so that 7.7b could be claimed.
    pub third: Option<usize>,
    /// Enough quiet moves were made to claim 7.9.
    pub fifty: Option<usize>,
    /// A position was there for the fifth time, which ends a game elsewhere and not here.
    pub fifth: Option<usize>,
    /// 75 quiet moves were made by each side, which ends a game elsewhere and not here.
    pub seventy_five: Option<usize>,
}

impl Course {
    /// A game that has not begun.
    pub fn new(start: &Start, terms: Terms) -> Course {
        let position = start.position();
        let clock = match terms.start_clock {
            StartClock::FromZero => 0,
            StartClock::AsInFen => position.halfmoves(),
        };
        let mut course = Course {
            terms,
            position,
            plies: 0,
            clock,
            reset_at: 0,
            seen: Seen::default(),
            times: Times::default(),
            times_max: 0,
            over: None,
            first: Firsts::default(),
        };
        course.look();
        course
    }

    /// Where the game stands.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// How many plies were played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The end, as soon as it is there. Moves can still be played after it: they are counted, and mean nothing.
    pub fn over(&self) -> Option<Over> {
        self.over
    }

    /// Plays a move, which must be legal.
    pub fn push(&mut self, played: Move) {
        self.position.play_unchecked(played);
        self.plies += 1;
        if played.is_zeroing() {
            self.clock = 0;
            self.reset_at = self.plies;
            self.seen.forget();
        } else {
            self.clock = self.clock.saturating_add(1);
        }
        self.look();
    }

    /// Looks at the position that has just arisen.
    fn look(&mut self) {
        let ply = self.plies;
        self.times = self.seen.count(Key::of(&self.position), ply);
        self.times_max = self.times_max.max(self.times.count);
        if self.over.is_some() {
            return;
        }
        if let Some(end) = end_of(&self.position) {
            self.over = Some(Over { ply, end });
            return;
        }
        let quiet_plies = self.quiet_plies();
        let reached = |first: &mut Option<usize>, count: u32, wanted: u32| {
            if count >= wanted {
                first.get_or_insert(ply);
            }
        };
        reached(&mut self.first.third, self.times.count, 3);
        reached(&mut self.first.fifth, self.times.count, 5);
        reached(&mut self.first.fifty, self.clock, quiet_plies);
        reached(&mut self.first.seventy_five, self.clock, 150);
    }

    /// How many positions are held to be found again.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.seen.positions()
    }

    fn quiet_plies(&self) -> u32 {
        self.terms.quiet_moves.saturating_mul(2)
    }

    /// The game as far as it was played.
    pub fn finish(self) -> Findings {
        let board = self.position.board();
        Findings {
            plies: self.plies,
            over: self.over,
            dead: Dead::of(board),
            end: end_of(&self.position),
            bare: Bare::of(board),
            remark: Remark::of(&self.position),
            clock: self.clock,
            reset_at: self.reset_at,
            times: self.times.count,
            times_max: self.times_max,
            first: self.first,
            claims: self.claims(),
            position: self.position,
        }
    }

    /// What the side to move may claim: nothing if the game is over.
    fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        if self.over.is_some() {
            return claims;
        }
        let by = color(self.position.turn());
        if let Some(from_ply) = self.times.third {
            let ground = Ground::Third;
            claims.push(Claim {
                ground,
                by,
                from_ply,
            });
        }
        claims.extend(self.announceable().into_iter().map(|san| Claim {
            ground: Ground::About(san),
            by,
            from_ply: self.plies,
        }));
        if let Some(over) = self.clock.checked_sub(self.quiet_plies()) {
            // The clock of a start that is set up may have run longer than the game.
            let since = usize::try_from(over).unwrap_or(usize::MAX);
            claims.push(Claim {
                ground: Ground::Quiet,
                by,
                from_ply: self.plies.saturating_sub(since),
            });
        }
        claims
    }

    /// Every move that would bring a position for the third time, in standard notation.
    fn announceable(&self) -> Vec<String> {
        if self.seen.most() < 2 {
            return Vec::new();
        }
        let moves = self.position.legal_moves();
        let quiet = moves.into_iter().filter(|m| !m.is_zeroing());
        let repeats = quiet.filter(|m| {
            let mut after = self.position.clone();
            after.play_unchecked(*m);
            self.seen.times(&Key::of(&after)) >= 2
        });
        let mut sans: Vec<String> = repeats
            .map(|m| san_and_play(&mut self.position.clone(), m))
            .collect();
        sans.sort();
        sans
    }
}

/// What the laws say of a game, and where it stands.
#[derive(Debug, Clone)]
pub struct Findings {
    /// How many plies were played, those after the end included.
    pub plies: usize,
    /// When the game was first over, and how.
    pub over: Option<Over>,
    /// The end that the final position is.
    pub end: Option<End>,
    /// The point of 7.4 that the final position falls under, also where it is stalemate as well.
    pub dead: Option<Dead>,
    /// Who has only the king in the final position.
    pub bare: Bare,
    /// What other codes would say of the final position.
    pub remark: Option<Remark>,
    /// Quiet plies at the end: neither a capture nor a pawn move.
    pub clock: u32,
    /// The ply of the last capture or pawn move, 0 if there was none.
    pub reset_at: usize,
    /// How often the final position was there.
    pub times: u32,
    /// How often the position was there that was there most often.
    pub times_max: u32,
    /// When something first was so.
    pub first: Firsts,
    /// What the side to move may claim.
    pub claims: Vec<Claim>,
    position: Chess,
}

impl Findings {
    /// Walks a whole gamescore.
    pub fn of(score: &Gamescore, terms: Terms) -> Findings {
        let mut course = Course::new(&score.start, terms);
        for played in &score.moves {
            course.push(*played);
        }
        course.finish()
    }

    /// Plies played after the game was over. They are void.
    pub fn void_plies(&self) -> usize {
        self.over.map_or(0, |over| self.plies - over.ply)
    }

    /// The final position as FEN: the square of a capture in passing only where one is legal.
    pub fn fen(&self) -> String {
        super::notation::fen(&self.position)
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        color(self.position.turn())
    }

    /// The final position.
    pub fn position(&self) -> &Chess {
        &self.position
    }
}

/// A draw that can be claimed by the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What it rests on.
    pub ground: Ground,
    /// Who may claim.
    pub by: Color,
    /// The ply from which on this claim is there: the third time this position arose, the present ply for a move that is
    /// to be announced, the ply that made the quiet moves enough.
    pub from_ply: usize,
}

/// What a claim rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ground {
    /// This move would bring a position for the third time; it is announced and not played (DAL 7.7a).
    About(String),
    /// The position is there for the third time, or for a later one (DAL 7.7b).
    Third,
    /// The quiet moves are enough (DAL 7.9).
    Quiet,
}

impl Ground {
    /// The article.
    pub fn article(&self) -> &'static str {
        match self {
            Ground::About(_) => "7.7a",
            Ground::Third => "7.7b",
            Ground::Quiet => "7.9",
        }
    }
}
