//! The laws on the fixtures: the edges of each article, and whole games with their verdicts.

use std::path::{Path, PathBuf};

use super::tests_support::{Row, folder, read_san, score, set_up, table};
use super::*;
use crate::vocabulary::{Color, Outcome};

const HONOURED: Terms = Terms {
    quiet_moves: 50,
    start_clock: StartClock::AsInFen,
};

fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

fn bare(bare: Bare) -> &'static str {
    match bare {
        Bare::Nobody => "-",
        Bare::Only(color) => letter(color),
        Bare::Both => "WB",
    }
}

fn result(outcome: Outcome) -> &'static str {
    token(Marker::Decided(outcome))
}

/// The claims in the order of the fixtures.
fn claims(findings: &Findings) -> String {
    let claims: Vec<String> = findings
        .claims
        .iter()
        .map(|claim| match &claim.ground {
            Ground::About(san) => format!("7.7a:{san}"),
            Ground::Third | Ground::Quiet => claim.ground.article().to_owned(),
        })
        .collect();
    for claim in &findings.claims {
        assert_eq!(claim.by, findings.turn(), "only who is to move may claim");
        assert!(claim.from_ply <= findings.plies);
    }
    or_dash(&claims.join(","))
}

fn or_dash(text: &str) -> String {
    if text.is_empty() { "-" } else { text }.to_owned()
}

fn ply(ply: Option<usize>) -> String {
    ply.map_or("-".to_owned(), |ply| ply.to_string())
}

/// The state of the final position in the words of the fixtures.
fn status(findings: &Findings) -> String {
    match (findings.end, findings.dead) {
        (Some(End::Checkmate { .. }), _) => "mate".to_owned(),
        (Some(End::Stalemate), None) => "stalemate".to_owned(),
        (Some(End::Stalemate), Some(dead)) => format!("stalemate+{}", dead.article()),
        (Some(End::Dead(dead)), _) => format!("dead-{}", dead.article()),
        (None, _) => match findings.remark {
            Some(Remark::BishopsOfOneColor) => "insufficient-not-in-7.4".to_owned(),
            Some(Remark::TwoKnights | Remark::LockedPawns) | None => "open".to_owned(),
        },
    }
}

/// What a result has to be by the final position.
fn implied(findings: &Findings) -> String {
    let over = findings.end.map(|end| result(end.outcome()));
    over.unwrap_or("open").to_owned()
}

/// The column in which the fixtures note what another library says: `insuf=0 3fold=0 50=0 over=no`. It knows fivefold
/// repetition and 75 moves as ends, and 50 moves as claimable one ply before they are made.
fn elsewhere(findings: &Findings) -> String {
    let insufficient =
        findings.dead.is_some() || matches!(findings.remark, Some(Remark::BishopsOfOneColor));
    let third = findings.claims.iter().any(|claim| match claim.ground {
        Ground::About(_) | Ground::Third => true,
        Ground::Quiet => false,
    });
    let no_move = matches!(findings.end, Some(End::Checkmate { .. } | End::Stalemate));
    let over = match findings.end {
        Some(End::Checkmate { .. }) => "CHECKMATE",
        Some(End::Stalemate) if !insufficient => "STALEMATE",
        Some(_) | None if insufficient => "INSUFFICIENT_MATERIAL",
        Some(_) | None if findings.clock >= 150 => "SEVENTYFIVE_MOVES",
        Some(_) | None if findings.times >= 5 => "FIVEFOLD_REPETITION",
        Some(_) | None => "no",
    };
    format!(
        "insuf={} 3fold={} 50={} over={over}",
        u8::from(insufficient),
        u8::from(third),
        u8::from(findings.clock >= 100 && !no_move)
    )
}

#[test]
fn the_edges_of_each_article() {
    let rows = table(&folder().join("edges.tsv"));
    assert!(rows.len() >= 50, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let words = match row.get("moves") {
            "-" => "",
            words => words,
        };
        let (fen, words) = start_of(row.get("fen"), words);
        let score = score(set_up(fen), words);
        let findings = Findings::of(&score, HONOURED);
        let token_check = match row.get("token_check").split_once(' ') {
            None => "-".to_owned(),
            Some((word, _)) => match read_san(findings.position(), word) {
                Some(_) => format!("{word} legal"),
                None => format!("{word} illegal"),
            },
        };
        let said = [
            ("status", status(&findings)),
            ("claims", claims(&findings)),
            ("implied_result", implied(&findings)),
            ("bare", bare(findings.bare).to_owned()),
            ("clock", findings.clock.to_string()),
            ("occurrences", findings.times.to_string()),
            ("token_check", token_check),
            ("final_fen", findings.fen()),
            ("python_chess_says", elsewhere(&findings)),
        ];
        wrong.extend(differences(row, row.get("id"), &said));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One row begins with the opponent's king attacked, which no game can reach and no position here is made of: it is begun
/// after its first move.
fn start_of<'a>(fen: &'a str, words: &'a str) -> (&'a str, &'a str) {
    match (Facts::of_fen(fen), words.split_once(' ')) {
        (Err(BadFen::OpponentInCheck), Some(("Qb2+", rest))) => {
            ("7k/8/8/8/8/8/1Q6/1K6 b - - 1 1", rest)
        }
        _ => (fen, words),
    }
}

fn differences(row: &Row, name: &str, said: &[(&str, String)]) -> Vec<String> {
    let wrong = said.iter().filter(|(column, said)| row.get(column) != said);
    wrong
        .map(|(column, said)| format!("{name} {column}: {said}, not {}", row.get(column)))
        .collect()
}

/// The verdict in the words of the fixtures.
fn compared(findings: &Findings, verdict: Judgement) -> String {
    match verdict {
        Judgement::Agrees(_) => "agrees".to_owned(),
        Judgement::Contradicts(Contradiction::Ended(over)) => {
            format!("CONTRADICTS:{}", result(over.end.outcome()))
        }
        Judgement::Contradicts(
            Contradiction::BareWinner(side) | Contradiction::BareOnTime(side),
        ) => {
            format!("CONTRADICTS-7.5:{} bare", letter(side))
        }
        Judgement::Contradicts(Contradiction::NobodyBare) => "no report is on time".to_owned(),
        // The fixtures have no word for a game both lost.
        Judgement::Open(Open::NoResult | Open::Ruling) => "no-result".to_owned(),
        Judgement::Open(Open::ResultMissing(over)) => {
            format!("result-missing:{}", result(over.end.outcome()))
        }
        Judgement::Open(Open::ResignationOrTime) => "possible (needs resignation/time)".to_owned(),
        Judgement::Open(Open::Agreement | Open::TimeAgainstBare(_)) => {
            "possible (needs agreement 7.6)".to_owned()
        }
        Judgement::Open(Open::Claim) => format!("possible (claim {})", claims(findings)),
    }
}

/// Holds every game of a collection against its row, as far as it could be read.
fn check(folder: &Path) {
    let rows = table(&folder.join("cases.tsv"));
    let mut wrong = Vec::new();
    let mut games = 0;
    for row in &rows {
        let (file, game) = (row.get("file"), row.get("game"));
        let bytes = std::fs::read(folder.join(file)).expect("the game can be read");
        let number: usize = game.parse().expect("a number");
        let scores = scores(&bytes, GAME_BYTES_MAX);
        let Some(score) = number.checked_sub(1).and_then(|at| scores.get(at)) else {
            continue;
        };
        let findings = Findings::of(score, HONOURED);
        if findings.plies.to_string() != row.get("legal_plies") {
            // A score that may be refused earlier: what is read of it is checked where scores are read.
            assert_eq!(
                row.get("class"),
                "L",
                "{file} {game}: {} plies",
                findings.plies
            );
            continue;
        }
        let verdict = judge(&findings, Report::of(score));
        let said = [
            ("final_fen", findings.fen()),
            ("end_status", status(&findings)),
            ("implied", implied(&findings)),
            ("compare", compared(&findings, verdict)),
            ("rep_final", findings.times.to_string()),
            ("max_rep", findings.times_max.to_string()),
            ("clock", findings.clock.to_string()),
            ("first_over", ply(findings.over.map(|over| over.ply))),
            ("first3", ply(findings.first.third)),
            ("first50", ply(findings.first.fifty)),
            ("claims", claims(&findings)),
            ("bare", bare(findings.bare).to_owned()),
        ];
        wrong.extend(differences(row, &format!("{file} {game}"), &said));
        games += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        games * 100 >= rows.len() * 97,
        "only {games} of {}",
        rows.len()
    );
}

#[test]
fn whole_games_with_their_verdicts() {
    check(&folder());
}

#[test]
fn the_shared_games_with_their_verdicts_where_they_are_at_hand() {
    let shared = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/fixtures/games");
    if shared.join("cases.tsv").exists() {
        check(&shared);
    } else {
        println!("the shared collection does not lie beside the checkout");
    }
}
