//! The moves of a game, a position of it, and what a director has to know to adjudicate it.

use super::Asked;
use crate::game::{
    self, BadFen, Comparison, Diagram, Facts, FenField, Findings, Gamescore, MovePlace, Oddity,
    Remark,
};
use crate::phrasing::games::{self, half_moves, place};
use crate::phrasing::pack::LINE_MAX;
use crate::phrasing::words::{Seat, sentence, verdict as verdict_words};
use crate::ports::Place;
use crate::tournament::{
    BoardRef, BoardScores, GameNumber, KeptScore, Sender, judgement, verdict_of,
};
use crate::view::{Adjudicated, adjudicated};
use crate::vocabulary::Color;

/// The most lines of moves in one answer: some 400 moves. No law here ends a game by its length, and a text that may be sent
/// has room for thirty thousand.
const MOVE_LINES_MAX: usize = 12;

/// `game ROUND.BOARD`
pub(super) fn game(asked: &Asked<'_>, at: BoardRef) -> Vec<String> {
    let Some(seat) = Seat::find(asked.society, at) else {
        return Vec::new();
    };
    let Some((number, sender, score)) = best(asked, at) else {
        return vec![none_sent(asked, seat)];
    };
    let gamescore = score.gamescore();
    let findings = Findings::of(&gamescore, games::terms(asked.tournament));
    let mut lines = vec![heading(seat, (number, sender), score, &findings)];
    lines.extend(moves(seat, &gamescore, score));
    lines.extend(fault(score));
    lines.extend(games::claims(&findings).filter(|_| findings.over.is_none()));
    lines.extend(others(asked, seat, (number, sender), score));
    lines
}

/// The moves, or the first of very many.
fn moves(seat: Seat<'_>, gamescore: &Gamescore, score: &KeptScore) -> Vec<String> {
    let mut lines = game::short_lines(gamescore, score.result(), LINE_MAX);
    if lines.len() > MOVE_LINES_MAX {
        lines.truncate(MOVE_LINES_MAX);
        let last = place(gamescore.moves.len());
        let code = seat.code();
        lines.push(format!(
            "It goes on to {last}, too far for here. Any place of it: position {code} MOVE."
        ));
    }
    lines
}

fn best<'a>(asked: &Asked<'a>, at: BoardRef) -> Option<(GameNumber, Sender, &'a KeptScore)> {
    let scores = asked.society.gamescores.boards.get(&at);
    scores.and_then(BoardScores::best)
}

fn none_sent(asked: &Asked<'_>, seat: Seat<'_>) -> String {
    format!(
        "Nobody has sent the moves of {} ({}). Its players and directors can: {}game in private.",
        seat.label(),
        seat.pairing(),
        asked.mark()
    )
}

fn heading(
    seat: Seat<'_>,
    (number, sender): (GameNumber, Sender),
    score: &KeptScore,
    findings: &Findings,
) -> String {
    let by = match sender {
        Sender::White | Sender::Black => score.by.clone(),
        Sender::Official => format!("{}, who directs", score.by),
    };
    let end = match findings.over {
        Some(over) => games::over(over),
        None => "open at the end".to_owned(),
    };
    let result = verdict_of(seat.board, number).map_or_else(String::new, |verdict| {
        let agreement = judgement(score, number, verdict).map(games::agreement);
        let agreement = agreement.unwrap_or_default();
        format!(" Result {}{agreement}.", verdict_words(verdict))
    });
    format!(
        "{}, {} ({}, sent by {by}): {end}.{result}",
        sentence(&seat.label()),
        seat.pairing(),
        half_moves(findings.plies)
    )
}

fn fault(score: &KeptScore) -> Option<String> {
    let fault = score.fault.as_ref()?;
    Some(format!(
        "There it stops: {}, \"{}\".",
        place(fault.ply),
        fault.text
    ))
}

/// Where somebody else sent another course of the game.
fn others(
    asked: &Asked<'_>,
    seat: Seat<'_>,
    (number, shown): (GameNumber, Sender),
    score: &KeptScore,
) -> Vec<String> {
    let scores = asked.society.gamescores.boards.get(&seat.at());
    let others = scores.into_iter().flat_map(|scores| scores.of_game(number));
    others
        .filter(|(sender, _)| *sender != shown)
        .flat_map(|(_, other)| beside(seat, score, other))
        .collect()
}

/// What somebody else sent, beside what is shown; another game with its moves, so that nothing can hide behind it.
fn beside(seat: Seat<'_>, score: &KeptScore, other: &KeptScore) -> Vec<String> {
    let theirs = other.gamescore();
    let head = match game::compare(&score.gamescore(), &theirs) {
        Comparison::Same => return vec![format!("{} sent the same moves.", other.by)],
        Comparison::Shorter { plies, .. } => {
            return vec![format!(
                "{} sent the same moves as far as {}.",
                other.by,
                place(plies)
            )];
        }
        Comparison::Starts => format!("{} sent another start", other.by),
        Comparison::Part { ply, second, .. } => format!(
            "{} sent another game from {} on: {second}",
            other.by,
            place(ply)
        ),
    };
    let findings = Findings::of(&theirs, games::terms(seat.tournament));
    let end = findings
        .over
        .map_or_else(|| "open at the end".to_owned(), games::over);
    let mut lines = vec![format!("{head}; {end}.")];
    lines.extend(moves(seat, &theirs, other));
    lines
}

/// `position ROUND.BOARD [MOVE]`
pub(super) fn position(asked: &Asked<'_>, at: BoardRef, wanted: Option<MovePlace>) -> Vec<String> {
    let Some(seat) = Seat::find(asked.society, at) else {
        return Vec::new();
    };
    let Some((_, _, score)) = best(asked, at) else {
        return vec![none_sent(asked, seat)];
    };
    let gamescore = score.gamescore();
    let last = gamescore.moves.len();
    let plies = match wanted {
        Some(wanted) => gamescore.plies_to(wanted),
        None => Some(last),
    };
    let Some(diagram) = plies.and_then(|plies| Diagram::after(&gamescore, plies)) else {
        return vec![format!(
            "The moves of {} that I have end with {}.",
            seat.label(),
            place(last)
        )];
    };
    let after = diagram.last.as_ref().map_or_else(
        || "before the first move".to_owned(),
        |san| format!("after {san}"),
    );
    let head = format!(
        "{}, {}, {after}: {}",
        sentence(&seat.label()),
        seat.pairing(),
        diagram.line()
    );
    match asked.reader.place {
        Place::Channel => vec![head],
        Place::Private => std::iter::once(head)
            .chain(diagram.lines(Color::White))
            .collect(),
    }
}

/// `adjudicate ROUND.BOARD [last|FEN]`: what is known without an engine. The ruling stays the director's.
pub(super) fn adjudicate(asked: &Asked<'_>, at: BoardRef, fen: Option<&str>) -> Vec<String> {
    let Some(seat) = Seat::find(asked.society, at) else {
        return Vec::new();
    };
    let facts = match adjudicated(asked.society, at, fen) {
        Adjudicated::Position(facts) => facts,
        Adjudicated::BadFen(bad) => return vec![bad_fen(&bad)],
        Adjudicated::NoMoves => return vec![none_sent(asked, seat)],
    };
    let mut lines = vec![format!(
        "{}, {}: {}",
        sentence(&seat.label()),
        seat.pairing(),
        facts.diagram.line()
    )];
    lines.extend(facts.diagram.lines(Color::White));
    lines.push(format!(
        "White: {} ({}). Black: {} ({}).",
        facts.white,
        facts.white.points(),
        facts.black,
        facts.black.points()
    ));
    lines.push(by_law(&facts));
    lines.extend(facts.oddities.iter().map(|oddity| odd(*oddity).to_owned()));
    lines.push(format!("To decide: result {} RESULT reason.", seat.code()));
    lines
}

fn by_law(facts: &Facts) -> String {
    let mut said = match facts.diagram.end {
        Some(end) => format!("The game is over: {}.", games::end(end)),
        None => format!("By the laws it goes on; {} legal moves.", facts.legal_moves),
    };
    if let Some(remark) = facts.remark {
        said.push(' ');
        said.push_str(match remark {
            Remark::BishopsOfOneColor => {
                "No mate is possible with these bishops, though rules 7.4 do not list it."
            }
            Remark::TwoKnights => "Two knights alone cannot force mate; rules 7.4 do not list it.",
            Remark::LockedPawns => {
                "No pawn can move and no king gets through, though rules 7.4 do not list it."
            }
        });
    }
    for color in Color::BOTH {
        if facts.bare.includes(color) {
            said.push_str(&format!(
                " {} has only the king and cannot win (rules 7.5).",
                games::side(color)
            ));
        }
    }
    said
}

fn odd(oddity: Oddity) -> &'static str {
    match oddity {
        Oddity::CastlingRight => "A right to castle in that FEN cannot be, and is left out.",
        Oddity::EnPassant => {
            "The square of a capture in passing in that FEN is none, and is left out."
        }
        Oddity::TooManyMen => "There are more men than a game can bring.",
        Oddity::ImpossibleCheck => "No move can have brought about this check.",
    }
}

fn bad_fen(bad: &BadFen) -> String {
    let what = match bad {
        BadFen::Unreadable(field) => match field {
            FenField::Board => "the men on the board",
            FenField::Turn => "whose move it is (w or b)",
            FenField::Castling => "the rights to castle (KQkq or -)",
            FenField::EnPassant => "the square of a capture in passing (or -)",
            FenField::Clock => "the count of quiet moves",
            FenField::Number => "the number of the move",
            FenField::TooMany => "what comes after its six fields",
        },
        BadFen::NoKing => return "A king is missing in that position.".to_owned(),
        BadFen::TwoKings => return "A side has two kings in that position.".to_owned(),
        BadFen::PawnOnBackRank => {
            return "A pawn stands on the first or last rank in that position.".to_owned();
        }
        BadFen::OpponentInCheck => {
            return "The side that is not to move stands in check in that position.".to_owned();
        }
    };
    format!("I cannot read {what} in that FEN. It looks like 8/8/8/4k3/8/8/4R3/4K3 w - - 0 1.")
}
