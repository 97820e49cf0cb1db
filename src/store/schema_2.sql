-- Version 2: ratings.

-- How players are rated; no row: they are not.
CREATE TABLE rating_policy (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    policy_json TEXT NOT NULL CHECK (json_valid(policy_json)),
    system      TEXT GENERATED ALWAYS AS (json_extract(policy_json, '$.system.system')) VIRTUAL
) STRICT;

-- The rating list.
CREATE TABLE rating (
    account     TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    rating_json TEXT NOT NULL CHECK (json_valid(rating_json)),
    games       INTEGER GENERATED ALWAYS AS (json_extract(rating_json, '$.games')) VIRTUAL,
    points      INTEGER GENERATED ALWAYS AS (coalesce(
        json_extract(rating_json, '$.strength.points'),
        (json_extract(rating_json, '$.strength.rating_milli') + 500) / 1000
    )) VIRTUAL
) STRICT, WITHOUT ROWID;

-- What each finished tournament made of a rating.
CREATE TABLE rating_step (
    account    TEXT NOT NULL REFERENCES rating (account),
    number     INTEGER NOT NULL CHECK (number > 0),
    tournament INTEGER NOT NULL REFERENCES tournament (id),
    at_ms      INTEGER NOT NULL,
    before     INTEGER NOT NULL,
    after      INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    halves     INTEGER NOT NULL,  -- half points made in them
    PRIMARY KEY (account, number)
) STRICT, WITHOUT ROWID;

-- The rating a player takes part with: as of the draw, or of a later entry.
ALTER TABLE entry ADD COLUMN rating INTEGER;
