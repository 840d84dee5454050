-- Owner: accounts
-- Identity providers that the shop was started with: a row for each start with another one than before. The last is in force.
CREATE TABLE identity_providers (
  turn integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  -- As an operator calls it.
  name text NOT NULL,
  -- Sign-ins of before don't count. Null for the shop's first provider.
  since timestamptz
);

-- Identities of accounts at providers that aren't in force: found again when the shop goes back to them.
CREATE TABLE other_identities (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  provider text NOT NULL,
  identity_id text NOT NULL,
  PRIMARY KEY (account_id, provider),
  UNIQUE (provider, identity_id)
);

-- Null since a move to another provider, until the account's first sign-in there.
ALTER TABLE accounts ALTER COLUMN identity_id DROP NOT NULL;

-- A shop whose people sign in with the embedded provider may be started with another one from now on.
DO $$
DECLARE
  is_embedded boolean := false;
BEGIN
  IF to_regclass('identity."user"') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM accounts a JOIN identity."user" u ON u.id = a.identity_id)' INTO is_embedded;
  END IF;
  IF is_embedded THEN
    INSERT INTO identity_providers (provider, name) VALUES ('embedded', 'the shop’s own sign-in');
  END IF;
END $$;
