-- What happened to an order: who did which step, when and why. Written together with each change of an order's state;
-- a row is never changed, and goes only with its order.
CREATE TABLE order_events (
  -- In the order in which an order's events came: clocks are put back.
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- As contract/order-life.ts names it.
  transition text,
  from_state text,
  to_state text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('buyer', 'seller', 'admin', 'time', 'provider', 'system', 'unknown')),
  -- No foreign key: an account may be deleted, and what it did stays.
  actor_id uuid,
  at timestamptz NOT NULL,
  -- Why: names of payments and accounts. No contacts, for these must be forgotten one day.
  facts jsonb NOT NULL DEFAULT '{}',
  -- Known from the order's own columns when this table was made; steps between may be missing.
  is_from_before boolean NOT NULL DEFAULT false,
  CHECK ((actor IN ('buyer', 'seller', 'admin')) = (actor_id IS NOT NULL)),
  CHECK (is_from_before OR (transition IS NOT NULL AND actor <> 'unknown'))
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);

-- What can be known of earlier orders: that they were opened, and how a claim came to be paid or to expire. Who
-- cancelled one, and from where one came to be refunded, was not written down.
INSERT INTO order_events (order_id, transition, from_state, to_state, actor, actor_id, at, is_from_before)
SELECT id, transition, from_state, to_state, actor, actor_id, at, true FROM (
  SELECT id, created_at, 1 AS step, 'buyer_claims' AS transition, NULL AS from_state, 'claimed' AS to_state,
    'buyer' AS actor, buyer_id AS actor_id, created_at AS at
  FROM orders
  UNION ALL
  SELECT id, created_at, 2, CASE state WHEN 'paid' THEN 'buyer_pays' WHEN 'expired' THEN 'time_expires' END,
    CASE WHEN state <> 'refunded' THEN 'claimed' END, state,
    CASE state WHEN 'paid' THEN 'buyer' WHEN 'expired' THEN 'time' ELSE 'unknown' END,
    CASE state WHEN 'paid' THEN buyer_id END, state_since
  FROM orders WHERE state <> 'claimed'
) known ORDER BY created_at, id, step;

-- Append-only. Its owner is the shop's own user, who therefore gives its rights up and has a trigger that holds
-- whoever it is. The right to delete stays, because a deleted order takes its events along as this user; the trigger
-- lets nothing else pass.
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
