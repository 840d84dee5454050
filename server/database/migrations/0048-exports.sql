-- Files with all that the club has of a person, which they asked for: one at a time, kept for some days. The file
-- itself lies in the data folder, under the row's id; where the row is gone, so is the file.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  -- How far it is: parts and pictures. Unknown until it is begun.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- Both null until it is there.
  finished_at timestamptz,
  bytes bigint,
  -- When it goes; of one that never gets finished, too.
  expires_at timestamptz NOT NULL,
  CHECK ((finished_at IS NULL) = (bytes IS NULL))
);
CREATE INDEX exports_to_remove ON exports (expires_at);
