//! What a text wears on its way: the quotation marks of mail, the escapes of mailers and web pages, the stamps and
//! nicks of a log. It is told from the beginning of the text and taken off line by line, before games are looked for.

use super::chat;
use super::controls::Controls;
use super::decode;
use super::gaps;
use super::layouts;
use super::web;

/// How much of a text is looked at to tell what it wears.
const LOOK_BYTES: usize = 16 << 10;

/// Takes off what a text wears, as it comes.
#[derive(Debug, Default)]
pub(super) struct Undresser {
    controls: Controls,
    /// What came before it is told what the text wears.
    first: Vec<u8>,
    wear: Option<Wear>,
    /// The last line, while its end is not at hand.
    line: Vec<u8>,
    left_out: Option<String>,
}

/// What a text wears. Mail may be quoted and escaped, so several can come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Wear {
    printable: bool,
    page: bool,
    quoted: bool,
    log: bool,
}

impl Undresser {
    /// Appends the next piece of the text, as far as its lines are whole.
    pub(super) fn take(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        match self.wear {
            Some(wear) if wear == Wear::default() => self.controls.strip(piece, out),
            Some(wear) => {
                let mut plain = Vec::with_capacity(piece.len());
                self.controls.strip(piece, &mut plain);
                self.lines(wear, &plain, out);
            }
            None => {
                let mut plain = std::mem::take(&mut self.first);
                self.controls.strip(piece, &mut plain);
                self.first = plain;
                if self.first.len() >= LOOK_BYTES {
                    self.settle(out);
                }
            }
        }
    }

    /// There is no more of the text.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        let mut last = Vec::new();
        self.controls.end(&mut last);
        if self.wear.is_none() {
            self.first.extend_from_slice(&last);
            last.clear();
            self.settle(out);
        }
        let wear = self.wear.unwrap_or_default();
        if wear == Wear::default() {
            out.extend_from_slice(&last);
        } else {
            self.lines(wear, &last, out);
            let line = std::mem::take(&mut self.line);
            self.one(wear, &line, out);
        }
    }

    /// The first line of talk that was left out since this was last asked.
    pub(super) fn left_out(&mut self) -> Option<String> {
        self.left_out.take()
    }

    fn settle(&mut self, out: &mut Vec<u8>) {
        let first = std::mem::take(&mut self.first);
        let wear = Wear::of(&first);
        self.wear = Some(wear);
        if wear == Wear::default() {
            out.extend_from_slice(&first);
        } else {
            self.lines(wear, &first, out);
        }
    }

    /// Every line that is whole; the rest waits.
    fn lines(&mut self, wear: Wear, text: &[u8], out: &mut Vec<u8>) {
        let mut rest = text;
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let length = end
                + if rest[end..].starts_with(b"\r\n") {
                    2
                } else {
                    1
                };
            let mut line = std::mem::take(&mut self.line);
            line.extend_from_slice(&rest[..end]);
            let soft = wear.printable && line.trim_ascii_end().ends_with(b"=");
            if soft {
                line.truncate(line.trim_ascii_end().len() - 1);
                self.line = line;
            } else {
                self.one(wear, &line, out);
                out.extend_from_slice(&rest[end..length]);
            }
            rest = &rest[length..];
        }
        self.line.extend_from_slice(rest);
    }

    /// One line without what it wears.
    fn one(&mut self, wear: Wear, line: &[u8], out: &mut Vec<u8>) {
        if let [mark] = line
            && gaps::is_mark(*mark)
        {
            out.push(*mark);
            return;
        }
        let decoded = if wear.printable {
            unescaped(line)
        } else {
            line.to_vec()
        };
        let text = decode::text(&decoded);
        let text = if wear.page { web::seen(&text) } else { text };
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                out.push(b'\n');
            }
            let line = if wear.quoted {
                &line[quotation(line)..]
            } else {
                line
            };
            if wear.log {
                self.said(line, out);
            } else {
                out.extend_from_slice(line.as_bytes());
            }
        }
    }

    fn said(&mut self, line: &str, out: &mut Vec<u8>) {
        // Letters and blanks that only look different tell the same.
        let line = &layouts::cleaned(line);
        let said = chat::beginning(line).map_or(line.as_str(), |beginning| beginning.said);
        if chat::is_talk(said) {
            if self.left_out.is_none() {
                self.left_out = Some(said.to_owned());
            }
        } else {
            out.extend_from_slice(said.as_bytes());
        }
    }
}

impl Wear {
    fn of(first: &[u8]) -> Wear {
        let first = &gaps::without_marks(first)[..];
        let printable = is_printable(first);
        let text = decode::text(&if printable {
            let soft = String::from_utf8_lossy(first)
                .replace("=\r\n", "")
                .replace("=\n", "");
            unescaped(soft.as_bytes())
        } else {
            first.to_vec()
        });
        let page = text.lines().any(web::is_page);
        let text = if page {
            let lines: Vec<String> = text.split(['\n', '\r']).map(web::seen).collect();
            lines.join("\n")
        } else {
            text
        };
        let lines: Vec<&str> = text.split(['\n', '\r']).collect();
        let lines: Vec<&str> = lines
            .into_iter()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let marked = lines.iter().filter(|line| quotation(line) > 0).count();
        let quoted = marked > 0 && marked * 5 >= lines.len() * 3;
        let bare: Vec<&str> = lines
            .iter()
            .map(|line| {
                if quoted {
                    &line[quotation(line)..]
                } else {
                    line
                }
            })
            .collect();
        Wear {
            printable,
            page,
            quoted,
            log: {
                let clean = layouts::cleaned(&bare.join("\n"));
                chat::is_log(&clean.lines().collect::<Vec<&str>>())
            },
        }
    }
}

/// Whether every equals sign begins an escape or ends a line, as mailers write; there must be an escape at all, or a
/// long line that is broken so.
fn is_printable(text: &[u8]) -> bool {
    let mut sure = false;
    for (at, byte) in text.iter().enumerate() {
        if *byte != b'=' {
            continue;
        }
        match &text[at + 1..] {
            // Mailers escape the equals sign itself, and blanks at the ends of lines.
            [b'3', b'D' | b'd', ..] | [b'2', b'0' | b'E', ..] | [b'0', b'9' | b'A' | b'D', ..] => {
                sure = true;
            }
            [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {}
            [b'\n' | b'\r', ..] => {
                let line = text[..at]
                    .iter()
                    .rev()
                    .take_while(|byte| !matches!(byte, b'\n' | b'\r'))
                    .count();
                sure |= line >= SOFT_LINE_BYTES;
            }
            // The part at hand may end within one.
            [] | [_] => {}
            _ => return false,
        }
    }
    sure
}

/// Mailers break lines of about 76 letters.
const SOFT_LINE_BYTES: usize = 50;

fn unescaped(line: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.first() {
        if let [b'=', high, low, ..] = rest
            && let (Some(high), Some(low)) = (
                char::from(*high).to_digit(16),
                char::from(*low).to_digit(16),
            )
            && let Ok(byte) = u8::try_from(high * 16 + low)
        {
            plain.push(byte);
            rest = &rest[3..];
        } else {
            plain.push(*first);
            rest = &rest[1..];
        }
    }
    plain
}

/// The length of the quotation marks at a line's beginning: `> `, `>>`, `JD> `, `| `, `: `.
fn quotation(line: &str) -> usize {
    let mut length = 0;
    loop {
        let rest = line[length..].trim_start_matches(' ');
        let blanks = line.len() - length - rest.len();
        let initials = rest
            .bytes()
            .take(3)
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let marked = match rest.as_bytes().get(initials) {
            Some(b'>') => true,
            Some(b'|' | b':') => initials == 0,
            Some(_) | None => false,
        };
        if !marked {
            break;
        }
        length += blanks + initials + 1;
    }
    match length {
        0 => 0,
        _ => length + usize::from(line[length..].starts_with(' ')),
    }
}
