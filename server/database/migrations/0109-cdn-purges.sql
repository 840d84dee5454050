-- Owner: database
-- Kind: expand
-- Which changes of catalogue_changes were purged from the CDN (server/database/purges), by all instances together.
-- Unlogged, like the notes: a database crash empties both tables, and without a row all of the CDN is purged.
CREATE UNLOGGED TABLE cdn_purges (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Changes that this snapshot sees were purged.
  purged pg_snapshot NOT NULL,
  -- Those whose purge is repeated next, since an answer may have been on its way to the CDN; and from when on they wait.
  repeating pg_snapshot NOT NULL,
  repeating_since timestamptz NOT NULL,
  -- Those whose purge was repeated.
  repeated pg_snapshot NOT NULL
);
