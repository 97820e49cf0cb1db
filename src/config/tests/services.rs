//! `[services]`: words of a network in place of the preset's.

use super::*;

fn problem(line: &str) -> String {
    let found = problems(&format!("{LEAST}[services]\n{line}\n"));
    assert!(found.lines().count() <= 1, "{line}: {found}");
    found.trim_end().to_owned()
}

#[test]
fn words_of_services() {
    for good in [
        "identify = \"IDENTIFY {password}\"",
        "identify = \"PRIVMSG NickServ@services.dal.net :IDENTIFY {password}\"",
        "regain = [\"NS GHOST {nick} {password}\", \"NS RECOVER {nick} {password}\"]",
        "regain = []",
        "memo = \"MS SEND {nick} {text}\"",
        "nick_service = \"NS\"",
        "services_mask = \"services@services.*\"",
        "services_mask = \"*@services.example.net\"",
        "memo_sent = [\"gesendet\"]",
    ] {
        assert_eq!(problem(good), "", "{good}");
    }
    for (wrong, why) in [
        (
            "identify = \"NS IDENTIFY hunter2\"",
            "must say where {password} goes",
        ),
        (
            "identify = \"PRIVMSG NickServ :IDENTIFY {password}\"",
            "whoever has that nick",
        ),
        ("identify = \"NS IDENTIFY {password}\\nQUIT\"", "one line"),
        ("regain = \"NS GHOST {nick} {password}\"", "must be a list"),
        (
            "regain = [\"notice NickServ :GHOST {nick} {password}\"]",
            "whoever has that nick",
        ),
        ("memo = \"MS SEND {nick}\"", "must say where {text} goes"),
        ("nick_service = \"Nick Serv\"", "no nick"),
        ("services_mask = \"services\"", "must be user@host"),
        ("services_mask = \"*@*\"", "anybody"),
        ("services_mask = \"service@*.*\"", "anybody"),
        ("memo_sent = [\"\"]", "must not be empty"),
        ("memo_snet = []", "did you mean memo_sent?"),
    ] {
        let found = problem(wrong);
        assert!(found.contains(why), "{wrong}: {found}");
    }
    let text = format!("{LEAST}[services]\nmemo_sent = [\"gesendet\"]\n");
    let config = read_here(&text).expect("it is good");
    assert_eq!(config.services.memo_sent, Some(vec!["gesendet".to_owned()]));
    assert_eq!(config.services.memo_later, None);
}

#[test]
fn ways_of_speaking() {
    let text = LEAST.replace(
        "[bot]",
        "sasl = \"always\"\nchannel_verb = \"notice\"\nprivate_verb = \"privmsg\"\n[bot]",
    );
    let irc = read_here(&text).expect("it is good").irc;
    assert_eq!(
        (irc.sasl, irc.channel_verb, irc.private_verb),
        (Sasl::Always, Verb::Notice, Verb::Privmsg)
    );
    assert!(problem_with("irc", "sasl = \"plain\"").contains("\"tls\""));
    assert!(problem_with("irc", "channel_verb = \"shout\"").contains("\"notice\""));
}
