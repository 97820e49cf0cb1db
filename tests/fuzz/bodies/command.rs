//! Lines that people type.

use chessmasters::command;
use chessmasters::phrasing::{Reader, misread};
use chessmasters::ports::Place;
use chessmasters::tournament::Society;
use chessmasters::vocabulary::Timestamp;

/// Any line is a command, or there is a sentence that says why it is none and where it went wrong.
pub fn command(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let wants_identity = command::wants_identity(&text);
    let wrong = match command::parse(&text) {
        Ok(read) => {
            assert_eq!(Ok(read), command::parse(&format!("  !{text} ")), "{text:?}");
            return;
        }
        Err(wrong) => wrong,
    };
    assert!(
        text.is_char_boundary(wrong.at),
        "{text:?} goes wrong at {}, which is inside of a letter or behind the end",
        wrong.at
    );
    assert!(
        wrong.spec.is_some() || !wants_identity,
        "{text:?} is no command, and yet it is asked who says it"
    );
    let society = Society::default();
    for place in [Place::Channel, Place::Private] {
        let reader = Reader::new(&society, None, place, Timestamp::from_ms(0));
        let sentence = misread(&society, &wrong, &reader);
        let plain = sentence.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(plain, "{text:?} is answered with {sentence:?}");
        assert!(
            (1..=400).contains(&sentence.len()),
            "{text:?} is answered with {} bytes",
            sentence.len()
        );
    }
}
