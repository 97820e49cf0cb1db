//! What players say.

use super::laws::read_rules;
use super::misread::{Expected, Misread};
use super::model::Command;
use super::results::read_report;
use super::scores::{read_discard, read_end, read_game, read_position};
use super::table::{CommandReader, Proof, Reader, Spec, Where, Who};
use super::time::read_zone;
use super::words::{Words, read_number};
use crate::vocabulary::RoundNumber;

const fn row(
    word: &'static str,
    aliases: &'static [&'static str],
    [usage, example]: [&'static str; 2],
    summary: &'static str,
    read: CommandReader,
) -> Spec {
    Spec {
        word,
        aliases,
        usage,
        example,
        summary,
        who: Who::Player,
        place: Where::Anywhere,
        proof: Proof::Needed,
        read: Reader::Plain(read),
    }
}

/// A question with the same answer for everybody.
const fn open(spec: Spec) -> Spec {
    Spec {
        proof: Proof::NotNeeded,
        ..spec
    }
}

const fn in_channel(spec: Spec) -> Spec {
    Spec {
        place: Where::Channel,
        ..spec
    }
}

const fn in_private(spec: Spec) -> Spec {
    Spec {
        place: Where::Private,
        ..spec
    }
}

/// The players' part of the table.
pub(super) const PLAYERS: [Spec; 31] = [
    open(row(
        "help",
        &[],
        ["help [COMMAND]", "help report"],
        "what you can say, or how one command is written",
        read_help,
    )),
    open(row(
        "tournaments",
        &["lt"],
        ["tournaments", "tournaments"],
        "the tournaments there are, and where they stand",
        read_tournaments,
    )),
    open(row(
        "info",
        &[],
        ["info [TOURNAMENT]", "info"],
        "format, rounds, times and director of a tournament",
        |words| Ok(Command::Info(words.tournament_by_name()?)),
    )),
    row(
        "register",
        &["join"],
        ["register [TOURNAMENT]", "register"],
        "enter a tournament while registration is open",
        |words| Ok(Command::Register(words.tournament_by_name()?)),
    ),
    row(
        "preregister",
        &[],
        ["preregister [TOURNAMENT]", "preregister"],
        "enter a tournament before registration opens",
        |words| Ok(Command::Preregister(words.tournament_by_name()?)),
    ),
    row(
        "withdraw",
        &["drop", "dropout"],
        ["withdraw [TOURNAMENT]", "withdraw"],
        "leave a tournament; games already played stay",
        read_withdraw,
    ),
    open(row(
        "players",
        &["who", "lp"],
        ["players [TOURNAMENT]", "players"],
        "who has entered",
        |words| Ok(Command::Players(words.tournament_by_name()?)),
    )),
    open(row(
        "pairings",
        &[],
        ["pairings [ROUND] [TOURNAMENT]", "pairings 2"],
        "who plays whom in a round",
        |words| {
            let round = read_round(words)?;
            Ok(Command::Pairings(words.tournament_by_name()?, round))
        },
    )),
    open(row(
        "bracket",
        &[],
        ["bracket [TOURNAMENT]", "bracket"],
        "every round of a knockout, the newest first",
        |words| Ok(Command::Bracket(words.tournament_by_name()?)),
    )),
    row(
        "opponent",
        &["pairing"],
        ["opponent [TOURNAMENT]", "opponent"],
        "whom you play, with which colour, and until when",
        |words| Ok(Command::Opponent(words.tournament_by_name()?)),
    ),
    open(row(
        "results",
        &[],
        ["results [ROUND] [TOURNAMENT]", "results 2"],
        "the results of a round",
        |words| {
            let round = read_round(words)?;
            Ok(Command::Results(words.tournament_by_name()?, round))
        },
    )),
    open(row(
        "standings",
        &["grid", "rank"],
        ["standings [TOURNAMENT]", "standings"],
        "points and places",
        |words| Ok(Command::Standings(words.tournament_by_name()?)),
    )),
    row(
        "report",
        &[],
        [
            "report won|lost|drew [as white|as black], or report WHITE 1-0 BLACK",
            "report won",
        ],
        "say how your game ended",
        read_report_line,
    ),
    row(
        "confirm",
        &[],
        ["confirm [TOURNAMENT]", "confirm"],
        "say that your opponent's report is right",
        |words| Ok(Command::Confirm(words.tournament_by_name()?)),
    ),
    row(
        "explain",
        &[],
        [
            "explain [#TOURNAMENT] TEXT",
            "explain I won on time in move 31",
        ],
        "tell the director what happened in a game whose reports differ",
        |words| {
            words.hash_here()?;
            let text = words.text(Expected::Text)?;
            let which = words.tournament();
            Ok(Command::Explain { text, which })
        },
    ),
    in_channel(row(
        "present",
        &["here"],
        ["present [TOURNAMENT]", "present"],
        "check in for your game before the cutoff, in the channel",
        read_present,
    )),
    row(
        "when",
        &["deadline"],
        ["when [TOURNAMENT]", "when"],
        "by when to check in and to play",
        |words| Ok(Command::When(words.tournament_by_name()?)),
    ),
    row(
        "me",
        &["status"],
        ["me", "me"],
        "what is known of you: tournaments, games, time zone",
        |words| {
            words.end()?;
            Ok(Command::Me)
        },
    ),
    row(
        "rating",
        &["elo"],
        ["rating [NICK]", "rating Rook"],
        "a rating on this channel, yours or somebody else's",
        |words| Ok(Command::Rating(read_nick(words)?)),
    ),
    open(row(
        "ratings",
        &[],
        ["ratings [PAGE]", "ratings 2"],
        "the rating list, the highest first",
        read_ratings,
    )),
    row(
        "history",
        &[],
        ["history [NICK]", "history"],
        "what each tournament made of a rating",
        |words| Ok(Command::RatingHistory(read_nick(words)?)),
    ),
    open(row(
        "rules",
        &["rule", "laws", "law"],
        ["rules [ARTICLE|WORDS|common]", "rules 7.4"],
        "what the rules say, by an article's number or by words",
        read_rules,
    )),
    row(
        "tz",
        &[],
        ["tz ZONE", "tz Europe/Berlin"],
        "see times on your own clock as well",
        |words| Ok(Command::Zone(read_zone(words)?)),
    ),
    row(
        "playing",
        &[],
        ["playing [TOURNAMENT]", "playing"],
        "say that your game has begun; both players do",
        |words| Ok(Command::Playing(words.tournament_by_name()?)),
    ),
    row(
        "interrupted",
        &[],
        ["interrupted [TOURNAMENT]", "interrupted"],
        "say that a lost connection stopped your game",
        |words| Ok(Command::Interrupted(words.tournament_by_name()?)),
    ),
    row(
        "resumed",
        &[],
        ["resumed [TOURNAMENT]", "resumed"],
        "say that your game goes on",
        |words| Ok(Command::Resumed(words.tournament_by_name()?)),
    ),
    row(
        "why",
        &[],
        ["why [ROUND.BOARD] [TOURNAMENT]", "why"],
        "why you have this opponent and colour, or the bye, and what became of the board",
        read_why,
    ),
    row(
        "game",
        &["moves"],
        ["game [MOVES], or game ROUND.BOARD [TOURNAMENT]", "game 2.3"],
        "in private: send the moves of your game; anywhere: see the moves of a game",
        read_game,
    ),
    in_private(row(
        "end",
        &[],
        ["end [NUMBER] [anyway]", "end"],
        "that were all the moves: have them checked and kept",
        read_end,
    )),
    in_private(row(
        "discard",
        &[],
        ["discard", "discard"],
        "throw away the moves you have sent so far",
        read_discard,
    )),
    open(row(
        "position",
        &["board"],
        [
            "position ROUND.BOARD [MOVE] [TOURNAMENT]",
            "position 2.3 24b",
        ],
        "the position of a game after a move, or at its end",
        read_position,
    )),
];

fn read_help(words: &mut Words<'_>) -> Result<Command, Misread> {
    let topic = words.text_or_none(Expected::Text)?;
    let topic = topic.map(|topic| topic.trim_start_matches('!').to_owned());
    Ok(Command::Help(topic.filter(|topic| !topic.is_empty())))
}

fn read_nick(words: &mut Words<'_>) -> Result<Option<String>, Misread> {
    let nick = words.take().map(|word| word.text.to_owned());
    words.end()?;
    Ok(nick)
}

fn read_ratings(words: &mut Words<'_>) -> Result<Command, Misread> {
    let page = match words.take() {
        Some(word) => {
            Some(read_number(word.text).ok_or_else(|| words.unreadable(word, Expected::Page))?)
        }
        None => None,
    };
    words.end()?;
    Ok(Command::Ratings(page))
}

fn read_tournaments(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.end()?;
    Ok(Command::Tournaments)
}

fn read_round(words: &mut Words<'_>) -> Result<Option<RoundNumber>, Misread> {
    words.hash_here()?;
    let Some(word) = words.peek() else {
        return Ok(None);
    };
    if let Some(number) = read_number(word.text) {
        words.skip(1);
        return Ok(Some(RoundNumber(number)));
    }
    if word.text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(words.unreadable(word, Expected::Round));
    }
    Ok(None)
}

fn read_withdraw(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.hash_here()?;
    let named = words.take().map(|word| word.text.to_owned());
    words.hash_here()?;
    let deserted = words.take_one_of(&["deserted"]).is_some();
    words.hash_here()?;
    let reason = words.text_or_none(Expected::Reason)?;
    let which = words.tournament();
    Ok(Command::Withdraw {
        named,
        deserted,
        reason,
        which,
    })
}

fn read_report_line(words: &mut Words<'_>) -> Result<Command, Misread> {
    let text = words.line();
    let report = read_report(words)?;
    let which = words.tournament_at_end()?;
    Ok(Command::Report {
        words: report,
        text,
        which,
    })
}

fn read_present(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.hashes()?;
    let rest = words.joined();
    words.skip(words.left().len());
    let which = words.tournament_at_end()?;
    let named = Some(rest).filter(|rest| !rest.is_empty());
    Ok(Command::Present { named, which })
}

fn read_why(words: &mut Words<'_>) -> Result<Command, Misread> {
    words.hashes()?;
    let board = words.board_or_none();
    Ok(Command::Why(words.tournament_by_name()?, board))
}
