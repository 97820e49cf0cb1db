//! `chessmasters` directs chess tournaments on IRC.
//!
//! # Where things live
//!
//! One fact, three folds: whatever happens becomes an [`Event`](ports::Event); the desk turns it into
//! an [`Action`](tournament::Action); a pure function decides on [`Fact`](tournament::Fact)s; each
//! fact is kept (store), remembered (state) and told (phrasing). A module names only lower layers:
//!
//! | layer | module | what it is for |
//! | --- | --- | --- |
//! | 0 | [`vocabulary`] | the field's words: rounds, boards, results, points, accounts, instants, durations |
//! | 0 | [`lots`] | chance as an argument: one recorded seed, the same draw for everybody |
//! | 1 | [`pairing`] | who meets whom: Swiss, round robin, knockout; knows nothing of IRC or of this society |
//! | 1 | [`standings`] | points, places and tie-breaks |
//! | 1 | [`rating`] | how strong a player is: FIDE's rating and Glicko-2 |
//! | 2 | [`tournament`] | the rules: state, actions, facts, refusals, and what falls due when |
//! | 3 | [`command`] | reading what people type, into commands; help |
//! | 3 | [`phrasing`] | every sentence the bot says |
//! | 3 | [`view`] | questions answered from the state: pairings, standings, a player's own page |
//! | 3 | [`ports`] | what the desk and the adapters say to each other |
//! | 4 | [`store`] | SQLite: tables, journal, outbox, heartbeat |
//! | 4 | [`irc`] | the connection: registration, identity, members, pacing, services |
//! | 4 | [`loopback`] | a small IRC server on 127.0.0.1 for the demo and for the tests |
//! | 4 | [`config`] | the settings file and all that can be wrong with it |
//! | 4 | [`system`] | the only place that reads a clock or draws a seed |
//! | 5 | [`desk`] | the one owner of the state: event in, facts decided, kept, remembered, told |
//! | 6 | `main`, [`cli`] | the command line; the demo |
//!
//! `tests/it/tidy.rs` holds this table against the code.

pub mod cli;
pub mod command;
pub mod config;
pub mod desk;
pub mod irc;
pub mod loopback;
pub mod lots;
pub mod pairing;
pub mod phrasing;
pub mod ports;
pub mod rating;
pub mod standings;
pub mod store;
pub mod system;
pub mod tournament;
pub mod view;
pub mod vocabulary;
