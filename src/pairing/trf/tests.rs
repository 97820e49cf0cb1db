//! Reports read, written, and refused.
