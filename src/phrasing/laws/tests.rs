use super::*;
#[test]
fn show() {
    use crate::command::{Command, parse};
    let src = std::fs::read_to_string("/tmp/laws_q.txt").unwrap();
    for line in src.lines() {
        for place in [Place::Channel, Place::Private] {
            if place == Place::Private && !line.starts_with('*') {
                continue;
            }
            let l = line.trim_start_matches('*');
            match parse(l) {
                Ok(Command::Rules(q)) => {
                    let a = Asked { place };
                    let _ = a;
                    let r = Reader {
                        account: None,
                        zone: None,
                        place,
                        now: crate::vocabulary::Timestamp::from_ms(0),
                    };
                    println!("> {l} ({place:?})");
                    for x in answer(&q, &r) {
                        println!("   {:3} {x}", x.len());
                    }
                }
                other => println!("> {l} => {other:?}"),
            }
        }
    }
}
#[test]
fn lens() {
    for e in Entry::all() {
        for place in [Place::Channel, Place::Private] {
            let lines = Asked { place }.entry(e);
            for x in &lines {
                if x.len() > 400 {
                    println!("LONG {} {place:?} {}", e.label(), x.len());
                }
            }
            if place == Place::Channel && lines.len() > 2 {
                println!(
                    "3 lines {} {:?}",
                    e.label(),
                    lines.iter().map(|l| l.len()).collect::<Vec<_>>()
                );
            }
        }
    }
}
