//! Texts of which a part was lost on the way.

use super::*;

/// The open gap of the first game of a text in which `<` marks a silence and `!` a loss.
fn gap(text: &str) -> Option<(usize, Gap)> {
    let marked = text
        .replace('<', &format!("\n{}\n", Gap::Unheard.mark()))
        .replace('!', &format!("\n{}\n", Gap::Lost.mark()));
    let scores = scores(marked.as_bytes(), GAME_BYTES_MAX);
    scores[0].notes.iter().find_map(|note| match note {
        Note::Gap { ply, gap } => Some((*ply, *gap)),
        _ => None,
    })
}

#[test]
fn a_number_behind_a_gap_shows_that_no_move_is_missing() {
    for whole in [
        "1. e4 e5 < 2. Nf3 Nc6",
        "1. e4 e5 2. Nf3 ! Nc6 3. Bb5 a6",
        "[White \"A\"] ! 1. e4 e5",
        "! 1. e4 e5",
        "1. e4 {White < begins} e5 2. Nf3",
        "1. e4 (1. d4 ! d5) e5 2. Nf3",
        "1. e4 e5 1-0 <",
        "1. e4 e5 1/2-1/2 {good ! game}",
        "1 e4 e5 < 2 Nf3",
    ] {
        assert_eq!(gap(whole), None, "{whole}");
    }
}

#[test]
fn without_one_nobody_knows() {
    for (text, ply, kind) in [
        ("1. e4 e5 <", 3, Gap::Unheard),
        ("1. e4 e5 ! Nf3 Nc6", 3, Gap::Lost),
        ("e4 e5 < Nf3 Nc6", 3, Gap::Unheard),
        ("! e4 e5", 1, Gap::Lost),
        ("1. e4 e5 2. Nf3 < 1-0", 4, Gap::Unheard),
        ("1. e4 < e5 2. Nf3 < Nc6 ! Bb5", 5, Gap::Lost),
        // A number that does not count shows nothing, or the contrary.
        ("1. e4 e5 ! 3. Bb5 a6", 3, Gap::Lost),
        ("1. e4 e5 2. Nf3 ! 3. Bb5", 4, Gap::Lost),
        ("1. e4 e5 2. Nf3 < Nc6 < Bb5", 4, Gap::Unheard),
        (
            "1. e4 e5 {well < then} Nf3 (2. d4 exd4 3. c3)",
            3,
            Gap::Unheard,
        ),
    ] {
        assert_eq!(gap(text), Some((ply, kind)), "{text}");
    }
}

#[test]
fn the_moves_on_both_sides_are_read() {
    let text = format!(
        "1. e4 e5 2. Nf3\n{}\nNc6 3. Bb5 {{the {} Spanish}} a6 *\n",
        Gap::Lost.mark(),
        Gap::Unheard.mark()
    );
    let read = &scores(text.as_bytes(), GAME_BYTES_MAX)[0];
    assert_eq!((read.moves.len(), &read.fault), (6, &None));
    // What is left out moves everything behind it, and the numbers show it.
    let cut = "1. e4 e5\n3. Bb5 a6\n4. Ba4 Nf6\n";
    let read = &scores(cut.as_bytes(), GAME_BYTES_MAX)[0];
    assert!(read.fault.is_none(), "every move is legal");
    assert!(matches!(read.notes[..], [Note::NumbersOff { .. }]));
}

#[test]
fn a_mark_is_found_whatever_the_text_wears() {
    for line in ["<Ada> ", "[21:04] <Ada> ", "> ", ">> "] {
        let text: String = ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6!", "Ba4 Nf6"]
            .map(|moves| format!("{line}{moves}\n"))
            .concat()
            .replace("!\n", "\n!");
        assert_eq!(gap(&text), Some((7, Gap::Lost)), "{text}");
        let marked = text.replace('!', &format!("{}\n", Gap::Lost.mark()));
        let read = &scores(marked.as_bytes(), GAME_BYTES_MAX)[0];
        assert_eq!((read.moves.len(), &read.fault), (8, &None), "{text}");
    }
}
