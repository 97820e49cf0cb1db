//! Gamescores (SPEC R-28): what is being sent, what was kept of each game, and what directors asked for.
//!
//! The moves themselves belong to [`crate::game`]; here stands whose they are. They are kept as text and checked again
//! whenever they are read, so that a row changed by hand is noticed.

use super::state::{BoardRef, Verdict};
use crate::game::{self, Fault, Gamescore, Gap, Marker, Reason, Start, Tag};
use crate::vocabulary::{Account, Color, Span, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The longest text of one gamescore, in bytes. A game of a hundred moves is 700; one with a comment and a clock to
/// each move, 20,000.
pub const SCORE_BYTES_MAX: usize = 256 << 10;

/// How long a text being sent waits for its next line; after that, private words are commands again.
pub const DRAFT_WAITS: Span = Span::from_hours(1);

/// How often a player who was asked for a gamescore is reminded, and after how long each.
pub const ASKED_REMINDERS_MAX: u8 = 3;

/// See [`ASKED_REMINDERS_MAX`].
pub const ASKED_REMINDER_EVERY: Span = Span::from_hours(24);

/// Tags kept with a game, and the bytes of one value: more is no use to anybody.
const TAGS_MAX: usize = 40;
/// See [`TAGS_MAX`].
const TAG_BYTES_MAX: usize = 200;

/// All that is known of gamescores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gamescores {
    /// What people are sending, each one text at a time.
    pub drafts: BTreeMap<Account, Draft>,
    /// What was kept, by board.
    pub boards: BTreeMap<BoardRef, BoardScores>,
    /// What directors asked for and nobody has sent.
    pub asked: BTreeMap<BoardRef, Asked>,
}

/// A text that is being sent, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Of which game.
    pub board: BoardRef,
    /// By whom.
    pub sender: Sender,
    /// The lines so far.
    pub text: String,
    /// When the last line came.
    pub at: Timestamp,
}

impl Draft {
    /// Whether it ends with this gap: nothing came since.
    pub fn ends_with(&self, gap: Gap) -> bool {
        let end = self.text.strip_suffix('\n');
        end.is_some_and(|text| text.ends_with(gap.mark()))
    }

    /// Whether lines are still taken for it.
    pub fn is_open(&self, now: Timestamp) -> bool {
        now < self.forgotten_at()
    }

    /// Whether a comment is open where the lines end so far.
    pub fn is_in_comment(&self) -> bool {
        let last = self.text.rfind(['{', '}']);
        last.is_some_and(|at| self.text[at..].starts_with('{'))
    }

    /// From when on it waits no longer.
    pub(super) fn forgotten_at(&self) -> Timestamp {
        self.at + DRAFT_WAITS
    }
}

/// Who sends the score of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sender {
    /// The player with white by the pairing.
    White,
    /// The player with black by the pairing.
    Black,
    /// A director or assistant.
    Official,
}

impl Sender {
    /// The player with this colour.
    pub fn player(color: Color) -> Sender {
        match color {
            Color::White => Sender::White,
            Color::Black => Sender::Black,
        }
    }

    /// The colour of a player.
    pub fn color(self) -> Option<Color> {
        match self {
            Sender::White => Some(Color::White),
            Sender::Black => Some(Color::Black),
            Sender::Official => None,
        }
    }
}

/// What is kept of one board's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardScores {
    /// The score that each sender sent last of each game; the two have more than one where a knockout was drawn.
    pub kept: BTreeMap<(GameNumber, Sender), KeptScore>,
}

/// The number of a game of one pairing, from 1.
pub type GameNumber = u16;

impl BoardScores {
    /// The score that counts of the latest game there is one of.
    pub fn best(&self) -> Option<(GameNumber, Sender, &KeptScore)> {
        let (latest, _) = self.kept.keys().max()?;
        let (sender, score) = self.best_of(*latest)?;
        Some((*latest, sender, score))
    }

    /// The score that counts of one game: a director's, else the longest without a fault, else the longest.
    pub fn best_of(&self, game: GameNumber) -> Option<(Sender, &KeptScore)> {
        self.of_game(game).max_by_key(|(sender, score)| {
            let directed = *sender == Sender::Official;
            let sound = score.fault.is_none();
            (directed, sound, score.plies(), std::cmp::Reverse(*sender))
        })
    }

    /// The scores of one game.
    pub fn of_game(&self, game: GameNumber) -> impl Iterator<Item = (Sender, &KeptScore)> {
        self.kept
            .iter()
            .filter(move |((number, _), _)| *number == game)
            .map(|((_, sender), score)| (*sender, score))
    }
}

/// A director wants to see the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who asked.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// When the players were last told.
    pub told_at: Timestamp,
    /// How often they were reminded.
    pub reminders: u8,
}

impl Asked {
    /// When the players are reminded.
    pub(super) fn reminder_due(&self) -> Option<Timestamp> {
        (self.reminders < ASKED_REMINDERS_MAX).then(|| self.told_at + ASKED_REMINDER_EVERY)
    }
}

/// A gamescore as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptScore {
    /// Who sent it, as they write their account.
    pub by: String,
    /// When.
    pub at: Timestamp,
    /// The tags it came with: name and value.
    pub tags: Vec<(String, String)>,
    /// The position it starts from as FEN; none means the initial one.
    pub start: Option<String>,
    /// The legal moves, from-to squares with a letter for a promotion.
    pub moves: String,
    /// The result that stood after the moves.
    pub marker: Option<String>,
    /// Where it stops making sense, if it does.
    pub fault: Option<KeptFault>,
}

/// Where a kept score stops making sense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFault {
    /// The half-move, from 1; 0 for the start.
    pub ply: usize,
    /// The words at fault.
    pub text: String,
}

impl KeptScore {
    /// What to keep of a score that was read.
    pub(super) fn of(score: &Gamescore, by: String, at: Timestamp) -> KeptScore {
        let tags = score.tags.iter().take(TAGS_MAX);
        KeptScore {
            by,
            at,
            tags: tags
                .map(|tag| (tag.name.clone(), short(&tag.value)))
                .collect(),
            start: game::start_fen(&score.start),
            moves: game::stored::to_text(&score.moves),
            marker: score.marker.map(|marker| game::token(marker).to_owned()),
            fault: score.trouble().map(|fault| KeptFault {
                ply: fault.ply,
                text: fault.text,
            }),
        }
    }

    /// How many half-moves it has.
    pub fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// The score again, every move checked. A row that was spoilt by hand gives the moves up to there, and says so by its
    /// fault.
    pub fn gamescore(&self) -> Gamescore {
        let start = self
            .start
            .as_deref()
            .and_then(game::start_of)
            .unwrap_or(Start::Initial);
        let (moves, spoilt) = game::stored::sound_part(&start, &self.moves);
        Gamescore {
            tags: self
                .tags
                .iter()
                .map(|(name, value)| Tag {
                    name: name.clone(),
                    value: value.clone(),
                })
                .collect(),
            start,
            moves,
            marker: self.marker.as_deref().and_then(game::marker),
            fault: spoilt.map(|spoilt| Fault {
                ply: spoilt.ply,
                text: spoilt.text,
                reason: Reason::Unreadable,
            }),
            notes: Vec::new(),
        }
    }

    /// The result that was sent with it.
    pub fn result(&self) -> Option<Marker> {
        self.marker.as_deref().and_then(game::marker)
    }
}

fn short(value: &str) -> String {
    let mut end = value.len().min(TAG_BYTES_MAX);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    value[..end].to_owned()
}

/// What happened to gamescores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ScoreFact {
    /// Somebody began to send the moves of a game; what they were sending before is gone.
    Begun {
        /// Who.
        account: Account,
        /// Of which game.
        board: BoardRef,
        /// As whom.
        sender: Sender,
        /// When.
        at: Timestamp,
    },
    /// A line of it.
    Line {
        /// Who.
        account: Account,
        /// The line.
        text: String,
        /// When.
        at: Timestamp,
    },
    /// Something they sent was lost before this, or may have been.
    Gap {
        /// Who.
        account: Account,
        /// What is known of it.
        gap: Gap,
    },
    /// They threw it away.
    Discarded {
        /// Who.
        account: Account,
    },
    /// They stopped in the middle of it, and it waits no longer.
    Forgotten {
        /// Who.
        account: Account,
        /// Of which game.
        board: BoardRef,
    },
    /// It was read and is kept.
    Kept {
        /// Who.
        account: Account,
        /// Of which game.
        board: BoardRef,
        /// Which game of the two.
        game: GameNumber,
        /// As whom.
        sender: Sender,
        /// What.
        score: Box<KeptScore>,
        /// What was read otherwise than written.
        remarks: Remarks,
        /// Which director had asked for it, where one had.
        asked_by: Option<String>,
    },
    /// A kept score and the result of its board cannot both be right; directors are told.
    Contradicts {
        /// Which board.
        board: BoardRef,
        /// Which game of the two.
        game: GameNumber,
        /// Whose score.
        sender: Sender,
        /// The result.
        verdict: Verdict,
    },
    /// A director asked the players for the moves.
    Asked {
        /// Of which game.
        board: BoardRef,
        /// Who asked.
        by: String,
        /// When.
        at: Timestamp,
    },
    /// The players were reminded of it.
    Reminded {
        /// Of which game.
        board: BoardRef,
        /// When.
        at: Timestamp,
    },
}

/// What was read otherwise than written, for the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remarks {
    /// The language of the pieces' letters, if it is not English.
    pub language: Option<String>,
    /// Where a pawn was taken to become a queen.
    pub queens: Vec<usize>,
    /// Words that were left out.
    pub left_out: Option<String>,
    /// The half-move before which the sender says that nothing is missing, though something may be.
    #[serde(default)]
    pub may_lack: Option<usize>,
    /// The half-move before which the numbers do not count, though the sender says that nothing is missing.
    #[serde(default)]
    pub numbers_off: Option<usize>,
    /// Whether the tags name the players the other way round.
    pub names: Names,
}

/// Whether a score's tags name the players as they are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Names {
    /// They do, or name nobody known.
    #[default]
    AsPaired,
    /// White and black are exchanged.
    Exchanged,
}

impl Gamescores {
    /// What somebody is sending, while lines are taken.
    pub fn open_draft(&self, account: &Account, now: Timestamp) -> Option<&Draft> {
        self.drafts.get(account).filter(|draft| draft.is_open(now))
    }

    /// Folds a fact.
    pub(super) fn apply(&mut self, fact: &ScoreFact) {
        match fact {
            ScoreFact::Begun {
                account,
                board,
                sender,
                at,
            } => {
                let draft = Draft {
                    board: *board,
                    sender: *sender,
                    text: String::new(),
                    at: *at,
                };
                self.drafts.insert(account.clone(), draft);
            }
            ScoreFact::Line { account, text, at } => {
                let draft = self
                    .drafts
                    .get_mut(account)
                    .expect("a line belongs to a draft");
                draft.text.push_str(text);
                draft.text.push('\n');
                draft.at = *at;
            }
            ScoreFact::Gap { account, gap } => {
                let draft = self
                    .drafts
                    .get_mut(account)
                    .expect("a gap is one of a draft");
                draft.text.push(gap.mark());
                draft.text.push('\n');
            }
            ScoreFact::Discarded { account } | ScoreFact::Forgotten { account, .. } => {
                self.drafts.remove(account);
            }
            ScoreFact::Kept {
                account,
                board,
                game,
                sender,
                score,
                ..
            } => {
                self.drafts.remove(account);
                let scores = self.boards.entry(*board).or_default();
                scores.kept.insert((*game, *sender), score.as_ref().clone());
                self.asked.remove(board);
            }
            ScoreFact::Contradicts { .. } => {}
            ScoreFact::Asked { board, by, at } => {
                let asked = Asked {
                    by: by.clone(),
                    at: *at,
                    told_at: *at,
                    reminders: 0,
                };
                self.asked.insert(*board, asked);
            }
            ScoreFact::Reminded { board, at } => {
                if let Some(asked) = self.asked.get_mut(board) {
                    asked.told_at = *at;
                    asked.reminders += 1;
                }
            }
        }
    }
}

impl ScoreFact {
    /// The board it is about, where it names one.
    pub fn board(&self) -> Option<BoardRef> {
        match self {
            ScoreFact::Begun { board, .. }
            | ScoreFact::Forgotten { board, .. }
            | ScoreFact::Kept { board, .. }
            | ScoreFact::Contradicts { board, .. }
            | ScoreFact::Asked { board, .. }
            | ScoreFact::Reminded { board, .. } => Some(*board),
            ScoreFact::Line { .. } | ScoreFact::Gap { .. } | ScoreFact::Discarded { .. } => None,
        }
    }
}
