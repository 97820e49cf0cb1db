-- Version 4: drawn games of knockouts, and the periods that were counted for ratings.

-- The games of a pairing that were drawn and followed by another, oldest first.
ALTER TABLE board ADD COLUMN drawn_json TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(drawn_json));
ALTER TABLE board ADD COLUMN drawn_games INTEGER
    GENERATED ALWAYS AS (json_array_length(drawn_json)) VIRTUAL;

-- Every tournament that was counted for the rating list, in order, and how players were rated then.
CREATE TABLE rating_period (
    number      INTEGER PRIMARY KEY CHECK (number > 0),
    tournament  INTEGER NOT NULL REFERENCES tournament (id),
    at_ms       INTEGER NOT NULL,
    policy_json TEXT NOT NULL CHECK (json_valid(policy_json))
) STRICT;

-- Those so far, from the journal: nothing was counted while ratings were not in use.
WITH counted AS (
    SELECT id, tournament, json_extract(body_json, '$.at') AS at_ms,
        (SELECT json_extract(chosen.body_json, '$.policy') FROM journal AS chosen
            WHERE chosen.fact = 'ratings_chosen' AND chosen.id < journal.id
            ORDER BY chosen.id DESC LIMIT 1) AS policy_json
    FROM journal WHERE fact = 'ratings_computed'
)
INSERT INTO rating_period
    SELECT row_number() OVER (ORDER BY id), tournament, at_ms, policy_json
    FROM counted WHERE policy_json IS NOT NULL;
