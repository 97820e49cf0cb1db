//! The tests that see the crate from outside, in one binary.

mod adapter;
mod archive;
mod babble;
mod demo;
mod engine;
mod full_disk;
mod fuzz;
mod games;
mod heartbeat;
mod laws;
mod loopback;
mod loopback_faults;
mod scripts;
mod simulation;
mod support;
mod tidy;
mod wire;
