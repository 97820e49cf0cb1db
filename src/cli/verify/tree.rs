//! A checked game as a JSON object.

use super::Checked;
use super::words::{notes, reason, why};
use crate::game::{Claim, End, Fault, Ground, Judgement, token};
use crate::vocabulary::Color;
use serde_json::{Map, Value, json};

pub(super) fn object(game: &Checked) -> Value {
    let (score, findings) = (&game.score, &game.findings);
    let first = findings.over.map(|over| over.end);
    let end = findings.end.or(first);
    let dead = match end {
        Some(End::Dead(dead)) => Some(dead),
        Some(End::Checkmate { .. } | End::Stalemate) | None => findings.dead,
    };
    let tags = score.tags.iter();
    let tags: Map<String, Value> = tags
        .map(|tag| (tag.name.clone(), Value::from(tag.value.as_str())))
        .collect();
    let bare = Color::BOTH.into_iter();
    let bare = bare.filter(|side| findings.bare.includes(*side));
    json!({
        "index": game.index,
        "tags": tags,
        "plies": findings.plies,
        "fen": findings.fen(),
        "end": match end {
            Some(End::Checkmate { .. }) => "checkmate",
            Some(End::Stalemate) => "stalemate",
            Some(End::Dead(_)) => "dead",
            None => "none",
        },
        "dead_by": dead.map(|dead| dead.article()),
        "over_ply": findings.over.map(|over| over.ply),
        "claims": findings.claims.iter().map(claim).collect::<Vec<_>>(),
        "first3": findings.first.third,
        "first50": findings.first.fifty,
        "bare": bare.map(side).collect::<Vec<_>>(),
        "clock": findings.clock,
        "repetitions": findings.times,
        "repetitions_max": findings.times_max,
        "result_tag": score.tag("Result"),
        "marker": score.marker.map(token),
        "agreement": match game.verdict {
            Judgement::Agrees(_) => "agrees",
            Judgement::Contradicts(_) => "contradicts",
            Judgement::Open(_) => "open",
        },
        "agreement_why": why(game.verdict),
        "notes": notes(game),
        "error": score.trouble().as_ref().map(error),
    })
}

fn claim(claim: &Claim) -> Value {
    let announced = match &claim.ground {
        Ground::About(san) => Some(san),
        Ground::Third | Ground::Quiet => None,
    };
    json!({
        "kind": claim.ground.article(),
        "move": announced,
        "by": side(claim.by),
        "from_ply": claim.from_ply,
    })
}

fn error(fault: &Fault) -> Value {
    json!({ "ply": fault.ply, "text": fault.text, "reason": reason(fault) })
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
