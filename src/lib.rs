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
//! | 1 | [`game`] | gamescores: reading what people send, and what the laws say of it |
//! | 2 | [`tournament`] | the rules: state, actions, facts, refusals, and what falls due when |
//! | 3 | [`command`] | reading what people type, into commands; help |
//! | 3 | [`phrasing`] | every sentence the bot says |
//! | 3 | [`view`] | questions answered from the state: pairings, standings, a player's own page |
//! | 3 | [`ports`] | what the desk and the adapters say to each other |
//! | 4 | [`store`] | SQLite: tables, journal, outbox, heartbeat |
//! | 4 | [`irc`] | the connection: registration, identity, members, pacing, services |
//! | 4 | [`loopback`] | a small IRC server on 127.0.0.1 for the demo and for the tests |
//! | 4 | [`engine`] | a chess engine as a process of its own, asked for advice on a position |
//! | 4 | [`config`] | the settings file and all that can be wrong with it |
//! | 4 | [`system`] | the only place that reads a clock or draws a seed |
//! | 5 | [`desk`] | the one owner of the state: event in, facts decided, kept, remembered, told |
//! | 6 | `main`, [`cli`] | the command line: `run`, `check-config`, `backup`, `export`, reports (TRF), games (`verify`), and the [`demo`](cli::demo) |
//!
//! # Where to look first
//!
//! | to change or understand | look in |
//! | --- | --- |
//! | what a command is called, how it is written, its help | [`command`]: `players.rs`, `directors.rs` |
//! | who may do what, and what comes of it | [`tournament`]: `decide/`, a file for each part of a tournament's life |
//! | when something happens by itself | [`tournament`]: `due.rs`, then `decide/clock.rs` |
//! | what there is to know about a tournament | [`tournament`]: `state.rs`; what can happen to it: `fact.rs` |
//! | a sentence | [`phrasing`]: refusals, replies to who asked, notices to others, answers to questions |
//! | how one line from IRC becomes all of that | [`desk`]: `turn.rs`; which tournament or board is meant: `resolve/` |
//! | what an article of the rules says, and which words find it | [`phrasing`]: `laws/` |
//! | a notice's way to somebody who is away | [`desk`]: `outbox.rs`; then [`irc`]: `session/memos.rs` |
//! | a table or a column | [`store`]: `schema_1.sql` |
//! | a setting of the operator | [`config`]: `keys.rs`, and `config.example.toml` |
//! | how an engine is asked, and what comes of its answer | [`engine`]; then [`desk`]: `advice.rs` |
//! | a whole tournament as a dialogue | `tests/it/scripts` |
//!
//! `tests/it/tidy.rs` holds the first table against the code.

pub mod cli;
pub mod command;
pub mod config;
pub mod desk;
pub mod engine;
pub mod game;
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
