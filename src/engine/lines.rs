//! The lines a program writes, of which neither the length nor the number is trusted.

use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// The longest line that is read; what is longer is no line of an engine and is passed over. Stockfish 15.1 wrote none of 400 bytes
/// in two minutes, and a line of a hundred moves would have 700.
pub(super) const LINE_BYTES_MAX: usize = 16 * 1024;

/// The most that is read of one answer. In a minute, the longest it may look, Stockfish 15.1 wrote 46 kB.
pub(super) const BYTES_MAX: usize = 4 * 1024 * 1024;

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line without its end. What is no text in it is replaced.
    Line(String),
    /// There is no more.
    End,
    /// More came than will be read.
    Flood,
}

/// A reader of lines. Where it is interrupted, what has come of a line is not lost.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    /// The beginning of the line that is on its way.
    begun: Vec<u8>,
    length: Length,
    /// How many bytes have come.
    bytes: usize,
}

/// Whether the line on its way is one that will be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Usual,
    Excessive,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// The lines of this.
    pub(super) fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            begun: Vec::new(),
            length: Length::Usual,
            bytes: 0,
        }
    }

    /// The next line. A last one without an end is none: nobody knows what is missing of it.
    ///
    /// # Errors
    /// When the operating system cannot read.
    pub(super) async fn next(&mut self) -> io::Result<Heard> {
        loop {
            if self.bytes > BYTES_MAX {
                return Ok(Heard::Flood);
            }
            let came = self.reader.fill_buf().await?;
            if came.is_empty() {
                return Ok(Heard::End);
            }
            let end = came.iter().position(|byte| *byte == b'\n');
            let (part, used) = match end {
                Some(end) => (&came[..end], end + 1),
                None => (came, came.len()),
            };
            if self.begun.len() + part.len() > LINE_BYTES_MAX {
                self.length = Length::Excessive;
                self.begun.clear();
            }
            match self.length {
                Length::Usual => self.begun.extend_from_slice(part),
                Length::Excessive => {}
            }
            self.reader.consume(used);
            self.bytes += used;
            if end.is_none() {
                continue;
            }
            let line = std::mem::take(&mut self.begun);
            match std::mem::replace(&mut self.length, Length::Usual) {
                Length::Usual => {
                    return Ok(Heard::Line(String::from_utf8_lossy(&line).into_owned()));
                }
                Length::Excessive => {}
            }
        }
    }
}
