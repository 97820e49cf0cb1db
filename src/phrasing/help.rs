//! Help, from the table of commands.

use super::answers::Answer;
use super::pack::{LINE_MAX, pack_after};
use super::reader::Reader;
use crate::ports::Place;

/// A command as help shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpEntry<'a> {
    /// How it is written, without the mark.
    pub usage: &'a str,
    /// What it is for, in a line.
    pub summary: &'a str,
}

/// The most commands explained one by one; more are only listed.
const EXPLAINED_MAX: usize = 4;

/// What these commands are for: a few in full, many as a list of words.
pub fn help(entries: &[HelpEntry<'_>], reader: &Reader) -> Answer {
    let mark = match reader.place {
        Place::Channel => "!",
        Place::Private => "",
    };
    if entries.is_empty() {
        return Answer::line(format!(
            "There is no such command. For all of them, say {mark}help."
        ));
    }
    if entries.len() <= EXPLAINED_MAX {
        let lines = entries
            .iter()
            .map(|entry| format!("{mark}{}: {}.", entry.usage, entry.summary))
            .collect();
        return Answer::for_reader(lines, reader);
    }
    let words: Vec<String> = entries
        .iter()
        .map(|entry| command_word(entry.usage).to_owned())
        .collect();
    let head = format!("Say {mark}help COMMAND for one of these:");
    Answer::for_reader(pack_after(&head, &words, ", ", LINE_MAX), reader)
}

/// The words of a usage that name the command: those in front of the first thing to fill in.
fn command_word(usage: &str) -> &str {
    let end = usage
        .split(' ')
        .take_while(|word| {
            word.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        })
        .take(2)
        .map(|word| word.len() + 1)
        .sum::<usize>();
    usage[..end.saturating_sub(1).min(usage.len())].trim_end()
}
