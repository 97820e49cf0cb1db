//! Giving a command its meaning.
