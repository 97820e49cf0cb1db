//! The outbox by itself: whose turn it is, how much waits, and what a failed commit leaves.

use super::outbox::Outbox;
use super::room::Room;
use crate::ports::{
    Delivery, Identity, Notice, NoticeId, NoticeKind, NoticeState, Outgoing, Person, Recipient,
    Route,
};
use crate::store::StoredNotice;
use crate::vocabulary::{Account, CaseMapping, Timestamp};

const NOW: Timestamp = Timestamp::from_ms(1_000_000);

fn account() -> Account {
    Account::new("Ada", CaseMapping::Ascii)
}

fn notice(recipient: Recipient, kind: NoticeKind, text: &str) -> Notice {
    Notice {
        recipient,
        kind,
        text: text.to_owned(),
        useful_until: None,
    }
}

fn to_ada(kind: NoticeKind, text: &str) -> Notice {
    let recipient = Recipient::Person {
        account: account(),
        name: "Ada".to_owned(),
    };
    notice(recipient, kind, text)
}

/// A room with the bot and Ada in it.
fn room() -> Room {
    let mut room = Room::new();
    room.entered(vec![Person {
        nick: "Ada".to_owned(),
        identity: Identity::Account {
            account: account(),
            name: "Ada".to_owned(),
        },
    }]);
    room
}

/// The next line that goes out, once a way is free.
fn next(outbox: &mut Outbox) -> Option<(NoticeId, String)> {
    outbox.ready(Route::Line);
    let (mark, outgoing) = outbox.hand_over(&room(), NOW)?;
    match outgoing {
        Outgoing::Line { text, .. } | Outgoing::Memo { text, .. } | Outgoing::Quit { text } => {
            Some((mark.id, text))
        }
    }
}

#[test]
fn the_channel_comes_first_and_then_who_has_to_act() {
    let mut outbox = Outbox::default();
    outbox.add(NoticeId(1), to_ada(NoticeKind::Pairing, "pairing"), NOW);
    outbox.add(NoticeId(2), to_ada(NoticeKind::Result, "result"), NOW);
    outbox.add(NoticeId(3), to_ada(NoticeKind::Director, "director"), NOW);
    let channel = notice(Recipient::Channel, NoticeKind::Announcement, "channel");
    outbox.add(NoticeId(4), channel, NOW);
    let mut order = Vec::new();
    while let Some((id, text)) = next(&mut outbox) {
        order.push(text);
        outbox.settle(id, &Delivery::Written, NOW);
    }
    assert_eq!(order, ["channel", "director", "result", "pairing"]);
}

#[test]
fn the_oldest_of_too_many_for_one_person_gives_way() {
    let mut outbox = Outbox::default();
    let mut crowded_out = Vec::new();
    for id in 1..=60 {
        let mark = outbox.add(NoticeId(id), to_ada(NoticeKind::Result, "again"), NOW);
        crowded_out.extend(mark.map(|mark| (mark.id, mark.state)));
    }
    assert_eq!(outbox.len(), 50);
    let expected: Vec<_> = (1..=10)
        .map(|id| (NoticeId(id), NoticeState::Failed))
        .collect();
    assert_eq!(crowded_out, expected);
}

#[test]
fn a_failed_commit_leaves_the_free_ways_free_and_what_is_under_way_alone() {
    let mut outbox = Outbox::default();
    outbox.add(NoticeId(1), to_ada(NoticeKind::Result, "under way"), NOW);
    assert_eq!(next(&mut outbox).map(|(id, _)| id), Some(NoticeId(1)));
    outbox.ready(Route::Line);
    let row = |id, state| StoredNotice {
        id: NoticeId(id),
        notice: to_ada(NoticeKind::Result, "stored"),
        state,
        attempts: 1,
        way: None,
        detail: None,
        cause: None,
        created_at: NOW,
        changed_at: NOW,
    };
    let rows = vec![
        row(1, NoticeState::Sending),
        row(2, NoticeState::Queued { not_before: NOW }),
    ];
    let free = outbox.free_ways();
    outbox.reread(rows, free, NOW);
    let handed = outbox.hand_over(&room(), NOW);
    assert_eq!(handed.map(|(mark, _)| mark.id), Some(NoticeId(2)));
    let written = outbox.settle(NoticeId(1), &Delivery::Written, NOW);
    assert_eq!(written.map(|mark| mark.state), Some(NoticeState::Sent));
    assert_eq!(outbox.len(), 0);
}
