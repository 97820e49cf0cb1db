//! The tests that see the crate from outside, in one binary.

mod loopback;
mod support;
