//! What the tests share.

pub mod raw;
pub mod stage;
