-- The groups of emails that somebody has turned off. The groups are the contract's; a new one needs no migration.
ALTER TABLE accounts ADD COLUMN mails_off text[] NOT NULL DEFAULT '{}';

-- A new email that somebody asked for: theirs once they have opened the link that was sent there. The latest counts.
CREATE TABLE email_changes (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  new_email text NOT NULL,
  -- Of the link's token, which nobody can read here.
  token_hash text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- How often it was asked for since then: each time sends an email to an address that may be anybody's.
  asked_since timestamptz NOT NULL,
  asked_times integer NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  -- Set when the link was used; the row goes once identity and account have followed.
  confirmed_at timestamptz
);
