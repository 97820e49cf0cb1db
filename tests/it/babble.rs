//! Whatever is said to the bot is answered, and nothing that is said makes it fall over.

use crate::support::stage::{Proof, Stage};
use chessmasters::command::COMMANDS;
use chessmasters::lots::Lots;
use chessmasters::ports::{Before, Hearing, LineEnd, Manner, Place};
use chessmasters::tournament::{Gamescores, Society};
use chessmasters::vocabulary::{Account, CaseMapping, Span, Timestamp};

/// How many lines are said.
const LINES: u32 = 3_000;

/// What commands are made of, and what they are not made of. Control characters do not come this far: the adapter takes
/// them out.
const WORDS: [&str; 74] = [
    "{",
    "}",
    "[Event \"x\"]",
    "end",
    "7.4c",
    "1.",
    "e4",
    "Nf3",
    "send",
    "last",
    "8/8/8/4k3/8/8/8/4K3",
    "O-O",
    "nsw",
    "castling",
    "common",
    "#1",
    "#2",
    "#99999999999",
    "1.1",
    "1.2",
    "2.1",
    "0.0",
    "1.",
    ".1",
    "9999.9999",
    "Ada",
    "bob",
    "Nobody",
    "ADA",
    "won",
    "lost",
    "drew",
    "1-0",
    "0-1",
    "1/2",
    "½-½",
    "0.5-0.5",
    "=",
    "swapped",
    "white",
    "black",
    "confirm",
    "anyway",
    "half",
    "full",
    "zero",
    "deserted",
    "because",
    "2h",
    "-2h",
    "-0s",
    "99999d",
    "2h2h",
    "7",
    "0",
    "-1",
    "sunday",
    "20:00",
    "25:61",
    "2026-12-06 20:00",
    "Europe/Berlin",
    "Nowhere/Land",
    "swiss",
    "rounds",
    "format",
    "name",
    "zone",
    "registration_closes",
    "registration_opens",
    "everywhere",
    "none",
    "\u{202e}",
    "é\u{301}",
    "𝔛",
];

fn line(lots: &mut Lots) -> String {
    let mut words: Vec<String> = Vec::new();
    if lots.below(8) > 0 {
        let spec = &COMMANDS[lots.below(COMMANDS.len() as u64) as usize];
        let names: Vec<&str> = spec.names().collect();
        words.push(names[lots.below(names.len() as u64) as usize].to_owned());
        if lots.below(4) == 0 {
            words.push(spec.example.to_owned());
        }
    }
    for _ in 0..lots.below(6) {
        words.push(WORDS[lots.below(WORDS.len() as u64) as usize].to_owned());
    }
    if lots.below(20) == 0 {
        words.push("x".repeat(lots.below(600) as usize));
    }
    let spaces = [" ", " ", "  ", "\t", ""];
    let line = words.join(spaces[lots.below(5) as usize]);
    if line.trim().is_empty() {
        "?".to_owned()
    } else {
        line
    }
}

fn say(stage: &mut Stage, who: &str, proof: Proof, place: Place, text: &str) {
    stage.say_late(who, proof, place, text, Span::ZERO);
}

/// How much somebody has sent of a game.
fn sent_by(stage: &Stage, who: &str) -> usize {
    let account = Account::new(who, CaseMapping::Ascii);
    let draft = stage.society().gamescores.drafts.get(&account);
    draft.map_or(0, |draft| draft.text.len())
}

/// All that a line of a game may not change.
fn without_games(stage: &Stage) -> Society {
    Society {
        gamescores: Gamescores::default(),
        ..stage.society().clone()
    }
}

/// How a line is heard: mostly well, and as talk; in private now and then as a line of a game.
fn hearing(lots: &mut Lots, place: Place) -> Hearing {
    let one_in = |lots: &mut Lots, many| lots.below(many) == 0;
    Hearing {
        manner: match place == Place::Private && one_in(lots, 3) {
            true => Manner::Moves,
            false => Manner::Talk,
        },
        before: match one_in(lots, 10) {
            true => Before::Lost,
            false => Before::Heard,
        },
        end: match one_in(lots, 20) {
            true => LineEnd::MaybeCut,
            false => LineEnd::Whole,
        },
    }
}

#[test]
fn every_line_is_answered() {
    let mut lots = Lots::new(1);
    let start = Timestamp::from_ms(1_796_083_200_000);
    let mut stage = Stage::new(start, &["Boss", "Dora"]);
    say(
        &mut stage,
        "Boss",
        Proof::Identified,
        Place::Private,
        "tournament new Open",
    );
    say(
        &mut stage,
        "Boss",
        Proof::Identified,
        Place::Private,
        "tournament open",
    );
    for who in ["Ada", "Bob", "Cyd", "Dan", "Eve"] {
        say(
            &mut stage,
            who,
            Proof::Identified,
            Place::Channel,
            "register",
        );
    }
    say(
        &mut stage,
        "Boss",
        Proof::Identified,
        Place::Private,
        "tournament start",
    );
    let mut time_passed = true;
    for number in 0..LINES {
        let who = ["Boss", "Dora", "Ada", "Bob", "Cyd", "Zoe"][lots.below(6) as usize];
        let proof = match lots.below(12) {
            0 => Proof::Stranger,
            1 => Proof::Unchecked,
            _ => Proof::Identified,
        };
        let place = if lots.coin() {
            Place::Channel
        } else {
            Place::Private
        };
        let text = line(&mut lots);
        let hearing = hearing(&mut lots, place);
        let before = (stage.replies, sent_by(&stage, who));
        let society = without_games(&stage);
        stage.hearing = hearing;
        say(&mut stage, who, proof, place, &text);
        // Moves are taken in silence, line by line.
        let taken = place == Place::Private && sent_by(&stage, who) > before.1;
        match hearing.manner {
            Manner::Talk => assert!(
                stage.replies > before.0 || taken,
                "line {number}, {text:?} of {who}, was not answered"
            ),
            // A paste that is not taken is answered once, and whatever its words are, nobody obeys them.
            Manner::Moves => assert!(
                time_passed || without_games(&stage) == society,
                "line {number}, {text:?} of {who}, was obeyed"
            ),
        }
        time_passed = number % 50 == 0;
        if time_passed {
            stage.check_folds();
            let minutes = lots.below(2_000) as i64;
            stage.now = stage.now + Span::from_minutes(minutes);
        }
    }
}
