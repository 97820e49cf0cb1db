//! The moves of a board's game: who is told of them, and what who sent them hears.

use super::games::{self, half_moves, place};
use super::notices::{Notices, Topic};
use super::replies::Asker;
use super::words::{Seat, verdict as verdict_words};
use crate::game::{self, Comparison, Contradiction, Findings, Gap, Judgement};
use crate::ports::NoticeKind;
use crate::tournament::{
    AbsenceScope, BoardRef, BoardScores, Fact, GameNumber, KeptScore, Names, Remarks,
    SCORE_BYTES_MAX, ScoreAction, ScoreFact, Sender, Society, Tournament, Verdict, judgement,
    verdict_of,
};
use crate::vocabulary::{Account, Color, Span, Timestamp};

/// How to send a game, for somebody who is asked to.
const HOW_TO_SEND: &str =
    "Say game to me in private, then the moves in as many lines as you like, then end.";

/// Whoever sent a line no longer ago than this was sending.
const SENDING_LATELY: Span = Span::from_minutes(10);

/// A fact's notices.
pub(super) fn tell(notices: &mut Notices<'_>, fact: &ScoreFact) {
    match fact {
        // What a gap means is said when the bot is back, or when the game is read.
        ScoreFact::Begun { .. }
        | ScoreFact::Line { .. }
        | ScoreFact::Gap { .. }
        | ScoreFact::Discarded { .. } => {}
        ScoreFact::Forgotten { account, board } => forgotten(notices, account, *board),
        ScoreFact::Kept {
            board,
            game,
            sender,
            score,
            asked_by,
            ..
        } => kept(
            notices,
            *board,
            (*game, *sender),
            (score, asked_by.as_deref()),
        ),
        ScoreFact::Contradicts {
            board,
            game,
            sender,
            verdict,
        } => contradicts(notices, *board, (*game, *sender), *verdict),
        ScoreFact::Asked { board, by, .. } => asked(notices, *board, by),
        ScoreFact::Reminded { board, .. } => reminded(notices, *board),
    }
}

/// Directors hear what concerns them: that what they asked for is here, that it stops making sense, and that the two
/// players tell the game differently.
fn kept(
    notices: &mut Notices<'_>,
    at: BoardRef,
    key: (GameNumber, Sender),
    (score, asked_by): (&KeptScore, Option<&str>),
) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let label = seat.label();
    let mut lines = Vec::new();
    if let Some(fault) = &score.fault {
        lines.push(format!(
            "{} sent the moves of {label}: {} are sound, then there is a fault at {} (\"{}\"). The report stands. See them with game {}.",
            score.by,
            half_moves(score.plies()),
            place(fault.ply),
            fault.text,
            seat.code()
        ));
    } else if asked_by.is_some() {
        lines.push(format!(
            "{} sent the moves of {label} that were asked for: {}. See them with game {}.",
            score.by,
            half_moves(score.plies()),
            seat.code()
        ));
    }
    let scores = notices.society.gamescores.boards.get(&at);
    lines.extend(scores.and_then(|scores| difference(scores, key, seat)));
    for line in lines {
        notices.directors(seat.tournament, None, |_| line.clone());
    }
}

/// Where the score that was just sent differs from another one of the same game.
fn difference(
    scores: &BoardScores,
    (game, sender): (GameNumber, Sender),
    seat: Seat<'_>,
) -> Option<String> {
    let new = scores.kept.get(&(game, sender))?;
    let label = seat.label();
    scores
        .of_game(game)
        .filter(|(other, _)| *other != sender)
        .find_map(|(_, other)| parting(&label, new, other))
}

/// Where two scores of the game with this label differ, if they do.
fn parting(label: &str, new: &KeptScore, other: &KeptScore) -> Option<String> {
    Some(match game::compare(&new.gamescore(), &other.gamescore()) {
        Comparison::Same => return None,
        Comparison::Starts => format!(
            "The scores of {label} that {} and {} sent begin from different positions.",
            new.by, other.by
        ),
        Comparison::Shorter { plies, .. } => format!(
            "The scores of {label} that {} and {} sent agree as far as the shorter one goes, {}.",
            new.by,
            other.by,
            half_moves(plies)
        ),
        Comparison::Part {
            ply, first, second, ..
        } => format!(
            "The scores of {label} differ from {} on: {} sent {first}, {} sent {second}. Nothing is changed; the two should agree, or you rule.",
            place(ply),
            new.by,
            other.by
        ),
    })
}

fn contradicts(
    notices: &mut Notices<'_>,
    at: BoardRef,
    key: (GameNumber, Sender),
    verdict: Verdict,
) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let Some((score, contradiction)) = contradiction(notices.society, at, key, verdict) else {
        return;
    };
    let label = seat.label();
    notices.directors(seat.tournament, None, |_| {
        format!(
            "The moves of {label} that {} sent do not go with {}: {}. Nothing is changed. See game {}; to decide: result {} RESULT reason.",
            score.by,
            verdict_words(verdict),
            games::contradiction(contradiction),
            seat.code(),
            seat.code()
        )
    });
}

/// The kept moves of somebody, and why a verdict cannot be right by them, where it cannot.
fn contradiction(
    society: &Society,
    at: BoardRef,
    key: (GameNumber, Sender),
    verdict: Verdict,
) -> Option<(&KeptScore, Contradiction)> {
    let score = society.gamescores.boards.get(&at)?.kept.get(&key)?;
    match judgement(score, key.0, verdict)? {
        Judgement::Contradicts(why) => Some((score, why)),
        Judgement::Agrees(_) | Judgement::Open(_) => None,
    }
}

/// Who stopped in the middle may believe that the moves are here.
fn forgotten(notices: &mut Notices<'_>, account: &Account, at: BoardRef) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    let entry = seat.tournament.entry_of(account);
    let name = entry.map_or(account.as_str(), |entry| entry.name.as_str());
    let text = format!(
        "You began to send the moves of {} ({}) and did not say end, so I have thrown them away. {HOW_TO_SEND}",
        seat.label(),
        seat.pairing()
    );
    notices.person(account, name, Topic::lasting(NoticeKind::Reminder), text);
}

/// The bot is back: who was sending moves when it left hears how far they came. Somebody who sent nothing for a while is
/// left alone.
pub(super) fn returned(notices: &mut Notices<'_>, now: Timestamp, scope: &AbsenceScope) {
    let society = notices.society;
    let cut_off = society.gamescores.drafts.iter().filter(|(account, draft)| {
        let lately = now < draft.at + SENDING_LATELY;
        scope.covers(account) && lately && draft.ends_with(Gap::Unheard)
    });
    for (account, draft) in cut_off {
        let Some(seat) = Seat::find(society, draft.board) else {
            continue;
        };
        let Some(name) = name_of(notices.society, seat.tournament, account) else {
            continue;
        };
        let topic = Topic::until(NoticeKind::Result, draft.at + SENDING_LATELY);
        let text = format!(
            "I was away while you sent me the moves of {}. {} Go on after that, and say end when it is all; or discard and begin anew.",
            seat.label(),
            so_far(&draft.text)
        );
        notices.person(account, name, topic, text);
    }
}

/// How far a text of moves comes.
fn so_far(text: &str) -> String {
    let scores = game::scores(text.as_bytes(), SCORE_BYTES_MAX);
    let Some(score) = scores.last().filter(|score| !score.moves.is_empty()) else {
        return "I have no move of it yet.".to_owned();
    };
    let plies = score.moves.len();
    let last = game::sans(&score.start, &score.moves).pop();
    let last = last.map(|san| game::numbered(&score.start, plies, &san));
    format!(
        "I have {}, the last {}.",
        half_moves(plies),
        last.unwrap_or_default()
    )
}

/// What somebody who may send the moves of a game is called.
fn name_of<'s>(
    society: &'s Society,
    tournament: &'s Tournament,
    account: &Account,
) -> Option<&'s str> {
    let entry = tournament.entry_of(account).map(|entry| &entry.name);
    let official = || tournament.officials.get(account).map(|one| &one.name);
    let director = || society.officials.get(account).map(|one| &one.name);
    entry
        .or_else(official)
        .or_else(director)
        .map(String::as_str)
}

fn asked(notices: &mut Notices<'_>, at: BoardRef, by: &str) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    notices.both(seat, Topic::lasting(NoticeKind::Result), |_, _| {
        format!(
            "{by} asks for the moves of {} ({}). Say game {} #{} send to me in private, then the moves in as many lines as you like, then end.",
            seat.label(),
            seat.pairing(),
            seat.code(),
            at.tournament
        )
    });
}

fn reminded(notices: &mut Notices<'_>, at: BoardRef) {
    let Some(seat) = Seat::find(notices.society, at) else {
        return;
    };
    notices.both(seat, Topic::lasting(NoticeKind::Reminder), |_, _| {
        format!(
            "The director still waits for the moves of {} ({}); one of you two is enough. Say game {} #{} send to me in private, then the moves, then end.",
            seat.label(),
            seat.pairing(),
            seat.code(),
            at.tournament
        )
    });
}

/// What is said to who acted.
pub(super) fn reply(asker: &Asker<'_>, action: &ScoreAction) -> Vec<String> {
    match action {
        ScoreAction::Begin { board, .. } => begun(asker, *board),
        // A line is taken in silence: a long paste would be answered as often.
        ScoreAction::Line { .. } | ScoreAction::Gap { .. } => Vec::new(),
        ScoreAction::Discard => vec!["Thrown away. Say game to begin anew.".to_owned()],
        ScoreAction::Keep { .. } => asker
            .facts
            .iter()
            .find_map(|fact| match fact {
                Fact::Score(ScoreFact::Kept {
                    board,
                    game,
                    score,
                    remarks,
                    ..
                }) => Some(taken(asker, (*board, *game), score, remarks)),
                _ => None,
            })
            .unwrap_or_default(),
        ScoreAction::Ask { board } => Seat::find(asker.society, *board)
            .map(|seat| {
                vec![format!(
                    "{} and {} are asked for the moves of {}, and reminded each day for three days.",
                    seat.name(Color::White),
                    seat.name(Color::Black),
                    seat.label()
                )]
            })
            .unwrap_or_default(),
    }
}

fn begun(asker: &Asker<'_>, board: BoardRef) -> Vec<String> {
    let Some(seat) = Seat::find(asker.society, board) else {
        return Vec::new();
    };
    let goes_on = !asker
        .facts
        .iter()
        .any(|fact| matches!(fact, Fact::Score(ScoreFact::Begun { .. })));
    if goes_on {
        return vec![format!(
            "You are sending the moves of {} already, and I have kept what came so far. Go on, and end when it is all; discard to begin anew.",
            seat.label()
        )];
    }
    vec![format!(
        "I take what you send now for the moves of {} ({}). Send as many lines as you like; end when it is all, discard to throw it away.",
        seat.label(),
        seat.pairing()
    )]
}

fn taken(
    asker: &Asker<'_>,
    (board, number): (BoardRef, GameNumber),
    score: &KeptScore,
    remarks: &Remarks,
) -> Vec<String> {
    let Some(seat) = Seat::find(asker.society, board) else {
        return Vec::new();
    };
    let findings = Findings::of(&score.gamescore(), games::terms(seat.tournament));
    let mut said = format!(
        "I have the moves of {} ({}): {}",
        seat.label(),
        seat.pairing(),
        half_moves(findings.plies)
    );
    match findings.over {
        Some(over) => said.push_str(&format!(", {}", games::over(over))),
        None => said.push_str(", and the position at the end is open"),
    }
    said.push('.');
    let verdict = verdict_of(seat.board, number);
    if verdict.is_none() && sits_at(asker, seat) {
        said.push_str(match findings.over {
            Some(_) => " The result is still to be reported: report won, lost or drew.",
            None => " If it is over, say report won, lost or drew.",
        });
    }
    if let Some(verdict) = verdict
        && let Some(judged) = judgement(score, number, verdict)
    {
        said.push_str(&match judged {
            Judgement::Agrees(_) => format!(" That goes with {}.", verdict_words(verdict)),
            Judgement::Contradicts(why) => format!(
                " That does not go with {}: {}. The director is told.",
                verdict_words(verdict),
                games::contradiction(why)
            ),
            Judgement::Open(_) => String::new(),
        });
    }
    let mut lines = vec![said];
    lines.extend(games::claims(&findings));
    lines.extend(noted(remarks));
    lines
}

/// Whether the game is one of who acted.
fn sits_at(asker: &Asker<'_>, seat: Seat<'_>) -> bool {
    let account = asker.actor.account();
    let entry = account.and_then(|account| seat.tournament.entry_of(account));
    entry.is_some_and(|entry| seat.board.color_of(entry.number).is_some())
}

/// What was read otherwise than written.
fn noted(remarks: &Remarks) -> Option<String> {
    let mut notes = Vec::new();
    if let Some(language) = &remarks.language {
        notes.push(format!("the pieces' letters are {language}"));
    }
    if let [first, ..] = remarks.queens.as_slice() {
        notes.push(format!(
            "no piece is named for the pawn at {}, so it became a queen (rules 5.6)",
            place(*first)
        ));
    }
    match remarks.names {
        Names::AsPaired => {}
        Names::Exchanged => notes.push(
            "the tags name the two the other way round; if you played with the other colours, say so when you report".to_owned(),
        ),
    }
    if let Some(ply) = remarks.may_lack {
        notes.push(format!(
            "I take your word that nothing is missing {}",
            games::after(ply)
        ));
    }
    if let Some(ply) = remarks.numbers_off {
        notes.push(format!(
            "the move numbers do not count {}",
            games::from(ply)
        ));
    }
    if let Some(words) = &remarks.left_out {
        notes.push(format!("I left out \"{words}\""));
    }
    (!notes.is_empty()).then(|| format!("Note: {}.", notes.join("; ")))
}

/// What kept moves say against the ruling that these facts are, for the director who made it.
pub(super) fn against_ruling(asker: &Asker<'_>) -> Option<String> {
    asker.facts.iter().find_map(|fact| {
        let Fact::Score(ScoreFact::Contradicts {
            board,
            game,
            sender,
            verdict,
        }) = fact
        else {
            return None;
        };
        let (score, why) = contradiction(asker.society, *board, (*game, *sender), *verdict)?;
        Some(format!(
            "The moves that {} sent do not go with that: {}. Your ruling stands.",
            score.by,
            games::contradiction(why)
        ))
    })
}

/// A fact in a few words, for a board's history.
pub(super) fn history(fact: &ScoreFact) -> String {
    match fact {
        ScoreFact::Begun { .. } => "began to send the moves".to_owned(),
        ScoreFact::Line { text, .. } => format!("sent: {text}"),
        ScoreFact::Gap { gap, .. } => match gap {
            Gap::Lost => "a part of what was sent is lost",
            Gap::Unheard | Gap::Cut => "a part of what was sent may be lost",
        }
        .to_owned(),
        ScoreFact::Discarded { .. } => "threw away what was sent".to_owned(),
        ScoreFact::Forgotten { account, .. } => {
            format!("threw away what {account} began to send and did not end")
        }
        ScoreFact::Kept { score, .. } => {
            let fault = match &score.fault {
                Some(fault) => format!(", with a fault at {}", place(fault.ply)),
                None => String::new(),
            };
            format!(
                "{} sent the moves: {}{fault}",
                score.by,
                half_moves(score.plies())
            )
        }
        ScoreFact::Contradicts { .. } => "the moves and the result do not go together".to_owned(),
        ScoreFact::Asked { by, .. } => format!("{by} asked for the moves"),
        ScoreFact::Reminded { .. } => "both were reminded of the moves".to_owned(),
    }
}
