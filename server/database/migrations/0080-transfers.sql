-- Owner: orders
-- What a payout provider transfers to sellers by itself. Amounts are in minor units of the order's currency.

-- Sellers' accounts at the provider, and what it said of each when it was asked last.
CREATE TABLE recipients (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  -- The provider's id; null while the seller was only reminded to open one.
  provider_account_id text UNIQUE,
  status text CHECK (status IN ('needs_more', 'checked', 'ready', 'refused')),
  -- The provider's own words.
  reason text,
  -- The latest payout that the seller's bank sent back, by the provider's id, and why.
  bank_refusal_id text,
  bank_refusal text,
  asked_at timestamptz,
  reminded_at timestamptz,
  CHECK ((provider_account_id IS NULL) = (status IS NULL))
);

-- A transfer for an order. `asked`: sent, and what the provider did is unknown until it answers. `waiting`: refused, and tried
-- again later. `made`: the money is with the seller, as the ledger says.
CREATE TABLE transfers (
  -- Known to the provider, which makes one transfer for it.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
  -- The account at the provider.
  recipient text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  state text NOT NULL CHECK (state IN ('asked', 'waiting', 'made')),
  -- Raised with each new try after a refusal; part of the idempotency key.
  tries integer NOT NULL DEFAULT 1,
  provider_transfer_id text UNIQUE,
  -- What of it was taken back.
  reversed integer NOT NULL DEFAULT 0 CHECK (reversed BETWEEN 0 AND amount),
  -- Why it waits, and in the provider's words; stays while it is tried again.
  refused text CHECK (refused IN ('balance', 'recipient', 'returned', 'too_small', 'other')),
  reason text,
  since timestamptz NOT NULL,
  next_try_at timestamptz,
  made_at timestamptz,
  -- Day, counted from 1970, on which the provider was asked last what became of it.
  watched_on integer NOT NULL DEFAULT 0,
  CHECK ((state = 'made') = (provider_transfer_id IS NOT NULL)),
  CHECK ((state = 'made') = (made_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (next_try_at IS NOT NULL))
);
CREATE INDEX transfers_of_order ON transfers (order_id);
-- The promise: one at a time for an order.
CREATE UNIQUE INDEX transfers_open ON transfers (order_id) WHERE state <> 'made';
CREATE INDEX transfers_made ON transfers (made_at) WHERE state = 'made';

-- What was taken back of a transfer: by us after a refund or a lost chargeback, or at the provider. States as above.
CREATE TABLE transfer_reversals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transfer_id uuid NOT NULL REFERENCES transfers ON DELETE CASCADE,
  amount integer NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('asked', 'waiting', 'made')),
  tries integer NOT NULL DEFAULT 1,
  provider_reversal_id text UNIQUE,
  reason text,
  next_try_at timestamptz,
  CHECK ((state = 'made') = (provider_reversal_id IS NOT NULL)),
  CHECK ((state = 'waiting') = (next_try_at IS NOT NULL))
);
CREATE INDEX transfer_reversals_of_transfer ON transfer_reversals (transfer_id);
CREATE UNIQUE INDEX transfer_reversals_open ON transfer_reversals (transfer_id) WHERE state <> 'made';

-- Null where the provider transferred it by itself; `request_key` is the transfer's id then.
ALTER TABLE payouts ALTER COLUMN marked_by DROP NOT NULL;
