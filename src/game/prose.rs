//! Talk between games, that is no game.

use super::chat;
use super::layouts;
use super::lex::{Kind, Lexed, OnLine};
use super::spelling;

/// Whether a piece of text is talk: it has no tags, and no move begins it. "12. Nf5 was better" is talk, and "1. e4" is
/// not.
pub(super) fn is_prose(text: &[u8], lexed: &Lexed) -> bool {
    if !lexed.tags.is_empty() || lexed.unclosed.is_some() {
        return false;
    }
    let plain = layouts::plain(&text[lexed.body.clone()]);
    if plain.layout.is_some() {
        return false;
    }
    let cut = super::attempt::Cut::of(plain.text);
    let (mut moves, mut others, mut last_number) = (0, 0, 0);
    for (index, token) in cut.tokens.iter().enumerate() {
        let word = cut.word(index);
        match token.kind {
            Kind::Number { value, dots } if dots > 0 => {
                let next = cut.word(index + 1);
                let first = value == 1 && token.line == OnLine::First && chat::is_of_a_game(next);
                // Numbers that count are a game's, whatever stands between them.
                if first || value == last_number + 1 && last_number > 0 {
                    return false;
                }
                last_number = value;
            }
            Kind::Word if spelling::is_descriptive(word) => return false,
            Kind::Word if chat::is_of_a_game(word) => moves += 1,
            Kind::Word => others += 1,
            Kind::Number { .. } | Kind::Dots | Kind::Result(_) | Kind::Odd => {}
        }
    }
    let results = cut
        .tokens
        .iter()
        .any(|token| matches!(token.kind, Kind::Result(_)));
    // Brackets and signs alone are nothing; a result alone is what somebody sent.
    (others > 0 || !results) && others >= 3 * moves
}
