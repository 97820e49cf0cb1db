//! DALnet's general rules, 7 to 9: how a game ends, conduct, the director, and what a result is worth.

use super::super::law::{Law, law};

/// Article 7.
pub(in super::super) const ENDINGS: [Law; 15] = [
    law(
        "7.1",
        "checkmate",
        "Whoever checkmates the opponent's king wins, and with that move the game is over. Nothing that comes after it counts.",
    )
    .heads(&["checkmate"])
    .topics(&["win", "end"])
    .see(&["6.2", "NSW 7", "ROUX 6"]),
    law(
        "7.2",
        "resigning",
        "A player who says that they resign has lost, the opponent has won, and the game is over at once.",
    )
    .heads(&["resign"])
    .topics(&["win", "lose", "end"]),
    law(
        "7.3",
        "stalemate",
        "If the player who is to move is not in check but has no legal move at all, that is stalemate: a draw, and the game is over at once. A capture en passant counts as a legal move.",
    )
    .heads(&["stalemate"])
    .topics(&["draw", "end"])
    .see(&["NSW 8a", "ROUX 7"]),
    law(
        "7.4",
        "too few pieces to mate",
        "The game is a draw, and over at once without any claim, when all that is left is: king against king (a); king against king with a single bishop or knight (b); or king and bishop on each side, the bishops on squares of one colour (c).",
    )
    .more("There is nothing else on this list: two knights, bishop against knight, bishops of different colours or blocked pawns do not end a game by themselves.")
    .heads(&["material"])
    .topics(&["draw", "end", "king", "bishop", "knight"])
    .see(&["NSW 8b"]),
    law(
        "7.4a",
        "two bare kings",
        "When only the two kings are left the game is a draw and over at once.",
    )
    .topics(&["material", "draw", "bareking"]),
    law(
        "7.4b",
        "a single bishop or knight",
        "When one side has just its king, and the other its king and a single bishop or knight, the game is a draw and over at once.",
    )
    .topics(&["material", "draw", "bareking"]),
    law(
        "7.4c",
        "king and bishop each",
        "When each side has its king and one bishop, and both bishops run on squares of one colour, the game is a draw and over at once.",
    )
    .topics(&["material", "draw"]),
    law(
        "7.5",
        "bare king and time",
        "Whoever has only the king left cannot win. If your time runs out while your opponent has a bare king, the game is a draw.",
    )
    .more("It is about bare kings only. An opponent who has anything more wins when your flag falls, were it a single knight, unless 7.4 has ended the game before.")
    .heads(&["bareking", "flag"])
    .topics(&["time", "draw", "win", "lose"])
    .see(&["II.c"]),
    law(
        "7.6",
        "draw by agreement",
        "When both players agree on a draw, the game is drawn and over at once.",
    )
    .more("Offering it again and again is not allowed (8.1b). Here you both !report drew.")
    .heads(&["agreement", "drawoffer"])
    .topics(&["draw", "end"])
    .see(&["NSW 8e"]),
    law(
        "7.7",
        "threefold repetition",
        "When you have the move you can claim a draw if one position comes up for the third time: because the move you announce brings it about (a), or because it has just arisen, with you to move each time (b). It need not be three times running, and without a claim the game goes on, even after a fifth time.",
    )
    .more("Positions are the same when equal pieces of equal colour stand on equal squares, the same player is to move, and the same moves are possible, rights to castle or to take en passant among them.")
    .heads(&["threefold"])
    .topics(&["draw", "claim", "position"])
    .see(&["7.8", "NSW 8d"]),
    law(
        "7.7a",
        "claiming before the third time",
        "If a move of yours would bring the position about for the third time, announce that move, claim the draw, and do not play it.",
    )
    .topics(&["threefold", "claim", "draw"]),
    law(
        "7.7b",
        "claiming at the third time",
        "If your opponent's move has brought the position about for the third time, and each time it was you to move, claim the draw before you move.",
    )
    .topics(&["threefold", "claim", "draw"]),
    law(
        "7.8",
        "when the right to claim is gone",
        "If you move instead of claiming a draw by 7.7, you can no longer claim it for that occasion. You can again as soon as the position returns with you to move.",
    )
    .topics(&["claim", "threefold", "draw"]),
    law(
        "7.9",
        "fifty moves",
        "When you have the move you can claim a draw if you show that in the last 50 moves or more of each side nothing was captured and no pawn moved. For certain positions the organisers may raise the number, if they say so clearly before the event. All fifty must be played already; no number of moves ends a game without a claim.",
    )
    .more("The programs see checkmate (7.1) and probably stalemate (7.3), but hardly 7.9, 7.7, 7.5 or 7.4: where one of those applies, agree on the draw (7.6).")
    .heads(&["fifty"])
    .topics(&["draw", "claim", "75", "100", "program"])
    .see(&["NSW 8c", "ROUX 8"]),
    law(
        "7.10",
        "refusing the rules",
        "A player who will not keep to these rules during the game has lost it. If neither will, both have lost.",
    )
    .heads(&["refuse"])
    .topics(&["lose", "end"]),
];

/// Articles 8 and 9, and the sentence behind them.
pub(in super::super) const CONDUCT: [Law; 13] = [
    law(
        "8.1",
        "what is forbidden",
        "During a game you use no notes, books or records of any kind, no second board to analyse on, and no advice from others, whether you asked for it or not (a). You do not disturb or bother your opponent, for example by draw offers without end (b).",
    )
    .heads(&["conduct", "forbidden"])
    .topics(&["advice", "disturb", "drawoffer"])
    .see(&["8.2", "NSW conduct"]),
    law(
        "8.1a",
        "notes and advice",
        "While you play, nothing written, printed or recorded may help you, nor a second board to analyse on, nor the advice of anybody else, asked for or not.",
    )
    .heads(&["advice"])
    .topics(&["forbidden", "cheat"]),
    law(
        "8.1b",
        "disturbing the opponent",
        "Do nothing to disturb or bother your opponent, in whatever way; offering a draw over and over is a case of it.",
    )
    .heads(&["disturb"])
    .topics(&["forbidden", "drawoffer", "conduct"])
    .see(&["NSW conduct 1"]),
    law(
        "8.2",
        "breaking rule 8.1",
        "Who breaks 8.1 may get a penalty (9.5), in the worst case a lost game. About cheating see also 8.4.",
    )
    .topics(&["penalty", "conduct", "cheat"]),
    law(
        "8.3",
        "leaving a tournament",
        "If you no longer want to play on in a tournament, or cannot, tell the director as soon as you can. Just staying away can be taken for misconduct, as the director judges it.",
    )
    .more("Here you say !withdraw: finished games stay, an unplayed one goes to your opponent (if both leave, both lose), and only a director or an assistant takes you back. Who is put out for staying away is marked as deserted.")
    .heads(&["withdraw"])
    .topics(&["conduct", "presence"]),
    law(
        "8.4",
        "cheating",
        "No kind of cheating is put up with. Whoever is caught at it is banned from #ChessMasters and from all its tournaments to come.",
    )
    .heads(&["cheat", "ban"])
    .topics(&["penalty", "conduct"])
    .see(&["8.1a"]),
    law(
        "9",
        "the tournament director",
        "Each tournament has a director (TD) at its head, perhaps with assistants. None of them may play in a tournament that they direct or help to organise. Their duties are 9.1 to 9.5.",
    )
    .more("Here both ways are refused: officials cannot enter their tournament, and its players cannot become its officials.")
    .heads(&["director"])
    .topics(&["assistant"]),
    law(
        "9.1",
        "keeping the rules",
        "The director makes sure that everybody keeps to the rules, to the letter.",
    )
    .topics(&["director"]),
    law(
        "9.2",
        "watching over the tournament",
        "The director watches over how the tournament goes.",
    )
    .topics(&["director"]),
    law(
        "9.3",
        "decisions on disputes",
        "What the director decides on a dispute in the tournament, the director also puts into effect.",
    )
    .more("Here a ruling is never changed by a report; only a director or an assistant can take it back or rule anew.")
    .topics(&["director", "dispute", "ruling"]),
    law(
        "9.4",
        "a good place to play",
        "The director acts for the good of the tournament: there is to be a good place to play, and neither other players nor spectators may disturb anybody.",
    )
    .topics(&["director", "disturb", "spectator"]),
    law(
        "9.5",
        "penalties",
        "The director punishes players for faults and breaches of the rules: by a warning, for instance, and even by the loss of the game.",
    )
    .heads(&["penalty"])
    .topics(&["director"]),
    law(
        "scoring",
        "points for results and byes",
        "A won game brings 1 point, a draw half a point to each, a lost game nothing.",
    )
    .more("Here a forfeit win brings 1 point too, a double forfeit nothing to either. The bye of a Swiss is 1 point, and the pairing gives it to nobody twice; in a round robin whom the table leaves out gets nothing. Ratings count neither forfeits nor byes. Setting: tie_breaks.")
    .heads(&["score", "bye"])
    .topics(&["win", "draw", "lose", "forfeit", "rating", "tiebreak"])
    .see(&["IV.a"]),
];
