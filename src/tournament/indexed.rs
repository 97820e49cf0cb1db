//! Lists that are searched all the time, each with its index: with 2,000 players a search from the front is what a
//! command would mostly cost.
//!
//! They read as slices. Two are equal when what they list is.

use super::state::{Board, Entry, EntryStatus};
use crate::vocabulary::{Account, EntryNumber};
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Everybody who entered, in order; entry number n stands at n - 1.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    list: Vec<Entry>,
    by_account: BTreeMap<Account, usize>,
}

impl Entries {
    /// One more.
    pub fn push(&mut self, entry: Entry) {
        // The first entry of an account counts, as a search from the front would find it.
        self.by_account
            .entry(entry.account.clone())
            .or_insert(self.list.len());
        self.list.push(entry);
    }

    /// The entry of an account.
    pub fn of_account(&self, account: &Account) -> Option<&Entry> {
        self.by_account.get(account).map(|place| &self.list[*place])
    }

    /// Where an entry stands, to change it.
    pub fn status_mut(&mut self, number: EntryNumber) -> &mut EntryStatus {
        &mut self.list[number.0 as usize - 1].status
    }

    /// The rating an entry takes part with, to change it.
    pub fn rating_mut(&mut self, number: EntryNumber) -> &mut Option<u16> {
        &mut self.list[number.0 as usize - 1].rating
    }
}

impl Deref for Entries {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        &self.list
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Entries) -> bool {
        self.list == other.list
    }
}

impl Eq for Entries {}

impl FromIterator<Entry> for Entries {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Entries {
        let mut all = Entries::default();
        entries.into_iter().for_each(|entry| all.push(entry));
        all
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// The boards of a round, in order. Who sits at a board never changes.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    list: Vec<Board>,
    by_player: BTreeMap<EntryNumber, usize>,
}

impl Boards {
    /// One more.
    pub fn push(&mut self, board: Board) {
        for player in [board.players.white, board.players.black] {
            self.by_player.entry(player).or_insert(self.list.len());
        }
        self.list.push(board);
    }

    /// The board of a player.
    pub fn of_player(&self, player: EntryNumber) -> Option<&Board> {
        self.by_player.get(&player).map(|place| &self.list[*place])
    }
}

impl Deref for Boards {
    type Target = [Board];
    fn deref(&self) -> &[Board] {
        &self.list
    }
}

impl DerefMut for Boards {
    fn deref_mut(&mut self) -> &mut [Board] {
        &mut self.list
    }
}

impl PartialEq for Boards {
    fn eq(&self, other: &Boards) -> bool {
        self.list == other.list
    }
}

impl Eq for Boards {}

impl FromIterator<Board> for Boards {
    fn from_iter<I: IntoIterator<Item = Board>>(boards: I) -> Boards {
        let mut all = Boards::default();
        boards.into_iter().for_each(|board| all.push(board));
        all
    }
}

impl<'a> IntoIterator for &'a Boards {
    type Item = &'a Board;
    type IntoIter = std::slice::Iter<'a, Board>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// The pairing order: who was drawn first has pairing number 1.
#[derive(Clone, Debug, Default)]
pub struct DrawnOrder {
    list: Vec<EntryNumber>,
    places: BTreeMap<EntryNumber, usize>,
}

impl DrawnOrder {
    /// One more, at the end.
    pub fn push(&mut self, entry: EntryNumber) {
        self.places.entry(entry).or_insert(self.list.len());
        self.list.push(entry);
    }

    /// The place of an entry, from 0; none where it was not drawn.
    pub fn place_of(&self, entry: EntryNumber) -> Option<usize> {
        self.places.get(&entry).copied()
    }
}

impl Deref for DrawnOrder {
    type Target = [EntryNumber];
    fn deref(&self) -> &[EntryNumber] {
        &self.list
    }
}

impl PartialEq for DrawnOrder {
    fn eq(&self, other: &DrawnOrder) -> bool {
        self.list == other.list
    }
}

impl Eq for DrawnOrder {}

impl FromIterator<EntryNumber> for DrawnOrder {
    fn from_iter<I: IntoIterator<Item = EntryNumber>>(order: I) -> DrawnOrder {
        let mut all = DrawnOrder::default();
        order.into_iter().for_each(|entry| all.push(entry));
        all
    }
}

impl<'a> IntoIterator for &'a DrawnOrder {
    type Item = &'a EntryNumber;
    type IntoIter = std::slice::Iter<'a, EntryNumber>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
