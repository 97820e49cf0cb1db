//! A thousand commands at once: each is answered once, and each person's in the order they were given.

use super::hall::Hall;
use super::person::Person;
use std::net::SocketAddr;

/// How many people say something.
const PEOPLE: usize = 50;
/// How much each of them says, in one piece.
const COMMANDS: usize = 20;

/// Plays it.
pub fn play(hall: &mut Hall, addr: SocketAddr) {
    let mut people: Vec<Person> = (0..PEOPLE)
        .map(|number| {
            let mut person = Person::come(addr, &format!("Talk{number}"));
            person.join(&hall.channel);
            person
        })
        .collect();
    let word = |person: usize, command: usize| format!("word{person}x{command}x");
    for (number, person) in people.iter_mut().enumerate() {
        let lines: Vec<String> = (0..COMMANDS)
            .map(|command| format!("PRIVMSG {} :!{}\r\n", hall.channel, word(number, command)))
            .collect();
        person.send_raw(lines.concat().as_bytes());
    }
    for (number, person) in people.iter_mut().enumerate() {
        for command in 0..COMMANDS {
            person.expect(&[&format!("Talk{number}: "), &word(number, command)]);
        }
    }
    let answers = hall.observer.everything();
    let from_bot = format!(":{}!", hall.nick);
    for (number, person) in people.iter().enumerate() {
        let mark = format!(" :{}: ", person.nick);
        let heard: Vec<&String> = answers
            .iter()
            .filter(|line| line.starts_with(&from_bot) && line.contains(&mark))
            .collect();
        assert_eq!(heard.len(), COMMANDS, "{heard:#?}");
        for (command, line) in heard.iter().enumerate() {
            assert!(line.contains(&word(number, command)), "{command}: {line}");
        }
    }
}
