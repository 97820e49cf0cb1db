//! `chessmasters check-config FILE`

use super::{Exit, Streams, settings};
use std::io;
use std::path::Path;

/// Lists what is wrong with a settings file, or says that nothing is.
pub(super) fn check(file: &Path, streams: &mut Streams<'_>) -> io::Result<Exit> {
    match settings(file, streams)? {
        Ok(_config) => {
            writeln!(streams.out, "{}: no problems", file.display())?;
            Ok(Exit::Done)
        }
        Err(exit) => Ok(exit),
    }
}
