-- Members' reports, and admins' decisions about them (moderation).

-- All that is reported of a thing until it is decided is a case. The contract names the kinds of things, so a new kind needs
-- no migration.
CREATE TABLE report_cases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  target_id uuid NOT NULL,
  -- The person whom it is about: the seller of a book.
  about_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- How it was when it was first reported: it may be changed since.
  evidence jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  -- Raised by each report: a decision names what was read.
  reports integer NOT NULL DEFAULT 1,
  decided_at timestamptz,
  decided_by uuid,
  decision text,
  -- Why, in the admin's words, for both sides to read.
  note text,
  -- Answer of the person who was decided about, at most one.
  answer text,
  answered_at timestamptz,
  CHECK (num_nulls(decided_at, decided_by, decision, note) IN (0, 4)),
  CHECK (answer IS NULL OR decided_at IS NOT NULL)
);
CREATE UNIQUE INDEX report_cases_one_open ON report_cases (kind, target_id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_to_decide ON report_cases (opened_at, id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_decided ON report_cases (decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX report_cases_about ON report_cases (about_id);

CREATE TABLE reports (
  case_id uuid NOT NULL REFERENCES report_cases ON DELETE CASCADE,
  reporter_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL,
  target_id uuid NOT NULL,
  reason text NOT NULL,
  words text NOT NULL,
  at timestamptz NOT NULL,
  -- A person reports a thing once, whatever became of it.
  PRIMARY KEY (reporter_id, kind, target_id)
);
CREATE INDEX reports_of_case ON reports (case_id, at);
CREATE INDEX reports_of_reporter ON reports (reporter_id, at);
