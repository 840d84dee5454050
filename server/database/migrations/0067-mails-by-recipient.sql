-- Emails of the last day that a stranger to the address may have caused, by a keyed hash of the address: all accounts and
-- processes count together.
CREATE TABLE counted_mails (
  recipient text NOT NULL,
  -- Tried again, it is the same one.
  mail_id text NOT NULL,
  purpose text NOT NULL,
  at timestamptz NOT NULL,
  -- In the order in which they were counted.
  turn bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (recipient, mail_id)
);
CREATE INDEX counted_mails_to_forget ON counted_mails (at);
