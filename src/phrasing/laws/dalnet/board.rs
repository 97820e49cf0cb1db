//! DALnet's general rules, 1 to 6: the board, the pieces, how they move, check.

use super::super::law::{Law, law};

/// Articles 1 to 4.
pub(in super::super) const BOARD: [Law; 13] = [
    law(
        "1.1",
        "the board",
        "Chess is played by two opponents with pieces on a board of 8 by 8 squares of one size, light and dark by turns. The light ones are called white, the dark ones black.",
    )
    .heads(&["board", "square"]),
    law(
        "1.2",
        "how the board lies",
        "The board lies so that each player has a light corner square at the right hand.",
    )
    .topics(&["board", "corner", "orientation", "square"]),
    law(
        "1.3",
        "files",
        "A file is one of the eight columns of squares that run from one player to the other.",
    )
    .heads(&["file"])
    .topics(&["column"]),
    law(
        "1.4",
        "ranks",
        "A rank is one of the eight rows of squares that run from left to right, across the files.",
    )
    .heads(&["rank"])
    .topics(&["row"]),
    law(
        "1.5",
        "diagonals",
        "A diagonal is a line of squares of one colour that touch at their corners.",
    )
    .heads(&["diagonal"]),
    law(
        "2.1",
        "the two sides",
        "At the start one player has sixteen light pieces, called white, and the other sixteen dark ones, called black.",
    )
    .topics(&["white", "black", "colour", "setup"]),
    law(
        "2.2",
        "what pieces there are",
        "Each side has one king and one queen, two rooks, two bishops and two knights, and eight pawns.",
    )
    .heads(&["piece"]),
    law(
        "2.3",
        "the starting position",
        "On White's first rank, from file a to file h: rook, knight, bishop, queen, king, bishop, knight, rook, with the pawns in front on the second. Black stands opposite, on the eighth rank and the seventh; each queen begins on a square of her own colour.",
    )
    .heads(&["setup"]),
    law(
        "3.1",
        "moving in turn",
        "White begins. After that the players move alternately, one move each, until the game is over.",
    )
    .heads(&["turn", "firstmove", "white"])
    .topics(&["start"])
    .see(&["ROUX 3"]),
    law(
        "3.2",
        "having the move",
        "You have the move as soon as your opponent has completed one.",
    )
    .topics(&["turn"]),
    law(
        "4.1",
        "what a move is",
        "A move takes one of your pieces from its square to another one that is empty or holds an enemy piece. Only castling (5.1b) moves two at once.",
    )
    .heads(&["move"]),
    law(
        "4.2",
        "jumping over pieces",
        "A piece never passes over a square on which another one stands. The exceptions are the knight (5.5) and the rook when it castles (5.1b).",
    )
    .heads(&["jump"])
    .topics(&["cross", "blocked"]),
    law(
        "4.3",
        "capturing",
        "Moving to a square with an enemy piece captures that piece, as a part of the move. A pawn taken en passant (5.6c) is the one that does not stand on the square you move to.",
    )
    .heads(&["capture"]),
];

/// Articles 5 and 6.
pub(in super::super) const MOVES: [Law; 20] = [
    law(
        "5.1",
        "the king",
        "The king goes one square in any direction, but not to one that the enemy attacks (5.1a), or it castles with a rook (5.1b).",
    )
    .heads(&["king"])
    .topics(&["move"]),
    law(
        "5.1a",
        "the king's step",
        "Castling apart, the king goes to one of the squares around it, and never to one that an enemy piece attacks.",
    )
    .topics(&["king", "attack"]),
    law(
        "5.1b",
        "castling",
        "One move of king and rook: the king goes two squares along its rank towards the rook, which then lands on the square the king has passed. It is lost for good once that king or that rook has moved, and has to wait while the king stands on, passes or reaches an attacked square, or anything stands between the two.",
    )
    .more("Attacks matter for the king's squares only: the rook may be attacked, and may pass an attacked square. Where castling is legal the programs move the rook by themselves.")
    .heads(&["castling"])
    .topics(&["king", "rook"])
    .see(&["NSW 3", "ROUX 9"]),
    law(
        "5.1b.i",
        "castling lost for good",
        "It is illegal to castle with a king that has moved before (A), or with a rook that has (B).",
    )
    .topics(&["castling"]),
    law(
        "5.1b.i.A",
        "castling after a king's move",
        "Once your king has moved you can never castle, even if it is back on its first square.",
    )
    .topics(&["castling"]),
    law(
        "5.1b.i.B",
        "castling after a rook's move",
        "You can never castle with a rook that has moved; with the other one you still may.",
    )
    .topics(&["castling"]),
    law(
        "5.1b.ii",
        "castling prevented for now",
        "You cannot castle at the moment while the king is in check, or would pass or reach an attacked square (A), or while something stands between it and the rook (B). When that is over, you may.",
    )
    .topics(&["castling"]),
    law(
        "5.1b.ii.A",
        "castling and attacked squares",
        "The king may not castle out of check, across an attacked square or into check. This is a rule for the king alone: attacks on the rook do not count.",
    )
    .topics(&["castling", "attack"]),
    law(
        "5.1b.ii.B",
        "castling with something between",
        "You cannot castle while a piece of either side stands between your king and the rook you want to castle with.",
    )
    .topics(&["castling", "blocked"]),
    law(
        "5.2",
        "the queen",
        "A queen goes any distance in a straight line, along its file, its rank or a diagonal, as far as nothing blocks the way (4.2).",
    )
    .heads(&["queen"])
    .topics(&["move"]),
    law(
        "5.3",
        "the rook",
        "A rook goes any distance along its file or its rank, as far as nothing blocks the way (4.2).",
    )
    .heads(&["rook"])
    .topics(&["move"]),
    law(
        "5.4",
        "the bishop",
        "A bishop goes any distance along a diagonal, as far as nothing blocks the way (4.2).",
    )
    .heads(&["bishop"])
    .topics(&["move"]),
    law(
        "5.5",
        "the knight",
        "A knight goes one square straight, on its file or its rank, and then one more diagonally, away from where it started. Whether anything stands on the square between does not matter.",
    )
    .heads(&["knight"])
    .topics(&["move", "jump"]),
    law(
        "5.6",
        "the pawn",
        "A pawn goes forward only (5.6a): one square, or two from where it began, and it captures diagonally (5.6b). It can take another pawn in passing (5.6c), and on the last rank it is promoted (5.6d).",
    )
    .heads(&["pawn"])
    .topics(&["move"]),
    law(
        "5.6a",
        "the pawn's direction",
        "A pawn never goes back or sideways, and never over another piece (4.2).",
    )
    .topics(&["pawn", "forward"]),
    law(
        "5.6b",
        "the pawn's steps",
        "From where it began, a pawn advances one or two squares on its file; after that, one at a time. What it enters or passes must be empty. It captures differently: one square forward on a diagonal.",
    )
    .topics(&["pawn", "capture", "forward"]),
    law(
        "5.6c",
        "en passant",
        "If an enemy pawn goes two squares at once from where it began, and the square it passed is attacked by your pawn, you may take it as if it had stopped there. You can only do so with your very next move, and like any move it must not leave your king in check (6.1).",
    )
    .heads(&["enpassant"])
    .topics(&["pawn", "capture"])
    .see(&["NSW 4"]),
    law(
        "5.6d",
        "promotion",
        "A pawn that reaches the last rank is replaced in the same move by a queen, rook, bishop or knight of its colour, whichever its player wants and whatever is left on the board. The new piece acts at once. The programs take a queen unless you choose under \"Promotion Piece\" first.",
    )
    .heads(&["promotion"])
    .topics(&["pawn", "queen"])
    .see(&["NSW 5"]),
    law(
        "6.1",
        "check",
        "A king is in check while at least one enemy piece attacks its square. No move may leave your own king attacked.",
    )
    .heads(&["check"])
    .topics(&["king", "attack", "illegal"])
    .see(&["6.2", "NSW 1", "ROUX 5"]),
    law(
        "6.2",
        "answering a check",
        "A check has to be met by the very next move: the king steps away, the attacker is taken, or something is put between. If nothing of that is possible, it is checkmate (7.1).",
    )
    .topics(&["check", "king", "attack"]),
];
