-- Owner: images
-- Pictures that lie outside the data folder: at which host, and under which address there.
CREATE TABLE picture_places (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{32,64}$'),
  host text NOT NULL,
  address text NOT NULL,
  -- Sealed: the secret address at which a person deletes it. Null where the shop deletes it.
  removal text,
  stored_at timestamptz NOT NULL,
  -- A move copied it here, and has its files on the disk still to delete.
  is_on_disk boolean NOT NULL DEFAULT false,
  -- Set when the shop stops showing it: from then on it's to be deleted at its host.
  dropped_at timestamptz
);
CREATE UNIQUE INDEX picture_places_shown ON picture_places (hash) WHERE dropped_at IS NULL;
CREATE INDEX picture_places_dropped ON picture_places (dropped_at, id) WHERE dropped_at IS NOT NULL;

-- The latest moving of all pictures to the host that takes new ones.
CREATE TABLE picture_moves (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  to_host text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  -- Pictures that their place has lost.
  lost integer NOT NULL DEFAULT 0,
  -- Why it waits; it goes on by itself.
  problem text
);
