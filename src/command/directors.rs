//! What directors and assistants say.

use super::model::OrderWords;
use super::orders::{
    read_admit, read_appoint_assistant, read_appoint_director, read_bye, read_cancel,
    read_dismiss_assistant, read_dismiss_director, read_excuse, read_expel, read_export,
    read_extend, read_finish, read_new, read_pair, read_reenter, read_result, read_say, read_set,
    read_swap, read_undo,
};
use super::players::PLAYERS;
use super::scores::{read_adjudicate, read_ask_score};
use super::table::{OrderReader, Proof, Reader, Spec, Where, Who};
use crate::view::ExportForm;

const fn row(
    word: &'static str,
    [usage, example]: [&'static str; 2],
    summary: &'static str,
    read: OrderReader,
) -> Spec {
    Spec {
        word,
        aliases: &[],
        usage,
        example,
        summary,
        who: Who::Director,
        place: Where::Private,
        proof: Proof::Needed,
        read: Reader::Order(read),
    }
}

/// The director's form of a word that players say too; it is read together with theirs.
const fn shared(
    word: &'static str,
    [usage, example]: [&'static str; 2],
    summary: &'static str,
) -> Spec {
    let mut at = 0;
    // Two names are one where every byte is; `==` on strings is not const yet.
    while !same(PLAYERS[at].word, word) {
        at += 1;
    }
    Spec {
        word,
        aliases: &[],
        usage,
        example,
        summary,
        who: Who::Director,
        place: Where::Private,
        proof: Proof::Needed,
        read: PLAYERS[at].read,
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The directors' part of the table.
pub(super) const DIRECTORS: [Spec; 36] = [
    row(
        "tournament new",
        ["tournament new NAME", "tournament new Winter Open"],
        "draft a tournament; nobody else sees it yet",
        read_new,
    ),
    row(
        "tournament set",
        [
            "tournament set [#TOURNAMENT] KEY VALUE",
            "tournament set rounds 7",
        ],
        "change a setting of a tournament",
        read_set,
    ),
    row(
        "tournament announce",
        ["tournament announce [TOURNAMENT]", "tournament announce"],
        "let everybody know of a draft",
        |words| Ok(OrderWords::Announce(words.tournament_by_name()?)),
    ),
    row(
        "tournament open",
        ["tournament open [TOURNAMENT]", "tournament open"],
        "open registration now",
        |words| Ok(OrderWords::Open(words.tournament_by_name()?)),
    ),
    row(
        "tournament close",
        ["tournament close [TOURNAMENT]", "tournament close"],
        "close registration and pair the first round now",
        |words| Ok(OrderWords::Start(words.tournament_by_name()?)),
    ),
    row(
        "tournament start",
        ["tournament start [TOURNAMENT]", "tournament start"],
        "the same as tournament close",
        |words| Ok(OrderWords::Start(words.tournament_by_name()?)),
    ),
    row(
        "tournament finish",
        [
            "tournament finish [TOURNAMENT] [confirm]",
            "tournament finish",
        ],
        "end a tournament with the standings as they are",
        read_finish,
    ),
    row(
        "tournament cancel",
        [
            "tournament cancel [TOURNAMENT] [confirm]",
            "tournament cancel",
        ],
        "call a tournament off",
        read_cancel,
    ),
    row(
        "admit",
        ["admit NICK [half] [#TOURNAMENT]", "admit Anna half"],
        "enter somebody late; half gives half a point for each round missed",
        read_admit,
    ),
    row(
        "expel",
        [
            "expel NICK [#TOURNAMENT] [REASON]",
            "expel Anna used an engine",
        ],
        "put a player out",
        read_expel,
    ),
    shared(
        "withdraw",
        [
            "withdraw NICK [deserted] [#TOURNAMENT] [REASON]",
            "withdraw Anna",
        ],
        "take a player out; deserted marks who stayed away without a word",
    ),
    row(
        "reenter",
        ["reenter NICK [#TOURNAMENT]", "reenter Anna"],
        "take a withdrawn player back, with all results",
        read_reenter,
    ),
    row(
        "preview",
        ["preview [TOURNAMENT]", "preview"],
        "the round that is paired and not published",
        |words| Ok(OrderWords::Preview(words.tournament_by_name()?)),
    ),
    row(
        "pair",
        ["pair [WHITE BLACK] [#TOURNAMENT] [confirm]", "pair"],
        "pair the next round, or put two players together in the draft",
        read_pair,
    ),
    row(
        "swap",
        ["swap NICK NICK [#TOURNAMENT] [confirm]", "swap Anna Boris"],
        "let two players change places in the draft; opponents change colours",
        read_swap,
    ),
    row(
        "bye",
        [
            "bye NICK [half|full|zero] [#TOURNAMENT] [confirm]",
            "bye Anna",
        ],
        "give a player a bye in the draft",
        read_bye,
    ),
    row(
        "publish",
        ["publish [TOURNAMENT]", "publish"],
        "publish the draft now: the round begins",
        |words| Ok(OrderWords::Publish(words.tournament_by_name()?)),
    ),
    row(
        "hold",
        ["hold [TOURNAMENT]", "hold"],
        "keep the draft from being published by the clock",
        |words| Ok(OrderWords::Hold(words.tournament_by_name()?)),
    ),
    row(
        "result",
        [
            "result ROUND.BOARD 1-0|0-1|1/2|1-0f|0-1f|0-0 [swapped] [#TOURNAMENT] REASON",
            "result 2.3 1-0f no word from black",
        ],
        "rule on a board; f is for forfeit, swapped for colours not as paired, scores go by the pairing",
        read_result,
    ),
    row(
        "undo",
        ["undo [ROUND.BOARD] [TOURNAMENT]", "undo 2.3"],
        "take back the last ruling on a board",
        read_undo,
    ),
    shared(
        "why",
        ["why ROUND.BOARD [TOURNAMENT]", "why 2.3"],
        "why the two meet, and all that happened to the board: who, when and why",
    ),
    row(
        "disputes",
        ["disputes [TOURNAMENT]", "disputes"],
        "the boards that wait for your ruling",
        |words| Ok(OrderWords::Disputes(words.tournament_by_name()?)),
    ),
    row(
        "preflight",
        ["preflight [TOURNAMENT]", "preflight"],
        "what is missing before the round can close",
        |words| Ok(OrderWords::Preflight(words.tournament_by_name()?)),
    ),
    shared(
        "present",
        [
            "present NICK [#TOURNAMENT] [REASON]",
            "present Anna she was in the query with me",
        ],
        "check a player in yourself",
    ),
    row(
        "excuse",
        [
            "excuse NICK [#TOURNAMENT] REASON",
            "excuse Anna power cut at home",
        ],
        "keep the cutoff from deciding a player's board; you rule on it later",
        read_excuse,
    ),
    row(
        "extend",
        [
            "extend ROUND[.BOARD] LENGTH [#TOURNAMENT] REASON",
            "extend 2.3 1d both asked for it",
        ],
        "move the deadline of a round or board; a length like -2h moves it back",
        read_extend,
    ),
    row(
        "sweep",
        ["sweep [TOURNAMENT]", "sweep"],
        "what the cutoff would do if it were now; nothing is changed",
        |words| Ok(OrderWords::Sweep(words.tournament_by_name()?)),
    ),
    row(
        "export trf",
        ["export trf [TOURNAMENT]", "export trf"],
        "the command line that prints a tournament as a report, for the machine the bot runs on",
        |words| read_export(words, ExportForm::Trf),
    ),
    row(
        "export pgn",
        ["export pgn [TOURNAMENT]", "export pgn"],
        "the command line that prints the games of a tournament as PGN, for the machine the bot runs on",
        |words| read_export(words, ExportForm::Pgn),
    ),
    row(
        "say",
        ["say TEXT", "say Round 2 is published"],
        "say something in the channel",
        read_say,
    ),
    row(
        "director add",
        [
            "director add NICK [TOURNAMENT|everywhere]",
            "director add Anna",
        ],
        "make somebody a director",
        read_appoint_director,
    ),
    row(
        "director remove",
        [
            "director remove NICK [TOURNAMENT|everywhere]",
            "director remove Anna",
        ],
        "end a director's office",
        read_dismiss_director,
    ),
    row(
        "assistant add",
        [
            "assistant add NICK [TOURNAMENT|everywhere]",
            "assistant add Anna",
        ],
        "make somebody an assistant",
        read_appoint_assistant,
    ),
    row(
        "assistant remove",
        [
            "assistant remove NICK [TOURNAMENT|everywhere]",
            "assistant remove Anna",
        ],
        "end an assistant's office",
        read_dismiss_assistant,
    ),
    row(
        "ask score",
        ["ask score ROUND.BOARD [TOURNAMENT]", "ask score 2.3"],
        "ask the two players for the moves of their game",
        read_ask_score,
    ),
    row(
        "adjudicate",
        ["adjudicate ROUND.BOARD [last|FEN]", "adjudicate 2.3 last"],
        "what can be said of an unfinished game: material, the laws, an engine's advice",
        read_adjudicate,
    ),
];
