//! What the tests share.

pub mod raw;
