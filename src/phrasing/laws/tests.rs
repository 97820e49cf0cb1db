//! The texts hold together, and people find them.

use super::super::tests::assert_plain;
use super::entry::{Chapter, Entry, related};
use super::synonyms::{EMPTY, PHRASES, SYNONYMS};
use super::terms::terms;
use super::{LINE_MAX, answer};
use crate::command::{COMMANDS, Command, SETTING_KEYS, parse};
use crate::phrasing::Reader;
use crate::ports::Place;
use crate::tournament::Settings;
use crate::vocabulary::{Span, Timestamp};
use expect_test::{Expect, expect};
use std::collections::BTreeSet;

/// The longest line of a text alone, without where to read on.
const TEXT_MAX: usize = 380;

fn said_in(place: Place, line: &str) -> Vec<String> {
    let Ok(Command::Rules(question)) = parse(line) else {
        panic!("{line} is no question about the rules");
    };
    let reader = Reader {
        account: None,
        zone: None,
        place,
        now: Timestamp::from_ms(0),
    };
    let lines = answer(&question, &reader);
    for line in &lines {
        assert_plain(line);
        assert!(line.len() <= LINE_MAX, "{} bytes: {line}", line.len());
    }
    if place == Place::Channel {
        assert!((1..=2).contains(&lines.len()), "{line}: {lines:#?}");
    }
    lines
}

fn said(line: &str) -> String {
    said_in(Place::Channel, line).join("\n") + "\n"
}

fn dialogue(place: Place, questions: &[&str], expected: Expect) {
    let text: String = questions
        .iter()
        .map(|line| format!("> {line}\n{}\n", said_in(place, line).join("\n")))
        .collect();
    expected.assert_eq(&text);
}

#[test]
fn every_text_is_short_and_whole() {
    for entry in Entry::all() {
        let law = entry.law;
        let label = entry.label();
        let first = format!("{label} (history), {}: {}", law.title, law.text);
        assert!(first.len() <= TEXT_MAX, "{label} takes {}", first.len());
        assert!(law.more.len() <= TEXT_MAX, "{label}: {}", law.more.len());
        assert!(law.text.ends_with('.'), "{label}");
        assert!(law.more.is_empty() || law.more.ends_with('.'), "{label}");
        for place in [Place::Channel, Place::Private] {
            let lines = said_in(place, &format!("!rules {label}"));
            let head = format!("{label}, {}: ", law.title);
            let history = format!("{label} (history), {}: ", law.title);
            let line = &lines[0];
            assert!(
                line.starts_with(&head) || line.starts_with(&history),
                "{label} is asked for, and this comes: {line}"
            );
        }
        for see in law.see {
            let named = related(entry.document, see);
            assert!(named.is_some(), "{label} names {see}");
        }
    }
}

/// What `tests/laws_fixture.py` found in the documents; the others have words for numbers, but for the director's.
#[test]
fn no_article_is_invented() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/laws/articles.txt"
    );
    let printed = std::fs::read_to_string(file).expect("the numbers are there");
    let printed: Vec<&str> = printed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let numbered = Entry::all().filter(|entry| entry.number().is_some());
    let labels: Vec<String> = numbered.map(Entry::label).collect();
    let labels: Vec<&str> = labels
        .iter()
        .map(String::as_str)
        .filter(|label| *label != "DAL 9")
        .collect();
    assert_eq!(labels, printed);
    for chapter in Chapter::all() {
        assert!(chapter.articles().count() > 1, "{}", chapter.number);
    }
}

#[test]
fn words_to_look_for_are_terms() {
    let mut heads = BTreeSet::new();
    for entry in Entry::all() {
        let law = entry.law;
        for word in law.heads.iter().chain(law.topics) {
            assert_eq!(terms(word), [*word], "{}: {word}", entry.label());
        }
        for head in law.heads {
            // Each document has a preface.
            assert!(
                heads.insert(*head) || *head == "preface",
                "{head} stands twice"
            );
        }
        for topic in law.topics {
            assert!(!law.heads.contains(topic), "{}: {topic}", entry.label());
        }
    }
}

/// A synonym that leads nowhere, or that another entry of the tables hides, would go unseen.
#[test]
fn synonyms_lead_somewhere() {
    let laws = Entry::all().map(|entry| entry.law);
    let answered: BTreeSet<String> = laws
        .flat_map(|law| {
            let words = law.heads.iter().chain(law.topics).copied();
            words.chain([law.title, law.text, law.more]).flat_map(terms)
        })
        .collect();
    let phrases = PHRASES.iter().map(|(words, term)| (words.join(" "), *term));
    let singles = SYNONYMS
        .iter()
        .flat_map(|(words, term)| words.iter().map(|word| ((*word).to_owned(), *term)));
    for (written, term) in phrases.chain(singles) {
        assert_eq!(terms(&written), [term], "{written}");
        assert!(answered.contains(term), "{written}: no article has {term}");
    }
    for word in EMPTY {
        assert_eq!(terms(word), Vec::<String>::new(), "{word}");
    }
}

#[test]
fn what_texts_say_of_the_bot_is_so() {
    let defaults = Settings::new("x");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for entry in Entry::all() {
        for text in [entry.law.text, entry.law.more] {
            for (at, _) in text.match_indices('!') {
                let word = text[at + 1..].split(|c| !is_word(c)).next();
                let known = COMMANDS.iter().any(|spec| Some(spec.word) == word);
                assert!(known, "{}: {word:?} is no command", entry.label());
            }
            let settings = text
                .split(|c| !is_word(c))
                .filter(|word| word.contains('_'));
            for word in settings {
                assert!(SETTING_KEYS.contains(&word), "{word} is no setting");
            }
        }
    }
    let week = said("!rules III");
    for (key, length) in [
        ("checkin_before_deadline", defaults.checkin_before_deadline),
        ("checkin_window", defaults.checkin_window),
        ("round_length", defaults.round_length),
    ] {
        let (_, rest) = week.split_once(&format!("{key} (")).expect("it is named");
        let (written, _) = rest.split_once(')').expect("with its default");
        assert_eq!(Span::parse(written).ok(), Some(length), "{key}");
    }
    let (before, window) = (defaults.checkin_before_deadline, defaults.checkin_window);
    assert!(before == Span::from_minutes(150) && week.contains("2 h 30 min before the deadline"));
    assert!(window == Span::from_hours(24) && week.contains("24 hours before the cutoff"));
    let control = &defaults.time_control;
    assert!(control.starts_with("60 minutes") && said("!rules II.c").contains("60 minutes"));
}

/// The article a question is answered with, or the numbers of several.
fn found(question: &str) -> String {
    let line = said(&format!("!rules {question}"));
    let label = |text: &str| {
        let mut words = text.split([' ', ',']);
        let document = words.next().unwrap_or_default().to_owned();
        format!("{document} {}", words.next().unwrap_or_default())
    };
    match line.strip_prefix("Several rules speak of that: ") {
        Some(list) => {
            let (list, _) = list.split_once(". Say").expect("how to ask for one");
            // A title may hold a comma; a document's name begins an item.
            let items = ["DAL ", "NSW ", "ROUX "]
                .iter()
                .flat_map(|code| list.match_indices(code));
            let mut items: Vec<usize> = items.map(|(at, _)| at).collect();
            items.sort_unstable();
            let labels: Vec<String> = items.iter().map(|at| label(&list[*at..])).collect();
            labels.join(", ")
        }
        None => label(&line),
    }
}

#[test]
fn words_find_their_article() {
    for (questions, article) in [
        (
            "castling, castle, castled, rochade, O-O, o-o-o, 0-0-0",
            "DAL 5.1b",
        ),
        (
            "en passant, ep, e.p., EP, en-passant, in passing",
            "DAL 5.6c",
        ),
        ("stalemate, stalemates, pat, stale mate", "DAL 7.3"),
        (
            "three-fold, threefold, repetition, threefold repetition, 3-fold, fivefold",
            "DAL 7.7",
        ),
        (
            "50 moves, fifty, 50-move rule, 50, 75 moves, the fifty move rule",
            "DAL 7.9",
        ),
        ("time, clock, clocks, time control, minutes", "DAL II.c"),
        (
            "flag, flag fall, timeout, out of time, lose on time, bare king",
            "DAL 7.5",
        ),
        ("bye, byes, points, scoring, tie-breaks", "DAL scoring"),
        (
            "netsplit, split, net split, disconnected, reconnect",
            "DAL II.b",
        ),
        (
            "presence, late, absent, no-show, no show, check-in, my opponent is not here, deadline, week",
            "DAL III",
        ),
        (
            "touch, touched, touch move, touch-move, j'adoube, touch take",
            "NSW 6",
        ),
        (
            "promotion, queening, underpromotion, under-promotion, promote a pawn",
            "DAL 5.6d",
        ),
        ("check", "DAL 6.1"),
        ("checkmate, mate, mated, check mate", "DAL 7.1"),
        (
            "draw offer, draw offers, offering a draw, agreed draw",
            "DAL 7.6",
        ),
        ("illegal move, illegal moves, take back", "NSW 2"),
        ("resign, resigning, resignation, give up", "DAL 7.2"),
        (
            "insufficient material, dead position, two knights",
            "DAL 7.4",
        ),
        ("king", "DAL 5.1"),
        ("queen", "DAL 5.2"),
        ("rook", "DAL 5.3"),
        ("bishop", "DAL 5.4"),
        ("knight, knights, how does the knight move?", "DAL 5.5"),
        ("pawn, pawns, how does a pawn move", "DAL 5.6"),
        ("castling rook attacked", "DAL 5.1b"),
        ("perpetual check", "NSW 8d"),
        ("director, TD, arbiter", "DAL 9"),
        ("cheating, engine, banned", "DAL 8.4"),
        ("advice, notes, books", "DAL 8.1a"),
        ("withdraw, leaving, drop out", "DAL 8.3"),
        ("register, registration, sign up, preregister", "DAL I"),
        ("nick, nickserv, email, e-mail", "DAL I.a"),
        ("program, host, IP, interface", "DAL II"),
        ("report, results", "DAL IV"),
        ("dispute, contradict", "DAL IV.a"),
        ("odds, lots", "ROUX 3"),
        ("first move", "DAL 3.1"),
        ("starting position", "DAL 2.3"),
        ("adjudication", "NSW clocks"),
        ("nsw castling, castling nsw", "NSW 3"),
        ("roux castling, history castling", "ROUX 9"),
        ("dal castling", "DAL 5.1b"),
        ("two bishops of one colour", "DAL 7.4"),
    ] {
        for question in questions.split(", ") {
            assert_eq!(found(question), article, "{question}");
        }
    }
}

#[test]
fn several_are_listed_best_first() {
    for (question, articles) in [
        ("forfeit", "DAL III, DAL IV.a, DAL scoring"),
        ("spectators", "DAL 9.4, NSW 7, NSW 8e"),
        ("castle out of check", "DAL 5.1b.ii.A, NSW 3"),
        ("preface", "DAL preface, NSW preface, ROUX preface"),
    ] {
        assert_eq!(found(question), articles, "{question}");
    }
    dialogue(
        Place::Channel,
        &["!rules draw", "!rules claim"],
        expect![[r#"
            > !rules draw
            Several rules speak of that: DAL 7.6 draw by agreement, NSW 8 ways to draw, DAL 7.3 stalemate, DAL 7.4 too few pieces to mate, DAL 7.5 bare king and time, DAL 7.7 threefold repetition, DAL 7.8 when the right to claim is gone, DAL 7.9 fifty moves, DAL scoring points for results and byes, ROUX 7 stalemate, ROUX 8 mate within fifty moves. Say !rules and the number of one.
            > !rules claim
            Several rules speak of that: DAL 7.7a claiming before the third time, DAL 7.7b claiming at the third time, DAL 7.8 when the right to claim is gone, DAL 7.7 threefold repetition, DAL 7.9 fifty moves, NSW 7 agreed checkmate, NSW 8c fifty moves, NSW 8d threefold repetition, ROUX 8 mate within fifty moves. Say !rules and the number of one.
        "#]],
    );
}

#[test]
fn contents_and_common() {
    dialogue(
        Place::Channel,
        &[
            "!rules",
            "!rules common",
            "!rules nsw",
            "!rules roux",
            "!rules dal",
        ],
        expect![[r#"
            > !rules
            DALnet's rules (DAL), which hold here: I announcing and entering a tournament, II programs and host, III the week and who is present, IV reporting a result, 1 the board, 2 the pieces, 3 who moves, 4 moves in general, 5 how each piece moves, 6 check, 7 how a game ends, 8 conduct, 9 the tournament director; preface, scoring. Say !rules 7.4 for one.
            By words: !rules castling. Misunderstood most: !rules common. Others: !rules nsw (school tournaments), !rules roux (history).
            > !rules common
            Most misunderstood (NSW): 1 a check is met at once; 2 an illegal move is taken back; 3 castling: king first, never out of, through or into check, or after moving king or rook; 4 en passant at once or never; 5 a pawn may become any piece but a king, even a second queen.
            6 A piece touched on purpose must move, an enemy one must be taken, if that is legal; 7 an agreed checkmate or stalemate stands; 8 draws: stalemate, too few pieces, and on a claim fifty moves or a position three times; or by agreement. One in full: !rules nsw 6.
            > !rules nsw
            For school tournaments in New South Wales (NSW): 1 check, 2 illegal move, 3 castling, 4 en passant, 5 promotion, 6 touch move and touch take, 7 agreed checkmate, 8 ways to draw; preface, clocks, conduct. Say !rules nsw 6 for one.
            > !rules roux
            La Roux's old club laws (ROUX), as history: 1 a touched man, 2 men placed wrongly, 3 first move and odds, 4 touching without "J'adoube", 5 a check not announced, 6 checkmate, 7 stalemate, 8 mate within fifty moves, 9 castling; preface. Say !rules roux 3 for one.
            > !rules dal
            DALnet's rules (DAL), which hold here: I announcing and entering a tournament, II programs and host, III the week and who is present, IV reporting a result, 1 the board, 2 the pieces, 3 who moves, 4 moves in general, 5 how each piece moves, 6 check, 7 how a game ends, 8 conduct, 9 the tournament director; preface, scoring. Say !rules 7.4 for one.
        "#]],
    );
    dialogue(
        Place::Private,
        &["rules", "rules common"],
        expect![[r#"
            > rules
            DALnet's rules (DAL), which hold here: I announcing and entering a tournament, II programs and host, III the week and who is present, IV reporting a result, 1 the board, 2 the pieces, 3 who moves, 4 moves in general, 5 how each piece moves, 6 check, 7 how a game ends, 8 conduct, 9 the tournament director; preface, scoring. Say rules 7.4 for one.
            By words: rules castling. Misunderstood most: rules common. Others: rules nsw (school tournaments), rules roux (history).
            > rules common
            Most misunderstood (NSW): 1 a check is met at once; 2 an illegal move is taken back; 3 castling: king first, never out of, through or into check, or after moving king or rook; 4 en passant at once or never; 5 a pawn may become any piece but a king, even a second queen.
            6 A piece touched on purpose must move, an enemy one must be taken, if that is legal; 7 an agreed checkmate or stalemate stands; 8 draws: stalemate, too few pieces, and on a claim fifty moves or a position three times; or by agreement. One in full: rules nsw 6.
        "#]],
    );
}

#[test]
fn numbers_of_several_documents() {
    dialogue(
        Place::Channel,
        &[
            "!rules 7",
            "!rules VII",
            "!rules 9",
            "!rules I",
            "!rules nsw 7",
            "!rules 8a",
            "!rules 2b",
            "!rules roux I",
        ],
        expect![[r#"
            > !rules 7
            DAL 7, how a game ends: 7.1 checkmate, 7.2 resigning, 7.3 stalemate, 7.4 too few pieces to mate, 7.5 bare king and time, 7.6 draw by agreement, 7.7 threefold repetition, 7.8 when the right to claim is gone, 7.9 fifty moves, 7.10 refusing the rules. Also NSW 7 agreed checkmate and ROUX 7 stalemate (!rules nsw 7, !rules roux 7).
            > !rules VII
            DAL 7, how a game ends: 7.1 checkmate, 7.2 resigning, 7.3 stalemate, 7.4 too few pieces to mate, 7.5 bare king and time, 7.6 draw by agreement, 7.7 threefold repetition, 7.8 when the right to claim is gone, 7.9 fifty moves, 7.10 refusing the rules. Also NSW 7 agreed checkmate and ROUX 7 stalemate (!rules nsw 7, !rules roux 7).
            > !rules 9
            DAL 9, the tournament director: Each tournament has a director (TD) at its head, perhaps with assistants. None of them may play in a tournament that they direct or help to organise. Their duties are 9.1 to 9.5.
            Here both ways are refused: officials cannot enter their tournament, and its players cannot become its officials. Also ROUX 9 castling (!rules roux 9).
            > !rules I
            DAL I, announcing and entering a tournament: A tournament is announced ahead of time, with the day and hour of registration. Everybody who wants to play has to register then, except those who preregistered. When registration closes, round 1 is paired, announced and put on the web page; players whose addresses are known get it by e-mail as well.
            Here you say !register while registration is open, or !preregister before; !info tells the times (settings registration_opens and registration_closes). Afterwards only a director or an assistant can let somebody in, and only into a Swiss. See also I.a.
            > !rules nsw 7
            NSW 7, agreed checkmate: A checkmate or stalemate that is claimed, and that you accept in words or by a handshake, stands, even if it was none. No spectator may tell you; look for yourself. Stay at the board, both of you, until you agree. If you find no way out, accept it; if you disagree, call an arbiter. See also DAL 7.1.
            > !rules 8a
            NSW 8a, stalemate: If whoever is to move has no legal move with any piece, and the king is not in check, the game is drawn. See also DAL 7.3.
            > !rules 2b
            DAL II.b, netsplits and interruptions: Programs and IRC fail now and then, most often by a netsplit: everybody seems to leave at one moment and is back seconds or minutes later. Your game usually stays connected, but not always, and you may be cut off without noticing. Save the game first. If the director is in the channel, say what happened.
            Then reconnect: the host disconnects, becomes host again and opens the saved game. Wait for the program's signal, as synchronising takes several seconds. Here you also say !interrupted, and !resumed when you go on. A !present once made outlasts a netsplit.
            > !rules roux I
            ROUX 1 (history), a touched man: On your turn, a man of yours that you touch must be moved, unless you only set it straight and say "J'adoube" (4).
            Walker remarks that saying it does not free you once you meant to play the man; otherwise you could hold it for minutes, put it back and move another. Today: NSW 6.
        "#]],
    );
}

#[test]
fn private_answers_say_where_to_read_on() {
    dialogue(
        Place::Private,
        &["rules 7.7", "rules castling", "rules nsw 8", "rules II"],
        expect![[r#"
            > rules 7.7
            DAL 7.7, threefold repetition: When you have the move you can claim a draw if one position comes up for the third time: because the move you announce brings it about (a), or because it has just arisen, with you to move each time (b). It need not be three times running, and without a claim the game goes on, even after a fifth time.
            Positions are the same when equal pieces of equal colour stand on equal squares, the same player is to move, and the same moves are possible, rights to castle or to take en passant among them.
            Its points: DAL 7.7a claiming before the third time, DAL 7.7b claiming at the third time
            See also: DAL 7.8 when the right to claim is gone, NSW 8d threefold repetition
            > rules castling
            DAL 5.1b, castling: One move of king and rook: the king goes two squares along its rank towards the rook, which then lands on the square the king has passed. It is lost for good once that king or that rook has moved, and has to wait while the king stands on, passes or reaches an attacked square, or anything stands between the two.
            Attacks matter for the king's squares only: the rook may be attacked, and may pass an attacked square. Where castling is legal the programs move the rook by themselves.
            Its points: DAL 5.1b.i castling lost for good, DAL 5.1b.ii castling prevented for now
            See also: NSW 3 castling, ROUX 9 castling
            > rules nsw 8
            NSW 8, ways to draw: A game can be drawn in five ways: by stalemate (a), by too few pieces to mate (b), by fifty moves without progress (c), by one position three times (d), and by agreement (e).
            Its points: NSW 8a stalemate, NSW 8b too few pieces, NSW 8c fifty moves, NSW 8d threefold repetition, NSW 8e draw by agreement
            See also: DAL 7 how a game ends
            > rules II
            DAL II, programs and host: Tournament games use WSCHESS99j or IRCCHESS v1.20 only, because those connect reliably; the web page has both. You and your opponent use the same one. One of you is the host, and the other types the host's IP number into the connection window. In the channel, /dns NICK makes it appear in the status window.
            Its points: DAL II.a having both programs, DAL II.b netsplits and interruptions, DAL II.c sixty minutes
        "#]],
    );
}

#[test]
fn what_is_not_there_is_said() {
    dialogue(
        Place::Channel,
        &[
            "!rules 7.14",
            "!rules II.z",
            "!rules 5.1c",
            "!rules nsw 12",
            "!rules roux 12",
            "!rules 99",
            "!rules x",
            "!rules a",
            "!rules nsw 7.4",
            "!rules casteling",
            "!rules stallmate promtion",
            "!rules xyzzy",
            "!rules hello world",
            "!rules \u{265f}\u{265f}",
        ],
        expect![[r#"
            > !rules 7.14
            There is no article 7.14. Try !rules 7.
            > !rules II.z
            There is no article II.z. Try !rules II.
            > !rules 5.1c
            There is no article 5.1c. Try !rules 5.1.
            > !rules nsw 12
            There is no article 12: NSW has 1 to 8. Say !rules for the contents.
            > !rules roux 12
            There is no article 12: ROUX has 1 to 9. Say !rules for the contents.
            > !rules 99
            There is no article 99: DAL has I to IV and 1 to 9, NSW has 1 to 8 and ROUX has 1 to 9. Say !rules for the contents.
            > !rules x
            There is no article x: DAL has I to IV and 1 to 9, NSW has 1 to 8 and ROUX has 1 to 9. Say !rules for the contents.
            > !rules a
            No rule speaks of "a". Say !rules for the contents, or !rules common for what is misunderstood most.
            > !rules nsw 7.4
            There is no article 7.4. Try !rules nsw 7.
            > !rules casteling
            No rule speaks of "casteling". Did you mean "castling"? Say !rules for the contents, or !rules common for what is misunderstood most.
            > !rules stallmate promtion
            No rule speaks of "stallmate promtion". Did you mean "stalemate" or "promotion"? Say !rules for the contents, or !rules common for what is misunderstood most.
            > !rules xyzzy
            No rule speaks of "xyzzy". Say !rules for the contents, or !rules common for what is misunderstood most.
            > !rules hello world
            No rule speaks of "hello world". Say !rules for the contents, or !rules common for what is misunderstood most.
            > !rules ♟♟
            DALnet's rules (DAL), which hold here: I announcing and entering a tournament, II programs and host, III the week and who is present, IV reporting a result, 1 the board, 2 the pieces, 3 who moves, 4 moves in general, 5 how each piece moves, 6 check, 7 how a game ends, 8 conduct, 9 the tournament director; preface, scoring. Say !rules 7.4 for one.
            By words: !rules castling. Misunderstood most: !rules common. Others: !rules nsw (school tournaments), !rules roux (history).
        "#]],
    );
}
