-- Whether this shop was filled with the demo's people and books, so that what was deleted or cleared stays away.
CREATE TABLE demo (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  state text NOT NULL CHECK (state IN ('filled', 'cleared')),
  -- The demo's people, also those whose accounts were closed since.
  account_ids uuid[] NOT NULL,
  since timestamptz NOT NULL
);
