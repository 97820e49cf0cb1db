//! The small words: results, colours, names, where a board stands.

use super::marks::{is_decision, marked_at};
use super::pack::{counted, listed};
use super::time::Clock;
use crate::game::{Marker, token};
use crate::tournament::{
    Board, BoardRef, BoardStatus, Bye, CheckInBy, ColorsPlayed, Format, Phase, Report, Role, Round,
    Society, Tournament, Verdict, Withdrawal,
};
use crate::vocabulary::{
    BoardNumber, BoardResult, ByeKind, Color, EntryNumber, Outcome, RoundNumber,
};

pub(super) use super::marks::{marked, standing, standing_words};

/// A board with all that is needed to speak of it.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) round: &'a Round,
    pub(super) board: &'a Board,
}

impl<'a> Seat<'a> {
    /// The board at this place, where there is one.
    pub(super) fn find(society: &'a Society, at: BoardRef) -> Option<Seat<'a>> {
        let tournament = society.tournament(at.tournament)?;
        let round = tournament.round(at.round)?;
        let board = round.board(at.board)?;
        Some(Seat {
            tournament,
            round,
            board,
        })
    }

    /// The board a player sits at now.
    pub(super) fn of_player(tournament: &'a Tournament, player: EntryNumber) -> Option<Seat<'a>> {
        let (round, board, _) = tournament.board_of(player)?;
        Some(Seat {
            tournament,
            round,
            board,
        })
    }

    /// The board's place.
    pub(super) fn at(self) -> BoardRef {
        BoardRef {
            tournament: self.tournament.id,
            round: self.round.number,
            board: self.board.number,
        }
    }

    /// The tournament's name.
    pub(super) fn event(self) -> &'a str {
        &self.tournament.settings.name
    }

    /// `2.1`, as directors name a board.
    pub(super) fn code(self) -> String {
        format!("{}.{}", self.round.number, self.board.number)
    }

    /// `round 2, board 1 of SPRING OPEN`.
    pub(super) fn label(self) -> String {
        format!(
            "round {}, board {} of {}",
            self.round.number,
            self.board.number,
            self.event()
        )
    }

    /// The player of one colour.
    pub(super) fn entry(self, color: Color) -> EntryNumber {
        self.board.players[color]
    }

    /// `SPRING OPEN round 2`, for a player, who has one board there.
    pub(super) fn game(self) -> String {
        format!("{} round {}", self.event(), self.round.number)
    }

    /// The name of the player of one colour.
    pub(super) fn name(self, color: Color) -> &'a str {
        self.tournament.name_of(self.entry(color))
    }

    /// `Rook - Pawn`, white first.
    pub(super) fn pairing(self) -> String {
        format!("{} - {}", self.name(Color::White), self.name(Color::Black))
    }

    /// `1. Rook - Pawn`; what is played for is said where it is not the next round: `2. Rook - Pawn (third place)`.
    pub(super) fn numbered(self) -> String {
        let stake = if self.is_for_third_place() {
            " (third place)"
        } else {
            ""
        };
        format!("{}. {}{stake}", self.board.number, self.pairing())
    }

    /// Whether the board ended drawn in a knockout that goes on: another game follows at once.
    pub(super) fn is_played_on(self) -> bool {
        self.tournament.phase == Phase::Running && self.tournament.lacks_winner(self.board)
    }

    /// A verdict on this board in a sentence: `1-0`, `1-0 by forfeit`, and after drawn games `1-0 by decision`.
    pub(super) fn verdict(self, given: Verdict) -> String {
        match given.result {
            BoardResult::Forfeit { .. } if is_decision(self.board) => {
                format!("{} by decision", score(given.result))
            }
            BoardResult::Played(_) | BoardResult::Forfeit { .. } | BoardResult::DoubleForfeit => {
                verdict(given)
            }
        }
    }

    /// A verdict on this board with its marks: `1-0 (after a draw, both reported)`.
    pub(super) fn marked(self, verdict: Verdict, extra: Option<&str>) -> String {
        marked_at(self.board, verdict, extra)
    }

    /// Whether the third place of a knockout is played for here.
    pub(super) fn is_for_third_place(self) -> bool {
        self.tournament.third_place_board(self.round) == Some(self.board.number)
    }

    /// `1. Rook - Pawn 1-0 (provisional)`.
    pub(super) fn line(self) -> String {
        with_note(self.numbered(), &standing(self.board))
    }

    /// `2.1 Rook - Pawn (disputed)`: a board among those of several rounds.
    pub(super) fn coded_line(self) -> String {
        with_note(
            format!("{} {}", self.code(), self.pairing()),
            &standing(self.board),
        )
    }

    /// White, black and result in full, with the colours as they were played (SPEC R-20).
    pub(super) fn echo(self, outcome: Outcome, colors: ColorsPlayed) -> String {
        if !self.board.drawn.is_empty() {
            let game = self.board.drawn.len() + 1;
            return format!("{}, game {game}: {}", self.pairing(), self.won(outcome));
        }
        let (white, shown, note) = match colors {
            ColorsPlayed::AsPaired => (Color::White, outcome, ""),
            ColorsPlayed::Swapped => (Color::Black, outcome.mirrored(), ", colours swapped"),
        };
        format!(
            "{} (white) - {} (black) {}{note}",
            self.name(white),
            self.name(!white),
            outcome_score(shown)
        )
    }

    /// `Rook won` or `drawn`: for a game whose colours nobody has paired.
    fn won(self, outcome: Outcome) -> String {
        match outcome.winner() {
            Some(winner) => format!("{} won", self.name(winner)),
            None => "drawn".to_owned(),
        }
    }

    /// `Rook says 1-0, Pawn says 0-1`, by the colours of the pairing. One report alone is disputed where it
    /// contradicts the cutoff.
    pub(super) fn claims(self) -> String {
        let claim = |color: Color| {
            let name = self.name(color);
            match &self.board.reports[color] {
                Some(report) if !self.board.drawn.is_empty() => {
                    format!("{name} says {}", self.won(report.outcome))
                }
                Some(report) => format!("{name} says {}", report_score(report)),
                None => format!("{name} has not reported"),
            }
        };
        let alone = Color::BOTH
            .into_iter()
            .any(|color| self.board.reports[color].is_none());
        let against = match &self.board.status {
            BoardStatus::Disputed { .. } if alone => "; the cutoff saw no game",
            BoardStatus::Disputed { .. }
            | BoardStatus::Unplayed
            | BoardStatus::MustPlay
            | BoardStatus::Provisional { .. }
            | BoardStatus::WithDirector { .. }
            | BoardStatus::Final { .. }
            | BoardStatus::Ruled { .. } => "",
        };
        format!("{}, {}{against}", claim(Color::White), claim(Color::Black))
    }

    /// `Rook present Sun 17:10:05 CET` or `Rook not present`.
    pub(super) fn seen(self, color: Color, clock: Clock) -> String {
        let name = self.name(color);
        match self.board.check_ins[color] {
            Some(check_in) => {
                let by = match check_in.by {
                    CheckInBy::Player => "present",
                    CheckInBy::Director => "marked present by a director",
                };
                format!("{name} {by} {}", clock.to_the_second(check_in.at))
            }
            None => format!("{name} not present"),
        }
    }
}

fn with_note(mut text: String, note: &str) -> String {
    if !note.is_empty() {
        text.push(' ');
        text.push_str(note);
    }
    text
}

/// A verdict in a sentence: `1-0`, `1-0 by forfeit`.
pub(super) fn verdict(verdict: Verdict) -> String {
    let score = score(verdict.result);
    let how = match verdict.result {
        BoardResult::Played(_) => "",
        BoardResult::Forfeit { .. } => " by forfeit",
        BoardResult::DoubleForfeit => ", a double forfeit",
    };
    let colors = match verdict.colors {
        ColorsPlayed::AsPaired => "",
        ColorsPlayed::Swapped => " with the colours swapped",
    };
    format!("{score}{how}{colors}")
}

/// The score of a result by the colours of the pairing.
pub(super) fn score(result: BoardResult) -> &'static str {
    match result {
        BoardResult::Played(outcome) => outcome_score(outcome),
        BoardResult::Forfeit {
            loser: Color::White,
        } => "0-1",
        BoardResult::Forfeit {
            loser: Color::Black,
        } => "1-0",
        BoardResult::DoubleForfeit => "0-0",
    }
}

/// The score of a game.
pub(super) fn outcome_score(outcome: Outcome) -> &'static str {
    token(Marker::Decided(outcome))
}

/// A report's score by the colours of the pairing.
pub(super) fn report_score(report: &Report) -> String {
    verdict(report.verdict())
}

/// The word a player puts behind `report`.
pub(super) fn own_word(outcome: Outcome, color: Color) -> &'static str {
    match outcome.winner() {
        Some(winner) if winner == color => "won",
        Some(_) => "lost",
        None => "drew",
    }
}

/// `white` or `black`.
pub(super) fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// `a director` or `an assistant`.
pub(super) fn role_words(role: Role) -> &'static str {
    match role {
        Role::Director => "a director",
        Role::Assistant => "an assistant",
    }
}

/// The format as people call it.
pub(super) fn format_word(format: Format) -> &'static str {
    match format {
        Format::Swiss => "Swiss",
        Format::RoundRobin => "round robin",
        Format::DoubleRoundRobin => "double round robin",
        Format::Knockout => "knockout",
    }
}

/// A tournament's phase behind its name: `is ...`.
pub(super) fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Draft => "a draft",
        Phase::Announced => "announced",
        Phase::Registration => "open for registration",
        Phase::Running => "running",
        Phase::Finished => "finished",
        Phase::Cancelled => "cancelled",
    }
}

/// How somebody left: `withdrew`.
pub(super) fn withdrawal_words(why: Withdrawal) -> &'static str {
    match why {
        Withdrawal::Announced => "withdrew",
        Withdrawal::Deserted => "stayed away and is out",
        Withdrawal::Expelled => "was put out by a director",
    }
}

/// What a bye is called and worth.
pub(super) fn bye_words(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::PairingAllocated => "bye (1 point)",
        ByeKind::FullPoint => "full-point bye (1 point)",
        ByeKind::HalfPoint => "half-point bye (0.5 points)",
        ByeKind::ZeroPoint => "bye (no points)",
    }
}

/// What a bye in a round is called: behind `you have a`.
pub(super) fn bye_in(tournament: &Tournament, round: &Round, bye: &Bye) -> &'static str {
    if tournament.has_third_place_bye(round, bye.player) {
        "bye for the third place (1 point)"
    } else {
        bye_words(bye.kind)
    }
}

/// The byes of a round as one item each: `Zed: bye (1 point)`.
pub(super) fn bye_items(tournament: &Tournament, round: &Round) -> Vec<String> {
    round
        .byes
        .iter()
        .map(|bye| {
            format!(
                "{}: {}",
                tournament.name_of(bye.player),
                bye_in(tournament, round, bye)
            )
        })
        .collect()
}

/// `round 2 of 5`: from the first pairing on the number of rounds is known.
pub(super) fn round_of(tournament: &Tournament, round: RoundNumber) -> String {
    format!("round {round} of {}", tournament.rounds_total())
}

/// Which boards of a round: nothing where it is all of them, else `, board 3` or `, boards 1 and 3`.
pub(super) fn boards_of(round: &Round, boards: &[BoardNumber]) -> String {
    let numbers: Vec<String> = boards.iter().map(BoardNumber::to_string).collect();
    match numbers.len() {
        all if all == round.boards.len() && all > 1 => String::new(),
        1 => format!(", board {}", numbers[0]),
        _ => format!(", boards {}", listed(&numbers)),
    }
}

/// All boards of a round as items with their results, byes last.
pub(super) fn round_items(tournament: &Tournament, round: &Round) -> Vec<String> {
    let mut items: Vec<String> = round
        .boards
        .iter()
        .map(|board| {
            Seat {
                tournament,
                round,
                board,
            }
            .line()
        })
        .collect();
    items.extend(bye_items(tournament, round));
    items
}

/// `12 players`, those who are still in.
pub(super) fn player_count(tournament: &Tournament) -> String {
    counted(tournament.active_entries().count(), "player")
}

/// The names of a tournament's officials of one role, the society's included.
pub(super) fn official_names(society: &Society, tournament: &Tournament, role: Role) -> String {
    let mut names: Vec<String> = Vec::new();
    for official in society
        .officials
        .values()
        .chain(tournament.officials.values())
    {
        if official.role == role && !names.contains(&official.name) {
            names.push(official.name.clone());
        }
    }
    listed(&names)
}

/// A text as a sentence: a board's label at its start gets a capital. Names keep their own writing.
pub(super) fn sentence(text: &str) -> String {
    match text.strip_prefix("round ") {
        Some(rest) => format!("Round {rest}"),
        None => text.to_owned(),
    }
}
