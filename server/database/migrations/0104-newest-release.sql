-- Owner: settings
-- Kind: expand
-- The newest version of the program, as its page said when it was last asked: once a day at most, whatever asks.
CREATE TABLE newest_release (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  asked_at timestamptz NOT NULL,
  version text,
  page text
);
