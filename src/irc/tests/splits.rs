//! Netsplits: which quits are one, which side the bot is on, and when it is over.

use super::{Talk, dalnet, options};
use crate::irc::split::is_split_text;

#[test]
fn quit_texts_of_splits() {
    for split in [
        "hub.test.net leaf.test.net",
        "*.net *.split",
        "*.dal.net *.dal.net",
        "a.b c.d",
    ] {
        assert!(is_split_text(split), "{split}");
    }
    for quit in [
        "Quit: hub.a.net leaf.a.net",
        "gone away",
        "see example.com",
        "a.net  b.net",
        "a.net b.net c.net",
        "a.net a.net",
        "Ping timeout: 240 seconds",
        "http://a.net b.net",
        "e.g. i.e.",
        "",
        "...",
    ] {
        assert!(!is_split_text(quit), "{quit}");
    }
}

const NAMES: &str = "@a b c d e f g h";

fn split(talk: &mut Talk, nicks: &str) -> Vec<String> {
    nicks
        .split(' ')
        .flat_map(|nick| talk.hear(&format!(":{nick}!u@h QUIT :hub.x.net leaf.x.net")))
        .collect()
}

#[test]
fn one_split_is_told_of_once() {
    let mut talk = Talk::entered(dalnet(), "", "CASEMAPPING=ascii", NAMES);
    let said = split(&mut talk, "a b c");
    assert_eq!(said.len(), 3, "only the departures: {said:?}");
    assert_eq!(said[0], r#"+ Departed { nick: "a", departure: Split }"#);
    // Quits are over: the server is asked whether it sees services, and its answer decides.
    assert_eq!(talk.wait(1), ["> ISON NickServ"]);
    assert_eq!(
        talk.hear(":s.net 303 Bot :NickServ"),
        ["+ SplitBegan { side: Majority, missing: 3 }"]
    );
    assert!(talk.hear(":a!u@h JOIN #chess")[0].starts_with("+ Arrived"));
    talk.hear(":b!u@h JOIN #chess");
    let back = talk.hear(":c!u@h JOIN #chess");
    assert!(back.contains(&"+ SplitEnded".to_owned()), "{back:?}");
    assert!(!talk.wait(700).contains(&"+ SplitEnded".to_owned()));
}

#[test]
fn without_services_the_bot_is_on_the_small_side() {
    let mut talk = Talk::entered(dalnet(), "", "CASEMAPPING=ascii", NAMES);
    split(&mut talk, "a b");
    talk.wait(1);
    assert_eq!(
        talk.hear(":s.net 303 Bot :"),
        ["+ SplitBegan { side: Minority, missing: 2 }"]
    );
    // Those who stay away are given up.
    assert!(talk.wait(600).contains(&"+ SplitEnded".to_owned()));
}

#[test]
fn whoever_goes_later_is_told_of_too() {
    let mut talk = Talk::entered(dalnet(), "", "CASEMAPPING=ascii", NAMES);
    split(&mut talk, "a b");
    talk.wait(1);
    talk.hear(":s.net 303 Bot :");
    split(&mut talk, "c");
    talk.wait(1);
    assert_eq!(
        talk.hear(":s.net 303 Bot :"),
        ["+ SplitBegan { side: Minority, missing: 3 }"]
    );
    // One more goes, and all are back before that is judged: what was told of is over all the same.
    split(&mut talk, "d");
    for nick in ["a", "b", "c"] {
        talk.hear(&format!(":{nick}!u@h JOIN #chess"));
    }
    let back = talk.hear(":d!u@h JOIN #chess");
    assert!(back.contains(&"+ SplitEnded".to_owned()), "{back:?}");
}

#[test]
fn with_most_people_gone_the_bot_is_on_the_small_side() {
    let mut talk = Talk::entered(options(), "", "CASEMAPPING=ascii", NAMES);
    split(&mut talk, "a b c d e");
    assert_eq!(
        talk.wait(1),
        ["+ SplitBegan { side: Minority, missing: 5 }"]
    );
}

#[test]
fn a_batch_tells_of_a_split_too() {
    let mut talk = Talk::entered(options(), "batch", "CASEMAPPING=ascii", NAMES);
    talk.hear(":s.net BATCH +ref netsplit a.net b.net");
    assert_eq!(
        talk.hear("@batch=ref :a!u@h QUIT :whatever"),
        [r#"+ Departed { nick: "a", departure: Split }"#]
    );
    talk.hear(":s.net BATCH -ref");
    assert_eq!(
        talk.hear("@batch=ref :b!u@h QUIT :whatever"),
        [r#"+ Departed { nick: "b", departure: Left }"#]
    );
}
