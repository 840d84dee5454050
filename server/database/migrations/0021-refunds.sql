-- An order can have several refunds, up to what was paid: each a row of its own, written before the provider is asked,
-- so that a crash in between is made good.
CREATE TABLE refunds (
  -- The provider is asked under this name, so that it gives the money back once.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- The card payment that it goes back of; null where it was cash, and is given back by hand.
  payment_id uuid REFERENCES payments ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  actor text NOT NULL CHECK (actor IN ('seller', 'admin', 'provider', 'system')),
  -- No foreign key: an account may be deleted, and what it did stays.
  actor_id uuid,
  -- By choice, as contract/orders/refunds.ts names it; null where the provider or the server made it.
  reason text,
  -- Of the browser that asked: asked again, it is the same refund.
  request_key text,
  provider_refund_id text UNIQUE,
  wanted_at timestamptz NOT NULL,
  -- Null while it is wanted only.
  done_at timestamptz,
  sweep_turn integer NOT NULL DEFAULT 0,
  -- In the order in which an order's refunds came: clocks are put back.
  turn bigint NOT NULL UNIQUE GENERATED ALWAYS AS IDENTITY,
  UNIQUE (order_id, request_key),
  CHECK (payment_id IS NOT NULL OR done_at IS NOT NULL)
);
CREATE INDEX refunds_of_order ON refunds (order_id, turn);
CREATE INDEX refunds_of_payment ON refunds (payment_id);
CREATE INDEX refunds_to_make ON refunds (sweep_turn, wanted_at) WHERE done_at IS NULL;

-- What went or goes back as a whole until now. Who did it stands in the order's events, where these knew it.
INSERT INTO refunds (order_id, payment_id, amount, currency, actor, actor_id, reason, provider_refund_id, wanted_at, done_at)
SELECT p.order_id, p.id, p.amount, p.currency,
  CASE p.refund_reason WHEN 'refunded by the seller' THEN 'seller' WHEN 'refunded by the club' THEN 'admin'
    WHEN 'refunded at the card provider' THEN 'provider' ELSE 'system' END,
  e.actor_id, e.facts ->> 'reason', p.refund_id, coalesce(e.at, p.refunded_at, p.recorded_at), p.refunded_at
FROM payments p LEFT JOIN LATERAL (
  SELECT actor_id, facts, at FROM order_events
  WHERE order_id = p.order_id AND facts ->> 'intentId' = p.intent_id AND transition IN ('seller_refunds', 'admin_refunds')
  ORDER BY id DESC LIMIT 1) e ON true
WHERE (p.refund_reason IS NOT NULL OR p.refunded_at IS NOT NULL) AND p.amount > 0;

INSERT INTO refunds (order_id, amount, currency, actor, actor_id, reason, wanted_at, done_at)
SELECT o.id, o.amount, o.currency, e.actor, e.actor_id, e.facts ->> 'reason', e.at, e.at
FROM orders o CROSS JOIN LATERAL (
  SELECT actor, actor_id, facts, at FROM order_events
  WHERE order_id = o.id AND transition IN ('seller_refunds', 'admin_refunds') ORDER BY id DESC LIMIT 1) e
WHERE o.state = 'refunded' AND o.pays_in_cash AND NOT EXISTS (SELECT FROM payments WHERE order_id = o.id);

-- From now on the reason of a payment says why it paid for nothing.
UPDATE payments SET refund_reason = NULL
  WHERE refund_reason IN ('refunded by the seller', 'refunded by the club', 'refunded at the card provider');
DROP INDEX payments_to_refund;
ALTER TABLE payments DROP COLUMN refund_id, DROP COLUMN refunded_at, DROP COLUMN sweep_turn;

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
