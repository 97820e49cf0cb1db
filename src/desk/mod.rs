//! The one owner of the state.

pub mod resolve;
