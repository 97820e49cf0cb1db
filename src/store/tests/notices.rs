//! The outbox: what is queued with its cause, and how far it came.

use super::super::journal::JournalId;
use super::super::{Attempt, NoticeFilter, NoticeMark, Store, StoreError, Way};
use super::{account, instant, journal_entry, memory};
use crate::ports::{Notice, NoticeId, NoticeKind, NoticeState, Recipient};
use crate::tournament::{Fact, Society};

fn to_channel() -> Notice {
    Notice {
        recipient: Recipient::Channel,
        kind: NoticeKind::Announcement,
        text: "Round 1".to_owned(),
        useful_until: None,
    }
}

fn to_person() -> Notice {
    Notice {
        recipient: Recipient::Person {
            account: account("Rook|X"),
            name: "Rook|X".to_owned(),
        },
        kind: NoticeKind::Reminder,
        text: "Play".to_owned(),
        useful_until: Some(instant(9)),
    }
}

/// A store with one notice to the channel, which has a cause, and one to a person.
fn queued() -> (Store, JournalId, [NoticeId; 2]) {
    let mut store = memory();
    let text = "x".to_owned();
    let fact = Fact::Said { text };
    let mut keeping = store.keeping();
    let cause = keeping
        .fact(&Society::default(), &journal_entry(&fact, instant(0)))
        .unwrap();
    let first = keeping.notice(&to_channel(), Some(cause), instant(1));
    let second = keeping.notice(&to_person(), None, instant(2));
    let ids = [first.unwrap(), second.unwrap()];
    keeping.commit().unwrap();
    (store, cause, ids)
}

fn mark(
    store: &mut Store,
    id: NoticeId,
    state: &NoticeState,
    way: Option<Way>,
    detail: Option<&str>,
) -> Result<(), StoreError> {
    let mut keeping = store.keeping();
    let mark = NoticeMark {
        state: state.clone(),
        way,
        attempt: Attempt::MayHaveArrived,
        detail: detail.map(str::to_owned),
        at: instant(3),
    };
    keeping.mark_notice(id, mark);
    keeping.commit()
}

#[test]
fn notices_wait_in_order() {
    let (store, cause, [first, second]) = queued();
    let waiting = store.waiting_notices().unwrap();
    assert_eq!(waiting.len(), 2);
    assert_eq!((waiting[0].id, &waiting[0].notice), (first, &to_channel()));
    assert_eq!(waiting[0].cause, Some(cause));
    assert_eq!((waiting[1].id, &waiting[1].notice), (second, &to_person()));
    assert_eq!(waiting[1].created_at, instant(2));
    let not_before = instant(2);
    assert_eq!(waiting[1].state, NoticeState::Queued { not_before });
    assert_eq!((waiting[1].attempts, waiting[1].way), (0, None));
}

#[test]
fn notices_leave_the_queue_when_all_is_known() {
    let (mut store, _, [first, second]) = queued();
    let sending = NoticeState::Sending;
    mark(&mut store, first, &sending, Some(Way::Channel), None).unwrap();
    mark(&mut store, second, &sending, Some(Way::Memo), None).unwrap();
    let in_doubt = store.waiting_notices().unwrap();
    assert_eq!(in_doubt.len(), 2);
    assert_eq!(in_doubt[1].state, sending);
    let not_before = instant(8);
    let later = NoticeState::Queued { not_before };
    mark(&mut store, second, &later, None, None).unwrap();
    assert_eq!(store.waiting_notices().unwrap()[1].state, later);
    mark(&mut store, second, &sending, None, None).unwrap();

    mark(&mut store, first, &NoticeState::Sent, None, None).unwrap();
    let full = Some("memo box full");
    mark(&mut store, second, &NoticeState::Failed, None, full).unwrap();
    assert_eq!(store.waiting_notices().unwrap(), []);
    let failed = store.notices(NoticeFilter::Failed, 10).unwrap();
    assert_eq!(failed.len(), 1);
    assert_eq!((failed[0].id, failed[0].attempts), (second, 2));
    assert_eq!(failed[0].way, Some(Way::Memo));
    assert_eq!(failed[0].detail.as_deref(), full);
    assert_eq!(failed[0].changed_at, instant(3));
    let newest = store.notices(NoticeFilter::Newest, 1).unwrap();
    assert_eq!(newest[0].id, second);
    mark(&mut store, second, &NoticeState::Expired, None, None).unwrap();
    assert_eq!(store.notices(NoticeFilter::Failed, 10).unwrap(), []);
}

#[test]
fn an_unknown_notice_cannot_be_marked() {
    let (mut store, ..) = queued();
    let refused = mark(&mut store, NoticeId(77), &NoticeState::Sent, None, None);
    assert!(matches!(refused, Err(StoreError::Corrupt { .. })));
}

#[test]
fn a_notice_needs_its_cause() {
    let mut store = memory();
    let mut keeping = store.keeping();
    let refused = keeping.notice(&to_channel(), Some(JournalId(5)), instant(1));
    assert!(matches!(refused, Err(StoreError::Sqlite(_))));
}
