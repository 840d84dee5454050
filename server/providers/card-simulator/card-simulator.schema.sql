-- Storage of the card simulator, in a schema of its own. Empty where a real card provider is used.
CREATE SCHEMA card_simulator;

-- Payment intents, charges, refunds, disputes, events, card checks and so on, as the documents that go over the wire.
-- Lists of a kind have an index of their own (migration 0077).
CREATE TABLE card_simulator.objects (
  id text PRIMARY KEY,
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX objects_of_intent ON card_simulator.objects ((document ->> 'payment_intent'), created_at DESC);

-- Idempotency keys with the first answer, which a repeated request gets again.
CREATE TABLE card_simulator.idempotency_keys (
  key text PRIMARY KEY,
  fingerprint text NOT NULL,
  status integer,
  body jsonb,
  created_at timestamptz NOT NULL
);

-- Webhook events that the shop has not taken yet; a taken event's row is deleted.
CREATE TABLE card_simulator.deliveries (
  event_id text PRIMARY KEY,
  payload text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX deliveries_due ON card_simulator.deliveries (next_attempt_at);
