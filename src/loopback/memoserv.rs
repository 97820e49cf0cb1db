//! MemoServ: texts left for registered nicks until they are read and deleted.
//!
//! The wordings are close to Anope 2.0's. A box is a list, numbered from 1; a deleted memo's number is used again.

use super::services::Service;
use super::state::{ClientId, State};

/// Whether a memo was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoState {
    /// Not yet.
    Unread,
    /// It was shown to its owner.
    Read,
}

/// One memo in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memo {
    /// The account that sent it.
    pub sender: String,
    /// What it says.
    pub text: String,
    /// When it was sent on the server's clock, in seconds since 1970.
    pub sent_at_s: u64,
    /// Whether it was read.
    pub state: MemoState,
}

impl State {
    /// Answers one command; false when there is no such command.
    pub(super) fn memoserv(
        &mut self,
        id: ClientId,
        command: &str,
        words: &[&str],
        text: &str,
    ) -> bool {
        if !matches!(command, "SEND" | "LIST" | "READ" | "DEL") {
            return false;
        }
        let Some(account) = self.client(id).login.account().map(str::to_owned) else {
            self.say(
                id,
                Service::MemoServ,
                format_args!("You must be logged into an account to use that command."),
            );
            return true;
        };
        match (command, words) {
            ("SEND", [nick, _, ..]) => self.send_memo(id, account, nick, memo_text(text)),
            ("SEND", _) => self.syntax(id, Service::MemoServ, "SEND {nick | channel} memo-text"),
            ("LIST", _) => self.list_memos(id, &account),
            ("READ", [which, ..]) => self.read_memos(id, &account, which),
            ("READ", []) => self.syntax(
                id,
                Service::MemoServ,
                "READ {num | list | LAST | NEW | ALL}",
            ),
            ("DEL", [which, ..]) => self.delete_memos(id, &account, which),
            _ => self.syntax(id, Service::MemoServ, "DEL {num | list | LAST | ALL}"),
        }
        true
    }

    fn box_of(&mut self, account: &str) -> &mut Vec<Memo> {
        let key = self.fold(account);
        &mut self
            .directory
            .enrolled
            .get_mut(&key)
            .expect("an account is enrolled for good")
            .memos
    }

    fn send_memo(&mut self, id: ClientId, sender: String, nick: &str, text: &str) {
        let key = self.fold(nick);
        let Some(enrolment) = self.directory.enrolled.get(&key) else {
            return self.say(
                id,
                Service::MemoServ,
                format_args!("{nick} is not a registered unforbidden nick or channel."),
            );
        };
        let name = enrolment.name.clone();
        if enrolment.memos.len() >= self.options.memos_max {
            return self.say(
                id,
                Service::MemoServ,
                format_args!("Sorry, {name} currently has too many memos and cannot receive more."),
            );
        }
        let memo = Memo {
            sender: sender.clone(),
            text: text.to_owned(),
            sent_at_s: self.now_s(),
            state: MemoState::Unread,
        };
        let held = self.box_of(&name);
        held.push(memo);
        let number = held.len();
        self.say(id, Service::MemoServ, format_args!("Memo sent to {name}."));
        let is_owner = |owner: &ClientId| self.client(*owner).login.account() == Some(&name);
        let owners: Vec<ClientId> = self.clients.keys().copied().filter(is_owner).collect();
        for owner in owners.into_iter().filter(|owner| *owner != id) {
            if self.services_reach(owner) {
                self.say(
                    owner,
                    Service::MemoServ,
                    format_args!("You have a new memo from {sender}."),
                );
                self.say(
                    owner,
                    Service::MemoServ,
                    format_args!("Type /msg MemoServ READ {number} to read it."),
                );
            }
        }
    }

    /// Tells somebody who has just identified what is waiting.
    pub(super) fn tell_new_memos(&mut self, id: ClientId) {
        let Some(account) = self.client(id).login.account().map(str::to_owned) else {
            return;
        };
        let unread = |memo: &&Memo| memo.state == MemoState::Unread;
        match self.box_of(&account).iter().filter(unread).count() {
            0 => {}
            1 => self.say(id, Service::MemoServ, format_args!("You have 1 new memo.")),
            count => self.say(
                id,
                Service::MemoServ,
                format_args!("You have {count} new memos."),
            ),
        }
    }

    fn list_memos(&mut self, id: ClientId, account: &str) {
        let now_s = self.now_s();
        let mut rows = Vec::new();
        for (index, memo) in self.box_of(account).iter().enumerate() {
            let mark = match memo.state {
                MemoState::Unread => '*',
                MemoState::Read => ' ',
            };
            let when = moment(memo.sent_at_s, now_s);
            rows.push(format!("{mark} {:<5} {:<7} {when}", index + 1, memo.sender));
        }
        if rows.is_empty() {
            return self.say(id, Service::MemoServ, format_args!("You have no memos."));
        }
        let nick = self.client(id).nick.clone();
        self.say(id, Service::MemoServ, format_args!("Memos for {nick}:"));
        self.say(
            id,
            Service::MemoServ,
            format_args!("Number  Sender  Date/Time"),
        );
        for row in rows {
            self.say(id, Service::MemoServ, format_args!("{row}"));
        }
    }

    fn read_memos(&mut self, id: ClientId, account: &str, which: &str) {
        let now_s = self.now_s();
        let held = self.box_of(account);
        if held.is_empty() {
            return self.say(id, Service::MemoServ, format_args!("You have no memos."));
        }
        let chosen = choose(which, held);
        if chosen.is_empty() {
            let nothing = match which.to_ascii_uppercase().as_str() {
                "NEW" => "You have no new memos.",
                _ => "No memos to display.",
            };
            return self.say(id, Service::MemoServ, format_args!("{nothing}"));
        }
        let mut shown = Vec::new();
        for index in chosen {
            held[index].state = MemoState::Read;
            shown.push((index + 1, held[index].clone()));
        }
        for (number, memo) in shown {
            let when = moment(memo.sent_at_s, now_s);
            self.say(
                id,
                Service::MemoServ,
                format_args!("Memo {number} from {} ({when}).", memo.sender),
            );
            self.say(
                id,
                Service::MemoServ,
                format_args!("To delete, type: /msg MemoServ DEL {number}"),
            );
            self.say(id, Service::MemoServ, format_args!("{}", memo.text));
        }
    }

    fn delete_memos(&mut self, id: ClientId, account: &str, which: &str) {
        let held = self.box_of(account);
        if held.is_empty() {
            return self.say(id, Service::MemoServ, format_args!("You have no memos."));
        }
        if which.eq_ignore_ascii_case("ALL") {
            held.clear();
            return self.say(
                id,
                Service::MemoServ,
                format_args!("All of your memos have been deleted."),
            );
        }
        let chosen = choose(which, held);
        for index in chosen.iter().rev() {
            held.remove(*index);
        }
        for index in chosen {
            self.say(
                id,
                Service::MemoServ,
                format_args!("Memo {} has been deleted.", index + 1),
            );
        }
    }
}

/// What follows the command word and the nick, as it was typed.
fn memo_text(text: &str) -> &str {
    let mut rest = text.trim_start();
    for _ in ["command", "nick"] {
        rest = rest
            .split_once(|c: char| c.is_ascii_whitespace())
            .map_or("", |(_, rest)| rest)
            .trim_start();
    }
    rest
}

/// The places in a box that somebody means: `NEW`, `ALL`, `LAST`, or numbers with commas; in rising order, once each.
fn choose(which: &str, held: &[Memo]) -> Vec<usize> {
    match which.to_ascii_uppercase().as_str() {
        "ALL" => (0..held.len()).collect(),
        "NEW" => (0..held.len())
            .filter(|index| held[*index].state == MemoState::Unread)
            .collect(),
        "LAST" => held.len().checked_sub(1).into_iter().collect(),
        numbers => {
            let mut chosen: Vec<usize> = numbers
                .split(',')
                .filter_map(|number| number.parse::<usize>().ok()?.checked_sub(1))
                .filter(|index| *index < held.len())
                .collect();
            chosen.sort_unstable();
            chosen.dedup();
            chosen
        }
    }
}

/// An instant as services write it: `Jan 01 00:00:05 2026 UTC (3 seconds ago)`.
pub(super) fn moment(at_s: u64, now_s: u64) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut day, second) = (at_s / 86_400, at_s % 86_400);
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    let age = match now_s.saturating_sub(at_s) {
        0 => "now".to_owned(),
        1 => "1 second ago".to_owned(),
        seconds => format!("{seconds} seconds ago"),
    };
    format!(
        "{} {:02} {hours:02}:{minutes:02}:{seconds:02} {year} UTC ({age})",
        MONTHS[month],
        day + 1
    )
}
