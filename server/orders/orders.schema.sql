-- Orders and what happened to them, payments, refunds, problems, and the ledger.

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books,
  buyer_id uuid NOT NULL REFERENCES accounts,
  seller_id uuid NOT NULL REFERENCES accounts,
  -- See contract/orders/order-life.ts.
  state text NOT NULL DEFAULT 'claimed'
    CHECK (state IN ('claimed', 'agreed', 'paid', 'handed_over', 'done', 'cancelled', 'expired', 'refunded')),
  -- The listing as it was when the copy was claimed. Contacts are not in it: they are read live, and vanish with the account.
  book_snapshot jsonb NOT NULL,
  -- Null once the buyer's account is closed.
  buyer_name text,
  buyer_email text,
  phone text,
  meeting_location text,
  amount integer NOT NULL CHECK (amount >= 50),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  intent_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  pay_by timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- When the present state was entered.
  state_since timestamptz NOT NULL DEFAULT now(),
  -- Turn of the sweep that last checked it: the next begins with those that have waited longest, so that each has its
  -- turn. A count and no time, because clocks are put back.
  sweep_turn integer NOT NULL DEFAULT 0,
  -- Contact of a seller whose account was closed, for the buyers of paid orders: copied here at the closing, because
  -- the account's own is deleted; null while it is open.
  seller_name text,
  seller_email text,
  seller_phone text,
  -- The club's fee stands in fee_rate and fee_least (migration 0079).
  pays_in_cash boolean NOT NULL DEFAULT false,
  -- Hand-over code: shown to the buyer, typed by the seller. The first eight digits of a random uuid are random
  -- throughout.
  hand_over_code text NOT NULL
    DEFAULT lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0'),
  wrong_codes integer NOT NULL DEFAULT 0,
  -- When time makes the next step; null where none is due.
  due_at timestamptz,
  -- By card, or in cash. A payment that takes days has its beginning in processing_since (migration 0078).
  paid_at timestamptz,
  -- Refunded before the book changed hands, and not put up for sale again: its seller decides about it.
  copy_is_back boolean NOT NULL DEFAULT false,
  -- Time left in the state when a problem stopped it; null while it runs. Until the problem has ended, due_at is the
  -- next reminder, so that an order that isn't over always has a time when something happens.
  seconds_left integer CHECK (seconds_left >= 0),
  -- Buyer and seller always have a way out, if only by time.
  CONSTRAINT orders_time_ends_what_lives
    CHECK ((due_at IS NOT NULL) = (state IN ('claimed', 'agreed', 'paid', 'handed_over'))),
  CONSTRAINT orders_stop_while_they_live CHECK (seconds_left IS NULL OR state IN ('agreed', 'paid', 'handed_over'))
);
-- The promise: whatever the code does, a copy has at most a single order that has not come to nothing.
CREATE UNIQUE INDEX orders_one_live_claim ON orders (book_id)
  WHERE state IN ('claimed', 'agreed', 'paid', 'handed_over', 'done');
CREATE INDEX orders_of_buyer ON orders (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_seller ON orders (seller_id, created_at DESC, id DESC);
CREATE INDEX orders_of_book_and_buyer ON orders (book_id, buyer_id);
CREATE INDEX orders_to_sweep ON orders (sweep_turn, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX orders_by_payment ON orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
CREATE INDEX orders_in_state ON orders (state, created_at DESC, id DESC);
CREATE INDEX orders_with_problem ON orders (created_at DESC, id DESC) WHERE seconds_left IS NOT NULL;

-- Admins find orders by the beginnings of a title's words, as they find people by their names' (accounts.schema.sql).
CREATE FUNCTION order_words(snapshot jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.to_tsvector('pg_catalog.simple'::regconfig,
    pg_catalog.translate(coalesce(snapshot ->> 'title', ''), '@.-_+/:', '       '))
$$;
CREATE INDEX orders_by_words ON orders USING gin (order_words(book_snapshot));

-- The counts of sales, see seller_sales in books.schema.sql.
CREATE FUNCTION note_sales() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO seller_sale_changes (seller_id, sold) VALUES (OLD.seller_id, -1);
  ELSE
    INSERT INTO seller_sale_changes (seller_id, sold)
    VALUES (NEW.seller_id, CASE WHEN NEW.state IN ('paid', 'handed_over', 'done') THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_added_are_counted AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'handed_over', 'done')) EXECUTE FUNCTION note_sales();
CREATE TRIGGER orders_changed_are_counted AFTER UPDATE OF state ON orders
  FOR EACH ROW WHEN ((OLD.state IN ('paid', 'handed_over', 'done')) <> (NEW.state IN ('paid', 'handed_over', 'done')))
  EXECUTE FUNCTION note_sales();
CREATE TRIGGER orders_deleted_are_counted AFTER DELETE ON orders
  FOR EACH ROW WHEN (OLD.state IN ('paid', 'handed_over', 'done')) EXECUTE FUNCTION note_sales();

-- Events of an order: the actor of each step, when and why. Written together with each change of an order's state.
CREATE TABLE order_events (
  -- Order of the events by number, because clocks are put back.
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- Transition, by contract/orders/order-life.ts.
  transition text,
  from_state text,
  to_state text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('buyer', 'seller', 'admin', 'time', 'provider', 'system', 'unknown')),
  -- No foreign key: an account may be deleted, and what it did stays.
  actor_id uuid,
  at timestamptz NOT NULL,
  -- Why: names of payments and accounts. No contacts, for these must be forgotten one day.
  facts jsonb NOT NULL DEFAULT '{}',
  -- Known only from the columns of an order that is older than this table; steps between may be missing.
  is_from_before boolean NOT NULL DEFAULT false,
  CHECK ((actor IN ('buyer', 'seller', 'admin')) = (actor_id IS NOT NULL)),
  CHECK (is_from_before OR (transition IS NOT NULL AND actor <> 'unknown'))
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);

-- Append-only, as the audit log is (accounts.schema.sql); a row goes with its order only. The right to delete stays, because
-- a deleted order deletes its events as this user; the trigger lets nothing else pass.
CREATE FUNCTION keep_order_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM public.orders WHERE id = OLD.order_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'events of an order are not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER order_events_stay_as_they_are BEFORE UPDATE OR TRUNCATE ON order_events
  FOR EACH STATEMENT EXECUTE FUNCTION keep_order_events();
CREATE TRIGGER order_events_go_with_their_order BEFORE DELETE ON order_events
  FOR EACH ROW EXECUTE FUNCTION keep_order_events();
REVOKE UPDATE, TRUNCATE ON order_events FROM CURRENT_USER;

-- Payments by card, and by other methods of the card provider (migration 0078).
CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders,
  intent_id text NOT NULL UNIQUE,
  amount integer NOT NULL,
  currency text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  -- Why it paid for nothing and goes back.
  refund_reason text,
  -- Card details from the provider; no others are stored.
  card_last_four text CHECK (card_last_four ~ '^[0-9]{4}$')
);
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_by_card ON payments (card_last_four) WHERE card_last_four IS NOT NULL;

CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

-- An order can have several refunds, up to what was paid: each a row of its own, written before the provider is asked, so
-- that a crash in between is made good.
CREATE TABLE refunds (
  -- Idempotency key at the provider, so that it gives the money back once.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- The card payment that is refunded; null where it was cash, and is given back by hand.
  payment_id uuid REFERENCES payments ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  actor text NOT NULL CHECK (actor IN ('seller', 'admin', 'provider', 'system')),
  -- No foreign key: an account may be deleted, and what it did stays.
  actor_id uuid,
  -- Reason, by contract/orders/refunds.ts; null where the provider or the server made it.
  reason text,
  -- Idempotency key of the browser that asked: asked again, it is the same refund.
  request_key text,
  provider_refund_id text UNIQUE,
  wanted_at timestamptz NOT NULL,
  -- Null until the provider has made it.
  done_at timestamptz,
  sweep_turn integer NOT NULL DEFAULT 0,
  -- Order of an order's refunds by number, because clocks are put back.
  turn bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  -- A refund may fail days after it was made, at the card's bank: the money is with the club again, and the buyer's still.
  -- Null again once the provider has made another for it.
  failed_at timestamptz,
  -- An admin noted that the club gave the money back another way.
  given_by_hand_at timestamptz,
  UNIQUE (order_id, request_key),
  CHECK (payment_id IS NOT NULL OR done_at IS NOT NULL),
  CHECK (failed_at IS NULL OR done_at IS NOT NULL),
  CHECK (given_by_hand_at IS NULL OR failed_at IS NOT NULL)
);
CREATE INDEX refunds_of_order ON refunds (order_id, turn);
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_to_make ON refunds (sweep_turn, wanted_at) WHERE done_at IS NULL;
CREATE INDEX refunds_to_give_by_hand ON refunds (order_id) WHERE failed_at IS NOT NULL AND given_by_hand_at IS NULL;
-- Recent refunds, which the provider is asked about because they may still fail.
CREATE INDEX refunds_that_may_fail ON refunds (done_at) WHERE failed_at IS NULL;

-- The promise: whatever the code does, no more goes back than was paid.
CREATE FUNCTION refund_what_was_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payment_id IS NULL THEN
    IF (SELECT sum(amount) FROM public.refunds WHERE order_id = NEW.order_id AND payment_id IS NULL)
      > (SELECT amount FROM public.orders WHERE id = NEW.order_id) THEN
      RAISE EXCEPTION 'more cash of order % would go back than was paid', NEW.order_id USING ERRCODE = 'check_violation';
    END IF;
  ELSIF (SELECT sum(amount) FROM public.refunds WHERE payment_id = NEW.payment_id)
    > (SELECT amount FROM public.payments WHERE id = NEW.payment_id) THEN
    RAISE EXCEPTION 'more of payment % would go back than was paid', NEW.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER refunds_stay_below_the_payment AFTER INSERT OR UPDATE OF amount, payment_id ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refund_what_was_paid();

-- Problems with an order: what buyer or seller say is wrong, what both answer, how it ended, and which admin read it.
CREATE TABLE order_problems (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('not_as_described', 'not_met', 'not_received', 'other')),
  opened_by text NOT NULL CHECK (opened_by IN ('buyer', 'seller')),
  opened_at timestamptz NOT NULL,
  -- Raised by each entry: a decision names the last entry that was read.
  revision integer NOT NULL DEFAULT 0,
  -- How often admins were reminded.
  reminders integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('settled', 'refunded', 'cancelled', 'nothing', 'part', 'all')),
  -- Amount that an admin refunded, in the minor units of the order's currency.
  given_back integer CHECK (given_back > 0),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (given_back IS NULL OR outcome IN ('part', 'all'))
);
-- The clock is stopped once.
CREATE UNIQUE INDEX order_problems_one_open ON order_problems (order_id) WHERE ended_at IS NULL;
CREATE INDEX order_problems_of_order ON order_problems (order_id, opened_at);
CREATE INDEX order_problems_to_decide ON order_problems (opened_at, id) WHERE ended_at IS NULL;
CREATE INDEX order_problems_ended ON order_problems (ended_at, id) WHERE ended_at IS NOT NULL;

-- Texts of buyer, seller and admins. Here instead of in order_events, because a text is deleted with its author.
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

-- Which admin read what buyer and seller wrote, and when. Append-only, as events are.
CREATE TABLE problem_readings (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  problem_id uuid NOT NULL,
  -- No foreign key: an account may be deleted, and what it did stays.
  admin_id uuid NOT NULL,
  -- Revision that the admin read.
  revision integer NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX problem_readings_of_order ON problem_readings (order_id, id);
CREATE TRIGGER problem_readings_stay_as_they_are BEFORE UPDATE OR TRUNCATE ON problem_readings
  FOR EACH STATEMENT EXECUTE FUNCTION keep_order_events();
CREATE TRIGGER problem_readings_go_with_their_order BEFORE DELETE ON problem_readings
  FOR EACH ROW EXECUTE FUNCTION keep_order_events();
REVOKE UPDATE, TRUNCATE ON problem_readings FROM CURRENT_USER;

-- Where an order's money is: each movement takes an amount from an account to another, as two entries that sum to zero. The
-- accounts and movements are described in server/orders/ledger/movements.rules.ts. What comes of the entries on the seller's
-- account is also in owed_orders (migration 0072). Kinds and the account of chargebacks come with migration 0075,
-- those of the club's fee with 0079.
CREATE TABLE ledger_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  movement uuid NOT NULL,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('card_payment', 'cash_payment', 'provider_cost', 'refund_wanted', 'refund_made',
    'refund_withdrawn', 'refund_failed', 'refund_by_hand', 'cash_refund', 'owed', 'payout')),
  -- Source of the movement: a payment, a refund, the order itself. The same source moves money once.
  source text NOT NULL,
  account text NOT NULL CHECK (account IN ('buyer', 'club', 'seller', 'paid_out', 'cash', 'refunds', 'provider')),
  amount integer NOT NULL CHECK (amount <> 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  at timestamptz NOT NULL,
  UNIQUE (order_id, kind, source, account)
);
CREATE INDEX ledger_entries_of_movement ON ledger_entries (movement);
CREATE INDEX ledger_entries_of_buyers ON ledger_entries (at) WHERE account = 'buyer';

-- The promise: what an account gets another account gives, in the same currency.
CREATE FUNCTION ledger_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) <> 0 OR count(DISTINCT currency) <> 1 OR count(DISTINCT order_id) <> 1
      FROM public.ledger_entries WHERE movement = NEW.movement) THEN
    RAISE EXCEPTION 'the entries of movement % do not sum to zero', NEW.movement USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_sums_to_zero();

-- Append-only, as order_events is, and for the same reasons in the same way.
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM public.orders WHERE id = OLD.order_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'entries of the ledger are not changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER ledger_entries_stay_as_they_are BEFORE UPDATE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER ledger_entries_go_with_their_order BEFORE DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION keep_ledger();
REVOKE UPDATE, TRUNCATE ON ledger_entries FROM CURRENT_USER;

-- Money that the club transferred to a seller for orders that are done; each of these has its `payout` in the ledger.
CREATE TABLE payouts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Only the accounts of the demo's invented people are deleted.
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Sum of several orders: in a currency of small coins more than an order's number holds.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Reference on the bank's statement.
  reference text NOT NULL,
  -- The admin who marked it. No foreign key: an account may be deleted, and what it did stays.
  marked_by uuid NOT NULL,
  -- Idempotency key of the browser that asked: asked again, it is the same payout.
  request_key text NOT NULL,
  at timestamptz NOT NULL,
  -- Order of the payouts by number, because clocks are put back.
  turn bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  UNIQUE (seller_id, request_key)
);
CREATE INDEX payouts_of_seller ON payouts (seller_id, turn);
