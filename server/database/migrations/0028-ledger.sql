-- Where an order's money is: each movement takes an amount from one account to another, as two entries that sum to zero.
-- An entry is never changed, and goes only with its order. The accounts, and which movement there is when, are described
-- in server/orders/ledger/movements.rules.ts.
CREATE TABLE ledger_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  movement uuid NOT NULL,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('card_payment', 'cash_payment', 'provider_cost', 'refund_wanted', 'refund_made',
    'refund_withdrawn', 'cash_refund', 'owed', 'payout')),
  -- What moved it: a payment, a refund, the order itself. The same thing moves money once.
  source text NOT NULL,
  account text NOT NULL CHECK (account IN ('buyer', 'club', 'seller', 'paid_out', 'cash', 'refunds', 'provider')),
  amount integer NOT NULL CHECK (amount <> 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  at timestamptz NOT NULL,
  UNIQUE (order_id, kind, source, account)
);
CREATE INDEX ledger_entries_of_movement ON ledger_entries (movement);

-- Money that the club transferred to a seller for orders that are done; each of these has its `payout` in the ledger.
CREATE TABLE payouts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Accounts are deleted where people never were.
  seller_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- As the bank's statement names it.
  reference text NOT NULL,
  -- The admin who marked it. No foreign key: an account may be deleted, and what it did stays.
  marked_by uuid NOT NULL,
  -- Of the browser that asked: asked again, it is the same payout.
  request_key text NOT NULL,
  at timestamptz NOT NULL,
  -- In the order in which they came: clocks are put back.
  turn bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  UNIQUE (seller_id, request_key)
);
CREATE INDEX payouts_of_seller ON payouts (seller_id, turn);

-- Earlier orders: what is known of their payments and refunds, and what is owed for those that are done.
WITH moves (order_id, kind, source, taken, given, amount, currency, at) AS (
  SELECT order_id, 'card_payment', id::text, 'buyer', 'club', amount, currency, recorded_at FROM payments
  UNION ALL
  SELECT id, 'cash_payment', id::text, 'buyer', 'cash', amount, currency, paid_at FROM orders
  WHERE pays_in_cash AND paid_at IS NOT NULL
  UNION ALL
  SELECT order_id, 'refund_wanted', id::text, 'club', 'refunds', amount, currency, wanted_at FROM refunds
  WHERE payment_id IS NOT NULL
  UNION ALL
  SELECT order_id, 'refund_made', id::text, 'refunds', 'buyer', amount, currency, done_at FROM refunds
  WHERE payment_id IS NOT NULL AND done_at IS NOT NULL
  UNION ALL
  SELECT order_id, 'cash_refund', id::text, 'cash', 'buyer', amount, currency, done_at FROM refunds WHERE payment_id IS NULL
  UNION ALL
  SELECT o.id, 'owed', o.id::text, 'club', 'seller',
    p.amount - (SELECT coalesce(sum(amount), 0)::int FROM refunds r WHERE r.payment_id = p.id), p.currency, o.state_since
  FROM orders o JOIN payments p ON p.order_id = o.id AND p.refund_reason IS NULL WHERE o.state = 'done'
), named AS MATERIALIZED (SELECT gen_random_uuid() AS movement, * FROM moves WHERE amount > 0 ORDER BY at)
INSERT INTO ledger_entries (movement, order_id, kind, source, account, amount, currency, at)
SELECT movement, order_id, kind, source, side.account, side.amount, currency, at
FROM named CROSS JOIN LATERAL (VALUES (taken, -amount), (given, amount)) side (account, amount) ORDER BY at;

-- The promise: what one account gets another one gives, in one currency.
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

-- Append-only, as order_events are, and for the same reasons in the same way.
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
