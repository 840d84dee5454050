-- Owner: database
-- Kind: expand
-- How far a CDN was told of what catalogue_changes notes (server/database/purges), common to all instances. Unlogged as
-- the notes are: a crash of the database takes both, and without a row the CDN is told to forget everything.
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
