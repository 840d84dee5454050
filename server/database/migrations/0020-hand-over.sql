-- An order goes on after the payment: agreed (cash), handed over, done. See contract/order-life.ts.

ALTER TABLE orders DROP CONSTRAINT orders_state_check;
ALTER TABLE orders ADD CONSTRAINT orders_state_check
  CHECK (state IN ('claimed', 'agreed', 'paid', 'handed_over', 'done', 'cancelled', 'expired', 'refunded'));

ALTER TABLE orders
  ADD COLUMN pays_in_cash boolean NOT NULL DEFAULT false,
  -- What proves the hand-over: shown to the buyer, typed by the seller. The first eight digits of a random uuid are
  -- random throughout.
  ADD COLUMN hand_over_code text NOT NULL
    DEFAULT lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 1000000)::text, 6, '0'),
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
  -- When time makes the next step; null where none is due.
  ADD COLUMN due_at timestamptz,
  -- By card, or in the hand.
  ADD COLUMN paid_at timestamptz,
  -- Refunded before the book changed hands, and not put up for sale again: its seller decides about it.
  ADD COLUMN copy_is_back boolean NOT NULL DEFAULT false;

-- Orders that are paid already have from now on as long as those that will be.
UPDATE orders SET due_at = CASE state WHEN 'claimed' THEN pay_by ELSE now() + interval '14 days' END
  WHERE state IN ('claimed', 'paid');

UPDATE orders SET paid_at = state_since WHERE state = 'paid';

-- Whoever has something to do with each other still has a way out, if only by time.
ALTER TABLE orders ADD CONSTRAINT orders_time_ends_what_lives
  CHECK ((due_at IS NOT NULL) = (state IN ('claimed', 'agreed', 'paid', 'handed_over')));

-- The promise, for the longer life: a copy has one order at most that has not come to nothing.
DROP INDEX orders_one_live_claim;
CREATE UNIQUE INDEX orders_one_live_claim ON orders (book_id)
  WHERE state IN ('claimed', 'agreed', 'paid', 'handed_over', 'done');

DROP INDEX orders_to_sweep;
CREATE INDEX orders_to_sweep ON orders (sweep_turn, due_at) WHERE due_at IS NOT NULL;
