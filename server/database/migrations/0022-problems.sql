-- Problems with an order: what one side says is wrong, what both answer, how it ended, and which admin read it.

ALTER TABLE orders
  -- What was left of the state's time when a problem stopped it; null while it runs. Until the problem has ended,
  -- due_at is when somebody is reminded of it, so that whatever isn't over still has a time when something happens.
  ADD COLUMN seconds_left integer CHECK (seconds_left >= 0),
  ADD CONSTRAINT orders_stop_while_they_live CHECK (seconds_left IS NULL OR state IN ('agreed', 'paid', 'handed_over'));

CREATE TABLE order_problems (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('not_as_described', 'not_met', 'not_received', 'other')),
  opened_by text NOT NULL CHECK (opened_by IN ('buyer', 'seller')),
  opened_at timestamptz NOT NULL,
  -- Raised by each entry: who decides names the last one that they read.
  revision integer NOT NULL DEFAULT 0,
  -- How often admins were reminded.
  reminders integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('settled', 'refunded', 'cancelled', 'nothing', 'part', 'all')),
  -- What an admin gave back, in the minor units of the order's currency.
  given_back integer CHECK (given_back > 0),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (given_back IS NULL OR outcome IN ('part', 'all'))
);
-- The clock is stopped once.
CREATE UNIQUE INDEX order_problems_one_open ON order_problems (order_id) WHERE ended_at IS NULL;
CREATE INDEX order_problems_of_order ON order_problems (order_id, opened_at);
CREATE INDEX order_problems_to_decide ON order_problems (opened_at, id) WHERE ended_at IS NULL;
CREATE INDEX order_problems_ended ON order_problems (ended_at, id) WHERE ended_at IS NOT NULL;

-- What people wrote. It stands here and not in order_events, because it has to go with its author.
CREATE TABLE problem_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  problem_id uuid NOT NULL REFERENCES order_problems ON DELETE CASCADE,
  -- The revision that it made.
  place integer NOT NULL,
  author text NOT NULL CHECK (author IN ('buyer', 'seller', 'admin')),
  author_id uuid NOT NULL,
  -- Null once the author's account is closed and the order is over.
  text text,
  images text[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  UNIQUE (problem_id, place)
);
CREATE INDEX problem_entries_of_author ON problem_entries (author_id, at);

-- Which admin read what the two wrote, and when. Kept as events are.
CREATE TABLE problem_readings (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  problem_id uuid NOT NULL,
  -- No foreign key: an account may be deleted, and what it did stays.
  admin_id uuid NOT NULL,
  -- What there was to read.
  revision integer NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX problem_readings_of_order ON problem_readings (order_id, id);
CREATE TRIGGER problem_readings_stay_as_they_are BEFORE UPDATE OR TRUNCATE ON problem_readings
  FOR EACH STATEMENT EXECUTE FUNCTION keep_order_events();
CREATE TRIGGER problem_readings_go_with_their_order BEFORE DELETE ON problem_readings
  FOR EACH ROW EXECUTE FUNCTION keep_order_events();
REVOKE UPDATE, TRUNCATE ON problem_readings FROM CURRENT_USER;
