//! What the bot says, as far as the demo's people have to understand it.
//!
//! They are on the other side of the wire: they know its sentences and nothing of its state.

/// A board of a published round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// The board's number.
    pub board: u16,
    /// Who has white.
    pub white: String,
    /// Who has black.
    pub black: String,
}

/// The number behind a word: `round 2 of 3` has 2 behind `round `.
fn number_behind(text: &str, word: &str) -> Option<u16> {
    let (_, rest) = text.split_once(word)?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// What stands before the first board.
const BEFORE_BOARDS: &str = "The pairings, white first:";

/// The round whose pairings begin in this line, and may go on in the next ones.
pub fn pairings_announced(text: &str) -> Option<u16> {
    let announced = text.contains(BEFORE_BOARDS);
    announced.then(|| number_behind(text, ", round "))?
}

/// The boards in a line like `1. Ada - Bruno, 2. Chidi - Dora, Emil: bye (1 point)`; none in any other.
pub fn pairings(text: &str) -> Vec<Paired> {
    let boards = text
        .split_once(BEFORE_BOARDS)
        .map_or(text, |(_, boards)| boards.trim());
    boards.split(", ").filter_map(paired).collect()
}

fn paired(item: &str) -> Option<Paired> {
    let (board, players) = item.split_once(". ")?;
    let (white, black) = players.split_once(" - ")?;
    let is_nick = |name: &str| !name.is_empty() && !name.contains(' ');
    (is_nick(white) && is_nick(black)).then_some(Paired {
        board: board.parse().ok()?,
        white: white.to_owned(),
        black: black.to_owned(),
    })
}

/// Whether the bot asks for a check-in.
pub fn asks_to_check_in(text: &str) -> bool {
    text.contains("check-in is open") || text.contains("not checked in")
}

/// Whether the bot asks to confirm what the opponent reported.
pub fn asks_to_confirm(text: &str) -> bool {
    text.contains("Say !confirm")
}

/// Whether the bot asks what happened in a game whose reports differ.
pub fn asks_to_explain(text: &str) -> bool {
    text.contains("!explain TEXT") && (text.contains("not clear") || text.contains("disputed"))
}

/// The board whose ruling a director is asked for, as directors write it: `2.1`.
pub fn ruling_wanted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("is disputed")?;
    let (_, rest) = rest.split_once("result ")?;
    rest.split(' ').next()
}

/// Who explains, and the words.
pub fn explanation(text: &str) -> Option<(&str, &str)> {
    let (who, rest) = text.split_once(" explains ")?;
    let (_, words) = rest.split_once("): ")?;
    Some((who, words))
}

/// The score somebody claims in `Ada says 1-0, Bruno says 0-1`.
pub fn claim<'t>(text: &'t str, who: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("{who} says "))?;
    rest.split([',', ')', ':', ';', ' ']).next()
}

/// Who lost by not being there, in `4. Hal - Dora 0-1 (forfeit, provisional): Hal not present, …`.
pub fn no_show(text: &str) -> Option<&str> {
    let (before, _) = text.split_once(" not present")?;
    before.rsplit([' ', ',']).next()
}

/// Who has just entered, told in the channel as `Ada: You are in Winter Open, no. 1.`
pub fn entered(text: &str) -> Option<&str> {
    let (nick, rest) = text.split_once(": ")?;
    rest.starts_with("You are in ").then_some(nick)
}

/// Who came too late to register, and could still be admitted.
pub fn late(text: &str) -> Option<&str> {
    let (nick, rest) = text.split_once(": ")?;
    rest.contains("A director can still admit you")
        .then_some(nick)
}

/// Whether registration has opened.
pub fn registration_open(text: &str) -> bool {
    text.starts_with("Registration for ") && text.contains(" is open ")
}

/// The standings behind `Final standings [BHC1 BH]:`, an item a place.
pub fn final_standings(text: &str) -> Option<Vec<&str>> {
    let (_, rest) = text.split_once("Final standings")?;
    let (_, items) = rest.split_once(": ")?;
    Some(items.split(", ").collect())
}

/// Whether the bot gives back time that was lost in a split.
pub fn gives_time_back(text: &str) -> bool {
    text.contains("nobody loses by that")
}
