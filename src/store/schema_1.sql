-- Version 1 of the database.
--
-- Columns named *_ms are instants in milliseconds since 1970-01-01 00:00 UTC. Columns named *_json are what the bot
-- reads back; columns GENERATED from them are there for people and are never read by the bot, so the two cannot differ.

CREATE TABLE tournament (
    id            INTEGER PRIMARY KEY CHECK (id > 0),
    phase         TEXT NOT NULL,  -- draft, announced, registration, running, finished, cancelled
    seed          TEXT NOT NULL,  -- in decimal; beyond what SQLite's signed integers hold
    pairing_failed INTEGER,       -- the round that could not be paired, until something changes
    settings_json TEXT NOT NULL CHECK (json_valid(settings_json)),
    name          TEXT GENERATED ALWAYS AS (json_extract(settings_json, '$.name')) VIRTUAL,
    format        TEXT GENERATED ALWAYS AS (json_extract(settings_json, '$.format')) VIRTUAL,
    zone          TEXT GENERATED ALWAYS AS (json_extract(settings_json, '$.zone')) VIRTUAL
) STRICT;

-- Directors and assistants: of every tournament where tournament is NULL, else of that one.
CREATE TABLE official (
    tournament INTEGER REFERENCES tournament (id),
    account    TEXT NOT NULL,
    name       TEXT NOT NULL,
    role       TEXT NOT NULL      -- assistant, director
) STRICT;
CREATE UNIQUE INDEX official_once ON official (account, coalesce(tournament, 0));

CREATE TABLE person (
    account TEXT PRIMARY KEY,
    zone    TEXT
) STRICT, WITHOUT ROWID;

-- When the bot could not see people, the last few times. It is open while until_ms is NULL.
CREATE TABLE absence (
    number     INTEGER PRIMARY KEY CHECK (number > 0),
    from_ms    INTEGER NOT NULL,
    until_ms   INTEGER,
    scope_json TEXT NOT NULL CHECK (json_valid(scope_json))
) STRICT;

CREATE TABLE entry (
    tournament  INTEGER NOT NULL REFERENCES tournament (id),
    number      INTEGER NOT NULL CHECK (number > 0),
    account     TEXT NOT NULL,
    name        TEXT NOT NULL,
    how         TEXT NOT NULL,    -- preregistered, registered, admitted
    entered_ms  INTEGER NOT NULL,
    first_round INTEGER NOT NULL,
    missed      TEXT NOT NULL,    -- what each round before first_round is worth
    withdrawal  TEXT,             -- announced, deserted, expelled; NULL: still in
    lot         INTEGER,          -- place in the pairing order; NULL: not drawn
    PRIMARY KEY (tournament, number),
    UNIQUE (tournament, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE round (
    tournament   INTEGER NOT NULL REFERENCES tournament (id),
    number       INTEGER NOT NULL CHECK (number > 0),
    stage        TEXT NOT NULL,   -- draft, published, closed
    publish_at_ms INTEGER,        -- of a draft; NULL: held by a director
    published_ms INTEGER,
    deadline_ms  INTEGER,         -- as published
    closed_ms    INTEGER,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE board (
    tournament  INTEGER NOT NULL,
    round       INTEGER NOT NULL,
    number      INTEGER NOT NULL CHECK (number > 0),
    white       INTEGER NOT NULL,
    black       INTEGER NOT NULL CHECK (black <> white),
    cutoff_ms   INTEGER NOT NULL,
    deadline_ms INTEGER NOT NULL,
    absences_counted_to_ms INTEGER NOT NULL,
    status_json TEXT NOT NULL CHECK (json_valid(status_json)),
    -- The name of the variant: all up to the first colon, without its quotes and brace.
    status TEXT GENERATED ALWAYS AS (
        trim(substr(status_json, 1, instr(status_json || ':', ':') - 1), '{"')
    ) VIRTUAL,
    -- By the colours of the pairing; the forfeits as +/-, -/+ and -/-. A provisional board has one too.
    result TEXT GENERATED ALWAYS AS (
        CASE coalesce(
            json_extract(status_json, '$.final.verdict.result'),
            json_extract(status_json, '$.ruled.verdict.result'),
            json_extract(status_json, '$.provisional.verdict.result')
        )
            WHEN '{"played":"white_wins"}' THEN '1-0'
            WHEN '{"played":"draw"}' THEN '1/2-1/2'
            WHEN '{"played":"black_wins"}' THEN '0-1'
            WHEN '{"forfeit":{"loser":"black"}}' THEN '+/-'
            WHEN '{"forfeit":{"loser":"white"}}' THEN '-/+'
            WHEN 'double_forfeit' THEN '-/-'
        END
    ) VIRTUAL,
    white_present_ms    INTEGER,
    white_present_by    TEXT,     -- player, director
    black_present_ms    INTEGER,
    black_present_by    TEXT,
    white_excuse        TEXT,
    black_excuse        TEXT,
    white_report        TEXT,     -- 1-0, 1/2-1/2, 0-1
    white_report_colors TEXT,     -- as_paired, swapped
    white_report_ms     INTEGER,
    black_report        TEXT,
    black_report_colors TEXT,
    black_report_ms     INTEGER,
    white_playing_ms    INTEGER,
    black_playing_ms    INTEGER,
    interrupted_ms      INTEGER,
    white_explanation   TEXT,
    black_explanation   TEXT,
    reminded_json       TEXT NOT NULL CHECK (json_valid(reminded_json)),
    directors_told_ms   INTEGER,
    PRIMARY KEY (tournament, round, number),
    FOREIGN KEY (tournament, round) REFERENCES round (tournament, number),
    FOREIGN KEY (tournament, white) REFERENCES entry (tournament, number),
    FOREIGN KEY (tournament, black) REFERENCES entry (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE bye (
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    place      INTEGER NOT NULL,  -- the order they were given in
    player     INTEGER NOT NULL,
    kind       TEXT NOT NULL,     -- pairing_allocated, full_point, half_point, zero_point
    PRIMARY KEY (tournament, round, place),
    UNIQUE (tournament, round, player),
    FOREIGN KEY (tournament, round) REFERENCES round (tournament, number),
    FOREIGN KEY (tournament, player) REFERENCES entry (tournament, number)
) STRICT, WITHOUT ROWID;

-- Everything that happened, in order, and never changed. It points at no table, because it outlives what it tells of:
-- a round that is paired anew has other boards.
CREATE TABLE journal (
    id         INTEGER PRIMARY KEY,
    at_ms      INTEGER NOT NULL,
    actor      TEXT NOT NULL,
    line       TEXT,              -- what was said, where a line caused it
    fact       TEXT NOT NULL,
    tournament INTEGER,
    round      INTEGER,
    board      INTEGER,           -- NULL too where a fact is about several
    body_json  TEXT NOT NULL CHECK (json_valid(body_json))
) STRICT;
CREATE INDEX journal_of_board ON journal (tournament, round, board) WHERE round IS NOT NULL;
CREATE TRIGGER journal_keeps_rows BEFORE DELETE ON journal
BEGIN
    SELECT RAISE (ABORT, 'the journal is append-only');
END;
CREATE TRIGGER journal_keeps_words BEFORE UPDATE ON journal
BEGIN
    SELECT RAISE (ABORT, 'the journal is append-only');
END;
-- INSERT OR REPLACE removes the old row without asking the trigger above.
CREATE TRIGGER journal_replaces_nothing BEFORE INSERT ON journal
WHEN EXISTS (SELECT 1 FROM journal WHERE id = NEW.id)
BEGIN
    SELECT RAISE (ABORT, 'the journal is append-only');
END;

-- Lines nobody asked for, written together with their cause and sent after (SPEC R-33).
CREATE TABLE outbox (
    id              INTEGER PRIMARY KEY,
    created_ms      INTEGER NOT NULL,
    cause           INTEGER REFERENCES journal (id),
    kind            TEXT NOT NULL, -- announcement, pairing, reminder, result, director
    account         TEXT,          -- NULL: the channel
    name            TEXT,
    text            TEXT NOT NULL,
    useful_until_ms INTEGER,
    state           TEXT NOT NULL, -- queued, sending, sent, failed, expired
    not_before_ms   INTEGER,       -- of a queued one
    attempts        INTEGER NOT NULL DEFAULT 0, -- how often it was handed over and may have arrived
    way             TEXT,          -- channel, private, memo
    detail          TEXT,          -- why it failed, in the words of the server or services
    changed_ms      INTEGER NOT NULL,
    CHECK ((account IS NULL) = (name IS NULL)),
    CHECK ((state = 'queued') = (not_before_ms IS NOT NULL))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (id) WHERE state IN ('queued', 'sending');
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed';

-- One row: when the bot was last known to be running, and when last on its channel (SPEC R-17).
CREATE TABLE heartbeat (
    one           INTEGER PRIMARY KEY CHECK (one = 1),
    alive_ms      INTEGER NOT NULL,
    on_channel_ms INTEGER
) STRICT;
