//! The parts that need no socket: lines, masks, moments.

use super::memoserv::moment;
use super::registration::is_nick;
use super::wire::{Line, Message, clip, mask_fits};

#[test]
fn a_line_is_taken_apart() {
    let line =
        Line::parse(b"@id=1 :nick!u@h  privmsg  #chess   :a  b :c ").expect("it is not empty");
    assert_eq!(line.verb, "PRIVMSG");
    assert_eq!(line.len(), 2);
    assert_eq!(line.word(0), "#chess");
    assert_eq!(line.bytes(1), b"a  b :c ");
    assert_eq!(line.bytes(2), b"");
    assert!(Line::parse(b"").is_none());
    assert!(Line::parse(b"  ").is_none());
    assert!(Line::parse(b":only.a.prefix").is_none());
}

#[test]
fn the_sixteenth_word_belongs_to_the_fifteenth() {
    let line = Line::parse(b"X 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16").expect("it is not empty");
    assert_eq!(line.len(), 15);
    assert_eq!(line.bytes(14), b"15 16");
}

#[test]
fn what_follows_a_command_keeps_its_spaces() {
    let tail = |bytes: &[u8]| Line::parse(bytes).expect("it is not empty").tail();
    assert_eq!(tail(b"MS SEND Bob a  b"), b"SEND Bob a  b");
    assert_eq!(tail(b"MS :SEND Bob a  b"), b"SEND Bob a  b");
    assert_eq!(tail(b"MS SEND Bob :a :b"), b"SEND Bob a :b");
    assert_eq!(tail(b"MS"), b"");
}

#[test]
fn a_line_is_read_and_written_to_510_bytes() {
    let long = [b"PRIVMSG a :".as_slice(), &[b'x'; 600]].concat();
    assert_eq!(
        Line::parse(&long).expect("it is not empty").bytes(1).len(),
        510 - 11
    );
    let tagged = [b"@tag=".as_slice(), &[b't'; 900], b" ", &long].concat();
    assert_eq!(
        Line::parse(&tagged)
            .expect("it is not empty")
            .bytes(1)
            .len(),
        510 - 11
    );
    let message = Message::from("nick!user@host", format_args!("PRIVMSG a :")).with(&[b'x'; 600]);
    assert_eq!(message.cut().len(), 510);
}

#[test]
fn masks_fit() {
    for (mask, name) in [
        ("*!*@*", "a!b@c"),
        ("a*!b@c", "aaa!b@c"),
        ("a?c", "abc"),
        ("*a*b", "xaxabb"),
        ("*", ""),
    ] {
        assert!(mask_fits(mask, name), "{mask} fits {name}");
    }
    for (mask, name) in [
        ("a?c", "ac"),
        ("bob!*@*", "bobby!b@c"),
        ("", "a"),
        ("*a", "ab"),
    ] {
        assert!(!mask_fits(mask, name), "{mask} does not fit {name}");
    }
}

#[test]
fn texts_are_clipped_at_characters() {
    assert_eq!(clip("caf\u{e9}", 4), "caf");
    assert_eq!(clip("caf\u{e9}", 5), "caf\u{e9}");
}

#[test]
fn nicks_are_letters_first() {
    for nick in ["a", "[x]", "A-1", "_"] {
        assert!(is_nick(nick), "{nick}");
    }
    for word in ["", "1a", "-a", "a b", "a!b", "\u{e9}", &"a".repeat(31)] {
        assert!(!is_nick(word), "{word}");
    }
}

#[test]
fn moments_are_written_with_their_age() {
    assert_eq!(
        moment(1_767_225_605, 1_767_225_605),
        "Jan 01 00:00:05 2026 UTC (now)"
    );
    assert_eq!(
        moment(1_709_211_661, 1_709_211_662),
        "Feb 29 13:01:01 2024 UTC (1 second ago)"
    );
    assert_eq!(moment(0, 3), "Jan 01 00:00:00 1970 UTC (3 seconds ago)");
}
