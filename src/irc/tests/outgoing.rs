//! What the desk says, and what becomes of it.

use super::{Talk, dalnet, line, nick, options};
use crate::irc::Dialect;
use crate::irc::backoff::{History, Reached};
use crate::irc::dialect::MemoAnswer;
use crate::irc::options::Backoff;
use crate::irc::pacer::Receipt;
use crate::irc::rehearsal::Rehearsal;
use crate::irc::session::Ending;
use crate::ports::{NoticeId, Outgoing, Target};
use std::time::Duration;

const ASCII: &str = "CASEMAPPING=ascii";

#[test]
fn lines_go_where_they_may() {
    let mut talk = Talk::entered(options(), "", ASCII, "");
    assert_eq!(
        talk.wish(line(Target::Channel, "hello", None)),
        ["> PRIVMSG #chess hello"]
    );
    assert_eq!(
        talk.wish(line(nick("Al"), "a\r\nQUIT", None)),
        ["> PRIVMSG Al :a  QUIT"]
    );
    assert!(talk.wish(line(nick("Al,#chess"), "x", None)).is_empty());
    let refused = talk.wish(line(nick("a b"), "x", Some(7)));
    assert!(refused[0].contains("Failed"), "{refused:?}");
    let long = talk.wish(line(Target::Channel, &"word ".repeat(200), Some(8)));
    assert_eq!(long.len(), 3);
    assert!(long.iter().all(|line| line.len() <= 2 + 510));
    talk.session
        .on_written(Receipt::Notice(NoticeId(8)), talk.now);
    assert_eq!(
        talk.effects(),
        ["+ Handled { notice: NoticeId(8), delivery: Written }"]
    );
}

#[test]
fn lines_while_away_come_back() {
    let mut talk = Talk::new(options());
    talk.effects();
    let back = talk.wish(line(Target::Channel, "x", Some(1)));
    assert!(back[0].contains("TryLater"), "{back:?}");
    assert!(talk.wish(line(Target::Channel, "x", None)).is_empty());
}

#[test]
fn too_many_targets_come_back() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    talk.wish(line(nick("Al"), "x", Some(1)));
    assert_eq!(
        talk.hear(":s 439 Bot al :Message target change too fast. Please wait 43 seconds and then try again."),
        ["+ Handled { notice: NoticeId(1), delivery: TryLater { after: Span(44000) } }"]
    );
    talk.wish(line(nick("Al"), "x", Some(2)));
    let gone = talk.hear(":s 401 Bot Al :No such nick");
    assert!(gone[0].contains("Failed"), "{gone:?}");
    assert!(talk.hear(":s 401 Bot Al :No such nick").is_empty());
}

#[test]
fn a_channel_that_takes_no_lines() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    talk.wish(line(Target::Channel, "news", Some(1)));
    talk.wait(5);
    let back = talk.hear(":s 404 Bot #Chess :Cannot send to channel");
    assert!(
        back[0].contains("NoticeId(1), delivery: TryLater"),
        "{back:?}"
    );
    talk.wish(line(Target::Channel, "news", Some(1)));
    // What was refused has been read by now, and so has this one: a refusal after that is about something else.
    for _ in 0..2 {
        talk.session
            .on_written(Receipt::Notice(NoticeId(1)), talk.now);
    }
    talk.effects();
    assert!(
        talk.hear(":s 404 Bot #chess :Cannot send to channel")
            .is_empty()
    );
}

fn memo(notice: i64) -> Outgoing {
    Outgoing::Memo {
        name: "Al".to_owned(),
        text: "your move".to_owned(),
        notice: NoticeId(notice),
    }
}

#[test]
fn memos_are_read_from_their_answers() {
    let mut talk = Talk::entered(dalnet(), "", ASCII, "");
    assert_eq!(talk.wish(memo(1)), ["> MEMOSERV SEND Al your move"]);
    talk.session
        .on_written(Receipt::Memo(NoticeId(1)), talk.now);
    // Somebody else under that name, or the right one about something else.
    assert!(
        talk.hear(":MemoServ!evil@evil.net NOTICE Bot :Memo sent to Al")
            .is_empty()
    );
    assert!(
        talk.hear(":MemoServ!service@dal.net NOTICE Bot :You have 1 new memo")
            .is_empty()
    );
    assert!(talk.wish(memo(2))[0].contains("TryLater"), "one at a time");
    assert_eq!(
        talk.hear(":MemoServ!service@dal.net NOTICE Bot :\x02Memo\x02 sent to Al."),
        ["+ Handled { notice: NoticeId(1), delivery: Confirmed }"]
    );
    talk.wait(4);
    talk.wish(memo(3));
    talk.session
        .on_written(Receipt::Memo(NoticeId(3)), talk.now);
    assert!(talk.wait(29).is_empty());
    assert_eq!(
        talk.wait(1),
        ["+ Handled { notice: NoticeId(3), delivery: Unknown }"]
    );
    assert!(
        talk.hear(":MemoServ!service@dal.net NOTICE Bot :Memo sent to Al.")
            .is_empty(),
        "too late to count"
    );
}

#[test]
fn patterns_of_real_services() {
    for (dialect, text, answer) in [
        (Dialect::anope(), "Memo sent to Alice.", MemoAnswer::Sent),
        (
            Dialect::anope(),
            "x is not a registered unforbidden nick or channel.",
            MemoAnswer::Refused,
        ),
        (
            Dialect::anope(),
            "Sorry, Al currently has too many memos and cannot receive more.",
            MemoAnswer::Refused,
        ),
        (
            Dialect::anope(),
            "Please wait 3 seconds before using the SEND command again.",
            MemoAnswer::Later,
        ),
        (
            Dialect::atheme(),
            "The memo has been successfully sent to Al.",
            MemoAnswer::Sent,
        ),
        (
            Dialect::atheme(),
            "Al is not registered.",
            MemoAnswer::Refused,
        ),
        (
            Dialect::atheme(),
            "You have 1 new memo.",
            MemoAnswer::Unrelated,
        ),
    ] {
        assert_eq!(dialect.read_memo_answer(text), answer, "{text}");
    }
    assert!(Dialect::anope().is_services("services@services.test.net"));
    assert!(!Dialect::anope().is_services("evil@services.evil.net"));
    assert!(!Dialect::dalnet().is_services("service@dal.net.evil.net"));
    assert!(!Dialect::none().is_services(""));
}

#[test]
fn quit_leaves_at_once() {
    let mut talk = Talk::entered(options(), "", ASCII, "");
    let quit = talk.wish(Outgoing::Quit {
        text: "bye\nx".to_owned(),
    });
    assert_eq!(quit, ["> QUIT :bye x", "! quit"]);
}

#[test]
fn the_longer_it_fails_the_longer_it_waits() {
    let settings = Backoff::default();
    let mut history = History::default();
    let broken = Ending::Broken {
        reason: "reset".to_owned(),
    };
    let lasted = |seconds| Reached::Welcome {
        lasted: Duration::from_secs(seconds),
    };
    let mut pause = |ending: &Ending, reached, chance| {
        history.pause(ending, reached, &settings, chance).as_secs()
    };
    assert_eq!(pause(&broken, lasted(10), 1.0), 30);
    assert_eq!(pause(&broken, lasted(10), 0.0), 30);
    assert_eq!(pause(&broken, lasted(10), 1.0), 120);
    assert_eq!(pause(&broken, Reached::Nothing, 0.5), 180);
    for _ in 0..40 {
        assert!((300..=600).contains(&pause(&broken, Reached::Nothing, 0.3)));
    }
    // A good connection wipes the slate.
    assert_eq!(pause(&broken, lasted(301), 1.0), 30);
    assert!(pause(&broken, Reached::Connection, 0.0) >= 130);
    let banned = Ending::Expelled {
        words: "Closing Link: You are BANNED from here".to_owned(),
    };
    assert!(pause(&banned, Reached::Connection, 0.0) >= 900);
    assert!(pause(&banned, Reached::Connection, 0.0) >= 3_600);
    let flood = Ending::Expelled {
        words: "Closing Link: (Excess Flood)".to_owned(),
    };
    assert!(pause(&flood, lasted(301), 0.0) < 130);
}

#[test]
fn a_server_that_repeats_itself_does_not_fill_the_queue() {
    let mut connection = Rehearsal::new(dalnet());
    let welcome = ":s.net 001 Bot :Welcome\r\n:Bot!chess@host.net JOIN :#chess\r\n:s.net 366 Bot #chess :End\r\n";
    connection.hear(welcome.as_bytes());
    let before = connection.waiting();
    for line in [
        ":s.net 437 Bot Bot :Nick/channel is temporarily unavailable\r\n",
        ":s.net 433 * Bot :Nickname is already in use\r\n",
        ":op!o@o.net KICK #chess Bot :out\r\n",
        ":NickServ!service@dal.net NOTICE Bot :Password incorrect\r\n",
    ] {
        connection.hear(line.repeat(1_000).as_bytes());
    }
    let waiting = connection.waiting();
    assert!(waiting <= before + 8, "{waiting} lines wait");
}
