//! The control codes that chat programs and terminals put around words, taken out as a text comes.
//!
//! A colour is a code and up to two numbers, which would be read as part of the move behind it: what belongs to a code
//! goes with it. Everything else below the blank goes too, but tabs and line ends.

/// Takes control codes out of a text that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Controls {
    /// The beginning of a code that the last piece ended in.
    begun: Vec<u8>,
}

/// The longest code, `ESC [ 38;5;123 m`, is shorter.
const CODE_BYTES_MAX: usize = 24;

impl Controls {
    /// Appends the piece without its codes.
    pub(super) fn strip(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        if self.begun.is_empty() && !holds_codes(piece) {
            out.extend_from_slice(piece);
            return;
        }
        let mut whole = std::mem::take(&mut self.begun);
        whole.extend_from_slice(piece);
        let rest = stripped(&whole, out);
        if rest.len() < CODE_BYTES_MAX {
            self.begun = rest.to_vec();
        } else {
            out.extend_from_slice(&rest[1..]);
        }
    }

    /// There is no more: a code that was begun is all of itself.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        let mut whole = std::mem::take(&mut self.begun);
        // Nothing that a code could go on with.
        whole.push(b'\n');
        let before = out.len();
        stripped(&whole, out);
        out.truncate(out.len().saturating_sub(1).max(before));
    }
}

fn is_code(byte: u8) -> bool {
    byte < 0x20 && !(b'\t'..=b'\r').contains(&byte) || byte == 0x7f
}

fn holds_codes(text: &[u8]) -> bool {
    // Whole blocks at a time, so that the usual text without any is passed quickly.
    text.chunks(64)
        .any(|block| block.iter().fold(false, |seen, byte| seen | is_code(*byte)))
}

/// Appends the text without its codes, and gives back the code at its end that may go on.
fn stripped<'t>(text: &'t [u8], out: &mut Vec<u8>) -> &'t [u8] {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| is_code(*byte)) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        match code(rest) {
            Some(length) => rest = &rest[length..],
            None => return rest,
        }
    }
    out.extend_from_slice(rest);
    &[]
}

/// The length of the code at the start; `None` where the text ends before it surely does.
fn code(text: &[u8]) -> Option<usize> {
    let after = &text[1..];
    let length = match text[0] {
        0x03 => colour(after),
        0x04 => hex_colour(after),
        0x1b => escape(after),
        _ => return Some(1),
    };
    (length < after.len() || after.first() == Some(&b'\n')).then_some(1 + length)
}

fn run(text: &[u8], most: usize, test: impl Fn(&u8) -> bool) -> usize {
    text.iter().take(most).take_while(|byte| test(byte)).count()
}

/// A colour of letters, and one of the ground after a comma: two digits each at most.
fn colour(text: &[u8]) -> usize {
    let front = run(text, 2, u8::is_ascii_digit);
    let ground = match &text[front..] {
        [b',', ground @ ..] if front > 0 => run(ground, 2, u8::is_ascii_digit),
        _ => 0,
    };
    match ground {
        0 => front,
        ground => front + 1 + ground,
    }
}

/// Six figures, or none.
fn hex_colour(text: &[u8]) -> usize {
    match run(text, 6, u8::is_ascii_hexdigit) {
        6 => 6,
        digits if digits == text.len() => digits,
        _ => 0,
    }
}

/// What a terminal is told after the escape: `[`, numbers, one letter.
fn escape(text: &[u8]) -> usize {
    if text.first() != Some(&b'[') {
        return 0;
    }
    let numbers = run(&text[1..], CODE_BYTES_MAX, |byte| {
        byte.is_ascii_digit() || b";?".contains(byte)
    });
    match text.get(1 + numbers) {
        Some(letter) if letter.is_ascii_alphabetic() => numbers + 2,
        Some(_) => 0,
        None => text.len(),
    }
}
