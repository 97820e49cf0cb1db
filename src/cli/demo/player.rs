//! The players: who they are, and how they answer what the bot says.

use super::client::{Deed, Heard};
use super::pace::Pace;
use super::part::{Agenda, Part};
use super::words::{self, Paired};

/// Somebody who plays in the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Their nick.
    pub nick: &'static str,
    /// How well they play: the better one wins, neighbours draw.
    pub strength: i32,
}

const fn member(nick: &'static str, strength: i32) -> Member {
    Member { nick, strength }
}

/// Everybody who comes to play, in the order in which they register.
pub const PLAYERS: [Member; 8] = [
    member("Ada", 9),
    member("Bruno", 7),
    member("Chidi", 6),
    member("Dora", 5),
    member(ABSENT, 1),
    member("Emil", 4),
    member("Farah", 3),
    member("Goran", 2),
];

/// Who registers and then does not show up.
pub const ABSENT: &str = "Hal";

/// The round in which two reports conflict.
pub const CONFLICT_ROUND: u16 = 2;

/// The round in which the network splits.
pub const SPLIT_ROUND: u16 = 3;

/// How the players of a board let the bot know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Both report, each their own side.
    Both,
    /// White reports in full, black confirms when asked.
    Confirm,
    /// Only white reports; black says nothing more.
    One,
    /// Both say they won.
    Conflict,
    /// They have not found the time when check-in opens; they play after it.
    Late,
}

/// How a game ends for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Won,
    Lost,
    Drew,
}

impl Ending {
    /// The better player wins, and neighbours draw, except over what they will quarrel about.
    fn of(own: Member, other: Member, manner: Manner) -> Ending {
        let ahead = own.strength - other.strength;
        match manner {
            Manner::Both | Manner::Confirm | Manner::One | Manner::Late if ahead.abs() <= 1 => {
                Ending::Drew
            }
            Manner::Both | Manner::Confirm | Manner::One | Manner::Late | Manner::Conflict => {
                if ahead > 0 {
                    Ending::Won
                } else {
                    Ending::Lost
                }
            }
        }
    }

    /// The word behind `!report`.
    fn word(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Lost => "lost",
            Ending::Drew => "drew",
        }
    }

    /// The score, for somebody who has white.
    fn score_of_white(self) -> &'static str {
        match self {
            Ending::Won => "1-0",
            Ending::Lost => "0-1",
            Ending::Drew => "1/2-1/2",
        }
    }
}

/// The member with this nick, if they come to their games.
fn present_member(nick: &str) -> Option<Member> {
    let named = PLAYERS.iter().find(|member| member.nick == nick);
    named.filter(|member| member.nick != ABSENT).copied()
}

/// Somebody's game in the round that is being played.
#[derive(Clone, Debug)]
struct Game {
    paired: Paired,
    has_white: bool,
    manner: Manner,
    /// How it ends; nothing is played against a guest, or against somebody who is not there.
    ending: Option<Ending>,
    /// Whether this player's report is given, or planned.
    told: bool,
    /// Whether this player's check-in is given, or planned.
    present: bool,
}

/// A player's mind.
pub struct Player {
    own: Member,
    bot: String,
    pace: Pace,
    /// The round whose pairings are being read out.
    reading: Option<u16>,
    game: Option<Game>,
}

impl Player {
    /// Somebody with nothing in mind yet.
    pub fn new(own: Member, bot: &str, pace: Pace) -> Player {
        Player {
            own,
            bot: bot.to_owned(),
            pace,
            reading: None,
            game: None,
        }
    }

    /// A little later, and nobody at the same time as the next one.
    fn turn(&self, permille: u32) -> std::time::Duration {
        let place = PLAYERS.iter().position(|member| *member == self.own);
        let place = u32::try_from(place.unwrap_or_default()).unwrap_or_default();
        self.pace.part(permille + 12 * place)
    }

    fn hear_in_channel(&mut self, text: &str, agenda: &mut Agenda) {
        if words::registration_open(text) {
            agenda.after(self.turn(30), Deed::Say("!register".to_owned()));
        }
        if self.own.nick == ABSENT && words::entered(text) == Some(ABSENT) {
            agenda.after(self.pace.part(20), Deed::Leave("gone fishing".to_owned()));
        }
        let to_me = text.strip_prefix(&format!("{}: ", self.own.nick));
        if let Some(text) = to_me.filter(|text| words::asks_to_explain(text)) {
            self.explain(text, agenda);
        }
        if let Some(round) = words::pairings_announced(text) {
            self.reading = Some(round);
            self.game = None;
            agenda.clear();
        }
        let Some(round) = self.reading else {
            return;
        };
        let boards = words::pairings(text);
        if boards.is_empty() {
            self.reading = None;
        }
        let nick = self.own.nick;
        let mine = boards
            .iter()
            .position(|paired| [&paired.white, &paired.black].contains(&&nick.to_owned()));
        if let Some(at) = mine {
            let between_members = |paired: &&Paired| {
                [&paired.white, &paired.black]
                    .iter()
                    .all(|nick| present_member(nick).is_some())
            };
            let before = boards[..at].iter().filter(between_members).count();
            self.sit_down(manner(round, before), boards[at].clone(), agenda);
        }
    }

    /// A game is to be played: makes up the mind how it will be reported.
    fn sit_down(&mut self, manner: Manner, paired: Paired, agenda: &mut Agenda) {
        let has_white = paired.white == self.own.nick;
        let other = match has_white {
            true => present_member(&paired.black),
            false => present_member(&paired.white),
        };
        let manner = other.map_or(Manner::Late, |_| manner);
        let mut game = Game {
            has_white,
            manner,
            ending: other.map(|other| Ending::of(self.own, other, manner)),
            told: false,
            present: false,
            paired,
        };
        if let Some(report) = game.unasked_report() {
            let at = if has_white { 120 } else { 190 } + 50 * u32::from(game.paired.board);
            agenda.after(self.pace.part(at), Deed::Say(report));
            game.told = true;
        }
        self.game = Some(game);
    }

    fn hear_in_private(&mut self, text: &str, agenda: &mut Agenda) {
        if words::asks_to_explain(text) {
            return self.explain(text, agenda);
        }
        let (soon, later, then) = (self.turn(5), self.turn(70), self.pace.part(40));
        let Some(game) = &mut self.game else {
            return;
        };
        if words::asks_to_check_in(text) && game.manner == Manner::Late && !game.present {
            game.present = true;
            agenda.after(soon, Deed::Say("!present".to_owned()));
            if let (Some(ending), false) = (game.ending, game.told) {
                game.told = true;
                agenda.after(later, Deed::Say(format!("!report {}", ending.word())));
            }
        } else if words::asks_to_confirm(text) && !game.told && game.manner != Manner::One {
            game.told = true;
            agenda.after(then, Deed::Say("!confirm".to_owned()));
        }
    }

    /// Tells the director; of two who both claim the win, the one who has it gives the position.
    fn explain(&self, text: &str, agenda: &mut Agenda) {
        let Some(game) = self
            .game
            .as_ref()
            .filter(|game| text.contains(&game.paired.white))
        else {
            return;
        };
        let words = match game.ending {
            Some(Ending::Won) => "!explain checkmate on move 31, both clocks still running",
            Some(Ending::Lost | Ending::Drew) | None => {
                "!explain I thought the flag had fallen before that"
            }
        };
        agenda.after(self.turn(40), Deed::Say(words.to_owned()));
    }
}

impl Game {
    /// What this player says by themselves of a game that is played in good time.
    fn unasked_report(&self) -> Option<String> {
        let ending = self.ending?;
        let Paired { white, black, .. } = &self.paired;
        match (self.manner, self.has_white) {
            (Manner::Both, _) | (Manner::One, true) => Some(format!("!report {}", ending.word())),
            (Manner::Confirm, true) => Some(format!(
                "!report {white} {} {black}",
                ending.score_of_white()
            )),
            (Manner::Conflict, _) => Some("!report won".to_owned()),
            (Manner::Confirm | Manner::One, false) | (Manner::Late, _) => None,
        }
    }
}

/// How a game is told of: the first, second … of a round's.
fn manner(round: u16, before: usize) -> Manner {
    match (round, before) {
        (SPLIT_ROUND, _) => Manner::Late,
        (CONFLICT_ROUND, 0) => Manner::Conflict,
        (_, 1) => Manner::Confirm,
        (1, 2) => Manner::One,
        (_, _) => Manner::Both,
    }
}

impl Part for Player {
    fn hear(&mut self, heard: &Heard, agenda: &mut Agenda) {
        match heard {
            Heard::Channel { from, text } if *from == self.bot => {
                self.hear_in_channel(text, agenda)
            }
            Heard::Private { from, text } if *from == self.bot => {
                self.hear_in_private(text, agenda)
            }
            Heard::Channel { .. }
            | Heard::Private { .. }
            | Heard::Joined { .. }
            | Heard::Gone { .. }
            | Heard::Other { .. } => {}
        }
    }
}
