//! The settings file: what an operator may choose, and all that can be wrong with it, told at once.
//!
//! [`read`] is pure: text in, [`Config`] or [`Problem`]s out, each with its line and column. [`load`] is the same for a
//! file, with the environment and further files behind it. This module knows the names of the settings, their limits and
//! defaults; it does not know what the adapters make of them, and it keeps secrets from every message it writes.
//!
//! | file | what is there |
//! | --- | --- |
//! | `types` | what comes out: [`Config`] and its parts, with the defaults |
//! | `keys` | every section and key, with its rule: the description of the file |
//! | `rules` | what a single value may be |
//! | `secrets` | passwords in the file, in the environment, or in a file of their own |
//! | `reader` | walking the file by that description; unknown and missing keys |
//! | `problem` | what is wrong, and where |

mod keys;
mod problem;
mod reader;
mod rules;
mod secrets;
mod types;

#[cfg(test)]
mod tests;

pub use problem::{Problem, Severity};
pub use reader::{KnownKey, Need};
pub use types::{
    Bot, Config, Engine, Irc, Pacing, Sasl, Server, Services, ServicesWords, Tls, Verb,
};

use problem::Places;
use reader::Reader;
use std::fmt;
use std::io;
use std::path::Path;

/// What the settings may refer to outside their text.
#[derive(Clone, Copy)]
struct Outside<'a> {
    /// A variable of the environment.
    env: &'a dyn Fn(&str) -> Option<String>,
    /// A file.
    read_file: &'a dyn Fn(&Path) -> io::Result<String>,
}

/// Reads settings from a text.
///
/// `env` gives variables of the environment and `read_file` the content of files that the settings name.
///
/// # Errors
/// Everything that is wrong, in the order of the file, warnings among it. Warnings alone are no error: they come
/// with the settings.
pub fn read(
    text: &str,
    env: &dyn Fn(&str) -> Option<String>,
    read_file: &dyn Fn(&Path) -> io::Result<String>,
) -> Result<Config, Vec<Problem>> {
    let (document, misread) = toml::de::DeTable::parse_recoverable(text);
    let mut reader = Reader::new(text, document.get_ref(), &misread);
    let mut config = keys::config(&mut reader, Outside { env, read_file });
    let problems = reader.finish();
    if problems.iter().any(|p| p.severity == Severity::Error) {
        return Err(problems);
    }
    config.warnings = problems;
    Ok(config)
}

/// Every key there is, section by section, in the order in which they are explained.
pub fn known_keys() -> Vec<KnownKey> {
    let document = toml::de::DeTable::new();
    let mut reader = Reader::new("", &document, &[]);
    let outside = Outside {
        env: &|_| None,
        read_file: &|_| Err(io::ErrorKind::NotFound.into()),
    };
    // Only the keys matter here: nothing is set, so the settings themselves are empty.
    let _empty = keys::config(&mut reader, outside);
    reader.known_keys().to_vec()
}

/// Why there are no settings.
#[derive(Debug)]
pub enum LoadError {
    /// The file itself cannot be read.
    Unreadable(io::Error),
    /// It can, and this is wrong with it.
    Wrong(Vec<Problem>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(cause) => write!(f, "the settings cannot be read: {cause}"),
            LoadError::Wrong(problems) => {
                f.write_str("the settings are wrong:")?;
                problems
                    .iter()
                    .try_for_each(|problem| write!(f, "\n{problem}"))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads settings from a file; the paths in it count from the folder it is in.
///
/// # Errors
/// [`LoadError::Unreadable`] when the file cannot be read, [`LoadError::Wrong`] when something in it is wrong.
pub fn load(path: &Path) -> Result<Config, LoadError> {
    let bytes = std::fs::read(path).map_err(LoadError::Unreadable)?;
    let text = String::from_utf8(bytes).map_err(|e| LoadError::Wrong(vec![not_text(&e)]))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let env = |name: &str| std::env::var(name).ok();
    let read_file = |file: &Path| std::fs::read_to_string(folder.join(file));
    let mut config = read(&text, &env, &read_file).map_err(LoadError::Wrong)?;
    config.bot.database = folder.join(&config.bot.database);
    config.irc.tls_ca_file = config.irc.tls_ca_file.map(|file| folder.join(file));
    config.engine.program = config
        .engine
        .program
        .map(|program| match is_name(&program) {
            true => program,
            false => folder.join(program),
        });
    Ok(config)
}

/// Whether a program is named without saying where it is.
fn is_name(program: &Path) -> bool {
    !program.to_string_lossy().contains('/')
}

/// The problem of a file that is not UTF-8, at its first wrong byte.
fn not_text(error: &std::string::FromUtf8Error) -> Problem {
    let good = error.utf8_error().valid_up_to();
    let start = String::from_utf8_lossy(&error.as_bytes()[..good]);
    let (line, column) = Places::new(&start).of(good);
    Problem {
        severity: Severity::Error,
        line,
        column,
        message: "this is not UTF-8: save the file as UTF-8 text".to_owned(),
    }
}
