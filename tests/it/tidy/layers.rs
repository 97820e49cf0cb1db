//! The tables of DESIGN: which module lies how high, and which technology belongs to whom.

/// Every module at the top of the crate with its layer. A module names only lower ones.
pub const LAYERS: &[(u8, &str)] = &[
    (0, "vocabulary"),
    (0, "lots"),
    (1, "pairing"),
    (1, "standings"),
    (1, "rating"),
    (1, "game"),
    (2, "tournament"),
    (3, "ports"),
    (3, "view"),
    (3, "command"),
    (3, "phrasing"),
    (4, "store"),
    (4, "irc"),
    (4, "loopback"),
    (4, "engine"),
    (4, "mail"),
    (4, "web"),
    (4, "config"),
    (4, "system"),
    (5, "desk"),
    (6, "run"),
    (6, "demo"),
    (6, "cli"),
    (6, "main"),
];

/// Who may name a module of the same layer, and why.
pub const BESIDE: &[(&str, &str, &str)] = &[
    (
        "standings",
        "pairing",
        "standings count the players and rounds that pairing describes; pairing stands alone",
    ),
    (
        "command",
        "view",
        "a command may be a question, and questions are the view's",
    ),
    (
        "phrasing",
        "view",
        "answers are the view's, their words are phrasing's",
    ),
    ("phrasing", "ports", "a notice is words with a recipient"),
    (
        "phrasing",
        "command",
        "a sentence that names a command takes its name from the table",
    ),
];

/// The layer of a module, if it has a row.
pub fn layer(module: &str) -> Option<u8> {
    LAYERS
        .iter()
        .find(|(_, name)| *name == module)
        .map(|(layer, _)| *layer)
}

/// From this layer on a module may do things rather than compute them.
pub const ADAPTERS: u8 = 4;

/// What computes does not do: neither IO, nor clocks, nor chance, nor logging, nor threads.
pub const NOT_BELOW_ADAPTERS: &[&str] = &[
    "std::fs",
    "std::net",
    "std::io",
    "std::env",
    "std::process",
    "std::thread",
    "std::time::SystemTime",
    "std::time::Instant",
    "log",
];

/// The crates that only some modules may name.
pub const TECHNOLOGIES: &[(&str, &[&str])] = &[
    (
        "tokio",
        &[
            "irc", "loopback", "engine", "mail", "web", "desk", "run", "demo", "cli", "main",
        ],
    ),
    ("tokio::process", &["engine"]),
    ("rustix", &["engine"]),
    ("tokio_util", &["irc", "loopback", "mail", "web"]),
    ("tokio_rustls", &["irc", "loopback", "mail", "web"]),
    ("rustls_native_certs", &["irc", "mail"]),
    ("futures_util", &["irc", "loopback", "mail", "web", "desk"]),
    ("rusqlite", &["store"]),
    ("serde_json", &["store", "web", "cli"]),
    ("toml", &["config"]),
    ("clap", &["cli"]),
    ("env_logger", &["cli"]),
    ("anyhow", &["run", "demo", "cli", "main"]),
    ("shakmaty", &["vocabulary", "game"]),
    ("pgn_reader", &["game"]),
    ("getrandom", &["system"]),
    ("rand", &[]),
];

/// How a wall clock is read, which only `system` does.
pub const WALL_CLOCKS: &[&str] = &["SystemTime::now", "Utc::now", "Local::now"];
/// See [`WALL_CLOCKS`].
pub const CLOCK_READER: &str = "system";

/// How SQL begins, which only `store` writes.
pub const SQL: &[&str] = &[
    "SELECT ",
    "INSERT INTO ",
    "INSERT OR ",
    "DELETE FROM ",
    "CREATE TABLE ",
    "CREATE INDEX ",
    "CREATE TRIGGER ",
    "PRAGMA ",
];
/// See [`SQL`].
pub const SQL_WRITER: &str = "store";

/// The longest file, in lines.
pub const LINES_MAX: usize = 500;
