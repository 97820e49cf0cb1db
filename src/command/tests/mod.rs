//! The grammar, as tables of lines and what they mean.

mod laws;
mod lines;
mod misreadings;
mod results;
mod settings;
mod table;
