-- Version 3: gamescores.

-- The moves of games, each as it was last sent by one of those who may.
CREATE TABLE gamescore (
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    game       INTEGER NOT NULL,  -- from 1; more than one where a knockout was drawn
    sender     TEXT NOT NULL,     -- white, black, official
    by_name    TEXT NOT NULL,
    at_ms      INTEGER NOT NULL,
    tags_json  TEXT NOT NULL CHECK (json_valid(tags_json)),
    start_fen  TEXT,              -- NULL: the initial position
    moves      TEXT NOT NULL,     -- from-to squares, one blank between
    marker     TEXT,              -- the result that was sent with them
    fault_ply  INTEGER,           -- where they stop making sense; NULL: nowhere
    fault_text TEXT,
    PRIMARY KEY (tournament, round, board, game, sender),
    FOREIGN KEY (tournament, round, board) REFERENCES board (tournament, round, number)
) STRICT, WITHOUT ROWID;

-- What somebody is sending, line by line.
CREATE TABLE score_draft (
    account    TEXT PRIMARY KEY,
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    sender     TEXT NOT NULL,
    at_ms      INTEGER NOT NULL,
    text       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Moves that directors asked for and no player has sent.
CREATE TABLE score_asked (
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    by_name    TEXT NOT NULL,
    at_ms      INTEGER NOT NULL,
    told_ms    INTEGER NOT NULL,
    reminders  INTEGER NOT NULL,
    PRIMARY KEY (tournament, round, board)
) STRICT, WITHOUT ROWID;
