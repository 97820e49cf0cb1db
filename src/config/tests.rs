//! Settings files, good and bad.

mod example;
mod services;

use super::*;
use crate::vocabulary::Span;
use std::path::PathBuf;

/// The least that is a settings file without doubts.
const LEAST: &str = "[irc]\nservers = [\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"\n\
                     [bot]\ndirectors = [\"Boss\"]\n";

/// Reads a text in a world with one variable and two files.
fn read_here(text: &str) -> Result<Config, Vec<Problem>> {
    let env = |name: &str| (name == "BOT_PASSWORD").then(|| "from-env".to_owned());
    let read_file = |path: &Path| match path.to_str() {
        Some("secret.txt") => Ok("from-file\n".to_owned()),
        Some("two-lines.txt") => Ok("one\ntwo\n".to_owned()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    read(text, &env, &read_file)
}

/// What is wrong with a text, one problem a line; empty for nothing.
fn problems(text: &str) -> String {
    let found = match read_here(text) {
        Ok(config) => config.warnings,
        Err(problems) => problems,
    };
    found.iter().map(|problem| format!("{problem}\n")).collect()
}

/// The one problem with `line` as another line of this section of a good file.
fn problem_with(section: &str, line: &str) -> String {
    let key = line.split(" =").next().expect("a line has a key");
    let others = LEAST
        .lines()
        .filter(|l| !l.starts_with(&format!("{key} =")));
    let mut text: String = others.map(|l| format!("{l}\n")).collect();
    if !text.contains(&format!("[{section}]\n")) {
        text.push_str(&format!("[{section}]\n"));
    }
    let text = text.replace(&format!("[{section}]\n"), &format!("[{section}]\n{line}\n"));
    let found = problems(&text);
    assert!(found.lines().count() <= 1, "{line}: {found}");
    found.trim_end().to_owned()
}

#[test]
fn the_least_file_gives_the_defaults() {
    let config = read_here(LEAST).expect("it is good");
    assert_eq!(config.warnings, []);
    assert_eq!(config.defaults, crate::tournament::Settings::new(""));
    assert_eq!(config.bot.database, PathBuf::from("chessmasters.db"));
    assert_eq!(config.irc.reconnect_max, Span::from_minutes(10));
    assert_eq!(config.irc.password, None);
}

#[test]
fn everything_wrong_is_told_at_once_with_its_place() {
    let text = "\
nick = \"Bot\"
[irc]
servers = [\"irc.example.net:0\", \"good.example.net\", 7]
nick = \"1st\"
chanel = \"#chess\"
reconnect_min = \"1h\"
zone = \"UTC\"
[bto]
x = 1
[defaults]
rounds = 0
rounds_length = \"7d\"
pairing = \"Auto\"
";
    expect_test::expect![[r#"
        1:1: warning: directors is empty: unless the database already has one, nobody can direct
        1:1: nick stands outside of every section: it belongs to [irc]
        2:1: [irc] needs the setting channel
        3:12: servers: "irc.example.net:0" is no server: write it like "irc.example.net:6667", or "ircs://irc.example.net:6697" with TLS
        3:53: servers: must be text in quotes, not a number
        4:8: nick: "1st" is no nick: letters, digits and -[]\`_^{|} make one, and it starts with no digit and no -
        5:1: [irc] has no setting chanel: did you mean channel?
        6:1: reconnect_max is 10m, less than reconnect_min with 1h
        7:1: [irc] has no setting zone: it belongs to [defaults]
        8:2: there is no section [bto]: did you mean [bot]?
        11:10: rounds: must be a number from 1 to 60, not 0
        12:1: [defaults] has no setting rounds_length: did you mean round_length?
        13:11: pairing: "Auto" is none of "auto", "manual"
    "#]]
    .assert_eq(&problems(text));
}

#[test]
fn what_is_no_toml_is_told_without_guesses_about_it() {
    let text = "[irc]\nnick = Bot\nservers = [\"localhost\"]\nnick = \"Bot2\"\n[defaults]\nrounds = 99\nzone = \"Berlin\n";
    expect_test::expect![[r#"
        2:8: string values must be quoted, expected literal string
        4:1: duplicate key
        6:10: rounds: must be a number from 1 to 60, not 99
        7:15: invalid basic string, expected `"`
    "#]]
    .assert_eq(&problems(text));
    assert!(problems("[irc\n").starts_with("1:"));
    assert!(problems("irc = 3\n").contains("1:1: irc is a section"));
    assert!(problems("[[irc]]\n").contains("irc is a section"));
}

#[test]
fn columns_count_characters() {
    let text = LEAST.replace(
        "[bot]\n",
        "[bot]\nlog = [\"é\", 3] # é\nheartbeat = \"é\"\n",
    );
    assert!(problems(&text).contains("8:13: heartbeat: \"é\" is not a length of time"));
}

#[test]
fn single_values() {
    for (section, line, wanted) in [
        ("irc", "servers = []", "servers needs at least one element"),
        ("irc", "servers = \"localhost\"", "servers is a list"),
        (
            "irc",
            "servers = [\"irc://me:pw@host\"]",
            "no user and no password",
        ),
        ("irc", "nick = \"a b\"", "is no nick"),
        ("irc", "nick = \"\"", "is no nick"),
        ("irc", "channel = \"chess\"", "it starts with #"),
        ("irc", "channel = \"#a b\"", "without spaces"),
        (
            "irc",
            "channel = \"#aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
            "longer than 32",
        ),
        ("irc", "username = \"-x\"", "is no user name"),
        ("irc", "realname = \" \"", "must not be empty"),
        ("irc", "realname = \"a\\nb\"", "one line"),
        (
            "irc",
            "services = \"dal\"",
            "\"dal\" is none of \"dalnet\", \"anope\"",
        ),
        (
            "irc",
            "pacing = true",
            "must be one of \"bahamut\", \"strict\", \"off\", not true or false",
        ),
        (
            "irc",
            "private_targets = -1",
            "must be a number from 0 to 100, not -1",
        ),
        ("irc", "command_limit = \"12\"", "without quotes, not text"),
        ("irc", "command_limit = 1.5", "not a number with a point"),
        ("irc", "reconnect_min = \"0s\"", "must be from 1s to"),
        (
            "irc",
            "reconnect_min = 30",
            "must be a length of time in quotes",
        ),
        (
            "irc",
            "reconnect_min = \"11m\"",
            "reconnect_max is 10m, less than",
        ),
        ("irc", "memo_gap = \"-1s\"", "must be from 0s to 1h"),
        (
            "irc",
            "tls_ca_file = \"nowhere.pem\"",
            "nowhere.pem cannot be read",
        ),
        (
            "irc",
            "tls_ca_file = \"secret.txt\"",
            "warning: tls_ca_file is not used",
        ),
        ("bot", "database = \"\"", "the path of a file"),
        (
            "bot",
            "directors = [\"Boss\", \"b ss\"]",
            "directors: \"b ss\" is no nick",
        ),
        ("bot", "log = \"trace\"", "\"trace\" is none of"),
        (
            "bot",
            "heartbeat = \"10m\"",
            "warning: heartbeat is not shorter than absence_grace",
        ),
        ("engine", "program = \"stockfish\"", ""),
        (
            "engine",
            "program = \"\"",
            "the path or the name of a program",
        ),
        ("engine", "time = \"60s\"", ""),
        ("engine", "time = \"0s\"", "must be from 1s to 1m, not 0s"),
        ("engine", "time = 5", "must be a length of time in quotes"),
        ("defaults", "format = \"swis\"", "none of \"swiss\""),
        (
            "defaults",
            "rounds = 61",
            "must be a number from 1 to 60, not 61",
        ),
        (
            "defaults",
            "third_place = \"yes\"",
            "only the format \"knockout\" has a game for the third place",
        ),
        (
            "defaults",
            "third_place = true",
            "must be one of \"no\", \"yes\", not true or false",
        ),
        ("defaults", "zone = \"europe/berlin\"", ""),
        (
            "defaults",
            "zone = \"Europe/Berlni\"",
            "did you mean \"Europe/Berlin\"?",
        ),
        (
            "defaults",
            "zone = \"7\"",
            "write it like \"Europe/Berlin\"",
        ),
        (
            "defaults",
            "round_length = \"2h\"",
            "check-in would be due before the round begins",
        ),
        (
            "defaults",
            "checkin_before_deadline = \"7d\"",
            "check-in would be due before",
        ),
        (
            "defaults",
            "deadline_at = \"Sunday\"",
            "no moment of the week",
        ),
        (
            "defaults",
            "absence_grace = \"2h\"",
            "warning: absence_grace is not shorter",
        ),
        (
            "defaults",
            "tie_breaks = [\"BH\", \"XX\"]",
            "no tie-break \"XX\"; there are BH, BHC1",
        ),
        (
            "defaults",
            "tie_breaks = [\"BH\", \"bh\"]",
            "names BH twice",
        ),
        ("defaults", "name = \"x\"", "has no setting name"),
        ("defaults", "deadline_at = \"Sun 20:00\"", ""),
        ("defaults", "publish_pause = \"0s\"", ""),
        ("defaults", "rounds = 0x0a", ""),
    ] {
        let found = problem_with(section, line);
        assert!(found.contains(wanted), "{line}: {found}");
        assert_eq!(found.is_empty(), wanted.is_empty(), "{line}: {found}");
    }
}

#[test]
fn servers_are_written_in_several_ways() {
    let servers = |list: &str| {
        let text = LEAST.replace("[\"localhost\"]", list);
        let config = read_here(&text).unwrap_or_else(|problems| panic!("{list}: {problems:?}"));
        config
            .irc
            .servers
            .into_iter()
            .map(|s| (s.host, s.port, s.tls))
            .collect::<Vec<_>>()
    };
    let plain =
        servers(r#"["irc.dal.net", "irc.dal.net:7000", "irc://a.b/", "[::1]:6668", "[::1]"]"#);
    let wanted = [
        ("irc.dal.net", 6667),
        ("irc.dal.net", 7000),
        ("a.b", 6667),
        ("::1", 6668),
        ("::1", 6667),
    ];
    assert_eq!(
        plain,
        wanted.map(|(host, port)| (host.to_owned(), port, Tls::Off))
    );
    let secure =
        servers(r#"["ircs://host", "ircs://host:6698", "host:+6699", "ircs://[::1]:+7000"]"#);
    let wanted = [
        ("host", 6697),
        ("host", 6698),
        ("host", 6699),
        ("::1", 7000),
    ];
    assert_eq!(
        secure,
        wanted.map(|(host, port)| (host.to_owned(), port, Tls::On))
    );
    for wrong in [
        "",
        ":6667",
        "host:",
        "host:port",
        "host:65536",
        "host:+",
        "::1",
        "[::1",
        "[::1]6667",
        "http://host",
        "a b",
        "host:1:2",
        "[host]:1",
    ] {
        let found = problem_with("irc", &format!("servers = [\"{wrong}\"]"));
        assert!(found.contains("is no server"), "{wrong}: {found}");
    }
}

#[test]
fn a_secret_comes_from_one_place() {
    let with = |line: &str| {
        LEAST.replace(
            "services = \"none\"",
            &format!("services = \"anope\"\n{line}"),
        )
    };
    for (line, secret) in [
        ("password = \"plain\"", "plain"),
        ("password_env = \"BOT_PASSWORD\"", "from-env"),
        ("password_file = \"secret.txt\"", "from-file"),
    ] {
        let config = read_here(&with(line)).expect(line);
        assert_eq!(config.warnings, [], "{line}");
        let password = config.irc.password.as_ref().expect(line);
        assert_eq!(password.reveal(), secret);
        let shown = format!("{config:?} {password}");
        assert!(
            !shown.contains(secret) && shown.contains("(secret)"),
            "{shown}"
        );
    }
    let twice = problems(&with(
        "password_env = \"BOT_PASSWORD\"\npassword = \"plain\"",
    ));
    assert_eq!(
        twice,
        "6:1: only one of password and password_env can be given\n"
    );
    let spaced = LEAST.replace("services", "server_password = \"two words\"\nservices");
    assert_eq!(
        problems(&spaced),
        "",
        "the server's own password may hold spaces"
    );
}

#[test]
fn no_message_tells_a_secret() {
    for line in [
        "password = 12345678",
        "password = \"hush 12345678\"",
        "password = \":12345678\"",
        "password = \"12345678\\n\"",
        "password = 12345678hush",
        "password = '12345678",
        "password_env = \"12345678\"",
        "password_file = \"12345678\"",
        "password_file = \"two-lines.txt\"",
        "pasword = \"12345678\"",
        "channel_key = \"12345678 \"",
        "server_password = \"12345678\\u0000\"",
        "servers = [\"ircs://bot:12345678@host:1\"]",
        "password = \"1\"\npassword = \"12345678\"",
    ] {
        let text = LEAST.replace(
            "services = \"none\"",
            &format!("services = \"anope\"\n{line}"),
        );
        let problems = read_here(&text).expect_err(line);
        let shown = format!("{problems:?} {}", problems[0]);
        assert!(!shown.contains("12345678"), "{line}: {shown}");
    }
}

#[test]
fn doubts_are_warnings() {
    let doubt = |from: &str, to: &str| {
        let text = LEAST.replace(from, to);
        assert!(read_here(&text).is_ok(), "{to}");
        problems(&text)
    };
    let password = "services = \"anope\"\npassword = \"x\"";
    let open = doubt(
        "\"localhost\"]\nnick = \"Bot\"\nchannel = \"#chess\"\nservices = \"none\"",
        &format!("\"irc.example.net\"]\nnick = \"Bot\"\nchannel = \"#chess\"\n{password}"),
    );
    assert_eq!(
        open,
        "2:1: warning: a password is sent unencrypted to irc.example.net: if it offers TLS, write ircs://irc.example.net\n"
    );
    assert_eq!(doubt("services = \"none\"", password), "");
    assert!(
        doubt(
            "services = \"none\"",
            "services = \"none\"\npassword_env = \"BOT_PASSWORD\""
        )
        .starts_with("6:1: warning: the password is not used")
    );
    assert!(doubt("\"none\"", "\"dalnet\"").contains("without a password"));
    let dalnet =
        "services = \"dalnet\"\npassword = \"x\"\npacing = \"off\"\nreconnect_min = \"5s\"";
    let hasty = doubt("services = \"none\"", dalnet);
    assert!(hasty.contains("7:1: warning: pacing is off"), "{hasty}");
    assert!(
        hasty.contains("8:1: warning: reconnect_min is below 20s"),
        "{hasty}"
    );
    assert!(doubt("[\"Boss\"]", "[]").starts_with("7:1: warning: directors is empty"));
}

#[test]
fn paths_count_from_the_folder_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("bot.toml");
    let text = LEAST.replace(
        "services = \"none\"",
        "services = \"anope\"\npassword_file = \"pw\"",
    );
    std::fs::write(&path, text).expect("the file can be written");
    std::fs::write(folder.path().join("pw"), "hush\r\n").expect("the file can be written");
    let config = load(&path).expect("it is good");
    assert_eq!(config.bot.database, folder.path().join("chessmasters.db"));
    assert_eq!(config.irc.password.expect("it is given").reveal(), "hush");
    assert_eq!(config.engine.program, None);
    for (written, found) in [
        ("stockfish", PathBuf::from("stockfish")),
        ("bin/stockfish", folder.path().join("bin/stockfish")),
        (
            "/usr/games/stockfish",
            PathBuf::from("/usr/games/stockfish"),
        ),
    ] {
        let text = format!("{LEAST}[engine]\nprogram = \"{written}\"\n");
        std::fs::write(&path, text).expect("the file can be written");
        let config = load(&path).expect("it is good");
        assert_eq!(config.engine.program, Some(found), "{written}");
    }
}

#[test]
fn defaults_have_the_names_of_tournament_set() {
    // A name and moments belong to one tournament.
    let own = ["name", "registration_opens", "registration_closes"];
    let keys = crate::command::SETTING_KEYS.into_iter();
    let wanted: Vec<&str> = keys.filter(|key| !own.contains(key)).collect();
    let known = known_keys().into_iter().filter(|k| k.section == "defaults");
    assert_eq!(known.map(|k| k.key).collect::<Vec<_>>(), wanted);
}
