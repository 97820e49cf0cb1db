//! Where log lines go: to stderr, one a line, with the time.
//!
//! Other crates are heard from `warn` on, whatever is asked for: at `trace` the irc crate writes down every line it
//! sends, the password's included. For the same reason `RUST_LOG` is not looked at; `[bot] log` is the one switch.

use log::LevelFilter;

/// The most that can ever be logged of this program; how much of it is, is decided by [`log::set_max_level`].
const OWN_LEVEL_MAX: LevelFilter = LevelFilter::Debug;

/// Starts logging at `info`, which holds until a settings file says otherwise.
pub(super) fn start() {
    let logger = env_logger::Builder::new()
        .filter_level(LevelFilter::Warn)
        .filter_module("chessmasters", OWN_LEVEL_MAX)
        .try_init();
    // Only a test can have a logger already, and then its own is the right one.
    if logger.is_ok() {
        log::set_max_level(LevelFilter::Info);
    }
}
