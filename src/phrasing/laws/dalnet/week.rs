//! DALnet's special rules, I to IV: registration, programs, the week, reports. What the bot makes of them is said behind
//! each, with the name of the setting where a tournament can have it otherwise.

use super::super::law::{Law, law};

/// What stands before article 1.
pub(in super::super) const WEEK: [Law; 10] = [
    law(
        "preface",
        "the channel and its rules",
        "The DALnet Chess Society runs #ChessMasters for the good of chess and to make its players better; anybody may take part. Games are played with chess programs over IRC, so special rules (I to IV) come first. The general ones (1 to 9) are FIDE's of 1993, changed where those programs need it; \"he\" means women and men alike.",
    )
    .heads(&["preface", "society"])
    .topics(&["fide", "purpose", "channel"]),
    law(
        "I",
        "announcing and entering a tournament",
        "A tournament is announced ahead of time, with the day and hour of registration. Everybody who wants to play has to register then, except those who preregistered. When registration closes, round 1 is paired, announced and put on the web page; players whose addresses are known get it by e-mail as well.",
    )
    .more("Here you say !register while registration is open, or !preregister before; !info tells the times (settings registration_opens and registration_closes). Afterwards only a director or an assistant can let somebody in, and only into a Swiss.")
    .heads(&["register"])
    .topics(&["announcement", "pairing", "start"])
    .see(&["I.a"]),
    law(
        "I.a",
        "registered nick and address",
        "To play you need a nick that is registered with DALnet or a rating on this channel, and you give a working e-mail address when asked. Who fails in either, above all with the address, may be left out of the pairings.",
    )
    .more("The bot knows you by your services account: identify to NickServ before you say anything that counts.")
    .heads(&["nick", "email"])
    .topics(&["register", "rating", "identity", "address"]),
    law(
        "II",
        "programs and host",
        "Tournament games use WSCHESS99j or IRCCHESS v1.20 only, because those connect reliably; the web page has both. You and your opponent use the same one. One of you is the host, and the other types the host's IP number into the connection window. In the channel, /dns NICK makes it appear in the status window.",
    )
    .heads(&["program", "host"])
    .topics(&["download"])
    .see(&["II.a", "II.b", "II.c"]),
    law(
        "II.a",
        "having both programs",
        "You are strongly advised to have both programs: it saves time and trouble. Whoever has both follows an opponent who has one, or can make but one of them work. If each of you has a different one, at least one of you gets the other's from the web page.",
    )
    .topics(&["program", "download"])
    .see(&["II"]),
    law(
        "II.b",
        "netsplits and interruptions",
        "Programs and IRC fail now and then, most often by a netsplit: everybody seems to leave at one moment and is back seconds or minutes later. Your game usually stays connected, but not always, and you may be cut off without noticing. Save the game first. If the director is in the channel, say what happened.",
    )
    .more("Then reconnect: the host disconnects, becomes host again and opens the saved game. Wait for the program's signal, as synchronising takes several seconds. Here you also say !interrupted, and !resumed when you go on. A !present once made outlasts a netsplit.")
    .heads(&["interruption"])
    .topics(&["save", "host"]),
    law(
        "II.c",
        "sixty minutes",
        "Every game is set to 60 minutes unless something else is announced. Both programs begin with 60; whoever sets up the game checks that, and then takes the right colour.",
    )
    .more("Here that is the setting time_control; !info shows what your tournament has.")
    .heads(&["time"])
    .topics(&["flag", "60", "sixty", "setup", "colour"])
    .see(&["7.5", "NSW clocks"]),
    law(
        "III",
        "the week and who is present",
        "A round usually takes a week, and finding your opponent is up to you: by MemoServ, or by e-mail where addresses are given. If that is difficult, tell the director soon. If you cannot play in time, both of you report to the channel at least 2 h 30 min before the deadline. One there: a win. Both: you must play. Neither: both lose.",
    )
    .more("Here that report is !present, in the 24 hours before the cutoff; on its very second still counts. A forfeit is provisional until the deadline. Settings: checkin_before_deadline (2h30m), checkin_window (24h), round_length (7d), deadline_at. !when shows your times.")
    .heads(&["presence", "week", "deadline"])
    .topics(&["forfeit", "opponent", "contact", "memo", "round", "appointment"])
    .see(&["IV.a"]),
    law(
        "IV",
        "reporting a result",
        "Reporting your result before the deadline is your own duty: both nicks, who had which colour, and the result. The moves need not be sent, but the director may ask for them. The director gives all players an e-mail address, to which results can go as well.",
    )
    .more("Here !report won, !report lost or !report drew is enough, as the bot knows the pairing.")
    .heads(&["report"])
    .topics(&["gamescore", "deadline", "email"])
    .see(&["IV.a"]),
    law(
        "IV.a",
        "one report, none, or two that differ",
        "Both of you should report. What only one reports is taken as right. What nobody reports goes down as a double forfeit. If your reports contradict each other, the director wants an explanation from each of you.",
    )
    .more("Here a single report is provisional until the deadline, and the other may !confirm it or report otherwise. Without any, what the cutoff settled (III) stands: where only one said !present, that one wins. A dispute waits for the director's ruling; say !explain TEXT.")
    .heads(&["dispute"])
    .topics(&["report", "forfeit", "confirm", "deadline"])
    .see(&["III"]),
];
