//! Bytes into text: UTF-8, the letters of Windows where it is not, and UTF-16 by its mark.

/// The text of some bytes: UTF-8, and where it is not, Windows-1252, which Latin-1 is part of. Lines of different
/// senders meet in one text, so this is settled letter by letter.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| windows(*byte)));
    }
    text
}

/// A letter of Windows-1252.
fn windows(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Turns a text in UTF-16 into UTF-8 as it comes; every other text passes as it is.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    form: Option<Form>,
    /// The first bytes, until there are enough to tell the form.
    first: Vec<u8>,
    /// The first half of a UTF-16 unit, and a first surrogate that waits for its second.
    odd_byte: Option<u8>,
    surrogate: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Bytes,
    LittleEndian,
    BigEndian,
}

/// How much of a text is looked at to tell its form.
const LOOK_BYTES: usize = 64;

impl Decoder {
    /// Appends the text of these bytes to `out`.
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        match self.form {
            Some(form) => self.take(form, bytes, out),
            None => {
                self.first.extend_from_slice(bytes);
                if self.first.len() >= LOOK_BYTES {
                    self.end(out);
                }
            }
        }
    }

    /// Settles the form with what there is, at the end of a short text.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        if self.form.is_none() {
            let first = std::mem::take(&mut self.first);
            let (form, skip) = form(&first[..first.len().min(LOOK_BYTES)]);
            self.form = Some(form);
            self.take(form, &first[skip..], out);
        }
    }

    fn take(&mut self, form: Form, bytes: &[u8], out: &mut Vec<u8>) {
        let unit = match form {
            Form::LittleEndian => u16::from_le_bytes,
            Form::BigEndian => u16::from_be_bytes,
            Form::Bytes => {
                out.extend_from_slice(bytes);
                return;
            }
        };
        let mut units = Vec::with_capacity(bytes.len() / 2 + 1);
        units.extend(self.surrogate.take());
        for byte in bytes {
            match self.odd_byte.take() {
                Some(first) => units.push(unit([first, *byte])),
                None => self.odd_byte = Some(*byte),
            }
        }
        if let Some(last @ 0xd800..=0xdbff) = units.last().copied() {
            self.surrogate = Some(last);
            units.pop();
        }
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            let mut utf8 = [0; 4];
            out.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
        }
    }
}

/// The form of a text by its first bytes, and how long its mark is. Without a mark, every other
/// byte zero tells UTF-16.
fn form(first: &[u8]) -> (Form, usize) {
    let zeros = |parity: usize| {
        let half = first.iter().skip(parity).step_by(2);
        first.len() >= 16 && half.filter(|byte| **byte == 0).count() * 10 >= first.len() * 4
    };
    match first {
        [0xff, 0xfe, ..] => (Form::LittleEndian, 2),
        [0xfe, 0xff, ..] => (Form::BigEndian, 2),
        [0xef, 0xbb, 0xbf, ..] => (Form::Bytes, 3),
        _ if zeros(1) && !zeros(0) => (Form::LittleEndian, 0),
        _ if zeros(0) && !zeros(1) => (Form::BigEndian, 0),
        _ => (Form::Bytes, 0),
    }
}
