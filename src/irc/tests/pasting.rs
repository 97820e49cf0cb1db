//! Games that are pasted: told from talk, heard wholly and in order, and what is lost of them is known.

use super::{Talk, dalnet, options};
use crate::command::COMMANDS;
use crate::irc::inbox::Inbox;
use crate::irc::options::Options;
use crate::irc::paste::{Comment, Shape, look};
use crate::ports::{Before, Event, Hearing, Identity, Manner, Person, Place, Said};
use crate::vocabulary::{Account, CaseMapping, Span};
use tokio::sync::mpsc;

const ASCII: &str = "CASEMAPPING=ascii";
const V3: &str = "account-notify account-tag extended-join";

#[test]
fn moves_are_told_from_talk() {
    for moves in [
        "[Event \"Casual {game\"]",
        "[ White \u{201c}Ada\u{201d}]",
        "1. e4 e5",
        "12... Nf6",
        "1.e4",
        "1.e4 e5 2.Nf3",
        "1 e4 e5 2 Nf3 Nc6",
        "e4",
        "Nf3!?",
        "O-O",
        "0-0-0 Кf3 ♘c6",
        "e2-e4 e7-e5",
        "e7e8q",
        "exd8=Q+ Kxd8",
        "e8(Q)+ Kh7",
        "Nb1-d2 {with tempo} Be7 (10... Qe7 is worse) 11. Rd1",
        "(15. Rd1 Qc7 is what everybody plays)",
        "{a comment of its own}",
        "; and another one",
        "1-0",
        "½-½",
        "$14 16. Qd2",
        "is better} 17. Rd1 Qe7",
        "3. what is the time",
    ] {
        let (shape, comment) = look(moves, Comment::Closed);
        assert_eq!((shape, comment), (Shape::Moves, Comment::Closed), "{moves}");
    }
    for talk in [
        "help",
        "report 1-0",
        "I won, I think",
        "result 3.2 1-0 both say so",
        "what about e4 as a first move",
        "[21:04] <Ada> e4",
        "position 2.3 24",
        "3.2",
        "2 players are away",
        "...",
        ":-)",
        "Alexandra-h8 is not a move",
    ] {
        assert_eq!(
            look(talk, Comment::Closed),
            (Shape::Talk, Comment::Closed),
            "{talk}"
        );
    }
    let sent = look("game 1. e4 e5 {the", Comment::Closed);
    assert_eq!(sent, (Shape::TalkOfMoves, Comment::Open));
}

#[test]
fn a_comment_goes_on_until_it_is_closed() {
    let mut comment = Comment::Closed;
    for (line, after) in [
        ("1. e4 {White begins, and", Comment::Open),
        ("report won", Comment::Open),
        ("[Event \"is no tag here\"]", Comment::Open),
        ("that is all} e5 2. Nf3", Comment::Closed),
        ("Nc6 ; a rest of a line {with a brace", Comment::Closed),
        ("3. Bb5 {one} a6 {two", Comment::Open),
        ("} 4. Ba4", Comment::Closed),
    ] {
        let looked = look(line, comment);
        assert_eq!(looked, (Shape::Moves, after), "{line}");
        comment = looked.1;
    }
}

#[test]
fn no_command_begins_as_a_move_does() {
    for spec in COMMANDS {
        for name in spec.names() {
            let (shape, _) = look(name, Comment::Closed);
            assert_eq!(shape, Shape::Talk, "{name}");
        }
        let (shape, _) = look(spec.example, Comment::Closed);
        assert_ne!(shape, Shape::Moves, "{}", spec.example);
    }
}

fn limited() -> Options {
    let mut options = options();
    options.limits.commands_per_minute = 3;
    options.limits.moves_per_minute = 60;
    options.limits.moves_bytes_per_minute = 10_000;
    options.limits.deaf_words = "Slowly, please.".to_owned();
    options
}

/// On the channel, with Alice and Bob, who are known.
fn talk() -> Talk {
    let mut talk = Talk::entered(limited(), V3, ASCII, "Alice Bob");
    talk.hear(":Alice!u@h ACCOUNT al");
    talk.hear(":Bob!u@h ACCOUNT bo");
    talk
}

/// A line of a game, 400 bytes long.
fn long_line(number: usize) -> String {
    let mut line = format!("{number}. e4 e5 {{line {number} ");
    line.push_str(&"and so on ".repeat(50)[..398 - line.len()]);
    line + "} "
}

#[test]
fn eight_kilobytes_are_heard_wholly_and_in_order() {
    let mut talk = self::talk();
    talk.hear("@account=al :Alice!u@h PRIVMSG Bot :game");
    for number in 1..=20 {
        let line = long_line(number);
        let said = talk.hear(&format!("@account=al :Alice!u@h PRIVMSG Bot :{line}"));
        assert_eq!(
            said,
            [format!("+ Alice (al, private): {} [moves]", line.trim())]
        );
    }
    // Her commands are counted as they always are: this is the second of three.
    let said = talk.hear("@account=al :Alice!u@h PRIVMSG Bot :end");
    assert_eq!(said, ["+ Alice (al, private): end"]);
    let said = talk.hear("@account=al :Alice!u@h PRIVMSG Bot :!me");
    assert_eq!(said, ["+ Alice (al, private): !me"]);
    let said = talk.hear("@account=al :Alice!u@h PRIVMSG Bot :help");
    assert_eq!(said, ["> PRIVMSG Alice :Slowly, please."]);
}

#[test]
fn a_paste_has_an_end_too() {
    // By its lines, and by its bytes.
    for (line, most) in [("e4".to_owned(), 60), (long_line(1), 25)] {
        let mut talk = self::talk();
        let say = format!("@account=al :Alice!u@h PRIVMSG Bot :{line}");
        let heard = (0..100).take_while(|_| talk.hear(&say)[0].starts_with('+'));
        assert_eq!(heard.count(), most);
        // That was told once; from now on nothing is heard, also under another nick.
        talk.hear(":Alice!u@h NICK Alicia");
        let again = "@account=al :Alicia!u@h PRIVMSG Bot :e5";
        assert!(talk.hear(again).is_empty());
        assert_eq!(talk.hear("@account=bo :Bob!u@h PRIVMSG Bot :e5").len(), 1);
        talk.wait(300);
        assert_eq!(
            talk.hear(again),
            ["+ Alicia (al, private): e5 [moves] [after a loss]"]
        );
        assert_eq!(talk.hear(again), ["+ Alicia (al, private): e5 [moves]"]);
    }
}

#[test]
fn other_lines_are_limited_as_before() {
    let mut talk = self::talk();
    let mut say = |text: &str| talk.hear(&format!("@account=al :Alice!u@h PRIVMSG {text}"));
    // Neither moves in the channel, nor orders, nor talk between moves are lines of a paste.
    assert_eq!(say("Bot :1. e4"), ["+ Alice (al, private): 1. e4 [moves]"]);
    assert_eq!(
        say("Bot :!standings"),
        ["+ Alice (al, private): !standings"]
    );
    assert_eq!(say("Bot :e5"), ["+ Alice (al, private): e5 [moves]"]);
    assert_eq!(say("Bot :standings"), ["+ Alice (al, private): standings"]);
    assert!(say("#chess :1. e4").is_empty(), "not addressed");
    assert_eq!(say("#chess :Bot: 1. e4"), ["+ Alice (al, channel): 1. e4"]);
    assert_eq!(say("Bot :info"), ["> PRIVMSG Alice :Slowly, please."]);
    assert!(say("Bot :2. Nf3").is_empty(), "deaf is deaf");
}

#[test]
fn a_comment_may_say_anything_until_the_paste_pauses() {
    let mut talk = self::talk();
    let say = |talk: &mut Talk, text: &str| {
        let said = talk.hear(&format!("@account=al :Alice!u@h PRIVMSG Bot :{text}"));
        said[0].replace("+ Alice (al, private): ", "")
    };
    assert_eq!(say(&mut talk, "game 1. e4 {best by"), "game 1. e4 {best by");
    assert_eq!(say(&mut talk, "report won"), "report won [moves]");
    assert_eq!(say(&mut talk, "!me"), "!me");
    talk.wait(19);
    assert_eq!(say(&mut talk, "still so"), "still so [moves]");
    talk.wait(20);
    assert_eq!(say(&mut talk, "report won"), "report won");
}

#[test]
fn without_tags_a_paste_waits_for_whois_and_stays_in_order() {
    let mut options = dalnet();
    options.limits = limited().limits;
    options.limits.moves_per_minute = 1_000;
    options.limits.moves_bytes_per_minute = 1_000_000;
    options.wants_identity = |_| false;
    let mut talk = Talk::entered(options, "", ASCII, "");
    let asked = talk.hear(":Alice!al@home.net PRIVMSG Bot :1. e4 {and");
    assert_eq!(asked, ["> WHOIS alice"], "whose moves they are matters");
    for line in 2..=201 {
        let said = format!(":Alice!al@home.net PRIVMSG Bot :word {line}");
        assert!(talk.hear(&said).is_empty());
    }
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    let told = talk.hear(":s 318 Bot Alice :End");
    assert_eq!(told.len(), 200, "one was too many");
    assert_eq!(told[0], "+ Alice (alice, private): 1. e4 {and [moves]");
    for (index, line) in told.iter().enumerate().skip(1) {
        let wanted = format!("+ Alice (alice, private): word {} [moves]", index + 1);
        assert_eq!(line, &wanted);
    }
    // She is no member, so each line is checked by itself; that the last one of before is lost is known.
    talk.hear(":Alice!al@home.net PRIVMSG Bot :done} e5");
    talk.hear(":s 311 Bot Alice al home.net * :A");
    talk.hear(":s 307 Bot Alice :has identified for this nick");
    let told = talk.hear(":s 318 Bot Alice :End");
    assert_eq!(
        told,
        ["+ Alice (alice, private): done} e5 [moves] [after a loss]"]
    );
}

#[test]
fn talk_in_a_paste_is_checked_too() {
    let mut options = dalnet();
    options.wants_identity = |_| false;
    let mut talk = Talk::entered(options, "", ASCII, "");
    let said = talk.hear(":Alice!al@home.net PRIVMSG Bot :and so");
    assert_eq!(said, ["+ Alice (unchecked, private): and so"]);
    talk.hear(":Bob!bo@home.net PRIVMSG Bot :1. e4 e5");
    assert!(talk.hear(":Bob!bo@home.net PRIVMSG Bot :and so").is_empty());
}

#[test]
fn a_line_as_long_as_a_line_can_be_may_have_been_longer() {
    let mut talk = self::talk();
    let start = ":Alice!u@h PRIVMSG Bot :1. e4 {";
    for (length, cut) in [(509, false), (510, true)] {
        let line = format!("@account=al {start}{}", "x".repeat(length - start.len()));
        let said = talk.hear(&line);
        assert_eq!(said[0].ends_with("[cut?]"), cut, "{length}");
    }
}

fn said(nick: &str, account: Option<&str>, text: &str) -> Said {
    let identity = account.map_or(Identity::Unchecked, |name| Identity::Account {
        account: Account::new(name, CaseMapping::Ascii),
        name: name.to_owned(),
    });
    Said {
        person: Person {
            nick: nick.to_owned(),
            identity,
        },
        place: Place::Private,
        text: text.to_owned(),
        waited: Span::ZERO,
        hearing: Hearing {
            manner: Manner::Moves,
            ..Hearing::default()
        },
    }
}

#[tokio::test]
async fn what_the_desk_had_no_room_for_is_marked_on_the_next_line() {
    let (sender, mut events) = mpsc::channel(1);
    let mut inbox = Inbox::new(sender);
    let mut pushed = 0;
    while inbox
        .push(Event::Said(said("Ada", Some("ada"), "e4")))
        .is_none()
    {
        pushed += 1;
        assert!(pushed < 10_000, "it is bounded");
    }
    assert!(inbox.push(Event::Said(said("Eve", None, "d4"))).is_some());
    // There is room again, little by little; whoever lost nothing is not marked.
    let mut heard = Vec::new();
    for line in [
        said("Bob", Some("bob"), "c4"),
        said("Ada_", Some("ada"), "e5"),
        said("Ada_", Some("ada"), "Nf3"),
        said("Eve", Some("eve"), "d5"),
    ] {
        heard.extend(events.recv().await);
        inbox.deliver().await;
        assert!(inbox.push(Event::Said(line)).is_none());
    }
    while inbox.is_waiting() {
        heard.extend(events.recv().await);
        inbox.deliver().await;
    }
    heard.extend(events.recv().await);
    let told: Vec<(String, Before)> = heard
        .into_iter()
        .filter_map(|event| match event {
            Event::Said(said) => Some((said.text, said.hearing.before)),
            _ => None,
        })
        .collect();
    assert_eq!(told.len(), pushed + 4);
    let flawed = ["e4", "c4", "e5", "Nf3", "d5"].map(|text| {
        let lost = told
            .iter()
            .filter(|(said, before)| said == text && *before == Before::Lost);
        (text, lost.count())
    });
    assert_eq!(
        flawed,
        [("e4", 0), ("c4", 0), ("e5", 1), ("Nf3", 0), ("d5", 1)]
    );
}
