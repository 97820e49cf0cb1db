//! La Roux's club laws (SPEC R-32): history, and how each differs from what holds today.

use super::law::{Law, law};

/// The document, in its order.
pub(super) const ROUX: [Law; 10] = [
    law(
        "preface",
        "the old club laws",
        "Laws that, as Maxim La Roux has it, the leading clubs of the country kept in that day. They are history: DALnet's rules hold here.",
    )
    .heads(&["preface", "history"]),
    law(
        "1",
        "a touched man",
        "On your turn, a man of yours that you touch must be moved, unless you only set it straight and say \"J'adoube\" (4).",
    )
    .more("Walker remarks that saying it does not free you once you meant to play the man; otherwise you could hold it for minutes, put it back and move another. Today: NSW 6.")
    .topics(&["touch"]),
    law(
        "2",
        "men placed wrongly",
        "If the men were set up wrongly and it is noticed before each side has made four moves, the game is begun again; noticed after that, it goes on as it is.",
    )
    .more("Today the programs set up the board, and DALnet's rules are silent on this.")
    .heads(&["misplaced"])
    .topics(&["setup", "restart"]),
    law(
        "3",
        "first move and odds",
        "Equal players draw lots for who moves first, and then take turns at it from game to game. Who gives odds may choose to move first, and chooses the men in every game. A pawn given is usually the king's bishop's; a piece may be taken from either wing.",
    )
    .more("Today White moves first (DAL 3.1), the pairing gives the colours, and there are no odds.")
    .heads(&["odds", "lot"])
    .topics(&["white", "colour", "handicap"]),
    law(
        "4",
        "touching without \"J'adoube\"",
        "If you move or touch one of your men, by accident or not, and do not say \"J'adoube\", your opponent can make you move that man, or your king if it is not in check.",
    )
    .more("Today (NSW 6) only a touch on purpose binds you, and only to the man you touched.")
    .topics(&["touch"]),
    law(
        "5",
        "a check not announced",
        "A player who gives check has to say so. If not, the opponent may leave the king in check. If that is noticed moves later, the moves are taken back to where the check was given; where nobody knows, the player in check takes back the last move and meets the check.",
    )
    .more("Today nobody has to say check, and a check must always be met (DAL 6.1, 6.2).")
    .topics(&["check", "takeback"]),
    law(
        "6",
        "checkmate",
        "Giving checkmate wins. That is as today (DAL 7.1).",
    )
    .topics(&["win"]),
    law(
        "7",
        "stalemate",
        "A stalemate is a draw. That is as today (DAL 7.3).",
    )
    .topics(&["draw"]),
    law(
        "8",
        "mate within fifty moves",
        "When few men are left and one side has the power to mate, the other may demand the mate within fifty moves; if it does not come, the game is drawn.",
    )
    .more("Today (DAL 7.9) either player may claim after fifty moves of both sides, and any capture or pawn move starts the count anew.")
    .topics(&["fifty", "draw", "claim"]),
    law(
        "9",
        "castling",
        "There is no castling in check, nor with a king or rook that has moved, nor over other men, nor where the king must cross a square that the enemy commands. That is as today (DAL 5.1b).",
    )
    .topics(&["king", "rook"]),
];
