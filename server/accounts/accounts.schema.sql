-- Open accounts by role are counted in account_counts (migration 0073).
-- Accounts, the addresses that may not come back, what admins did, and exports. Everywhere in the schema money is integer minor
-- units plus currency, and times are timestamptz (UTC).

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- At the identity provider in force; may be null since migration 0083.
  identity_id text NOT NULL UNIQUE,
  email text NOT NULL CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT '',
  photo_url text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'buyer', 'seller', 'admin')),
  -- Raised to end all club tokens at once: log-out, new password, new role, closed account.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  -- The seller is away: each of their books has is_paused.
  listings_paused boolean NOT NULL DEFAULT false,
  -- A suspension lasts until a moment, or until an admin ends it.
  suspended_at timestamptz,
  suspended_until timestamptz,
  -- A choice, and the admin's own words. The suspended person reads both.
  suspended_for text,
  suspension_note text,
  -- Groups of emails that are turned off. The contract names them, so a new group needs no migration.
  mails_off text[] NOT NULL DEFAULT '{}',
  -- The mail server answered that the address doesn't exist; null again once it took an email. Its person reads so.
  mail_refused_at timestamptz,
  CONSTRAINT accounts_suspended_with_a_reason CHECK (num_nulls(suspended_at, suspended_for, suspension_note) IN (0, 3)),
  CONSTRAINT accounts_suspended_until CHECK (suspended_until IS NULL OR suspended_at IS NOT NULL)
);
CREATE UNIQUE INDEX accounts_one_open_per_email ON accounts (email) WHERE closed_at IS NULL;
CREATE INDEX accounts_newest ON accounts (role, created_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX accounts_newest_of_all ON accounts (created_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX accounts_suspended_until ON accounts (suspended_until) WHERE suspended_until IS NOT NULL;

-- Admins find people by the beginnings of words of their name and email. The core's own parser takes an email or a host for
-- one word unless it is taken apart before; no extension is needed.
CREATE FUNCTION account_words(name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    pg_catalog.translate(name || ' ' || email, '@.-_+/:', '       '))
$$;
CREATE INDEX accounts_by_words ON accounts USING gin (account_words(name, email)) WHERE closed_at IS NULL;

-- Sellers' public fields: books and seller pages show them. An account comes before its first book and goes after its
-- last, so only its changes can be seen.
CREATE CONSTRAINT TRIGGER sellers_changed_raise_version AFTER UPDATE ON accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.name, OLD.email, OLD.email_verified, OLD.closed_at, OLD.photo_url, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.name, NEW.email, NEW.email_verified, NEW.closed_at, NEW.photo_url, NEW.created_at))
  EXECUTE FUNCTION raise_catalogue_version();

-- Addresses of closed accounts as a keyed hash: a closed account can't come back under the same address, although nothing
-- personal is stored.
CREATE TABLE closed_addresses (
  address_hash text PRIMARY KEY,
  closed_at timestamptz NOT NULL DEFAULT now()
);

-- A new email for an account, which counts once the link that was sent there is opened. The latest request counts.
CREATE TABLE email_changes (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  new_email text NOT NULL,
  -- Hash of the link's token, which isn't stored.
  token_hash text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- How many requests came since then: each sends an email to an address that may be a stranger's.
  asked_since timestamptz NOT NULL,
  asked_times integer NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  -- Set when the link was used; the row goes once identity and account have followed.
  confirmed_at timestamptz
);

-- Emails of the last day that a stranger to the address may have caused, by a keyed hash of the address: all accounts and
-- processes count together.
CREATE TABLE counted_mails (
  recipient text NOT NULL,
  -- A second try has the same id and counts once.
  mail_id text NOT NULL,
  purpose text NOT NULL,
  at timestamptz NOT NULL,
  -- Order of counting.
  turn bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (recipient, mail_id)
);
CREATE INDEX counted_mails_to_forget ON counted_mails (at);

-- Audit log of admins' acts: on which account or thing, and when. Written in the transaction of the act. Contains
-- choices and ids but no text: what was written about people must be deleted one day.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL,
  -- Kind of act, by contract/accounts/audit-log.ts.
  kind text NOT NULL,
  -- The operator has no account: the right to run npm run admin is enough.
  actor text NOT NULL CHECK (actor IN ('admin', 'operator')),
  -- No foreign keys: what these name may be deleted, and what was done to it stays.
  actor_id uuid,
  account_id uuid,
  book_id uuid,
  order_id uuid,
  report_id uuid,
  -- The reason, as a choice, and for how many days.
  facts jsonb NOT NULL DEFAULT '{}',
  CHECK ((actor = 'admin') = (actor_id IS NOT NULL))
);
CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_of_kind ON audit_log (kind, at DESC, id DESC);
CREATE INDEX audit_log_of_account ON audit_log (account_id, at DESC, id DESC);

-- Append-only. The table's owner is the shop's own user, who therefore gives rights up and is bound by a trigger, which
-- binds every user. The demo's people are invented: what they did as admins goes with them (decision 64).
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM public.demo WHERE OLD.actor_id = ANY (account_ids)) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_stays_as_it_is BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_goes_with_the_demo BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
-- The right to delete stays, because a move to another server locks the table by it.
REVOKE UPDATE, TRUNCATE ON audit_log FROM CURRENT_USER;

-- Exports: files with all that the club has of a person, who asked for it. A single file at a time, stored for some
-- days, in the data folder under the row's id; it is deleted with the row.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  -- Progress: parts and pictures. Unknown until it begins.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- Both null until the file is ready.
  finished_at timestamptz,
  bytes bigint,
  -- When it is deleted, finished or not.
  expires_at timestamptz NOT NULL,
  -- Failed for good, after the last retry: its person reads so, and may ask for another.
  failed_at timestamptz,
  CHECK ((finished_at IS NULL) = (bytes IS NULL)),
  CHECK (failed_at IS NULL OR finished_at IS NULL)
);
CREATE INDEX exports_to_remove ON exports (expires_at);
