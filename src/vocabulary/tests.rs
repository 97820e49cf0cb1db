use super::*;

#[test]
fn lengths_read_and_write_alike() {
    for (text, ms) in [
        ("90s", 90_000),
        ("2h30m", 9_000_000),
        ("7d", 604_800_000),
        ("1w", 604_800_000),
        ("-15m", -900_000),
    ] {
        let span = Span::parse(text).expect(text);
        assert_eq!(span.as_ms(), ms, "{text}");
        assert_eq!(Span::parse(&span.to_string()), Ok(span), "{text}");
    }
    for bad in [
        "",
        "-",
        "7",
        "d7",
        "7x",
        "3m2h",
        "1h1h",
        "99999999999999999999d",
        "4000d",
        "1.5h",
    ] {
        assert!(Span::parse(bad).is_err(), "{bad:?} should be refused");
    }
}

#[test]
fn case_mapping_decides_who_is_who() {
    // T15: under ascii only letters fold; under rfc1459 brackets and bars do too.
    assert!(CaseMapping::Ascii.same("Rook|x", "ROOK|X"));
    assert!(!CaseMapping::Ascii.same("Rook|x", "Rook\\x"));
    assert!(CaseMapping::Rfc1459.same("Rook|x", "Rook\\x"));
    assert!(CaseMapping::Rfc1459.same("a^", "a~"));
    assert!(!CaseMapping::StrictRfc1459.same("a^", "a~"));
    assert!(!CaseMapping::Ascii.same("rook", "rookx"));
}

#[test]
fn points_add_up() {
    let sum: Points = [Points::ONE, Points::HALF, Points::ZERO].into_iter().sum();
    assert_eq!(sum.to_string(), "1.5");
    assert_eq!(
        BoardResult::Forfeit {
            loser: Color::White
        }
        .points(Color::Black),
        Points::ONE
    );
    assert_eq!(
        BoardResult::DoubleForfeit.points(Color::Black),
        Points::ZERO
    );
    assert_eq!(
        BoardResult::Played(Outcome::BlackWins).points(Color::White),
        Points::ZERO
    );
}
