//! What a script says of how things stand.

use super::holds;
use crate::support::stage::Stage;
use chessmasters::tournament::{Board, BoardStatus, Phase, Round, Tournament, Verdict};
use chessmasters::view;
use chessmasters::vocabulary::{
    Account, BoardNumber, BoardResult, ByeKind, Color, Outcome, RoundNumber, TournamentId,
};

/// Compares a line `= ...` with the state.
pub fn check(stage: &Stage, text: &str) -> Result<(), String> {
    if let Some(words) = text.strip_prefix("journal ") {
        return journal(stage, words);
    }
    if let Some(wanted) = text.strip_prefix("asked") {
        return asked(stage, wanted.trim());
    }
    let (tournament, text) = tournament(stage, text)?;
    let (what, wanted) = text.split_once(' ').ok_or("what stands how?")?;
    let stands = match what {
        "phase" => phase(tournament.phase).to_owned(),
        "round" => {
            let number = wanted.split(' ').next().unwrap_or_default();
            format!(
                "{number} {}",
                pairings(tournament, round(tournament, number)?)
            )
        }
        "points" => {
            let name = wanted.split(' ').next().unwrap_or_default();
            format!("{name} {}", points(tournament, name)?)
        }
        _ => standing(&board(tournament, what)?.status),
    };
    if stands == wanted {
        Ok(())
    } else {
        Err(format!("it stands: {stands}"))
    }
}

/// The tournament a line is about: `#2 ...`, or the newest one.
fn tournament<'s, 't>(
    stage: &'s Stage,
    text: &'t str,
) -> Result<(&'s Tournament, &'t str), String> {
    let tournaments = &stage.society().tournaments;
    if let Some((number, rest)) = text.strip_prefix('#').and_then(|text| text.split_once(' ')) {
        let id = TournamentId(number.parse().map_err(|_| "#NUMBER")?);
        return Ok((tournaments.get(&id).ok_or("no such tournament")?, rest));
    }
    let newest = tournaments.values().next_back();
    Ok((newest.ok_or("there is no tournament")?, text))
}

fn asked(stage: &Stage, wanted: &str) -> Result<(), String> {
    let question = stage.questions.front();
    let asked = question.map_or("", |question| question.fen.as_str());
    if asked == wanted {
        return Ok(());
    }
    Err(format!("the engine is asked: {asked}"))
}

fn journal(stage: &Stage, words: &str) -> Result<(), String> {
    let rows = stage
        .desk()
        .store()
        .journal()
        .map_err(|error| error.to_string())?;
    let mut texts = rows.iter().map(|row| {
        let line = row.line.as_deref().unwrap_or_default();
        format!("{} {line} {:?}", row.actor, row.fact)
    });
    if texts.any(|text| holds(&text, words)) {
        Ok(())
    } else {
        Err("no row of the journal says so".to_owned())
    }
}

fn round<'t>(tournament: &'t Tournament, number: &str) -> Result<&'t Round, String> {
    let number = RoundNumber(number.parse().map_err(|_| "a round is a number")?);
    tournament
        .round(number)
        .ok_or_else(|| "there is no such round".to_owned())
}

fn board<'t>(tournament: &'t Tournament, written: &str) -> Result<&'t Board, String> {
    let (number, board) = written.split_once('.').ok_or("a board is ROUND.BOARD")?;
    let board = BoardNumber(board.parse().map_err(|_| "a board is a number")?);
    let round = round(tournament, number)?;
    round
        .board(board)
        .ok_or_else(|| "there is no such board".to_owned())
}

fn points(tournament: &Tournament, name: &str) -> Result<String, String> {
    let account = Account::new(name, crate::support::stage::CASEMAPPING);
    let entry = tournament.entry_of(&account).ok_or("no such player")?;
    Ok(view::points(tournament, entry.number).to_string())
}

fn pairings(tournament: &Tournament, round: &Round) -> String {
    let name = |entry| tournament.name_of(entry);
    let boards = round.boards.iter().map(|board| {
        format!(
            "{}-{}",
            name(board.players.white),
            name(board.players.black)
        )
    });
    let byes = round.byes.iter().map(|bye| {
        let mark = match bye.kind {
            ByeKind::PairingAllocated | ByeKind::FullPoint => '+',
            ByeKind::HalfPoint => '=',
            ByeKind::ZeroPoint => '-',
        };
        format!("{}{mark}", name(bye.player))
    });
    boards.chain(byes).collect::<Vec<_>>().join(" ")
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draft => "draft",
        Phase::Announced => "announced",
        Phase::Registration => "registration",
        Phase::Running => "running",
        Phase::Finished => "finished",
        Phase::Cancelled => "cancelled",
    }
}

/// Where a board stands, in the words of scripts.
fn standing(status: &BoardStatus) -> String {
    match status {
        BoardStatus::Unplayed => "unplayed".to_owned(),
        BoardStatus::MustPlay => "must play".to_owned(),
        BoardStatus::Provisional { verdict, .. } => format!("provisional {}", result(verdict)),
        BoardStatus::Disputed { .. } => "disputed".to_owned(),
        BoardStatus::WithDirector { .. } => "with director".to_owned(),
        BoardStatus::Final { verdict, .. } => format!("final {}", result(verdict)),
        BoardStatus::Ruled { verdict, .. } => format!("ruled {}", result(verdict)),
    }
}

fn result(verdict: &Verdict) -> &'static str {
    match verdict.result {
        BoardResult::Played(Outcome::WhiteWins) => "1-0",
        BoardResult::Played(Outcome::BlackWins) => "0-1",
        BoardResult::Played(Outcome::Draw) => "1/2",
        BoardResult::Forfeit {
            loser: Color::Black,
        } => "+-",
        BoardResult::Forfeit {
            loser: Color::White,
        } => "-+",
        BoardResult::DoubleForfeit => "--",
    }
}
