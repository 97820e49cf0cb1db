//! Suggestions: which known word is near to one that is not known. A suggestion is said, never acted on.

/// The longest word that is compared; nothing we know is near to a longer one.
const COMPARED_CHARS_MAX: usize = 40;

/// The shortest beginning of a word that is taken for that word.
const PREFIX_CHARS_MIN: usize = 3;

/// The known word nearest to the written one, where one is near; among equals, the first.
pub fn nearest<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted = written.to_lowercase();
    let length = wanted.chars().count();
    if length == 0 || length > COMPARED_CHARS_MAX {
        return None;
    }
    known
        .into_iter()
        .filter_map(|word| Some((distance(&wanted, &word.to_lowercase())?, word)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// How far a word is from a known one, where they are near: slips of the finger, or its beginning or stem only.
fn distance(wanted: &str, known: &str) -> Option<usize> {
    let length = wanted.chars().count();
    if length >= PREFIX_CHARS_MIN && known.starts_with(wanted) {
        return Some(1);
    }
    if let Some(slips) = slips(wanted, known) {
        return Some(slips);
    }
    // Nicks carry decorations: "Pwan" means "Pawn[y]" (CASES T23).
    let is_decoration = |c: char| !c.is_alphanumeric();
    let stem = known.split(is_decoration).next().unwrap_or(known);
    if stem == known || stem.chars().count() < PREFIX_CHARS_MIN {
        return None;
    }
    slips(wanted, stem).map(|slips| slips + 1)
}

/// How many slips of the finger lie between two words, where they are few.
fn slips(wanted: &str, known: &str) -> Option<usize> {
    let (length, known_length) = (wanted.chars().count(), known.chars().count());
    let most = slips_max(length.max(known_length));
    // Each letter more or less is a slip, so most words need no closer look.
    if length.abs_diff(known_length) > most {
        return None;
    }
    Some(strsim::damerau_levenshtein(wanted, known)).filter(|slips| *slips <= most)
}

/// How many slips a word of this length may have: about one in three letters.
fn slips_max(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}
