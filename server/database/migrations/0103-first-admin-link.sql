-- Owner: accounts
-- Kind: expand
-- The link by which a shop without an admin gets its first one: the latest alone, and only its hash.
CREATE TABLE first_admin_link (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  token_hash text NOT NULL,
  expires_at timestamptz NOT NULL
);
