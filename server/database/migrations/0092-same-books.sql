-- Owner: search
-- What admins decided about which listings are of the same book: it outlives the listings, and the search index, which is
-- built by it.
CREATE TABLE work_decisions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  are_same boolean NOT NULL,
  -- What each of the two listings said: title, author, ISBN and language.
  one jsonb NOT NULL,
  other jsonb NOT NULL,
  decided_by uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  undone_at timestamptz
);
CREATE INDEX work_decisions_in_force ON work_decisions (decided_at DESC, id DESC) WHERE undone_at IS NULL;

-- False after a decision, until the next batch has regrouped the form.
ALTER TABLE search.forms ADD COLUMN is_settled boolean NOT NULL DEFAULT true;
