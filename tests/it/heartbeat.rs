//! A crash between entering the channel and the next heartbeat: the bot was there, and its absence counts (SPEC R-17).

use crate::support::stage::{Proof, Stage};
use chessmasters::ports::Place;
use chessmasters::tournament::BoardStatus;
use chessmasters::vocabulary::{Span, Timestamp};

#[test]
fn a_crash_before_the_first_heartbeat_forfeits_nobody() {
    let mut stage = Stage::new(Timestamp::from_ms(1_796_083_200_000), &["Boss"]);
    stage.crash();
    std::fs::remove_file(stage.path()).expect("the database was made");
    stage.heartbeat = Span::from_hours(1);
    stage.open();
    stage.enter();
    let order = |stage: &mut Stage, text: &str| {
        stage.say_late("Boss", Proof::Identified, Place::Private, text, Span::ZERO);
    };
    order(&mut stage, "tournament new Blitz");
    for setting in [
        "checkin_before_deadline 5s",
        "round_length 30s",
        "publish_pause 0s",
    ] {
        order(&mut stage, &format!("tournament set {setting}"));
    }
    order(&mut stage, "tournament open");
    for who in ["Ada", "Bob"] {
        stage.say_late(
            who,
            Proof::Identified,
            Place::Channel,
            "register",
            Span::ZERO,
        );
    }
    order(&mut stage, "tournament start");
    stage.advance_to(stage.now + Span::from_secs(2));
    stage.crash();
    stage.now = stage.now + Span::from_minutes(5);
    stage.open();
    stage.enter();
    let tournament = stage
        .society()
        .tournaments
        .values()
        .next()
        .expect("it was made");
    let board = &tournament.rounds[0].boards[0];
    assert_eq!(board.status, BoardStatus::Unplayed);
    assert!(board.timing.cutoff > stage.now, "the time is given back");
}
