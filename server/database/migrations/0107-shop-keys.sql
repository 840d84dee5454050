-- Kind: expand
-- The shop's keys, sealed by KEYS_SECRET, for instances that have that secret and a data folder without keys.
CREATE TABLE shop_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sealed text NOT NULL
);
