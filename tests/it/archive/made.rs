//! A database with games of chance.

use chessmasters::game;
use chessmasters::lots::Lots;
use chessmasters::store::{JournalEntry, Store};
use chessmasters::tournament::{
    BoardRef, BoardStatus, ColorsPlayed, Entrance, Fact, Ground, KeptFault, KeptScore, PairedBy,
    Pairing, Report, ScoreFact, Sender, Settings, Society, Verdict,
};
use chessmasters::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, CaseMapping, Color, EntryNumber, Outcome,
    RoundNumber, Span, Timestamp, TournamentId,
};
use shakmaty::{Chess, Move, Position};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The tournament's name.
pub const EVENT: &str = "Winter \"Open\" \\ 2026 {final} [x] %";

/// Boards in each round.
const BOARDS: usize = 30;

/// The longest game, in plies.
const PLIES_MAX: u64 = 110;

/// The tournament's number.
const CUP: TournamentId = TournamentId(1);

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both reported this, by the colours of the game.
    Reported(Outcome),
    /// A director ruled it.
    Ruled(Outcome),
    /// A director ruled that Black forfeits, though moves had been made.
    ForfeitAfterMoves,
    /// A director ruled that both lose.
    BothLost,
    /// Nothing is settled.
    Unsettled,
}

/// Whether the moves of a game were sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them.
    Sent,
    /// Up to a fault.
    Faulty,
    /// None.
    Unsent,
}

/// A game.
pub struct Made {
    /// Its round and board.
    pub at: BoardRef,
    /// Who had white in the game.
    pub white: String,
    /// Who had black.
    pub black: String,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
    /// Whether they were sent.
    pub sent: Moves,
}

impl Made {
    /// `3.2`
    pub fn code(&self) -> String {
        format!("{}.{}", self.at.round, self.at.board)
    }

    /// Whether it is in the export.
    pub fn is_exported(&self) -> bool {
        self.sent != Moves::Unsent
    }

    /// Whether it was played, and its moves are lacking.
    pub fn is_missing(&self) -> bool {
        let played = matches!(self.ending, Ending::Reported(_) | Ending::Ruled(_));
        played && !self.is_exported()
    }
}

/// A database with games, and what they were made from.
pub struct Archive {
    folder: TempDir,
    /// The games, in the order of the export.
    pub games: Vec<Made>,
}

impl Archive {
    /// An archive of this many games.
    pub fn new(count: usize) -> Archive {
        let folder = tempfile::tempdir().expect("a folder");
        let mut lots = Lots::new(5);
        let mut facts = beginning();
        let mut games = Vec::new();
        for index in 0..count {
            let at = BoardRef {
                tournament: CUP,
                round: RoundNumber(u16::try_from(index / BOARDS + 1).expect("not so many")),
                board: BoardNumber(u16::try_from(index % BOARDS + 1).expect("not so many")),
            };
            if at.board.0 == 1 {
                facts.extend(round(at.round));
            }
            let made = play(at, index, &mut lots);
            facts.extend(told(&made, index));
            games.push(made);
        }
        keep(&folder.path().join("cup.db"), &facts);
        let settings = "[irc]\nservers = [\"irc.example.net:6667\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n\
             [bot]\ndatabase = \"cup.db\"\ndirectors = [\"Boss\"]\n";
        std::fs::write(folder.path().join("bot.toml"), settings).expect("the settings are written");
        Archive { folder, games }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The settings file.
    pub fn config(&self) -> String {
        let path: PathBuf = self.folder.path().join("bot.toml");
        path.display().to_string()
    }
}

/// The name of an entry, from 0: most have something that is hard to write in a file.
fn name(entry: usize) -> String {
    let odd = [
        "O'Neil \"Al\"".to_owned(),
        "back\\slash\\".to_owned(),
        "\\\"".to_owned(),
        "Жанна Ö. 王".to_owned(),
        "tab\tand\u{1b}[31mred\u{7f}".to_owned(),
        "line\r\nend\u{85}".to_owned(),
        format!("{}\"", "long\\".repeat(100)),
        "ü".repeat(200),
        "[Event \"no\"]".to_owned(),
        "{brace} (paren) ;semi %percent $1 1-0 *".to_owned(),
    ];
    match odd.get(entry) {
        Some(name) => name.clone(),
        None => format!("Player{entry}"),
    }
}

fn moment(round: u16) -> Timestamp {
    // Sunday 29 November 2026, 00:00 UTC, and a week for each round.
    Timestamp::from_ms(1_795_910_400_000) + Span::from_days(7 * i64::from(round - 1))
}

/// What comes before the first round.
fn beginning() -> Vec<Fact> {
    let mut facts = vec![Fact::TournamentCreated {
        tournament: CUP,
        seed: 1,
        settings: Box::new(Settings::new(EVENT)),
    }];
    for entry in 0..BOARDS * 2 {
        let name = name(entry);
        facts.push(Fact::EntryAdded {
            tournament: CUP,
            entry: number(entry),
            account: Account::new(&name, CaseMapping::Ascii),
            name,
            how: Entrance::Registered,
            at: moment(1),
            first_round: RoundNumber(1),
            missed: ByeKind::ZeroPoint,
        });
    }
    facts.push(Fact::LotsDrawn {
        tournament: CUP,
        order: (0..BOARDS * 2).map(number).collect(),
    });
    facts
}

fn number(entry: usize) -> EntryNumber {
    EntryNumber(u32::try_from(entry + 1).expect("not so many"))
}

/// Who sits at a board: the players of one side move on by one place each round.
fn pair(at: BoardRef) -> (usize, usize) {
    let (round, board) = (usize::from(at.round.0), usize::from(at.board.0) - 1);
    (board, BOARDS + (board + round) % BOARDS)
}

fn round(round: RoundNumber) -> [Fact; 2] {
    let pairs = (1..=BOARDS).map(|board| {
        let board = BoardNumber(u16::try_from(board).expect("not so many"));
        let tournament = CUP;
        let (white, black) = pair(BoardRef {
            tournament,
            round,
            board,
        });
        Pairing {
            white: number(white),
            black: number(black),
        }
    });
    let at = moment(round.0);
    [
        Fact::RoundPaired {
            tournament: CUP,
            round,
            pairs: pairs.collect(),
            byes: Vec::new(),
            publish_at: None,
            by: PairedBy::System,
        },
        Fact::RoundPublished {
            tournament: CUP,
            round,
            at,
            cutoff: at + Span::from_days(6),
            deadline: at + Span::from_days(7),
        },
    ]
}

/// Every eighth game was played with the other colours.
fn colors(index: usize) -> ColorsPlayed {
    if index % 8 == 3 {
        ColorsPlayed::Swapped
    } else {
        ColorsPlayed::AsPaired
    }
}

fn play(at: BoardRef, index: usize, lots: &mut Lots) -> Made {
    let mut position = Chess::default();
    let mut moves: Vec<Move> = Vec::new();
    let plies = 1 + lots.below(PLIES_MAX);
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::try_from(lots.below(legal.len() as u64)).expect("small")];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    let outcome = match position.outcome().winner() {
        Some(shakmaty::Color::White) => Outcome::WhiteWins,
        Some(shakmaty::Color::Black) => Outcome::BlackWins,
        None => [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins][index % 3],
    };
    let ending = match index % 20 {
        7 => Ending::Ruled(outcome),
        // A result that the board on its last move belies is complained of by rights.
        11 | 13 | 17 if position.is_game_over() => Ending::Reported(outcome),
        11 => Ending::ForfeitAfterMoves,
        13 => Ending::BothLost,
        17 => Ending::Unsettled,
        _ => Ending::Reported(outcome),
    };
    let sent = match index % 25 {
        4 => Moves::Faulty,
        9 => Moves::Unsent,
        _ => Moves::Sent,
    };
    let (white, black) = pair(at);
    let swapped = matches!(ending, Ending::Reported(_)) && colors(index) == ColorsPlayed::Swapped;
    let (white, black) = if swapped {
        (black, white)
    } else {
        (white, black)
    };
    Made {
        at,
        white: name(white),
        black: name(black),
        moves,
        ending,
        sent,
    }
}

/// How the bot came to know of a game.
fn told(made: &Made, index: usize) -> Vec<Fact> {
    let board = made.at;
    let ruled = |result| Fact::Ruled {
        board,
        verdict: Verdict::unplayed(result),
        by: "Boss".to_owned(),
        reason: "seen".to_owned(),
    };
    let mut facts = match made.ending {
        Ending::Reported(outcome) => reported(board, outcome, colors(index)),
        Ending::Ruled(outcome) => vec![ruled(BoardResult::Played(outcome))],
        Ending::ForfeitAfterMoves => {
            let loser = Color::Black;
            vec![ruled(BoardResult::Forfeit { loser })]
        }
        Ending::BothLost => vec![ruled(BoardResult::DoubleForfeit)],
        Ending::Unsettled => Vec::new(),
    };
    if made.is_exported() {
        facts.push(kept(made));
    }
    facts
}

/// Both report, on the same day for all of a round.
fn reported(board: BoardRef, played: Outcome, colors: ColorsPlayed) -> Vec<Fact> {
    let outcome = match colors {
        ColorsPlayed::AsPaired => played,
        ColorsPlayed::Swapped => played.mirrored(),
    };
    let at = moment(board.round.0) + Span::from_days(2);
    let report = Report {
        outcome,
        colors,
        at,
    };
    let mut facts: Vec<Fact> = Color::BOTH
        .into_iter()
        .map(|color| Fact::Reported {
            board,
            color,
            report,
        })
        .collect();
    facts.push(Fact::BoardMoved {
        board,
        status: BoardStatus::Final {
            verdict: report.verdict(),
            ground: Ground::BothReports,
        },
    });
    facts
}

fn kept(made: &Made) -> Fact {
    let tags = [
        ("Event", "another"),
        ("White", "nobody"),
        ("ECO", "C20"),
        ("Opening", "King's \"Pawn\" \\ Game"),
        ("WhiteNA", "ada@example.org"),
        ("Annotator", "Ada"),
        ("UTCDate", "1999.01.01"),
        ("TimeControl", "60 minutes each {or so}"),
        ("Mode", "IRC"),
        ("9lives", "no name of a tag"),
        ("WhiteElo", "3000"),
        ("PlyCount", "1"),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let fault = KeptFault {
        ply: made.moves.len() + 1,
        text: "Bxc7} [Event \"x\"] %\u{fffd}".to_owned(),
    };
    let score = KeptScore {
        by: made.white.clone(),
        at: moment(made.at.round.0) + Span::from_days(2),
        tags: tags.to_vec(),
        start: None,
        moves: game::stored::to_text(&made.moves),
        marker: None,
        fault: (made.sent == Moves::Faulty).then_some(fault),
    };
    Fact::Score(ScoreFact::Kept {
        account: Account::new(&made.white, CaseMapping::Ascii),
        board: made.at,
        game: 1,
        sender: Sender::White,
        score: Box::new(score),
        remarks: Default::default(),
        asked_by: None,
    })
}

/// Writes the facts to a database, as the bot does.
fn keep(path: &Path, facts: &[Fact]) {
    let mut store = Store::open(path, moment(1)).expect("a new database");
    let mut society = Society::default();
    let mut group = store.keeping();
    for fact in facts {
        society.apply(fact);
        let entry = JournalEntry {
            at: moment(1),
            actor: "clock",
            line: None,
            fact,
        };
        group.fact(&society, &entry).expect("it is kept");
    }
    group.commit().expect("it is kept");
}
