//! The rules most often misunderstood, from a summary for one-day school tournaments in New South Wales (SPEC R-31).

use super::law::{Law, law};

/// The document, in its order.
pub(super) const NSW: [Law; 20] = [
    law(
        "preface",
        "what this summary is for",
        "A summary for school tournaments of the chess rules that people get wrong most often; it is not complete and leaves out how the pieces move. Know touch move (6) above all: most opponents claim it at once, which is unsettling if you have never met it.",
    )
    .heads(&["preface", "common"])
    .topics(&["touch", "school"]),
    law(
        "clocks",
        "time limit and clocks",
        "In these one-day events the Director of Play sets a time for each game and then adjudicates what is not finished. Chess clocks are used only where both players have ratings of at least 400.",
    )
    .topics(&["time", "adjudication", "rating", "director"]),
    law(
        "1",
        "check",
        "A king that is attacked must get out of check with the next move. If it has no way out, that is checkmate, and the game has ended.",
    )
    .topics(&["checkmate", "king"])
    .see(&["DAL 6.2"]),
    law(
        "2",
        "illegal move",
        "A move that the laws do not allow, for instance one that leaves the king in check, is taken back and a legal one is made in its place. Touch move (6) still applies to it.",
    )
    .more("DALnet's rules have no article on this; ask the director.")
    .heads(&["illegal", "takeback"])
    .topics(&["touch"])
    .see(&["DAL 6.1"]),
    law(
        "3",
        "castling",
        "When you castle, touch the king first, or both pieces at once; if your hand goes to the rook first, only the rook moves. You may not castle with a king or rook that has moved before (a), nor out of check (b), nor when the king would pass or reach an attacked square (c).",
    )
    .topics(&["touch", "king", "rook"])
    .see(&["DAL 5.1b"]),
    law(
        "3a",
        "castling after a move",
        "Castling is illegal once the king or that rook has moved.",
    )
    .topics(&["castling"]),
    law(
        "3b",
        "castling in check",
        "Castling is illegal while your king is in check.",
    )
    .topics(&["castling"]),
    law(
        "3c",
        "castling through check",
        "Castling is illegal if the king would pass or land on a square that an enemy piece attacks.",
    )
    .topics(&["castling"]),
    law(
        "4",
        "en passant",
        "If a pawn's first move takes it two squares forward, past an enemy pawn by which it could have been captured after one, that pawn may capture it as though it had gone one. This can be done in the very next move and at no other time.",
    )
    .topics(&["pawn", "capture"])
    .see(&["DAL 5.6c"]),
    law(
        "5",
        "promotion",
        "A pawn that gets to the far end of the board may become any piece but a king. That piece need not have been captured before, so you might even have nine queens.",
    )
    .topics(&["pawn", "queen"])
    .see(&["DAL 5.6d"]),
    law(
        "6",
        "touch move and touch take",
        "If on your move you touch a piece of yours on purpose, you have to move it, provided that it can legally move. If you touch an enemy piece on purpose, by hand or with a piece, you have to take it if that is legal. When your hand has left a piece you moved, the move cannot be changed.",
    )
    .more("If that move was illegal you may change it, but you move the same piece if it has a legal move. DALnet's rules have no touch move: there is nothing to touch.")
    .heads(&["touch"])
    .topics(&["takeback", "illegal"])
    .see(&["ROUX 4"]),
    law(
        "7",
        "agreed checkmate",
        "A checkmate or stalemate that is claimed, and that you accept in words or by a handshake, stands, even if it was none. No spectator may tell you; look for yourself. Stay at the board, both of you, until you agree. If you find no way out, accept it; if you disagree, call an arbiter.",
    )
    .topics(&["checkmate", "stalemate", "claim", "spectator"])
    .see(&["DAL 7.1"]),
    law(
        "8",
        "ways to draw",
        "A game can be drawn in five ways: by stalemate (a), by too few pieces to mate (b), by fifty moves without progress (c), by one position three times (d), and by agreement (e).",
    )
    .topics(&["draw", "stalemate", "material", "fifty", "threefold", "agreement"])
    .see(&["8a", "8b", "8c", "8d", "8e", "DAL 7"]),
    law(
        "8a",
        "stalemate",
        "If whoever is to move has no legal move with any piece, and the king is not in check, the game is drawn.",
    )
    .topics(&["draw"])
    .see(&["DAL 7.3"]),
    law(
        "8b",
        "too few pieces",
        "Nobody can checkmate with two kings alone, or with a king and one knight or bishop against a king; so these are always draws.",
    )
    .topics(&["material", "draw"])
    .see(&["DAL 7.4"]),
    law(
        "8c",
        "fifty moves",
        "After 50 moves in a row by each player in which nothing is captured and no pawn moves, either may claim a draw. If nobody writes the game down, the player who wants this asks an arbiter to find a witness while they are counted.",
    )
    .topics(&["draw", "claim", "director"])
    .see(&["DAL 7.9"]),
    law(
        "8d",
        "threefold repetition",
        "A draw may be claimed once one position, with one and the same player to move, has come up three times in the game. Perpetual check is the usual case.",
    )
    .heads(&["perpetual"])
    .topics(&["draw", "claim", "check"])
    .see(&["DAL 7.7"]),
    law(
        "8e",
        "draw by agreement",
        "The two players may agree on a draw. That is between them, and spectators stay out of it.",
    )
    .topics(&["draw", "spectator"])
    .see(&["DAL 7.6"]),
    law(
        "conduct",
        "behaviour and penalties",
        "Chess competitions expect good behaviour. The laws of chess have penalties for breaking the rules about it, and losing the game can be one of them.",
    )
    .topics(&["conduct", "penalty"])
    .see(&["DAL 8.1"]),
    law(
        "conduct 1",
        "disturbing the opponent",
        "You may do nothing that disturbs or irritates your opponent.",
    )
    .topics(&["conduct", "disturb"])
    .see(&["DAL 8.1b"]),
];

/// All of it in two lines.
pub(super) const COMMON: [&str; 2] = [
    "Most misunderstood (NSW): 1 a check is met at once; 2 an illegal move is taken back; 3 castling: king first, never out of, through or into check, or after moving king or rook; 4 en passant at once or never; 5 a pawn may become any piece but a king, even a second queen.",
    "6 A piece touched on purpose must move, an enemy one must be taken, if that is legal; 7 an agreed checkmate or stalemate stands; 8 draws: stalemate, too few pieces, and on a claim fifty moves or a position three times; or by agreement.",
];
