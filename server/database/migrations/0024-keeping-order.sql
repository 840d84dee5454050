-- What the club's admins did to people and their things: who, to whom or what, and when. Written in the transaction of
-- the act; a row is never changed and never deleted. It holds choices and ids, and no text: what was written about
-- people must be forgotten one day.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL,
  -- As contract/accounts/audit-log.ts names it.
  kind text NOT NULL,
  -- The operator has no account: whoever may run npm run admin.
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

-- Append-only, as the events of orders are (migration 14), but for good: no row goes along with anything.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_stays_as_it_is BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
-- The right to delete stays, because a move to another server locks the table by it; the trigger lets nothing pass.
REVOKE UPDATE, TRUNCATE ON audit_log FROM CURRENT_USER;

-- A person who is out for a while: until a moment, or until an admin says so.
ALTER TABLE accounts
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_until timestamptz,
  -- Why: one of the choices, and in the admin's own words. The person is told both.
  ADD COLUMN suspended_for text,
  ADD COLUMN suspension_note text,
  ADD CONSTRAINT accounts_suspended_with_a_reason
    CHECK (num_nulls(suspended_at, suspended_for, suspension_note) IN (0, 3)),
  ADD CONSTRAINT accounts_suspended_until CHECK (suspended_until IS NULL OR suspended_at IS NOT NULL);
CREATE INDEX accounts_suspended_until ON accounts (suspended_until) WHERE suspended_until IS NOT NULL;

-- A listing that an admin took down. Nobody but its seller sees it, and it stays paused (migration 19), whatever its
-- seller does, so that nothing that reads is_paused alone can sell it.
ALTER TABLE books
  ADD COLUMN taken_down_at timestamptz,
  ADD COLUMN taken_down_for text,
  ADD COLUMN take_down_note text,
  ADD CONSTRAINT books_taken_down_with_a_reason
    CHECK (num_nulls(taken_down_at, taken_down_for, take_down_note) IN (0, 3)),
  ADD CONSTRAINT books_taken_down_are_paused CHECK (taken_down_at IS NULL OR is_paused);

-- People are looked for by the beginnings of words of their name and email. Words by the core's own parser, which takes
-- an email or a host for one word unless it is taken apart before; no extension is needed.
CREATE FUNCTION account_words(name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    pg_catalog.translate(name || ' ' || email, '@.-_+/:', '       '))
$$;
CREATE INDEX accounts_by_words ON accounts USING gin (account_words(name, email)) WHERE closed_at IS NULL;
CREATE INDEX accounts_newest_of_all ON accounts (created_at DESC, id DESC) WHERE closed_at IS NULL;
