<<<<<<< HEAD
//! A text that must not be seen: passwords and keys, on their way from the settings to the wire.

use std::fmt;

/// A password or key. It prints as `(secret)`, so that it cannot reach a log or an error by accident.
=======
//! A password, kept from logs, errors and debug output by its type.

use std::fmt;

/// Something that must never be shown: it prints as three dots, and only [`Secret::reveal`] gives it out.
>>>>>>> irc
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
<<<<<<< HEAD
    /// Takes a text in.
=======
    /// Hides a text.
>>>>>>> irc
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

<<<<<<< HEAD
    /// The text itself, for the one line that needs it.
=======
    /// The text itself, for the one place that must send it.
>>>>>>> irc
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
<<<<<<< HEAD
        f.write_str("(secret)")
=======
        f.write_str("Secret(...)")
>>>>>>> irc
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
<<<<<<< HEAD
        f.write_str("(secret)")
=======
        f.write_str("...")
>>>>>>> irc
    }
}
