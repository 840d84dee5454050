-- Whether this shop was filled with the demo, so that it doesn't come back after it was deleted or cleared.
CREATE TABLE demo (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  state text NOT NULL CHECK (state IN ('filled', 'cleared')),
  -- Accounts of the demo's people, closed ones included.
  account_ids uuid[] NOT NULL,
  since timestamptz NOT NULL
);
