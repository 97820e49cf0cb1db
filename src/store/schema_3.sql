-- Version 3: drawn games of knockouts.

-- The games of a pairing that were drawn and followed by another, oldest first.
ALTER TABLE board ADD COLUMN drawn_json TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(drawn_json));
ALTER TABLE board ADD COLUMN drawn_games INTEGER
    GENERATED ALWAYS AS (json_array_length(drawn_json)) VIRTUAL;
