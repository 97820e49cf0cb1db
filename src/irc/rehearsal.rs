//! A connection that never was: bytes and time go in by hand, and what the adapter would write and tell comes out.
//!
//! It is the same machinery as a real connection, from the cutting of bytes into lines to the pacing of what goes out,
//! without a socket and without a clock, for tests, fuzzing and trying things out.

use super::line::{Framer, Line};
use super::link::{describe, gated};
use super::options::Options;
use super::pacer::{Pacer, Receipt};
use super::session::{Effect, Privacy, Queue, Session};
use crate::ports::{Event, Outgoing};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the adapter did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It told the desk something.
    Told(Event),
    /// It wrote this line, which has no end yet.
    Wrote(String),
    /// It ended the connection, for this reason.
    Ended(String),
}

/// A connection that never was.
pub struct Rehearsal {
    session: Session,
    framer: Framer,
    pacer: Pacer,
    now: Instant,
    deeds: Vec<Deed>,
}

impl Rehearsal {
    /// A fresh connection that others can read.
    pub fn new(options: Options) -> Rehearsal {
        let now = Instant::now();
        Rehearsal {
            pacer: Pacer::new(options.pacing, options.target_limit, &options.limits, now),
            session: Session::new(Arc::new(options), Privacy::Plain, now),
            framer: Framer::default(),
            now,
            deeds: Vec::new(),
        }
    }

    /// The server said this; lines may come in pieces.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Deed> {
        self.framer.buffer().extend_from_slice(bytes);
        while let Some(text) = self.framer.next_line() {
            let Some(line) = Line::parse(&text) else {
                continue;
            };
            self.session.on_line(&line, self.now);
            let answered = line
                .pong()
                .map(|token| self.pacer.answered(token, self.now));
            for receipt in answered.unwrap_or_default() {
                self.session.on_written(receipt, self.now);
            }
        }
        self.turn()
    }

    /// Time passed in which the server said nothing.
    pub fn wait(&mut self, time: Duration) -> Vec<Deed> {
        self.now += time;
        self.session.on_time(self.now);
        self.turn()
    }

    /// The desk wants something.
    pub fn wish(&mut self, outgoing: Outgoing) -> Vec<Deed> {
        self.session.on_outgoing(outgoing, self.now);
        self.turn()
    }

    /// How many lines wait to be written.
    pub fn waiting(&self) -> usize {
        self.pacer.waiting()
    }

    fn turn(&mut self) -> Vec<Deed> {
        self.apply();
        self.write();
        let queue = if self.pacer.is_free(self.now) {
            Queue::Free
        } else if self.pacer.owes_durable() {
            Queue::Owing
        } else {
            Queue::Busy
        };
        self.session.on_turn(queue, self.now);
        self.apply();
        self.write();
        std::mem::take(&mut self.deeds)
    }

    fn apply(&mut self) {
        for effect in self.session.effects() {
            match effect {
                Effect::AtOnce(line) => {
                    self.pacer.account(line.len() + 2, self.now);
                    self.deeds.push(Deed::Wrote(gated(&line)));
                }
                Effect::Send(parcel) => self.pacer.push(parcel, self.now),
                Effect::HoldPeople { whom, until } => self.pacer.hold_people(&whom, until),
                Effect::Resend { whom } => self.pacer.resend(&whom, self.now),
                Effect::Tell(event) => self.deeds.push(Deed::Told(event)),
                Effect::End(ending) => self.deeds.push(Deed::Ended(describe(&ending))),
            }
        }
    }

    fn write(&mut self) {
        while let Some(parcel) = self.pacer.pop(self.now) {
            self.deeds.push(Deed::Wrote(gated(&parcel.text)));
            match parcel.receipt {
                Receipt::Notice(notice) => self.session.on_left(notice),
                Receipt::None | Receipt::Memo(_) => {}
                receipt @ (Receipt::Ping | Receipt::Whois(_)) => {
                    self.session.on_written(receipt, self.now);
                }
            }
        }
    }
}
