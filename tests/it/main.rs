//! The tests that need more than one module: one program, so that it is linked once.

mod tidy;
