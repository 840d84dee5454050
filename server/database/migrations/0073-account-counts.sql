-- Owner: accounts
-- How many open accounts have each role, as rows that add up: a statement adds a row of its own, so that no sign-up waits for
-- another, and each minute the rows of a role become one.
CREATE TABLE account_counts (
  role text NOT NULL,
  open integer NOT NULL
);

CREATE FUNCTION note_account_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.closed_at IS NULL THEN
    INSERT INTO account_counts (role, open) VALUES (OLD.role, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.closed_at IS NULL THEN
    INSERT INTO account_counts (role, open) VALUES (NEW.role, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_added_are_counted AFTER INSERT OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION note_account_counts();
CREATE TRIGGER accounts_changed_are_counted AFTER UPDATE ON accounts
  FOR EACH ROW WHEN ((OLD.role, OLD.closed_at IS NULL) IS DISTINCT FROM (NEW.role, NEW.closed_at IS NULL))
  EXECUTE FUNCTION note_account_counts();

INSERT INTO account_counts (role, open) SELECT role, count(*) FROM accounts WHERE closed_at IS NULL GROUP BY role;
