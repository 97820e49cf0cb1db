//! Fitting many short things into few lines. Lengths are bytes, as IRC counts them.

/// The longest line said in the channel: what is left of 512 bytes beside the longest prefix and a nick.
pub(super) const LINE_MAX: usize = 400;

/// Puts as many items on a line as fit; an item longer than the limit gets a line of its own.
pub fn pack(items: &[String], separator: &str, limit: usize) -> Vec<String> {
    pack_after("", items, separator, limit)
}

/// As [`pack`], with `head` in front of the first item. Without items the head stands alone.
pub(super) fn pack_after(
    head: &str,
    items: &[String],
    separator: &str,
    limit: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = head.trim_end().to_owned();
    let mut glue = if line.is_empty() { "" } else { " " };
    for item in items {
        let fits = line.len() + glue.len() + item.len() <= limit;
        if !fits && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            glue = "";
        }
        line.push_str(glue);
        line.push_str(item);
        glue = separator;
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1 board`, `2 boards`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
