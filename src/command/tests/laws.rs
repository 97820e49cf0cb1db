//! Questions about the rules: numbers as people write them, documents, words.

use crate::command::{Command, Expected, Misread, Problem, parse};
use crate::view::{ArticleNumber, Document, LawQuestion};

fn asked(line: &str) -> LawQuestion {
    match parse(line) {
        Ok(Command::Rules(question)) => question,
        other => panic!("{line}: {other:?}"),
    }
}

/// A question for a number, as document and number.
fn numbered(line: &str) -> (Option<Document>, String) {
    match asked(line) {
        LawQuestion::Article {
            document, number, ..
        } => (document, number.to_string()),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_number_may_be_written_in_many_ways() {
    for (line, number) in [
        ("rules 7.4", "7.4"),
        ("!RULES 7.4", "7.4"),
        ("rule 7.4", "7.4"),
        ("rules #7.4", "7.4"),
        ("rules 7.4.", "7.4"),
        ("rules #7.4.?", "7.4"),
        ("rules 7,4", "7.4"),
        ("rules 07.04", "7.4"),
        ("rules   7 . 4", "7.4"),
        ("rules article 7.4", "7.4"),
        ("rules Art. 7.4", "7.4"),
        ("rules the rule no. 7.4", "7.4"),
        ("rules \u{a7}7.4", "7.4"),
        ("rules 7.4c", "7.4.c"),
        ("rules 7.4C", "7.4.c"),
        ("rules 7.4 c)", "7.4.c"),
        ("rules 7.4(c)", "7.4.c"),
        ("rules 7.4.c", "7.4.c"),
        ("rules 5.1b.ii.A", "5.1.b.ii.a"),
        ("rules 5.1b(ii)(A)", "5.1.b.ii.a"),
        ("rules 7", "7"),
        ("rules 7.10", "7.10"),
        ("rules VII", "vii"),
        ("rules II.b", "ii.b"),
        ("rules ii b", "ii.b"),
        ("rules IIb", "ii.b"),
        ("rules IVa", "iv.a"),
        ("rules Ia.", "i.a"),
        ("rules 2b", "2.b"),
        ("rules conduct 1", "conduct.1"),
        ("rules i", "i"),
        ("rules 50", "50"),
    ] {
        assert_eq!(numbered(line), (None, number.to_owned()), "{line}");
    }
}

#[test]
fn a_document_stands_before_or_behind() {
    for (line, document, number) in [
        ("rules dal 7.4", Document::Dalnet, "7.4"),
        ("rules DALnet VII", Document::Dalnet, "vii"),
        ("rules nsw 3", Document::Nsw, "3"),
        ("rules article NSW 3.", Document::Nsw, "3"),
        ("rules 3 nsw", Document::Nsw, "3"),
        ("rules nsw 8a", Document::Nsw, "8.a"),
        ("rules nsw, article 8(a)", Document::Nsw, "8.a"),
        ("rules roux 12", Document::Roux, "12"),
        ("rules la roux 5", Document::Roux, "5"),
        ("rules law 5, La Roux", Document::Roux, "5"),
        ("rules roux I", Document::Roux, "i"),
    ] {
        assert_eq!(
            numbered(line),
            (Some(document), number.to_owned()),
            "{line}"
        );
    }
    for (line, document, written) in [
        ("rules castling nsw", Some(Document::Nsw), "castling"),
        ("rules history castling", Some(Document::Roux), "castling"),
        ("rules nsw conduct", Some(Document::Nsw), "conduct"),
        ("rules touch move", None, "touch move"),
        ("rules 50 moves", None, "50 moves"),
        ("rules three-fold", None, "three-fold"),
        ("rules 1-0", None, "1-0"),
        ("rules 123", None, "123"),
        ("rules 1.2.3.4.5.6", None, "1.2.3.4.5.6"),
        ("rules d4", None, "d4"),
        ("rules mix", None, "mix"),
        ("rules law of the land", None, "law of the land"),
        ("rules no show", None, "no show"),
        ("rules i castle", None, "i castle"),
    ] {
        let written = written.to_owned();
        assert_eq!(
            asked(line),
            LawQuestion::Topic { document, written },
            "{line}"
        );
    }
}

#[test]
fn nothing_asks_for_the_contents() {
    for (line, document) in [
        ("rules", None),
        ("rules  ", None),
        ("rules ?", None),
        ("rules #.", None),
        ("rules \u{1}\u{2}", None),
        ("rules article", None),
        ("rules dal", Some(Document::Dalnet)),
        ("rules nsw rules", Some(Document::Nsw)),
        ("rules history", Some(Document::Roux)),
    ] {
        assert_eq!(asked(line), LawQuestion::Contents(document), "{line}");
    }
    for line in [
        "rules common",
        "rules COMMON rules",
        "rules the most common rules",
        "rules misunderstood",
        "rules nsw common",
    ] {
        assert_eq!(asked(line), LawQuestion::Common, "{line}");
    }
}

#[test]
fn a_question_has_its_limit() {
    let fits = format!("rules {}", "x".repeat(100));
    assert!(matches!(asked(&fits), LawQuestion::Topic { .. }));
    let line = format!("rules {}", "x".repeat(400));
    let Err(Misread { problem, .. }) = parse(&line) else {
        panic!("400 bytes were read");
    };
    let expected = Expected::LawTopic;
    let bytes_max = 100;
    assert_eq!(
        problem,
        Problem::TooLong {
            expected,
            bytes_max
        }
    );
}

#[test]
fn numbers_know_their_parents_and_their_other_way() {
    let number = |text: &str| ArticleNumber::parse(text).expect("a number");
    for (one, other) in [("VII", "7"), ("7", "VII"), ("2.b", "II.b"), ("iv", "4")] {
        assert_eq!(number(one).other_way(), Some(number(other)), "{one}");
    }
    for none in ["0", "11", "conduct 1"] {
        assert_eq!(number(none).other_way(), None, "{none}");
    }
    assert_eq!(number("5.1b.ii").parent(), Some(number("5.1b")));
    assert_eq!(number("5").parent(), None);
    assert_ne!(number("7.1"), number("7.10"));
}
